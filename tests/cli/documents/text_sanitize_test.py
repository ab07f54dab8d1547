#!/usr/bin/env python3
"""lethe text sanitize and decrypt as a user runs them. Above all: what was removed is nowhere in what is published."""
import gzip
import json
import os
import re
import stat
import unittest

from support import CliTest, TOP

PEOPLE = ["Zebulon Quarkendale", "Ottoline Vexley-Brandt", "Thaddeus Wimbledorf"]
SECRETS = ["zebulon.quarkendale@hush.example", "GB33BUKB20201555555555", "4111 1111 1111 1111", "PRJ-7731", "Blue Heron",
           "+44 20 7946 0958"]
PARTS = ["Zebulon", "Quarkendale", "Ottoline", "Vexley", "Brandt", "Thaddeus", "Wimbledorf", "7731", "Heron", "hush",
         "20201555555555", "7946 0958"]
POLICY = """
[entity.project]
label = "Project"
patterns = ["PRJ-[0-9]{4}"]
phrases = ["Blue Heron"]
[list]
person = "staff.txt"
"""
LETTER = """Dear Mr {0},

{0} and Mrs {1} met {2} about the project Blue Heron (PRJ-7731). Write to zebulon.quarkendale@hush.example or call
+44 20 7946 0958. The account is GB33BUKB20201555555555, the card 4111 1111 1111 1111.
{3}'s answer is here. ZEBULON QUARKENDALE, Ms Vexley-Brandt and Thaddeus agreed.
""".format(*PEOPLE, "Quarkendale")


