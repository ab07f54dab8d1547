#!/usr/bin/env python3
"""lethe attack --intruder: a file of the intruder's own against a release."""
import csv
import random
import stat
import unittest

from support import CliTest

GIVEN = ("anna bert clara david emma frank greta hugo ida jonas klara ludwig marie nils olga peter rosa stefan tina "
         "uwe vera walter yvonne zoe").split()
STEMS = "ber hof gel stein wald kamp rich tha los dor fel bach hau nie lin mar".split()


class Intruder(CliTest):
    def people(self, rows=300):
        """people.csv, a release of it without names and ids in other words, and voters.csv with strangers."""
        chance = random.Random(1)
        people = []
        for number in range(rows + 100):
            people.append({
                "id": f"P{number}", "given_name": chance.choice(GIVEN),
                "surname": chance.choice(STEMS) + chance.choice(STEMS) + chance.choice(["", "er", "mann"]),
                "dob": f"{chance.randrange(1930, 2005)}-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}",
                "sex": chance.choice(["male", "female"]), "income": chance.randrange(10000, 90000)})
        self.write("people.csv", people[:rows])
        self.write("release.csv", [{key: person[key] for key in person} for person in people[:rows]])
        voters = []
        for person in people[100:]:
            year, month, day = person["dob"].split("-")
            name = person["surname"]
            if chance.random() < 0.2:
                place = chance.randrange(len(name) - 1)
                name = name[:place] + name[place + 1] + name[place] + name[place + 2:]
            voters.append({"id": person["id"], "First Name": person["given_name"].upper(), "lname": name.title(),
                           "born": f"{day}/{month}/{year}", "gender": person["sex"][0].upper(),
                           "earns": person["income"] + chance.randrange(-50, 50)})
        chance.shuffle(voters)
        self.write("voters.csv", voters)

    def rows(self, name):
        with open(self.folder / name, newline="") as file:
            return list(csv.DictReader(file))

    def write(self, name, rows):
        with open(self.folder / name, "w", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys())
            writer.writeheader()
            writer.writerows(rows)

    def test_links_are_found_judged_and_explained(self):
        self.people()
        arguments = ["attack", "--intruder", "voters.csv", "release.csv", "--map", "earns=income", "--truth", "id"]
        result = self.ok_json(*arguments, "--private", "links.csv", "-o", "result.json")
        truth = result["truth"]
        self.assertEqual(truth["pairs"], 200)
        self.assertGreater(truth["of_links"]["precision"], 0.97)
        self.assertGreater(truth["of_links"]["recall"], 0.95)
        self.assertNotIn("id", [column["release"] for column in result["columns"]])
        self.assertEqual({column["release"]: column["comparator"] for column in result["columns"]},
                         {"given_name": "jaro-winkler", "surname": "jaro-winkler", "dob": "date", "sex": "exact",
                          "income": "number"})
        self.assertEqual(stat.S_IMODE((self.folder / "links.csv").stat().st_mode), 0o600)
        links = self.rows("links.csv")
        sure = [link for link in links if link["decision"] == "link"]
        self.assertEqual(len(sure), result["links"])
        for link in links:
            bits = sum(float(link[key]) for key in link if key.endswith(" bits"))
            self.assertAlmostEqual(bits, float(link["bits"]), delta=0.1)
        voters = self.rows("voters.csv")
        release = self.rows("release.csv")
        right = sum(voters[int(link["intruder_row"]) - 1]["id"] == release[int(link["release_row"]) - 1]["id"]
                    for link in sure)
        self.assertEqual(right, truth["of_links"]["right"])
        text = self.ok(*arguments).stdout
        self.assertIn("links are right", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 110)
        same = self.ok_json(*arguments, "--threads", 1)
        self.assertEqual(same["truth"], truth)

    def test_the_original_or_a_list_of_pairs_tells_the_truth(self):
        self.people()
        rows = self.rows("release.csv")
        for row in rows:
            row.pop("id")
            row.pop("given_name")
        self.write("anonymous.csv", rows)
        by_original = self.ok_json("attack", "people.csv", "anonymous.csv", "--intruder", "voters.csv",
                                   "--truth", "id", "--map", "earns=income")
        self.assertGreater(by_original["truth"]["of_links"]["recall"], 0.9)
        places = {row["id"]: number for number, row in enumerate(self.rows("people.csv"), 1)}
        pairs = [{"a": number, "b": places[row["id"]]}
                 for number, row in enumerate(self.rows("voters.csv"), 1)
                 if row["id"] in places]
        self.write("pairs.csv", pairs)
        by_pairs = self.ok_json("attack", "--intruder", "voters.csv", "anonymous.csv", "--truth", "pairs.csv", "--map",
                                "earns=income")
        self.assertEqual(by_pairs["truth"], by_original["truth"])
        two = self.ok_json("attack", "--intruder", "voters.csv", "people.csv", "anonymous.csv", "--truth", "id", "--map",
                           "earns=income")
        self.assertEqual(two["truth"], by_original["truth"])
        self.fails(2, "attack", "people.csv", "anonymous.csv", "--intruder", "voters.csv", says="--truth")

    def test_settings(self):
        self.people()
        self.file("linkage.toml", '[[pair]]\nintruder = "earns"\nrelease = "income"\ntolerance = 60\n'
                  '[[pair]]\nintruder = "gender"\nrelease = "sex"\ncodes = { M = "male", F = "female" }\n')
        result = self.ok_json("attack", "--intruder", "voters.csv", "release.csv", "--linkage", "linkage.toml",
                              "--truth", "id", "--precision", "0.99")
        self.assertGreaterEqual(result["expected_precision"], 0.99)
        many = self.ok_json("attack", "--intruder", "voters.csv", "release.csv", "--many", "--truth", "id")
        self.assertGreater(many["truth"]["of_links"]["recall"], 0.9)
        strict = self.ok_json("attack", "--intruder", "voters.csv", "release.csv", "--threshold", "0.999", "--truth", "id")
        self.assertLessEqual(strict["links"], many["links"])

    def test_a_file_with_itself(self):
        self.people()
        rows = self.rows("people.csv")
        twice = [dict(row, surname=row["surname"][:-1]) for row in rows[:50]]
        self.write("twice.csv", rows + twice)
        result = self.ok_json("attack", "--intruder", "twice.csv", "twice.csv", "--truth", "id")
        self.assertEqual(result["truth"]["pairs"], 50)
        self.assertGreater(result["truth"]["of_links"]["f1"], 0.95)
        self.assertIn("of one person", self.ok("attack", "--intruder", "twice.csv", "twice.csv").stdout)
        self.fails(2, "attack", "--intruder", "twice.csv", "twice.csv", "--one-to-one", says="--one-to-one")

    def test_a_taxonomy(self):
        self.file("ills.csv", "lumbago;ache;pain;illness\nmigraine;ache;pain;illness\ncolic;pain;illness\n"
                  "gastritis;inflammation;illness\nappendicitis;inflammation;illness\n")
        above = {"lumbago": "ache", "migraine": "ache", "colic": "pain", "gastritis": "inflammation",
                 "appendicitis": "inflammation"}
        chance = random.Random(2)
        people = [{"id": number, "age": 20 + number // 4, "ill": chance.choice(list(above))} for number in range(200)]
        self.write("hers.csv", people)
        self.write("release.csv", [dict(person, ill=above[person["ill"]]) for person in people])
        arguments = ["attack", "--intruder", "hers.csv", "release.csv", "--truth", "id"]
        plain = self.ok_json(*arguments)
        known = self.ok_json(*arguments, "--knowledge", "ill=ills.csv")
        compared = {column["release"]: column for column in known["columns"]}
        self.assertEqual(compared["ill"]["comparator"], "taxonomy")
        self.assertEqual([level["level"] for level in compared["ill"]["levels"]],
                         ["differ", "near", "one below the other", "equal"])
        self.assertGreater(known["truth"]["likeliest_right"], 1.3 * plain["truth"]["likeliest_right"])

    def test_bad_input(self):
        self.people()
        wrong = self.fails(2, "attack", "--intruder", "voters.csv", "release.csv", "--map", "earnz=income,lname=sirname",
                           says=["earnz", "sirname"])
        self.assertIn("earns", wrong.stderr)
        self.fails(2, "attack", "--intruder", "voters.csv", "release.csv", "--map", "earns", says="--map")
        self.file("other.csv", "x,y\n1,2\n3,4\n")
        self.fails(3, "attack", "--intruder", "other.csv", "release.csv", says="no column in common")
        self.file("empty.csv", "given_name,surname\n")
        self.fails(3, "attack", "--intruder", "empty.csv", "release.csv")
        self.fails(2, "attack", "--intruder", "voters.csv", "release.csv", "--truth", "person", says="person")
        self.fails(2, "attack", "--intruder", "voters.csv", "release.csv", "--attack", "uniqueness", says="--attack")
        self.fails(2, "attack", "--intruder", "voters.csv", "release.csv", "--private", "voters.csv", says="overwrite")
        self.fails(2, "attack", "people.csv", says="required")


if __name__ == "__main__":
    unittest.main(verbosity=2)
