"""What operations answer: results that print, show in notebooks and go on as plain data; releases.

Nothing private is in a repr: neither the private log nor links to people.
"""

from __future__ import annotations

import copy
import html
import json
import os
import re
from typing import Any

from lethe._engine import Answer, Json, path_text, run, write_release
from lethe._errors import IoError, NotPickledError, UsageError
from lethe._flavour import Flavour

_RELEASE = "memory:release"
_RECORD = _RELEASE + ".lethe.json"
_LOG = _RELEASE + ".lethe.private.json"
_PRIVATE = ("link-explanation",)  # results that speak of one person
_LISTS = ("attacks", "measures", "points", "columns", "methods", "steps", "history", "releases")


class Drawing:
    """A drawing of the engine (SVG)."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)

    def __repr__(self) -> str:
        return "<lethe.Drawing: shown in a notebook, or saved with .save('map.svg')>"


def page_of(inputs: list[tuple[str, str]], publish: bool = False) -> str:
    """The engine's report of records and results, as one page of HTML."""
    names = [name for name, _ in inputs if not name.endswith(".private.json")]
    answer = run(
        "report",
        "",
        {"inputs": names, "output": "memory:page.html", "publish": publish},
        list(inputs),
        progress=False,
    )
    return answer.made_text("memory:page.html")


def _framed(page: str) -> str:
    """A page inside a notebook, with its own style."""
    return (
        '<iframe sandbox="" style="width:100%;height:36em;border:1px solid #ccc" '
        f'srcdoc="{html.escape(page, quote=True)}"></iframe>'
    )


class Result:
    """What was found. `details` is all of it, as the command line prints it with --json."""

    def __init__(self, answer: Answer) -> None:
        self._text = answer.text
        #: Everything, as plain data.
        self.details: Json = answer.json
        #: What the engine said on its way.
        self.notes: list[str] = answer.notes

    @property
    def kind(self) -> str:
        """What kind of result it is: "assessment", "inspection", "exploration", ..."""
        return str(self.details.get("kind", ""))

    @property
    def value(self) -> Any:
        """The one figure: the worst attack's, the only measure's; None where there is no such."""
        for key in ("attacks", "measures"):
            listed = self.details.get(key)
            if isinstance(listed, list) and len(listed) == 1:
                return listed[0].get("value")
        worst = self.details.get("worst")
        if isinstance(worst, dict):
            return worst.get("value")
        return self.details.get("score")

    def to_dict(self) -> Json:
        """A copy of the details."""
        copied: Json = json.loads(json.dumps(self.details))
        return copied

    def records(self) -> list[Json]:
        """The main list of the result: attacks, measures, points, columns, methods."""
        for key in _LISTS:
            listed = self.details.get(key)
            if isinstance(listed, list) and listed and isinstance(listed[0], dict):
                return listed
        return []

    def to_frame(self) -> Any:
        """The same list as a data frame of pandas, without what is nested in it."""
        import pandas as pd

        flat = [
            {key: value for key, value in one.items() if not isinstance(value, (dict, list))}
            for one in self.records()
        ]
        return pd.DataFrame(flat)

    def to_html(self, publish: bool = False) -> str:
        """The engine's report of this result, a page of its own."""
        return page_of([("memory:result.json", json.dumps(self.details))], publish)

    def plot(self) -> Drawing:
        """The first drawing of the report."""
        found = re.search(r"<svg\b.*?</svg>", self.to_html(), re.DOTALL)
        if found is None:
            raise UsageError("there is nothing to draw in this result")
        return Drawing(found.group(0))

    def _repr_html_(self) -> str:
        if self.kind in _PRIVATE:
            return html.escape(repr(self))
        try:
            return _framed(self.to_html())
        except ValueError:  # a result that has no page of its own
            return f"<pre>{html.escape(self._text)}</pre>"

    @property
    def text(self) -> str:
        """The result for people, as the command line prints it."""
        return self._text

    def __getitem__(self, key: str) -> Any:
        return self.details[key]

    def __repr__(self) -> str:
        if self.kind in _PRIVATE:
            return f"<lethe.Result: {self.kind}; it speaks of one person, and .text shows it>"
        return self._text.rstrip() or f"<lethe.Result: {self.kind}>"


