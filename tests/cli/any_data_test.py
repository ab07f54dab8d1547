"""Commands take any data: the kind follows from the data, and the command of that kind reads the line."""
import json
import shlex
import unittest

from support import CliTest


class AnyData(CliTest):
    def setUp(self):
        super().setUp()
        self.ok("sample", "letters", "--documents", 8, "--seed", 1, "-o", "letters")
        self.ok("text", "vectors", "letters", "-o", "v.mtx")
        self.ok("sample", "network", "--users", 60, "--seed", 1, "-o", "network")

    def same(self, any_data, own, name):
        """Both spellings write the same bytes."""
        self.ok(*any_data, "--seed", 7, "-o", "a/" + name)
        self.ok(*own, "--seed", 7, "-o", "b/" + name)
        files = lambda top: sorted((p.relative_to(self.folder / top), p.read_bytes())
                                   for p in (self.folder / top).rglob("*") if p.is_file())
        self.assertGreater(len(files("a")), 2)
        self.assertEqual(files("a"), files("b"))

    def make_folders(self):
        for name in "ab":
            (self.folder / name).mkdir()

    def test_documents(self):
        self.make_folders()
        self.same(["protect", "letters", "--no-model"], ["text", "sanitize", "letters", "--no-model"], "docs")

    def test_vectors(self):
        self.make_folders()
        self.same(["--threads", 1, "protect", "-k", 3, "v.mtx"], ["text", "protect", "v.mtx", "-k", 3], "p.mtx")
        shown = self.ok("assess", "v.mtx", "a/p.mtx").stdout
        self.assertIn("is shared by at least", shown)

    def test_a_folder_of_a_graph_stands_for_its_files(self):
        self.make_folders()
        self.same(["protect", "network", "-k", 3],
                  ["graph", "protect", "network/edges.csv", "network/nodes.csv", "-k", 3], "g.gml")
        self.assertIn("60 users", self.ok("assess", "network", "a/g.gml").stdout)
        self.assertIn("60", self.ok("inspect", "network").stdout)

    def test_an_old_spelling_is_told_what_it_is_called_now(self):
        def said(*words):
            return self.ok(*words).stderr
        edges, nodes = "network/edges.csv", "network/nodes.csv"
        old = said("graph", "protect", edges, nodes, "-k", 3, "-o", "old.gml")
        self.assertIn("note: lethe graph protect is the old spelling of lethe protect --data graph,", old)
        self.assertIn("old spelling of lethe inspect,", said("--threads", 1, "text", "inspect-vectors", "v.mtx"))
        self.assertNotIn("old spelling", said("-q", "text", "inspect-vectors", "v.mtx"))
        for new in (["protect", "--data", "graph", edges, nodes, "-k", 3, "-o", "new.gml"], ["inspect", "v.mtx"],
                    ["text", "patterns"], ["graph", "convert", edges, nodes, "-o", "same.gml"]):
            self.assertNotIn("old spelling", said(*new))
        # Every one of them, in the list of its group.
        for group, least in (("text", 12), ("graph", 6)):
            self.assertGreaterEqual(self.ok(group, "--help").stdout.count("(old spelling of lethe "), least)
        self.assertIn("Usage: lethe protect [--data graph] ", self.ok("graph", "protect", "--help").stdout)

    def test_attack_and_measure(self):
        self.ok("protect", "v.mtx", "-k", 3, "-o", "p.mtx", "--seed", 1)
        found = self.ok_json("attack", "v.mtx", "p.mtx")["attacks"]
        self.assertIn("vector-linkage", [one["name"] for one in found])
        lost = self.ok_json("measure", "v.mtx", "p.mtx", "--measure", "vector-loss")["measures"]
        self.assertEqual([one["name"] for one in lost], ["vector-loss"])
        self.ok("protect", "network", "-k", 3, "-o", "g.gml", "--seed", 1)
        found = {one["name"]: one["value"] for one in self.ok_json("attack", "network", "g.gml")["attacks"]}
        self.assertGreater(found["structural-linkage"], 50)  # edges are as they were
        self.assertGreater(found["profile-linkage"], 0)
        self.ok("protect", "letters", "--no-model", "-o", "docs")
        found = self.ok_json("attack", "letters", "docs", "--no-model")
        self.assertEqual((found["data"], found["worst"]["name"]), ("documents", "document-linkage"))
        self.fails(2, "attack", "network", "g.gml", "--attack", "vector-linkage", says="vector-linkage")
        self.fails(2, "measure", "v.mtx", "p.mtx", "--measure", "il1", says="il1")

    def test_explore(self):
        for data, folder, more in (("letters", "w", ["--no-model"]), ("v.mtx", "x", []), ("network", "y", [])):
            result = self.ok_json("explore", data, "--seed", 1, "-o", folder, *more)
            self.assertEqual([point for point in result["points"] if "error" in point], [])
            self.assertGreater(len(result["points"]), 5)
            for name in ("exploration.json", "points.csv", "map.svg", "report.html"):
                self.assertTrue((self.folder / folder / name).exists(), name)
            again = self.ok_json("explore", data, "--seed", 1, "-o", folder, *more)  # goes on where it was: at the end
            for one, two in zip(result["points"], again["points"]):
                self.assertEqual((one["risk"], one["loss"]), (two["risk"], two["loss"]))
        # What is recommended holds when it is carried out.
        if result["recommended"]:
            point = result["points"][result["recommended"] - 1]
            self.assertLessEqual(point["risk"], 10)
            self.assertLess(point["loss"], 99)

    def test_explored_documents_are_what_protect_makes(self):
        self.ok("sample", "letters", "--documents", 24, "--seed", 1, "-o", "many")
        result = self.ok_json("explore", "many", "--seed", 1, "--no-model", "--max-risk", 60)
        self.assertIn("--method", result["next"])
        point = result["points"][result["recommended"] - 1]
        self.ok(*shlex.split(result["next"])[1:], "--no-model")
        found = self.ok_json("assess", "many", "release", "--no-model", "--seed", 1)
        self.assertAlmostEqual(found["worst"]["value"], point["risk"])
        self.assertAlmostEqual(found["measures"][0]["value"], point["loss"])
        labels = [one["label"] for one in result["points"]]
        self.assertEqual(len(set(labels)), len(labels))
        self.fails(2, "explore", "letters", "--loss", "utility-queries", "--no-model", says="needs queries")

    def test_methods_of_documents(self):
        names = [one["name"] for one in self.ok_json("methods", "--data", "documents")["methods"]]
        for name in ("mask", "number", "document-linkage", "word-loss"):
            self.assertIn(name, names)

    def test_methods_of_graphs(self):
        methods = self.ok_json("methods", "--data", "graph")["methods"]
        asked = {one["name"] if one["data"] == "graph" else one["protects_nodes_as"]: one["data"] for one in methods}
        self.assertEqual((asked["mdav"], asked["table:mdav"], asked["exchange-groups"]), ("graph", "table", "table"))
        plan = self.ok_json("protect", "network", "--step", "table:mdav k=4", "--dry-run")
        self.assertEqual(plan["method"], {"name": "table:mdav", "k": 4})
        shown = self.ok("methods", "--data", "graph").stdout
        self.assertIn("Maskings of tables, for the columns of nodes", shown)
        self.assertIn("table:mdav", shown)
        for more in (["--family", "attack"], ["--family", "loss"]):
            self.assertEqual({one["data"] for one in self.ok_json("methods", "--data", "graph", *more)["methods"]}, {"graph"})
        self.assertNotIn("protects_nodes_as", self.ok("methods", "--json").stdout)

    def test_steps_of_a_policy(self):
        self.file("steps.toml", 'data = "documents"\n[[step]]\nmethod = "mask"\n'
                  'categories = ["person", "phone"]\nkeep_last = 2\n')
        self.file("short.toml", '[categories]\nperson = { treatment = "mask", keep_last = 2 }\n'
                  'phone = { treatment = "mask", keep_last = 2 }\n')
        for name in ("steps", "short"):
            self.ok("protect", "letters", "--policy", name + ".toml", "--no-model", "-o", name)
        read = lambda top: sorted((p.name, p.read_bytes()) for p in (self.folder / top).iterdir())
        self.assertEqual(read("steps"), read("short"))
        self.file("twice.toml", '[categories]\nperson = "label"\n[[step]]\nmethod = "mask"\ncategories = ["person"]\n')
        self.fails(2, "protect", "letters", "--policy", "twice.toml", "-o", "x",
                   says=["twice.toml:5", "twice.toml:2", "person"])

    def test_an_option_before_the_data_keeps_its_value(self):
        self.ok("protect", "-o", "docs", "--profile", "strict", "letters", "--no-model")
        self.assertTrue((self.folder / "docs.lethe.json").exists())

    def test_flags_stand_before_or_after_the_data(self):
        """A flag has no value: the word behind it is the command or the data."""
        commands = {one["name"]: one for one in self.ok_json("help")["commands"]}
        flags = lambda name: [option["names"][-1] for option in commands[name]["options"]
                              if not option.get("value") and not option.get("positional")
                              and option["names"][-1] not in ("--help", "--version")]
        chosen = lambda *words: self.ok(*words, "--help").stdout.splitlines()[1].removeprefix("Usage: lethe ")
        self.assertIn("--json", flags(""))
        tried = set()
        for command in ("inspect", "protect", "attack", "measure", "assess", "explore"):
            usages = set()
            for data in ("people.csv", "letters", "v.mtx", "network"):
                usage = chosen(command, data)
                usages.add(usage)
                own = usage.split(" [")[0]
                for flag in flags("") * (data == "letters") + flags(own):
                    if (command, flag) in tried:
                        continue
                    tried.add((command, flag))
                    with self.subTest(command=command, data=data, flag=flag):
                        self.assertEqual(chosen(command, flag, data), usage)
                        if flag in flags(""):
                            self.assertEqual(chosen(flag, command, data), usage)
                self.assertEqual(chosen(command, data, *flags(""), *flags(own)), usage)
            self.assertEqual(len(usages), 4, command)  # each kind of data has a command of its own
        self.assertGreater(len(tried), 40)

    def test_flags_before_the_data_do_what_they_say(self):
        self.ok("protect", "v.mtx", "-k", 3, "-o", "p.mtx")
        self.assertEqual(self.ok("-q", "protect", "network", "-k", 3, "-o", "g.gml").stderr, "")
        self.ok("protect", "--no-model", "letters", "-o", "docs")
        self.assertIn("vectors", json.loads(self.ok("--json", "inspect", "v.mtx").stdout))
        self.assertEqual(json.loads(self.ok("--json", "attack", "v.mtx", "p.mtx").stdout)["data"], "vectors")
        self.assertEqual(json.loads(self.ok("--json", "assess", "network", "g.gml").stdout)["kind"], "graph-assessment")
        found = json.loads(self.ok("--json", "text", "assess", "letters", "docs", "--no-model").stdout)
        self.assertEqual(found["kind"], "document-assessment")
        self.ok("protect", "--dry-run", "letters")
        self.assertFalse((self.folder / "release").exists())

    def test_a_kind_that_is_named_wins(self):
        self.ok("protect", "--data", "graph", "network/edges.csv", "network/nodes.csv", "-o", "g.gml", "-k", 3)
        failed = self.lethe("protect", "--data", "grap", "network", "-o", "x")
        self.assertEqual(failed.returncode, 2)
        self.assertIn('did you mean "graph"', failed.stderr)

    def test_help_says_so(self):
        self.assertIn("Takes documents, vectors, graphs too", self.ok("protect", "--help").stdout)
        self.assertIn("lethe protect [--data documents]", self.ok("protect", "letters", "--help").stdout)


if __name__ == "__main__":
    unittest.main()
