"""A policy that is a Python function, played and measured like any other."""

import functools
import os
import re
import threading
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

import equipoise as eq
from conftest import DECK

# The flops that this seed draws have few run-outs up to the names of suits.
SEED = 2


def uniform(board: str, betting: str) -> np.ndarray:
    """Every legal action alike."""
    legal = eq.legal_actions(betting)
    return np.full((1326, 3), [(action in legal) / len(legal) for action in "fcr"])


def uniform_many(board: str, bettings: list[str]) -> np.ndarray:
    """The same for several bettings at once, without a row for each holding."""
    legal = np.array([[action in eq.legal_actions(betting) for action in "fcr"] for betting in bettings])
    shares: np.ndarray = legal / legal.sum(axis=1, keepdims=True)
    return shares[:, np.newaxis]


def call(board: str, betting: str) -> list[float]:
    """Checks and calls."""
    return [0.0, 1.0, 0.0]


def test_uniform_is_as_exploitable_as_the_built_in() -> None:
    # But for the order of sums, which are taken bucket by bucket.
    near = functools.partial(np.testing.assert_allclose, rtol=1e-6, atol=1e-3)
    expected = eq.exploit(eq.open_player("uniform", deck=DECK), 2)
    found = eq.exploit(eq.policy(uniform_many, many=True, deck=DECK), 2)
    near(found["mbb_per_game"], expected["mbb_per_game"])
    near(found["bounds"], expected["bounds"])
    for seat in ("button", "big_blind"):
        near(found["by_seat"][seat], expected["by_seat"][seat])
        near(found["by_starting_hand"][seat], expected["by_starting_hand"][seat])


def test_always_call_is_as_exploitable_as_the_built_in_to_the_last_bit() -> None:
    # Chunks to which it never comes are not asked for.
    expected = eq.exploit(eq.open_player("always-call", deck=DECK), 2)
    found = eq.exploit(eq.policy(call, deck=DECK), 2)
    assert found["mbb_per_game"] == expected["mbb_per_game"] and found["bounds"] == expected["bounds"]
    assert (found["by_starting_hand"]["button"] == expected["by_starting_hand"]["button"]).all()


def test_a_function_wins_what_the_built_in_wins() -> None:
    expected = eq.match("uniform", "call-raise", boards=2)["mbb_per_game"]
    # Sums are taken bucket by bucket, and a function has a bucket for every hand.
    one_by_one = eq.match(uniform, "call-raise", boards=2)
    assert one_by_one["mbb_per_game"] == pytest.approx(expected, rel=2e-6)
    assert eq.match(eq.policy(uniform_many, many=True), "call-raise", boards=2) == one_by_one
    assert eq.match(uniform, "uniform", boards=2)["mbb_per_game"] == pytest.approx(0.0, abs=1e-3)


def test_it_is_asked_once_a_public_decision() -> None:
    asked: Counter[tuple[str, str]] = Counter()

    def counting(board: str, betting: str) -> np.ndarray:
        asked[board, betting] += 1
        return uniform(board, betting)

    eq.match(counting, "call-raise", boards=2)
    assert set(asked.values()) == {1}
    by_cards = Counter(len(board) // 2 for board, _ in asked)
    # 8 decisions before the flop; 70, 630 and 5,670 after it on each of two boards.
    assert by_cards == {0: 8, 3: 140, 4: 1260, 5: 11340}


def test_it_sees_its_board_in_the_order_of_the_deal() -> None:
    boards = set()

    def looking(board: str, betting: str) -> list[float]:
        boards.add(board)
        return [0.0, 1.0, 0.0]

    eq.match(looking, "always-call", boards=1)
    turn, river = sorted(boards, key=len)[2:]
    assert river.startswith(turn) and turn[:6] in boards


def test_holdings_are_told_apart() -> None:
    aces = np.array(["A" in name[0] + name[2] for name in eq.HOLDINGS])
    rows = np.where(aces[:, np.newaxis], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0])
    raises_aces = eq.policy(lambda board, betting: rows, "raises aces")
    found = raises_aces.probabilities("Qs7h2c", "crc/")
    blocked = np.isin(eq.HOLDING_CARDS, eq.cards("Qs7h2c")).any(axis=1)
    assert (found[:, 2] == (aces & ~blocked)).all()
    assert eq.match(raises_aces, "always-call", boards=20)["mbb_per_game"] > 0


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (np.full((1326, 3), 0.3), "folds, calls and raises with 0.3, 0.3, 0.3; expected at least 0, 1 in all"),
        (np.full((1326, 3), np.nan), "NaN"),
        ([2.0, -1.0, 0.0], "with 2, -1, 0"),
        ([0.0, np.inf, 0.0], "inf"),
        (np.ones((5, 3)), "spread to the shape (1326, 3), found the shape [5, 3]"),
        (None, "policy 'wrong' on board"),
        ("uniform", "policy 'wrong' on board"),
        ([[1, 2], [3]], "policy 'wrong' on board"),
    ],
)
def test_answers_that_are_none_are_refused(answer: object, reason: str) -> None:
    wrong = eq.policy(lambda board, betting: answer, "wrong")
    calls: list[Callable[[], object]] = [
        lambda: wrong.probabilities("Qs7h2c", "crc/"),
        lambda: eq.match(wrong, "uniform", boards=2),
        lambda: eq.exploit(wrong, 2, seed=SEED),
    ]
    for ask in calls:
        with pytest.raises(eq.InputError) as raised:
            ask()
        assert reason in str(raised.value) and "\n" not in str(raised.value), raised.value


