"""Ranges as players write them, and how much of the pot hands and ranges get if there is no more betting."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._arguments import text_of
from ._arrays import array_of, as_board
from ._grid import class_means
from ._native import InputError, Stop
from .hands import HOLDINGS, STARTING_HAND_OF_HOLDING, STARTING_HANDS
from .progress import ProgressLike, watching
from .results import Result, Row

#: A range as text, or a weight from 0 to 1 for each of the 1,326 holdings or the 169 starting hands.
RangeLike: TypeAlias = "str | NDArray[Any] | list[float]"


def range_weights(text: str, *, deck: int = 52) -> NDArray[np.float64]:
    """The weight of each holding (:data:`HOLDINGS`) in a range as players write it.

    Words are separated by commas or spaces: ``AA``, ``AKs``, ``AKo`` or ``AK``, ``TT+`` and ``A9s+`` (and better),
    ``22-55`` and ``A5s-A2s`` (runs), ``KdQd`` (one holding), ``random``, each with a weight as in ``76s:0.5``. Hands
    that are not in the ``deck`` have the weight 0.

    >>> weights = range_weights("TT+, AQs+, 22-55, KdQd")
    >>> weights.shape, float(weights.sum())
    ((1326,), 63.0)
    >>> float(range_weights("22+", deck=20).sum())
    30.0
    """
    return _native.range_weights(text_of("range", text), deck)


def range_text(weights: RangeLike) -> str:
    """A range as players write it, with weights of four decimals; one that is empty is an empty text.

    >>> range_text(range_weights("TT+, AQs+, 22-55, KdQd"))
    'TT+,55-22,AQs+,KdQd'
    """
    given = _weights(weights, 52)
    means = class_means(given, np.zeros(len(given)))
    # What is held unlike other holdings of its starting hand is named one by one.
    alike = np.bincount(STARTING_HAND_OF_HOLDING, given != means[STARTING_HAND_OF_HOLDING], len(STARTING_HANDS)) == 0
    named = [
        HOLDINGS[number] if given[number] == 1.0 else f"{HOLDINGS[number]}:{given[number]:.4g}"
        for number in np.flatnonzero((given >= 5e-5) & ~alike[STARTING_HAND_OF_HOLDING])
    ]
    whole = _native.range_text(np.where(alike, means, 0.0))
    return ",".join([whole] * bool(whole) + named)


class Equity(Result):
    """How much of the pot two ranges get if there is no more betting; arrays are in the order of :data:`HOLDINGS`."""

    #: The shares of both whole ranges, 0 to 1; ties are halves.
    first: float
    second: float
    #: Of either range: the share of each holding against the other range, ``nan`` where it cannot meet any hand of it.
    by_holding: tuple[NDArray[np.float64], NDArray[np.float64]]
    #: Of either range: how much of all encounters each holding has a part in.
    weights: tuple[NDArray[np.float64], NDArray[np.float64]]
    board: str

    def _line(self) -> str:
        board = f" on {self.board}" if self.board else ""
        return f"{100 * self.first:.2f} % against {100 * self.second:.2f} %{board}"

    def _rows(self) -> list[Row]:
        of_ranges = zip(("first", "second"), self.by_holding, self.weights)
        return [
            {"range": name, "holding": HOLDINGS[it], "equity": float(shares[it]), "weight": float(weights[it])}
            for name, shares, weights in of_ranges
            for it in np.flatnonzero(weights > 0.0)
        ]


def equity(
    first: RangeLike,
    second: RangeLike = "random",
    board: str = "",
    *,
    deck: int = 52,
    progress: ProgressLike = None,
    stop: Stop | None = None,
) -> Equity:
    """How much of the pot two hands or ranges get on a board if there is no more betting, over all cards to come.

    Exact, whatever the street. Before the flop it is instant where all suits of a starting hand are held alike; other
    ranges are gone through pair by pair, some hundred pairs a second.

    >>> equity("AKs", "QQ")
    <Equity: 46.05 % against 53.95 %>
    >>> equity("AhKh", "QsQd")
    <Equity: 46.21 % against 53.79 %>
    >>> equity("TT+, AQs+", "random", "Qs7h2c")
    <Equity: 81.05 % against 18.95 % on Qs7h2c>
    """
    weights = [_weights(given, deck) for given in (first, second)]
    cards = text_of("board", board)
    with watching(progress, stop) as watched:
        shares, parts, means = _native.equities(weights[0], weights[1], cards, deck, watched)
    if means is None:
        raise InputError("equity: no hand of one range can meet one of the other; give other ranges, or another board")
    of_ranges = {"by_holding": tuple(shares), "weights": tuple(parts)}
    return Equity({"first": means[0], "second": means[1], **of_ranges, "board": as_board(cards)})


def _weights(given: RangeLike, deck: int) -> NDArray[np.float64]:
    """A range as a weight for each holding."""
    if isinstance(given, str):
        return range_weights(given, deck=deck)
    array = array_of("range", given)
    if array.dtype.kind not in "biuf" or array.shape not in ((len(HOLDINGS),), (len(STARTING_HANDS),)):
        raise InputError(
            "range: expected a text such as 'TT+, AQs+', or 1,326 or 169 weights, found an array of "
            f"{array.dtype} with the shape {array.shape}"
        )
    weights = np.require(array, np.float64, ["C", "A"])
    if not ((weights >= 0.0) & (weights <= 1.0)).all():
        raise InputError("range: expected weights from 0 to 1")
    return weights if len(weights) == len(HOLDINGS) else weights[STARTING_HAND_OF_HOLDING]
