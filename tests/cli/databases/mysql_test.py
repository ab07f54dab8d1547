#!/usr/bin/env python3
"""Tables of a MariaDB server, which the test starts."""
import os
import unittest

from database_case import DatabaseTest
from servers import Mariadb


@unittest.skipUnless(Mariadb.PROGRAM and Mariadb.INSTALL, "MariaDB is not installed")
class FromMariadb(DatabaseTest):
    @classmethod
    def setUpClass(cls):
        cls.server = Mariadb()
        cls.addClassCleanup(cls.server.stop)

    def setUp(self):
        super().setUp()
        self.server.sql("DROP DATABASE clinic; CREATE DATABASE clinic CHARACTER SET utf8mb4")
        self.known = {"env": self.server.environment()}

    def test_every_type(self):
        self.server.sql("""
            SET sql_mode = '';
            CREATE TABLE t (x int, i1 tinyint, i8 bigint, u8 bigint unsigned, f float, d double, n decimal(8, 2),
                b3 bit(3), s varchar(20), c char(5), tx text, e enum('small', 'it''s', 'huge'), st set('a', 'b'),
                dt date, ts datetime, t3 datetime(3), st2 timestamp NULL, tm time, y year, j json, bl varbinary(9),
                z int(5) zerofill);
            INSERT INTO t VALUES
            (1, -128, 9007199254740992, 18446744073709551615, 0.1, 1e-300, 12.50, b'101', 'a "b", c', 'ab', 'é€😀',
             'it''s', 'a,b', '1969-12-31', '2024-02-29 12:00:00', '2024-02-29 12:00:00.250', '2024-07-01 12:00:00',
             '26:03:04', 2024, '{"k": 1}', x'00ff', 7),
            (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0000-00-00',
             '0000-00-00 00:00:00', NULL, NULL, NULL, NULL, NULL, NULL, NULL),
            (3, 127, -1, 1, -2.5, 0, -0.05, b'0', '', '', 'v', 'small', '', '2024-02-29', '1999-12-31 23:59:59',
             '1999-12-31 23:59:59.000', '2024-01-01 00:00:00', '-00:00:01', 1999, '[]', '', 70000)""")
        first, second, third = self.rows(self.server.source("t"), **self.known)
        expected = {"i1": -128, "i8": 9007199254740992, "u8": "18446744073709551615", "f": 0.1, "d": 1e-300,
                    "n": 12.5, "b3": 5, "s": 'a "b", c', "c": "ab", "tx": "é€😀", "e": "it's", "st": "a,b",
                    "dt": "1969-12-31", "ts": "2024-02-29 12:00:00", "t3": "2024-02-29 12:00:00.250", "tm": "26:03:04",
                    "y": "2024", "j": '{"k": 1}', "bl": "\\x00ff", "z": "00007"}
        self.assertEqual({name: first[name] for name in expected}, expected)
        self.assertEqual((second["i1"], second["s"], second["e"], second["tm"]), (None, None, None, None))
        self.assertEqual((second["dt"], second["ts"]), (None, None))
        self.assertEqual((third["n"], third["tm"], third["z"]), (-0.05, "-00:00:01", "70000"))
        columns = self.inspected(self.server.source("t"), **self.known)
        for name in ("i1", "i8", "f", "d", "n", "b3", "dt", "ts", "t3", "tm"):
            self.assertEqual(columns[name]["kind"], "numeric", name)
        self.assertEqual(columns["e"]["kind"], "ordinal")
        for name in ("u8", "s", "c", "tx", "st", "j", "bl", "z"):
            self.assertEqual(columns[name]["kind"], "nominal", name)

    def test_zero_dates_are_told(self):
        self.server.sql("SET sql_mode = ''; CREATE TABLE t (x int, d date);"
                        "INSERT INTO t VALUES (1, '0000-00-00'), (2, '2024-02-29')")
        told = self.ok("inspect", self.server.source("t"), **self.known)
        self.assertIn("0000-00-00", told.stderr)
        self.assertIn('"d"', told.stderr)

    def test_names_of_any_kind(self):
        self.server.sql("CREATE TABLE `My ``People``.x` (x int, `A \"b\"` text, `a b` int);"
                        "INSERT INTO `My ``People``.x` VALUES (1, 'q', 2)")
        [row] = self.rows(self.server.source('"My `People`.x"'), **self.known)
        self.assertEqual((row['A "b"'], row["a b"]), ("q", 2))
        [row] = self.rows(self.server.source("SELECT *, 1.5 AS more FROM `My ``People``.x` -- all of it"), **self.known)
        self.assertEqual(row["more"], 1.5)

    def test_what_is_not_there(self):
        self.server.sql("CREATE TABLE people (x int); CREATE TABLE visits (x int)")
        self.fails(2, "inspect", self.server.source("poeple"), says='did you mean "people"', **self.known)
        self.fails(2, "inspect", self.server.source("").rstrip("#"), says=["people", "visits"], **self.known)
        self.fails(3, "inspect", self.server.source("people"), says="has no rows", **self.known)
        self.fails(2, "inspect", self.server.source("SELECT nothing FROM people"), says=["nothing", "42S22"],
                   **self.known)
        self.fails(5, "inspect", self.server.source("people", database="nowhere"), says="nowhere", **self.known)
        self.fails(5, "inspect", self.server.source("people").replace("socket=/", "socket=/no"), says="cannot connect",
                   **self.known)
        self.fails(2, "inspect", "mysql://ann@localhost", says="mysql://user@host", **self.known)
        for query in ("SELECT 1; DROP TABLE people", "SELECT x FROM people INTO OUTFILE '/tmp/lethe-hacked'"):
            self.assertNotEqual(self.lethe("inspect", self.server.source(query), **self.known).returncode, 0, query)
        self.assertEqual(self.server.sql("SELECT count(*) FROM people"), "0")

    def test_passwords_stand_nowhere(self):
        self.server.sql("CREATE TABLE people (x int, y int); INSERT INTO people SELECT seq, seq % 3 FROM seq_1_to_60")
        given = self.server.source("people").replace("ann@", f"ann:{Mariadb.PASSWORD}@")
        nobody = {"env": {**os.environ, "HOME": "/"}}
        said = ""
        for words in (["protect", given, "--method", "noise", "--columns", "y", "-o", "r.csv"],
                      ["inspect", given, "--policy-out", "p.toml"], ["inspect", given + "x"],
                      ["inspect", given.replace("ann:", "bob:")], ["inspect", given.replace("localhost", "no.where")],
                      ["inspect", given.replace(Mariadb.PASSWORD, Mariadb.PASSWORD + "/#")]):
            result = self.lethe(*words, **nobody)
            said += result.stdout + result.stderr
        self.assertNotIn("swordfish", said)
        self.assertTrue((self.folder / "r.csv").exists())
        self.assertNotIn(b"swordfish", self.written())
        self.fails(5, "inspect", self.server.source("people"), says=".my.cnf", **nobody)

    def test_it_is_read_only(self):
        self.server.sql("CREATE TABLE people (x int); INSERT INTO people VALUES (1)")
        self.fails(2, "protect", self.server.source("people"), "--method", "noise", "-o", self.server.source("release"),
                   says="read only", **self.known)


if __name__ == "__main__":
    unittest.main()
