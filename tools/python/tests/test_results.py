"""Results read well: one line, a table for notebooks and a data frame, and still a dictionary."""

import copy
import json
import pickle
import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import equipoise as eq
from conftest import DECK
from equipoise.results import Shown, with_error
from test_spots import NUTS

SMALL = eq.open_player("call-raise", deck=DECK)


def results() -> dict[str, Any]:
    """One of each kind."""
    other = eq.open_player("uniform", deck=DECK)
    return {
        "match": eq.match(SMALL, other, boards=4),
        "league": eq.league([SMALL, other, "always-call"], boards=4),
        "exploit": eq.exploit(SMALL, 2, losses=True, beside=other),
        "solve": eq.solve("kuhn", "cfr+", 100, strategy=True),
        "measure_policy": eq.measure_policy("kuhn", eq.solve("kuhn", iterations=3, strategy=True)["strategy"]),
        "push_fold": eq.push_fold(10),
        "spot": SMALL.spot("QsTcTd", "crc/"),
        "values": SMALL.values("QsTcTdKhAh", "cc/cc/cc/"),
        "solved": eq.solve_spot(NUTS, iterations=30),
        "decision": eq.solve_spot(NUTS, iterations=30).decision(),
        "survey": eq.survey(SMALL, "cc/"),
        "equity": eq.equity("AK", "QQ", "Qs7h2c3d4d"),
    }


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    return results()


@pytest.mark.parametrize("name", [
    "match", "league", "exploit", "solve", "measure_policy", "push_fold", "spot", "values", "solved", "decision",
    "survey", "equity",
])
def test_a_result_is_one_line_in_a_console_and_a_table_in_a_notebook(found: dict[str, Any], name: str) -> None:
    result = found[name]
    assert isinstance(result, Shown)
    line = repr(result)
    assert "\n" not in line and re.fullmatch(rf"<{type(result).__name__}: .+>", line) and len(line) < 200, line
    assert re.search("[0-9]", line) and "{" not in line and "array" not in line
    html = result._repr_html_()
    assert html.count("<table") == html.count("</table>") >= 1 and "<script" not in html and len(html) < 120_000
    frame = pytest.importorskip("pandas") and result.to_frame()
    assert len(frame) >= 1 and frame.notna().any().any()


def test_results_stay_dictionaries_whose_keys_are_attributes(found: dict[str, Any]) -> None:
    match: eq.MatchResult = found["match"]
    is_dictionary = isinstance(match, dict)
    assert is_dictionary and match["mbb_per_game"] == match.mbb_per_game
    assert json.loads(json.dumps(match)) == match == dict(match)
    assert {**match} == match and set(match) <= set(dir(match))
    for again in (copy.deepcopy(match), pickle.loads(pickle.dumps(match))):
        assert again == match and type(again) is eq.MatchResult and repr(again) == repr(match)
    with pytest.raises(AttributeError, match="'MatchResult' has no 'won'; there is .*mbb_per_game, "):
        match.won  # type: ignore[attr-defined]
    with pytest.raises(KeyError):
        match["won"]


def test_every_key_that_a_class_names_is_there(found: dict[str, Any]) -> None:
    for result in found.values():
        if isinstance(result, dict):
            named = {name for name in type(result).__annotations__ if not name.startswith("_")}
            optional = {"games"} if isinstance(result, eq.MatchResult) else set()
            if isinstance(result, eq.Exploitability):
                # There with beside_exact; test_small_deck.py has them.
                optional = {"reference", "reference_mbb_per_game", "paired_difference", "paired_ci95"}
            assert named - optional <= set(result), type(result)


def test_tables_say_what_the_keys_say(found: dict[str, Any]) -> None:
    pytest.importorskip("pandas")
    league = found["league"]
    frame = league.to_frame()
    assert list(frame.index) == league.players and list(frame.columns) == [*league.players, "mean", "ci95"]
    assert frame.loc["call-raise", "uniform"] == league.mbb_per_game[0][1]
    losses = found["exploit"].to_frame().set_index("hand")
    assert len(losses) == 25 and found["exploit"].deck == DECK
    assert losses.loc["AA", "loss as button"] == found["exploit"]["losses"]["button"][168]
    assert losses.loc["AA", "response as big_blind"] == found["exploit"]["by_starting_hand"]["big_blind"][168]
    chart = found["push_fold"].to_frame().set_index("hand")
    assert tuple(chart.loc["Q8o", ["jam", "call"]]) == found["push_fold"]["hands"]["Q8o"]
    kuhn = found["solve"].to_frame().set_index(["hole", "board", "betting"])
    assert len(kuhn) == 12 and kuhn.loc[("As", "", ""), "r"] == found["solve"]["strategy"]["As", "", ""]["r"]
    with pytest.raises(eq.InputError, match="give solve strategy=True"):
        eq.solve("kuhn", iterations=1).to_frame()


