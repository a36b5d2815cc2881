//! One iteration over all boards of a small game by the general walk: both players updated once, one after the other.
//!
//! [`small_game`](super::small_game) is many times faster where a game fits it; this is what it is held to.

use super::traversal::{CfrLearner, ChunkTables};
use super::update_rule::UpdateRule;
use crate::dealing::all_boards;
use crate::public_board::{Buckets, PublicBoard};
use crate::walk::{BoardWalk, PreparedGame, Real, Side};

/// Everything that stays the same from iteration to iteration.
pub struct Iterations<'a, T> {
    game: &'a PreparedGame<T>,
    rule: UpdateRule,
    /// Planned iterations, for schedules.
    planned: u64,
    boards: Vec<PublicBoard>,
}

impl<'a, T: Real> Iterations<'a, T> {
    /// Prepares iterations: all boards are dealt now.
    pub fn new(game: &'a PreparedGame<T>, buckets: &dyn Buckets, rule: UpdateRule, planned: u64) -> Self {
        let boards = all_boards(&game.rules);
        let boards = boards.iter().map(|board| {
            let mut dealt = PublicBoard::default();
            dealt.deal(&game.rules, board, [buckets, buckets]);
            dealt
        });
        Self { game, rule, planned, boards: boards.collect() }
    }

    /// Plays one iteration (from 1); what is learnt from all boards together goes into the tables at once.
    pub fn run(&mut self, tables: &ChunkTables<'_, T>, iteration: u64) {
        let step = self.rule.step(iteration, self.planned);
        if self.rule.discounts() {
            tables.discount(&step);
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
            tables.settle(player, &step);
        }
    }
}
