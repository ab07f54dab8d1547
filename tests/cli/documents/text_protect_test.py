#!/usr/bin/env python3
"""lethe text protect: vectors in which each document hides among k."""
import collections
import json
import os
import stat
import unittest

from support import CliTest

WORDS = "dog cat horse lion tiger monkey computer keyboard laptop software screen hardware".split()


class TextProtect(CliTest):
    def vectors(self, documents=20):
        """Documents about animals or about computers, six words each."""
        lines = []
        for document in range(documents):
            half = 6 * (document % 2)
            for word in range(6):
                weight = 1 + (document * 7 + word * 5) % 11
                lines.append(f"{document + 1} {half + word + 1} {weight}")
        self.file("v.mtx", "%%MatrixMarket matrix coordinate real general\n"
                  f"{documents} {len(WORDS)} {len(lines)}\n" + "\n".join(lines) + "\n")
        self.file("v.terms.txt", "\n".join(WORDS) + "\n")
        self.file("v.documents.csv", "id,label\n" + "".join(
            f"letter-{i + 1},{'animals' if i % 2 == 0 else 'computers'}\n"
            for i in range(documents)))

    def rows(self, name):
        rows = collections.defaultdict(list)
        lines = [line for line in (self.folder / name).read_text().splitlines()
                 if not line.startswith("%")]
        for line in lines[1:]:
            row, column, weight = line.split()
            rows[int(row)].append((int(column), float(weight)))
        return [tuple(rows[row]) for row in sorted(rows)]

    def check_k(self, name, documents, k):
        counts = collections.Counter(self.rows(name))
        self.assertEqual(sum(counts.values()), documents)
        self.assertGreaterEqual(min(counts.values()), k)

    def test_each_method_hides_each_document(self):
        self.vectors()
        for method in ("spherical", "classical", "semantic"):
            shown = self.ok_json("text", "protect", "v.mtx", "--method", method, "-k", "3", "-o",
                                 f"{method}.mtx")
            self.check_k(f"{method}.mtx", 20, 3)
            self.assertGreaterEqual(shown["proof"]["k"], 3)
            self.assertEqual(shown["documents"], 20)

    def test_a_published_vector_has_unit_length_unless_it_is_a_mean(self):
        self.vectors()
        for method, unit in (("spherical", True), ("classical", False)):
            self.ok("text", "protect", "v.mtx", "--method", method, "-k", "5", "-o", "p.mtx")
            lengths = [sum(w * w for _, w in row) for row in self.rows("p.mtx")]
            for length in lengths:
                self.assertEqual(abs(length - 1) < 1e-9, unit)

    def test_ids_stay_at_home_unless_asked_for(self):
        self.vectors()
        self.ok("text", "protect", "v.mtx", "-k", "3", "-o", "p.mtx")
        for path in self.folder.glob("p.*"):
            if "private" not in path.name:
                self.assertNotIn("letter-", path.read_text(), path.name)
        self.assertIn("animals", (self.folder / "p.documents.csv").read_text())
        private = self.folder / "p.mtx.lethe.private.json"
        self.assertEqual(stat.S_IMODE(os.stat(private).st_mode), 0o600)
        log = json.loads(private.read_text())
        self.assertEqual(sorted(row["document"] for row in log["rows"]),
                         sorted(f"letter-{i + 1}" for i in range(20)))
        self.assertNotEqual([row["original_row"] for row in log["rows"]], list(range(1, 21)))
        self.ok("text", "protect", "v.mtx", "-k", "3", "--keep-ids", "--drop-labels", "-o", "q.mtx")
        documents = (self.folder / "q.documents.csv").read_text()
        self.assertIn("letter-4", documents)
        self.assertNotIn("animals", documents)

    def test_says_what_classes_give_away(self):
        self.vectors()
        shown = self.ok_json("text", "protect", "v.mtx", "-k", "3", "-o", "p.mtx")
        rows = list(zip(self.rows("p.mtx"), (self.folder / "p.documents.csv").read_text().split()[1:]))
        self.assertEqual(shown["proof"]["k_with_labels"], min(collections.Counter(rows).values()))
        dropped = self.ok_json("text", "protect", "v.mtx", "-k", "3", "--drop-labels", "-o", "q.mtx")
        self.assertNotIn("k_with_labels", dropped["proof"])
        # Two documents of different classes share the only vector there is.
        self.file("two.mtx", "%%MatrixMarket matrix coordinate real general\n2 1 2\n1 1 1\n2 1 2\n")
        self.file("two.documents.csv", "label\nx\ny\n")
        said = self.ok("text", "protect", "two.mtx", "-k", "2", "-o", "t.mtx").stdout
        self.assertIn("may find it for certain", " ".join(said.split()))

    def test_the_private_log_leads_back(self):
        self.vectors()
        self.ok("text", "protect", "v.mtx", "-k", "3", "--seed", "1", "-o", "p.mtx")
        self.ok("text", "protect", "v.mtx", "-k", "3", "--keep-order", "-o", "q.mtx")
        found = self.ok_json("text", "assess-vectors", "v.mtx", "p.mtx", "q.mtx", "--parts",
                             "loss,linkage")
        first, second = found["releases"]
        self.assertEqual(first["loss"], second["loss"])
        self.assertEqual(first["linkage"], second["linkage"])
        (note,) = found["notes"]
        self.assertTrue(note.startswith("q.mtx: "), note)
        self.assertIn("in the order of the original, which is sorted by id", note)
        (self.folder / "p.mtx.lethe.private.json").unlink()
        self.fails(3, "text", "assess-vectors", "v.mtx", "p.mtx", "--parts", "loss", says=["random order", "--log"])
        (self.folder / "p.mtx.lethe.json").unlink()
        for command in ("assess", "attack", "measure"):
            self.fails(3, command, "v.mtx", "p.mtx", says=["no figure would mean anything", "--log", "--aligned"])
        lost = self.ok_json("text", "assess-vectors", "v.mtx", "p.mtx", "--parts", "loss", "--aligned")
        self.assertIn("matched by their order", " ".join(lost["notes"]))
        self.file("q.mtx.lethe.private.json", '{"kind": "vector-private-log", "rows": []}')
        self.fails(3, "text", "assess-vectors", "v.mtx", "q.mtx", "--parts", "loss",
                   says="is not the private log")

    def test_warns_of_copies_and_rare_terms(self):
        self.file("c.mtx", "%%MatrixMarket matrix coordinate real general\n4 3 5\n"
                  "1 1 1\n2 1 1\n3 2 1\n4 2 1\n4 3 1\n")
        said = self.ok("text", "protect", "c.mtx", "-k", "2", "-o", "p.mtx").stderr
        self.assertIn("2 documents had the vector of another", said)
        self.assertIn("1 of 3 published terms stand in fewer than 2 documents", said)

    def test_terms_of_no_published_vector_are_not_released(self):
        self.vectors()
        self.ok("text", "protect", "v.mtx", "-k", "10", "--terms", "2", "-o", "p.mtx")
        self.assertLess(len((self.folder / "p.terms.txt").read_text().split()), len(WORDS))

    def test_refining_loses_no_more(self):
        self.vectors()
        plain = self.ok_json("text", "protect", "v.mtx", "-k", "3", "--no-refine", "-o", "p.mtx")
        refined = self.ok_json("text", "protect", "v.mtx", "-k", "3", "-o", "q.mtx")
        self.assertLessEqual(refined["loss"]["mean_distance"], plain["loss"]["mean_distance"])

    def test_the_same_bytes_on_one_thread_and_on_two(self):
        self.vectors()
        for method in ("spherical", "classical", "semantic"):
            for name, threads in (("p", 1), ("q", 2)):
                self.ok("text", "protect", "v.mtx", "-k", "3", "--method", method, "--seed", "7",
                        "-o", f"{name}.mtx", "--threads", threads)
            for ending in (".mtx", ".terms.txt", ".documents.csv"):
                self.assertEqual((self.folder / f"p{ending}").read_bytes(),
                                 (self.folder / f"q{ending}").read_bytes(), method)

    def test_settings_are_flags_and_flags_are_settings(self):
        self.vectors()
        for method, flags, settings in (("spherical", ["-k", "3", "--no-refine", "--terms", "4"],
                                         ["k=3", "refine=false", "terms=4"]),
                                        ("semantic", ["-k", "4", "--weights", "none"], ["k=4", "weights=none"])):
            common = ["text", "protect", "v.mtx", "--method", method, "--seed", "7", "--force", "-o"]
            self.ok(*common, "p.mtx", *flags)
            self.ok(*common, "q.mtx", *(part for setting in settings for part in ("--set", setting)))
            self.assertEqual((self.folder / "p.mtx").read_bytes(), (self.folder / "q.mtx").read_bytes())
            records = [json.loads((self.folder / f"{name}.mtx.lethe.json").read_text())["method"] for name in "pq"]
            self.assertEqual(*records)
        self.fails(2, "text", "protect", "v.mtx", "-k", "3", "--set", "k=4", "-o", "r.mtx", says="say the same")
        self.fails(2, "text", "protect", "v.mtx", "--set", "refin=false", "-o", "r.mtx", says="refine")

    def test_what_cannot_be(self):
        self.vectors()
        self.fails(4, "text", "protect", "v.mtx", "-k", "31", "-o", "p.mtx", says="v.mtx: has 20 documents, which cannot hide among 31")
        self.fails(2, "text", "protect", "v.mtx", "-k", "0", "-o", "p.mtx", says="must be at least 2")
        self.fails(2, "text", "protect", "v.mtx", "-k", "1", "-o", "p.mtx", says="k: is 1; it must be at least 2")
        self.fails(2, "text", "protect", "v.mtx", "--source", "x", "-o", "p.mtx", says="--source")
        self.fails(2, "text", "protect", "v.mtx", "--terms", "-1", "-o", "p.mtx", says="terms: is -1; it must be at least 0")
        self.fails(2, "text", "protect", "v.mtx", "-o", "v.svm", says="would overwrite an input")
        self.fails(2, "text", "protect", "v.mtx", "-o", "v.mtx", says="would overwrite an input")
        self.fails(2, "text", "protect", "v.mtx", "-o", "p.xls", says="by its ending")
        self.fails(2, "text", "protect", "v.mtx", "--method", "semantic", "--terms", "3", "-o", "p.mtx", says="are for spherical")
        self.fails(2, "text", "protect", "v.mtx", "--weights", "none", "-o", "p.mtx", says="are for semantic")
        self.file("empty.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 1 1\n")
        self.fails(3, "text", "protect", "empty.mtx", "-k", "2", "-o", "p.mtx", says="document 2 has no terms")
        self.file("minus.mtx", "%%MatrixMarket matrix coordinate real general\n2 1 2\n1 1 1\n2 1 -1\n")
        self.fails(3, "text", "protect", "minus.mtx", "-k", "2", "-o", "p.mtx", says="negative")
        self.assertFalse((self.folder / "p.mtx").exists())

    def test_a_vocabulary_of_one_word(self):
        self.file("one.mtx", "%%MatrixMarket matrix coordinate real general\n3 1 3\n"
                  "1 1 1\n2 1 2\n3 1 3\n")
        shown = self.ok_json("text", "protect", "one.mtx", "-k", "3", "-o", "p.mtx")
        self.assertEqual(shown["proof"]["different_vectors"], 1)
        self.assertEqual(shown["loss"]["mean_distance"], 0)


if __name__ == "__main__":
    unittest.main()
