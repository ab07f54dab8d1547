#!/usr/bin/env python3
"""lethe graph protect: nodes that hide among k, and the files that tell of it."""
import collections
import csv
import json
import os
import random
import stat
import unittest

from support import CliTest

PLACES = """Barcelona;Catalonia;Spain;Europe;World
Girona;Catalonia;Spain;Europe;World
Madrid;Community of Madrid;Spain;Europe;World
Paris;Ile-de-France;France;Europe;World
Lyon;Rhone;France;Europe;World
"""


class Protect(CliTest):
    def setUp(self):
        super().setUp()
        chance = random.Random(1)
        cities = [line.split(";")[0] for line in PLACES.splitlines()]
        topics = ["sport", "music", "travel", "food"]
        nodes = ["id,location,topics,age,about"]
        for person in range(60):
            nodes.append(f"user-{person},{chance.choice(cities)},{';'.join(chance.sample(topics, 2))},"
                         f"{chance.randrange(18, 70)},likes {person}")
        edges = {tuple(sorted(chance.sample(range(60), 2))) for _ in range(150)}
        self.file("nodes.csv", "\n".join(nodes) + "\n")
        self.file("edges.csv", "from,to,weight\n" + "".join(f"user-{a},user-{b},2\n" for a, b in sorted(edges)))
        self.file("places.csv", PLACES)
        self.edges = len(edges)

    def arguments(self, *more):
        return ["graph", "protect", "edges.csv", "nodes.csv", "--knowledge", "location=places.csv", "-o", "out.csv",
                "--output-nodes", "out_nodes.csv", "--seed", "1", *more]

    def released(self):
        with open(self.folder / "out_nodes.csv", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def degrees(self):
        around = collections.defaultdict(set)
        for row in self.released():
            around[row["id"]] = set()
        with open(self.folder / "out.csv", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                around[row["from"]].add(row["to"])
                around[row["to"]].add(row["from"])
        return collections.Counter(len(others) for others in around.values())

    def test_every_profile_is_shared(self):
        for method in ["mdav", "mondrian"]:
            result = self.ok_json(*self.arguments("-k", "4", "--method", method))
            rows = self.released()
            self.assertEqual(list(rows[0]), ["id", "location", "topics", "age"])
            self.assertEqual([row["id"] for row in rows], [str(i) for i in range(1, 61)])
            classes = collections.Counter((row["location"], row["topics"], row["age"]) for row in rows)
            self.assertGreaterEqual(min(classes.values()), 4)
            self.assertEqual(result["attributes"]["k"], min(classes.values()))
            self.assertEqual(result["attributes"]["classes"], len(classes))
            self.assertEqual(result["edges"], self.edges)
            self.assertEqual(result["structure"]["edges_added"], 0)

    def test_profile_and_degree_are_shared_together(self):
        for directed in ((), ("--directed",)):
            result = self.ok_json(*self.arguments("-k", "5", "--structure", "k-profile-degree", *directed))
            self.assertGreaterEqual(result["attributes"]["k_with_degree"], 5)
            self.assertEqual(result["attributes"]["below_k_with_degree"], 0)
            with open(self.folder / "out.csv") as file:
                edges = {(row["from"], row["to"]) for row in csv.DictReader(file)}
            with open(self.folder / "out_nodes.csv") as file:
                nodes = [(row.pop("id"), tuple(row.values())) for row in csv.DictReader(file)]
            counts = collections.Counter()
            for node, profile in nodes:
                out = {b for a, b in edges if a == node}
                into = {a for a, b in edges if b == node}
                ways = (len(out), len(into)) if directed else ()
                counts[profile, len(out | into), ways] += 1
            self.assertGreaterEqual(min(counts.values()), 5)
        self.fails(4, *self.arguments("-k", "5", "--step", "mdav k=4", "--step", "k-profile-degree k=6"),
                   says="groups nodes")

    def test_topics_by_meaning(self):
        self.ok("sample", "network", "--users", "60", "--seed", "1", "-o", "people")
        protect = ["graph", "protect", "people/edges.csv", "people/nodes.csv", "-k", "4", "--attributes", "topics",
                   "--knowledge", "topics=people/topics.csv", "--seed", "1", "-o", "m.csv", "--output-nodes", "mn.csv"]
        self.ok(*protect)
        fields = {line.split(";")[1] for line in (self.folder / "people/topics.csv").read_text().split()}
        with open(self.folder / "mn.csv") as file:
            shown = {topic for row in csv.DictReader(file) for topic in row["topics"].split(";")}
        self.assertTrue(shown & fields, shown)
        found = self.ok_json("graph", "assess", "people/edges.csv", "m.csv", "--nodes", "people/nodes.csv",
                             "--protected-nodes", "mn.csv", "--knowledge", "topics=people/topics.csv", "--parts",
                             "loss,linkage", "--seed", "1")
        self.assertLessEqual(found["releases"][0]["linkage"]["own"]["expected"], 25)

    def test_degrees_are_shared(self):
        result = self.ok_json(*self.arguments("-k", "5", "--structure", "k-degree", "--neighbourhoods"))
        self.assertGreaterEqual(min(self.degrees().values()), 5)
        self.assertEqual(result["edges"], self.edges + result["structure"]["edges_added"])
        self.assertIn("nodes_below_k", result["neighbourhoods"])
        text = self.ok(*self.arguments("-k", "5", "--structure", "k-degree")).stdout
        self.assertIn("edges were added", text)
        self.assertIn("do not publish", text)

    def test_edges_change_at_random(self):
        before = self.ok_json(*self.arguments("--method", "mondrian")) and self.degrees()
        switched = self.ok_json(*self.arguments("--method", "mondrian", "--structure", "switch", "--share", "0.5"))
        self.assertGreater(switched["structure"]["edges_removed"], 0)
        self.assertEqual(self.degrees(), before)
        perturbed = self.ok_json(*self.arguments("--structure", "perturb", "--share", "0.1"))
        self.assertEqual(perturbed["structure"]["edges_removed"], round(0.1 * self.edges))
        self.assertEqual(perturbed["edges"], self.edges)

    def test_steps_in_their_order(self):
        result = self.ok_json(*self.arguments("--step", "switch share=0.5", "--step", "mondrian k=4",
                                              "--step", "k-degree k=6"))
        self.assertEqual(result["k"], 4)
        self.assertEqual(result["attributes"]["method"], "mondrian")
        self.assertEqual([step["method"] for step in result["structure"]["steps"]], ["switch", "k-degree"])
        self.assertGreaterEqual(min(self.degrees().values()), 6)
        # Flags are the same steps.
        self.ok(*self.arguments("-k", "4", "--method", "mondrian", "--structure", "k-degree"))
        by_flags = (self.folder / "out.csv.lethe.json").read_bytes()
        self.ok(*self.arguments("--step", "mondrian k=4", "--step", "k-degree k=4"))
        self.assertEqual((self.folder / "out.csv.lethe.json").read_bytes(), by_flags)
        for steps, says in ((("k-degree k=x"), "k-degree.k"), (("perturb share=2"), "perturb.share"),
                            (("k-degree size=3"), "no parameter"), (("k-degre"), "did you mean")):
            self.fails(2, *self.arguments("--step", steps), says=says)
        self.fails(2, *self.arguments("--step", "k-degree", "--method", "mdav"), says="--step")

    def test_a_masking_of_tables_as_a_step(self):
        for step in ("global-median k=5", "table:mdav k=5", "table:mondrian k=5",
                     "table:mondrian k=5 publish=representative", "exchange-groups k=5", "generalisation k=5"):
            result = self.ok_json(*self.arguments("--step", step, "--step", "k-degree k=4"))
            rows = self.released()
            columns = [name for name in rows[0] if name != "id"]
            self.assertEqual(result["attributes"]["columns"], columns)
            classes = collections.Counter(tuple(row[name] for name in columns) for row in rows)
            self.assertGreaterEqual(min(classes.values()), 5, step)
            self.assertEqual(result["attributes"]["k"], min(classes.values()))
            self.assertEqual(result["attributes"]["method"], "table:" + step.split()[0].removeprefix("table:"))
            self.assertGreaterEqual(min(self.degrees().values()), 4)
            record = (self.folder / "out.csv.lethe.json").read_bytes()
            self.ok(*self.arguments("--step", step, "--step", "k-degree k=4", "--threads", "1"))
            self.assertEqual((self.folder / "out.csv.lethe.json").read_bytes(), record)
            self.ok("graph", "assess", "edges.csv", "out.csv", "--nodes", "nodes.csv", "--protected-nodes",
                    "out_nodes.csv", "--knowledge", "location=places.csv", "--seed", "1")
        self.assertEqual(columns, ["location"])  # of generalisation: the others have no hierarchy
        for step, says in (("noise", "does not make k rows alike"), ("table:no", "no masking method"),
                           ("global-median k=61", "60 nodes")):
            self.fails(4 if "61" in step else 2, *self.arguments("--step", step), says=says)

    def test_what_may_leave(self):
        self.ok(*self.arguments())
        record = (self.folder / "out.csv.lethe.json").read_text()
        log = self.folder / "out.csv.lethe.private.json"
        self.assertNotIn("user-", record)
        self.assertNotIn("seed", record)
        self.assertNotIn("user-", (self.folder / "out.csv").read_text())
        self.assertNotIn("likes", (self.folder / "out_nodes.csv").read_text())
        nodes = json.loads(log.read_text())["nodes"]
        self.assertIn("user-0", nodes)
        self.assertNotEqual(nodes, sorted(nodes, key=lambda node: int(node[5:])))
        self.assertEqual(stat.S_IMODE(os.stat(log).st_mode), 0o600)
        assessed = self.ok_json("graph", "assess", "edges.csv", "out.csv", "--nodes", "nodes.csv", "--protected-nodes",
                                "out_nodes.csv", "--knowledge", "location=places.csv", "--attributes",
                                "location,topics,age", "--log", log)
        self.assertGreaterEqual(assessed["releases"][0]["k"], 5)

    def test_the_same_for_any_number_of_threads(self):
        files = []
        for threads in ["1", "2"]:
            self.ok(*self.arguments("--structure", "k-degree", "--threads", threads))
            files.append([(self.folder / name).read_bytes() for name in ["out.csv", "out_nodes.csv"]])
        self.assertEqual(files[0], files[1])

    def test_microdata_are_a_table_for_every_method(self):
        self.ok(*self.arguments("--microdata", "micro.csv", "--level", "3"))
        with open(self.folder / "micro.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(list(rows[0]), ["location", "neighbours_location", "topics_1", "topics_2",
                                         "neighbours_topics_1", "neighbours_topics_2", "age", "neighbours"])
        self.assertEqual(len(rows), 60)
        self.assertIn(rows[0]["location"], [line.split(";")[1] for line in PLACES.splitlines()])
        self.ok("protect", "micro.csv", "--method", "mondrian", "--set", "k=5", "--columns",
                "location,topics_1,age,neighbours", "-o", "masked.csv", "--seed", "1")
        with open(self.folder / "masked.csv", encoding="utf-8") as file:
            classes = collections.Counter((row["location"], row["topics_1"], row["age"], row["neighbours"])
                                          for row in csv.DictReader(file))
        self.assertGreaterEqual(min(classes.values()), 5)

    def test_what_cannot_be(self):
        self.fails(4, *self.arguments("-k", "61"), says="the graph has 60 nodes")
        self.fails(2, *self.arguments("--attributes", "location,wage"), says="wage")
        self.fails(2, *self.arguments("--method", "none"), says="nothing is protected")
        self.fails(2, *self.arguments("--closeness", "2"))
        self.fails(2, "graph", "protect", "edges.csv", "nodes.csv", "-o", "edges.csv", "--output-nodes", "n.csv")
        self.file("few.csv", "Barcelona;Spain;World\n")
        self.fails(3, "graph", "protect", "edges.csv", "nodes.csv", "--knowledge", "location=few.csv", "-o", "x.csv",
                   "--output-nodes", "y.csv", says="location")
        self.assertFalse((self.folder / "x.csv").exists())

    def test_a_graph_without_attributes(self):
        self.fails(2, "graph", "protect", "edges.csv", "-o", "x.csv", "--output-nodes", "y.csv",
                   says="no attributes")
        result = self.ok_json("graph", "protect", "edges.csv", "-o", "x.csv", "--output-nodes", "y.csv",
                              "--structure", "k-degree", "-k", "3")
        self.assertGreaterEqual(result["structure"]["smallest_degree_class"], 3)
        self.assertNotIn("attributes", result)

    def test_the_log_leads_back(self):
        self.ok(*self.arguments("-k", "4"))
        assess = ["graph", "assess", "edges.csv", "out.csv", "--nodes", "nodes.csv", "--protected-nodes",
                  "out_nodes.csv", "--knowledge", "location=places.csv", "--attributes", "location,topics,age",
                  "--parts", "loss,risk"]
        with_log = self.ok_json(*assess)["releases"][0]
        self.assertEqual((with_log["edges_added"], with_log["edges_removed"]), (0, 0))
        self.ok(*self.arguments("-k", "4", "--keep-order"))
        self.assertEqual(self.ok_json(*assess)["releases"][0]["loss"], with_log["loss"])
        log = self.folder / "out.csv.lethe.private.json"
        other = json.loads(log.read_text())
        other["release_sha256"] = "0" * 64
        self.file("other.json", json.dumps(other))
        self.fails(3, *assess, "--log", "other.json", says="private log of another release")
        log.unlink()
        self.fails(2, *assess, says=["no private log", "--by-order"])
        self.assertEqual(self.ok_json(*assess, "--by-order")["releases"][0]["loss"], with_log["loss"])

    def test_new_edges_do_not_stand_out(self):
        rows = (self.folder / "edges.csv").read_text().splitlines()[1:]
        weights = [1 + number % 7 for number in range(len(rows))]
        turned = [",".join([row.split(",")[1], row.split(",")[0], "1"]) for row in rows]
        self.file("edges.csv", "from,to,weight\n" + "".join(
            f"{row.rsplit(',', 1)[0]},{weight}\n" for row, weight in zip(rows, weights)) + "\n".join(turned) + "\n")
        self.ok(*self.arguments("-k", "6", "--structure", "k-degree"))
        self.assertEqual((self.folder / "out.csv").read_text().splitlines()[0], "from,to")
        shown = self.ok_json(*self.arguments("-k", "6", "--structure", "k-degree", "--keep-weights"))
        self.assertEqual(shown["structure"]["loops_and_repeats"], len(rows))
        record, log = ((self.folder / f"out.csv.lethe.{end}").read_text() for end in ("json", "private.json"))
        self.assertNotIn("loops_and_repeats", record)  # a count of the original
        self.assertEqual(json.loads(log)["loops_and_repeats"], len(rows))
        with open(self.folder / "out.csv", encoding="utf-8") as file:
            released = list(csv.DictReader(file))
        pairs = collections.Counter(tuple(sorted((row["from"], row["to"]))) for row in released)
        self.assertEqual(max(pairs.values()), 1)
        self.assertLessEqual({float(row["weight"]) for row in released}, {weight + 1 for weight in range(1, 8)})

    def test_the_order_needs_the_file_and_the_seed(self):
        def order():
            return json.loads((self.folder / "out.csv.lethe.private.json").read_text())["rows"]
        self.ok(*self.arguments("-k", "4"))
        first = order()
        self.ok(*self.arguments("-k", "4"))
        self.assertEqual(order(), first)
        edges = self.folder / "edges.csv"
        edges.write_text(edges.read_text() + "user-1,user-1,2\n")
        self.ok(*self.arguments("-k", "4"))
        self.assertNotEqual(order(), first)

    def test_identifiers_of_a_policy_stay_at_home(self):
        self.file("policy.toml", '[columns]\ntopics = { role = "identifier" }\nage = { role = "quasi" }\n')
        self.ok("graph", "protect", "edges.csv", "nodes.csv", "--policy", "policy.toml", "-k", "3", "-o", "out.csv",
                "--output-nodes", "out_nodes.csv", "--seed", "1")
        self.assertNotIn("topics", self.released()[0])
        self.fails(2, "graph", "protect", "edges.csv", "nodes.csv", "--policy", "policy.toml", "-k", "3", "--keep",
                   "topics", "-o", "out.csv", "--output-nodes", "out_nodes.csv", says="identifier by the policy")

    def test_a_column_that_is_not_published_is_not(self):
        names = "id,name\n" + "".join(f"user-{i},Person{i}\n" for i in range(60))
        self.file("names.csv", names)
        self.fails(2, "graph", "protect", "edges.csv", "names.csv", "-k", "3", "-o", "o.csv", "--output-nodes",
                   "on.csv", says="no attributes that can be protected")
        self.ok("graph", "protect", "edges.csv", "names.csv", "-k", "3", "--structure", "k-degree", "-o", "o.csv",
                "--output-nodes", "on.csv")
        self.assertNotIn("Person", (self.folder / "on.csv").read_text())

    def test_outputs_and_columns_that_cannot_be(self):
        for more, says in ((("--microdata", "out_nodes.csv"), "two outputs"),
                           (("--microdata", "places.csv"), "overwrite an input"),
                           (("--attributes", "about"), "nearly every node"),
                           (("-k", "1"), "hides nobody")):
            self.fails(2, *self.arguments(*more), says=says)
        self.fails(3, *self.arguments("--knowledge", "topics=places.csv"), says="are not in")
        self.ok(*self.arguments("--microdata", "users.csv"))
        self.assertEqual(stat.S_IMODE(os.stat(self.folder / "users.csv").st_mode), 0o600)


    def test_a_page_does_not_promise_for_columns_that_are_kept(self):
        self.ok("sample", "network", "--users", "60", "--seed", "1", "-o", "people")
        self.ok("protect", "people", "--attributes", "age", "--keep", "location,gender", "-k", "5", "--seed", "1",
                "-o", "kept.gml")
        self.ok("report", "kept.gml.lethe.json", "--publish", "-o", "kept.html")
        page = (self.folder / "kept.html").read_text()
        self.assertNotIn("shares the values published about it", page)
        self.assertIn("location and gender are published as they are", page)
        self.ok("assess", "people", "kept.gml", "-o", "assessed.json")
        self.ok("report", "assessed.json", "--publish", "-o", "assessed.html")
        self.assertNotIn("0 users and 0 connections", (self.folder / "assessed.html").read_text())


if __name__ == "__main__":
    unittest.main()
