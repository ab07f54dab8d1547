#!/usr/bin/env python3
"""The first look at documents, vectors and graphs, and the pages of their releases."""
import json
import stat
import unittest

from support import CliTest


class FirstLook(CliTest):
    def private(self, name):
        path = self.folder / name
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
        return json.loads(path.read_text())

    def test_documents(self):
        (self.folder / "docs").mkdir()
        self.file("docs/a.txt", "Dr. Mary Jones wrote to x@example.org on 3 May 2019.")
        self.file("docs/b.md", "Mr. Peter Smith was not there.")
        self.file("docs/jones.txt", "Nothing to say.")
        (self.folder / "docs/c.txt").write_bytes("Caf\xe9 Z\xfcrich".encode("latin-1"))
        shown = self.ok("text", "inspect", "docs", "--no-model", "-o", "look.json")
        found = self.private("look.json")
        self.assertEqual((found["kind"], found["data"]["documents"], found["data"]["files"]),
                         ("document-inspection", 4, 4))
        self.assertEqual(found["formats"], [{"format": "markdown", "documents": 1}, {"format": "text", "documents": 3}])
        self.assertEqual(found["encodings"], [{"encoding": "utf-8", "files": 3}, {"encoding": "latin-1", "files": 1}])
        rows = {row["category"]: (row["mentions"], row["documents"], row["treatment"]) for row in found["categories"]}
        self.assertEqual(rows["email"], (1, 1, "number"))
        self.assertEqual(rows["person"][1], 2)
        self.assertEqual(found["telling_names"], 1)
        self.assertEqual(found["next"][0], "lethe protect docs -o release")
        self.ok(*found["next"][0].split()[1:])
        for text in (shown.stdout, json.dumps(found)):
            for word in ("Jones", "Smith", "example.org", "jones.txt"):
                self.assertNotIn(word, text)
        self.fails(2, "text", "inspect", "docs", "-o", "docs/a.txt", says="--force")

    def test_vectors(self):
        self.ok("sample", "letters", "--documents", 20, "--seed", 1, "-o", "letters")
        self.ok("text", "vectors", "letters", "-o", "v.mtx")
        shown = self.ok("text", "inspect-vectors", "v.mtx", "-k", 3, "-o", "look.json").stdout
        found = self.private("look.json")
        self.assertEqual((found["data"]["documents"], found["k"]), (20, 3))
        rows = [line.split() for line in (self.folder / "v.mtx").read_text().splitlines() if not line.startswith("%")]
        self.assertEqual([int(cell) for cell in rows[0]],
                         [found["data"][key] for key in ("documents", "terms", "entries")])
        documents, vectors = {}, {}
        for row, term, value in rows[1:]:
            documents.setdefault(term, set()).add(row)
            vectors.setdefault(row, []).append((term, value))
        self.assertEqual(found["terms"]["rare"], sum(len(those) < 3 for those in documents.values()))
        self.assertEqual(found["terms"]["once"], sum(len(those) == 1 for those in documents.values()))
        kinds = [tuple(vector) for vector in vectors.values()]
        self.assertEqual(found["vectors"]["different"], len(set(kinds)))
        self.assertEqual(found["vectors"]["alone"], sum(kinds.count(one) == 1 for one in kinds))
        self.assertIn("next: lethe protect v.mtx -k 3 -o release.mtx", shown)
        self.ok(*found["next"][0].split()[1:])

    def test_graph(self):
        # A star of four, a pair, and somebody alone: degrees 3 1 1 1, 1 1, 0.
        self.file("edges.csv", "a,b\n1,2\n1,3\n1,4\n5,6\n")
        self.file("nodes.csv", "id,name,sex\n" + "".join(
            f"{i},{name},{sex}\n" for i, name, sex in
            [(1, "Ann Lee", "f"), (2, "Bob Ray", "m"), (3, "Cy Fox", "m"), (4, "Di Orr", "f"), (5, "Ed Poe", "m"),
             (6, "Flo Day", "f"), (7, "Gus Hay", "m")]))
        found = self.ok_json("graph", "info", "edges.csv", "nodes.csv", "-k", 4)
        alike = {row["known"]: (row["unique"], row["below_k"]) for row in found["alike"]}
        self.assertEqual(alike["degree"], (2, 2))          # the middle of the star, and who is alone
        self.assertEqual(alike["neighbours"], (2, 7))      # three ends of the star, the pair
        self.assertEqual(alike["attributes"], (0, 3))      # three women, four men
        columns = {row["name"]: (row["role"], row["published"]) for row in found["attributes"]}
        self.assertEqual(columns["name"], ("identifier", False))
        self.assertTrue(columns["sex"][1])
        self.assertTrue(found["next"][0].startswith("lethe protect --data graph edges.csv nodes.csv -k 4"))
        self.assertNotIn("Ann", self.ok("graph", "info", "edges.csv", "nodes.csv").stdout)


