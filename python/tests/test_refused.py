"""What cannot be done is refused in one way: a lethe.Error that names the argument or the column, with
all that is wrong, before anything runs, and with neither a value nor a private path in it."""

from __future__ import annotations

import contextlib
import copy
import datetime
import decimal
import pathlib
import pickle
import zoneinfo
from typing import Any

import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from conftest import mixed
from hypothesis import given, settings
from hypothesis import strategies as st

import lethe

ROWS = 4
UNION = pa.UnionArray.from_dense(
    pa.array([0] * ROWS, pa.int8()), pa.array(range(ROWS), pa.int32()), [pa.array(range(ROWS))]
)
NESTED: dict[str, Any] = {
    "polars list": pl.Series([[1], [2], None, []]),
    "polars array": pl.Series([[1], [2], [3], [4]], dtype=pl.Array(pl.Int64, 1)),
    "polars struct": pl.Series([{"a": 1}, {"a": 2}, None, {"a": 3}]),
    "polars binary": pl.Series([b"a", b"b", None, b"c"]),
    "polars object": pl.Series([object() for _ in range(ROWS)], dtype=pl.Object),
    "arrow list": pa.array([[1], [2], None, []]),
    "arrow large list": pa.array([[1], [2], None, []], pa.large_list(pa.int64())),
    "arrow fixed list": pa.array([[1], [2], None, [4]], pa.list_(pa.int64(), 1)),
    "arrow struct": pa.array([{"a": 1}, {"a": 2}, None, {"a": 3}]),
    "arrow map": pa.array([[("a", 1)], [], None, []], pa.map_(pa.string(), pa.int64())),
    "arrow union": UNION,
    "arrow binary": pa.array([b"a", b"b", None, b"c"]),
    "arrow fixed binary": pa.array([b"a", b"b", None, b"c"], pa.binary(1)),
    "arrow interval": pa.array([(1, 2, 3)] * ROWS, pa.month_day_nano_interval()),
    "arrow runs": pa.RunEndEncodedArray.from_arrays([ROWS], pa.array([1])),
    "pandas list": pd.Series([[1], [2], None, []], dtype=object),
    "pandas dict": pd.Series([{"a": 1}, {}, None, {}], dtype=object),
    "pandas set": pd.Series([{1}, {2}, None, {3}], dtype=object),
    "pandas bytes": pd.Series([b"a", b"b", None, b"c"], dtype=object),
    "pandas mixed": pd.Series([1, "a", None, 2.5], dtype=object),
    "pandas complex": pd.Series([1j, 2j, 3j, 4j]),
    "pandas arrow list": pd.Series([[1], [2], None, []], dtype=pd.ArrowDtype(pa.list_(pa.int64()))),
    "pandas arrow struct": pd.Series(
        [{"a": 1}, None, {"a": 2}, {"a": 3}], dtype=pd.ArrowDtype(pa.struct({"a": pa.int64()}))
    ),
    "pandas arrow binary": pd.Series([b"a", None, b"b", b"c"], dtype=pd.ArrowDtype(pa.binary())),
}


def table_of(columns: dict[str, Any]) -> Any:
    """A table with these columns, of the flavour of the last, and numbers to mask."""
    last = list(columns.values())[-1]
    more = {"age": [20, 30, 40, 50]}
    if isinstance(last, pl.Series):
        return pl.DataFrame({**more, **columns})
    if isinstance(last, pd.Series):
        return pd.DataFrame({**more, **columns})
    return pa.table({**more, **columns})


@pytest.mark.parametrize("kind", NESTED)
@pytest.mark.parametrize("touched", [True, False])
def test_a_type_that_cannot_be_carried(kind: str, touched: bool) -> None:
    """Nobody looks at such a column, so it is in no release, be it masked or not."""
    ran: list[object] = []
    with pytest.raises(lethe.InputError, match='column "odd".*allowed are') as raised:
        lethe.protect(
            table_of({"odd": NESTED[kind]}), method="noise", seed=1,
            columns=["odd"] if touched else ["age"], progress=lambda *told: ran.append(told),
        )  # fmt: skip
    assert len(raised.value.problems) == 1
    with pytest.raises(lethe.InputError, match='"odd"'):
        lethe.inspect(table_of({"odd": NESTED[kind]}))


