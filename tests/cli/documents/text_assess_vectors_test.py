#!/usr/bin/env python3
"""lethe text assess-vectors on small made-up vectors."""
import random
import unittest

from support import CliTest

TERMS = ["goal", "match", "coach", "tax", "vote", "law", "the"]


class TextAssessVectors(CliTest):
    def write(self, name, rows, labels=True, ids=True):
        names = ["document"] + ["id"] * ids + ["label"] * labels + ["term", "weight"]
        lines = [",".join(names)]
        for number, (subject, row) in enumerate(rows, 1):
            about = [str(number)] + [f"d{number}"] * ids + [subject] * labels
            lines += [",".join(about + [term, repr(weight)]) for term, weight in zip(TERMS, row) if weight]
        return self.file(name, "\n".join(lines) + "\n").name

    def documents(self, seed, count=40):
        draw = random.Random(seed)
        rows = []
        for number in range(count):
            own = range(3) if number % 2 else range(3, 6)
            row = [0.0] * 7
            for column in own:
                row[column] = round(draw.random(), 3) + 0.01
            row[6] = round(draw.random() / 4, 3) + 0.01
            rows.append(("sport" if number % 2 else "state", row))
        return rows

    def grouped(self, rows, k):
        """Documents of a subject in the order of their first weights, k at a time published as their mean."""
        result = list(rows)
        for subject in ("sport", "state"):
            places = sorted((i for i, row in enumerate(rows) if row[0] == subject), key=lambda i: rows[i][1])
            groups = [places[at:at + k] for at in range(0, len(places), k)]
            if len(groups) > 1 and len(groups[-1]) < k:
                rest = groups.pop()
                groups[-1] += rest
            for group in groups:
                mean = [sum(rows[i][1][column] for i in group) / len(group) for column in range(7)]
                for i in group:
                    result[i] = (subject, mean)
        return result

    def files(self):
        rows = self.documents(1)
        self.write("original.csv", rows)
        for k in (2, 4, 8):
            self.write(f"k{k}.csv", self.grouped(rows, k), ids=False)
        return ["k2.csv", "k4.csv", "k8.csv"]

    def test_all_parts(self):
        files = self.files()
        result = self.ok_json("text", "assess-vectors", "original.csv", *files, "--clusters", "2,4", "--seed", 1)
        self.assertEqual(result["kind"], "vector-assessment")
        releases = result["releases"]
        self.assertEqual([release["k"] for release in releases], [2, 4, 8])
        losses = [release["loss"]["spherical"]["il"] for release in releases]
        self.assertEqual(losses, sorted(losses))
        for release in releases:
            self.assertLessEqual(release["linkage"]["expected"], release["linkage"]["bound"] + 1e-9)
            self.assertEqual([item["clusters"] for item in release["clustering"]], [2, 4])
            self.assertEqual(len(release["classification"]["scenarios"]), 4)
        again = self.ok_json("text", "assess-vectors", "original.csv", *files, "--clusters", "2,4", "--seed", 1,
                             "--threads", 1)
        self.assertEqual(again, result)
        shown = self.ok("text", "assess-vectors", "original.csv", "k4.csv").stdout
        self.assertTrue(shown.startswith("Every published vector is shared by at least 4 documents (k = 4)."), shown)
        for part in ("Who can be found", "What is lost", "Searching", "Classification", "Clusters", "stay together"):
            self.assertIn(part, shown)

    def test_page_with_curves(self):
        files = self.files()
        self.ok("text", "assess-vectors", "original.csv", *files, "--clusters", 2, "-o", "page.html")
        page = (self.folder / "page.html").read_text()
        for part in ("Not for publication", "Documents found", "Information loss", "Classification, both protected",
                     "Distances between documents", "<svg"):
            self.assertIn(part, page)
        self.ok("text", "assess-vectors", "original.csv", "k2.csv", "--parts", "loss", "-o", "result.json")
        self.assertIn('"loss"', (self.folder / "result.json").read_text())

    def test_chosen_parts(self):
        self.files()
        result = self.ok_json("text", "assess-vectors", "original.csv", "k2.csv", "--parts", "loss,linkage")
        release = result["releases"][0]
        self.assertEqual(set(release), {"file", "anonymity", "k", "k_with_labels", "anonymity_with_labels", "loss", "linkage",
                                        "found", "lost", "worst", "bound"})
        # One release has a headline: what the best attack finds, what is lost, and what equal vectors allow.
        self.assertEqual(result["worst"]["name"], "vector-linkage")
        self.assertEqual(result["worst"]["value"], release["linkage"]["expected"])
        self.assertAlmostEqual(result["loss"], 100 * release["loss"]["spherical"]["il"])
        self.assertEqual(result["bound"]["smallest"], release["k_with_labels"])
        self.assertLessEqual(result["worst"]["value"], result["bound"]["average"] + 1e-9)
        self.fails(2, "text", "assess-vectors", "original.csv", "k2.csv", "--parts", "los", says="loss")
        self.fails(2, "text", "assess-vectors", "original.csv", "k2.csv", "--clusters", "1", says="is 1; it must be at least 2")
        self.fails(2, "text", "assess-vectors", "original.csv", "k2.csv", "-o", "original.csv")

    def test_a_test_part(self):
        files = self.files()
        test = self.documents(2, 20)
        self.write("test.csv", test)
        self.write("test2.csv", self.grouped(test, 2))
        result = self.ok_json("text", "assess-vectors", "original.csv", "k2.csv", "--parts", "classification",
                              "--test-original", "test.csv", "--test-protected", "test2.csv")
        classification = result["releases"][0]["classification"]
        self.assertEqual((classification["split"], classification["training"], classification["test"]), ("files", 40, 20))
        self.assertEqual(classification["scenarios"][2]["classifiers"][3]["with_labels"]["accuracy"], 1)
        self.fails(2, "text", "assess-vectors", "original.csv", *files, "--test-original", "test.csv",
                   "--test-protected", "test2.csv", says="1 for 3")
        self.fails(2, "text", "assess-vectors", "original.csv", "k2.csv", "--test-original", "test.csv",
                   says="--test-original: goes with --test-protected")

    def test_what_does_not_belong_together(self):
        self.files()
        rows = self.documents(1)
        self.write("fewer.csv", rows[:30])
        self.fails(3, "text", "assess-vectors", "original.csv", "fewer.csv", says=["fewer.csv", "30 documents"])
        self.write("plain.csv", rows, labels=False)
        self.fails(3, "text", "assess-vectors", "plain.csv", "k2.csv", "--parts", "classification", says="no labels")
        self.assertNotIn("Classification", self.ok("text", "assess-vectors", "plain.csv", "k2.csv").stdout)
        text = (self.folder / "original.csv").read_text()
        self.file("other.csv", text.replace(",d1,", ",d99,"))
        self.fails(3, "text", "assess-vectors", "original.csv", "other.csv", says="1 of 40 original documents")
        for term in TERMS:
            text = text.replace(f",{term},", f",{term}en,")
        self.file("terms.csv", text)
        self.fails(3, "text", "assess-vectors", "original.csv", "terms.csv", says="no term in common")
        self.fails(5, "text", "assess-vectors", "original.csv", "absent.csv")

    def test_terms_of_their_own(self):
        """Hypernyms are other words to the cosine: they are compared by meaning, or nothing is said."""
        self.file("tree.csv", "lumbago;ache;pain;symptom\nmigraine;ache;pain;symptom\n"
                  "gastritis;inflammation;symptom\nappendicitis;inflammation;symptom\n")
        names = ["lumbago", "gastritis", "migraine", "appendicitis"]
        self.file("a.csv", "document,term,weight\n" + "".join(f"{i + 1},{n},1\n" for i, n in enumerate(names)))
        self.ok("text", "protect", "a.csv", "-k", 2, "--method", "semantic", "--source", "tree.csv", "-o", "b.csv")
        failed = self.fails(3, "assess", "--data", "vectors", "a.csv", "b.csv", says=["no term in common", "--source"])
        self.assertNotIn("0 %", failed.stdout)
        found = self.ok_json("assess", "--data", "vectors", "a.csv", "b.csv", "--source", "tree.csv")["releases"][0]
        self.assertNotIn("linkage", found)
        self.assertEqual((found["k"], found["linkage_by_meaning"]["expected"], found["linkage_by_meaning"]["bound"]),
                         (2, 50, 50))
        self.assertAlmostEqual(found["loss_by_meaning"]["mean_distance"], (1 / 7 + 1 / 5) / 2)
        shown = " ".join(self.ok("assess", "--data", "vectors", "a.csv", "b.csv", "--source", "tree.csv", "-o", "page.html").stdout.split())
        self.assertIn("finds about 2 of 4 documents", shown)
        self.assertIn("What is lost by meaning", shown)
        self.assertIn("What is lost by meaning", (self.folder / "page.html").read_text())
        attacks = self.ok_json("attack", "--data", "vectors", "a.csv", "b.csv", "--source", "tree.csv")
        self.assertEqual(attacks["worst"]["name"], "vector-semantic-linkage")
        # Explored, they are as risky as they are assessed.
        explore = ["explore", "--data", "vectors", "a.csv", "--source", "tree.csv", "--seed", 1]
        points = {point["label"]: point for point in self.ok_json(*explore, "--loss", "vector-semantic-loss")["points"]}
        self.assertAlmostEqual(points["semantic k=2"]["risk"], 50)
        self.assertAlmostEqual(points["semantic k=2"]["loss"], 100 * (1 / 7 + 1 / 5) / 2)
        points = {point["label"]: point for point in self.ok_json(*explore)["points"]}
        self.assertIn("no term in common", points["semantic k=2"]["error"])

    def test_a_report_of_the_result(self):
        header = "%%MatrixMarket matrix coordinate real general\n"
        self.file("a.mtx", header + "4 2 5\n1 1 1\n2 1 2\n3 2 1\n4 2 1\n4 1 1\n")
        self.ok("text", "protect", "a.mtx", "-k", "2", "-o", "b.mtx")
        self.ok("text", "assess-vectors", "a.mtx", "b.mtx", "-o", "found.json")
        self.ok("report", "found.json", "-o", "page.html")
        self.assertIn("Who can be found", (self.folder / "page.html").read_text())

    def test_side_files_are_not_overwritten(self):
        header = "%%MatrixMarket matrix coordinate real general\n"
        self.file("a.mtx", header + "2 1 2\n1 1 1\n2 1 2\n")
        self.file("a.terms.txt", "word\n")
        self.file("b.mtx", header + "2 1 2\n1 1 1\n2 1 1\n")
        self.file("b.terms.txt", "word\n")
        self.file("b.mtx.lethe.json", "{}")
        for output in ("a.terms.txt", "b.terms.txt", "b.mtx.lethe.json"):
            self.fails(2, "text", "assess-vectors", "a.mtx", "b.mtx", "--parts", "loss", "-o", output,
                       says="would overwrite an input")

    def test_negative_weights_and_other_lengths(self):
        header = "%%MatrixMarket matrix coordinate real general\n"
        self.file("n.mtx", header + "2 1 2\n1 1 1\n2 1 -2\n")
        self.fails(3, "text", "assess-vectors", "n.mtx", "n.mtx", says="document 2 has a negative weight")
        self.file("long.mtx", header + "2 2 3\n1 1 3e200\n1 2 4e200\n2 1 20\n")
        found = self.ok_json("text", "assess-vectors", "long.mtx", "long.mtx", "--parts", "loss")
        loss = found["releases"][0]["loss"]
        self.assertAlmostEqual(loss["mean_distance"], 0)
        self.assertAlmostEqual(loss["classical"]["il"], 0)

    def test_labels_that_are_no_classes(self):
        rows = "".join(f"{i}.5 1:1 2:{i + 1}\n" for i in range(1100))
        self.file("r.svm", rows)
        found = self.ok_json("text", "assess-vectors", "r.svm", "r.svm", "--clusters", "2", "--restarts",
                             "1")
        self.assertNotIn("classification", found["releases"][0])
        self.assertIn("too many to be classes", " ".join(found["notes"]))


if __name__ == "__main__":
    unittest.main(verbosity=2)
