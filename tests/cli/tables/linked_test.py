#!/usr/bin/env python3
"""Several tables at once: people, and rows that are linked to them."""
import collections
import csv
import json
import os
import pathlib
import random
import unittest

from support import TOP, CliTest

DATA = pathlib.Path(os.environ.get("LETHE_DATA", TOP.parent / "shared/data"))

POLICY = """[columns]
Id = { role = "person" }
sex = { role = "quasi" }
age = { role = "quasi" }
income = { role = "confidential" }

[[step]]
method = "mdav"
columns = ["age", "sex"]
k = 4

[linked.stays]
file = "stays.csv"
person = "PATIENT"
rows = "ROWS"
[linked.stays.columns]
day = { role = "quasi", kind = "numeric" }

[linked.findings]
file = "findings.csv"
person = "PATIENT"
references = { STAY = "stays.Id" }
rows = "ROWS"
[linked.findings.columns]
code = { role = "quasi", kind = "nominal" }
"""

SYNTHEA = """[columns]
Id = { role = "person" }
BIRTHDATE = { role = "quasi", kind = "ordinal" }
DEATHDATE = { role = "identifier" }
GENDER = { role = "quasi" }
MARITAL = { role = "quasi" }
COUNTY = { role = "quasi" }
HEALTHCARE_COVERAGE = { role = "confidential" }
SSN = { role = "identifier" }
DRIVERS = { role = "identifier" }
PASSPORT = { role = "identifier" }
PREFIX = { role = "identifier" }
FIRST = { role = "identifier" }
LAST = { role = "identifier" }
SUFFIX = { role = "identifier" }
MAIDEN = { role = "identifier" }
RACE = { role = "other", reason = "everybody has the same" }
ETHNICITY = { role = "other", reason = "everybody has the same" }
STATE = { role = "other", reason = "everybody has the same" }
BIRTHPLACE = { role = "identifier" }
ADDRESS = { role = "identifier" }
CITY = { role = "identifier" }
ZIP = { role = "identifier" }
LAT = { role = "identifier" }
LON = { role = "identifier" }
HEALTHCARE_EXPENSES = { role = "other", reason = "everybody has the same" }

[release]
order = "random"

[[step]]
method = "mdav"
columns = ["BIRTHDATE", "GENDER", "MARITAL", "COUNTY"]
k = 5

[linked.conditions]
file = "FOLDER/conditions.csv"
person = "PATIENT"
rows = "ROWS"
[linked.conditions.columns]
ENCOUNTER = { role = "identifier" }
START = { role = "quasi" }
STOP = { role = "other", reason = "nobody beside the doctor knows it" }
CODE = { role = "quasi", kind = "nominal" }
DESCRIPTION = { role = "other", reason = "says what CODE says" }

[linked.allergies]
file = "FOLDER/allergies.csv"
person = "PATIENT"
rows = "ROWS"
[linked.allergies.columns]
ENCOUNTER = { role = "identifier" }
START = { role = "quasi" }
CODE = { role = "quasi", kind = "nominal" }
"""


