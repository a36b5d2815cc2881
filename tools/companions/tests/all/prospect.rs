//! Strength numbers, win rates, expectations and games of the prospect players.

use companions::hand_ranks::{category_and_rank, strength_number};
use companions::learners::prospect_game::{
    Chips, DECISIONS, PLAYERS, Position, ProspectPlayer, play, play_pairings, win_rate,
};
use companions::learners::prospect_report::raising_share;
use companions::learners::published;
use companions::streams::Purpose;
use evaluator::card::parse_cards;
use evaluator::card_set::CardSet;
use solver::boards::card_rules::draw;
use solver::game::Action;
use tables::together::progress::Silent;

use crate::support::cards;

fn number(text: &str) -> f64 {
    strength_number(cards(text))
}

#[test]
fn the_example_of_the_thesis_is_its_own_number_and_one() {
    let expected: f64 = published().unwrap().constant("strength_example").unwrap();
    let found = number("7s4h7c7dAs2h6h");
    assert!((found - expected).abs() < 1e-6, "{found}");
    assert!((found - 1.0 - 2.457).abs() < 1e-3);
}

#[test]
fn the_nine_categories_increase_and_ranks_are_in_order_of_priority() {
    let hands = [
        ("2c4d6h8sTc", 0.0, &[8, 6, 4, 2, 0][..]),
        ("2c2d6h8sTc", 1.0, &[0, 8, 6, 4]),
        ("2c2d6h6sTc", 2.0, &[4, 0, 8]),
        ("2c2d2h8sTc", 3.0, &[0, 8, 6]),
        ("2c3d4h5sAc", 4.0, &[3]),
        ("2c4c6c8cTc", 5.0, &[8, 6, 4, 2, 0]),
        ("2c2d2h8s8c", 6.0, &[0, 6]),
        ("2c2d2h2sTc", 7.0, &[0, 8]),
        ("TcJcQcKcAc", 8.0, &[12]),
    ];
    let mut before = -1.0;
    for (hand, category, ranks) in hands {
        let digits = ranks.iter().enumerate().map(|(place, &rank)| f64::from(rank) / 13f64.powi(place as i32 + 1));
        let found = number(hand);
        assert!((found - category - digits.sum::<f64>()).abs() < 1e-12, "{hand}: {found}");
        assert!(found > before, "{hand}");
        before = found;
    }
}

#[test]
fn the_best_five_of_seven_have_the_largest_number() {
    for seed in 0..2_000 {
        let cards = draw(&mut Purpose(21).generator(seed, 0), CardSet::FULL_DECK, 7);
        let all = CardSet::of(&cards);
        let pairs = cards.iter().flat_map(|&one| cards.iter().map(move |&other| CardSet::single(one).with(other)));
        let fives = pairs.filter(|pair| pair.len() == 2).map(|pair| strength_number(all - pair));
        assert_eq!(strength_number(all), fives.fold(f64::NEG_INFINITY, f64::max), "{cards:?}");
    }
}

#[test]
fn the_deciding_rank_survives_the_digits_behind_it() {
    let hands =
        [("AcKdQhJs9c", 0.0, 12.0), ("2c2d3h4s6c", 1.0, 0.0), ("5c5d5hAsAc", 6.0, 3.0), ("AcAdKhQsJc", 1.0, 12.0)];
    for (hand, category, rank) in hands {
        assert_eq!(category_and_rank(cards(hand)), (category, rank), "{hand}");
    }
}

#[test]
fn win_rates_change_at_the_borders_of_the_table() {
    let table = [(0.0, 1.0, 0.1), (1.0, 1.5, 0.3), (1.5, 2.0, 0.5), (2.0, 3.0, 0.7), (3.0, 5.0, 0.9), (5.0, 9.0, 1.0)];
    for (from, to, rate) in table {
        assert_eq!([win_rate(from), win_rate(to - 0.001)], [rate; 2], "{from} to {to}");
    }
}

