"""Frames of pandas: each column as buffers, and back with the dtype that it had."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lethe._columns import ReadColumn, read_columns
from lethe._errors import InputError, Problem, joined
from lethe._flavour import Flavour, Streams, checked_name
from lethe._pandas_columns import Sender, Sent

if TYPE_CHECKING:
    import pandas as pd


def pandas_source(frame: Any) -> tuple[object, PandasFlavour]:
    """A stream of the frame, and how it comes back; all columns that cannot be taken at once."""
    if not len(frame.columns):
        raise InputError("the frame has no columns")
    if frame.columns.nlevels > 1:
        raise InputError("columns of several levels cannot be taken; give them one name each")
    sender = Sender(len(frame))
    problems: list[Problem] = []
    labels = {}
    for place, name in enumerate(frame.columns):
        try:
            label = checked_name(name if isinstance(name, str) else str(name), place)
            labels[label] = name
            sender.add(label, frame.iloc[:, place])
        except InputError as error:
            problems += error.problems
    if problems:
        raise joined(InputError, problems)
    return sender.writer.stream(), PandasFlavour(frame, sender, labels)


class PandasFlavour(Flavour):
    """A data frame: dtypes, labels of columns and, where rows kept their places, the index."""

    def __init__(
        self,
        frame: pd.DataFrame | None = None,
        sender: Sender | None = None,
        labels: dict[str, Any] | None = None,
    ) -> None:
        super().__init__()
        self.index: Any = None if frame is None else frame.index
        self.labels = labels or {}
        self.sent = {} if sender is None else sender.sent
        self.notes = [] if sender is None else sender.notes

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
        self.changed = [
            change
            for i, column in enumerate(columns)
            for change in self._changes(column.name, made[i])
        ]
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

    def _changes(self, name: str, series: Any) -> list[dict[str, str]]:
        if name not in self.sent:
            return []
        sent = self.sent[name]
        objects = sent.objects
        if objects and series.dtype == object:
            kinds = set(map(type, series.to_numpy())) - {type(None)}
            objects = kinds.pop().__name__ if len(kinds) == 1 else objects
        before, after = _words(sent.dtype, sent.objects), _words(series.dtype, objects)
        return [] if before == after else [{"column": name, "from": before, "to": after}]

    def _series(self, column: ReadColumn) -> Any:
        import pandas as pd

        sent = self.sent.get(column.name, Sent(None))
        dtype: Any = sent.dtype
        if isinstance(dtype, pd.CategoricalDtype):
            return _restored_categories(column, sent)
        if sent.values:
            return _restored_by_text(column, sent)
        if isinstance(dtype, pd.SparseDtype):
            dense = _restored(column, Sent(dtype.subtype))
            return dense.astype(dtype) if dense.dtype == dtype.subtype else dense
        return _restored(column, sent)


def _words(dtype: Any, objects: str) -> str:
    """A dtype for people."""
    if getattr(dtype, "ordered", False):
        return f"{dtype}, ordered"
    return f"{dtype} of {objects}" if str(dtype) == "object" and objects else str(dtype)


def _restored(column: ReadColumn, sent: Sent) -> Any:
    """The column with its dtype where its values fit, or with one that holds them."""
    import numpy as np
    import pandas as pd

    dtype = sent.dtype
    if column.format == "n":
        return pd.Series(column.objects(), dtype=object)
    if column.texts is not None or column.format in ("u", "U"):
        return _restored_texts(column, dtype)
    if column.format.startswith("ts"):
        return _restored_moments(column, sent)
    if column.format.startswith("tD"):
        return _restored_durations(column, sent)
    if column.format[:2] in ("td", "tt", "d:"):
        objects = pd.Series(column.objects(), dtype=object)
        return _cast(objects, dtype) if hasattr(dtype, "pyarrow_dtype") else objects
    whole = column.format in "cCsSiIlL" or column.format == "b"
    if hasattr(dtype, "pyarrow_dtype"):
        return _restored_arrow(column, dtype)
    if dtype is not None and dtype.kind == "O":
        return pd.Series(column.objects(), dtype=object)
    extension = dtype is not None and not isinstance(dtype, np.dtype)
    if extension and (whole or dtype.kind == "f"):
        return _restored_nullable(column, dtype)
    if extension and column.format == "g":
        return _restored_nullable(column, pd.Float64Dtype())
    if whole and column.missing.any():
        return pd.Series(column.objects(), dtype=object)
    if whole:
        return pd.Series(_same_numbers(column.values, dtype))
    values = column.values.copy()
    values[column.missing] = np.nan
    return pd.Series(_same_numbers(values, dtype))


def _same_numbers(values: Any, dtype: Any) -> Any:
    """Of another size or order of bytes, where they are the same numbers."""
    import numpy as np

    if dtype is None or dtype == values.dtype or dtype.kind != values.dtype.kind:
        return values
    with np.errstate(over="ignore"):
        other = values.astype(dtype)
    return other if np.array_equal(other, values, equal_nan=dtype.kind == "f") else values


def _cast(series: Any, dtype: Any) -> Any:
    try:
        return series.astype(dtype)
    except (TypeError, ValueError, ArithmeticError):
        return series


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
        return _cast(pd.Series(values, dtype=object), dtype)
    if isinstance(dtype, np.dtype) and dtype.kind == "O":
        return pd.Series(values, dtype=object)
    return pd.Series(values, dtype="string" if dtype is not None else None)


def _values_of(column: ReadColumn, sent: Sent) -> Any:
    """What the texts stand for; None where masking made others."""
    import numpy as np

    texts = column.objects()
    if not all(text is None or text in sent.values for text in texts):
        return None
    values = np.full(len(texts), None, dtype=object)
    for row, text in enumerate(texts):
        if text is not None:
            values[row] = sent.values[text]
    return values


def _restored_by_text(column: ReadColumn, sent: Sent) -> Any:
    import pandas as pd

    values = _values_of(column, sent)
    if values is None:
        return _restored_texts(column, sent.dtype)
    if isinstance(sent.dtype, pd.IntervalDtype):
        array = pd.arrays.IntervalArray(values, closed=sent.dtype.closed)
        return pd.Series(array).astype(sent.dtype)
    return pd.Series(values, dtype=sent.dtype)


def _restored_categories(column: ReadColumn, sent: Sent) -> Any:
    """With the categories that rows have, in their order: one that masking removed is not named."""
    import pandas as pd

    dtype = sent.dtype
    if sent.values:
        known = _values_of(column, sent)
        values = pd.Series(column.objects() if known is None else known, dtype=object)
    else:
        values = _restored(column, Sent(dtype.categories.dtype)).astype(object)
    present = set(values.dropna().unique())
    if present <= set(dtype.categories):
        left = dtype.categories[[one in present for one in dtype.categories]]
        return values.astype(pd.CategoricalDtype(left, ordered=dtype.ordered))
    return values.astype(pd.CategoricalDtype(list(values.dropna().unique())))


def _restored_moments(column: ReadColumn, sent: Sent) -> Any:
    import numpy as np
    import pandas as pd

    values = column.values.copy()
    values[column.missing] = np.datetime64("NaT")
    series = pd.Series(values)
    if len(column.format) > 4:
        series = series.dt.tz_localize("UTC")
    dtype = sent.dtype
    if dtype is None:
        zone = column.format[4:]
        return series.dt.tz_convert(zone) if zone else series
    if dtype.kind != "O" or hasattr(dtype, "pyarrow_dtype"):
        return _cast(series, dtype)
    if sent.zone is not None:
        series = series.dt.tz_convert(sent.zone)
    moments = np.full(len(series), None, dtype=object)
    for row, moment in enumerate(series):
        if moment is not pd.NaT:
            moments[row] = moment if sent.objects == "Timestamp" else moment.to_pydatetime()
    return pd.Series(moments, dtype=object)


def _restored_durations(column: ReadColumn, sent: Sent) -> Any:
    import numpy as np
    import pandas as pd

    values = column.values.copy()
    values[column.missing] = np.timedelta64("NaT")
    series = pd.Series(values)
    dtype = sent.dtype
    if dtype is None:
        return series
    if dtype.kind != "O" or hasattr(dtype, "pyarrow_dtype"):
        return _cast(series, dtype)
    durations = np.full(len(series), None, dtype=object)
    for row, one in enumerate(series):
        if one is not pd.NaT:
            durations[row] = one.to_pytimedelta() if sent.objects == "timedelta" else one
    return pd.Series(durations, dtype=object)
