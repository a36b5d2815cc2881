"""Single hands: played, written and read as the competition's logs and as poker hand histories (PHH)."""

from __future__ import annotations

from typing import TypedDict

from . import _native
from ._native import Stop
from ._arguments import count_of, seed_of
from .files import FileLike, as_optional_path, as_path
from .players import PlayerLike, as_player
from .progress import ProgressLike, watching
from .results import keyed


class Hand(TypedDict):
    """A finished hand; whatever comes in pairs is of the big blind, then of the button."""

    hand: int
    betting: str
    hole: list[str]
    board: str
    chips: list[int]
    players: list[str]


def play_hands(
    first: PlayerLike,
    second: PlayerLike,
    games: int,
    *,
    log: FileLike | None = None,
    phh: FileLike | None = None,
    seed: int = 1,
    progress: ProgressLike = None,
    stop: Stop | None = None,
) -> tuple[int, int]:
    """Plays single hands, each deal from both seats, and writes them; gives what each player won, in chips.

    ``log`` takes the competition's form, ``phh`` poker hand histories (``.phhs``).

    >>> play_hands("always-fold", "always-raise", 10)
    (-75, 75)
    """
    players = [as_player(first), as_player(second)]
    with watching(progress, stop) as watched:
        chips = _native.play_hands(
            players[0]._native,
            players[1]._native,
            count_of("games", games, 2, 1_000_000),
            seed_of(seed),
            as_optional_path("log", log),
            as_optional_path("phh", phh),
            watched,
        )
        return chips[0], chips[1]


def read_hands(file: FileLike) -> list[Hand]:
    """The hands of a log of the competition's form, or of poker hand histories.

    Each is read as the game that the file names. Chips are counted as a log counts them; in a hand history of hold'em a
    big blind has 10. In hold'em position 0 is the big blind.
    """
    found: list[Hand] = _native.read_hands(as_path("file", file))
    return keyed(found)


def histories_of_log(log: FileLike) -> str:
    """The hands of a log as the text of poker hand histories."""
    return _native.histories_of_log(as_path("log", log))
