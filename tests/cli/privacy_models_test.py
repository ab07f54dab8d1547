#!/usr/bin/env python3
"""Privacy models enforced together: every release is held to them by a checker that shares nothing with the program."""
import collections
import csv
import json
import random
import unittest

import model_checker as check
from support import CliTest

CLOSE = 1e-9

# A model as it is asked for, and whether it holds for (release, original, columns, hierarchy of the sensitive one).
MODELS = {
    "k:3": lambda r, o, c, h: check.smallest(r, c) >= 3,
    "k:2 + l-distinct:2": lambda r, o, c, h: check.smallest(r, c) >= 2 and check.fewest_values(r, c, "illness") >= 2,
    "l-distinct:3": lambda r, o, c, h: check.fewest_values(r, c, "illness") >= 3,
    "l-entropy:2.2": lambda r, o, c, h: check.least_entropy(r, c, "illness") >= 2.2 - CLOSE,
    "l-recursive:c=2,l=2": lambda r, o, c, h: check.worst_recursion(r, c, "illness", 2) < 2,
    "k:3 + alpha:0.6": lambda r, o, c, h: check.smallest(r, c) >= 3 and check.largest_share(r, c, "illness") <= 0.6 + CLOSE,
    "t-equal:0.3": lambda r, o, c, h: check.t_equal(r, o, c, "illness") <= 0.3 + CLOSE,
    "t-ordered:0.25": lambda r, o, c, h: check.t_ordered(r, o, c, "illness") <= 0.25 + CLOSE,
    "t-hierarchical:0.25": lambda r, o, c, h: check.t_hierarchical(r, o, c, "illness", h) <= 0.25 + CLOSE,
    "k:2 + t-equal:0.4 + l-distinct:2": lambda r, o, c, h: check.smallest(r, c) >= 2 and
        check.t_equal(r, o, c, "illness") <= 0.4 + CLOSE and check.fewest_values(r, c, "illness") >= 2,
    "beta-basic:1.5": lambda r, o, c, h: check.beta_basic(r, o, c, "illness") <= 1.5 + CLOSE,
    "beta-enhanced:2": lambda r, o, c, h: check.beta_enhanced_holds(r, o, c, "illness", 2),
    "delta:1.8": lambda r, o, c, h: check.delta(r, o, c, "illness") < 1.8,
    "risk-average:0.2": lambda r, o, c, h: check.average_risk(r, c) <= 0.2 + CLOSE,
    "unique-sample:0.05": lambda r, o, c, h: check.unique_share(r, c) <= 0.05 + CLOSE,
    "t-semantic:0.2": lambda r, o, c, h: check.t_semantic(r, o, c, "illness", check.log_sc(h)) <= 0.2 + CLOSE,
    "l-distinct:2,alike=0.6": lambda r, o, c, h: check.fewest_values(alike(r, c, h), c, "illness") >= 2,
    "l-entropy:1.6,alike=0.6": lambda r, o, c, h: check.least_entropy(alike(r, c, h), c, "illness") >= 1.6 - CLOSE,
    "l-recursive:c=2,l=2,alike=0.6": lambda r, o, c, h: check.worst_recursion(alike(r, c, h), c, "illness", 2) < 2,
}

# Of combinations of columns, which groups do not know.
COMBINED = {
    "k:4,columns=town|sex": lambda r, o, c, h: check.smallest(r, ["town", "sex"]) >= 4,
    "k:3,dimension=2": lambda r, o, c, h: check.smallest_combination(r, c, 2) >= 3,
    "k:2 + k:6,dimension=1 + l-distinct:2": lambda r, o, c, h: check.smallest(r, c) >= 2 and
        check.smallest_combination(r, c, 1) >= 6 and check.fewest_values(r, c, "illness") >= 2,
    "k:5,columns=age + t-equal:0.4": lambda r, o, c, h: check.smallest(r, ["age"]) >= 5 and
        check.t_equal(r, o, c, "illness") <= 0.4 + CLOSE,
    "k:4,dimension=1 + unique-sample:0.2": lambda r, o, c, h: check.smallest_combination(r, c, 1) >= 4 and
        check.unique_share(r, c) <= 0.2 + CLOSE,
}


def alike(rows, columns, hierarchy):
    return check.grouped(rows, columns, "illness", check.log_sc(hierarchy), 0.6)


