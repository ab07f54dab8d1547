"""What ARX's own tests expect of Adult, and what Lethe says of it.

    python examples/python/arx.py [DATA]

ARX is a Java program that no package index has, so it is not run here: its side are the results
that its tests expect (TestAnonymizationTCloseness, TestAnonymizationOrderedDistanceTCloseness):
levels, people suppressed, loss DM*. Lethe measures the same tables; a difference ends the script
with 1. Then Lethe finds levels by itself. DATA is the folder with arx_adult (or LETHE_DATA):
adult.csv and the hierarchies of ARX's own data folder. Where they are not there it says so.
"""

from __future__ import annotations

import os
import pathlib
import sys
import time
from typing import Any

import pandas as pd

import lethe

KEYS = [
    "sex",
    "age",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "salary-class",
]
SECRET = "occupation"
#: Distance, t, k, levels of KEYS, people suppressed, DM*.
EXPECTED: list[tuple[str, float, int, list[int], int, int]] = [
    ("equal", 0.2, 5, [1, 4, 1, 0, 3, 2, 2, 1], 848, 311_880_088),
    ("equal", 0.2, 100, [1, 4, 1, 0, 3, 2, 2, 1], 848, 311_880_088),
    ("ordered", 0.2, 5, [0, 0, 1, 1, 2, 2, 2, 0], 1188, 2_712_340),
    ("ordered", 0.2, 100, [1, 0, 1, 2, 3, 2, 2, 1], 618, 19_937_246),
    ("ordered", 0.05, 5, [1, 4, 1, 0, 3, 2, 2, 0], 1120, 201_413_138),
]


def hierarchy(path: pathlib.Path) -> pd.DataFrame:
    """Level 0 as index, the others as columns."""
    return pd.read_csv(path, sep=";", header=None, dtype=str).set_index(0, drop=False)


def raised(people: pd.DataFrame, folder: pathlib.Path, levels: list[int]) -> pd.DataFrame:
    """All values of a column by the same number of levels."""
    table = people.copy()
    for key, level in zip(KEYS, levels, strict=True):
        table[key] = table[key].map(hierarchy(folder / f"adult_hierarchy_{key}.csv")[level])
    return table


def beyond(classes: pd.Series[Any], secret: pd.Series[Any], distance: str, t: float) -> int:
    """How many people are in classes farther than t from everybody, as Lethe counts."""
    table = pd.DataFrame({"class": classes.astype(str), SECRET: secret})
    kind = "numeric" if distance == "ordered" else "nominal"
    policy = {
        "columns": {
            "class": {"role": "quasi", "kind": "nominal"},
            SECRET: {"role": "confidential", "kind": kind},
        }
    }
    found = lethe.attack(
        table,
        table,
        "t-closeness",
        columns=["class", SECRET],
        policy=policy,
        set={"confidential": [SECRET], "distance": distance, "t": t},
        progress=False,
    )
    share: float = found.records()[0]["details"]["by_column"][SECRET]["above"]
    return round(share * len(table) / 100)


def suppressed(table: pd.DataFrame, distance: str, t: float, k: int) -> int:
    """People in classes below k or beyond t."""
    classes = table.groupby(KEYS).ngroup()
    small = classes.map(classes.value_counts()) < k
    count = int(small.sum())
    far = beyond(classes.where(~small, -1), table[SECRET], distance, t)
    # The small ones are one class here: they count once, whether that class is beyond t or not.
    small_is_far = count > 0 and beyond(small, table[SECRET], distance, t) in (count, len(table))
    return far if small_is_far else far + count


def checked(people: pd.DataFrame, folder: pathlib.Path) -> list[str]:
    """ARX's results beside Lethe's figures of the same tables."""
    wrong = []
    places = {name: place for place, name in enumerate(sorted(people[SECRET].unique()))}
    print(f"{'':<32}{'people suppressed':>24}{'DM*':>28}")
    print(f"{'model':<32}{'ARX':>12}{'Lethe':>12}{'ARX':>14}{'Lethe':>14}")
    for distance, t, k, levels, people_gone, loss in EXPECTED:
        table = raised(people, folder, levels)
        lost = lethe.measure(
            people[KEYS], table[KEYS], "discernibility", columns=KEYS, progress=False
        )
        ours = int(lost.records()[0]["details"]["masked"])
        if distance == "ordered":
            table[SECRET] = table[SECRET].map(places)
        gone = suppressed(table, distance, t, k)
        model = f"k = {k}, t = {t} ({distance})"
        print(f"{model:<32}{people_gone:>12}{gone:>12}{loss:>14}{ours:>14}")
        if gone != people_gone or ours != loss:
            wrong.append(model)
    return wrong


def searched(people: pd.DataFrame, folder: pathlib.Path) -> list[str]:
    """Lethe's own search along the same hierarchies."""
    paths = {key: str(folder / f"adult_hierarchy_{key}.csv") for key in KEYS}
    begun = time.perf_counter()
    release = lethe.protect(
        people,
        method="generalisation",
        columns=KEYS,
        knowledge=paths,
        seed=1,
        set={"k": 5, "scheme": "full-domain", "suppress": 4, "loss": "discernibility"},
        progress=False,
    )
    seconds = time.perf_counter() - begun
    facts = release.summary["steps"][0]["facts"]
    print(
        "\nLethe's search for k = 5, at most 4 % suppressed, least discernibility lost: "
        f"{seconds:.1f} s"
    )
    print(f"levels {facts['levels']}, {facts['suppressed_records']} people at the top")
    smallest = int(release.data.groupby(KEYS).size().min())
    return [] if smallest >= 5 else [f"k = {smallest}"]


def main() -> int:
    """All of it."""
    top = pathlib.Path(__file__).resolve().parents[2]
    given = (
        sys.argv[1]
        if len(sys.argv) > 1
        else os.environ.get("LETHE_DATA", top.parent / "shared/data")
    )
    folder = pathlib.Path(given) / "arx_adult"
    if not folder.is_dir():
        print("the data of ARX are not here: nothing is compared")
        return 0
    people = pd.read_csv(folder / "adult.csv", sep=";", dtype=str)
    wrong = checked(people, folder) + searched(people, folder)
    for one in wrong:
        print("NOT EQUAL", one)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
