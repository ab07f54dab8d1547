"""Tables as people have them: pandas, polars, pyarrow, DuckDB, anything with Arrow streams, paths,
SQL. What comes out has the flavour of what came in.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lethe._columns import ColumnWriter, ReadColumn, add_series, read_columns
from lethe._errors import InputError, UsageError

if TYPE_CHECKING:
    import pandas as pd

#: Gives a stream of the released table, as often as it is asked.
Streams = Callable[[], object]


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
        frame: pd.DataFrame = PandasFlavour(None).restore(self._streams, None)
        return frame

    def to_polars(self) -> Any:
        """As a data frame of polars."""
        import polars

        return polars.DataFrame(self)

    def to_arrow(self) -> Any:
        """As a table of pyarrow."""
        import pyarrow

        return pyarrow.table(self)

    def __repr__(self) -> str:
        rows, columns = read_columns(self._streams())
        names = ", ".join(column.name for column in columns)
        return f"<lethe.Table: {rows} rows of {names}>"


class Flavour:
    """How a released table is given back."""

    def restore(self, streams: Streams, origin: list[int] | None) -> Any:
        """The table in this flavour."""
        return Table(streams)

    def warnings(self) -> list[str]:
        """What the owner of the release should know of the flavour."""
        return []


class PandasFlavour(Flavour):
    """A data frame: dtypes, labels of columns and, where rows kept their places, the index."""

    def __init__(self, frame: pd.DataFrame | None) -> None:
        self.index: Any = None if frame is None else frame.index
        self.labels = {} if frame is None else {_label(name): name for name in frame.columns}
        self.dtypes: dict[str, Any] = {}
        if frame is None:
            return
        for place, name in enumerate(frame.columns):
            series = frame.iloc[:, place]
            self.dtypes[_label(name)] = series.dtype

    def warnings(self) -> list[str]:
        import pandas as pd

        if self.index is None or isinstance(self.index, pd.RangeIndex):
            return []
        return [
            "the index of the frame is not part of the release; it may tell who a row is, and "
            "data.reset_index(drop=True) takes it away"
        ]

    def restore(self, streams: Streams, origin: list[int] | None) -> Any:
        import pandas as pd

        rows, columns = read_columns(streams())
        made = {i: self._series(column) for i, column in enumerate(columns)}
        index = self.index if origin is None and self.index is not None else None
        if index is not None and len(index) != rows:
            index = None
        frame = pd.DataFrame(made, index=pd.RangeIndex(rows))
        frame.columns = pd.Index(
            [self.labels.get(column.name, column.name) for column in columns], tupleize_cols=False
        )
        if index is not None:
            frame.index = index
        return frame

    def _series(self, column: ReadColumn) -> Any:
        import numpy as np
        import pandas as pd

        dtype: Any = self.dtypes.get(column.name)
        if isinstance(dtype, pd.CategoricalDtype):
            return _restored_categories(column, dtype)
        if column.texts is not None or column.format in ("u", "U"):
            return _restored_texts(column, dtype)
        if column.format.startswith("ts"):
            return _restored_moments(column, dtype)
        if column.format == "tdD" or column.format.startswith("d:"):
            objects = pd.Series(column.objects(), dtype=object)
            return objects.astype(dtype) if hasattr(dtype, "pyarrow_dtype") else objects
        whole = column.format in "cCsSiIlL" or column.format == "b"
        if hasattr(dtype, "pyarrow_dtype"):
            return _restored_arrow(column, dtype)
        extension = dtype is not None and not isinstance(dtype, np.dtype)
        if extension and (whole or dtype.kind == "f"):
            return _restored_nullable(column, dtype)
        if extension and column.format == "g":
            return _restored_nullable(column, pd.Float64Dtype())
        if not column.missing.any():
            return pd.Series(column.values)
        if whole:
            return pd.Series(column.objects(), dtype=object)
        values = column.values.copy()
        values[column.missing] = np.nan
        return pd.Series(values)


def _label(name: Any) -> str:
    if isinstance(name, tuple):
        raise InputError("columns of several levels cannot be taken; give them one name each")
    return name if isinstance(name, str) else str(name)


def _restored_nullable(column: ReadColumn, dtype: Any) -> Any:
    import pandas as pd

    kinds = {"b": pd.arrays.BooleanArray, "f": pd.arrays.FloatingArray}
    array = kinds.get(dtype.kind, pd.arrays.IntegerArray)
    values = column.values
    if dtype.kind != "b":
        values = values.astype(dtype.numpy_dtype)
    return pd.Series(array(values, column.missing.copy()))


def _restored_arrow(column: ReadColumn, dtype: Any) -> Any:
    import pandas as pd

    values = pd.Series(column.objects(), dtype=object)
    try:
        return values.astype(dtype)
    except (TypeError, ValueError, ArithmeticError):
        import pyarrow as pa

        return values.astype(pd.ArrowDtype(pa.float64()))


def _restored_texts(column: ReadColumn, dtype: Any) -> Any:
    import numpy as np
    import pandas as pd

    values = column.objects()
    if isinstance(dtype, pd.StringDtype):
        return pd.Series(values, dtype=dtype)
    if hasattr(dtype, "pyarrow_dtype"):
        try:
            return pd.Series(values, dtype=object).astype(dtype)
        except (TypeError, ValueError):
            return pd.Series(values, dtype=object)
    if isinstance(dtype, np.dtype) and dtype.kind == "O":
        return pd.Series(values, dtype=object)
    return pd.Series(values, dtype="string" if dtype is not None and dtype.kind != "O" else None)


def _restored_categories(column: ReadColumn, dtype: Any) -> Any:
    """With the categories that rows have, in their order: one that masking removed is not named."""
    import pandas as pd

    values = pd.Series(column.objects(), dtype=object)
    present = set(values.dropna().unique())
    if present <= set(dtype.categories):
        left = [one for one in dtype.categories if one in present]
        return values.astype(pd.CategoricalDtype(left, ordered=dtype.ordered))
    return values.astype(pd.CategoricalDtype(list(values.dropna().unique())))


def _restored_moments(column: ReadColumn, dtype: Any) -> Any:
    import numpy as np
    import pandas as pd

    values = column.values.copy()
    values[column.missing] = np.datetime64("NaT")
    series = pd.Series(values)
    zone = column.format[4:]
    if zone:
        series = series.dt.tz_localize("UTC").dt.tz_convert(zone)
    if dtype is None or dtype.kind == "O":
        return series
    try:
        return series.astype(dtype)
    except (TypeError, ValueError):
        return series


class PolarsFlavour(Flavour):
    """A data frame of polars, each column of the dtype that it had where its values fit."""

    def __init__(self, frame: Any) -> None:
        self.schema = dict(frame.schema)

    def restore(self, streams: Streams, origin: list[int] | None) -> Any:
        import polars as pl

        frame = pl.DataFrame(Table(streams))
        casts = []
        for name, dtype in frame.schema.items():
            wanted = self.schema.get(name)
            if wanted is None or wanted == dtype:
                continue
            texts = wanted in (pl.Categorical, pl.Enum, pl.String)
            if isinstance(wanted, pl.Enum):
                known = set(wanted.categories)
                values = set(frame[name].cast(pl.String).drop_nulls().unique())
                if not values <= known:
                    casts.append(pl.col(name).cast(pl.String))
                    continue
                # A category that masking removed is not named.
                wanted = pl.Enum([one for one in wanted.categories if one in values])
            if texts or dtype.is_numeric() == wanted.is_numeric():
                casts.append(pl.col(name).cast(wanted, strict=False))
        cast = frame.with_columns(casts) if casts else frame
        # A value that the old type cannot hold is not lost: the new type stays.
        lost = [
            name
            for name in frame.columns
            if cast[name].null_count() != frame[name].null_count()
            or (frame[name].dtype.is_float() and bool((cast[name] != frame[name]).any()))
        ]
        return cast.with_columns([frame[name] for name in lost]) if lost else cast


class ArrowFlavour(Flavour):
    """A table of pyarrow with the types that came, where values fit."""

    def __init__(self, schema: Any) -> None:
        self.schema = schema

    def restore(self, streams: Streams, origin: list[int] | None) -> Any:
        import pyarrow as pa

        table = pa.table(Table(streams))
        for place, name in enumerate(table.column_names):
            found = self.schema.get_field_index(name)
            if found < 0 or self.schema.field(found).type == table.schema.field(place).type:
                continue
            wanted = self.schema.field(found)
            try:
                column = table.column(place).cast(wanted.type)
            except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
                continue
            table = table.set_column(place, wanted.with_nullable(True), column)
        return table


class DuckdbFlavour(Flavour):
    """A relation of DuckDB."""

    def restore(self, streams: Streams, origin: list[int] | None) -> Any:
        import duckdb
        import pyarrow as pa

        return duckdb.from_arrow(pa.table(Table(streams)))


@dataclass
class Source:
    """What an option says of a table, and what is handed over for it."""

    text: str
    inputs: list[tuple[str, object]] = field(default_factory=list)
    flavour: Flavour = field(default_factory=Flavour)


def _package(thing: Any) -> str:
    return str(type(thing).__module__).split(".", maxsplit=1)[0].lstrip("_")


def _pandas_stream(frame: Any) -> object:
    if not len(frame.columns):
        raise InputError("the frame has no columns")
    writer = ColumnWriter(len(frame))
    for place, name in enumerate(frame.columns):
        add_series(writer, _label(name), frame.iloc[:, place])
    return writer.stream()


def source_of(table: Any, name: str) -> Source:
    """Any table as a source of the engine, under a name in memory."""
    called = "memory:" + name
    if isinstance(table, (str, os.PathLike)):
        return Source(os.fspath(table))
    package = _package(table)
    kind = type(table).__name__
    if package == "pandas" and kind == "DataFrame":
        return Source(called, [(called, _pandas_stream(table))], PandasFlavour(table))
    if package == "pandas":
        raise UsageError("a table is needed: series.to_frame() makes one of a series")
    if package == "polars" and kind == "LazyFrame":
        table = table.collect()
    if package == "polars" and hasattr(table, "schema"):
        return Source(called, [(called, table.__arrow_c_stream__())], PolarsFlavour(table))
    if package == "pyarrow" and hasattr(table, "schema"):
        flavour = ArrowFlavour(table.schema)
        if kind == "RecordBatch":
            import pyarrow as pa

            table = pa.Table.from_batches([table])
        return Source(called, [(called, table.__arrow_c_stream__())], flavour)
    if package == "duckdb":
        stream = _duckdb_stream(table)
        return Source(called, [(called, stream)], DuckdbFlavour())
    if hasattr(table, "__arrow_c_stream__"):
        return Source(called, [(called, table.__arrow_c_stream__())])
    raise UsageError(
        "a table is a data frame of pandas or polars, a table of pyarrow, a relation of DuckDB, "
        f"anything with __arrow_c_stream__, a path or a SELECT; this is a {kind}"
    )


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
