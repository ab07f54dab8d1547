#!/usr/bin/env python3
"""liblethe_c.so shows the functions of include/lethe.h and nothing else."""
import os
import pathlib
import re
import subprocess
import sys

top = pathlib.Path(__file__).resolve().parent.parent.parent
header = (top / "include" / "lethe.h").read_text()
declared = set(re.findall(r"^LETHE_API [^;(]*?\b(lethe_\w+)\(", header, re.MULTILINE))
listed = subprocess.run(["nm", "-D", "--defined-only", os.environ["LETHE_C_LIBRARY"]], check=True,
                        capture_output=True, text=True).stdout
shown = {line.split()[-1] for line in listed.splitlines()}
if len(declared) < 15 or shown != declared:
    print("declared and not shown:", sorted(declared - shown))
    print("shown and not declared:", sorted(shown - declared)[:20])
    sys.exit(1)
print(f"{len(shown)} functions")
