#!/usr/bin/env python3
"""A survey with weights, strata and households, from inspect to assess."""
import csv
import json
import random
import unittest

from support import CliTest


class Survey(CliTest):
    def survey(self, weight=lambda drawn: drawn):
        draw = random.Random(3)
        with open(self.folder / "survey.csv", "w", newline="") as file:
            out = csv.writer(file)
            out.writerow(["hh_id", "region", "stratum", "age", "sex", "income", "wt"])
            for household in range(300):
                region, stratum = draw.choice("ABCD"), draw.choice(["urban", "rural"])
                drawn = weight(draw.choice([812.5, 640.25, 1203.5]))
                for _ in range(draw.choice([1, 2, 3])):
                    out.writerow([f"H{1000 + household}", region, stratum, draw.randint(0, 95), draw.choice("FM"),
                                  draw.randint(8000, 90000), drawn])

    def read(self, name):
        return json.loads((self.folder / name).read_text())

    def risk_of(self, *options):
        self.ok("assess", "survey.csv", "release.csv", *options, "--seed", 1, "-o", "assessment.json", "--force")
        return next(one for one in self.read("assessment.json")["attacks"] if one["name"] == "reidentification-risk")

    def test_from_inspect_to_assess(self):
        self.survey()
        found = self.ok_json("inspect", "survey.csv", "--policy-out", "policy.toml")
        roles = {column["name"]: column["role"] for column in found["columns"]}
        self.assertEqual((roles["hh_id"], roles["wt"], roles["stratum"]), ("household", "weight", "stratum"))
        self.assertEqual(found["dropped"], ["hh_id", "wt"])
        self.ok("protect", "survey.csv", "--policy", "policy.toml", "--seed", 1, "-o", "release.csv")
        header = (self.folder / "release.csv").read_text().splitlines()[0].split(",")
        self.assertEqual(header, ["region", "stratum", "age", "sex", "income"])
        record = self.read("release.csv.lethe.json")
        self.assertEqual(record["dropped"], ["hh_id", "wt"])
        self.assertEqual(record["survey"], {"weight": "wt", "household": "hh_id", "strata": ["stratum"]})
        self.assertIn("stratum", record["scenario"]["columns"])
        # The policy, or the record alone, gives both to the measure; what follows is the owner's.
        for options in [("--policy", "policy.toml"), ()]:
            risk = self.risk_of(*options)
            self.assertEqual((risk["parameters"]["weights"], risk["parameters"]["household"]), ("wt", "hh_id"))
            self.assertEqual(risk["details"]["population"], "weights")
            for figure in ["individual", "household", "journalist", "marketer"]:
                self.assertNotIn(figure, risk["details"])
                self.assertIn(figure, risk["details"]["about_original"])
            own = risk["details"]["about_original"]
            self.assertGreaterEqual(own["household"]["maximum"], own["individual"]["maximum"])
        # Who gives the population has asked for another one.
        other = self.ok_json("attack", "survey.csv", "release.csv", "--policy", "policy.toml", "--attack",
                             "reidentification-risk", "--set", "population=100000")["attacks"][0]
        self.assertEqual((other["parameters"]["weights"], other["details"]["population"]), ("", "size"))

    def test_measures_of_samples_take_the_weights(self):
        self.survey()
        self.ok("inspect", "survey.csv", "--policy-out", "policy.toml")
        self.ok("protect", "survey.csv", "--policy", "policy.toml", "--seed", 1, "-o", "release.csv")
        for attack in ["suda", "population-uniqueness", "log-linear-risk", "key-combinations"]:
            result = self.ok_json("attack", "survey.csv", "release.csv", "--policy", "policy.toml", "--attack", attack)
            self.assertEqual(result["attacks"][0]["parameters"]["weights"], "wt", attack)

    def test_a_weight_that_is_released_is_known(self):
        self.survey()
        self.ok("inspect", "survey.csv", "--policy-out", "policy.toml")
        policy = (self.folder / "policy.toml").read_text().replace('role = "weight",', 'role = "weight", release = true,')
        policy = policy.replace("k = 5", 'k = 5\ncolumns = ["region", "age", "sex", "income"]')
        (self.folder / "released.toml").write_text(policy)
        self.ok("protect", "survey.csv", "--policy", "released.toml", "--seed", 1, "-o", "release.csv")
        self.assertIn("wt", self.read("release.csv.lethe.json")["scenario"]["columns"])
        risk = self.risk_of("--policy", "released.toml")
        self.assertIn("wt", risk["columns"])  # and it stays a key beside the true weights
        self.assertEqual(risk["parameters"]["weights"], "wt (original)")

    def test_a_weight_that_nobody_declared_is_known_too(self):
        self.survey()
        self.ok("protect", "survey.csv", "--method", "mdav", "--columns", "age,income", "--seed", 1, "-o", "release.csv")
        record = self.read("release.csv.lethe.json")
        self.assertIn("wt", record["scenario"]["columns"])
        self.assertTrue(any("looks like a survey weight" in one for one in record["warnings"]))

    def test_what_is_wrong(self):
        self.survey(lambda drawn: 0 if drawn == 812.5 else drawn)
        (self.folder / "policy.toml").write_text(
            '[columns]\nwt = { role = "weight" }\nhh_id = { role = "household" }\n\n[[step]]\nmethod = "mondrian"\n')
        self.fails(3, "protect", "survey.csv", "--policy", "policy.toml", "-o", "release.csv", says="it is not in row")
        self.survey()
        (self.folder / "masked.toml").write_text(
            '[columns]\nwt = { role = "weight" }\nhh_id = { role = "household" }\nage = { role = "quasi" }\n\n'
            '[[step]]\nmethod = "mondrian"\ncolumns = ["wt", "hh_id", "age"]\n')
        result = self.fails(2, "protect", "survey.csv", "--policy", "masked.toml", "-o", "release.csv")
        self.assertIn('"wt" is a survey weight', result.stderr)
        self.assertIn('"hh_id" is a household number', result.stderr)
        (self.folder / "unknown.toml").write_text(
            '[columns]\nage = { role = "wight" }\nsex = { role = "quasi", release = true }\n\n'
            '[[step]]\nmethod = "mondrian"\n')
        result = self.fails(2, "protect", "survey.csv", "--policy", "unknown.toml", "-o", "release.csv")
        self.assertIn("weight, stratum, household", result.stderr)
        self.assertIn('"release" goes with role', result.stderr)
        self.survey(lambda drawn: drawn / 1000)
        result = self.ok("protect", "survey.csv", "--policy", "policy.toml", "--seed", 1, "-o", "small.csv")
        self.assertIn("below 1", result.stderr + result.stdout)


if __name__ == "__main__":
    unittest.main()
