#!/usr/bin/env python3
"""No command loses a file that it did not make: every command that writes is run in an empty folder, and then with a
foreign file in each place where it wrote one."""
import json
import re
import shutil
import unittest

from support import TOP, CliTest

FOREIGN = b"Somebody else wrote this, and there is no copy.\n"
EXAMPLES = TOP / "examples"
# Of these a dead file is no loss, or the operation goes on from it and says what is wrong with it.
OTHER_REFUSALS = {"checkpoint.json": 3}

PAIR = ["people.csv", "rel.csv"]
LEARN = ["attack", "people.csv", "noisy.csv", "--columns", CliTest.MONEY, "--attack", "supervised-linkage", "--set",
         "operator=choquet"]
GRAPH = ["network/edges.csv", "network/nodes.csv"]
PROTECTED = ["network/edges.csv", "g.csv"]
TABLES_OF_GRAPH = ["--nodes", "network/nodes.csv", "--protected-nodes", "gn.csv"]
VALUES = ["--values", "hiking,fishing,birds,beach"]
NAMED = ["--method", "pseudonyms", "--set", "label=town", "--columns", "region", "--key-file", "two.key"]

# The words of a command with its operation, and what it may be called with: all of its options that name files to be
# written, between them.
COMMANDS = {
    "inspect": [["people.csv", "-o", "new/o.json", "--exposure", "new/e.csv", "--policy-out", "new/p.toml"]],
    "advise": [["small.csv", "-o", "new"]],
    "explore": [["small.csv", "--grid", "grid.toml", "-o", "new"]],
    "protect": [["people.csv", "--method", "mdav", "-o", "new/r.csv"],
                ["people.csv", *NAMED, "--vault", "new/v", "-o", "new/r.csv"]],
    "levels": [["people.csv", "--columns", "age", "--set", "models=k:3", "--knowledge", "age=age.csv", "-o", "new/l.svg"]],
    "evolve": [["small.csv", "--generations", "2", "-o", "new"],
               ["small.csv", "--what", "pram-matrices", "--generations", "2", "-o", "new"]],
    "attack": [LEARN[1:] + ["--certificate", "new/c.json", "--mps", "new/m.mps", "--lattice", "new/l.csv",
                            "--private", "new/p.json", "-o", "new/o.json"],
               ["--intruder", "people.csv", "rel.csv", "--private", "new/p.csv", "-o", "new/o.json"]],
    "measure": [[*PAIR, "--measure", "sse", "-o", "new/o.json"]],
    "assess": [[*PAIR, "-o", "new/o.json", "--private", "new/p.json", "--exposure", "new/e.csv"]],
    "compare": [[*PAIR, "-o", "new/o.json"]],
    "explain": [[*PAIR, "--row", "1", "-o", "new/o.json"]],
    "measures": [["c.json", "c.json", "-o", "new/mean.json"]],
    "report": [["rel.csv.lethe.json", "-o", "new/page.html"]],
    "methods": [["--write", "new"]],
    "knowledge map": [["people.csv", "--column", "occupation", "-o", "new/m.csv"]],
    "knowledge sort": [[*VALUES, "-o", "new/s.csv"]],
    "knowledge cluster": [[*VALUES, "--clusters", "2", "-o", "new/c.csv"]],
    "knowledge write": [["network/topics.csv", "-o", "new/w.csv"], ["network/topics.csv", "--levels", "-o", "new/w.csv"]],
    "knowledge hierarchy": [["people.csv", "--column", "age", "--by", "intervals", "--width", "10", "-o", "new/h.csv"]],
    "text inspect": [["letters", "--no-model", "-o", "new/o.json", "--policy-out", "new/p.toml"]],
    "text sanitize": [["letters", "--no-model", "--spans", "new/s.jsonl", "-o", "new/r"]],
    "text summarize": [["letters", "--no-model", "-o", "new/r"]],
    "text decrypt": [["sealed", "--key-file", "my.key", "-o", "new/r"]],
    "text key": [["-o", "new/k"]],
    "key make": [["-o", "new/k"]],
    "key resolve": [["named.csv", "--key-file", "two.key", "--vault", "named.vault", "-o", "new/o.csv"]],
    "key renew": [["named.csv", "--key-file", "two.key", "--vault", "named.vault", "-o", "new/r.csv", "--new-vault",
                   "new/v"]],
    "text train": [["--register", f"notes={EXAMPLES}/documents/marked.jsonl", "--epochs", "1", "--folds", "2", "-o",
                    "new/m"]],
    "text train-risk": [[f"{EXAMPLES}/documents/marked.jsonl", "-o", "new/m"]],
    "text index": [["letters", "-o", "new/i"]],
    "text assess": [["letters", "docs", "--no-model", "-o", "new/o.json"]],
    "text attack": [["letters", "docs", "--no-model", "-o", "new/o.json"]],
    "text measure": [["letters", "docs", "--no-model", "-o", "new/o.json"]],
    "text explore": [["letters", "--no-model", "-o", "new"]],
    "text review": [["letters", "--no-model", "-o", "new/r.json"]],
    "text apply": [["review.json", "--documents", "letters", "--undecided", "accept", "-o", "new/r"]],
    "text vectors": [["letters", "-o", "new/v.mtx"], ["letters", "-o", "new/v.csv"]],
    "text protect": [["v.mtx", "-k", "3", "-o", "new/p.mtx"]],
    "text inspect-vectors": [["v.mtx", "-o", "new/o.json"]],
    "text assess-vectors": [["v.mtx", "p.mtx", "--parts", "loss", "-o", "new/o.json"],
                            ["v.mtx", "p.mtx", "--parts", "loss", "-o", "new/o.html"]],
    "text explore-vectors": [["v.mtx", "-o", "new"]],
    "text attack-vectors": [["v.mtx", "p.mtx", "-o", "new/o.json"]],
    "text measure-vectors": [["v.mtx", "p.mtx", "-o", "new/o.json"]],
    "graph info": [[*GRAPH, "-o", "new/o.json", "--policy-out", "new/p.toml"]],
    "graph convert": [[*GRAPH, "-o", "new/g.gml"], [*GRAPH, "-o", "new/g.csv", "--output-nodes", "new/n.csv"]],
    "graph extract": [["network/posts.jsonl", "--users", "network/users.jsonl", "--topics",
                       f"{EXAMPLES}/network/topics.csv", "--locations", f"{EXAMPLES}/network/places.csv", "-o",
                       "new/n.csv", "--edges", "new/e.csv", "--places", "new/p.csv", "--explain", "new/w.jsonl"]],
    "graph protect": [[*GRAPH, "-k", "3", "-o", "new/g.csv", "--output-nodes", "new/n.csv", "--microdata",
                       "new/m.csv"]],
    "graph assess": [[*PROTECTED, *TABLES_OF_GRAPH, "--parts", "loss", "-o", "new/o.json"]],
    "graph explore": [["network/edges.csv", "--nodes", "network/nodes.csv", "-o", "new"]],
    "graph attack": [[*PROTECTED, *TABLES_OF_GRAPH, "-o", "new/o.json"]],
    "graph measure": [[*PROTECTED, *TABLES_OF_GRAPH, "-o", "new/o.json"]],
    "sample": [["census", "--rows", "50", "-o", "new/c.csv"], ["survey", "--rows", "50", "-o", "new/s.csv"],
               ["letters", "--documents", "3", "-o", "new"], ["network", "--users", "20", "--posts", "-o", "new"]],
    "demo": [["--rows", "100", "-o", "new"]],
    "help": [["--man", "new"]],
}
# A published experiment, pages to a browser, and what reads the files that others write under the same flags.
ELSEWHERE = {"reproduce", "studio", "verify"}
WRITES = ("--output", "--private", "--exposure", "--certificate", "--mps", "--lattice", "--write", "--man", "--edges",
          "--places", "--explain", "--microdata", "--spans", "--output-nodes", "--new-vault")


