"""Commands take any data: the kind follows from the data, and the command of that kind reads the line."""
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

    def test_an_option_before_the_data_keeps_its_value(self):
        self.ok("protect", "-o", "docs", "--profile", "strict", "letters", "--no-model")
        self.assertTrue((self.folder / "docs.lethe.json").exists())

    def test_a_kind_that_is_named_wins(self):
        self.ok("protect", "--data", "graph", "network/edges.csv", "network/nodes.csv", "-o", "g.gml", "-k", 3)
        failed = self.lethe("protect", "--data", "grap", "network", "-o", "x")
        self.assertEqual(failed.returncode, 2)
        self.assertIn('did you mean "graph"', failed.stderr)

    def test_help_says_so(self):
        self.assertIn("Takes documents, vectors, graphs too", self.ok("protect", "--help").stdout)
        self.assertIn("lethe text sanitize", self.ok("protect", "letters", "--help").stdout)


if __name__ == "__main__":
    unittest.main()
