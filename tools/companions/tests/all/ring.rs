//! The table of eight: money, caps, rules of the players, and what the learners' table needs.

use companions::claims::{Claim, Verdict};
use companions::learners::limit_game::{Cap, Seen, play};
use companions::learners::own_places::{self, OwnPlaces};
use companions::learners::ring_game::{AGENTS, RING_AGENTS, RingPlayer, play_games};
use companions::mlp::{Network, Output};
use companions::streams::{Purpose, below};
use evaluator::card::{Card, parse_cards};
use evaluator::card_set::CardSet;
use solver::boards::card_rules::draw;
use solver::game::Action;
use tables::together::progress::Silent;

use crate::support::on_any_threads;

fn cards(seats: usize, seed: u64) -> Vec<Card> {
    draw(&mut Purpose(11).generator(seed, 0), CardSet::FULL_DECK, 2 * seats + 5)
}

#[test]
fn winnings_of_random_games_sum_to_nothing_and_folding_costs_what_was_paid() {
    for seed in 0..500 {
        let mut dice = Purpose(12).generator(seed, 0);
        let mut folded = [false; 8];
        let won = play(&cards(8, seed), 0, Cap::Total, |seat, seen| {
            let action = seen.legal([Action::Fold, Action::Call, Action::Raise(0)][below(&mut dice, 3) as usize]);
            assert!(!folded[seat], "who has folded is not asked again");
            assert!(action != Action::Fold || seen.to_pay > 0);
            folded[seat] = action == Action::Fold;
            action
        });
        assert!(won.iter().sum::<f64>().abs() < 1e-9, "{won:?}");
        for seat in 0..8 {
            assert!(!folded[seat] || won[seat] <= 0.0, "{won:?}");
        }
        assert!(folded.iter().any(|it| !it));
    }
}

#[test]
fn everyone_raising_is_stopped_by_the_cap_of_each_round() {
    // Blinds 2, four raises of 2 before the flop: 10 each; then 8, 16 and 16.
    let mut raises = 0;
    let won = play(&cards(8, 1), 0, Cap::Total, |_, seen| {
        raises += u32::from(seen.may_raise);
        Action::Raise(0)
    });
    assert_eq!(raises, 16);
    let paid = won.iter().copied().fold(f64::INFINITY, f64::min);
    assert_eq!(paid, -50.0);
    // Four raises of each of eight players: 2 + 64, then 64, 128 and 128.
    let won = play(&cards(8, 1), 0, Cap::PerPlayer, |_, _| Action::Raise(0));
    assert_eq!(won.iter().copied().fold(f64::INFINITY, f64::min), -386.0);
}

#[test]
fn turns_begin_left_of_the_blinds_and_then_with_the_small_blind() {
    let mut seen_order = Vec::new();
    play(&cards(4, 1), 0, Cap::Total, |seat, seen| {
        seen_order.push((seen.board.len(), seat, seen.to_pay, seen.bet));
        Action::Call
    });
    let before: Vec<_> = seen_order.iter().filter(|it| it.0 == 0).map(|it| (it.1, it.2)).collect();
    assert_eq!(before, [(2, 2), (3, 2), (0, 1), (1, 0)]);
    let flop: Vec<_> = seen_order.iter().filter(|it| it.0 == 3).map(|it| (it.1, it.3)).collect();
    assert_eq!(flop, [(0, 0), (1, 0), (2, 0), (3, 0)]);
}

#[test]
fn who_raises_is_answered_by_all_others_once() {
    let mut turns = Vec::new();
    play(&cards(4, 3), 0, Cap::Total, |seat, seen| {
        if !seen.board.is_empty() {
            return Action::Call;
        }
        turns.push(seat);
        // The small blind raises when it first gets its turn.
        if seat == 0 && seen.bet == 2 { Action::Raise(0) } else { Action::Call }
    });
    assert_eq!(turns, [2, 3, 0, 1, 2, 3]);
}

#[test]
fn ties_split_the_pot() {
    // The board is a royal flush.
    let text = "2c3d 4c5d 6c7d AsKsQsJsTs";
    let won = play(&parse_cards(text).unwrap(), 0, Cap::Total, |_, _| Action::Call);
    assert_eq!(won, [0.0; 3]);
}

fn seen<'a>(hole: &str, board: &'a [Card], to_pay: u32) -> Seen<'a> {
    let hole = parse_cards(hole).unwrap();
    let hole = [hole[0], hole[1]];
    Seen { hole, board, pot: 0, paid: 0, bet: to_pay, to_pay, alive: 8, alive_at_start: 8, may_raise: true }
}

