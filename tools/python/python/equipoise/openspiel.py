"""Strategies of small games as policies of OpenSpiel, and back; ``open_spiel`` is imported when they are called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from ._arguments import text_of
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
    if text_of("game", game) not in _NAMES:
        raise InputError(f"'{game}': no game of OpenSpiel's is made from it; choose kuhn or leduc")
    import pyspiel
    from open_spiel.python import policy as openspiel

    table = openspiel.TabularPolicy(pyspiel.load_game(_NAMES[game]))

    def fill(state: Any, key: tuple[str, str, str], letters: dict[int, str]) -> None:
        row = strategy.get(key)
        if row is None:
            raise InputError(f"strategy: nothing for {key[0]} on '{key[1]}' after '{key[2]}'")
        probabilities = table.policy_for_key(state.information_state_string(state.current_player()))
        for action in state.legal_actions():
            probabilities[action] = row[letters[action]]

    _walk(game, table.game.new_initial_state(), [], "", fill)
    return table


def strategy_of_openspiel(game: Literal["kuhn", "leduc"], policy: Any) -> SmallStrategy:
    """A policy of OpenSpiel's game of that name in our form, for :func:`equipoise.measure_policy` or, by
    :func:`equipoise.policy_text`, for ``equipoise solve --policy``.

    Its ``action_probabilities`` are asked at every decision; cards are named as :func:`openspiel_policy` names them.
    """
    if game not in _NAMES:
        raise InputError(f"'{game}': no game of OpenSpiel's is read as it; choose kuhn or leduc")
    import pyspiel

    strategy: SmallStrategy = {}

    def ask(state: Any, key: tuple[str, str, str], letters: dict[int, str]) -> None:
        found = policy.action_probabilities(state)
        strategy[key] = {letters[action]: float(found.get(action, 0.0)) for action in state.legal_actions()}

    _walk(game, pyspiel.load_game(_NAMES[game]).new_initial_state(), [], "", ask)
    return strategy


def _walk(
    game: str,
    state: Any,
    cards: list[int],
    betting: str,
    visit: Callable[[Any, tuple[str, str, str], dict[int, str]], None],
) -> None:
    """Goes down OpenSpiel's tree with our cards and betting beside it, and visits every decision."""
    if state.is_terminal():
        return
    if state.is_chance_node():
        for card, _ in state.chance_outcomes():
            deeper = betting if len(cards) < 2 else betting + "/"
            _walk(game, state.child(card), [*cards, card], deeper, visit)
        return
    names = [_card(game, card) for card in cards]
    letters = _letters(game, betting)
    visit(state, (names[state.current_player()], "".join(names[2:]), betting), letters)
    for action in state.legal_actions():
        _walk(game, state.child(action), cards, betting + letters[action], visit)


def _card(game: str, card: int) -> str:
    """Our name of a card: Leduc's numbers go rank by rank."""
    return f"{_RANKS[card]}s" if game == "kuhn" else f"{_RANKS[card // 2]}{'hs'[card % 2]}"


def _letters(game: str, betting: str) -> dict[int, str]:
    """Our letters of OpenSpiel's actions."""
    if game == "leduc":
        return {0: "f", 1: "c", 2: "r"}
    return {0: "f", 1: "c"} if betting.endswith("r") else {0: "c", 1: "r"}