@pytest.mark.parametrize(
    ("value", "error", "said"),
    [(2.34, 0.55, "+2.3 ± 0.6"), (-0.01, None, "+0.0"), (-12.0, 0.0, "-12.0 ± 0.0"), (None, 1.0, "–")],
)
def test_amounts_have_their_sign_and_nothing_has_none_of_its_own(
    value: float | None, error: float | None, said: str
) -> None:
    assert with_error(value, error) == said


def test_a_name_that_looks_like_a_tag_is_shown_as_it_is() -> None:
    policy = eq.policy(lambda board, betting: [0.0, 1.0, 0.0], "<b>mine</b>", deck=DECK)
    for result in (eq.league([policy, "uniform"], boards=2), policy.spot()):
        html = result._repr_html_()
        assert "<b>mine" not in html and "&lt;b&gt;mine" in html


def test_a_spot_of_a_strategy_says_what_its_arrays_say() -> None:
    board, betting = "QsTcTd", "crc/"
    spot = SMALL.spot(f" {board[:2]},{board[2:]} ", betting)
    assert (spot.board, spot.betting, spot.seat, spot.deck) == (board, betting, "big_blind", DECK)
    assert spot.actions == ["c", "r"]
    places = [eq.HOLDINGS.index(name) for name in spot.holdings]
    everything, reach = SMALL.probabilities(board, betting), SMALL.reach(board, betting)
    np.testing.assert_array_equal(spot.probabilities, everything[places][:, 1:])
    np.testing.assert_array_equal(spot.weights, reach[places])
    assert everything.sum() == pytest.approx(spot.probabilities.sum()) and len(places) == 17 * 16 // 2
    assert spot.frequencies == pytest.approx([0.5, 0.5])
    deep = eq.open_player("uniform", game="holdem-nolimit", stack=20).spot("", "r200")
    assert deep.actions == ["f", "c", "r400", "r600", "r2000"] and "raise 400 20.0 %" in repr(deep)


def test_boards_are_read_as_they_are_printed() -> None:
    for board, written in [("10♥ J♠ Q♦ 10♣", "ThJsQdTc"), ("10hjsqd,10c", "ThJsQdTc"), ("ThJsQdTc", "ThJsQdTc")]:
        spot = SMALL.spot(board, "cc/cc/c")
        assert spot.board == written and eq.equity("AA", "KK", board, deck=DECK).board == written
        np.testing.assert_array_equal(SMALL.reach(board, "cc/cc/c"), SMALL.reach("ThJsQdTc", "cc/cc/c"))
        np.testing.assert_array_equal(SMALL.values(board, "cc/cc/c").mbb, SMALL.values("ThJsQdTc", "cc/cc/c").mbb)


def test_a_spots_mean_counts_hands_by_how_likely_they_come() -> None:
    def pairs_raise(board: str, betting: str) -> Any:
        is_pair = np.array([name[0] == name[2] for name in eq.HOLDINGS])
        return np.where(is_pair[:, None], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0])

    first = eq.policy(pairs_raise, "pairs", deck=DECK)
    assert first.spot().frequencies == pytest.approx([0.0, 1 - 30 / 190, 30 / 190])
    after = first.spot("", "rr")
    assert after.weights.sum() == 30 and after.frequencies == pytest.approx([0.0, 0.0, 1.0])
    html = after._repr_html_()
    assert "AKs: never here" in html and "AA: fold 0 %, call 0 %, raise 100 %" in html


