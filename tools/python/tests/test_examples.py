"""The examples in the documentation run."""

import doctest
import importlib
import pkgutil

import numpy as np
import pytest

import equipoise as eq

MODULES = ["equipoise"] + [
    f"equipoise.{module.name}" for module in pkgutil.iter_modules(eq.__path__) if module.name != "_native"
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_give_what_they_say(name: str) -> None:
    module = importlib.import_module(name)
    failed, _ = doctest.testmod(module, extraglobs={"eq": eq, "np": np})
    assert failed == 0


def test_there_are_examples() -> None:
    counted = sum(len(example.examples) for name in MODULES for example in doctest.DocTestFinder().find(
        importlib.import_module(name)))
    assert counted > 20


def test_what_is_public_is_documented() -> None:
    public = [getattr(eq, name) for name in eq.__all__]
    assert all(item.__doc__ for item in public if callable(item))
