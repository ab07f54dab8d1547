#!/usr/bin/env python3
"""Makes an environment in the build folder from pinned requirements, builds the wheel over the engine
that is built there, installs it and runs the tests, mypy and ruff. What did not change is not done
again."""

from __future__ import annotations

import hashlib
import os
import pathlib
import subprocess
import sys
import venv

here = pathlib.Path(__file__).resolve().parent
package = here.parent
build = pathlib.Path(os.environ["LETHE_BUILD"])
place = build / "python"


def run(*words: object, **more: object) -> int:
    """Run a command and show it."""
    print("+", *words, flush=True)
    return subprocess.run([str(word) for word in words], check=False, **more).returncode  # type: ignore[call-overload,no-any-return]


def must(*words: object, **more: object) -> None:
    """Run a command that has to succeed."""
    if run(*words, **more) != 0:
        sys.exit(1)


def digest(*paths: pathlib.Path) -> str:
    """Of files and all that lies in folders."""
    total = hashlib.sha256()
    for path in paths:
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                total.update(file.name.encode() + file.read_bytes())
    return total.hexdigest()


def once(name: str, state: str) -> bool:
    """Whether a step has to be done: it was not, or of another state."""
    kept = place / name
    return not kept.exists() or kept.read_text() != state


def main() -> int:
    """All of it."""
    if os.environ.get("LETHE_SANITIZED") == "1":
        print(
            "with a sanitizer the C interface is tested by itself; the interpreter is not built so"
        )
        return 0
    requirements = here / "requirements.txt"
    python = place / "venv" / "bin" / "python"
    state = digest(requirements) + sys.version
    if once("environment", state):
        venv.create(place / "venv", with_pip=True, clear=True)
        must(
            python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "-r", requirements
        )
        (place / "environment").write_text(state)
    state = digest(package / "src", package / "CMakeLists.txt", package / "pyproject.toml",
                   build / "liblethe_c.so", build / "lethe", build / "lethe-reader")  # fmt: skip
    if once("wheel", state):
        must(python, "-m", "pip", "install", "-q", "--no-build-isolation", "--no-deps",
             "--force-reinstall", "-C", f"cmake.define.LETHE_PREBUILT={build}",
             "-C", f"build-dir={place / 'wheel-build'}", package)  # fmt: skip
        (place / "wheel").write_text(state)
    top = package.parent
    programs = [
        *sorted((top / "examples" / "python").glob("*.py")),
        top / "bench" / "python_others.py",
    ]
    failed = [
        run(python, package / "generate.py", build / "liblethe_c.so", "--check"),
        run(python, "-m", "ruff", "check", "--no-cache", package),
        run(python, "-m", "ruff", "check", "--no-cache", "--config", package / "pyproject.toml",
            *programs),
        run(python, "-m", "mypy", "--strict", "--cache-dir", place / "mypy", package / "src" / "lethe",
            *programs, cwd=package),
        run(python, "-m", "pytest", "-p", "no:cacheprovider", here, cwd=here),
    ]  # fmt: skip
    return int(any(failed))


if __name__ == "__main__":
    sys.exit(main())
