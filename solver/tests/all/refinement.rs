//! A coarse table as the beginning of a finer one: shares against a plain recount, and nothing lost on the way.

use crate::naive::limit_game;
use crate::suit_symmetry::SymmetricBuckets;
use evaluator::card_set::CardSet;
use evaluator::holding::Holding;
use solver::boards::dealing::board_of;
use solver::boards::{Buckets, CardRules, Overlap};
use solver::game::{BettingTree, GameDefinition, TreeLayout};
use solver::train::refinement::{BEGINNING_WEIGHT, CoarseTable};
use solver::train::{Cells, TableLayout};
use solver::walk::{HistoryLanes, LANES};
use std::collections::HashMap;

const BOARDS: u64 = 40;
const SEED: u64 = 3;

struct TwoAbstractions {
    game: GameDefinition,
    rules: CardRules,
    coarse: SymmetricBuckets,
    fine: SymmetricBuckets,
}

impl TwoAbstractions {
    fn new() -> Self {
        let game = limit_game(4, 4, 2, "3 2 2", "0 2 1");
        let [coarse, fine] =
            [([3; 3], 1), ([11; 3], 2)].map(|(counts, salt)| SymmetricBuckets::new(&game, &counts, salt));
        Self { rules: CardRules::new(&game), game, coarse, fine }
    }

    fn overlap(&self, round: usize) -> Overlap {
        Overlap::count(&self.rules, round, &self.fine, &self.coarse, SEED, BOARDS)
    }
}

#[test]
fn shares_are_those_of_a_plain_recount() {
    let it = TwoAbstractions::new();
    for round in 0..3 {
        let (mut both, mut alone) = (HashMap::new(), HashMap::new());
        for number in 1..=BOARDS {
            let board = board_of(&it.rules, SEED, number);
            let cards = &board[..it.rules.board_cards(round)];
            let free: Vec<_> = (it.rules.deck() - CardSet::of(&board)).iter().collect();
            for (place, &high) in free.iter().enumerate() {
                for &low in &free[..place] {
                    let hole = Holding::new(low, high).unwrap().card_set();
                    let [fine, coarse] = [&it.fine, &it.coarse].map(|buckets| buckets.bucket(round, hole, cards));
                    *both.entry((fine, coarse)).or_insert(0u64) += 1;
                    *alone.entry(coarse).or_insert(0u64) += 1;
                }
            }
        }
        let overlap = it.overlap(round);
        let mut found = 0;
        for fine in 0..it.fine.count(round) {
            for part in overlap.of(fine) {
                let expected = both[&(fine as u32, part.coarse)] as f64 / alone[&part.coarse] as f64;
                assert!(
                    (f64::from(part.share) - expected).abs() < 1e-6,
                    "{round} {fine}: {part:?}, expected {expected}"
                );
                found += 1;
            }
        }
        assert_eq!(found, both.len(), "{round}");
    }
}

#[test]
fn what_was_learnt_is_divided_and_none_of_it_lost() {
    let it = TwoAbstractions::new();
    let lanes = HistoryLanes::new(&TreeLayout::new(&BettingTree::new(&it.game)).unwrap());
    let [coarse, fine] = [&it.coarse, &it.fine].map(|buckets| TableLayout::new(&lanes, buckets));
    // Numbers of every size and sign.
    let cell = |row: usize, lane: usize| ((row * 31 + lane * 7) % 101) as f32 - 50.0;
    let rows = 0..coarse.rows();
    let learnt: Vec<Cells<f32>> = rows.map(|row| std::array::from_fn(|lane| cell(row, lane))).collect();
    let mut refined: Vec<Cells<f32>> = vec![[0.0; LANES]; fine.rows()];
    let table = CoarseTable { layout: &coarse, cells: &learnt };
    for round in 0..3 {
        table.refine(round, &it.overlap(round), &fine, &mut refined);
    }
    for (round, chunk) in fine.chunks() {
        let slots = fine.bucket(round, chunk, 0).len();
        let sums = |cells: &[Cells<f32>]| -> Vec<f32> {
            let columns = 0..slots * LANES;
            columns.map(|at| cells.iter().skip(at / LANES).step_by(slots).map(|row| row[at % LANES]).sum()).collect()
        };
        let [whole, parts] = [sums(&learnt[coarse.chunk(round, chunk)]), sums(&refined[fine.chunk(round, chunk)])];
        assert!(whole.iter().any(|&sum| sum != 0.0));
        for (whole, parts) in whole.iter().zip(parts) {
            assert!((whole * BEGINNING_WEIGHT - parts).abs() < 1e-2, "{round} {chunk}: {whole} became {parts}");
        }
    }
}
