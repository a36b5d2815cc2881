"""Hands in arrays."""

import itertools
import sys
import threading
import time
from math import comb

import numpy as np
import pytest

import equipoise as eq


DECKS = pytest.mark.parametrize("deck", [52, 36, 20])


def random_hands(street: eq.hands.Street, count: int, seed: int = 1, deck: int = 52) -> np.ndarray:
    """Hands dealt at random, as cards."""
    width = {"preflop": 2, "flop": 5, "turn": 6, "river": 7}[street]
    random = np.random.default_rng(seed)
    return (random.random((count, deck)).argsort(axis=1)[:, :width] + 52 - deck).astype(np.uint8)


@DECKS
@pytest.mark.parametrize("street", eq.STREETS)
@pytest.mark.parametrize("rounds_apart", [False, True])
def test_every_index_comes_back(street: eq.hands.Street, rounds_apart: bool, deck: int) -> None:
    hands = eq.hand_count(street, rounds_apart, deck=deck)
    numbers = np.linspace(0, hands - 1, 169).astype(np.int64)
    cards = eq.unindex(street, numbers, rounds_apart, deck=deck)
    assert (eq.index(cards, rounds_apart, deck=deck) == numbers).all() and cards.min() >= 52 - deck


def test_the_names_of_suits_do_not_matter() -> None:
    hands = random_hands("turn", 200)
    for suits in itertools.permutations(range(4)):
        moved = hands // 4 * 4 + np.array(suits)[hands % 4]
        assert (eq.index(moved) == eq.index(hands)).all()
        assert (eq.index(moved, True) == eq.index(hands, True)).all()


@DECKS
def test_the_deals_of_a_street_are_all_deals(deck: int) -> None:
    deals = eq.deals("flop", np.arange(eq.hand_count("flop", deck=deck)), deck=deck)
    assert deals.sum() == comb(deck, 2) * comb(deck - 2, 3)


def test_texts_and_numbers_are_the_same_hands() -> None:
    hands = random_hands("river", 50)
    assert (eq.cards(eq.names(hands)) == hands).all()
    assert (eq.index(eq.names(hands)) == eq.index(hands)).all()
    assert (eq.index(hands.tolist()) == eq.index(hands.astype(np.int64))).all()


def naive_strength(hand: np.ndarray, deck: int) -> float:
    """A river hand against every other, one by one."""
    left = [card for card in range(52 - deck, 52) if card not in hand]
    others = np.array([[*pair, *hand[2:]] for pair in itertools.combinations(left, 2)], np.uint8)
    own, other = eq.rank(hand[np.newaxis])[0], eq.rank(others)
    return float(((own > other).sum() + (own == other).sum() / 2) / len(others))


@DECKS
def test_strength_is_counted_over_all_opponents_and_run_outs(deck: int) -> None:
    rivers = random_hands("river", 20, deck=deck)
    naive = [naive_strength(hand, deck) for hand in rivers]
    assert eq.strength(rivers, deck=deck) == pytest.approx(naive, abs=1e-12)
    turn = random_hands("turn", 1, deck=deck)
    complete = np.array([[*turn[0], card] for card in range(52 - deck, 52) if card not in turn[0]], np.uint8)
    rivers_of_turn = eq.strength(complete, deck=deck)
    assert eq.strength(turn, deck=deck)[0] == pytest.approx(rivers_of_turn.mean(), abs=1e-12)
    counts = np.bincount(np.minimum((rivers_of_turn * 20 + 1e-9).astype(int), 19), minlength=20)
    assert (eq.hsd(turn, 20, deck=deck)[0] == counts).all()


@pytest.mark.parametrize("deck", [52, 20])
def test_all_starting_hands_together_win_half(deck: int) -> None:
    hands = np.arange(eq.hand_count("preflop", deck=deck))
    cards, deals = eq.unindex("preflop", hands, deck=deck), eq.deals("preflop", hands, deck=deck)
    assert deals @ eq.strength(cards, deck=deck) / deals.sum() == pytest.approx(0.5, abs=1e-12)
    assert (eq.hsd(cards, deck=deck).sum(axis=1) == comb(deck - 2, 5)).all()


