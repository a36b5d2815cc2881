"""Games: the betting of hold'em, small games solved, and push or fold before the flop."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._arguments import count_of, number_of, switch_of, text_of
from ._native import InputError, Stop
from .files import FileLike, as_path
from ._grid import RANKS, as_grid, grid_names
from ._html import grid_html, legend_html, shares_background, action_colours
from .hands import STARTING_HANDS, STARTING_HAND_COMBOS, Street
from .progress import ProgressLike, watching
from .results import Keyed, Result, Row


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
    street, seat, actions, chips = _native.decision(text_of("betting", betting))
    return Decision(street, ("big_blind", "button")[seat], actions, (chips[0], chips[1]))


def legal_actions(betting: str = "") -> str:
    """The legal ones of folding, calling and raising.

    >>> legal_actions(), legal_actions("crrr"), legal_actions("crc/")
    ('fcr', 'fc', 'cr')
    """
    return decision(betting).actions


#: How each hand acts at each decision: hole cards, board and betting to the probabilities of the legal actions.
SmallStrategy: TypeAlias = dict[tuple[str, str, str], dict[str, float]]


class _SolvedStrategy(Keyed):
    """A :data:`SmallStrategy` that was solved, or was not asked for."""

    nothing = "the solution has no strategy; give solve strategy=True"


class Solution(Result):
    """A small game solved; money in chips, the value that of the player who acts first."""

    algorithm: str
    iterations: int
    seconds: float
    value: float
    nash_conv: float
    exploitability: float
    #: With ``curve``: iterations, seconds and exploitability on the way.
    curve: list[dict[str, float]]
    #: With ``strategy``: how each hand acts at each decision.
    strategy: SmallStrategy

    def _line(self) -> str:
        return (
            f"value {self.value:+.6f} chips, exploitability {self.exploitability:.3g} chips after "
            f"{self.iterations:,} iterations of {self.algorithm}"
        )

    def _rows(self) -> list[Row]:
        return [
            {"hole": hole, "board": board, "betting": betting} | row
            for (hole, board, betting), row in self.strategy.items()
        ]

    def to_frame(self) -> Any:
        """The strategy as a data frame of pandas, a row for each information set: solve with ``strategy=True``."""
        if not self.strategy:
            raise InputError(f"to_frame: {_SolvedStrategy.nothing}")
        return super().to_frame()


def solve(
    game: str,
    algorithm: str = "dcfr",
    iterations: int = 1000,
    *,
    until: float | None = None,
    curve: bool = False,
    strategy: bool = False,
    progress: ProgressLike = None,
    stop: Stop | None = None,
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
    with watching(progress, stop) as watched:
        amount = count_of("iterations", iterations, 0, 2**40)
        game, algorithm = text_of("game", game), text_of("algorithm", algorithm)
        chips = None if until is None else number_of("until", until)
        wanted = switch_of("curve", curve), switch_of("strategy", strategy)
        found = _native.solve(game, algorithm, amount, chips, *wanted, watched)
    found["strategy"] = _SolvedStrategy({
        (hole, board, betting): Keyed(zip(actions, probabilities))
        for hole, board, betting, actions, probabilities in found["strategy"]
    })
    return Solution(found)


class PolicyMeasures(Result):
    """What a policy of a small game is worth; money in chips, the value that of the player who acts first."""

    information_sets: int
    value: float
    nash_conv: float
    exploitability: float

    def _line(self) -> str:
        return f"value {self.value:+.6f} chips, exploitability {self.exploitability:.3g} chips"

    def _rows(self) -> list[Row]:
        return [dict(self)]


#: A policy of a small game: the ``strategy`` of a :class:`Solution`, or by the names that ``equipoise solve --save``
#: writes, such as ``"Ks|Qh:crc/r"``, to a probability for each legal action in the order fold, call, raise.
SmallPolicy: TypeAlias = "SmallStrategy | Mapping[str, Sequence[float]] | Mapping[str, Mapping[str, float]]"


def measure_policy(game: str, policy: SmallPolicy | FileLike) -> PolicyMeasures:
    """Measures a policy of a small game that another program made: value, NashConv and exploitability.

    The policy is a dictionary, or a file as ``equipoise solve --save`` writes it. Each information set that it can
    reach must be there, with a probability for each legal action.

    >>> uniform = solve("kuhn", iterations=0, strategy=True)["strategy"]
    >>> round(measure_policy("kuhn", uniform)["nash_conv"], 6)
    0.916667
    """
    game = text_of("game", game)
    if isinstance(policy, (str, os.PathLike)):
        return PolicyMeasures(_native.measure_policy_text(game, "", as_path("policy", policy)))
    return PolicyMeasures(_native.measure_policy_text(game, policy_text(policy), None))


def policy_text(policy: SmallPolicy) -> str:
    """A policy as the text of a file that ``equipoise solve --policy`` reads."""
    entries: dict[str, Any] = {}
    for key, row in policy.items():
        name = key
        if not isinstance(key, str):
            hole, board, betting = key
            name = f"{hole}|{board}:{betting}" if board else f"{hole}:{betting}"
        if name in entries:
            raise InputError(f"policy: '{name}' is given twice")
        if isinstance(row, Mapping):
            entries[str(name)] = {letter: number_of("policy", probability) for letter, probability in row.items()}
        else:
            entries[str(name)] = [number_of("policy", probability) for probability in row]
    try:
        return json.dumps(entries, allow_nan=False)
    except ValueError:
        raise InputError("policy: expected probabilities, found a number that is not finite") from None


class PushFold(Result):
    """The equilibrium of push or fold at one stack; arrays are in the order of :data:`STARTING_HANDS`."""

    #: What both players have before them, in big blinds.
    stack: float
    #: Shares of all hands, 0 to 1.
    small_blind_jams: float
    big_blind_calls: float
    #: What the small blind wins per hand, in thousandths of a big blind.
    value_mbb: float
    #: The mean of what both best responses gain, in thousandths of a big blind.
    exploitability_mbb: float
    #: By the name of the starting hand: the probabilities of jamming and of calling.
    hands: dict[str, tuple[float, float]]
    jam: NDArray[np.float64]
    call: NDArray[np.float64]
    #: What jamming, and calling, gains over folding, in thousandths of a big blind for each time it can be done.
    jam_advantage_mbb: NDArray[np.float64]
    call_advantage_mbb: NDArray[np.float64]

    def _line(self) -> str:
        jams, calls = 100 * self.small_blind_jams, 100 * self.big_blind_calls
        return f"{self.stack:g} big blinds, the button jams {jams:.1f} %, the big blind calls {calls:.1f} %"

    def _rows(self) -> list[Row]:
        columns = ("jam", "call", "jam_advantage_mbb", "call_advantage_mbb")
        return [
            {"hand": hand, "combos": int(STARTING_HAND_COMBOS[number])}
            | {column: float(self[column][number]) for column in columns}
            for number, hand in enumerate(STARTING_HANDS)
        ]

    def _html(self) -> str:
        names, (passive, active) = grid_names(len(RANKS)), action_colours("fr")

        def chart(shares: NDArray[np.float64]) -> str:
            def cell(row: int, column: int) -> tuple[str, str, str]:
                share = float(shares[row, column])
                background = shares_background([1.0 - share, share], [passive, active])
                return (*background, f"{names[row, column]}: {100 * share:.0f} %")

            return grid_html(names, cell)

        charts = "".join(
            f"<div style='display:inline-block;margin-right:16px'>{chart(as_grid(it))}</div>"
            for it in (self.jam, self.call)
        )
        return charts + legend_html([("fold", passive), ("jam (left), call (right)", active)])


def push_fold(stack: float) -> PushFold:
    """The exact equilibrium where the button may only jam or fold, and the big blind call or fold.

    The blinds are a half and one; ``stack`` is what both players have before them, 1 to 500 big blinds.

    >>> ten = push_fold(10)
    >>> round(100 * ten["small_blind_jams"], 3), round(100 * ten["big_blind_calls"], 3), round(ten["value_mbb"], 3)
    (58.284, 37.376, -45.371)
    >>> jam, call = ten["hands"]["Q8o"]
    >>> jam, call
    (1.0, 0.0)
    """
    stack = number_of("stack", stack)
    measures, (jam, call, jam_advantage, call_advantage) = _native.push_fold(stack)
    jams, calls, value, exploitability = measures
    return PushFold({
        "stack": stack,
        "small_blind_jams": jams,
        "big_blind_calls": calls,
        "value_mbb": value,
        "exploitability_mbb": exploitability,
        "hands": dict(zip(STARTING_HANDS, zip(jam.tolist(), call.tolist()))),
        "jam": jam,
        "call": call,
        "jam_advantage_mbb": jam_advantage,
        "call_advantage_mbb": call_advantage,
    })
