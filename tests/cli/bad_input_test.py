#!/usr/bin/env python3
"""Every kind of bad input, with exit codes and messages."""
import csv
import json
import os
import resource
import signal
import unittest

from support import CliTest, run


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
        self.fails(3, "inspect", ".", says="holds no document")  # a folder holds documents
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
        self.fails(5, "protect", "people.csv", "--method", "mdav", "-o", "out.csv", "--force", says="out.csv",
                   preexec_fn=limit)
        self.assertEqual((self.folder / "out.csv").read_text(), "old\n")
        self.assertEqual(sorted(os.listdir(self.folder)), ["out.csv", "people.csv"])

    def test_errors_as_json(self):
        for arguments, kind in [(("inspect", "nowhere.csv"), "io"), (("inspcet",), "usage"),
                                (("sample", "census", "--rows", "-3", "-o", "x.csv"), "usage")]:
            result = self.lethe(*arguments, "--json")
            self.assertEqual(json.loads(result.stdout)["error"]["kind"], kind)
        self.fails(2, "inspcet", says='did you mean "inspect"')

    def test_a_separator_that_separates_nothing(self):
        self.people(20)
        self.assertIn("without --separator", self.ok("inspect", "people.csv", "--separator", ";").stderr)
        self.assertNotIn("separator", self.ok("inspect", "people.csv", "--separator", ",").stderr)

    def test_numbers_that_nobody_can_read(self):
        self.file("d.jsonl", '{"text": 55555555552e5555555}\n')
        self.fails(3, "protect", "d.jsonl", "--data", "documents", "-o", "out", says=["d.jsonl", "larger than any"])

    def test_options_that_do_not_exist(self):
        self.fails(2, "protect", "people.csv", "--metod", "mdav", "-o", "o.csv",
                   says="there is no option --metod; did you mean --method?")
        self.fails(2, "graph", "protect", "e.csv", "--strcture=switch", says="did you mean --structure?")
        self.fails(2, "inspect", "people.csv", "--sed", "1", says="did you mean --seed?")
        self.fails(2, "inspect", "people.csv", "--zzzzzzzzzz", says="there is no option --zzzzzzzzzz")
        self.fails(2, "sample", "census", "survey", "-o", "x.csv", says="too many arguments: survey")
        for wrong in ("-1", "1.5", "x"):
            failed = self.fails(2, "--seed", wrong, "sample", "census", "-o", "x.csv",
                                says="must be a whole number, 0 or more")
            self.assertLess(len(failed.stderr), 200)

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
        self.fails(5, "protect", "people.csv", "--method", "mdav", "-o", "o.csv", "--force", says="o.csv.lethe.json")
        self.assertEqual((self.folder / "o.csv").read_text(), "old\n")
        self.assertEqual(sorted(os.listdir(self.folder)), ["o.csv", "o.csv.lethe.json", "people.csv"])

    def test_unmet_guarantees(self):
        self.people()
        self.fails(4, "protect", "people.csv", "--method", "suppression", "--columns", "AGI", "--set", "k=5", "-o", "o.csv",
                   says="no record")
        self.file("grid.toml", '[[try]]\nmethod = "noise"\np = [1]\n')
        arguments = ["explore", "people.csv", "--columns", "age,AGI", "--grid", "grid.toml", "-o", "out"]
        self.ok(*arguments)  # the worst attack finds nearly everybody: nothing is recommended
        self.assertFalse((self.folder / "out/policy.toml").exists())
        self.ok(*arguments, "--max-risk", "100")
        self.assertTrue((self.folder / "out/policy.toml").exists())
        self.fails(4, *arguments, "--max-risk", "0.01", says="risk")
        self.assertFalse((self.folder / "out/policy.toml").exists())

    def test_transition_matrices(self):
        rows = [f"{job},{10 * i + j}.5" for i in range(9) for j, job in enumerate(("nurse", "clerk", "judge"))]
        data = self.file("people.csv", "job,n\n" + "\n".join(rows) + "\n")
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


class NotUtf8(CliTest):
    def test_arguments_that_are_not_utf8_are_named(self):
        self.people()
        bad = os.fsdecode(b"caf\xe9.csv")
        for arguments in (["inspect", bad], ["protect", "people.csv", "--method", "mdav", "-o", bad],
                          ["protect", "people.csv", "--method", bad, "-o", "r.csv"],
                          ["assess", "people.csv", bad], ["report", bad, "-o", "p.html"],
                          ["text", "sanitize", bad, "-o", "docs"], ["graph", "info", bad], ["sample", bad],
                          ["protect", "people.csv", "--method", "mdav", "--set", os.fsdecode(b"k=\xff"), "-o", "r.csv"],
                          ["--threads", os.fsdecode(b"\xc3"), "methods"], [bad]):
            with self.subTest(arguments):
                where = [os.fsencode(one).decode(errors="replace") == one for one in arguments].index(False) + 1
                failed = self.fails(2, *arguments, says=[f"argument {where} of the command line", "is not UTF-8",
                                                         "allowed"])
                self.assertNotIn("fault of Lethe", failed.stderr)
                self.assertNotIn("\ufffd", failed.stderr)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["people.csv"])
        shown = json.loads(self.fails(2, "inspect", bad, "--json").stdout)
        self.assertIn("caf\\xe9.csv", shown["error"]["message"])

    def test_a_folder_that_is_not_utf8_is_named(self):
        folder = os.path.join(os.fsencode(str(self.folder)), b"caf\xe9")
        os.mkdir(folder)
        self.people()
        failed = run("protect", "../people.csv", "--method", "mdav", "-o", "r.csv", cwd=folder)
        self.assertEqual(failed.returncode, 2, failed.stderr)
        self.assertIn("not UTF-8", failed.stderr)
        self.assertEqual(os.listdir(folder), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
