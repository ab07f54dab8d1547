#!/usr/bin/env python3
"""lethe text vectors."""
import json
import math
import os
import pathlib
import unittest

from support import CliTest, TOP

DATA = pathlib.Path(os.environ.get("LETHE_DATA", TOP.parent / "shared/data"))


class TextVectors(CliTest):
    def documents(self):
        texts = {"docs/pos/a.txt": "Ships carry oil. Ships!", "docs/pos/b.txt": "oil prices and wheat",
                 "docs/neg/c.txt": "wheat prices fell", "docs/neg/d.txt": "42 of the", "docs/README.md": "about oil"}
        for name, text in texts.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            self.file(name, text)
        return "docs"

    def lines(self, name):
        return (self.folder / name).read_text().splitlines()

    def test_folder_as_class(self):
        made = self.ok_json("text", "vectors", self.documents(), "--labels", "folder", "-o", "v.mtx")
        self.assertEqual((made["read"], made["documents"], made["terms"], made["entries"]), (4, 3, 3, 6))
        self.assertEqual(made["empty"], ["neg/d.txt"])
        self.assertEqual(made["classes"], [{"label": "neg", "documents": 1}, {"label": "pos", "documents": 2}])
        self.assertEqual(made["balance"], 0.5)
        self.assertAlmostEqual(made["mean_terms"], 2)
        self.assertEqual(made["files"], ["v.mtx", "v.terms.txt", "v.documents.csv"])
        self.assertEqual(self.lines("v.terms.txt"), ["oil", "prices", "wheat"])
        self.assertEqual(self.lines("v.documents.csv"), ["id,label", "neg/c.txt,neg", "pos/a.txt,pos", "pos/b.txt,pos"])
        self.assertEqual(self.lines("v.mtx")[1], "3 3 6")
        row, column, weight = self.lines("v.mtx")[2].split()
        self.assertEqual((row, column), ("1", "2"))
        self.assertAlmostEqual(float(weight), math.sqrt(0.5))
        shown = self.ok("text", "vectors", "docs", "--labels", "folder", "--force", "-o", "v.mtx")
        for text in ("neg/d.txt", "left out: README.md stands", "hide nobody yet"):
            self.assertIn(text, shown.stdout + shown.stderr)

    def test_lines_with_classes(self):
        self.file("one.txt", "earn\tprofits rose\nship\ta ship sank\n")
        self.file("two.txt", "earn\tprofits fell\n")
        made = self.ok_json("text", "vectors", "one.txt", "two.txt", "--labels", "lines", "--least-documents", 1,
                            "-o", "v.svm")
        self.assertEqual((made["documents"], made["terms"]), (3, 5))
        self.assertEqual([line.split()[0] for line in self.lines("v.svm")], ["1", "2", "1"])
        self.assertEqual(self.lines("v.documents.csv")[1:], ["one.txt:1,earn", "one.txt:2,ship", "two.txt:1,earn"])
        self.file("bad.txt", "earn\tprofits\nno class\n")
        self.fails(3, "text", "vectors", "bad.txt", "--labels", "lines", "-o", "w.svm", says="bad.txt:2")

    def test_tables_and_fields_as_classes(self):
        self.documents()
        self.file("labels.csv", "id,label\n" + "".join(f"{id},{label}\n" for id, label in [
            ("neg/c.txt", "grain"), ("neg/d.txt", "none"), ("pos/a.txt", "ship"), ("pos/b.txt", "grain"),
            ("README.md", "none")]))
        made = self.ok_json("text", "vectors", "docs", "--labels", "labels.csv", "-o", "v.csv")
        self.assertEqual({row["label"] for row in made["classes"]}, {"grain", "ship", "none"})
        self.file("labels.csv", "id,label\nneg/c.txt,grain\n")
        self.fails(3, "text", "vectors", "docs", "--labels", "labels.csv", "-o", "w.csv", says="pos/a.txt")
        rows = [{"id": "x", "text": "oil tea", "topic": "a"}, {"id": "y", "text": "tea wheat oil", "topic": 7}]
        self.file("d.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
        made = self.ok_json("text", "vectors", "d.jsonl", "--label-field", "topic", "--weight", "tf", "-o", "j.csv")
        self.assertEqual([row["label"] for row in made["classes"]], ["7", "a"])
        self.fails(3, "text", "vectors", "d.jsonl", "--label-field", "kind", "-o", "w.csv", says='no field "kind"')

    def test_every_option(self):
        self.documents()
        options = ["--no-stop-words", "--numbers", "--shortest", 1, "--least-documents", 1, "--weight", "binary",
                   "--no-normalise"]
        made = self.ok_json("text", "vectors", "docs", *options, "-o", "v.mtx")
        self.assertEqual(self.lines("v.terms.txt"), ["42", "about", "and", "carry", "fell", "of", "oil", "prices",
                                                     "ships", "the", "wheat"])
        self.assertEqual({line.split()[2] for line in self.lines("v.mtx")[2:]}, {"1"})
        self.assertEqual(made["empty"], [])
        self.ok("text", "vectors", "docs", "--stems", "--least-documents", 1, "--weight", "tf", "--no-normalise",
                "--terms-per-document", 1, "-o", "s.csv")
        self.assertIn("3,pos/a.txt,ship,2", self.lines("s.csv"))
        few = self.ok_json("text", "vectors", "docs", "--most-terms", 1, "--by", "sum", "-o", "f.csv")
        self.assertEqual(few["terms"], 1)
        most = self.ok_json("text", "vectors", "docs", "--least-documents", 1, "--most-documents", 0.2, "-o", "m.csv")
        self.assertEqual(most["terms"], 3)
        self.file("nouns.csv", "ship;thing;*\nprice;thing;*\n")
        nouns = ["text", "vectors", "docs", "--wordnet=nouns.csv", "--least-documents", 1]
        self.ok(*nouns, "-o", "n.mtx")
        self.assertEqual(self.lines("n.terms.txt"), ["price", "ship"])
        self.ok(*nouns, "--stems", "--force", "-o", "n.mtx")
        self.assertEqual(self.lines("n.terms.txt"), ["price", "ship"])
        self.fails(2, *nouns, "--parts", "noun,pronoun", "-o", "n.mtx", says="pronoun")
        self.fails(2, "text", "vectors", "docs", "--parts", "verb", "-o", "n.mtx", says="--wordnet")
        self.fails(2, "text", "vectors", "docs", "--most-terms", 1, "--by", "information", "-o", "i.mtx", says="classes")
        told = self.ok_json("text", "vectors", "docs", "--labels", "folder", "--most-terms", 1, "--by", "information",
                            "--least-documents", 1, "-o", "i.mtx")
        self.assertEqual((told["terms"], self.lines("i.terms.txt")), (1, ["oil"]))

    def test_refusals(self):
        self.documents()
        self.fails(2, "text", "vectors", "docs", "-o", "v.txt", says=".mtx")
        self.fails(2, "text", "vectors", "docs", "-o", "docs/v.mtx", says="among the documents")
        self.file("v.terms.txt", "oil tea oil")
        self.fails(2, "text", "vectors", "v.terms.txt", "-o", "v.mtx", says="overwrite an input")
        self.file("v.documents.csv", "id,label\n")
        self.fails(2, "text", "vectors", "docs", "--labels", "v.documents.csv", "-o", "v.mtx", says="overwrite")
        self.assertEqual(self.lines("v.terms.txt"), ["oil tea oil"])
        self.fails(2, "text", "vectors", "docs", "--most-documents", 2, "--least-documents", 0, "-o", "v.csv",
                   says=["--most-documents", "--least-documents"])
        self.fails(2, "text", "vectors", "docs", "--weight", "heavy", "-o", "v.csv")
        self.fails(3, "text", "vectors", "docs", "--least-documents", 9, "-o", "v.csv",
                   says=["no document keeps a term", "in fewer than 9 documents"])
        self.fails(5, "text", "vectors", "absent", "-o", "v.csv", says="absent")
        self.file("empty.txt", " \n")
        self.fails(3, "text", "vectors", "empty.txt", "-o", "v.csv", says="empty")
        self.file("one.txt", "tea tea")
        self.fails(3, "text", "vectors", "one.txt", "-o", "v.csv", says="1 in fewer than 2 documents")
        self.file("binary.txt", b"\x00\x01\x02" * 50)
        self.fails(3, "text", "vectors", "binary.txt", "-o", "v.csv", says="binary.txt")
        self.assertFalse((self.folder / "v.csv").exists())

    def test_latin_1_and_threads(self):
        (self.folder / "docs").mkdir()
        for i in range(40):
            self.file(f"docs/{i}.txt", f"caf\u00e9 wheat {'oil ' * (i % 5)} w{'abcdefghij'[i % 10]}".encode("latin-1"))
        self.ok("text", "vectors", "docs", "--threads", 1, "-o", "one.mtx")
        self.ok("text", "vectors", "docs", "--threads", 2, "-o", "two.mtx")
        self.assertEqual(self.lines("one.mtx"), self.lines("two.mtx"))
        self.ok("text", "vectors", "docs", "--weight", "tf", "-o", "tf.mtx")
        self.assertIn("café", self.lines("tf.terms.txt"))

    def topics(self, name, count, words):
        (self.folder / name).mkdir()
        for i in range(count):
            self.file(f"{name}/{i}.txt", f"{words[i % len(words)]} {words[i * 7 % len(words)]} tea {'oil ' * (i % 3)}")
        self.ok("text", "vectors", name, "--least-documents", 1, "-o", name + ".mtx")

    def rows_of(self, name):
        lines = [line.split() for line in self.lines(name) if not line.startswith("%")][1:]
        terms = self.lines(name.replace(".mtx", ".terms.txt"))
        rows = {}
        for row, column, weight in lines:
            rows.setdefault(int(row), {})[terms[int(column) - 1]] = float(weight)
        return sorted(tuple(sorted(row.items())) for row in rows.values())

    def test_new_documents_leave_the_old_ones_as_they_were(self):
        words = ["wheat", "ship", "bank", "coffee", "steel", "cotton"]
        self.topics("old", 24, words)
        self.topics("new", 9, words[:4] + ["copper"])
        self.ok("text", "protect", "old.mtx", "-k", 3, "--seed", 1, "-o", "first.mtx")
        for more in ([], ["--join"]):
            made = self.ok_json("text", "protect", "new.mtx", "--extend", "first.mtx", *more, "--seed", 1, "-o",
                                "second.mtx", "--force")
            self.assertEqual((made["documents"], made["added"]), (33, 9))
            before, after = self.rows_of("first.mtx"), self.rows_of("second.mtx")
            for row in set(before):
                self.assertGreaterEqual(after.count(row), before.count(row))
            self.assertGreaterEqual(min(after.count(row) for row in after), 3)
            self.assertEqual(made["proof"]["k"], min(after.count(row) for row in after))
            added = [row for row in after]
            for row in before:
                added.remove(row)
            self.assertEqual(made["proof"]["k_of_added"], min(added.count(row) for row in added))
            if not more:
                self.assertGreaterEqual(made["proof"]["k_of_added"], 3)
            else:
                self.assertEqual(set(after), set(before))
            log = json.loads((self.folder / "second.mtx.lethe.private.json").read_text())
            self.assertEqual(sorted(row["original_row"] for row in log["rows"]), list(range(1, 34)))
            self.assertEqual([row["document"] for row in sorted(log["rows"], key=lambda r: r["original_row"])][24:],
                             [f"{i}.txt" for i in range(9)])
        again = self.ok_json("text", "protect", "new.mtx", "--extend", "second.mtx", "--seed", 1, "-o", "third.mtx")
        self.assertEqual(again["documents"], 42)
        # What was added before can still be told by comparing the first two.
        self.assertLess(made["proof"]["k_of_added"], 3)
        self.assertEqual(again["proof"]["k_of_added"], made["proof"]["k_of_added"])

    def test_what_cannot_be_extended(self):
        words = ["wheat", "ship", "bank"]
        self.topics("old", 9, words)
        self.topics("few", 2, words)
        self.ok("text", "protect", "old.mtx", "-k", 3, "-o", "first.mtx")
        self.fails(4, "text", "protect", "few.mtx", "--extend", "first.mtx", "-o", "s.mtx", says="wait for more")
        self.fails(3, "text", "protect", "few.mtx", "--extend", "old.mtx", "-o", "s.mtx", says="record")
        self.fails(2, "text", "protect", "few.mtx", "--join", "-o", "s.mtx", says="--extend")
        self.fails(2, "text", "protect", "old.mtx", "--extend", "first.mtx", "-k", 4, "-o", "s.mtx", says="settings")
        joined = self.ok("text", "protect", "few.mtx", "--extend", "first.mtx", "--join", "-o", "s.mtx")
        self.assertIn("compares this release", joined.stderr)
        self.assertRegex(" ".join(joined.stdout.split()), "the release before, of a new document one time in [12]")
        record = self.folder / "first.mtx.lethe.json"
        told = record.read_text()
        record.write_text(told.replace('"name"', '"called"'))
        self.fails(3, "text", "protect", "old.mtx", "--extend", "first.mtx", "-o", "t.mtx", says="record")
        record.write_text(told)
        with open(self.folder / "first.mtx", "a") as file:
            file.write("% changed\n")
        self.fails(3, "text", "protect", "old.mtx", "--extend", "first.mtx", "-o", "t.mtx", says="another release")

    @unittest.skipUnless((DATA / "text_reuters_r8").exists(), "no real data")
    def test_news_in_one_command(self):
        news = [DATA / "text_reuters_r8" / name for name in ("r8-train.txt", "r8-test.txt")]
        made = self.ok_json("text", "vectors", *news, "--labels", "lines", "--shortest", 1, "--least-documents", 1,
                            "-o", "r8.mtx.gz")
        self.assertEqual((made["read"], len(made["classes"])), (7674, 8))
        self.assertGreater(made["terms"], 17000)


if __name__ == "__main__":
    unittest.main()
