#!/usr/bin/env python3
"""The worst case, its proof, and intruders who know the masking."""
import csv
import json
import stat
import unittest

from support import CliTest


class WorstCase(CliTest):
    def test_worst_case_with_its_proof(self):
        self.people()
        self.ok("protect", "people.csv", "--method", "noise", "--set", "p=40", "--seed", 2, "-o", "release.csv")
        base = ["attack", "people.csv", "release.csv", "--columns", self.MONEY, "--attack", "supervised-linkage"]
        text = self.ok(*base, "--set", "operator=choquet", "--certificate", "proof.json", "--mps", "model.mps",
                       "--lattice", "sets.csv", "-o", "result.json").stdout
        for words in ("for certain", "proven", "columns that give people away", "checked in exact arithmetic"):
            self.assertIn(words, text)
        for name in ("proof.json", "model.mps", "sets.csv"):
            self.assertEqual(stat.S_IMODE((self.folder / name).stat().st_mode), 0o600)
        self.assertIn("ENDATA", (self.folder / "model.mps").read_text())
        sets = list(csv.DictReader((self.folder / "sets.csv").read_text().splitlines()))
        self.assertEqual(len(sets), 8)
        self.assertEqual(float(sets[-1]["value"]), 1)
        found = json.loads((self.folder / "result.json").read_text())["attacks"][0]["details"]
        verified = self.ok_json("verify", "proof.json", "people.csv", "release.csv")
        self.assertEqual((verified["links"], verified["bound"], verified["proven"]),
                         (found["links"], found["bound"], found["optimal"]))
        self.assertIn("Confirmed", self.ok("verify", "proof.json", "people.csv", "release.csv").stdout)
        for name in ("sets.dot", "sets.svg"):
            self.ok(*base, "--set", "operator=choquet", "--lattice", name)
        self.ok(*base, "--set", "operator=bilinear", "--set", "seconds=1", "--lattice", "matrix.svg")
        # What was learnt repeats the attack: it is shown inside the house only.
        self.ok("report", "result.json", "-o", "internal.html")
        self.ok("report", "result.json", "--publish", "-o", "public.html")
        self.assertIn("What each set of columns carries", (self.folder / "internal.html").read_text())
        public = (self.folder / "public.html").read_text()
        self.assertNotIn("What each set of columns carries", public)
        self.assertNotIn("columns that give people away", public)

    def test_proofs_of_samples_and_of_known_links(self):
        self.people()
        self.ok("protect", "people.csv", "--method", "sampling", "--set", "fraction=0.5", "--seed", 1, "-o", "half.csv")
        log = ["--log", "half.csv.lethe.private.json"]
        base = ["attack", "people.csv", "half.csv", *log, "--columns", self.MONEY, "--attack", "supervised-linkage",
                "--seed", 4, "--certificate", "proof.json"]
        for more, records in [((), 100), (("--set", "max_records=30"), 30), (("--train", 20), None)]:
            self.ok(*base, *more)
            verified = self.ok_json("verify", "proof.json", "people.csv", "half.csv", *log)
            if records:
                self.assertEqual(verified["records"], records)
        self.fails(3, "verify", "proof.json", "people.csv", "half.csv", says="--log")

    def test_who_knows_the_method_finds_more(self):
        self.people(300)
        money = self.MONEY.split(",")
        self.ok("protect", "people.csv", "--method", "rank-swapping", "--set", "p=10", "--columns", self.MONEY,
                "--seed", 2, "-o", "release.csv")
        base = ["attack", "people.csv", "release.csv", "--columns", self.MONEY]
        record = ["--release", "release.csv.lethe.json"]
        known = self.ok_json(*base, *record)["attacks"]
        attack = next(a for a in known if a["name"] == "rank-swapping-intersection")
        details = attack["details"]
        self.assertEqual(details["hit"], 100)
        self.assertEqual(details["empty"], 0)
        self.assertEqual(details["window_ranks"], {name: 30 for name in money})
        self.assertGreaterEqual(attack["value"], details["certain"])
        self.assertGreater(attack["value"], details["distance_linkage"])
        self.assertNotIn("rank-swapping-intersection", [a["name"] for a in self.ok_json(*base, "--method-unknown")["attacks"]])
        self.assertIn("no likely link but a proof", " ".join(self.ok(*base, *record).stdout.split()))
        # The same knowledge as a parameter, an upper bound of it, and none.
        one = [*base, "--attack", "rank-swapping-intersection"]
        told = self.ok_json(*one, "--set", "p=10")["attacks"][0]
        self.assertEqual(told["value"], attack["value"])
        self.assertEqual(self.ok_json(*one, "--set", "p=30")["attacks"][0]["details"]["hit"], 100)
        self.assertGreater(self.ok_json(*one, "--set", "window=1")["attacks"][0]["details"]["empty"], 50)
        self.fails(2, *one, "--method-unknown", says=["--release", "window"])
        self.fails(2, *one, "--set", "p=3", "--set", "window=3", says="not both")
        self.file("odd.json", '{"kind": "release", "release": {"columns": []}, "steps": 7}')
        self.fails(3, *one, "--release", "odd.json", says="release record")
        # Assessing at once knows the record as well.
        measured = self.ok_json("protect", "people.csv", "--method", "noise", "--set", "type=correlated", "--columns",
                                self.MONEY, "--seed", 2, "--assess", "-o", "noisy.csv")["measured"]
        self.assertIn("noise-linkage", [a["name"] for a in measured["attacks"]])
        corrected = self.ok_json("measure", "people.csv", "noisy.csv", "--columns", self.MONEY, "--measure",
                                 "noise-correction", "--release", "noisy.csv.lethe.json")["measures"][0]
        self.assertIn("without_correction", corrected["details"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
