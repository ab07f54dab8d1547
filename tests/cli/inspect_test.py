#!/usr/bin/env python3
"""lethe inspect: roles, the proposed policy and what comes next."""
import csv
import json
import random
import stat
import unittest

from support import CliTest


class Inspect(CliTest):
    def clients(self):
        """Names, telephone numbers and notes beside what may be released."""
        draw = random.Random(5)
        given, family = ["Anna", "John", "Maria", "Peter", "Ines"], ["Smith", "Kovacs", "Lindt", "Okafor"]
        with open(self.folder / "clients.csv", "w", newline="") as file:
            out = csv.writer(file)
            out.writerow(["name", "phone", "note", "hhid", "age", "job", "dx1", "fnlwgt"])
            for i in range(300):
                out.writerow([f"{draw.choice(given)} {draw.choice(family)}", f"+44 20 {draw.randint(1000000, 9999999)}",
                              f"called {draw.choice(given)} about the bill of last {draw.choice(['May', 'June'])} {i}",
                              1 + i // 3, draw.randint(18, 90), draw.choice(["clerk", "nurse", "?"]),
                              draw.choice(["250.1", "V57", "410"]), draw.randint(10000, 90000)])

    def test_roles_and_policy(self):
        self.clients()
        result = self.ok_json("inspect", "clients.csv", "--policy-out", "policy.toml")
        roles = {column["name"]: column["role"] for column in result["columns"]}
        self.assertEqual(roles, {"name": "identifier", "phone": "identifier", "note": "confidential",
                                 "hhid": "household", "age": "quasi", "job": "quasi", "dx1": "confidential",
                                 "fnlwgt": "weight"})
        self.assertEqual(result["dropped"], ["name", "phone", "hhid", "fnlwgt"])
        self.assertEqual(result["classes"]["columns"], ["age", "job"])
        self.assertEqual({rank["column"] for rank in result["ranking"]}, {"age", "job"})
        self.assertEqual(result["next"], ["lethe advise clients.csv --policy policy.toml"])
        self.assertEqual(result["policy"], (self.folder / "policy.toml").read_text())
        self.ok("protect", "clients.csv", "--policy", "policy.toml", "--seed", 1, "-o", "release.csv")
        with open(self.folder / "release.csv") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(set(rows[0]), {"note", "age", "job", "dx1"})
        record = json.loads((self.folder / "release.csv.lethe.json").read_text())
        self.assertEqual(record["steps"][1]["method"], "sanitize")
        self.assertEqual(record["steps"][1]["facts"]["cells"], 300)
        left_out = {one["column"]: one["reason"] for one in record["scenario"]["left_out"]}
        self.assertIn("no attack reads", left_out["note"])

    def test_searches_keep_the_step_for_free_text(self):
        self.clients()
        self.ok("inspect", "clients.csv", "--policy-out", "policy.toml")
        self.ok("explore", "clients.csv", "--policy", "policy.toml", "--seed", 1, "-o", "explored")
        written = (self.folder / "explored" / "policy.toml").read_text()
        self.assertIn('method = "sanitize"', written)
        self.ok("protect", "clients.csv", "--policy", "explored/policy.toml", "--seed", 1, "-o", "release.csv")
        self.assertIn("note", (self.folder / "release.csv").read_text().splitlines()[0])
        self.ok("evolve", "clients.csv", "--policy", "policy.toml", "--seed", 1, "--generations", 1, "-o", "evolved")
        self.assertNotIn("note", (self.folder / "evolved" / "best.csv").read_text().splitlines()[0])

    def test_a_corrected_policy_is_not_replaced(self):
        self.clients()
        self.ok("inspect", "clients.csv", "--policy-out", "policy.toml")
        self.ok("inspect", "clients.csv", "--policy-out", "policy.toml")
        with open(self.folder / "policy.toml", "a") as file:
            file.write("# mine\n")
        before = (self.folder / "policy.toml").read_bytes()
        self.fails(2, "inspect", "clients.csv", "--policy-out", "policy.toml", says="policy.toml")
        self.fails(2, "inspect", "clients.csv", "--policy-out", "clients.csv", says="overwrite")
        self.assertEqual((self.folder / "policy.toml").read_bytes(), before)

    def test_the_text_fits_a_terminal_and_tells_no_value(self):
        self.clients()
        text = self.ok("inspect", "clients.csv").stdout
        self.assertTrue(all(len(line) <= 80 for line in text.splitlines()), text)
        for value in ["Anna", "Kovacs", "+44", "clerk", "V57"]:
            self.assertNotIn(value, text)
        self.assertIn("next: lethe inspect clients.csv --policy-out policy.toml", text)
        self.assertIn('"?" in', text)

    def test_long_queries(self):
        columns = ", ".join(f"i % {n} AS column_number_{n}" for n in range(2, 30))
        result = self.ok_json("inspect", f"SELECT {columns} FROM range(50) t(i)")
        self.assertEqual(result["data"]["rows"], 50)


