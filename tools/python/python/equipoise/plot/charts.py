"""Leagues, curves of training and solving, strength distributions, and equities of ranges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from .. import hands as of_hands
from .._arguments import count_of
from .._arrays import CardsLike
from .._native import InputError
from ..equities import Equity
from ..games import Solution
from ..measures import League
from ..results import with_error
from ..spots import SpotSolution
from ..studies import Run
from ..training import Training
from .axes import LINES, axes, ink_on, scale

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def league(what: League | Run, *, ax: Axes | None = None) -> Axes:
    """Draws the cross table of a league, or of a study's last one: what each row wins from each column, in mbb/g.

    The last column is each player's mean against the others; ± is half a 95 % interval.
    """
    if isinstance(what, Run):
        leagues = what.leagues
        if not leagues:
            raise InputError(f"league: the study '{what.name}' has played none yet")
        what = leagues.get(None) or list(leagues.values())[-1]
    count = len(what.players)
    won = np.column_stack([np.array(what.mbb_per_game, float), np.full(count, np.nan), what.mean])
    error = np.column_stack([np.array(what.ci95, float), np.full(count, np.nan), what.mean_ci95])
    np.fill_diagonal(won, np.nan)
    most = float(np.nanmax(np.abs(won), initial=1e-9))
    drawn = axes(ax, (1.7 + 0.95 * (count + 1.3), 1.1 + 0.6 * count))
    image = drawn.imshow(won, cmap=scale(True).with_extremes(bad="#ffffff00"), vmin=-most, vmax=most, aspect="auto")
    colours = image.to_rgba(won)
    for row, column in zip(*np.nonzero(~np.isnan(won))):
        text = with_error(won[row, column], error[row, column]).replace(" ± ", "\n± ")
        ink = ink_on(colours[row, column])
        drawn.text(column, row, text, ha="center", va="center", fontsize=8, color=ink)
    drawn.set_xticks([*range(count), count + 1], [*what.players, "mean"])
    drawn.set_yticks(range(count), what.players)
    drawn.tick_params(top=True, labeltop=True, bottom=False, labelbottom=False, length=0)
    drawn.spines[:].set_visible(False)
    drawn.set_title("the row wins from the column, mbb/g")
    return drawn


def curve(
    what: Any, *, ax: Axes | None = None, y: Literal["regret", "exploitability"] = "regret"
) -> Axes:
    """Draws how training or solving went, on two logarithmic axes.

    Of a training, or of each of a study's, the average regret, or with ``y="exploitability"`` what was measured on the
    way; of a small game solved with ``curve=True`` and of a solved spot the exploitability. A mapping from names to any
    of these draws them together.
    """
    if y not in ("regret", "exploitability"):
        raise InputError(f"y: expected regret or exploitability, found {y!r}")
    if isinstance(what, Run):
        named: Mapping[str, Any] = {variant: what.training(variant) for variant in what.results["begun"]}
    else:
        named = what if isinstance(what, Mapping) and not isinstance(what, Solution) else {"": what}
    drawn = axes(ax, (6.0, 4.0))
    unit = ""
    for number, (name, it) in enumerate(named.items()):
        iterations, values, unit = _points(it, y)
        colour = LINES[number % len(LINES)]
        drawn.loglog(iterations, values, marker=".", markersize=3, color=colour, label=name)
    drawn.set(xlabel="iterations", ylabel=unit)
    drawn.grid(color="#dfe3e8")
    if any(named):
        drawn.legend(frameon=False)
    return drawn


def _points(what: Any, y: str) -> tuple[NDArray[Any], NDArray[np.float64], str]:
    """Iterations, values above zero and what they are."""
    if isinstance(what, Training) and y == "regret":
        iterations, values, unit = what.curve["iterations"], what.curve["regret"], "average regret, mbb/g"
    elif isinstance(what, Training):
        measured = what.exploitability
        iterations, values, unit = measured["iterations"], measured["mbb_per_game"], "exploitability, mbb/g"
    elif isinstance(what, (Solution, SpotSolution)):
        is_game = isinstance(what, Solution)
        key = "exploitability" if is_game else "exploitability_percent_of_pot"
        unit = "exploitability, chips" if is_game else "exploitability, % of the pot"
        points: list[Any] = list(what.curve)
        iterations = np.array([point["iterations"] for point in points])
        values = np.array([point[key] for point in points], float)
    else:
        raise InputError(f"curve: expected a training, a study's run or a solution, found {type(what).__name__}")
    shown = (np.asarray(iterations) > 0) & (np.asarray(values) > 0.0)
    if not shown.any():
        raise InputError("curve: there are no points; solve with curve=True, train further, or train with watch")
    return iterations[shown], values[shown], unit


def hsd(hands: CardsLike, *, bins: int = 50, ax: Axes | None = None, deck: int = 52) -> Axes:
    """Draws the strength distributions of up to eight hands: how strong they are on the river, board by board."""
    given = of_hands.cards(hands)
    if not 1 <= len(given) <= len(LINES):
        raise InputError(f"hands: expected 1 to {len(LINES)} of them, found {len(given)}")
    counts = of_hands.hsd(given, count_of("bins", bins, 1, 500), deck=deck)
    strengths = of_hands.strength(given, deck=deck)
    drawn = axes(ax, (6.5, 3.6))
    edges = np.linspace(0.0, 1.0, bins + 1)
    for row, (name, strength) in enumerate(zip(of_hands.names(given), strengths)):
        shares = counts[row] / counts[row].sum()
        label = f"{name}, mean {strength:.3f}"
        drawn.stairs(shares, edges, fill=len(given) == 1, alpha=0.85, color=LINES[row], linewidth=1.5, label=label)
        drawn.axvline(strength, color=LINES[row], linewidth=1.0, linestyle="--")
    drawn.set(xlim=(0.0, 1.0), xlabel="strength against a random hand on the river", ylabel="share of the boards")
    drawn.legend(frameon=False)
    return drawn


def equity(what: Equity, *, ax: Axes | None = None, names: tuple[str, str] = ("first", "second")) -> Axes:
    """Draws the equities of two ranges, hands in the order of their equity: how much of the range has how much."""
    drawn = axes(ax, (5.5, 4.0))
    whole = (what.first, what.second)
    for number, (shares, weights) in enumerate(zip(what.by_holding, what.weights)):
        held = np.flatnonzero(weights > 0.0)
        order = held[np.argsort(shares[held])]
        ends = np.concatenate([[0.0], np.cumsum(weights[order])])
        label = f"{names[number]}: {100 * whole[number]:.1f} %"
        drawn.stairs(100.0 * shares[order], 100.0 * ends / ends[-1], baseline=None, color=LINES[number], label=label)
    drawn.set(xlim=(0, 100), ylim=(0, 100), xlabel="share of the range, %", ylabel="equity, %")
    drawn.grid(color="#dfe3e8")
    drawn.legend(frameon=False, loc="upper left")
    drawn.set_title(f"on {what.board}" if what.board else "before the flop")
    return drawn
