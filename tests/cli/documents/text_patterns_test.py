#!/usr/bin/env python3
"""lethe text patterns: what is recognised, and the guide that repeats it."""
import pathlib
import unittest

from support import CliTest

GUIDE = pathlib.Path(__file__).resolve().parents[3] / "docs" / "guide" / "identifiers.md"


class Patterns(CliTest):
    def test_countries(self):
        every = self.ok_json("text", "patterns")["patterns"]
        self.assertGreaterEqual(len({row["country"] for row in every} - {""}), 25)
        self.assertEqual(len({row["name"] for row in every}), len(every))
        german = self.ok_json("text", "patterns", "--country", "de")["patterns"]
        self.assertEqual({row["country"] for row in german}, {"", "DE"})
        page = self.ok("text", "patterns", "--country", "DE,FR").stdout
        self.assertIn("DE_TAX_ID", page)
        self.assertIn("FR_NIR", page)
        self.assertNotIn("US_SSN", page)

    def test_unknown_country(self):
        failed = self.lethe("text", "patterns", "--country", "XX")
        self.assertEqual(failed.returncode, 2)
        self.assertIn('"XX"', failed.stderr)

    def test_guide_is_current(self):
        table = self.ok("text", "patterns", "--markdown").stdout
        self.assertTrue(GUIDE.read_text().endswith(table), "run lethe text patterns --markdown")


if __name__ == "__main__":
    unittest.main()
