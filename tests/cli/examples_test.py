#!/usr/bin/env python3
"""Examples in help pages, guides and the README run as printed."""
import re
import shutil
import subprocess
import unittest

from support import CliTest, LETHE, TOP

COMMANDS = ["inspect", "explore", "evolve", "protect", "attack", "measure", "assess", "verify", "report", "methods",
            "knowledge", "knowledge info", "knowledge similarity", "knowledge map", "knowledge write", "text sanitize",
            "text decrypt", "text key", "text vectors", "sample", "graph info", "graph convert", "graph extract", "reproduce",
            "demo"]


class Examples(CliTest):
    def run_lines(self, lines):
        for line in lines:
            line = re.sub(r"^(\./|\.\./\.\./)?lethe ", f"'{LETHE}' ", line)
            result = subprocess.run(line, shell=True, cwd=self.folder, capture_output=True, text=True,
                                    timeout=300)
            self.assertEqual(result.returncode, 0, f"{line}\n{result.stderr}")

    def test_help_pages(self):
        for command in COMMANDS:
            page = self.ok(*command.split(), "--help").stdout
            lines = [line.strip() for line in page.splitlines() if line.startswith("  lethe ")]
            self.assertTrue(lines, f"{command} --help has no example")
            self.run_lines([line for line in lines if "--data DIR" not in line])

    def test_example_folders(self):
        for readme in sorted(TOP.glob("examples/*/README.md")):
            for file in [*readme.parent.glob("*.toml"), *readme.parent.glob("*.csv"), *readme.parent.glob("*.jsonl")]:
                shutil.copy(file, self.folder)
            blocks = re.findall(r"```sh\n(.*?)```", readme.read_text(), re.S)
            lines = [line for block in blocks for line in block.splitlines() if line.startswith("../../lethe ")]
            self.assertTrue(lines, readme)
            self.run_lines(lines)

    def test_guides(self):
        for page in ("documents.md", "evolution.md", "graphs.md", "inspecting.md", "intruder-file.md", "knowledge.md", "semantic-vectors.md",
                     "vectors.md"):
            blocks = re.findall(r"```sh\n(.*?)```", (TOP / "docs/guide" / page).read_text(), re.S)
            lines = [line for block in blocks for line in block.splitlines()
                     if line.startswith(("lethe ", "printf "))]
            self.assertGreaterEqual(len(lines), 3)
            self.run_lines(lines)

    def test_readme_tour(self):
        readme = (TOP / "README.md").read_text()
        tour = readme[readme.index("## A tour"):]
        tour = tour[:tour.index("\n## ", 5)]
        blocks = re.findall(r"```sh\n(.*?)```", tour, re.S)
        lines = [line for block in blocks for line in block.splitlines() if line.startswith("./lethe ")]
        self.assertGreaterEqual(len(lines), 6)
        self.run_lines(lines)


if __name__ == "__main__":
    unittest.main(verbosity=2)
