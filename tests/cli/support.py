"""Running the program as a user would: what the command line tests share."""
import concurrent.futures
import json
import os
import pathlib
import random
import shutil
import subprocess
import tempfile
import time
import unittest

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
LETHE = os.path.abspath(os.environ.get("LETHE_PROGRAM", TOP / "build/release/lethe"))

# How many times as long as usual a command may take: more with a sanitizer.
PATIENCE = int(os.environ.get("LETHE_PATIENCE", 1))


def wait_for_handler(process, number):
    """Until the process handles the signal itself: a program that is still being loaded ends by it."""
    for _ in range(300 * PATIENCE):
        with open(f"/proc/{process.pid}/status") as status:
            caught = next((line for line in status if line.startswith("SigCgt:")), "SigCgt: 0")
        if int(caught.split()[1], 16) >> (number - 1) & 1 or process.poll() is not None:
            return
        time.sleep(0.1)


def run(*arguments, cwd=None, stdin=None, **more):
    return subprocess.run([LETHE, *map(str, arguments)], cwd=cwd, input=stdin, capture_output=True, text=True,
                          timeout=300 * PATIENCE, **more)


def side_by_side(work, items):
    """work(item) of all items, on as many threads as there are processors; the results in their order."""
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(work, items))


class CliTest(unittest.TestCase):
    MONEY = "AGI,FEDTAX,TAXINC"

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="lethe-cli-"))
        self.addCleanup(shutil.rmtree, self.folder, True)

    def file(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def lethe(self, *arguments, **more):
        return run(*arguments, cwd=self.folder, **more)

    def ok(self, *arguments, **more):
        result = self.lethe(*arguments, **more)
        self.assertEqual(result.returncode, 0, f"{arguments}\n{result.stderr}\n{result.stdout}")
        return result

    def ok_json(self, *arguments, **more):
        return json.loads(self.ok(*arguments, "--json", **more).stdout)

    def fails(self, code, *arguments, says=(), **more):
        result = self.lethe(*arguments, **more)
        self.assertEqual(result.returncode, code, f"{arguments}\n{result.stderr}\n{result.stdout}")
        for text in [says] if isinstance(says, str) else says:
            self.assertIn(text, result.stderr)
        return result

    def people(self, rows=200):
        self.ok("sample", "census", "--rows", rows, "--seed", 1, "-o", "people.csv")
        return "people.csv"

    def jobs(self):
        """A table of two ordered columns, an unordered one and a number, a policy, and a release of it."""
        chance = random.Random(1)
        rows = ["school,size,job,income"]
        for _ in range(150):
            rows.append(",".join([chance.choice(["none", "primary", "secondary"]), chance.choice("SML"),
                                  chance.choice(["clerk", "nurse", "smith", "baker"]), str(chance.randrange(9000))]))
        self.file("jobs.csv", "\n".join(rows) + "\n")
        self.file("policy.toml", """[columns]
school = { role = "quasi", kind = "ordinal", order = ["none", "primary", "secondary"] }
size = { role = "quasi", kind = "ordinal", order = ["S", "M", "L"] }
job = { role = "quasi", kind = "nominal" }
income = { role = "confidential" }
[[step]]
method = "mdav"
k = 4
""")
        self.ok("protect", "jobs.csv", "--policy", "policy.toml", "--seed", 1, "-o", "release.csv")
