"""Types go in and come back: by pandas, polars and pyarrow, whatever is missing, however it is cut."""

from __future__ import annotations

import datetime
import decimal
import pathlib
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import lethe

# One column is masked; all others pass as they are and must come back as they were.
MASKED = "masked"
SETTINGS = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


def passed(table: Any) -> Any:
    """The release of a table of which one column is masked."""
    release = lethe.protect(table, _policy(_names(table)), seed=1, progress=False)
    return release.data


def _names(table: Any) -> list[str]:
    return [
        str(name)
        for name in (table.column_names if hasattr(table, "column_names") else table.columns)
    ]


def _policy(names: list[str]) -> lethe.Policy:
    policy = lethe.Policy()
    for name in names:
        policy.column(name, role="quasi" if name == MASKED else "other")
    return policy.add_step("noise", columns=[MASKED], p=1)


def optional(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(st.none(), values)


SIZES = st.integers(1, 30)
MOMENTS = st.datetimes(datetime.datetime(1900, 1, 1), datetime.datetime(2200, 1, 1))
TEXTS = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\x00"), max_size=12
)
ARROW: dict[str, tuple[pa.DataType, st.SearchStrategy[Any]]] = {
    "int8": (pa.int8(), st.integers(-128, 127)),
    "uint8": (pa.uint8(), st.integers(0, 255)),
    "int16": (pa.int16(), st.integers(-(2**15), 2**15 - 1)),
    "int32": (pa.int32(), st.integers(-(2**31), 2**31 - 1)),
    "int64": (pa.int64(), st.integers(-(2**63), 2**63 - 1)),
    "uint64": (pa.uint64(), st.integers(0, 2**64 - 1)),
    "float32": (pa.float32(), st.floats(width=32, allow_nan=False, allow_infinity=False)),
    "float64": (pa.float64(), st.floats(allow_nan=False, allow_infinity=False)),
    "bool": (pa.bool_(), st.booleans()),
    "string": (pa.string(), TEXTS),
    "large_string": (pa.large_string(), TEXTS),
    "string_view": (pa.string_view(), TEXTS),
    "dictionary": (pa.dictionary(pa.int8(), pa.string()), st.sampled_from(["a", "b", "ü"])),
    "date32": (pa.date32(), st.dates(datetime.date(1, 1, 1), datetime.date(9999, 12, 31))),
    "timestamp": (pa.timestamp("us"), MOMENTS),
    "zone": (
        pa.timestamp("us", "Europe/Madrid"),
        MOMENTS.map(lambda m: m.replace(tzinfo=datetime.timezone.utc)),
    ),
    "decimal": (pa.decimal128(12, 2), st.decimals(-(10**9), 10**9, places=2)),
}


@pytest.mark.parametrize("kind", ARROW)
@SETTINGS
@given(data=st.data())
def test_arrow(kind: str, data: st.DataObject) -> None:
    type_, values = ARROW[kind]
    column = data.draw(st.lists(optional(values), min_size=1, max_size=30))
    masked = [float(i % 7) for i in range(len(column))]
    table = pa.table({MASKED: masked, kind: pa.array(column, type_)})
    back = passed(table)
    if kind in ("float32", "float64") and not any(v is not None for v in column):
        return
    assert back.schema.field(kind).type == type_
    assert back.column(kind).to_pylist() == table.column(kind).to_pylist()


@SETTINGS
@given(data=st.data())
def test_chunks_and_slices(data: st.DataObject) -> None:
    rows = data.draw(st.integers(3, 60))
    rng = np.random.default_rng(rows)
    whole = pa.table(
        {
            MASKED: rng.normal(size=rows + 10),
            "text": pa.array([f"t{i}" if i % 5 else None for i in range(rows + 10)]),
            "truth": pa.array([None if i % 3 == 0 else i % 2 == 0 for i in range(rows + 10)]),
            "kind": pa.array(["x", "y"] * 40).slice(0, rows + 10).dictionary_encode(),
        }
    )
    start = data.draw(st.integers(0, 9))
    cut = data.draw(st.integers(0, rows))
    part = whole.slice(start, rows)
    chunked = pa.concat_tables([part.slice(0, cut), part.slice(cut)])
    plain = pa.Table.from_pydict(part.to_pydict())
    one, other = passed(chunked), passed(plain)
    for name in ("text", "truth", "kind", MASKED):
        assert one.column(name).to_pylist() == other.column(name).to_pylist()


