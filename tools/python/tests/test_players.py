"""Players: what they do on a board, what they win, what a best response wins from them."""

import os
from pathlib import Path

import numpy as np
import pytest

import equipoise as eq


def test_probabilities_are_those_of_all_holdings() -> None:
    probabilities = eq.open_player("uniform").probabilities("Qs7h2c", "crc/r")
    on_board = {"Qs", "7h", "2c"}
    for name, row in zip(eq.HOLDINGS, probabilities):
        blocked = bool({name[:2], name[2:]} & on_board)
        assert row == pytest.approx([0, 0, 0] if blocked else [1 / 3] * 3)


def test_what_is_not_legal_is_a_call() -> None:
    for name, betting, expected in [
        ("always-raise", "rrr", [0, 1, 0]),
        ("always-fold", "crc/", [0, 1, 0]),
        ("call-raise", "rrr", [0, 1, 0]),
        ("uniform", "rrr", [0.5, 0.5, 0]),
    ]:
        board = "Qs7h2c" if "/" in betting else ""
        assert eq.open_player(name).probabilities(board, betting)[-1] == pytest.approx(expected), (name, betting)
        always = eq.policy(lambda board, betting, name=name: {"always-raise": [0, 0, 1], "always-fold": [1, 0, 0],
            "call-raise": [0, 0.5, 0.5], "uniform": [0.5, 0.5, 0]}[name])
        assert always.probabilities(board, betting)[-1] == pytest.approx(expected)


def test_reach_is_the_product_of_ones_own_actions() -> None:
    player = eq.policy(lambda board, betting: np.linspace([0.2, 0.8, 0.0], [0.1, 0.2, 0.7], 1326))
    reach = player.reach("Qs7h2c", "rrc/rr")
    # The big blind raises before the flop, bets, and now faces a raise.
    expected = np.linspace(0.0, 0.7, 1326) ** 2
    blocked = np.isin(eq.HOLDING_CARDS, eq.cards("Qs7h2c")).any(axis=1)
    assert reach == pytest.approx(np.where(blocked, 0.0, expected))


def test_a_player_who_always_folds_loses_the_blinds() -> None:
    result = eq.match("always-fold", "always-raise", "hands", hands=100)
    assert (result["mbb_per_game"], result["ci95"]) == (-750.0, 0.0)
    boards = eq.match("always-fold", "always-call", boards=3)
    assert boards["mbb_per_game"] == pytest.approx(-250.0) and boards["method"] == "boards"


def test_a_league_is_its_matches() -> None:
    players = ["always-call", "always-raise", "uniform"]
    league = eq.league(players, boards=4)
    one = eq.match("always-call", "uniform", boards=4)
    assert league["mbb_per_game"][0][2] == one["mbb_per_game"] == -league["mbb_per_game"][2][0]
    assert league["ci95"][0][2] == one["ci95"]
    assert league["players"] == players


def test_the_response_to_who_always_folds_takes_the_blinds() -> None:
    found = eq.exploit("always-fold", 2, losses=True)
    assert found["mbb_per_game"] == pytest.approx(750.0) and found["standard_error"] == pytest.approx(0.0, abs=1e-9)
    assert found["by_seat"] == pytest.approx({"button": 1000.0, "big_blind": 500.0})
    assert found["flops"] == 2 and found["by_starting_hand"]["button"].shape == (169,)


def test_a_closed_player_says_so() -> None:
    with eq.open_player("uniform") as player:
        player.probabilities()
    assert player.closed
    for call in (player.probabilities, lambda: eq.exploit(player, 2), lambda: eq.match(player, "uniform", boards=2)):
        with pytest.raises(eq.InputError, match="player 'uniform' is closed; open it again"):
            call()


def test_closing_does_not_disturb_a_call() -> None:
    expected = eq.match("uniform", "call-raise", boards=4)
    player = eq.open_player("uniform")
    found = eq.match(player, "call-raise", boards=4, progress=lambda *_: player.close())
    assert player.closed and found == expected


def test_the_number_of_threads_changes_nothing() -> None:
    found = []
    try:
        for threads in (1, 3):
            eq.set_threads(threads)
            found.append(eq.match("uniform", "call-raise", boards=7))
    finally:
        eq.set_threads(os.cpu_count() or 1)
    assert found[0] == found[1]


class Stopped(Exception):
    """Raised by a callback in place of Ctrl-C."""


def test_finished_flops_are_kept(tmp_path: Path) -> None:
    def stopping(*_: object) -> None:
        if list(tmp_path.glob("*/*.response")):
            raise Stopped

    expected = eq.exploit("always-call", 2, seed=2)
    with pytest.raises(Stopped):
        eq.exploit("always-call", 2, seed=2, keep=tmp_path, progress=stopping)
    kept = list(tmp_path.glob("*/*.response"))
    assert kept and all(file.stat().st_size for file in kept)
    found = eq.exploit("always-call", 2, seed=2, keep=tmp_path)
    assert (found["mbb_per_game"], found["bounds"]) == (expected["mbb_per_game"], expected["bounds"])
    assert (found["by_starting_hand"]["button"] == expected["by_starting_hand"]["button"]).all()


def test_functions_are_kept_by_their_names(tmp_path: Path) -> None:
    def stopping(*_: object) -> None:
        raise Stopped

    def calls(board: str, betting: str) -> list[float]:
        return [0.0, 1.0, 0.0]

    for name in ("one", "two", "one"):
        with pytest.raises(Stopped):
            eq.exploit(eq.policy(calls, name), 2, seed=2, keep=tmp_path, progress=stopping)
    assert len(list(tmp_path.iterdir())) == 2


def test_a_training_is_taken_wherever_a_player_is(tmp_path: Path, small_buckets: list[eq.Buckets]) -> None:
    trained = eq.train(tmp_path / "run", small_buckets, variant="mine", iterations=3)
    strategy = tmp_path / "run" / "strategies" / "mine.strategy"
    before = strategy.stat().st_mtime_ns
    player = eq.open_player(strategy)
    assert eq.open_player(trained).name == "mine"
    assert eq.match(trained, "uniform", boards=3) == eq.match(player, "uniform", boards=3)
    assert eq.exploit(trained, 2)["mbb_per_game"] == eq.exploit(player, 2)["mbb_per_game"]
    assert eq.league([trained, player, "uniform"], boards=2).players == ["mine", "mine-2", "uniform"]
    assert eq.survey(trained, "cc/").strategy == "mine" and eq.bundle(trained, tmp_path / "mine.bundle").name == "mine"
    # The file that the training ended with, not another one.
    assert strategy.stat().st_mtime_ns == before
    # Buckets that lie elsewhere are found where the training looks for them.
    for link in (tmp_path / "run" / "buckets").iterdir():
        link.unlink()
    elsewhere = eq.Training(tmp_path / "run", "mine", Path(small_buckets[0].file).parent)
    assert eq.exploit(elsewhere, 2)["flops"] == 2
