"""Reviewing documents: find, decide, apply; what was removed is nowhere, what was rejected stays."""
import json
import os
import pathlib
import re
import stat
import unittest

from support import TOP, CliTest

TERMS = 'terms = ["bomb", "secret service", "e-mail"]\nexpansion = "none"\n'
FIRST = """Mr Tomas Rehnquist opened the market in May.

The bombs of the secret service lie in Hollowdene; wire tomas.rehnquist@coasts.example about the bomb.

The choir sang. </script><script>alert(1)</script>
"""
SECOND = """The harbour is calm. Tomas Rehnquist was there.
"""


class Reviewed(CliTest):
    def setUp(self):
        super().setUp()
        os.mkdir(self.folder / "docs")
        self.file("docs/rehnquist-visit.txt", FIRST)
        self.file("docs/harbour.txt", SECOND)
        self.file("terms.toml", TERMS)
        self.made = self.ok_json("text", "review", "docs", "--no-model", "--risk-terms", "terms.toml",
                                 "-o", "review.json")

    def review(self):
        return json.loads((self.folder / "review.json").read_text())

    def decide(self, entities, blocks):
        """Edits the review file; each is a function from an item and its text to a decision."""
        review = self.review()
        texts = [(self.folder / "docs" / d["file"]).read_bytes() for d in review["documents"]]
        for key, choose in (("entities", entities), ("blocks", blocks)):
            for item in review[key]:
                item["decision"] = choose(texts[item["document"]][item["begin"]:item["end"]].decode())
        self.file("review.json", json.dumps(review))

    def apply(self, *more):
        return self.ok("text", "apply", "review.json", "--documents", "docs", "-o", "out", "--reviewer", "R. Viewer",
                       *more)

    def everything_written(self, result):
        """Names and contents of all that apply wrote for others, and what it printed."""
        found = result.stdout + result.stderr
        for path in sorted(self.folder.rglob("*")):
            name = path.relative_to(self.folder).as_posix()
            if name.startswith("out") and not name.endswith(".private.json"):
                found += "\n" + name
                if path.is_file():
                    found += "\n" + path.read_text()
        return found


class Deciding(Reviewed):
    def test_review_and_page_are_private(self):
        for name in ("review.json", "review.html"):
            self.assertEqual(stat.S_IMODE((self.folder / name).stat().st_mode), 0o600)
        self.assertEqual(self.made["documents"], 2)
        self.assertEqual(self.made["blocks"], 1)
        page = (self.folder / "review.html").read_text()
        self.assertNotIn("<script>alert", page)
        self.assertEqual(page.count("</script>"), 2)
        self.assertIn("Content-Security-Policy", page)
        self.assertFalse(re.search(r"(src|href)\s*=", page.split("<script type")[0]), "nothing from outside")

    def test_accepting_all_leaves_nothing(self):
        self.decide(lambda text: "accept", lambda text: "accept")
        result = self.apply()
        everything = self.everything_written(result).lower()
        for word in ("rehnquist", "tomas", "hollowdene", "bomb", "secret service"):
            self.assertNotIn(word, everything)
        for document in self.review()["documents"]:
            self.assertNotIn(document["digest"], everything)
        self.assertIn("the choir sang.", everything)
        self.assertIn("the harbour is calm.", everything)
        self.assertIn("r. viewer", everything)
        audit = [json.loads(line) for line in (self.folder / "out.lethe.audit.jsonl").read_text().splitlines()]
        self.assertEqual(audit[0]["reviewer"], "R. Viewer")
        self.assertEqual(audit[0]["blocks_accepted"], 1)
        self.assertTrue(all(line["decision"] == "accept" for line in audit[1:]))
        self.assertEqual(stat.S_IMODE((self.folder / "out.lethe.audit.jsonl").stat().st_mode), 0o600)

    def test_rejecting_all_changes_nothing(self):
        self.decide(lambda text: "reject", lambda text: "reject")
        self.apply()
        self.assertEqual((self.folder / "out/rehnquist-visit.txt").read_text(), FIRST)
        self.assertEqual((self.folder / "out/harbour.txt").read_text(), SECOND)

    def test_exactly_the_decisions(self):
        self.decide(lambda text: "accept" if "@" in text else "reject", lambda text: "reject")
        self.apply("--marker", "[removed]")
        released = "\n".join(path.read_text() for path in (self.folder / "out").iterdir())
        self.assertNotIn("@", released)
        self.assertIn("Tomas Rehnquist was there", released)
        self.assertIn("Hollowdene", released)
        self.decide(lambda text: "reject", lambda text: "accept")
        self.apply("--marker", "[removed]")
        released = "\n".join(path.read_text() for path in (self.folder / "out").iterdir())
        self.assertIn("in May.\n\n[removed]\n\nThe choir", released)

    def test_decisions_of_the_page(self):
        review = self.review()
        page = (self.folder / "review.html").read_text()
        mark = re.search(r'"review":"([0-9a-f]{64})"', page).group(1)
        decisions = {"kind": "text-decisions", "version": 1, "review": mark,
                     "entities": "r" * len(review["entities"]), "blocks": "a" * len(review["blocks"])}
        self.file("decisions.json", json.dumps(decisions))
        self.apply("--decisions", "decisions.json", "--forget")
        released = "\n".join(path.read_text() for path in (self.folder / "out").iterdir())
        self.assertNotIn("Hollowdene", released)
        self.assertIn("Mr Tomas Rehnquist opened", released)
        for name in ("review.json", "review.html", "decisions.json"):
            self.assertFalse((self.folder / name).exists())

    def test_undecided_is_refused(self):
        self.fails(2, "text", "apply", "review.json", "--documents", "docs", "-o", "out", says="1 blocks")
        self.assertFalse((self.folder / "out").exists())
        self.apply("--undecided", "accept")


