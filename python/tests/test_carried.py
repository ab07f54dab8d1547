"""Types that the engine does not have come back all the same, or it is told that they did not."""

from __future__ import annotations

import datetime
import decimal
import warnings
import zoneinfo
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_types import MASKED, SETTINGS, _names, _policy, optional, passed

import lethe

MADRID = zoneinfo.ZoneInfo("Europe/Madrid")
DECIMAL = decimal.Decimal
FIXED = datetime.timezone(datetime.timedelta(hours=5, minutes=30))
KEPT = {
    "big uint64": lambda: np.array([2**64 - 1, 1, 2**63], dtype="uint64"),
    "big int64": lambda: np.array([2**63 - 1, 1, -(2**63)], dtype="int64"),
    "one above": lambda: np.array([2**53 + 1, 1, 2], dtype="int64"),
    "UInt64": lambda: pd.array([2**64 - 1, None, 2**63], dtype="UInt64"),
    "ints": lambda: pd.Series([1, None, 3], dtype=object),
    "big ints": lambda: pd.Series([2**63, None, 3], dtype=object),
    "huge ints": lambda: pd.Series([2**200, None, -(2**200)], dtype=object),
    "floats": lambda: pd.Series([1.5, None, 3.0], dtype=object),
    "truths": lambda: pd.Series([True, None, False], dtype=object),
    "long decimals": lambda: pd.Series(
        [DECIMAL("12345678901234567890.123456789"), None, DECIMAL("-0.5")], dtype=object
    ),
    "longest decimals": lambda: pd.Series(
        [DECIMAL(10**38 - 1), None, DECIMAL(1 - 10**38)], dtype=object
    ),
    "float16": lambda: np.array([1.5, np.nan, 65504], dtype="float16"),
    "longdouble": lambda: np.array([1.5, np.nan, 3], dtype=np.longdouble),
    "timedelta64[ns]": lambda: pd.Series([1, None, 3 * 10**18], dtype="timedelta64[ns]"),
    "timedelta64[us]": lambda: pd.Series([1, None, -3], dtype="timedelta64[us]"),
    "timedelta64[s]": lambda: pd.Series([1, None, 3], dtype="timedelta64[s]"),
    "timedeltas": lambda: pd.Series(
        [datetime.timedelta(1, 2, 3), None, datetime.timedelta(-1)], dtype=object
    ),
    "datetime64[ns]": lambda: pd.Series(
        ["2020-02-29 12:30:00.123456789", None, "1969-12-31"], dtype="datetime64[ns]"
    ),
    "Period[M]": lambda: pd.PeriodIndex(["2020-01", None, "1999-12"], freq="M"),
    "Period[W]": lambda: pd.PeriodIndex(["2020-01-06", None, "1999-12-01"], freq="W"),
    "Period[ns]": lambda: pd.PeriodIndex(["2020-01-06", None, "1999-12-01"], freq="ns"),
    "interval": lambda: pd.arrays.IntervalArray.from_tuples([(0, 1), None, (1, 2)], closed="left"),
    "whole interval": lambda: pd.arrays.IntervalArray.from_tuples([(0, 1), (5, 9), (1, 2)]),
    "times": lambda: pd.Series(
        [datetime.time(1, 2, 3, 4), None, datetime.time(23, 59)], dtype=object
    ),
    "datetimes": lambda: pd.Series(
        [datetime.datetime(2020, 1, 2, 3), None, datetime.datetime(1900, 1, 1)], dtype=object
    ),
    "datetimes of a zone": lambda: pd.Series(
        [datetime.datetime(2020, 7, 2, 3, tzinfo=MADRID), None,
         datetime.datetime(1990, 1, 1, tzinfo=MADRID)], dtype=object
    ),
    "fixed zone": lambda: pd.Series(["2020-07-02 03:00", None, "1900-01-01"]).astype(
        "datetime64[us]"
    ).dt.tz_localize(FIXED),
    "zone info": lambda: pd.Series(["2020-07-02 03:00", None, "1950-01-01"]).astype(
        "datetime64[us]"
    ).dt.tz_localize(MADRID),
    "timestamps": lambda: pd.Series(
        [pd.Timestamp("2020-01-02"), None, pd.Timestamp("1900-01-01")], dtype=object
    ),
    "sparse": lambda: pd.arrays.SparseArray([0.0, 1.5, 0.0]),
    "sparse whole": lambda: pd.arrays.SparseArray([0, 1, 0]),
    "all missing": lambda: pd.Series([None, None, None], dtype=object),
    "all missing texts": lambda: pd.Series([None, None, None], dtype="str"),
    "all NaT": lambda: pd.Series([None, None, None], dtype="datetime64[ns]"),
    "arrow null": lambda: pd.Series([None] * 3, dtype=pd.ArrowDtype(pa.null())),
    "arrow duration": lambda: pd.Series([1, None, 3], dtype="duration[ns][pyarrow]"),
    "arrow timestamp": lambda: pd.Series(
        [datetime.datetime(2020, 7, 2, 3), None, datetime.datetime(1900, 1, 1)],
        dtype=pd.ArrowDtype(pa.timestamp("us", "Europe/Madrid")),
    ),
    "arrow decimal": lambda: pd.Series(
        [DECIMAL("1.25"), None, DECIMAL("123456789012345678901.25")],
        dtype=pd.ArrowDtype(pa.decimal128(30, 2)),
    ),
    "arrow time": lambda: pd.Series(
        [datetime.time(1, 2), None, datetime.time(3)], dtype=pd.ArrowDtype(pa.time64("us"))
    ),
    "arrow date": lambda: pd.Series(
        [datetime.date(2020, 1, 2), None, datetime.date(3, 1, 1)], dtype=pd.ArrowDtype(pa.date32())
    ),
    "arrow half": lambda: pd.Series([1.5, None, 3], dtype=pd.ArrowDtype(pa.float16())),
    "category of dates": lambda: pd.Categorical(
        pd.to_datetime(["2020-01-02", None, "1900-01-01"])
    ),
    "category of intervals": lambda: pd.cut([1, 5, 9], [0, 4, 10]),
    "category of truths": lambda: pd.Categorical([True, None, False]),
    "category of this and that": lambda: pd.Categorical([1, None, "b"]),
    "ordered whole numbers": lambda: pd.Categorical([3, None, 1], [3, 2, 1], ordered=True)
    .remove_unused_categories(),
    "ordered floats": lambda: pd.Categorical([0.5, None, 0.25], [0.5, 0.25], ordered=True),
}  # fmt: skip


