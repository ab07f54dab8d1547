"""What the tests share: mixed tables with missing values, the command line."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import lethe

PROGRAM = str(pathlib.Path(lethe.__file__).with_name("lethe"))


def command(*arguments: str, cwd: os.PathLike[str] | str) -> str:
    """Run the program that the package holds."""
    done = subprocess.run(
        [PROGRAM, *arguments], cwd=cwd, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def mixed(rows: int = 120, seed: int = 1) -> pd.DataFrame:
    """Whole numbers, floats, texts and truth values, some of them missing."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "age": rng.integers(18, 90, rows),
            "income": np.round(rng.lognormal(10, 1, rows), 2),
            "hours": rng.integers(0, 60, rows).astype(float),
            "sex": rng.choice(["female", "male"], rows),
            "town": rng.choice(["Vic", "Olot", "Berga", "Ripoll", "Sant Joan, 2"], rows),
            "member": rng.random(rows) < 0.5,
        }
    )
    frame.loc[rng.random(rows) < 0.1, "income"] = np.nan
    frame.loc[rng.random(rows) < 0.1, "hours"] = np.nan
    frame.loc[rng.random(rows) < 0.1, "town"] = None
    return frame


@pytest.fixture
def people() -> pd.DataFrame:
    return mixed()


def run_python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A program of its own."""
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env={**os.environ, **environment},
    )
