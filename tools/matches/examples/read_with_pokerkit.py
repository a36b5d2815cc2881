"""Lets PokerKit, an independent implementation of poker, read a dealer's log and its hand histories.

    pip install pokerkit
    equipoise dealer m holdem 1000 42 Alice Bob --phh      # and two players
    python read_with_pokerkit.py m.log m.phhs [STACK]

For a match without a limit, give the stack in chips: `dealer m holdem-nolimit …` plays with 20000. Plays every hand
again from both files and compares what each player wins with the log. Ends with 1 if anything differs.
"""

import sys

from pokerkit import FixedLimitTexasHoldem, HandHistory, NoLimitTexasHoldem


def main(log_path, phhs_path, stack=None):
    with open(log_path, encoding="utf-8") as file:
        log = file.read()
    hands = [line.split(":") for line in log.splitlines() if line.startswith("STATE:")]
    chips = [[int(number) for number in hand[4].split("|")] for hand in hands]
    names = [hand[5].split("|") for hand in hands]

    # With two players PokerKit lists the blinds from the button on; with a limit, stacks that nobody can lose.
    game = FixedLimitTexasHoldem((), True, 0, (5, 10), 10, 20)
    if stack is not None:
        game = NoLimitTexasHoldem((), True, 0, (50, 100), 100)
    from_log = list(HandHistory.from_acpc_protocol(game, int(stack or 10_000), log, error_status=True))
    wrong = sum(list(history)[-1].payoffs != won for history, won in zip(from_log, chips))
    print(f"log: {len(from_log)} of {len(hands)} hands read, {wrong} with other winnings")

    with open(phhs_path, "rb") as file:
        from_phhs = list(HandHistory.load_all(file))
    wrong_phhs = 0
    for history, won, seated in zip(from_phhs, chips, names):
        end = list(history)[-1]
        same = end.payoffs == won and end.stacks == history.finishing_stacks and history.players == seated
        wrong_phhs += end.status or not same
    print(f"histories: {len(from_phhs)} of {len(hands)} hands read, {wrong_phhs} that differ from the log")
    return int(not len(from_log) == len(from_phhs) == len(hands) or wrong + wrong_phhs > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
