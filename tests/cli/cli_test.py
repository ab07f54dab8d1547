#!/usr/bin/env python3
"""Runs the program as a user would: the journeys, every example of the help pages and of the README,
and every kind of bad input, with exit codes and messages."""
import csv
import gzip
import json
import math
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
LETHE = os.path.abspath(os.environ.get("LETHE_PROGRAM", TOP / "build/test/lethe"))
COMMANDS = ["inspect", "explore", "evolve", "protect", "attack", "measure", "assess", "verify", "report", "methods",
            "sample", "reproduce", "demo"]


def run(*arguments, cwd=None, stdin=None, **more):
    return subprocess.run([LETHE, *map(str, arguments)], cwd=cwd, input=stdin, capture_output=True, text=True,
                          timeout=300, **more)


class CliTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="lethe-cli-"))
        self.addCleanup(shutil.rmtree, self.folder, True)

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def lethe(self, *arguments, **more):
        return run(*arguments, cwd=self.folder, **more)

    def ok(self, *arguments, **more):
        result = self.lethe(*arguments, **more)
        self.assertEqual(result.returncode, 0, f"{arguments}\n{result.stderr}\n{result.stdout}")
        return result

    def ok_json(self, *arguments, **more):
        return json.loads(self.ok(*arguments, "--json", **more).stdout)

    def fails(self, code, *arguments, says=(), **more):
        result = self.lethe(*arguments, **more)
        self.assertEqual(result.returncode, code, f"{arguments}\n{result.stderr}\n{result.stdout}")
        for text in [says] if isinstance(says, str) else says:
            self.assertIn(text, result.stderr)
        return result

    def people(self, rows=200):
        self.ok("sample", "census", "--rows", rows, "--seed", 1, "-o", "people.csv")
        return "people.csv"