class Pages(CliTest):
    """lethe report takes the record of every kind of release, and assessments of documents."""

    def page(self, *inputs):
        self.ok("report", *inputs, "-o", "page.html", "--force")
        self.ok("report", *inputs, "-o", "public.html", "--publish", "--force")
        return (self.folder / "page.html").read_text(), (self.folder / "public.html").read_text()

    def test_documents(self):
        self.ok("sample", "letters", "--documents", 12, "--seed", 1, "-o", "letters")
        self.ok("text", "sanitize", "letters", "-o", "release")
        record = json.loads((self.folder / "release.lethe.json").read_text())
        removed = sum(row["mentions"] for row in record["categories"] if row["treatment"] != "keep")
        for page in self.page("release.lethe.json"):
            self.assertIn(f"{removed} mentions of people", page)
            self.assertIn("What no finder knows may still stand there", page)
            for part in ("What was done", "What was proved", "What was lost", record["files"][0]["sha256"]):
                self.assertIn(part, page)
        self.assertIn("I have read this report", (self.folder / "page.html").read_text())
        self.assertNotIn("I have read this report", (self.folder / "public.html").read_text())

    def test_assessed_documents(self):
        (self.folder / "before").mkdir()
        (self.folder / "after").mkdir()
        for i in range(6):
            self.file(f"before/d{i}.txt", f"Mr. Peter Zimmer saw the ship number {i} in Rome with Mrs. Alba Quill.")
            self.file(f"after/d{i}.txt", "Pers_1 saw the ship in Rome" + (" with Mrs. Alba Quill." if i == 0 else "."))
        self.ok("text", "assess", "before", "after", "--terms", "person", "--no-model", "-o", "found.json")
        own, public = self.page("found.json")
        for page in (own, public):
            self.assertIn("1 document holds an identifying term that fewer than 5 share", page)
        self.assertIn("quill", own)
        self.assertNotIn("quill", public.lower())

    def test_vectors(self):
        self.ok("sample", "letters", "--documents", 20, "--seed", 1, "-o", "letters")
        self.ok("text", "vectors", "letters", "-o", "v.mtx")
        self.ok("text", "protect", "v.mtx", "-k", 3, "--seed", 1, "-o", "r.mtx")
        record = json.loads((self.folder / "r.mtx.lethe.json").read_text())
        for page in self.page("r.mtx.lethe.json"):
            self.assertIn(f"Each of 20 documents shares its vector with at least {record['proof']['k'] - 1} others", page)
            self.assertIn(record["files"][1]["sha256"], page)

    def test_graph(self):
        self.ok("sample", "network", "--users", 60, "--seed", 1, "-o", "net")
        self.ok("graph", "protect", "net/edges.csv", "net/nodes.csv", "-k", 3, "--seed", 1, "-o", "g.gml")
        for page in self.page("g.gml.lethe.json"):
            self.assertIn("Each of 60 nodes shares the values published about it with at least", page)
            self.assertIn("Edges are as they were", page)

    def test_inspections(self):
        self.ok("sample", "letters", "--documents", 8, "--seed", 1, "-o", "letters")
        self.ok("text", "vectors", "letters", "-o", "v.mtx")
        self.ok("sample", "network", "--users", 60, "--seed", 1, "-o", "net")
        for data, parts in (("letters", ["8 documents with", "What was found", "Something was found in"]),
                            ("v.mtx", ["8 documents", "documents alone with their vector"]),
                            ("net", ["A graph of 60 nodes", "Columns of its nodes", "Who stands out"])):
            self.ok("inspect", data, "-o", "found.json", "--force")
            own, public = self.page("found.json")
            for part in parts:
                self.assertIn(part, own)
                self.assertNotIn(part, public)  # all of it is about the original
            self.assertIn("Not for publication", own)

    def test_several_on_one_page_and_wrong_ones(self):
        self.ok("sample", "letters", "--documents", 8, "--seed", 1, "-o", "letters")
        self.ok("text", "sanitize", "letters", "-o", "release")
        self.ok("sample", "network", "--users", 60, "--seed", 1, "-o", "net")
        self.ok("graph", "protect", "net/edges.csv", "net/nodes.csv", "-k", 3, "--seed", 1, "-o", "g.gml")
        for page in self.page("release.lethe.json", "g.gml.lethe.json"):
            self.assertIn("mentions of people", page)
            self.assertIn("Each of 60 nodes", page)
        self.file("bad.json", '{"kind": "graph-release", "files": []}')
        self.ok("report", "bad.json", "-o", "bad.html")
        self.file("worse.json", '{"kind": "graph-release"}')
        self.fails(3, "report", "worse.json", "-o", "worse.html", says="not a result")
        self.fails(3, "report", "release.lethe.private.json", "-o", "worse.html", says="not a result")


if __name__ == "__main__":
    unittest.main()
