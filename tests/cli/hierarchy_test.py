#!/usr/bin/env python3
"""Value hierarchies made from the values of a column, from the column to a release along them."""
import collections
import csv
import json
import os
import stat
import unittest

from support import CliTest

PEOPLE = """age,school,zip,born,job
23,none,28001,1985-04-03,nurse
24,primary,28002,1985-04-21,nurse
,secondary,28012,1985-06-30,nurse
31,none,08001,1991-01-02,smith
39,primary,08002,1991-12-24,baker
88,secondary,08110,2001-07-07,
17,primary,41001,2001-07-08,baker
23.0,none,41002,1985-04-03,baker
"""


class Hierarchy(CliTest):
    def setUp(self):
        super().setUp()
        self.file("people.csv", PEOPLE)

    def make(self, column, by, *options, output="h.csv"):
        return self.ok_json("knowledge", "hierarchy", "people.csv", "--column", column, "--by", by, *options, "-o",
                            output)

    def lines(self, name="h.csv"):
        with open(self.folder / name, newline="") as file:
            return {line[0]: line[1:] for line in csv.reader(file, delimiter=";")}

    def check_levels(self, column, result, name="h.csv"):
        """Every value is there, levels are nested, and the answer counts what is in the file."""
        lines = self.lines(name)
        with open(self.folder / "people.csv", newline="") as file:
            values = [row[column] for row in csv.DictReader(file) if row[column]]
        self.assertEqual(set(values) - set(lines), set())
        self.assertEqual(result["people"], len(values))
        for level, told in enumerate(result["levels"]):
            label = {value: (value, *path)[level] for value, path in lines.items()}
            people = collections.Counter(label[value] for value in values)
            self.assertEqual((told["groups"], told["smallest"], told["unique"]),
                             (len(people), min(people.values()), sum(n == 1 for n in people.values())))
            above = {(label[value], (value, *path, "*")[level + 1]) for value, path in lines.items()}
            self.assertEqual(len({below for below, _ in above}), len(above))
        self.assertEqual(label, dict.fromkeys(lines, "*"))

    def test_intervals(self):
        result = self.make("age", "intervals", "--width", 5, "--from", 20, "--to", 80)
        self.check_levels("age", result)
        self.assertEqual(result["kind"], "hierarchy")
        self.assertEqual(result["missing"], 1)
        self.assertTrue(result["holds_original_values"])
        self.assertNotIn("private_preview", result)
        self.assertEqual(stat.S_IMODE(os.stat(self.folder / "h.csv").st_mode), 0o600)
        lines = self.lines()
        self.assertEqual(lines["23"], ["[20, 25)", "[20, 30)", "[20, 40)", "*"])
        self.assertEqual(lines["23.0"], lines["23"])
        self.assertEqual(lines["17"], ["< 20"] * 3 + ["*"])
        self.assertEqual(lines["88"], [">= 80"] * 3 + ["*"])
        cut = self.make("age", "intervals", "--cuts", "18,30,65", output="cut.csv")
        self.check_levels("age", cut, "cut.csv")
        self.assertEqual(self.lines("cut.csv")["31"], ["[30, 65)", "[18, 65)", "*"])

    def test_other_ways(self):
        order = self.make("school", "order", "--order", "none,primary,secondary,higher")
        self.check_levels("school", order)
        self.assertEqual(self.lines()["none"], ["none to primary", "*"])
        self.assertEqual(self.lines()["higher"], ["secondary to higher", "*"])
        self.assertIn("1 of the categories", order["notes"][0])
        self.check_levels("zip", self.make("zip", "prefixes", "--lengths", "3,1", output="z.csv"), "z.csv")
        self.assertEqual(self.lines("z.csv")["08110"], ["081**", "0****", "*"])
        self.check_levels("zip", self.make("zip", "prefixes", output="y.csv"), "y.csv")
        self.assertEqual(self.lines("y.csv")["08110"], ["0811*", "081**", "08***", "0****", "*"])
        self.check_levels("born", self.make("born", "dates", output="b.csv"), "b.csv")
        self.assertEqual(self.lines("b.csv")["1985-04-21"], ["1985-04", "1985-Q2", "1985", "1980s", "*"])
        self.make("born", "dates", "--units", "year", output="a.csv")
        self.assertEqual(self.lines("a.csv")["1985-04-21"], ["1985", "*"])
        rare = self.make("job", "frequency", "--least", 3, output="j.csv")
        self.check_levels("job", rare, "j.csv")
        self.assertEqual(self.lines("j.csv"), {"nurse": ["nurse", "*"], "smith": ["other", "*"],
                                               "baker": ["baker", "*"]})
        self.assertIn("hides nobody among 3", rare["notes"][0])
        self.file("kinds.csv", "value,group\nnurse,care\nsmith,craft\nbaker,craft\ncook,craft\n")
        self.file("sorts.csv", "value,group\ncare,service\ncraft,goods\n")
        groups = self.make("job", "groups", "--groups", "kinds.csv", "--groups", "sorts.csv", output="g.csv")
        self.check_levels("job", groups, "g.csv")
        self.assertEqual(self.lines("g.csv")["cook"], ["craft", "goods", "*"])

    def test_intervals_that_repeat(self):
        made = self.make("age", "intervals", "--cuts", "20,30", "--join", 2, "--lower", "20,18,0", "--upper", "80,85,120")
        self.check_levels("age", made)
        self.assertEqual(self.lines()["17"], ["< 18", "< 18", "*"])
        self.assertEqual(self.lines()["39"], ["[30, 40)", "[18, 40)", "*"])
        self.assertEqual(self.lines()["88"], [">= 85", ">= 85", "*"])
        self.make("age", "intervals", "--cuts", "0,25,50,90", "--labels", "young,middle,old", "--join", "2=below,1=old",
                  output="l.csv")
        self.assertEqual(self.lines("l.csv")["31"], ["middle", "below", "*"])

    def test_groups_masks_units_and_priorities(self):
        self.check_levels("zip", self.make("zip", "order", "--join", "3,1", "--runs", "prefix"))
        self.assertEqual(self.lines()["08002"], ["08***", "*"])
        made = self.make("zip", "prefixes", "--steps", "2,2", "--mask", "x", "--mask-from", "left", output="z.csv")
        self.check_levels("zip", made, "z.csv")
        self.assertEqual(self.lines("z.csv")["08110"], ["xx110", "xxxx0", "*"])
        self.check_levels("born", self.make("born", "dates", "--units", "day,week", output="w.csv"), "w.csv")
        self.assertEqual(self.lines("w.csv")["1991-12-24"], ["1991-W52", "*"])
        least = self.make("job", "priority", output="p.csv")
        self.check_levels("job", least, "p.csv")
        self.assertEqual(self.lines("p.csv"), {"baker": ["baker", "baker", "*"], "nurse": ["nurse", "*", "*"],
                                               "smith": ["*", "*", "*"]})
        self.assertIn("depend on how many people", least["notes"][0])
        self.file("counts.csv", "value,count\nnurse,3\nsmith,900\nbaker,20\n")
        given = self.make("job", "priority", "--counts", "counts.csv", output="c.csv")
        self.assertEqual(given["notes"], [])
        self.assertEqual(self.lines("c.csv")["smith"], ["smith", "smith", "*"])
        self.make("job", "frequency", "--least", 10, "--counts", "counts.csv", output="f.csv")
        self.assertEqual(self.lines("f.csv")["nurse"], ["other", "*"])

    def test_tables_and_taxonomies(self):
        self.file("table.csv", "nurse,care\nsmith,craft\nbaker,craft\ncook,craft\n")
        made = self.make("job", "table", "--table", "table.csv", output="t.csv")
        self.check_levels("job", made, "t.csv")
        self.assertEqual(self.lines("t.csv")["cook"], ["craft", "*"])
        self.assertEqual(len(made["notes"]), 2)
        self.file("tree.csv", "nurse;care;*\nsmith;iron;craft;*\n")
        written = self.ok_json("knowledge", "write", "tree.csv", "--levels", "-o", "levels.csv")
        self.assertEqual((written["values"], written["levels"]), (2, 4))
        self.assertEqual(self.lines("levels.csv"), {"nurse": ["nurse", "care", "*"], "smith": ["iron", "craft", "*"]})
        self.ok("knowledge", "write", "levels.csv", "--levels", "--inner", "-o", "inner.csv")
        self.assertEqual(self.lines("inner.csv")["iron"], ["iron", "craft", "*"])
        self.file("both.csv", "nurse;care;*\nnurse;work;*\n")
        self.fails(4, "knowledge", "write", "both.csv", "--levels", "-o", "no.csv",
                   says='"nurse" lies in both "care" and "work"')
        self.ok("knowledge", "write", "both.csv", "--levels", "--one-parent", "-o", "one.csv")
        self.fails(2, "knowledge", "write", "both.csv", "--inner", "-o", "no.csv", says="--inner")

    def test_spellings_of_dates(self):
        self.file("people.csv", "born\n03/04/1985\n25/12/1990\n7 May 2001\n")
        self.make("born", "dates")
        self.assertEqual(self.lines()["03/04/1985"][0], "1985-04")
        self.assertEqual(self.lines()["7 May 2001"][0], "2001-05")
        self.file("people.csv", "born\n03/04/1985\n05/06/1990\n")
        again = ["knowledge", "hierarchy", "people.csv", "--column", "born", "--by", "dates", "-o", "m.csv"]
        self.fails(2, *again, says=["--date-order", "day-first or month-first"])
        self.ok(*again, "--date-order", "month-first")
        self.assertEqual(self.lines("m.csv")["03/04/1985"][0], "1985-03")
        self.file("people.csv", "born\n13/04/1985\n05/16/1990\n")
        self.fails(3, *again, says="write them alike")

    def test_from_values_to_a_release(self):
        (self.folder / "people.csv").unlink()
        self.people(400)
        self.make("age", "intervals", "--width", 5, "--from", 20, "--to", 80, output="age.csv")
        self.make("occupation", "frequency", "--least", 30, output="job.csv")
        self.file("policy.toml", """[columns]
age = { role = "quasi", knowledge = "age.csv" }
occupation = { role = "quasi", knowledge = "job.csv" }
[[step]]
method = "generalisation"
k = 4
""")
        self.ok("protect", "people.csv", "--policy", "policy.toml", "-o", "release.csv")
        above = {"age": self.lines("age.csv"), "occupation": self.lines("job.csv")}
        for scheme in ("local", "full-domain"):
            self.ok("protect", "people.csv", "--method", "generalisation", "--set", "k=4", "--set", f"scheme={scheme}",
                    "--columns", "age,occupation", "--knowledge", "age=age.csv", "--knowledge", "occupation=job.csv",
                    "-o", f"{scheme}.csv")
        for name in ("release.csv", "local.csv", "full-domain.csv"):
            with open(self.folder / "people.csv") as old, open(self.folder / name) as new:
                pairs = list(zip(csv.DictReader(old), csv.DictReader(new)))
            self.assertEqual(len(pairs), 400)
            for before, after in pairs:
                for column, paths in above.items():
                    self.assertIn(after[column], [before[column], *paths[before[column]]])
            seen = collections.Counter((after["age"], after["occupation"]) for _, after in pairs)
            self.assertGreaterEqual(min(seen.values()), 4)
            self.assertTrue(any(after["age"] != before["age"] for before, after in pairs), name)
        assessed = self.ok_json("assess", "people.csv", "release.csv", "--policy", "policy.toml")
        self.assertTrue(assessed["attacks"])

    def test_what_is_shown(self):
        shown = self.ok("knowledge", "hierarchy", "people.csv", "--column", "zip", "--by", "prefixes", "--lengths", "2",
                        "--preview", 2, "-o", "h.csv").stdout
        for text in ("8 values of zip by prefixes, 2 levels up to *", "08001  08***  *", "keep it as private"):
            self.assertIn(text, shown)
        self.assertIn("--knowledge zip=h.csv", " ".join(shown.split()))  # lines are wrapped
        self.assertNotIn("28001", shown)
        preview = self.make("zip", "prefixes", "--lengths", 2, "--preview", 1)
        self.assertEqual(preview["private_preview"], [["08001", "08***", "*"]])
        # Counts of the original and its values are not published.
        (self.folder / "made.json").write_text(json.dumps(preview))
        self.fails(3, "report", "made.json", "--publish", "-o", "page.html", says="not a result to report")
        self.assertFalse((self.folder / "page.html").exists())

    def test_bad_input(self):
        def fails(code, column, *options, says, output="h.csv"):
            told = self.fails(code, "knowledge", "hierarchy", "people.csv", "--column", column, *options, "-o", output,
                              says=says)
            self.assertFalse((self.folder / "h.csv").exists())
            for value in ("nurse", "28001", "1985"):
                self.assertNotIn(value, told.stderr.replace("03/04/1985", ""))

        fails(2, "agee", "--by", "intervals", "--width", 5, says='did you mean "age"')
        fails(2, "age", "--by", "interval", "--width", 5, says="intervals, order, prefixes, dates, frequency")
        fails(2, "age", "--by", "intervals", "--width", 0, says=["--width", "above 0"])
        fails(2, "age", "--by", "intervals", says="either a width, such as 5, or cut points")
        fails(2, "age", "--by", "intervals", "--cuts", "18,65,30", says=["--cuts", "must ascend, such as 18,30,65"])
        fails(2, "age", "--by", "intervals", "--width", 5, "--lengths", 2, "--least", 4,
              says=["--lengths: belongs to hierarchies by prefixes", "--least: belongs to hierarchies by frequency"])
        fails(2, "job", "--by", "intervals", "--width", 5, says=["holds text", "allowed for text are order"])
        fails(3, "job", "--by", "dates", says=["3 of its 3 values are not dates", "2020-02-27"])
        fails(2, "born", "--by", "dates", "--units", "year,month", says="from fine to coarse")
        fails(2, "born", "--by", "dates", "--units", "fortnight", says="day, week, month, quarter, year, decade")
        fails(2, "born", "--by", "dates", "--units", "week,month", says="week does not lie within month (weeks go over")
        fails(2, "born", "--by", "dates", "--units", "weekday,year", says="it returns, and must be the last")
        fails(3, "born", "--by", "dates", "--units", "hour,day", says="have no time of day")
        fails(2, "age", "--by", "intervals", "--cuts", "0,20", "--lower", "0,5", says=["--lower", "must descend"])
        fails(2, "age", "--by", "intervals", "--cuts", "0,20", "--join", "2,x", says=["--join", "2=low,1=high"])
        fails(2, "age", "--by", "intervals", "--cuts", "0,20", "--join", 2, "--fan", 3, says="--fan")
        fails(3, "age", "--by", "intervals", "--cuts", "20,30", "--upper", 80,
              says="2 of 7 numbers lie outside the intervals, below 20 or from 80 on")
        fails(2, "zip", "--by", "prefixes", "--steps", 2, "--lengths", 2, says="give one of them")
        fails(2, "zip", "--by", "prefixes", "--mask", "**", says=["--mask", "one character"])
        fails(2, "job", "--by", "table", says=["--table", "a line a value"])
        self.file("table.csv", "nurse;care;*\nsmith;craft;*\n")
        fails(3, "job", "--by", "table", "--table", "table.csv",
              says='1 of the 3 values of column "job" have no line (rows 5, 7, 8 of the data)')
        self.file("table.csv", "nurse;care;East;*\nsmith;care;West;*\nbaker;care;West\n")
        fails(3, "job", "--by", "table", "--table", "table.csv",
              says=['table.csv:2: "care" of level 1 lies in both "East" and "West" of level 2',
                    "table.csv:3: has 3 columns, and the first line 4"])
        self.file("counts.csv", "value,count\nnurse,3\nsmith,-1\n")
        fails(3, "job", "--by", "priority", "--counts", "counts.csv", says="row 2 has no count of 0 or more")
        fails(2, "zip", "--by", "prefixes", "--lengths", "1,3", says="must descend, such as 3,1")
        fails(2, "zip", "--by", "prefixes", "--lengths", "5", says="must be below 5")
        fails(2, "job", "--by", "frequency", "--least", "20,5", says="must ascend")
        fails(3, "school", "--by", "order", "--order", "none,primary", says="1 of its 3 values are not in the order")
        fails(2, "school", "--by", "order", "--order", "none,none", says="twice")
        fails(2, "job", "--by", "groups", says=["--groups", "value and group"])
        self.file("few.csv", "value,group\nnurse,care\n")
        fails(3, "job", "--by", "groups", "--groups", "few.csv", says="2 of 3 values have no group at level 1")
        self.file("none.csv", "a,b,c\n1,2,3\n")
        fails(3, "job", "--by", "groups", "--groups", "none.csv", says='"value" and "group"')
        self.file("loop.csv", "value,group\nnurse,baker\nsmith,craft\nbaker,craft\n")
        fails(3, "job", "--by", "groups", "--groups", "loop.csv", says="not a coarsening")
        fails(2, "zip", "--by", "prefixes", says="would overwrite", output="people.csv")
        fails(2, "zip", "--by", "prefixes", says="must end in .csv", output="h.obo")
        self.file("mine.csv", "something else\n")
        fails(2, "zip", "--by", "prefixes", says="--force", output="mine.csv")
        self.file("people.csv", "a,b\n,1\n,2\n")
        fails(3, "a", "--by", "frequency", says="has no value")


if __name__ == "__main__":
    unittest.main(verbosity=2)
