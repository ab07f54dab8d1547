#!/usr/bin/env python3
"""The table of sources: its page is up to date, its evidence exists, its commands run."""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest

from support import CliTest, LETHE, PATIENCE, side_by_side, TOP

TOOL = "tools/sources"


def tool(*arguments, top=TOP):
    return subprocess.run([top / TOOL, *arguments], capture_output=True, text=True, timeout=60 * PATIENCE)


class Sources(CliTest):
    def experiments(self):
        return re.findall(r"^  ([a-z0-9-]+) ", self.ok("reproduce").stdout, re.M)

    def test_the_page_is_what_the_data_say(self):
        result = tool("--check")
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_commands_of_rows_that_are_ok_run(self):
        (self.folder / "examples").symlink_to(TOP / "examples")
        (self.folder / "bin").mkdir()
        (self.folder / "bin/lethe").symlink_to(LETHE)
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        commands = tool("--commands").stdout.splitlines()
        self.assertGreater(len(commands), 100)
        experiments = self.experiments()
        short = []
        for command in commands:
            words = shlex.split(command)
            if words[:2] == ["lethe", "reproduce"] and len(words) > 2:  # takes minutes, and data
                self.assertIn(words[2], experiments)
            else:
                short.append(command)

        def run(command, place):
            result = subprocess.run(command, shell=True, cwd=place, capture_output=True, text=True,
                                    env={**os.environ, "PATH": path}, timeout=300 * PATIENCE)
            return f"{command}\n{result.stderr}\n{result.stdout}" if result.returncode else ""

        for command in (TOP / "docs/sources/files.sh").read_text().splitlines():
            self.assertEqual(run(command, self.folder), "")
        rows = pathlib.Path(tempfile.mkdtemp(prefix="lethe-rows-"))
        self.addCleanup(shutil.rmtree, rows, True)

        def run_apart(item):
            """What a row makes is not in the way of another."""
            number, command = item
            place = rows / str(number)
            shutil.copytree(self.folder, place, symlinks=True)
            failure = run(command, place)
            shutil.rmtree(place)
            return failure

        for command, failure in zip(short, side_by_side(run_apart, enumerate(short))):
            with self.subTest(command):
                self.assertEqual(failure, "")

    def test_experiments_of_other_rows_are_there(self):
        experiments = self.experiments()
        for name in re.findall(r"`lethe reproduce ([a-z0-9-]+)`", (TOP / "docs/guide/sources.md").read_text()):
            self.assertIn(name, experiments)

    def test_every_experiment_has_an_outcome_in_print(self):
        page = (TOP / "docs/guide/experiments.md").read_text()
        table = page[page.index("## The experiments"):page.index("## What came out")]
        named = []
        for line in table.splitlines():
            if line.startswith("| `"):
                name, what, _, outcome = [cell.strip() for cell in line.strip("|").split("|")]
                self.assertTrue(what and outcome, line)
                named.append(name.strip("`"))
        self.assertEqual(sorted(named), sorted(self.experiments()))

    def test_what_is_wrong_with_a_row_is_said(self):
        for part in ("tools/sources", "docs/references.bib", "docs/guide/sources.md", "docs/sources"):
            (self.folder / part).parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if (TOP / part).is_dir() else shutil.copy)(TOP / part, self.folder / part)
        (self.folder / "tests").symlink_to(TOP / "tests")
        self.assertEqual(tool("--check", top=self.folder).returncode, 0)
        rows = self.folder / "docs/sources/torra-2015.tsv"
        good = rows.read_text()
        for row, says in [("9\tsomething\tok\t\tlethe methods", "5 fields, not 6"),
                          ("9\tsomething\tgood\t\tlethe methods\t", 'there is no outcome "good"'),
                          ("9\tsomething\tok\t\tlethe methods\ttests/cases/no.toml", "no test or case tests/cases/no.toml"),
                          ("9\tsomething\tok\t\tlethe methods\t", "is ok and has no evidence"),
                          ("9\tsomething\tok\t\t\ttests/cli/sources_test.py", "is ok and has no command"),
                          ("9\tsomething\tok\t\trm -r data\ttests/cli/sources_test.py", "this is no command of lethe"),
                          ("9\tsomething\tdiffers\t\tlethe methods\t", "has no note"),
                          ("9\tsomething\tmissing\t\t\t", "is not what docs/sources/ says")]:
            rows.write_text(f"{good}{row}\n")
            result = tool("--check", top=self.folder)
            self.assertEqual(result.returncode, 1)
            self.assertIn(says, result.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
