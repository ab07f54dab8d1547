#!/usr/bin/env python3
"""Policies of vectors and graphs: the same bytes as with flags, proposals and recommendations that are carried out."""
import json
import random
import shutil
import unittest

from support import CliTest, run


class Policies(CliTest):
    def protect_in(self, folder, *arguments):
        """All files of a release that is made in a folder of its own, below the data."""
        place = self.folder / folder
        shutil.rmtree(place, True)
        place.mkdir()
        result = run("protect", *arguments, "--seed", 3, cwd=place)
        self.assertEqual(result.returncode, 0, f"{arguments}\n{result.stderr}\n{result.stdout}")
        return {file.name: file.read_bytes() for file in place.iterdir()}

    def same(self, data, flags, policy, output):
        """The files of a release by flags and of one by a policy are the same, byte for byte."""
        self.file("p.toml", policy)
        by_flags = self.protect_in("flags", *data, *flags, *output)
        self.assertGreaterEqual(len(by_flags), 3)
        self.assertEqual(by_flags, self.protect_in("policy", *data, "--policy", "../p.toml", *output), policy)


class VectorPolicies(Policies):
    def setUp(self):
        super().setUp()
        words = "dog cat horse lion tiger monkey computer keyboard laptop software screen hardware".split()
        lines = [f"{d + 1} {6 * (d % 2) + w + 1} {1 + (d * 7 + w * 5) % 11}" for d in range(20) for w in range(6)]
        self.file("v.mtx", "%%MatrixMarket matrix coordinate real general\n"
                  f"20 {len(words)} {len(lines)}\n" + "\n".join(lines) + "\n")
        self.file("v.terms.txt", "\n".join(words) + "\n")
        self.file("v.documents.csv", "id,label\n" + "".join(f"letter-{i},{'ab'[i % 2]}\n" for i in range(20)))
        self.file("tree.csv", "".join(f"{word};{'animal' if i < 6 else 'machine'};thing\n"
                                      for i, word in enumerate(words)))

    def vectors(self, flags, policy):
        self.same(["../v.mtx"], flags, policy, ["-o", "out.mtx"])

    def test_every_method_as_by_flags(self):
        for name in ("spherical", "classical"):
            self.vectors(["--method", name, "-k", "4"], f'data = "vectors"\n[[step]]\nmethod = "{name}"\nk = 4\n')
        self.vectors(["--method", "semantic", "-k", "3", "--source", "../tree.csv"],
                     '[[step]]\nmethod = "semantic"\nk = 3\n[knowledge]\nsource = "tree.csv"\n')
        self.vectors(["-k", "4", "--keep-order", "--drop-labels"],
                     '[[step]]\nmethod = "spherical"\nk = 4\n[release]\norder = "as-is"\nlabels = false\n')
        self.vectors(["-k", "4", "--keep-ids"],
                     '[[step]]\nmethod = "spherical"\nk = 4\n[release]\nkeep_ids = true\n')

    def test_flags_go_before(self):
        self.file("p.toml", '[[step]]\nmethod = "spherical"\nk = 4\n')
        plan = self.ok_json("protect", "v.mtx", "--policy", "p.toml", "--keep-ids", "--dry-run", "-o", "o.mtx")
        self.assertEqual((plan["method"], plan["ids"], plan["order"]),
                         ({"name": "spherical", "k": 4}, True, "kept"))
        self.assertFalse((self.folder / "o.mtx").exists())
        for flags in (["-k", "3"], ["--method", "classical"], ["--set", "k=3"]):
            self.fails(2, "protect", "v.mtx", "--policy", "p.toml", *flags, "-o", "o.mtx", says="without --policy")
        self.fails(2, "protect", "v.mtx", "--policy", "p.toml", "--source", "tree.csv", "-o", "o.mtx",
                   says="compare terms by their meaning")
        self.fails(2, "protect", "v.mtx", "--policy", "p.toml", "-o", "p.toml", says="p.toml")

    def test_problems_have_places(self):
        self.file("p.toml", 'data = "graph"\n')
        self.fails(2, "protect", "v.mtx", "--policy", "p.toml", "-o", "o.mtx",
                   says="p.toml:1:8: the policy is for a graph, and the data are document vectors")
        self.file("p.toml", '[[step]]\nmethod = "sperical"\n[release]\nids = true\n')
        self.fails(2, "protect", "v.mtx", "--policy", "p.toml", "-o", "o.mtx",
                   says=["p.toml:2:1", "did you mean \"spherical\"", "p.toml:4:7", "keep_ids"])
        self.file("people.csv", "a,b\n1,2\n")
        self.file("q.toml", 'data = "vectors"\n')
        self.fails(2, "protect", "people.csv", "--policy", "q.toml", "-o", "o.csv",
                   says="q.toml:1:8: the policy is for document vectors, and the data are a table")

    def test_proposed_and_recommended(self):
        found = self.ok_json("inspect", "v.mtx", "-k", "3", "--policy-out", "mine.toml")
        self.assertEqual(found["policy_file"], "mine.toml")
        self.assertEqual(found["next"], ["lethe protect v.mtx --policy mine.toml -o release.mtx"])
        self.assertIn("keep_ids = false", (self.folder / "mine.toml").read_text())
        self.assertNotIn("letter-", (self.folder / "mine.toml").read_text())
        self.ok(*found["next"][0].split()[1:])
        self.file("mine.toml", 'data = "vectors"  # corrected\n')
        self.fails(2, "inspect", "v.mtx", "--policy-out", "mine.toml", says="corrected by hand")

        result = self.ok_json("explore", "v.mtx", "--source", "tree.csv", "--max-risk", 100, "--seed", 1,
                              "-o", "found")
        self.assertEqual(result["next"], "lethe protect v.mtx --policy found/policy.toml -o release.mtx")
        policy = (self.folder / "found/policy.toml").read_text()
        self.assertIn('data = "vectors"', policy)
        self.ok(*result["next"].split()[1:], "--force")
        point = next(p for p in result["points"] if p["id"] == result["recommended"])
        record = json.loads((self.folder / "release.mtx.lethe.json").read_text())
        self.assertEqual(record["method"]["name"], point["steps"][0]["method"])
        self.ok("explore", "v.mtx", "--source", "tree.csv", "--max-risk", 100, "--seed", 1, "-o", "found")
        self.file("found/policy.toml", policy + "# mine\n")
        self.fails(2, "explore", "v.mtx", "-o", "found", says="policy.toml")


