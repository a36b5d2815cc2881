"""The reference in the book is what the docstrings say, and they say it of every public name, with its types."""

import importlib.util
import inspect
import os
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import equipoise as eq

SCRIPT = Path(__file__).parents[1] / "reference.py"


def reference() -> Any:
    spec = importlib.util.spec_from_file_location("reference", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def public() -> Iterator[tuple[str, Any]]:
    """Every public name, and the members of every public class."""
    for name in eq.__all__:
        item = getattr(eq, name)
        yield name, item
        if inspect.isclass(item):
            for member, value in vars(item).items():
                if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                    yield f"{name}.{member}", value
    yield from ((f"plot.{name}", getattr(eq.plot, name)) for name in eq.plot.__all__)


def test_every_public_name_is_documented_with_its_types() -> None:
    seen = 0
    for name, item in public():
        if isinstance(item, (types.ModuleType, str, tuple)) or not callable(item) and not isinstance(item, property):
            continue
        seen += 1
        assert inspect.getdoc(item), name
        function = item.fget if isinstance(item, property) else item
        if not inspect.isfunction(function):
            # Classes, and what is compiled: its types are in the stubs.
            continue
        signature = inspect.signature(function)
        assert signature.return_annotation is not inspect.Signature.empty, name
        untyped = [it.name for it in signature.parameters.values() if it.annotation is it.empty and it.name != "self"]
        assert not untyped, (name, untyped)
    assert seen > 120


def test_the_page_has_every_public_name() -> None:
    page = reference().PAGE.read_text(encoding="utf-8")
    headings = {line.removeprefix("### ") for line in page.splitlines() if line.startswith("### ")}
    expected = {name for name in eq.__all__ if name != "plot"} | {f"plot.{name}" for name in eq.plot.__all__}
    assert not expected - headings and headings - expected == {
        "openspiel.openspiel_policy", "openspiel.strategy_of_openspiel"
    }


def test_the_page_is_what_the_docstrings_say() -> None:
    module = reference()
    if "EQUIPOISE_RENEW" in os.environ:
        module.PAGE.write_text(module.page(), encoding="utf-8")
    assert module.PAGE.read_text(encoding="utf-8") == module.page(), "EQUIPOISE_RENEW=1 writes it anew"


@pytest.mark.parametrize(
    ("docstring", "markdown"),
    [
        ("See :func:`hsd`, and ``bins``.", "See `hsd`, and `bins`."),
        ("One.\n\n>>> 1 + 1\n2", "One.\n\n```pycon\n>>> 1 + 1\n2\n```"),
    ],
)
def test_docstrings_become_markdown(docstring: str, markdown: str) -> None:
    assert reference().as_markdown(docstring) == markdown