class Exposure(CliTest):
    """lethe inspect --exposure: who stands out, before anything is done."""

    def test_who_is_alone_and_by_what(self):
        self.file("t.csv", "town,sex,job\nAveiro,m,x\nBraga,f,x\nBraga,m,x\nBraga,m,x\nBraga,f,y\nBraga,f,y\n")
        result = self.ok_json("inspect", "t.csv", "--columns", "town,sex,job", "--exposure", "who.csv")
        self.assertEqual([(one["k"], one["rows"]) for one in result["lost"]],
                         [(2, 2), (3, 6), (5, 6), (10, 6), (20, 6), (50, 6), (100, 6)])
        exposure = result["exposure"]
        self.assertEqual([(one["columns"], one["people"]) for one in exposure["alone_by"]],
                         [(["town"], 1), (["sex", "job"], 1)])
        self.assertEqual([one["row"] for one in exposure["private_worst"]], [1, 2])
        path = self.folder / "who.csv"
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
        self.assertEqual(path.read_text().splitlines()[:4],
                         ["row,class_size,exposure,attack,unique_on,linked_by", "1,1,1,,town,", "2,1,1,,sex+job,",
                          "3,2,0.5,,,"])
        self.assertNotIn("Aveiro", json.dumps(result["exposure"]))
        text = self.ok("inspect", "t.csv", "--columns", "town,sex,job", "--exposure", "who.csv").stdout
        self.assertTrue(all(len(line) <= 80 for line in text.splitlines()), text)
        for part in ("Rows lost if every class must hold k people", "sex + job", "who.csv"):
            self.assertIn(part, text)

    def test_what_is_in_the_way(self):
        self.file("t.csv", "town,sex\nAveiro,m\nBraga,f\n")
        self.fails(2, "inspect", "t.csv", "--exposure", "t.csv", says="overwrite")
        self.file("mine.csv", "a,b\n1,2\n")
        self.fails(2, "inspect", "t.csv", "--exposure", "mine.csv", says="mine.csv")
        self.assertEqual((self.folder / "mine.csv").read_text(), "a,b\n1,2\n")
        self.file("one.csv", "name\nAnna Smith\nJohn Kovacs\nMaria Lindt\n")
        self.fails(2, "inspect", "one.csv", "--exposure", "who.csv", says="--columns")

    def test_the_page_draws_what_k_costs(self):
        self.people(300)
        self.ok("inspect", "people.csv", "--exposure", "who.csv", "-o", "i.json")
        self.ok("report", "i.json", "-o", "page.html")
        page = (self.folder / "page.html").read_text()
        for part in ("Rows in classes of fewer than k", "Whom which columns single out"):
            self.assertIn(part, page)
        self.ok("report", "i.json", "-o", "public.html", "--publish")
        self.assertNotIn("single out", (self.folder / "public.html").read_text())


class FreeText(CliTest):
    """Columns of free text: sanitised by name, honest words, no word of them in the record."""

    def notes(self):
        people = ["Mary Jones", "Peter Schmidt", "John Smith", "Laura Rossi"]
        with open(self.folder / "t.csv", "w") as file:
            file.write("age,notes\n")
            for i in range(40):
                who = people[i % 4]
                note = f"{who} was seen on {i % 27 + 1} March 2019; write to x{i}@example.org." if i % 5 else ""
                file.write(f"{20 + i % 7},{note}\n")

    def test_a_named_column_is_sanitised(self):
        self.notes()
        done = self.ok("protect", "t.csv", "--method", "sanitize", "--columns", "notes", "--seed", 1, "-o", "r.csv")
        self.assertIn("no attack reads it", done.stderr)
        released, record = (self.folder / "r.csv").read_text(), (self.folder / "r.csv.lethe.json").read_text()
        log = (self.folder / "r.csv.lethe.private.json").read_text()
        self.assertIn("Pers_1 was seen on Date_1; write to Email_1.", released)
        for word in ["Jones", "Schmidt", "Rossi", "example.org", "March"]:
            self.assertNotIn(word, released)
            self.assertNotIn(word, record)
        self.assertIn("Jones", log)
        facts = json.loads(record)["steps"][0]["facts"]
        self.assertEqual((facts["cells"], facts["cells_changed"]), (32, 32))
        self.assertEqual({one["category"]: one["mentions"] for one in facts["categories"]},
                         {"person": 32, "date": 32, "email": 32})
        before = [line.split(",")[1] == "" for line in (self.folder / "t.csv").read_text().splitlines()]
        self.assertEqual([line.split(",")[1] == "" for line in released.splitlines()], before)

    def test_what_is_no_text_is_refused(self):
        self.notes()
        self.fails(2, "protect", "t.csv", "--method", "sanitize", "--columns", "age", "-o", "r.csv", says="text columns")
        self.fails(2, "protect", "t.csv", "--method", "sanitize", "--columns", "notes", "--set",
                   'treatments={"person": "encrypt"}', "-o", "r.csv", says="encrypted")

    def test_plain_text_is_warned_of(self):
        self.notes()
        (self.folder / "p.toml").write_text('[columns]\nage = { role = "quasi" }\n'
                                            'notes = { role = "confidential", kind = "text" }\n'
                                            '[[step]]\nmethod = "mdav"\nk = 3\n')
        done = self.ok("protect", "t.csv", "--policy", "p.toml", "-o", "r.csv")
        self.assertIn("no step masks notes, which is free text", done.stderr)


if __name__ == "__main__":
    unittest.main()