class Journeys(CliTest):
    MONEY = "AGI,FEDTAX,TAXINC"

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
        self.assertIn("released as they are", self.ok("protect", "people.csv", "--policy", "policy.toml", "-o",
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
        self.assertAlmostEqual(measure["measures"][0]["value"], 100 * details["sse"] / details["sst"], places=6)
        result = self.ok_json("assess", "people.csv", "release.csv", *columns, "--seed", 1, "--alpha", 0.25)
        self.assertAlmostEqual(result["score"], 0.25 * result["risk"] + 0.75 * result["loss"], places=9)
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
        self.assertNotIn("rank-swapping-intersection", [a["name"] for a in self.ok_json(*base)["attacks"]])
        self.assertIn("no likely link but a proof", " ".join(self.ok(*base, *record).stdout.split()))
        # The same knowledge as a parameter, an upper bound of it, and none.
        one = [*base, "--attack", "rank-swapping-intersection"]
        told = self.ok_json(*one, "--set", "p=10")["attacks"][0]
        self.assertEqual(told["value"], attack["value"])
        self.assertEqual(self.ok_json(*one, "--set", "p=30")["attacks"][0]["details"]["hit"], 100)
        self.assertGreater(self.ok_json(*one, "--set", "window=1")["attacks"][0]["details"]["empty"], 50)
        self.fails(2, *one, says=["--release FILE", "window"])
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
        for row in record["steps"][1]["facts"]["matrix"]["job"]["rows"]:
            self.assertAlmostEqual(sum(row), 1)
        self.assertAlmostEqual(record["steps"][1]["facts"]["expected_change"]["job"], 0.25)
        measured = self.ok_json("measure", data, "release.csv", "--release", "release.csv.lethe.json",
                                "--measure", "pram-correction", "--columns", "region,job")["measures"][0]
        self.assertLess(measured["value"], measured["details"]["without_correction"] / 2)
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

    def test_dropped_rows_need_the_log(self):
        self.people()
        self.ok("protect", "people.csv", "--method", "sampling", "--set", "fraction=0.5", "--seed", 1, "-o", "half.csv")
        self.fails(3, "attack", "people.csv", "half.csv", says="--log")
        result = self.ok_json("attack", "people.csv", "half.csv", "--log", "half.csv.lethe.private.json",
                              "--attack", "distance-linkage", "--set", "distance=raw", "--columns", self.MONEY)
        self.assertAlmostEqual(result["attacks"][0]["details"]["strict"], 50, delta=0.001)

    def test_explore_resumes_and_reports(self):
        self.people(120)
        self.file("grid.toml", '[[try]]\nmethod = "mdav"\nk = [3, 10]\n[[try]]\nmethod = "noise"\np = [10, 50]\n')
        arguments = ["explore", "people.csv", "--columns", self.MONEY, "--grid", "grid.toml", "-o", "out"]
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

    def test_evolve_draws_and_reports(self):
        self.people(120)
        shown = self.ok("evolve", "people.csv", "--generations", 5, "--seed", 1, "-o", "out").stdout
        self.assertIn("Evolution ", shown)
        self.assertIn("Disclosure risk", shown)
        for name in ("best.csv", "best.csv.lethe.json", "evolution.json", "population.svg", "convergence.svg",
                     "report.html", "checkpoint.json"):
            self.assertTrue((self.folder / "out" / name).exists(), name)
        self.assertTrue((self.folder / "out/population.svg").read_text().startswith("<?xml"))
        self.ok("report", "out/evolution.json", "-o", "page.html")
        page = (self.folder / "page.html").read_text()
        self.assertIn("Found by evolution", page)
        self.assertIn("people.csv", page)
        self.ok("report", "out/evolution.json", "--publish", "-o", "public.html")
        self.assertNotIn("people.csv", (self.folder / "public.html").read_text())
        self.fails(3, "report", "out/checkpoint.json", "-o", "x.html", says="not a result")

    def jobs(self):
        """A table of two ordered columns, an unordered one and a number, a policy, and a release of it."""
        chance = random.Random(1)
        rows = ["school,size,job,income"]
        for _ in range(150):
            rows.append(",".join([chance.choice(["none", "primary", "secondary"]), chance.choice("SML"),
                                  chance.choice(["clerk", "nurse", "smith", "baker"]), str(chance.randrange(9000))]))
        self.file("jobs.csv", "\n".join(rows) + "\n")
        self.file("policy.toml", """[columns]
school = { role = "quasi", kind = "ordinal", order = ["none", "primary", "secondary"] }
size = { role = "quasi", kind = "ordinal", order = ["S", "M", "L"] }
job = { role = "quasi", kind = "nominal" }
income = { role = "confidential" }
[[step]]
method = "mdav"
k = 4
""")
        self.ok("protect", "jobs.csv", "--policy", "policy.toml", "--seed", 1, "-o", "release.csv")

    @staticmethod
    def found(result):
        """What a search found, without how long it took and where it was written."""
        return {key: value for key, value in result.items() if key not in ("seconds", "output", "release")}

    def test_evolve_improves_and_goes_on(self):
        self.jobs()
        arguments = ["evolve", "jobs.csv", "--policy", "policy.toml", "--seed", 7]
        first = self.ok_json(*arguments, "--generations", 10, "-o", "out")
        self.assertEqual(first["columns"], ["school", "size", "job"])
        self.assertLess(first["best"]["score"], first["start"]["score"])
        self.assertEqual(first["generations"], 10)
        for name in ("best.csv", "best.csv.lethe.json", "best.csv.lethe.private.json", "evolution.json", "report.html",
                     "checkpoint.json"):
            self.assertTrue((self.folder / "out" / name).exists(), name)
        self.assertEqual((self.folder / "out/checkpoint.json").stat().st_mode & 0o777, 0o600)
        record = json.loads((self.folder / "out/best.csv.lethe.json").read_text())
        self.assertEqual(record["steps"][0]["method"], "evolution")
        self.assertNotIn("seed", json.dumps(record))
        self.ok_json("assess", "jobs.csv", "out/best.csv", "--policy", "policy.toml")
        longer = self.lethe(*arguments[:-2], "--generations", 25, "-o", "out", "--json")
        self.assertIn("going on", longer.stderr)
        whole = self.ok_json(*arguments, "--generations", 25, "-o", "other")
        self.assertEqual(self.found(json.loads(longer.stdout)), self.found(whole))
        self.assertEqual((self.folder / "out/best.csv").read_text(), (self.folder / "other/best.csv").read_text())
        self.fails(2, *arguments, "--aim", "max", "-o", "out", says="other data, options or seed")
        spoilt = self.folder / "out/checkpoint.json"
        text = json.loads(spoilt.read_text())
        genome = text["checkpoint"]["state"]["population"][0]["genome"]
        text["checkpoint"]["state"]["population"][0]["genome"] = "ffff" + genome[4:]
        spoilt.write_text(json.dumps(text))
        self.fails(3, *arguments, "--generations", 30, "-o", "out", says="spoilt")
        alone = self.ok_json(*arguments, "--generations", 25)
        self.assertEqual(self.found(alone), self.found(whole))

    def test_evolve_pram(self):
        self.jobs()
        for what, generations in (("pram-matrices", 30), ("pram-formula", 3)):
            result = self.ok_json("evolve", "jobs.csv", "--policy", "policy.toml", "--what", what, "--generations",
                                  generations, "--seed", 7, "-o", what)
            self.assertEqual(result["what"], what)
            self.assertLessEqual(result["best"]["score"], result["start"]["score"])
            self.ok("protect", "jobs.csv", "--policy", what + "/policy.toml", "--seed", 1, "-o", what + ".csv")
            record = json.loads((self.folder / (what + ".csv.lethe.json")).read_text())
            self.assertEqual(record["steps"][0]["method"], "pram")

    def test_evolved_matrices_that_turn_categories_round_are_told(self):
        self.jobs()
        arguments = ["evolve", "jobs.csv", "--policy", "policy.toml", "--what", "pram-matrices", "--columns", "job",
                     "--generations", 200, "--seed", 7]
        self.assertIn("can turn them back", self.lethe(*arguments, "--json").stderr)
        held = self.lethe(*arguments, "--keep-least", 0.5, "--json")
        self.assertNotIn("turn them back", held.stderr)
        for matrix in json.loads(held.stdout)["best"]["matrices"].values():
            for i, row in enumerate(matrix["rows"]):
                self.assertGreaterEqual(row[i], 0.5)

    def test_evolve_numbers(self):
        self.people(80)
        result = self.ok_json("evolve", "people.csv", "--columns", self.MONEY, "--generations", 5, "--seed", 1)
        self.assertLess(result["best"]["score"], result["start"]["score"])

    def test_evolve_refuses(self):
        self.jobs()
        self.fails(2, "evolve", "jobs.csv", "--columns", "income,job", says="numbers and categories together")
        self.fails(2, "evolve", "jobs.csv", "--columns", "wages", says='"wages"')
        self.fails(2, "evolve", "jobs.csv", "--aim", "median", says="median")
        self.file("grid.toml", '[[try]]\nmethod = "noise"\n')
        self.fails(2, "evolve", "jobs.csv", "--columns", "job", "--start", "grid.toml", says="takes none of the columns")
        self.fails(2, "evolve", "jobs.csv", "--columns", "job,income", "--what", "pram-matrices", says='"income"')

    def test_an_interrupted_evolution_is_kept(self):
        self.jobs()
        process = subprocess.Popen([LETHE, "evolve", "jobs.csv", "--policy", "policy.toml", "--seed", "7", "--generations",
                                    "1000000", "--stagnation", "0", "-o", "out"],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(5)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, errors)
        self.assertIn("is kept", errors)
        self.assertTrue((self.folder / "out/checkpoint.json").exists())

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
        risk = ((values["distance-linkage"] + values["probabilistic-linkage"]) / 2 + values["interval-disclosure"]) / 2
        self.assertAlmostEqual(result["risk"], risk)
        # Without the policy nothing is known of an order, and a step is as far as any other.
        plain = self.ok_json("measure", *files, "--measure", "dbil", "--columns", "school,size,job")["measures"][0]
        self.assertGreater(plain["value"], values["dbil"])
        # Numbers beside categories: both losses, by columns.
        mixed = self.ok_json("assess", *files, "--policy", "policy.toml", "--columns", "school,size,job,income")
        values = {item["name"]: item["value"] for item in mixed["measures"]}
        self.assertEqual(mixed["loss_measure"], "il and category-loss")
        self.assertAlmostEqual(mixed["loss"], values["il"] / 4 + values["category-loss"] * 3 / 4)
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

    def test_report(self):
        self.people()
        self.ok("protect", "people.csv", "--method", "mdav", "--assess", "-o", "release.csv")
        record = json.loads((self.folder / "release.csv.lethe.json").read_text())
        self.assertIn("strict", record["measured"]["attacks"][0]["details"])
        self.assertTrue(all(not item["details"] for item in record["measured"]["measures"]))
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
        self.assertIn("Recommended: ", self.ok("demo", "--rows", 200).stdout)

    def test_interrupt_leaves_nothing_half_written(self):
        self.ok("sample", "census", "--rows", 60000, "--seed", 1, "-o", "people.csv")
        self.file("release.csv", "old\n")
        process = subprocess.Popen([LETHE, "protect", "people.csv", "--method", "mdav", "--assess", "-o", "release.csv"],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, errors)
        self.assertEqual((self.folder / "release.csv").read_text(), "old\n")
        self.assertEqual(sorted(os.listdir(self.folder)), ["people.csv", "release.csv"])


    def census(self):
        """A made-up file in the shape of the one that the published experiments run on."""
        draw = random.Random(1)
        rows = [",".join(f"V{column}" for column in range(1, 14))]
        for _ in range(1080):
            common = draw.gauss(0, 1)
            rows.append(",".join(str(round(1e6 * math.exp(0.4 * common + 0.5 * draw.gauss(0, 1)))) for _ in range(13)))
        (self.folder / "data/casc").mkdir(parents=True)
        self.file("data/casc/Census.csv", "\n".join(rows) + "\n")
        return ["--data", "data"]

    def test_reproduce(self):
        data = self.census()
        self.assertIn("worst-case-series", self.ok("reproduce").stdout)
        self.fails(2, "reproduce", "noise", says="--data DIR")
        self.fails(2, "reproduce", "nosie", *data, says="noise")
        self.fails(2, "reproduce", "noise", "--only", "RS-1", *data, says="no files to choose from")
        self.fails(2, "reproduce", "heuristic", "--only", "M4-29", *data, says="M4-28")
        table = self.ok("reproduce", "learnt-distances", "--only", "M4-33", "--samples", 1, "--seconds", 5, *data).stdout
        self.assertIn("d2SB_psd", table)
        self.assertIn("Checks: 15 of 15 hold.", table)
        self.assertLessEqual(max(map(len, table.splitlines())), 100)
        # Bounds of the true file do not hold of this one, and that is an error.
        self.fails(4, "reproduce", "first-400-learnt", "--only", "M6-853", "--seconds", 5, *data, says="M6-853")

    def test_reproduce_goes_on_where_it_was_interrupted(self):
        arguments = ["reproduce", "worst-case-series", "--only", "MicIR", "--samples", 10, "--state", "state.jsonl",
                     "--threads", 1, *self.census()]
        state = self.folder / "state.jsonl"
        process = subprocess.Popen([LETHE, *map(str, arguments)], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        while process.poll() is None and not (state.exists() and len(state.read_text().splitlines()) > 3):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, errors)
        self.assertIn("the same command goes on", errors)
        kept = state.read_text().splitlines()
        self.assertLess(len(kept), 181)
        result = self.ok_json(*arguments)["reproductions"][0]
        self.assertEqual(result["tables"][0]["rows"][0]["files"], 180)
        self.assertEqual(state.read_text().splitlines()[:len(kept)], kept)
        self.assertEqual(len(state.read_text().splitlines()), 181)


class Examples(CliTest):
    """Examples in help pages and in the README run as printed."""

    def run_lines(self, lines):
        for line in lines:
            line = re.sub(r"^(\./|\.\./\.\./)?lethe ", "", line)
            result = subprocess.run(f"'{LETHE}' {line}", shell=True, cwd=self.folder, capture_output=True, text=True,
                                    timeout=300)
            self.assertEqual(result.returncode, 0, f"{line}\n{result.stderr}")

    def test_help_pages(self):
        for command in COMMANDS:
            page = self.ok(command, "--help").stdout
            lines = [line.strip() for line in page.splitlines() if line.startswith("  lethe ")]
            self.assertTrue(lines, f"{command} --help has no example")
            self.run_lines([line for line in lines if "--data DIR" not in line])

    def test_example_folders(self):
        for readme in sorted(TOP.glob("examples/*/README.md")):
            for file in readme.parent.glob("*.toml"):
                shutil.copy(file, self.folder)
            blocks = re.findall(r"```sh\n(.*?)```", readme.read_text(), re.S)
            lines = [line for block in blocks for line in block.splitlines() if line.startswith("../../lethe ")]
            self.assertTrue(lines, readme)
            self.run_lines(lines)

    def test_guides(self):
        for page in (TOP / "docs/guide/evolution.md",):
            blocks = re.findall(r"```sh\n(.*?)```", page.read_text(), re.S)
            lines = [line for block in blocks for line in block.splitlines() if line.startswith("lethe ")]
            self.assertGreaterEqual(len(lines), 3)
            self.run_lines(lines)

    def test_readme_tour(self):
        readme = (TOP / "README.md").read_text()
        tour = readme[readme.index("## A tour"):]
        tour = tour[:tour.index("\n## ", 5)]
        blocks = re.findall(r"```sh\n(.*?)```", tour, re.S)
        lines = [line for block in blocks for line in block.splitlines() if line.startswith("./lethe ")]
        self.assertGreaterEqual(len(lines), 6)
        self.run_lines(lines)


class BadInput(CliTest):
    SECRET = "4711.0815"

    def protects(self, content, code, says, name="data.csv", method=("mdav", "--set", "k=3")):
        path = self.file(name, content)
        self.file("out.csv", "old\n")
        result = self.fails(code, "protect", path, "--method", *method, "-o", "out.csv", says=says)
        self.assertEqual((self.folder / "out.csv").read_text(), "old\n")
        self.assertEqual([f for f in os.listdir(self.folder) if "lethe" in f or f.endswith("tmp")], [])
        self.assertNotIn(self.SECRET, result.stderr + result.stdout)
        return result

    def test_files(self):
        self.protects("", 3, "empty")
        self.protects("a,b\n", 3, "no rows")
        self.protects(f"a,b\n1,2\n3,4,{self.SECRET}\n", 3, ["data.csv:3", "expected 2", "found 3"])
        self.protects(f"a,b\n1,2\n{self.SECRET}\n5,6\n", 3, ["data.csv:3", "expected 2", "found 1"])
        self.protects("a,a\n1,2\n", 3, ['"a"'])
        self.protects(b"name\xff,b\n1,2\n3,4\n", 3, "UTF-8")
        self.protects("a,b\n1,inf\n3,4\n", 3, ['"b"', "row 1", "finite"])
        self.protects("a,b\n1,2\n3,NaN\n", 3, ['"b"', "row 2", "finite"])

    def test_too_few_rows(self):
        self.protects(f"a,b\n1,{self.SECRET}\n", 4, ["k is 3", "1 row"])
        self.protects("a,b\n1,2\n3,4\n", 4, ["k is 3", "2 rows"])

    def test_constant_and_missing_columns_work(self):
        self.file("constant.csv", "a,b,c\n" + "1,5,\n2,5,\n3,5,\n4,5,\n")
        self.ok("protect", "constant.csv", "--method", "mdav", "--set", "k=2", "-o", "out.csv")
        result = self.ok_json("assess", "constant.csv", "out.csv", "--columns", "a,b,c")
        self.assertNotIn("NaN", json.dumps(result))

    def test_wrong_types(self):
        rows = "".join(f"{i},x{i % 7}\n" for i in range(50))
        self.protects("a,b\n" + rows, 2, ['"b"', "nominal", "numeric"],
                      method=("noise", "--columns", "a,b"))
        numbers = "".join(f"{i}\n" for i in range(50))
        self.protects("a\n" + numbers + "oops\n", 2, ["row 51"], method=("noise", "--columns", "a"))

    def test_names(self):
        self.people()
        self.fails(2, "protect", "people.csv", "--method", "mdaw", "-o", "o.csv", says='did you mean "mdav"')
        self.fails(2, "protect", "people.csv", "--method", "mdav", "--columns", "AGE", "-o", "o.csv",
                   says='did you mean "age"')
        self.fails(2, "protect", "people.csv", "--method", "mdav", "--set", "kk=3", "-o", "o.csv", says='did you mean "k"')
        self.fails(2, "protect", "people.csv", "--method", "mdav", "--set", "k=1", "-o", "o.csv", says=["k", "at least 2"])
        self.fails(2, "protect", "people.csv", "--method", "mdav", "--set", "k=five", "-o", "o.csv", says="whole number")
        self.fails(2, "protect", "people.csv", "--method", "mdav", "--set", "scaling=z", "-o", "o.csv", says="zscore")
        self.fails(2, "protect", "people.csv", "-o", "o.csv", says="--method")
        self.fails(2, "attack", "people.csv", "people.csv", "--attack", "distnace-linkage", says="did you mean")
        self.fails(2, "frobnicate")
        self.fails(2, "protect", "people.csv", "--method", "mdav", "-o", "people.csv", says="overwrite")
        self.fails(2, "protect", "people.csv", "--method", "mdav", "-o", "out.xls", says=".csv")

    def test_policy_problems_come_together_with_places(self):
        self.people()
        self.file("bad.toml", '[columns]\nage = { role = "quazi" }\nagi = { role = "quasi" }\n\n[[step]]\n'
                              'method = "mdav"\nk = 0\nscalling = "none"\n\n[[step]]\nmethod = "no"\n')
        result = self.fails(2, "protect", "people.csv", "--policy", "bad.toml", "-o", "o.csv",
                            says=["bad.toml:2", "quasi", "bad.toml:3", 'did you mean "AGI"', "bad.toml:7", "at least 2",
                                  "bad.toml:8", "scaling", "bad.toml:10"])
        lines = [int(line.split(":")[2]) for line in result.stderr.splitlines() if "bad.toml" in line]
        self.assertEqual(lines, sorted(lines))
        self.file("broken.toml", "[columns\n")
        self.fails(2, "protect", "people.csv", "--policy", "broken.toml", "-o", "o.csv", says="broken.toml:1")

    def test_reading_and_writing(self):
        self.fails(5, "inspect", "nowhere.csv", says="nowhere.csv")
        (self.folder / "folder.csv").mkdir()
        self.fails(5, "inspect", "folder.csv", says="directory")
        self.fails(5, "inspect", ".", says="directory")
        self.people()
        self.fails(5, "protect", "people.csv", "--method", "mdav", "-o", "no/such/folder/o.csv", says="no/such/folder")
        self.fails(5, "protect", "people.csv", "--method", "mdav", "-o", "folder.csv", says="folder.csv")
        if os.geteuid() != 0:
            locked = self.file("locked.csv", "a\n1\n")
            locked.chmod(0)
            self.fails(5, "inspect", "locked.csv", says="locked.csv")

    def test_no_space_left(self):
        self.people(2000)
        self.file("out.csv", "old\n")
        limit = lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
                         resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000)))
        self.fails(5, "protect", "people.csv", "--method", "mdav", "-o", "out.csv", says="out.csv", preexec_fn=limit)
        self.assertEqual((self.folder / "out.csv").read_text(), "old\n")
        self.assertEqual(sorted(os.listdir(self.folder)), ["out.csv", "people.csv"])

    def test_errors_as_json(self):
        for arguments, kind in [(("inspect", "nowhere.csv"), "io"), (("inspcet",), "usage"),
                                (("sample", "census", "--rows", "-3", "-o", "x.csv"), "usage")]:
            result = self.lethe(*arguments, "--json")
            self.assertEqual(json.loads(result.stdout)["error"]["kind"], kind)
        self.fails(2, "inspcet", says='did you mean "inspect"')

    def test_inputs_are_never_overwritten(self):
        self.people()
        self.ok("protect", "people.csv", "--method", "mdav", "-o", "release.csv")
        before = (self.folder / "people.csv").read_bytes()
        for arguments in [("protect", "people.csv", "--method", "mdav", "-o", "people.csv"),
                          ("assess", "people.csv", "release.csv", "-o", "people.csv"),
                          ("attack", "people.csv", "release.csv", "--private", "people.csv"),
                          ("inspect", "people.csv", "-o", "people.csv")]:
            self.fails(2, *arguments, says="overwrite")
        self.assertEqual((self.folder / "people.csv").read_bytes(), before)

    def test_learnt_distances(self):
        self.people(60)
        self.ok("protect", "people.csv", "--method", "noise", "--set", "p=40", "--seed", 2, "-o", "release.csv")
        attack = ["attack", "people.csv", "release.csv", "--columns", "AGI,FEDTAX,TAXINC"]
        supervised = [*attack, "--attack", "supervised-linkage"]
        self.fails(2, *attack, "--certificate", "x.json", says="--attack supervised-linkage")
        self.fails(2, *attack, "--attack", "distance-linkage", "--mps", "x.mps", says="supervised-linkage")
        self.fails(2, *supervised, "--lattice", "x.txt", says=".csv, .dot or .svg")
        self.fails(2, *supervised, "--lattice", "x.csv", says="operator=choquet")
        self.fails(2, *supervised, "--set", "operator=bilinear", "--lattice", "x.dot", says=".csv or .svg")
        self.fails(2, *supervised, "--set", "operator=owa", "--set", "variant=psd", says="variant")
        self.fails(2, *supervised, "--set", "operator=bilinear", "--set", "null_weights=forbidden",
                   says="null_weights")
        self.fails(2, *supervised, "--set", "operator=bilinear", "--set", "variant=psd", "--mps", "x.mps",
                   says="linear")
        self.fails(2, *supervised, "--certificate", "people.csv", says="overwrite")
        self.assertEqual([p.name for p in self.folder.glob("x.*")], [])
        self.ok(*supervised, "--certificate", "proof.json")
        proof = json.loads((self.folder / "proof.json").read_text())
        self.fails(5, "verify", "nowhere.json", "people.csv", "release.csv", says="nowhere.json")
        self.fails(3, "verify", "people.csv", "people.csv", "release.csv", says="not valid JSON")
        self.fails(3, "verify", "release.csv.lethe.json", "people.csv", "release.csv", says="not a linkage certificate")
        self.file("deep.json", "[" * 100000)
        self.fails(3, "verify", "deep.json", "people.csv", "release.csv", says="deep.json")
        self.fails(4, "verify", "proof.json", "release.csv", "people.csv", says="does not hold")
        for key, value, code in [("links", proof["links"] + 1, 4), ("bound", proof["bound"] - 1, 4),
                                 ("parameters", [-1, 1, 1], 4), ("parameters", [1], 3), ("rows", [1, 61], 3),
                                 ("columns", ["AGI", "nothing"], 2), ("family", "bilinear", 3), ("format", 9, 3),
                                 ("conflicts", [{"records": [1], "rows": [[0, 99, 1]]}], 3)]:
            self.file("forged.json", json.dumps({**proof, key: value}))
            self.fails(code, "verify", "forged.json", "people.csv", "release.csv")

    def test_private_files_are_not_reported(self):
        self.people()
        self.ok("protect", "people.csv", "--method", "mdav", "-o", "release.csv")
        self.fails(3, "report", "release.csv.lethe.private.json", "--publish", "-o", "page.html", says="not a result")
        self.fails(3, "attack", "people.csv", "release.csv", "--release", "release.csv.lethe.private.json",
                   says="not a release record")
        self.file("log.json", '{"kind": "private-log", "rows": ["x"]}')
        self.fails(3, "attack", "people.csv", "release.csv", "--log", "log.json", says="log.json")

    def test_nothing_is_released_by_oversight(self):
        self.people()
        self.file("empty.toml", "")
        self.fails(2, "protect", "people.csv", "--policy", "empty.toml", "-o", "o.csv", says="no [[step]]")
        result = self.ok("protect", "people.csv", "--method", "mdav", "--columns", "age", "-o", "o.csv")
        self.assertIn("no step masks region", result.stderr)
        self.fails(2, "protect", "people.csv", "--method", "mdav", "--columns", "age,AGI", "--identifiers", "AGI", "-o",
                   "o.csv", says="identifier")

    def test_all_three_files_or_none(self):
        self.people()
        self.file("o.csv", "old\n")
        (self.folder / "o.csv.lethe.json").mkdir()
        self.fails(5, "protect", "people.csv", "--method", "mdav", "-o", "o.csv", says="o.csv.lethe.json")
        self.assertEqual((self.folder / "o.csv").read_text(), "old\n")
        self.assertEqual(sorted(os.listdir(self.folder)), ["o.csv", "o.csv.lethe.json", "people.csv"])

    def test_unmet_guarantees(self):
        self.people()
        self.fails(4, "protect", "people.csv", "--method", "suppression", "--columns", "AGI", "--set", "k=5", "-o", "o.csv",
                   says="no record")
        self.file("grid.toml", '[[try]]\nmethod = "noise"\np = [1]\n')
        arguments = ["explore", "people.csv", "--columns", "age,AGI", "--grid", "grid.toml", "-o", "out"]
        self.ok(*arguments)
        self.assertTrue((self.folder / "out/policy.toml").exists())
        self.fails(4, *arguments, "--max-risk", "0.01", says="risk")
        self.assertFalse((self.folder / "out/policy.toml").exists())

    def test_transition_matrices(self):
        data = self.file("people.csv", "job,n\n" + "nurse,1\nclerk,2\njudge,3\n" * 9)
        start = ("protect", data, "--method", "pram", "--columns", "job", "-o", "release.csv")
        matrix = ("--set", "type=matrix", "--set", "matrix=job:m.csv")
        self.fails(5, *start, *matrix, says='matrix: column "job": m.csv: cannot read')
        self.file("m.csv", "job,nurse,clerk,judge\nnurse,0.9,0.05,0\nclerk,0,1,0\njudge,0.3,0.3,0.3\n")
        self.fails(2, *start, *matrix,
                   says=['row 1 of the transition matrix sums to 0.95; it must sum to 1', 'row 3'])
        self.file("m.csv", "job,nurse,clerk\nnurse,0.9,0.1\nclerk,0,1\n")
        wrong = self.fails(3, *start, *matrix, says="lists 2 categories, but 1 that occur are not among them")
        self.assertNotIn("judge", wrong.stderr)
        self.file("m.csv", "job,nurse,clerk\nclerk,0.9,0.1\nnurse,0,1\n")
        self.fails(3, *start, *matrix, says="m.csv:2: row 1 of the matrix is of category")
        self.file("m.csv", "job,nurse,clerk\nnurse,much,little\nclerk,0,1\n")
        self.fails(3, *start, *matrix, says="row 1 of the matrix has no number in column 1")
        self.fails(2, *start, "--set", "type=matrix", says='column "job" has no matrix')
        self.fails(2, *start, "--set", "matrix=job:m.txt", says="a matrix is read from a .csv or .json file")
        self.fails(2, *start, "--set", "p=1.5", says="it must be at least 0 and at most 1")
        self.fails(2, *start, "--set", "type=invarient", says='did you mean "invariant"')
        self.fails(4, *start, "--set", "type=frequency", "--set", "theta=0.1", "--set", "change=0.5",
                   says='column "job": a share of 0.5 changed records is out of reach')
        self.fails(2, "protect", data, "--method", "pram", "--columns", "n", "-o", "release.csv",
                   says='column "n" is numeric, but pram takes ordinal, nominal, semantic columns')
        self.assertFalse((self.folder / "release.csv").exists())

    def test_other_data_are_explored_anew(self):
        self.people()
        self.file("grid.toml", '[[try]]\nmethod = "noise"\np = [1]\n')
        for query in ("SELECT age, AGI FROM 'people.csv'", "SELECT age * 2 AS age, AGI FROM 'people.csv'"):
            result = self.ok("explore", query, "--columns", "age,AGI", "--grid", "grid.toml", "-o", "out")
            self.assertNotIn("going on", result.stderr)

    def test_labels_are_attacked_as_numbers(self):
        self.people()
        self.ok("protect", "people.csv", "--method", "global-recoding", "--columns", "age,AGI", "--set", "width=1",
                "--set", "show=label", "-o", "labels.csv")
        result = self.ok_json("attack", "people.csv", "labels.csv", "--columns", "age,AGI", "--attack", "distance-linkage")
        self.assertGreater(result["attacks"][0]["value"], 99)

    def test_settings(self):
        self.people()
        self.fails(2, "protect", "people.csv", "--method", "mdav", "--set", "k=3", "--set", "k=4", "-o", "o.csv", says="twice")
        self.fails(2, "protect", "people.csv", "--method", "mdav", "--seed", "-1", "-o", "o.csv")
        self.ok("protect", "people.csv", "--method", "mdav", "--set", 'groups=[["age"],["AGI","FEDTAX"]]', "--set", "k=3",
                "-o", "o.csv")
        self.file("comma.csv", '"a, b",c\n1,2\n3,4\n5,6\n7,8\n')
        self.ok("protect", "comma.csv", "--method", "mdav", "--set", "k=2", "--columns", '"a, b",c', "-o", "o.csv")

    def test_tables_that_do_not_fit_each_other(self):
        self.file("a.csv", "x,y\n1,2\n3,4\n5,6\n")
        self.file("b.csv", "x,y\n1,2\n3,4\n")
        self.file("c.csv", "z\n1\n2\n3\n")
        self.fails(3, "attack", "a.csv", "b.csv", says=["3 rows", "2"])
        self.fails(3, "attack", "a.csv", "c.csv", says="no column in common")
        self.fails(2, "attack", "a.csv", "a.csv", "--columns", "q", says='"q"')


if __name__ == "__main__":
    unittest.main(verbosity=2)
