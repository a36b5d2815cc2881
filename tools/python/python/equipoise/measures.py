"""What players are worth: exploitability, matches and leagues, with their errors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypedDict

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._arrays import count_of, text_of
from ._native import InputError, Stop
from .files import FileLike, as_optional_path
from .players import PlayerLike, as_player
from .progress import ProgressLike, watching


class _Seats(TypedDict):
    button: float
    big_blind: float


class _SeatHands(TypedDict):
    button: NDArray[np.float64]
    big_blind: NDArray[np.float64]


class Exploitability(TypedDict, total=False):
    """What a best response with exact cards wins, in mbb/g."""

    mbb_per_game: float
    standard_error: float
    bounds: tuple[float, float]
    by_seat: _Seats
    flops: int
    distinct_flops: int
    by_starting_hand: _SeatHands
    own_play: _Seats
    losses: _SeatHands


class MatchResult(TypedDict, total=False):
    """What the first player wins from the second, in mbb/g, with half the 95 % confidence interval."""

    mbb_per_game: float
    ci95: float
    games: int
    method: str
    observations: int


class League(TypedDict):
    """What each row wins from each column, in mbb/g."""

    players: list[str]
    mbb_per_game: list[list[float]]
    ci95: list[list[float]]
    p_corrected: list[list[float]]
    mean: list[float]
    mean_ci95: list[float]
    differences: list[dict[str, Any]]
    method: str
    observations: int


def exploit(
    player: PlayerLike,
    flops: int | Literal["all"] = 50,
    *,
    seed: int = 1,
    losses: bool = False,
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
    """
    chosen = as_player(player)
    request = {"flops": flops, "seed": seed, "losses": losses}
    with watching(progress, stop) as watched:
        found: Exploitability = _native.exploit(chosen._native, request, as_optional_path("keep", keep), watched)
        return found


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
        found: MatchResult = _native.play(
            players[0]._native,
            players[1]._native,
            text_of("method", method),
            amount,
            count_of("seed", seed, 0, 2**64 - 1),
            as_optional_path("keep", keep),
            watched,
        )
        return found


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
        found: League = _native.league(
            chosen, count_of("boards", boards, 1, 10_000_000), count_of("seed", seed, 0, 2**64 - 1), watched
        )
        return found
