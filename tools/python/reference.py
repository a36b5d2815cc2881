"""Writes docs/reference/python.md, the reference of the module, from its docstrings: run it where it is installed."""

from __future__ import annotations

import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import equipoise
from equipoise import (
    _arrays, _native, buckets, clusters, decisions, equities, files, games, hands, judging, logs, measures, openspiel,
    players, plot, progress, spots, strategies, studies, surveys, training,
)

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "python.md"
COLUMNS = 100

#: Headings and the modules whose public names stand below them.
SECTIONS: list[tuple[str, list[ModuleType]]] = [
    ("Hands", [hands]),
    ("Ranges and equities", [equities]),
    ("Buckets", [buckets, clusters]),
    ("Training", [training, strategies]),
    ("Studies", [studies]),
    ("Players", [players, decisions]),
    ("Measures", [measures, surveys]),
    ("Logs", [logs, judging]),
    ("Spots", [spots]),
    ("Games", [games]),
    ("Pictures", [plot]),
    ("Files", [files]),
    ("Errors, stopping, threads", [_native]),
    ("OpenSpiel", [openspiel]),
]

INTRODUCTION = """# Python reference

Every public name of the module `equipoise`, from its docstrings; `help(equipoise.hsd)` shows the same. The
[guide](../guides/python.md) says which of them answers which question.

A *result* is a dictionary whose keys are attributes, too: `found["mbb_per_game"]` is `found.mbb_per_game`. Results are
one line in a console and a table in a notebook, and `to_frame()` gives that table to pandas. `progress` is a function
of stage, done, of, unit and note, or `tqdm` itself; `stop` is an `equipoise.Stop`.
"""


def public_names(module: ModuleType) -> list[str]:
    """The public names that a module defines, in the order of its source."""
    if module is plot or module is openspiel:
        names = getattr(module, "__all__", None) or ["openspiel_policy", "strategy_of_openspiel"]
        return [str(name) for name in names]
    if module is _native:
        return ["InputError", "WorkError", "Stopped", "Stop", "set_threads", "__version__"]
    source = inspect.getsource(module)
    defined = re.findall(r"^(?:class |def )?(\w+)(?=[(\[:]| =)", source, re.M)
    return [name for name in dict.fromkeys(defined) if name in equipoise.__all__]


def as_markdown(text: str | None) -> str:
    """A docstring as Markdown: roles and double backquotes are code, examples are blocks."""
    text = re.sub(r":\w+:`~?([^`]*)`", r"`\1`", inspect.cleandoc(text or "")).replace("``", "`")
    parts = []
    for part in text.split("\n\n"):
        if ">>>" in part:
            before, _, example = part.partition(">>>")
            parts += [before.strip()] * bool(before.strip()) + [f"```pycon\n>>>{example}\n```"]
        else:
            parts.append(part)
    return "\n\n".join(parts)


def signature(name: str, function: Any) -> str:
    """A function with its types, a parameter a line where they are many."""
    found = inspect.signature(function)
    parts: list[str] = []
    for parameter in found.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
        if parameter.name != "self":
            parts.append(f"{parameter.name}: {parameter.annotation}{default}")
    line = f"{name}({', '.join(parts)}) -> {found.return_annotation}"
    if len(line) > COLUMNS:
        line = f"{name}(\n" + "".join(f"    {part},\n" for part in parts) + f") -> {found.return_annotation}"
    return f"```python\n{line}\n```"


def remarks(source: str) -> dict[str, tuple[str, str]]:
    """What ``#:`` says of the names below it: their types, and the words."""
    found, words = {}, []
    for line in textwrap.dedent(source).splitlines():
        line = line.strip()
        if line.startswith("#:"):
            words.append(line.removeprefix("#:").strip())
            continue
        named = re.match(r"(?:self\.)?(\w+): (.+?)(?: = .*)?$", line)
        if named and not line.endswith((":", ",", "(")):
            found[named[1]] = (named[2].strip('"'), " ".join(words))
        words = words if named and not words else []
    return found


def members(kind: type) -> Iterator[str]:
    """Fields, properties and methods of a class."""
    fields = {name: it for name, it in remarks(inspect.getsource(kind)).items() if not name.startswith("_")}
    for name, (annotation, words) in fields.items():
        if name in getattr(kind, "__annotations__", {}) or words:
            yield filled(f"- `{name}: {annotation}`{': ' if words else ''}{as_markdown(words)}", "  ")
    for name, member in vars(kind).items():
        if isinstance(member, property) and not name.startswith("_"):
            annotation = str(inspect.signature(member.fget).return_annotation).strip("'") if member.fget else ""
            yield filled(f"- `{name}: {annotation}`: {as_markdown(member.__doc__)}", "  ")
    for name, member in vars(kind).items():
        if inspect.isfunction(member) and not name.startswith("_"):
            yield f"\n{signature(f'{kind.__name__}.{name}', member)}\n\n{as_markdown(member.__doc__)}\n"


def entry(module: ModuleType, name: str, prefix: str) -> str:
    """A name's part of the page."""
    item = getattr(equipoise.plot if module is plot else module, name)
    heading = f"### {prefix}{name}\n\n"
    if inspect.isclass(item):
        # A class of the compiled half has no source.
        lines = [] if module is _native else list(members(item))
        return f"{heading}{as_markdown(item.__doc__)}\n\n" + "\n".join(lines)
    if callable(item):
        if module is _native:
            return f"{heading}{as_markdown(item.__doc__)}"
        return f"{heading}{signature(prefix + name, item)}\n\n{as_markdown(item.__doc__)}"
    annotation, words = remarks(inspect.getsource(module)).get(name, ("str", "The version.")) if (
        module is not _native) else ("str", "The version of the module.")
    return f"{heading}`{annotation}`\n\n{filled(as_markdown(words))}"


def filled(text: str, indent: str = "") -> str:
    """A paragraph within the columns of a page."""
    return textwrap.fill(
        " ".join(text.split()), 120, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def argument_types() -> str:
    """What the names of types stand for that signatures have."""
    modules = [_arrays, files, progress, hands, players, equities, strategies, studies, spots, games, training]
    found: dict[str, str] = {}
    for module in modules:
        for name, (annotation, words) in remarks(inspect.getsource(module)).items():
            if annotation == "TypeAlias" and words and not name.startswith("_"):
                found.setdefault(name, filled(f"- `{name}`: {as_markdown(words)}", "  "))
    return "\n".join(found.values())


def page() -> str:
    """The whole page."""
    parts = [INTRODUCTION]
    for heading, modules in SECTIONS:
        parts.append(f"## {heading}\n")
        for module in modules:
            if module is not _native:
                parts.append(as_markdown(module.__doc__) + "\n")
            prefix = {plot: "plot.", openspiel: "openspiel."}.get(module, "")
            parts += [entry(module, name, prefix) + "\n" for name in public_names(module)]
    parts.append(f"## Types of arguments\n\n{argument_types()}\n")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(parts)).rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE, file=sys.stderr)
