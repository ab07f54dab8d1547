#!/usr/bin/env python3
"""A scenario whose intruder has a file of her own."""
import csv
import json
import random
import unittest

from support import CliTest

STEP = '\n[[step]]\nmethod = "mdav"\ncolumns = ["age", "AGI", "FEDTAX"]\nk = 3\n'
COLUMNS = ('[columns]\nperson_id = { role = "identifier" }\nage = { role = "quasi" }\nAGI = { role = "quasi" }\n'
           'FEDTAX = { role = "quasi" }\n')


class PeopleFile(CliTest):
    def setUp(self):
        super().setUp()
        self.ok("sample", "census", "--rows", 200, "--seed", 1, "-o", "all.csv")
        with open(self.folder / "all.csv", newline="") as file:
            rows = [{key: row[key] for key in ("person_id", "age", "AGI", "FEDTAX")} for row in csv.DictReader(file)]
        self.write("people.csv", rows)
        chance = random.Random(1)
        chosen = chance.sample(rows, 30)
        voters = [{"person_id": row["person_id"], "years": row["age"], "income": row["AGI"], "FEDTAX": row["FEDTAX"]}
                  for row in chosen]
        voters += [{"person_id": f"stranger {i}", "years": 20 + i, "income": 1000 * i, "FEDTAX": 10 * i}
                   for i in range(5)]
        chance.shuffle(voters)
        self.write("voters.csv", voters)
        self.file("map.toml", '[[pair]]\nintruder = "years"\nrelease = "age"\n'
                  '[[pair]]\nintruder = "income"\nrelease = "AGI"\n')
        self.policy()

    def write(self, name, rows):
        with open(self.folder / name, "w", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys())
            writer.writeheader()
            writer.writerows(rows)

    def policy(self, scenario='people = "voters.csv"\nlinkage = "map.toml"\n', step=STEP):
        return self.file("policy.toml", COLUMNS + "[scenario]\n" + scenario + step)

    def file_attack(self, assessment):
        return [attack for attack in assessment["attacks"] if attack["name"] == "intruder-file"][0]

    def test_protect_and_assess_agree_and_nothing_is_lowered(self):
        protected = self.ok_json("protect", "people.csv", "--policy", "policy.toml", "--assess", "--seed", 1, "-o", "r.csv")
        inside = self.file_attack(protected["measured"])
        outside = self.ok_json("assess", "people.csv", "r.csv", "--policy", "policy.toml", "--seed", 1, "-o", "a.json")
        again = self.file_attack(outside)
        self.assertEqual(again["details"]["in_release"], 30)
        self.assertEqual(again["details"]["private_rows"], 35)
        self.assertAlmostEqual(again["value"], inside["value"], places=6)
        self.assertAlmostEqual(again["details"]["share_of_all"], again["value"] * 30 / 200, places=6)
        self.assertLessEqual(again["value"], 100 / 3 + 1e-9)
        self.policy("people = \"all\"\n")
        plain = self.ok_json("assess", "people.csv", "r.csv", "--policy", "policy.toml", "--seed", 1)
        self.assertGreaterEqual(outside["worst"]["value"], plain["worst"]["value"])
        self.assertEqual([a["value"] for a in outside["attacks"] if a["name"] != "intruder-file"],
                         [a["value"] for a in plain["attacks"]])
        self.policy()
        text = self.ok("assess", "people.csv", "r.csv", "--policy", "policy.toml", "--seed", 1).stdout
        self.assertIn("voters.csv", text)
        self.assertRegex(" ".join(text.split()), "30 people of (voters.csv|it) who are in the release")
        self.ok("report", "a.json", "-o", "a.html")
        self.assertIn("voters.csv", (self.folder / "a.html").read_text())

    def test_the_record_says_that_there_was_a_file_and_the_log_which(self):
        # A column that her file has in spite of its reason, and a confidential one, are told of as well.
        columns = COLUMNS.replace('AGI = { role = "quasi" }', 'AGI = { role = "quasi", reason = "nobody has it" }')
        columns = columns.replace('FEDTAX = { role = "quasi" }', 'FEDTAX = { role = "confidential" }')
        self.write("register7.csv", [{"years": 20 + i, "income": 1000 * i} for i in range(35)])
        for file, more, judged in (("voters.csv", 'truth = "person_id"\n', True), ("register7.csv", "", False)):
            with self.subTest(file):
                self.file("policy.toml", columns + f'[scenario]\npeople = "{file}"\nlinkage = "map.toml"\n' + more
                          + STEP.replace(', "FEDTAX"', ""))
                self.ok("protect", "people.csv", "--policy", "policy.toml", "--assess", "--seed", 1, "--force", "-o",
                        "r.csv")
                record = json.loads((self.folder / "r.csv.lethe.json").read_text())
                self.assertEqual(record["scenario"]["people_file"], {"judged": judged})
                log = json.loads((self.folder / "r.csv.lethe.private.json").read_text())
                self.assertEqual((log["people_file"]["file"], log["people_file"]["rows"]), (file, 35))
                self.ok("report", "r.csv.lethe.json", "--publish", "--force", "-o", "page.html")
                self.ok("assess", "people.csv", "r.csv", "--policy", "policy.toml", "--force", "-o", "a.json")
                self.ok("report", "a.json", "--publish", "--force", "-o", "assessed.html")
                for name in ("r.csv.lethe.json", "page.html", "assessed.html"):
                    text = (self.folder / name).read_text()
                    self.assertNotIn(file.split(".")[0], text, name)
                    self.assertNotRegex(text, r"\b35 (records|rows|people)|_rows\": 35\b", name)
                    self.assertNotIn(str(self.folder), text)

    def test_without_the_policy_the_file_is_missed(self):
        self.ok("protect", "people.csv", "--policy", "policy.toml", "--seed", 1, "-o", "r.csv")
        result = self.ok("assess", "people.csv", "r.csv", "--seed", 1)
        self.assertIn("has a file of the intruder's own", result.stderr)

    def test_explore_and_advise_count_it(self):
        self.file("grid.toml", '[[try]]\nmethod = "mdav"\nk = [3, 10]\n')
        explored = self.ok_json("explore", "people.csv", "--policy", "policy.toml", "--grid", "grid.toml", "--seed", 1,
                                "-o", "ex")
        self.assertEqual(explored["scenario"]["people_file"]["private_file"], "voters.csv")
        self.assertEqual([point.get("error") for point in explored["points"]], [None, None])
        written = (self.folder / "ex" / "policy.toml").read_text()
        self.assertIn(str(self.folder / "voters.csv"), written)
        self.ok("protect", "people.csv", "--policy", "ex/policy.toml", "--seed", 1, "-o", "best.csv")
        advised = self.ok_json("advise", "people.csv", "--policy", "policy.toml", "--k", 5, "--seed", 1)
        self.assertEqual(advised["scenario"]["people_file"]["private_rows"], 35)
        self.assertIn("She has a file of her own, voters.csv",
                      self.ok("advise", "people.csv", "--policy", "policy.toml", "--k", 5, "--seed", 1).stdout)

    def test_what_is_wrong_is_said(self):
        for scenario, code, says in [('people = "nowhere.csv"\n', 5, "nowhere.csv"),
                                     ('people = "voters.csv"\ntruth = "who"\n', 2, "truth"),
                                     ('truth = "person_id"\n', 2, "needs people"),
                                     ('people = "voters.csv"\nlinkage = "no.toml"\n', 5, "no.toml")]:
            self.policy(scenario)
            self.fails(code, "protect", "people.csv", "--policy", "policy.toml", "-o", "x.csv", says=says)
        self.file("voters.csv", "a,b\n1,2\n")
        self.policy('people = "voters.csv"\n')
        self.fails(3, "protect", "people.csv", "--policy", "policy.toml", "-o", "x.csv", says="no column that answers")
        self.fails(2, "protect", "people.csv", "--policy", "policy.toml", "-o", "voters.csv", says="overwrite")

    def test_attack_by_values_finds_what_distance_finds(self):
        self.ok("protect", "people.csv", "--policy", "policy.toml", "--seed", 1, "-o", "r.csv")
        found = self.ok_json("attack", "people.csv", "r.csv", "--intruder", "people.csv", "--truth",
                             "person_id", "--method-unknown")["truth"]
        distance = self.ok_json("attack", "people.csv", "r.csv", "--attack", "distance-linkage", "--columns",
                                "age,AGI,FEDTAX", "--method-unknown")
        self.assertEqual(found["people"], 200)
        self.assertGreaterEqual(found["worst_by_values"]["value"] + 1e-9, distance["attacks"][0]["value"])
        text = self.ok("attack", "people.csv", "r.csv", "--intruder", "people.csv", "--truth",
                       "person_id").stdout
        self.assertIn("by the values as they are", " ".join(text.split()))


if __name__ == "__main__":
    unittest.main(verbosity=2)
