"""The same bytes from the command line and from Python, in three flavours, by every method; the same
figures of every attack and loss."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import command, mixed

import lethe

METHODS = [
    one["name"]
    for one in lethe.describe()["methods"]
    if one["family"] == "mask" and one["data"] == "table"
]
#: What a method must be given, and the columns that it takes.
NEEDED: dict[str, dict[str, Any]] = {
    "global-recoding": {"width": 10},
    "sampling": {"fraction": 0.5},
    "camouflage": {"width": 10},
    "top-bottom-coding": {"bottom_percent": 5},
    "suppression": {"what": "rare-cells"},
    "pseudonyms": {"label": "patient"},
    "date-shift": {"person": "person"},
    "targeted-record-swapping": {"household": "home", "rate": 0.3},
}
#: Options beside the method's own, as text of a file.
OPTIONS: dict[str, dict[str, str]] = {
    "pseudonyms": {"key_file": "lethe-example-key-0123456789abcd"},
    "date-shift": {"key_file": "lethe-example-key-0123456789abcd"},
}
SEMANTIC = {"sa-mdav", "semantic-recoding", "semantic-resampling", "generalisation", "privacy-models"}
FLAVOURS = {
    "pandas": lambda frame: frame,
    "polars": pl.from_pandas,
    "pyarrow": lambda frame: pa.Table.from_pandas(frame, preserve_index=False),
}


def _columns_for(method: str, frame: pd.DataFrame) -> list[str]:
    kinds = next(
        one["kinds"]
        for one in lethe.describe()["methods"]
        if one["name"] == method and one["data"] == "table"
    )
    chosen = []
    for name in frame.columns:
        numeric = frame[name].dtype.kind in "if"
        if (numeric and "numeric" in kinds) or (not numeric and "nominal" in kinds):
            chosen.append(name)
    return chosen


@pytest.mark.parametrize("method", METHODS)
def test_releases(method: str, tmp_path: pathlib.Path) -> None:
    if method in SEMANTIC:
        _semantic(method, tmp_path)
        return
    frame = mixed(90, seed=len(method))
    if method == "sanitize":
        notes = [
            "Write to anna@example.org on 12 May 2021.",
            "She lives in Berlin.",
            "Call 555-0143.",
        ]
        frame["note"] = [notes[i % 3] for i in range(len(frame))]
    columns = ["note"] if method == "sanitize" else _columns_for(method, frame)
    if method == "date-shift":
        frame["person"] = [f"P{i % 7}" for i in range(len(frame))]
        frame["seen"] = [f"2021-0{1 + i % 9}-1{i % 10}" for i in range(len(frame))]
        columns = ["seen"]
    if method == "age-cap":
        columns = ["age"]
    if method == "targeted-record-swapping":
        frame["home"] = [f"H{i % 30}" for i in range(len(frame))]
        frame["area"] = [f"A{i % 30 % 4}" for i in range(len(frame))]
        columns = ["area"]
    settings = NEEDED.get(method, {})
    pq.write_table(pa.Table.from_pandas(frame, preserve_index=False), tmp_path / "people.parquet")
    frame.to_csv(tmp_path / "people.csv", index=False)
    arguments = ["--method", method, "--columns", ",".join(columns), "--seed", "5", "-q"]
    for key, value in settings.items():
        arguments += ["--set", f"{key}={value}"]
    options: dict[str, Any] = {}
    for key, text in OPTIONS.get(method, {}).items():
        (tmp_path / key).write_text(text)
        options[key] = str(tmp_path / key)
        arguments += [f"--{key.replace('_', '-')}", options[key]]
    command("protect", "people.parquet", *arguments, "-o", "typed.csv", cwd=tmp_path)
    expected = (tmp_path / "typed.csv").read_bytes()
    for flavour, make in FLAVOURS.items():
        release = lethe.protect(
            make(frame), method=method, set=settings, columns=columns, seed=5, progress=False,
            **options,
        )  # fmt: skip
        release.write(tmp_path / f"{flavour}.csv")
        assert (tmp_path / f"{flavour}.csv").read_bytes() == expected, flavour


def _semantic(method: str, tmp_path: pathlib.Path) -> None:
    """Concepts need a taxonomy: towns in regions in a country."""
    places = tmp_path / "places.csv"
    places.write_text(
        "Vic;Osona;Catalonia\nOlot;Garrotxa;Catalonia\nBerga;Bergueda;Catalonia\n"
        "Ripoll;Ripolles;Catalonia\n"
    )
    frame = mixed(90, seed=3)
    frame["town"] = frame["town"].replace("Sant Joan, 2", "Vic").fillna("Olot")
    pq.write_table(pa.Table.from_pandas(frame, preserve_index=False), tmp_path / "people.parquet")
    command(
        "protect", "people.parquet", "--method", method, "--columns", "town", "--seed", "5", "-q",
        "--knowledge", f"town={places}", "-o", "typed.csv", cwd=tmp_path,
    )  # fmt: skip
    for flavour, make in FLAVOURS.items():
        release = lethe.protect(
            make(frame), method=method, columns="town", seed=5, knowledge={"town": str(places)}
        )
        release.write(tmp_path / f"{flavour}.csv")
        expected = (tmp_path / "typed.csv").read_bytes()
        assert (tmp_path / f"{flavour}.csv").read_bytes() == expected, flavour


@pytest.mark.parametrize(
    "method", ["mdav", "noise", "rank-swapping", "pram", "mondrian", "local-suppression"]
)
def test_frame_and_file(method: str, tmp_path: pathlib.Path) -> None:
    """A frame gives what its CSV file and its Parquet file give, where these have its types."""
    frame = mixed(90, seed=7).drop(columns="member")  # in CSV a truth value is a text
    frame["hours"] = frame["hours"].astype("Int64")  # pandas writes a float 5 as 5.0
    frame.to_csv(tmp_path / "people.csv", index=False)
    frame.to_parquet(tmp_path / "people.parquet", index=False)
    columns = _columns_for(method, frame)
    written = {}
    for name, table in (
        ("frame", frame),
        ("csv", tmp_path / "people.csv"),
        ("parquet", str(tmp_path / "people.parquet")),
    ):
        release = lethe.protect(
            table, method=method, set=NEEDED.get(method), columns=columns, seed=3, progress=False
        )
        release.write(tmp_path / f"{name}.release.csv")
        written[name] = (tmp_path / f"{name}.release.csv").read_bytes()
    assert written["csv"] == written["frame"]
    assert written["parquet"] == written["frame"]


def _figures(result: dict[str, Any]) -> dict[str, Any]:
    """What was measured, without what a file is called."""
    return {key: value for key, value in result.items() if key not in ("original", "masked")}


def test_attacks_and_losses(tmp_path: pathlib.Path) -> None:
    frame = mixed(80)
    columns = ["age", "income", "hours", "sex", "town"]
    table = pa.Table.from_pandas(frame, preserve_index=False)
    pq.write_table(table, tmp_path / "people.parquet")
    arguments = ["--method", "mdav", "--set", "k=3", "--columns", ",".join(columns)]
    command("protect", "people.parquet", *arguments, "--seed", "2", "-q", "-o", "release.parquet",
            cwd=tmp_path)  # fmt: skip
    for flavour, make in FLAVOURS.items():
        mine = make(frame)
        release = lethe.protect(mine, method="mdav", set={"k": 3}, columns=columns, seed=2)
        for operation, call in (("attack", lethe.attack), ("measure", lethe.measure),
                                ("assess", lethe.assess)):  # fmt: skip
            told = command(operation, "people.parquet", "release.parquet", "--json", "-q",
                           "--seed", "4", cwd=tmp_path)  # fmt: skip
            found = call(mine, release, seed=4, progress=False)
            assert _figures(found.details) == _figures(json.loads(told)), (flavour, operation)


def test_record_is_that_of_the_command(tmp_path: pathlib.Path, people: pd.DataFrame) -> None:
    release = lethe.protect(people, method="mdav", columns=["age"], seed=1)
    people.to_parquet(tmp_path / "people.parquet")
    release.write(tmp_path / "mine.csv")
    command("protect", "people.parquet", "--method", "mdav", "--columns", "age", "--seed", "1", "-q",
            "-o", "theirs.csv", cwd=tmp_path)  # fmt: skip
    mine = json.loads((tmp_path / "mine.csv.lethe.json").read_text())
    theirs = json.loads((tmp_path / "theirs.csv.lethe.json").read_text())
    for record in (mine, theirs):
        for one in [record["release"], *record["files"]]:
            one.pop("file")
    assert mine == theirs
    private = tmp_path / "mine.csv.lethe.private.json"
    assert private.stat().st_mode & 0o777 == 0o600
