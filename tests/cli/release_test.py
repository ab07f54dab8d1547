"""One release for documents, vectors and graphs: plans, logs that are found, files that are not lost."""
import hashlib
import json
import shutil
import tempfile
import unittest

from support import CliTest, run

DATA = ("table", "documents", "vectors", "graph")


class Releases(CliTest):
    """A small source of each kind of data, and the command that releases it."""

    sources = None  # made once

    @classmethod
    def make_sources(cls):
        cls.sources = tempfile.mkdtemp(prefix="lethe-sources-")
        cls.addClassCleanup(shutil.rmtree, cls.sources, True)
        for arguments in (["sample", "census", "--rows", 60, "--seed", 1, "-o", "people.csv"],
                          ["sample", "letters", "--documents", 12, "--seed", 1, "-o", "letters"],
                          ["text", "vectors", "letters", "-o", "v.mtx"],
                          ["sample", "network", "--users", 60, "--seed", 1, "-o", "network"]):
            run(*arguments, cwd=cls.sources).check_returncode()

    def setUp(self):
        super().setUp()
        if self.sources is None:
            self.make_sources()
        shutil.copytree(self.sources, self.folder, dirs_exist_ok=True)
        self.command = {
            "table": ["protect", "people.csv", "--method", "mdav", "--set", "k=3", "-o", "r.csv"],
            "documents": ["text", "sanitize", "letters", "-o", "docs", "--no-model"],
            "vectors": ["text", "protect", "v.mtx", "-k", "3", "-o", "p.mtx"],
            "graph": ["graph", "protect", "network/edges.csv", "network/nodes.csv", "-k", "3", "-o", "g.csv",
                      "--output-nodes", "n.csv"]}
        self.release = {"table": "r.csv", "documents": "docs", "vectors": "p.mtx", "graph": "g.csv"}

    def beside(self, data, ending):
        return self.folder / (self.release[data] + ending)

    def record(self, data):
        return json.loads(self.beside(data, ".lethe.json").read_text())

    def log(self, data):
        return json.loads(self.beside(data, ".lethe.private.json").read_text())

    def everything(self):
        return {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}


class RandomOrder(Releases):
    """Rows of a table in an order that does not tell."""

    def test_figures_are_those_of_the_rows_in_their_order(self):
        base = ["protect", "people.csv", "--method", "mdav", "--set", "k=3", "--seed", 5]
        kept = self.ok(*base, "-o", "kept.csv")
        self.assertIn("sorted by person_id", kept.stderr)
        self.assertIn("sorted by person_id", (self.folder / "kept.csv.lethe.json").read_text())
        mixed = self.ok(*base, "--order", "random", "-o", "mixed.csv")
        self.assertNotIn("sorted by", mixed.stderr)
        lines = {name: (self.folder / name).read_text().splitlines() for name in ("kept.csv", "mixed.csv")}
        self.assertNotEqual(lines["kept.csv"], lines["mixed.csv"])
        self.assertEqual(sorted(lines["kept.csv"]), sorted(lines["mixed.csv"]))
        record = json.loads((self.folder / "mixed.csv.lethe.json").read_text())
        self.assertEqual(record["release"]["order"], "random")
        rows = json.loads((self.folder / "mixed.csv.lethe.private.json").read_text())["rows"]
        self.assertEqual([lines["kept.csv"][row + 1] for row in rows], lines["mixed.csv"][1:])
        figures = {}
        for name in ("kept.csv", "mixed.csv"):
            for more in ((), ("--method-unknown",)):
                found = self.ok_json("assess", "people.csv", name, "--seed", 1, *more)
                figures.setdefault(more, []).append([(one["name"], one["value"]) for one in found["attacks"] +
                                                     found["measures"]])
            measured = self.ok_json("measure", "people.csv", name, "--measure", "sse")
            figures.setdefault("measure", []).append(measured["measures"][0]["value"])
            linked = self.ok_json("attack", "people.csv", name, "--intruder", "people.csv", "--truth",
                                  "person_id")
            figures.setdefault("intruder", []).append(linked["truth"]["worst_by_values"]["value"])
        for what, (one, other) in figures.items():
            self.assertEqual(one, other, what)
        self.ok("report", "mixed.csv.lethe.json", "-o", "page.html")

    def test_without_the_log_rows_are_not_taken_for_other_people(self):
        self.ok("protect", "people.csv", "--method", "mdav", "--set", "k=3", "--order", "random", "-o", "r.csv")
        log = self.folder / "r.csv.lethe.private.json"
        log.rename(self.folder / "log.json")
        for more in ((), ("--method-unknown",), ("--aligned",)):
            self.fails(3, "assess", "people.csv", "r.csv", *more, says="--log")
        self.fails(3, "attack", "people.csv", "r.csv", "--intruder", "people.csv", "--truth", "person_id",
                   says="--log")
        self.ok("assess", "people.csv", "r.csv", "--log", "log.json")


