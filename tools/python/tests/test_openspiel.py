"""Strategies as OpenSpiel policies, held to OpenSpiel's own measures."""

from typing import Literal

import pytest

import equipoise as eq
from equipoise.openspiel import openspiel_policy, strategy_of_openspiel

pytest.importorskip("pyspiel")


@pytest.mark.parametrize(("game", "iterations"), [("kuhn", 0), ("kuhn", 7), ("kuhn", 500), ("leduc", 0), ("leduc", 60)])
def test_openspiel_finds_the_same_exploitability(game: Literal["kuhn", "leduc"], iterations: int) -> None:
    from open_spiel.python.algorithms import exploitability, expected_game_score

    solution = eq.solve(game, "cfr+", iterations, strategy=True)
    table = openspiel_policy(game, solution["strategy"])
    assert exploitability.nash_conv(table.game, table) == pytest.approx(solution["nash_conv"], abs=1e-9)
    score = expected_game_score.policy_value(table.game.new_initial_state(), [table, table])
    assert score[0] == pytest.approx(solution["value"], abs=1e-9)


def test_a_strategy_of_another_game_is_refused() -> None:
    kuhn = eq.solve("kuhn", iterations=1, strategy=True)["strategy"]
    with pytest.raises(eq.InputError, match="nothing for"):
        openspiel_policy("leduc", kuhn)
    with pytest.raises(eq.InputError, match="choose kuhn or leduc"):
        openspiel_policy("chess", kuhn)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", ["kuhn", "leduc"])
def test_openspiels_policies_are_measured_as_openspiel_measures_them(game: Literal["kuhn", "leduc"]) -> None:
    import pyspiel
    from open_spiel.python import policy as openspiel
    from open_spiel.python.algorithms import exploitability

    theirs = openspiel.TabularPolicy(pyspiel.load_game(f"{game}_poker"))
    measured = eq.measure_policy(game, strategy_of_openspiel(game, theirs))
    assert measured["nash_conv"] == pytest.approx(exploitability.nash_conv(theirs.game, theirs), abs=1e-9)
    # One that plays suits and hands apart.
    for number, row in enumerate(theirs.action_probability_array):
        legal = theirs.legal_actions_mask[number] > 0
        row[legal] = [1 + (number * 7 + place) % 5 for place in range(legal.sum())]
        row /= row.sum()
    measured = eq.measure_policy(game, strategy_of_openspiel(game, theirs))
    assert measured["nash_conv"] == pytest.approx(exploitability.nash_conv(theirs.game, theirs), abs=1e-9)
