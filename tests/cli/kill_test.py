"""kill -9 while an older release is overwritten: whoever reads it next finds one version, and nothing is left over."""
import hashlib
import json
import os
import random
import signal
import subprocess
import time
import unittest

from support import LETHE, TOP, CliTest

KILLS = 15
FEW = 6  # of what is no release


class KillTest(CliTest):
    chance = random.Random(1)

    def digest(self, path):
        return hashlib.sha256(path.read_bytes()).hexdigest()

    def check_one_version(self, release):
        """The record, the log and all files belong together; nothing else is there."""
        path = self.folder / release
        record = json.loads((self.folder / f"{release}.lethe.json").read_text())
        log_path = self.folder / f"{release}.lethe.private.json"
        log = json.loads(log_path.read_text())
        self.assertEqual(log_path.stat().st_mode & 0o777, 0o600)
        self.assertEqual(record["files"], log["files"])
        top = path if path.is_dir() else self.folder
        for file in record["files"]:
            self.assertEqual(self.digest(top / file["file"]), file["sha256"], file)
        for file in log.get("private_files", []):
            self.assertEqual(self.digest(self.folder / file["file"]), file["sha256"], file)
        if path.is_dir():
            self.assertEqual(sorted(str(p.relative_to(path)) for p in path.rglob("*") if p.is_file()),
                             sorted(file["file"] for file in record["files"]))
        self.assertEqual(self.left_over(), [])

    def left_over(self, folder=None):
        folder = folder or self.folder
        names = os.listdir(folder) if folder.exists() else []
        return [name for name in names if ".lethe-" in name or ".tmp" in name]

    def killed(self, command, folder=None):
        """Runs the command until it writes, and kills it some moments later; whether it was in time."""
        process = subprocess.Popen([LETHE, *map(str, command)], cwd=self.folder, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        while process.poll() is None and not self.left_over(folder):
            time.sleep(0.0005)
        time.sleep(self.chance.uniform(0, 0.02))
        process.kill()
        self.assertIn(process.wait(), (0, -signal.SIGKILL))  # nothing was refused
        return process.returncode != 0

    def overwrite(self, release, commands, read):
        """Versions are written over each other and killed; then somebody reads, or writes again."""
        self.ok(*commands[0])
        self.check_one_version(release)
        interrupted = 0
        for i in range(KILLS):
            interrupted += self.killed(commands[i % 2])
            if i % 3 == 2:
                continue  # the next writer finds what this one left
            self.ok(*read)
            self.check_one_version(release)
        self.assertGreater(interrupted, 0)
        self.ok(*commands[0])
        self.check_one_version(release)

    def test_table(self):
        self.people(60)
        self.overwrite("r.csv", [["protect", "people.csv", "--method", "mdav", "--set", f"k={k}", "-o", "r.csv"]
                                 for k in (3, 5)],
                       ["report", "r.csv.lethe.json", "-o", "page.html"])

    def test_documents(self):
        self.ok("sample", "letters", "--documents", 4, "--seed", 1, "-o", "letters")
        common = ["text", "sanitize", "letters", "-o", "rel", "--no-model", "--spans", "spans.jsonl"]
        self.file("queries.toml", '[[query]]\nname = "q"\nkind = "utility"\nwords = "payment"\n')
        self.overwrite("rel", [common, [*common, "--profile", "strict"]],
                       ["text", "assess", "letters", "rel", "--queries", "queries.toml"])

    def test_vectors(self):
        self.ok("sample", "letters", "--documents", 8, "--seed", 1, "-o", "letters")
        self.ok("text", "vectors", "letters", "-o", "v.mtx")
        common = ["text", "protect", "v.mtx", "-o", "p.mtx", "--keep-ids"]
        self.overwrite("p.mtx", [[*common, "-k", k] for k in (2, 3)],
                       ["text", "assess-vectors", "v.mtx", "p.mtx", "--parts", "loss"])

    def test_graph(self):
        self.ok("sample", "network", "--users", 60, "--seed", 1, "-o", "network")
        common = ["graph", "protect", "network/edges.csv", "network/nodes.csv", "-o", "g.csv", "--output-nodes",
                  "n.csv", "--microdata", "users.csv"]
        self.overwrite("g.csv", [[*common, "-k", k] for k in (3, 5)],
                       ["graph", "assess", "network/edges.csv", "g.csv", "--nodes", "network/nodes.csv",
                        "--protected-nodes", "n.csv", "--parts", "loss"])

    def version(self, files):
        """What stands in the files, without the time that they took; nothing where there is no such file."""
        return {name: self.digest(self.folder / name) for name in files if (self.folder / name).exists()}

    def replace(self, files, commands, read=None):
        """Files that belong together, and are no release, are of one of the versions after every kill."""
        versions = []
        for command in commands:
            self.ok(*command)
            versions.append(self.version(files))
        self.assertNotEqual(*versions)
        interrupted = 0
        for i in range(FEW):
            interrupted += self.killed(commands[i % 2])
            if read:
                self.ok(*read)  # finishes what was begun
                self.assertIn(self.version(files), versions)
                self.assertEqual(self.left_over(), [])
        self.assertGreater(interrupted, 0)
        self.ok(*commands[0])
        self.assertEqual(self.version(files), versions[0])
        self.assertEqual(self.left_over(), [])

    def test_vectors_that_are_made(self):
        """A matrix beside the terms of another is mislabelled, and nothing says so."""
        self.ok("sample", "letters", "--documents", 40, "--seed", 1, "-o", "letters")
        common = ["text", "vectors", "letters", "--force", "-o", "v.mtx"]
        self.replace(["v.mtx", "v.terms.txt", "v.documents.csv"], [common, [*common, "--stems"]],
                     ["text", "inspect-vectors", "v.mtx"])

    def test_extracted_graph(self):
        self.ok("sample", "network", "--users", 60, "--posts", "--seed", 1, "-o", "network")
        common = ["graph", "extract", "network/posts.jsonl", "--users", "network/users.jsonl", "--topics",
                  TOP / "examples/network/topics.csv", "--locations", TOP / "examples/network/places.csv", "--force",
                  "-o", "n.csv", "--edges", "e.csv", "--places", "p.csv", "--explain", "why.jsonl"]
        self.replace(["n.csv", "e.csv", "why.jsonl"], [common, [*common, "--most-topics", 1]],
                     ["graph", "info", "e.csv", "n.csv"])

    def test_applied_review(self):
        self.ok("sample", "letters", "--documents", 6, "--seed", 1, "-o", "letters")
        self.ok("text", "review", "letters", "--no-model", "-o", "review.json")
        common = ["text", "apply", "review.json", "--documents", "letters", "-o", "rel", "--undecided"]
        self.ok(*common, "accept")
        interrupted = 0
        for i in range(FEW):
            interrupted += self.killed([*common, ("reject", "accept")[i % 2]])
            self.ok(*common, "accept")
            self.check_one_version("rel")
        self.assertGreater(interrupted, 0)

    def test_evolution(self):
        """The result, its drawings and its page; the release stands for itself."""
        self.people(40)
        common = ["evolve", "people.csv", "--what", "pram-matrices", "--generations"]
        interrupted = 0
        for i in range(FEW):
            command = [*common, 2, "--seed", i % 2, "-o", "out"]
            (self.folder / "out/checkpoint.json").unlink(missing_ok=True)
            interrupted += self.killed(command, self.folder / "out")
            (self.folder / "out/checkpoint.json").unlink(missing_ok=True)
            self.ok(*command)
            result = json.loads((self.folder / "out/evolution.json").read_text())
            for file in result["files"]:
                self.assertEqual(self.digest(self.folder / "out" / file["file"]), file["sha256"])
            self.assertEqual(self.left_over(self.folder / "out"), [])
        self.assertGreater(interrupted, 0)

    def test_what_another_command_left_goes_too(self):
        """A folder in the making is known by what it is, whatever file it was for."""
        self.killed(["sample", "letters", "--documents", 3000, "--seed", 1, "-o", "many"], self.folder / "many")
        self.ok("sample", "letters", "--documents", 2, "--seed", 2, "--force", "-o", "many")
        self.assertEqual(self.left_over(self.folder / "many"), [])


if __name__ == "__main__":
    unittest.main()
