//! Cards and dice: drawn evenly from seed and iteration alone; all boards of small games.

use crate::naive::sign;
use crate::support::{chi_square, limit_game};
use evaluator::card::{CARDS, Card};
use evaluator::card_set::CardSet;
use solver::boards::CardRules;
use solver::boards::card_rules::{all_boards, below, board_of, generator_of};
use solver::game::GameDefinition;
use solver::train::deals::{ActionDice, Deal};

/// Both players' cards and the board.
fn deal_of(rules: &CardRules, seed: u64, iteration: u64) -> Vec<Card> {
    let deal = Deal::of(rules, seed, iteration);
    let [first, second, board] = [deal.hole(0), deal.hole(1), deal.board()];
    assert_eq!((first.len(), second.len(), board.len()), (2, 2, 5));
    assert_eq!(f64::from(deal.sign()), sign(CardSet::of(board), CardSet::of(first), CardSet::of(second)));
    [first, second, board].concat()
}

/// Draws cards of an iteration of a seed, and how many they are.
type Draw = fn(&CardRules, u64, u64) -> Vec<Card>;
const DRAWS: [(Draw, usize); 2] = [(board_of, 5), (deal_of, 9)];

#[test]
fn boards_and_deals_depend_on_seed_and_iteration_alone() {
    let rules = CardRules::new(&GameDefinition::holdem_limit());
    for (draw, count) in DRAWS {
        for iteration in 1..200 {
            let cards = draw(&rules, 9, iteration);
            assert_eq!(cards, draw(&rules, 9, iteration));
            assert_eq!((cards.len(), CardSet::of(&cards).len()), (count, count), "{cards:?}");
            assert_ne!(cards, draw(&rules, 10, iteration));
            assert_ne!(cards, draw(&rules, 9, iteration + 1));
        }
    }
}

#[test]
fn every_card_is_as_likely_at_every_place() {
    let rules = CardRules::new(&GameDefinition::holdem_limit());
    for (draw, count) in DRAWS {
        let mut counts = vec![[0; CARDS]; count];
        for iteration in 0..52_000 {
            for (counts, card) in counts.iter_mut().zip(draw(&rules, 3, iteration)) {
                counts[card.number()] += 1;
            }
        }
        // 51 degrees of freedom: 51 ± 10, so that 110 is six standard deviations off.
        for counts in &counts {
            assert!((15.0..110.0).contains(&chi_square(counts)), "{}", chi_square(counts));
        }
    }
}

#[test]
fn dice_are_even_and_independent_of_each_other() {
    // Pairs of numbers that must know nothing of each other, in 8 · 8 cells: 63 ± 11 degrees of freedom.
    type Throw = fn(u64) -> f32;
    let one: Throw = |it| ActionDice::of(1, it, 0).at(0);
    let others: [Throw; 5] = [
        |it| ActionDice::of(1, it, 0).at(1),
        |it| ActionDice::of(1, it, 0).at(6_377),
        |it| ActionDice::of(1, it + 1, 0).at(0),
        |it| ActionDice::of(1, it, 1).at(0),
        |it| ActionDice::of(2, it, 0).at(0),
    ];
    for other in others {
        let mut counts = [0; 64];
        for iteration in 0..64_000 {
            let [a, b] = [one, other].map(|throw| throw(iteration));
            assert!((0.0..1.0).contains(&a) && (0.0..1.0).contains(&b));
            counts[(a * 8.0) as usize * 8 + (b * 8.0) as usize] += 1;
        }
        assert!((20.0..130.0).contains(&chi_square(&counts)), "{}", chi_square(&counts));
    }
    // Consecutive decisions of one deal.
    let mut counts = [0; 64];
    (0..64_000u64).for_each(|decision| counts[(ActionDice::of(5, 9, 1).at(decision) * 64.0) as usize] += 1);
    assert!((20.0..130.0).contains(&chi_square(&counts)), "{}", chi_square(&counts));
}

#[test]
fn numbers_below_a_small_bound_are_equally_likely() {
    let mut generator = generator_of(1, 1);
    for bound in [1u64, 2, 3, 5, 7, 13, 47] {
        let mut counts = vec![0; bound as usize];
        for _ in 0..20_000 {
            counts[below(&mut generator, bound) as usize] += 1;
        }
        let freedom = (bound - 1) as f64;
        assert!(chi_square(&counts) <= freedom + 6.0 * (2.0 * freedom).sqrt(), "{bound}: {counts:?}");
    }
    // Three quarters of the generator's range: without the refused halves the lower two thirds would be too likely.
    let bound = 3 << 62;
    let low = (0..20_000).filter(|_| below(&mut generator, bound) < bound / 3).count();
    assert!((6_000..7_400).contains(&low), "{low}");
}

#[test]
fn small_games_list_every_board_once() {
    // Leduc's six cards; 12 · 11 boards of one card after another; C(12, 2) · 10 with a flop of two.
    for (game, expected) in [
        (GameDefinition::kuhn(), 1),
        (GameDefinition::leduc(), 6),
        (limit_game(4, 3, 1, "1 1 1", "0 1 1"), 132),
        (limit_game(4, 3, 1, "1 1 1", "0 2 1"), 660),
    ] {
        let mut boards = all_boards(&CardRules::new(&game));
        assert_eq!(boards.len(), expected);
        boards.sort();
        boards.dedup();
        assert_eq!(boards.len(), expected);
    }
}
