#!/usr/bin/env python3
"""Privacy models as a user asks for them: the whole command from its start to the files that it wrote, the counting
again included, on Adult with its hierarchies, on a million rows drawn from it, and on twenty columns. Each result is
checked: the loss is the published optimum where there is one, and k holds in the file.

    python3 bench/levels_command.py PROGRAM [DATA] [REPEATS]

DATA is the folder of real data (default ../shared/data). Prints a line of JSON a case; of REPEATS runs (5) the quickest.
"""
import collections
import csv
import json
import os
import pathlib
import random
import sys
import tempfile
import time

program = str(pathlib.Path(sys.argv[1]).resolve())
data = (pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else "../shared/data") / "arx_adult").resolve()
repeats = int(sys.argv[3]) if len(sys.argv) > 3 else 5
NINE = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass", "occupation", "salary-class"]
EIGHT = [name for name in NINE if name != "occupation"]


def timed(arguments):
    """Wall and processor seconds, and the largest memory in MB."""
    begun = time.perf_counter()
    child = os.posix_spawn(program, [program, *arguments], os.environ,
                           file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
    _, status, used = os.wait4(child, 0)
    wall = time.perf_counter() - begun
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{arguments} failed")
    return wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def smallest(path, columns):
    with open(path, newline="") as file:
        rows = csv.DictReader(file)
        return min(collections.Counter(tuple(row[name] for name in columns) for row in rows).values())


def measure(case, file, columns, hierarchies, settings, optimum=None, runs=None):
    known = [option for name in columns for option in ("--knowledge", f"{name}={hierarchies(name)}")]
    command = ["-q", "--threads", "2", "protect", str(file), "--method", "privacy-models", "--columns", ",".join(columns),
               "--set", "suppress=4", *[part for one in settings for part in ("--set", one)], *known, "--seed", "1",
               "-o", "release.csv", "--force"]
    wall, cpu, memory = min(timed(command) for _ in range(runs or repeats))
    step = json.loads(pathlib.Path("release.csv.lethe.private.json").read_text())["steps"][0]["facts"]
    facts = json.loads(pathlib.Path("release.csv.lethe.json").read_text())["steps"][0]["facts"]
    ok = smallest("release.csv", columns) >= 5
    if optimum is not None:
        ok = ok and facts["exact"] and abs(step["loss"] - optimum) <= 1e-10 * optimum
    print(json.dumps({"bench": "levels command", "case": case, "wall": round(wall, 3), "cpu": round(cpu, 3), "peak_mb": round(memory),
                      "ok": ok, "exact": facts["exact"], "loss": step["loss"], "gap": step.get("gap"),
                      "evaluated": facts["evaluated"]}), flush=True)
    return ok


def drawn(rows, name):
    """Rows of Adult drawn again; in each one value is that of another row."""
    with open(data / "adult.csv", newline="") as file:
        head, *people = csv.reader(file, delimiter=";")
    chance = random.Random(1)
    with open(name, "w", newline="") as file:
        out = csv.writer(file, delimiter=";")
        out.writerow(head)
        for _ in range(rows):
            row = list(chance.choice(people))
            changed = chance.randrange(len(head))
            row[changed] = chance.choice(people)[changed]
            out.writerow(row)


def twenty(name):
    """The columns of Adult again, a third of their values those of other rows, up to twenty."""
    with open(data / "adult.csv", newline="") as file:
        head, *people = csv.reader(file, delimiter=";")
    chance = random.Random(1)
    columns = [NINE[i % len(NINE)] for i in range(20)]
    names = [f"{column}{i}" for i, column in enumerate(columns)]
    with open(name, "w", newline="") as file:
        out = csv.writer(file, delimiter=";")
        out.writerow(names)
        for row in people:
            out.writerow([(row if i < len(NINE) or chance.randrange(3) else chance.choice(people))[head.index(column)]
                          for i, column in enumerate(columns)])
    return names


def main():
    def own(name):
        return data / f"adult_hierarchy_{name.rstrip('0123456789')}.csv"
    adult = data / "adult.csv"
    sensitive = 'sensitive=["occupation"]'
    good = measure("adult", adult, NINE, own, ["models=k:5", "metric=loss:agg=mean"], 0.2928158758777777)
    good &= measure("adult with l", adult, EIGHT, own, ["models=k:5 + l-distinct:3", sensitive])
    good &= measure("adult with t", adult, EIGHT, own, ["models=k:5 + t-equal:0.2", sensitive])
    with tempfile.TemporaryDirectory() as folder:
        many = pathlib.Path(folder) / "many.csv"
        drawn(1_000_000, many)
        good &= measure("a million", many, NINE, own, ["models=k:5"], runs=2)
        wide = pathlib.Path(folder) / "wide.csv"
        names = twenty(wide)
        good &= measure("twenty columns", wide, names, own, ["models=k:5", "seconds=50", "evaluations=1000000000"], runs=1)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        main()