@pytest.mark.parametrize("kind", KEPT)
def test_pandas(kind: str) -> None:
    frame = pd.DataFrame({MASKED: [1.0, 2.0, 3.0], kind: KEPT[kind]()})
    release = lethe.protect(frame, _policy(_names(frame)), seed=1, progress=False)
    pd.testing.assert_series_equal(release.data[kind], frame[kind], check_exact=True)
    for before, after in zip(frame[kind], release.data[kind], strict=True):
        assert type(before) is type(after)
    assert release.changed_types == []


BIG = st.integers(-(2**70), 2**70)


@SETTINGS
@given(values=st.lists(optional(BIG), min_size=1, max_size=12))
def test_whole_numbers_of_any_size(values: list[int | None]) -> None:
    """As objects of Python, and as decimals: exact, and never silent where they are categories."""
    as_decimals = [None if one is None else DECIMAL(one) for one in values]
    frame = pd.DataFrame({MASKED: 1.0, "whole": pd.Series(values, dtype=object),
                          "decimal": pd.Series(as_decimals, dtype=object)})  # fmt: skip
    release = lethe.protect(frame, _policy(_names(frame)), seed=1, progress=False)
    assert release.data["whole"].tolist() == values
    assert release.data["decimal"].tolist() == as_decimals
    beyond = any(one is not None and abs(one) > 2**53 for one in values)
    told = any('"whole"' in line and "nominal" in line for line in release.warnings)
    assert told == beyond


