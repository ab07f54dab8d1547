#!/usr/bin/env python3
"""lethe inspect: roles, the proposed policy and what comes next."""
import csv
import random
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
        self.assertEqual(roles, {"name": "identifier", "phone": "identifier", "note": "identifier",
                                 "hhid": "identifier", "age": "quasi", "job": "quasi", "dx1": "confidential",
                                 "fnlwgt": "other"})
        self.assertEqual(result["dropped"], ["name", "phone", "note", "hhid"])
        self.assertEqual(result["classes"]["columns"], ["age", "job"])
        self.assertEqual({rank["column"] for rank in result["ranking"]}, {"age", "job"})
        self.assertEqual(result["next"], ["lethe advise clients.csv --policy policy.toml"])
        self.assertEqual(result["policy"], (self.folder / "policy.toml").read_text())
        self.ok("protect", "clients.csv", "--policy", "policy.toml", "--seed", 1, "-o", "release.csv")
        with open(self.folder / "release.csv") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(set(rows[0]), {"age", "job", "dx1", "fnlwgt"})

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


if __name__ == "__main__":
    unittest.main()
