"""Columns of pandas as buffers of Arrow and back, with nothing but numpy: pyarrow is not needed."""

from __future__ import annotations

import datetime
import decimal
from itertools import pairwise
from typing import Any

from lethe import _lethe
from lethe._errors import InputError

_INTEGERS = {"i1": "c", "u1": "C", "i2": "s", "u2": "S", "i4": "i", "u4": "I", "i8": "l", "u8": "L"}
_FLOATS = {"f4": "f", "f8": "g"}
_NUMBERS = {format_: code for code, format_ in {**_INTEGERS, **_FLOATS}.items()}
_UNITS = {"s": "s", "ms": "m", "us": "u", "ns": "n"}


class ColumnWriter:
    """Collects columns for a stream; the arrays that own their memory are kept with it."""

    def __init__(self, rows: int) -> None:
        self.rows = rows
        self.columns: list[Any] = []
        self.keep: list[Any] = []

    def _address(self, array: Any) -> int:
        if array is None:
            return 0
        self.keep.append(array)
        if array.size == 0:  # an address all the same
            import numpy as np

            array = np.zeros(8, dtype="u1")
            self.keep.append(array)
        return int(array.__array_interface__["data"][0])

    def _mask(self, missing: Any) -> tuple[int, int]:
        """The address of the validity bits (0: none) and how many values are missing."""
        import numpy as np

        count = 0 if missing is None else int(missing.sum())
        if count == 0:
            return 0, 0
        return self._address(np.packbits(~missing, bitorder="little")), count

    def numbers(self, name: str, values: Any, missing: Any = None, format_: str = "") -> None:
        """Whole numbers, floats, and what is counted in them."""
        import numpy as np

        values = np.ascontiguousarray(values)
        if values.dtype.byteorder == ">":
            values = values.astype(values.dtype.newbyteorder("="))
        code = values.dtype.kind + str(values.dtype.itemsize)
        mask, nulls = self._mask(missing)
        self.columns.append(
            (name, format_ or {**_INTEGERS, **_FLOATS}[code], len(values), nulls,
             (mask, self._address(values)), None)
        )  # fmt: skip

    def truths(self, name: str, values: Any, missing: Any = None) -> None:
        """True and false."""
        import numpy as np

        bits = np.packbits(np.ascontiguousarray(values, dtype=bool), bitorder="little")
        mask, nulls = self._mask(missing)
        self.columns.append((name, "b", len(values), nulls, (mask, self._address(bits)), None))

    def _texts(self, name: str, texts: list[str]) -> tuple[Any, ...]:
        import numpy as np

        encoded = [text.encode("utf-8") for text in texts]
        ends = np.zeros(len(encoded) + 1, dtype="i8")
        np.cumsum([len(text) for text in encoded], out=ends[1:])
        data = np.frombuffer(b"".join(encoded), dtype="u1")
        return (name, "U", len(texts), 0, (0, self._address(ends), self._address(data)), None)

    def codes(self, name: str, codes: Any, texts: list[str], ordered: bool = False) -> None:
        """Categories: codes into texts, -1 where a value is missing; whether the texts ascend."""
        import numpy as np

        codes = np.ascontiguousarray(codes, dtype="i4")
        missing = codes < 0
        mask, nulls = self._mask(missing)
        if nulls:
            codes = np.where(missing, np.int32(0), codes)
        self.columns.append(
            (name, "i", len(codes), nulls, (mask, self._address(codes)), self._texts("", texts),
             ordered)
        )  # fmt: skip

    def decimals(self, name: str, values: list[Any], missing: Any) -> None:
        """Decimals of Python, with the places of the one that has most."""
        import numpy as np

        given = [None if gone else value for value, gone in zip(values, missing, strict=True)]
        scale = max(
            (max(0, -int(v.as_tuple().exponent)) for v in given if v is not None), default=0
        )
        words = np.zeros((len(values), 2), dtype="i8")
        digits = 1
        for row, value in enumerate(given):
            if value is None:
                continue
            whole = int(value.scaleb(scale))
            digits = max(digits, len(str(abs(whole))))
            words[row, 0] = np.uint64(whole & 0xFFFFFFFFFFFFFFFF).astype("i8")
            words[row, 1] = whole >> 64
        if digits > 38 or scale > 38:
            raise InputError(f'column "{name}" has decimals of more than 38 digits')
        mask, nulls = self._mask(missing)
        format_ = f"d:{max(digits, scale)},{scale}"
        self.columns.append((name, format_, len(values), nulls, (mask, self._address(words)), None))

    def stream(self) -> object:
        """A capsule of a stream with all columns."""
        return _lethe.columns_stream(self.rows, self.columns, self.keep)