@SETTINGS
@given(values=st.lists(optional(st.integers(-(2**120), 2**120)), min_size=1, max_size=12))
def test_polars_128_bits(values: list[int | None]) -> None:
    frame = pl.DataFrame({MASKED: [1.0] * len(values), "wide": pl.Series(values, dtype=pl.Int128)})
    release = lethe.protect(frame, _policy(frame.columns), seed=1, progress=False)
    assert release.data.schema["wide"] == pl.Int128
    assert release.data["wide"].to_list() == values
    beyond = any(one is not None and abs(one) > 2**53 for one in values)
    assert any('"wide"' in line for line in release.warnings) == beyond


@SETTINGS
@given(values=st.lists(optional(st.decimals(-(10**20), 10**20, places=10)), min_size=1, max_size=9))
def test_long_decimals(values: list[decimal.Decimal | None]) -> None:
    table = pa.table({MASKED: [1.0] * len(values), "d": pa.array(values, pa.decimal128(38, 10))})
    assert passed(table)["d"].to_pylist() == values
    frame = pl.DataFrame({MASKED: [1.0] * len(values),
                          "d": pl.Series(values, dtype=pl.Decimal(38, 10))})  # fmt: skip
    assert passed(frame)["d"].to_list() == values


def test_numbers_that_become_categories_are_told() -> None:
    frame = pd.DataFrame({"id": [2**53 + 1, 5, 7], "age": [1, 2, 3]})
    for table in (frame, pl.from_pandas(frame), pa.Table.from_pandas(frame)):
        for notes in (
            lethe.inspect(table).notes,
            lethe.protect(table, method="noise", columns=["age"], seed=1).warnings,
        ):
            assert sum('"id"' in line and "2^53" in line for line in notes) == 1
        with pytest.warns(lethe.Warning, match='"id" holds whole numbers beyond'):
            lethe.noise(table, columns=["age"], seed=1)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        lethe.noise(frame[["age"]], columns=["age"], seed=1)
    assert not [one for one in caught if "2^53" in str(one.message)]


POLARS = {
    "Null": lambda: pl.Series([None, None, None]),
    "Time": lambda: pl.Series([datetime.time(1, 2, 3, 4), None, datetime.time(23)]),
    "Duration": lambda: pl.Series([datetime.timedelta(1, 2, 3), None, datetime.timedelta(-1)]),
    "Duration ms": lambda: pl.Series([1, None, 3]).cast(pl.Duration("ms")),
    "Datetime ns": lambda: pl.Series([1, None, 10**18 + 1]).cast(pl.Datetime("ns")),
    "Datetime zone": lambda: pl.Series([1, None, 10**15]).cast(pl.Datetime("us", "Europe/Madrid")),
    "Decimal": lambda: pl.Series(["1.5", None, "12345678901234567890.25"]).cast(
        pl.Decimal(38, 5)
    ),
    "Int128": lambda: pl.Series([1, None, 2**100], dtype=pl.Int128),
    "UInt64": lambda: pl.Series([1, None, 2**64 - 1], dtype=pl.UInt64),
    "Float16": lambda: pl.Series([1.5, None, 3.0]).cast(pl.Float16),
    "Enum": lambda: pl.Series(["10", None, "9"], dtype=pl.Enum(["10", "9"])),
    "all missing": lambda: pl.Series([None, None, None], dtype=pl.Int32),
    "all missing Enum": lambda: pl.Series([None, None, None], dtype=pl.Enum([])),
}  # fmt: skip


@pytest.mark.parametrize("kind", POLARS)
def test_polars(kind: str) -> None:
    frame = pl.DataFrame({MASKED: [1.0, 2.0, 3.0], kind: POLARS[kind]()})
    release = lethe.protect(frame, _policy(frame.columns), seed=1, progress=False)
    assert release.data.schema[kind] == frame.schema[kind]
    assert release.data[kind].equals(frame[kind])
    assert release.changed_types == []