PANDAS = {
    "Int64": lambda: pd.array([1, None, 3], dtype="Int64"),
    "UInt8": lambda: pd.array([1, None, 255], dtype="UInt8"),
    "Float64": lambda: pd.array([1.5, None, 2.25], dtype="Float64"),
    "boolean": lambda: pd.array([True, None, False], dtype="boolean"),
    "string": lambda: pd.array(["a", None, "ç"], dtype="string"),
    "str": lambda: pd.Series(["a", None, "ç"], dtype="str"),
    "object": lambda: pd.Series(["a", None, "ç"], dtype=object),
    "category": lambda: pd.Categorical(["lo", None, "hi"], categories=["lo", "hi"], ordered=True),
    "numbers": lambda: pd.Categorical([3, 1, 3]),
    "int8": lambda: np.array([1, -2, 3], dtype="int8"),
    "float32": lambda: np.array([1.5, np.nan, 2], dtype="float32"),
    "bool": lambda: np.array([True, False, True]),
    "datetime64[ns]": lambda: pd.to_datetime(
        ["2020-02-29 12:30:00.123456", None, "1969-12-31"], format="ISO8601"
    ).astype("datetime64[ns]"),
    "datetime64[s]": lambda: pd.to_datetime(["2020-02-29", None, "1969-12-31"]).astype(
        "datetime64[s]"
    ),
    "zone": lambda: pd.to_datetime(["2020-02-29 01:00", None, "2020-07-01 00:00"]).tz_localize(
        "Europe/Madrid"
    ),
    "date": lambda: pd.Series(
        [datetime.date(2020, 2, 29), None, datetime.date(1, 1, 1)], dtype=object
    ),
    "decimal": lambda: pd.Series(
        [decimal.Decimal("1.50"), None, decimal.Decimal("-2")], dtype=object
    ),
    "arrow int": lambda: pd.array([1, None, 3], dtype="int64[pyarrow]"),
    "arrow string": lambda: pd.array(["a", None, "ç"], dtype="string[pyarrow]"),
    "arrow bool": lambda: pd.array([True, None, False], dtype="bool[pyarrow]"),
}


@pytest.mark.parametrize("kind", PANDAS)
def test_pandas(kind: str) -> None:
    frame = pd.DataFrame({MASKED: [1.0, 2.0, 3.0], kind: PANDAS[kind]()})
    back = passed(frame)
    pd.testing.assert_series_equal(back[kind], frame[kind])
    assert list(back.columns) == list(frame.columns)


@pytest.mark.parametrize("flavour", ["pandas", "pyarrow"])
def test_ordered_categories_are_ordinal(flavour: str) -> None:
    """With the order of those that rows have; a median lies between them, whatever the alphabet says."""
    schools = ["none", "primary", "never", "higher", "doctor"]
    rows = ["none"] * 4 + ["primary"] + ["higher"] * 2 + ["doctor"] * 2
    kinds = {}
    for ordered in (True, False):
        table: Any = pd.DataFrame({"school": pd.Categorical(rows, schools, ordered=ordered)})
        if flavour == "pyarrow":
            table = pa.Table.from_pandas(table)
        inspected = lethe.inspect(table, progress=False)
        kinds[ordered] = [
            line for line in inspected.policy.to_toml().splitlines() if "school" in line
        ]
        if ordered:
            masked = lethe.mdav(table, k=9, columns="school", progress=False)
            texts = (
                masked["school"].tolist() if flavour == "pandas" else masked["school"].to_pylist()
            )
            assert set(texts) == {"primary"}
    assert 'kind = "ordinal", order = ["none", "primary", "higher", "doctor"]' in kinds[True][0]
    assert 'kind = "nominal"' in kinds[False][0]


def test_a_policy_gives_another_order() -> None:
    values = pd.Categorical(["a", "b", "c"] * 3, ["a", "b", "c"], ordered=True)
    policy = lethe.Policy()
    policy.column("kind", role="quasi", kind="ordinal", order=["b", "a", "c"])
    policy.add_step("mdav", columns=["kind"], k=9)
    data = lethe.protect(pd.DataFrame({"kind": values}), policy, seed=1, progress=False).data
    assert set(data["kind"]) == {"a"}


def test_pandas_labels_and_index() -> None:
    frame = pd.DataFrame({0: [1.0, 2.0, 3.0], "b": ["x", "y", "z"]}, index=["p", "q", "r"])
    release = lethe.protect(frame, method="noise", columns="0", seed=1)
    assert list(release.data.columns) == [0, "b"]
    assert list(release.data.index) == ["p", "q", "r"]
    assert any("index" in warning for warning in release.warnings)
    shuffled = lethe.protect(frame, method="noise", columns="0", seed=1, order="random")
    assert list(shuffled.data.index) == [0, 1, 2]


POLARS = {
    "Categorical": lambda: pl.Series(["a", None, "b"], dtype=pl.Categorical),
    "Enum": lambda: pl.Series(["a", None, "b"], dtype=pl.Enum(["b", "a"])),
    "String": lambda: pl.Series(["a", None, "ç"]),
    "Int16": lambda: pl.Series([1, None, 3], dtype=pl.Int16),
    "Float32": lambda: pl.Series([1.5, None, 3], dtype=pl.Float32),
    "Boolean": lambda: pl.Series([True, None, False]),
    "Date": lambda: pl.Series([datetime.date(2020, 2, 29), None, datetime.date(1900, 1, 1)]),
    "Datetime": lambda: pl.Series([datetime.datetime(2020, 2, 29, 1, 2, 3), None, None]),
    "Decimal": lambda: pl.Series(
        [decimal.Decimal("1.50"), None, decimal.Decimal("2")], dtype=pl.Decimal(10, 2)
    ),
}


