#!/usr/bin/env python3
"""The closing line of ./test counts what each way of testing says, what was skipped too."""
import subprocess
import sys
import unittest

from support import CliTest, TOP


class CountTests(CliTest):
    def line(self, *parts):
        """The closing line for tests with these outputs and verdicts, as ctest logs them."""
        log = "Start testing: today\n"
        for i, (output, verdict) in enumerate(parts, 1):
            log += (f"{i}/{len(parts)} Testing: test{i}\n{i}/{len(parts)} Test: test{i}\nOutput:\n"
                    f"----------\n{output}\n<end of output>\nTest time =   0.01 sec\n----------\n{verdict}\n")
        self.file("LastTest.log", log)
        done = subprocess.run([sys.executable, TOP / "tools/count_tests", "LastTest.log"], cwd=self.folder,
                              capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def test_what_says_nothing_is_one_test(self):
        self.assertEqual(self.line(("fine", "Test Passed."), ("fine", "Test Passed.")), "2 passed")
        self.assertEqual(self.line(("fine", "Test Passed."), ("crashed", "Test Failed.")), "1 passed, 1 failed")

    def test_unittest(self):
        self.assertEqual(self.line(("Ran 12 tests in 3.4s\n\nOK (skipped=2)", "Test Passed.")),
                         "10 passed, 2 skipped: their data are not here")
        self.assertEqual(self.line(("Ran 12 tests in 3.4s\n\nFAILED (failures=1, errors=2, skipped=3)", "Test Failed.")),
                         "6 passed, 3 failed, 3 skipped: their data are not here")

    def test_node(self):
        self.assertEqual(self.line(("\u2139 tests 9\n\u2139 pass 8\n\u2139 fail 0\n\u2139 skipped 1", "Test Passed.")),
                         "8 passed, 1 skipped: their data are not here")

    def test_pytest(self):
        for closing in ("===== 120 passed, 2 skipped, 3 warnings in 45.67s =====", "120 passed, 2 skipped in 125.67s (0:02:05)"):
            self.assertEqual(self.line((f"........s\n{closing}", "Test Passed.")),
                             "120 passed, 2 skipped: their data are not here")
        self.assertEqual(self.line(("== 1 failed, 3 passed, 2 errors in 1.20s ==", "Test Failed.")), "3 passed, 3 failed")

    def test_testthat(self):
        self.assertEqual(self.line(("* checking tests ... OK\n[ FAIL 0 | WARN 1 | SKIP 4 | PASS 1245 ]\n", "Test Passed.")),
                         "1,245 passed, 4 skipped: their data are not here")

    def test_a_part_of_a_program_of_google_test(self):
        said = ('Command: "unit_tests" "--gtest_brief=1"\na_test.cc:3: Skipped\ndoes not apply: it drops rows\n'
                "b_test.cc:4: Skipped\nno WordNet\n[==========] 123 tests from 9 test suites ran. (5 ms total)\n"
                "[  PASSED  ] %d tests.\n[  SKIPPED ] 2 tests.\n%s")
        self.assertEqual(self.line((said % (121, ""), "Test Passed.")),
                         "121 passed, 1 that do not apply, 1 skipped: their data are not here")
        self.assertEqual(self.line((said % (119, "[  FAILED  ] 2 tests, listed below:"), "Test Failed.")),
                         "119 passed, 2 failed, 1 skipped: their data are not here")
        self.assertEqual(self.line(('Command: "unit_tests" "--gtest_brief=1"\nSegmentation fault', "Test Failed.")),
                         "0 passed, 1 failed")

    def test_two_in_one_output_are_added(self):
        both = "Ran 2 tests in 0.1s\n\nOK\n=== 5 passed in 1.00s ==="
        self.assertEqual(self.line((both, "Test Passed.")), "7 passed")

    def test_a_failure_is_never_lost(self):
        self.assertEqual(self.line(("=== 5 passed in 1.00s ===\nmypy: error", "Test Failed.")), "5 passed, 1 failed")

    def test_skipped_and_idle(self):
        skip = "Test not run: Skip regular expression found in output."
        self.assertEqual(self.line(("no data", f"Skip regular expression found\n{skip}"),
                                   ("this does not apply here", "Skip regular expression found"), ("fine", "Test Passed.")),
                         "1 passed, 1 that do not apply, 1 skipped: their data are not here")


if __name__ == "__main__":
    unittest.main()