class Tampered(Reviewed):
    def refused(self, change, says):
        review = self.review()
        change(review)
        self.file("other.json", json.dumps(review))
        result = self.fails(3, "text", "apply", "other.json", "--documents", "docs", "-o", "out",
                            "--undecided", "accept", says=says)
        self.assertNotIn("Rehnquist", result.stderr)
        self.assertFalse((self.folder / "out").exists())

    def test_places_outside(self):
        self.refused(lambda r: r["entities"][0].update(end=10 ** 6), "entities[0].end")

    def test_unknown_decision(self):
        self.refused(lambda r: r["blocks"][0].update(decision="maybe"), "blocks[0].decision")

    def test_unknown_category(self):
        self.refused(lambda r: r["entities"][0].update(category="dragon"), "dragon")

    def test_another_file(self):
        self.refused(lambda r: r.update(kind="release"), "is not a review")
        self.file("broken.json", "{")
        self.fails(3, "text", "apply", "broken.json", "--documents", "docs", "-o", "out", says="not valid JSON")

    def test_changed_document(self):
        self.file("docs/harbour.txt", SECOND + "And more.\n")
        self.fails(3, "text", "apply", "review.json", "--documents", "docs", "-o", "out", "--undecided", "accept",
                   says="has changed since it was reviewed")

    def test_decisions_of_another_review(self):
        self.file("decisions.json", json.dumps({"kind": "text-decisions", "version": 1, "review": "0" * 64,
                                                "entities": "", "blocks": ""}))
        self.fails(3, "text", "apply", "review.json", "--decisions", "decisions.json", "--documents", "docs",
                   "-o", "out", says="belongs to another review")


class Unattended(CliTest):
    def test_threshold(self):
        os.mkdir(self.folder / "docs")
        self.file("docs/a.txt", FIRST)
        self.file("terms.toml", TERMS)
        made = self.ok_json("text", "sanitize", "docs", "--no-model", "--risk-terms", "terms.toml",
                            "--threshold", 0.1, "-o", "out")
        self.assertEqual(made["blocks_deleted"], 1)
        released = (self.folder / "out/a.txt").read_text()
        self.assertNotIn("Hollowdene", released)
        self.assertIn("The choir sang.", released)
        made = self.ok_json("text", "sanitize", "docs", "--no-model", "--risk-terms", "terms.toml",
                            "--threshold", 0.9, "-o", "out")
        self.assertEqual(made["blocks_deleted"], 0)
        self.assertIn("Hollowdene", (self.folder / "out/a.txt").read_text())


@unittest.skipUnless(pathlib.Path("/usr/share/wordnet/data.noun").exists(), "WordNet is not installed")
class Terms(CliTest):
    def test_terms(self):
        shown = self.ok_json("text", "terms", TOP / "examples/documents/risk_terms.toml")
        self.assertEqual(len(shown["seeds"]), 30)
        self.assertEqual(shown["count"], 678)
        weapon = next(seed for seed in shown["seeds"] if seed["seed"] == "weapon")
        self.assertIn("knife", weapon["hyponyms"])
        self.assertIn("knife", self.ok("text", "terms").stdout)

    def test_bad_terms(self):
        self.file("terms.toml", 'terms = ["a"]\nexpansion = "all"\n')
        self.fails(2, "text", "terms", "terms.toml", says="none, synonyms, direct, closure")


if __name__ == "__main__":
    unittest.main()
