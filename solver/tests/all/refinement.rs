//! A coarse table as the beginning of a finer one: shares against a plain recount, and nothing lost on the way.

use crate::support::{MadeBuckets, assert_close, history_lanes, limit_game};
use evaluator::card_set::CardSet;
use solver::boards::card_rules::board_of;
use solver::boards::{Buckets, Overlap};
use solver::game::GameDefinition;
use solver::train::refinement::{BEGINNING_WEIGHT, CoarseTable};
use solver::train::{Cells, TableLayout};
use solver::walk::{ChunkId, LANES};
use std::collections::HashMap;

const BOARDS: u64 = 40;
const SEED: u64 = 3;

struct TwoAbstractions {
    game: GameDefinition,
    coarse: MadeBuckets,
    fine: MadeBuckets,
}

impl TwoAbstractions {
    /// Counts and salt of the coarse and the fine one.
    fn new(both: [([usize; 3], u64); 2]) -> Self {
        let game = limit_game(4, 4, 2, "3 2 2", "0 2 1");
        let [coarse, fine] = both.map(|(counts, salt)| MadeBuckets::symmetric(&game, &counts, salt));
        Self { game, coarse, fine }
    }

    fn overlap(&self, round: usize) -> Overlap {
        Overlap::count(&self.fine.rules, round, &self.fine, &self.coarse, SEED, BOARDS)
    }
}

#[test]
fn shares_are_those_of_a_plain_recount() {
    let it = TwoAbstractions::new([([3; 3], 1), ([11; 3], 2)]);
    let rules = &it.fine.rules;
    for round in 0..3 {
        let (mut both, mut alone) = (HashMap::new(), HashMap::new());
        for number in 1..=BOARDS {
            let board = board_of(rules, SEED, number);
            let cards = &board[..rules.board_cards(round)];
            for hole in rules.holes(CardSet::of(&board)) {
                let [fine, coarse] = [&it.fine, &it.coarse].map(|buckets| buckets.bucket(round, hole, cards));
                *both.entry((fine, coarse)).or_insert(0u64) += 1;
                *alone.entry(coarse).or_insert(0u64) += 1;
            }
        }
        let overlap = it.overlap(round);
        let mut found = 0;
        for fine in 0..it.fine.count(round) {
            for part in overlap.of(fine) {
                let expected = both[&(fine as u32, part.coarse)] as f64 / alone[&part.coarse] as f64;
                assert_close(part.share.into(), expected, 1e-6, &format!("{round} {fine}: {part:?}"));
                found += 1;
            }
        }
        assert_eq!(found, both.len(), "{round}");
    }
}

/// A coarse table with numbers of every size and sign, and the finer one that begins with it.
struct Beginning {
    layouts: [TableLayout; 2],
    learnt: Vec<Cells<f32>>,
    refined: Vec<Cells<f32>>,
}

impl Beginning {
    /// Rounds of `stay` are copied, the others refined.
    fn new(it: &TwoAbstractions, stay: &[usize]) -> Self {
        let lanes = history_lanes(&it.game);
        let layouts = [&it.coarse, &it.fine].map(|buckets| TableLayout::new(&lanes, buckets));
        let [coarse, fine] = &layouts;
        let cell = |row: usize, lane: usize| ((row * 31 + lane * 7) % 101) as f32 - 50.0;
        let learnt: Vec<Cells<f32>> =
            (0..coarse.rows()).map(|row| std::array::from_fn(|lane| cell(row, lane))).collect();
        let mut refined: Vec<Cells<f32>> = vec![[0.0; LANES]; fine.rows()];
        let table = CoarseTable { layout: coarse, cells: &learnt };
        for round in 0..3 {
            if stay.contains(&round) {
                table.copy(round, fine, &mut refined);
            } else {
                table.refine(round, &it.overlap(round), fine, &mut refined);
            }
        }
        Self { layouts, learnt, refined }
    }

    /// The rounds of all chunks, each with both tables' sums over all buckets.
    fn sums(&self) -> Vec<(usize, [Vec<f32>; 2])> {
        let [coarse, fine] = &self.layouts;
        let chunk_sums = |at: ChunkId| {
            let slots = fine.bucket(at, 0).len();
            let sums = |cells: &[Cells<f32>]| -> Vec<f32> {
                let sum = |at: usize| cells.iter().skip(at / LANES).step_by(slots).map(|row| row[at % LANES]).sum();
                (0..slots * LANES).map(sum).collect()
            };
            let tables = [&self.learnt[coarse.chunk(at)], &self.refined[fine.chunk(at)]];
            (at.round, tables.map(sums))
        };
        fine.chunks().map(chunk_sums).collect()
    }
}

/// Holds what the finer table begins with to a share of what was learnt.
fn assert_divided(sums: impl Iterator<Item = (usize, [Vec<f32>; 2])>) {
    for (round, [whole, parts]) in sums {
        assert!(whole.iter().any(|&sum| sum != 0.0));
        for (whole, parts) in whole.iter().zip(parts) {
            assert!((whole * BEGINNING_WEIGHT - parts).abs() < 1e-2, "{round}: {whole} became {parts}");
        }
    }
}

#[test]
fn what_was_learnt_is_divided_and_none_of_it_lost() {
    let it = TwoAbstractions::new([([3; 3], 1), ([11; 3], 2)]);
    assert_divided(Beginning::new(&it, &[]).sums().into_iter());
}

#[test]
fn a_round_whose_buckets_stay_goes_on_as_it_was() {
    let it = TwoAbstractions::new([([1, 3, 3], 1), ([3, 3, 11], 1)]);
    let begun = Beginning::new(&it, &[1]);
    let [coarse, fine] = &begun.layouts;
    for at in fine.chunks().filter(|at| at.round == 1) {
        assert!(begun.refined[fine.chunk(at)] == begun.learnt[coarse.chunk(at)]);
    }
    assert_divided(begun.sums().into_iter().filter(|(round, _)| *round != 1));
}
