"""How calls behave: errors, progress, Ctrl-C, threads, fork, shutdown; what is private stays so."""

from __future__ import annotations

import json
import multiprocessing
import pathlib
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor

import pandas as pd
import pytest
from conftest import mixed, run_python

import lethe


def test_errors_by_kind_with_all_problems(people: pd.DataFrame) -> None:
    with pytest.raises(lethe.UsageError) as raised:
        lethe.protect(people, method="mdaw", columns=["age"], identifiers=["x"], order="odd")  # type: ignore[call-arg, typeddict-item]
    assert isinstance(raised.value, ValueError)
    assert len(raised.value.problems) >= 2
    assert any('did you mean "mdav"' in str(one) for one in raised.value.problems)
    with pytest.raises(lethe.UsageError, match="agee"):
        lethe.protect(people, method="mdav", columns=["agee"])
    with pytest.raises(lethe.IoError):
        lethe.inspect("no-such-file.csv")
    with pytest.raises(lethe.UsageError, match="a list"):
        lethe.inspect([1, 2])
    assert issubclass(lethe.IoError, OSError)
    with pytest.raises(lethe.UnmetError) as unmet:
        lethe.explore(people.head(40), columns=["age"], max_risk=0.001, seed=1)
    assert unmet.value.result.kind == "exploration"


def test_no_value_is_in_a_message() -> None:
    frame = pd.DataFrame({"name": ["Ottilie", "Bertha"], "odd": ["Ottilie", 3]})
    with pytest.raises(lethe.Error) as raised:
        lethe.inspect(frame)
    assert "Ottilie" not in str(raised.value)


def test_private_things_are_not_shown(people: pd.DataFrame) -> None:
    release = lethe.protect(people, method="mdav", columns=["age"], seed=987654321)
    for shown in (repr(release), repr(release.private), str(release.record), release._repr_html_()):
        assert "987654321" not in shown
    assert release.private.to_dict()["seed"] == 987654321
    explained = lethe.explain(people, release, row=1)
    assert explained.text not in repr(explained)


