#!/usr/bin/env python3
"""Taxonomies on the command line: what is in them, how alike concepts are, what values mean."""
import csv
import os
import pathlib
import unittest

from support import CliTest

WORDNET = pathlib.Path("/usr/share/wordnet/data.noun").exists()
PAINS = "lumbago;ache;pain;symptom\nmigraine;ache;pain;symptom\ncolic;pain;symptom\ngastritis;inflammation;symptom\n"


class KnowledgeCommands(CliTest):
    def setUp(self):
        super().setUp()
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache")}

    def lethe(self, *arguments, **more):
        return super().lethe(*arguments, env=self.environment, **more)

    def pains(self):
        return self.file("pains.csv", PAINS)

    def cached(self):
        return list((self.folder / "cache" / "lethe").glob("*"))

    def test_info(self):
        first = self.ok_json("knowledge", "info", self.pains())
        self.assertEqual((first["concepts"], first["depth"], first["root"]), (8, 3, "symptom"))
        self.assertEqual((first["format"], first["name"]), ("value-hierarchy", "pains"))
        self.assertFalse(first["from_cache"])
        self.assertEqual(len(self.cached()), 1)
        second = self.ok_json("knowledge", "info", "pains.csv", "--concept", "Ache")
        self.assertTrue(second["from_cache"])
        sense = second["senses"][0]
        self.assertEqual(sense["paths"], [["ache", "pain", "symptom"]])
        self.assertEqual((sense["subsumers"], sense["descendants"]), (3, 2))
        self.assertEqual(sense["children"], ["lumbago", "migraine"])
        page = self.ok("knowledge", "info", "pains.csv", "--concept", "ache").stdout
        self.assertIn("ache < pain < symptom", page)
        self.assertIn("opened from the cache", page)
        self.assertFalse(self.ok_json("knowledge", "info", "pains.csv", "--no-cache")["from_cache"])

    def test_damaged_cache(self):
        whole = self.ok_json("knowledge", "info", self.pains())
        for content in (b"", b"nonsense", self.cached()[0].read_bytes()[:-3]):
            self.cached()[0].write_bytes(content)
            again = self.ok_json("knowledge", "info", "pains.csv")
            self.assertFalse(again["from_cache"])
            self.assertEqual(again["concepts"], whole["concepts"])
        self.assertTrue(self.ok_json("knowledge", "info", "pains.csv")["from_cache"])

    def test_no_home_no_cache(self):
        self.environment = {"PATH": os.environ["PATH"]}
        for _ in range(2):
            self.assertFalse(self.ok_json("knowledge", "info", self.pains())["from_cache"])

    def test_notes_and_errors(self):
        self.file("two.csv", "a;x\nb;y\n")
        self.assertIn("it has 2 tops", self.ok("knowledge", "info", "two.csv").stderr)
        self.fails(5, "knowledge", "info", "nowhere.obo", says="nowhere.obo")
        self.file("loop.csv", "a;b;c\nc;a\n")
        self.fails(3, "knowledge", "info", "loop.csv", says=["loop.csv", "cycle", '"a" is below "b"'])
        self.file("empty.obo", "")
        self.fails(3, "knowledge", "info", "empty.obo", says="empty.obo: the file is empty")
        self.file("latin.csv", "caf\u00e9;drink\n".encode("latin-1"))
        self.fails(3, "knowledge", "info", "latin.csv", says="latin.csv:1: has a byte that is not UTF-8")
        self.file("missing.obo", "format-version: 1.2\n[Term]\nid: A\nis_a: B\n")
        self.fails(3, "knowledge", "info", "missing.obo", says='missing.obo:4: the term "A" is a "B"')
        self.file("bomb.owl", '<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><r>&b;</r>')
        self.fails(3, "knowledge", "info", "bomb.owl", says="holds other entities")
        self.file("words.txt", "not a taxonomy\n")
        self.fails(2, "knowledge", "info", "words.txt", says="cannot be recognised")
        self.fails(2, "knowledge", "info", self.pains(), "--format", "csv", says="--format")
        self.fails(2, "knowledge", "info", "pains.csv", "--concept", "lumbgao", says='did you mean "lumbago"?')
        self.fails(2, "knowledge")

    def test_similarity(self):
        result = self.ok_json("knowledge", "similarity", "lumbago", "migraine", "--source", self.pains())
        measures = {row["measure"]: row for row in result["measures"]}
        self.assertEqual(measures["path"]["published"], 2)
        self.assertEqual(measures["equality"]["distance"], 1)
        self.assertEqual(len(measures), 14)
        self.assertEqual(measures["path"]["first"]["label"], "lumbago")
        one = self.ok_json("knowledge", "similarity", "colic", "colic", "--source", "pains.csv",
                           "--measure", "log-sc", "--measure", "path")
        self.assertEqual([row["distance"] for row in one["measures"]], [0, 0])
        self.fails(2, "knowledge", "similarity", "colic", "ache", "--source", "pains.csv", "--measure", "log_sc",
                   says='did you mean "log-sc"?')
        self.fails(2, "knowledge", "similarity", "colic", "toothache", "--source", "pains.csv", says="toothache")
        self.assertIn("as published",
                      self.ok("knowledge", "similarity", "colic", "ache", "--source", "pains.csv").stdout)

    def test_map(self):
        self.pains()
        self.file("people.csv", "id,pain\n1,Lumbago\n2,colics\n3,toothache\n4,\n5,Lumbago\n6,tummy\n")
        self.file("mine.csv", "value,concept\ntummy,gastritis\n")
        command = ["knowledge", "map", "people.csv", "--column", "pain", "--source", "pains.csv", "-o", "map.csv"]
        result = self.ok_json(*command, "--overrides", "mine.csv")
        self.assertEqual((result["values"], result["by_name"], result["by_stem"], result["by_override"]), (4, 1, 1, 1))
        self.assertEqual(result["unmapped"], ["toothache"])
        with open(self.folder / "map.csv") as file:
            rows = {row["value"]: row["concept"] for row in csv.DictReader(file)}
        self.assertEqual(rows, {"Lumbago": "lumbago", "colics": "colic", "toothache": "", "tummy": "gastritis"})
        self.assertIn("not found: toothache, tummy", self.ok(*command).stdout)
        # The table can be used again.
        again = self.ok_json(*command, "--overrides", "map.csv")
        self.assertEqual(again["by_override"], 2)
        self.fails(3, *command, "--unmapped", "fail", says="map.csv: 2 of 4 values have no concept")
        self.ok(*command, "--unmapped", "root")
        self.assertIn("toothache,symptom", (self.folder / "map.csv").read_text())
        self.fails(2, *command[:4], "pian", *command[5:], says='did you mean "pain"?')
        self.fails(2, *command[:-1], "people.csv", says="would overwrite")

    def test_write(self):
        self.file("sick.obo", "format-version: 1.2\n[Term]\nid: A\nname: all\n[Term]\nid: B\nname: left\nis_a: A\n"
                              "[Term]\nid: C\nname: right\nis_a: A\n[Term]\nid: D\nname: both\nis_a: B\nis_a: C\n")
        self.ok("knowledge", "write", "sick.obo", "-o", "sick.csv")
        self.assertEqual((self.folder / "sick.csv").read_text(), "both;left;all\nboth;right;all\n")
        self.assertEqual(self.ok_json("knowledge", "info", "sick.csv")["several_parents"], 1)

    @unittest.skipUnless(WORDNET, "WordNet is not installed")
    def test_wordnet(self):
        info = self.ok_json("knowledge", "info", "wordnet", "--concept", "cell#3")
        self.assertEqual((info["concepts"], info["depth"], info["several_parents"]), (82115, 18, 2213))
        self.assertEqual([sense["id"] for sense in info["senses"]], ["02991048n"])
        self.assertTrue(self.ok_json("knowledge", "info", "wordnet")["from_cache"])
        best = self.ok_json("knowledge", "similarity", "dog", "cat", "--measure", "path")["measures"][0]
        self.assertEqual(best["first"]["id"], "02084071n")
        self.assertEqual(best["published"], 4)
        self.fails(2, "knowledge", "similarity", "dgo", "cat", says="did you mean")

    PATIENTS = "ill,pay\n" + "lumbago,1\n" * 2 + "migraine,1\n" * 2 + "colic,2\ngastritis,3\n"
    POLICY = ('[columns]\nill = { role = "quasi", knowledge = "pains.csv" }\n'
              'pay = { role = "confidential", kind = "nominal" }\n[[step]]\nmethod = "sa-mdav"\nk = 2\n')

    def test_a_policy_gives_meaning_to_every_command(self):
        self.pains()
        self.file("patients.csv", self.PATIENTS)
        self.file("policy.toml", self.POLICY)
        self.ok("protect", "patients.csv", "--policy", "policy.toml", "-o", "release.csv", "--seed", "1")
        attacks = self.ok_json("attack", "patients.csv", "release.csv", "--policy", "policy.toml", "--attack",
                               "semantic-linkage", "--attack", "l-diversity")["attacks"]
        self.assertLessEqual(attacks[0]["value"], 50)
        # The confidential column of the policy is what l-diversity looks at, and no other attack.
        self.assertEqual(attacks[0]["columns"], ["ill"])
        self.assertEqual(attacks[1]["parameters"]["confidential"], ["pay"])
        self.assertEqual(attacks[1]["value"], 66.66666666666667)
        assessed = self.ok_json("assess", "patients.csv", "release.csv", "--policy", "policy.toml")
        self.assertIn("t-closeness", [attack["name"] for attack in assessed["attacks"]])
        blind = self.ok("assess", "patients.csv", "release.csv", "--release", "release.csv.lethe.json")
        self.assertIn("the risk is understated", blind.stderr)

    def test_what_is_wrong_with_the_meaning_of_a_column(self):
        self.pains()
        self.file("patients.csv", self.PATIENTS + "an odd illness,9\n")
        self.file("other.csv", "value,concept\nParis,pain\n")
        protect = ("protect", "patients.csv", "--method", "sa-mdav", "--columns", "ill", "-o", "release.csv")
        lacking = self.fails(3, *protect, "--knowledge", "ill=pains.csv", says="1 of its 5 values")
        self.assertNotIn("odd", lacking.stderr)
        self.ok(*protect, "--knowledge", "ill=pains.csv", "--unmapped", "ill=root")
        self.fails(2, *protect, "--knowledge", "ill=pains.csv", "--unmapped", "ill=perhaps", says="missing, root")
        self.fails(2, *protect, "--knowledge", "ill=pains.csv", "--map", "ill=other.csv", says="another column")
        self.fails(2, *protect, "--knowledge", "ill=pains.csv", "--knowledge", "ill=pains.csv", says="set twice")
        self.fails(2, *protect, "--map", "ill=other.csv", says="--knowledge")
        self.fails(5, *protect, "--knowledge", "ill=worndet", says="wordnet")

    def test_codes_are_texts(self):
        self.file("codes.csv", "250.0;250;all\n250.00;250;all\n486;all\n")
        self.file("patients.csv", "dx\n" + "250.0\n250.00\n486\n" * 2)
        self.ok("protect", "patients.csv", "--method", "sa-mdav", "--set", "k=2", "--knowledge", "dx=codes.csv", "-o",
                "release.csv", "--seed", "1")
        self.assertEqual((self.folder / "release.csv").read_text(), (self.folder / "patients.csv").read_text())


if __name__ == "__main__":
    unittest.main(verbosity=2)
