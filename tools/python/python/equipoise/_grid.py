"""The grid that players draw: starting hands in rows and columns, aces first, suited hands above the diagonal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._arrays import array_of
from ._native import InputError
from .hands import HOLDINGS, STARTING_HAND_OF_HOLDING, STARTING_HANDS

#: The letters of ranks, aces first.
RANKS = "AKQJT98765432"

_NUMBER_OF_HAND = {name: number for number, name in enumerate(STARTING_HANDS)}
_NUMBER_OF_HOLDING = {name: number for number, name in enumerate(HOLDINGS)}


def ranks_of(deck: int) -> int:
    """How many ranks a deck has."""
    if deck not in range(20, 53, 4):
        raise InputError(f"deck: expected 20, 24, 28, .. or 52 cards, found {deck!r}")
    return deck // 4


def class_means(of_holding: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Means over the holdings of each starting hand; where no holding has a weight, over all that have a number.

    ``of_holding`` has rows of ``nan`` for holdings that cannot be held, and so have the means of such hands.
    """
    columns = of_holding.reshape(len(of_holding), -1)
    known = ~np.isnan(columns).any(axis=1)
    means = np.full((len(STARTING_HANDS), columns.shape[1]), np.nan)
    # Weights last, so that they count where there are any.
    for weight in (known.astype(float), np.where(known, weights, 0.0)):
        totals = np.bincount(STARTING_HAND_OF_HOLDING, weight, len(STARTING_HANDS))
        for column in range(columns.shape[1]):
            values = weight * np.where(known, columns[:, column], 0.0)
            sums = np.bincount(STARTING_HAND_OF_HOLDING, values, len(STARTING_HANDS))
            np.divide(sums, totals, out=means[:, column], where=totals > 0.0)
    return means.reshape(len(STARTING_HANDS), *of_holding.shape[1:])


def class_sums(of_holding: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sums over the holdings of each starting hand."""
    return np.bincount(STARTING_HAND_OF_HOLDING, of_holding, len(STARTING_HANDS)).astype(np.float64)


def holding_rows(holdings: list[str], rows: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Rows of some holdings among all 1,326, the others ``nan``."""
    all_rows = np.full((len(HOLDINGS), *rows.shape[1:]), np.nan)
    all_rows[[_NUMBER_OF_HOLDING[name] for name in holdings]] = rows
    return all_rows


def as_grid(of_hand: NDArray[Any], ranks: int = len(RANKS)) -> NDArray[Any]:
    """An array over the 169 starting hands in rows and columns, aces first, the lowest ranks left out."""
    whole = of_hand.reshape(len(RANKS), len(RANKS), *of_hand.shape[1:])
    return np.swapaxes(whole[::-1, ::-1], 0, 1)[:ranks, :ranks]


def grid_names(ranks: int) -> NDArray[np.str_]:
    """The names of the starting hands in the grid."""
    return as_grid(np.array(STARTING_HANDS), ranks)


def class_values(what: Any, deck: int | None) -> tuple[NDArray[np.float64], int]:
    """A number or a row of shares for each of the 169 starting hands, and how many ranks there are.

    Of a mapping from the names of starting hands, of an array over starting hands (all 169, or those of a small deck),
    or of one over the 1,326 holdings.
    """
    if isinstance(what, Mapping):
        return _of_mapping(what, deck)
    array = array_of("grid", what)
    if array.dtype.kind not in "biuf":
        raise InputError(f"grid: expected numbers, found an array of {array.dtype}")
    values = array.astype(np.float64)
    rows = len(values) if values.ndim else 0
    if values.ndim in (1, 2) and rows == len(HOLDINGS):
        return class_means(values, np.zeros(rows)), ranks_of(deck or 52)
    if values.ndim in (1, 2) and rows == len(STARTING_HANDS):
        return values, ranks_of(deck or 52)
    ranks = round(rows**0.5)
    if values.ndim in (1, 2) and ranks**2 == rows and 5 <= ranks < len(RANKS) and deck in (None, 4 * ranks):
        whole = np.full((len(RANKS), len(RANKS), *values.shape[1:]), np.nan)
        whole[-ranks:, -ranks:] = values.reshape(ranks, ranks, *values.shape[1:])
        return whole.reshape(len(STARTING_HANDS), *values.shape[1:]), ranks
    raise InputError(
        "grid: expected a spot of a strategy, a mapping from starting hands, or an array of 169 starting hands or "
        f"1,326 holdings, found the shape {values.shape}"
    )


def _of_mapping(what: Mapping[Any, Any], deck: int | None) -> tuple[NDArray[np.float64], int]:
    unknown = [name for name in what if name not in _NUMBER_OF_HAND]
    if unknown or not what:
        found = f"'{unknown[0]}'" if unknown else "nothing"
        raise InputError(f"grid: expected names of starting hands, such as AA, AKs and AKo, found {found}")
    rows = array_of("grid", list(what.values()))
    if rows.dtype.kind not in "biuf" or rows.ndim > 2:
        raise InputError("grid: expected a number, or as many shares, for each starting hand")
    values = np.full((len(STARTING_HANDS), *rows.shape[1:]), np.nan)
    values[[_NUMBER_OF_HAND[name] for name in what]] = rows
    # The lowest rank that is named.
    lowest = max(RANKS.index(letter) for name in what for letter in name[:2])
    return values, ranks_of(deck) if deck else max(lowest + 1, 5)
