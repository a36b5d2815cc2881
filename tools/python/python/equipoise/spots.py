"""Spots: one board after the flop, two ranges, a pot and stacks, solved exactly."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypedDict

from . import _native
from ._arguments import count_of, number_of, plain, shown, switch_of, text_of
from ._native import InputError, Stop
from .decisions import SpotDecision, decision_html, decision_rows
from .files import FileLike, as_optional_path, as_path
from .progress import ProgressLike, watching
from .results import Row, Shown

#: A spot: the keys of its TOML file, the text of one, or a path that ends with ``.toml``.
SpotLike: TypeAlias = "Mapping[str, Any] | str | os.PathLike[str]"
#: Probabilities that are given: a betting to hands, and for each a probability for each action.
LocksLike: TypeAlias = "Mapping[str, Mapping[str, Sequence[float]]]"

#: The most parts of a list of boards.
_MOST_PARTS = 2**32


class SpotPoint(TypedDict):
    """A point of the curve: how much a best response gained then, in the mean of both players."""

    iterations: int
    exploitability_percent_of_pot: float
    exploitability_chips: float
    seconds: float
    core_seconds: float | None


class SpotAction(TypedDict):
    """An action at the root."""

    action: str
    #: The player's own chips after it, from where the spot begins.
    chips: int
    frequency: float


class SpotSolution(Shown):
    """A solved spot: its measures, and what it does at each decision.

    Chips are of the pot; without a rake both values add up to it.
    """

    def __init__(self, answer: dict[str, Any], strategy: _native.SpotStrategy) -> None:
        self._strategy = strategy
        #: What a best response gains, in the mean of both players.
        self.exploitability_percent_of_pot: float = answer["exploitability_percent_of_pot"]
        self.exploitability_chips: float = answer["exploitability_chips"]
        #: What each player gets of the pot, ``oop`` and ``ip``.
        self.values: dict[str, float] = answer["values"]
        self.iterations: int = answer["iterations"]
        self.bits: int = answer["bits"]
        #: Where it is kept, if it is.
        self.file: str | None = answer["file"]
        #: The share that the player out of position wins where nobody bets; ``None`` of files, whose further facts are
        #: not kept, either.
        self.equity: float | None = answer.get("equity")
        self.seconds: float | None = answer.get("seconds")
        self.core_seconds: float | None = answer.get("core_seconds")
        self.table_bytes: int | None = answer.get("table_bytes")
        self.curve: list[SpotPoint] = answer.get("curve", [])
        self.root: list[SpotAction] = answer.get("root", [])
        #: What is worth a remark about the spot, a line each.
        self.remarks: list[str] = answer.get("remarks", [])

    def decision(self, betting: str = "", cards: str = "") -> SpotDecision:
        """What is done after a betting such as ``"cr50c/"``; ``cards`` are those after the spot's own board."""
        found = SpotDecision(*self._strategy.decision(text_of("betting", betting), text_of("cards", cards)))
        found.deck = self._strategy.deck
        return found

    def _line(self) -> str:
        gap, iterations = self.exploitability_percent_of_pot, self.iterations
        worth = ", ".join(f"{player} gets {chips:.2f}" for player, chips in self.values.items())
        return f"within {gap:.3g} % of the pot after {iterations:,} iterations, {worth}"

    def _rows(self) -> list[Row]:
        return decision_rows(self.decision())

    def _html(self) -> str:
        return decision_html(self.decision())


def _text_of(spot: SpotLike) -> tuple[str, bool]:
    """The text of a spot, and whether it is JSON."""
    if isinstance(spot, Mapping):
        try:
            return json.dumps(plain(spot), allow_nan=False), True
        except (TypeError, ValueError) as error:
            raise InputError(f"spot: {error}") from None
    if isinstance(spot, str) and "\n" in spot:
        return spot, False
    path = Path(as_path("spot", spot))
    try:
        return path.read_text(encoding="utf-8"), False
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"spot: {path}: {error}; give the keys of a spot, its text, or the path of its file") from None


