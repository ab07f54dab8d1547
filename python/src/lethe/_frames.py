"""Tables as people have them: pandas, polars, pyarrow, DuckDB, anything with Arrow streams, paths,
SQL. What comes out has the flavour of what came in.
"""

from __future__ import annotations

import os
import sys
import warnings
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lethe._columns import read_columns
from lethe._errors import InputError, NotPickledError, Problem, UsageError, joined
from lethe._flavour import Flavour, Streams, checked_name, cut_note

if TYPE_CHECKING:
    import pandas as pd


class Table:
    """A released table that has no flavour: its source was a file or a query.

    Anything that reads Arrow streams takes it: `polars.DataFrame(table)`, `pyarrow.table(table)`.
    """

    def __init__(self, streams: Streams) -> None:
        self._streams = streams

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Give an Arrow stream."""
        return self._streams()

    def to_pandas(self) -> pd.DataFrame:
        """As a data frame of pandas."""
        from lethe._pandas import PandasFlavour

        frame: pd.DataFrame = PandasFlavour().restore(self._streams, None)
        return frame

    def to_polars(self) -> Any:
        """As a data frame of polars."""
        import polars

        return polars.DataFrame(self)

    def to_arrow(self) -> Any:
        """As a table of pyarrow."""
        import pyarrow

        return pyarrow.table(self)

    def __copy__(self) -> Table:
        return self  # nothing of it changes

    def __deepcopy__(self, memo: Any) -> Table:
        return self

    def __reduce__(self) -> Any:
        raise NotPickledError("the table is in the engine: .to_arrow() or .to_pandas() is pickled")

    def __repr__(self) -> str:
        rows, columns = read_columns(self._streams())
        names = ", ".join(column.name for column in columns)
        return f"<lethe.Table: {rows} rows of {names}>"


class TableFlavour(Flavour):
    """No flavour: any reader of Arrow streams takes it."""

    def restore(self, streams: Streams, origin: list[int] | None) -> Any:
        return Table(streams)


def _wide(name: str) -> str:
    return (
        f'column "{name}" holds whole numbers beyond 64 bits: each is taken as a category of its '
        "own, so the column is nominal"
    )


class PolarsFlavour(Flavour):
    """A data frame of polars, each column of the dtype that it had where its values fit."""

    def __init__(self, frame: Any) -> None:
        super().__init__()
        self.schema = dict(frame.schema)
        self._as_texts: set[str] = set()

    def taken(self, frame: Any) -> Any:
        """The frame with types that the engine has: those of 128 and of 16 bits become such."""
        import polars as pl

        casts = []
        for name, dtype in self.schema.items():
            if str(dtype) == "Float16":
                casts.append(frame[name].cast(pl.Float32))
            elif str(dtype) in ("Int128", "UInt128"):
                narrow = frame[name].cast(pl.Int64, strict=False)
                if narrow.null_count() != frame[name].null_count():
                    self._as_texts.add(name)
                    self.notes.append(_wide(name))
                    narrow = frame[name].cast(pl.String)
                casts.append(narrow)
            elif _is_fine_polars(dtype) and (frame[name].cast(pl.Int64) % 1000 != 0).any():
                self.notes.append(cut_note(name))
        return frame.with_columns(casts) if casts else frame

    def restore(self, streams: Streams, origin: list[int] | None) -> Any:
        import polars as pl

        frame = pl.DataFrame(Table(streams))
        frame = frame.with_columns([self._restored(frame[name]) for name in frame.columns])
        self.changed = [
            {"column": name, "from": str(self.schema[name]), "to": str(dtype)}
            for name, dtype in frame.schema.items()
            if name in self.schema and not _same_polars(self.schema[name], dtype)
        ]
        return frame

    def _restored(self, column: Any) -> Any:
        """With the old type, unless a value would be lost: then the new one stays."""
        import polars as pl

        wanted = self.schema.get(column.name)
        if wanted is None or wanted == column.dtype:
            return column
        if isinstance(wanted, pl.Enum):
            values = set(column.cast(pl.String).drop_nulls().unique())
            if not values <= set(wanted.categories):
                return column.cast(pl.String)
            # A category that masking removed is not named.
            wanted = pl.Enum([one for one in wanted.categories if one in values])
        texts = wanted in (pl.Categorical, pl.Enum, pl.String) or column.name in self._as_texts
        if not texts and column.dtype.is_numeric() != wanted.is_numeric():
            return column
        cast = column.cast(wanted, strict=False)
        if cast.null_count() != column.null_count():
            return column
        if column.dtype.is_float() and bool((cast.cast(pl.Float64) != column).any()):
            return column
        return cast


def _is_fine_polars(dtype: Any) -> bool:
    """Whether it is counted in nanoseconds and read in microseconds."""
    import polars as pl

    zoned = isinstance(dtype, pl.Datetime) and dtype.time_zone is not None
    return bool(dtype == pl.Time or (zoned and dtype.time_unit == "ns"))


def _same_polars(before: Any, after: Any) -> bool:
    import polars as pl

    return before == after or (isinstance(before, pl.Enum) and isinstance(after, pl.Enum))


class ArrowFlavour(Flavour):
    """A table of pyarrow with the types that came, where values fit."""

    def __init__(self, schema: Any) -> None:
        super().__init__()
        self.schema = schema

    def taken(self, table: Any) -> Any:
        """The table with types that the engine has: other sizes of floats and decimals."""
        import pyarrow as pa

        for place, field_ in enumerate(table.schema):
            type_ = field_.type
            if pa.types.is_float16(type_):
                taken = pa.float32()
            elif pa.types.is_decimal(type_) and type_.bit_width != 128 and type_.precision <= 38:
                taken = pa.decimal128(type_.precision, type_.scale)
            else:
                if _is_fine(type_) and _is_cut(table.column(place)):
                    self.notes.append(cut_note(field_.name))
                continue
            table = table.set_column(
                place, field_.with_type(taken), table.column(place).cast(taken)
            )
        return table

    def restore(self, streams: Streams, origin: list[int] | None) -> Any:
        import pyarrow as pa

        table = pa.table(Table(streams))
        self.changed = []
        for place, name in enumerate(table.column_names):
            found = self.schema.get_field_index(name)
            if found < 0:
                continue
            wanted, has = self.schema.field(found), table.schema.field(place).type
            if wanted.type != has:
                try:
                    column = _arrow_cast(table.column(place), wanted.type)
                except (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowTypeError):
                    change = {"column": name, "from": str(wanted.type), "to": str(has)}
                    self.changed.append(change)
                    continue
                table = table.set_column(place, wanted.with_nullable(True), column)
        return table


def _is_fine(type_: Any) -> bool:
    """Whether it is counted in nanoseconds and read in microseconds."""
    import pyarrow as pa

    zoned = pa.types.is_timestamp(type_) and type_.tz is not None
    return bool((zoned or pa.types.is_time64(type_)) and type_.unit == "ns")


def _is_cut(column: Any) -> bool:
    whole = column.cast("int64").drop_null().to_numpy()
    return bool((whole % 1000).any())


def _arrow_cast(column: Any, wanted: Any) -> Any:
    import pyarrow as pa

    if pa.types.is_dictionary(wanted) and not pa.types.is_dictionary(column.type):
        column = column.cast(wanted.value_type).dictionary_encode()
    cast = column.cast(wanted)
    floats = pa.types.is_floating(column.type) and pa.types.is_floating(wanted)
    if floats and not cast.cast(column.type).equals(column):
        raise pa.ArrowInvalid("digits would be lost")
    return cast


class DuckdbFlavour(Flavour):
    """A relation of DuckDB, each column of the type that it had where its values fit."""

    def __init__(self, relation: Any) -> None:
        super().__init__()
        self.types = dict(zip(relation.columns, map(str, relation.types), strict=True))

    def restore(self, streams: Streams, origin: list[int] | None) -> Any:
        import duckdb
        import pyarrow as pa

        relation = duckdb.from_arrow(pa.table(Table(streams)))
        self.changed = [
            {"column": name, "from": self.types[name], "to": str(type_)}
            for name, type_ in zip(relation.columns, relation.types, strict=True)
            if name in self.types and self.types[name] != str(type_)
        ]
        return relation


@dataclass
class Source:
    """What an option says of a table, and what is handed over for it."""

    text: str
    inputs: list[tuple[str, object]] = field(default_factory=list)
    flavour: Flavour = field(default_factory=TableFlavour)


def _package(thing: Any) -> str:
    return str(type(thing).__module__).split(".", maxsplit=1)[0].lstrip("_")


def _checked_names(names: Any) -> None:
    problems: list[Problem] = []
    for place, name in enumerate(names):
        try:
            checked_name(str(name), place)
        except InputError as error:
            problems += error.problems
    if problems:
        raise joined(InputError, problems)


def source_of(table: Any, name: str) -> Source:
    """Any table as a source of the engine, under a name in memory."""
    called = "memory:" + name
    if isinstance(table, (str, os.PathLike)):
        return Source(os.fsdecode(table))
    package = _package(table)
    kind = type(table).__name__
    pandas = sys.modules.get("pandas")
    if pandas is not None and isinstance(table, pandas.DataFrame):
        from lethe._pandas import pandas_source

        stream, flavour = pandas_source(table)
        return Source(called, [(called, stream)], flavour)
    if package == "pandas":
        raise UsageError("a table is needed: series.to_frame() makes one of a series")
    if package == "polars" and kind == "LazyFrame":
        table = table.collect()
    if package == "polars" and hasattr(table, "schema"):
        _checked_names(table.columns)
        polars = PolarsFlavour(table)
        return Source(called, [(called, polars.taken(table).__arrow_c_stream__())], polars)
    if package == "pyarrow" and hasattr(table, "schema"):
        arrow = ArrowFlavour(table.schema)
        _checked_names(table.schema.names)
        stream = arrow.taken(_arrow_table(table)).__arrow_c_stream__()
        return Source(called, [(called, stream)], arrow)
    if package == "duckdb":
        stream = _duckdb_stream(table)
        return Source(called, [(called, stream)], DuckdbFlavour(table))
    if hasattr(table, "__arrow_c_stream__"):
        return Source(called, [(called, table.__arrow_c_stream__())])
    raise UsageError(
        "a table is a data frame of pandas or polars, a table of pyarrow, a relation of DuckDB, "
        f"anything with __arrow_c_stream__, a path or a SELECT; this is a {kind}"
    )


def _arrow_table(table: Any) -> Any:
    """A table of pyarrow of whatever has a schema there."""
    import pyarrow as pa

    if isinstance(table, pa.Table):
        return table
    if isinstance(table, pa.RecordBatch):
        return pa.Table.from_batches([table])
    return table.to_table() if hasattr(table, "to_table") else table.read_all()


def _duckdb_stream(relation: Any) -> object:
    if hasattr(relation, "__arrow_c_stream__"):
        return relation.__arrow_c_stream__()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return relation.to_arrow_table().__arrow_c_stream__()


def flavoured(table: Table, flavour: str | None) -> Any:
    """A table in the flavour that is named; by default the first that is installed."""
    makers = {"pandas": table.to_pandas, "polars": table.to_polars, "pyarrow": table.to_arrow}
    if flavour == "table":
        return table
    if flavour is not None:
        if flavour not in makers:
            raise UsageError('a flavour is "pandas", "polars", "pyarrow" or "table"')
        return makers[flavour]()
    for make in makers.values():
        try:
            return make()
        except ImportError:
            continue
    return table
