#!/usr/bin/env python3
"""lethe reproduce on a made-up file."""
import gzip
import json
import math
import random
import signal
import subprocess
import time
import unittest

from support import CliTest, LETHE, PATIENCE


class Reproduce(CliTest):
    def census(self):
        """A made-up file in the shape of the one that the published experiments run on."""
        draw = random.Random(1)
        rows = [",".join(f"V{column}" for column in range(1, 14))]
        for _ in range(1080):
            common = draw.gauss(0, 1)
            rows.append(",".join(str(round(1e6 * math.exp(0.4 * common + 0.5 * draw.gauss(0, 1)))) for _ in range(13)))
        (self.folder / "data/casc").mkdir(parents=True)
        self.file("data/casc/Census.csv", "\n".join(rows) + "\n")
        return ["--data", "data"]

    def test_reproduce(self):
        data = self.census()
        self.assertIn("worst-case-series", self.ok("reproduce").stdout)
        self.fails(2, "reproduce", "noise", says="--data DIR")
        self.fails(2, "reproduce", "nosie", *data, says="noise")
        self.fails(2, "reproduce", "noise", "--only", "RS-1", *data, says="no files to choose from")
        self.fails(2, "reproduce", "heuristic", "--only", "M4-29", *data, says="M4-28")
        table = self.ok("reproduce", "learnt-distances", "--only", "M4-33", "--samples", 1, "--seconds", 5, *data).stdout
        self.assertIn("d2SB_psd", table)
        self.assertIn("Distances compared", table)
        self.assertIn("Checks: 15 of 15 hold.", table)
        self.assertLessEqual(max(map(len, table.splitlines())), 100)
        # Bounds of the true file do not hold of this one, and that is an error.
        self.fails(4, "reproduce", "first-400-learnt", "--only", "M6-853", "--seconds", 5, *data, says="M6-853")

    def test_uniform_and_non_uniform_files(self):
        data = self.census()
        for name, settings in (("rank-swapping", 7), ("mic2", 18), ("noise", 9), ("non-uniform", 12)):
            result = self.ok_json("reproduce", name, "--samples", 1, "--seed", 1, *data)["reproductions"][0]
            self.assertEqual(len(result["rows"]), settings, name)
            for row in result["rows"]:
                self.assertLessEqual(row["strict"], row["expected"])
                self.assertLessEqual(row["expected"], row["lax"])
                self.assertGreater(row["published"], 39)
            readings = {"rank-swapping": 4, "mic2": 3, "noise": 2, "non-uniform": 0}[name]
            if readings:  # each in a table, and drawn beside what was published
                table, = result["tables"]
                self.assertEqual(len(table["columns"]), 2 + readings, name)
                self.assertEqual([len(line["points"]) for line in result["charts"][0]["lines"]],
                                 [settings] * (1 + readings), name)
                for row, first in zip(table["rows"], result["rows"]):
                    self.assertEqual(row["lax"], first["lax"])
            if name == "non-uniform":
                self.assertEqual([claim["of"] for claim in result["claims"]], [6])
                self.assertEqual([len(line["points"]) for line in result["charts"][0]["lines"]], [6, 6, 41])
                if name != "non-uniform":  # both readings: masked and drawn, drawn and masked
                    self.assertLessEqual(row["drawn_first_expected"], row["drawn_first"])
            if name != "non-uniform":  # the weakest protection is linked best, published and obtained
                first, last = result["rows"][0], result["rows"][-1]
                self.assertGreater(first["published"], last["published"])
                self.assertGreater(first["lax"], last["lax"])
        # What another program found in the true file does not hold of this one, and is not called published.
        shown = self.fails(4, "reproduce", "first-400", *data, says="M4-33 d2AM lax").stdout
        self.assertIn("another program", shown)
        self.assertNotIn("  published", shown)

    def test_learnt_measures_and_fuzzy_groups(self):
        data = self.census()
        result = self.ok_json("reproduce", "learnt-measures", "--only", "M4-28", "--samples", 1, "--seconds", 5, *data)
        tables = result["reproductions"][0]["tables"]
        self.assertEqual([len(table["rows"]) for table in tables], [15, 4, 6, 1])
        self.assertAlmostEqual(sum(row["share"] for row in tables[1]["rows"]), 1, 6)
        self.assertAlmostEqual(tables[0]["rows"][-1]["value"], 1, 6)
        linked, = tables[3]["rows"]
        self.assertLess(linked["printed"], linked["best"])
        self.assertEqual([len(line["points"]) for line in result["reproductions"][0]["charts"][0]["lines"]], [16, 16])
        self.assertTrue(all(check["holds"] for check in result["reproductions"][0]["checks"]))
        rows = self.ok_json("reproduce", "fuzzy-groups", "--samples", 1, *data)["reproductions"][0]["tables"][0]["rows"]
        self.assertEqual(len(rows), 9)
        for row in rows:
            self.assertGreater(row["loss"], 0)
            self.assertLessEqual(row["known"], 100)

    def test_a_synthetic_survey(self):
        result = self.ok_json("reproduce", "semantic-survey", "--seed", 1, "--data", ".")["reproductions"][0]
        tables = {table["title"]: table for table in result["tables"]}

        def rows(title):
            return next(table["rows"] for name, table in tables.items() if name.startswith(title))

        survey, = rows("Survey (published")
        self.assertEqual([survey[key] for key in ("records", "different", "unique", "most")], [975, 211, 118, 115])
        centres = {row["strategy"]: row for row in rows("Survey: sum of distances")}
        best = centres["semantic, log-sc"]
        for name in ("mode", "consensus", "random", "lcs"):
            self.assertLess(best["whole"], centres[name]["whole"])
        for title in ("Survey, recoding: semantic loss", "Survey, thesis: L", "Survey, thesis: seconds"):
            self.assertEqual(len(rows(title)), 14)
        holds = {claim["statement"]: claim for claim in result["claims"]}
        for statement in ("Survey, recoding: H1 and H2 lose less than H1 (P8)",
                          "Survey, thesis: SA-MDAV loses less than DF&T (P14)",
                          "Survey, linkage: meaning by log-sc links more than equality (P22)"):
            self.assertEqual(holds[statement]["holds"], holds[statement]["of"], statement)
        # Every statement of the source came out as it is recorded, those that do not hold too.
        self.assertTrue(any(claim["holds"] < claim["of"] for claim in result["claims"]))
        for claim in result["claims"]:
            self.assertEqual(claim["recorded"], f"{claim['holds']} of {claim['of']}", claim["statement"])
        # A figure for each table over k, and over alpha.
        drawn = {chart["title"] for chart in result["charts"]}
        for figure in (13, 16, 17, 21, 24, 25, 26, 27, 33, 35):
            self.assertTrue(any(f"{figure}" in title for title in drawn), figure)

    def test_ontologies_of_other_sizes(self):
        """Made-up people and discharges: the ontologies are cut, referred to and compared as they should be."""
        draw = random.Random(2)
        people = ["occupation,native-country"]
        for _ in range(300):
            people.append(draw.choice(["Sales", "Tech-support", "Craft-repair", "Farming-fishing"]) + "," +
                          draw.choice(["United-States", "Mexico", "Cuba", "Poland", "France"]))
        (self.folder / "data/uci_adult").mkdir(parents=True)
        self.file("data/uci_adult/adult_train.csv", "\n".join(people) + "\n")
        arguments = ["reproduce", "ontologies", "--seed", 2, "--data", "data"]
        alone = self.ok_json(*arguments)["reproductions"][0]
        self.assertIn("doid.obo is not there", " ".join(alone["notes"]))
        sizes = {row["ontology"]: row for row in alone["tables"][0]["rows"]}
        self.assertEqual([sizes[f"WordNet to {depth}"]["depth"] for depth in (7, 4, 2)], [8, 5, 3])
        self.assertGreater(sizes["WordNet"]["concepts"], 80_000)
        self.assertGreater(sizes["WordNet to 7"]["concepts"], sizes["WordNet to 2"]["concepts"])
        rows = next(table["rows"] for table in alone["tables"] if "SA-MDAV: L by the full" in table["title"])
        self.assertEqual([row["k"] for row in rows], [2, 3, 5, 8, 10, 12, 15])

        for folder in ("ontology_icd", "ontology_doid", "health_nhds2010"):
            (self.folder / "data" / folder).mkdir()
        codes = ["0010", "0011", "0019", "0020", "0021", "4280", "4281", "9999"]
        lines = ["code,billable,short_desc,long_desc,three_digit,major,sub_chapter,chapter"]
        for code in codes:
            lines.append(f"{code},1,d{code},disease {code},{code[:3]},major {code[:3]},sub {code[:2]},chapter {code[0]}")
        self.file("data/ontology_icd/icd9cm_2014_hierarchy.csv", "\n".join(lines) + "\n")
        self.file("data/ontology_doid/doid.obo", "format-version: 1.2\n\n[Term]\nid: D:1\nname: disease\n\n"
                  "[Term]\nid: D:2\nname: cholera\nxref: ICD9CM:001\nis_a: D:1\n\n"
                  "[Term]\nid: D:3\nname: typhoid fever\nxref: ICD9CM:002.0\nis_a: D:1\n\n"
                  "[Term]\nid: D:4\nname: heart failure\nxref: ICD9CM:428\nis_a: D:1\n")
        with gzip.open(self.folder / "data/health_nhds2010/nhds2010.csv.gz", "wt") as file:
            file.write("dx01,dx02\n" + "".join(f"{draw.choice(codes)},{draw.choice(codes)}\n" for _ in range(400)))
        both = self.ok_json(*arguments)["reproductions"][0]
        hospital = next(table["rows"] for table in both["tables"] if table["title"] == "Hospital: the ontologies")
        self.assertEqual([row["ontology"] for row in hospital], ["ICD-9", "ICD-9 to 2", "ICD-9 to 1", "DOID"])
        self.assertEqual(hospital[3]["concepts"], 4)
        self.assertEqual(hospital[2]["depth"], 2)
        for claim in both["claims"]:
            self.assertEqual(claim["of"], 7, claim)
        for name in ("RL, linked by labels", "SRL of who knows the full ontology"):
            for row in next(table["rows"] for table in both["tables"] if f"Hospital, SA-MDAV: {name}" in table["title"]):
                for ontology in ("ICD-9", "ICD-9 to 1", "none"):
                    self.assertLessEqual(row[ontology], 100 / row["k"] + 1e-9)
        # Recoding releases codes alone, which everybody knows.
        recoded = next(table["rows"] for table in both["tables"] if "Hospital, recoding: L by the full" in table["title"])
        self.assertTrue(all(row["DOID"] is not None for row in recoded))

    def test_reproduce_goes_on_where_it_was_interrupted(self):
        arguments = ["reproduce", "worst-case-series", "--only", "MicIR", "--samples", 10, "--state", "state.jsonl",
                     "--threads", 1, *self.census()]
        state = self.folder / "state.jsonl"
        process = subprocess.Popen([LETHE, *map(str, arguments)], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        while process.poll() is None and not (state.exists() and len(state.read_text().splitlines()) > 3):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60 * PATIENCE)
        self.assertEqual(process.returncode, 130, errors)
        self.assertIn("the same command goes on", errors)
        kept = state.read_text().splitlines()
        self.assertLess(len(kept), 181)
        result = self.ok_json(*arguments)["reproductions"][0]
        self.assertEqual(result["tables"][0]["rows"][0]["files"], 180)
        gains, times = result["charts"]
        self.assertEqual([len(line["points"]) for line in gains["lines"] if line["points"]], [180])
        self.assertTrue(gains["scatter"] and times["scatter"])
        self.assertEqual([claim["of"] for claim in result["claims"]], [1, 1])
        self.assertEqual(state.read_text().splitlines()[:len(kept)], kept)
        self.assertEqual(len(state.read_text().splitlines()), 181)

    def test_vectors_of_documents(self):
        """Made-up news and reviews: what is said of the true ones need not hold, but all is measured and drawn."""
        draw = random.Random(1)
        words = {"earn": "profit share dividend quarter income loss", "ship": "vessel port cargo strike sailor harbour",
                 "pos": "delight humour charm beauty triumph", "neg": "boredom failure mess disaster insult"}
        common = "film year company people story time man day week world".split()

        def text(label):
            return " ".join(draw.choices(words[label].split(), k=6) + draw.choices(common, k=6))

        (self.folder / "data/text_reuters_r8").mkdir(parents=True)
        for part, count in (("train", 60), ("test", 50)):
            lines = [f"{label}\t{text(label)}" for _ in range(count // 2) for label in ("earn", "ship")]
            self.file(f"data/text_reuters_r8/r8-{part}.txt", "\n".join(lines) + "\n")
        for label in ("pos", "neg"):
            (self.folder / "data/text_movie_reviews" / label).mkdir(parents=True)
            for number in range(50):
                self.file(f"data/text_movie_reviews/{label}/{number}.txt", text(label))
        result = self.lethe("reproduce", "spherical", "--data", "data", "-o", "page.html", "--json")
        # Figures of the true news are among the checks, and not met here: they are told by the error.
        self.assertIn(result.returncode, (0, 4), result.stderr)
        found = json.loads(result.stdout)  # one object, with what does not hold as its error
        self.assertEqual("error" in found, result.returncode == 4)
        experiment = found["reproductions"][0]
        self.assertEqual(experiment["tables"][0]["rows"][0]["documents"], 110)
        self.assertEqual([row["k"] for row in experiment["tables"][1]["rows"]], list(range(1, 21)))
        for check in experiment["checks"]:
            if "shared by k" in check["what"] or "than k allows" in check["what"]:
                self.assertTrue(check["holds"], check)
        self.assertEqual(len(experiment["charts"]), 22)
        distances = next(one for one in experiment["charts"] if "distances between documents" in one["title"])
        for line in distances["lines"]:
            self.assertEqual(len(line["points"]), 11)
            self.assertAlmostEqual(sum(share for _, share in line["points"]), 100, 6)
        self.assertIn("Reuters R8: information loss", (self.folder / "page.html").read_text())


if __name__ == "__main__":
    unittest.main(verbosity=2)
