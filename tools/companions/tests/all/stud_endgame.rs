//! The reduced stud: its tree, its values against plain sums, its equilibria, and the stud player in it.

use companions::stud::endgame::fuzzy_policy::FuzzyPlayer;
use companions::stud::endgame::last_turn::{Child, PublicSituation, Size, Tree};
use companions::stud::endgame::last_turn::{LastTurnGame, Profile};
use companions::stud::endgame::opening_bets;
use companions::stud::endgame::opening_game::{CARDS, OpeningGame, PAIRS};
use companions::stud::model::{Choices, Staying};
use companions::stud::rules::Seat;
use std::cmp::Ordering;

use crate::support::{cards, dice};

fn situation(size: Size, seed: u64) -> PublicSituation {
    PublicSituation::random(size, &mut dice(seed))
}

fn player(staying: Staying) -> FuzzyPlayer {
    FuzzyPlayer { staying, choices: Choices::default() }
}

fn fuzzy(game: &LastTurnGame, situation: &PublicSituation) -> Profile {
    Seat::BOTH.map(|seat| player(Staying::Bluffing).last_turn(situation, seat, &game.tree))
}

#[test]
fn the_tree_has_ten_decisions_ten_drops_and_nine_showdowns() {
    let tree = Tree::new(500);
    let children = || tree.decisions.iter().flat_map(|it| &it.children);
    // One opening; an answer to each of three bets; six raises to answer.
    assert_eq!(tree.decisions.len(), 1 + 3 + 6);
    assert_eq!(children().filter(|it| matches!(it, Child::Drop(..))).count(), 10);
    let showdowns: Vec<f64> =
        children().filter_map(|it| if let Child::Showdown(paid) = it { Some(*paid) } else { None }).collect();
    assert_eq!(showdowns.len(), 9);
    // A pot of 1,000: opening with 1, 500 or 1,000; the largest raise is 1,000 + 1,000 on top of what was paid.
    assert!(showdowns.contains(&501.0) && showdowns.contains(&1_000.0) && showdowns.contains(&2_500.0));
    assert_eq!(tree.pot, 1_000.0);
}

/// What the best response of a seat gains, card by card and against each card of the opponent, who holds it as likely
/// as `reach` says.
fn naive_best(game: &LastTurnGame, profile: &Profile, seat: Seat, child: Child, card: usize, reach: &[f64]) -> f64 {
    let against = |gain: &dyn Fn(usize) -> f64| -> f64 {
        (0..game.cards()).filter(|&other| other != card).map(|other| reach[other] * gain(other)).sum()
    };
    let worth = |seat: Seat, card: usize| game.worths[seat.index()][card];
    match child {
        Child::Drop(dropped, paid) => against(&|_| if dropped == seat { -paid } else { paid }),
        Child::Showdown(paid) => against(&|other| match worth(seat, card).cmp(&worth(seat.other(), other)) {
            Ordering::Less => -paid,
            Ordering::Equal => 0.0,
            Ordering::Greater => paid,
        }),
        Child::Decision(number) => {
            let node = &game.tree.decisions[number];
            let next =
                |action: usize, reach: &[f64]| naive_best(game, profile, seat, node.children[action], card, reach);
            let actions = 0..node.children.len();
            if node.seat == seat {
                return actions.map(|action| next(action, reach)).fold(f64::NEG_INFINITY, f64::max);
            }
            let policy = &profile[node.seat.index()][number];
            let reached =
                |action: usize| -> Vec<f64> { reach.iter().zip(&policy[action]).map(|(a, b)| a * b).collect() };
            actions.map(|action| next(action, &reached(action))).sum()
        }
    }
}

#[test]
fn best_responses_of_all_cards_at_once_are_those_card_by_card() {
    let situation = situation(Size::LAST_TURN, 3);
    let game = LastTurnGame::new(&situation);
    let count = game.cards();
    assert_eq!(count, 40);
    for profile in [game.solve(3), fuzzy(&game, &situation)] {
        for seat in Seat::BOTH {
            let best = |card| naive_best(&game, &profile, seat, Child::Decision(0), card, &vec![1.0; count]);
            let naive = (0..count).map(best).sum::<f64>() / (count * (count - 1)) as f64;
            let found = game.best_response(seat, &profile);
            assert!((found - naive).abs() < 1e-9, "{seat:?}: {found} {naive}");
        }
    }
}

#[test]
fn solving_comes_close_to_equilibrium_and_closer_with_more_iterations() {
    for seed in [1, 2] {
        let game = LastTurnGame::new(&situation(Size::LAST_TURN, seed));
        let exploitability = [10, 600].map(|iterations| game.exploitability(&game.solve(iterations)));
        assert!(exploitability[1] < 1e-3 && exploitability[1] >= -1e-12, "{exploitability:?}");
        assert!(exploitability[1] < exploitability[0]);
    }
}

#[test]
fn a_hand_that_always_loses_bluffs_as_theory_says() {
    // The first player holds a royal flush with any spade... of four: with the ten he cannot lose, otherwise he has
    // nothing that wins. The second player's three aces beat all else. A pot bet must then contain one bluff for every
    // two royal flushes.
    let open = ["AsKsQsJs2c4d", "AcAdAh7c8d2h"].map(cards);
    let game = LastTurnGame::new(&PublicSituation::new(Size::LAST_TURN.deck(), open));
    let profile = game.solve(2_000);
    let [.., weak_share_of_pot_bets, _] = opening_bets(&game, &profile[0][0]);
    let share = weak_share_of_pot_bets.unwrap();
    assert!(game.exploitability(&profile) < 1e-3);
    assert!((share - 1.0 / 3.0).abs() < 0.06, "{share}");
}

#[test]
fn the_stud_players_probabilities_add_up_and_it_loses_to_a_best_response() {
    let situation = situation(Size::LAST_TURN, 9);
    let game = LastTurnGame::new(&situation);
    let profile = fuzzy(&game, &situation);
    for (number, decision) in game.tree.decisions.iter().enumerate() {
        let policy = &profile[decision.seat.index()][number];
        assert_eq!(policy.len(), decision.children.len());
        for card in 0..game.cards() {
            let sum: f64 = policy.iter().map(|action| action[card]).sum();
            assert!((sum - 1.0).abs() < 1e-12, "decision {number}, card {card}: {sum}");
        }
    }
    let equilibrium = game.exploitability(&game.solve(300));
    assert!(game.exploitability(&profile) > 10.0 * equilibrium);
}

#[test]
fn the_solution_of_the_opening_game_is_close_to_equilibrium() {
    let situation = situation(Size::OPENING, 4);
    assert_eq!((situation.unseen.len(), PAIRS), (CARDS, 120));
    let game = OpeningGame::new(&situation);
    let fuzzy = Seat::BOTH.map(|seat| player(Staying::Bluffing).opening(&situation, seat, &game));
    assert!((0..PAIRS).all(|pair| (fuzzy[0].choice[0][pair] + fuzzy[0].choice[1][pair] - 1.0).abs() < 1e-12));
    let exploitability = [20, 200].map(|iterations| game.exploitability(&game.solve(iterations)));
    assert!((0.0..0.01).contains(&exploitability[1]) && exploitability[1] < exploitability[0], "{exploitability:?}");
    assert!(game.exploitability(&fuzzy) > exploitability[1]);
}
