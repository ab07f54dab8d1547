#!/usr/bin/env python3
"""The command line has nothing in memory: such names are paths like any others."""
import os
import pathlib
import subprocess
import tempfile

program = os.environ["LETHE_PROGRAM"]


def run(*words):
    return subprocess.run([program, *words], capture_output=True, text=True, check=False)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    assert run("sample", "census", "--rows", "50", "--seed", "1", "-o", "people.csv").returncode == 0
    read = run("inspect", "memory:people")
    assert read.returncode != 0 and "memory:people" in read.stderr, read.stderr
    written = run("protect", "people.csv", "--method", "mdav", "-o", "memory:release")
    assert written.returncode == 2 and not pathlib.Path("memory:release").exists(), written.stderr
    # A file of that name is a file.
    os.rename("people.csv", "memory:people.csv")
    assert run("inspect", "memory:people.csv").returncode == 0
    assert run("protect", "memory:people.csv", "--method", "mdav", "--seed", "1", "-o",
               "memory:release.csv").returncode == 0
    assert pathlib.Path("memory:release.csv.lethe.json").exists()
    attacked = run("attack", "memory:people.csv", "memory:release.csv", "--attack", "distance-linkage")
    assert attacked.returncode == 0 and "has the release record" in attacked.stderr, attacked.stderr
print("names of memory are paths")
