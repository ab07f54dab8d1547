"""The same measures by pycanon and by Lethe, and k-anonymity by anjana and by Lethe, side by side.

    python examples/python/pycanon_anjana.py [ROWS]

Without pycanon and anjana (PyPI) only Lethe is run, and the script says so. k, l, t,
alpha, beta and delta must be equal to 1e-9 and both releases k-anonymous; a difference ends the
script with 1.
"""

from __future__ import annotations

import contextlib
import io
import math
import pathlib
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import pandas as pd

import lethe

try:
    from anjana.anonymity import k_anonymity as anjana_k_anonymity
    from pycanon import anonymity, metrics

    HAS_OTHERS = True
except ImportError:
    HAS_OTHERS = False

KEYS = ["sex", "education", "marital_status"]
SECRET = "diagnosis"
NUMBER = "hours"
WIDER = {
    "Vic": "Catalonia",
    "Olot": "Catalonia",
    "Berga": "Catalonia",
    "Pau": "Bearn",
    "Orthez": "Bearn",
    "Oloron": "Bearn",
}
wrong: list[str] = []


def timed(task: Callable[[], Any]) -> tuple[Any, float]:
    """What a task gives, and its seconds."""
    begun = time.perf_counter()
    with contextlib.redirect_stdout(io.StringIO()):  # anjana prints
        given = task()
    return given, time.perf_counter() - begun


def compare(
    figure: str, ours: Callable[[], float], theirs: Callable[[], float], equal: bool = True
) -> None:
    """One line of the table."""
    own, own_seconds = timed(ours)
    if not HAS_OTHERS:
        print(f"{figure:<34}{own:>16.10g}{'':>16}{own_seconds:>10.3f}")
        return
    other, other_seconds = timed(theirs)
    print(f"{figure:<34}{own:>16.10g}{other:>16.10g}{own_seconds:>10.3f}{other_seconds:>10.3f}")
    if equal and abs(own - other) > 1e-9:
        wrong.append(f"{figure}: {own!r} and {other!r}")


def measures(people: pd.DataFrame) -> None:
    """What is defined has one value."""

    def told(attack: str, columns: list[str], **settings: Any) -> Any:
        table = people[columns]
        found = lethe.attack(table, table, attack, columns=columns, set=settings, progress=False)
        return found.records()[0]["details"]

    known = [*KEYS, SECRET]
    secret: dict[str, Any] = {"confidential": [SECRET]}
    print(f"{'':<34}{'Lethe':>16}{'pycanon':>16}{'seconds':>10}")
    compare(
        "k",
        lambda: told("uniqueness", KEYS)["masked"]["k"],
        lambda: anonymity.k_anonymity(people, KEYS),
    )
    compare(
        "l, distinct",
        lambda: told("l-diversity", known, **secret)["by_column"][SECRET]["distinct"],
        lambda: anonymity.l_diversity(people, KEYS, [SECRET]),
    )
    compare(
        "l, entropy, whole part",
        lambda: math.floor(told("l-diversity", known, **secret)["by_column"][SECRET]["entropy"]),
        lambda: anonymity.entropy_l_diversity(people, KEYS, [SECRET]),
    )
    compare(
        "t of a category",
        lambda: told("t-closeness", known, distance="equal", **secret)["t"],
        lambda: anonymity.t_closeness(people, KEYS, [SECRET]),
    )
    compare(
        "t of a number",
        lambda: told("t-closeness", [*KEYS, NUMBER], distance="ordered", confidential=[NUMBER])[
            "t"
        ],
        lambda: anonymity.t_closeness(people, KEYS, [NUMBER]),
    )
    compare(
        "alpha of (alpha,k)",
        lambda: told("attribute-disclosure", known, **secret)["alpha"],
        lambda: anonymity.alpha_k_anonymity(people, KEYS, [SECRET])[0],
    )
    compare(
        "beta, basic",
        lambda: told("attribute-disclosure", known, **secret)["basic_beta"],
        lambda: anonymity.basic_beta_likeness(people, KEYS, [SECRET]),
    )
    # Logarithms of base 2 beside natural ones.
    compare(
        "delta, in nats",
        lambda: told("attribute-disclosure", known, **secret)["delta"] * math.log(2),
        lambda: anonymity.delta_disclosure(people, KEYS, [SECRET]),
    )
    compare(
        "average risk of the classes",
        lambda: told("reidentification-risk", KEYS)["prosecutor"]["average"],
        lambda: people.groupby(KEYS).ngroups / len(people),
    )
    compare(
        "discernibility",
        lambda: lethe.measure(
            people[KEYS], people[KEYS], "discernibility", progress=False
        ).records()[0]["details"]["masked"],
        lambda: metrics.discernability_metric(people, people, KEYS),
    )


def enforced(people: pd.DataFrame) -> None:
    """Classes of five along the same hierarchies."""
    keys = ["sex", "town"]
    with tempfile.TemporaryDirectory() as folder:
        paths = {key: pathlib.Path(folder) / f"{key}.csv" for key in keys}
        paths["sex"].write_text("female;*\nmale;*\n")
        paths["town"].write_text("".join(f"{town};{region};*\n" for town, region in WIDER.items()))
        release, seconds = timed(
            lambda: (
                lethe.protect(
                    people[keys],
                    method="generalisation",
                    columns=keys,
                    seed=1,
                    progress=False,
                    knowledge={key: str(path) for key, path in paths.items()},
                    set={"k": 5, "scheme": "full-domain", "suppress": 0},
                ).data
            )
        )
    smallest = int(release.groupby(keys).size().min())
    print(
        f"\nk = 5 by Lethe: smallest class {smallest}, "
        f"{release['town'].nunique()} different towns, {seconds:.3f} s"
    )
    if smallest < 5:
        wrong.append("Lethe's k")
    if HAS_OTHERS:
        towns = list(WIDER)
        levels = {
            "sex": {0: ["female", "male"], 1: ["*", "*"]},
            "town": {0: towns, 1: list(WIDER.values()), 2: ["*"] * len(towns)},
        }
        other, seconds = timed(lambda: anjana_k_anonymity(people[keys], [], keys, 5, 0, levels))
        smallest = int(other.groupby(keys).size().min())
        print(
            f"k = 5 by anjana: smallest class {smallest}, "
            f"{other['town'].nunique()} different towns, {seconds:.3f} s"
        )
        if smallest < 5:
            wrong.append("anjana's k")


def main() -> int:
    """All of it."""
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    people = lethe.sample("census", rows=rows, seed=1, flavour="pandas")
    people[NUMBER] = people["age"] % 7
    towns = list(WIDER)
    people["town"] = [towns[min(int(age) // 12, 5)] for age in people["age"] - people["age"].min()]
    if not HAS_OTHERS:
        print("pycanon and anjana are not installed: only Lethe is run")
    measures(people)
    enforced(people)
    for one in wrong:
        print("NOT EQUAL", one)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
