#!/usr/bin/env python3
"""Reading a table of PostgreSQL beside psql, which throws the same rows away: wall, processor and memory.

    bench/postgres.py [--rows 10000000] [--program build/release/bench/read_database_bench]

Starts a server of its own (Debian's package postgresql) in a temporary folder, fills a table of five columns (integer,
double precision, text of 50 values, date, small integer) and reads it with both, one after the other, twice: the
second time counts, so that the table is in memory for both. The sums of the columns must be those of the server.
"""
import argparse
import json
import pathlib
import resource
import subprocess
import sys
import time

TOP = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP / "tests/cli/databases"))
from servers import Postgres  # noqa: E402

TABLE = """CREATE TABLE people AS SELECT i AS id, (i::bigint * 7919 % 100003) / 8.0::float8 AS income,
'region ' || i % 50 AS region, date '1930-01-01' + (i % 30000)::int AS born, (i % 101)::smallint AS age
FROM generate_series(1, {rows}) i; ANALYZE people"""


def psql(server, rows):
    """Seconds, processor seconds and megabytes of psql."""
    command = [f"{server.PROGRAMS}/psql", "-X", "-h", str(server.folder), "-U", "ann", "clinic", "-c",
               "COPY (SELECT * FROM people) TO STDOUT (FORMAT binary)"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.monotonic()
    subprocess.run(command, stdout=subprocess.DEVNULL, env=server.environment(), check=True)
    seconds = time.monotonic() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {"rows": rows, "seconds": round(seconds, 2),
            "processor": round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 2)}


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rows", type=int, default=10_000_000)
    options.add_argument("--program", default=str(TOP / "build/release/bench/read_database_bench"))
    given = options.parse_args()
    server = Postgres()
    try:
        server.sql(TABLE.format(rows=given.rows))
        for _ in range(2):
            thrown = psql(server, given.rows)
            done = subprocess.run([given.program, server.source("people")], capture_output=True, text=True,
                                  env=server.environment())
            assert done.returncode == 0, done.stderr
            read = json.loads(done.stdout)
        sums = server.sql("SELECT sum(id), sum(income), sum(born - date '1970-01-01'), sum(age) FROM people").split("|")
        assert [float(text) for text in sums] == [read["sums"][name] for name in ("id", "income", "born", "age")], sums
        del read["sums"]
        print(json.dumps({"reader": "psql", **thrown}))
        print(json.dumps({"reader": "lethe", **{name: round(value, 2) for name, value in read.items()}}))
    finally:
        server.stop()


if __name__ == "__main__":
    main()
