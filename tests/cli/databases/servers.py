"""Database servers of a test's own: in a temporary folder, on a socket there, as a user without rights, and gone
with the test. A server that is not installed is None."""
import glob
import os
import pathlib
import pwd
import shutil
import subprocess
import tempfile
import time


def newest(pattern):
    found = sorted(glob.glob(pattern), key=lambda path: [int(n) for n in path.split("/") if n.isdigit()])
    return found[-1] if found else None


def unprivileged(names):
    """Who runs a server, where the test is run by root; otherwise whoever runs the test."""
    if os.getuid() != 0:
        return {}
    for name in (*names, "nobody"):
        try:
            user = pwd.getpwnam(name)
            return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        except KeyError:
            continue
    return {}


class Server:
    def __init__(self, names):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="lethe-db-", dir="/tmp"))
        self.who = unprivileged(names)
        if self.who:
            os.chown(self.folder, self.who["user"], self.who["group"])
        self.process = None

    def make(self, *words, **more):
        made = subprocess.run([str(word) for word in words], capture_output=True, text=True, cwd=self.folder,
                              **self.who, **more)
        assert made.returncode == 0, f"{words}\n{made.stdout}\n{made.stderr}"

    def start(self, *words):
        with open(self.folder / "said.txt", "wb") as said:
            self.process = subprocess.Popen([str(word) for word in words], stdout=said, stderr=said,
                                            stdin=subprocess.DEVNULL, cwd=self.folder, **self.who)
        for _ in range(600):
            if self.answers():
                return
            assert self.process.poll() is None, (self.folder / "said.txt").read_text()
            time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def stop(self):
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        shutil.rmtree(self.folder, True)


class Postgres(Server):
    """The database "clinic" of the user "ann", whose password is PASSWORD."""
    PROGRAMS = newest("/usr/lib/postgresql/*/bin")
    PASSWORD = "pw-8c1f-swordfish"

    def __init__(self):
        super().__init__(["postgres"])
        (self.folder / "password").write_text(self.PASSWORD)
        os.chmod(self.folder / "password", 0o644)
        data = self.folder / "data"
        self.make(f"{self.PROGRAMS}/initdb", "-D", data, "-U", "ann", "-A", "scram-sha-256", "--pwfile",
                  self.folder / "password", "-E", "UTF8", "--locale", "C", "-N")
        self.start(f"{self.PROGRAMS}/postgres", "-D", data, "-k", self.folder, "-c", "listen_addresses=", "-c",
                   "fsync=off", "-c", "log_min_messages=fatal")
        self.sql("CREATE DATABASE clinic", database="postgres")

    def environment(self):
        return {**os.environ, "PGPASSWORD": self.PASSWORD}

    def answers(self):
        return (self.folder / ".s.PGSQL.5432").exists() and subprocess.run(
            [f"{self.PROGRAMS}/pg_isready", "-h", self.folder], capture_output=True).returncode == 0

    def sql(self, text, database="clinic"):
        done = subprocess.run([f"{self.PROGRAMS}/psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h",
                               self.folder, "-U", "ann", database], input=text, capture_output=True, text=True,
                              env=self.environment())
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def source(self, selected, user="ann", database="clinic"):
        return f"postgresql://{user}@/{database}?host={self.folder}#{selected}"


class Mariadb(Server):
    """The database "clinic" of the user "ann", whose password is PASSWORD."""
    PROGRAM = shutil.which("mariadbd", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/libexec")
    INSTALL = shutil.which("mariadb-install-db")
    PASSWORD = "pw-3e5a-swordfish"

    def __init__(self):
        super().__init__(["mysql"])
        data = self.folder / "data"
        self.socket = self.folder / "socket"
        self.make(self.INSTALL, "--no-defaults", f"--datadir={data}", "--skip-test-db",
                  "--auth-root-authentication-method=normal")
        self.start(self.PROGRAM, "--no-defaults", f"--datadir={data}", f"--socket={self.socket}", "--skip-networking",
                   f"--pid-file={self.folder}/pid", "--innodb-flush-log-at-trx-commit=0")
        self.sql(f"CREATE DATABASE clinic CHARACTER SET utf8mb4; "
                 f"CREATE USER ann@localhost IDENTIFIED BY '{self.PASSWORD}'; "
                 f"GRANT ALL ON clinic.* TO ann@localhost", database="mysql")
        self.options = self.folder / ".my.cnf"
        self.options.write_text(f"[client]\npassword={self.PASSWORD}\n")
        os.chmod(self.folder, 0o755)

    def environment(self):
        return {**os.environ, "HOME": str(self.folder)}

    def answers(self):
        return self.socket.exists() and subprocess.run(
            ["mariadb", "--no-defaults", f"--socket={self.socket}", "-u", "root", "-e", "SELECT 1"],
            capture_output=True).returncode == 0

    def sql(self, text, database="clinic"):
        done = subprocess.run(["mariadb", "--no-defaults", f"--socket={self.socket}", "-u", "root", "-N",
                               "--default-character-set=utf8mb4", database], input=text, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def source(self, selected, user="ann", database="clinic"):
        return f"mysql://{user}@localhost/{database}?socket={self.socket}#{selected}"
