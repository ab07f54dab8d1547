#!/usr/bin/env python3
"""Releases that are tables of databases, and sources that are files of databases."""
import json
import os
import random
import signal
import sqlite3
import subprocess
import time
import unittest

import support
from database_case import DatabaseTest
from servers import Postgres


class ToFiles(DatabaseTest):
    def database(self):
        self.people(300)
        with sqlite3.connect(self.folder / "a.db") as made:
            made.executescript("CREATE TABLE t (x INTEGER, s TEXT, d DATE, n REAL);"
                               "INSERT INTO t VALUES (1, 'a', '2024-02-29', 0.5), (2, NULL, NULL, NULL), "
                               "(3, '007', '1999-12-31', 2)")
        return "sqlite:a.db#t"

    def test_a_release_is_a_table_of_sqlite(self):
        source = self.database()
        self.ok("protect", source, "--method", "noise", "--columns", "x", "--seed", "1", "-o", "out.csv")
        self.ok("protect", source, "--method", "noise", "--columns", "x", "--seed", "1", "-o", "sqlite:b.db#made")
        self.assertEqual(self.rows("sqlite:b.db#made")[0].keys(), {"x", "s", "d", "n"})
        with sqlite3.connect(self.folder / "b.db") as made:
            rows = made.execute("SELECT x, s, d, n FROM made").fetchall()
            types = [row[2] for row in made.execute("PRAGMA table_info(made)")]
        self.assertEqual([row[1:] for row in rows],
                         [("a", "2024-02-29", 0.5), (None, None, None), ("007", "1999-12-31", 2.0)])
        self.assertEqual(types[1:], ["TEXT", "DATE", "REAL"])
        record = json.loads((self.folder / "made.lethe.json").read_text())
        self.assertEqual(record["release"]["file"], "made (SQLite)")
        self.assertEqual(record["release"]["rows"], 3)
        self.assertTrue((self.folder / "made.lethe.private.json").exists())

    def test_nothing_is_replaced_or_half_written(self):
        source = self.database()
        words = ["protect", source, "--method", "noise", "--columns", "x", "--seed", "1", "-o"]
        self.fails(2, *words, "sqlite:a.db#t", says="would overwrite an input")
        self.fails(2, *words, "sqlite:./a.db#t", "--force", says="would overwrite an input")
        self.fails(2, *words, "sqlite:new.db", says="name behind #")
        self.fails(2, *words, "sqlite:new.db#SELECT 1", says="name behind #")
        self.fails(2, *words, "duckdb:new.duckdb#t", says="read only")
        self.ok(*words, "sqlite:b.db#made")
        before = (self.folder / "b.db").read_bytes()
        self.fails(2, *words, "sqlite:b.db#made", says="is there already")
        self.assertEqual((self.folder / "b.db").read_bytes(), before)
        self.ok(*words, "sqlite:b.db#made", "--force")
        self.fails(5, *words, "sqlite:no/where.db#t", says="cannot open")
        (self.folder / "r.lethe.json").mkdir()
        self.assertNotEqual(self.lethe(*words, "sqlite:c.db#r").returncode, 0)
        self.assertFalse((self.folder / "c.db").exists())

    def test_k_is_counted_in_the_database(self):
        self.people(300)
        self.ok("protect", "people.csv", "--method", "mdav", "--set", "k=5", "--columns", self.MONEY, "--seed", "1",
                "-o", "r.csv")
        self.ok("protect", "people.csv", "--method", "mdav", "--set", "k=5", "--columns", self.MONEY, "--seed", "1",
                "-o", "sqlite:b.db#r2")
        one, other = (json.loads((self.folder / f"{name}.lethe.json").read_text()) for name in ("r.csv", "r2"))
        self.assertEqual(one["guarantees"], other["guarantees"])
        self.assertTrue(one["guarantees"])


