"""How far a call is: a bar of tqdm where that is installed and somebody looks."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from lethe._errors import Problem, UsageError


class Progress:
    """Takes what the engine tells, some ten times a second."""

    def __init__(self, callback: Callable[[str, int, int], None] | None = None) -> None:
        self.callback = callback

    def close(self) -> None:
        """Nothing is told any more."""


class _Bar(Progress):
    """One bar for each task, gone when it is over."""

    def __init__(self, tqdm: Callable[..., Any]) -> None:
        super().__init__(self._told)
        self._tqdm = tqdm
        self._bar: Any = None
        self._task = ""

    def _told(self, task: str, done: int, total: int) -> None:
        if not task or total <= 0:
            self.close()
            return
        if self._bar is None or task != self._task:
            self.close()
            self._task = task
            self._bar = self._tqdm(total=total, desc=task, leave=False)
        self._bar.update(max(0, min(done, total) - self._bar.n))

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def _somebody_looks() -> bool:
    if "ipykernel" in sys.modules:
        return True
    stream = sys.stderr
    return stream is not None and hasattr(stream, "isatty") and stream.isatty()


def progress_of(wanted: Any) -> Progress:
    """None: a bar if tqdm is there and somebody looks; True, False, or a function."""
    if callable(wanted):
        return Progress(wanted)
    if wanted is not None and not isinstance(wanted, bool):
        words = "must be true, false or a function of a task, how much is done, and of how much"
        raise UsageError(f"progress: {words}", (Problem(words, parameter="progress"),))
    if wanted is False or (wanted is None and not _somebody_looks()):
        return Progress()
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return Progress()
    return _Bar(tqdm)
