#!/usr/bin/env python3
"""What privacy models promise is counted in the written file, and what does not hold there is said."""
import json
import random
import unittest

from support import CliTest

HIERARCHIES = {
    "town": ["a1;a;*", "a2;a;*", "b1;b;*", "b2;b;*", "b3;b;*"],
    "sex": ["m;*", "f;*"],
}
ABOVE = {name: {line.split(";")[0]: line.split(";") for line in lines} for name, lines in HIERARCHIES.items()}


class PrivacyCounts(CliTest):
    def setUp(self):
        super().setUp()
        for name, lines in HIERARCHIES.items():
            self.file(f"{name}.csv", "\n".join(lines) + "\n")

    def write(self, rows, columns="town,sex,illness,in"):
        self.file("people.csv", "\n".join([columns, *rows]) + "\n")

    def drawn(self, seed, rows=200, flags=("yes", "no", "no")):
        chance = random.Random(seed)
        self.write([",".join([chance.choice(["a1", "a2", "b1", "b2", "b3"]), chance.choice("mf"),
                              chance.choice(["flu", "cold", "ulcer"]), chance.choice(flags)]) for _ in range(rows)])

    def protect(self, models, *more):
        return ["protect", "people.csv", "--method", "privacy-models", "--columns", "town,sex", "--set", f"models={models}",
                "--knowledge", "town=town.csv", "--knowledge", "sex=sex.csv", *more, "-o", "release.csv", "--force"]

    def record(self):
        return json.loads((self.folder / "release.csv.lethe.json").read_text())

    def told(self):
        (item,) = [item for item in self.record()["guarantees"] if "models" in item]
        return item

    def test_who_is_released_is_a_closed_set(self):
        for yes, no in (("yes", "no"), ("Y", "N"), (" True", "FALSE "), ("t", "f"), ("1", "0"), ("1.0", "0.0"), ("yes", "")):
            self.drawn(1, flags=(yes, no, no))
            with self.subTest(yes=yes, no=no):
                lines = (self.folder / "people.csv").read_text().splitlines()[1:]
                wanted = sum(line.split(",")[3].strip() == yes.strip() for line in lines)
                self.ok(*self.protect("kmap:3,population=table", "--set", "released=in"))
                self.assertEqual(self.record()["release"]["rows"], wanted)
                self.assertIs(self.told()["holds"], True)
        for flags in (("ja", "nein"), ("yes", "No."), ("1", "2"), ("yes", "unknown")):
            self.drawn(1, flags=flags)
            failed = self.fails(3, *self.protect("kmap:3,population=table", "--set", "released=in"),
                                says=['column "in" must say of everybody', "of its 200 values say neither", "is the first"])
            self.assertFalse(any(f" {flag}" in failed.stderr.split("neither")[1] for flag in flags if not flag.isdigit()))

    def test_presence_keeps_everybody(self):
        # Of b one in four is released and of a two in three; at the lowest level of town some towns break the range.
        self.write([f"{town},m,flu,{flag}" for town, flags in
                    (("a1", "yyn"), ("a2", "yyn"), ("b1", "ynnn"), ("b2", "ynnn"), ("b3", "nnnn")) for flag in flags])
        presence = self.protect("presence:0.1..0.7", "--set", "released=in", "--set", "suppress=50")
        self.ok(*presence)
        facts = self.record()["steps"][0]["facts"]
        self.assertEqual((facts["levels"]["town"], facts["suppressed_records"], facts["presence_empty"]), (1, 0, "strict"))
        self.assertIs(self.told()["holds"], True)
        self.write([f"{town},m,flu,{flag}" for town, flags in
                    (("a1", "yyy"), ("a2", "yyy"), ("b1", "ynnn"), ("b2", "ynnn")) for flag in flags])
        arx = self.ok_json(*self.protect("presence:0.1..0.5", "--set", "released=in", "--set", "suppress=80",
                                         "--set", "presence_empty=arx"))
        self.assertIs(self.told()["holds"], False)  # nobody of a is left
        self.assertEqual(self.told()["models"][0]["counted"], [0, 0.25])
        self.assertTrue(any("does not hold" in warning for warning in arx["warnings"]), arx["warnings"])
        self.fails(4, *self.protect("presence:0.1..0.5", "--set", "released=in", "--set", "suppress=80"),
                   says=["nobody is suppressed", "0.5714 is the part of the population that is released"])

    def test_suppressed_records_of_a_population_as_a_class(self):
        self.drawn(5, 120)
        for seed in range(3):
            self.drawn(seed, 60, ("yes", "no", "no", "no", "no"))
            self.ok(*self.protect("k:3 + kmap:6,population=table", "--set", "released=in", "--set", "suppress=60",
                                  "--set", "suppressed=class", "--set", "metric=loss:gs=0.1"))
            for model in self.told()["models"]:
                self.assertIs(model["holds"], True, model)

    def test_profit_is_counted(self):
        self.drawn(3, 150)
        text = "cost=20,gain=90,loss=100,benefit=100"
        models = " + ".join(f"{name}:{text}" for name in ("profit-prosecutor", "profit-journalist",
                                                         "profit-prosecutor-no-attack", "profit-journalist-no-attack"))
        self.ok(*self.protect(models, "--set", "suppress=20", "--set", "released=in"))
        for model in self.told()["models"]:
            self.assertIs(model["holds"], True, model)
            self.assertIsNotNone(model["counted"])
        self.assertEqual(self.told()["models"][2]["asked"], 5)

    def test_population_uniqueness_is_counted(self):
        chance = random.Random(2)
        self.file("town.csv", "\n".join(f"{v};{v // 4}x;*" for v in range(80)) + "\n")
        self.write([f"{chance.randrange(80)},{chance.choice('mf')},flu,yes" for _ in range(90)])
        for estimator in ("zayatz", "pitman", "dankar"):
            result = self.ok(*self.protect(f"unique-population:0.1,population=600,estimator={estimator}"))
            (model,) = self.told()["models"]
            self.assertIs(model["holds"], True, model)
            self.assertNotIn("not counted", result.stdout)
        self.fails(2, *self.protect("unique-population:0.1,population=89,estimator=zayatz + kmap:2,population=80"),
                   says=["model unique-population", "model kmap", "the release has 90 records, more than the population"])
        self.fails(2, "protect", "people.csv", "--method", "mdav", "--columns", "sex", "--set", "models=kmap:2,population=80",
                   "-o", "release.csv", says="more than the population")

    def test_an_order_that_nobody_gave_is_told(self):
        self.drawn(4)
        result = self.ok(*self.protect("t-ordered:0.4", "--set", 'sensitive=["illness"]'))
        said = 'the values of "illness" have no order of their own, and closeness is counted along the alphabet'
        self.assertIn(said, result.stderr)
        self.assertTrue(any(said in warning for warning in self.record()["warnings"]))
        self.ok("protect", "people.csv", "--method", "mondrian", "--columns", "town,sex", "--set", "k=3", "--set",
                "models=t-ordered:0.5", "--set", 'sensitive=["illness"]', "-o", "other.csv")
        self.assertIn("along the alphabet", json.dumps(json.loads((self.folder / "other.csv.lethe.json").read_text())["warnings"]))
        self.file("policy.toml", """[columns]
town = { role = "quasi", knowledge = "town.csv" }
sex = { role = "quasi", knowledge = "sex.csv" }
illness = { role = "confidential", kind = "ordinal", order = ["cold", "flu", "ulcer"] }
[[step]]
method = "privacy-models"
columns = ["town", "sex"]
models = "t-ordered:0.4"
sensitive = ["illness"]
""")
        self.assertNotIn("alphabet", self.ok("protect", "people.csv", "--policy", "policy.toml", "-o", "release.csv",
                                             "--force").stderr)

    def test_a_later_step_that_breaks_a_promise_is_told(self):
        self.drawn(6, 60)
        steps = {
            "privacy-models": 'columns = ["town", "sex"]\nmodels = "k:5"\n',
            "mdav": 'columns = ["town", "sex"]\nk = 5\n',
        }
        for method, settings in steps.items():
            known = ', knowledge = "{}.csv"' if method == "privacy-models" else ""
            self.file("policy.toml", f"""[columns]
town = {{ role = "quasi"{known.format("town")} }}
sex = {{ role = "quasi"{known.format("sex")} }}
[[step]]
method = "{method}"
{settings}
[[step]]
method = "sampling"
fraction = 0.3
""")
            result = self.ok_json("--seed", 3, "protect", "people.csv", "--policy", "policy.toml", "-o", "release.csv", "--force")
            with self.subTest(method=method):
                (item,) = [item for item in result["guarantees"] if item.get("method") == method]
                self.assertIs(item["holds"], False)
                said = f"{method} was to make"
                self.assertTrue(any(said in warning for warning in result["warnings"]), result["warnings"])
                self.assertTrue(any(said in warning for warning in self.record()["warnings"]))
                told = self.ok("--seed", 3, "protect", "people.csv", "--policy", "policy.toml", "-o", "release.csv", "--force")
                self.assertIn("in the released file that does not hold", told.stderr)

    def test_what_cannot_be_counted_says_why(self):
        self.drawn(7)
        result = self.ok(*self.protect("k:3 + l-distinct:2", "--set", 'sensitive=["illness"]', "--identifiers", "illness"))
        self.assertIn("illness is not in the released file) could not be counted", " ".join(result.stdout.split()))
        self.assertIsNone(self.told()["holds"])
        self.fails(2, "protect", "people.csv", "--method", "stratified", "--columns", "town,sex", "--set", 'by=["sex"]',
                   "--set", 'parameters={"k": 3, "models": "l-distinct:2", "sensitive": ["illness"]}', "-o", "release.csv",
                   says="mdav is given the columns of this step alone, part by part")

    def test_no_solution_says_what_all_records_reach(self):
        self.drawn(8, 20)
        sensitive = ["--set", 'sensitive=["illness"]', "--set", "suppress=30"]
        self.fails(4, *self.protect("k:21 + l-entropy:2.9999", *sensitive),
                   says=["k:21 (20 is the largest k of all records together)", "is what all records together reach"])
        self.fails(4, *self.protect("k:5 + kmap:30,population=table", "--set", "released=in"),
                   says="20 people are the whole population")
        names = [f"c{i}" for i in range(15)]
        chance = random.Random(8)
        for name in names:
            self.file(f"{name}.csv", "".join(f"{v};{v // 2}x;{v // 4}y\n" for v in range(8)))  # no common top
        self.write([",".join(str(chance.randrange(8)) for _ in names) for _ in range(100)], ",".join(names))
        known = [option for name in names for option in ("--knowledge", f"{name}={name}.csv")]
        many = ["protect", "people.csv", "--method", "privacy-models", "--columns", ",".join(names), "--set", "models=k:3",
                "--set", "evaluations=60", *known, "-o", "release.csv"]
        # Proven at the top already: no class of it has three people.
        self.fails(4, *many, says=["no levels fulfil k:3", "at no levels do they hold, however many records are suppressed"])
        for name in names[3:]:
            self.file(f"{name}.csv", "".join(f"{v};{v // 2}x;*\n" for v in range(8)))
        # Eight classes at the top, not all of which have 14 people.
        place = many.index("models=k:3")
        self.fails(4, *many[:place], "models=k:14", *many[place + 1:],
                   says=["no levels fulfil k:14", "the nearest that can be reached: at the levels c0 2",
                         "records suppressed (suppress = "])
        self.fails(4, *many[:place], "models=k:101", *many[place + 1:], says="k:101 (100 is the largest k of all records together)")

    def test_spaces_belong_to_labels(self):
        self.file("town.csv", "a1;a;*\na1 ;b;*\nb1;b;*\n")
        self.write(["a1,m,flu,yes", "a1 ,m,flu,yes", "b1,m,flu,yes", "a1,m,flu,yes"])
        self.ok(*self.protect("k:2"))
        self.assertEqual([line.split(",")[0] for line in (self.folder / "release.csv").read_text().splitlines()],
                         ["town", "a", "b", "b", "a"])

    def test_ragged_hierarchies_name_the_cure(self):
        self.drawn(9)
        self.file("town.csv", "a1;a;*\na2;a;*\nb1;b;*\nb2;*\nb3;b;*\n")
        self.fails(3, *self.protect("k:3"), says="lethe knowledge write FILE --levels -o NEW makes them equally long")

    def survey(self, seed=5, rows=150):
        chance = random.Random(seed)
        lines = ["town,sex,age,weight,home"]
        for i in range(rows):
            lines.append(",".join([chance.choice(["a1", "a2", "b1", "b2", "b3"]), chance.choice("mf"), str(20 + chance.randrange(12)),
                                   str(chance.choice([2, 5.5, 40])), f"h{chance.randrange(rows // 2)}"]))
        self.file("people.csv", "\n".join(lines) + "\n")
        self.file("policy.toml", """
[columns]
town = { role = "quasi" }
sex = { role = "quasi" }
age = { role = "quasi" }
weight = { role = "weight" }
home = { role = "household" }

[[step]]
method = "suppression"
columns = ["town", "sex", "age"]
what = "risky-records"
MORE
""")

    def at_risk(self, more):
        text = (self.folder / "policy.toml").read_text()
        self.file("own.toml", text.replace("MORE", more))
        self.ok("protect", "people.csv", "--policy", "own.toml", "--seed", "1", "-o", "release.csv", "--force")
        (told,) = self.told()["models"]
        return told

    def test_risk_is_counted_in_the_file_with_weights_that_are_not_in_it(self):
        self.survey()
        for measure in ("individual", "household", "log-linear", "dis-suda"):
            for limit in ("above = 0.1",) if measure == "dis-suda" else ("above = 0.1", "rate = 0.1"):
                with self.subTest(measure=measure, limit=limit):
                    told = self.at_risk(f'measure = "{measure}"\n{limit}')
                    self.assertIs(told["holds"], True, told)
                    self.assertIsNone(told["counted"])
                    self.assertIn("not released", told["reason"])
                    self.assertNotIn("weight", (self.folder / "release.csv").read_text().splitlines()[0])
                    self.assertEqual(self.record().get("warnings", []), [])
        told = self.at_risk('measure = "individual"\npopulation = 3000\nabove = 0.03')
        self.assertIs(told["holds"], True)
        self.assertLessEqual(told["counted"], 0.03)
        self.assertEqual(told["model"], "individual risk at most 0.03")
        report = self.ok("protect", "people.csv", "--policy", "own.toml", "--seed", "1", "-o", "release.csv", "--force").stdout
        self.assertIn("individual risk at most 0.03 (", report)

    def test_a_later_step_that_brings_risk_back_is_told(self):
        self.survey()
        policy = (self.folder / "policy.toml").read_text().replace("MORE", 'population = 600\nabove = 0.2')
        self.file("own.toml", policy + '\n[[step]]\nmethod = "sampling"\nfraction = 0.3\n')
        result = self.ok("protect", "people.csv", "--policy", "own.toml", "--seed", "1", "-o", "release.csv")
        self.assertIs(self.told()["holds"], False)
        self.assertTrue(any("individual risk at most 0.2" in one for one in self.record()["warnings"]), result.stdout)

    def test_what_risk_needs_is_asked_for_at_once(self):
        self.survey()
        protect = ["protect", "people.csv", "--method", "suppression", "--columns", "town,sex", "--set", "what=risky-records", "-o", "r.csv"]
        self.fails(2, *protect, "--set", "measure=household", says="give `household`")
        self.fails(2, *protect, "--set", "measure=log-linear", says="give `weights` or `population`")
        self.fails(2, *protect, "--set", "measure=suda-score", "--set", "rate=0.1", says="scores of special uniques are none")
        self.fails(2, *protect, "--set", "population=500", "--set", "weights=weight", says="not both")


if __name__ == "__main__":
    unittest.main()
