#!/usr/bin/env python3
"""lethe compare and lethe explain: an original beside its release, and why a person is found."""
import csv
import json
import stat
import unittest

from support import CliTest


class Compare(CliTest):
    def release(self, *more):
        self.people(300)
        self.ok("protect", "people.csv", "--method", "mdav", "--set", "k=5", "--seed", 3, "-o", "release.csv", *more)

    def test_what_moved(self):
        self.release()
        result = self.ok_json("compare", "people.csv", "release.csv", "--pair", "age,region", "-o", "c.json")
        self.assertEqual((result["kind"], result["about"]), ("comparison", "original"))
        columns = {column["column"]: column for column in result["columns"]}
        self.assertNotIn("person_id", columns)
        self.assertGreater(columns["age"]["moved"]["changed"], 0)
        with open(self.folder / "people.csv") as before, open(self.folder / "release.csv") as after:
            pairs = list(zip(csv.DictReader(before), csv.DictReader(after)))
        self.assertEqual(columns["age"]["moved"]["changed"], sum(float(a["age"]) != float(b["age"]) for a, b in pairs))
        self.assertEqual(sum(map(sum, result["pair"]["before"])), 300)
        self.assertEqual(result["correlations"]["columns"][0], "age")
        stored = self.folder / "c.json"
        self.assertEqual(stat.S_IMODE(stored.stat().st_mode), 0o600)
        self.assertEqual(json.loads(stored.read_text()), result)
        text = self.ok("compare", "people.csv", "release.csv")
        self.assertIn("300 original and 300 released rows", text.stdout)
        self.assertNotIn("intruder", text.stderr)
        self.ok("report", "c.json", "-o", "page.html")
        self.assertIn("Correlations of numbers: after less before", (self.folder / "page.html").read_text())

    def test_records_as_points(self):
        self.release()
        result = self.ok_json("compare", "people.csv", "release.csv", "--pair", "age,AGI", "-o", "c.json")
        age = next(column for column in result["columns"] if column["column"] == "age")["scatter"]
        self.assertEqual((age["about"], age["form"], age["x"]), ("original", "points", age["y"]))
        self.assertEqual(sum(point[2] for point in age["points"]), 300)
        with open(self.folder / "people.csv") as before, open(self.folder / "release.csv") as after:
            pairs = {(float(a["age"]), float(b["age"])) for a, b in zip(csv.DictReader(before), csv.DictReader(after))}
        self.assertEqual({(x, y) for x, y, _ in age["points"]}, pairs)
        self.assertEqual(result["pair"]["scatter"]["columns"], ["age", "AGI"])
        self.assertNotIn("scatter", next(column for column in result["columns"] if column["column"] == "region"))
        self.ok("report", "c.json", "-o", "page.html")
        page = (self.folder / "page.html").read_text()
        for part in ("age: original against released", "age and AGI, before", "age and AGI, after",
                     "Correlations of numbers: before", "Correlations of numbers: after"):
            self.assertIn(part, page)

    def test_many_records_are_hexagons(self):
        self.people(3000)
        self.ok("protect", "people.csv", "--method", "noise", "--set", "p=20", "--columns", "AGI,FEDTAX", "--seed", 3,
                "-o", "release.csv")
        result = self.ok_json("compare", "people.csv", "release.csv", "--columns", "AGI,FEDTAX", "-o", "c.json")
        for column in result["columns"]:
            scatter = column["scatter"]
            self.assertEqual(scatter["form"], "hexagons")
            self.assertEqual(sum(point[2] for point in scatter["points"]), scatter["records"])
            self.assertLess(len(scatter["points"]), 700)
        self.ok("report", "c.json", "-o", "page.html")
        self.assertLess((self.folder / "page.html").stat().st_size, 300_000)

    def test_nothing_is_published(self):
        self.release()
        self.ok("compare", "people.csv", "release.csv", "--pair", "age,AGI", "-o", "c.json")
        self.ok("explain", "people.csv", "release.csv", "--row", 7, "-o", "e.json")
        self.ok("report", "c.json", "e.json", "-o", "page.html", "--publish")
        page = (self.folder / "page.html").read_text()
        for part in ("Correlations", "leaves", "Why a person", "beside the original", "people.csv",
                     "against released", "<circle"):
            self.assertNotIn(part, page)

    def test_dropped_and_shuffled_rows(self):
        self.people(200)
        with open(self.folder / "people.csv") as file:
            names = next(csv.reader(file))
        columns = "".join(f'{name} = {{ role = "quasi" }}\n' for name in names if name != "person_id")
        self.file("p.toml", f'[columns]\nperson_id = {{ role = "identifier" }}\n{columns}'
                            '[release]\norder = "random"\n[[step]]\nmethod = "sampling"\nfraction = 0.5\n')
        self.ok("protect", "people.csv", "--policy", "p.toml", "--seed", 5, "-o", "release.csv")
        result = self.ok_json("compare", "people.csv", "release.csv")
        self.assertEqual(result["rows"]["before"], 200)
        self.assertLess(result["rows"]["after"], 200)
        for column in result["columns"]:
            self.assertEqual(column["moved"]["changed"], 0, column["column"])
        released = gone = 0
        for row in range(1, 21):
            person = self.ok_json("explain", "people.csv", "release.csv", "--row", row)
            released += person["released"]
            gone += not person["released"]
            for value in person["private"].get("values", []):
                self.assertEqual(value["original"], value["released"])
        self.assertGreater(released, 0)
        self.assertGreater(gone, 0)

    def test_other_people(self):
        self.people(200)
        self.ok("sample", "census", "--rows", 200, "--seed", 99, "-o", "others.csv")
        result = self.ok_json("compare", "people.csv", "others.csv")
        self.assertIsNone(result["columns"][0]["moved"]["changed"])
        self.assertEqual(len(result["warnings"]), 1)

    def test_bad_requests(self):
        self.release()
        self.fails(2, "compare", "people.csv", "release.csv", "--pair", "age", says="--pair takes two columns")
        self.fails(2, "compare", "people.csv", "release.csv", "--pair", "age,agee", says="agee")
        self.fails(2, "compare", "people.csv", "release.csv", "--columns", "nowhere", says="nowhere")
        self.fails(2, "compare", "people.csv", "release.csv", "-o", "people.csv", says="overwrite")
        self.fails(2, "explain", "people.csv", "release.csv", says="--row")
        self.fails(2, "explain", "people.csv", "release.csv", "--row", 0, says="row")
        self.fails(2, "explain", "people.csv", "release.csv", "--row", 301, says="1 to 300")


