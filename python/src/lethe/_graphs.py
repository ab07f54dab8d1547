"""Social graphs: of networkx, or a frame of edges and one of nodes."""

from __future__ import annotations

import csv
import json
import math
import os
from typing import TYPE_CHECKING, Any

from lethe._arguments import Columns, listed, takes
from lethe._engine import Json
from lethe._errors import InputError, UsageError
from lethe._folder import private_folder, run_in_folder
from lethe._results import PrivateLog, Result
from lethe._tables import PolicyLike

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from lethe import _options as o


#: What our files are to the caller.
_FILES = {
    "edges.csv": "edges",
    "nodes.csv": "nodes",
    "out.csv": "the released edges",
    "out_nodes.csv": "the released nodes",
    "out.csv.lethe.json": "the record",
    "out.csv.lethe.private.json": "the private log",
    "log.json": "the private log",
    "policy.toml": "policy",
}


class ProtectedGraph:
    """A protected graph in the flavour that came in, and what is known of it.

    Of networkx, `graph` is a graph; of frames, `edges` and `nodes` are frames of pandas.
    """

    def __init__(
        self, files: dict[str, str], summary: Json, directed: bool, networkx: bool
    ) -> None:
        self._edges, self._nodes = _rows(files["edges"]), _rows(files["nodes"])
        self._directed, self._networkx = directed, networkx
        self.summary = summary
        self.record: Json = json.loads(files["record"])
        self.private = PrivateLog(files["log"])

    @property
    def edges(self) -> Any:
        """The edges as a data frame."""
        return _frame(self._edges)

    @property
    def nodes(self) -> Any:
        """The nodes as a data frame."""
        return _frame(self._nodes)

    @property
    def graph(self) -> Any:
        """As a graph of networkx."""
        import networkx as nx

        graph = nx.DiGraph() if self._directed else nx.Graph()
        names = self._nodes[0]
        for row in self._nodes[1:]:
            values = dict(zip(names[1:], row[1:], strict=True))
            graph.add_node(row[0], **{key: value for key, value in values.items() if value != ""})
        for row in self._edges[1:]:
            more = dict(zip(self._edges[0][2:], row[2:], strict=True))
            graph.add_edge(row[0], row[1], **more)
        return graph

    def __repr__(self) -> str:
        return f"<lethe.ProtectedGraph: {len(self._nodes) - 1} nodes, {len(self._edges) - 1} edges>"


def _rows(text: str) -> list[list[str]]:
    return list(csv.reader(text.splitlines()))


def _frame(rows: list[list[str]]) -> Any:
    import pandas as pd

    frame = pd.DataFrame(rows[1:], columns=rows[0])
    for name in frame.columns:
        numbers = pd.to_numeric(frame[name], errors="coerce")
        if not (numbers.isna() & (frame[name] != "")).any():
            frame[name] = numbers
    return frame


def _write_rows(path: str, names: list[str], rows: Any) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        try:
            writer.writerow(names)
            writer.writerows(rows)
        except UnicodeEncodeError:
            raise InputError("a text has half a character (a lone surrogate)") from None


def _missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def _write_graph(graph: Any, nodes: Any, folder: str) -> tuple[list[str], bool, bool]:
    """The files of a graph, whether its edges have a direction, and whether it is of networkx."""
    edges_path, nodes_path = os.path.join(folder, "edges.csv"), os.path.join(folder, "nodes.csv")
    if type(graph).__module__.startswith("networkx"):
        if graph.is_multigraph():
            raise InputError("a graph with several edges between two nodes cannot be taken")
        directed = bool(graph.is_directed())
        weighted = any("weight" in data for _, _, data in graph.edges(data=True))
        rows = [
            (a, b, data.get("weight", 1)) if weighted else (a, b)
            for a, b, data in graph.edges(data=True)
        ]
        _write_rows(edges_path, ["from", "to", "weight"][: 3 if weighted else 2], rows)
        names = list(dict.fromkeys(key for _, data in graph.nodes(data=True) for key in data))
        listed_nodes = [
            [node, *("" if _missing(data.get(name)) else data.get(name) for name in names)]
            for node, data in graph.nodes(data=True)
        ]
        _write_rows(nodes_path, ["id", *map(str, names)], listed_nodes)
        return [edges_path, nodes_path], directed, True
    if not hasattr(graph, "columns"):
        raise UsageError("a graph is one of networkx, or a frame of edges and one of nodes")
    paths = []
    for frame, path in ((graph, edges_path), (nodes, nodes_path)):
        if frame is None:
            continue
        rows = frame.rows() if hasattr(frame, "rows") else frame.itertuples(index=False)
        cleaned = [["" if _missing(value) else value for value in row] for row in rows]
        _write_rows(path, [str(name) for name in frame.columns], cleaned)
        paths.append(path)
    return paths, False, False


