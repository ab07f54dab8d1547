#!/usr/bin/env python3
"""lethe graph assess: what protecting did to a graph."""
import unittest

from support import CliTest

EDGES = "from,to\n1,2\n1,3\n2,3\n3,4\n4,5\n4,10\n5,10\n5,6\n6,7\n7,8\n8,9\n6,9\n"
BEFORE = """id,location,topics,gender
1,Barcelona,sport;music,f
2,Barcelona,sport;music,m
3,Girona,music;sport,f
4,Girona,travel;food,m
5,Madrid,food;travel,m
6,Paris,music;travel,f
7,Paris,music;travel,f
8,Lyon,sport;food,m
9,Paris,food;music,f
10,Madrid,travel;sport,f
"""
AFTER = """id,location,topics,gender
1,Catalonia,sport;music,f
2,Catalonia,sport;music,f
3,Catalonia,sport;music,f
4,Spain,travel;food,m
5,Spain,travel;food,m
6,Paris,music;travel,f
7,Paris,music;travel,f
8,France,food;sport,f
9,France,food;sport,f
10,Spain,travel;food,m
"""
PLACES = """Barcelona;Catalonia;Spain;Europe;World
Girona;Catalonia;Spain;Europe;World
Madrid;Community of Madrid;Spain;Europe;World
Paris;Ile-de-France;France;Europe;World
Lyon;Rhone;France;Europe;World
"""


class Assess(CliTest):
    def setUp(self):
        super().setUp()
        self.file("edges.csv", EDGES)
        self.file("before.csv", BEFORE)
        self.file("after.csv", AFTER)
        self.file("places.csv", PLACES)

    def arguments(self, *more, after="after.csv"):
        return ["graph", "assess", "edges.csv", "edges.csv", "--nodes", "before.csv", "--protected-nodes", after,
                "--knowledge", "location=places.csv", *more]

    def test_the_ten_users(self):
        result = self.ok_json(*self.arguments())
        release = result["releases"][0]
        self.assertEqual(release["k"], 2)
        self.assertAlmostEqual(release["loss"]["average"], 36.6203704, 5)
        self.assertAlmostEqual(release["linkage"]["own"]["expected"], 29.1666667, 5)
        self.assertAlmostEqual(release["linkage"]["with_degree"]["expected"], 53.3333333, 5)
        self.assertAlmostEqual(release["linkage"]["with_neighbours"]["expected"], 38.3333333, 5)
        self.assertAlmostEqual(release["structural_risk"]["degree"]["expected"], 20)
        # Nothing of the structure was changed: it finds most.
        self.assertEqual(result["worst"]["value"], max(release["found"].values()))
        self.assertGreater(result["worst"]["value"], 53)
        self.assertAlmostEqual(result["loss"], 36.6203704 / 2, 5)  # and of the values, but not of the structure
        self.assertEqual(release["edges_added"], 0)
        self.assertTrue(result["structure"]["betweenness"]["exact"])
        self.assertNotIn("picture", result)
        page = " ".join(self.ok(*self.arguments()).stdout.split())
        for text in ["AAMIL", "36.6 %", "with neighbours", "betweenness from all nodes (exact)"]:
            self.assertIn(text, page)

    def test_nodes_in_another_order(self):
        lines = AFTER.splitlines()
        self.file("turned.csv", "\n".join([lines[0], *reversed(lines[1:])]) + "\n")
        result = self.ok_json(*self.arguments("--parts", "loss", after="turned.csv"))
        self.assertAlmostEqual(result["releases"][0]["loss"]["average"], 36.6203704, 5)
        self.assertNotIn("structure", result["releases"][0])

    def test_several_releases_and_a_page(self):
        result = self.ok_json("graph", "assess", "edges.csv", "edges.csv", "edges.csv", "--nodes", "before.csv",
                              "--protected-nodes", "before.csv", "after.csv", "--knowledge", "location=places.csv",
                              "-o", "report.html")
        self.assertEqual([release["k"] for release in result["releases"]], [1, 2])
        page = (self.folder / "report.html").read_text()
        self.assertIn("Information lost", page)
        self.assertIn("The graph after", page)
        self.assertIn("Barcelona", page)
        self.assertEqual(page.count("<svg"), page.count("</svg>"))

    def test_a_picture_where_it_is_asked_for(self):
        self.assertNotIn("picture", self.ok_json(*self.arguments()))
        picture = self.ok_json(*self.arguments("--picture"))["picture"]
        self.assertEqual(len(picture["x"]), picture["nodes"])
        self.assertIn("edges", picture["after"])

    def test_a_report_of_the_result(self):
        self.ok(*self.arguments("-o", "found.json"))
        self.ok("report", "found.json", "-o", "page.html")
        self.assertIn("<svg", (self.folder / "page.html").read_text())
        self.ok("report", "found.json", "--publish", "-o", "public.html")
        self.assertNotIn("Barcelona", (self.folder / "public.html").read_text())

    def test_bad_input(self):
        self.file("few.csv", "\n".join(AFTER.splitlines()[:-1]) + "\n")
        self.file("few_edges.csv", "from,to\n1,2\n")
        self.fails(3, "graph", "assess", "edges.csv", "few_edges.csv", "--nodes", "before.csv", "--protected-nodes",
                   "few.csv", says=["few.csv", "9 nodes", "10"])
        self.file("odd.csv", AFTER.replace("Catalonia", "Atlantis"))
        failed = self.fails(3, *self.arguments(after="odd.csv"))
        self.assertNotIn("Atlantis", failed.stderr)
        self.fails(2, *self.arguments("--attributes", "locaton"), says="location")
        self.fails(2, *self.arguments("--parts", "los"), says="loss")
        self.fails(2, *self.arguments("-o", "before.csv"))
        self.fails(2, "graph", "assess", "edges.csv", "edges.csv", "edges.csv", "--nodes", "before.csv",
                   "--protected-nodes", "after.csv")


if __name__ == "__main__":
    unittest.main()