@pytest.mark.parametrize("flavour", ["polars", "arrow", "pandas"])
def test_all_such_columns_at_once(flavour: str) -> None:
    odd = {name: one for name, one in NESTED.items() if name.split()[0] == flavour}
    with pytest.raises(lethe.InputError) as raised:
        lethe.inspect(table_of(odd))
    assert len(raised.value.problems) == len(odd)
    for name in odd:
        assert f'"{name}"' in str(raised.value)


def test_objects_that_look_alike_or_have_no_place() -> None:
    berlin = zoneinfo.ZoneInfo("Europe/Berlin")
    odd = {
        "zones": [
            datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc),
            datetime.datetime(2020, 1, 1, tzinfo=berlin),
        ],
        "some zones": [datetime.datetime(2020, 1, 1), datetime.datetime(2020, 1, 1, tzinfo=berlin)],
        "half": ["good", "\ud800"],
        "infinite": [decimal.Decimal("Infinity"), decimal.Decimal(1)],
        "digits": [decimal.Decimal("1E+50"), decimal.Decimal(1)],
        "places": [decimal.Decimal("1E-50"), decimal.Decimal(1)],
        "lost": [2**60 + 1, 0.5],
        "complex": [1j, 2],
    }
    frame = pd.DataFrame({name: pd.Series(values, dtype=object) for name, values in odd.items()})
    with pytest.raises(lethe.InputError) as raised:
        lethe.inspect(frame)
    assert len(raised.value.problems) == len(odd)
    for name, problem in zip(odd, raised.value.problems, strict=True):
        assert f'"{name}"' in str(problem)
    with pytest.raises(lethe.InputError, match="digits"):
        lethe.inspect(pd.DataFrame({"x": np.array([1, np.longdouble(1) / 3], np.longdouble)}))
    labels = pd.Index(["good", "\ud800"], dtype=object)
    half = pd.Series(pd.Categorical.from_codes([0, 1], labels))
    with pytest.raises(lethe.InputError, match='"c".*half a character'):
        lethe.inspect(pd.DataFrame({"c": half}))


def named(frame: pd.DataFrame, names: list[str]) -> pd.DataFrame:
    """With names as objects of Python, which need not be texts of UTF-8."""
    frame.columns = pd.Index(names, dtype=object)
    return frame


@pytest.mark.parametrize("name", ["\ud800", "a\0b"])
def test_names_that_are_no_text(name: str) -> None:
    with pytest.raises(lethe.InputError, match="the name of column 2"):
        lethe.inspect(named(pd.DataFrame({0: [1, 2], 1: [1, 2]}), ["good", name]))
    if "\0" in name:
        with pytest.raises(lethe.InputError, match="the name of column 1"):
            lethe.inspect(pl.DataFrame({name: [1, 2]}))
        with pytest.raises(lethe.InputError, match="the name of column 1"):
            lethe.inspect(pa.table({name: [1, 2]}))


CALLS: dict[str, Any] = {
    "seed below": {"seed": -1},
    "seed above": {"seed": 2**64},
    "seed half": {"seed": 1.5},
    "seed text": {"seed": "1"},
    "seed truth": {"seed": True},
    "threads below": {"threads": -1},
    "threads text": {"threads": "all"},
    "nan": {"set": {"p": float("nan")}},
    "infinity": {"set": {"p": np.float64("inf")}},
    "nan in a list": {"set": {"p": [1.0, float("nan")]}},
    "half a character": {"identifiers": ["\ud800"]},
    "half a key": {"set": {"\ud800": 1}},
    "an object": {"set": {"p": object()}},
    "a complex": {"set": {"p": 1j}},
    "bytes": {"identifiers": [b"a"], "missing": [b"a"]},
    "a list of settings": {"set": [1]},
    "no function": {"say": 5},
    "a progress": {"progress": "yes"},
    "no columns": {"columns": []},
    "no column": {"columns": 7},
    "an unknown argument": {"colums": ["age"]},
}


