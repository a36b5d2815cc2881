"""Buckets for an opponent with exact cards who looks at the board, too.

    python board_textures.py FILE OUT

divides each bucket of FILE by what the board looks like: suits, pairs, cards to a straight, the two highest ranks.
"""

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

import equipoise as eq

# Highest and second highest ranks that are taken together, from deuce to ace.
HIGHEST = np.array([0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7])
SECOND = np.array([0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3])
HANDS_AT_ONCE = 1 << 18


def textures(boards: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    """A number for each board: the same for all that look alike."""
    ranks = np.sort(boards.astype(np.int64) // 4, axis=1)[:, ::-1]
    suits = np.sort([(boards % 4 == suit).sum(axis=1) for suit in range(4)], axis=0)
    pairs = (ranks[:, :-1] == ranks[:, 1:]) @ (1 << np.arange(ranks.shape[1] - 1))
    present = np.bitwise_or.reduce(1 << (ranks + 1), axis=1)
    # An ace is below the deuce as well.
    present |= present >> 13
    straight = np.max([sum((present >> low + rank) & 1 for rank in range(5)) for low in range(10)], axis=0)
    features = [(suits[3], 6), (suits[2], 3), (pairs, 16), (straight, 6), (HIGHEST[ranks[:, 0]], 8)]
    number = SECOND[ranks[:, 1]].astype(np.int64)
    for feature, size in features:
        number = number * size + feature
    return number


def main(coarse: str, out: str) -> None:
    """Writes the divided buckets."""
    buckets = eq.open_buckets(coarse)
    numbers = []
    hands = eq.hand_count(buckets.street, deck=buckets.deck)
    for start in range(0, hands, HANDS_AT_ONCE):
        indexes = np.arange(start, min(start + HANDS_AT_ONCE, hands))
        cards = eq.unindex(buckets.street, indexes, deck=buckets.deck)
        numbers.append(textures(cards[:, 2:]) * buckets.count + buckets.bucket_of_index(indexes))
    _, divided = np.unique(np.concatenate(numbers), return_inverse=True)
    print(eq.buckets_from_numbers(out, buckets.street, divided, "textures", deck=buckets.deck))


if __name__ == "__main__":
    main(*sys.argv[1:])
