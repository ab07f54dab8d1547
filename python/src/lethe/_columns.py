"""Columns as buffers of Arrow and back, with nothing but numpy: pyarrow is not needed."""

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
_EXACT = decimal.Context(prec=200)  # as many digits as there are
_LOW = 2**64 - 1  # the lower 64 bits
UNITS = {"s": "s", "ms": "m", "us": "u", "ns": "n"}


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

    def _texts(self, texts: list[str]) -> tuple[Any, ...]:
        import numpy as np

        encoded = [text.encode("utf-8") for text in texts]
        ends = np.zeros(len(encoded) + 1, dtype="i8")
        np.cumsum([len(text) for text in encoded], out=ends[1:])
        data = np.frombuffer(b"".join(encoded), dtype="u1")
        return ("", "U", len(texts), 0, (0, self._address(ends), self._address(data)), None)

    def codes(self, name: str, codes: Any, texts: list[str], ordered: bool = False) -> None:
        """Categories: codes into texts, -1 where a value is missing; whether the texts ascend."""
        import numpy as np

        codes = np.ascontiguousarray(codes, dtype="i4")
        missing = codes < 0
        mask, nulls = self._mask(missing)
        if nulls:
            codes = np.where(missing, np.int32(0), codes)
        self.columns.append(
            (name, "i", len(codes), nulls, (mask, self._address(codes)), self._texts(texts),
             ordered)
        )  # fmt: skip

    def decimals(self, name: str, values: list[Any], missing: Any) -> None:
        """Decimals of Python, with the places of the one that has most."""
        import numpy as np

        given = [None if gone else value for value, gone in zip(values, missing, strict=True)]
        there = [value for value in given if value is not None]
        if not all(value.is_finite() for value in there):
            raise InputError(f'column "{name}" has a decimal that is not finite')
        scale = max((-int(value.as_tuple().exponent) for value in there), default=0)
        scale = max(scale, 0)
        if scale > 38 or any(value.adjusted() + 1 + scale > 38 for value in there if value):
            raise InputError(f'column "{name}" has decimals of more than 38 digits')
        words = np.zeros((len(values), 2), dtype="u8")
        digits = 1
        for row, value in enumerate(given):
            if value is None:
                continue
            whole = int(_EXACT.scaleb(value, scale))
            digits = max(digits, len(str(abs(whole))))
            words[row] = whole & _LOW, (whole >> 64) & _LOW
        mask, nulls = self._mask(missing)
        format_ = f"d:{max(digits, scale)},{scale}"
        self.columns.append((name, format_, len(values), nulls, (mask, self._address(words)), None))

    def stream(self) -> object:
        """A capsule of a stream with all columns."""
        return _lethe.columns_stream(self.rows, self.columns, self.keep)


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
            self.texts = ReadColumn(dictionary).objects().tolist()
            self.values[self.missing] = -1
        elif self.format == "n":
            self.values = np.full(length, None, dtype=object)
            self.missing[:] = True
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
            unit = {v: k for k, v in UNITS.items()}[self.format[2]]
            self.values = np.frombuffer(buffers[1], dtype="i8").astype(f"datetime64[{unit}]")
        elif self.format.startswith("tD"):
            unit = {v: k for k, v in UNITS.items()}[self.format[2]]
            self.values = np.frombuffer(buffers[1], dtype="i8").astype(f"timedelta64[{unit}]")
        elif self.format.startswith("tt"):
            self.values = _times_of(self.format, buffers[1])
        else:
            self.values = np.frombuffer(buffers[1], dtype=_NUMBERS[self.format]).copy()

    def objects(self) -> Any:
        """The values as objects of Python, None where they are missing."""
        import numpy as np

        if self.texts is not None:
            table = np.array([*self.texts, None], dtype=object)
            return table[self.values]
        values = self.values.astype(object)
        if self.format[:3] in ("tsn", "tDn"):  # numpy has whole numbers for these
            import pandas as pd

            values = pd.Series(self.values).astype(object).to_numpy(copy=True)
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
    words = np.frombuffer(buffer, dtype="u8").reshape(-1, 2).tolist()
    values = np.full(len(words), None, dtype=object)
    for row, (low, high) in enumerate(words):
        if not missing[row]:
            whole = low + ((high - 2**64 if high >= 2**63 else high) << 64)
            values[row] = _EXACT.scaleb(decimal.Decimal(whole), -scale)
    return values


def _times_of(format_: str, buffer: Any) -> Any:
    """Times of a day, as Python has them: to the microsecond."""
    import numpy as np

    units = {"s": 1, "m": 10**3, "u": 10**6, "n": 10**9}[format_[2]]
    counted = np.frombuffer(buffer, dtype="i4" if units <= 10**3 else "i8").tolist()
    values = np.full(len(counted), None, dtype=object)
    midnight = datetime.datetime(1, 1, 1)
    for row, count in enumerate(counted):
        passed = datetime.timedelta(microseconds=count * 10**6 // units)
        values[row] = (midnight + passed).time()
    return values


def read_columns(capsule: object) -> tuple[int, list[ReadColumn]]:
    """The columns of a stream of the engine, copied."""
    rows, columns, keep = _lethe.read_columns(capsule)
    read = [ReadColumn(column) for column in columns]
    del keep
    return rows, read
