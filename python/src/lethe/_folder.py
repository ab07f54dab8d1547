"""A folder for what the engine takes as files: documents, vectors, graphs. Nobody chose it, so no
message names it.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lethe._engine import Answer, run
from lethe._errors import Error, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator


def _remove(outer: str) -> None:
    """Remove a folder, what it holds before the lock by which others find it."""
    shutil.rmtree(os.path.join(outer, "data"), ignore_errors=True)
    shutil.rmtree(outer, ignore_errors=True)


def _clear_abandoned(place: str) -> None:
    """Remove the folders of calls whose process was killed: nobody holds their lock any more."""
    for name in os.listdir(place):
        folder = os.path.join(place, name)
        if not name.startswith("lethe-"):
            continue
        try:
            if os.lstat(folder).st_uid != os.getuid():
                continue
            lock = os.open(os.path.join(folder, "lock"), os.O_RDWR | os.O_NOFOLLOW)
        except OSError:
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _remove(folder)
        except OSError:
            pass  # in use
        finally:
            os.close(lock)


@contextmanager
def private_folder() -> Iterator[str]:
    """A folder that only its owner reads, in memory where the system has such, gone afterwards.

    What a killed process leaves is removed by the next call, whoever of the same user makes it.
    """
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else tempfile.gettempdir()
    _clear_abandoned(place)
    outer = tempfile.mkdtemp(prefix="lethe-", dir=place)
    # It is held before it has the name by which others look for it.
    taken = os.path.join(outer, "taken")
    lock = os.open(taken, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        os.rename(taken, os.path.join(outer, "lock"))
        folder = os.path.join(outer, "data")
        os.mkdir(folder, 0o700)
        yield folder
    finally:
        _remove(outer)
        os.close(lock)


class Words:
    """Texts of the engine with names of our files put into words of the caller."""

    def __init__(self, folder: str, files: Mapping[str, str]) -> None:
        # Longer names first: "out.csv.lethe.json" is not "out.csv" with something behind it.
        ordered = sorted(files.items(), key=lambda one: -len(one[0]))
        self._pairs = [(os.path.join(folder, file), word) for file, word in ordered]
        self._pairs += [(folder + os.sep, ""), (folder, "memory")]

    def text(self, text: str) -> str:
        """A text."""
        for path, word in self._pairs:
            text = text.replace(path, word)
        return text

    def answer(self, answer: Answer) -> Answer:
        """An answer, with all that is in it."""
        return replace(
            answer,
            json=self._json(answer.json),
            text=self.text(answer.text),
            notes=[self.text(note) for note in answer.notes],
        )

    def _json(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self._json(item) for item in value]
        if isinstance(value, dict):
            return {self.text(key): self._json(item) for key, item in value.items()}
        return value

    def error(self, error: Error) -> Error:
        """An error, with all its problems."""
        problems = tuple(
            Problem(self.text(one.message), self.text(one.file), one.line, one.column,
                    self.text(one.parameter), self.text(one.text))
            for one in error.problems
        )  # fmt: skip
        made = type(error)(self.text(str(error)), problems)
        made.result = self.answer(error.result) if isinstance(error.result, Answer) else None
        return made


def run_in_folder(
    operation: str,
    data: str,
    options: Mapping[str, Any],
    folder: str,
    files: Mapping[str, str],
) -> Answer:
    """Run an operation over files of a private folder; `files` says what each is to the caller."""
    words = Words(folder, files)
    call = dict(options)
    settings = {key: call.pop(key, None) for key in ("seed", "threads", "progress", "say")}
    say: Callable[[str], None] | None = settings["say"]
    if say is not None:
        told = say
        settings["say"] = lambda line: told(words.text(line))
    try:
        return words.answer(run(operation, data, call, **settings))
    except Error as error:
        raise words.error(error) from None
