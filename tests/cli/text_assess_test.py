#!/usr/bin/env python3
"""lethe text index, search and assess."""
import json
import os
import unittest

from support import CliTest


class TextAssess(CliTest):
    def documents(self):
        for side in ("original", "sanitised"):
            (self.folder / side).mkdir()
        texts = {
            "letter.html": ("<p>Anna Smith paid the <b>hospital</b>.</p>", None),
            "plan.txt": ("The weapon plan.\n\nThe hospital bill.", "The hospital bill."),
            "note.md": ("A weapon for the king", "A weapon for the king"),
            "tea.txt": ("Tea and milk", "Tea and milk"),
        }
        for name, (original, sanitised) in texts.items():
            self.file(f"original/{name}", original)
            if sanitised is not None:
                self.file(f"sanitised/{name}", sanitised)
        self.file("sanitised/letter.txt", "Pers_1 paid the hospital.")
        self.file("queries.toml", """
[[query]]
name = "care"
kind = "utility"
words = "hospital bills"
relevant = ["letter", "plan.txt"]
threshold = 0.01
[[query]]
name = "arms"
kind = "risk"
words = "weapons plans"
threshold = 0.01
[[query]]
name = "codes"
kind = "risk"
words = "cryptogram"
[benchmark]
documents = ["tea"]
""")

    def test_index_and_search(self):
        self.documents()
        made = self.ok_json("text", "index", "original", "-o", "all.index")
        self.assertEqual(made["documents"], 4)
        self.assertEqual(os.stat(self.folder / "all.index").st_mode & 0o777, 0o600)
        found = self.ok_json("text", "search", "all.index", "weapons and plans")
        self.assertEqual([hit["id"] for hit in found["hits"]], ["plan.txt", "note.md"])
        direct = self.ok_json("text", "search", "original", "weapons and plans")
        self.assertEqual(direct["hits"], found["hits"])
        self.assertEqual(len(self.ok_json("text", "search", "all.index", "weapon", "--most", 1)["hits"]), 1)
        self.assertIn("2 documents of 4", self.ok("text", "search", "all.index", "weapon").stdout)
        self.assertIn("0 documents of 4", self.ok("text", "search", "all.index", "the").stdout)

        self.file("more.txt", "king of weapons")
        added = self.ok_json("text", "index", "more.txt", "-o", "all.index", "--add")
        self.assertEqual((added["documents"], added["replaced"]), (5, 0))
        again = self.ok_json("text", "index", "original", "-o", "all.index", "--add")
        self.assertEqual((again["documents"], again["replaced"]), (5, 4))
        (self.folder / "both").mkdir()
        for name in ("letter.html", "plan.txt", "note.md", "tea.txt"):
            (self.folder / "both" / name).write_bytes((self.folder / "original" / name).read_bytes())
        self.file("both/more.txt", "king of weapons")
        self.ok("text", "index", "both", "-o", "both.index")
        for query in ("weapon king", "hospital", "tea smith plan"):
            one, other = (self.ok_json("text", "search", index, query, "--most", 0)["hits"]
                          for index in ("all.index", "both.index"))
            self.assertEqual(sorted(map(json.dumps, one)), sorted(map(json.dumps, other)))

    def test_refusals_of_the_index(self):
        self.documents()
        self.fails(2, "text", "index", "original", "-o", "absent.index", "--add", says="not there")
        self.fails(5, "text", "index", "absent", "-o", "x.index", says="absent")
        self.ok("text", "index", "original", "-o", "all.index")
        self.fails(2, "text", "index", "original", "-o", "all.index", "--add", "--no-stems", says="--add")
        content = bytearray((self.folder / "all.index").read_bytes())
        content[60] ^= 1
        self.file("all.index", bytes(content))
        self.fails(3, "text", "search", "all.index", "weapon", says=["all.index", "damaged"])
        self.file("all.index", bytes(content[:20]))
        self.fails(3, "text", "search", "all.index", "weapon", says="all.index")

    def test_assess(self):
        self.documents()
        result = self.ok_json("text", "assess", "original", "sanitised", "--queries", "queries.toml")
        self.assertEqual((result["documents"], result["matched"], result["missing"]), (4, 4, []))
        care, arms, codes = result["queries"]
        self.assertEqual(care["changes"]["f"], 0)
        self.assertEqual(care["combined"], 0)
        self.assertEqual((arms["truth"], arms["after"]["retrieved"], arms["overlap_loss"]), (2, 1, 50))
        self.assertIsNone(codes["combined"])
        self.assertEqual(result["utility_change"], 0)
        self.assertEqual(result["risk_change"], arms["combined"])
        expected = (2 * arms["changes"]["f"] - 50 - 50 - 100) / 8
        self.assertAlmostEqual(arms["combined"], expected)
        rounded = self.ok_json("text", "assess", "original", "sanitised", "--queries", "queries.toml",
                               "--round", "integer")
        self.assertEqual(rounded["risk_change"], (2 * -33 - 50 - 50 - 100) / 8)

        shown = self.ok("text", "assess", "original", "sanitised", "--queries", "queries.toml", "-o", "r.json").stdout
        self.assertIn("mean -33.33 %", shown)
        self.assertLessEqual(max(map(len, shown.splitlines())), 100)
        self.assertEqual(json.loads((self.folder / "r.json").read_text()), result)
        self.assertEqual(os.stat(self.folder / "r.json").st_mode & 0o777, 0o600)

        (self.folder / "sanitised/note.md").unlink()
        self.file("sanitised/other.txt", "A weapon, a weapon, a plan")
        result = self.ok_json("text", "assess", "original", "sanitised", "--queries", "queries.toml")
        self.assertEqual((result["missing"], result["unexplained"]), (["note.md"], ["other.txt"]))
        self.assertEqual(result["queries"][1]["after"]["total"], 0)
        shown = self.ok("text", "assess", "original", "sanitised", "--queries", "queries.toml").stdout
        self.assertIn("note.md", shown)

    def test_refusals_of_assess(self):
        self.documents()
        command = ["text", "assess", "original", "sanitised", "--queries"]
        self.file("bad.toml", "[[query]]\nname = 'a'\nkind = 'risk'\nwords = 'x'\nword = 'y'\n")
        self.fails(2, *command, "bad.toml", says=["bad.toml:5", "word"])
        self.file("bad.toml", "[[query]]\nname = 'a'\nkind = 'risk'\nwords = 'x'\nrelevant = ['nobody']\n")
        self.fails(2, *command, "bad.toml", says="nobody")
        self.fails(5, *command, "absent.toml", says="absent.toml")
        (self.folder / "strange").mkdir()
        self.file("strange/x.txt", "something else")
        self.fails(3, "text", "assess", "original", "strange", "--queries", "queries.toml", says="matched by")


if __name__ == "__main__":
    unittest.main(verbosity=2)
