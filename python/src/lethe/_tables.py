"""What can be asked of a table: one function for each operation."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lethe._arguments import Columns, listed, settings, takes
from lethe._engine import Answer, ProgressLike, run
from lethe._errors import Error, IoError, UsageError, Warning
from lethe._folder import private_folder
from lethe._frames import Source, Table, flavoured, source_of
from lethe._policy import Policy, policy_source
from lethe._results import Release, Result, page_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from lethe import _options as o

PolicyLike = Policy | Mapping[str, Any] | str | os.PathLike[str] | None


class _Call:
    """Collects options and what is handed over."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = dict(options)
        self.inputs: list[tuple[str, object]] = []
        self.handed: list[tuple[object, Source]] = []
        self.seed = self.options.pop("seed", None)
        self.threads = self.options.pop("threads", None)
        self.progress: ProgressLike = self.options.pop("progress", None)
        self.say: Callable[[str], None] | None = self.options.pop("say", None)

    def table(self, option: str, table: Any) -> Source:
        if isinstance(table, Release):
            inputs = table.inputs(option)
            source = Source(inputs[0][0], inputs)
        else:
            for earlier, source in self.handed:
                if earlier is table:  # one table twice: it is handed over once
                    self.options[option] = source.text
                    return source
            source = source_of(table, option)
            self.handed.append((table, source))
        self.options[option] = source.text
        self.inputs += source.inputs
        return source

    def policy(self, policy: PolicyLike) -> None:
        text, inputs = policy_source(policy)
        self.options["policy"] = text
        self.inputs += inputs

    def run(self, operation: str, data: str = "table") -> Answer:
        answer = run(
            operation,
            data,
            self.options,
            self.inputs,
            seed=self.seed,
            threads=self.threads,
            progress=self.progress,
            say=self.say,
        )
        notes = [f"note: {note}" for _, source in self.handed for note in source.flavour.notes]
        if self.say is not None:
            for note in notes:
                self.say(note)
        return replace(answer, notes=[*notes, *answer.notes])


@takes("InspectTable")
def inspect(data: Any, *, columns: Columns = None, **options: Unpack[o.InspectTable]) -> Inspection:
    """What is in a table, who can be found by it, and a policy to begin with.

    >>> import lethe
    >>> people = lethe.sample("census", rows=200, seed=1)
    >>> found = lethe.inspect(people)
    >>> found.policy
    <lethe.Policy: 15 columns, 1 step>
    """
    call = _Call(options)
    call.options["columns"] = listed(columns)
    call.table("data", data)
    return Inspection(call.run("inspect"))


class Inspection(Result):
    """The first look at data."""

    @property
    def policy(self) -> Policy:
        """A policy to begin with, to be read and corrected."""
        return Policy.from_toml(str(self.details["policy"]))


class Advice(Result):
    """Policies that were tried; the recommended one, and others beside it."""

    def __init__(self, answer: Answer, policies: dict[str, Policy]) -> None:
        super().__init__(answer)
        #: By name: "policy" is the recommended one.
        self.policies = policies

    @property
    def policy(self) -> Policy:
        """The recommended policy."""
        if "policy" not in self.policies:
            raise UsageError("nothing that was tried is recommended")
        return self.policies["policy"]


def _searched(call: _Call, operation: str) -> Advice:
    """A search whose policies are written to a folder: one of ours, unless one was given."""
    with private_folder() as folder:
        given = call.options.get("output")
        call.options["output"] = given or os.path.join(folder, "search")
        failed: Error | None = None
        try:
            answer = call.run(operation)
        except Error as error:
            if not isinstance(error.result, Answer):
                raise
            failed, answer = error, error.result
        policies = {}
        where = os.fspath(call.options["output"])
        for name in sorted(os.listdir(where)) if os.path.isdir(where) else []:
            if name.endswith(".toml"):
                with open(os.path.join(where, name), encoding="utf-8") as file:
                    policies[name.removesuffix(".toml")] = Policy.from_toml(file.read())
        found = Advice(answer, policies)
        if not given:
            found.details.pop("output", None)
            found.details.pop("next", None)
        if failed is not None:
            failed.result = found
            raise failed
        return found


