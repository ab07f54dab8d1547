"""Columns of pandas as buffers, whatever their dtype, with what is needed to bring them back."""

from __future__ import annotations

import datetime
import decimal
from dataclasses import dataclass, field
from typing import Any

from lethe._columns import UNITS, ColumnWriter
from lethe._errors import Error, InputError
from lethe._flavour import cut_note

_ALLOWED = (
    "allowed are columns of texts, numbers, truth values, dates, times, durations, decimals or "
    "categories, not mixed"
)
_BEYOND = (
    "holds whole numbers beyond 64 bits: each is taken as a category of its own, so the column is "
    "nominal"
)


@dataclass
class Sent:
    """What a column was: its dtype, and what its buffers do not say."""

    dtype: Any
    #: What a text stands for, of values that went as texts: periods, intervals, labels.
    values: dict[str, Any] = field(default_factory=dict)
    objects: str = ""  # of a column of objects: what they are
    zone: Any = None  # of moments in a column of objects


class Sender:
    """Adds columns to a stream, and keeps what is needed to bring them back."""

    def __init__(self, rows: int) -> None:
        self.writer = ColumnWriter(rows)
        self.sent: dict[str, Sent] = {}
        self.notes: list[str] = []

    def add(self, name: str, series: Any) -> None:
        """A column of any dtype; InputError names it where it cannot be taken."""
        self.sent[name] = Sent(series.dtype)
        try:
            self._add(name, series)
        except Error:
            raise
        except UnicodeEncodeError:
            raise InputError(
                f'column "{name}" has a text with half a character (a lone surrogate)'
            ) from None
        except (ArithmeticError, TypeError, ValueError) as error:
            # Messages of others may hold values.
            raise InputError(
                f'column "{name}" ({series.dtype}) cannot be taken ({type(error).__name__}); '
                + _ALLOWED
            ) from None

    def _add(self, name: str, series: Any) -> None:
        import numpy as np
        import pandas as pd

        dtype = series.dtype
        if isinstance(dtype, pd.SparseDtype):
            self._add(name, series.sparse.to_dense())
            return
        if isinstance(dtype, pd.CategoricalDtype):
            self._categories(name, series)
            return
        if isinstance(dtype, pd.DatetimeTZDtype):
            moments = series.dt.tz_convert("UTC").dt.tz_localize(None)
            self._moments(name, moments.to_numpy(), "UTC")
            return
        if hasattr(dtype, "pyarrow_dtype"):
            self._arrow_backed(name, series)
            return
        missing = series.isna().to_numpy()
        if isinstance(dtype, np.dtype):
            self._plain(name, series, dtype, missing)
        elif isinstance(dtype, pd.StringDtype):
            self._texts(name, series.to_numpy(dtype=object), missing)
        elif isinstance(dtype, pd.BooleanDtype):
            self.writer.truths(name, series.to_numpy(dtype=bool, na_value=False), missing)
        elif dtype.kind in "iuf" and hasattr(dtype, "numpy_dtype"):
            values = series.to_numpy(dtype=dtype.numpy_dtype, na_value=0)
            self._numbers(name, values, missing)
        elif isinstance(dtype, (pd.PeriodDtype, pd.IntervalDtype)):
            self._by_text(name, series.to_numpy(dtype=object), missing)
        else:
            raise InputError(
                f'column "{name}" has a type that cannot be taken ({dtype}); ' + _ALLOWED
            )

    def _plain(self, name: str, series: Any, dtype: Any, missing: Any) -> None:
        """A dtype of numpy."""
        values = series.to_numpy()
        if dtype.kind in "iuf":
            self._numbers(name, values, missing)
        elif dtype.kind == "b":
            self.writer.truths(name, values)
        elif dtype.kind == "M":
            self._moments(name, values, "")
        elif dtype.kind == "m":
            self._durations(name, values)
        elif dtype.kind in "OUS":
            self._objects(name, series, missing)
        else:
            raise InputError(
                f'column "{name}" has a type that cannot be taken ({dtype}); ' + _ALLOWED
            )

    def _numbers(self, name: str, values: Any, missing: Any) -> None:
        """Floats of other sizes go as those that hold them."""
        import numpy as np

        if values.dtype.kind == "f" and values.dtype.itemsize not in (4, 8):
            as_given = values
            values = values.astype("f4" if values.dtype.itemsize == 2 else "f8")
            if not bool(np.all((values == as_given) | missing)):
                raise InputError(f'column "{name}" has numbers of more digits than a double has')
        self.writer.numbers(name, values, missing)

    def _moments(self, name: str, values: Any, zone: str) -> None:
        import numpy as np

        unit = np.datetime_data(values.dtype)[0]
        if unit not in UNITS:
            values, unit = values.astype("datetime64[s]"), "s"
        missing = np.isnat(values)
        whole = np.where(missing, 0, values.view("i8")) if missing.any() else values.view("i8")
        if zone and unit == "ns" and bool((whole % 1000).any()):
            self.notes.append(cut_note(name))
        self.writer.numbers(name, whole, missing, f"ts{UNITS[unit]}:{zone}")

    def _durations(self, name: str, values: Any) -> None:
        """Whole numbers: microseconds where nanoseconds say no more, for a double holds more."""
        import numpy as np

        unit = np.datetime_data(values.dtype)[0]
        missing = np.isnat(values)
        whole = np.where(missing, 0, values.view("i8"))
        if unit == "ns" and not (whole % 1000).any():
            whole, unit = whole // 1000, "us"
        self.writer.numbers(name, whole, missing, "tD" + UNITS[unit])

    def _texts(self, name: str, values: Any, missing: Any) -> None:
        """Texts as categories, each once."""
        import pandas as pd

        filled = values.copy()
        filled[missing] = None
        codes, unique = pd.factorize(filled, use_na_sentinel=True)
        self.writer.codes(name, codes, [str(text) for text in unique])

    def _by_text(self, name: str, values: Any, missing: Any) -> None:
        """Values that the engine has no type for: by their texts, which lead back to them."""
        texts = values.copy()
        for row in (~missing).nonzero()[0]:
            texts[row] = str(values[row])
        self._keep(name, list(values[~missing]))
        self._texts(name, texts, missing)

    def _keep(self, name: str, values: list[Any]) -> None:
        known = self.sent[name].values
        for value in values:
            if known.setdefault(str(value), value) != value:
                raise InputError(f'column "{name}" has different values with one text')

    def _categories(self, name: str, series: Any) -> None:
        """Categories by their texts; numbers, dates and truth values without an order stay so."""
        import pandas as pd

        labels = series.cat.categories
        if not series.cat.ordered and pd.api.types.infer_dtype(labels) in _VALUES:
            plain = pd.Series(series.to_numpy(), index=series.index)
            self._add(name, plain)
            return
        texts = [str(label) for label in labels]
        self._keep(name, list(labels))
        self.writer.codes(name, series.cat.codes.to_numpy(), texts, bool(series.cat.ordered))

    def _arrow_backed(self, name: str, series: Any) -> None:
        """A column that pyarrow holds: as the same type of numpy, or as objects."""
        import pyarrow as pa

        type_ = series.dtype.pyarrow_dtype
        missing = series.isna().to_numpy()
        if pa.types.is_nested(type_) or pa.types.is_union(type_):
            raise InputError(
                f'column "{name}" has a type that cannot be taken ({type_}); ' + _ALLOWED
            )
        if pa.types.is_integer(type_) or pa.types.is_floating(type_):
            values = series.to_numpy(dtype=type_.to_pandas_dtype(), na_value=0)
            self._numbers(name, values, missing)
        elif pa.types.is_boolean(type_):
            self.writer.truths(name, series.to_numpy(dtype=bool, na_value=False), missing)
        elif pa.types.is_timestamp(type_):
            zone = "" if type_.tz is None else "UTC"
            self._moments(name, _numpy_of(series, f"datetime64[{type_.unit}]"), zone)
        elif pa.types.is_duration(type_):
            self._durations(name, _numpy_of(series, f"timedelta64[{type_.unit}]"))
        elif pa.types.is_dictionary(type_):
            self._categories(name, series.astype("category"))
        else:
            self._objects(name, series.astype(object), missing)

    def _objects(self, name: str, series: Any, missing: Any) -> None:
        """A column of Python objects: all of one type, or it is refused."""
        import numpy as np
        import pandas as pd

        values: Any = series.to_numpy(dtype=object)
        kinds: set[type] = set(map(type, values[~missing]))
        sent = self.sent[name]
        sent.objects = next(iter(kinds)).__name__ if len(kinds) == 1 else ""

        def all_are(*wanted: type) -> bool:
            return all(issubclass(kind, wanted) for kind in kinds)

        numbers = not any(issubclass(kind, (bool, np.bool_)) for kind in kinds)
        if all_are(str):
            self._texts(name, values, missing)
        elif all_are(bool, np.bool_):
            self.writer.truths(name, np.where(missing, False, values).astype(bool), missing)
        elif numbers and all_are(int, np.integer):
            self._integers(name, values, missing)
        elif numbers and all_are(int, np.integer, float, np.floating):
            whole = (int(value) for value in values[~missing] if not isinstance(value, float))
            if any(abs(value) > 2**53 for value in whole):
                raise InputError(f'column "{name}" has whole numbers beyond 2^53 beside floats')
            self.writer.numbers(name, np.where(missing, 0, values).astype("f8"), missing)
        elif all_are(decimal.Decimal):
            self.writer.decimals(name, list(values), missing)
        elif kinds == {datetime.date}:
            filled = values.copy()
            filled[missing] = datetime.date(1970, 1, 1)
            days = filled.astype("datetime64[D]")
            self.writer.numbers(name, days.astype("i8").astype("i4"), missing, "tdD")
        elif all_are(datetime.datetime):
            self._moment_objects(name, values, missing)
        elif all_are(datetime.time):
            self._times(name, values, missing)
        elif all_are(datetime.timedelta, np.timedelta64):
            self._durations(name, pd.to_timedelta(pd.Series(values)).to_numpy())
        elif all_are(pd.Period) or all_are(pd.Interval):
            self._by_text(name, values, missing)
        else:
            shown = ", ".join(sorted(kind.__name__ for kind in kinds))
            raise InputError(
                f'column "{name}" holds objects that cannot be taken ({shown}); ' + _ALLOWED
            )

    def _integers(self, name: str, values: Any, missing: Any) -> None:
        import numpy as np

        whole = [int(value) for value in values[~missing]]
        if all(-(2**63) <= value < 2**63 for value in whole):
            dtype = "i8"
        elif all(0 <= value < 2**64 for value in whole):
            dtype = "u8"
        else:
            self._by_text(name, np.where(missing, None, values), missing)
            self.notes.append(f'column "{name}" ' + _BEYOND)
            return
        filled = np.zeros(len(values), dtype=dtype)
        filled[~missing] = whole
        self.writer.numbers(name, filled, missing)

    def _moment_objects(self, name: str, values: Any, missing: Any) -> None:
        import pandas as pd

        there = values[~missing]
        zones = {value.tzinfo for value in there}
        if len(zones) > 1:
            raise InputError(
                f'column "{name}" has times of several zones, or some without one; bring them to '
                "one first: pd.to_datetime(column, utc=True)"
            )
        self.sent[name].zone = next(iter(zones), None)
        moments = pd.Series(pd.to_datetime(pd.Series(values), utc=True)).dt.tz_localize(None)
        zone = "" if self.sent[name].zone is None else "UTC"
        self._moments(name, moments.to_numpy(), zone)

    def _times(self, name: str, values: Any, missing: Any) -> None:
        """Times of a day."""
        import numpy as np

        if any(value.tzinfo is not None for value in values[~missing]):
            raise InputError(f'column "{name}" has times of a day with a zone')
        counted = np.zeros(len(values), dtype="i8")
        for row in (~missing).nonzero()[0]:
            one = values[row]
            seconds = (one.hour * 60 + one.minute) * 60 + one.second
            counted[row] = seconds * 10**6 + one.microsecond
        self.writer.numbers(name, counted, missing, "ttu")


#: Labels of categories that are values in themselves, as pandas calls them.
_VALUES = ("integer", "floating", "boolean", "datetime64", "datetime", "date", "decimal",
           "timedelta64", "timedelta", "mixed-integer-float")  # fmt: skip


def _numpy_of(series: Any, dtype: str) -> Any:
    """What pyarrow holds as moments or durations of numpy."""
    import numpy as np

    missing = series.isna().to_numpy()
    column = series.array.__arrow_array__()
    counted = column.cast("int64").fill_null(0).to_numpy(zero_copy_only=False)
    return np.where(missing, np.iinfo("i8").min, counted).view(dtype)
