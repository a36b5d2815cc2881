//! One iteration: one board, or all of them, and both players updated once, one after the other.

use super::deal_sampler::{Sampler, all_boards, board_of};
use super::traversal::{CfrLearner, ChunkTables};
use super::update_rule::{Step, UpdateRule};
use crate::measure::expected_value::PreparedGame;
use crate::public_board::{Buckets, PublicBoard};
use crate::walk::{BoardWalk, Real, Side};

/// Boards after which a sampled run applies the discounts of rules that have any.
///
/// A discount touches the whole table, a board only its own buckets: one discount a board would cost more than the board.
/// So for sampled runs the rules count *epochs* of this many boards as their iterations.
pub const BOARDS_OF_AN_EPOCH: u64 = 500;

/// Everything that stays the same from iteration to iteration.
pub struct Iterations<'a, T> {
    /// The game.
    pub game: &'a PreparedGame<T>,
    /// Both players' abstraction.
    pub buckets: &'a dyn Buckets,
    /// How cards are chosen.
    pub sampler: Sampler,
    /// How regrets are carried on.
    pub rule: UpdateRule,
    /// Fixes the sequence of boards.
    pub seed: u64,
    /// Planned iterations, for schedules.
    pub planned: u64,
    boards: Vec<PublicBoard>,
}

impl<'a, T: Real> Iterations<'a, T> {
    /// Prepares iterations; with [`Sampler::Full`] all boards are dealt now.
    pub fn new(
        game: &'a PreparedGame<T>,
        buckets: &'a dyn Buckets,
        sampler: Sampler,
        rule: UpdateRule,
        seed: u64,
        planned: u64,
    ) -> Self {
        let boards = match sampler {
            Sampler::Public | Sampler::Chance | Sampler::External => vec![PublicBoard::default()],
            Sampler::Full => all_boards(&game.rules)
                .iter()
                .map(|board| {
                    let mut dealt = PublicBoard::default();
                    dealt.deal(&game.rules, board, [buckets, buckets]);
                    dealt
                })
                .collect(),
        };
        Self { game, buckets, sampler, rule, seed, planned, boards }
    }

    /// The step of an iteration (from 1), and whether its discounts are due.
    pub fn step(&self, iteration: u64) -> (Step, bool) {
        match self.sampler {
            Sampler::Public if self.rule.discounts() => {
                let epoch = (iteration - 1) / BOARDS_OF_AN_EPOCH + 1;
                let planned = self.planned.div_ceil(BOARDS_OF_AN_EPOCH);
                (self.rule.step(epoch, planned), (iteration - 1).is_multiple_of(BOARDS_OF_AN_EPOCH))
            }
            _ => (self.rule.step(iteration, self.planned), self.rule.discounts()),
        }
    }

    /// Plays one iteration (from 1).
    pub fn run(&mut self, tables: &ChunkTables<'_, T>, iteration: u64) {
        let (step, discounts_due) = self.step(iteration);
        if discounts_due {
            tables.discount(&step);
        }
        if self.sampler == Sampler::Public {
            let board = board_of(&self.game.rules, self.seed, iteration);
            self.boards[0].deal(&self.game.rules, &board, [self.buckets, self.buckets]);
        }
        let learner = CfrLearner { tables, step };
        for player in 0..2 {
            for board in &self.boards {
                let side = |seat: usize| Side { strategies: tables, rows: &board.rows[seat] };
                let walk = BoardWalk {
                    lanes: &self.game.lanes,
                    stakes: &self.game.stakes,
                    order: &board.order,
                    sides: [side(0), side(1)],
                    player,
                    learner: &learner,
                    scratch: &self.game.scratch,
                    processor: self.game.processor,
                };
                walk.values();
            }
            if self.sampler == Sampler::Full {
                tables.settle(player, &step);
            }
        }
    }
}
