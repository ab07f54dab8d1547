"""kill -9 while an older release is overwritten: whoever reads it next finds one version, and nothing is left over."""
import hashlib
import json
import os
import random
import signal
import subprocess
import time
import unittest

from support import LETHE, CliTest

KILLS = 15


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

    def left_over(self):
        return [name for name in os.listdir(self.folder) if ".lethe-" in name or ".tmp" in name]

    def killed(self, command):
        """Runs the command until it writes, and kills it some moments later; whether it was in time."""
        process = subprocess.Popen([LETHE, *map(str, command)], cwd=self.folder, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        while process.poll() is None and not self.left_over():
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


if __name__ == "__main__":
    unittest.main()