#[test]
fn expectations_are_those_worked_out_by_hand() {
    // Linear value: v(x) = x or 2.25 x.
    let linear = ProspectPlayer { alpha: 1.0, beta: 1.0 };
    let close =
        |found: Option<f64>, expected: f64| assert!((found.unwrap() - expected).abs() < 1e-12, "{found:?} {expected}");
    // First to act at the start: m = 4; check 0.5·2 - 0.5·2.25·2, bet 0.5·6 - 0.5·2.25·10.
    let start = Position { chips: -2, pot: 4, own_bet: 0, other_bet: 0, may_raise: true };
    let found = linear.expectations(&start, 0.5);
    assert_eq!(found.fold, None);
    close(Some(found.call), 1.0 - 2.25);
    close(found.raise, 3.0 - 11.25);
    // Facing a bet: m = 8; fold -2.25·2, call 0.7·6 - 0.3·2.25·6, raise 0.7·10 - 0.3·2.25·10.
    let bet = Position { other_bet: 4, ..start };
    let found = linear.expectations(&bet, 0.7);
    close(found.fold, -4.5);
    close(Some(found.call), 4.2 - 4.05);
    close(found.raise, 7.0 - 6.75);
    // Square roots, 10 chips ahead, at the cap: m = 36 + 28, no raise.
    let root = ProspectPlayer { alpha: 0.5, beta: 0.5 };
    let capped = Position { chips: 0, pot: 36, own_bet: 12, other_bet: 16, may_raise: false };
    let found = root.expectations(&capped, 0.9);
    close(found.fold, 0.0);
    close(Some(found.call), 0.9 * 8.0 - 0.1 * 2.25 * 2.0);
    assert_eq!(found.raise, None);
}

#[test]
fn a_tie_is_a_call_then_a_fold() {
    // Nothing is at stake between fold and call where both are worth the same: a win rate of 0 with v(b) = v(b - 4)
    // cannot be, so equal worths come from the value function alone.
    let flat = ProspectPlayer { alpha: 0.0, beta: 0.0 };
    let position = Position { chips: -20, pot: 4, own_bet: 0, other_bet: 4, may_raise: true };
    let found = flat.expectations(&position, 0.5);
    assert_eq!((found.fold, found.raise), (Some(found.call), Some(found.call)));
    assert_eq!(flat.choose(&position, 0.5), Action::Call);
}

/// Cards with which the first seat wins what is not folded.
const ACES: &str = "AsAh2c7dKsQdJh9s3c";

#[test]
fn a_game_of_raises_ends_at_the_cap_and_shows_the_published_pots() {
    let mut positions = Vec::new();
    let won = play(&parse_cards(ACES).unwrap(), |seat, seen| {
        positions.push((seat, seen.board.len(), Position::of(seen, 0)));
        if seen.may_raise { Action::Raise(0) } else { Action::Call }
    });
    assert_eq!(won, [34.0, -34.0]);
    let (_, _, first) = positions[0];
    assert_eq!(first, Position { chips: -2, pot: 4, own_bet: 0, other_bet: 0, may_raise: true });
    // The largest pot at a decision: four bets in each round, the last to act at the cap.
    let &(seat, board, last) = positions.last().unwrap();
    assert_eq!((seat, board), (0, 5));
    assert_eq!(last, Position { chips: -30, pot: 36, own_bet: 12, other_bet: 16, may_raise: false });
}

#[test]
fn checks_go_round_once_and_a_fold_ends_the_game() {
    let mut turns = Vec::new();
    let won = play(&parse_cards(ACES).unwrap(), |seat, seen| {
        turns.push((seat, seen.board.len()));
        match (seat, seen.board.len()) {
            (1, 4) => {
                assert_eq!((seen.paid, seen.to_pay), (2, 0));
                Action::Call
            }
            (0, 5) => Action::Raise(0),
            (1, 5) => {
                assert_eq!((seen.paid, seen.to_pay), (2, 4));
                Action::Fold
            }
            _ => Action::Call,
        }
    });
    assert_eq!(turns, [(0, 4), (1, 4), (0, 5), (1, 5)]);
    assert_eq!(won, [2.0, -2.0]);
}

#[test]
fn logs_have_their_decisions_and_the_published_share_of_folds() {
    let published = published().unwrap();
    for (chips, share, claim) in [(Chips::Carried, "folds_carried", "P2"), (Chips::Reset, "folds_reset", "P3")] {
        let (share, within): (f64, f64) = (published.constant(share).unwrap(), published.limit(claim).unwrap());
        let played = play_pairings(chips, 1, &Silent).unwrap();
        for player in 0..PLAYERS {
            assert_eq!(played.logs.training[player].len() + played.logs.held_out[player].len(), DECISIONS);
        }
        let folds = 100.0 * played.shares()[0];
        assert!((folds - share).abs() <= within, "{chips:?}: {folds} % folds");
    }
}

#[test]
fn small_alpha_stops_raising_just_above_the_reference_point() {
    let at = |chips: i32| {
        let position = Position { chips, pot: 4, own_bet: 0, other_bet: 4, may_raise: true };
        raising_share(0, &position)
    };
    assert!(at(-12) > at(-6), "{} {}", at(-12), at(-6));
    // Far from it they are bold again.
    assert!(at(-40) > at(-6));
}
