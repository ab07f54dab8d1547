"""What masking removed is nowhere in a release: not as an unused category, not below a null."""

from __future__ import annotations

import os
from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import lethe

RARE = "the only one"
TEXTS = ["common"] * 6 + [RARE] + ["usual"] * 5
NUMBERS = [1.5] * 6 + [98765.25] + [2.5] * 5


def tables() -> dict[str, Any]:
    kinds = ["common", RARE, "usual"]
    arrow = pa.table({"kind": pa.array(TEXTS).dictionary_encode(), "size": pa.array(NUMBERS)})
    return {
        "pandas": pd.DataFrame(
            {"kind": pd.Categorical(TEXTS, categories=kinds, ordered=True), "size": NUMBERS}
        ),
        "polars": pl.DataFrame({"kind": pl.Series(TEXTS, dtype=pl.Enum(kinds)), "size": NUMBERS}),
        "pyarrow": arrow,
    }


def suppressed(table: Any) -> Any:
    policy = lethe.Policy()
    policy.column("kind", role="quasi").column("size", role="quasi", kind="nominal")
    policy.add_step("local-suppression", k=3)
    return lethe.protect(table, policy, seed=1, progress=False).data


@pytest.mark.parametrize("flavour", ["pandas", "polars", "pyarrow"])
def test_a_category_that_was_removed_is_not_named(flavour: str) -> None:
    data = suppressed(tables()[flavour])
    if flavour == "pandas":
        assert list(data["kind"].cat.categories) == ["common", "usual"]
        assert data["kind"].cat.ordered
    elif flavour == "polars":
        assert RARE not in list(data["kind"].dtype.categories)
    else:
        chunks = data["kind"].combine_chunks()
        assert RARE not in chunks.dictionary.to_pylist()
        assert sorted(set(chunks.drop_null().to_pylist())) == ["common", "usual"]


def test_nothing_lies_below_a_null() -> None:
    table = suppressed(tables()["pyarrow"])
    for name, tell in (
        ("kind", RARE.encode()),
        ("size", pa.array([98765.25]).buffers()[1].to_pybytes()),
    ):
        column = table[name].combine_chunks()
        assert column.null_count == 1
        arrays = [column, column.dictionary] if hasattr(column, "dictionary") else [column]
        for array in arrays:
            for buffer in array.buffers():
                assert buffer is None or tell not in buffer.to_pybytes()


def test_what_a_killed_call_left_is_removed_by_the_next() -> None:
    """Texts lie in a private folder during a call; a killed process cannot remove it."""
    import signal
    import subprocess
    import sys

    from lethe._tables import private_folder

    script = (
        "import os, signal\n"
        "from lethe._tables import private_folder\n"
        "with private_folder() as folder:\n"
        "    open(os.path.join(folder, 'in.jsonl'), 'w').write('Ada')\n"
        "    print(folder, flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    with private_folder() as mine:
        killed = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=False
        )
        assert killed.returncode == -signal.SIGKILL
        left = killed.stdout.strip()
        assert os.path.exists(os.path.join(left, "in.jsonl"))
        with private_folder() as another:
            assert not os.path.exists(os.path.dirname(left))
            assert os.path.isdir(mine)  # in use by this process
            assert os.path.isdir(another)
    assert not os.path.exists(os.path.dirname(mine))