class Sanitize(CliTest):
    def setUp(self):
        super().setUp()
        self.file("staff.txt", "# staff\n" + "\n".join(PEOPLE) + "\n")
        self.file("policy.toml", POLICY)

    def documents(self):
        docs = self.folder / "docs"
        (docs / "Quarkendale family").mkdir(parents=True)
        (docs / "plain.txt").write_text(LETTER)
        (docs / "Quarkendale family" / "note_thaddeus.md").write_text("# Note\n\n- **Zebulon Quarkendale** came\n")
        (docs / "latin.txt").write_bytes("Café: Zebulon Quarkendale".encode("latin-1"))
        (docs / "wide.txt").write_bytes("Thaddeus Wimbledorf wrote.".encode("utf-16"))
        (docs / "page.html").write_text(
            "<html><head><title>Zebulon Quarkendale</title><meta name=author content='Thaddeus Wimbledorf'>"
            "<script>var who = 'Zebulon Quarkendale';</script></head><body><!-- for Ottoline Vexley-Brandt -->"
            "<p data-who='Thaddeus Wimbledorf'>Dear <b>Zebulon</b> <i>Quark&#101;ndale</i>,</p>"
            "<img alt='Thaddeus Wimbledorf' src='thaddeus.png'><p>yours, Ottoline&nbsp;Vexley-Brandt</p></body></html>")
        lines = [{"id": "Zebulon-1", "text": "Zebulon Quarkendale wrote.", "author": "Thaddeus Wimbledorf", "n": 4},
                 {"id": "b", "text": "caf\u00e9 of Ottoline\nVexley-Brandt", "author": "nobody", "note": "Zebulon"}]
        (docs / "notes.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
        with gzip.open(docs / "more.txt.gz", "wt") as packed:
            packed.write("Mr Wimbledorf again: PRJ-7731")
        (docs / "broken-quarkendale.txt").write_bytes(b"\0\1\2")
        (docs / "picture.png").write_bytes(b"\x89PNG")
        return docs

    def published(self, result, *paths):
        """Every byte that others get to see, and the names of files."""
        found = {"stdout": result.stdout.encode(), "stderr": result.stderr.encode()}
        for top in paths:
            top = self.folder / top
            for path in [top, *top.rglob("*")] if top.is_dir() else [top]:
                found[str(path.relative_to(self.folder))] = b""
                if path.is_file():
                    found[str(path.relative_to(self.folder))] = path.read_bytes()
        return found

    def assert_nothing_survives(self, published, words=None):
        for name, content in published.items():
            for word in words or PEOPLE + SECRETS + PARTS:
                pattern = re.escape(word).replace(r"\ ", r"\s+").encode()
                self.assertIsNone(re.search(pattern, content, re.I), f"{word} is in {name}\n{content[:2000]}")
                self.assertNotIn(word.lower(), name.lower())

    def test_nothing_removed_survives(self):
        self.documents()
        for extra in [[], ["--no-model"], ["--setting", "recall"], ["--profile-strict"]]:
            with self.subTest(extra):
                arguments = ["--policy", "policy.toml", *extra]
                if extra == ["--profile-strict"]:
                    self.file("strict.toml", 'profile = "strict"\n' + POLICY)
                    arguments = ["--policy", "strict.toml"]
                result = self.ok("text", "sanitize", "docs", "-o", "out", "--keep-field", "author", *arguments)
                self.assert_nothing_survives(self.published(result, "out", "out.lethe.json"))
                self.assertIn("left out", result.stderr)
                names = sorted(path.name for path in (self.folder / "out").rglob("*") if path.is_file())
                self.assertEqual(len(names), 7, names)
                self.assertEqual([name for name in names if name.endswith((".html", ".gz"))], [])
                lines = [json.loads(line) for line in (self.folder / "out/notes.jsonl").read_text().splitlines()]
                self.assertEqual([set(line) for line in lines], [{"id", "text", "author"}] * 2)
                self.assertEqual(lines[1]["id"], "b")

    def test_the_private_log_knows(self):
        self.documents()
        self.ok("text", "sanitize", "docs", "-o", "out", "--policy", "policy.toml")
        path = self.folder / "out.lethe.private.json"
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        log = json.loads(path.read_text())
        self.assertIn("Zebulon Quarkendale", json.dumps(log["entities"]))
        renamed = {row["file"]: row["released_file"] for row in log["documents"]}
        self.assertTrue(renamed["Quarkendale family/note_thaddeus.md"].startswith("document-"))
        self.assertEqual(renamed["plain.txt"], "plain.txt")
        self.assertTrue(all(len(row["sha256"]) == 64 for row in log["sources"]))
        record = json.loads((self.folder / "out.lethe.json").read_text())
        self.assertEqual(record["kind"], "text-release")
        self.assertNotIn("phrases", json.dumps(record))

    def test_same_people_same_numbers(self):
        self.documents()
        self.ok("text", "sanitize", "docs", "-o", "out", "--policy", "policy.toml", "--no-model")
        plain = (self.folder / "out/plain.txt").read_text()
        latin = (self.folder / "out/latin.txt").read_text()
        number = re.search(r"Dear (Pers_\d+),", plain).group(1)
        self.assertEqual(latin, f"Café: {number}")
        self.assertIn(f"{number}'s answer", plain)

    def test_twice_is_once_and_threads_do_not_matter(self):
        self.documents()
        self.ok("text", "sanitize", "docs", "-o", "one", "--policy", "policy.toml", "--no-model", "--threads", 1)
        self.ok("text", "sanitize", "docs", "-o", "many", "--policy", "policy.toml", "--no-model", "--threads", 4)
        self.ok("text", "sanitize", "one", "-o", "again", "--policy", "policy.toml", "--no-model")

        def texts(top):
            return {path.relative_to(self.folder / top): path.read_bytes()
                    for path in (self.folder / top).rglob("*") if path.is_file()}
        self.assertEqual(texts("one"), texts("many"))
        self.assertEqual(texts("one"), texts("again"))

    def test_spans_lead_to_the_file(self):
        self.documents()
        self.ok("text", "sanitize", "docs", "-o", "out", "--policy", "policy.toml", "--no-model", "--spans",
                "spans.jsonl")
        self.assertEqual(stat.S_IMODE(os.stat(self.folder / "spans.jsonl").st_mode), 0o600)
        spans = {line["id"]: line["entities"]
                 for line in map(json.loads, (self.folder / "spans.jsonl").read_text().splitlines())}
        page = (self.folder / "docs/page.html").read_bytes()
        people = [page[span["source_start"]:span["source_end"]] for span in spans["page.html"]
                  if span["category"] == "person"]
        self.assertIn(b"Zebulon</b> <i>Quark&#101;ndale", people)
        latin = (self.folder / "docs/latin.txt").read_bytes()
        found = [span for span in spans["latin.txt"] if span["category"] == "person"]
        self.assertEqual([latin[span["source_start"]:span["source_end"]] for span in found], [b"Zebulon Quarkendale"])
        self.assertEqual((found[0]["start"], found[0]["masked"], found[0]["treatment"]), (6, True, "number"))

    def test_example_3(self):
        self.file("example.txt", "Prof. Smith asked Imagine Inc. to start the project in New York, where the NY University "
                  "could provide a laboratory near the Washington Square Park. Prof. Smith wants to study the birds of the "
                  "Washington Square Park.")
        result = self.ok("text", "sanitize", "example.txt", "-o", "-", "--profile", "example-3")
        self.assertEqual(result.stdout.strip(), "Pers_1 asked Org_1 to start the project in Loc_1, where the Org_2 could "
                         "provide a laboratory near the Loc_2. Pers_1 wants to study the birds of the Loc_2.")

    def test_treatments(self):
        self.file("a.txt", LETTER)

        def sanitized(*arguments):
            return self.ok("text", "sanitize", "a.txt", "-o", "-", "--policy", "policy.toml", "--no-model",
                           *arguments).stdout
        self.assertIn("Dear <Person>,", sanitized("--set", "person=label"))
        self.assertIn("Dear somebody,", sanitized("--set", "person=replace:somebody"))
        self.assertIn("the card **** **** **** ****", sanitized("--set", "credit-card=mask"))
        self.assertIn("Dear ,", sanitized("--set", "person=remove"))
        self.file("salt", "0123456789abcdef0123")
        hashed = sanitized("--set", "person=hash", "--salt-file", "salt")
        self.assertEqual(hashed, sanitized("--set", "person=hash", "--salt-file", "salt"))
        self.assertNotEqual(hashed, sanitized("--set", "person=hash"))
        self.assertRegex(hashed, r"Dear Pers_[0-9a-f]{16},")

    def test_encrypt_and_decrypt(self):
        self.documents()
        self.file("all.toml", POLICY + "[categories]\n" + "\n".join(
            f'{name} = "encrypt"' for name in ["person", "email", "iban", "credit-card", "phone", "project", "organisation",
                                               "location", "address", "other", "code", "date", "quantity", "url",
                                               "demographic", "money", "time", "age", "national-id", "account", "postcode",
                                               "vehicle", "ip"]))
        self.ok("text", "key", "-o", "my.key")
        self.ok("text", "key", "-o", "other.key")
        self.fails(2, "text", "key", "-o", "my.key", says="exists")
        self.fails(2, "text", "sanitize", "docs", "-o", "out", "--policy", "all.toml", says="--key-file")
        # The same key in every run: by chance ciphers and digests hold any four digits.
        (self.folder / "my.key").write_bytes(bytes(range(32)))
        result = self.ok("text", "sanitize", "docs", "-o", "out", "--policy", "all.toml", "--key-file", "my.key")
        self.assert_nothing_survives(self.published(result, "out", "out.lethe.json"))
        key = (self.folder / "my.key").read_bytes()
        for content in self.published(result, "out", "out.lethe.json", "out.lethe.private.json").values():
            self.assertNotIn(key, content)
        self.fails(3, "text", "decrypt", "out", "-o", "back", "--key-file", "other.key", says="is not the key")
        self.assertFalse((self.folder / "back").exists())
        self.ok("text", "decrypt", "out", "-o", "back", "--key-file", "my.key")
        self.assertEqual((self.folder / "back/plain.txt").read_text(), LETTER)
        lines = [json.loads(line) for line in (self.folder / "back/notes.jsonl").read_text().splitlines()]
        self.assertEqual([line["text"] for line in lines], ["Zebulon Quarkendale wrote.", "café of Ottoline\nVexley-Brandt"])

    def test_json(self):
        self.file("a.txt", LETTER)
        result = self.ok_json("text", "sanitize", "a.txt", "-o", "b.txt", "--policy", "policy.toml", "--no-model")
        self.assertEqual(result["documents"], 1)
        people = next(row for row in result["categories"] if row["category"] == "person")
        self.assertGreaterEqual(people["mentions"], 7)
        self.assertEqual(people["entities"], 3)
        self.assertTrue(all(span["end"] > span["start"] for span in result["entities"]))
        self.assertEqual(result["proof"]["kept_as_something_else"], 0)

    def test_standard_input(self):
        result = self.ok("text", "sanitize", "-", "-o", "-", "--policy", "policy.toml", stdin="Zebulon Quarkendale came")
        self.assertEqual(result.stdout, "Pers_1 came")

    def test_documents_that_cannot_be_used(self):
        def refused(name, content, says, *arguments, code=3):
            path = self.file(name, content)
            return self.fails(code, "text", "sanitize", path, "-o", "out", *arguments, says=says)
        refused("binary.txt", b"a\0b", "binary file")
        refused("empty.txt", "", "is empty")
        refused("blank.html", "<p> </p>", "is empty")
        refused("broken.txt", "Łódź und Müller ".encode() + b"\xc3(", "broken UTF-8")
        refused("cyrillic.txt", "Съешь ещё этих мягких булок".encode("cp1251"), "neither UTF-8 nor Latin-1")
        refused("broken.jsonl", '{"text": "a"}\n{"text": "Zebulon\n', "broken.jsonl:2")
        refused("fields.jsonl", '{"body": "a"}\n', "no field \"text\"")
        refused("large.txt", "a" * 3000, "larger than", "--largest", "2K")
        refused("cut.txt.gz", gzip.compress(b"hello" * 1000)[:-10], "gzip")
        refused("fine.txt", "hello", "such as 64M", "--largest", "lots", code=2)
        (self.folder / "nothing").mkdir()
        self.fails(3, "text", "sanitize", "nothing", "-o", "out", says="holds no document")
        self.fails(5, "text", "sanitize", "missing.txt", "-o", "out", says="missing.txt")
        self.assertFalse((self.folder / "out").exists())

    def test_html_without_end_and_bombs(self):
        self.file("deep.html", "<div><p>" * 300000 + "Zebulon Quarkendale")
        result = self.ok("text", "sanitize", "deep.html", "-o", "-", "--policy", "policy.toml")
        self.assertEqual(result.stdout, "Pers_1")
        entities = '<!ENTITY a0 "lol">' + "".join(f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 10))
        self.file("bomb.html", f"<!DOCTYPE x [{entities}]><p>&a9; Zebulon Quarkendale</p>")
        result = self.ok("text", "sanitize", "bomb.html", "-o", "-", "--policy", "policy.toml", "--no-model")
        self.assertEqual(result.stdout.strip(), "&a9; Pers_1")
        with gzip.open(self.folder / "bomb.txt.gz", "wb") as packed:
            for _ in range(100):
                packed.write(b"a" * (1 << 20))
        self.fails(3, "text", "sanitize", "bomb.txt.gz", "-o", "out", says="larger than 64 MiB")
        with open(self.folder / "line.txt", "wb") as file:
            file.truncate(1 << 30)
        self.fails(3, "text", "sanitize", "line.txt", "-o", "out", says="larger than 64 MiB")

    def test_places_of_the_release(self):
        self.documents()
        self.fails(2, "text", "sanitize", "docs", "-o", "docs", says="overwrite")
        self.fails(2, "text", "sanitize", "docs", "-o", "docs/out", says="within")
        (self.folder / "mine").mkdir()
        self.file("mine/thesis.txt", "do not lose me")
        self.fails(2, "text", "sanitize", "docs", "-o", "mine", says="no release of Lethe")
        self.assertEqual((self.folder / "mine/thesis.txt").read_text(), "do not lose me")
        self.ok("text", "sanitize", "docs", "-o", "out", "--policy", "policy.toml")
        self.file("out/stale.txt", "from an earlier run")
        self.fails(2, "text", "sanitize", "docs", "-o", "out/", "--policy", "policy.toml", says="--force")
        self.assertTrue((self.folder / "out/stale.txt").exists())
        self.ok("text", "sanitize", "docs", "-o", "out/", "--policy", "policy.toml", "--force")
        self.assertFalse((self.folder / "out/stale.txt").exists())
        self.assertEqual([path.name for path in self.folder.iterdir() if path.name.startswith(".out")], [])

    def test_paragraphs_that_were_learnt_go(self):
        marked = TOP / "examples/documents/marked.jsonl"
        trained = self.ok_json("text", "train-risk", marked, "-o", "topics.model")
        self.assertGreater(trained["kept_aside"]["recall"], 0.7)
        self.assertGreater(trained["kept_aside"]["precision"], 0.7)
        model = (self.folder / "topics.model").read_bytes()
        for word in (b"reactor", b"cipher", b"harbour"):
            self.assertNotIn(word, model)
        (self.folder / "docs").mkdir()
        secret = "The cipher keys of the convoy were sold by our source in the shipyard to Zebulon Quarkendale."
        self.file("docs/note.txt", f"The library got new chairs and a roof.\n\n{secret}\n\nVisitors leave their coats.\n")
        result = self.ok("text", "sanitize", "docs", "--risk-model", "topics.model", "--list", "person=staff.txt",
                         "--marker", "[gone]", "-o", "out")
        self.assertEqual((self.folder / "out/note.txt").read_text(),
                         "The library got new chairs and a roof.\n\n[gone]\n\nVisitors leave their coats.\n")
        self.assert_nothing_survives(self.published(result, "out", "out.lethe.json"), ["cipher", "Quarkendale"])
        self.assertEqual(json.loads((self.folder / "out.lethe.json").read_text())["blocks_deleted"], 1)
        self.fails(2, "text", "sanitize", "docs", "--risk-probability", 0.2, "-o", "x", says="--risk-model")
        self.fails(3, "text", "sanitize", "docs", "--risk-model", "staff.txt", "-o", "x", says="train-risk")
        self.fails(3, "text", "sanitize", "docs", "--model", "topics.model", "-o", "x", says="lethe text train")
        review = self.ok_json("text", "review", "docs", "--risk-model", "topics.model", "-o", "review.json")
        self.assertEqual(review["blocks"], 1)
        block = json.loads((self.folder / "review.json").read_text())["blocks"][0]
        self.assertGreaterEqual(block["probability"], trained["probability"] - 1e-6)

    def test_summaries(self):
        self.documents()
        result = self.ok("text", "summarize", "docs", "--policy", "policy.toml", "--words", 12, "--limit", 0.2, "-o", "short")
        self.assert_nothing_survives(self.published(result, "short", "short.lethe.json"))
        record = json.loads((self.folder / "short.lethe.json").read_text())["summary"]
        self.assertLessEqual(record["highest_risk"], 0.2)
        self.assertGreater(record["sentences_barred"], 0)
        for path in (self.folder / "short").rglob("*.txt"):
            self.assertLessEqual(len(re.findall(r"\w+", path.read_text())), 12)
        whole = self.ok("text", "summarize", "docs", "--policy", "policy.toml", "--words", 10000, "--limit", 1, "-o", "whole")
        self.assert_nothing_survives(self.published(whole, "whole", "whole.lethe.json"))
        self.ok("text", "sanitize", "docs", "--policy", "policy.toml", "-o", "out")
        for path in (self.folder / "out").rglob("*.txt"):
            # Nothing but what sanitising leaves, under the same numbers; sentences that add nothing may be missing.
            summary = (self.folder / "whole" / path.relative_to(self.folder / "out")).read_text().split()
            rest = iter(path.read_text().split())
            self.assertTrue(all(word in rest for word in summary), summary)
        self.fails(2, "text", "summarize", "docs", "--limit", 2, "-o", "x", says="--limit")

    def test_bad_policies(self):
        self.file("a.txt", "hello")

        def refused(text, *says):
            self.file("bad.toml", text)
            self.fails(2, "text", "sanitize", "a.txt", "-o", "b.txt", "--policy", "bad.toml", says=says)
        refused("[categories]\npersn = 'mask'\nemail = 'masc'\n", "did you mean \"person\"", "did you mean \"mask\"",
                "bad.toml:2", "bad.toml:3")
        refused("[entity.x]\npatterns = ['(']\n", "x")
        refused("countries = ['XX']\n", "XX")
        refused("not toml", "bad.toml")
        self.fails(2, "text", "sanitize", "a.txt", "-o", "b.txt", "--profile", "curt", says="did you mean \"court\"")
        self.fails(2, "text", "sanitize", "a.txt", "-o", "b.txt", "--set", "person", says="CATEGORY=TREATMENT")
        self.fails(5, "text", "sanitize", "a.txt", "-o", "b.txt", "--list", "person=none.txt", says="none.txt")


if __name__ == "__main__":
    unittest.main(verbosity=2)