def test_values_are_those_of_the_actions(small_buckets: list[eq.Buckets]) -> None:
    # On the river against somebody who calls everything, a check wins the pot with a better hand, and a bet more.
    calls = eq.open_player("always-call", deck=DECK)
    values = calls.values("QsTcTdKhAh", "cc/cc/cc/")
    best, blocked = eq.HOLDINGS.index("TsTh"), eq.HOLDINGS.index("TsTc")
    assert values.is_exact and values.boards == values.of == 1 and (values.standard_errors[best] == 0.0).all()
    # A big blind each in the pot; a bet of the river is two.
    assert values.mbb[best] == pytest.approx([1_000.0, 3_000.0]) and np.isnan(values.mbb[blocked]).all()
    assert values.here[best] == pytest.approx(1_000.0) and values.mean == pytest.approx(0.0, abs=1e-9)
    drawn = calls.values("QsTcTd", "cc/", boards=8)
    assert not drawn.is_exact and drawn.boards == 8
    everything = calls.values("QsTcTd", "cc/", boards=10_000)
    assert everything.is_exact and everything.boards == everything.of == 17 * 16
    assert calls.values(boards=4).of is None
    assert "over all boards" in repr(everything)
    with pytest.raises(eq.InputError, match="a function has no values"):
        eq.policy(lambda board, betting: [0, 1, 0], deck=DECK).values()
    with pytest.raises(eq.InputError, match="boards: expected a whole number from 2"):
        calls.values(boards=1)


def test_without_pandas_one_line_says_what_to_install() -> None:
    script = (
        "import sys; sys.modules['pandas'] = None\n"
        "import equipoise as eq\n"
        "try:\n    eq.push_fold(10).to_frame()\nexcept ImportError as error:\n    print(error)"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "to_frame needs pandas, which is not installed: pip install pandas"


def test_players_of_one_name_are_told_apart_in_a_league() -> None:
    league = eq.league([SMALL, eq.open_player("call-raise", deck=DECK), "uniform"], boards=2)
    assert list(league.players) == list(league.to_frame().columns)[:3] == ["call-raise", "call-raise-2", "uniform"]


def test_a_key_that_is_not_there_is_answered_with_those_that_are(found: dict[str, Any]) -> None:
    seats, strategy = found["exploit"]["by_seat"], found["solve"]["strategy"]
    for result, key, said in [
        (found["match"], "won", "no 'won' here; there is ci95, mbb_per_game, method, observations"),
        (seats, "sb", "no 'sb' here; there is big_blind, button"),
        (strategy, "As", "no 'As' here; there is ('Qs', '', ''), "),
        (strategy["As", "", ""], "fold", "no 'fold' here; there is c, r"),
        (eq.solve("leduc", iterations=1, strategy=True)["strategy"], ("2c", "", ""), " more"),
        (eq.solve("kuhn", iterations=1)["strategy"], ("As", "", ""), "has no strategy; give solve strategy=True"),
        (found["league"].differences[0], "won", "no 'won' here; there is "),
    ]:
        with pytest.raises(KeyError) as raised:
            result[key]
        assert said in str(raised.value) and "\n" not in str(raised.value), raised.value
    assert seats.get("sb") is None and pickle.loads(pickle.dumps(seats)) == seats


def test_exploitability_shows_what_it_was_compared_with(found: dict[str, Any]) -> None:
    measured = found["exploit"]
    other = measured.beside
    line, html = repr(measured), measured._repr_html_()
    assert f"± {measured.ci95:.1f} (95 %) mbb/g on 2 flops" in line and "standard error" not in line
    assert measured.ci95 > measured.standard_error > 0.0
    assert f"{with_error(other['more'], other['ci95'])} (95 %) more than uniform" in line
    for seat in ("button", "big_blind"):
        loss = measured.by_seat[seat] - measured.own_play[seat]
        assert f"{loss:.1f} as {seat}" in line and f"{loss:.4g}"[:4] in html
    assert "uniform" in html and with_error(other["more"], other["ci95"]) in html
    frame = pytest.importorskip("pandas") and measured.to_frame().set_index("hand")
    assert frame.loc["AA", "response as button to uniform"] == other["by_starting_hand"]["button"][168]
    alone = eq.exploit(SMALL, 2)
    assert repr(alone).endswith("mbb/g on 2 flops>") and "uniform" not in alone._repr_html_()
    exact = eq.exploit(SMALL, "all")
    assert exact.ci95 == 0.0 and "±" not in repr(exact)
