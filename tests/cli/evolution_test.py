#!/usr/bin/env python3
"""lethe evolve: it improves, goes on, is interrupted, refuses."""
import csv
import json
import signal
import subprocess
import time
import unittest

from support import CliTest, LETHE, PATIENCE


class Evolution(CliTest):
    def test_evolve_draws_and_reports(self):
        self.people(120)
        shown = self.ok("evolve", "people.csv", "--generations", 5, "--seed", 1, "-o", "out").stdout
        self.assertIn("Evolution ", shown)
        self.assertIn("Disclosure risk", shown)
        for name in ("best.csv", "best.csv.lethe.json", "evolution.json", "population.svg", "convergence.svg",
                     "report.html", "checkpoint.json"):
            self.assertTrue((self.folder / "out" / name).exists(), name)
        self.assertTrue((self.folder / "out/population.svg").read_text().startswith("<?xml"))
        self.ok("report", "out/evolution.json", "-o", "page.html")
        page = (self.folder / "page.html").read_text()
        self.assertIn("Found by evolution", page)
        self.assertIn("people.csv", page)
        self.ok("report", "out/evolution.json", "--publish", "-o", "public.html")
        self.assertNotIn("people.csv", (self.folder / "public.html").read_text())
        self.fails(3, "report", "out/checkpoint.json", "-o", "x.html", says="not a result")

    @staticmethod
    def found(result):
        """What a search found, without how long it took and where it was written."""
        return {key: value for key, value in result.items() if key not in ("seconds", "private")}

    def test_evolve_improves_and_goes_on(self):
        self.jobs()
        arguments = ["evolve", "jobs.csv", "--policy", "policy.toml", "--seed", 7]
        first = self.ok_json(*arguments, "--generations", 10, "-o", "out")
        self.assertEqual(first["columns"], ["school", "size", "job"])
        self.assertLess(first["best"]["score"], first["start"]["score"])
        self.assertEqual(first["generations"], 10)
        for name in ("best.csv", "best.csv.lethe.json", "best.csv.lethe.private.json", "evolution.json", "report.html",
                     "checkpoint.json"):
            self.assertTrue((self.folder / "out" / name).exists(), name)
        self.assertEqual((self.folder / "out/checkpoint.json").stat().st_mode & 0o777, 0o600)
        record = json.loads((self.folder / "out/best.csv.lethe.json").read_text())
        self.assertEqual(record["steps"][0]["method"], "evolution")
        self.assertNotIn("seed", json.dumps(record))
        self.ok_json("assess", "jobs.csv", "out/best.csv", "--policy", "policy.toml")
        longer = self.lethe(*arguments[:-2], "--generations", 25, "-o", "out", "--json")
        self.assertIn("going on", longer.stderr)
        whole = self.ok_json(*arguments, "--generations", 25, "-o", "other")
        self.assertEqual(self.found(json.loads(longer.stdout)), self.found(whole))
        self.assertEqual((self.folder / "out/best.csv").read_text(), (self.folder / "other/best.csv").read_text())
        self.fails(2, *arguments, "--aim", "max", "-o", "out", says="other data, options or seed")
        spoilt = self.folder / "out/checkpoint.json"
        text = json.loads(spoilt.read_text())
        genome = text["checkpoint"]["state"]["population"][0]["genome"]
        text["checkpoint"]["state"]["population"][0]["genome"] = "ffff" + genome[4:]
        spoilt.write_text(json.dumps(text))
        self.fails(3, *arguments, "--generations", 30, "-o", "out", says="spoilt")
        alone = self.ok_json(*arguments, "--generations", 25)
        self.assertEqual(self.found(alone), self.found(whole))

    def test_evolve_pram(self):
        self.jobs()
        for what, generations in (("pram-matrices", 30), ("pram-formula", 3)):
            result = self.ok_json("evolve", "jobs.csv", "--policy", "policy.toml", "--what", what, "--generations",
                                  generations, "--seed", 7, "-o", what)
            self.assertEqual(result["what"], what)
            self.assertLessEqual(result["best"]["score"], result["start"]["score"])
            self.ok("protect", "jobs.csv", "--policy", what + "/policy.toml", "--seed", 1, "-o", what + ".csv")
            record = json.loads((self.folder / (what + ".csv.lethe.json")).read_text())
            self.assertEqual(record["steps"][0]["method"], "pram")

    def test_a_policy_with_matrices_keeps_what_the_given_one_said(self):
        self.jobs()
        text = (self.folder / "policy.toml").read_text()
        self.file("policy.toml", '[read]\nmissing = ["?"]\n[scenario]\npeople = 50\n[verdict]\nk = 4\n' + text)
        arguments = ["evolve", "jobs.csv", "--policy", "policy.toml", "--what", "pram-matrices", "--generations", 3,
                     "--seed", 7, "-o", "out"]
        self.ok(*arguments)
        written = (self.folder / "out/policy.toml").read_text()
        for part in ('missing = ["?"]', "people = 50", "k = 4"):
            self.assertIn(part, written)
        self.ok("protect", "jobs.csv", "--policy", "out/policy.toml", "--seed", 1, "-o", "made.csv")
        record = json.loads((self.folder / "made.csv.lethe.json").read_text())
        self.assertEqual(record["scenario"]["people"], 50)
        # What was made here is replaced, what somebody changed is not.
        self.ok(*arguments)
        self.file("out/policy.toml", written + "# mine\n")
        self.fails(2, *arguments, says="policy.toml")
        self.assertIn("# mine", (self.folder / "out/policy.toml").read_text())
        self.ok(*arguments, "--force")

    def test_a_file_of_somebody_else_is_not_replaced_by_the_best(self):
        self.jobs()
        arguments = ["evolve", "jobs.csv", "--policy", "policy.toml", "--generations", 2, "--seed", 7, "-o", "out"]
        (self.folder / "out").mkdir()
        self.file("out/best.csv", "mine\n1\n")
        self.fails(2, *arguments, says="best.csv")
        self.assertEqual((self.folder / "out/best.csv").read_text(), "mine\n1\n")
        self.ok(*arguments, "--force")
        self.ok(*arguments)  # its own

    def test_evolved_matrices_that_turn_categories_round_are_told(self):
        self.jobs()
        arguments = ["evolve", "jobs.csv", "--policy", "policy.toml", "--what", "pram-matrices", "--columns", "job",
                     "--generations", 200, "--seed", 7]
        self.assertIn("can turn them back", self.lethe(*arguments, "--json").stderr)
        held = self.lethe(*arguments, "--keep-least", 0.5, "--json")
        self.assertNotIn("turn them back", held.stderr)
        for matrix in json.loads(held.stdout)["best"]["about_original"]["matrices"].values():
            for i, row in enumerate(matrix["rows"]):
                self.assertGreaterEqual(row[i], 0.5)

    def test_evolve_numbers(self):
        self.people(80)
        result = self.ok_json("evolve", "people.csv", "--columns", self.MONEY, "--generations", 5, "--seed", 1)
        self.assertLess(result["best"]["score"], result["start"]["score"])

    def test_evolve_categories_and_numbers_together(self):
        self.jobs()
        arguments = ["evolve", "jobs.csv", "--policy", "policy.toml", "--columns", "job,income", "--generations", 60,
                     "--seed", 1]
        result = self.ok_json(*arguments, "-o", "out")
        self.assertLess(result["best"]["score"], result["start"]["score"])
        self.assertIn(" + ", result["start"]["label"])
        best = result["best"]
        self.assertAlmostEqual(best["loss"], (best["category_loss"] + best["number_loss"]) / 2)
        for part in ("dbil", "il1", "interval_disclosure", "distance_linkage", "probabilistic_linkage"):
            self.assertIn(part, best)
        record = json.loads((self.folder / "out/best.csv.lethe.json").read_text())
        self.assertEqual(record["steps"][0]["columns"], ["job", "income"])

    def smallest(self, file, columns):
        """The fewest people who share their values, counted in the file."""
        counts = {}
        with open(self.folder / file, newline="") as lines:
            for row in csv.DictReader(lines):
                key = tuple(row[name] for name in columns)
                counts[key] = counts.get(key, 0) + 1
        return min(counts.values())

    def test_a_guarantee_is_kept_counted_and_said(self):
        self.people(200)
        columns = ["region", "sex", "education"]
        self.file("policy.toml", "[scenario]\ncolumns = %s\n" % json.dumps(columns) + "[columns]\n" + "".join(
            '%s = { role = "other", reason = "nobody knows it" }\n' % name
            for name in ("age", "marital_status", "occupation", "AFNLWGT", "AGI", "EMCONTRB", "FEDTAX", "PTOTVAL", "STATETAX",
                         "TAXINC")))
        arguments = ["evolve", "people.csv", "--policy", "policy.toml", "--columns", ",".join(columns),
                     "--generations", 30, "--seed", 1]
        free = self.ok_json(*arguments, "-o", "free")
        self.assertNotIn("kept", free)
        self.assertLess(self.smallest("free/best.csv", columns), 4)
        kept = self.ok_json(*arguments, "--keep-k", 4, "-o", "kept")
        self.assertGreaterEqual(self.smallest("kept/best.csv", columns), 4)
        self.assertLess(kept["best"]["score"], kept["start"]["score"])
        self.assertEqual(kept["warnings"], [])
        self.assertEqual([(item["k"], item["holds"]) for item in kept["guarantees"]], [(4, True)])
        record = json.loads((self.folder / "kept/best.csv.lethe.json").read_text())
        self.assertTrue(record["guarantees"][0]["holds"])
        shown = self.ok(*arguments, "--keep-k", 4, "-o", "kept").stdout
        self.assertIn("k = 4 was kept by every file", shown)
        self.assertIn("In the written file: k = 4 holds", shown)
        # Asked for by the start, whose methods all give it, and by the policy.
        self.file("grid.toml", '[[try]]\nmethod = "mdav"\nk = [3, 5, 8]\n')
        started = self.ok_json(*arguments, "--start", "grid.toml", "-o", "started")
        self.assertEqual(started["kept"]["k"], 3)
        self.assertGreaterEqual(self.smallest("started/best.csv", columns), 3)
        self.assertNotIn("kept", self.ok_json(*arguments, "--start", "grid.toml", "--keep-k", 0))
        text = (self.folder / "policy.toml").read_text()
        self.file("policy.toml", "[verdict]\nk = 6\n" + text)
        self.ok(*arguments, "-o", "asked")
        self.assertGreaterEqual(self.smallest("asked/best.csv", columns), 6)

    def test_a_guarantee_that_cannot_be_kept_is_refused(self):
        self.people(120)
        self.fails(2, "evolve", "people.csv", "--keep-k", 3, says="k = 3 cannot be kept")
        self.fails(2, "evolve", "people.csv", "--keep-k", 3, "--what", "pram-matrices", says="--keep-k: goes with --what file")

    def test_every_operator_can_be_asked_for(self):
        self.jobs()
        arguments = ["evolve", "jobs.csv", "--policy", "policy.toml", "--seed", 7, "--generations", 8]
        usual = self.ok_json(*arguments)
        for ways in (["--points", 9], ["--crossover", "uniform", "--uniform-p", 0.8], ["--loci", 3], ["--near"],
                     ["--operators", "both", "--crossover-rate", 90], ["--adapt"],
                     ["--succession", "generational", "--gap", 50, "--elite", 2], ["--no-duplicates"],
                     ["--selection", "tournament", "--tournament", 3]):
            result = self.ok_json(*arguments, *ways)
            self.assertLessEqual(result["best"]["score"], result["start"]["score"], ways)
            self.assertLess(result["history"][-1]["mean"], result["history"][0]["mean"], ways)
            if ways != ["--no-duplicates"]:
                self.assertNotEqual(self.found(result)["history"], self.found(usual)["history"], ways)
        matrices = arguments + ["--what", "pram-matrices"]
        usual = self.ok_json(*matrices)
        for ways in (["--exchange", "between"], ["--operators", "both"], ["--adapt"]):
            self.assertNotEqual(self.ok_json(*matrices, *ways)["history"], usual["history"], ways)
        formula = ["evolve", "jobs.csv", "--policy", "policy.toml", "--seed", 7, "--generations", 3, "--population", 12,
                   "--what", "pram-formula"]
        usual = self.ok_json(*formula)
        for ways in (["--succession", "generational", "--elite", 2], ["--diagonal", "free"], ["--sqrt"],
                     ["--tournament", 3], ["--mutation", 90]):
            self.assertNotEqual(self.ok_json(*formula, *ways)["history"], usual["history"], ways)
        self.fails(2, *formula, "--adapt", says="--adapt")
        self.fails(2, *arguments, "--gap", 50, says="--gap")
        self.fails(2, *arguments, "--uniform-p", 0.2, says="--uniform-p")

    def test_the_search_stops_as_asked_and_says_how_alike_all_became(self):
        self.jobs()
        arguments = ["evolve", "jobs.csv", "--policy", "policy.toml", "--seed", 7]
        self.assertEqual(self.ok_json(*arguments, "--evaluations", 300)["stopped_by"], "evaluations")
        start = self.ok_json(*arguments, "--generations", 1)["start"]["score"]
        found = self.ok_json(*arguments, "--target", start - 0.1)
        self.assertEqual(found["stopped_by"], "target")
        self.assertLessEqual(found["best"]["score"], start - 0.1)
        found = self.ok_json(*arguments, "--diversity", 12)
        self.assertEqual(found["stopped_by"], "diversity")
        self.assertGreater(found["history"][0]["diversity"], 12)
        self.assertLessEqual(found["history"][-1]["diversity"], 12)
        shown = self.ok(*arguments, "--diversity", 12).stdout
        self.assertIn("the population was as alike", shown)
        self.assertIn("diversity:", shown)

    def test_matrices_that_keep_the_tables_of_pairs(self):
        self.jobs()
        arguments = ["evolve", "jobs.csv", "--policy", "policy.toml", "--what", "pram-matrices", "--columns", "job",
                     "--seed", 7, "--generations", 60]
        result = self.ok_json(*arguments, "--pairs", "job:school,job:size", "--keep-most", 0.7)
        self.assertEqual(result["aim"], {"kind": "bivariate", "pairs": [["job", "school"], ["job", "size"]]})
        self.assertLess(result["best"]["cells"], result["start"]["cells"])
        for part in ("chi_square", "small_true", "risk", "loss"):
            self.assertIn(part, result["best"])
        shown = self.ok(*arguments, "--pairs", "job:school", "--keep-most", 0.7).stdout
        self.assertIn("chi-square", shown)
        self.assertIn("expected after", shown)
        self.fails(2, *arguments, "--pairs", "job:school", says="keep_most")
        self.fails(2, *arguments, "--pairs", "job:wages", "--keep-most", 0.7, says="job:wages")
        self.fails(2, *arguments, "--pairs", "school:job", "--keep-most", 0.7, says="protected: job")

    def test_frequencies_stay_private(self):
        self.jobs()
        self.ok("evolve", "jobs.csv", "--policy", "policy.toml", "--what", "pram-matrices", "--columns", "job", "--seed", 7,
                "--generations", 3, "-o", "out")
        self.ok("report", "out/evolution.json", "-o", "page.html")
        self.assertIn("expected after", (self.folder / "page.html").read_text())
        self.ok("report", "out/evolution.json", "--publish", "-o", "public.html")
        self.assertNotIn("expected after", (self.folder / "public.html").read_text())

    def test_one_formula_for_several_tables(self):
        self.jobs()
        self.people(100)
        result = self.ok_json("evolve", "jobs.csv", "--policy", "policy.toml", "--what", "pram-formula", "--tables",
                              "people.csv", "--population", 12, "--generations", 3, "--seed", 7, "-o", "out")
        tables = result["best"]["about_original"]["tables"]
        self.assertEqual([one["name"] for one in tables], ["data", "people.csv"])
        mean = sum(one["score"] for one in tables) / 2
        self.assertAlmostEqual(result["best"]["score"], mean)
        self.ok("protect", "jobs.csv", "--policy", "out/policy.toml", "--seed", 1, "-o", "made.csv")

    def test_evolve_refuses(self):
        self.jobs()
        self.fails(2, "evolve", "jobs.csv", "--columns", "wages", says='"wages"')
        self.fails(2, "evolve", "jobs.csv", "--aim", "median", says="median")
        self.file("grid.toml", '[[try]]\nmethod = "noise"\n')
        self.fails(2, "evolve", "jobs.csv", "--columns", "job", "--start", "grid.toml", says="takes none of the columns")
        self.fails(2, "evolve", "jobs.csv", "--columns", "job,income", "--what", "pram-matrices", says='"income"')

    def test_an_interrupted_evolution_is_kept(self):
        self.jobs()
        process = subprocess.Popen([LETHE, "evolve", "jobs.csv", "--policy", "policy.toml", "--seed", "7", "--generations",
                                    "1000000", "--stagnation", "0", "-o", "out"],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(5)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60 * PATIENCE)
        self.assertEqual(process.returncode, 130, errors)
        self.assertIn("is kept", errors)
        self.assertTrue((self.folder / "out/checkpoint.json").exists())


if __name__ == "__main__":
    unittest.main(verbosity=2)