def test_what_a_policy_raises_comes_through_and_stops_the_work() -> None:
    raised = 0

    def raising(board: str, betting: str) -> list[float]:
        nonlocal raised
        if len(board) == 10:
            raised += 1
            raise LookupError("no river today")
        return [0.0, 1.0, 0.0]

    # Hours, if it went on; each thread may have begun to ask before it heard.
    for work in (lambda: eq.match(raising, "uniform", boards=1_000_000), lambda: eq.exploit(raising, 10_000)):
        raised = 0
        with pytest.raises(LookupError, match="no river today"):
            work()
        assert 1 <= raised <= (os.cpu_count() or 1)


def test_over_flops_a_policy_that_tells_suits_apart_is_refused() -> None:
    clubs = np.asarray((eq.HOLDING_CARDS % 4 == 0).all(axis=1))
    rows = np.where(clubs[:, np.newaxis], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0])
    apart = eq.policy(lambda board, betting: rows, "clubs")
    with pytest.raises(eq.InputError, match="differ by the names of suits alone and are played differently"):
        eq.exploit(apart, 2)
    # Boards are dealt as they are.
    assert eq.match(apart, "always-call", boards=2)["observations"] == 2


@pytest.mark.parametrize(("cards", "suit"), [(slice(0, 6), "h"), (slice(6, 8), "c"), (slice(8, 10), "s")])
def test_over_flops_a_policy_that_looks_at_the_suits_of_the_board_is_refused(cards: slice, suit: str) -> None:
    def looking(board: str, betting: str) -> list[float]:
        calls = suit in board[cards] or len(board) < cards.stop
        return [0.0, 1.0, 0.0] if calls else [0.0, 0.0, 1.0]

    with pytest.raises(eq.InputError) as raised:
        eq.exploit(looking, 2, seed=SEED)
    said = str(raised.value)
    assert re.search(r"with the suits renamed \(cdhs→[cdhs]{4}\) \w{4} on board '\w+' does so with", said), said
    assert "policy 'looking' on board" in said and "folds, calls and raises with 0, " in said and "\n" not in said
    # The same boards are asked again in the same order of the betting, so the policy is refused every time.
    with pytest.raises(eq.InputError, match="with the suits renamed"):
        eq.exploit(looking, 2, seed=SEED)
    assert eq.match(looking, "always-call", boards=2)["observations"] == 2


def test_over_flops_a_policy_that_sees_flushes_but_no_names_of_suits_is_measured() -> None:
    suits = eq.HOLDING_CARDS % 4

    def flushes(board: str, betting: str) -> object:
        # Elsewhere it calls, so that few rivers are reached.
        if len(board) != 6:
            return call(board, betting)
        # In single precision and in the order of the suits' names, as a network sums.
        cards = eq.cards(board)[0] % 4
        of_suit = np.array([(cards == suit).sum() for suit in range(4)], np.float32)
        most = np.maximum(of_suit[suits[:, 0]], of_suit[suits[:, 1]]) / np.float32(7) + np.float32(1e-6) * of_suit[0]
        return np.stack([np.zeros(1326, np.float32), 1 - most, most], axis=1)

    assert eq.exploit(eq.policy(flushes, deck=DECK), 2)["mbb_per_game"] > 0


def test_two_threads_play_functions_at_once() -> None:
    expected = eq.match(uniform, "call-raise", boards=2)
    found: list[eq.MatchResult] = []
    work = lambda: found.append(eq.match(eq.policy(uniform_many, many=True), "call-raise", boards=2))
    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected, expected]


def test_hands_are_not_played_by_functions() -> None:
    with pytest.raises(eq.InputError, match="a function plays boards"):
        eq.match(call, "uniform", "hands", hands=2)
