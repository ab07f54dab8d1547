#!/usr/bin/env python3
"""Assessments of documents look for what the policy of the release knew, in all that was released."""
import json
import unittest

from support import CliTest


class TextKnownPolicy(CliTest):
    def letters(self):
        (self.folder / "letters").mkdir()
        self.file("letters/a.txt", "the blue heron sails on monday with order qx-77.\n")
        self.file("letters/b.txt", "nothing sails at all.\n")
        self.file("staff.txt", "heron\n")
        self.file("policy.toml", """data = "documents"
[entity.order]
label = "Order"
patterns = ["qx-[0-9]+"]
[list]
person = "staff.txt"
""")

    def remaining(self, *arguments, notes=()):
        """The attack on a release in which somebody put an order and a name back."""
        result = self.ok("attack", "letters", "out", "--attack", "remaining-mentions", "--no-model", "--json", *arguments)
        for note in notes:
            self.assertIn(note, result.stderr)
        if not notes:
            self.assertNotIn("which the attacks do not have", result.stderr)
        return json.loads(result.stdout)["attacks"][0]["details"].get("found", {})

    def test_what_the_policy_knew_is_looked_for(self):
        self.letters()
        self.ok("protect", "letters", "--policy", "policy.toml", "--no-model", "-o", "out")
        self.file("out/b.txt", "qx-78 came to a heron.\n")
        # By the private log, without being told.
        both = {"order": 1, "person": 1}
        self.assertEqual(self.remaining(), both)
        log = (self.folder / "out.lethe.private.json").read_text()
        record = (self.folder / "out.lethe.json").read_text()
        for secret in ("staff", "qx-", "heron", "made_with"):
            self.assertNotIn(secret, record)
        # By the policy, without the log.
        (self.folder / "out.lethe.private.json").unlink()
        self.assertEqual(self.remaining("--policy", "policy.toml"), both)
        self.file("less.toml", "[list]\nperson = 'staff.txt'\n")
        self.assertEqual(self.remaining("--policy", "less.toml", notes=["1 entity of its own and 0 lists of names"]),
                         {"person": 1})
        # By neither: it says so.
        self.assertEqual(self.remaining(notes=["1 entity of its own and 1 list of names which the attacks do not have"]), {})
        # A list that is gone, or another than it was.
        self.file("out.lethe.private.json", log)
        self.file("staff.txt", "crane\n")
        self.assertEqual(self.remaining(notes=["has changed since the release was made"]), {"order": 1})
        (self.folder / "staff.txt").unlink()
        self.assertEqual(self.remaining(notes=["is no longer there"]), {"order": 1})

    def test_a_policy_that_looks_for_less_does_not_make_attacks_look_for_less(self):
        (self.folder / "letters").mkdir()
        self.file("letters/a.txt", "She gave us 219-09-5768 here.\n")
        self.file("policy.toml", "countries = ['DE']\n")
        self.ok("protect", "letters", "--policy", "policy.toml", "--no-model", "-o", "out")
        self.assertIn("219-09-5768", (self.folder / "out/a.txt").read_text())
        self.assertEqual(sum(self.remaining().values()), 1)

    def test_a_reviewed_release_too(self):
        self.letters()
        self.ok("text", "review", "letters", "--policy", "policy.toml", "--no-model", "-o", "review.json")
        self.ok("text", "apply", "review.json", "--documents", "letters", "--undecided", "accept", "-o", "out")
        self.file("out/b.txt", "qx-78 came to a heron.\n")
        self.assertEqual(self.remaining(), {"order": 1, "person": 1})

    def test_explore_takes_a_policy(self):
        self.letters()
        self.ok("explore", "letters", "--policy", "policy.toml", "--no-model", "--seed", 1, "--max-risk", 100,
                "-o", "map")
        policy = (self.folder / "map/policy.toml").read_text()
        self.assertIn("qx-[0-9]+", policy)
        self.ok("protect", "letters", "--policy", "map/policy.toml", "--no-model", "-o", "out")
        released = (self.folder / "out/a.txt").read_text()
        self.assertNotIn("heron", released)
        self.assertNotIn("qx-77", released)

    def lines(self, name, lines):
        self.file(name, "".join(json.dumps(line) + "\n" for line in lines))

    def test_kept_fields_are_searched_and_attacked(self):
        self.lines("before.jsonl", [
            {"key": "1", "body": "Call zebulon@quark.example now.", "from": "zebulon@quark.example", "n": 1},
            {"key": "2", "body": "Nothing to see.", "from": "rosen@lark.org", "n": 2}])
        self.ok("protect", "--data", "documents", "before.jsonl", "--text-field", "body", "--id-field", "key", "--keep-field", "from",
                "--no-model", "-o", "after.jsonl")
        released = [json.loads(line) for line in (self.folder / "after.jsonl").read_text().splitlines()]
        self.assertEqual(set(released[0]), {"id", "text", "from"})
        for hidden in ("quark", "lark"):
            self.assertNotIn(hidden, json.dumps(released))
        # The log says which field the text was.
        attack = ["attack", "--data", "documents", "before.jsonl", "after.jsonl", "--no-model"]
        clean = {one["name"]: one for one in self.ok_json(*attack)["attacks"]}
        self.assertEqual(clean["remaining-mentions"]["value"], 0)
        # An address in a kept field alone is found; who knows it finds its document.
        released[1]["from"] = "rosen@lark.org"
        self.lines("after.jsonl", released)
        found = {one["name"]: one for one in self.ok_json(*attack)["attacks"]}
        self.assertEqual(found["remaining-mentions"]["value"], 50)
        self.assertEqual(found["remaining-mentions"]["details"]["found"], {"email": 1})
        self.assertEqual((clean["document-linkage"]["value"], found["document-linkage"]["value"]), (50, 75))
        # Releases of other programs likewise, without record and log.
        for private in ("after.jsonl.lethe.json", "after.jsonl.lethe.private.json"):
            (self.folder / private).unlink()
        self.lines("after.jsonl", [{"key": one["id"], "body": one["text"], "from": one["from"]} for one in released])
        told = self.ok_json(*attack, "--text-field", "body", "--id-field", "key", "--attack", "remaining-mentions")
        self.assertEqual(told["attacks"][0]["value"], 50)

    def test_the_proof_searches_kept_fields(self):
        self.lines("before.jsonl", [{"id": "1", "text": "Call zebulon@quark.example.", "from": "by zebulon@quark.example"}])
        self.ok("protect", "--data", "documents", "before.jsonl", "--keep-field", "from", "--no-model", "-o", "after.jsonl")
        self.assertNotIn("quark", (self.folder / "after.jsonl").read_text())
        self.fails(2, "protect", "--data", "documents", "before.jsonl", "--keep-field", "id", "--keep-field", "text", "-o", "x.jsonl",
                   says=['"id" cannot be kept', '"text" cannot be kept'])
        said = self.ok("protect", "--data", "documents", "before.jsonl", "--keep-field", "form", "--no-model", "-o", "y.jsonl").stderr
        self.assertIn('no line has the field "form"', said)

    def test_a_full_date_in_place_of_a_wider_one_is_found(self):
        (self.folder / "letters").mkdir()
        self.file("letters/a.txt", "They met on 13 May 2004 in the garden.\n")
        self.file("letters/b.txt", "They met again in the house.\n")
        for to, written in (("year", "2004"), ("month", "May 2004"), ("decade", "2000s")):
            self.ok("protect", "letters", "--set", f"date=generalise:to={to}", "--no-model", "-o", "out", "--force")
            record = json.loads((self.folder / "out.lethe.json").read_text())
            self.assertEqual(record["policy"]["categories"]["date"]["to"], to)
            self.assertEqual(record["proof"]["texts_searched"], 1)
            self.assertEqual((self.folder / "out/a.txt").read_text(), f"They met on {written} in the garden.\n")
            self.assertEqual(self.remaining(), {})
            self.file("out/b.txt", "They met on 13 May 2004 in the house.\n")
            self.assertEqual(self.remaining(), {"date": 1})

    def test_marks_count_in_the_headline(self):
        texts = ["the heron sails.", "the crane sails.", "nobody sails."]
        self.lines("before.jsonl", [{"id": str(i), "text": text} for i, text in enumerate(texts)])
        self.lines("after.jsonl", [{"id": str(i), "text": text} for i, text in enumerate(texts)])
        self.lines("gold.jsonl", [{"id": str(i), "text": text, "entities": [
            {"start": 4, "end": 9, "category": "person", "entity": "1", "identifier": "direct"}] if i < 2 else []}
            for i, text in enumerate(texts)])
        result = self.ok_json("assess", "--data", "documents", "before.jsonl", "after.jsonl", "--gold", "gold.jsonl", "--no-model")
        marked = next(one for one in result["attacks"] if one["name"] == "marked-mentions")
        self.assertAlmostEqual(marked["value"], 200 / 3)
        self.assertEqual(marked["details"]["words"], 100)
        self.assertEqual(result["worst"]["value"], max(one["value"] for one in result["attacks"]))
        attack = self.ok_json("attack", "--data", "documents", "before.jsonl", "after.jsonl", "--gold", "gold.jsonl", "--no-model",
                              "--attack", "remaining-mentions,marked-mentions")
        self.assertEqual((attack["worst"]["name"], attack["attacks"][0]["value"]), ("marked-mentions", 0))
        shown = self.ok("attack", "--data", "documents", "before.jsonl", "after.jsonl", "--gold", "gold.jsonl", "--no-model",
                        "--attack", "remaining-mentions,marked-mentions").stdout.replace("\n", " ")
        self.assertIn("Of 3 documents the worst attack tried, What people marked, finds about 2", shown)

    def test_options_without_effect_are_refused(self):
        self.letters()
        self.ok("protect", "letters", "--no-model", "-o", "out")
        self.fails(2, "protect", "letters", "-o", "x", "--threshold", 0.1, "--marker", "[...]", "--unit", "cluster",
                   "--least-hits", 2, says=["--threshold: goes with --risk-terms", "--marker", "--unit", "--least-hits"])
        self.fails(2, "text", "review", "letters", "-o", "r.json", "--unit", "cluster", says="--risk-terms")
        self.fails(2, "assess", "letters", "out", "-k", 3, "-m", 1, "--round", "integer",
                   says=["-k", "-m", "goes with --terms", "--round: goes with --queries"])
        self.file("q.toml", "[[query]]\nname = 'a'\nkind = 'risk'\nwords = 'sails'\n")
        self.fails(2, "attack", "letters", "out", "--attack", "remaining-mentions", "--queries", "q.toml",
                   says="--queries: goes with risk-queries")
        self.fails(2, "measure", "letters", "out", "--gold", "q.toml", says="--gold: no loss measure")
        self.fails(2, "attack", "letters", "out", "--share", 0.5, says="--share")
        self.fails(2, "attack", "letters", "out", "--no-model", "--register", "letter", says="--register")
        self.ok("text", "review", "letters", "--no-model", "-o", "review.json")
        said = self.ok("text", "apply", "review.json", "--documents", "letters", "--undecided", "accept",
                       "--marker", "[...]", "-o", "reviewed").stderr
        self.assertIn("no risky blocks", said)

    def test_what_is_said_where_nothing_was_looked_for(self):
        (self.folder / "letters").mkdir()
        self.file("letters/a.txt", "nothing sails at all.\n")
        shown = self.ok("protect", "letters", "--no-model", "-o", "out").stdout.replace("\n", " ")
        self.assertIn("The finders found nothing that identifies anyone.", shown)
        self.assertIn("No removed text was searched for in the release", shown)
        shown = " ".join(self.ok("assess", "letters", "out", "--no-model").stdout.split())
        self.assertIn("nothing that was taken out was looked for. A name that no finder knows is not looked for.", shown)
        self.assertNotIn("learns nothing", shown)
        self.file("q.toml", "".join(f"[[query]]\nname = '{word}'\nkind = 'risk'\nwords = '{word}'\nthreshold = 0.01\n"
                                    for word in ("sails", "zyxwvut")))
        self.file("letters/b.txt", "a garden.\n")
        self.file("out/b.txt", "a garden.\n")
        found = self.ok_json("attack", "letters", "out", "--no-model", "--attack", "risk-queries", "--queries", "q.toml")
        self.assertEqual(found["attacks"][0]["warnings"],
                         ["1 of 2 risk queries find nothing in the originals, and so say nothing of the release"])

    def test_a_plan_needs_no_place(self):
        self.letters()
        plan = self.ok_json("protect", "letters", "--no-model", "--dry-run")
        self.assertEqual((plan["documents"], plan["files"]), (2, []))
        self.fails(2, "protect", "letters", "--no-model", says="-o")
        self.ok("text", "review", "letters", "--no-model", "-o", "review.json")
        self.ok("text", "apply", "review.json", "--documents", "letters", "--undecided", "accept", "--dry-run")
        self.fails(2, "text", "apply", "review.json", "--documents", "letters", says="-o")


if __name__ == "__main__":
    unittest.main(verbosity=2)
