"""lethe advise: what the policy asks, and what earlier runs left in the folder."""
import json
import unittest

from support import CliTest


class Advise(CliTest):
    def policy_of(self, text):
        self.jobs()
        given = (self.folder / "policy.toml").read_text()
        self.file("policy.toml", text + given[:given.index("[[step]]")])
        return ["advise", "jobs.csv", "--policy", "policy.toml", "--seed", 1]

    def test_the_verdict_of_the_policy_is_asked_for(self):
        arguments = self.policy_of("[verdict]\nk = 7\nmax_risk = 12\n")
        run = self.lethe(*arguments, "--json")
        self.assertEqual(json.loads(run.stdout)["constraints"]["k"], 7)
        self.assertEqual(json.loads(run.stdout)["constraints"]["max_risk"], 12)
        self.assertIn("k = 7, max_risk = 12, as [verdict] of the policy asks", run.stderr)
        run = self.lethe(*arguments, "-k", 3, "--json")
        self.assertEqual(json.loads(run.stdout)["constraints"]["k"], 3)
        self.assertEqual(json.loads(run.stdout)["constraints"]["max_risk"], 12)
        self.assertIn("k = 3 asks for less than [verdict]", run.stderr)

    def test_policies_of_an_earlier_run_do_not_stay_beside_new_ones(self):
        arguments = [*self.policy_of(""), "-o", "out"]
        first = self.ok_json(*arguments, "--max-risk", 20)
        made = sorted(path.name for path in (self.folder / "out").glob("policy*.toml"))
        self.assertEqual(made, sorted(one["file"] for one in first["files"]))
        self.assertGreater(len(made), 1)
        self.file("out/policy-mine.toml", "# mine\n")
        # k = 70 of 150: no alternative with twice as many people, and nothing else than one policy.
        second = self.lethe(*arguments, "-k", 70, "--max-risk", 20, "--json")
        new = {one["file"] for one in json.loads(second.stdout)["files"]}
        self.assertLess(new, set(made))
        left = {path.name for path in (self.folder / "out").glob("policy*.toml")}
        self.assertEqual(left, new | {"policy-mine.toml"})

    def test_a_policy_that_somebody_changed_is_not_replaced(self):
        arguments = [*self.policy_of(""), "--max-risk", 20, "-o", "out"]
        self.ok(*arguments)
        changed = (self.folder / "out/policy.toml").read_text() + "# mine\n"
        self.file("out/policy.toml", changed)
        self.fails(2, *arguments, says="policy.toml")
        self.assertEqual((self.folder / "out/policy.toml").read_text(), changed)
        self.ok(*arguments, "--force")
        self.assertNotIn("# mine", (self.folder / "out/policy.toml").read_text())


if __name__ == "__main__":
    unittest.main()
