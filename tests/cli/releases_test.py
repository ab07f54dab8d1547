#!/usr/bin/env python3
"""Releases of all four kinds of data have the bytes that they had before (tests/releases/README.md).

With --write PROGRAM the expected digests are made anew, by that program.
"""
import concurrent.futures
import fnmatch
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import sys
import tempfile
import tomllib
import unittest

import support
from support import TOP

CORPUS = TOP / "tests/releases"
KINDS = {"tables": "table", "documents": "documents", "vectors": "vectors", "graphs": "graph"}
WORDNET = pathlib.Path("/usr/share/wordnet/data.noun").exists()
CACHE = tempfile.TemporaryDirectory(prefix="lethe-cache-")  # taxonomies of folders that are gone are no use to others
SEED = 7
AT_ONCE = 2
# Records, logs and reviews say more than the release does, and may learn to say it otherwise.
NOT_RELEASED = ("*.lethe.json", "*.lethe.private.json", "*.lethe.audit.jsonl", "review.json", "review.html")


def toml(value):
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(one)}" for key, one in value.items()) + " }"
    return "[" + ", ".join(map(toml, value)) + "]" if isinstance(value, list) else json.dumps(value)


class Release:
    """The commands that make a release, and the policy.toml that they find: of columns of a table and steps."""

    def __init__(self, entry, columns):
        self.policy, self.methods = None, set()
        if isinstance(entry, dict):
            table, steps = entry["columns"], entry["steps"]
            self.policy = f"columns = {toml(columns[table])}\nstep = {toml(steps)}\n"
            self.methods = {step["method"] for step in steps}
            entry = entry.get("run", f"protect {table}.csv --policy policy.toml -o release.csv")
        self.commands = [entry] if isinstance(entry, str) else entry
        for command in self.commands:
            words = shlex.split(command)
            for flag, value in zip(words, words[1:]):
                if flag in ("--method", "--structure", "--step"):
                    self.methods.add(value.split()[0])
                elif flag == "--set":
                    self.methods.add(value.split("=", 1)[1].split(":")[0])

    def told(self):
        policy = [f"with policy.toml:\n{self.policy}"] if self.policy else []
        return [*(f"lethe {command}" for command in self.commands), *policy]


class Corpus:
    """The entries of one kind of data: what is made first, and the releases."""

    def __init__(self, kind):
        with open(CORPUS / f"{kind}.toml", "rb") as file:
            found = tomllib.load(file)
        self.kind = kind
        self.sources = found["sources"]
        plain, meaning = found.get("releases", {}), found.get("with-wordnet", {})
        self.releases = {name: Release(entry, found.get("columns", {})) for name, entry in {**plain, **meaning}.items()}
        self.needs_wordnet = set(meaning)
        assert len(self.releases) == len(plain) + len(meaning), f"{kind}.toml: a name stands twice"

    @property
    def digests_file(self):
        return CORPUS / f"{self.kind}.sha256"

    def expected(self):
        """Of each release its files and their digests."""
        found = {}
        for line in self.digests_file.read_text().splitlines():
            digest, path = line.split("  ", 1)
            name, file = path.split("/", 1)
            found.setdefault(name, {})[file] = digest
        return found

    def make_sources(self, folder):
        """What all entries of the kind read; a copy of it is where each of them runs."""
        shutil.copytree(CORPUS / "files", folder, dirs_exist_ok=True)
        shutil.copytree(TOP / "examples", pathlib.Path(folder, "examples"))
        for command in self.sources:
            run_command(command, folder, threads=1)

    def released(self, name, sources, threads):
        """Runs the commands of an entry in a folder of its own. The digest of each file that they made."""
        with tempfile.TemporaryDirectory(prefix="lethe-release-") as folder:
            shutil.copytree(sources, folder, dirs_exist_ok=True, copy_function=os.link)
            folder = pathlib.Path(folder)
            release = self.releases[name]
            if release.policy:
                (folder / "policy.toml").write_text(release.policy)
            before = set(folder.rglob("*"))
            for command in release.commands:
                run_command(command, folder, threads)
            return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
                    for path in sorted(folder.rglob("*"))
                    if path.is_file() and path not in before and not any(
                        fnmatch.fnmatch(path.name, pattern) for pattern in NOT_RELEASED)}

    def all_released(self, names):
        """Of each entry its digests, or the error."""
        found = {}
        with tempfile.TemporaryDirectory(prefix="lethe-sources-") as sources:
            self.make_sources(sources)
            with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
                runs = {name: pool.submit(self.released, name, sources, threads=1 + 2 * (place % 2))
                        for place, name in enumerate(names)}
                for name, future in runs.items():
                    try:
                        found[name] = future.result()
                    except AssertionError as error:
                        found[name] = error
        return found


