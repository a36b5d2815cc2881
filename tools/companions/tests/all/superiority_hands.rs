//! Made hands and hand states: what counts as one's own, example by example.

use companions::superiority::estimate::{
    Comparison, DrawThresholds, MOST_OUTS, MadeThresholds, completion, outs_of_threshold,
};
use companions::superiority::judgement::{Draw, Judgement, MadeHand, SeenBoard};
use companions::superiority::published;
use evaluator::card::{parse_cards, rank_of_letter};
use evaluator::hand_category::HandCategory;
use evaluator::holding::Holding;
use evaluator::round::Round;

use crate::support::cards;

fn hole(text: &str) -> Holding {
    let hole = parse_cards(text).unwrap();
    Holding::new(hole[0], hole[1]).unwrap()
}

fn judged(own: &str, board: &str) -> Judgement {
    SeenBoard::new(cards(board)).judge(hole(own))
}

fn rank(letter: char) -> u8 {
    rank_of_letter(letter).unwrap()
}

#[test]
fn a_hand_is_made_only_above_the_boards_category() {
    let made = |hole, board| judged(hole, board).made;
    assert_eq!(made("AhKd", "Qs7h2c"), MadeHand::high_card(rank('A')));
    assert_eq!(made("AhKd", "As7h2c"), MadeHand::pair(rank('A')));
    // The board's own pair is everybody's: the hand counts as an ace high.
    assert_eq!(made("AhKd", "7s7h2c"), MadeHand::high_card(rank('A')));
    assert_eq!(made("2h2d", "7s7hKc"), MadeHand { category: HandCategory::TwoPair, rank: rank('7') });
    assert_eq!(made("AhKd", "QsJhTc"), MadeHand { category: HandCategory::Straight, rank: 0 });
    assert_eq!(made("3h2d", "AsKsQsJsTs"), MadeHand::high_card(rank('3')));
}

/// Table 2 counts what is shown, wherever its cards lie; by the board's high card it would know nothing below a seven.
#[test]
fn a_high_card_is_the_higher_private_card_and_a_pair_on_the_board_is_shown_but_not_made() {
    let shown = |own, board, category| MadeHand::shown(hole(own), cards(board), category);
    assert_eq!(shown("9h4d", "AsKcQd7h2s", HandCategory::HighCard), MadeHand::high_card(rank('9')));
    assert_eq!(shown("9h4d", "7s7c2sKhQd", HandCategory::Pair), MadeHand::pair(rank('7')));
    assert_eq!(judged("9h4d", "7s7c2sKhQd").made, MadeHand::high_card(rank('9')));
}

#[test]
fn every_state_has_an_example_and_one_that_just_misses() {
    for (draw, example, counter_example) in [
        (Draw::OpenStraightFlush, ("9h8h", "7h6h2c"), ("9h8h", "7h6c2c")),
        (Draw::InsideStraightFlush, ("9h8h", "6h5hKc"), ("9h8h", "6h4hKc")),
        (Draw::Flush, ("AhTh", "7h2hKc"), ("AhTh", "7h2cKc")),
        (Draw::OpenStraight, ("9h8d", "7c6s2h"), ("AhKd", "QcJs2h")),
        (Draw::GutShot, ("9h8d", "6c5s2h"), ("9h8d", "5c4s2h")),
        (Draw::TwoPair, ("9h8d", "9c8s2h"), ("9h7d", "9c8s2h")),
        (Draw::OnePair, ("9h4d", "9cJs2h"), ("9h4d", "JcJs2h")),
        (Draw::ThreeOfAKind, ("9h9d", "9cJs2h"), ("9h5d", "JcJsJh")),
    ] {
        assert_eq!(judged(example.0, example.1).draw, draw, "{example:?}");
        assert_ne!(judged(counter_example.0, counter_example.1).draw, draw, "{counter_example:?}");
    }
    // Two gaps are as good as two ends, the ace counts below the deuce, and one end is no open straight.
    assert_eq!(judged("JhTd", "8c7s5h").draw, Draw::GutShot);
    assert_eq!(judged("Jh9d", "8c7s5h").draw, Draw::OpenStraight);
    assert_eq!(judged("Ah2d", "3c4sJh").draw, Draw::GutShot);
    assert_eq!(judged("AhKd", "QcJs2h").draw, Draw::GutShot);
}

#[test]
fn what_the_board_already_is_counts_as_no_state_of_ones_own() {
    assert_eq!(judged("AcKd", "9h7h4h2h").draw, Draw::None);
    assert_eq!(judged("AhKd", "9h7h4h2c").draw, Draw::Flush);
    assert_eq!(judged("AcKd", "9h8d7s6c").draw, Draw::None);
    // A gap on the board that the own card turns into two ends.
    assert_eq!(judged("Tc2d", "9h8d6s5c").draw, Draw::None, "the same single rank as on the board");
    assert_eq!(judged("AcKd", "9h9d7s7c").draw, Draw::None);
}

