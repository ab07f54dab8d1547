#!/usr/bin/env python3
"""Open answers generalised along value hierarchies: by policy, by flags, and what is told of bad input."""
import collections
import csv
import json
import shutil
import unittest

from support import CliTest, TOP

NOUNS = ["--knowledge", "reason=vgh3.csv", "--knowledge", "activity=vgh3.csv"]


class Generalisation(CliTest):
    def setUp(self):
        super().setUp()
        for file in [TOP / "examples/survey" / name for name in ("policy.toml", "vgh3.csv")]:
            shutil.copy(file, self.folder)
        self.ok("sample", "survey", "--seed", 1, "-o", "visitors.csv")
        with open(self.folder / "vgh3.csv") as paths:
            self.above = {line[0]: line for line in csv.reader(paths, delimiter=";")}

    def rows(self, name):
        with open(self.folder / name) as file:
            return list(csv.DictReader(file))

    def facts(self, name):
        return json.loads((self.folder / f"{name}.lethe.json").read_text())["steps"][0]["facts"]

    def losses(self, name):
        """Steps climbed and the mean share of the nouns that an answer stands for, from their definitions."""
        steps, share = 0, 0
        for old, new in zip(self.rows("visitors.csv"), self.rows(name)):
            for column in ("reason", "activity"):
                climbed = self.above[old[column]].index(new[column])
                steps += climbed
                share += sum(new[column] in path for path in self.above.values()) / 25 if climbed else 0
        return steps, round(100 * share / (2 * 975), 3)

    def check_release(self, name, k):
        before, after = self.rows("visitors.csv"), self.rows(name)
        self.assertEqual(len(before), len(after))
        pairs = collections.Counter((row["reason"], row["activity"]) for row in after)
        self.assertGreaterEqual(min(pairs.values()), k)
        for old, new in zip(before, after):
            for column, value in old.items():
                if column in ("reason", "activity"):
                    self.assertIn(new[column], self.above[value])
                else:
                    self.assertEqual(new[column], value)

    def test_by_policy_and_by_flags(self):
        self.ok("protect", "visitors.csv", "--policy", "policy.toml", "-o", "release.csv")
        self.check_release("release.csv", 4)
        self.ok("protect", "visitors.csv", "--method", "generalisation", "--set", "k=4", *NOUNS, "-o", "again.csv")
        self.assertEqual(self.rows("again.csv"), self.rows("release.csv"))
        self.assertGreater(self.facts("release.csv")["steps"], 0)
        self.assertEqual(self.losses("release.csv"), (self.facts("release.csv")["steps"],
                                                      round(self.facts("release.csv")["mean_ncp"], 3)))

    def test_levels(self):
        full = ["protect", "visitors.csv", "--method", "generalisation", "--set", "k=4", "--set", "scheme=full-domain"]
        self.ok(*full, *NOUNS, "-o", "levels.csv")
        self.check_release("levels.csv", 4)
        without = self.facts("levels.csv")
        self.assertEqual(without["vectors"], 16)
        self.assertEqual(without["suppressed_records"], 0)
        self.ok(*full, *NOUNS, "--set", "suppress=10", "-o", "levels.csv")
        self.check_release("levels.csv", 4)
        self.assertLess(self.facts("levels.csv")["mean_ncp"], without["mean_ncp"])
        self.assertGreater(self.facts("levels.csv")["suppressed_records"], 0)

    def test_bad_input(self):
        protect = ["protect", "visitors.csv", "--method", "generalisation", "-o", "release.csv"]
        self.fails(2, *protect, *NOUNS, "--columns", "reason,origin",
                   says=['column "origin" is nominal', "--knowledge origin=FILE"])
        self.file("plain.toml", '[columns]\nreason = { kind = "semantic" }\n'
                  '[[step]]\nmethod = "generalisation"\ncolumns = ["reason"]\n')
        self.fails(2, "protect", "visitors.csv", "--policy", "plain.toml", "-o", "release.csv",
                   says=['column "reason" has no taxonomy', "knowledge = "])
        self.file("short.csv", "beach;leisure;activity\nfishing;pastime;activity\n")
        told = self.fails(3, *protect, "--knowledge", "reason=short.csv", says="23 of its 25 values are not in short")
        self.assertNotIn("relaxation", told.stderr)
        self.fails(4, *protect, *NOUNS, "--set", "k=976", says="k is 976, but the table has 975 rows")
        self.fails(2, *protect, *NOUNS, "--set", "scheme=ful-domain", says="full-domain")
        self.assertFalse((self.folder / "release.csv").exists())


if __name__ == "__main__":
    unittest.main(verbosity=2)