def _read_file(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


@takes("ProtectGraph", "graph", "output", "output_nodes", "force", "dry_run")
def protect_graph(
    graph: Any,
    nodes: Any = None,
    *,
    k: int = 5,
    policy: PolicyLike = None,
    attributes: Columns = None,
    **options: Unpack[o.ProtectGraph],
) -> ProtectedGraph:
    """Protect a graph: each node hides among at least k by what it is.

    `graph` is one of networkx, or a frame of edges with `nodes`, whose first column is the id.

    >>> import lethe, networkx
    >>> club = networkx.karate_club_graph()
    >>> lethe.protect_graph(club, k=4, seed=1).graph.number_of_nodes()
    34
    """
    from lethe._documents import _policy_file

    call: dict[str, Any] = dict(options)
    with private_folder() as folder:
        paths, directed, networkx = _write_graph(graph, nodes, folder)
        target, target_nodes = (
            os.path.join(folder, "out.csv"),
            os.path.join(folder, "out_nodes.csv"),
        )
        if networkx:
            call["directed" if directed else "undirected"] = True
        call.update(graph=paths, output=target, output_nodes=target_nodes, k=k)
        call.update(policy=_policy_file(policy, folder))
        call.update(attributes=listed(attributes, "attributes"))
        answer = run_in_folder("protect", "graph", call, folder, _FILES)
        files = {
            "edges": _read_file(target),
            "nodes": _read_file(target_nodes),
            "record": _read_file(target + ".lethe.json"),
            "log": _read_file(target + ".lethe.private.json"),
        }
    return ProtectedGraph(files, answer.json, directed or bool(call.get("directed")), networkx)


@takes("InspectGraph", "graph")
def inspect_graph(graph: Any, nodes: Any = None, **options: Any) -> Result:
    """What is in a graph, and who stands out by what she is and by her neighbours.

    >>> import lethe, networkx
    >>> lethe.inspect_graph(networkx.karate_club_graph()).kind
    'graph'
    """
    call: dict[str, Any] = dict(options)
    with private_folder() as folder:
        paths, directed, networkx = _write_graph(graph, nodes, folder)
        if networkx:
            call["directed" if directed else "undirected"] = True
        call["graph"] = paths
        return Result(run_in_folder("inspect", "graph", call, folder, _FILES))


def _judge(
    operation: str, graph: Any, released: ProtectedGraph, nodes: Any, options: Any
) -> Result:
    if not isinstance(released, ProtectedGraph):
        raise UsageError("released is what protect_graph returned")
    call: dict[str, Any] = dict(options)
    with private_folder() as folder:
        paths, _, _ = _write_graph(graph, nodes, folder)
        target, target_nodes = (
            os.path.join(folder, "out.csv"),
            os.path.join(folder, "out_nodes.csv"),
        )
        _write_rows(target, released._edges[0], released._edges[1:])
        _write_rows(target_nodes, released._nodes[0], released._nodes[1:])
        log = os.path.join(folder, "log.json")
        body = released.private.to_dict()
        body.pop("files", None)
        with open(log, "w", encoding="utf-8") as file:
            json.dump(body, file)
        call.update(original=paths[0], log=log)
        several = operation == "assess"  # which takes the releases of several protections
        call["protected"] = [target] if several else target
        call["protected_nodes"] = [target_nodes] if several else target_nodes
        if len(paths) > 1:
            call["nodes"] = paths[1]
        return Result(run_in_folder(operation, "graph", call, folder, _FILES))


@takes("AssessGraph", "protected", "protected_nodes", "log")
def assess_graph(graph: Any, released: ProtectedGraph, nodes: Any = None, **options: Any) -> Result:
    """What protecting did to a graph: who can be found, what is lost.

    >>> import lethe, networkx
    >>> club = networkx.karate_club_graph()
    >>> made = lethe.protect_graph(club, k=4, seed=1)
    >>> lethe.assess_graph(club, made, seed=1)["releases"][0]["k"] >= 4
    True
    """
    return _judge("assess", graph, released, nodes, options)


@takes("AttackGraph", "protected", "protected_nodes", "log")
def attack_graph(graph: Any, released: ProtectedGraph, nodes: Any = None, **options: Any) -> Result:
    """Try to find the nodes of a graph in its release.

    >>> import lethe, networkx
    >>> club = networkx.karate_club_graph()
    >>> made = lethe.protect_graph(club, k=4, seed=1)
    >>> [one["name"] for one in lethe.attack_graph(club, made, seed=1).records()]
    ['profile-linkage', 'structural-risk', 'structural-linkage']
    """
    return _judge("attack", graph, released, nodes, options)