class KeptOrder(Releases):
    """An order that tells is warned of where it is made, and where it is met."""

    def test_releases(self):
        for data in ("vectors", "graph"):
            with self.subTest(data):
                self.assertNotIn("order", self.ok(*self.command[data]).stderr)
                kept = self.ok(*self.command[data], "--keep-order")
                self.assertIn("sorted by id", kept.stderr)
                self.assertIn("knows that order", " ".join(kept.stdout.split()))
                self.assertEqual(self.record(data)["order"], "as-is")
                self.ok("report", str(self.beside(data, ".lethe.json")), "--publish", "-o", f"{data}.html")
                self.assertIn("knows that order", " ".join((self.folder / f"{data}.html").read_text().split()))

    def test_a_table_from_elsewhere(self):
        self.ok(*self.command["table"])
        for ending in (".lethe.json", ".lethe.private.json"):
            self.beside("table", ending).unlink()
        self.assertIn("sorted by person_id", self.ok("assess", "people.csv", "r.csv").stderr)
        lines = (self.folder / "people.csv").read_text().splitlines()
        self.file("mixed.csv", "\n".join(lines[:1] + lines[1::2] + lines[2::2]) + "\n")
        self.ok("protect", "mixed.csv", "--method", "mdav", "--set", "k=3", "-o", "m.csv")
        self.assertNotIn("sorted by", self.ok("assess", "mixed.csv", "m.csv").stderr)

    def test_without_the_log_nobody_is_taken_for_another(self):
        for data, original in (("vectors", ["v.mtx"]), ("graph", ["network/edges.csv"])):
            with self.subTest(data):
                self.ok(*self.command[data])
                self.beside(data, ".lethe.private.json").unlink()
                more = ["--nodes", "network/nodes.csv", "--protected-nodes", "n.csv"] if data == "graph" else []
                self.fails(3, "assess", "--data", data, *original, self.release[data], *more, says="--log")


class LogsOfOthers(Releases):
    def test_a_report_does_not_take_the_log_of_another_release(self):
        for name, k in (("r.csv", 3), ("q.csv", 5)):
            self.ok("protect", "people.csv", "--method", "mdav", "--set", f"k={k}", "--seed", 1, "-o", name)
        self.ok("report", "r.csv.lethe.json", "-o", "page.html")
        shutil.copy(self.folder / "q.csv.lethe.private.json", self.folder / "r.csv.lethe.private.json")
        before = self.everything()
        failed = self.fails(3, "report", "r.csv.lethe.json", "-o", "page2.html", says="another release")
        self.assertIn("q.csv", failed.stderr)
        self.fails(3, "assess", "people.csv", "r.csv", "--log", "q.csv.lethe.private.json", says="another release")
        self.assertEqual(self.everything(), before)
        self.ok("report", "r.csv.lethe.json", "--publish", "-o", "page3.html")


class Envelopes(Releases):
    def test_records_and_logs_begin_alike(self):
        for data in DATA:
            with self.subTest(data):
                self.ok(*self.command[data], "--seed", "77177")
                record, log = self.record(data), self.log(data)
                self.assertEqual(record["data"], data)
                self.assertEqual(log["data"], data)
                self.assertEqual(log["kind"], "private-log")
                self.assertIn("version", record["lethe"])
                self.assertIn("version", log["lethe"])
                self.assertIn("Private", log["note"])
                self.assertNotIn("77177", json.dumps(record))
                if data != "documents":
                    self.assertEqual(log["seed"], 77177)
                top = self.folder / "docs" if data == "documents" else self.folder
                for file in record["files"]:
                    self.assertEqual(hashlib.sha256((top / file["file"]).read_bytes()).hexdigest(), file["sha256"])
                self.assertEqual(log["files"], record["files"])
                sources = {source["sha256"] for source in log["sources"]}
                self.assertTrue(sources)
                if data != "vectors":  # whose terms may all be published
                    self.assertFalse(sources & {file["sha256"] for file in record["files"]})
                self.assertEqual(self.beside(data, ".lethe.private.json").stat().st_mode & 0o777, 0o600)