ARROW = {
    "null": lambda: pa.nulls(3),
    "half": lambda: pa.array([1.5, None, 3], pa.float16()),
    "time32": lambda: pa.array([1, None, 86399], pa.time32("s")),
    "time64": lambda: pa.array([1, None, 86399 * 10**6], pa.time64("us")),
    "duration": lambda: pa.array([1, None, -5], pa.duration("ns")),
    "date64": lambda: pa.array([datetime.date(2020, 1, 1), None, None], pa.date64()),
    "timestamp ns": lambda: pa.array([1, None, 10**18 + 1], pa.timestamp("ns")),
    "decimal32": lambda: pa.array([DECIMAL("1.5"), None, DECIMAL(2)], pa.decimal32(5, 2)),
    "decimal64": lambda: pa.array([DECIMAL("1.5"), None, DECIMAL(2)], pa.decimal64(15, 2)),
    "decimal256": lambda: pa.array([DECIMAL("1.5"), None, DECIMAL(2)], pa.decimal256(30, 2)),
    "dictionary of numbers": lambda: pa.array([5, None, 3]).dictionary_encode(),
    "ordered dictionary": lambda: pa.DictionaryArray.from_arrays(
        pa.array([1, None, 0], pa.int8()), pa.array([3, 1], pa.int16()), ordered=True
    ),
    "ordered texts": lambda: pa.DictionaryArray.from_arrays(
        pa.array([1, None, 0], pa.int8()), pa.array(["lo", "hi"]), ordered=True
    ),
    "nothing": lambda: pa.array([None, None, None], pa.string()),
}


@pytest.mark.parametrize("kind", ARROW)
def test_arrow(kind: str) -> None:
    table = pa.table({MASKED: [1.0, 2.0, 3.0], kind: ARROW[kind]()})
    release = lethe.protect(table, _policy(table.column_names), seed=1, progress=False)
    back = release.data
    assert back.schema.field(kind).type == table.schema.field(kind).type
    assert back.column(kind).to_pylist() == table.column(kind).to_pylist()
    if pa.types.is_dictionary(back.schema.field(kind).type):
        assert back.schema.field(kind).type.ordered == table.schema.field(kind).type.ordered
        if back.schema.field(kind).type.ordered:
            labels = back.column(kind).combine_chunks().dictionary
            assert labels.to_pylist() == table.column(kind).combine_chunks().dictionary.to_pylist()
    assert release.changed_types == []


@pytest.mark.parametrize("flavour", ["pandas", "polars", "pyarrow"])
def test_a_column_of_nulls_alone_and_beside_others(flavour: str) -> None:
    columns = {"age": [1, 2, 3, 4, 5, 6], "nothing": [None] * 6}
    table: Any = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}[flavour](
        columns
    )
    inspected = lethe.inspect(table)
    assert any(one["name"] == "nothing" for one in inspected["columns"])
    data = lethe.protect(table, method="mdav", set={"k": 3}, columns=["age"], seed=1).data
    nothing = data["nothing"]
    assert (nothing.to_pylist() if flavour == "pyarrow" else nothing.to_list()) == [None] * 6
    release = lethe.protect(table, method="mdav", set={"k": 3}, columns=["age"], seed=1)
    lethe.assess(table, release, seed=1)


