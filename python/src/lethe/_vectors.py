"""Document vectors: sparse matrices of scipy, a row for each document, a column for each term."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lethe._arguments import takes
from lethe._engine import Json
from lethe._errors import InputError, UsageError
from lethe._folder import private_folder, run_in_folder
from lethe._results import PrivateLog, Result

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from lethe import _options as o


#: What our files are to the caller.
_FILES = {
    "in.mtx": "vectors",
    "in.terms.txt": "vocabulary",
    "in.documents.csv": "labels",
    "out.mtx": "the released vectors",
    "out.terms.txt": "the released terms",
    "out.documents.csv": "the released documents",
    "out.mtx.lethe.json": "the record",
    "out.mtx.lethe.private.json": "the private log",
    "log.json": "the private log",
}


class ProtectedVectors:
    """Protected vectors: a sparse matrix, its terms, and what is known of it."""

    def __init__(
        self, matrix: Any, terms: list[str], summary: Json, record: Json, log: str
    ) -> None:
        self.matrix = matrix
        self.terms = terms
        self.summary = summary
        self.record = record
        self.private = PrivateLog(log)

    def __repr__(self) -> str:
        rows, columns = self.matrix.shape
        return f"<lethe.ProtectedVectors: {rows} documents, {columns} terms>"


def _write(
    matrix: Any, terms: Sequence[str] | None, labels: Sequence[Any] | None, path: str
) -> None:
    from scipy import sparse

    try:
        rows = sparse.coo_array(matrix)
    except (TypeError, ValueError):
        raise InputError("vectors are a matrix of numbers, sparse or dense") from None
    if rows.dtype.kind not in "biuf":
        raise InputError("vectors are a matrix of numbers, sparse or dense")
    if rows.ndim != 2 or 0 in rows.shape:
        raise InputError("vectors are a matrix with a row for each document")
    if not all(map(_finite, rows.data)):
        raise InputError("vectors hold a number that is not finite")
    handle = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write("%%MatrixMarket matrix coordinate real general\n")
        file.write(f"{rows.shape[0]} {rows.shape[1]} {rows.nnz}\n")
        entries = zip(rows.row.tolist(), rows.col.tolist(), rows.data.tolist(), strict=True)
        for row, column, weight in sorted(entries):
            file.write(f"{row + 1} {column + 1} {float(weight)!r}\n")
    base = path.removesuffix(".mtx")
    if terms is not None:
        if len(terms) != rows.shape[1]:
            raise InputError(f"{len(terms)} terms for {rows.shape[1]} columns")
        _check_terms(terms)
        with open(base + ".terms.txt", "w", encoding="utf-8") as file:
            file.writelines(f"{term}\n" for term in terms)
    if labels is not None:
        if len(labels) != rows.shape[0]:
            raise InputError(f"{len(labels)} labels for {rows.shape[0]} rows")
        import csv

        with open(base + ".documents.csv", "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["id", "label"])
            writer.writerows((place + 1, label) for place, label in enumerate(labels))


def _check_terms(terms: Sequence[Any]) -> None:
    for place, term in enumerate(terms):
        text = str(term)
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            raise InputError(f"term {place + 1} has half a character (a lone surrogate)") from None
        if not text or text.splitlines() != [text]:
            raise InputError(f"term {place + 1} is empty or has a line break")


def _finite(number: Any) -> bool:
    return math.isfinite(number)


def _read(path: str) -> tuple[Any, list[str]]:
    from scipy import io, sparse

    matrix = sparse.csr_array(io.mmread(path))
    names = path.removesuffix(".mtx") + ".terms.txt"
    with open(names, encoding="utf-8") as file:
        return matrix, file.read().splitlines()


@takes("ProtectVectors", "vectors", "output", "force", "dry_run")
def protect_vectors(
    vectors: Any,
    vocabulary: Sequence[str] | None = None,
    *,
    k: int = 5,
    method: str | None = None,
    **options: Unpack[o.ProtectVectors],
) -> ProtectedVectors:
    """Protect document vectors: each document hides among at least k.

    >>> import lethe, numpy
    >>> counts = numpy.random.default_rng(1).poisson(1, (30, 8)) + 1.0
    >>> lethe.protect_vectors(counts, k=3, seed=1).matrix.shape
    (30, 8)
    """
    call: dict[str, Any] = dict(options)
    with private_folder() as folder:
        source, target = os.path.join(folder, "in.mtx"), os.path.join(folder, "out.mtx")
        _write(vectors, vocabulary, None, source)
        call.update(vectors=source, output=target, method=method, k=k)
        answer = run_in_folder("protect", "vectors", call, folder, _FILES)
        matrix, kept = _read(target)
        with open(target + ".lethe.json", encoding="utf-8") as file:
            record = json.load(file)
        with open(target + ".lethe.private.json", encoding="utf-8") as file:
            log = file.read()
    return ProtectedVectors(matrix, kept, answer.json, record, log)


@takes("AssessVectors", "protected", "log")
def assess_vectors(
    original: Any,
    released: ProtectedVectors,
    vocabulary: Sequence[str] | None = None,
    **options: Any,
) -> Result:
    """What protecting did to document vectors: who can be found, what is lost.

    >>> import lethe, numpy
    >>> counts = numpy.random.default_rng(1).poisson(1, (30, 8)) + 1.0
    >>> released = lethe.protect_vectors(counts, k=3, seed=1)
    >>> lethe.assess_vectors(counts, released, seed=1).kind
    'vector-assessment'
    """
    if not isinstance(released, ProtectedVectors):
        raise UsageError("released is what protect_vectors returned")
    call: dict[str, Any] = dict(options)
    with private_folder() as folder:
        source, target = os.path.join(folder, "in.mtx"), os.path.join(folder, "out.mtx")
        _write(original, vocabulary, None, source)
        _write(released.matrix, released.terms, None, target)
        log = os.path.join(folder, "log.json")
        body = released.private.to_dict()
        body.pop("files", None)  # of the copy in memory, which is written anew here
        with open(log, "w", encoding="utf-8") as file:
            json.dump(body, file)
        call.update(original=source, protected=[target], log=log)
        return Result(run_in_folder("assess", "vectors", call, folder, _FILES))
