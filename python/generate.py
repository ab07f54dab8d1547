#!/usr/bin/env python3
"""Writes src/lethe/_methods.py (a function for each masking method of tables) and
src/lethe/_options.py (the options of operations, for type checkers) from what the engine says of
itself. A test makes them again and compares.

    generate.py LIBRARY            liblethe_c.so of a build
    generate.py LIBRARY --check    only say whether they are as they would be written
"""

from __future__ import annotations

import ctypes
import json
import keyword
import pathlib
import sys
import textwrap
from typing import Any

Json = dict[str, Any]
HERE = pathlib.Path(__file__).resolve().parent / "src" / "lethe"
HEAD = '"""{}\n\nMade by python/generate.py from the catalogue; not edited by hand.\n"""\n'
OWN = {"data", "columns", "identifiers", "seed", "threads", "progress"}
#: Options that functions have as arguments of their own.
TAKEN = {"protect vectors": {"vectors", "k"}, "protect graph": {"graph", "k", "attributes"}}
SHARED = {"data", "original", "masked", "columns", "policy", "set", "method", "identifiers",
          "attack", "measure", "output_", "name"}  # fmt: skip


def described(library: str) -> Json:
    """What the engine says of itself."""
    engine = ctypes.CDLL(library)
    engine.lethe_describe.restype = ctypes.c_char_p
    text: bytes = engine.lethe_describe()
    found: Json = json.loads(text.decode("utf-8"))
    return found


def type_of(parameter: Json) -> str:
    """The type of a parameter, as Python has it."""
    said = parameter["type"]
    if parameter.get("choices"):
        named = ", ".join(json.dumps(one) for one in parameter["choices"])
        return f"Literal[{named}]"
    return _typed(said)


def _typed(said: str) -> str:
    for start, outer in (("list of ", "Sequence[{0}] | {0}"), ("table of ", "Mapping[str, {0}]")):
        if said.startswith(start):
            return outer.format(_typed(said.removeprefix(start)).replace(" | str", ""))
    plain = {
        "integer": "int",
        "number": "float",
        "true or false": "bool",
        "table": "Mapping[str, Any]",
    }
    return plain.get(said, "str")


def python_name(name: str) -> str:
    """An option's or a method's name as Python can say it."""
    made = name.replace("-", "_")
    return made + "_" if keyword.iskeyword(made) or made in OWN else made


def wrapped(text: str, indent: str) -> str:
    """A paragraph."""
    clean = text.replace("\\", "\\\\").replace('"""', "'''")
    return textwrap.fill(clean, 96, initial_indent=indent, subsequent_indent=indent)


def shown_default(parameter: Json) -> str:
    """The default, for people."""
    default = parameter.get("default")
    allowed = [parameter["allowed"]] if parameter.get("allowed") else []
    if default not in (None, [], {}, ""):
        allowed.append("default " + json.dumps(default, ensure_ascii=False))
    return f" ({'; '.join(allowed)})" if allowed else ""


def method_function(method: Json) -> str:
    """The function of one masking method."""
    name = python_name(method["name"])
    lines = [f"def {name}(", "    data: Any,", "    *,", "    columns: Columns = None,"]
    for parameter in method["parameters"]:
        lines.append(f"    {python_name(parameter['name'])}: {type_of(parameter)} | None = None,")
    needs = [method["needs"]] if "needs" in method else []
    lines += [f"    {one}: str | None = None," for one in needs]
    lines += ["    identifiers: Columns = None,", "    seed: int | None = None,",
              "    threads: int | None = None,", "    progress: ProgressLike = None,", ") -> Any:"]  # fmt: skip
    lines.append(f'    """{method["title"]}: {method["summary"][0].lower()}{method["summary"][1:]}')
    lines += ["", wrapped(method["description"], "    "), ""]
    lines.append(
        "    Returns the table in the flavour that came in. Numbers are brought to values that"
    )
    lines.append("    their column can have, and identifiers are dropped, as by lethe.protect.")
    if needs:
        lines.append(f"    It needs {needs[0]}, as lethe.protect takes it.")
    if method["parameters"]:
        lines += ["", "    Parameters", "    ----------"]
    for parameter in method["parameters"]:
        lines.append(f"    {python_name(parameter['name'])}")
        lines.append(wrapped(parameter["text"] + shown_default(parameter), "        "))
    for reference in method.get("references", []):
        lines += ["", wrapped(str(reference), "    ")]
    lines.append('    """')
    lines.append("    parameters = {")
    for parameter in method["parameters"]:
        lines.append(f'        "{parameter["name"]}": {python_name(parameter["name"])},')
    lines.append("    }")
    lines.append("    options = {")
    options = (*needs, "identifiers", "seed", "threads", "progress")
    lines += [f'        "{one}": {one},' for one in options]
    lines.append("    }")
    lines.append(f'    return masked(data, "{method["name"]}", parameters, columns, options)')
    return "\n".join(lines)


def methods_module(engine: Json) -> str:
    """src/lethe/_methods.py."""
    chosen = [
        one
        for one in engine["methods"]
        if one["family"] == "mask" and one["data"] == "table"
        # What takes nothing but free text: lethe.sanitize takes texts and columns of them.
        and one["kinds"] != ["text"]
    ]
    parts = [HEAD.format("A function for each masking method of tables.")]
    parts.append("from __future__ import annotations\n")
    parts.append("from collections.abc import Mapping, Sequence\nfrom typing import Any, Literal\n")
    parts.append(
        "from lethe._arguments import Columns\n"
        "from lethe._engine import ProgressLike\nfrom lethe._tables import masked\n"
    )
    names = ",\n    ".join(
        f'"{name}"' for name in sorted(python_name(one["name"]) for one in chosen)
    )
    parts.append(f"__all__ = [\n    {names},\n]\n")
    body = "\n\n\n".join(method_function(one) for one in chosen)
    return "\n".join(parts) + "\n\n" + body + "\n"


def options_class(operation: Json) -> str:
    """The options of one operation."""
    words = [operation["name"], operation.get("data", "")]
    name = "".join(word.capitalize() for word in "-".join(words).split("-"))
    lines = [f"class {name}(CallOptions, total=False):", f'    """{operation["summary"]}."""', ""]
    for option in operation["options"]:
        taken = TAKEN.get(" ".join(words), set())
        if option["name"] in SHARED | taken or keyword.iskeyword(option["name"]):
            continue
        lines.append(f"    {option['name']}: {type_of(option)}")
    return "\n".join(lines)


def options_module(engine: Json) -> str:
    """src/lethe/_options.py."""
    parts = [HEAD.format("Options of operations, for type checkers.")]
    parts.append("from __future__ import annotations\n")
    parts.append("from collections.abc import Callable, Mapping, Sequence")
    parts.append("from typing import Any, Literal, TypedDict\n")
    parts.append("from lethe._engine import ProgressLike\n\n")
    parts.append(textwrap.dedent('''\
        class CallOptions(TypedDict, total=False):
            """What every call takes."""

            seed: int | None
            threads: int | None
            progress: ProgressLike
            say: Callable[[str], None] | None
        '''))  # fmt: skip
    body = "\n\n\n".join(options_class(one) for one in engine["operations"])
    return "\n".join(parts) + "\n\n" + body + "\n"


def main() -> int:
    """Write or check both files."""
    engine = described(str(pathlib.Path(sys.argv[1]).resolve()))
    wrong = 0
    for name, text in (
        ("_methods.py", methods_module(engine)),
        ("_options.py", options_module(engine)),
    ):
        path = HERE / name
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{name} is not what the catalogue gives: run python/generate.py")
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