def test_results(people: pd.DataFrame, tmp_path: pathlib.Path) -> None:
    release = lethe.protect(people, method="mdav", columns=["age", "income"], seed=1, assess=True)
    assert release.assessment is not None
    assert release.guarantees[0]["holds"] is True
    attacked = lethe.attack(people, release, ["distance-linkage", "probabilistic-linkage"], seed=1)
    assert attacked.value == attacked.details["worst"]["value"]
    assert list(attacked.to_frame()["name"]) == ["distance-linkage", "probabilistic-linkage"]
    assert attacked.to_dict() == attacked.details
    assert "<iframe" in attacked._repr_html_()
    found = lethe.inspect(people)
    assert found.plot().svg.startswith("<svg")
    found.plot().save(tmp_path / "drawing.svg")
    page = lethe.report(release, attacked, found, path=tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text() == page
    with pytest.raises(lethe.UsageError):
        release.write(tmp_path / "release.odd")
    (tmp_path / "mine.csv").write_text("a\n1\n")
    with pytest.raises(lethe.UsageError):
        release.write(tmp_path / "mine.csv")
    release.write(tmp_path / "mine.csv", replace=True)


def test_seed_and_threads(people: pd.DataFrame) -> None:
    one = lethe.noise(people, columns=["age", "income"], seed=4, threads=1)
    three = lethe.noise(people, columns=["age", "income"], seed=4, threads=3)
    other = lethe.noise(people, columns=["age", "income"], seed=5)
    pd.testing.assert_frame_equal(one, three)
    assert not one.equals(other)


def test_every_method_has_a_function() -> None:
    for method in lethe.describe()["methods"]:
        if method["family"] == "mask" and method["data"] == "table":
            assert callable(getattr(lethe, method["name"].replace("-", "_")))


def test_policy_round_trip(people: pd.DataFrame, tmp_path: pathlib.Path) -> None:
    text = lethe.inspect(people).details["policy"]
    policy = lethe.Policy.from_toml(text)
    assert policy.to_toml() == text
    policy.steps.clear()
    policy.add_step("mdav", columns=["age"], k=4)
    again = lethe.Policy.from_toml(policy.to_toml())
    assert again == policy
    policy.save(tmp_path / "policy.toml")
    first = lethe.protect(people, policy, seed=1)
    second = lethe.protect(people, tmp_path / "policy.toml", seed=1)
    pd.testing.assert_frame_equal(first.data, second.data)
    with pytest.raises(lethe.UsageError) as raised:
        lethe.protect(people, "[columns]\nage = { role = 'odd' }\n[[step]]\nmethod = 'mdaw'\n")
    assert len(raised.value.problems) == 2
    assert raised.value.problems[0].line == 2


def test_progress_and_notes() -> None:
    seen: list[tuple[str, int, int]] = []
    said: list[str] = []
    lethe.explore(
        mixed(200), columns=["age", "income", "hours"], seed=1, say=said.append,
        progress=lambda task, done, total: seen.append((task, done, total)),
    )  # fmt: skip
    assert any(total > 0 for _, _, total in seen)


def test_an_exception_in_progress_stops() -> None:
    def fail(task: str, done: int, total: int) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        lethe.explore(mixed(400), seed=1, progress=fail)


def test_many_threads() -> None:
    frames = [mixed(60, seed) for seed in range(6)]
    alone = [lethe.mdav(frame, columns=["age", "income"], seed=1) for frame in frames]
    made: dict[int, pd.DataFrame] = {}

    def work(place: int) -> None:
        made[place] = lethe.mdav(frames[place], columns=["age", "income"], seed=1)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for place, frame in enumerate(alone):
        pd.testing.assert_frame_equal(made[place], frame)


LONG = """
import sys, time, lethe
people = lethe.sample("census", rows=3000, seed=1)
print("begun", flush=True)
try:
    lethe.explore(people, seed=1, sample=0)
except KeyboardInterrupt:
    print("stopped", flush=True)
"""


def test_ctrl_c() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", LONG], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        time.sleep(1)
        asked = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "stopped\n"
        assert time.monotonic() - asked < 20
        assert process.wait(60) == 0


def test_the_other_threads_run_on() -> None:
    """The GIL is free during a call."""
    counted = 0
    done = threading.Event()

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    lethe.explore(mixed(300), columns=["age", "income", "hours"], seed=1, progress=False)
    done.set()
    thread.join()
    assert counted > 20


def test_fork() -> None:
    told = run_python(
        "import os, lethe, sys\n"
        "people = lethe.sample('census', rows=50, seed=1)\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    try:\n"
        "        lethe.mdav(people, columns=['age'])\n"
        "    except lethe.UsageError as error:\n"
        "        os._exit(7 if 'forked' in str(error) else 1)\n"
        "    os._exit(2)\n"
        "sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
    )
    assert told.returncode == 7, told.stderr


def test_fork_before_the_first_call() -> None:
    told = run_python(
        "import os, lethe, sys\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    lethe.sample('census', rows=50, seed=1)\n"
        "    os._exit(0)\n"
        "sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
    )
    assert told.returncode == 0, told.stderr


def test_shutdown_while_a_thread_calls() -> None:
    told = run_python(
        "import threading, time, lethe\n"
        "people = lethe.sample('census', rows=3000, seed=1)\n"
        "threading.Thread(target=lambda: lethe.explore(people, seed=1, sample=0), daemon=True).start()\n"
        "time.sleep(1.5)\n"
    )
    assert told.returncode == 0, told.stderr


def test_a_call_after_the_end() -> None:
    """Of those who come too late: functions that are called at exit, after Lethe was closed."""
    told = run_python(
        "import atexit\n"
        "def late():\n"
        "    for call in (lambda: lethe.sample(rows=5), lambda: made.write('late.csv')):\n"
        "        try:\n"
        "            call()\n"
        "        except lethe.StoppedError as error:\n"
        "            print(error)\n"
        "atexit.register(late)\n"
        "import lethe\n"
        "made = lethe.protect(lethe.sample(rows=50, seed=1), method='mdav', columns=['age'])\n"
    )
    assert told.stdout == "the interpreter is shutting down\n" * 2, told.stderr
    assert told.returncode == 0


@pytest.mark.parametrize("start", ["spawn", "fork"])
def test_workers(start: str) -> None:
    """Results and errors come back from other processes; a forked one says why it cannot."""
    context = multiprocessing.get_context(start)
    lethe.methods("mdav")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        if start == "fork":
            with pytest.raises(lethe.UsageError, match="forked"):
                pool.submit(lethe.inspect, mixed(30)).result()
            return
        assert pool.submit(lethe.inspect, mixed(30)).result().kind == "inspection"
        with pytest.raises(lethe.InputError) as raised:
            pool.submit(lethe.inspect, pd.DataFrame({"a": [[1]], "b": [{}]})).result()
        assert len(raised.value.problems) == 2


def test_a_frame_that_changes_during_the_call() -> None:
    frame = mixed(2000)
    stop = threading.Event()

    def change() -> None:
        while not stop.is_set():
            frame["age"] = frame["age"].to_numpy()[::-1].copy()

    thread = threading.Thread(target=change)
    thread.start()
    try:
        assert len(lethe.mdav(frame, columns=["age", "income"], seed=1)) == 2000
    finally:
        stop.set()
        thread.join()


def test_import_is_quick_and_lazy() -> None:
    told = run_python(
        "import sys, time\nbegun = time.perf_counter()\nimport lethe\n"
        "print(time.perf_counter() - begun)\n"
        "assert not {'pandas', 'numpy', 'polars', 'pyarrow', 'sklearn'} & set(sys.modules)\n"
    )
    assert told.returncode == 0, told.stderr


def test_the_command_line_comes_along() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "lethe", "--version"], capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == f"lethe {lethe.__version__}"