@DECKS
def test_ochs_is_strength_against_each_cluster(deck: int) -> None:
    clusters = eq.johanson2013() if deck == 52 else eq.opponent_clusters(8, deck=deck)
    hand = random_hands("river", 1, deck=deck)[0]
    left = [card for card in range(52 - deck, 52) if card not in hand]
    pairs = np.array(list(itertools.combinations(left, 2)), np.uint8)
    low, high = pairs.astype(int).T
    of_pair = clusters.numbers[eq.STARTING_HAND_OF_HOLDING[high * (high - 1) // 2 + low]]
    own = eq.rank(hand[np.newaxis])[0]
    other = eq.rank(np.array([[*pair, *hand[2:]] for pair in pairs], np.uint8))
    won = (own > other) + (own == other) / 2
    met = [won[of_pair == cluster] for cluster in range(1, 9)]
    expected = [against.mean() if len(against) else np.nan for against in met]
    assert eq.ochs(hand, clusters, deck=deck)[0] == pytest.approx(expected, abs=1e-12, nan_ok=True)


def test_rows_are_in_the_order_they_were_given() -> None:
    hands = random_hands("flop", 12)
    twice = np.concatenate([hands, hands[::-1]])
    found = eq.hsd(twice)
    assert (found[:12] == found[:11:-1]).all() and (found.sum(axis=1) == 1081).all()
    assert (found[3] == eq.hsd(hands[3])[0]).all()


@pytest.mark.parametrize(("street", "deck"), [("flop", 52), ("flop", 20), ("turn", 20), ("river", 20)])
def test_features_of_a_street_are_those_of_its_hands(street: eq.hands.Street, deck: int) -> None:
    strengths = eq.features(street, "strength", deck=deck)
    hands = eq.hand_count(street, deck=deck)
    assert strengths.shape == (hands, 1) and strengths.dtype == np.uint16
    numbers = np.linspace(0, hands - 1, 30).astype(np.int64)
    expected = eq.strength(eq.unindex(street, numbers, deck=deck), deck=deck) * 65_535
    assert strengths[numbers, 0] == pytest.approx(expected, abs=1)


def test_progress_is_reported_and_reaches_the_end() -> None:
    reported: list[tuple[str, int, int, str, str | None]] = []
    eq.strength(random_hands("river", 3000), progress=lambda *update: reported.append(update))
    stage, done, of, unit, note = reported[-1]
    assert (stage, unit, note) == ("hands", "boards", None) and done == of > 1000


def test_tqdm_is_a_progress() -> None:
    tqdm = pytest.importorskip("tqdm")
    bars = []

    class Bar(tqdm.tqdm):  # type: ignore[name-defined, misc]
        def __init__(self, *arguments: object, **named: object) -> None:
            super().__init__(*arguments, disable=False, file=open("/dev/null", "w"), **named)
            bars.append(self)

    eq.strength(random_hands("river", 3000), progress=Bar)
    assert [bar.n == bar.total > 1000 for bar in bars] == [True]


def test_other_threads_go_on_while_work_is_done() -> None:
    # Nobody has to let go of the interpreter who does not do so of himself.
    interval = sys.getswitchinterval()
    sys.setswitchinterval(3600.0)
    ticks, stop = [0], threading.Event()

    def tick() -> None:
        while not stop.is_set():
            ticks[0] += 1
            time.sleep(0)

    hands = eq.unindex("river", np.arange(1_000_000) * 97)
    thread = threading.Thread(target=tick)
    thread.start()
    try:
        for work in (lambda: eq.index(hands), lambda: eq.rank(hands), lambda: eq.strength(hands)):
            before = ticks[0]
            work()
            assert ticks[0] > before
    finally:
        stop.set()
        sys.setswitchinterval(interval)
        thread.join()


def test_two_threads_at_once_get_what_each_gets_alone() -> None:
    halves = [random_hands("turn", 500, seed) for seed in (1, 2)]
    alone = [eq.hsd(half) for half in halves]
    found: dict[int, np.ndarray] = {}
    threads = [threading.Thread(target=lambda it=it: found.update({it: eq.hsd(halves[it])})) for it in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((found[it] == alone[it]).all() for it in (0, 1))
