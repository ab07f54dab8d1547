#!/usr/bin/env python3
"""Columns of sets, from policy to assessment: what was promised is counted again by a checker of its own."""
import csv
import json
import random
import unittest

import set_checker as check
from support import CliTest

TREE = ["flu;lungs;illness", "cold;lungs;illness", "asthma;lungs;illness", "ulcer;stomach;illness",
        "gastritis;stomach;illness", "migraine;head;illness", "vertigo;head;illness", "gout;illness"]
ITEMS = [line.split(";")[0] for line in TREE]
ABOVE = {line.split(";")[0]: set(line.split(";")) for line in TREE}


class Sets(CliTest):
    def setUp(self):
        super().setUp()
        self.file("illness.csv", "\n".join(TREE) + "\n")

    def table(self, seed, rows=120, separator="|"):
        draws = random.Random(seed)
        self.cells = []
        for _ in range(rows):
            own = draws.choices(ITEMS, weights=[30, 20, 3, 9, 2, 12, 2, 1], k=draws.randint(0, 4))
            self.cells.append(f" {separator} ".join(own))
        with open(self.folder / "people.csv", "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["age", "illness"])
            for i, cell in enumerate(self.cells):
                writer.writerow([20 + i % 40, cell])

    def policy(self, step, separator="|", knowledge=', knowledge = "illness.csv"'):
        return self.file("policy.toml", f"""
[columns]
age = {{ role = "other", kind = "numeric" }}
illness = {{ role = "quasi", kind = "set", separator = "{separator}"{knowledge} }}

[[step]]
{step}
""")

    def released(self):
        with open(self.folder / "release.csv", newline="") as file:
            return [row["illness"] for row in csv.DictReader(file)]

    def record(self):
        return json.loads((self.folder / "release.csv.lethe.json").read_text())

    def protect(self, step, **more):
        self.policy(step, **more)
        self.ok("protect", "people.csv", "--policy", "policy.toml", "--seed", "1", "-o", "release.csv", "--force")

    def test_generalisation_holds_in_the_file(self):
        for seed, (k, m) in enumerate([(2, 1), (3, 2), (5, 2), (4, 3), (20, 2)]):
            for knowledge in (', knowledge = "illness.csv"', ""):
                self.table(seed)
                self.protect(f'method = "set-generalisation"\nk = {k}\nm = {m}', knowledge=knowledge)
                released = self.released()
                above = ABOVE if knowledge else {item: {item} for item in ITEMS}
                self.assertGreaterEqual(check.smallest_support(released, "|", m) or k, k)
                self.assertGreaterEqual(check.fewest_left(self.cells, released, "|", m, above) or k, k)
                models = self.record()["guarantees"][0]["models"]
                self.assertEqual([model["holds"] for model in models], [True, True])
                self.assertEqual(models[0]["counted"], check.smallest_support(released, "|", m) or k)
                for before, after in zip(self.cells, released):
                    own = check.items(before, "|")
                    for shown in check.items(after, "|"):
                        self.assertTrue(any(shown in above[item] for item in own))
                    self.assertEqual(after, "|".join(sorted(check.items(after, "|"))))

    def test_partition_holds_in_the_file(self):
        for seed, k in enumerate([2, 5, 10]):
            self.table(seed)
            self.protect(f'method = "set-partition"\nk = {k}')
            self.assertGreaterEqual(check.smallest_class(self.released(), "|"), k)
            self.assertIs(self.record()["guarantees"][0]["holds"], True)

    def test_it_is_attacked_and_measured(self):
        self.table(7)
        known = ["--policy", "policy.toml", "--columns", "illness"]
        self.protect('method = "set-generalisation"\nk = 4\nm = 2')
        for attack in ("km-anonymity", "known-items"):
            result = self.ok_json("attack", "people.csv", "release.csv", *known, "--attack", attack, "--set", "k=4", "--set",
                                  "m=2", "--set", "separator=|", "--aligned")
            self.assertEqual(result["attacks"][0]["value"], 0, attack)
        before = self.ok_json("attack", "people.csv", "people.csv", *known, "--attack", "known-items", "--set", "k=4", "--set",
                              "m=2", "--set", "separator=|", "--aligned")
        self.assertGreater(before["attacks"][0]["value"], 10)
        loss = self.ok_json("measure", "people.csv", "release.csv", *known, "--measure", "set-loss", "--set", "separator=|")
        private = json.loads(next(self.folder.glob("release*private*")).read_text())
        self.assertAlmostEqual(loss["measures"][0]["value"], private["steps"][0]["facts"]["loss"], 9)
        self.assertEqual(loss["measures"][0]["details"]["untrue"], 0)

    def test_what_cannot_be_is_told(self):
        self.table(3, rows=10)
        self.policy('method = "set-generalisation"\nk = 11')
        self.fails(4, "protect", "people.csv", "--policy", "policy.toml", "-o", "release.csv", says=["k is at most 10"])
        self.policy('method = "set-partition"\nk = 11')
        self.fails(4, "protect", "people.csv", "--policy", "policy.toml", "-o", "release.csv", says=["k is at most 10"])
        self.file("illness.csv", "\n".join(TREE[2:]) + "\n")
        self.policy('method = "set-generalisation"\nk = 2')
        result = self.lethe("protect", "people.csv", "--policy", "policy.toml", "-o", "release.csv")
        self.assertEqual(result.returncode, 3)
        self.assertIn("illness", result.stderr)
        self.assertIn("2 of its", result.stderr)
        self.assertNotIn("flu", result.stderr)

    def test_policies_are_checked(self):
        self.table(3)
        self.policy('method = "set-generalisation"\nk = 2', separator=" ")
        self.fails(2, "protect", "people.csv", "--policy", "policy.toml", "-o", "release.csv", says=["separator"])
        self.policy('method = "mdav"\nk = 2\ncolumns = ["illness"]')
        result = self.lethe("protect", "people.csv", "--policy", "policy.toml", "-o", "release.csv")
        self.assertEqual(result.returncode, 2)
        self.file("policy.toml", '[columns]\nillness = { role = "quasi", kind = "nominal", separator = "|" }\n'
                                 '[[step]]\nmethod = "set-partition"\n')
        self.fails(2, "protect", "people.csv", "--policy", "policy.toml", "-o", "release.csv", says=['needs kind = "set"'])

    def test_odd_sets(self):
        for cells, separator in [(["", "", "a", "a"], ";"), (["a"] * 4, ";"), (["a;;b", ";", "a ; b", "a"], ";"),
                                 (["a<>b", "<>", "b<>a", ">a<"], "<>"), (["x\ty", "x\ty", "y"], "\\t"),
                                 (["a, b", "a, b", "c, a"], ",")]:
            self.cells = cells
            with open(self.folder / "people.csv", "w", newline="") as file:
                csv.writer(file).writerows([["age", "illness"]] + [[i, cell] for i, cell in enumerate(cells)])
            for method in ("set-generalisation", "set-partition"):
                if separator == "\\t":
                    self.policy(f'method = "{method}"\nk = 2', separator=separator, knowledge="")
                    self.fails(2, "protect", "people.csv", "--policy", "policy.toml", "-o", "release.csv", says=["separator"])
                    continue
                self.protect(f'method = "{method}"\nk = 2', separator=separator, knowledge="")
                if method == "set-generalisation":
                    self.assertGreaterEqual(check.smallest_support(self.released(), separator, 2) or 2, 2)
                else:
                    self.assertGreaterEqual(check.smallest_class(self.released(), separator), 2)

    def test_many_items(self):
        draws = random.Random(5)
        with open(self.folder / "people.csv", "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["age", "illness"])
            for i in range(20000):
                own = {f"i{int(100000 ** draws.random())}" for _ in range(6)} | {f"i{draws.randrange(100000)}"}
                writer.writerow([i % 90, "|".join(own)])
        self.protect('method = "set-generalisation"\nk = 5\nm = 2', knowledge="")
        self.assertGreaterEqual(check.smallest_support(self.released(), "|", 2), 5)


if __name__ == "__main__":
    unittest.main(verbosity=2)
