"""The one call: an operation's name, its options, data in memory; an answer or an exception."""

from __future__ import annotations

import atexit
import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lethe import _lethe
from lethe._errors import BY_STATUS, Problem
from lethe._progress import Progress, progress_of

Json = dict[str, Any]
ProgressLike = bool | Callable[[str, int, int], None] | None

# No thread is inside the engine when the interpreter goes.
atexit.register(_lethe.close)


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


def _cache_folder() -> str | None:
    cache = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(cache):
        return os.path.join(cache, "lethe")
    home = os.environ.get("HOME")
    return os.path.join(home, ".cache", "lethe") if home else None


def _plain(value: Any) -> Any:
    """Numbers of numpy, paths, tuples and sets as JSON has them."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(item) for item in value]
    item = getattr(value, "item", None)
    if item is not None and type(value).__module__.split(".")[0] == "numpy":
        return _plain(value.tolist())
    return value


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
    given = {key: _plain(value) for key, value in options.items() if value is not None}
    shown: Progress = progress_of(progress)
    try:
        return _answered(
            _lethe.call(
                operation,
                data,
                json.dumps(given, allow_nan=False),
                list(inputs),
                threads or 0,
                seed,
                shown.callback,
                say,
                _cache_folder(),
                os.environ.get("LETHE_DATA"),
            )
        )
    finally:
        shown.close()


def write_release(result: object, name: str, path: str, replace: bool, threads: int) -> Json:
    """Write a release that is in memory."""
    return _answered(_lethe.write_release(result, name, path, int(replace), threads)).json


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