class PrivateLog:
    """The private log of a release: the seed, which row came from whom. It is never shown."""

    def __init__(self, text: str) -> None:
        self._text = text

    @property
    def text(self) -> str:
        """The log as it would be written (JSON)."""
        return self._text

    def to_dict(self) -> Json:
        """As plain data."""
        read: Json = json.loads(self._text)
        return read

    def save(self, path: str | os.PathLike[str], *, replace: bool = False) -> None:
        """Write it to a file that only its owner reads; what is there stays, but for `replace`."""
        shown = path_text(path)
        there = os.O_TRUNC if replace else os.O_EXCL
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | there, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                os.fchmod(file.fileno(), 0o600)
                file.write(self._text)
        except FileExistsError:
            raise UsageError(
                f"{shown}: is there already; choose another path, or give the argument replace to "
                "replace it"
            ) from None
        except OSError as error:
            raise IoError(f"{shown}: cannot be written: {error.strerror}") from None

    def __repr__(self) -> str:
        return "<lethe.PrivateLog: it leads back to the people and is not shown>"

    def __copy__(self) -> PrivateLog:
        return self  # nothing of it changes

    def __deepcopy__(self, memo: Any) -> PrivateLog:
        return self

    def __reduce__(self) -> Any:
        raise NotPickledError("a private log is not pickled: .save(path) keeps it")


class Release:
    """A protected table with what is known of it.

    `data` has the flavour of what was protected; `record` may be published; `private` must not be.
    """

    def __init__(self, answer: Answer, flavour: Flavour) -> None:
        self._answer = answer
        self._flavour = flavour
        self._data: Any = None
        self._record_text = answer.made_text(_RECORD)
        #: What was done, as plain data: "steps", "columns", "values", "guarantees".
        self.summary: Json = answer.json
        #: The private log: it leads back to the people.
        self.private = PrivateLog(answer.made_text(_LOG))
        #: What the owner should know before it is published.
        self.warnings: list[str] = [*answer.notes, *flavour.warnings()]

    @property
    def data(self) -> Any:
        """The released table, made when it is first asked for."""
        if self._data is None:
            rows = self.private.to_dict().get("rows") or None
            self._data = self._flavour.restore(lambda: self._answer.table(_RELEASE), rows)
        return self._data

    @property
    def changed_types(self) -> list[dict[str, str]]:
        """Columns of `data` that could not keep their type: [{"column", "from", "to"}]."""
        if self.data is not None and self._flavour.changed is not None:
            return self._flavour.changed
        return self._answer.changed_types

    @property
    def record(self) -> Json:
        """The release record: what was done, without anything private. It may be published."""
        read: Json = json.loads(self._record_text)
        return read

    @property
    def guarantees(self) -> list[Json]:
        """What was promised and counted in the release: k, whether it holds, the smallest group."""
        counted: list[Json] = self.summary.get("guarantees", [])
        return counted

    @property
    def assessment(self) -> Json | None:
        """Attacks and losses, where `assess=True` asked for them."""
        measured: Json | None = self.summary.get("measured")
        return measured

    def inputs(self, name: str) -> list[tuple[str, object]]:
        """The release with its record and log, as the engine takes it under a name in memory."""
        called = "memory:" + name
        return [
            (called, self._answer.table(_RELEASE)),
            (called + ".lethe.json", self._record_text),
            (called + ".lethe.private.json", self.private.text),
        ]

    def write(
        self, path: str | os.PathLike[str], *, replace: bool = False, threads: int | None = None
    ) -> Json:
        """Write the release with its record and its private log, as the command line does.

        The format is that of the name: .csv, .tsv, .parquet, .json, .jsonl, with .gz behind it.
        What is there already, such as an earlier release with its log, is not replaced unless
        `replace` says so.
        """
        return write_release(self._answer.result, _RELEASE, path_text(path), replace, threads)

    def __copy__(self) -> Release:
        """The same release, whose table is made anew."""
        copied = object.__new__(type(self))
        copied.__dict__.update(self.__dict__)
        copied._data = None
        return copied

    def __deepcopy__(self, memo: Any) -> Release:
        copied = self.__copy__()
        copied.summary = copy.deepcopy(self.summary, memo)
        copied.warnings = list(self.warnings)
        return copied

    def __reduce__(self) -> Any:
        raise NotPickledError(
            "a release holds its private log and is not pickled: .write(path) keeps both, and "
            ".data is pickled"
        )

    def to_html(self, publish: bool = False) -> str:
        """The engine's report: with statistics of the original, unless it is for publication."""
        return page_of([(_RECORD, self._record_text), (_LOG, self.private.text)], publish)

    def plot(self) -> Drawing:
        """The first drawing of the report."""
        found = re.search(r"<svg\b.*?</svg>", self.to_html(), re.DOTALL)
        if found is None:
            raise UsageError("there is nothing to draw in this release")
        return Drawing(found.group(0))

    def _repr_html_(self) -> str:
        return _framed(self.to_html(publish=True))

    def __repr__(self) -> str:
        return self._answer.text.rstrip()