def _factorized(writer: ColumnWriter, name: str, values: Any, missing: Any) -> None:
    """Values as categories by their texts."""
    import pandas as pd

    filled = values.copy()
    filled[missing] = None
    codes, unique = pd.factorize(filled, use_na_sentinel=True)
    writer.codes(name, codes, [str(text) for text in unique])


def _objects(writer: ColumnWriter, name: str, series: Any, missing: Any) -> None:
    """A column of Python objects: all of one type, or it is refused."""
    import numpy as np
    import pandas as pd

    values: Any = series.to_numpy(dtype=object)
    kinds = {type(value) for value, gone in zip(values, missing, strict=True) if not gone}
    if all(issubclass(kind, str) for kind in kinds):
        _factorized(writer, name, values, missing)
    elif all(issubclass(kind, (bool, np.bool_)) for kind in kinds):
        writer.truths(name, np.where(missing, False, values).astype(bool), missing)
    elif all(issubclass(kind, (int, np.integer)) and kind is not bool for kind in kinds):
        try:
            writer.numbers(name, np.where(missing, 0, values).astype("i8"), missing)
        except OverflowError:
            _factorized(writer, name, values, missing)
    elif all(issubclass(kind, (int, float, np.number)) and kind is not bool for kind in kinds):
        writer.numbers(name, np.where(missing, 0, values).astype("f8"), missing)
    elif all(issubclass(kind, decimal.Decimal) for kind in kinds):
        writer.decimals(name, list(values), missing)
    elif kinds == {datetime.date}:
        filled = values.copy()
        filled[missing] = datetime.date(1970, 1, 1)
        days = filled.astype("datetime64[D]")
        writer.numbers(name, days.astype("i8").astype("i4"), missing, "tdD")
    elif all(issubclass(kind, datetime.datetime) for kind in kinds):
        add_series(writer, name, pd.to_datetime(series))
    else:
        shown = ", ".join(sorted(kind.__name__ for kind in kinds))
        raise InputError(
            f'column "{name}" holds objects that cannot be taken ({shown}); allowed are columns of '
            "texts, numbers, truth values, dates, times, decimals or categories, not mixed"
        )


def _categories(writer: ColumnWriter, name: str, series: Any) -> None:
    """Categories by their texts; numbers, dates and truth values stay what they are."""
    import pandas as pd

    categories = series.cat.categories
    if all(isinstance(text, str) for text in categories):
        texts = [str(text) for text in categories]
        writer.codes(name, series.cat.codes.to_numpy(), texts, bool(series.cat.ordered))
        return
    add_series(writer, name, pd.Series(series.to_numpy(), index=series.index))


def add_series(writer: ColumnWriter, name: str, series: Any) -> None:
    """Add a column of pandas, whatever its dtype."""
    import numpy as np
    import pandas as pd

    dtype = series.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        _categories(writer, name, series)
        return
    if isinstance(dtype, pd.DatetimeTZDtype):
        moments = series.dt.tz_convert("UTC").dt.tz_localize(None)
        _moments(writer, name, moments.to_numpy(), str(dtype.tz))
        return
    if hasattr(dtype, "pyarrow_dtype"):
        _arrow_backed(writer, name, series)
        return
    missing = series.isna().to_numpy()
    if isinstance(dtype, np.dtype):
        values = series.to_numpy()
        if dtype.kind in "iu":
            writer.numbers(name, values)
        elif dtype.kind == "f":
            values = values if dtype.itemsize in (4, 8) else values.astype("f4")
            writer.numbers(name, values, missing)
        elif dtype.kind == "b":
            writer.truths(name, values)
        elif dtype.kind == "M":
            _moments(writer, name, values, "")
        elif dtype.kind == "m":
            unit = np.datetime_data(dtype)[0]
            writer.numbers(name, values.view("i8"), missing, "tD" + _UNITS[unit])
        elif dtype.kind in "OUS":
            _objects(writer, name, series, missing)
        else:
            raise InputError(f'column "{name}" has a type that cannot be taken ({dtype})')
        return
    if isinstance(dtype, pd.StringDtype):
        _objects(writer, name, series.astype(object), missing)
    elif isinstance(dtype, pd.BooleanDtype):
        writer.truths(name, series.to_numpy(dtype=bool, na_value=False), missing)
    elif dtype.kind in "iuf" and hasattr(dtype, "numpy_dtype"):
        writer.numbers(name, series.to_numpy(dtype=dtype.numpy_dtype, na_value=0), missing)
    elif isinstance(dtype, (pd.PeriodDtype, pd.IntervalDtype)):
        texts = series.astype(object).map(str, na_action="ignore")
        _objects(writer, name, texts, missing)
    else:
        raise InputError(f'column "{name}" has a type that cannot be taken ({dtype})')


