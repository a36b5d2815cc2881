"""Starting hands as a grid, 13 x 13 in the full deck: how they are played, or a number for each."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from .._grid import as_grid, class_means, class_values, grid_names, ranks_of
from .._html import NEVER_HERE, NO_VALUE, action_colours
from .._native import InputError
from ..decisions import ActionValues, SpotDecision, StrategySpot, action_name, class_shares, decision_line
from ..games import PushFold
from ..players import Player, as_player
from .axes import axes, ink_on, matplotlib, scale

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Pixels of a cell's width, of which each action gets its share.
_PIXELS = 60
#: How much of its colour a hand keeps that hardly comes there, beside the hand that comes most often.
_PALE = 0.25


def grid(
    what: Any,
    *,
    ax: Axes | None = None,
    deck: int | None = None,
    actions: Sequence[str] | None = None,
    label: str | None = None,
    title: str | None = None,
) -> Axes:
    """Draws the grid of starting hands: aces first, pairs on the diagonal, suited hands above it.

    ``what`` is a spot of a strategy (:meth:`equipoise.Player.spot`), a player or what may be given for one, whose first
    decision is drawn, or a decision of a solved spot: cells are divided as the hand acts, paler the more seldom it
    comes there. Or it is action values, or numbers: a mapping from starting hands such as ``{"AA": 1, "AKs": 0.5}``, an
    array over the 169 starting hands, or one over the 1,326 holdings. Rows of shares are drawn as actions, which
    ``actions`` names as they are written: ``["f", "c", "r"]``. ``label`` says what the numbers are. A small ``deck``
    has fewer ranks.
    """
    if isinstance(what, (Player, str, os.PathLike)) or callable(what):
        what = as_player(what).spot()
    if isinstance(what, (StrategySpot, SpotDecision)):
        ranks = ranks_of(deck or what.deck)
        shares, reach = class_shares(what)
        drawn = _actions(as_grid(shares, ranks), as_grid(reach, ranks), what.actions, ax)
        drawn.set_title(title if title is not None else _heading(what))
        return drawn
    if isinstance(what, ActionValues):
        values, ranks = class_means(what.here, np.zeros(len(what.here))), ranks_of(deck or what.deck)
        label = label or "mbb/g"
    else:
        values, ranks = class_values(what, deck)
    cells = as_grid(values, ranks)
    if cells.ndim == 3:
        names = list(actions) if actions is not None else ["f", "c", "r"][: cells.shape[2]]
        if len(names) != cells.shape[2]:
            raise InputError(f"actions: expected {cells.shape[2]} of them, found {len(names)}")
        drawn = _actions(cells, np.ones(cells.shape[:2]), names, ax)
    else:
        drawn = _numbers(cells, label, ax)
    drawn.set_title(title or "")
    return drawn


def push_fold(chart: PushFold, seat: Literal["button", "big_blind"] = "button", *, ax: Axes | None = None) -> Axes:
    """Draws the chart of push or fold: with what the button jams, or the big blind calls."""
    if seat not in ("button", "big_blind"):
        raise InputError(f"seat: expected button or big_blind, found {seat!r}")
    does = chart.jam if seat == "button" else chart.call
    share, word = (chart.small_blind_jams, "jams") if seat == "button" else (chart.big_blind_calls, "calls")
    cells = as_grid(np.stack([1.0 - does, does], axis=1))
    drawn = _actions(cells, np.ones(cells.shape[:2]), ["f", "r"], ax, ["fold", word.removesuffix("s")])
    drawn.set_title(f"{chart.stack:g} big blinds: the {seat.replace('_', ' ')} {word} {100 * share:.1f} %")
    return drawn


def _heading(what: StrategySpot | SpotDecision) -> str:
    where = what.player
    if isinstance(what, StrategySpot):
        parts = (what.player, what.seat.replace("_", " "), what.board, what.betting)
        where = " · ".join(part for part in parts if part)
    return f"{where}\n{decision_line(what)}"


def _actions(
    shares: NDArray[np.float64],
    reach: NDArray[np.float64],
    actions: Sequence[str],
    ax: Axes | None,
    words: Sequence[str] | None = None,
) -> Axes:
    """Cells that are divided as the actions are taken."""
    to_rgb = matplotlib("colors").to_rgb
    colours = [to_rgb(colour) for colour, _ in action_colours(actions)]
    ranks = len(shares)
    picture = np.tile(np.array(to_rgb(NEVER_HERE[0])), (ranks, ranks, _PIXELS, 1))
    ends = np.cumsum(shares, axis=2)
    places = (np.arange(_PIXELS) + 0.5) / _PIXELS
    is_known = ~np.isnan(shares).any(axis=2) & (reach > 0.0)
    likeliest = float(reach.max(initial=0.0)) or 1.0
    for row, column in zip(*np.nonzero(is_known)):
        taken = np.minimum(np.searchsorted(ends[row, column], places), len(colours) - 1)
        strength = _PALE + (1.0 - _PALE) * reach[row, column] / likeliest
        picture[row, column] = 1.0 - strength * (1.0 - np.array(colours)[taken])
    drawn = axes(ax, (6.0, 6.4))
    flat = picture.reshape(ranks, ranks * _PIXELS, 3)
    drawn.imshow(flat, extent=(-0.5, ranks - 0.5, ranks - 0.5, -0.5), interpolation="nearest", aspect="equal")

    def ink(row: int, column: int) -> str:
        return ink_on(picture[row, column].mean(axis=0)) if is_known[row, column] else NEVER_HERE[1]

    _names(drawn, ranks, ink)
    patch = matplotlib("patches").Patch
    said = words or [action_name(action, actions) for action in actions]
    handles = [patch(color=colour, label=word) for colour, word in zip(colours, said)]
    if not is_known.all():
        handles.append(patch(facecolor=NEVER_HERE[0], edgecolor=NEVER_HERE[1], label="never here"))
    drawn.legend(handles=handles, loc="upper center", bbox_to_anchor=(0.5, -0.01), ncols=len(handles), frameon=False)
    return drawn


def _numbers(values: NDArray[np.float64], label: str | None, ax: Axes | None) -> Axes:
    """Cells that are coloured by a number."""
    known = values[~np.isnan(values)]
    if not known.size:
        raise InputError("grid: expected a number for at least one starting hand, found none")
    is_around_zero = bool(known.min() < 0.0 < known.max())
    most = float(np.abs(known).max())
    low, high = (-most, most) if is_around_zero else (float(known.min()), float(known.max()))
    # Shares and probabilities are compared with all and nothing.
    low, high = (0.0, 1.0) if 0.0 <= low and 0.5 < high <= 1.0 else (low, high)
    colours = scale(is_around_zero).with_extremes(bad=NO_VALUE[0])
    drawn = axes(ax, (6.6, 6.0))
    shown = np.ma.masked_invalid(values)
    image = drawn.imshow(shown, cmap=colours, vmin=low, vmax=high, aspect="equal")
    painted = image.to_rgba(shown)
    _names(drawn, len(values), lambda row, column: ink_on(painted[row, column]))
    drawn.figure.colorbar(image, ax=drawn, shrink=0.8, label=label or "")
    return drawn


def _names(drawn: Axes, ranks: int, ink: Any) -> None:
    """The hands' names in their cells, and a thin rule between them."""
    names, size = grid_names(ranks), min(7.5 * 13 / ranks, 12.0)
    for row in range(ranks):
        for column in range(ranks):
            colour = ink(row, column)
            drawn.text(column, row, names[row, column], ha="center", va="center", fontsize=size, color=colour)
    drawn.set_xticks(np.arange(0.5, ranks - 1), minor=True)
    drawn.set_yticks(np.arange(0.5, ranks - 1), minor=True)
    drawn.grid(which="minor", color="#f0f2f4", linewidth=0.8)
    drawn.tick_params(which="both", length=0)
    drawn.set_xticks([])
    drawn.set_yticks([])
