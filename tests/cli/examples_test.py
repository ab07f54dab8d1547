#!/usr/bin/env python3
"""Examples in help pages, guides and the README run as printed."""
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from support import CliTest, LETHE, PATIENCE, side_by_side, TOP

WORDNET = pathlib.Path("/usr/share/wordnet/data.noun").exists()


class Examples(CliTest):
    """What fails is told after all have run: they run side by side, each in a folder of its own."""

    def place(self, name):
        folder = self.folder / name
        folder.mkdir()
        (folder / "examples").symlink_to(TOP / "examples")
        return folder

    def failed(self, script, folder, seconds=300):
        """Nothing where the script runs to its end; else what it said."""
        result = subprocess.run(["bash", "-e", "-c", script], cwd=folder, env=self.environment, capture_output=True,
                                text=True, timeout=seconds * PATIENCE)
        return f"{script}\n{result.stderr}" if result.returncode else ""

    def setUp(self):
        super().setUp()
        programs = self.folder / "programs"
        programs.mkdir()
        (programs / "lethe").symlink_to(LETHE)
        self.environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}

    def run_lines(self, lines, folder=None):
        """Lines that call the program by any of its places."""
        for line in lines:
            line = re.sub(r"^(\./|\.\./\.\./)lethe ", "lethe ", line)
            self.assertEqual(self.failed(line, folder or self.folder), "")

    def assert_nothing(self, failures):
        for name, failure in failures:
            with self.subTest(name):
                self.assertEqual(failure, "")

    def test_help_pages(self):
        commands = [command for command in self.ok_json("help")["commands"] if command["name"] and not command["group"]]
        self.assertGreater(len(commands), 35)
        for command in commands:
            with self.subTest(command["name"]):
                page = self.ok(*command["name"].split(), "--help").stdout
                self.assertTrue(command["examples"], "--help has no example")
                for line in command["examples"]:
                    self.assertIn(f"  {line}\n", page + "\n")

        def run(command):  # each example stands alone
            folder = self.place(command["name"].replace(" ", "-"))
            return command["name"], "".join(self.failed(line, folder) for line in command["examples"])

        self.assert_nothing(side_by_side(run, commands))

    def test_reference_pages(self):
        """The last line of each page's example, behind those that make its data: these are run once."""
        pages = [page for page in sorted(TOP.glob("docs/reference/**/*.md")) if page.name != "index.md"]
        self.assertGreater(len(pages), 140)
        made, last = {}, []
        for page in pages:
            with self.subTest(page.stem):
                example = page.read_text().split("## Example\n\n```\n")[1].split("```")[0]
                *before, line = example.splitlines()
                self.assertIn(page.stem, line)
                self.assertNotRegex(line, "[ =][A-Z]+( |$)", "a placeholder is nothing to run")
                if "wordnet" not in example or WORDNET:
                    made.setdefault(tuple(before), self.folder / f"data-{len(made)}")
                    last.append((page, made[tuple(before)], line))
        self.assertLess(len(made), 20)  # most pages share their data

        def make(item):
            lines, folder = item
            self.place(folder.name)
            return folder.name, self.failed("\n".join(lines), folder)

        def run(item):
            page, data, line = item
            folder = self.folder / f"{page.parent.name}-{page.stem}"
            shutil.copytree(data, folder, symlinks=True)
            return page.stem, self.failed(line, folder)

        self.assert_nothing(side_by_side(make, made.items()))
        self.assert_nothing(side_by_side(run, last))

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
        pages = []
        for page in sorted(TOP.glob("docs/guide/*.md")):
            scripts = []
            for before, kind, block in re.findall(r"<!-- before: (.*?) -->|^```(\w*)\n(.*?)^```", page.read_text(), re.S | re.M):
                if not before and not re.search("^lethe ", block, re.M):
                    continue  # another language, or how a package is built
                if not before and kind != "sh":
                    with self.subTest(page.stem, block=block):
                        self.assertIn(" ... ", block, "a block of whole commands is sh, and run")
                elif "wordnet" not in block or WORDNET:
                    scripts.append(before or block)
            if scripts:
                pages.append((page.stem, scripts))
        self.assertGreater(len(pages), 22)

        def run(page):
            name, scripts = page
            folder = self.place(name)
            return name, "".join(self.failed(script, folder, 600) for script in scripts)

        self.assert_nothing(side_by_side(run, pages))

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