@pytest.mark.parametrize("case", CALLS)
def test_arguments(case: str) -> None:
    options = {"method": "noise", "columns": ["age"], **CALLS[case]}
    with pytest.raises(lethe.UsageError):
        lethe.protect(mixed(20), **options)


NUMBERS = st.one_of(
    st.floats(),
    st.integers(),
    st.none(),
    st.booleans(),
    st.text(),
    st.binary(),
    st.complex_numbers(),
)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    value=st.one_of(NUMBERS, st.lists(NUMBERS, max_size=3)),
    where=st.sampled_from(["seed", "p", "k"]),
)
def test_whatever_an_argument_is(value: Any, where: str) -> None:
    """It is taken, or there is a lethe.Error; nothing else."""
    options: Any = {"seed": value} if where == "seed" else {"set": {where: value}}
    with contextlib.suppress(lethe.Error):
        lethe.protect(mixed(12), method="noise", columns=["age"], progress=False, **options)


ANY = st.text(st.characters(exclude_categories=[]), max_size=4)  # surrogates too


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    texts=st.lists(st.one_of(st.none(), ANY), min_size=2, max_size=6),
    name=ANY,
)
def test_any_text(texts: list[str | None], name: str) -> None:
    """Lone surrogates and zeros too: texts come back as they were, or there is a lethe.Error."""
    if name == "masked":
        return
    columns = {0: pd.Series(texts, dtype=object), 1: 1.0}
    frame = named(pd.DataFrame(columns), [name, "masked"])
    policy = lethe.Policy().column(name, role="other").column("masked", role="quasi")
    policy.add_step("noise", columns=["masked"], p=1)
    try:
        data = lethe.protect(frame, policy, seed=1, progress=False).data
    except lethe.Error:
        return
    assert data.iloc[:, 0].tolist() == texts
    assert list(data.columns) == [name, "masked"]


def test_no_columns_are_not_all_columns() -> None:
    people = mixed(30)
    for call in (lethe.mdav, lethe.noise, lethe.explore, lethe.inspect, lethe.evolve):
        with pytest.raises(lethe.UsageError, match="columns.*empty"):
            call(people, columns=[])
    with pytest.raises(lethe.UsageError, match="attack.*empty"):
        lethe.attack(people, people, [])
    with pytest.raises(lethe.UsageError, match="columns.*empty"):
        lethe.protect(people, lethe.Policy().add_step("mdav", columns=[], k=3))
    with pytest.raises(lethe.UsageError, match="columns"):
        lethe.run("protect", "table", {"data": "x", "method": "mdav", "columns": [], "output": "y"})
    # Of columns to drop, none is what it says.
    kept = lethe.protect(people, method="noise", columns=["age"], identifiers=[], seed=1)
    assert "age" in kept.data.columns


def test_a_wrong_keyword_is_told_by_the_function_that_was_called() -> None:
    people = mixed(20)
    with pytest.raises(lethe.UsageError) as raised:
        lethe.attack(people, people, colums=["age"], nonsense=1)  # type: ignore[call-arg]
    first, second = map(str, raised.value.problems)
    assert first == 'attack() has no argument "colums"; did you mean "columns"?'
    assert "attack() has no argument" in second
    assert "identifiers" not in second  # which protect takes
    with pytest.raises(lethe.UsageError, match=r"plan\(\) has no argument"):
        lethe.plan(people, method="mdav", output="x.csv")
    with pytest.raises(lethe.UsageError, match=r"inspect_graph\(\) has no argument.*directed"):
        lethe.inspect_graph(nx.karate_club_graph(), directd=True)
    with pytest.raises(lethe.UsageError, match=r"find\(\) has no argument"):
        lethe.find("Anna", sets={})  # type: ignore[call-arg]
    with pytest.raises(lethe.UsageError, match=r"protect_vectors\(\) has no argument"):
        lethe.protect_vectors(np.eye(6), methods="x")  # type: ignore[call-arg]