# Methods that make groups, with the models that these can promise.
LOCAL = {
    "mondrian": ["--set", "k=2"],
    "mdav": ["--set", "k=2"],
    "local-suppression": ["--set", "k=2", "--set", "match=equal"],
}
NOT_LOCAL = ("delta", "risk", "unique")

HIERARCHIES = {
    "town": ["a1;a;*", "a2;a;*", "b1;b;*", "b2;b;*", "b3;b;*"],
    "age": [f"{age};{age // 10 * 10}s;{'young' if age < 40 else 'old'};*" for age in range(20, 60, 3)],
    "sex": ["m;*", "f;*"],
    "illness": ["flu;lungs;*", "cold;lungs;*", "ulcer;stomach;*", "gastritis;stomach;*", "migraine;head;*"],
}
COLUMNS = ["town", "age", "sex"]
KNOWN = [option for name in HIERARCHIES for option in ("--knowledge", f"{name}={name}.csv")]


def find(tree, name):
    """The first field of that name in a tree of answers."""
    if isinstance(tree, dict):
        if name in tree:
            return tree[name]
        tree = list(tree.values())
    for one in tree if isinstance(tree, list) else []:
        found = find(one, name)
        if found is not None:
            return found
    return None


class PrivacyModels(CliTest):
    def setUp(self):
        super().setUp()
        for name, lines in HIERARCHIES.items():
            self.file(f"{name}.csv", "\n".join(lines) + "\n")
        self.tree = {line.split(";")[0]: line.split(";") for line in HIERARCHIES["illness"]}

    def people_file(self, seed, rows=60, more="", gaps=False):
        chance = random.Random(seed)
        values = {name: [line.split(";")[0] for line in lines] for name, lines in HIERARCHIES.items()}
        weights = [chance.random() + 0.05 for _ in values["illness"]]
        lines = ["town,age,sex,illness" + (",released" if more else "")]
        for _ in range(rows):
            row = [chance.choice(values[name]) for name in COLUMNS] + chance.choices(values["illness"], weights)
            if gaps and chance.random() < 0.2:
                row[chance.randrange(len(COLUMNS))] = ""
            lines.append(",".join(row + ([chance.choice(more)] if more else [])))
        self.file("people.csv", "\n".join(lines) + "\n")
        return self.rows("people.csv")

    def rows(self, name):
        with open(self.folder / name) as file:
            return list(csv.DictReader(file))

    def protect(self, models, *more):
        return self.lethe("protect", "people.csv", "--method", "privacy-models", "--columns", ",".join(COLUMNS),
                          "--set", f"models={models}", "--set", "sensitive=[\"illness\"]", *KNOWN, *more,
                          "-o", "release.csv")

    def test_every_release_passes_the_checker(self):
        chance = random.Random(4)
        released = 0
        for models, holds in {**MODELS, **COMBINED}.items():
            for seed in range(4):
                original = self.people_file(seed * 100 + len(models), chance.choice([20, 60, 150]))
                suppress = chance.choice([0, 10, 30])
                reading = "removed" if "risk" in models or "unique" in models else chance.choice(["removed", "class"])
                result = self.protect(models, "--set", f"suppress={suppress}", "--set", f"suppressed={reading}")
                with self.subTest(models=models, seed=seed, suppress=suppress, reading=reading):
                    if result.returncode == 4:
                        self.assertIn("no levels fulfil", result.stderr)
                        continue
                    self.assertEqual(result.returncode, 0, result.stderr)
                    released += 1
                    release = self.rows("release.csv")
                    self.assertGreaterEqual(len(release), len(original) * (1 - suppress / 100))
                    self.assertTrue(holds(release, original, COLUMNS, self.tree))
                    (told,) = [item for item in self.record()["guarantees"] if "models" in item]
                    self.assertIs(told["holds"], True)
                    self.assertTrue(all(model["holds"] for model in told["models"]), told)
        self.assertGreater(released, 40)

    def test_groups_pass_the_checker_too(self):
        chance = random.Random(9)
        released = collections.Counter()
        for method, settings in LOCAL.items():
            for models, holds in MODELS.items():
                if any(name in models for name in NOT_LOCAL):
                    continue
                original = self.people_file(chance.randrange(10 ** 6), chance.choice([20, 60, 150]), gaps=chance.random() < 0.3)
                known = KNOWN if chance.random() < 0.5 else KNOWN[-2:]  # the columns by meaning, or as they are
                result = self.lethe("protect", "people.csv", "--method", method, "--columns", ",".join(COLUMNS), *settings,
                                    "--set", f"models={models}", "--set", 'sensitive=["illness"]', *known, "-o", "release.csv")
                with self.subTest(method=method, models=models):
                    if result.returncode == 4:
                        self.assertIn("not even all records in one group do", result.stderr)
                        continue
                    self.assertEqual(result.returncode, 0, result.stderr)
                    released[method] += 1
                    release = self.rows("release.csv")
                    self.assertEqual(len(release), len(original))
                    self.assertTrue(holds(release, original, COLUMNS, self.tree))
                    self.assertGreaterEqual(check.smallest(release, COLUMNS), 2)
                    (told,) = [item for item in self.record()["guarantees"] if "models" in item]
                    self.assertIs(told["holds"], True)
                    self.assertTrue(all(model["holds"] for model in told["models"]), told)
        self.assertGreater(min(released[method] for method in LOCAL), 8)

    def test_local_suppression_by_classes_blanks_and_no_more(self):
        original = self.people_file(21, 80)
        self.ok("protect", "people.csv", "--method", "local-suppression", "--columns", ",".join(COLUMNS),
                "--set", "k=4", "--set", "match=equal", "-o", "release.csv")
        release = self.rows("release.csv")
        self.assertGreaterEqual(check.smallest(release, COLUMNS), 4)
        blanked = 0
        for old, new in zip(original, release):
            for name in COLUMNS:
                self.assertIn(new[name], (old[name], ""))
                blanked += new[name] == "" and old[name] != ""
        self.assertEqual(sum(self.record()["steps"][0]["facts"]["suppressed_cells"].values()), blanked)

    def test_promises_are_what_the_attacks_measure(self):
        self.people_file(31, 150)
        models = "t-semantic:0.3 + l-distinct:2,alike=0.6 + l-entropy:1.5,alike=0.6"
        result = self.protect(models)
        self.assertEqual(result.returncode, 0, result.stderr)
        (told,) = [item for item in self.record()["guarantees"] if "models" in item]
        counted = {item["model"].split(":")[0]: item["counted"] for item in told["models"]}
        known = ["--knowledge", "illness=illness.csv"]

        def measured(name, *settings):
            found = self.ok_json("attack", "people.csv", "release.csv", "--attack", name, *known,
                                 "--columns", ",".join(COLUMNS + ["illness"]), "--set", 'confidential=["illness"]', *settings)
            return found
        close = measured("t-closeness", "--set", "distance=semantic")
        self.assertAlmostEqual(find(close, "details")["t"], counted["t-semantic"], 9)
        diverse = find(measured("l-diversity", "--set", "alike=0.6"), "by_column")["illness"]
        self.assertEqual(diverse["distinct"], counted["l-distinct"])
        self.assertAlmostEqual(diverse["entropy"], counted["l-entropy"], 9)

    def record(self):
        return json.loads((self.folder / "release.csv.lethe.json").read_text())

    def test_labels_are_those_of_one_level(self):
        original = self.people_file(7, 150)
        self.assertEqual(self.protect("k:4", "--set", "suppress=5").returncode, 0)
        levels = self.record()["steps"][0]["facts"]["levels"]
        for name in COLUMNS:
            above = {line.split(";")[0]: line.split(";") for line in HIERARCHIES[name]}
            allowed = {above[row[name]][levels[name]] for row in original}
            self.assertLessEqual({row[name] for row in self.rows("release.csv")}, allowed)

    def test_rounds_hold_in_the_release(self):
        rounds = ["--set", "metric=loss:gs=0.05", "--set", "rounds=100", "--set", "suppress=40"]
        above = {name: {line.split(";")[0]: line.split(";") for line in lines} for name, lines in HIERARCHIES.items()}
        mixed = released = 0
        for models, holds in MODELS.items():
            original = self.people_file(len(models), 150)
            result = self.protect(models, *rounds)
            if any(kind in models for kind in ("delta", "unique", "semantic", "alike")):
                self.assertEqual(result.returncode, 2, models)
                self.assertIn("need not hold any more", result.stderr)
                continue
            with self.subTest(models=models):
                if result.returncode == 4:
                    self.assertIn("records are left that no round releases", result.stderr)
                    continue
                self.assertEqual(result.returncode, 0, result.stderr)
                released += 1
                release = self.rows("release.csv")
                self.assertTrue(holds(release, original, COLUMNS, self.tree))
                (told,) = [item for item in self.record()["guarantees"] if "models" in item]
                self.assertIs(told["holds"], True)
                facts = self.record()["steps"][0]["facts"]
                self.assertEqual(sum(one["records"] for one in facts["rounds"]), len(release))
                self.assertEqual(len(original) - len(release), facts["suppressed_records"])
                mixed += len(facts["rounds"]) > 1
                shown = {tuple(above[name][row[name]][one["levels"][name]] for name in COLUMNS)
                         for one in facts["rounds"] for row in original}
                self.assertLessEqual({tuple(row[name] for name in COLUMNS) for row in release}, shown)
        self.assertGreater(released, 6)
        self.assertGreater(mixed, 3)

    def test_what_cannot_go_by_rounds(self):
        self.people_file(3)
        protect = ["protect", "people.csv", "--method", "privacy-models", "-o", "release.csv", "--columns", "town,age",
                   "--set", 'sensitive=["illness"]', "--set", "rounds=100", *KNOWN]
        self.fails(2, *protect, "--set", "models=k:2 + delta:1.5", "--set", "metric=dm", "--set", "suppressed=class",
                   says=["model delta:1.5 need not hold any more", "makes the metric loss least", "cannot be a class"])
        self.fails(2, "levels", "people.csv", "--columns", "town,age", "--set", "rounds=10", *KNOWN,
                   says="leave `rounds` out to list levels")
        self.file("town.csv", "a1;b1;*\na2;b1;*\nb1;b;*\nb2;b;*\nb3;b;*\n")
        failed = self.fails(3, *protect, "--set", "models=k:2", says="a label of level 1 of its hierarchy is one of level 0 too")
        self.assertNotIn("b1", failed.stderr)

    def test_many_columns_end_by_evaluations(self):
        chance = random.Random(8)
        names = [f"c{i}" for i in range(14)]
        for name in names:
            self.file(f"{name}.csv", "".join(f"{v};{v // 2}x;{v // 4}y;*\n" for v in range(8)))
        lines = [",".join(str(min(chance.randrange(8), chance.randrange(8))) for _ in names) for _ in range(300)]
        self.file("people.csv", "\n".join([",".join(names), *lines]) + "\n")
        protect = ["protect", "people.csv", "--method", "privacy-models", "--columns", ",".join(names), "--set", "models=k:3",
                   "--set", "suppress=5", *[option for name in names for option in ("--knowledge", f"{name}={name}.csv")]]
        made = []
        for threads in ["1", "2"]:
            self.ok("--threads", threads, *protect, "--set", "evaluations=400", "-o", "release.csv", "--force")
            made.append((self.folder / "release.csv").read_bytes())
        self.assertEqual(made[0], made[1])
        self.assertGreaterEqual(check.smallest(self.rows("release.csv"), names), 3)
        facts = self.record()["steps"][0]["facts"]
        self.assertIs(facts["exact"], False)
        self.assertEqual((facts["ended_by"], facts["evaluation_limit"], facts["evaluated"]), ("evaluations", 400, 400))
        self.assertEqual(facts["nodes"], 4 ** 14)
        self.assertNotIn("bound", json.dumps(facts))
        self.assertNotIn("seconds_limit", facts)
        self.ok(*protect, "--set", "seconds=0.2", "--set", "evaluations=100000000", "-o", "release.csv", "--force")
        facts = self.record()["steps"][0]["facts"]
        self.assertEqual((facts["ended_by"], facts["seconds_limit"]), ("seconds", 0.2))

    def test_a_population_among_whom_people_hide(self):
        original = self.people_file(11, 400, ["yes", "no", "no", "no"])
        result = self.protect("kmap:8,population=table", "--set", "released=released")
        self.assertEqual(result.returncode, 0, result.stderr)
        facts = self.record()["steps"][0]["facts"]
        above = {name: {line.split(";")[0]: line.split(";") for line in lines} for name, lines in HIERARCHIES.items()}
        shown = [tuple(above[name][row[name]][facts["levels"][name]] for name in COLUMNS) for row in original]
        release = self.rows("release.csv")
        self.assertEqual(len(release), sum(row["released"] == "yes" for row in original))
        for row in release:
            self.assertGreaterEqual(shown.count(tuple(row[name] for name in COLUMNS)), 8)
        self.assertLess(check.smallest(release, COLUMNS), 8)  # less would do among the released alone
        result = self.protect("presence:0.1..0.6", "--set", "released=released")
        self.assertEqual(result.returncode, 0, result.stderr)
        levels = self.record()["steps"][0]["facts"]["levels"]
        shown = [tuple(above[name][row[name]][levels[name]] for name in COLUMNS) for row in original]
        for labels in set(shown):
            there = [row["released"] == "yes" for row, own in zip(original, shown) if own == labels]
            self.assertTrue(0.1 <= sum(there) / len(there) <= 0.6)

    def test_all_levels_are_listed_and_drawn(self):
        self.people_file(5, 80)
        levels = ["levels", "people.csv", "--columns", ",".join(COLUMNS), "--set", "models=k:4 + t-equal:0.45",
                  "--set", 'sensitive=["illness"]', "--set", "suppress=10", *KNOWN]
        listed = self.ok_json(*levels, "-o", "levels.svg")
        self.assertEqual(len(listed["nodes"]), 3 * 4 * 2)
        self.assertEqual(self.protect("k:4 + t-equal:0.45", "--set", "suppress=10").returncode, 0)
        facts = self.record()["steps"][0]["facts"]
        (best,) = [node for node in listed["nodes"] if node["best"]]
        self.assertEqual(best["levels"], [facts["levels"][name] for name in COLUMNS])
        self.assertEqual(best["suppressed"], facts["suppressed_records"])
        self.assertTrue(best["holds"])
        self.assertEqual(best["loss"], min(node["loss"] for node in listed["nodes"] if node["holds"]))
        self.assertTrue(all(node["holds"] for node in listed["nodes"] if node["suppressed"] == 0))
        picture = (self.folder / "levels.svg").read_text()
        self.assertEqual(picture.count(": the models hold,") + picture.count(": the models do not hold,"), 24)
        self.assertIn("of 24 vectors of levels fulfil k:4 + t-equal:0.45", self.ok(*levels).stdout)
        self.assertEqual((self.folder / "levels.svg").stat().st_mode & 0o077, 0)
        self.fails(2, *levels, "-o", "levels.png", says="must end in .svg")

    def test_what_is_made_least_is_what_measure_prints(self):
        self.people_file(17, 150)
        for name in ["ncp", "discernibility", "kl-divergence", "semantic-loss", "category-loss"]:
            for suppress in ["0", "10"]:
                with self.subTest(name=name, suppress=suppress):
                    result = self.protect("k:4", "--set", f"suppress={suppress}", "--set", f"metric=measure:{name}", "--force")
                    self.assertEqual(result.returncode, 0, result.stderr)
                    facts = self.record()["steps"][0]["facts"]
                    self.assertIs(facts["exact"], True)
                    log = json.loads((self.folder / "release.csv.lethe.private.json").read_text())
                    measured = self.ok_json("measure", "people.csv", "release.csv", "--measure", name,
                                            "--columns", ",".join(COLUMNS), *KNOWN)
                    self.assertAlmostEqual(find(measured, "value"), find(log, "loss"), 8)
        weighed = ["--set", "metric=measure:ncp", "--set", 'weights={"age": 1, "town": 0, "sex": 0}', "--force"]
        self.assertEqual(self.protect("k:4", *weighed).returncode, 0)
        of_age = self.record()["steps"][0]["facts"]["levels"]["age"]
        self.assertEqual(self.protect("k:4", "--set", "metric=measure:ncp", "--force").returncode, 0)
        self.assertLessEqual(of_age, self.record()["steps"][0]["facts"]["levels"]["age"])

    def test_a_measure_without_a_bound_ends_by_evaluations(self):
        self.people_file(18, 100)
        measured = ["--set", "metric=measure:discernibility", "--set", "evaluations=5"]
        result = self.protect("k:3", "--set", "suppress=20", *measured)
        self.assertEqual(result.returncode, 0, result.stderr)
        facts = self.record()["steps"][0]["facts"]
        self.assertEqual((facts["exact"], facts["ended_by"], facts["evaluated"]), (False, "evaluations", 5))
        self.assertIsNone(find(json.loads((self.folder / "release.csv.lethe.private.json").read_text()), "bound"))

    def test_what_cannot_be_reached_says_what_can(self):
        self.people_file(3, 20)
        self.fails(4, "protect", "people.csv", "--method", "privacy-models", "--columns", "town,age", *KNOWN,
                   "--set", "models=k:21", "-o", "release.csv", says=["no levels fulfil k:21", "at no levels"])
        self.file("town.csv", "\n".join(line[:-2] for line in HIERARCHIES["town"]) + "\n")  # no common top
        self.fails(4, "protect", "people.csv", "--method", "privacy-models", "--columns", "town", *KNOWN,
                   "--set", "models=k:12", "-o", "release.csv",
                   says=["the nearest that can be reached: at the levels town 1", "records suppressed (suppress = "])

    def test_bad_input(self):
        self.people_file(3)
        protect = ["protect", "people.csv", "--method", "privacy-models", "-o", "release.csv", "--columns", "town,age"]
        self.fails(2, *protect, "--set", "models=k:5", says=['column "town" is nominal', '--knowledge town=FILE'])
        self.fails(2, *protect, *KNOWN, "--set", "models=k:5 + l-distinkt:3 + t-equal:2", says=["l-distinkt", "t-equal"])
        self.fails(4, *protect, *KNOWN, "--set", "models=l-distinct:9", "--set", 'sensitive=["illness"]', says=["9"])
        self.fails(2, *protect, *KNOWN, "--set", "models=l-distinct:2", "--set", 'sensitive=["ilness"]', says=["illness"])
        self.fails(2, *protect, *KNOWN, "--set", "models=l-distinct:2", "--set", 'sensitive=["town"]',
                   says=["cannot be sensitive too"])
        self.file("town.csv", "\n".join(HIERARCHIES["town"][:-1]) + "\n")
        failed = self.fails(3, *protect, *KNOWN, "--set", "models=k:5", says=["1 of its 5 values are not in town"])
        self.assertNotIn("b3", failed.stderr)
        self.file("town.csv", "a1;a;*\na2;a;*\nb1;b;*\nb2;b\nb3;b;*\n")
        self.fails(3, *protect, *KNOWN, "--set", "models=k:5", says=["town", "unequal depth"])

    def test_bad_input_of_combinations_and_meaning(self):
        self.people_file(3)
        protect = ["protect", "people.csv", "--method", "privacy-models", "-o", "release.csv", "--columns", "town,age",
                   *KNOWN, "--set", 'sensitive=["illness"]']
        self.fails(2, *protect, "--set", "models=k:5,columns=town|sex + k:2,dimension=3 + k:2,columns=town,dimension=1",
                   says=["columns and dimension do not go together"])
        self.fails(2, *protect, "--set", "models=k:5,columns=town|sex + k:2,dimension=3",
                   says=['"sex" is not among the columns of this step', "there are 2 columns to combine"])
        self.fails(4, *protect, "--set", "models=l-distinct:4,alike=0.6 + l-recursive:c=0.2,l=2",
                   says=["3 different values that are not alike, so no class can have 4", "so rare"])
        self.fails(4, *protect, "--set", "models=k:2 + alpha:0.1", says=["a share of at most 0.1"])
        self.fails(2, *protect[:6], "--columns", "town", *KNOWN[:4], "--set", 'sensitive=["sex"]', "--set", "models=t-semantic:0.2",
                   says=['column "sex" has no taxonomy by which its values could be compared'])
        groups = ["protect", "people.csv", "-o", "release.csv", "--columns", "town,age", "--set", 'sensitive=["illness"]']
        for method in ("mondrian", "mdav"):
            self.fails(2, *groups, "--method", method, "--set", "models=k:3,dimension=1 + delta:2",
                       says=["counts people of several groups", "cannot be enforced group by group"])
        self.fails(2, *groups, "--method", "local-suppression", "--set", "models=l-distinct:2", says=["match = equal"])
        self.fails(2, *groups, "--method", "mdav", "--set", "models=l-distinct:2", "--set", "group_size=1",
                   "--set", "missing=any", says=["leave `groups`", "`missing` must be own"])
        for method in LOCAL:
            more = LOCAL[method]
            self.fails(4, *groups, "--method", method, *more, "--set", "models=k:2 + alpha:0.21",
                       says=["not even all records in one group do", "is what all records together reach"])
            self.fails(4, *groups, "--method", method, *more, "--set", "models=l-distinct:9", says=["9"])


if __name__ == "__main__":
    unittest.main()
