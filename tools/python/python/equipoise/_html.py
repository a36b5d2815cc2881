"""Tables and grids for notebooks: plain HTML without scripts, with colours that text can be read on."""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _native

#: Rows of a table before it is cut.
_MOST_ROWS = 60

ACTION_COLOURS, ORDERED, DIVERGING, NO_VALUE = _native.palette()
#: Hands that never come to a decision: nothing that an action's colour could be taken for.
NEVER_HERE = ("#ffffff", "#8b95a0")


def cell_text(value: Any) -> str:
    """A value as a table shows it."""
    if value is None:
        return "–"
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if isinstance(value, (int, np.integer)):
        return f"{int(value):,}"
    if isinstance(value, (float, np.floating)):
        number = float(value)
        if not math.isfinite(number):
            return "–"
        return f"{number:,.0f}" if abs(number) >= 1e4 else f"{number:.4g}"
    return str(value)


def facts_html(kind: str, line: str) -> str:
    """The line above a table."""
    return f"<p><b>{html.escape(kind)}</b>: {html.escape(line)}</p>"


def table_html(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows as a table; of many only the first ones."""
    if not rows:
        return ""
    columns = list(dict.fromkeys(column for row in rows for column in row))
    head = "".join(f"<th>{html.escape(str(column))}</th>" for column in columns)
    body = "".join(f"<tr>{''.join(_cell(row.get(it)) for it in columns)}</tr>" for row in rows[:_MOST_ROWS])
    more = f"<p>… and {len(rows) - _MOST_ROWS:,} rows more</p>" if len(rows) > _MOST_ROWS else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cell(value: Any) -> str:
    is_number = isinstance(value, (int, float, np.number)) or value is None
    return f"<td style='text-align:{'right' if is_number else 'left'}'>{html.escape(cell_text(value))}</td>"


def action_colour(action: str, raises: int) -> tuple[str, str]:
    """The colour of an action and of the text on it; ``raises`` is its number among bets and raises."""
    return ACTION_COLOURS[{"f": 0, "c": 1}.get(action[:1], 2 + raises % (len(ACTION_COLOURS) - 2))]


def action_colours(actions: Sequence[str]) -> list[tuple[str, str]]:
    """The colours of a decision's actions, the smallest raise first."""
    bets = [action for action in actions if action[:1] not in "fc"]
    return [action_colour(action, bets.index(action) if action in bets else 0) for action in actions]


def scale_colour(scale: Sequence[tuple[str, str]], place: float) -> tuple[str, str]:
    """The colour of a scale at a place from 0 to 1."""
    return scale[round(min(max(place, 0.0), 1.0) * (len(scale) - 1))]


def legend_html(entries: Sequence[tuple[str, tuple[str, str]]]) -> str:
    """Words on their colours."""
    words = [
        f"<span style='background:{colour};color:{ink};padding:1px 6px;margin-right:4px'>{html.escape(word)}</span>"
        for word, (colour, ink) in entries
    ]
    return f"<p>{''.join(words)}</p>"


def grid_html(names: NDArray[np.str_], cell: Callable[[int, int], tuple[str, str, str]]) -> str:
    """A grid of starting hands: background, colour of the text and a remark for each cell."""
    rows = []
    for row in range(len(names)):
        cells = []
        for column in range(len(names)):
            background, ink, remark = cell(row, column)
            style = f"background:{background};color:{ink};padding:2px;text-align:center;font-size:10px;min-width:28px"
            cells.append(f"<td title='{html.escape(remark)}' style='{style}'>{names[row, column]}</td>")
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table style='border-spacing:1px;border-collapse:separate'>{''.join(rows)}</table>"


def shares_background(shares: Sequence[float], colours: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """A cell that is divided as actions are taken, and the colour of the text on its largest part."""
    stops, end = [], 0.0
    for share, (colour, _) in zip(shares, colours):
        begin, end = end, end + 100.0 * share
        if end > begin:
            stops.append(f"{colour} {begin:.1f}% {end:.1f}%")
    return f"linear-gradient(90deg,{','.join(stops)})", colours[int(np.argmax(shares))][1]
