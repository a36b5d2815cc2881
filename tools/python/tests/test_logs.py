"""Hands written, read and turned into one another; PokerKit plays them over."""

from pathlib import Path

import pytest

import equipoise as eq


@pytest.fixture
def written(tmp_path: Path) -> tuple[Path, Path]:
    log, phh = tmp_path / "match.log", tmp_path / "match.phhs"
    eq.play_hands("uniform", "call-raise", 60, log=log, phh=phh, seed=5)
    return log, phh


def test_both_forms_hold_the_same_hands(written: tuple[Path, Path]) -> None:
    log, phh = (eq.read_hands(file) for file in written)
    assert log == phh and len(log) == 60
    assert all(sum(hand["chips"]) == 0 for hand in log)
    assert log[0]["players"] == ["uniform", "call-raise"] and log[1]["players"] == ["call-raise", "uniform"]


def test_the_score_is_the_sum_of_the_hands(written: tuple[Path, Path]) -> None:
    won = eq.play_hands("uniform", "call-raise", 60, seed=5)
    chips = sum(hand["chips"][hand["players"].index("uniform")] for hand in eq.read_hands(written[0]))
    assert won == (chips, -chips)


def test_pokerkit_plays_the_histories_over(written: tuple[Path, Path], tmp_path: Path) -> None:
    pokerkit = pytest.importorskip("pokerkit")
    turned = tmp_path / "turned.phhs"
    turned.write_text(eq.histories_of_log(written[0]))
    for file in (written[1], turned):
        with open(file, "rb") as opened:
            histories = list(pokerkit.HandHistory.load_all(opened))
        hands = eq.read_hands(written[0])
        assert len(histories) == len(hands)
        for history, hand in zip(histories, hands):
            *_, end = history
            assert [stack - start for stack, start in zip(end.stacks, end.starting_stacks)] == hand["chips"]


def test_what_is_no_log_is_refused(tmp_path: Path, written: tuple[Path, Path]) -> None:
    wrong = tmp_path / "wrong.log"
    for text, reason in [
        ("STATE:0:what\n", "line 1: 'STATE:0:what', expected a finished hand of heads-up limit hold'em"),
        (written[0].read_text().replace("STATE:1:", "STATE:x:"), "line [0-9]+: 'STATE:x:.*', expected a finished hand"),
        ("variant = 'NT'\n", "line 1"),
        ("# nothing yet\n", "no finished hand in it"),
    ]:
        wrong.write_text(text)
        with pytest.raises(eq.InputError, match=reason):
            eq.read_hands(wrong)
    with pytest.raises(eq.InputError, match="cannot open it"):
        eq.read_hands(tmp_path / "nowhere.log")
    with pytest.raises(eq.InputError, match="an even number"):
        eq.play_hands("uniform", "uniform", 3)
    with pytest.raises(eq.InputError, match="does not play single hands"):
        eq.play_hands(lambda board, betting: [0, 1, 0], "uniform", 2)


def test_a_log_that_breaks_off_is_read_as_far_as_it_goes(written: tuple[Path, Path]) -> None:
    whole = eq.read_hands(written[0])
    text = written[0].read_text()
    written[0].write_text(text[: text.index("STATE:40:") + 30])
    assert eq.read_hands(written[0]) == whole[:40]
