#!/usr/bin/env python3
"""Released values can be, what k holds is said, and no file of somebody else is replaced."""
import collections
import csv
import json
import random
import unittest

from support import CliTest


class Values(CliTest):
    def rows(self, name):
        with open(self.folder / name, newline="") as file:
            return list(csv.DictReader(file))

    def survey(self, rows=300, gaps=0.0):
        """Ages, prices of two decimals, a code and an income; some cells missing."""
        chance = random.Random(5)
        lines = ["age,price,water,income"]
        for _ in range(rows):
            cells = [str(chance.randrange(96)), f"{chance.randrange(9000) / 100:.2f}", chance.choice("1239"),
                     str(chance.randrange(90000))]
            lines.append(",".join("" if chance.random() < gaps else cell for cell in cells))
        self.file("survey.csv", "\n".join(lines) + "\n")

    def test_noise_leaves_whole_ages_prices_and_codes(self):
        self.survey()
        self.ok("protect", "survey.csv", "--method", "noise", "--set", "p=60", "--seed", 1, "-o", "r.csv")
        for row in self.rows("r.csv"):
            self.assertTrue(row["age"].isdigit() and row["income"].isdigit(), row)
            self.assertRegex(row["price"], r"^\d+\.\d\d$")
            self.assertIn(row["water"], "1239")
        values = json.loads((self.folder / "r.csv.lethe.json").read_text())["values"]
        self.assertEqual((values["age"]["decimals"], values["age"]["range"][0]), (0, 0))
        # A code is a category, which noise does not take, unless its column is named.
        self.assertNotIn("water", values)
        self.ok("protect", "survey.csv", "--method", "noise", "--set", "p=60", "--seed", 1, "--columns", "age,water",
                "-o", "named.csv")
        values = json.loads((self.folder / "named.csv.lethe.json").read_text())["values"]
        self.assertEqual(values["water"]["codes"], 4)
        self.assertEqual({row["water"] for row in self.rows("named.csv")}, set("1239"))
        self.ok("protect", "survey.csv", "--method", "noise", "--set", "p=60", "--seed", 1, "--as-masked", "-o", "raw.csv")
        self.assertTrue(any(float(row["age"]) < 0 for row in self.rows("raw.csv")))

    def test_a_policy_declares_what_can_be(self):
        self.survey()
        self.file("p.toml", """[columns]
age = { role = "quasi", round = 0, range = [0, 120] }
price = { role = "quasi", round = 0 }
water = { role = "quasi", values = [1, 2, 3, 9] }
income = { role = "quasi", round = -3 }
[[step]]
method = "mdav"
k = 4
""")
        shown = self.ok("protect", "survey.csv", "--policy", "p.toml", "-o", "r.csv").stdout
        flat = " ".join(shown.split())
        self.assertIn("k = 4 holds for age, price, water and income: smallest group 4 of 300 people.", flat)
        self.assertIn("age (whole, at least 0, at most 120)", flat)
        self.assertIn("income (multiples of 1000, at least 0)", flat)
        for row in self.rows("r.csv"):
            self.assertTrue(row["income"] == "0" or row["income"].endswith("000"), row)
            self.assertNotIn(".", row["price"])
        self.file("p.toml", '[columns]\nage = { role = "quasi", range = [0, 50] }\n[[step]]\nmethod = "noise"\n')
        self.fails(2, "protect", "survey.csv", "--policy", "p.toml", "-o", "r.csv",
                   says=["p.toml:2", 'values of column "age" are outside the declared range'])

    def smallest(self, name, columns):
        return min(collections.Counter(tuple(row[c] for c in columns) for row in self.rows(name)).values())

    def test_k_holds_with_missing_values_and_is_said(self):
        self.survey(gaps=0.1)
        columns = ["age", "price", "water", "income"]
        command = ["protect", "survey.csv", "--method", "mdav", "--set", "k=5"]
        shown = self.ok(*command, "-o", "own.csv").stdout
        self.assertGreaterEqual(self.smallest("own.csv", columns), 5)
        self.assertIn("k = 5 holds for", shown)
        self.assertIn("a missing value counts as a value of its own", " ".join(shown.split()))
        result = self.ok_json(*command, "--set", "missing=any", "-o", "any.csv")
        guarantee = result["guarantees"][0]
        self.assertEqual((guarantee["missing"], guarantee["holds"]), ("any", True))
        unique = sum(1 for n in collections.Counter(
            tuple(row[c] for c in columns) for row in self.rows("any.csv")).values() if n == 1)
        self.assertEqual(guarantee["other_reading"]["unique"], unique)
        self.assertGreater(unique, 0)
        shown = self.ok(*command, "--set", "missing=any", "-o", "any.csv").stdout
        self.assertIn("it does not:", shown)

    def test_columns_released_as_they_are_are_not_forgotten(self):
        self.people(400)
        shown = self.ok("protect", "people.csv", "--method", "mdav", "--columns", "age,AGI", "-o", "r.csv").stdout
        flat = " ".join(shown.split())
        self.assertIn("k = 5 holds for age and AGI: smallest group", flat)
        self.assertRegex(flat, "Together with .*which are released as they are, k = 5 does not hold: .* unique")
        self.assertIn("80 groups of 5 people", flat)
        record = json.loads((self.folder / "r.csv.lethe.json").read_text())
        self.assertEqual([item["holds"] for item in record["guarantees"]], [True, False])
        self.ok("report", "r.csv.lethe.json", "-o", "page.html")
        page = (self.folder / "page.html").read_text()
        self.assertIn("What holds, counted in the released file", page)
        self.assertIn("k = 5 does not hold", page)

    def test_standard_output_and_local_suppression(self):
        self.survey(300)
        result = self.ok("protect", "survey.csv", "--method", "local-suppression", "--columns", "age,water", "-o", "-")
        self.assertIn("k = 3 holds for age and water", result.stderr)
        self.assertIn("(a missing value agrees with anything)", result.stderr)
        self.assertIn("k = 3 does not hold: 300 of 300 people are unique", result.stderr)
        self.assertTrue(result.stdout.startswith("age,price,water,income\n"))

    def test_a_suppressed_number_is_gone_however_it_was_written(self):
        rows = ["x,y"] + ["1,2"] * 6 + ["1.0,2"] * 2 + ["7e1,2", "007.50,3"]
        self.file("odd.csv", "\n".join(rows) + "\n")
        self.file("p.toml", '[columns]\nx = { kind = "numeric", role = "quasi" }\ny = { role = "quasi" }\n'
                            '[[step]]\nmethod = "local-suppression"\nk = 3\n')
        self.ok("protect", "odd.csv", "--policy", "p.toml", "-o", "r.csv")
        text = (self.folder / "r.csv").read_text()
        self.assertNotIn("7e1", text)
        self.assertNotIn("7.5", text)
        self.assertEqual({row["x"] for row in self.rows("r.csv")}, {"1", ""})

    def test_compressed_releases_are_counted_too(self):
        self.survey()
        self.ok("protect", "survey.csv", "--method", "mdav", "-o", "r.csv.gz")
        self.assertEqual((self.folder / "r.csv.gz").read_bytes()[:2], b"\x1f\x8b")
        self.ok("inspect", "r.csv.gz")


