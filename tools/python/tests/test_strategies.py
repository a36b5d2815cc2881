"""Strategies from functions of betting: every bucket does what was said, and what is wrong is refused."""

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import equipoise as eq
from conftest import DECK

BOARD = "QsJhTcKdAh"


def rows(betting: str, buckets: int) -> np.ndarray:
    """Something else after every betting, for every bucket."""
    dice = np.random.default_rng(list(betting.encode()))
    return dice.dirichlet([1.0, 1.0, 1.0], buckets)


def count(betting: str) -> int:
    return 8 if "/" in betting else 25


def mine(betting: str) -> np.ndarray:
    return rows(betting, count(betting))


def test_every_holding_does_what_its_bucket_was_said_to_do(tmp_path: Path, small_buckets: list[eq.Buckets]) -> None:
    player = eq.strategy_from_function(tmp_path / "mine.strategy", small_buckets, mine)
    names, in_deck = np.array(eq.HOLDINGS), (eq.HOLDING_CARDS >= 52 - DECK).all(axis=1)
    free = in_deck & ~np.isin(eq.HOLDING_CARDS, eq.cards(BOARD)).any(axis=1)
    for betting in ["", "rrr", "crc/", "crc/r", "rrrc/crc/rr", "cc/cc/cc/c", "rc/rc/rc/rrrr"]:
        street = betting.count("/")
        board = BOARD[: 2 * [0, 3, 4, 5][street]]
        here = free if street else in_deck
        hands = [f"{name} {board}" for name in names[here]]
        bucket = small_buckets[street - 1].bucket(hands) if street else eq.index(hands, deck=DECK)
        expected = rows(betting, count(betting))[bucket]
        for action, letter in enumerate("fcr"):
            if letter not in eq.legal_actions(betting):
                expected[:, 1] += expected[:, action]
                expected[:, action] = 0.0
        assert player.probabilities(board, betting)[here] == pytest.approx(expected, abs=2e-5), betting
    # The file is one like any other.
    assert eq.inspect(tmp_path / "mine.strategy")["recipe"]["name"] == "mine"
    same = eq.strategy_from_function(tmp_path / "again.strategy", [it.file for it in small_buckets], mine, "mine")
    assert eq.match(player, same, boards=2)["mbb_per_game"] == 0.0
    assert (tmp_path / "again.strategy").read_bytes() == (tmp_path / "mine.strategy").read_bytes()


def test_what_is_the_same_everywhere_need_not_be_spelt_out(tmp_path: Path, small_buckets: list[eq.Buckets]) -> None:
    calls = eq.strategy_from_function(tmp_path / "calls.strategy", small_buckets, lambda betting: [0, 1, 0], "calls")
    assert eq.match(calls, "always-call", boards=2)["mbb_per_game"] == 0.0
    found = [eq.exploit(it, 2, seed=3)["mbb_per_game"] for it in (calls, eq.open_player("always-call", deck=DECK))]
    assert found[0] == pytest.approx(found[1], rel=1e-6)


def test_what_is_no_strategy_is_refused(tmp_path: Path, small_buckets: list[eq.Buckets]) -> None:
    file = tmp_path / "refused.strategy"

    def refused(function: object, message: str) -> None:
        with pytest.raises(eq.InputError, match=message) as caught:
            eq.strategy_from_function(file, small_buckets, function, "wrong")  # type: ignore[arg-type]
        assert "\n" not in str(caught.value) and not os.path.exists(file)

    refused(lambda betting: [0.5, 0.4, 0.0], "'': bucket 0 folds, calls and raises with 0.5, 0.4, 0")
    refused(lambda betting: np.ones((8, 3)) / 3, r"wrong' after betting '': .*\(25, 3\)")
    refused(lambda betting: "call", "after betting ''")
    refused(lambda betting: None, "found None")

    class Wordy:
        def __array__(self, *args: object, **kwargs: object) -> np.ndarray:
            raise ValueError("two\nlines")

    refused(lambda betting: Wordy(), "found two")
    refused(5, "cannot be called")
    with pytest.raises(eq.InputError, match="three bucket files"):
        eq.strategy_from_function(file, small_buckets[:2], mine)
    with pytest.raises(eq.InputError):
        eq.strategy_from_function(file, small_buckets[::-1], mine)

    # Before anything is asked.
    asked: list[str] = []
    with pytest.raises(eq.WorkError, match="does not exist"):
        eq.strategy_from_function(tmp_path / "none" / "mine.strategy", small_buckets, asked.append)
    with pytest.raises(eq.InputError, match="the buckets of the turn"):
        eq.strategy_from_function(small_buckets[1].file, small_buckets, asked.append)
    assert not asked

    def fails(betting: str) -> list[float]:
        if betting == "crc/":
            raise KeyError("mine")
        return [0.0, 1.0, 0.0]

    with pytest.raises(KeyError, match="mine"):
        eq.strategy_from_function(file, small_buckets, fails)
    assert not os.path.exists(file)