@takes("AdviseTable")
def advise(data: Any, *, policy: PolicyLike = None, **options: Unpack[o.AdviseTable]) -> Advice:
    """Find the policy that meets your constraints and loses least.

    >>> import lethe
    >>> people = lethe.sample("census", rows=100, seed=1)
    >>> advice = lethe.advise(people, k=3, max_risk=40, seed=1)
    >>> release = lethe.protect(people, advice.policy, seed=1)
    """
    call = _Call(options)
    call.policy(policy)
    call.table("data", data)
    return _searched(call, "advise")


@takes("ExploreTable")
def explore(
    data: Any,
    *,
    columns: Columns = None,
    policy: PolicyLike = None,
    **options: Unpack[o.ExploreTable],
) -> Advice:
    """Try many protections: risk and loss of each, those that no other beats, a recommendation.

    >>> import lethe
    >>> people = lethe.sample("census", rows=60, seed=1)
    >>> map = lethe.explore(people, columns=["age", "sex"], seed=1)
    >>> len(map.records()) > 10
    True
    """
    call = _Call(options)
    call.options["columns"] = listed(columns)
    call.policy(policy)
    call.table("data", data)
    return _searched(call, "explore")


def _if_any(identifiers: Columns) -> list[str] | None:
    """None of them is what it says: nothing is dropped."""
    some = identifiers is not None and len(identifiers) > 0
    return listed(identifiers, "identifiers") if some else None


@takes("ProtectTable", "dry_run", "force")
def protect(
    data: Any,
    policy: PolicyLike = None,
    *,
    method: str | None = None,
    columns: Columns = None,
    identifiers: Columns = None,
    set: Mapping[str, Any] | None = None,
    **options: Unpack[o.ProtectTable],
) -> Release:
    """Mask a table by a policy, or by one method; the release stays in memory.

    >>> import lethe
    >>> people = lethe.sample("census", rows=100, seed=1)
    >>> release = lethe.protect(people, method="mdav", set={"k": 5}, columns=["age", "AGI"], seed=1)
    >>> release.guarantees[0]["smallest"]
    5
    """
    call = _Call(options)
    if "output" in call.options:
        raise UsageError("the release stays in memory; release.write(path) writes it")
    call.options.update(
        method=method,
        set=settings(set),
        columns=listed(columns),
        identifiers=_if_any(identifiers),
        output="memory:release",
    )
    call.policy(policy)
    source = call.table("data", data)
    return Release(call.run("protect"), source.flavour)


@takes("ProtectTable", "output", "dry_run", "force", "assess")
def plan(
    data: Any,
    policy: PolicyLike = None,
    *,
    method: str | None = None,
    columns: Columns = None,
    set: Mapping[str, Any] | None = None,
    **options: Unpack[o.ProtectTable],
) -> Result:
    """What protect would do, without doing it: columns with their roles, and the steps.

    >>> import lethe
    >>> people = lethe.sample("census", rows=100, seed=1)
    >>> lethe.plan(people, method="mdav", columns=["age"])["steps"][0]["method"]
    'mdav'
    """
    call = _Call(options)
    call.options.update(method=method, set=settings(set), columns=listed(columns), dry_run=True)
    call.policy(policy)
    call.table("data", data)
    return Result(call.run("protect"))


@takes("EvolveTable")
def evolve(
    data: Any,
    *,
    columns: Columns = None,
    policy: PolicyLike = None,
    **options: Unpack[o.EvolveTable],
) -> Result:
    """Let protected files compete and improve, beyond what any fixed method reaches.

    With `output`, a folder, the best file is written there with its record.

    >>> import lethe
    >>> people = lethe.sample("census", rows=40, seed=1)
    >>> found = lethe.evolve(people, columns=["sex", "region"], generations=3, seed=1)
    >>> found.kind
    'evolution'
    """
    call = _Call(options)
    call.options["columns"] = listed(columns)
    call.policy(policy)
    call.table("data", data)
    return Result(call.run("evolve"))


