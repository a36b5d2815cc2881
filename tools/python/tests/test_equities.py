"""Ranges as text, and equities of hands and ranges, held to counting by hand."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest

import equipoise as eq
from conftest import DECK

CARDS = {name: number for number, name in enumerate(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")}


def counted(first: str, second: str, board: str = "", deck: int = DECK) -> float:
    """The share of the pot of one holding against another, board by board."""
    hands = [[CARDS[text[place : place + 2]] for place in range(0, len(text), 2)] for text in (first, second, board)]
    free = [card for card in range(52 - deck, 52) if card not in sum(hands, [])]
    rests = [list(rest) for rest in combinations(free, 5 - len(hands[2]))]
    ranks = [eq.rank([hand + hands[2] + rest for rest in rests]).astype(int) for hand in hands[:2]]
    return float((0.5 + 0.5 * np.sign(ranks[0] - ranks[1])).mean())


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("AA", 6), ("AKs", 4), ("AKo", 12), ("AK", 16), ("TT+, AQs+", 38), ("22-55", 24), ("A5s-A2s", 16),
        ("KdQd", 1), ("TT+, AQs+, 22-55, KdQd", 63), ("random", 1326), ("76s:0.5", 2), ("KQs, KdQd:0", 3),
        ("K♦Q♦", 1),
    ],
)
def test_ranges_are_read_as_players_write_them_and_written_again(text: str, held: float) -> None:
    weights = eq.range_weights(text)
    assert weights.shape == (1326,) and weights.sum() == held
    np.testing.assert_array_equal(eq.range_weights(eq.range_text(weights)), weights)


def test_a_range_has_the_holdings_that_it_names() -> None:
    weights = eq.range_weights("QQ+, KdQd:0.25")
    held = {name: weight for name, weight in zip(eq.HOLDINGS, weights) if weight}
    assert held.pop("KdQd") == 0.25
    assert len(held) == 18 and {name[0] + name[2] for name in held} == {"QQ", "KK", "AA"} and set(held.values()) == {1}
    assert eq.range_text(weights) == "QQ+,KdQd:0.25"
    assert eq.range_text(eq.STARTING_HAND_COMBOS == 6) == "22+" and eq.range_text(np.zeros(169)) == ""


def test_a_small_deck_holds_what_is_in_it() -> None:
    assert eq.range_weights("random", deck=DECK).sum() == 190 and eq.range_weights("22+", deck=DECK).sum() == 30
    with pytest.raises(eq.InputError, match="range: 9s9h is not in the deck of 20 cards"):
        eq.range_weights("AA, 9s9h", deck=DECK)
    with pytest.raises(eq.InputError, match="range: no hand of it is in the deck of 20 cards"):
        eq.range_weights("22-55", deck=DECK)


@pytest.mark.parametrize("board", ["", "QsJh2c", "QsJh2c7d", "QsJh2c7dTh"])
def test_two_hands_share_the_pot_as_counted(board: str) -> None:
    if board:
        found = eq.equity("AhKd", "TsTc", board)
        assert found.first == pytest.approx(counted("AhKd", "TsTc", board, 52), abs=1e-12)
        assert found.first + found.second == 1.0 and found.board == board
    else:
        # Suits count before the flop, too: which pairs they share is not that of starting hands.
        for one, other in [("AhKh", "QsQd"), ("AhKh", "QhQd"), ("AhKd", "AsKc")]:
            found = eq.equity(one, other, deck=DECK)
            assert found.first == pytest.approx(counted(one, other), abs=1e-12)


def test_ranges_share_the_pot_as_their_hands_do() -> None:
    for first, second, board in [
        ("AK:0.5, KdQd", "QQ+", "TsJhTc"), ("AKs", "JJ", ""), ("AhKh, AdKd:0.25", "JJ:0.5, TT", ""),
    ]:
        weights = [eq.range_weights(text, deck=DECK) for text in (first, second)]
        held = [np.flatnonzero(weight) for weight in weights]
        won = met = 0.0
        of_second = {int(it): [0.0, 0.0] for it in held[1]}
        for one in held[0]:
            for other in held[1]:
                names = eq.HOLDINGS[one], eq.HOLDINGS[other]
                cards = [text[place : place + 2] for text in (*names, board) for place in range(0, len(text), 2)]
                if len(set(cards)) == len(cards):
                    weight, share = weights[0][one] * weights[1][other], counted(*names, board)
                    won, met = won + weight * share, met + weight
                    of_second[int(other)][0] += weights[0][one] * (1.0 - share)
                    of_second[int(other)][1] += weights[0][one]
        found = eq.equity(first, second, board, deck=DECK)
        assert found.first == pytest.approx(won / met, abs=1e-12), (first, second)
        for number, (won_by, met_by) in of_second.items():
            if met_by:
                assert found.by_holding[1][number] == pytest.approx(won_by / met_by, abs=1e-12)
            else:
                assert np.isnan(found.by_holding[1][number])
        assert [weight.sum() for weight in found.weights] == pytest.approx([1.0, 1.0])


def test_known_equities() -> None:
    assert eq.equity("AKs", "QQ").first == pytest.approx(0.46049, abs=5e-6)
    assert eq.equity("AA").first == pytest.approx(float(eq.strength("AhAd")[0]), abs=1e-9)
    range_at = eq.open_player("uniform").reach("Qs7h2c", "crc/")
    found = eq.equity(range_at, "random", "Qs7h2c")
    assert found.first == pytest.approx(0.5) and found.by_holding[0].shape == (1326,)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: eq.range_weights("TT+, AQx"), "range: 'AQx' at character 6: not a hand"),
        (lambda: eq.range_weights(""), "range: no holding has a weight above 0"),
        (lambda: eq.equity("AA", "AX"), "range: 'AX'"),
        (lambda: eq.equity("AA", board="Qs7h"), "board: 2 cards, expected none, 3, 4 or 5"),
        (lambda: eq.equity("AA", board="QsQs7h"), "board: "),
        (lambda: eq.equity("AhAd", "AhAs"), "equity: no hand of one range can meet one of the other"),
        (lambda: eq.equity("AhAd", "KK", "Ah7h2c"), "equity: no hand of one range"),
        (lambda: eq.equity(np.full(169, 2.0)), "range: expected weights from 0 to 1"),
        (lambda: eq.equity(np.full(169, np.nan)), "range: expected weights from 0 to 1"),
        (lambda: eq.equity(np.zeros(25)), r"found an array of float64 with the shape \(25,\)"),
    ],
)
def test_what_is_no_range_is_refused(call: Any, said: str) -> None:
    with pytest.raises(eq.InputError, match=said):
        call()
