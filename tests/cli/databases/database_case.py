"""What tests of databases share."""
import contextlib
import json
import sqlite3

from support import CliTest


class DatabaseTest(CliTest):
    """What is not masked is written as it came: the column x is masked, the others are looked at, in SQLite, which
    keeps numbers and texts apart."""

    def protect_x(self, source, target, **more):
        names = [column["name"] for column in self.ok_json("inspect", source, **more)["columns"]]
        lines = [json.dumps(name) + ' = { role = "other", reason = "a test" }' for name in names if name != "x"]
        self.file("as_it_came.toml", "[columns]\nx = { role = \"quasi\" }\n" + "\n".join(lines) +
                  '\n[[step]]\nmethod = "noise"\ncolumns = ["x"]\n')
        self.ok("protect", source, "--policy", "as_it_came.toml", "--seed", "1", "-o", target, "--force", **more)

    def rows(self, source, **more):
        self.protect_x(source, "sqlite:out.db#rows", **more)
        with contextlib.closing(sqlite3.connect(self.folder / "out.db")) as made:
            made.row_factory = sqlite3.Row
            return [dict(row) for row in made.execute("SELECT * FROM rows")]

    def inspected(self, source, **more):
        return {column["name"]: column for column in self.ok_json("inspect", source, **more)["columns"]}

    def written(self):
        """Everything that stands in the test's folder."""
        return b"".join(path.read_bytes() for path in self.folder.rglob("*") if path.is_file())