def solve_spot(
    spot: SpotLike,
    *,
    to: str | float | None = None,
    iterations: int | None = None,
    time: float | None = None,
    bits: int = 32,
    lock: LocksLike | None = None,
    out: FileLike | None = None,
    name: str = "spot",
    progress: ProgressLike = None,
    stop: Stop | None = None,
) -> SpotSolution:
    """Solves a spot until a best response gains little: ``to`` is a share of the pot such as ``"0.5%"``, the default,
    or a number of chips.

    With ``out``, a folder, it goes on from where an earlier call was stopped, and ``NAME.spot`` is kept there.

    >>> solved = solve_spot(
    ...     {"board": "2c2d2h3s3c", "pot": 100, "stack": 100, "oop": "AA,QQ", "ip": "KK",
    ...      "sizes": {"all": {"bet": ["a"], "raise": []}, "river": {"ip": {"bet": []}}}},
    ...     to="0.01%",
    ... )
    >>> round(solved.values["oop"]), [action["action"] for action in solved.root]
    (75, ['c', 'r100'])
    >>> root = solved.decision()
    >>> root.player, root.actions, root.probabilities.shape
    ('oop', ['c', 'r100'], (12, 2))
    """
    text, is_json = _text_of(spot)
    target = None if to is None else to if isinstance(to, str) else repr(number_of("to", to))
    amount = None if iterations is None else count_of("iterations", iterations, 1, 2**40)
    seconds = None if time is None else number_of("time", time)
    locks = [(text_of("lock", line), json.dumps(plain(hands))) for line, hands in (lock or {}).items()]
    folder = as_optional_path("out", out)
    place = None if folder is None else (folder, text_of("name", name))
    with watching(progress, stop) as watched:
        answer, strategy = _native.solve_spot(
            text, is_json, (target, amount, seconds), count_of("bits", bits, 16, 32), locks, place, watched
        )
    return SpotSolution(answer, strategy)


def open_spot(file: FileLike) -> SpotSolution:
    """A spot that was solved with ``out``, from its file."""
    return SpotSolution(*_native.open_spot(as_path("file", file)))


def solve_spots(
    boards: Iterable[str],
    spot: Mapping[str, Any],
    out: FileLike,
    *,
    part: tuple[int, int] = (1, 1),
    to: str | float = "0.5%",
    bits: int = 32,
    lock: LocksLike | None = None,
    keep_checkpoints: bool = False,
    progress: ProgressLike = None,
    stop: Stop | None = None,
) -> dict[str, SpotSolution]:
    """The same spot on many boards, each kept in the folder ``out`` as ``BOARD.spot``; boards that are there already
    are opened, so that a batch that was stopped goes on.

    ``part`` is which of how many parts of the list to solve, such as ``(2, 5)``: machines can share a list.
    """
    if not isinstance(part, (list, tuple)) or len(part) != 2:
        raise InputError(f"part: expected a number and how many parts there are, such as (2, 5), found {shown(part)}")
    parts = count_of("part", part[1], 1, _MOST_PARTS, "at least one part")
    number = count_of("part", part[0], 1, parts, f"one of {parts} parts, from 1")
    keeps = switch_of("keep_checkpoints", keep_checkpoints)
    solutions = {}
    for board in list(boards)[number - 1 :: parts]:
        given = {**spot, "board": board}
        name = board.replace(" ", "").replace(",", "")
        file = Path(out) / f"{name}.spot"
        if file.exists() and _is_of(file, given, lock):
            solutions[board] = open_spot(file)
            continue
        solutions[board] = solve_spot(
            given, to=to, bits=bits, lock=lock, out=out, name=name, progress=progress, stop=stop
        )
        if not keeps:
            (Path(out) / f"{name}.checkpoint").unlink(missing_ok=True)
    return solutions


def _is_of(file: Path, spot: Mapping[str, Any], lock: LocksLike | None) -> bool:
    """Whether a file is that of a spot without locks; one with locks is solved again."""
    recipe = _native.inspect(file)["recipe"]
    return lock is None and "locks" not in recipe and recipe["spot"] == _native.spot_text(*_text_of(spot))
