"""Arguments: what is not known is refused in the words of the function that was called."""

from __future__ import annotations

import difflib
import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ParamSpec, TypeVar

from lethe._errors import Problem, UsageError, joined

Arguments = ParamSpec("Arguments")
Returned = TypeVar("Returned")

Columns = str | Sequence[str] | None


def listed(columns: Columns, argument: str = "columns") -> list[str] | None:
    """One name or several; None is the default, and no name at all is refused: it says nothing."""
    if columns is None:
        return None
    if isinstance(columns, str):
        return [columns]
    try:
        names = [name if isinstance(name, str) else str(name) for name in columns]
    except TypeError:
        raise _wrong(argument, f"is a name or a list of them, not a {_kind(columns)}") from None
    if not names:
        raise _wrong(argument, "is an empty list; leave it out for the default") from None
    return names


def settings(given: Any, argument: str = "set") -> dict[str, Any] | None:
    """Parameters by their names."""
    if given is None:
        return None
    if not isinstance(given, Mapping):
        raise _wrong(argument, f"is a dict of names and values, not a {_kind(given)}")
    return {str(name): value for name, value in given.items()} or None


def _kind(thing: object) -> str:
    return type(thing).__name__


def _wrong(argument: str, words: str) -> UsageError:
    return UsageError(f"{argument}: {words}", (Problem(words, parameter=argument),))


def _unknown(function: str, name: str, known: list[str]) -> Problem:
    words = f'{function}() has no argument "{name}"'
    near = difflib.get_close_matches(name, known, 1)
    more = f'; did you mean "{near[0]}"?' if near else "; it takes " + ", ".join(known)
    return Problem(words + more, parameter=name)


def takes(
    options: str, *without: str
) -> Callable[[Callable[Arguments, Returned]], Callable[Arguments, Returned]]:
    """The function takes the options of an operation, but for some that it sets itself."""

    def decorated(function: Callable[Arguments, Returned]) -> Callable[Arguments, Returned]:
        parameters = inspect.signature(function).parameters.values()
        own = [one.name for one in parameters if one.kind is not one.VAR_KEYWORD]

        @functools.wraps(function)
        def called(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Returned:
            others = [name for name in kwargs if name not in own]
            if others:
                from lethe import _options

                of_engine = getattr(_options, options).__annotations__
                known = [*own, *(name for name in of_engine if name not in {*own, *without})]
                wrong = [_unknown(function.__name__, name, known) for name in others
                         if name not in known]  # fmt: skip
                if wrong:
                    raise joined(UsageError, wrong)
            return function(*args, **kwargs)

        return called

    return decorated