class OverwriteTest(CliTest):
    @classmethod
    def setUpClass(cls):
        cls.maker = cls("make_ground")
        cls.maker.setUp()
        cls.maker.make_ground()

    @classmethod
    def tearDownClass(cls):
        cls.maker.doCleanups()

    def make_ground(self):
        self.people(60)
        self.ok("sample", "census", "--rows", 30, "--seed", 2, "-o", "small.csv")
        self.ok("knowledge", "hierarchy", "people.csv", "--column", "age", "--by", "intervals", "--width", 20, "-o",
                "age.csv")
        self.ok("protect", "people.csv", "--method", "mdav", "--set", "k=3", "-o", "rel.csv")
        self.ok("protect", "people.csv", "--method", "noise", "--set", "p=20", "--columns", self.MONEY, "--seed", 1,
                "-o", "noisy.csv")
        self.ok(*LEARN, "--certificate", "c.json")
        self.file("grid.toml", '[[try]]\nmethod = "mdav"\nk = [3]\n')
        self.ok("sample", "letters", "--documents", 14, "--seed", 1, "-o", "letters")
        self.ok("protect", "letters", "--no-model", "-o", "docs")
        self.ok("text", "key", "-o", "my.key")
        self.ok("key", "make", "-o", "two.key")
        self.ok("protect", "people.csv", *NAMED, "--vault", "named.vault", "-o", "named.csv")
        self.ok("key", "rotate", "two.key")
        self.ok("text", "sanitize", "letters", "--no-model", "--set", "person=encrypt", "--key-file", "my.key", "-o",
                "sealed")
        self.ok("text", "review", "letters", "--no-model", "-o", "review.json")
        self.ok("text", "vectors", "letters", "-o", "v.mtx")
        self.ok("protect", "v.mtx", "-k", 3, "-o", "p.mtx")
        self.ok("sample", "network", "--users", 60, "--posts", "--seed", 1, "-o", "network")
        self.ok("graph", "protect", *GRAPH, "-k", 3, "-o", "g.csv", "--output-nodes", "gn.csv")

    def setUp(self):
        super().setUp()
        maker = getattr(type(self), "maker", None)
        if maker is not None and maker is not self:
            shutil.rmtree(self.folder)
            shutil.copytree(maker.folder, self.folder)

    def written(self, command):
        """What the command writes into the empty folder "new"."""
        shutil.rmtree(self.folder / "new", ignore_errors=True)
        (self.folder / "new").mkdir()
        self.ok(*command)
        return sorted(p.relative_to(self.folder) for p in (self.folder / "new").rglob("*") if p.is_file())

    def check_keeps(self, command):
        names = self.written(command)
        self.assertTrue(names, command)
        if command[0] in ("methods", "help"):
            names = names[:1] + names[-1:]  # all are alike
        releases = [n for n in names if n.parts[1] == "r"]  # a folder that is released is held by release_test
        for name in [n for n in names if n not in releases] + releases[:1]:
            with self.subTest(command=" ".join(command), file=str(name)):
                shutil.rmtree(self.folder / "new")
                (self.folder / name).parent.mkdir(parents=True)
                (self.folder / name).write_bytes(FOREIGN)
                result = self.lethe(*command)
                self.assertNotEqual(result.returncode, 0, "nobody was asked")
                self.assertIn(result.returncode, (2, OTHER_REFUSALS.get(name.name, 2)), result.stderr)
                self.assertEqual((self.folder / name).read_bytes(), FOREIGN)
                if "--force" in result.stderr and name == names[-1]:
                    self.ok(*command, "--force")
                    self.assertNotEqual((self.folder / name).read_bytes(), FOREIGN)

    def test_no_command_loses_a_foreign_file(self):
        for words, calls in COMMANDS.items():
            for options in calls:
                with self.subTest(words):
                    seed = [] if words == "help" else ["--seed", "1"]
                    self.check_keeps([*words.split(), *options, *seed])

    def test_all_commands_are_walked(self):
        """A command that writes and is not above would be forgotten."""
        for command in json.loads(self.ok("help", "--json").stdout)["commands"]:
            if command["group"] or command["name"] in ELSEWHERE:
                continue
            page = self.ok(*command["name"].split(), "--help").stdout
            named = [flag for flag in WRITES if re.search(rf"^  (-\w,)?{flag} ", page, re.MULTILINE)]
            if not named:
                continue
            self.assertIn(command["name"], COMMANDS)
            used = [word for call in COMMANDS[command["name"]] for word in call]
            for flag in named:
                self.assertTrue(flag in used or (flag == "--output" and "-o" in used), f"{command['name']} {flag}")


