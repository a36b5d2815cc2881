"""What a strategy does with a hand, from its files alone: betting -> decision, hand -> bucket -> probabilities.

    python3 equipoise_lookup.py STRATEGY BETTING HOLE [BOARD BUCKETS]

For heads-up limit hold'em. BETTING is such as `cr`, `` for none, or `rc/`; HOLE and BOARD such as AhKd and Qs7h2c;
BUCKETS is the bucket file of the board's street; a bundle may be given as both STRATEGY and BUCKETS.
docs/reference/file-formats.md says in words what is done here.
"""
import json, sys
from math import comb
from equipoise_files import File, Strategy

RAISES = (3, 4, 4, 4)  # at most so many a round; before the flop the big blind is the first bet


def decisions(betting="", round=0, raises=0, pays=True, acted=False):
    """All decisions in the order of a strategy's nodes, each as (betting without slashes, actions that are legal)."""
    actions = "f" * pays + "c" + "r" * (raises < RAISES[round])
    yield betting, actions
    for action in actions:
        if action == "r":
            yield from decisions(betting + "r", round, raises + 1, True, True)
        elif action == "c" and not acted:
            yield from decisions(betting + "c", round, raises, False, True)
        elif action == "c" and round < 3:
            yield from decisions(betting + "c", round + 1, 0, False, False)


NODES = {betting: (node, actions) for node, (betting, actions) in enumerate(decisions())}


CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def cards(text):
    """The ranks and suits of cards as they are written."""
    written = [text[at:at + 2] for at in range(0, len(text), 2)]
    if any(card not in CARDS for card in written) or len(set(written)) < len(written):
        raise ValueError(f"'{text}': cards read like Ah, Td, 7c, each of them once")
    return [divmod(CARDS.index(card), 4) for card in written]


def shapes(count):
    """The shapes of boards with so many cards: how many each suit has, and which neighbouring suits are alike."""
    for sizes in sorted(((a, b, c, count - a - b - c) for a in range(count + 1) for b in range(count + 1)
                         for c in range(count + 1) if a >= b >= c >= count - a - b - c >= 0), reverse=True):
        for flags in range(8):
            alike = [bool(flags >> suit & 1) for suit in range(3)]
            neighbours = zip(alike, sizes, sizes[1:])
            if all(one == other and (is_alike or one > 0) if is_alike or one == other else True
                   for is_alike, one, other in neighbours):
                yield sizes, alike


def cells(sizes, alike):
    """Where each pair of groups of alike suits begins among the hole cards on a board, and how many there are."""
    group = [0]
    for suit in range(3):
        group.append(group[suit] if alike[suit] else suit + 1)
    free, first, total = [13 - size for size in sizes], {}, 0
    for a in sorted(set(group)):
        first[a, a, True], total = total, total + comb(free[a], 2)
        if group.count(a) > 1:
            first[a, a, False], total = total, total + comb(free[a] + 1, 2)
    for a in sorted(set(group)):
        for b in sorted(set(group)):
            if a < b:
                first[a, b, False], total = total, total + free[a] * free[b]
    return group, free, first, total


def boards(sizes, alike, masks=None):
    """How many canonical boards have a shape; with the suits' masks of ranks, the number of the board they make."""
    number, radix, still = 0, 1, 0
    for suit in (3, 2, 1, 0):
        sets, leads = comb(13, sizes[suit]), suit == 0 or not alike[suit - 1]
        still += leads
        if masks and leads:
            ranks = [rank for rank in range(13) if masks[suit] >> rank & 1]
            number += comb(sum(comb(rank, place + 1) for place, rank in enumerate(ranks)), still) * radix
        if suit == 0 or sizes[suit - 1] != sizes[suit]:
            radix, still = radix * comb(sets, still), 0
    return number if masks else radix


def hand_index(hole, board=""):
    """The board-first number of a hand: its place in the array `buckets` of its street's file."""
    cards(hole + board)  # none may be dealt twice
    (low, low_suit), (high, high_suit) = sorted(cards(hole))
    if not board:
        return 13 * low + high if low_suit == high_suit else 13 * high + low
    ranks = [sum(1 << rank for rank, its in cards(board) if its == suit) for suit in range(4)]
    order = sorted(range(4), key=lambda suit: (bin(ranks[suit]).count("1"), ranks[suit]), reverse=True)
    masks = [ranks[suit] for suit in order]
    here = tuple(bin(mask).count("1") for mask in masks), [masks[i] == masks[i + 1] for i in range(3)]
    before = 0
    for shape in shapes(len(board) // 2):
        if shape == here:
            break
        before += boards(*shape) * cells(*shape)[3]
    group, free, first, hands = cells(*here)
    suits = [order.index(high_suit), order.index(low_suit)]
    p, q = (rank - bin(masks[suit] & (1 << rank) - 1).count("1") for rank, suit in zip((high, low), suits))
    (a, b), same = (group[suit] for suit in suits), suits[0] == suits[1]
    if a == b:
        number = first[a, a, same] + (comb(p, 2) if same else comb(p + 1, 2)) + q
    else:
        number = first[min(a, b), max(a, b), False] + (p * free[b] + q if a < b else q * free[a] + p)
    return before + boards(*here, masks=masks) * hands + number


def look_up(strategy, betting, hole, board="", buckets=None):
    """The decision, the hand's bucket there and the probability of each action; files are given open or by name."""
    strategy = Strategy(strategy) if isinstance(strategy, str) else strategy
    if betting.replace("/", "") not in NODES:
        raise ValueError(f"the betting '{betting}' does not lead to a decision")
    node, actions = NODES[betting.replace("/", "")]
    if [0, 3, 4, 5][strategy.arrays["nodes"][node][0]] != len(board) // 2:
        raise ValueError(f"the betting '{betting}' does not lead to a board of {len(board) // 2} cards")
    bucket = index = hand_index(hole, board)
    if board:
        street = {6: "flop", 8: "turn", 10: "river"}[len(board)]
        if buckets is None:
            raise ValueError(f"a hand with a board needs BUCKETS, the {street}'s bucket file")
        buckets = File(buckets, "buckets", street) if isinstance(buckets, str) else buckets
        wanted = [it["fingerprint"] for it in strategy.header["parents"] if it["name"] == street]
        if wanted != [buckets.header["fingerprint"]]:
            raise ValueError(f"the strategy was made with other {street} buckets; give those of its run")
        if "buckets" not in buckets.arrays:
            raise ValueError(f"the {street} buckets are local to public clusters; use 'equipoise strategy' instead")
        bucket = int(buckets.arrays["buckets"][index])
    parts = strategy.parts(node)[bucket]
    probabilities = {action: float(part) / (2 ** strategy.bits - 1) for action, part in zip(actions, parts)}
    return {"node": node, "index": index, "bucket": bucket, "actions": probabilities}


if __name__ == "__main__":
    print(json.dumps(look_up(*sys.argv[1:])))
