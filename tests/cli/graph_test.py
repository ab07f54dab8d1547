#!/usr/bin/env python3
"""lethe graph info, convert and extract; lethe sample network; and what is wrong with their files."""
import csv
import json
import stat
import unittest

from support import TOP, CliTest

NETWORK = TOP / "examples" / "network"


class Graphs(CliTest):
    def rows(self, name):
        with open(self.folder / name, newline="") as file:
            return list(csv.DictReader(file))

    def test_info(self):
        self.file("edges.csv", "a,b,weight\n1,2,0.5\n2,1,1\n2,2,1\n4,5,1\n")
        self.file("nodes.csv", "id,age,zip\n1,30,01234\n2,,55555\n3,7,00000\n4,1,1\n5,2,2\n")
        info = self.ok_json("graph", "info", "edges.csv", "nodes.csv")
        self.assertEqual({key: info[key] for key in ("nodes", "edges", "loops", "repeats", "isolated", "parts",
                                                     "directed", "weighted")},
                         {"nodes": 5, "edges": 4, "loops": 1, "repeats": 1, "isolated": 1, "parts": 3,
                          "directed": False, "weighted": True})
        self.assertEqual([{key: column[key] for key in ("name", "kind", "missing")} for column in info["attributes"]],
                         [{"name": "age", "kind": "numeric", "missing": 1},
                          {"name": "zip", "kind": "nominal", "missing": 0}])
        self.assertEqual(self.ok_json("graph", "info", "edges.csv", "nodes.csv", "--directed")["repeats"], 0)
        page = self.ok("graph", "info", "edges.csv", "nodes.csv").stdout
        self.assertIn("isolated", page)
        self.assertIn("zip", page)

    def test_bad_input(self):
        self.file("nodes.csv", "id,age\nann,30\nben,31\n")
        self.file("edges.csv", "a,b\nann,ben\nann,hidden\n")
        failed = self.fails(3, "graph", "info", "edges.csv", "nodes.csv", says=["edges.csv", "row 2", "nodes.csv lacks"])
        self.assertNotIn("hidden", failed.stderr)
        self.file("twice.csv", "id,age\nann,30\nann,31\n")
        self.fails(3, "graph", "info", "edges.csv", "twice.csv", says="row 2 has an id that an earlier row has")
        self.fails(2, "graph", "info", "edges.csv", "--from", "who", says="who")
        self.fails(2, "graph", "info", "edges.csv", "nodes.csv", "--id", "name", says="name")
        self.fails(5, "graph", "info", "none.csv", says="none.csv")
        self.file("g.gml", "graph [\n node [ id 1 ]\n edge [ source 1 target 2 ]\n]\n")
        self.fails(3, "graph", "info", "g.gml", says="g.gml:3: an edge has a node that the file lacks")
        self.fails(2, "graph", "info", "g.gml", "nodes.csv", says="holds its nodes")
        laughs = '<!DOCTYPE g [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><graphml>&b;</graphml>'
        self.file("g.graphml", laughs)
        self.fails(3, "graph", "info", "g.graphml", says="not allowed")
        self.file("empty.gml", "\n")
        self.fails(3, "graph", "info", "empty.gml", says="empty")
        self.fails(2, "graph", "frobnicate")

    def test_convert(self):
        first = ["graph", "convert", NETWORK / "edges.csv", NETWORK / "nodes.csv", "-o"]
        for middle in ("network.graphml", "network.gml", "network.graphml.gz"):
            self.ok(*first, middle)
            self.ok("graph", "convert", middle, "-o", "edges.csv", "--output-nodes", "nodes.csv",
                    "--force")
            self.assertEqual((self.folder / "edges.csv").read_text(), (NETWORK / "edges.csv").read_text())
            self.assertEqual((self.folder / "nodes.csv").read_text(), (NETWORK / "nodes.csv").read_text())
        self.fails(2, *first, "alone.csv", says="would lose")
        self.fails(2, *first, "alone.gml", "--output-nodes", "n.csv", says="holds its nodes")
        self.fails(2, *first, "network.xyz", "--output-nodes", "n.csv", says="network.xyz")
        self.fails(2, "graph", "convert", "network.gml", "-o", "network.gml", says="network.gml")

    def test_extract(self):
        self.ok("graph", "extract", NETWORK / "posts.jsonl", "--users", NETWORK / "users.jsonl", "--topics",
                NETWORK / "topics.csv", "--locations", NETWORK / "places.csv", "-o", "nodes.csv", "--edges", "edges.csv",
                "--places", "places.csv", "--explain", "why.jsonl")
        nodes = {row["id"]: row for row in self.rows("nodes.csv")}
        self.assertEqual(len(nodes), 11)
        # Ten users have topics; jazz is one of three of them, wine of two, novels of three.
        self.assertEqual(nodes["ada"]["topics"].split(";")[0], "jazz")
        self.assertEqual(set(nodes["ada"]["topics"].split(";")), {"jazz", "wine", "novels"})
        self.assertEqual(nodes["dario"]["topics"].split(";")[0], "football")
        self.assertEqual(nodes["hanna"]["topics"], "")
        self.assertEqual({name: (row["location"], row["location_level"]) for name, row in nodes.items()
                          if name in ("ada", "bruno", "dario", "hanna", "mio", "nora")},
                         {"ada": ("Barcelona", "5"), "bruno": ("Barcelona", "5"), "dario": ("Catalonia", "3"),
                          "hanna": ("unknown", "0"), "mio": ("Japan", "2"), "nora": ("", "")})
        edges = {(row["from"], row["to"]): row["weight"] for row in self.rows("edges.csv")}
        self.assertEqual(edges[("ada", "bruno")], "1")
        self.assertEqual(edges[("felix", "hanna")], "1")
        self.assertEqual(len(edges), 15)
        self.assertIn("unknown;World", (self.folder / "places.csv").read_text().splitlines())
        why = [json.loads(line) for line in (self.folder / "why.jsonl").read_text().splitlines()]
        self.assertEqual(why[0]["topics"][0]["words"], {"jazz": 2})
        self.assertEqual(why[0]["location"]["how"], "part")
        self.assertEqual(stat.S_IMODE((self.folder / "why.jsonl").stat().st_mode), 0o600)
        info = self.ok_json("graph", "info", "edges.csv", "nodes.csv", "--directed")
        self.assertEqual((info["nodes"], info["edges"]), (11, 15))

    def test_extract_bad_input(self):
        rest = ["--topics", NETWORK / "topics.csv", "--locations", NETWORK / "places.csv", "-o", "n.csv", "--edges",
                "e.csv"]
        self.file("posts.jsonl", '{"user": "a", "text": "x"}\n{"text": "secret"}\nsecret\n')
        failed = self.fails(3, "graph", "extract", "posts.jsonl", *rest,
                            says=["posts.jsonl:2: has no user", "posts.jsonl:3: is not JSON"])
        self.assertNotIn("secret", failed.stderr)
        self.file("posts.jsonl", '{"user": "a", "text": "x"}\n')
        self.fails(2, "graph", "extract", "posts.jsonl", "--topics", NETWORK / "topics.csv")
        self.fails(2, "graph", "extract", "posts.jsonl", *rest, "--explain", "posts.jsonl", says="posts.jsonl")
        self.assertFalse((self.folder / "n.csv").exists())

    def test_sample(self):
        self.ok("sample", "network", "--users", 300, "--degree", 6, "--posts", "--seed", 4, "-o", "one")
        self.ok("sample", "network", "--users", 300, "--degree", 6, "--posts", "--seed", 4, "--threads", 1, "-o", "two")
        names = ["edges.csv", "nodes.csv", "places.csv", "posts.jsonl", "topics.csv", "users.jsonl"]
        self.assertEqual(sorted(path.name for path in (self.folder / "one").iterdir()), names)
        for name in names:
            self.assertEqual((self.folder / "one" / name).read_bytes(), (self.folder / "two" / name).read_bytes())
        info = self.ok_json("graph", "info", "one/edges.csv", "one/nodes.csv")
        self.assertEqual((info["nodes"], info["edges"], info["loops"], info["repeats"]), (300, 900, 0, 0))
        self.fails(2, "sample", "network", "--rows", 3, "-o", "x", says="--rows: goes with census or survey")
        self.fails(2, "sample", "census", "--users", 3, "-o", "x.csv", says="network")

    def test_columns_named_twice_and_odd_defaults(self):
        self.file("e.csv", "a,b\n1,2\n2,3\n")
        self.fails(2, "graph", "info", "e.csv", "--from", "a", "--to", "a", says="named twice")
        self.file("e.txt", "1 2\n2 3\n")
        self.fails(2, "graph", "info", "e.txt", "--weight", "1", says="named twice")
        self.file("g.graphml", '<graphml><graph edgedefault="sideways"><node id="a"/></graph></graphml>')
        self.fails(3, "graph", "info", "g.graphml", says="edgedefault")


if __name__ == "__main__":
    unittest.main()
