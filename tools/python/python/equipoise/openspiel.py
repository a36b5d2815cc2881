"""Strategies of small games as policies of OpenSpiel; the package ``open_spiel`` is imported when this is called."""

from __future__ import annotations

from typing import Any, Literal

from ._native import InputError
from .games import SmallStrategy

#: Our cards in the order of OpenSpiel's three ranks.
_RANKS = "QKA"
_NAMES = {"kuhn": "kuhn_poker", "leduc": "leduc_poker"}


def openspiel_policy(game: Literal["kuhn", "leduc"], strategy: SmallStrategy) -> Any:
    """The strategy that :func:`equipoise.solve` found as a ``TabularPolicy`` of OpenSpiel's game of that name.

    Every information state that the game can reach gets its probabilities, from both suits where OpenSpiel tells them
    apart.
    """
    if game not in _NAMES:
        raise InputError(f"'{game}': no game of OpenSpiel's is made from it; choose kuhn or leduc")
    import pyspiel
    from open_spiel.python import policy as openspiel

    table = openspiel.TabularPolicy(pyspiel.load_game(_NAMES[game]))
    _fill(game, strategy, table, table.game.new_initial_state(), [], "")
    return table


def _fill(game: str, strategy: SmallStrategy, table: Any, state: Any, cards: list[int], betting: str) -> None:
    """Goes down OpenSpiel's tree with our cards and betting beside it."""
    if state.is_terminal():
        return
    if state.is_chance_node():
        for card, _ in state.chance_outcomes():
            deeper = betting if len(cards) < 2 else betting + "/"
            _fill(game, strategy, table, state.child(card), [*cards, card], deeper)
        return
    player = state.current_player()
    names = [_card(game, card) for card in cards]
    row = strategy.get((names[player], "".join(names[2:]), betting))
    if row is None:
        raise InputError(f"strategy: nothing for {names[player]} on '{''.join(names[2:])}' after '{betting}'")
    letters = _letters(game, betting)
    probabilities = table.policy_for_key(state.information_state_string(player))
    for action in state.legal_actions():
        probabilities[action] = row[letters[action]]
        _fill(game, strategy, table, state.child(action), cards, betting + letters[action])


def _card(game: str, card: int) -> str:
    """Our name of a card: Leduc's numbers go rank by rank."""
    return f"{_RANKS[card]}s" if game == "kuhn" else f"{_RANKS[card // 2]}{'hs'[card % 2]}"


def _letters(game: str, betting: str) -> dict[int, str]:
    """Our letters of OpenSpiel's actions."""
    if game == "leduc":
        return {0: "f", 1: "c", 2: "r"}
    return {0: "f", 1: "c"} if betting.endswith("r") else {0: "c", 1: "r"}
