"""Hands in arrays: read, numbered, ranked, and what is known of their strength."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._native import Stop
from ._arguments import count_of, request_of, switch_of, text_of
from ._arrays import CardsLike, IndexesLike, as_cards, as_indexes
from .clusters import ClustersLike, as_clusters, clusters_for
from .progress import ProgressLike, watching

Street: TypeAlias = Literal["preflop", "flop", "turn", "river"]

#: The streets in the order of play.
STREETS: tuple[Street, Street, Street, Street] = ("preflop", "flop", "turn", "river")

_holdings = _native.holding_names()
_starting_hands = _native.starting_hands()

#: The names of the 1,326 holdings in the order of every array over holdings, the higher card first.
HOLDINGS: tuple[str, ...] = tuple(_holdings[0])
#: Their two cards, one row a holding.
HOLDING_CARDS: NDArray[np.uint8] = _holdings[1]
#: The names of the 169 starting hands in the order of every array over starting hands: ``13 * row + column`` of the
#: grid that players draw, deuces first, suited hands above the diagonal.
STARTING_HANDS: tuple[str, ...] = tuple(_starting_hands[0])
#: How many holdings each starting hand has: 6, 4 or 12.
STARTING_HAND_COMBOS: NDArray[np.uint8] = _starting_hands[1]
#: The starting hand of each holding.
STARTING_HAND_OF_HOLDING: NDArray[np.uint8] = _starting_hands[2]
for _array in (HOLDING_CARDS, STARTING_HAND_COMBOS, STARTING_HAND_OF_HOLDING):
    _array.flags.writeable = False


def cards(hands: CardsLike) -> NDArray[np.uint8]:
    """The cards of hands, one row a hand.

    >>> cards("AhKd Qs7h2c")
    array([[50, 45, 43, 22,  0]], dtype=uint8)
    """
    return as_cards(hands)


def names(hands: CardsLike) -> list[str]:
    """The texts of hands.

    >>> names([[50, 45, 43, 22, 0]])
    ['AhKd Qs7h2c']
    """
    joined = ["".join(row) for row in _native.names(as_cards(hands))]
    return [f"{text[:4]} {text[4:]}".strip() for text in joined]


def hand_count(street: Street, rounds_apart: bool = False, *, deck: int = 52) -> int:
    """How many hands of a street differ by more than the names of suits.

    >>> [hand_count(street) for street in STREETS]
    [169, 1286792, 13960050, 123156254]
    >>> [hand_count(street, deck=20) for street in STREETS]
    [25, 7760, 27290, 73550]
    """
    return _native.hand_count(text_of("street", street), switch_of("rounds_apart", rounds_apart), deck)


def index(hands: CardsLike, rounds_apart: bool = False, *, deck: int = 52) -> NDArray[np.int64]:
    """The numbers of hands, equal for hands that differ by the names of suits alone.

    The order of the board's cards does not matter, as in features and bucket files, unless ``rounds_apart`` says that
    the flop, the turn and the river are told apart.

    >>> index(["AsKd Qs7s2d", "AhKd Qh2d7h"])
    array([567454, 567454])
    >>> index("AsKd Qs7s2d4c") != index("AsKd 4c7s2dQs"), index("AsKd Qs7s2d4c", True) != index("AsKd 4c7s2dQs", True)
    (array([False]), array([ True]))
    """
    return _native.index(as_cards(hands), switch_of("rounds_apart", rounds_apart), deck)


def unindex(
    street: Street, indexes: IndexesLike, rounds_apart: bool = False, *, deck: int = 52
) -> NDArray[np.uint8]:
    """The cards of the canonical hands of some numbers.

    >>> names(unindex("flop", [0, 1_000_000]))
    ['6c5c 2c3c4c', '4c3c 6h9dQc']
    >>> bool((index(unindex("river", range(1000))) == range(1000)).all())
    True
    """
    apart = switch_of("rounds_apart", rounds_apart)
    return _native.unindex(text_of("street", street), as_indexes("indexes", indexes), apart, deck)


def deals(street: Street, indexes: IndexesLike, *, deck: int = 52) -> NDArray[np.int64]:
    """How many actual deals the canonical hands of some numbers stand for.

    >>> int(deals("preflop", range(169)).sum()), deals("preflop", 168)
    (1326, array([6]))
    """
    return _native.deals(text_of("street", street), as_indexes("indexes", indexes), deck)


def rank(hands: CardsLike) -> NDArray[np.uint16]:
    """How strong the best poker hand of 1 to 7 cards is: higher is stronger, equal splits the pot.

    >>> rank(["AhKh QhJhTh2c3d", "AcAd AhAs2c3c4c"])
    array([9841, 9822], dtype=uint16)
    """
    return _native.rank(as_cards(hands))


def strength(
    hands: CardsLike, progress: ProgressLike = None, stop: Stop | None = None, *, deck: int = 52
) -> NDArray[np.float64]:
    """The strength of hands against a random one, 0 to 1: on the river itself, before it its expectation.

    >>> strength(["AhAd", "7c2d"]).round(4)
    array([0.852 , 0.3458])
    >>> strength("AhAd", deck=20).round(4)
    array([0.6982])
    """
    with watching(progress, stop) as watched:
        return _native.strength(as_cards(hands), deck, watched)


def hsd(
    hands: CardsLike, bins: int = 50, progress: ProgressLike = None, stop: Stop | None = None, *, deck: int = 52
) -> NDArray[np.uint32]:
    """The strength distributions of hands (Johanson et al. 2013), one row a hand.

    Counts the ways to deal the rest of the board (in the full deck 1, 46, 1,081 or 2,118,760) by the strength that the
    hand then has.

    >>> hsd("Jc9h 4d5d9d", bins=10)
    array([[  0,   0,   0,  75, 252, 116, 274, 204, 102,  58]], dtype=uint32)
    """
    with watching(progress, stop) as watched:
        return _native.hsd(as_cards(hands), count_of("bins", bins, 1, 500), deck, watched)


def ochs(
    hands: CardsLike,
    clusters: ClustersLike = 8,
    progress: ProgressLike = None,
    stop: Stop | None = None,
    *,
    deck: int = 52,
) -> NDArray[np.float64]:
    """The strength of hands against clusters of opponents (Johanson et al. 2013), one row a hand.

    Before the river each entry is the mean over complete boards of the share that the hand wins there, as in the paper.
    The equity over all deals weighs boards by how many hands of the cluster are left, and differs by up to 0.0146.
    ``nan`` stands for a cluster that the hand can never meet.

    >>> ochs("Jc9h 4d5d9d", "johanson2013").round(3)
    array([[0.642, 0.671, 0.653, 0.697, 0.605, 0.619, 0.583, 0.25 ]])
    """
    with watching(progress, stop) as watched:
        return _native.ochs(as_cards(hands), as_clusters(clusters, deck)._native, deck, watched)


def features(
    street: Street,
    feature: Literal["hsd", "ochs", "ochs-strength", "strength", "strength-squared"],
    bins: int | None = None,
    clusters: ClustersLike | None = None,
    progress: ProgressLike = None,
    stop: Stop | None = None,
    *,
    deck: int = 52,
) -> NDArray[np.uint16]:
    """A feature of all canonical hands of a street, one row a hand by its index.

    Histograms count deals of the rest of the board; strengths, their squares and OCHS are in 65,535ths.
    """
    chosen = clusters_for(feature, clusters, deck)
    request = request_of(feature=feature, count=1, bins=bins)
    with watching(progress, stop) as watched:
        return _native.features(text_of("street", street), request, chosen, deck, watched)
