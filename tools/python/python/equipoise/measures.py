"""What players are worth: exploitability, matches and leagues, with their errors."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._arguments import count_of, seed_of, shown, switch_of, text_of
from ._native import InputError, Stop
from ._grid import grid_names, ranks_of
from ._html import table_html
from .files import FileLike, as_optional_path
from .hands import STARTING_HANDS
from .players import PlayerLike, as_player
from .progress import ProgressLike, watching
from .results import Result, Row, with_error


_SEATS = ("button", "big_blind")
#: The most flops that are drawn.
_MOST_FLOPS = 10_000
_FLOPS = f"all or a number of flops from 2 to {_MOST_FLOPS}"


class Exploitability(Result):
    """What a best response with exact cards wins, in mbb/g; arrays are in the order of :data:`STARTING_HANDS`."""

    mbb_per_game: float
    standard_error: float
    #: Half the 95 % interval of the flops drawn; 0 where all were played.
    ci95: float
    #: Between which it lies if the flops were drawn: a lower and an upper bound.
    bounds: tuple[float, float]
    #: The same by the seat of the response, ``button`` and ``big_blind``.
    by_seat: dict[str, float]
    flops: int
    distinct_flops: int
    #: How many cards the deck has.
    deck: int
    #: By seat: what the response wins with each starting hand.
    by_starting_hand: dict[str, NDArray[np.float64]]
    #: With ``losses``, by seat: what the player itself wins in the response's place, and how much more the response
    #: wins with each starting hand.
    own_play: dict[str, float]
    losses: dict[str, NDArray[np.float64]]
    #: With ``beside``: that player's ``policy``, ``mbb_per_game``, how much ``more`` this one loses, its ``ci95``, and
    #: what a response to it wins ``by_starting_hand``.
    beside: dict[str, Any]
    #: With ``beside_exact``: whose values these are, their mean over all flops, how much more this player loses on the
    #: flops drawn, and half the 95 % interval of that.
    reference: str
    reference_mbb_per_game: float
    paired_difference: float
    paired_ci95: float

    def _line(self) -> str:
        flops = f"{self.flops:,} flop{'' if self.flops == 1 else 's'}"
        line = f"{_with_interval(self.mbb_per_game, self.ci95)} mbb/g on {flops}"
        if "losses" in self:
            losses = (f"{self._loss(seat):.1f} as {seat}" for seat in _SEATS)
            line += f"; more than it wins itself: {', '.join(losses)}"
        if "beside" in self:
            other = self.beside
            line += f"; {with_error(other['more'], other['ci95'])} (95 %) more than {other['policy']}"
        if "reference" in self:
            level = self.reference_mbb_per_game + self.paired_difference
            line += f"; {_with_interval(level, self.paired_ci95)} over all, by {self.reference}"
        return line

    def _loss(self, seat: str) -> float:
        """How much more the response wins in a seat than the player itself."""
        return self.by_seat[seat] - self.own_play[seat]

    def _rows(self) -> list[Row]:
        columns = {f"response as {seat}": self.by_starting_hand[seat] for seat in _SEATS}
        if "losses" in self:
            columns |= {f"loss as {seat}": self.losses[seat] for seat in _SEATS}
        if "beside" in self:
            hands, policy = self.beside["by_starting_hand"], self.beside["policy"]
            columns |= {f"response as {seat} to {policy}": hands[seat] for seat in _SEATS}
        in_deck = set(grid_names(ranks_of(self.deck)).flat)
        return [
            {"hand": hand} | {name: float(array[number]) for name, array in columns.items()}
            for number, hand in enumerate(STARTING_HANDS)
            if hand in in_deck
        ]

    def _html(self) -> str:
        seats: list[Row] = [{"the response sits as": seat, "wins, mbb/g": self.by_seat[seat]} for seat in _SEATS]
        if "losses" in self:
            for row, seat in zip(seats, _SEATS):
                row |= {"the player itself": self.own_play[seat], "loses": self._loss(seat)}
        compared: list[Row] = []
        if "beside" in self:
            other, unit = self.beside, "mbb/g (95 %)"
            compared += [
                {"on the same flops": other["policy"], unit: f"{other['mbb_per_game']:.1f}"},
                {"on the same flops": "this player, more", unit: with_error(other["more"], other["ci95"])},
            ]
        return table_html(seats) + table_html(compared)


def _with_interval(mbb: float, ci95: float) -> str:
    """An amount with half its interval, where it has one."""
    return f"{mbb:.1f} ± {ci95:.1f} (95 %)" if ci95 else f"{mbb:.1f}"


class MatchResult(Result):
    """What the first player wins from the second, in mbb/g, with half the 95 % confidence interval."""

    mbb_per_game: float
    ci95: float
    #: Games that were played; not where boards were.
    games: int
    #: ``boards``, ``hands`` or ``exact``.
    method: str
    #: Boards or deals over which the interval is taken.
    observations: int

    def _line(self) -> str:
        won = with_error(self.mbb_per_game, self.ci95 if self.get("ci95") else None)
        return f"the first wins {won} mbb/g ({self.method}, {self.observations:,} observations)"

    def _rows(self) -> list[Row]:
        return [dict(self)]


class League(Result):
    """What each row wins from each column, in mbb/g."""

    players: list[str]
    mbb_per_game: list[list[float]]
    #: Half the 95 % confidence intervals.
    ci95: list[list[float]]
    #: How likely chance alone is so far from zero, corrected for the number of pairs.
    p_corrected: list[list[float]]
    #: Each player's mean against the others, with half its interval.
    mean: list[float]
    mean_ci95: list[float]
    #: How the means of every two players differ.
    differences: list[dict[str, Any]]
    method: str
    #: Boards over which the intervals are taken.
    observations: int

    def _line(self) -> str:
        best = max(range(len(self.players)), key=self.mean.__getitem__)
        won = with_error(self.mean[best], self.mean_ci95[best])
        return f"{len(self.players)} players, {self.players[best]} ahead with {won} mbb/g against the others"

    def _rows(self) -> list[Row]:
        return [
            {"player": player}
            | {other: won for other, won in zip(self.players, self.mbb_per_game[row])}
            | {"mean": self.mean[row], "ci95": self.mean_ci95[row]}
            for row, player in enumerate(self.players)
        ]

    def to_frame(self) -> Any:
        """The cross table as a data frame of pandas: what each row wins from each column, its mean and interval."""
        return super().to_frame().set_index("player")

    def _html(self) -> str:
        rows = []
        for row, player in enumerate(self.players):
            cells = {
                other: "" if row == column else with_error(self.mbb_per_game[row][column], self.ci95[row][column])
                for column, other in enumerate(self.players)
            }
            rows.append({"wins from": player} | cells | {"mean": with_error(self.mean[row], self.mean_ci95[row])})
        return table_html(rows)


def exploit(
    player: PlayerLike,
    flops: int | Literal["all"] = 50,
    *,
    seed: int = 1,
    losses: bool = False,
    resolve: Literal["river"] | None = None,
    resolve_iterations: int | None = None,
    beside: PlayerLike | None = None,
    beside_exact: FileLike | None = None,
    reference: FileLike | None = None,
    keep: FileLike | None = None,
    progress: ProgressLike = None,
    stop: Stop | None = None,
) -> Exploitability:
    """What a best response with exact cards wins from a player in the real game.

    With ``flops="all"`` the result is exact; else so many are drawn, and the result comes with its standard error and
    bounds. A function of one's own can be measured so, too, over all flops in smaller decks than the full one: every
    answer counts for all boards that differ by the names of suits alone. One that tells suits apart is refused: some
    boards are asked again under other names of suits, and the refusal names both answers. ``losses`` adds how much more
    the response wins than the player itself, starting hand by starting hand. In a folder ``keep`` finished flops are
    kept, and a measurement that was stopped goes on there: strategies are told apart by their contents, functions by
    the name that :func:`equipoise.policy` gave them, which has to be another one for another function.

    ``resolve="river"`` measures the player as it would be if it solved each river again with exact cards, by
    ``resolve_iterations`` (50 unless given); as ``beside`` it stays what it is, so that the player beside itself shows
    what that gains.

    ``beside`` is another player to be measured on the same flops. ``reference`` is a file to be written of what each
    flop is worth, which needs all flops; as ``beside_exact`` it makes a level of a few flops, for this player or
    another of the same game. The word ``"shipped"`` stands for the quickstart's C8. A level is narrowest where
    ``beside`` is the very player of the reference; a warning says where it is another.
    """
    chosen = [as_player(player)] + ([] if beside is None else [as_player(beside)])
    amount = flops if isinstance(flops, str) and flops == "all" else count_of("flops", flops, 2, _MOST_FLOPS, _FLOPS)
    request = {"flops": amount, "seed": seed_of(seed), "losses": switch_of("losses", losses)}
    references = (as_optional_path("beside_exact", beside_exact), as_optional_path("reference", reference))
    if resolve is not None and text_of("resolve", resolve) != "river":
        raise InputError(f"resolve: expected river, found {shown(resolve)}")
    if resolve_iterations is not None and resolve is None:
        raise InputError('resolve_iterations: of no round; give resolve="river" with them')
    iterations = 50 if resolve_iterations is None else count_of("resolve_iterations", resolve_iterations, 1, 100_000)
    with watching(progress, stop) as watched:
        players = [it._native for it in chosen]
        folder = as_optional_path("keep", keep)
        rivers = None if resolve is None else iterations
        found = _native.exploit(players, request, rivers, folder, references, watched)
    remark = found.pop("remark", None)
    if remark is not None:
        warnings.warn(remark, stacklevel=2)
    return Exploitability(found | {"deck": chosen[0].deck or 52})


def match(
    first: PlayerLike,
    second: PlayerLike,
    method: Literal["boards", "hands", "exact"] = "boards",
    *,
    boards: int = 400,
    hands: int = 1_000_000,
    seed: int = 1,
    keep: FileLike | None = None,
    progress: ProgressLike = None,
    stop: Stop | None = None,
) -> MatchResult:
    """What a player wins from another, averaged over both seats.

    By ``boards`` everything but the boards is exact; by ``hands`` cards and actions are drawn, each deal from both
    seats; ``exact`` plays all boards, an hour or two in the full deck, and goes on where it was stopped if there is a
    folder ``keep``. Functions of one's own play boards.

    >>> match("always-fold", "always-raise", "hands", hands=1000)["mbb_per_game"]
    -750.0
    """
    if keep is not None and text_of("method", method) in ("boards", "hands"):
        raise InputError(f"keep: a match by {method} keeps nothing; leave it out, or choose exact")
    players = [as_player(first), as_player(second)]
    amount = count_of("hands", hands, 2, 2**32) if method == "hands" else count_of("boards", boards, 1, 10_000_000)
    with watching(progress, stop) as watched:
        found = _native.play(
            players[0]._native,
            players[1]._native,
            text_of("method", method),
            amount,
            seed_of(seed),
            as_optional_path("keep", keep),
            watched,
        )
    return MatchResult(found)


def league(
    players: Sequence[PlayerLike],
    *,
    boards: int = 400,
    seed: int = 1,
    progress: ProgressLike = None,
    stop: Stop | None = None,
) -> League:
    """Everyone against everyone on the same boards."""
    if not isinstance(players, (list, tuple)):
        raise InputError(f"players: expected a list of players, found {type(players).__name__}")
    chosen = [as_player(player)._native for player in players]
    with watching(progress, stop) as watched:
        amount, dice = count_of("boards", boards, 1, 10_000_000), seed_of(seed)
        return League(_native.league(chosen, amount, dice, watched))
