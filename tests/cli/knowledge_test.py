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

    def test_several_taxonomies(self):
        self.pains()
        self.file("words.csv", "heartburn;indigestion;complaint\nlumbago;back;complaint\n")
        self.file("pairs.csv", "from,to\ninflammation,indigestion\n")
        turn = self.ok_json("knowledge", "info", "pains.csv,words.csv", "--concept", "lumbago")
        self.assertEqual((turn["format"], turn["name"], turn["concepts"]), ("several", "pains, words", 14))
        self.assertEqual(turn["senses"][0]["paths"], [["lumbago", "ache", "pain", "symptom", "*"]])
        joined = self.ok_json("knowledge", "info", "pains.csv+words.csv", "--concept", "lumbago")
        self.assertEqual(sorted(joined["senses"][0]["paths"]),
                         [["lumbago", "ache", "pain", "symptom", "*"], ["lumbago", "back", "complaint", "*"]])
        near = self.ok_json("knowledge", "similarity", "gastritis", "heartburn", "--source",
                            "pains.csv+words.csv@pairs.csv", "--measure", "path")
        self.assertEqual(near["measures"][0]["distance"], 2)
        self.ok("knowledge", "write", "pains.csv+words.csv@pairs.csv", "-o", "one.csv")
        self.assertIn("heartburn;inflammation;symptom", (self.folder / "one.csv").read_text())
        self.fails(2, "knowledge", "info", "pains.csv,words.csv", "--format", "obo")
        self.fails(2, "knowledge", "write", "pains.csv+words.csv", "-o", "words.csv")

    def test_several_taxonomies_of_a_column(self):
        self.pains()
        self.file("words.csv", "heartburn;indigestion;complaint\nreflux;indigestion;complaint\n")
        self.file("ill.csv", "ill\n" + "lumbago\nmigraine\nheartburn\nreflux\n" * 2)
        arguments = ("protect", "ill.csv", "--method", "sa-mdav", "--set", "k=4", "--columns", "ill", "--seed", "1")
        self.fails(3, *arguments, "--knowledge", "ill=pains.csv", "-o", "one.csv")
        self.ok(*arguments, "--knowledge", "ill=pains.csv,words.csv", "-o", "two.csv")
        self.ok("attack", "ill.csv", "two.csv", "--columns", "ill", "--knowledge", "ill=pains.csv,words.csv")
        # The paths of a policy are those of its folder.
        (self.folder / "in").mkdir()
        for name in ("pains.csv", "words.csv"):
            (self.folder / name).rename(self.folder / "in" / name)
        self.file("in/policy.toml", '[columns]\nill = { role = "quasi", knowledge = "pains.csv,words.csv" }\n'
                  '[[step]]\nmethod = "sa-mdav"\ncolumns = ["ill"]\nk = 4\n')
        self.ok("protect", "ill.csv", "--policy", "in/policy.toml", "--seed", "1", "-o", "three.csv")
        self.assertEqual((self.folder / "three.csv").read_text(), (self.folder / "two.csv").read_text())

    def test_a_published_map(self):
        self.file("findings.csv", "id,parent,label\n1,,finding\n2,1,asthma\n3,2,allergic asthma\n4,2,asthma by exercise\n")
        self.file("icd.txt", "ICD_CODE\tICD_NAME\tSNOMED_CID\tSNOMED_FSN\tIS_1-1MAP\n"
                  "493.00\tAllergic, asthma\t3\tx\t1\n493.90\tAsthma\t3\tx\t0\n493.90\tAsthma\t4\tx\t0\n")
        self.file("stays.csv", "code\n493.00\n49300\n493.90\n")
        answer = self.ok_json("knowledge", "map", "stays.csv", "--column", "code", "--source", "findings.csv",
                              "--overrides", "icd.txt", "-o", "map.csv")
        self.assertEqual((answer["by_override"], answer["unmapped"]), (3, []))
        with open(self.folder / "map.csv") as file:
            found = {row["value"]: row["label"] for row in csv.DictReader(file)}
        self.assertEqual(found, {"493.00": "allergic asthma", "49300": "allergic asthma", "493.90": "asthma"})
        release = self.ok("protect", "stays.csv", "--method", "sa-mdav", "--set", "k=3", "--columns", "code", "--seed", "1",
                          "--knowledge", "code=findings.csv", "--map", "code=icd.txt", "-o", "out.csv")
        self.assertIn("2 have one concept of findings, 1 several", release.stdout + release.stderr)

    def test_readings_of_a_measure(self):
        pair = ("knowledge", "similarity", "lumbago", "migraine", "--source", self.pains(), "--measure", "petrakis")
        near = self.ok_json(*pair)["measures"][0]["published"]
        above = self.ok_json(*pair, "--neighbourhood", "ancestors")["measures"][0]["published"]
        self.assertEqual((near, above), (1, 3 / 5))

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

    @unittest.skipUnless(WORDNET, "WordNet is not installed")
    def test_phrases(self):
        self.file("people.csv", "reason\nsecond residence\nI came to see the birds with my children\nbeach\nzzz\n")
        command = ["knowledge", "map", "people.csv", "--column", "reason", "-o", "map.csv"]
        self.assertEqual(len(self.ok_json(*command)["unmapped"]), 3)
        result = self.ok_json(*command, "--phrases", "0")
        self.assertEqual((result["by_name"], result["by_head"], result["unmapped"]), (1, 2, ["zzz"]))
        with open(self.folder / "map.csv") as file:
            rows = {row["value"]: row for row in csv.DictReader(file)}
        self.assertEqual(rows["I came to see the birds with my children"]["label"], "bird")
        self.assertEqual((rows["beach"]["found"], rows["beach"]["confidence"]), ("name", "1"))
        self.assertLess(float(rows["second residence"]["confidence"]), 0.9)
        self.assertEqual((rows["zzz"]["concept"], rows["zzz"]["confidence"]), ("", "0"))
        self.assertEqual(len(self.ok_json(*command, "--phrases", "0.99")["unmapped"]), 3)
        self.assertIn("by its head noun", self.ok(*command, "--phrases", "0").stdout)
        # Guesses are for those who ask for them, and nobody's sentence is released.
        self.file("people.csv", "reason\n" + "to see the birds\nlots of birds\n" * 2)
        protect = ("protect", "people.csv", "--method", "sa-mdav", "--set", "k=2", "--columns", "reason", "--knowledge",
                   "reason=wordnet", "--seed", "1", "-o", "release.csv")
        self.fails(3, *protect, says="2 of its 2 values are not in WordNet")
        self.fails(2, *protect, "--phrases", "reason=sure", says="a confidence from 0 to 1")
        done = self.ok(*protect, "--phrases", "reason=0.5")
        self.assertIn("what 2 of 2 values are about was guessed", done.stderr)
        self.assertEqual((self.folder / "release.csv").read_text(), "reason\n" + "bird\n" * 4)
        self.file("policy.toml", '[columns]\nreason = { role = "quasi", knowledge = "wordnet", phrases = 2 }\n')
        self.fails(2, "protect", "people.csv", "--policy", "policy.toml", "-o", "again.csv",
                   says='"phrases" must be a confidence from 0 to 1')

    VALUES = ("colic", "lumbago", "lumbago", "lumbago", "migraine", "migraine", "gastritis")

    def test_centre(self):
        result = self.ok_json("knowledge", "centre", "--values", ",".join(self.VALUES), "--source", self.pains(),
                              "--measure", "path")
        self.assertEqual((result["values"], result["different"]), (7, 4))
        self.assertEqual(result["semantic"], {"label": "ache", "id": "ache", "sum": 11})
        rivals = {rival["centre"]: (rival["label"], rival["sum"]) for rival in result["rivals"]}
        self.assertEqual(rivals["mode"], ("lumbago", 12))
        self.assertEqual(rivals["lcs"], ("symptom", 19))
        self.assertEqual([one["label"] for one in result["candidates"]][:2], ["ache", "lumbago"])
        self.file("people.csv", "pain\n" + "\n".join(self.VALUES) + "\n\n")
        column = self.ok_json("knowledge", "centre", "people.csv", "--column", "pain", "--source", "pains.csv",
                              "--measure", "path")
        self.assertEqual(column["semantic"], result["semantic"])
        page = self.ok("knowledge", "centre", "people.csv", "--column", "pain", "--source", "pains.csv").stdout
        self.assertIn("sum of distances", page)
        self.fails(2, "knowledge", "centre", "people.csv", "--source", "pains.csv", says="name the column")
        self.fails(2, "knowledge", "centre", says="data with a column, or values")
        self.fails(3, "knowledge", "centre", "--values", "colic,toothache", "--source", "pains.csv",
                   says="1 of its 2 values")

    def test_sort(self):
        self.pains()
        result = self.ok_json("knowledge", "sort", "--values", ",".join(self.VALUES), "--source", "pains.csv",
                              "--measure", "path", "-o", "order.csv")
        self.assertEqual([row["label"] for row in result["order"]], ["gastritis", "colic", "lumbago", "migraine"])
        self.assertEqual([row["distance"] for row in result["order"]], [0, 4, 5, 5])
        self.assertEqual((self.folder / "order.csv").read_text().splitlines()[:2],
                         ["value,concept,rank,distance", "gastritis,gastritis,1,0.0"])
        other = self.ok_json("knowledge", "sort", "--values", ",".join(self.VALUES), "--source", "pains.csv",
                             "--measure", "path", "--from", "migraine")
        self.assertEqual(other["from"], "migraine")
        self.assertEqual(other["order"][1]["label"], "lumbago")
        self.fails(2, "knowledge", "sort", "--values", "colic", "--source", "pains.csv", "--from", "ache",
                   says="one of the values")

    def test_cluster(self):
        self.pains()
        command = ("knowledge", "cluster", "--values", ",".join(self.VALUES), "--source", "pains.csv", "--measure",
                   "path", "--clusters", "2")
        result = self.ok_json(*command, "-o", "clusters.csv")
        members = [{one["label"] for one in cluster["members"]} for cluster in result["clusters"]]
        self.assertEqual(members, [{"lumbago", "migraine", "colic"}, {"gastritis"}])
        self.assertEqual(sum(cluster["size"] for cluster in result["clusters"]), len(self.VALUES))
        with open(self.folder / "clusters.csv") as file:
            rows = {row["value"]: row["cluster"] for row in csv.DictReader(file)}
        self.assertEqual(rows["gastritis"], "2")
        self.assertEqual(len(rows), 4)
        self.assertIn("on average", self.ok(*command).stdout)

    @unittest.skipUnless(WORDNET, "WordNet is not installed")
    def test_counts_of_a_corpus_reach_the_measures_of_a_column(self):
        self.file("people.csv", "pet\n" + "dog\ncat\nhorse\n" * 2)
        # Dogs and cats are rarely spoken of, horses often: what is often meant says little.
        self.file("counts.dat", "1740n 1000 ROOT\n2084071n 1\n2121620n 1\n2374451n 900\n2075296n 10\n15388n 950\n")
        command = ["knowledge", "centre", "people.csv", "--column", "pet", "--measure", "resnik"]
        plain = self.ok_json(*command)
        counted = self.ok_json(*command, "--content", "counts.dat")
        self.assertNotEqual(plain["semantic"]["sum"], counted["semantic"]["sum"])
        self.ok("protect", "people.csv", "--method", "sa-mdav", "--set", "k=3", "--set", "measure=resnik", "--columns",
                "pet", "--knowledge", "pet=wordnet", "--content", "pet=counts.dat", "--seed", "1", "-o", "release.csv")
        loss = ("measure", "people.csv", "release.csv", "--columns", "pet", "--knowledge", "pet=wordnet", "--measure",
                "semantic-sse", "--set", "measure=resnik")
        self.assertNotEqual(self.ok_json(*loss)["measures"][0]["value"],
                            self.ok_json(*loss, "--content", "pet=counts.dat")["measures"][0]["value"])
        self.fails(5, *loss, "--content", "pet=nowhere.dat", says="nowhere.dat")

    @unittest.skipUnless(WORDNET, "WordNet is not installed")
    def test_parts_of_speech(self):
        verbs = self.ok_json("knowledge", "info", "wordnet:verb", "--concept", "walk")
        self.assertTrue(verbs["virtual_root"])
        self.assertEqual(verbs["name"], "WordNet verbs")
        best = self.ok_json("knowledge", "similarity", "hot", "cold", "--source", "wordnet:adjective", "--measure", "path")
        self.assertEqual(best["measures"][0]["published"], 2)
        self.ok("knowledge", "info", "wordnet:adverb", "--concept", "quickly")
        wheel = self.ok_json("knowledge", "info", "wordnet", "--concept", "wheel#1")["senses"][0]
        self.assertIn("wheeled vehicle", wheel["wholes"])
        self.assertIn("rim", " ".join(wheel["parts"]))
        self.fails(5, "knowledge", "info", "wordnet:pronoun", says="wordnet:verb")

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
