#!/usr/bin/env python3
"""lethe text index, search and assess."""
import json
import os
import re
import shlex
import shutil
import unittest

from support import CliTest, TOP


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
        self.assertEqual((result["documents"], result["matched"], result["missing"]), (4, 4, 0))
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
        self.assertEqual((result["missing"], result["private_missing"], result["unexplained"]),
                         (1, ["note.md"], ["other.txt"]))
        self.assertEqual(result["queries"][1]["after"]["total"], 0)
        shown = self.ok("text", "assess", "original", "sanitised", "--queries", "queries.toml").stdout
        self.assertIn("note.md", shown)
        # Who publishes the result or its page does not publish the name of an original.
        self.ok("text", "assess", "original", "sanitised", "-o", "gone.json")
        self.ok("report", "gone.json", "-o", "gone.html")
        page = (self.folder / "gone.html").read_text()
        self.assertIn("1 original has no sanitised document", page)
        self.assertNotIn("note.md", page)

    def test_without_options(self):
        """Attacks, losses and a headline, whatever is given."""
        self.ok("sample", "letters", "--documents", 12, "--seed", 1, "-o", "letters")
        self.ok("protect", "letters", "--no-model", "-o", "release")
        result = self.ok_json("assess", "letters", "release", "--no-model", "--seed", 1)
        attacks = {one["name"]: one for one in result["attacks"]}
        self.assertEqual(set(attacks), {"document-linkage", "remaining-mentions"})
        self.assertEqual(attacks["remaining-mentions"]["value"], 0)
        self.assertEqual(attacks["document-linkage"]["details"]["records"], 12)
        self.assertAlmostEqual(attacks["document-linkage"]["details"]["baseline"], 100 / 12)
        self.assertEqual([one["name"] for one in result["measures"]], ["word-loss"])
        self.assertGreater(result["measures"][0]["value"], 5)
        self.assertEqual(result["worst"]["name"], "document-linkage")
        shown = self.ok("assess", "letters", "release", "--no-model").stdout
        self.assertIn("Of 12 documents the worst attack tried", shown)
        self.assertLessEqual(max(map(len, shown.splitlines())), 100)
        self.ok("assess", "letters", "release", "--no-model", "-o", "a.json")
        self.ok("report", "a.json", "-o", "a.html")
        page = (self.folder / "a.html").read_text()
        for part in ("What an intruder can find", "Mentions that remain", "Words lost", "12 documents"):
            self.assertIn(part, page)
        # A name that somebody put back is found; what the policy keeps is not taken for one.
        entity = next(one for one in json.loads((self.folder / "release.lethe.private.json").read_text())["entities"]
                      if one["category"] == "person" and " " in one["name"])
        changed = next((self.folder / "release").glob("*.txt"))
        changed.write_text(changed.read_text() + f"\nRegards to {entity['name'].upper()} and all.\n")
        found = self.ok_json("attack", "letters", "release", "--no-model", "--attack", "remaining-mentions")["attacks"][0]
        self.assertAlmostEqual(found["value"], 100 / 12)
        self.assertGreaterEqual(found["details"]["documents_with_removed"], 1)

    def test_methods_that_need_something(self):
        self.documents()
        self.fails(2, "attack", "original", "sanitised", "--attack", "risk-queries", says="--queries")
        found = self.ok_json("attack", "original", "sanitised", "--queries", "queries.toml", "--no-model")
        risk = next(one for one in found["attacks"] if one["name"] == "risk-queries")
        self.assertEqual(risk["value"], 50)
        lost = self.ok_json("measure", "original", "sanitised", "--queries", "queries.toml", "--no-model")
        self.assertEqual([one["name"] for one in lost["measures"]], ["word-loss", "utility-queries"])
        known = self.ok_json("attack", "original", "sanitised", "--attack", "document-linkage", "--set", "knows=all",
                             "--no-model")["attacks"][0]
        self.assertEqual(known["value"], known["details"]["with_whole_texts"])
        self.fails(2, "attack", "original", "sanitised", "--attack", "document-linkage", "--set", "knows=nothing",
                   says=["knows", "mentions, all"])

    def test_gold(self):
        text = "Mr José Smith of Bonn met José. Smith paid."
        marks = [(3, 13, "person", "1", "direct"), (17, 21, "place", "2", "quasi"), (26, 30, "person", "1", "direct"),
                 (32, 37, "person", "1", "direct")]
        gold = {"id": "case", "text": text,
                "entities": [dict(zip(("start", "end", "category", "entity", "identifier"), mark)) for mark in marks]}
        self.file("gold.jsonl", json.dumps(gold) + "\n" + json.dumps({**gold, "id": "other"}) + "\n")
        self.file("before.jsonl", json.dumps({"id": "case", "text": text}) + "\n")
        for after, recall, direct in (("Mr Pers_1 of Bonn met Pers_1. Pers_1 paid.", 4 / 5, 1),
                                      ("Mr Pers_1 of Loc_1 met Pers_1. Smith paid.", 4 / 5, 0), ("", 1, 1)):
            self.file("after.jsonl", json.dumps({"id": "case", "text": after}) + "\n" +
                      json.dumps({"id": "x", "text": "filler"}) + "\n")
            found = self.ok_json("text", "assess", "before.jsonl", "after.jsonl", "--gold", "gold.jsonl")["gold"]
            self.assertEqual((found["compared"], found["unknown"]), (1, ["other"]))
            self.assertAlmostEqual(found["token_recall"], recall)
            self.assertEqual(found["direct_recall"], direct)
            self.assertAlmostEqual(found["token_precision"], 1 if after else 5 / 9)
        shown = self.ok("text", "assess", "before.jsonl", "after.jsonl", "--gold", "gold.jsonl").stdout
        self.assertIn("direct identifiers wholly masked", shown)

    def test_what_remains(self):
        lines = lambda texts: "".join(json.dumps({"id": str(i), "text": t}) + "\n" for i, t in enumerate(texts))
        texts = [f"Anna Smith ({box}@care.example) was ill and took aspirin." for box in ("one", "one", "one", "other")]
        self.file("before.jsonl", lines(texts))
        self.file("after.jsonl", lines([text.replace("Anna Smith", "Pers_1").replace("aspirin", "medicine")
                                        for text in texts]))
        found = self.ok_json("text", "assess", "before.jsonl", "after.jsonl", "--terms", "email", "-k", 2, "-m", 1,
                             "--knowledge", "wordnet")
        terms = found["term_anonymity"]
        self.assertEqual((terms["terms"], terms["smallest"], terms["violating"], terms["exposed"]), (2, 1, 1, 1))
        self.assertEqual(terms["rarest"], [{"about": "original", "term": "email: other@care.example", "documents": 1}])
        self.assertEqual((found["plausibility"]["documents"], found["plausibility"]["terms"]), (4, 4))
        self.assertGreater(found["plausibility"]["smallest_log10_t"], 1)
        shown = self.ok("text", "assess", "before.jsonl", "after.jsonl", "--terms", "email", "-k", 2).stdout
        self.assertIn("email: other@care.example", shown)
        self.fails(2, "text", "assess", "before.jsonl", "after.jsonl", "--terms", "plaice", says="place")

    def test_renamed_documents(self):
        self.documents()
        (self.folder / "released").mkdir()
        names = {"letter.txt": "document-1.txt", "plan.txt": "document-2.txt", "note.md": "document-3.md"}
        for old, new in names.items():
            (self.folder / "released" / new).write_bytes((self.folder / "sanitised" / old).read_bytes())
        (self.folder / "released/tea.txt").write_bytes(b"Tea and milk")
        originals = {"letter.txt": "letter.html", "plan.txt": "plan.txt", "note.md": "note.md"}
        self.file("log.json", json.dumps({"kind": "private-log", "data": "documents",
                                          "documents": [{"id": originals[old], "released_id": new}
                                                        for old, new in names.items()]}))
        expected = self.ok_json("text", "assess", "original", "sanitised", "--queries", "queries.toml")
        result = self.ok_json("text", "assess", "original", "released", "--queries", "queries.toml", "--log", "log.json")
        self.assertEqual(result, expected)
        without = self.ok_json("text", "assess", "original", "released", "--queries", "queries.toml")
        self.assertEqual(without["missing"], 3)
        self.file("log.json", "{}")
        self.fails(3, "text", "assess", "original", "released", "--queries", "queries.toml", "--log", "log.json",
                   says="private log")

    def test_guide(self):
        shutil.copytree(TOP / "examples/documents", self.folder / "examples/documents")
        page = (TOP / "docs/guide/measuring-documents.md").read_text()
        blocks = re.findall(r"```sh\n(.*?)```", page, re.S)
        lines = [line for block in blocks for line in block.splitlines()]
        for command in ("index", "search"):
            lines += [line.strip() for line in self.ok("text", command, "--help").stdout.splitlines()
                      if line.startswith("  lethe ")]
        self.assertGreater(len(lines), 9)
        for line in lines:
            self.ok(*shlex.split(line)[1:])
        shown = self.ok("text", "assess", "examples/documents/ministry", "released",
                        "--queries", "examples/documents/queries.toml").stdout
        self.assertIn("ciphers", shown)

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

    def test_what_was_not_looked_at_is_said(self):
        self.documents()
        self.file("sanitised/stranger.txt", "Jack Marsh lives at 12 Mill Lane.")
        for command in ("attack", "assess"):
            result = self.ok(command, "original", "sanitised", "-o", f"{command}.json", "--data", "documents")
            self.assertIn("1 released documents have no original and were NOT looked at", result.stderr)
            self.ok("report", f"{command}.json", "-o", f"{command}.html")
        self.assertIn("1 released document has no original and was not looked at",
                      self.ok("assess", "original", "sanitised", "--data", "documents").stdout.replace("\n", " "))

    def test_nothing_to_compare_is_not_zero(self):
        self.documents()
        self.file("only.toml", "[[query]]\nname = 'a'\nkind = 'risk'\nwords = 'zyxwvut'\n")
        self.fails(4, "attack", "original", "sanitised", "--data", "documents", "--queries", "only.toml",
                   "--attack", "risk-queries", says="no risk query")


if __name__ == "__main__":
    unittest.main(verbosity=2)
