"""One decision of a strategy on every flop."""

from __future__ import annotations

from typing import Any, Literal

from . import _native
from ._arguments import count_of, text_of
from ._native import InputError, Stop
from ._html import table_html
from .files import FileLike, as_optional_path
from .players import PlayerLike, as_player
from .progress import ProgressLike, watching
from .results import Result, Row

#: How many boards follow a flop of the full deck.
_MOST_BOARDS = 2352


class Survey(Result):
    """What a strategy does at one decision on all flops, and what it is worth; its table has a row for each flop."""

    strategy: str
    #: The betting that leads to the decision, and who acts there.
    betting: str
    street: str
    seat: str
    #: Chips in the pot, and what each seat has put in.
    pot: float
    paid: dict[str, float]
    big_blind: float
    #: The actions, each with ``action`` as bettings write it and ``name``.
    actions: list[dict[str, str]]
    #: The boards below each flop that values are taken over.
    boards: int | Literal["all"]
    #: The means over all flops: ``actions`` (how often each is taken) and ``values`` by seat.
    all: dict[str, Any]
    #: The same by texture: ``high_card``, ``pairs``, ``suits`` and ``connection``.
    by_texture: dict[str, list[dict[str, Any]]]
    #: The same for each flop, with its ``board``, ``weight``, texture, and how likely it is ``reached``.
    flops: list[dict[str, Any]]

    def _line(self) -> str:
        shares = self.all["actions"] or {}
        names = {it["action"]: it["name"] for it in self.actions}
        shown = ", ".join(f"{names[action]} {100 * share:.1f} %" for action, share in shares.items())
        return f"{self.strategy} after {self.betting} on {len(self.flops):,} flops: {shown or 'never there'}"

    def _rows(self) -> list[Row]:
        textures = ("high_card", "pairs", "suits", "connection")
        return [
            {key: flop[key] for key in ("board", "weight", "reached", *textures)}
            | {name["action"]: flop["actions"] and flop["actions"][name["action"]] for name in self.actions}
            | {key: flop["values"] and flop["values"][self.seat][key] for key in ("equity", "pot_share", "big_blinds")}
            for flop in self.flops
        ]

    def _html(self) -> str:
        groups = [("all", self.all)] + [(kind, it) for kind, of_kind in self.by_texture.items() for it in of_kind]
        rows = [
            {"flops": kind if it is self.all else f"{kind.replace('_', ' ')}: {it['name']}", "number": it["flops"]}
            | {name["name"]: it["actions"] and it["actions"][name["action"]] for name in self.actions}
            for kind, it in groups
        ]
        return table_html(rows)


def survey(
    player: PlayerLike,
    betting: str | None = None,
    *,
    boards: int | Literal["all"] = "all",
    keep: FileLike | None = None,
    progress: ProgressLike = None,
    stop: Stop | None = None,
) -> Survey:
    """What a strategy does at one decision on every flop: frequencies, equities and what both whole ranges win.

    ``betting`` leads to a decision on the flop, such as ``"rc/"``; left out, it is the commonest way there. Values are
    exact, or taken over so many ``boards`` below each flop, with standard errors. In a folder ``keep`` finished flops
    are kept, and a survey that was stopped goes on there; it takes half an hour of one core in the full deck.

    >>> found = survey(eq.open_player("call-raise", deck=20), "cc/")
    >>> found.seat, len(found.flops), found.all["actions"]
    ('big_blind', 95, {'c': 0.5, 'r': 0.5})
    """
    chosen = as_player(player)
    if isinstance(boards, str) and boards != "all":
        raise InputError(f"boards: expected all or a number, found '{boards}'")
    below = boards if isinstance(boards, str) else str(count_of("boards", boards, 2, _MOST_BOARDS))
    way = None if betting is None else text_of("betting", betting)
    with watching(progress, stop) as watched:
        found = _native.survey(chosen._native, way, below, as_optional_path("keep", keep), watched)
    return Survey(found)