@unittest.skipUnless(Postgres.PROGRAMS, "PostgreSQL is not installed")
class ToPostgres(DatabaseTest):
    @classmethod
    def setUpClass(cls):
        cls.server = Postgres()
        cls.addClassCleanup(cls.server.stop)

    def setUp(self):
        super().setUp()
        self.server.sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        self.known = {"env": self.server.environment()}

    def test_round_trip(self):
        self.server.sql('''
            CREATE TABLE t (x int, i8 bigint, f8 float8, n numeric(8, 2), b bool, "A ""b""" text, d date, t time,
                ts timestamp, tz timestamptz, iv interval);
            COMMENT ON COLUMN t.n IS 'It''s pay';
            INSERT INTO t VALUES
            (1, 9007199254740992, 1e-300, 12.50, true, E'a\\tb\\\\c\\nd\\re', '1969-12-31', '08:30:00', '2024-02-29 12:00:00.25',
             '2024-07-01 12:00:00+02', '26:03:04'),
            (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
            (3, -1, 0.5, -0.05, false, '\\N', '0001-01-01', '23:59:59', '9999-12-31 23:59:59', '1999-12-31 23:59:59+00',
             '-00:00:01')''')
        target = self.server.source("release")
        self.ok("protect", self.server.source("t"), "--method", "noise", "--columns", "x", "--seed", "1", "-o", target,
                **self.known)
        others = 'i8, f8, n, b, "A ""b""", d, t, ts, tz, iv'
        self.assertEqual(self.server.sql(f"SELECT count(*) FROM release"), "3")
        self.assertEqual(self.server.sql(f"(SELECT {others} FROM t EXCEPT SELECT {others} FROM release)"), "")
        self.assertEqual(self.server.sql("SELECT string_agg(format_type(atttypid, atttypmod), ',' ORDER BY attnum) FROM "
                                         "pg_attribute WHERE attrelid = 'release'::regclass AND attnum > 1"),
                         "bigint,double precision,numeric,boolean,text,date,time without time zone,"
                         "timestamp without time zone,timestamp with time zone,interval")
        self.assertEqual(self.server.sql("SELECT col_description('release'::regclass, 4)"), "It's pay")
        self.assertEqual(self.server.sql("SELECT n::text FROM release WHERE n > 1"), "12.50")
        record = (self.folder / "release.lethe.json").read_text()
        self.assertEqual(json.loads(record)["release"]["file"], "release (PostgreSQL)")
        self.assertNotIn(str(self.server.folder), record)
        for path in self.folder.iterdir():
            self.assertNotIn(b"swordfish", path.read_bytes())

    def test_random_tables_come_back(self):
        chance = random.Random(23)
        texts = ["", "\\N", "NA", "007", "1.0", "a\tb", "c\nd\re", "\\", "'", '"', ",;", "é€😀", " ", "NULL", "true"]
        kinds = {
            "bigint": lambda: chance.randrange(-2**53, 2**53), "smallint": lambda: chance.randrange(-2**15, 2**15),
            "float8": lambda: chance.choice([0.1, 1e300, -5e-324, 1 / 3, chance.gauss(0, 1e6), 2.0**70]),
            "real": lambda: chance.choice([0.1, -3.4e38, 1 / 3]),
            "numeric(12, 3)": lambda: f"{chance.randrange(-10**11, 10**11)}e-3", "text": lambda: chance.choice(texts),
            "boolean": lambda: chance.choice(["true", "false"]),
            "date": lambda: f"{chance.randrange(1, 10000):04}-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}",
            "time": lambda: f"{chance.randrange(24):02}:{chance.randrange(60):02}:{chance.randrange(60):02}.{chance.randrange(1000):03}",
            "timestamp": lambda: f"{chance.randrange(1900, 2100)}-06-{chance.randrange(1, 31):02} 01:02:03.{chance.randrange(10**6):06}",
            "timestamptz": lambda: f"{chance.randrange(1900, 2100)}-06-{chance.randrange(1, 31):02} 23:00:00-02",
            "interval": lambda: f"{chance.randrange(-10**9, 10**9)} seconds"}
        quoted = "'{}'".format
        for _ in range(4):
            columns = [(f'c{i} "{kind}', kind) for i, kind in enumerate(chance.sample(sorted(kinds), 9))]
            names = ['"' + name.replace('"', '""') + '"' for name, _ in columns]
            rows = ["(" + ", ".join([str(x)] + ["NULL" if chance.random() < 0.1 else
                                                quoted(str(kinds[kind]()).replace("'", "''")) for _, kind in columns]) + ")"
                    for x in range(120)]
            made = ", ".join(f"{name} {kind}" for name, (_, kind) in zip(names, columns))
            self.server.sql(f"DROP TABLE IF EXISTS t, release; CREATE TABLE t (x int, {made}); INSERT INTO t VALUES "
                            + ", ".join(rows))
            self.protect_x(self.server.source("t"), self.server.source("release"), **self.known)
            read = ", ".join(f"{name}::text::{kind}" for name, (_, kind) in zip(names, columns))
            for one, other in (("release", "t"), ("t", "release")):
                self.assertEqual(self.server.sql(f"SELECT {read} FROM {one} EXCEPT ALL SELECT {read} FROM {other}"), "")

    def test_an_older_table_stays_unless_it_may_go(self):
        self.people(100)
        self.server.sql("CREATE TABLE release (old int); INSERT INTO release VALUES (7)")
        words = ["protect", "people.csv", "--method", "noise", "--columns", "AGI", "--seed", "1", "-o",
                 self.server.source("public.release")]
        self.fails(2, *words, says="is there already", **self.known)
        self.assertEqual(self.server.sql("SELECT old FROM release"), "7")
        self.assertEqual(list(self.folder.glob("*.lethe.*")), [])
        self.server.sql("CREATE VIEW needs AS SELECT old FROM release")
        self.fails(5, *words, "--force", says="2BP01", **self.known)
        self.server.sql("DROP VIEW needs")
        self.ok(*words, "--force", **self.known)
        self.assertEqual(self.server.sql("SELECT count(*) FROM release"), "100")
        self.assertTrue((self.folder / "public.release.lethe.json").exists())

    def test_a_server_that_dies_in_the_middle_leaves_nothing(self):
        self.ok("sample", "census", "--rows", "400000", "--seed", "1", "-o", "people.csv")
        writer = subprocess.Popen([support.LETHE, "protect", "people.csv", "--method", "noise", "--columns", "AGI", "-o",
                                   self.server.source("release")], cwd=self.folder, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, text=True, env=self.server.environment())
        self.addCleanup(writer.kill)
        self.addCleanup(writer.stderr.close)
        for _ in range(3000):
            backend = self.server.sql("SELECT pid FROM pg_stat_activity WHERE query LIKE 'COPY%FROM STDIN%'")
            if backend:
                break
            self.assertIsNone(writer.poll(), "nothing was written")
            time.sleep(0.01)
        os.kill(int(backend.split()[0]), signal.SIGKILL)
        self.assertEqual(writer.wait(120), 5, writer.stderr.read())
        self.assertEqual(list(self.folder.glob("*.lethe.*")), [])
        for _ in range(300):
            if self.server.answers():
                break
            time.sleep(0.1)
        self.assertEqual(self.server.sql("SELECT to_regclass('release') IS NULL"), "t")


if __name__ == "__main__":
    unittest.main()