def _moments(writer: ColumnWriter, name: str, values: Any, zone: str) -> None:
    import numpy as np

    unit = np.datetime_data(values.dtype)[0]
    if unit not in _UNITS:
        values, unit = values.astype("datetime64[s]"), "s"
    missing = np.isnat(values)
    whole = values.view("i8")
    if missing.any():
        whole = np.where(missing, 0, whole)
    writer.numbers(name, whole, missing, f"ts{_UNITS[unit]}:{zone}")


def _arrow_backed(writer: ColumnWriter, name: str, series: Any) -> None:
    """A column that pyarrow holds: as the same type of numpy, or as texts and objects."""
    import pandas as pd
    import pyarrow as pa

    type_ = series.dtype.pyarrow_dtype
    missing = series.isna().to_numpy()
    if pa.types.is_integer(type_) or pa.types.is_floating(type_):
        values = series.to_numpy(dtype=type_.to_pandas_dtype(), na_value=0)
        writer.numbers(name, values, missing)
    elif pa.types.is_boolean(type_):
        writer.truths(name, series.to_numpy(dtype=bool, na_value=False), missing)
    elif pa.types.is_timestamp(type_):
        add_series(writer, name, pd.to_datetime(series.astype(object)))
    elif pa.types.is_dictionary(type_):
        add_series(writer, name, series.astype("category"))
    else:
        _objects(writer, name, series.astype(object), missing)


# ---- Back --------------------------------------------------------------------------------------


class ReadColumn:
    """A column that the engine gave: numbers or texts of numpy, and which are missing."""

    def __init__(self, column: Any) -> None:
        import numpy as np

        self.name, self.format, length, nulls, buffers, dictionary = column
        self.rows = length
        self.missing = np.zeros(length, dtype=bool)
        if nulls and length:
            bits = np.frombuffer(buffers[0], dtype="u1")
            self.missing = ~np.unpackbits(bits, count=length, bitorder="little").astype(bool)
        self.texts: Any = None  # the categories, for codes
        if dictionary is not None:
            self.values = np.frombuffer(buffers[1], dtype="i4").copy()
            self.texts = _texts_of(dictionary)
            self.values[self.missing] = -1
        elif self.format in ("u", "U"):
            self.values = np.array(_texts_of(column), dtype=object)
            self.values[self.missing] = None
        elif self.format == "b":
            bits = np.frombuffer(buffers[1], dtype="u1")
            self.values = np.unpackbits(bits, count=length, bitorder="little").astype(bool)
        elif self.format.startswith("d:"):
            self.values = _decimals_of(self.format, buffers[1], self.missing)
        elif self.format == "tdD":
            self.values = np.frombuffer(buffers[1], dtype="i4").astype("datetime64[D]")
        elif self.format.startswith("ts"):
            unit = {v: k for k, v in _UNITS.items()}[self.format[2]]
            self.values = np.frombuffer(buffers[1], dtype="i8").astype(f"datetime64[{unit}]")
        else:
            self.values = np.frombuffer(buffers[1], dtype=_NUMBERS[self.format]).copy()

    def objects(self) -> Any:
        """The values as objects of Python, None where they are missing."""
        import numpy as np

        if self.texts is not None:
            table = np.array([*self.texts, None], dtype=object)
            return table[self.values]
        values = self.values.astype(object)
        if self.missing.any():
            values[self.missing] = None
        return values


def _texts_of(column: Any) -> list[str]:
    import numpy as np

    _, format_, length, _, buffers, _ = column
    ends = np.frombuffer(buffers[1], dtype="i4" if format_ == "u" else "i8", count=length + 1)
    data = bytes(buffers[2])
    places = ends.tolist()
    return [data[a:b].decode("utf-8") for a, b in pairwise(places)]


def _decimals_of(format_: str, buffer: Any, missing: Any) -> Any:
    import numpy as np

    scale = int(format_[2:].split(",")[1])
    words = np.frombuffer(buffer, dtype="i8").reshape(-1, 2)
    values = [
        None if gone else decimal.Decimal(int(low)).scaleb(-scale)
        for (low, _), gone in zip(words, missing, strict=True)
    ]
    return np.array(values, dtype=object)


def read_columns(capsule: object) -> tuple[int, list[ReadColumn]]:
    """The columns of a stream of the engine, copied."""
    rows, columns, keep = _lethe.read_columns(capsule)
    read = [ReadColumn(column) for column in columns]
    del keep
    return rows, read
