"""The rule model for limit hold'em of RLCard (https://github.com/datamllab/rlcard) as a strategy file.

    pip install rlcard==1.2.0
    python rlcard_rules.py FOLDER
    equipoise exploit FOLDER/rlcard.strategy --buckets FOLDER --flops all

The model looks at the ranks of its cards and the board's, and at suits where an ace is suited. It is asked once for
each of these cases: facing a bet, facing none, and facing the last bet allowed. Hands with the same three answers are
a bucket. Its own game differs in three points: it allows a fourth raise before the flop; it allows folding where
checking is free, which is a check here; and whoever did not act last on one street acts first on the next.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rlcard.models.limitholdem_rule_models import LimitholdemRuleAgentV1

import equipoise as eq

LEGAL = [["call", "raise", "fold"], ["raise", "fold", "check"], ["call", "fold"]]
ACTIONS = {"fold": 0, "call": 1, "check": 1, "raise": 2}
HANDS_AT_ONCE = 1 << 20


def answers(cards: NDArray[Any]) -> list[int]:
    """What the model does with a hand in each of the three cases: 0 folds, 1 calls or checks, 2 raises."""
    names = ["CDHS"[card % 4] + "23456789TJQKA"[card // 4] for card in cards.tolist()]
    asked = {"hand": names[:2], "public_cards": names[2:]}
    said = [LimitholdemRuleAgentV1.step({"raw_legal_actions": legal, "raw_obs": asked}) for legal in LEGAL]
    return [ACTIONS[action] for action in said]


def cases(hands: NDArray[Any]) -> NDArray[np.int64]:
    """A number for each hand, from ranks and whether a suit is shared: hands of one number look alike to the model."""
    ranks, suits = hands.astype(np.int64) // 4, hands % 4
    own = np.sort(ranks[:, :2], axis=1)
    shown = np.bitwise_or.reduce(1 << ranks[:, 2:], axis=1)
    shared = (suits[:, 0] == suits[:, 1]) & (suits[:, 2:] == suits[:, :1]).any(axis=1)
    numbers: NDArray[np.int64] = ((own[:, 0] * 13 + own[:, 1]) * 2 + shared) << 13 | shown
    return numbers


def buckets_of(street: eq.hands.Street, file: Path) -> eq.Buckets:
    """The street's hands by the model's answers, which are the digits of a bucket's number."""
    known = np.full(169 * 2 << 13, 255, np.uint8)
    numbers = np.empty(eq.hand_count(street), np.uint8)
    for start in range(0, len(numbers), HANDS_AT_ONCE):
        hands = eq.unindex(street, np.arange(start, min(start + HANDS_AT_ONCE, len(numbers))))
        here = cases(hands)
        new, first = np.unique(here[known[here] == 255], return_index=True)
        for case, hand in zip(new, hands[known[here] == 255][first]):
            facing, free, last = answers(hand)
            known[case] = facing * 9 + free * 3 + last
        numbers[start : start + len(hands)] = known[here]
    return eq.buckets_from_numbers(file, street, numbers, "rlcard")


def main(folder: Path) -> None:
    """Writes three bucket files and the strategy."""
    folder.mkdir(parents=True, exist_ok=True)
    buckets = [buckets_of(street, folder / f"{street}.buckets") for street in eq.STREETS[1:]]
    _, holdings = np.unique(eq.STARTING_HAND_OF_HOLDING, return_index=True)
    first = np.array([answers(eq.HOLDING_CARDS[holding]) for holding in holdings])
    digits = [first, *(it.centres.astype(np.int64).reshape(-1, 1) // [9, 3, 1] % 3 for it in buckets)]

    def acts(betting: str) -> NDArray[np.float64]:
        legal = eq.legal_actions(betting)
        case = 1 if "f" not in legal else 0 if "r" in legal else 2
        rows: NDArray[np.float64] = np.eye(3)[digits[betting.count("/")][:, case]]
        return rows

    print(eq.strategy_from_function(folder / "rlcard.strategy", buckets, acts, "rlcard 1.2.0 limitholdem-rule-v1"))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python rlcard_rules.py FOLDER")
    main(Path(sys.argv[1]))
