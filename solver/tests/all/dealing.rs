//! Cards: drawn evenly from seed and iteration alone; all boards of small games.

use crate::support::chi_square;
use crate::support::games::limit_game;
use evaluator::card::CARDS;
use evaluator::card_set::CardSet;
use solver::boards::CardRules;
use solver::boards::card_rules::{all_boards, below, board_of, generator_of};
use solver::game::GameDefinition;

#[test]
fn a_board_depends_on_seed_and_iteration_alone() {
    let rules = CardRules::new(&GameDefinition::holdem_limit());
    for iteration in 1..200 {
        let board = board_of(&rules, 9, iteration);
        assert_eq!(board, board_of(&rules, 9, iteration));
        assert_eq!((board.len(), CardSet::of(&board).len()), (5, 5), "{board:?}");
        assert_ne!(board, board_of(&rules, 10, iteration));
        assert_ne!(board, board_of(&rules, 9, iteration + 1));
    }
}

#[test]
fn every_card_is_as_likely_at_every_place_of_the_board() {
    let rules = CardRules::new(&GameDefinition::holdem_limit());
    let mut counts = [[0; CARDS]; 5];
    for iteration in 0..52_000 {
        for (place, card) in board_of(&rules, 3, iteration).iter().enumerate() {
            counts[place][card.number()] += 1;
        }
    }
    // 51 degrees of freedom: 51 ± 10, so that 110 is six standard deviations off.
    for counts in &counts {
        assert!((15.0..110.0).contains(&chi_square(counts)), "{}", chi_square(counts));
    }
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
