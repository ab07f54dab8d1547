"""What goes wrong: one family of exceptions, by kind, each with all problems that were found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, and where: a file, a line of it, an option. Never a value."""

    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    parameter: str = ""
    text: str = ""

    def __str__(self) -> str:
        return self.text or self.message


class Error(Exception):
    """What stopped an operation. `problems` are all of them, not the first."""

    kind = "error"

    def __init__(self, message: str, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(message)
        self.problems: tuple[Problem, ...] = problems or (Problem(message),)
        #: The result that was found all the same: of a search that met nothing, or was stopped.
        self.result: Any = None

    def __reduce__(self) -> Any:
        """Errors go from process to process, with all that was found."""
        return _made_again, (type(self), str(self), self.problems, self.result)


def _made_again(
    kind: type[Error], message: str, problems: tuple[Problem, ...], result: Any
) -> Error:
    made = kind(message, problems)
    made.result = result
    return made


def joined(kind: type[Error], problems: list[Problem]) -> Error:
    """One error for all of them."""
    return kind("\n".join(map(str, problems)), tuple(problems))


class Warning(UserWarning):
    """What the owner of data should know, of functions that return nothing but a table."""


class UsageError(Error, ValueError):
    """A wrong option, policy or parameter."""

    kind = "usage"


class NotPickledError(UsageError, TypeError):
    """What holds a private log, or lives in the engine, does not go into a pickle."""


class InputError(Error, ValueError):
    """Malformed or inconsistent data."""

    kind = "input"


class UnmetError(Error):
    """What was asked for cannot be reached."""

    kind = "unmet"


class IoError(Error, OSError):
    """A file cannot be read or written, or there is not enough memory."""

    kind = "io"


class InternalError(Error):
    """A fault of Lethe itself."""

    kind = "internal"


class StoppedError(Error):
    """It was asked to stop."""

    kind = "stopped"


BY_STATUS: dict[int, type[Error]] = {
    1: UsageError,
    2: InputError,
    3: UnmetError,
    4: IoError,
    5: InternalError,
    6: StoppedError,
}