#[test]
fn players_with_known_rules_follow_them() {
    let agent = |name: char| *RING_AGENTS.iter().find(|it| it.name == name).unwrap();
    let board = parse_cards("2h7c9d").unwrap();
    for (hole, is_pair) in [("AsAh", true), ("2s2c", true), ("AsKs", false), ("7s2d", false)] {
        assert_eq!(agent('A').choose(&seen(hole, &[], 2)), Action::Raise(0));
        let expected = if is_pair { Action::Raise(0) } else { Action::Fold };
        assert_eq!(agent('B').choose(&seen(hole, &[], 2)), expected, "{hole}");
        for name in ['C', 'E', 'G'] {
            for board in [&[][..], &board] {
                assert_ne!(agent(name).choose(&seen(hole, board, 2)), Action::Raise(0));
                assert_eq!(agent(name).choose(&seen(hole, board, 0)), Action::Call);
            }
        }
    }
    // C plays from 12.5 on: ace-deuce suited is worth 13.5, off suit 12; a pair of nines on this board 1 + 7/13.
    assert_eq!(agent('C').choose(&seen("As2s", &[], 2)), Action::Call);
    assert_eq!(agent('C').choose(&seen("As2d", &[], 2)), Action::Fold);
    assert_eq!(agent('C').choose(&seen("As9s", &board, 2)), Action::Call);
    assert_eq!(agent('C').choose(&seen("As2s", &board, 2)), Action::Fold);
    // The board's own pair is none of the player's: A-K is worth 12/13 there, which K plays and D does not.
    let paired = parse_cards("7h7c9d").unwrap();
    assert_eq!(agent('K').choose(&seen("AsKs", &paired, 2)), Action::Call);
    assert_eq!(agent('D').choose(&seen("AsKs", &paired, 2)), Action::Fold);
}

#[test]
fn games_are_the_same_on_any_number_of_threads_and_learn_four_fifths() {
    let agents = RING_AGENTS.map(RingPlayer::Rules);
    let (totals, logs) = on_any_threads(|| play_games(&agents, 600, Cap::Total, 4, &Silent).unwrap());
    let actions: u64 = totals.iter().map(|it| it.style.actions()).sum();
    assert_eq!(logs.examples.len() as u64, actions);
    let held_out: usize = logs.held_out.iter().map(Vec::len).sum();
    assert!((held_out as f64 / actions as f64 - 0.2).abs() < 0.02);
    assert!(totals.iter().map(|it| it.won).sum::<f64>().abs() < 1e-6);
    assert_eq!(totals.len(), AGENTS);
    // B gives up all but the one hand in seventeen that is a pair.
    assert!((totals[1].looseness.share().unwrap() - 0.41).abs() < 0.06, "{:?}", totals[1].style);
}

/// A learner that knows nothing folds, calls and raises a third of the time each, until what is not legal becomes a
/// call. It changes nothing in the games that it looks at.
#[test]
fn in_its_players_places_a_learner_is_asked_and_the_player_acts() {
    let nothing = Network::zeros(&[107, 3], Output::Actions);
    let players = RING_AGENTS.map(RingPlayer::Rules);
    let shadowed = RING_AGENTS.map(|agent| RingPlayer::Shadowed(agent, &nothing));
    let [(own, own_logs), (shadows, logs)] =
        [&players, &shadowed].map(|players| play_games(players, 600, Cap::Total, 4, &Silent).unwrap());
    assert!(own.iter().zip(&shadows).all(|(own, shadow)| own.won == shadow.won && own.style != shadow.style));
    assert_eq!(own_logs, logs);
    let pairs = RING_AGENTS.map(|agent| (agent, &nothing));
    let places = on_any_threads(|| own_places::measure(&pairs, 600, Cap::Total, 4, &Silent).unwrap());
    for ((own, shadow), OwnPlaces { name, player, drawn, played }) in own.iter().zip(&shadows).zip(&places) {
        assert_eq!(*player, [own.style.looseness(), own.style.aggression()], "{name}");
        assert_eq!(*played, [shadow.style.looseness(), shadow.style.aggression()], "{name}");
        assert!((drawn[0] - 2.0 / 3.0).abs() < 1e-6 && (drawn[1] - 0.5).abs() < 1e-6, "{name}: {drawn:?}");
        assert!(played[0] > drawn[0] && played[1] < drawn[1], "{name}: {played:?}");
    }
    // A never folds: a third is the farthest. C never raises: a half is.
    assert!((places[0].distance() - 100.0 / 3.0).abs() < 5.0 && (places[2].distance() - 50.0).abs() < 1e-3);
}

#[test]
fn a_learner_is_calibrated_within_two_points_on_average() {
    let [near, far, farther] = [0.41, 0.425, 0.44].map(|looseness| OwnPlaces {
        name: 'B',
        player: [0.4, 0.75],
        drawn: [looseness, 0.745],
        played: [0.9, 0.1],
    });
    let claim = |places: &[&OwnPlaces]| {
        let Claim { verdict, value, .. } = own_places::calibration(places);
        (verdict, value.map(|points| (100.0 * points).round() / 100.0))
    };
    assert_eq!(claim(&[&near, &far]), (Verdict::Reproduced, Some(1.75)));
    assert_eq!(claim(&[&near, &farther]), (Verdict::Fails, Some(2.5)));
    assert_eq!(claim(&[]), (Verdict::Noise, None), "no learner of B's own: nothing follows");
}
