#!/usr/bin/env python3
"""Keys and pseudonyms as their owner meets them: two tables, two runs, lost and stolen keys, rotation, the way back."""
import csv
import io
import json
import os
import stat
import unittest

from support import CliTest

PERSONS = "patient,town\n1234567,Leeds\n1234568,York\n1234569,York\n"
VISITS = "who,weight\n1234567,70\n1234568,81\n1234567,72\n,60\n"


class KeysTest(CliTest):
    def setUp(self):
        super().setUp()
        self.file("persons.csv", PERSONS)
        self.file("visits.csv", VISITS)
        self.ok("key", "make", "-o", "people.key")

    def rows(self, name):
        return list(csv.DictReader(io.StringIO((self.folder / name).read_text())))

    def protect(self, name, column, *more, key="people.key", label="patient", out="released.csv"):
        self.ok("protect", name, "--method", "pseudonyms", "--set", f"label={label}", "--columns", column, "--key-file",
                key, "--force", "-o", out, *more)
        return [row[column] for row in self.rows(out)]

    def test_two_tables_two_runs_and_several_threads(self):
        persons = self.protect("persons.csv", "patient", "--threads", 1)
        visits = self.protect("visits.csv", "who", "--threads", 3)
        self.assertEqual([visits[0], visits[1], visits[2]], [persons[0], persons[1], persons[0]])
        self.assertEqual(visits[3], "")
        self.assertEqual(self.protect("persons.csv", "patient", "--seed", 99), persons)
        self.assertFalse(set(persons) & set(self.protect("persons.csv", "patient", label="study")))
        self.ok("key", "make", "-o", "other.key")
        self.assertFalse(set(persons) & set(self.protect("persons.csv", "patient", key="other.key")))

    def test_modes(self):
        path = self.folder / "people.key"
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
        for mode in (0o640, 0o604, 0o644):
            path.chmod(mode)
            for command in (["key", "show", "people.key"], ["key", "rotate", "people.key"],
                            ["protect", "persons.csv", "--method", "pseudonyms", "--set", "label=a", "--columns",
                             "patient", "--key-file", "people.key", "-o", "r.csv"]):
                result = self.fails(3, *command, says="chmod 600")
                self.assertNotIn("people.key", result.stderr)
        self.assertFalse((self.folder / "r.csv").exists())
        # A bare key goes on as it did, with a word about it.
        bare = self.file("bare.key", b"0123456789abcdef0123456789abcdef")
        bare.chmod(0o644)
        result = self.ok("protect", "persons.csv", "--method", "pseudonyms", "--set", "label=a", "--columns", "patient",
                         "--key-file", "bare.key", "-o", "r.csv")
        self.assertIn("chmod 600", result.stderr)

    def test_nothing_tells_the_key(self):
        secret = json.loads((self.folder / "people.key").read_text())["versions"][0]["secret"]
        self.protect("persons.csv", "patient", "--vault", "v", out="r.csv")
        told = self.ok("key", "show", "people.key").stdout + self.ok("key", "show", "people.key", "--json").stdout
        for name in ("r.csv", "r.csv.lethe.json", "r.csv.lethe.private.json", "v"):
            told += (self.folder / name).read_bytes().decode("latin-1")
        self.assertNotIn(secret, told)
        self.assertNotIn("people.key", (self.folder / "r.csv.lethe.json").read_text())
        self.assertNotIn("people.key", (self.folder / "r.csv.lethe.private.json").read_text())
        fingerprint = self.ok_json("key", "show", "people.key")["versions"][0]["fingerprint"]
        self.assertNotIn(fingerprint[:8], (self.folder / "r.csv.lethe.json").read_text())
        self.assertIn(fingerprint[:8], (self.folder / "r.csv.lethe.private.json").read_text())
        self.assertEqual(stat.S_IMODE((self.folder / "v").stat().st_mode), 0o600)

    def test_passphrase_from_a_descriptor(self):
        self.file("passphrase", "correct horse\n")
        self.ok("key", "make", "-o", "locked.key", "--passphrase-file", "passphrase")
        # Without a terminal nobody can be asked.
        self.fails(2, "key", "show", "locked.key", start_new_session=True, says="--passphrase-file")
        read, write = os.pipe()
        os.write(write, b"correct horse")
        os.close(write)
        self.ok("key", "show", "locked.key", "--passphrase-file", f"/dev/fd/{read}", pass_fds=[read])
        os.close(read)
        self.file("passphrase", "wrong horse\n")
        result = self.fails(3, "key", "show", "locked.key", "--passphrase-file", "passphrase", says="passphrase")
        self.assertNotIn("wrong horse", result.stderr)

    def test_rotation(self):
        before = self.protect("visits.csv", "who", "--vault", "old.vault", out="old.csv")
        self.ok("key", "rotate", "people.key")
        after = self.protect("visits.csv", "who", out="new.csv")
        self.assertFalse(set(before[:3]) & set(after[:3]))
        self.assertEqual(self.protect("visits.csv", "who", "--key-version", 1, out="again.csv"), before)
        self.fails(2, "key", "renew", "old.csv", "--key-file", "people.key", "-o", "renewed.csv", says="--vault")
        self.ok("key", "renew", "old.csv", "--key-file", "people.key", "--vault", "old.vault", "--new-vault",
                "new.vault", "-o", "renewed.csv")
        self.assertEqual((self.folder / "renewed.csv").read_bytes(), (self.folder / "new.csv").read_bytes())
        self.fails(2, "key", "renew", "renewed.csv", "--key-file", "people.key", "--vault", "new.vault", "-o", "x.csv",
                   says="newest")
        self.ok("key", "resolve", "renewed.csv", "--key-file", "people.key", "--vault", "new.vault", "-o",
                "originals.csv")
        self.assertEqual({row["original"] for row in self.rows("originals.csv")}, {"1234567", "1234568"})

    def test_resolve(self):
        made = self.protect("persons.csv", "patient", "--vault", "v", out="r.csv")
        self.ok("key", "resolve", "r.csv", "--key-file", "people.key", "--vault", "v", "--only", made[1], "-o",
                "one.csv")
        self.assertEqual(self.rows("one.csv"), [{"column": "patient", "pseudonym": made[1], "original": "1234568"}])
        self.ok("key", "make", "-o", "other.key")
        self.fails(3, "key", "resolve", "r.csv", "--key-file", "other.key", "--vault", "v", "-o", "x.csv",
                   says="another key")
        vault = bytearray((self.folder / "v").read_bytes())
        vault[-1] ^= 1
        (self.folder / "v").write_bytes(vault)
        result = self.fails(3, "key", "resolve", "r.csv", "--key-file", "people.key", "--vault", "v", "-o", "x.csv",
                            says="was changed")
        self.assertNotIn("1234568", result.stderr)
        self.assertFalse((self.folder / "x.csv").exists())

    def test_numbers(self):
        self.file("accounts.csv",
                  "account,amount\nGB82 WEST 1234 5698 7654 32,10\nDE89370400440532013000,20\nDE00,30\n")
        number = ["--set", "form=number", "--set", "number=iban"]
        result = self.fails(2, "protect", "accounts.csv", "--method", "pseudonyms", "--set", "label=a", *number,
                            "--columns", "account", "--key-file", "people.key", "-o", "r.csv",
                            says="1 different values (of 3)")
        self.assertNotIn("DE00", result.stderr)
        made = self.protect("accounts.csv", "account", *number, "--set", "invalid=missing", out="r.csv")
        self.assertRegex(made[0], r"^GB\d\d [A-Z]{4} \d{4} \d{4} \d{4} \d\d$")
        self.assertRegex(made[1], r"^DE\d{20}$")
        self.assertEqual(made[2], "")
        hashed = self.protect("accounts.csv", "account", *number, "--set", "invalid=hash", out="h.csv")
        self.assertEqual(hashed[:2], made[:2])
        self.assertRegex(hashed[2], r"^x[0-9a-f]{16}$")
        self.ok("key", "resolve", "r.csv", "--key-file", "people.key", "-o", "o.csv")
        self.assertEqual({row["original"] for row in self.rows("o.csv")},
                         {"GB82 WEST 1234 5698 7654 32", "DE89370400440532013000"})


if __name__ == "__main__":
    unittest.main()