def rows_of(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


class Linked(CliTest):
    def setUp(self):
        super().setUp()
        chance = random.Random(7)
        self.people, self.stays, self.findings = [], [], []
        for p in range(60):
            key = f"patient-{chance.randrange(10**9):09}"
            self.people.append({"Id": key, "sex": chance.choice("fm"), "age": chance.randrange(20, 80),
                                "income": chance.randrange(1000, 9000)})
            for _ in range(chance.randrange(1, 4)):
                stay = f"stay-{chance.randrange(10**9):09}"
                self.stays.append({"Id": stay, "PATIENT": key, "day": chance.randrange(1000)})
                for _ in range(chance.randrange(3)):
                    self.findings.append({"PATIENT": key, "STAY": stay, "code": f"c{chance.randrange(30)}"})
        for name in ("people", "stays", "findings"):
            self.table(name, getattr(self, name))
        (self.folder / "out").mkdir()

    def table(self, name, rows):
        with open(self.folder / f"{name}.csv", "w", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys())
            writer.writeheader()
            writer.writerows(rows)

    def policy(self, rows="dealt", more=""):
        return self.file("linked.toml", POLICY.replace("ROWS", rows) + more)

    def protect(self, *more, code=None, says=()):
        arguments = ["protect", "people.csv", "--policy", "linked.toml", "--seed", 3, "-o", "out/people.csv", *more]
        return self.ok_json(*arguments) if code is None else self.fails(code, *arguments, says=says)

    def released(self, name):
        return rows_of(self.folder / "out" / f"{name}.csv")

    def beside(self, ending):
        return json.loads((self.folder / f"out/people.csv.lethe{ending}").read_text())

    def attack(self, measured):
        return [attack for attack in measured["attacks"] if attack["name"] == "linked-rows"][0]

    def test_one_release_of_three_files(self):
        self.policy()
        planned = self.protect("--dry-run")
        files = [os.path.basename(file["file"]) for file in planned["files"]]
        self.assertEqual(files, ["people.csv", "stays.csv", "findings.csv", "people.csv.lethe.json",
                                 "people.csv.lethe.private.json"])
        self.assertEqual(list((self.folder / "out").iterdir()), [])

        summary = self.protect()
        people, stays, findings = (self.released(name) for name in ("people", "stays", "findings"))
        self.assertEqual((len(people), len(stays), len(findings)),
                         (len(self.people), len(self.stays), len(self.findings)))
        keys = {row["Id"] for row in people}
        stay_of = {row["Id"]: row["PATIENT"] for row in stays}
        self.assertEqual(len(keys), 60)
        self.assertTrue(all(row["PATIENT"] in keys for row in stays))
        self.assertTrue(all(stay_of[row["STAY"]] == row["PATIENT"] for row in findings))
        self.assertEqual(sorted(row["day"] for row in stays), sorted(str(row["day"]) for row in self.stays))
        self.assertEqual([table["rows_of_people"] for table in summary["linked"]], ["dealt", "dealt"])

        # One record, which lists all files, and names no key of the original.
        record = self.beside(".json")
        self.assertEqual([file["file"] for file in record["files"]], ["people.csv", "stays.csv", "findings.csv"])
        self.assertEqual(record["key"], "Id")
        self.assertEqual(record["linked"][1]["references"], {"STAY": "stays.Id"})
        self.assertNotIn("Id", record["dropped"])
        published = "".join((self.folder / "out" / name).read_text()
                            for name in ("people.csv", "stays.csv", "findings.csv", "people.csv.lethe.json"))
        for word in ("patient-", "stay-"):
            self.assertNotIn(word, published)

        # The private log leads back: whose row each was.
        log = self.beside(".private.json")
        for name, rows in (("stays", self.stays), ("findings", self.findings)):
            entry = [one for one in log["linked"] if one["name"] == name][0]
            value = "day" if name == "stays" else "code"
            for released, row, person in zip(self.released(name), entry["rows"], entry["people"]):
                self.assertEqual(str(rows[row][value]), released[value])
                self.assertEqual(rows[row]["PATIENT"], self.people[person]["Id"])

        # The same again is the same; what somebody changed is not overwritten.
        before = {path.name: path.read_bytes() for path in (self.folder / "out").iterdir() if "private" not in path.name}
        self.protect()
        for name, content in before.items():
            if name.endswith(".csv"):
                self.assertEqual((self.folder / "out" / name).read_bytes(), content)
        (self.folder / "out/stays.csv").write_text("mine\n")
        self.protect(code=2, says="stays.csv")
        self.assertEqual((self.folder / "out/stays.csv").read_text(), "mine\n")

    def test_dealt_rows_find_nobody_and_own_rows_do(self):
        figures = {}
        for rows in ("dealt", "own"):
            self.policy(rows)
            result = self.lethe("protect", "people.csv", "--policy", "linked.toml", "--seed", 3, "-o", "out/people.csv",
                                "--assess", "--force", "--json")
            self.assertEqual(result.returncode, 0, result.stderr)
            summary = json.loads(result.stdout)
            attack = self.attack(summary["measured"])
            figures[rows] = attack
            links = [item for item in summary["guarantees"] if item["scope"] == "links"][0]
            if rows == "dealt":
                self.assertEqual(links["smallest"], links["alone"]["smallest"])
                self.assertLessEqual(attack["value"], summary["measured"]["bound"]["average"] + 1e-9)
            else:
                self.assertFalse(links["holds"])
                self.assertIn("are told apart by their rows", result.stderr)
                self.assertEqual(summary["measured"]["worst"]["name"], "linked-rows")
                told = self.ok("assess", "people.csv", "out/people.csv", "--policy", "linked.toml", "--seed", 3).stdout
                self.assertIn("it is the rows that tell people apart", " ".join(told.split()))
            # Assessed later on, the figures are the same.
            again = self.ok_json("assess", "people.csv", "out/people.csv", "--policy", "linked.toml", "--seed", 3)
            self.assertAlmostEqual(self.attack(again)["value"], attack["value"], places=6)
            self.assertEqual(self.attack(again)["details"]["tables"], attack["details"]["tables"])
        self.assertGreater(figures["own"]["value"], 80)
        self.assertEqual(figures["own"]["details"]["people_alone"], figures["dealt"]["details"]["people_alone"])

    def test_an_assessment_without_the_linked_files_says_so(self):
        self.policy()
        self.protect()
        os.remove(self.folder / "stays.csv")
        result = self.ok("assess", "people.csv", "out/people.csv", "--seed", 3)
        self.assertIn("no attack here uses them", result.stderr + result.stdout)

    def test_a_sample_of_people_takes_their_rows(self):
        self.policy("own", '[[step]]\nmethod = "sampling"\nfraction = 0.5\n')
        self.protect()
        people = self.released("people")
        self.assertEqual(len(people), 30)
        origin = self.beside(".private.json")["rows"]
        ages = {self.people[row]["Id"] for row in origin}
        self.assertEqual(len(self.released("stays")), sum(row["PATIENT"] in ages for row in self.stays))

    def test_keyed_pseudonyms_are_the_same_in_all_tables(self):
        self.ok("text", "key", "-o", "people.key")
        self.policy(more='[[step]]\nmethod = "pseudonyms"\ncolumns = ["Id"]\nlabel = "patient"\n')
        self.protect(code=2, says="key")
        self.protect("--key-file", "people.key")
        keys = {row["Id"] for row in self.released("people")}
        self.assertTrue(all(len(key) == 16 for key in keys))
        self.assertLessEqual({row["PATIENT"] for row in self.released("stays")}, keys)

    def test_what_is_wrong_is_said_with_its_place(self):
        self.policy()
        self.findings[0]["PATIENT"] = "patient-unknown"
        self.table("findings", self.findings)
        result = self.protect(code=3, says=["linked.toml:", f"1 of {len(self.findings)} rows of findings name nobody",
                                            'orphans = "drop"'])
        self.assertNotIn("patient-unknown", result.stderr)
        self.policy()
        self.fails(2, "protect", "people.csv", "--policy", "linked.toml", "-o", "-", says="several files")
        self.file("linked.toml", POLICY.replace("ROWS", "some"))
        self.protect(code=2, says=['linked.toml:', '"rows"'])
        self.assertEqual(list((self.folder / "out").iterdir()), [])

    def test_patients_of_synthea(self):
        folder = DATA / "health_synthea"
        if not (folder / "patients.csv").exists():
            self.skipTest("the folder of real data is not there")
        found = {}
        for rows in ("dealt", "own"):
            self.file("linked.toml", SYNTHEA.replace("ROWS", rows).replace("FOLDER", str(folder)))
            summary = self.ok_json("protect", folder / "patients.csv", "--policy", "linked.toml", "--seed", 1, "--assess",
                                   "--force", "-o", "out/patients.csv")
            self.assertEqual(summary["rows"], 543)
            self.assertEqual([table["rows"] for table in summary["linked"]], [18819, 320])
            found[rows] = self.attack(summary["measured"])
            bound = summary["measured"]["bound"]["average"]
        others = [attack["value"] for attack in summary["measured"]["attacks"]
                  if attack["name"] != "linked-rows" and attack["value"] is not None]
        self.assertLessEqual(found["dealt"]["value"], bound + 1e-9)
        self.assertGreater(found["own"]["value"], max(others + [bound]))
        codes = collections.Counter(row["CODE"] for row in rows_of(folder / "conditions.csv"))
        self.assertEqual(codes, collections.Counter(row["CODE"] for row in self.released("conditions")))


if __name__ == "__main__":
    unittest.main()