@pytest.mark.parametrize("kind", POLARS)
def test_polars(kind: str) -> None:
    frame = pl.DataFrame({MASKED: [1.0, 2.0, 3.0], kind: POLARS[kind]()})
    back = passed(frame)
    assert back.schema[kind] == frame.schema[kind]
    assert back[kind].to_list() == frame[kind].to_list()


def test_lazy_and_duckdb_and_any_stream() -> None:
    frame = pl.DataFrame({MASKED: [1.0, 2.0, 3.0], "b": ["x", None, "z"]})
    assert passed(frame.lazy()).equals(passed(frame))
    relation = duckdb.sql("SELECT * FROM (VALUES (1.0::DOUBLE, 'x'), (2.0, NULL)) AS t(masked, b)")
    back = lethe.protect(relation, method="noise", columns=MASKED, seed=1).data
    assert back.fetchall()[1][1] is None

    class Stream:
        def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
            return frame.__arrow_c_stream__()

    table = lethe.protect(Stream(), method="noise", columns=MASKED, seed=1).data
    assert isinstance(table, lethe.Table)
    assert table.to_arrow().num_rows == table.to_polars().height == len(table.to_pandas()) == 3


def test_what_does_not_fit_is_told() -> None:
    frame = pd.DataFrame({"age": range(20, 60)})
    release = lethe.protect(
        frame, method="mdav", columns="age", set={"k": 7}, as_masked=True, seed=1
    )
    assert release.changed_types == [{"column": "age", "from": "int64", "to": "float64"}]
    assert release.data["age"].dtype == "float64"
    release = lethe.protect(frame, method="mondrian", columns="age", seed=1)
    assert release.changed_types == [{"column": "age", "from": "int64", "to": "string"}]


def test_types_that_are_refused_name_the_column() -> None:
    table = pa.table({"a": [1, 2], "odd": pa.array([b"1", b"2"]).cast(pa.binary())})
    with pytest.raises(lethe.InputError, match='"odd".*binary'):  # bytes would not come back
        lethe.inspect(table)
    union = pa.UnionArray.from_dense(
        pa.array([0, 0], pa.int8()), pa.array([0, 1], pa.int32()), [pa.array([1, 2])]
    )
    with pytest.raises(lethe.InputError, match='"odd".*union'):
        lethe.inspect(pa.table({"a": [1, 2], "odd": union}))
    with pytest.raises(lethe.InputError, match='"odd".*list'):
        lethe.inspect(pd.DataFrame({"a": [1, 2], "odd": [[1], [2]]}))
    with pytest.raises(lethe.InputError, match='"odd".*int, str'):
        lethe.inspect(pd.DataFrame({"a": [1, 2], "odd": ["x", 3]}))


def test_nan_of_arrow_is_told_and_can_be_missing() -> None:
    table = pa.table({"a": [1.0, float("nan"), 3.0]})
    with pytest.raises(lethe.InputError, match="NaN"):
        lethe.protect(table, method="noise")
    assert lethe.protect(table, method="noise", missing=["NaN"], seed=1).data["a"].null_count == 1


@pytest.mark.parametrize(
    "table", [pd.DataFrame(), pd.DataFrame({"a": []}), pa.table({"a": pa.array([], pa.int64())})]
)
def test_empty(table: Any) -> None:
    with pytest.raises(lethe.InputError):
        lethe.inspect(table)


def test_names(tmp_path: pathlib.Path) -> None:
    odd = {
        "A": [1.0, 2.0],
        "a": [3.0, 4.0],
        " ": [5.0, 6.0],
        'q"uo,te\n': [7.0, 8.0],
        "ü": [9.0, 1.0],
    }
    table = pa.table(odd)
    back = lethe.protect(table, method="noise", columns=["A"], seed=1).data
    assert back.column_names == list(odd)
    assert back.column("a").to_pylist() == [3.0, 4.0]
    double = pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["x", "x"])
    with pytest.raises(lethe.InputError, match='"x"'):
        lethe.inspect(double)
    pq.write_table(table, tmp_path / "odd.parquet")


def test_a_path_and_a_query(tmp_path: pathlib.Path) -> None:
    pl.DataFrame({"a": [1, 2, 3], "b": ["x", "y", None]}).write_parquet(tmp_path / "t.parquet")
    path = tmp_path / "t.parquet"
    table = lethe.protect(path, method="noise", columns="a", seed=1).data
    assert table.to_arrow().column("b").to_pylist() == ["x", "y", None]
    query = f"SELECT a FROM '{path}' WHERE a > 1"
    assert lethe.plan(query, method="noise", columns="a")["rows"] == 2