def test_the_options_of_each_function_are_those_that_it_takes() -> None:
    """Every option that a function says it has goes to its operation; none is a surprise there."""
    for name in ("inspect", "protect", "plan", "attack", "measure", "assess", "compare", "explain"):
        with pytest.raises(lethe.UsageError) as raised:
            getattr(lethe, name)(mixed(20), mixed(20), nonsense_of_nobody=1)
        assert str(raised.value).startswith(f'{name}() has no argument "nonsense_of_nobody"')


def assert_no_path(error: lethe.Error) -> None:
    for text in (str(error), *(f"{one} {one.file} {one.text}" for one in error.problems)):
        assert "/dev/shm" not in text and "lethe-" not in text, text


def test_no_path_of_ours_is_in_a_message() -> None:
    edges = pd.DataFrame({"from": [1, 2, 3], "to": [2, 3, 9]})
    nodes = pd.DataFrame({"id": [1, 2, 3], "age": [1, 2, 3]})
    doubled = pd.DataFrame({"id": [1, 1, 2], "age": [1, 2, 3]})
    said: list[str] = []
    for call in (
        lambda: lethe.protect_graph(edges, doubled, k=2),
        lambda: lethe.protect_graph(edges, nodes, k=50),
        lambda: lethe.inspect_graph(pd.DataFrame({"a": [1]})),
        lambda: lethe.protect_vectors(np.eye(3), k=50, say=said.append),
        lambda: lethe.protect_vectors(np.eye(3), ["a", "a", "b"], k=2),
        lambda: lethe.sanitize("Anna", policy="[odd]\n"),
        lambda: lethe.sanitize("Anna", set={"person": "nonsense"}),
    ):
        with pytest.raises(lethe.Error) as raised:
            call()
        assert_no_path(raised.value)
    assert not any("/dev/shm" in line for line in said)
    made = lethe.protect_graph(nx.karate_club_graph(), k=4, seed=1)
    assert "/dev/shm" not in str(made.summary)
    for wrong in ("a graph", nodes):
        with pytest.raises(lethe.UsageError):
            lethe.assess_graph(nx.karate_club_graph(), wrong)  # type: ignore[arg-type]
    for odd in (np.array([["a"]]), object(), np.array([[1j]])):
        with pytest.raises(lethe.InputError):
            lethe.protect_vectors(odd)
    with pytest.raises(lethe.InputError, match="term 2"):
        lethe.protect_vectors(np.eye(6), ["a", "b\nc", "d", "e", "f", "g"], k=2)


def test_a_release_is_not_written_over_another(tmp_path: pathlib.Path) -> None:
    people = mixed(30)
    first = lethe.protect(people, method="mdav", columns=["age"], seed=1)
    second = lethe.protect(people, method="noise", columns=["age"], seed=2)
    path = tmp_path / "release.csv"
    first.write(path)
    log = tmp_path / "release.csv.lethe.private.json"
    kept = log.read_bytes(), path.read_bytes()
    for release in (second, first):
        with pytest.raises(lethe.UsageError, match="is there already.*the argument replace"):
            release.write(path)
        assert (log.read_bytes(), path.read_bytes()) == kept
    path.unlink()  # its log alone is worth as much
    with pytest.raises(lethe.UsageError, match="is there already"):
        second.write(path)
    assert log.read_bytes() == kept[0]
    second.write(path, replace=True)
    assert log.read_bytes() != kept[0]
    second.private.save(tmp_path / "log.json")
    with pytest.raises(lethe.UsageError, match="replace"):
        first.private.save(tmp_path / "log.json")
    first.private.save(tmp_path / "log.json", replace=True)
    assert (tmp_path / "log.json").stat().st_mode & 0o777 == 0o600
    with pytest.raises(lethe.IoError):
        first.private.save(tmp_path / "no" / "log.json")
    for odd in ("a\0b.csv", "\ud800.csv", None, 7):
        with pytest.raises(lethe.UsageError):
            first.write(odd)  # type: ignore[arg-type]