class Explain(CliTest):
    def test_why_a_person_is_found(self):
        self.people(300)
        self.ok("protect", "people.csv", "--method", "rank-swapping", "--set", "p=2", "--seed", 3, "-o", "release.csv")
        result = self.ok_json("explain", "people.csv", "release.csv", "--row", 17, "-o", "e.json")
        self.assertEqual((result["kind"], result["about"], result["released"]), ("link-explanation", "original", True))
        lefts = [step["left"] for step in result["steps"]]
        self.assertEqual(lefts, sorted(lefts, reverse=True))
        self.assertEqual(set(result["columns"]), {step["column"] for step in result["steps"]})
        self.assertAlmostEqual(result["chance"], 1 / lefts[-1])
        self.assertAlmostEqual(sum(column["own_share"] for column in result["distance"]["columns"]), 1)
        with open(self.folder / "people.csv") as file:
            person = list(csv.DictReader(file))[16]
        values = {value["column"]: value["original"] for value in result["private"]["values"]}
        self.assertEqual(values, {name: person[name] for name in values})
        open_part = json.dumps({key: value for key, value in result.items() if key != "private"})
        self.assertNotIn(person["AGI"], open_part)
        self.assertNotIn(person["region"], open_part)
        self.assertEqual(stat.S_IMODE((self.folder / "e.json").stat().st_mode), 0o600)
        text = self.ok("explain", "people.csv", "release.csv", "--row", 17).stdout
        self.assertIn("The person of row 17", text)
        self.ok("report", "e.json", "-o", "page.html")
        self.assertIn("of 300", (self.folder / "page.html").read_text())


if __name__ == "__main__":
    unittest.main()