def run_command(command, folder, threads):
    words = shlex.split(command)
    if "--seed" not in words:
        words = ["--seed", str(SEED), *words]
    result = support.run("--threads", threads, *words, cwd=folder, env={**os.environ, "XDG_CACHE_HOME": CACHE.name})
    if result.returncode != 0:
        raise AssertionError(f"lethe {command}\nended with {result.returncode}\n{result.stderr}")


def differences(expected, found):
    """One line a file that is not as it was."""
    if isinstance(found, AssertionError):
        return [str(found)]
    lines = []
    for file in sorted(expected | found):
        if file not in found:
            lines.append(f"{file} is no longer released")
        elif file not in expected:
            lines.append(f"{file} was not released before")
        elif expected[file] != found[file]:
            lines.append(f"{file} has other bytes")
    return lines


class SameBytes(unittest.TestCase):
    def check(self, kind):
        corpus = Corpus(kind)
        expected = corpus.expected()
        self.assertEqual(sorted(expected), sorted(corpus.releases), f"{kind}.toml and {kind}.sha256 name others")
        names = [name for name in corpus.releases if WORDNET or name not in corpus.needs_wordnet]
        for name, found in corpus.all_released(names).items():
            with self.subTest(name):
                changed = differences(expected[name], found)
                self.assertFalse(changed, "\n".join(["", *changed, "made by:", *corpus.releases[name].told()]))
        if not WORDNET and corpus.needs_wordnet:
            self.skipTest(f"WordNet is not installed: {len(corpus.needs_wordnet)} releases were not made")

    def test_tables(self):
        self.check("tables")

    def test_documents(self):
        self.check("documents")

    def test_vectors(self):
        self.check("vectors")

    def test_graphs(self):
        self.check("graphs")


class Covered(unittest.TestCase):
    def test_every_protection_has_a_release(self):
        methods = json.loads(support.run("methods", "--family", "mask", "--json").stdout)["methods"]
        for kind, data in KINDS.items():
            names = {method["name"] for method in methods if method["data"] == data}
            named = set().union(*(release.methods for release in Corpus(kind).releases.values()))
            missing = names - named
            self.assertFalse(missing, f"{kind}.toml has no release by {', '.join(sorted(missing))}")

    def test_every_file_is_used(self):
        """What no command and no policy names is left over. What stands beside a matrix has its name."""
        texts = [path.read_text() for path in CORPUS.rglob("*.toml")]
        for path in (CORPUS / "files").iterdir():
            name = path.name.split(".")[0]
            self.assertTrue(any(re.search(rf"\b{name}\b", text) for text in texts), path.name)


def write(program):
    support.LETHE = os.path.abspath(program)
    if not WORDNET:
        sys.exit("WordNet is not installed, and some releases need it")
    for kind in KINDS:
        corpus = Corpus(kind)
        before = corpus.expected() if corpus.digests_file.exists() else {}
        found = corpus.all_released(corpus.releases)
        for name in before.keys() - found.keys():
            print(f"{kind}: {name}: gone")
        for name, files in found.items():
            if isinstance(files, AssertionError):
                sys.exit(f"{kind}: {name}: {files}")
            if not files:
                sys.exit(f"{kind}: {name}: nothing was released")
            if files != before.get(name):
                print(f"{kind}: {name}: {'changed' if name in before else 'new'}")
        corpus.digests_file.write_text("".join(f"{digest}  {name}/{file}\n" for name, files in sorted(found.items())
                                               for file, digest in sorted(files.items())))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--write"] and len(sys.argv) == 3:
        write(sys.argv[2])
    else:
        unittest.main()
