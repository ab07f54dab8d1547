"""Installs the library to a prefix of its own, builds the example program against it, by CMake and
by pkg-config, and runs it."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ["LETHE_BUILD"])
COMPILER = os.environ["LETHE_CXX"]
FLAGS = os.environ.get("LETHE_CXX_FLAGS", "")


def run(*command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command}\n{done.stdout}\n{done.stderr}")
    return done.stdout


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="lethe-package-"))
        cls.prefix = cls.folder / "a prefix"
        run("cmake", "--install", BUILD, "--prefix", cls.prefix)
        rows = ["age,income,city"]
        rows += [f"{20 + row * 37 % 61},{1000 + row * 7919 % 3001},{'AB'[row % 2]}" for row in range(60)]
        cls.data = cls.folder / "people.csv"
        cls.data.write_text("\n".join(rows) + "\n")

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def check(self, program, release):
        said = run(program, self.data, release)
        self.assertIn("60 people; the worst attack", said)
        self.assertEqual(len(release.read_text().splitlines()), 61)
        self.assertTrue(release.with_name(release.name + ".lethe.json").exists())

    def test_find_package(self):
        build = self.folder / "build"
        run("cmake", "-S", TOP / "examples/cpp", "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={self.prefix}",
            f"-DCMAKE_CXX_COMPILER={COMPILER}", f"-DCMAKE_CXX_FLAGS={FLAGS}")
        run("cmake", "--build", build)
        self.check(build / "protect", self.folder / "by-cmake.csv")
        network = TOP / "examples/network"
        said = run(build / "network", network / "edges.csv", network / "nodes.csv", self.folder / "edges.csv",
                   self.folder / "nodes.csv")
        self.assertIn("shared by at least 3 nodes", " ".join(said.split()))
        self.assertTrue((self.folder / "edges.csv.lethe.json").exists())

    def test_pkg_config(self):
        found = list(self.prefix.glob("**/lethe.pc"))
        self.assertEqual(len(found), 1)
        # A path with a space is a matter of quoting; the folder of the build has none.
        link = self.folder / "prefix"
        link.symlink_to(self.prefix)
        where = dict(os.environ, PKG_CONFIG_PATH=str(link / found[0].parent.relative_to(self.prefix)))
        flags = run("pkg-config", "--cflags", "--libs", "lethe", env=where).split()
        program = self.folder / "protect"
        run(COMPILER, "-std=c++20", *FLAGS.split(), TOP / "examples/cpp/protect.cc", *flags, "-o", program)
        self.check(program, self.folder / "by-pkg-config.csv")

    def test_the_program_runs_where_it_was_installed(self):
        program = self.prefix / "bin" / "lethe"
        self.assertIn("mdav", run(program, "methods"))

    def test_the_reader_is_where_the_program_looks_for_it(self):
        people = self.folder / "people.sav"
        program = self.prefix / "bin" / "lethe"
        run(program, "sample", "census", "--rows", "50", "--out", people)
        self.assertIn("50 rows", run(program, "inspect", people))

    def test_public_headers_alone(self):
        def below(folder):
            return sorted(path.relative_to(folder).as_posix() for path in folder.glob("**/*.h"))
        headers = below(self.prefix / "include")
        self.assertEqual(headers, below(TOP / "include"))
        for header in headers:  # each stands alone
            run(COMPILER, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", f"-I{self.prefix / 'include'}",
                "-include", header, "-x", "c++", "/dev/null")


if __name__ == "__main__":
    unittest.main()
