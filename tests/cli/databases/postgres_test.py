#!/usr/bin/env python3
"""Tables of a PostgreSQL server, which the test starts."""
import os
import signal
import subprocess
import time
import unittest

import support
from database_case import DatabaseTest
from servers import Postgres


@unittest.skipUnless(Postgres.PROGRAMS, "PostgreSQL is not installed")
class FromPostgres(DatabaseTest):
    @classmethod
    def setUpClass(cls):
        cls.server = Postgres()
        cls.addClassCleanup(cls.server.stop)

    def setUp(self):
        super().setUp()
        self.server.sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        self.known = {"env": self.server.environment()}

    def test_every_type(self):
        self.server.sql("""
            CREATE TYPE size AS ENUM ('small', 'large', 'huge');
            CREATE TABLE t (x int, i2 int2, i4 int4, i8 int8, big int8, f4 float4, f8 float8, n numeric(8, 2),
                huge numeric, b bool, s text, v varchar(9), c char(5), u uuid, e size, d date, t time, ts timestamp,
                tz timestamptz, iv interval, months interval, j jsonb, a int[], by bytea, ip inet);
            INSERT INTO t VALUES
            (1, -32768, 2147483647, 9007199254740992, 9007199254740993, 0.1, 1e-300, 12.50,
             123456789012345678901234567890, true, 'a "b", c', 'é€😀', 'ab', '00000000-0000-0000-0000-0000000000ff',
             'large', '1969-12-31', '08:30:00', '2024-02-29 12:00:00.25', '2024-07-01 12:00:00+02', '26:03:04',
             '1 month 2 days', '{"k": [1, null]}', '{1,NULL,3}', '\\x00ff', '10.0.0.1'),
            (2, NULL, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, '', NULL, NULL, NULL, 'small', NULL, NULL, NULL,
             NULL, NULL, NULL, NULL, NULL, NULL, NULL),
            (3, 32767, -1, -1, 2, -2.5, 0, -0.05, 1, false, E'line\\nline', 'v', '', NULL, NULL, '2024-02-29',
             '23:59:59', '0001-01-01 00:00:00', '1999-12-31 23:59:59+00', '-00:00:01', '5 seconds', '1', '{}', '', '::1')
        """)
        first, second, third = self.rows(self.server.source("t"), **self.known)
        expected = {"i2": -32768, "i4": 2147483647, "i8": 9007199254740992, "big": "9007199254740993",
                    "f4": 0.1, "f8": 1e-300, "n": 12.5, "huge": "123456789012345678901234567890", "b": "true",
                    "s": 'a "b", c', "v": "é€😀", "c": "ab", "u": "00000000-0000-0000-0000-0000000000ff",
                    "e": "large", "d": "1969-12-31", "t": "08:30:00", "ts": "2024-02-29 12:00:00.250",
                    "tz": "2024-07-01 10:00:00+00", "iv": "26:03:04", "months": "1 mon 2 days",
                    "j": '{"k": [1, null]}', "a": "{1,NULL,3}", "by": "\\x00ff", "ip": "10.0.0.1/32"}
        self.assertEqual({name: first[name] for name in expected}, expected)
        self.assertEqual({value for name, value in second.items() if name not in ("x", "big", "e", "s")}, {None})
        self.assertEqual((third["n"], third["iv"], third["ts"], third["s"], third["b"]),
                         (-0.05, "-00:00:01", "0001-01-01 00:00:00.000", "line\nline", "false"))
        kinds = {name: column["kind"] for name, column in self.inspected(self.server.source("t"), **self.known).items()}
        for name in ("i2", "i4", "i8", "f4", "f8", "n", "d", "t", "ts", "tz", "iv"):
            self.assertEqual(kinds[name], "numeric", name)
        self.assertEqual(kinds["e"], "ordinal")
        for name in ("big", "b", "s", "v", "c", "u", "months", "j", "a", "by", "ip"):
            self.assertEqual(kinds[name], "nominal", name)

    def test_names_of_any_kind(self):
        self.server.sql('CREATE SCHEMA "Hr"; CREATE TABLE "Hr"."My ""People"".x" (x int, "A ""b""" text, "a b" int);'
                        """INSERT INTO "Hr"."My ""People"".x" VALUES (1, 'q', 2);
                        CREATE VIEW seen AS SELECT * FROM "Hr"."My ""People"".x" """)
        [row] = self.rows(self.server.source('Hr."My ""People"".x"'), **self.known)
        self.assertEqual((row['A "b"'], row["a b"]), ("q", 2))
        [row] = self.rows(self.server.source("SELECT *, 1.5 AS more FROM seen -- all of it"), **self.known)
        self.assertEqual(row["more"], 1.5)

    def test_what_is_not_there(self):
        self.server.sql("CREATE TABLE people (x int); CREATE TABLE visits (x int)")
        wrong = self.fails(2, "inspect", self.server.source("poeple"), says='did you mean "people"', **self.known)
        self.assertNotIn(Postgres.PASSWORD, wrong.stderr)
        self.fails(2, "inspect", self.server.source("").rstrip("#"), says=["people", "visits"], **self.known)
        self.fails(3, "inspect", self.server.source("people"), says="has no rows", **self.known)
        self.fails(2, "inspect", self.server.source("SELECT nothing FROM people"), says=["nothing", "42703"], **self.known)
        self.fails(5, "inspect", self.server.source("people", database="nowhere"), says="nowhere", **self.known)
        self.fails(5, "inspect", f"postgresql://ann@/clinic?host={self.folder}#people", says="cannot connect")
        for query in ("SELECT 1; DROP TABLE people", "SELECT 1) TO PROGRAM 'touch hacked' --",
                      "WITH d AS (DELETE FROM people RETURNING x) SELECT x FROM d", "SELECT $1::int"):
            self.assertNotEqual(self.lethe("inspect", self.server.source(query), **self.known).returncode, 0, query)
        self.assertEqual(self.server.sql("SELECT count(*) FROM people"), "0")

    def test_rights(self):
        self.server.sql("CREATE TABLE people (x int); DROP ROLE IF EXISTS bob; CREATE ROLE bob LOGIN PASSWORD 'b';"
                        "GRANT USAGE ON SCHEMA public TO bob")
        self.fails(2, "inspect", self.server.source("people", user="bob"), says=["permission denied", "42501"],
                   env={**os.environ, "PGPASSWORD": "b"})

    def test_values_do_not_stand_in_messages(self):
        self.server.sql("CREATE TABLE people (x int, s text); INSERT INTO people VALUES (1, 'Zorn')")
        wrong = self.fails(5, "inspect", self.server.source("SELECT s::int FROM people"), says="22P02", **self.known)
        self.assertNotIn("Zorn", wrong.stderr)
        far = self.server.source("SELECT 'infinity'::date AS d")
        self.fails(3, "inspect", far, says='column "d", row 1', **self.known)
        self.fails(3, "inspect", self.server.source("SELECT 'NaN'::float8 AS f"), says='"f"', **self.known)

    def test_comments_are_labels_and_order_is_that_of_the_type(self):
        self.server.sql("CREATE TYPE size AS ENUM ('S', 'M', 'L'); CREATE TABLE t (x int, e size);"
                        "COMMENT ON COLUMN t.e IS 'Size of the shirt'; INSERT INTO t VALUES (1, 'L'), (2, 'S')")
        self.assertEqual(self.inspected(self.server.source("t"), **self.known)["e"]["kind"], "ordinal")

    def test_passwords_stand_nowhere(self):
        self.server.sql("CREATE TABLE people (x int, y int); INSERT INTO people SELECT i, i % 3 FROM "
                        "generate_series(1, 60) i")
        given = self.server.source("people").replace("ann@", f"ann:{Postgres.PASSWORD}@")
        bare = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        said = ""
        for words in (["inspect", given, "--policy-out", "p.toml"], ["inspect", given, "--json"],
                      ["protect", given, "--policy", "p.toml", "-o", "r.csv", "--assess"],
                      ["explore", given, "--policy", "p.toml", "-o", "explored", "--methods", "noise"],
                      ["advise", given, "--policy", "p.toml", "-o", "advised"],
                      ["assess", given, "r.csv"], ["measure", given, "r.csv"], ["inspect", given + "x"],
                      ["inspect", given.replace("ann:", "bob:")], ["inspect", given.replace("@/", "@nowhere/")],
                      ["inspect", given.replace(Postgres.PASSWORD, Postgres.PASSWORD + "/#")]):
            result = self.lethe(*words, env=bare)
            said += result.stdout + result.stderr
        self.assertNotIn("swordfish", said)
        self.assertNotIn(b"swordfish", self.written())
        self.assertTrue((self.folder / "r.csv").exists())
        record = (self.folder / "r.csv.lethe.json").read_text()
        self.assertNotIn(str(self.server.folder), record)
        self.assertNotIn("ann", record)

    def test_passwords_come_from_where_the_library_looks(self):
        self.server.sql("CREATE TABLE people (x int); INSERT INTO people VALUES (1)")
        bare = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
        passes = self.file("pgpass", f"*:*:clinic:ann:{Postgres.PASSWORD}\n")
        passes.chmod(0o600)
        self.ok("inspect", self.server.source("people"), env={**bare, "PGPASSFILE": str(passes)})
        wrong = self.fails(5, "inspect", self.server.source("people"), env={**bare, "PGPASSWORD": "wrong", "HOME": "/"})
        self.assertIn("password", wrong.stderr)

    def test_a_policy_names_the_intruders_table(self):
        self.server.sql("CREATE TABLE people (id int, age int, zip text, pay int);"
                        "INSERT INTO people SELECT i, 20 + i % 40, 'z' || i % 7, i * 10 FROM generate_series(1, 80) i;"
                        "CREATE VIEW voters AS SELECT id, age, zip FROM people WHERE id % 2 = 0")
        self.file("policy.toml", f"""[columns]
id = {{ role = "identifier" }}
age = {{ role = "quasi" }}
zip = {{ role = "quasi", kind = "nominal" }}
pay = {{ role = "confidential" }}
[scenario]
people = "{self.server.source('voters')}"
[[step]]
method = "mdav"
k = 4
""")
        self.ok("protect", self.server.source("people"), "--policy", "policy.toml", "-o", "r.csv", "--assess",
                **self.known)
        self.assertIn("voters (PostgreSQL)", (self.folder / "r.csv.lethe.private.json").read_text())

    def test_a_server_that_dies_is_an_error(self):
        self.server.sql("CREATE TABLE t (x int, s text); INSERT INTO t SELECT i, repeat('s', 100) FROM "
                        "generate_series(1, 1000) i")
        slow = self.server.source("SELECT x, s, pg_sleep(0.01)::text FROM t")
        with self.reading(slow) as reader:
            self.server.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'COPY%'")
            self.assertEqual(reader.wait(60), 5, reader.stderr.read())
        self.assertFalse((self.folder / "r.csv").exists())
        self.assertEqual(list(self.folder.glob("r.csv*")), [])

    def test_a_stop_ends_the_statement(self):
        self.server.sql("CREATE TABLE t (x int); INSERT INTO t SELECT generate_series(1, 1000)")
        with self.reading(self.server.source("SELECT x, pg_sleep(0.05)::text FROM t")) as reader:
            reader.send_signal(signal.SIGINT)
            self.assertEqual(reader.wait(60), 130)
        for _ in range(50):
            if self.server.sql("SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'COPY%' AND state = 'active'") == "0":
                return
            time.sleep(0.1)
        self.fail("the statement goes on")

    def reading(self, source):
        """A protection whose server is at work on the rows."""
        reader = subprocess.Popen([support.LETHE, "protect", source, "--method", "noise", "--columns", "x", "-o",
                                   "r.csv"], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                  text=True, env=self.server.environment())
        self.addCleanup(reader.kill)
        for _ in range(600):
            if self.server.sql("SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'COPY%'") != "0":
                return reader
            time.sleep(0.1)
        raise AssertionError("nobody reads")


if __name__ == "__main__":
    unittest.main()