@pytest.mark.parametrize("flavour", ["pandas", "polars", "pyarrow"])
@pytest.mark.parametrize("labels", [[4, 1, 9, 2], ["4", "1", "9", "2"]])
def test_ordered_labels_are_ordinal(flavour: str, labels: list[Any]) -> None:
    """By their place, not by their size: the middle of nine rows is the label that is in the middle."""
    rows = [labels[0]] * 4 + [labels[1]] + [labels[2]] * 4
    table: Any = pd.DataFrame({"grade": pd.Categorical(rows, labels, ordered=True)})
    if flavour == "pyarrow":
        table = pa.Table.from_pandas(table)
    if flavour == "polars":
        texts = [str(one) for one in labels]
        table = pl.DataFrame({"grade": pl.Series(list(map(str, rows)), dtype=pl.Enum(texts))})
    toml = lethe.inspect(table).policy.to_toml()
    assert 'kind = "ordinal", order = ["4", "1", "9"]' in toml
    masked = lethe.mdav(table, k=9, columns="grade")["grade"]
    wanted = str(labels[1]) if flavour == "polars" else labels[1]
    assert set(masked.to_pylist() if flavour == "pyarrow" else masked.to_list()) == {wanted}
    if flavour == "pandas":
        assert masked.cat.ordered
        unordered = pd.DataFrame({"grade": pd.Categorical(rows, labels)})
        assert "ordinal" not in lethe.inspect(unordered).policy.to_toml()


def test_durations_are_masked_as_numbers() -> None:
    hours = pd.Series(range(1, 41)).map(lambda one: pd.Timedelta(hours=one))
    frame = pd.DataFrame({"wait": hours})
    policy = lethe.Policy().column("wait", role="quasi").add_step("mdav", columns=["wait"], k=5)
    for table in (frame, pl.from_pandas(frame), pa.Table.from_pandas(frame)):
        release = lethe.protect(table, policy, seed=1)
        assert release.changed_types == []
        data = release.data["wait"]
        texts = data.to_pylist() if isinstance(table, pa.Table) else data.to_list()
        assert len(set(texts)) == 8
        assert min(texts.count(one) for one in set(texts)) == 5


def test_what_masking_changes_is_told() -> None:
    months = pd.PeriodIndex(["2020-01", "2020-02", "2020-03"] * 4, freq="M")
    whole = pd.Series([2**70, 2**71, 2**72] * 4, dtype=object)
    frame = pd.DataFrame({"month": months, "id": whole, "age": range(12)})
    policy = lethe.Policy()
    for name in frame.columns:
        policy.column(name, role="quasi")
    policy.add_step("mondrian", columns=["age", "month"], k=4)
    release = lethe.protect(frame, policy, seed=1)
    told = {one["column"]: one["to"] for one in release.changed_types}
    assert told == {"age": "string", "month": "string"}
    assert release.data["id"].tolist() == frame["id"].tolist()
    with pytest.warns(lethe.Warning, match='column "age" is string now, not int64'):
        lethe.mondrian(pd.concat([frame, frame]), columns=["age"], k=4)


def test_times_that_are_cut_are_told() -> None:
    fine = pd.DataFrame(
        {"age": [1, 2, 3], "t": pd.to_datetime([1, 2000, 3], unit="ns").tz_localize("UTC")}
    )
    for table in (fine, pl.from_pandas(fine), pa.Table.from_pandas(fine)):
        notes = lethe.inspect(table).notes
        assert sum('"t"' in line and "microsecond" in line for line in notes) == 1
    whole = fine.assign(t=fine["t"].dt.floor("us"))
    assert not any("microsecond" in line for line in lethe.inspect(whole).notes)
    nanos = pl.DataFrame({"age": [1, 2], "t": pl.Series([1, 2000]).cast(pl.Time)})
    for table in (nanos, nanos.to_arrow()):
        assert any("microsecond" in line for line in lethe.inspect(table).notes)


def test_means_of_whole_numbers_are_whole() -> None:
    """Numbers are brought to values that their column can have; as_masked leaves them as they are."""
    frame = pd.DataFrame({"age": range(20, 60)})
    release = lethe.protect(frame, method="mdav", columns="age", set={"k": 8}, seed=1)
    assert release.data["age"].dtype == "int64"
    assert release.changed_types == []
    exact = lethe.protect(frame, method="mdav", columns="age", set={"k": 8}, as_masked=True, seed=1)
    assert exact.data["age"].dtype == "float64"
    assert exact.changed_types == [{"column": "age", "from": "int64", "to": "float64"}]
