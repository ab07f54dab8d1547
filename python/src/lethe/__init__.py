"""Lethe protects data about people and proves how well it is protected.

    import lethe

    found = lethe.inspect(frame)                        # what is in it, and a policy to begin with
    release = lethe.protect(frame, found.policy, seed=7)
    release.data                                        # the same flavour of frame
    lethe.assess(frame, release).value                  # percent of the people that are found
    release.write("release.csv")                        # with its record and its private log

Frames of pandas and polars, tables of pyarrow, relations of DuckDB, anything with Arrow streams,
paths and SQL are taken. One function for each masking method: `lethe.mdav(frame, k=5)`.
"""

from __future__ import annotations

from lethe import _lethe, _methods
from lethe._documents import Document, Sanitized, Span, find, sanitize
from lethe._engine import describe
from lethe._errors import (
    Error,
    InputError,
    InternalError,
    IoError,
    Problem,
    StoppedError,
    UnmetError,
    UsageError,
    Warning,
)
from lethe._frames import Table
from lethe._graphs import ProtectedGraph, assess_graph, attack_graph, inspect_graph, protect_graph
from lethe._methods import *  # noqa: F403
from lethe._policy import Policy
from lethe._results import Drawing, PrivateLog, Release, Result
from lethe._tables import (
    Advice,
    Inspection,
    advise,
    assess,
    attack,
    compare,
    evolve,
    explain,
    explore,
    inspect,
    measure,
    methods,
    plan,
    protect,
    report,
    sample,
    verify,
)
from lethe._tables import run_operation as run
from lethe._vectors import ProtectedVectors, assess_vectors, protect_vectors

__version__ = _lethe.version()

__all__ = [
    "Advice",
    "Document",
    "Drawing",
    "Error",
    "InputError",
    "Inspection",
    "InternalError",
    "IoError",
    "Policy",
    "PrivateLog",
    "Problem",
    "ProtectedGraph",
    "ProtectedVectors",
    "Release",
    "Result",
    "Sanitized",
    "Span",
    "StoppedError",
    "Table",
    "UnmetError",
    "UsageError",
    "Warning",
    "advise",
    "assess",
    "assess_graph",
    "assess_vectors",
    "attack",
    "attack_graph",
    "compare",
    "describe",
    "evolve",
    "explain",
    "explore",
    "find",
    "inspect",
    "inspect_graph",
    "measure",
    "methods",
    "plan",
    "protect",
    "protect_graph",
    "protect_vectors",
    "report",
    "run",
    "sample",
    "sanitize",
    "verify",
]
__all__ += _methods.__all__
