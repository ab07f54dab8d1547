#!/usr/bin/env python3
"""Tables of categories: protected, assessed, explored."""
import csv
import json
import unittest

from support import CliTest


class Categories(CliTest):
    def test_pram_and_its_correction(self):
        rows = [f"{'north' if i % 10 < 6 else 'south'},{'xyz'[i * 7 % 3]},{i}" for i in range(3000)]
        data = self.file("people.csv", "region,job,n\n" + "\n".join(rows) + "\n")
        self.file("region.csv", ",north,south\nnorth,0.7,0.3\nsouth,0.1,0.9\n")
        policy = self.file("policy.toml", """
[[step]]
method = "pram"
columns = ["region"]
type = "matrix"
matrix = { region = "region.csv" }
[[step]]
method = "pram"
columns = ["job"]
type = "invariant"
change = 0.25
""")
        self.ok("protect", data, "--policy", policy, "--seed", 5, "-o", "release.csv")
        record = json.loads((self.folder / "release.csv.lethe.json").read_text())
        matrix = record["steps"][0]["facts"]["matrix"]["region"]
        self.assertEqual(matrix, {"categories": ["north", "south"], "rows": [[0.7, 0.3], [0.1, 0.9]]})
        # An invariant matrix tells the frequencies of the original: its stationary vector.
        self.assertNotIn("facts", record["steps"][1])
        log = json.loads((self.folder / "release.csv.lethe.private.json").read_text())
        told = log["steps"][1]["facts"]
        for row in told["matrix"]["job"]["rows"]:
            self.assertAlmostEqual(sum(row), 1)
        self.assertAlmostEqual(told["expected_change"]["job"], 0.25)
        measured = self.ok_json("measure", data, "release.csv", "--release", "release.csv.lethe.json",
                                "--measure", "pram-correction", "--columns", "region,job")["measures"][0]
        self.assertLess(measured["value"], measured["details"]["without_correction"] / 2)
        # Without the log the matrix is made again, which is exact: nothing came before that step.
        (self.folder / "release.csv.lethe.private.json").rename(self.folder / "kept.json")
        again = self.ok_json("measure", data, "release.csv", "--measure", "pram-correction", "--columns",
                             "job")["measures"][0]
        self.assertIn("made again from the original", again["warnings"][0])
        logged = self.ok_json("measure", data, "release.csv", "--measure", "pram-correction", "--columns", "job",
                              "--log", "kept.json")["measures"][0]
        self.assertEqual(again["value"], logged["value"])
        # The matrix alone does as well as the record; so does the recorded matrix, given back.
        alone = self.ok_json("measure", data, "release.csv", "--measure", "pram-correction", "--columns",
                             "region", "--set", "matrix=region:region.csv")["measures"][0]
        self.assertLess(alone["value"], 5)
        self.file("again.json", json.dumps(matrix))
        self.ok("protect", data, "--method", "pram", "--columns", "region", "--set", "type=matrix",
                "--set", "matrix=region:again.json", "--seed", 5, "-o", "again.csv")
        with open(self.folder / "again.csv") as again, open(self.folder / "release.csv") as release:
            self.assertEqual([line["region"] for line in csv.DictReader(again)],
                             [line["region"] for line in csv.DictReader(release)])

    def test_weights_are_released(self):
        rows = [f"{'abcdefgh'[i * i % 8]},{'uvw'[i % 3]},{'good' if i % 4 else 'bad'}" for i in range(400)]
        data = self.file("people.csv", "job,region,health\n" + "\n".join(rows) + "\n")
        self.ok("protect", data, "--method", "massc", "--columns", "job,region", "--set", "calibrate=health",
                "--set", "sizes=20,60", "--seed", 3, "-o", "release.csv")
        with open(self.folder / "release.csv") as release:
            records = list(csv.DictReader(release))
        self.assertLess(len(records), 400)
        self.assertAlmostEqual(sum(float(r["weight"]) for r in records if r["health"] == "bad"), 100)
        self.assertAlmostEqual(sum(float(r["weight"]) for r in records), 400)
        record = json.loads((self.folder / "release.csv.lethe.json").read_text())
        self.assertEqual(len(record["steps"][0]["facts"]["strata"]), 3)
        self.assertEqual(record["release"]["columns"][-1]["name"], "weight")

    def test_categories_are_assessed(self):
        self.jobs()
        files = ["jobs.csv", "release.csv"]
        result = self.ok_json("assess", *files, "--policy", "policy.toml")
        self.assertEqual(result["columns"], ["school", "size", "job"])
        self.assertEqual(result["loss_measure"], "category-loss")
        values = {}
        for item in result["attacks"] + result["measures"]:
            values.setdefault(item["name"], item["value"])
        self.assertNotIn("il", values)
        self.assertAlmostEqual(result["loss"], (values["dbil"] + values["ctbil"] + values["ebil"]) / 3)
        found = [a for a in result["attacks"] if a["value"] is not None]
        largest = {a["name"]: max(b["value"] for b in found if b["name"] == a["name"]) for a in found}
        linkage = (largest["distance-linkage"] + largest["probabilistic-linkage"]) / 2
        self.assertAlmostEqual(result["risks"]["rl"], linkage)
        interval = next(a for a in found if a["name"] == "interval-disclosure")
        dr = (linkage + interval["value"]) / 2 if interval["details"]["cells"] else linkage
        self.assertAlmostEqual(result["risks"]["dr"], dr)
        # The headline is at least what any attack finds.
        self.assertEqual(result["risk_rule"], "worst")
        self.assertAlmostEqual(result["risk"], result["worst"]["value"])
        self.assertGreaterEqual(result["risk"] + 1e-9, max(largest["distance-linkage"], largest["probabilistic-linkage"]))
        # Without the policy nothing is known of an order, and a step is as far as any other.
        plain = self.ok_json("measure", *files, "--measure", "dbil", "--columns", "school,size,job")["measures"][0]
        self.assertGreater(plain["value"], values["dbil"])
        # Numbers beside categories: one loss for both.
        mixed = self.ok_json("assess", *files, "--policy", "policy.toml", "--columns", "school,size,job,income")
        values = {item["name"]: item["value"] for item in mixed["measures"]}
        self.assertEqual(mixed["loss_measure"], "cell-loss")
        self.assertAlmostEqual(mixed["loss"], values["cell-loss"])
        named = self.ok_json("assess", *files, "--policy", "policy.toml", "--loss", "ctbil")
        self.assertEqual(named["loss_measure"], "ctbil")
        self.fails(5, "assess", *files, "--policy", "nowhere.toml")
        self.file("other.toml", '[columns]\nheight = { kind = "numeric" }\n')
        self.fails(2, "assess", *files, "--policy", "other.toml", says="height")

    def test_categories_are_explored(self):
        self.jobs()
        result = self.ok_json("explore", "jobs.csv", "--policy", "policy.toml", "-o", "out", "--seed", 1)
        self.assertEqual(result["columns"], ["school", "size", "job"])
        self.assertEqual([p["label"] for p in result["points"] if "error" in p], [])
        self.assertTrue(all(point["loss"] <= 100 for point in result["points"]))
        self.assertNotIn("noise", [point["method"] for point in result["points"]])
        self.ok("protect", "jobs.csv", "--policy", "out/policy.toml", "-o", "best.csv")


if __name__ == "__main__":
    unittest.main(verbosity=2)
