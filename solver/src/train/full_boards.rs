//! One iteration over all boards of a small game by the walk over any board: both players updated once, one after the
//! other.
//!
//! [`columns`](super::columns) is many times faster where a game fits it; this plays the others, and is the reference
//! that `columns` is checked against.

use super::lesson::Lesson;
use super::tables::ChunkTables;
use super::update_rule::{Step, UpdateRule};
use crate::boards::card_rules::all_boards;
use crate::boards::{Buckets, DealtBoard};
use crate::walk::down::{Descent, ReachOfBuckets};
use crate::walk::{BoardWalk, ChunkId, PreparedGame, Real, Row};

/// Everything that stays the same from iteration to iteration.
pub struct FullBoards<'a, T> {
    game: &'a PreparedGame<T>,
    rule: UpdateRule,
    /// Planned iterations, for schedules.
    planned: u64,
    boards: Vec<DealtBoard>,
    descents: [Descent<T>; 2],
}

impl<'a, T: Real> FullBoards<'a, T> {
    /// Prepares iterations: all boards are dealt now.
    pub fn new(game: &'a PreparedGame<T>, buckets: &dyn Buckets, rule: UpdateRule, planned: u64) -> Self {
        let boards = all_boards(&game.rules);
        let boards = boards.iter().map(|board| {
            let mut dealt = DealtBoard::default();
            dealt.deal(&game.rules, buckets, board);
            dealt
        });
        Self { game, rule, planned, boards: boards.collect(), descents: Default::default() }
    }

    /// Plays one iteration (from 1); what is learnt from all boards together goes into the tables at once.
    pub fn run(&mut self, tables: &ChunkTables<'_, T>, iteration: u64) {
        let Self { game, boards, descents, .. } = self;
        let step = self.rule.step(iteration, self.planned);
        if self.rule.discounts() {
            tables.discount(&step);
        }
        for player in 0..2 {
            boards.iter().for_each(|board| learn_on_board(game, tables, board, descents, player, &step));
            tables.settle(player, &step);
        }
    }
}

/// One player learns from one board by the walk over any board; `descents` is working memory.
pub fn learn_on_board<T: Real>(
    game: &PreparedGame<T>,
    tables: &ChunkTables<'_, T>,
    board: &DealtBoard,
    descents: &mut [Descent<T>; 2],
    player: usize,
    step: &Step,
) {
    for (seat, descent) in descents.iter_mut().enumerate() {
        descent.play_down(game, game.rules.rounds(), seat, tables, board);
    }
    let walk = BoardWalk { game, boards: [board; 2], descents: descents.each_ref() };
    walk.values(player, |at: ChunkId, end_sums| {
        let (row, play) = (board.row(at.round), walk.descents[player].chunk(at));
        let mut own_reach = vec![Row::default(); row.distinct.len()];
        let (reach, bucket_of_place) = (&play.reach, &row.of_place);
        game.processor.run(ReachOfBuckets { reach, bucket_of_place, sums: &mut own_reach });
        let (strategies, own_reach) = (&play.strategies, &own_reach);
        tables.learn(&Lesson { at, player, buckets: &row.distinct, strategies, end_sums, own_reach }, step);
    });
}