@takes("AttackTable")
def attack(
    original: Any,
    masked: Any,
    attack: Columns = None,
    *,
    columns: Columns = None,
    policy: PolicyLike = None,
    set: Mapping[str, Any] | None = None,
    **options: Unpack[o.AttackTable],
) -> Result:
    """Try to re-identify the records of a release: by one attack, several, or all.

    `masked` is a release of `protect`, whose record the intruder has, or any table.

    >>> import lethe
    >>> people = lethe.sample("census", rows=100, seed=1)
    >>> release = lethe.protect(people, method="mdav", set={"k": 5}, seed=1)
    >>> lethe.attack(people, release, "distance-linkage", seed=1).value < 25
    True
    """
    call = _Call(options)
    call.options.update(attack=listed(attack, "attack"), columns=listed(columns), set=settings(set))
    call.policy(policy)
    call.table("original", original)
    call.table("masked", masked)
    return Result(call.run("attack"))


@takes("MeasureTable")
def measure(
    original: Any,
    masked: Any,
    measure: Columns = None,
    *,
    columns: Columns = None,
    policy: PolicyLike = None,
    set: Mapping[str, Any] | None = None,
    **options: Unpack[o.MeasureTable],
) -> Result:
    """Measure what a release lost: by one measure, several, or all.

    >>> import lethe
    >>> people = lethe.sample("census", rows=100, seed=1)
    >>> release = lethe.protect(people, method="mdav", set={"k": 5}, seed=1)
    >>> 0 < lethe.measure(people, release, "sse").value < 100
    True
    """
    call = _Call(options)
    call.options.update(
        measure=listed(measure, "measure"), columns=listed(columns), set=settings(set)
    )
    call.policy(policy)
    call.table("original", original)
    call.table("masked", masked)
    return Result(call.run("measure"))


@takes("AssessTable")
def assess(
    original: Any,
    masked: Any,
    *,
    columns: Columns = None,
    policy: PolicyLike = None,
    **options: Unpack[o.AssessTable],
) -> Result:
    """Attack and measure a release, and judge it.

    >>> import lethe
    >>> people = lethe.sample("census", rows=100, seed=1)
    >>> release = lethe.protect(people, method="mdav", set={"k": 5}, seed=1)
    >>> lethe.assess(people, release, seed=1)["verdict"]["passed"] in (True, False)
    True
    """
    call = _Call(options)
    call.options["columns"] = listed(columns)
    call.policy(policy)
    call.table("original", original)
    call.table("masked", masked)
    return Result(call.run("assess"))


@takes("CompareTable")
def compare(
    original: Any,
    masked: Any,
    *,
    columns: Columns = None,
    policy: PolicyLike = None,
    **options: Unpack[o.CompareTable],
) -> Result:
    """Distributions before and after, column by column.

    >>> import lethe
    >>> people = lethe.sample("census", rows=100, seed=1)
    >>> release = lethe.protect(people, method="mdav", set={"k": 5}, seed=1)
    >>> lethe.compare(people, release).kind
    'comparison'
    """
    call = _Call(options)
    call.options["columns"] = listed(columns)
    call.policy(policy)
    call.table("original", original)
    call.table("masked", masked)
    return Result(call.run("compare"))


@takes("ExplainTable")
def explain(
    original: Any,
    masked: Any,
    *,
    columns: Columns = None,
    policy: PolicyLike = None,
    **options: Unpack[o.ExplainTable],
) -> Result:
    """Why a record was found, or not: its nearest candidates and how far each column is off.

    >>> import lethe
    >>> people = lethe.sample("census", rows=100, seed=1)
    >>> release = lethe.protect(people, method="noise", set={"p": 5}, seed=1)
    >>> lethe.explain(people, release, row=1).kind
    'link-explanation'
    """
    call = _Call(options)
    call.options["columns"] = listed(columns)
    call.policy(policy)
    call.table("original", original)
    call.table("masked", masked)
    return Result(call.run("explain"))


@takes("Verify")
def verify(certificate: Any, original: Any, masked: Any, **options: Any) -> Result:
    """Check a certificate of supervised linkage against the data.

    >>> import lethe, os, tempfile
    >>> people = lethe.sample("census", rows=60, seed=1)
    >>> known = ["age", "AGI"]
    >>> release = lethe.protect(people, method="noise", set={"p": 10}, columns=known, seed=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     proof = os.path.join(folder, "proof.json")
    ...     found = lethe.attack(
    ...         people, release, "supervised-linkage", columns=known, certificate=proof, seed=1
    ...     )
    ...     lethe.verify(proof, people, release)["proven"]
    True
    """
    call = _Call({**options, "certificate": certificate})
    call.table("original", original)
    call.table("masked", masked)
    return Result(call.run("verify", ""))


