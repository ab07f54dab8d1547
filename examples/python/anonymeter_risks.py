"""The three risks of anonymeter and Lethe's counterparts, side by side, on a synthetic census.

    python examples/python/anonymeter_risks.py [ROWS]

Without anonymeter (PyPI) only Lethe is run, and the script says so. Singling out is the same figure
in both: Lethe counts all of it, anonymeter draws attacks and gives an interval (99 % here), in
which Lethe's must lie; else the script ends with 1. Linkability and inference are other attacks of
the same aim, and their figures are only shown.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import pandas as pd

import lethe

try:
    from anonymeter.evaluators import InferenceEvaluator, LinkabilityEvaluator, SinglingOutEvaluator

    HAS_ANONYMETER = True
except ImportError:
    HAS_ANONYMETER = False

COLUMNS = ["region", "sex", "education", "marital_status", "occupation", "diagnosis"]
SECRET = "diagnosis"
ATTACKS = 200


def timed(task: Callable[[], Any]) -> tuple[Any, float]:
    """What a task gives, and its seconds."""
    begun = time.perf_counter()
    given = task()
    return given, time.perf_counter() - begun


def attacked(people: pd.DataFrame, release: pd.DataFrame, name: str, **settings: Any) -> float:
    """The rate of success of an attack of Lethe."""
    found = lethe.attack(
        people, release, name, columns=COLUMNS, seed=1, set=settings, progress=False
    )
    return float(found.value) / 100


def main() -> int:
    """All of it."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    people = lethe.sample("census", rows=rows, seed=1, flavour="pandas")[COLUMNS]
    # anonymeter looks at different records only, so all are made different, before and after.
    people = people.drop_duplicates().reset_index(drop=True)
    release = lethe.pram(people, columns=COLUMNS, seed=1, progress=False)
    kept = ~release.duplicated()
    people, release = people[kept].reset_index(drop=True), release[kept].reset_index(drop=True)
    print(f"{len(people)} people after PRAM")
    if not HAS_ANONYMETER:
        print("anonymeter is not installed: only Lethe is run")

    known = [one for one in COLUMNS if one != SECRET]
    ours: dict[str, Callable[[], float]] = {
        "singling out": lambda: attacked(people, release, "singling-out", together=3),
        "linkability": lambda: attacked(people, release, "distance-linkage"),
        "inference": lambda: attacked(
            people, release, "attribute-inference", confidential=[SECRET]
        ),
    }
    theirs: dict[str, Callable[[], Any]] = {
        "singling out": lambda: SinglingOutEvaluator(
            ori=people, syn=release, n_attacks=ATTACKS, n_cols=3, seed=1
        ).evaluate(),
        "linkability": lambda: LinkabilityEvaluator(
            ori=people, syn=release, aux_cols=(COLUMNS[:3], COLUMNS[3:]), n_attacks=ATTACKS
        ).evaluate(n_jobs=1),
        "inference": lambda: InferenceEvaluator(
            ori=people, syn=release, aux_cols=known, secret=SECRET, n_attacks=ATTACKS
        ).evaluate(n_jobs=1),
    }
    wrong = 0
    print(
        f"{'rate of success':<16}{'Lethe':>10}{'seconds':>10}"
        f"{'anonymeter':>12}{'interval':>18}{'seconds':>10}"
    )
    for name, own in ours.items():
        value, seconds = timed(own)
        line = f"{name:<16}{value:>10.4f}{seconds:>10.2f}"
        if HAS_ANONYMETER:
            theirs[name]()  # numba compiles what is first called: that is not counted
            evaluator, seconds = timed(theirs[name])
            rate = evaluator.results(confidence_level=0.99).attack_rate
            low, high = rate.value - rate.error, rate.value + rate.error
            line += f"{rate.value:>12.4f}{f'{low:.3f} to {high:.3f}':>18}{seconds:>10.2f}"
            if name == "singling out" and not low <= value <= high:
                wrong = 1
                line += "  NOT IN THE INTERVAL"
        print(line)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
