"""Logs judged, and styles: what the command says of them."""

import json
import subprocess
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import equipoise as eq
from conftest import DECK


def small(name: str) -> eq.Player:
    return eq.open_player(name, deck=DECK)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("logs") / "match.log"
    eq.play_hands(small("call-raise"), small("uniform"), 60, log=file, seed=1)
    return file


@pytest.fixture(scope="module")
def known(log: Path) -> eq.Judgement:
    return eq.judge([log], small("call-raise"))


def row(found: Any, name: str) -> dict[str, Any]:
    return next(dict(it) for it in found["players"] if it["name"] == name)


def test_a_duplicate_matchs_log_has_the_matchs_own_result_and_a_narrower_one(log: Path, known: eq.Judgement) -> None:
    played = eq.match(small("call-raise"), small("uniform"), "hands", hands=60, seed=1)
    by_cards = eq.judge(log)
    assert (by_cards.correction, by_cards.hands, by_cards.player) == ("cards", 60, None)
    assert (known.correction, known.corrected_hands, known.player) == ("aivat", 60, "call-raise")
    for found in (by_cards, known):
        mine, other = row(found, "call-raise"), row(found, "uniform")
        assert mine["mbb_per_game"] == pytest.approx(played["mbb_per_game"])
        assert mine["corrected_mbb_per_game"] == pytest.approx(-other["corrected_mbb_per_game"])
        assert mine["corrected_ci95"] < mine["ci95"]
        assert "variance less by" in found._repr_html_() and f"corrected: {found.correction}" in repr(found)


def test_intervals_are_over_deals_as_the_matchs_are(tmp_path: Path) -> None:
    # In the full deck no hole cards come twice.
    log = tmp_path / "full.phhs"
    eq.play_hands("call-raise", "uniform", 60, phh=log, seed=1)
    played = eq.match("call-raise", "uniform", "hands", hands=60, seed=1)
    assert row(eq.judge(log), "call-raise")["ci95"] == pytest.approx(played["ci95"])


def test_a_player_is_known_by_the_name_that_is_given(log: Path, known: eq.Judgement, tmp_path: Path) -> None:
    renamed = tmp_path / "renamed.log"
    renamed.write_text(log.read_text().replace("call-raise", "somebody"))
    found = eq.judge(renamed, small("call-raise"), "somebody")
    assert row(found, "somebody") == row(known, "call-raise") | {"name": "somebody"}


def test_what_cannot_be_judged_is_refused(log: Path, tmp_path: Path) -> None:
    twins = tmp_path / "twins.log"
    eq.play_hands("uniform", "uniform", 10, log=twins)
    refused: list[tuple[Callable[[], Any], str]] = [
        (lambda: eq.judge(log, "always-call"), "strategy: nobody in these logs is called 'always-call'; say who plays"),
        (lambda: eq.judge(log, "uniform", "C8"), "player: nobody in these logs is called 'C8'"),
        (lambda: eq.judge(log, player="uniform"), "player: of no strategy"),
        (lambda: eq.judge(log, small("always-fold"), "call-raise"), "match.log: line "),
        (lambda: eq.judge(log, lambda board, betting: [0, 1, 0], "uniform"), "a function cannot judge"),
        (lambda: eq.judge(twins, "uniform"), "two in these logs are called 'uniform'"),
        (lambda: eq.judge([log, log]), "given twice"),
        (lambda: eq.judge(tmp_path / "nowhere.log"), "nowhere.log: cannot open it"),
        (lambda: eq.judge(log, eq.open_player("uniform", game="holdem-nolimit", stack=20)), "plays without a limit"),
        (lambda: eq.judge(log, game="chess"), "chess"),
        (lambda: eq.judge(log, "uniform"), "match.log: line "),
    ]
    for call, said in refused:
        with pytest.raises(eq.InputError, match=said):
            call()
    middle = tmp_path / "middle.log"
    middle.write_text(log.read_text().replace("STATE:7:", "STATE:7;"))
    with pytest.raises(eq.InputError, match="line 12"):
        eq.judge(middle)
    found = eq.judge(middle, skip=True)
    assert found.hands == 59 and [skipped["line"] for skipped in found.skipped] == [12]


@pytest.fixture(scope="module")
def styled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, eq.Styles]:
    log = tmp_path_factory.mktemp("styles") / "match.log"
    eq.play_hands(small("always-call"), small("always-raise"), 100, log=log, seed=3)
    return log, eq.styles(log, 2, features="strength")


def test_styles_say_how_known_players_play(styled: tuple[Path, eq.Styles]) -> None:
    log, found = styled
    assert found.hands == 100 and found.clusters["count"] == 2
    calls, raises = row(found, "always-call"), row(found, "always-raise")
    assert (calls["looseness"], calls["aggression"]) == (1.0, 0.0) and raises["aggression"] > 0.7
    assert calls["cluster"] != raises["cluster"]
    html = found._repr_html_()
    assert "<th>aggression, %</th>" in html and "<th>mbb per game</th>" in html
    assert repr(found) == "<Styles: 2 players in 2 groups over 100 hands>"
    refused: list[tuple[Callable[[], Any], str]] = [
        (lambda: eq.styles(log, 9), "clusters: expected a whole number from 1 to 8"),
        (lambda: eq.styles(log, 3), "no more groups than players"),
        (lambda: eq.styles(log, features="card"), "'card', expected cards or strength"),  # type: ignore[arg-type]
    ]
    for call, said in refused:
        with pytest.raises(eq.InputError, match=said):
            call()


def test_the_command_says_the_same(log: Path, known: eq.Judgement) -> None:
    command = Path(sysconfig.get_path("scripts")) / "equipoise"
    for found, words in [(eq.judge(log), []), (known, ["--strategy", "call-raise", "--deck", str(DECK)])]:
        done = subprocess.run([command, "judge", log, *words, "--json"], check=True, capture_output=True, text=True)
        expected = json.loads(done.stdout)
        for key in ("players", "hands", "corrected_hands", "correction", "pairs", "player", "skipped"):
            assert found[key] == expected[key], key


def test_the_command_says_the_same_of_styles(styled: tuple[Path, eq.Styles]) -> None:
    log, found = styled
    command = Path(sysconfig.get_path("scripts")) / "equipoise"
    words = [command, "styles", log, "--clusters", "2", "--features", "strength", "--json"]
    done = subprocess.run([*map(str, words)], check=True, capture_output=True, text=True)
    expected = json.loads(done.stdout)
    assert dict(found) == {key: expected[key] for key in found}