class GraphPolicies(Policies):
    def setUp(self):
        super().setUp()
        chance = random.Random(1)
        cities = ["Barcelona", "Girona", "Madrid", "Paris"]
        topics = ["sport", "music", "travel", "food"]
        rows = ["id,location,likes,age,team,name"]
        for person in range(60):
            rows.append(f"user-{person},{chance.choice(cities)},{';'.join(chance.sample(topics, 2))},"
                        f"{chance.randrange(18, 70)},{chance.choice('xyz')},Person {person}")
        edges = {tuple(sorted(chance.sample(range(60), 2))) for _ in range(150)}
        self.file("nodes.csv", "\n".join(rows) + "\n")
        self.file("edges.csv", "calls,a,b\n" + "".join(f"2,user-{a},user-{b}\n" for a, b in sorted(edges)))
        self.file("places.csv", "Barcelona;Spain;World\nGirona;Spain;World\nMadrid;Spain;World\nParis;France;World\n")

    READ = ["--from", "a", "--to", "b", "--weight", "calls"]
    READING = '[read]\nfrom = "a"\nto = "b"\nweight = "calls"\n'

    def graph(self, flags, policy, *output):
        # Where files go, also the table of nodes, is no part of a policy.
        self.same(["--data", "graph", "../edges.csv", "../nodes.csv"], [*self.READ, *flags],
                  'data = "graph"\n' + self.READING + policy,
                  ["-o", "out.csv", "--output-nodes", "out_nodes.csv", *output])

    def test_every_method_as_by_flags(self):
        for name in ("mdav", "mondrian"):
            self.graph(["--method", name, "-k", "4", "--attributes", "age,location"],
                       f'[[step]]\nmethod = "{name}"\nk = 4\ncolumns = ["age", "location"]\n')
        self.graph(["-k", "4", "--structure", "k-degree", "--knowledge", "location=../places.csv", "--topics", "likes"],
                   '[columns]\nlocation = { knowledge = "places.csv" }\nlikes = { topics = true }\n'
                   '[[step]]\nmethod = "mdav"\nk = 4\n[[step]]\nmethod = "k-degree"\nk = 4\n')
        self.graph(["--structure", "switch", "--share", "0.3", "--closeness", "0.5", "--keep-weights", "--keep-order"],
                   '[[step]]\nmethod = "mdav"\ncloseness = 0.5\n[[step]]\nmethod = "switch"\nshare = 0.3\n'
                   '[release]\nweights = true\norder = "as-is"\n')
        self.graph(["--method", "none", "--structure", "perturb", "--share", "0.3", "-k", "7", "--neighbourhoods",
                    "--keep", "team", "--undirected", "--attributes", "age,location", "--level", "1"],
                   'directed = false\n[columns]\nteam = { keep = true }\n[[step]]\nmethod = "perturb"\nshare = 0.3\n'
                   '[release]\ngroup_nodes = false\nk = 7\nneighbourhoods = true\n'
                   '[microdata]\nlevel = 1\ncolumns = ["age", "location"]\n', "--microdata", "users.csv")

    def test_flags_go_before(self):
        arguments = ["graph", "protect", "edges.csv", "nodes.csv", *self.READ, "--policy", "p.toml", "-o", "o.gml"]
        self.file("p.toml", '[columns]\nage = { role = "identifier" }\n[release]\nk = 6\n')
        plan = self.ok_json(*arguments, "--dry-run", "--structure", "k-degree")
        self.assertEqual(plan["k"], 6)
        self.assertEqual({row["column"]: row["treatment"] for row in plan["columns"]}["age"], "not published")
        self.assertEqual(self.ok_json(*arguments, "--dry-run", "-k", "3")["k"], 3)
        self.file("p.toml", '[[step]]\nmethod = "mondrian"\nk = 6\n')
        self.assertEqual(self.ok_json(*arguments, "--dry-run")["method"], {"name": "mondrian", "k": 6})
        for flags in (["-k", "3"], ["--method", "mdav"], ["--structure", "switch"], ["--step", "mdav"]):
            self.fails(2, *arguments, *flags, says="steps of its own")
        self.file("p.toml", 'data = "table"\n')
        self.fails(2, *arguments, says="p.toml:1:8: the policy is for a table, and the data are a graph")
        self.file("p.toml", '[columns]\nagee = { role = "quasi" }\n')
        self.fails(2, *arguments, says=["p.toml:2", "agee", "did you mean \"age\""])

    def test_proposed_and_recommended(self):
        found = self.ok_json("graph", "info", "edges.csv", "nodes.csv", *self.READ, "-k", "3", "--policy-out", "mine.toml")
        policy = (self.folder / "mine.toml").read_text()
        self.assertIn('from = "a"', policy)
        self.assertRegex(policy, 'name +=.*identifier')
        self.assertNotIn("Person", policy)
        self.assertEqual(found["next"],
                         ["lethe protect --data graph edges.csv nodes.csv --policy mine.toml -o release.gml"])
        self.ok(*found["next"][0].split()[1:])
        record = json.loads((self.folder / "release.gml.lethe.json").read_text())
        self.assertEqual(record["k"], 3)
        self.assertNotIn("name", record["attributes"]["columns"])
        released = (self.folder / "release.gml")
        self.ok("graph", "assess", "edges.csv", released, "--nodes", "nodes.csv", "--policy", "mine.toml", "--seed", 1)

        self.file("given.toml", self.READING + '[columns]\nname = { role = "identifier" }\n')
        result = self.ok_json("explore", "--data", "graph", "edges.csv", "--nodes", "nodes.csv", "--policy", "given.toml",
                              "--knowledge", "location=places.csv", "--attributes", "age,location", "--max-risk", 100,
                              "--seed", 1, "-o", "found")
        self.assertEqual(result["next"], "lethe protect --data graph edges.csv nodes.csv --policy found/policy.toml"
                                         " -o release.gml")
        policy = (self.folder / "found/policy.toml").read_text()
        for words in ('data = "graph"', 'from = "a"', 'columns = ["age", "location"]', str(self.folder / "places.csv")):
            self.assertIn(words, policy)
        self.ok(*result["next"].split()[1:], "--force")
        record = json.loads((self.folder / "release.gml.lethe.json").read_text())
        self.assertEqual(record["attributes"]["columns"], ["age", "location"])


class DocumentPolicies(CliTest):
    def test_proposed(self):
        (self.folder / "docs").mkdir()
        self.file("docs/a.txt", "Dr. Mary Jones wrote to x@example.org on 3 May 2019.")
        shown = self.ok("inspect", "docs", "--no-model", "--policy-out", "mine.toml").stdout
        self.assertIn("The proposed policy is in mine.toml", shown)
        self.assertIn("next: lethe protect docs --policy mine.toml -o release", shown)
        policy = (self.folder / "mine.toml").read_text()
        self.assertIn('data = "documents"\nprofile = "default"\n', policy)
        self.assertRegex(policy, 'email = "number" +# 1 mention in 1 document')
        self.assertNotIn("Jones", policy)


if __name__ == "__main__":
    unittest.main()
