#!/usr/bin/env python3
"""What the door of Python costs: lethe.mdav on a frame of a million rows against the command line on a
Parquet file of the same table, and the time of an import. Run it with a Python that has the package,
pandas and pyarrow. The releases must be equal; asked are at most 5 % more time and 0.2 s.

    python bench/python_door.py [ROWS]
"""
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import pandas as pd

import lethe

rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
columns = [f"x{i}" for i in range(5)]
frame = pd.DataFrame(np.round(np.random.default_rng(1).normal(size=(rows, 5)), 6), columns=columns)
program = str(pathlib.Path(lethe.__file__).with_name("lethe"))

with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    frame.to_parquet("frame.parquet", index=False)
    begun = time.perf_counter()
    subprocess.run([program, "protect", "frame.parquet", "--method", "mdav", "--set", "k=5", "--columns",
                    ",".join(columns), "--as-masked", "--seed", "1", "-q", "-o", "release.parquet"],
                   check=True, stdout=subprocess.DEVNULL)
    command = time.perf_counter() - begun
    command_memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    expected = pd.read_parquet("release.parquet")

before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
begun = time.perf_counter()
release = lethe.protect(frame, method="mdav", set={"k": 5}, columns=columns, as_masked=True, seed=1,
                        progress=False)
masked = release.data
package = time.perf_counter() - begun
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
pd.testing.assert_frame_equal(masked, expected, check_exact=True)

imports = []
for _ in range(5):
    told = subprocess.run([sys.executable, "-c", "import time; t = time.perf_counter(); import lethe; "
                           "print(time.perf_counter() - t)"], check=True, capture_output=True, text=True)
    imports.append(float(told.stdout))
print(f"command {command:.2f} s, {command_memory / 1024:.0f} MB")
print(f"Python  {package:.2f} s ({package / command - 1:+.1%}), {(after - before) / 1024:.0f} MB more")
print(f"import  {statistics.median(imports):.3f} s")
