"""The axes that pictures are drawn on, and their colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from .._html import DIVERGING, ORDERED
from ..results import needed

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap

#: Colours of lines, apart for colour-blind readers, too (Okabe and Ito 2008).
LINES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#7449bd")


def matplotlib(module: str) -> Any:
    """A module of matplotlib, or one line that says how to get it."""
    return needed(f"matplotlib.{module}", "equipoise.plot", "'equipoise[plot]'")


def axes(ax: Axes | None, size: tuple[float, float]) -> Axes:
    """The axes that were given, or new ones of a size in inches."""
    pyplot = matplotlib("pyplot")
    if ax is not None:
        return ax
    made: Axes = pyplot.subplots(figsize=size, layout="constrained")[1]
    return made


def scale(is_around_zero: bool) -> Colormap:
    """The scale from dark to light, or that from orange below zero to blue above."""
    stops = [colour for colour, _ in (DIVERGING if is_around_zero else ORDERED)]
    made: Colormap = matplotlib("colors").LinearSegmentedColormap.from_list("equipoise", stops)
    return made


def ink_on(colour: NDArray[Any]) -> str:
    """Black or white, whichever can be read on a colour."""
    red, green, blue = ((part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4) for part in colour[:3])
    return "black" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else "white"
