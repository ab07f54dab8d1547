"""Documents: find what identifies people in texts, and write them without it.

Texts go to the engine through a folder that only their owner reads, in memory where the system has
such (/dev/shm), and which is gone afterwards.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lethe._arguments import settings, takes
from lethe._engine import Json, checked_text
from lethe._errors import InputError, UsageError
from lethe._folder import private_folder, run_in_folder
from lethe._results import PrivateLog
from lethe._tables import PolicyLike

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from lethe import _options as o


#: What our files are to the caller.
_FILES = {
    "in.jsonl": "texts",
    "out.jsonl": "the released texts",
    "spans.jsonl": "spans",
    "out.jsonl.lethe.json": "the record",
    "out.jsonl.lethe.private.json": "the private log",
    "policy.toml": "policy",
}


@dataclass(frozen=True)
class Span:
    """A mention in the original text: text[start:end], in characters of Python."""

    start: int
    end: int
    category: str
    score: float = field(repr=False)
    source: str = field(repr=False)
    treatment: str = ""


@dataclass(frozen=True)
class Document:
    """A text without what identifies people, and where that stood in the original."""

    text: str
    spans: tuple[Span, ...]


class Sanitized(Sequence[str]):
    """Sanitised texts, in the order in which they came; a sequence of them."""

    def __init__(self, documents: list[Document], summary: Json, record: Json, log: str) -> None:
        self.documents = documents
        self.summary = summary
        self.record = record
        self.private = PrivateLog(log)

    @property
    def texts(self) -> list[str]:
        """The texts."""
        return [document.text for document in self.documents]

    @property
    def spans(self) -> list[tuple[Span, ...]]:
        """What was found in each original, in the order of its places."""
        return [document.spans for document in self.documents]

    def __len__(self) -> int:
        return len(self.documents)

    def __getitem__(self, place: Any) -> Any:
        return self.texts[place]

    def __repr__(self) -> str:
        found = sum(len(document.spans) for document in self.documents)
        return f"<lethe.Sanitized: {len(self)} texts, {found} mentions>"


def _texts_of(texts: Any) -> list[str]:
    if isinstance(texts, str):
        return [texts]
    try:
        given = texts.tolist() if hasattr(texts, "tolist") else list(texts)
    except TypeError:
        raise InputError(f"texts are a list of str, not a {type(texts).__name__}") from None
    for text in given:
        if not isinstance(text, str):
            raise InputError(f"a text is a str; one of these is a {type(text).__name__}")
        if "\x00" in text:
            raise InputError("a text has a zero character, which no document may have")
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            raise InputError("a text has half a character (a lone surrogate)") from None
    if not given:
        raise InputError("there are no texts")
    return given


def _lines(path: str) -> list[Json]:
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@takes("ProtectDocuments", "documents", "force", "dry_run")
def sanitize(
    texts: Any,
    *,
    set: Mapping[str, str] | None = None,
    policy: PolicyLike = None,
    **options: Unpack[o.ProtectDocuments],
) -> Sanitized:
    """Texts without what identifies people: names, places, dates, numbers of all kinds.

    `set` says what is done with a category: {"date": "generalise", "person": "label"}. One text, a
    list, or a column of pandas or polars; entities keep their number throughout all of them.

    >>> import lethe
    >>> lethe.sanitize("Write to anna@example.org.")[0]
    'Write to Email_1.'
    >>> lethe.sanitize("Write to anna@example.org.").spans[0]
    (Span(start=9, end=25, category='email', treatment='number'),)
    """
    given = _texts_of(texts)
    call: dict[str, Any] = dict(options)
    if "output" in call or "spans" in call:
        raise UsageError("the texts stay in memory: they are what is returned")
    # Words are left alone where there are none: a text without any is no document.
    kept = [place for place, text in enumerate(given) if text.strip()]
    documents = [Document(text, ()) for text in given]
    if not kept:
        return Sanitized(documents, {}, {}, "{}")
    with private_folder() as folder:
        paths = {
            name: os.path.join(folder, name) for name in ("in.jsonl", "out.jsonl", "spans.jsonl")
        }
        handle = os.open(paths["in.jsonl"], os.O_WRONLY | os.O_CREAT, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            for place in kept:
                file.write(json.dumps({"id": str(place), "text": given[place]}) + "\n")
        call.update(
            documents=paths["in.jsonl"], output=paths["out.jsonl"], spans=paths["spans.jsonl"]
        )
        call["set"] = settings(set, "set")
        call["policy"] = _policy_file(policy, folder)
        answer = run_in_folder("protect", "documents", call, folder, _FILES)
        for place, released, found in zip(
            kept, _lines(paths["out.jsonl"]), _lines(paths["spans.jsonl"]), strict=True
        ):
            spans = tuple(
                Span(one["start"], one["end"], one["category"], one["score"], one["source"],
                     one.get("treatment", ""))
                for one in found["entities"]
            )  # fmt: skip
            documents[place] = Document(released["text"], spans)
        with open(paths["out.jsonl"] + ".lethe.json", encoding="utf-8") as file:
            record = json.load(file)
        with open(paths["out.jsonl"] + ".lethe.private.json", encoding="utf-8") as file:
            log = file.read()
    ours = list(_FILES.values())
    summary = {key: value for key, value in answer.json.items() if value not in ours}
    return Sanitized(documents, summary, record, log)


@takes("ProtectDocuments", "documents", "output", "spans", "force", "dry_run")
def find(texts: Any, **options: Unpack[o.ProtectDocuments]) -> list[tuple[Span, ...]]:
    """What identifies people in texts, with places in characters; nothing is changed.

    >>> import lethe
    >>> [span.category for span in lethe.find("Write to anna@example.org.")[0]]
    ['email']
    """
    return sanitize(texts, **options).spans


def _policy_file(policy: PolicyLike, folder: str) -> str | None:
    from lethe._policy import policy_source

    text, inputs = policy_source(policy)
    if not inputs:
        return text
    path = os.path.join(folder, "policy.toml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(checked_text(str(inputs[0][1]), "policy"))
    return path
