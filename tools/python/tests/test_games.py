"""Small games solved."""

import json
from pathlib import Path

import pytest

import equipoise as eq


def test_kuhn_is_worth_minus_an_eighteenth() -> None:
    kuhn = eq.solve("kuhn", "cfr+", 5000)
    assert kuhn["value"] == pytest.approx(-1 / 18, abs=1e-5) and kuhn["exploitability"] < 1e-4
    assert kuhn["nash_conv"] == pytest.approx(2 * kuhn["exploitability"])


def test_leduc_comes_down_a_curve() -> None:
    reported: list[object] = []
    leduc = eq.solve("leduc", "dcfr", 500, curve=True, progress=lambda *update: reported.append(update))
    assert leduc["value"] == pytest.approx(-0.0856, abs=2e-3)
    first, *_, last = leduc["curve"]
    assert first["exploitability"] > 10 * last["exploitability"] and last["iterations"] == 500
    assert last["exploitability"] == leduc["exploitability"] and reported


def test_solving_ends_at_its_goal() -> None:
    leduc = eq.solve("leduc", "cfr+", 100_000, until=0.05)
    assert leduc["exploitability"] <= 0.05 and leduc["iterations"] < 1000


@pytest.mark.parametrize(("game", "nash_conv"), [("kuhn", 11 / 12), ("leduc", 4.747222222222)])
def test_a_policy_is_measured_from_a_dictionary_a_text_and_a_file(game: str, nash_conv: float, tmp_path: Path) -> None:
    uniform = eq.solve(game, iterations=0, strategy=True)
    own = eq.measure_policy(game, uniform["strategy"])
    assert own["nash_conv"] == pytest.approx(nash_conv, abs=1e-9)
    assert own["information_sets"] == len(uniform["strategy"])
    assert own["value"] == pytest.approx(uniform["value"], abs=1e-12)
    file = tmp_path / "uniform.json"
    file.write_text(eq.policy_text(uniform["strategy"]))
    assert eq.measure_policy(game, file) == own
    by_name = {name: list(row.values()) for name, row in json.loads(file.read_text()).items()}
    assert eq.measure_policy(game, by_name) == own


def test_a_solution_has_its_own_exploitability() -> None:
    solved = eq.solve("leduc", "cfr+", 40, strategy=True)
    measured = eq.measure_policy("leduc", solved["strategy"])
    assert measured["exploitability"] == pytest.approx(solved["exploitability"], abs=1e-12)


def test_what_is_not_a_policy_is_refused() -> None:
    uniform = eq.solve("kuhn", iterations=0, strategy=True)["strategy"]
    with pytest.raises(eq.InputError, match="1 information set that it can reach is missing, first As:"):
        eq.measure_policy("kuhn", {key: row for key, row in uniform.items() if key != ("As", "", "")})
    for row, said in [
        ({"c": 0.5, "r": 0.4}, "the sum 0.9"),
        ({"c": 1.5, "r": -0.5}, "found -0.5"),
        ({"c": float("nan"), "r": 0.5}, "not finite"),
        ({"f": 0.5, "c": 0.5}, "found f, c"),
        ({"c": 1.0}, "each of c, r, found c"),
    ]:
        with pytest.raises(eq.InputError, match=said):
            eq.measure_policy("kuhn", {**uniform, ("As", "", ""): row})
    with pytest.raises(eq.InputError, match="given twice"):
        eq.measure_policy("kuhn", {"As:cr": [0.5, 0.5], "as:cr": [0.5, 0.5]})
    with pytest.raises(eq.InputError, match="each of f, c, r, found f, c"):
        eq.measure_policy("leduc", uniform)


def test_what_a_game_text_has_too_much_of_is_a_warning() -> None:
    text = "GAMEDEF\nlimit\nnumPlayers = 2\nnumRounds = 1\nblind = 1 1\nraiseSize = 1 7\nfirstPlayer = 1\n"
    text += "maxRaises = 1\nnumSuits = 1\nnumRanks = 3\nnumHoleCards = 1\nnumBoardCards = 0\nEND GAMEDEF\n"
    with pytest.warns(UserWarning, match="line 6: .*left aside: 7"):
        solved = eq.solve(text, iterations=200)
    assert abs(solved["value"] + 1 / 18) < 0.01