class DryRuns(Releases):
    def test_nothing_is_written(self):
        before = self.everything()
        for data in DATA:
            with self.subTest(data):
                plan = self.ok_json(*self.command[data], "--dry-run")
                self.assertEqual(self.everything(), before)
                if data == "table":
                    self.assertEqual(plan["kind"], "plan")
                else:
                    self.assertEqual((plan["kind"], plan["data"]), ("release-plan", data))
                self.assertEqual(plan["files"][0], {"file": self.release[data], "private": False, "replaces": False})
                self.assertIn({"file": f"{self.release[data]}.lethe.private.json", "private": True,
                               "replaces": False}, plan["files"])
                said = self.ok(*self.command[data], "--dry-run").stdout
                self.assertIn("nothing was done", said)
                self.assertIn("must not be published", said)

    def test_what_is_masked_is_not_said_to_be_released_as_it_is(self):
        start = ["protect", "people.csv", "--method", "mdav", "--dry-run"]
        self.assertNotIn("confidential, released as it is", self.ok(*start).stdout)
        some = self.ok(*start, "--columns", "age,AGI").stdout
        self.assertIn("confidential, released as it is: diagnosis", some)
        changed = {one["name"]: one["changed"] for one in self.ok_json(*start, "--columns", "age,AGI")["columns"]}
        self.assertEqual([name for name, is_changed in changed.items() if is_changed], ["age", "AGI"])
        dropping = self.ok_json("protect", "people.csv", "--method", "sampling", "--set", "fraction=0.5", "--dry-run")
        self.assertFalse(any(one["changed"] for one in dropping["columns"]))

    def test_no_place_is_needed(self):
        before = self.everything()
        for data in ("table", "vectors", "graph"):
            with self.subTest(data):
                at = self.command[data].index("-o")
                bare = self.command[data][:at]
                self.assertIn("nothing was done", self.ok(*bare, "--dry-run").stdout)
                self.fails(2, *bare, says="-o")
        self.assertEqual(self.everything(), before)

    def test_what_would_be_done(self):
        plan = self.ok_json(*self.command["documents"], "--dry-run", "--set", "date=mask")
        self.assertIn({"category": "date", "treatment": "mask"}, plan["categories"])
        plan = self.ok_json(*self.command["graph"], "--dry-run", "--keep", "age")
        self.assertEqual({row["column"]: row["treatment"] for row in plan["columns"]}["age"], "kept as it is")
        self.assertEqual(plan["order"], "random")
        self.ok(*self.command["vectors"])
        plan = self.ok_json(*self.command["vectors"], "--dry-run")
        self.assertTrue(plan["files"][0]["replaces"])

    def test_what_cannot_be_is_said(self):
        self.fails(4, *self.command["vectors"][:3], "-k", "900", "-o", "p.mtx", "--dry-run", says="cannot hide")
        self.fails(2, *self.command["graph"], "--dry-run", "--method", "none", says="nothing is protected")


class NothingIsLost(Releases):
    def test_what_lethe_did_not_make_stays(self):
        for data in DATA:
            for ending in ("", ".lethe.json", ".lethe.private.json"):
                if data == "documents" and not ending:
                    continue  # a folder; below
                with self.subTest(data + ending):
                    path = self.beside(data, ending)
                    path.write_text("do not lose me")
                    self.fails(2, *self.command[data], says="--force")
                    self.assertEqual(path.read_text(), "do not lose me")
                    self.ok(*self.command[data], "--force")
                    self.assertNotEqual(path.read_text(), "do not lose me")
                    self.ok(*self.command[data])  # over a release of ours

    def test_files_beside(self):
        for data, name in (("vectors", "p.terms.txt"), ("graph", "n.csv")):
            self.file(name, "do not lose me")
            self.fails(2, *self.command[data], says=["--force", name])
            self.ok(*self.command[data], "--force")
            self.ok(*self.command[data])
        self.file("users.csv", "do not lose me")
        self.fails(2, *self.command["graph"], "--microdata", "users.csv", says="users.csv")
        self.file("spans.jsonl", "do not lose me")
        self.fails(2, *self.command["documents"], "--spans", "spans.jsonl", says="spans.jsonl")
        self.assertFalse((self.folder / "docs").exists())

    def test_folders(self):
        (self.folder / "docs").mkdir()
        self.file("docs/thesis.txt", "do not lose me")
        for force in ([], ["--force"]):
            self.fails(2, *self.command["documents"], *force, says="no release of Lethe")
        self.assertEqual((self.folder / "docs/thesis.txt").read_text(), "do not lose me")


