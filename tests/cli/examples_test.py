#!/usr/bin/env python3
"""Examples in help pages, guides and the README run as printed."""
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from support import CliTest, LETHE, PATIENCE, TOP

WORDNET = pathlib.Path("/usr/share/wordnet/data.noun").exists()


class Examples(CliTest):
    def run_lines(self, lines):
        for line in lines:
            line = re.sub(r"^(\./|\.\./\.\./)?lethe ", f"'{LETHE}' ", line)
            result = subprocess.run(line, shell=True, cwd=self.folder, capture_output=True, text=True,
                                    timeout=300 * PATIENCE)
            self.assertEqual(result.returncode, 0, f"{line}\n{result.stderr}")

    def test_help_pages(self):
        commands = self.ok_json("help")["commands"]
        self.assertGreater(len(commands), 35)
        for command in commands:
            if not command["name"] or command["group"]:
                continue
            with self.subTest(command["name"]):
                page = self.ok(*command["name"].split(), "--help").stdout
                self.assertTrue(command["examples"], "--help has no example")
                for line in command["examples"]:
                    self.assertIn(f"  {line}\n", page + "\n")
                top = self.folder
                self.folder = top / command["name"].replace(" ", "-")  # each example stands alone
                self.folder.mkdir()
                (self.folder / "examples").symlink_to(TOP / "examples")
                try:
                    self.run_lines(command["examples"])
                finally:
                    self.folder = top

    def test_reference_pages(self):
        """The last line of each page's example, behind those that make its data: these are run once."""
        pages = [page for page in sorted(TOP.glob("docs/reference/**/*.md")) if page.name != "index.md"]
        self.assertGreater(len(pages), 140)
        top, made = self.folder, {}
        for number, page in enumerate(pages):
            with self.subTest(page.stem):
                example = page.read_text().split("## Example\n\n```\n")[1].split("```")[0]
                *before, last = example.splitlines()
                self.assertIn(page.stem, last)
                self.assertNotRegex(last, "[ =][A-Z]+( |$)", "a placeholder is nothing to run")
                if "wordnet" in example and not WORDNET:
                    continue
                if tuple(before) not in made:
                    self.folder = made[tuple(before)] = top / f"data-{len(made)}"
                    self.folder.mkdir()
                    (self.folder / "examples").symlink_to(TOP / "examples")
                    self.run_lines(before)
                self.folder = top / f"page-{number}"
                shutil.copytree(made[tuple(before)], self.folder, symlinks=True)
                self.run_lines([last])
        self.folder = top
        self.assertLess(len(made), 20)  # most pages share their data

    def test_man_pages_and_completions(self):
        commands = self.ok_json("help")["commands"]
        self.ok("help", "--man", "man")
        self.assertEqual(len(list((self.folder / "man").glob("lethe*.1"))), len(commands))
        page = (self.folder / "man/lethe-protect.1").read_text()
        self.assertIn("\\-\\-method", page)
        for shell in ("bash", "zsh", "fish"):
            script = self.ok("help", "--completion", shell).stdout
            self.assertIn("sanitize", script)
        (self.folder / "lethe.bash").write_text(self.ok("help", "--completion", "bash").stdout)
        typed = "COMP_WORDS=(lethe text sani); COMP_CWORD=2; _lethe; echo ${COMPREPLY[@]}"
        shown = subprocess.run(["bash", "-c", f". ./lethe.bash; {typed}"], cwd=self.folder, capture_output=True,
                               text=True)
        self.assertEqual(shown.stdout.strip(), "sanitize", shown.stderr)
        self.fails(2, "help", "--completion", "tcsh", says="bash, zsh and fish")
        self.fails(2, "help", "protct", says='did you mean "protect"')

    def test_example_folders(self):
        for readme in sorted(TOP.glob("examples/*/README.md")):
            for file in readme.parent.iterdir():
                if file.suffix in (".csv", ".jsonl", ".toml", ".txt"):
                    shutil.copy(file, self.folder)
            blocks = re.findall(r"```sh\n(.*?)```", readme.read_text(), re.S)
            lines = [line for block in blocks for line in block.splitlines() if line.startswith("../../lethe ")]
            self.assertTrue(lines, readme)
            self.run_lines(lines)

    def test_guides(self):
        """Every page of the guide: its blocks of commands, each as a script, in a folder of the page's own. What
        they take is made by a comment above them, <!-- before: COMMANDS -->."""
        programs = self.folder / "programs"
        programs.mkdir()
        (programs / "lethe").symlink_to(LETHE)
        environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
        pages = sorted(TOP.glob("docs/guide/*.md"))
        ran = set()
        for page in pages:
            folder = self.folder / page.stem
            folder.mkdir()
            (folder / "examples").symlink_to(TOP / "examples")
            for before, kind, block in re.findall(r"<!-- before: (.*?) -->|^```(\w*)\n(.*?)^```", page.read_text(), re.S | re.M):
                if not before and not re.search("^lethe ", block, re.M):
                    continue  # another language, or how a package is built
                with self.subTest(page.stem, block=before or block):
                    if not before and kind != "sh":
                        self.assertIn(" ... ", block, "a block of whole commands is sh, and run")
                        continue
                    if "wordnet" in block and not WORDNET:
                        continue
                    result = subprocess.run(["bash", "-e", "-c", before or block], cwd=folder, env=environment,
                                            capture_output=True, text=True, timeout=600 * PATIENCE)
                    self.assertEqual(result.returncode, 0, result.stderr)
                    ran.add(page.stem)
        self.assertGreater(len(ran), 22)

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
