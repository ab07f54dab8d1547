#!/usr/bin/env python3
"""The journeys of a user: look, protect, attack, measure, choose, report."""
import csv
import gzip
import json
import os
import signal
import stat
import subprocess
import time
import unittest

from support import CliTest, LETHE, PATIENCE, wait_for_handler


class Journeys(CliTest):
    def test_inspect(self):
        result = self.ok_json("inspect", self.people(), "--columns", "age,sex,region")
        roles = {column["name"]: column["role"] for column in result["columns"]}
        self.assertEqual(roles["person_id"], "identifier")
        self.assertEqual(roles["diagnosis"], "confidential")
        self.assertGreater(result["classes"]["unique"], 0)
        self.assertIn("person_id", self.ok("inspect", "people.csv").stdout)

    def test_protect_writes_release_record_and_private_log(self):
        self.people()
        result = self.ok_json("protect", "people.csv", "--method", "mdav", "--set", "k=5", "--seed", 7,
                              "-o", "release.csv")
        self.assertEqual(result["output"], "release.csv")
        self.assertEqual(result["record"], "release.csv.lethe.json")
        self.assertEqual(result["rows"], 200)
        self.assertEqual(result["steps"][0]["method"], "mdav")
        self.assertEqual(result["steps"][0]["parameters"]["k"], [5])
        self.assertGreaterEqual(result["steps"][0]["seconds"], 0)
        with open(self.folder / "release.csv") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 200)
        self.assertNotIn("person_id", rows[0])
        record = (self.folder / "release.csv.lethe.json").read_text()
        log = self.folder / "release.csv.lethe.private.json"
        self.assertNotIn("seed", record)
        self.assertEqual(json.loads(log.read_text())["seed"], 7)
        self.assertEqual(stat.S_IMODE(log.stat().st_mode), 0o600)
        import hashlib
        digest = hashlib.sha256((self.folder / "release.csv").read_bytes()).hexdigest()
        self.assertEqual(json.loads(record)["release"]["sha256"], digest)
        self.assertNotIn(hashlib.sha256((self.folder / "people.csv").read_bytes()).hexdigest(), record)

    def test_untouched_values_survive_byte_for_byte(self):
        self.file("odd.csv", 'zip,price,share,note,x\n08191,1.50,1e-05,"a ""quoted"", note",1\n'
                             '00001,2.25,NA,"two\nlines",2\n08191,3.00,0.5,plain,3\n')
        self.ok("protect", "odd.csv", "--method", "rounding", "--set", "base=10", "--columns", "x", "-o", "out.csv")
        self.assertEqual((self.folder / "out.csv").read_text(),
                         'zip,price,share,note,x\n08191,1.50,1e-05,"a ""quoted"", note",0\n'
                         '00001,2.25,NA,"two\nlines",0\n08191,3.00,0.5,plain,0\n')

    def test_same_seed_same_bytes_for_any_threads(self):
        self.people()
        settings = {"sampling": ["--set", "fraction=0.5"],
                    "suppression": ["--set", "what=random-cells", "--set", "percent=20"]}
        for method in ["noise", "rank-swapping", "sampling", "resampling", "suppression"]:
            digests = set()
            for threads in (1, 2, 4):
                self.ok("protect", "people.csv", "--method", method, *settings.get(method, []), "--seed", 5,
                        "--threads", threads, "-o", "r.csv")
                digests.add((self.folder / "r.csv").read_bytes())
            self.assertEqual(len(digests), 1, method)

    def test_policy_formats_and_query(self):
        self.people()
        self.file("policy.toml", '[columns]\nperson_id = { role = "identifier" }\nage = { role = "quasi" }\n'
                                 'AGI = { role = "quasi" }\n[[step]]\nmethod = "mdav"\nk = 3\n'
                                 '[[step]]\nmethod = "rounding"\ncolumns = ["AGI"]\nbase = 100\n')
        for ending in ("csv", "tsv", "parquet", "json"):
            self.ok("protect", "people.csv", "--policy", "policy.toml", "-o", f"release.{ending}")
            again = self.ok_json("inspect", f"release.{ending}", "--columns", "age,AGI")
            self.assertEqual(again["data"]["rows"], 200)
            self.assertGreaterEqual(again["classes"]["smallest"], 3)
        query = "SELECT age, AGI FROM 'people.csv' WHERE age > 30"
        self.ok("protect", query, "--method", "mdav", "-o", "from_query.csv")
        self.assertIn("taken for what they look like", self.ok("protect", "people.csv", "--policy", "policy.toml", "-o",
                                                               "release.csv").stderr)

    def test_attack_measure_assess(self):
        self.people()
        self.ok("protect", "people.csv", "--method", "mdav", "--set", "k=5", "-o", "release.csv")
        columns = ["--columns", self.MONEY]
        attack = self.ok_json("attack", "people.csv", "release.csv", "--attack", "distance-linkage", *columns)
        linkage = attack["attacks"][0]
        self.assertEqual(linkage["name"], "distance-linkage")
        for key in ("strict", "lax", "expected", "records"):
            self.assertIn(key, linkage["details"])
        self.assertLessEqual(linkage["details"]["strict"], linkage["details"]["expected"])
        self.assertLessEqual(linkage["details"]["expected"], linkage["details"]["lax"])
        measure = self.ok_json("measure", "people.csv", "release.csv", "--measure", "sse", *columns)
        details = measure["measures"][0]["details"]
        self.assertAlmostEqual(measure["measures"][0]["value"], 100 * details["sse"] / details["about_original"]["sst"], places=6)
        result = self.ok_json("assess", "people.csv", "release.csv", *columns, "--seed", 1, "--alpha", 0.25)
        self.assertAlmostEqual(result["score"], 0.25 * result["loss"] + 0.75 * result["risk"], places=9)
        again = self.ok_json("assess", "people.csv", "release.csv", *columns, "--seed", 1, "--alpha", 0.25,
                             "--threads", 1)
        self.assertEqual(result, again)

    def test_scenarios_and_private_results(self):
        self.people()
        self.ok("protect", "people.csv", "--method", "noise", "--set", "p=30", "--seed", 2, "-o", "release.csv")
        base = ["attack", "people.csv", "release.csv", "--columns", self.MONEY, "--attack", "distance-linkage", "--seed", 3]
        few = self.ok_json(*base, "--known", 10)["attacks"][0]["details"]["records"]
        self.assertEqual(few, 20)
        rest = self.ok_json(*base, "--train", 25, "--set", "distance=mahalanobis")["attacks"][0]["details"]["records"]
        self.assertEqual(rest, 150)
        self.ok(*base, "--set", "links=true", "--private", "links.json")
        self.assertEqual(stat.S_IMODE((self.folder / "links.json").stat().st_mode), 0o600)
        self.assertTrue(json.loads((self.folder / "links.json").read_text())["results"])

    def test_dropped_rows_need_the_log(self):
        self.people()
        self.ok("protect", "people.csv", "--method", "sampling", "--set", "fraction=0.5", "--seed", 1, "-o", "half.csv")
        # It is found beside the release; elsewhere it has to be named.
        self.ok("attack", "people.csv", "half.csv", "--attack", "distance-linkage")
        (self.folder / "half.csv.lethe.private.json").rename(self.folder / "log.json")
        self.fails(3, "attack", "people.csv", "half.csv", says="--log")
        result = self.ok_json("attack", "people.csv", "half.csv", "--log", "log.json",
                              "--attack", "distance-linkage", "--set", "distance=raw", "--columns", self.MONEY)
        self.assertAlmostEqual(result["attacks"][0]["details"]["strict"], 50, delta=0.001)

    def test_explore_resumes_and_reports(self):
        self.people(120)
        self.file("grid.toml", '[[try]]\nmethod = "mdav"\nk = [3, 10]\n[[try]]\nmethod = "noise"\np = [10, 50]\n')
        arguments = ["explore", "people.csv", "--columns", self.MONEY, "--grid", "grid.toml", "--max-risk", 100,
                     "-o", "out"]
        first = self.ok_json(*arguments)
        self.assertEqual(len(first["points"]), 4)
        self.assertTrue(any(point["pareto"] for point in first["points"]))
        self.assertIn(first["recommended"], [1, 2, 3, 4])
        for name in ("points.csv", "map.svg", "report.html", "policy.toml", "exploration.json"):
            self.assertTrue((self.folder / "out" / name).exists(), name)
        journal = self.folder / "out/points.jsonl"
        journal.write_text("".join(journal.read_text().splitlines(True)[:3]))
        again = self.lethe(*arguments, "--json")
        self.assertIn("2 of 4 points", again.stderr)
        strip = lambda points: [{k: v for k, v in point.items() if k != "seconds"} for point in points]
        self.assertEqual(strip(json.loads(again.stdout)["points"]), strip(first["points"]))
        self.ok("protect", "people.csv", "--policy", "out/policy.toml", "-o", "release.csv")

    def test_report(self):
        self.people()
        self.ok("protect", "people.csv", "--method", "mdav", "--assess", "-o", "release.csv")
        record = json.loads((self.folder / "release.csv.lethe.json").read_text())
        self.assertIn("strict", record["measured"]["attacks"][0]["details"])
        self.assertNotIn("about_original", json.dumps(record))
        self.ok("report", "release.csv.lethe.json", "-o", "report.html")
        page = (self.folder / "report.html").read_text()
        self.assertIn("<svg", page)
        self.assertNotIn("P00000001", page)
        self.ok("report", "release.csv.lethe.json", "-o", "public.html", "--publish")
        self.assertIn("Internal", page)
        self.assertNotIn("Internal:", (self.folder / "public.html").read_text())

    def test_methods(self):
        methods = self.ok_json("methods")["methods"]
        for key in ("name", "family", "title", "summary", "kinds", "parameters", "cites", "properties"):
            self.assertTrue(all(key in method for method in methods), key)
        self.assertIn("smallest", self.ok("methods", "mdav").stdout)
        self.assertEqual({m["family"] for m in self.ok_json("methods", "--family", "loss")["methods"]}, {"loss"})

    def test_standard_input_and_output(self):
        self.people()
        text = (self.folder / "people.csv").read_text()
        result = self.ok("protect", "-", "--method", "mdav", "-o", "-", stdin=text)
        self.assertEqual(len(result.stdout.splitlines()), 201)
        self.assertEqual(os.listdir(self.folder), ["people.csv"])

    def test_gzip(self):
        self.people()
        with gzip.open(self.folder / "people.csv.gz", "wb") as file:
            file.write((self.folder / "people.csv").read_bytes())
        self.assertEqual(self.ok_json("inspect", "people.csv.gz")["data"]["rows"], 200)

    def test_demo(self):
        result = self.ok_json("demo", "--rows", 200)
        self.assertTrue((self.folder / result["report"]).exists())
        shown = self.ok("demo", "--rows", 200).stdout
        self.assertIn("least loss", shown)
        self.assertIn("best single method", shown)
        measured = result["protected"]["measured"]
        self.assertLessEqual(measured["worst"]["value"], 10)
        self.assertGreaterEqual(measured["bound"]["smallest"], 5)

    def test_interrupt_leaves_nothing_half_written(self):
        self.ok("sample", "census", "--rows", 60000, "--seed", 1, "-o", "people.csv")
        self.file("release.csv", "old\n")
        process = subprocess.Popen([LETHE, "protect", "people.csv", "--method", "mdav", "--assess", "-o", "release.csv",
                                    "--force"],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        wait_for_handler(process, signal.SIGINT)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60 * PATIENCE)
        self.assertEqual(process.returncode, 130, errors)
        self.assertEqual((self.folder / "release.csv").read_text(), "old\n")
        self.assertEqual(sorted(os.listdir(self.folder)), ["people.csv", "release.csv"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
