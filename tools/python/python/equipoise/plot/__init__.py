"""Pictures of results with matplotlib, which comes with ``pip install 'equipoise[plot]'``.

>>> import equipoise as eq
>>> axes = eq.plot.grid(eq.open_player("call-raise").spot("", "r"))

Each function takes ``ax``, the axes to draw on, or makes new ones, and gives them back. Actions have the colours of the
page and of the report, which colour-blind readers can tell apart: folding grey, calling blue, raising orange, larger
raises yellow, green and pink.
"""

from .charts import curve, equity, hsd, league
from .grids import grid, push_fold

__all__ = ["curve", "equity", "grid", "hsd", "league", "push_fold"]