class LogsAreFound(Releases):
    def test_documents(self):
        (self.folder / "letters").joinpath("carl.stone@example.org.txt").write_text("Nothing to see in here.\n")
        shown = self.ok_json(*self.command["documents"])
        self.assertGreaterEqual(shown["renamed"], 1)
        self.file("q.toml", '[[query]]\nname = "q"\nkind = "utility"\nwords = "payment letter"\n')
        assess = ["text", "assess", "letters", "docs", "--queries", "q.toml"]
        found = self.ok_json(*assess)
        self.assertEqual((found["missing"], found["private_missing"]), (0, []))
        log = self.beside("documents", ".lethe.private.json")
        log.rename(self.folder / "elsewhere.json")
        lost = self.ok_json(*assess)
        self.assertIn("carl.stone@example.org.txt", lost["private_missing"])
        self.assertEqual((lost["missing"], len(lost["private_missing"])), (shown["renamed"], shown["renamed"]))
        found = self.ok_json(*assess, "--log", "elsewhere.json")
        self.assertEqual((found["missing"], found["private_missing"]), (0, []))
        self.ok(*self.command["graph"])
        self.fails(3, *assess, "--log", "g.csv.lethe.private.json", says="of a release of documents")

    def test_vectors(self):
        self.ok(*self.command["vectors"], "--seed", "4")
        assess = ["text", "assess-vectors", "v.mtx", "p.mtx", "--parts", "loss"]
        found = self.ok_json(*assess)
        self.assertEqual(found["notes"], [])
        self.beside("vectors", ".lethe.private.json").rename(self.folder / "elsewhere.json")
        self.fails(3, *assess, says=["random order", "--log"])
        self.assertEqual(self.ok_json(*assess, "--log", "elsewhere.json")["releases"], found["releases"])
        self.ok(*self.command["vectors"][:-1], "q.mtx", "--seed", "5")
        self.fails(3, *assess, "--log", "q.mtx.lethe.private.json", says="another release")
        # Of a release from elsewhere nobody can know; it is said.
        self.beside("vectors", ".lethe.json").unlink()
        self.assertIn("matched by their order", " ".join(self.ok_json(*assess)["notes"]))

    def test_what_was_changed_is_said(self):
        self.ok(*self.command["documents"])
        self.file("docs/more.txt", "added by hand")
        self.file("q.toml", '[[query]]\nname = "q"\nkind = "utility"\nwords = "payment letter"\n')
        said = self.ok("text", "assess", "letters", "docs", "--queries", "q.toml").stderr
        self.assertIn("are not as its record", said)


class Reviewed(CliTest):
    def test_a_review_publishes_no_name_that_tells(self):
        (self.folder / "docs").mkdir()
        self.file("docs/carl.stone@example.org.txt", "Nothing to see in here.\n")
        self.file("docs/Ophelia_Brandt.txt", "Nobody is named.\n")
        self.file("staff.txt", "Ophelia Brandt\n")
        self.file("policy.toml", '[list]\nperson = "staff.txt"\n')
        self.ok("text", "review", "docs", "--policy", "policy.toml", "--no-model", "-o", "review.json")
        apply = ["text", "apply", "review.json", "--documents", "docs", "-o", "out"]
        plan = self.ok_json(*apply, "--dry-run")
        self.assertEqual(len(plan["files"]), 4)
        self.assertFalse((self.folder / "out").exists())
        shown = self.ok_json(*apply)
        self.assertEqual(shown["renamed"], 2)
        self.assertEqual(sorted(path.name for path in (self.folder / "out").iterdir()),
                         ["document-0001.txt", "document-0002.txt"])
        log = json.loads((self.folder / "out.lethe.private.json").read_text())
        self.assertEqual({row["file"] for row in log["documents"]},
                         {"carl.stone@example.org.txt", "Ophelia_Brandt.txt"})
        self.assertEqual(len(log["sources"]), 2)
        self.assertEqual(log["reviewed"]["file"], "review.json")
        self.assertNotIn("Ophelia", (self.folder / "out.lethe.json").read_text())
        # Over its own release, and not over somebody's file.
        self.ok(*apply)
        self.file("out.lethe.audit.jsonl", "do not lose me")
        self.fails(2, *apply, says="--force")
        self.assertEqual((self.folder / "out.lethe.audit.jsonl").read_text(), "do not lose me")


class Seeds(CliTest):
    def test_assessments_without_a_seed_are_random(self):
        self.ok("sample", "network", "--users", 80, "--seed", 1, "-o", "network")
        self.ok("graph", "protect", "network/edges.csv", "network/nodes.csv", "-k", "3", "--structure", "perturb",
                "--share", "0.3", "-o", "g.csv", "--output-nodes", "n.csv")
        assess = ["graph", "assess", "network/edges.csv", "g.csv", "--nodes", "network/nodes.csv",
                  "--protected-nodes", "n.csv"]
        self.assertEqual(self.ok(*assess, "--seed", "3").stdout, self.ok(*assess, "--seed", "3").stdout)


if __name__ == "__main__":
    unittest.main()
