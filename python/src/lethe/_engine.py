"""The one call: an operation's name, its options, data in memory; an answer or an exception."""

from __future__ import annotations

import atexit
import json
import math
import operator
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lethe import _lethe
from lethe._errors import BY_STATUS, Problem, StoppedError, UsageError
from lethe._progress import Progress, progress_of

Json = dict[str, Any]
ProgressLike = bool | Callable[[str, int, int], None] | None

_closed = threading.Event()


# No thread is inside the engine when the interpreter goes.
@atexit.register
def _close() -> None:
    _closed.set()
    _lethe.close()


@dataclass(frozen=True)
class Answer:
    """What came of a call."""

    json: Json
    text: str
    notes: list[str]
    changed_types: list[dict[str, str]]
    result: object  # the engine's own, which holds what was made in memory

    def table(self, name: str) -> object:
        """A capsule of an Arrow stream."""
        return _lethe.take_table(self.result, name)

    def made_text(self, name: str) -> str:
        """A text that was made in memory."""
        return _lethe.made_text(self.result, name)

    def __deepcopy__(self, memo: Any) -> Answer:
        return self  # nothing of it changes

    def __reduce__(self) -> Any:
        """What the engine holds stays behind."""
        return Answer, (self.json, self.text, self.notes, self.changed_types, None)


def _cache_folder() -> str | None:
    cache = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(cache):
        return os.path.join(cache, "lethe")
    home = os.environ.get("HOME")
    return os.path.join(home, ".cache", "lethe") if home else None


def _refused(words: str, option: str) -> UsageError:
    return UsageError(f"{option}: {words}", (Problem(words, parameter=option),))


def checked_text(text: str, option: str) -> str:
    """A text that the engine can read."""
    if not isinstance(text, str):
        raise _refused(f"must be a text, not a {type(text).__name__}", option)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise _refused("has half a character (a lone surrogate)", option) from None
    return text


def _plain(value: Any, option: str) -> Any:
    """Numbers of numpy, paths, tuples and sets as JSON has them; what has no place is refused."""
    if isinstance(value, os.PathLike):
        value = os.fsdecode(value)
    if isinstance(value, str):
        return checked_text(str(value), option)
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise _refused("must be a finite number", option)
        return value
    if isinstance(value, Mapping):
        return {
            checked_text(str(key), option): _plain(item, f"{option} {key}")
            for key, item in value.items()
        }
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(item, option) for item in value]
    if type(value).__module__.split(".")[0] == "numpy" and hasattr(value, "tolist"):
        plain = value.tolist()
        if type(plain) is not type(value):
            return _plain(plain, option)
    raise _refused(f"cannot be a {type(value).__name__}", option)


def _whole(value: Any, option: str, most: int) -> int:
    """A whole number, as Python or numpy has it."""
    try:
        number = None if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = None
    if number is None or not 0 <= number <= most:
        raise _refused(f"must be a whole number, at least 0 and at most {most}", option)
    return number


def _raise(status: int, error: str, problems: str, result: Any) -> None:
    kind = BY_STATUS.get(status)
    if kind is None:
        return
    known = {"message", "file", "line", "column", "parameter", "text"}
    found = tuple(
        Problem(**{key: value for key, value in one.items() if key in known})
        for one in json.loads(problems)
    )
    raised = kind(error, found)
    raised.result = result
    raise raised


def _check_open() -> None:
    if _closed.is_set():
        raise StoppedError("the interpreter is shutting down")


def _answered(given: _lethe.Answered, check: bool = True) -> Answer:
    status, error, problems, body, text, notes, changed, _, _, result = given
    answer = Answer(json.loads(body) or {}, text, json.loads(notes), json.loads(changed), result)
    if check:
        _raise(status, error, problems, answer if answer.json else None)
    return answer


def run(
    operation: str,
    data: str,
    options: Mapping[str, Any],
    inputs: Sequence[tuple[str, object]] = (),
    *,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
    say: Callable[[str], None] | None = None,
) -> Answer:
    """Run an operation. Options that are None are left out."""
    given = {key: _plain(value, key) for key, value in options.items() if value is not None}
    known_seed = None if seed is None else _whole(seed, "seed", 2**64 - 1)
    known_threads = 0 if threads is None else _whole(threads, "threads", 2**31 - 1)
    for name, text in inputs:
        if isinstance(text, str):
            checked_text(text, name.removeprefix("memory:"))
    if say is not None and not callable(say):
        raise _refused("must be a function that takes a line", "say")
    _check_open()
    shown: Progress = progress_of(progress)
    try:
        return _answered(
            _lethe.call(
                checked_text(operation, "operation"),
                checked_text(data, "data"),
                json.dumps(given),
                list(inputs),
                known_threads,
                known_seed,
                shown.callback,
                say,
                _cache_folder(),
                os.environ.get("LETHE_DATA"),
            )
        )
    finally:
        shown.close()


def path_text(path: Any, option: str = "path") -> str:
    """A path as a text."""
    if not isinstance(path, (str, os.PathLike)):
        raise _refused(f"must be a path, not a {type(path).__name__}", option)
    return os.fsdecode(path)


def write_release(result: object, name: str, path: str, replace: bool, threads: int | None) -> Json:
    """Write a release that is in memory."""
    known_threads = 0 if threads is None else _whole(threads, "threads", 2**31 - 1)
    if "\0" in checked_text(path, "path"):
        raise _refused("has a zero character", "path")
    _check_open()
    given = _lethe.write_release(result, name, path, int(bool(replace)), known_threads)
    return _answered(given).json


_description: Json = {}


def describe() -> Json:
    """All operations and methods, as the engine knows them. Read once.

    >>> import lethe
    >>> sorted(lethe.describe())
    ['methods', 'operations', 'version']
    """
    if not _description:
        _description.update(json.loads(_lethe.describe()))
    return _description
