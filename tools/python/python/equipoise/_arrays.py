"""What callers give, checked and made into arrays that the compiled half takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._arguments import text_of
from ._native import InputError

#: Hands: a text, several texts, or whole numbers, one row a hand.
CardsLike: TypeAlias = "str | Sequence[str] | NDArray[np.integer[Any]] | Sequence[Sequence[int]]"
#: Whole numbers in a row.
IndexesLike: TypeAlias = "int | NDArray[np.integer[Any]] | Sequence[int]"


def array_of(what: str, given: Any) -> NDArray[Any]:
    """What is given as an array of whatever it holds, with nothing of it left aside."""
    parts = given if isinstance(given, (list, tuple)) else (given,)
    if any(isinstance(part, np.ma.MaskedArray) for part in parts):
        raise InputError(f"{what}: expected numbers without a mask; fill what is masked, as with .filled()")
    try:
        return np.asarray(given)
    except (TypeError, ValueError) as error:
        raise InputError(f"{what}: expected rows of one length, found {_first_line(error)}") from None


def real_numbers(given: Any) -> NDArray[np.float64]:
    """A policy's answer as aligned numbers of double precision in the order of its shape."""
    if given is None:
        raise InputError("None")
    array = array_of("the answer", given)
    # Texts and dates could be read as numbers, of complex ones a part would be lost.
    if array.dtype.kind not in "biufO":
        raise InputError(f"an array of {array.dtype}")
    try:
        return np.require(array, np.float64, ["C", "A"])
    except (TypeError, ValueError) as error:
        raise InputError(_first_line(error)) from None


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


def whole_numbers(what: str, given: Any, dimensions: int) -> NDArray[np.integer[Any]]:
    """An array of whole numbers; a single row may leave out the first dimension."""
    array = array_of(what, given)
    if array.size == 0 and array.dtype.kind == "f":
        array = array.astype(np.int64)
    if array.dtype.kind not in "iu":
        raise InputError(f"{what}: expected whole numbers, found an array of {array.dtype}")
    if array.ndim == dimensions - 1:
        array = array[np.newaxis]
    if array.ndim != dimensions:
        raise InputError(f"{what}: expected {dimensions} dimensions, found {array.ndim}")
    return array


def within(what: str, array: NDArray[np.integer[Any]], below: int) -> None:
    """Refuses numbers outside 0 to ``below - 1``."""
    if array.size and (int(array.min()) < 0 or int(array.max()) >= below):
        found = int(array.min()) if int(array.min()) < 0 else int(array.max())
        raise InputError(f"{what}: expected 0 to {below - 1}, found {found}")


def as_cards(given: CardsLike) -> NDArray[np.uint8]:
    """Hands as rows of card numbers."""
    if isinstance(given, str):
        return _native.parse([text_of("hands", given)])
    if isinstance(given, (list, tuple)) and given and all(isinstance(text, str) for text in given):
        return _native.parse([text_of("hands", text) for text in given])
    if isinstance(given, np.ndarray) and given.dtype.kind == "U":
        if given.ndim > 1:
            raise InputError(f"hands: expected texts in one dimension, found the shape {given.shape}")
        return _native.parse([text_of("hands", str(text)) for text in given.ravel()])
    array = whole_numbers("cards", given, 2)
    within("cards", array, 52)
    return np.require(array, np.uint8, ["C", "A"])


def as_board(given: Any) -> str:
    """A board as it is written everywhere, two letters a card: tens and suits may be given as they are printed."""
    return "".join(_native.names(_native.parse([text_of("board", given)]))[0])


def as_indexes(what: str, given: IndexesLike) -> NDArray[np.int64]:
    """Whole numbers in a row."""
    array = whole_numbers(what, given, 1)
    if array.dtype.kind == "u" and array.size and int(array.max()) > np.iinfo(np.int64).max:
        raise InputError(f"{what}: {int(array.max())} is beyond 64 bits")
    return np.require(array, np.int64, ["C", "A"])
