"""A step of the studio as Python repeats the step: the same bytes."""

from __future__ import annotations

import http.client
import json
import pathlib
import re
import subprocess
import sys
import time
from typing import Any

from conftest import PROGRAM, command, mixed

import lethe

POLICY = """[[step]]
method = "mdav"
columns = ["age"]
k = 5
"""


class Studio:
    """The studio of the package, asked as its page asks it."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.program = subprocess.Popen(
            [PROGRAM, "studio", ".", "--no-browser"], cwd=folder, stdout=subprocess.PIPE, text=True
        )
        assert self.program.stdout is not None
        found = re.search(r"127\.0\.0\.1:(\d+)/\?token=(\w+)", self.program.stdout.readline())
        assert found is not None
        self.port = int(found[1])
        self.cookie = ""
        _, cookie = self._ask("GET", f"/?token={found[2]}")
        self.cookie = cookie.split(";")[0]

    def _ask(self, method: str, path: str, body: Any = None) -> tuple[bytes, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        headers = {"Cookie": self.cookie, "Content-Type": "application/json"}
        if method != "GET":
            headers["Origin"] = f"http://127.0.0.1:{self.port}"
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        content = answer.read()
        assert answer.status < 400, content
        connection.close()
        return content, answer.getheader("Set-Cookie") or ""

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        return json.loads(self._ask(method, path, body)[0])

    def end(self) -> None:
        self.program.terminate()
        self.program.communicate(timeout=60)


def test_a_step_of_the_studio(tmp_path: pathlib.Path) -> None:
    mixed(60).to_csv(tmp_path / "people.csv", index=False)
    studio = Studio(tmp_path)
    try:
        project = studio.ask("POST", "/api/projects", {"data": "people.csv"})["id"]
        studio.ask("POST", f"/api/projects/{project}/policy", {"text": POLICY})
        asked = {"operation": "protect", "options": {"assess": True}, "seed": 7}
        job = studio.ask("POST", f"/api/projects/{project}/jobs", asked)
        while job["state"] in ("waiting", "running"):
            time.sleep(0.05)
            job = studio.ask("GET", f"/api/jobs/{job['id']}")
        assert job["state"] == "done", job
        step = studio.ask("GET", f"/api/projects/{project}")["results"][-1]["python"]
    finally:
        studio.end()
    files = sorted((tmp_path / "people.lethe" / "release").glob("people.csv*"))
    made = {path.name: path.read_bytes() for path in files}
    assert "people.csv" in made and "people.csv.lethe.json" in made
    for path in files:
        path.unlink()
    subprocess.run(
        [sys.executable, "-c", "import lethe\n\n" + step], cwd=tmp_path, check=True, timeout=300
    )
    for name in ("people.csv", "people.csv.lethe.json"):
        assert (tmp_path / "people.lethe" / "release" / name).read_bytes() == made[name]


def test_a_command(tmp_path: pathlib.Path) -> None:
    mixed(60).to_csv(tmp_path / "people.csv", index=False)
    command(
        "protect", "people.csv", "--method", "mdav", "--set", "k=4", "--columns", "age",
        "--seed", "3", "-o", "by_command.csv", cwd=tmp_path,
    )  # fmt: skip
    result = lethe.run(
        "protect",
        "table",
        {
            "data": str(tmp_path / "people.csv"),
            "method": "mdav",
            "set": {"k": 4},
            "columns": ["age"],
            "output": str(tmp_path / "by_python.csv"),
        },
        seed=3,
        progress=False,
    )
    assert result.kind
    expected = (tmp_path / "by_command.csv").read_bytes()
    assert (tmp_path / "by_python.csv").read_bytes() == expected
