"""Every public function has an example that runs; so have the guide and the notebooks."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pathlib
import re
import subprocess
import sys

import pytest

import lethe

MODULES = ["_documents", "_engine", "_graphs", "_policy", "_tables", "_vectors", "sklearn"]
TOP = pathlib.Path(__file__).resolve().parents[2]
GENERATED = "lethe._methods"


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    module = importlib.import_module("lethe." + name)
    tried = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert tried.attempted > 0
    assert tried.failed == 0


def test_every_function_has_an_example() -> None:
    without = []
    for name in lethe.__all__:
        thing = getattr(lethe, name)
        if not inspect.isfunction(thing) or thing.__module__ == GENERATED:
            continue
        if ">>>" not in (thing.__doc__ or ""):
            without.append(name)
    assert without == []


@pytest.mark.parametrize("page", ["docs/guide/python.md", "python/README.md"])
def test_pages(page: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page run one after the other, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", (TOP / page).read_text(), re.DOTALL)
    assert blocks
    names: dict[str, object] = {"__name__": "page"}
    for block in blocks:
        exec(compile(block, page, "exec"), names)


@pytest.mark.parametrize(
    "script", sorted((TOP / "examples" / "python").glob("*.py")), ids=lambda path: path.stem
)
def test_scripts(script: pathlib.Path) -> None:
    """Pages on other tools have a script; without the other tool it runs Lethe alone."""
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_notebooks(tmp_path: pathlib.Path) -> None:
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    notebooks = sorted((TOP / "examples" / "notebooks").glob("*.ipynb"))
    assert len(notebooks) == 4
    for path in notebooks:
        notebook = nbformat.read(path, as_version=4)
        client = nbclient.NotebookClient(
            notebook, timeout=600, resources={"metadata": {"path": str(tmp_path)}}
        )
        client.execute()


def test_check_estimator() -> None:
    from sklearn.utils.estimator_checks import check_estimator

    from lethe.sklearn import Protect

    # Masking is of all rows together: it is not the same row by row, nor for a few of them.
    not_by_nature = {
        "check_methods_sample_order_invariance": "rows are masked together",
        "check_methods_subset_invariance": "rows are masked together",
    }
    check_estimator(
        Protect("noise", {"p": 5}), expected_failed_checks=not_by_nature, on_fail="raise"
    )
