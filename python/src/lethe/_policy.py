"""Policies: what the columns are, what is done to them, what is asked of the release."""

from __future__ import annotations

import copy
import json
import os
import re
from pathlib import Path
from typing import Any

from lethe._engine import Json, checked_text
from lethe._errors import InputError, IoError, UsageError

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_FILES = ("knowledge", "map", "people", "linkage", "hierarchy")


def _parse(text: str) -> Json:
    try:
        import tomllib
    except ImportError:  # Python 3.10
        import tomli as tomllib  # type: ignore[no-redef, import-not-found, unused-ignore]
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"the policy is not TOML: {error}") from None


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise IoError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: is not UTF-8") from None


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, os.PathLike):
        return _value(os.fspath(value))
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    if isinstance(value, dict):
        inside = ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items())
        return "{ " + inside + " }" if inside else "{}"
    raise UsageError(f"a policy cannot hold a {type(value).__name__}")


def _table(name: str, body: Json) -> list[str]:
    lines = [name]
    for key, value in body.items():
        lines.append(f"{_key(key)} = {_value(value)}")
    return [*lines, ""]


def _toml(body: Json) -> str:
    lines = [f"{_key(key)} = {_value(value)}" for key, value in body.items()
             if not isinstance(value, dict) and key != "step"]  # fmt: skip
    if lines:
        lines.append("")
    for key, value in body.items():
        if isinstance(value, dict):
            lines += _table(f"[{_key(key)}]", value)
    steps = body.get("step", [])
    if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
        raise UsageError("the steps of a policy are a list of dicts, each with a method")
    for step in steps:
        lines += _table("[[step]]", step)
    return "\n".join(lines)


class Policy:
    """A policy (TOML), read, edited in code and written.

    >>> policy = Policy()
    >>> policy.column("age", role="quasi").column("name", role="identifier")
    <lethe.Policy: 2 columns, 0 steps>
    >>> policy.add_step("mdav", columns=["age"], k=5)
    <lethe.Policy: 2 columns, 1 step>
    """

    def __init__(self, body: Json | None = None) -> None:
        self.body: Json = copy.deepcopy(body) if body else {}
        self._text: str | None = None  # as it was read, with its comments
        self._read: Json = {}
        self._path: str | None = None

    @classmethod
    def from_toml(cls, text_or_path: str | os.PathLike[str]) -> Policy:
        """Read a policy: a path, or TOML itself."""
        given = os.fspath(text_or_path)
        path = None
        if isinstance(text_or_path, os.PathLike) or ("\n" not in given and given.endswith(".toml")):
            path = given
            given = _read(given)
        policy = cls(_parse(given))
        policy._text = given
        policy._read = copy.deepcopy(policy.body)
        policy._path = path
        return policy

    def to_toml(self) -> str:
        """The policy as TOML; what was read and not edited is as it was, with its comments."""
        if self._text is not None and self.body == self._read:
            return self._text
        return _toml(self.body)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file."""
        text = checked_text(self.to_toml(), "policy")
        try:
            Path(path).write_text(text, encoding="utf-8")
        except OSError as error:
            raise IoError(f"{os.fspath(path)}: cannot be written: {error.strerror}") from None

    @property
    def columns(self) -> dict[str, Json]:
        """Columns by name: {"age": {"role": "quasi", "kind": "numeric"}}."""
        found: dict[str, Json] = self.body.setdefault("columns", {})
        return found

    @property
    def steps(self) -> list[Json]:
        """Steps in their order: {"method": "mdav", "columns": [...], "k": 5}."""
        found: list[Json] = self.body.setdefault("step", [])
        return found

    @property
    def scenario(self) -> Json:
        """Who the intruder is: {"columns": [...], "people": 20}."""
        found: Json = self.body.setdefault("scenario", {})
        return found

    @property
    def verdict(self) -> Json:
        """What is asked of the release: {"profile": "...", "k": 5}."""
        found: Json = self.body.setdefault("verdict", {})
        return found

    def column(self, name: str, **values: Any) -> Policy:
        """Say what a column is: role, kind, order, round, range, knowledge."""
        self.columns.setdefault(name, {}).update(values)
        return self

    def add_step(self, method: str, columns: list[str] | None = None, **parameters: Any) -> Policy:
        """Add a step; without columns, of every quasi-identifier that the method takes."""
        step: Json = {"method": method}
        if columns is not None:
            step["columns"] = list(columns)
        step.update(parameters)
        self.steps.append(step)
        return self

    def source(self) -> tuple[str, list[tuple[str, object]]]:
        """What an option says of it, and what is handed over."""
        if self._path is not None and self.body == self._read:
            return self._path, []
        body = copy.deepcopy(self.body)
        if self._path is not None:
            _make_absolute(body, Path(self._path).resolve().parent)
        text = _toml(body) if self._path is not None else self.to_toml()
        return "memory:policy.toml", [("memory:policy.toml", text)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Policy) and self.body == other.body

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        columns, steps = len(self.body.get("columns", {})), len(self.body.get("step", []))
        words = [_counted(columns, "column"), _counted(steps, "step")]
        return f"<lethe.Policy: {', '.join(words)}>"


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _make_absolute(body: Any, folder: Path) -> None:
    """Files that a policy names stand beside it; an edited one is handed over without it."""
    if isinstance(body, list):
        for item in body:
            _make_absolute(item, folder)
    if not isinstance(body, dict):
        return
    for key, value in body.items():
        if key in _FILES and isinstance(value, str) and (folder / value).is_file():
            body[key] = str(folder / value)
        else:
            _make_absolute(value, folder)


def policy_source(policy: Any) -> tuple[str | None, list[tuple[str, object]]]:
    """A policy as people give it: a Policy, a path, TOML, or a dict."""
    if policy is None:
        return None, []
    if isinstance(policy, Policy):
        return policy.source()
    if isinstance(policy, dict):
        return Policy(policy).source()
    if isinstance(policy, (str, os.PathLike)):
        text = os.fspath(policy)
        if "\n" not in text:
            return text, []
        return Policy.from_toml(text).source()
    raise UsageError("a policy is a lethe.Policy, a path, a text in TOML or a dict")