def test_sanitize() -> None:
    texts = [
        "Dr Müller called Anna Smith on 12 May 2021.",
        "",
        "Nothing to see.",
        "Write to anna@example.org",
    ]
    made = lethe.sanitize(texts, seed=1)
    assert len(made) == 4
    assert made[1] == ""
    assert made[2] == "Nothing to see."
    for text, spans in zip(texts, made.spans, strict=True):
        for span in spans:
            assert text[span.start : span.end].strip() == text[span.start : span.end]
    assert [texts[0][span.start : span.end] for span in made.spans[0]] == [
        "Dr Müller",
        "Anna Smith",
        "12 May 2021",
    ]
    assert "Anna" not in " ".join(made.texts)
    assert "Anna" not in repr(made) + repr(made.documents)
    assert lethe.sanitize(pd.Series(texts)).texts == made.texts
    assert lethe.sanitize(texts, set={"date": "keep"})[0].endswith("12 May 2021.")
    with pytest.raises(lethe.InputError):
        lethe.sanitize([1])


def test_vectors() -> None:
    import numpy as np
    from scipy import sparse

    rng = np.random.default_rng(1)
    counts = sparse.csr_array(rng.poisson(0.6, (40, 12)).astype(float) + np.eye(40, 12))
    terms = [f"word{i}" for i in range(12)]
    made = lethe.protect_vectors(counts, terms, k=4, seed=1)
    rows = {tuple(row) for row in made.matrix.toarray()}
    assert len(rows) <= 10
    assert set(made.terms) <= set(terms)
    again = lethe.protect_vectors(counts, terms, k=4, seed=1)
    assert (made.matrix != again.matrix).nnz == 0
    assert lethe.assess_vectors(counts, made, terms, seed=1).kind == "vector-assessment"


def test_graphs() -> None:
    import networkx as nx

    club = nx.karate_club_graph()
    made = lethe.protect_graph(club, k=4, seed=1)
    graph = made.graph
    assert graph.number_of_nodes() == 34
    assert graph.number_of_edges() == club.number_of_edges()
    edges = pd.DataFrame(list(club.edges()), columns=["from", "to"])
    nodes = pd.DataFrame({"id": list(club.nodes()), "club": [club.nodes[n]["club"] for n in club]})
    framed = lethe.protect_graph(edges, nodes, k=4, seed=1)
    assert len(framed.edges) == len(edges)
    assert framed.nodes["club"].value_counts().min() >= 4
    assert lethe.assess_graph(club, made, seed=1).kind == "graph-assessment"
    assert json.dumps(made.record)


def test_one_table_twice(people: pd.DataFrame) -> None:
    """A table that is held against itself is handed over once; the figures are the same."""
    known = ["age", "sex", "town"]
    twice = lethe.attack(people, people, "uniqueness", columns=known, seed=1, progress=False)
    copied = lethe.attack(
        people, people.copy(), "uniqueness", columns=known, seed=1, progress=False
    )
    assert twice.value == copied.value
    assert twice["attacks"][0]["details"] == copied["attacks"][0]["details"]