def report(
    *results: Result | Release, path: str | os.PathLike[str] | None = None, publish: bool = False
) -> str:
    """One page of HTML to read, print and sign, from releases and results.

    >>> import lethe
    >>> people = lethe.sample("census", rows=100, seed=1)
    >>> release = lethe.protect(people, method="mdav", set={"k": 5}, seed=1)
    >>> "</html>" in lethe.report(release, lethe.inspect(people))
    True
    """
    import json

    if not results:
        raise UsageError("give at least one release or result")
    inputs: list[tuple[str, str]] = []
    for place, result in enumerate(results):
        if not isinstance(result, (Result, Release)):
            kind = type(result).__name__
            raise UsageError(f"a report is made of releases and results, not of a {kind}")
        name = f"memory:{place}"
        if isinstance(result, Release):
            inputs.append((f"{name}.lethe.json", json.dumps(result.record)))
            inputs.append((f"{name}.lethe.private.json", result.private.text))
        else:
            inputs.append((f"{name}.json", json.dumps(result.details)))
    page = page_of(inputs, publish)
    if path is not None:
        mode = 0o644 if publish else 0o600
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(page)
        except OSError as error:
            raise IoError(f"{os.fspath(path)}: cannot be written: {error.strerror}") from None
    return page


@takes("Methods")
def methods(name: str | None = None, **options: Unpack[o.Methods]) -> Result:
    """List masking methods, attacks and loss measures, or explain one.

    >>> import lethe
    >>> lethe.methods("mdav").records()[0]["title"]
    'Microaggregation (MDAV)'
    """
    call = _Call({**options, "name": name})
    return Result(call.run("methods", ""))


def sample(
    what: str = "census",
    *,
    rows: int = 1000,
    seed: int | None = None,
    flavour: str | None = None,
) -> Any:
    """Synthetic people to try things on: "census" or "survey".

    `flavour` is "pandas", "polars", "pyarrow" or "table"; by default the first that is installed.

    >>> import lethe
    >>> len(lethe.sample("census", rows=10, seed=1))
    10
    """
    if what not in ("census", "survey"):
        raise UsageError('people are of a "census" or a "survey"')
    answer = run(
        "sample",
        "",
        {"what": what, "rows": rows, "output": "memory:sample"},
        seed=seed,
        progress=False,
    )
    return flavoured(Table(lambda: answer.table("memory:sample")), flavour)


def masked(
    data: Any,
    method: str,
    parameters: Mapping[str, Any],
    columns: Columns,
    options: Mapping[str, Any],
) -> Any:
    """One masking method: the frame in the flavour that came in. For the generated functions."""
    given = {key: value for key, value in parameters.items() if value is not None}
    release = protect(data, method=method, set=given, columns=columns, **options)
    for line in [*release.warnings, *map(_changed_words, release.changed_types)]:
        warnings.warn(line.removeprefix("note: "), Warning, stacklevel=3)
    return release.data


def _changed_words(changed: Mapping[str, str]) -> str:
    return (
        f'column "{changed["column"]}" is {changed["to"]} now, not {changed["from"]}: its values '
        "did not fit"
    )


def run_operation(
    operation: str,
    data: str,
    options: Mapping[str, Any],
    *,
    seed: int | None = None,
    threads: int | None = None,
    progress: ProgressLike = None,
    say: Callable[[str], None] | None = None,
) -> Result:
    """An operation by its name, with files by their paths: what a command of the shell does.

    `data` is the kind of data that it takes ("table", "documents", "vectors", "graph"; "" where it
    takes what it takes), `options` are those of `lethe.describe()`. This is how the studio writes
    the steps of a project as Python.

    >>> import lethe
    >>> lethe.run("methods", "", {"data": "graph"}).kind
    'methods'
    """
    return Result(
        run(operation, data, options, seed=seed, threads=threads, progress=progress, say=say)
    )