def test_copies_and_pickles(tmp_path: pathlib.Path) -> None:
    people = mixed(40)
    found = lethe.inspect(people)
    policy = found.policy
    for thing in (found, policy, found.plot(), lethe.methods("mdav")):
        for again in (copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing))):
            assert repr(again) == repr(thing)
    assert copy.deepcopy(policy).steps is not policy.steps
    release = lethe.protect(people, method="mdav", columns=["age"], seed=1)
    for again in (copy.copy(release), copy.deepcopy(release)):
        assert again.data.equals(release.data)
        assert again.private.text == release.private.text
        assert (
            lethe.measure(people, again, "sse").value == lethe.measure(people, release, "sse").value
        )
    copied = copy.deepcopy(release)
    copied.data["age"] = 0
    copied.summary.clear()
    assert release.summary and not release.data["age"].eq(0).all()
    table = lethe.sample(rows=10, seed=1, flavour="table")
    assert copy.deepcopy(table).to_pandas().equals(table.to_pandas())
    texts = lethe.sanitize("Write to anna@example.org.")
    assert copy.deepcopy(texts).texts == texts.texts
    for kept in (release, release.private, table, texts):
        with pytest.raises(lethe.Error, match="pickled") as raised:
            pickle.dumps(kept)
        assert isinstance(raised.value, TypeError)


def test_errors_go_from_process_to_process() -> None:
    people = mixed(40)
    calls = [
        lambda: lethe.protect(people, method="mdaw", columns=["age"], order="odd"),  # type: ignore[typeddict-item]
        lambda: lethe.inspect("no-such-file.csv"),
        lambda: lethe.explore(people, columns=["age"], max_risk=0.001, seed=1),
        lambda: lethe.inspect(pd.DataFrame({"a": [[1]]})),
    ]
    for call in calls:
        with pytest.raises(lethe.Error) as raised:
            call()
        error = raised.value
        for again in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):
            assert type(again) is type(error)
            assert str(again) == str(error)
            assert again.problems == error.problems
            assert getattr(again.result, "kind", None) == getattr(error.result, "kind", None)


def test_things_of_another_kind() -> None:
    people = mixed(20)
    for call in (
        lambda: lethe.report("a page"),  # type: ignore[arg-type]
        lambda: lethe.run(7, "", {}),  # type: ignore[arg-type]
        lambda: lethe.protect(people, {"step": "mdav"}),
        lambda: lethe.protect(people, 7),  # type: ignore[arg-type]
        lambda: lethe.inspect(pd.DataFrame([[1, 2]], columns=[["a", "b"], ["c", "d"]])),
        lambda: lethe.find(7),
    ):
        with pytest.raises(lethe.Error):
            call()


def test_files_that_are_not_there(tmp_path: pathlib.Path) -> None:
    with pytest.raises(lethe.IoError):
        lethe.Policy.from_toml("no-such-policy.toml")
    (tmp_path / "odd.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(lethe.InputError):
        lethe.Policy.from_toml(tmp_path / "odd.toml")
    with pytest.raises(lethe.IoError):
        lethe.Policy().save(tmp_path / "no" / "policy.toml")
    with pytest.raises(lethe.IoError):
        lethe.report(lethe.inspect(mixed(20)), path=tmp_path / "no" / "page.html")