#[test]
fn of_several_states_the_one_with_the_most_outs_counts() {
    // A flush draw with a gutshot, a pair with an open straight, a pair with a gutshot.
    assert_eq!(judged("AhKh", "QhTh2c").draw, Draw::InsideStraightFlush);
    assert_eq!(judged("AhKd", "QhTh2h").draw, Draw::Flush);
    assert_eq!(judged("9h8d", "9c7s6h").draw, Draw::OpenStraight);
    assert_eq!(judged("9h8d", "9c6s5h").draw, Draw::GutShot);
    for (lower, higher) in Draw::all().zip(Draw::all().skip(1)) {
        assert!(lower.outs() <= higher.outs() && lower < higher);
    }
}

#[test]
fn on_the_river_the_state_is_what_the_opponent_may_have_completed_beyond_ones_own_hand() {
    // Four hearts lie there: a flush beats an ace high and a set, but not a full house.
    assert_eq!(judged("AcKd", "9h7h4h2hJs").draw, Draw::Flush);
    assert_eq!(judged("JcJd", "9h7h4h2hJs").draw, Draw::Flush);
    assert_eq!(judged("JcJd", "9h9d4h2hJs").draw, Draw::None);
    assert_eq!(judged("AcKd", "9h8d7s6c2h").draw, Draw::OpenStraight);
    assert_eq!(judged("AcKd", "9h8d6s5c2h").draw, Draw::GutShot);
    assert_eq!(judged("AcKd", "9h9d7s4c2h").draw, Draw::OnePair);
    assert_eq!(judged("AcKd", "9h9d7s7c2h").draw, Draw::TwoPair);
    assert_eq!(judged("AcKd", "9h9d9s7c2h").draw, Draw::ThreeOfAKind);
    assert_eq!(judged("AcKd", "Qh9d7s4c2h").draw, Draw::None);
}

#[test]
fn the_paper_s_completion_probabilities_follow_from_counting_cards() {
    let table = published().unwrap().table("4").unwrap().clone();
    let rounds = [Round::Flop, Round::Turn, Round::River];
    for (row, outs) in table.rows.iter().zip((1..=MOST_OUTS).rev()) {
        for (round, &printed) in rounds.into_iter().zip(&row.values) {
            assert_eq!((1000.0 * completion(round, outs)).round(), (10.0 * printed).round(), "{round}, {outs} outs");
        }
    }
    // All pairs of unseen cards, counted: nine outs among 47 cards.
    let hit =
        (0..47).flat_map(|one| (0..one).map(move |other| (one, other))).filter(|&(one, other)| one < 9 || other < 9);
    assert!((hit.count() as f64 / 1081.0 - completion(Round::Flop, 9)).abs() < 1e-12);
}

#[test]
fn thresholds_are_compared_in_outs() {
    for (round, threshold, outs) in [
        (Round::Flop, 35.0, 9),
        (Round::Flop, 38.4, 10),
        (Round::Flop, 51.4, 15),
        (Round::Turn, 8.7, 4),
        (Round::Turn, 10.9, 5),
        (Round::River, 17.2, 4),
        (Round::River, 39.4, 10),
        (Round::River, 99.0, MOST_OUTS + 1),
    ] {
        assert_eq!(outs_of_threshold(round, threshold), outs, "{round} {threshold}");
    }
    let draws = DrawThresholds::read("GSS:20.4, FD:35").unwrap();
    assert!(draws.reached(Round::Flop, Draw::Flush, 0.0) && !draws.reached(Round::Flop, Draw::GutShot, 0.0));
    assert!(!draws.reached(Round::Flop, Draw::Flush, 1.5), "a raised threshold asks for another out");
    assert!(!draws.reached(Round::Flop, Draw::OpenStraight, 0.0), "not named, so it never counts");
    let river = DrawThresholds::read("FD:36.4, OSD:36.4").unwrap();
    assert!(river.safe(Draw::Flush, Comparison::AtMost) && !river.safe(Draw::Flush, Comparison::Below));
    assert!(river.safe(Draw::OpenStraight, Comparison::Below));
}

#[test]
fn thresholds_read_as_the_paper_prints_them() {
    let made = MadeThresholds::read("HK:28, OP:26, other:45").unwrap();
    assert_eq!((made.high_card, made.pair, made.other), (28.0, 26.0, 45.0));
    let made = MadeThresholds::read("OP:26, other:45").unwrap();
    assert_eq!(made.of(MadeHand::high_card(rank('A'))), 45.0, "the high card falls under other");
    let all = MadeThresholds::read("50").unwrap();
    assert_eq!((all.high_card, all.pair, all.other), (50.0, 50.0, 50.0));
    for wrong in ["", "HK", "HK:28, OP:26", "XX:3, other:4", "other:x"] {
        let line = MadeThresholds::read(wrong).unwrap_err().to_string();
        assert!(line.contains("HK:28, OP:26, other:45") && !line.contains('\n'), "{line}");
    }
    assert!(DrawThresholds::read("ZZ:4").is_err());
}
