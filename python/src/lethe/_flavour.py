"""How a released table is given back, whatever made it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lethe._errors import InputError

#: Gives a stream of the released table, as often as it is asked.
Streams = Callable[[], object]


class Flavour:
    """How a released table is given back."""

    def __init__(self) -> None:
        #: What the owner should know of how columns were taken.
        self.notes: list[str] = []
        #: Columns of what `restore` made whose type is another; None: what the engine says.
        self.changed: list[dict[str, str]] | None = None

    def restore(self, streams: Streams, origin: list[int] | None) -> Any:
        """The table in this flavour; `origin` says where rows came from, if not in their places."""
        raise NotImplementedError

    def warnings(self) -> list[str]:
        """What the owner of the release should know of the flavour."""
        return []


def checked_name(name: str, place: int) -> str:
    """The name of a column, which has to be a text of UTF-8 without a zero."""
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        raise InputError(
            f"the name of column {place + 1} has half a character (a lone surrogate)"
        ) from None
    if "\0" in name:
        raise InputError(f"the name of column {place + 1} has a zero character")
    return name


def cut_note(name: str) -> str:
    """Of times that are finer than they are read."""
    return f'column "{name}" has times finer than a microsecond, which is where they are cut'
