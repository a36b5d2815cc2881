"""Games: the betting of hold'em, and small games solved."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias, TypedDict

from . import _native
from ._arrays import count_of
from .hands import Street
from .progress import ProgressLike, watching


class Decision(NamedTuple):
    """Where a betting leads."""

    street: Street
    seat: str
    actions: str
    #: What the big blind and the button have put in, in chips of a tenth of a big blind.
    chips: tuple[int, int]


@lru_cache(maxsize=None)
def decision(betting: str = "") -> Decision:
    """Street, seat, legal actions and chips after a betting of hold'em.

    >>> decision("crc/cr")
    Decision(street='flop', seat='big_blind', actions='fcr', chips=(20, 30))
    """
    street, seat, actions, chips = _native.decision(betting)
    return Decision(street, ("big_blind", "button")[seat], actions, (chips[0], chips[1]))


def legal_actions(betting: str = "") -> str:
    """The legal ones of folding, calling and raising.

    >>> legal_actions(), legal_actions("crrr"), legal_actions("crc/")
    ('fcr', 'fc', 'cr')
    """
    return decision(betting).actions


class _Point(TypedDict):
    iterations: int
    seconds: float
    exploitability: float


#: How each hand acts at each decision: hole cards, board and betting to the probabilities of the legal actions.
SmallStrategy: TypeAlias = dict[tuple[str, str, str], dict[str, float]]


class Solution(TypedDict):
    """A small game solved; money in chips, the value that of the player who acts first."""

    algorithm: str
    iterations: int
    seconds: float
    value: float
    nash_conv: float
    exploitability: float
    curve: list[_Point]
    strategy: SmallStrategy


def solve(
    game: str,
    algorithm: str = "dcfr",
    iterations: int = 1000,
    *,
    until: float | None = None,
    curve: bool = False,
    strategy: bool = False,
    progress: ProgressLike = None,
) -> Solution:
    """Solves a small game: ``kuhn``, ``leduc``, or a definition in the competition's form.

    The ``curve`` is measured at numbers of iterations a tenth apart; the ``strategy`` is the average over all of them.

    >>> kuhn = solve("kuhn", "cfr+", 2000)
    >>> abs(kuhn["value"] + 1 / 18) < 1e-5, kuhn["exploitability"] < 1e-3
    (True, True)
    >>> bets = solve("kuhn", "cfr+", 2000, strategy=True)["strategy"]["As", "", ""]["r"]
    >>> 0 <= bets <= 1
    True
    """
    with watching(progress) as callback:
        amount = count_of("iterations", iterations, 0, 2**40)
        found = _native.solve(game, algorithm, amount, until, curve, strategy, callback)
    found["strategy"] = {
        (hole, board, betting): dict(zip(actions, probabilities))
        for hole, board, betting, actions, probabilities in found["strategy"]
    }
    solution: Solution = found
    return solution