class Replacing(CliTest):
    def test_a_report_does_not_replace_the_data(self):
        self.people()
        self.ok("protect", "people.csv", "--method", "mdav", "-o", "r.csv")
        self.file("mine.csv", "a,b\n1,2\n")
        for path in ["people.csv", "mine.csv", "r.csv"]:
            before = (self.folder / path).read_bytes()
            self.fails(2, "report", "r.csv.lethe.json", "-o", path, says=[path, "--force"])
            self.assertEqual((self.folder / path).read_bytes(), before)
        for _ in range(2):
            self.ok("report", "r.csv.lethe.json", "-o", "page.html")
        self.ok("report", "r.csv.lethe.json", "-o", "mine.csv", "--force")
        self.assertTrue((self.folder / "mine.csv").read_text().startswith("<!doctype html>"))

    def test_releases_results_and_samples(self):
        self.people()
        self.people()  # the same sample again
        command = ["protect", "people.csv", "--method", "noise", "--columns", "AGI"]
        self.file("other.csv", "a,b\n1,2\n")
        self.fails(2, *command, "-o", "other.csv", says="--force")
        self.ok(*command, "-o", "r.csv")
        self.ok(*command, "-o", "r.csv")
        with open(self.folder / "r.csv", "a") as file:
            file.write("edited by hand\n")
        self.fails(2, *command, "-o", "r.csv", says="--force")
        self.ok(*command, "-o", "r.csv", "--force")
        self.ok("assess", "people.csv", "r.csv", "--columns", "AGI,FEDTAX", "-o", "result.json")
        self.ok("assess", "people.csv", "r.csv", "--columns", "AGI,FEDTAX", "-o", "result.json")
        self.ok("inspect", "people.csv", "-o", "result.json")
        self.file("notes.json", '{"a": 1}')
        self.fails(2, "inspect", "people.csv", "-o", "notes.json", says="--force")
        self.fails(2, "assess", "people.csv", "r.csv", "-o", "other.csv", says="--force")
        self.fails(2, "sample", "survey", "-o", "other.csv", says="--force")
        self.file("empty.html", "")
        self.ok("report", "r.csv.lethe.json", "-o", "empty.html")


class OneSpelling(CliTest):
    """k is meant for the bytes that are written."""

    def classes(self, name, columns):
        with open(self.folder / name, newline="") as file:
            return collections.Counter(tuple(row[c] for c in columns) for row in csv.DictReader(file))

    def test_equal_numbers_are_written_alike(self):
        chance = random.Random(1)
        spell = {1: ["1", "1.0", "01", "1e0", "+1"], 2: ["2", "2.00", "002"], 3: ["3"], 4: ["4", "4e0"]}
        rows = [(chance.choice(spell[chance.randint(1, 4)]), chance.choice(spell[chance.randint(1, 2)]),
                 chance.choice(["f", "m"]), chance.choice(["0010", "010", "x3"])) for _ in range(400)]
        self.file("t.csv", "rooms,floor,sex,code\n" + "".join(",".join(row) + "\n" for row in rows))
        self.file("policy.toml", '[columns]\nrooms = { role = "quasi", kind = "numeric" }\n'
                  'floor = { role = "quasi", kind = "numeric" }\nsex = { role = "quasi" }\n'
                  'code = { role = "other", reason = "of the form" }\n[[step]]\nmethod = "METHOD"\n'
                  'columns = ["rooms", "floor", "sex"]\nk = 5\n')
        policy = (self.folder / "policy.toml").read_text()
        for method in ("mondrian", "local-suppression", "mdav"):
            with self.subTest(method):
                self.file("policy.toml", policy.replace("METHOD", method))
                done = self.ok_json("protect", "t.csv", "--policy", "policy.toml", "--seed", 1, "-o", method + ".csv")
                sizes = self.classes(method + ".csv", ("rooms", "floor", "sex"))
                self.assertGreaterEqual(min(sizes.values()), 5, sizes)
                self.assertEqual([one["smallest"] for one in done["guarantees"]], [min(sizes.values())])
                # What nobody is compared by stays as it was.
                self.assertEqual(self.classes(method + ".csv", ("code",)), self.classes("t.csv", ("code",)))


if __name__ == "__main__":
    unittest.main()