def test_what_is_asked_looks_up_but_cannot_begin_other_work(tmp_path: Path, small_buckets: list[eq.Buckets]) -> None:
    uniform = eq.open_player("uniform")

    def looks_up(betting: str) -> list[float]:
        assert eq.decision(betting).actions
        return [1 / 3, 1 / 3, 1 / 3]

    def nested(betting: str) -> list[float]:
        eq.match("always-fold", "always-call", boards=1)
        return looks_up(betting)

    found = eq.strategy_from_function(tmp_path / "looks-up.strategy", small_buckets, looks_up)
    assert found.probabilities("", "")[-1] == pytest.approx([1 / 3] * 3, abs=1e-4)
    with pytest.raises(eq.InputError, match="is being asked, and cannot begin other work"):
        eq.strategy_from_function(tmp_path / "nested.strategy", small_buckets, nested)
    assert not (tmp_path / "nested.strategy").exists()
    policy = eq.policy(lambda board, betting: nested(betting), "nested")
    with pytest.raises(eq.InputError, match="is being asked, and cannot begin other work"):
        eq.match(policy, uniform, boards=1)


def test_every_form_of_a_strategy_is_taken_wherever_a_player_is(
    tmp_path: Path, small_buckets: list[eq.Buckets]
) -> None:
    for variant in ("one", "other"):
        training = eq.train(tmp_path / "several", small_buckets, variant=variant, iterations=10)
    eq.train(tmp_path / "single", small_buckets, iterations=10)
    file = training.export()
    bundle = tmp_path / "other.bundle"
    folders, log = os.path.dirname(small_buckets[0].file), tmp_path / "match.log"
    assert eq.bundle(tmp_path / "several" / "other", bundle, folders).name == "other"
    expected: list[Any] = []
    for form in (tmp_path / "single", tmp_path / "several" / "other", str(file), bundle):
        player = eq.open_player(form, folders)
        values = [
            player.spot("QsJhTc", "crc/").frequencies[0],
            player.values("QsJhTcKdAh", "cc/cc/cc/").mean,
            eq.match("always-call", player, boards=2)["mbb_per_game"],
        ]
        expected = expected or values
        assert values == expected
    # By the word itself, where buckets are found without being named.
    for form in (bundle, str(bundle)):
        assert eq.league([form, "always-call"], boards=2).players == ["other", "always-call"]
        eq.play_hands(form, "always-call", 4, log=log)
        assert eq.judge(log, form).correction == "aivat"
    assert eq.exploit(bundle, 2)["mbb_per_game"] == eq.exploit(file, 2)["mbb_per_game"]
    with pytest.raises(eq.InputError, match="has 2 strategies; name one of them"):
        eq.open_player(tmp_path / "several")
    with pytest.raises(eq.InputError, match="nowhere"):
        eq.bundle(tmp_path / "nowhere", tmp_path / "none.bundle")
    with pytest.raises(eq.WorkError):
        eq.bundle(file, tmp_path / "missing" / "none.bundle", folders)
