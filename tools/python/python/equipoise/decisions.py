"""What the hands of one player do at a decision, of a strategy or of a solved spot, and what its actions are worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from ._grid import as_grid, class_means, class_sums, grid_names, holding_rows, ranks_of
from ._html import (
    DIVERGING, NEVER_HERE, NO_VALUE, action_colours, cell_text, grid_html, legend_html, scale_colour, shares_background,
)
from .hands import HOLDINGS
from .results import Result, Row, Shown, with_error


class HandActions(Protocol):
    """What every decision has: actions, and for each holding a weight and a probability of each action."""

    @property
    def deck(self) -> int: ...
    @property
    def actions(self) -> Sequence[str]: ...
    @property
    def holdings(self) -> list[str]: ...
    @property
    def weights(self) -> NDArray[np.float64]: ...
    @property
    def probabilities(self) -> NDArray[np.floating[Any]]: ...
    @property
    def frequencies(self) -> NDArray[np.float64]: ...


def action_name(action: str, actions: Sequence[str]) -> str:
    """An action in a word: ``c`` is a check where nothing could be folded to."""
    faces_bet = "f" in actions
    if action == "f":
        return "fold"
    if action == "c":
        return "call" if faces_bet else "check"
    if action == "a":
        return "all-in"
    return f"{'raise' if faces_bet else 'bet'} {action[1:]}".strip()


def class_shares(decision: HandActions) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """For each of the 169 starting hands the shares of the actions, and how likely the hand comes there (its mean)."""
    weights = np.nan_to_num(holding_rows(decision.holdings, decision.weights))
    shares = class_means(holding_rows(decision.holdings, decision.probabilities), weights)
    held = class_sums(holding_rows(decision.holdings, np.ones(len(decision.holdings))) == 1.0)
    reach = np.divide(class_sums(weights), held, out=np.zeros_like(held), where=held > 0.0)
    return shares, reach


def decision_line(decision: HandActions) -> str:
    """How often each action is taken."""
    parts = zip(decision.actions, decision.frequencies.tolist())
    return ", ".join(f"{action_name(action, decision.actions)} {100 * share:.1f} %" for action, share in parts)


def decision_rows(decision: HandActions) -> list[Row]:
    """A row for each holding."""
    names = [action_name(action, decision.actions) for action in decision.actions]
    rows = zip(decision.holdings, decision.weights.tolist(), decision.probabilities.tolist())
    return [{"holding": holding, "weight": weight} | dict(zip(names, shares)) for holding, weight, shares in rows]


def decision_html(decision: HandActions) -> str:
    """The grid of starting hands in the colours of the actions; hands that never come there are white."""
    ranks = ranks_of(decision.deck)
    shares, reach = (as_grid(it, ranks) for it in class_shares(decision))
    names, colours = grid_names(ranks), action_colours(decision.actions)
    words = [action_name(action, decision.actions) for action in decision.actions]

    def cell(row: int, column: int) -> tuple[str, str, str]:
        of_hand = shares[row, column]
        if reach[row, column] <= 0.0 or np.isnan(of_hand).any():
            return (*NEVER_HERE, f"{names[row, column]}: never here")
        remark = ", ".join(f"{word} {100 * share:.0f} %" for word, share in zip(words, of_hand))
        return (*shares_background(of_hand.tolist(), colours), f"{names[row, column]}: {remark}")

    return grid_html(names, cell) + legend_html(list(zip(words, colours)))


class StrategySpot(Shown):
    """What a strategy does at a spot, as :meth:`Player.spot` gives it.

    >>> import equipoise as eq
    >>> eq.open_player("call-raise", deck=20).spot("QsTcTd", "crc/")
    <StrategySpot: call-raise after crc/ on QsTcTd, big_blind to act: check 50.0 %, bet 50.0 %>
    """

    def __init__(
        self,
        player: str,
        place: tuple[str, str, str],
        deck: int,
        actions: list[str],
        probabilities: NDArray[np.float64],
        reach: NDArray[np.float64],
    ) -> None:
        possible = np.flatnonzero(probabilities.sum(axis=1) > 0.0)
        #: The strategy's name.
        self.player: str = player
        #: The board, the betting, and who acts.
        self.board: str = place[0]
        self.betting: str = place[1]
        self.seat: str = place[2]
        #: How many cards the deck has.
        self.deck: int = deck
        #: The legal actions as they are written.
        self.actions: list[str] = actions
        #: The holdings that can be held on the board.
        self.holdings: list[str] = [HOLDINGS[number] for number in possible]
        #: How likely the strategy's own actions lead here with each of them.
        self.weights: NDArray[np.float64] = reach[possible]
        #: ``[holding, action]``
        self.probabilities: NDArray[np.float64] = probabilities[possible]
        total = self.weights.sum()
        weights = self.weights if total > 0.0 else np.ones(len(possible))
        #: How often each action is taken, over all holdings by their weight.
        self.frequencies: NDArray[np.float64] = weights @ self.probabilities / weights.sum()

    def _line(self) -> str:
        where = f"after {self.betting}" if self.betting else "first to act"
        board = f" on {self.board}" if self.board else ""
        return f"{self.player} {where}{board}, {self.seat} to act: {decision_line(self)}"

    def _rows(self) -> list[Row]:
        return decision_rows(self)

    def _html(self) -> str:
        return decision_html(self)


class _SpotDecision(NamedTuple):
    #: ``oop`` or ``ip``.
    player: str
    #: As they are written: ``f``, ``c``, ``r50``.
    actions: list[str]
    #: The player's holdings on the board, such as ``AhKd``.
    holdings: list[str]
    #: The range's weight times how likely the player's own actions are to lead here.
    weights: NDArray[np.float64]
    #: ``[holding, action]``
    probabilities: NDArray[np.float32]
    #: How often each action is taken, over all deals that lead here.
    frequencies: NDArray[np.float64]


class SpotDecision(Shown, _SpotDecision):
    """What is done at a decision of a solved spot, in arrays by holding.

    ``player`` (``oop`` or ``ip``), ``actions`` as they are written (``f``, ``c``, ``r50``), ``holdings`` such as
    ``AhKd``, ``weights`` (the range's, times how likely the player's own actions lead here), ``probabilities``
    (``[holding, action]``) and ``frequencies`` (of each action, over all deals that lead here).
    """

    #: How many cards the deck has.
    deck: int = 52

    def _line(self) -> str:
        return f"{self.player} to act: {decision_line(self)}"

    def _rows(self) -> list[Row]:
        return decision_rows(self)

    def _html(self) -> str:
        return decision_html(self)


class ActionValues(Result):
    """What each action of a strategy is worth with each hand, in mbb/g, as :meth:`Player.values` gives it.

    What was put in before counts as lost. Arrays are in the order of :data:`HOLDINGS`, ``nan`` where the opponent never
    comes or the holding cannot be held.
    """

    #: The legal actions as they are written: the columns of the arrays.
    actions: list[str]
    #: ``[holding, action]``
    mbb: NDArray[np.float64]
    #: Their standard errors; 0 where all boards were gone through.
    standard_errors: NDArray[np.float64]
    #: What each holding is worth as the strategy plays it.
    here: NDArray[np.float64]
    #: The same of the whole range, and its standard error.
    mean: float | None
    mean_error: float | None
    #: How many boards were gone through, and how many there are (``None`` before the flop).
    boards: int
    of: int | None
    is_exact: bool
    deck: int

    def _line(self) -> str:
        how = "all boards" if self.is_exact else f"{self.boards} boards, ± standard error"
        error = None if self.is_exact else self.mean_error
        return f"the range is worth {with_error(self.mean, error)} mbb/g over {how}"

    def _rows(self) -> list[Row]:
        names = [action_name(action, self.actions) for action in self.actions]
        known = np.flatnonzero(~np.isnan(self.here))
        return [
            {"holding": HOLDINGS[number], "as played": float(self.here[number])}
            | dict(zip(names, self.mbb[number].tolist()))
            for number in known
        ]

    def _html(self) -> str:
        ranks = ranks_of(self.deck)
        values = as_grid(class_means(self.here, np.zeros(len(self.here))), ranks)
        names = grid_names(ranks)
        most = np.nanmax(np.abs(values), initial=1e-9)

        def cell(row: int, column: int) -> tuple[str, str, str]:
            value = float(values[row, column])
            if np.isnan(value):
                return (*NO_VALUE, f"{names[row, column]}: not known")
            colour = scale_colour(DIVERGING, (value / most + 1.0) / 2.0)
            return (*colour, f"{names[row, column]}: {cell_text(value)} mbb/g")

        return grid_html(names, cell)