class LostTest(CliTest):
    def test_pages_of_the_reference_alone_are_removed(self):
        """lethe methods --write leaves alone what is no page of its own."""
        for name in ("index.md", "notes.md", "mask/mine.md", "thesis/chapter.md"):
            (self.folder / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
            self.file("docs/" + name, "# Mine\n")
        before = {p: p.read_bytes() for p in (self.folder / "docs").rglob("*.md")}
        self.fails(2, "methods", "--write", "docs", says="--force")
        self.assertEqual({p: p.read_bytes() for p in (self.folder / "docs").rglob("*.md")}, before)
        self.ok("methods", "--write", "docs", "--force")
        for name in ("notes.md", "mask/mine.md", "thesis/chapter.md"):
            self.assertEqual((self.folder / "docs" / name).read_text(), "# Mine\n", name)
        # A method that is gone: its page goes; what else an index names stays.
        index = self.folder / "docs/index.md"
        index.write_text(index.read_text() + "| [old](mask/old.md) | x |\n| [mine](mask/mine.md) | x |\n"
                         "| [up](../up.md) | x |\n")
        self.file("docs/mask/old.md", "# Old\n\n`old` (mask)\n")
        self.file("up.md", "# Up\n\n`up` (mask)\n")
        self.ok("methods", "--write", "docs")
        self.assertFalse((self.folder / "docs/mask/old.md").exists())
        self.assertTrue((self.folder / "docs/mask/mine.md").exists())
        self.assertTrue((self.folder / "up.md").exists())

    def test_nothing_is_written_among_the_documents(self):
        self.ok("sample", "letters", "--documents", 14, "--seed", 1, "-o", "letters")
        letter = self.folder / "letters/0004-borkowska.txt"
        before = letter.read_bytes()
        for command in (["text", "review", "letters", "--no-model"], ["text", "inspect", "letters", "--no-model"],
                        ["text", "vectors", "letters"], ["text", "index", "letters"]):
            for force in ([], ["--force"]):
                self.assertEqual(self.lethe(*command, *force, "-o", "letters/0004-borkowska.txt").returncode, 2)
                self.assertEqual(letter.read_bytes(), before, command)
                self.fails(2, *command, *force, "-o", "letters/new.mtx", says="among the documents")
        self.assertEqual(len(list((self.folder / "letters").iterdir())), 14)

    def test_records_and_logs_are_no_results(self):
        self.people(60)
        self.ok("protect", "people.csv", "--method", "mdav", "--set", "k=3", "-o", "rel.csv")
        for name in ("rel.csv.lethe.private.json", "rel.csv.lethe.json"):
            before = (self.folder / name).read_bytes()
            self.fails(2, "assess", "people.csv", "rel.csv", "-o", name)
            self.fails(2, "inspect", "people.csv", "-o", name, says="--force")
            self.assertEqual((self.folder / name).read_bytes(), before)

    def test_vectors_are_private(self):
        self.ok("sample", "letters", "--documents", 14, "--seed", 1, "-o", "letters")
        self.ok("text", "vectors", "letters", "-o", "v.mtx")
        for name in ("v.mtx", "v.terms.txt", "v.documents.csv"):
            self.assertEqual((self.folder / name).stat().st_mode & 0o777, 0o600, name)


if __name__ == "__main__":
    unittest.main()
