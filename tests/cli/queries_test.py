#!/usr/bin/env python3
"""Logs of queries: a table with a row a query is protected by user, and a query hides among others."""
import json
import pathlib
import unittest

from support import CliTest, TOP

WORDNET = pathlib.Path("/usr/share/wordnet/data.noun").exists()
TREE = "poodle;dog;animal\nlabrador;dog;animal\nbeagle;dog;animal\nsiamese;cat;animal\npersian;cat;animal\n"


class Queries(CliTest):
    def test_rows_of_a_user_are_one_document(self):
        self.file("log.csv", "user,query,site\na,poodle food,x\nb,cat,y\na,vet for a poodle,\n")
        made = self.ok_json("text", "vectors", "log.csv", "--user", "user", "--text", "query", "-o", "log.mtx",
                            "--least-documents", "1")
        self.assertEqual(made["documents"], 2)
        self.assertEqual(made["words"], 6)

    def test_columns_must_be_there(self):
        self.file("log.csv", "user,query\na,poodle\n,cat\n")
        wrong = self.fails(2, "text", "vectors", "log.csv", "--user", "usr", "--text", "qury", "-o", "log.mtx")
        self.assertIn("usr", wrong.stderr)
        self.assertIn("qury", wrong.stderr)
        nobody = self.fails(3, "text", "vectors", "log.csv", "--user", "user", "--text", "query", "-o", "log.mtx")
        self.assertIn("1 rows belong to nobody", nobody.stderr)
        self.assertIn("text", self.fails(2, "text", "vectors", "log.csv", "--user", "user", "-o", "log.mtx").stderr)

    @unittest.skipUnless(WORDNET, "WordNet is not installed")
    def test_a_log_is_released_by_groups_of_users(self):
        log = TOP / "examples/queries/log.csv"
        self.ok("text", "vectors", log, "--user", "user", "--text", "query", "--wordnet", "-o", "log.mtx")
        self.ok("text", "protect", "log.mtx", "--method", "semantic", "-k", "3", "-o", "release.mtx")
        self.assertIn("vector-semantic-linkage", json.dumps(self.ok_json("assess", "log.mtx", "release.mtx")))
        self.assertFalse(any("u0" in path.read_text() for path in self.folder.glob("release*")
                             if "private" not in path.name))

    def test_a_query_hides_among_words_that_are_always_the_same(self):
        self.file("tree.csv", TREE)
        sets = {word: self.ok("knowledge", "cover", word, "-k", "2", "--source", "tree.csv").stdout
                for word in ("dog", "poodle", "labrador", "beagle", "cat", "siamese", "persian", "animal")}
        for word, cover in sets.items():
            words = cover.split()
            self.assertIn(word, words)
            self.assertGreaterEqual(len(words), 2)
            for other in words:
                self.assertEqual(sets[other], cover)
        self.file("words.txt", "poodle\npersian\nunicorn\n")
        some = self.ok("knowledge", "cover", "persian", "-k", "2", "--source", "tree.csv", "--among", "words.txt")
        self.assertEqual(sorted(some.stdout.split()), ["persian", "poodle"])
        self.assertNotIn("unicorn", some.stderr)
        outside = self.fails(2, "knowledge", "cover", "beagle", "-k", "2", "--source", "tree.csv", "--among", "words.txt")
        self.assertIn("not among the words", outside.stderr)


if __name__ == "__main__":
    unittest.main()
