"""The command line, which lies in the package: `lethe` and `python -m lethe`."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def main() -> None:
    """Become the program."""
    program = str(Path(__file__).with_name("lethe"))
    os.execv(program, [program, *sys.argv[1:]])
