"""What logs say of their players: who won how much, with and without luck, and how each of them plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from . import _native
from ._arguments import count_of, seed_of, switch_of, text_of
from ._html import table_html
from ._native import Stop
from .files import FileLike, as_folders, as_optional_path
from .players import PlayerLike, as_player
from .progress import ProgressLike, watching
from .results import Result, Row, with_error


class Judgement(Result):
    """Who won how much in logs, with and without luck; amounts are in mbb/g."""

    #: Name, hands, mbb_per_game, ci95, corrected_mbb_per_game, corrected_ci95, corrected_hands, variance_factor.
    players: list[Row]
    hands: int
    #: Hands whose luck could be taken out; the others count as they are.
    corrected_hands: int
    #: ``aivat`` where a strategy was known, ``cards`` by all-in equity, or ``none``.
    correction: str
    #: Names, hands and correction of every two players who met.
    pairs: list[Row]
    #: The name under which the strategy plays.
    player: str | None
    #: Hands that were left out: file, line, reason.
    skipped: list[Row]
    remarks: list[str]

    def _line(self) -> str:
        best = max(self.players, key=lambda row: float(row["corrected_mbb_per_game"]))
        won = with_error(best["corrected_mbb_per_game"], best["corrected_ci95"])
        return f"{best['name']} wins {won} mbb/g over {self.hands:,} hands, corrected: {self.correction}"

    def _rows(self) -> list[Row]:
        return self.players

    def _html(self) -> str:
        return table_html([
            {
                "player": row["name"],
                "hands": row["hands"],
                "mbb/g (95 %)": with_error(row["mbb_per_game"], row["ci95"]),
                "corrected (95 %)": with_error(row["corrected_mbb_per_game"], row["corrected_ci95"]),
                "variance less by": row["variance_factor"],
            }
            for row in self.players
        ])


def judge(
    logs: FileLike | Sequence[FileLike],
    strategy: PlayerLike | None = None,
    player: str | None = None,
    *,
    game: FileLike | None = None,
    skip: bool = False,
    progress: ProgressLike = None,
    stop: Stop | None = None,
) -> Judgement:
    """Who won how much in logs of games of two players, with luck and without, as ``equipoise judge`` says it.

    Logs are the competition's or poker hand histories. Without a ``strategy`` the luck of the cards is taken out by
    all-in equity. With the strategy that one of the players plays, which the logs call ``player`` (its own name if left
    out), its hands are judged over everything that it could have held and done.

    ``game`` is that of all logs, by name or file, where they do not say it; ``skip`` leaves out hands that cannot be
    read.
    """
    known = None if strategy is None else as_player(strategy)._native
    name = None if player is None else text_of("player", player)
    if name is not None and known is None:
        raise _native.InputError("player: of no strategy; give the strategy that it plays")
    with watching(progress, stop) as watched:
        return Judgement(_native.judge(_given(logs, game, skip), known, name, watched))


class Styles(Result):
    """How the players of logs play: shares from 0 to 1, winnings in mbb/g."""

    hands: int
    #: Name, hands, decisions, cluster, and what each player does with its standard error and half its interval:
    #: looseness, aggression, fold_to_bet and others.
    players: list[Row]
    #: How many groups of players who play alike, and how certain that is.
    clusters: dict[str, Any]
    #: How well each method predicts held-out decisions.
    log_likelihood: dict[str, Any]
    skipped: list[Row]
    remarks: list[str]

    def _line(self) -> str:
        return f"{len(self.players)} players in {self.clusters['count']} groups over {self.hands:,} hands"

    def _rows(self) -> list[Row]:
        return self.players

    def _html(self) -> str:
        return table_html([_with_intervals(row) for row in self.players])


def styles(
    logs: FileLike | Sequence[FileLike],
    clusters: int | None = None,
    *,
    features: Literal["cards", "strength"] = "cards",
    seed: int = 1,
    game: FileLike | None = None,
    skip: bool = False,
    progress: ProgressLike = None,
    stop: Stop | None = None,
) -> Styles:
    """How the players of logs play, how well each can be predicted, and who plays like whom, as ``equipoise styles``.

    ``clusters`` is the number of groups, 1 to 8, or chosen by how well they predict. ``features`` is how cards are
    shown to the learners: a bit for each, or their strength. ``game`` and ``skip`` are as for :func:`judge`.
    """
    groups = None if clusters is None else count_of("clusters", clusters, 1, 8)
    dice = seed_of(seed)
    with watching(progress, stop) as watched:
        found = _native.styles(_given(logs, game, skip), groups, text_of("features", features), dice, watched)
    return Styles(found)


def _given(logs: FileLike | Sequence[FileLike], game: FileLike | None, skip: bool) -> _native.GivenLogs:
    return {"files": as_folders("logs", logs), "game": as_optional_path("game", game), "skip": switch_of("skip", skip)}


def _with_intervals(row: Row) -> Row:
    """What a player does in one cell each: shares in per cent, winnings in mbb/g, with half their 95 % intervals."""
    cells: Row = {"player": row["name"], "hands": row["hands"]}
    for key in (key for key in row if f"{key}_ci95" in row):
        is_money = key == "mbb_per_game"
        factor = 1 if is_money else 100
        value, error = (None if it is None else factor * it for it in (row[key], row[f"{key}_ci95"]))
        shown = with_error(value, error)
        cells[f"{key.replace('_', ' ')}{'' if is_money else ', %'}"] = shown if is_money else shown.removeprefix("+")
    return cells | {"group": row["cluster"]}
