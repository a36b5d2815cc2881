//! The responder's last round against one opponent: best values of all holdings on a board for sixteen histories.

use evaluator::processor::Processor;

use super::last_round_table::LastRoundTable;
use crate::measure::expected_value::Player;
use crate::walk::last_round::{
    BestReply, BettingLadder, BranchProducts, BranchStakes, BranchValues, BranchVisitor, CardSums, MOST_EXITS,
    MOST_RUNGS, ShowdownBoard,
};
use crate::walk::{HistoryLanes, Real, Row, Stakes};

/// The last round of a game for a responder who knows the opponent's policy.
///
/// `T` is the precision of the sums within a board: `f32` for speed (relative errors up to 1e-4), `f64` to hold it to.
pub struct LastRound<T> {
    ladder: BettingLadder,
    opponent: usize,
    table: LastRoundTable<T>,
    /// `[chunk]`: after a check, after a bet.
    stakes: Vec<[BranchStakes<T>; 2]>,
    processor: Processor,
}

/// The memory of one thread, kept from board to board.
pub struct LastRoundScratch<T> {
    sums: CardSums<T>,
    exits: Vec<Row<T>>,
    folds: Vec<[Row<T>; MOST_RUNGS]>,
    values: Vec<Row<T>>,
}

impl<T: Real> Default for LastRoundScratch<T> {
    fn default() -> Self {
        Self { sums: CardSums::default(), exits: Vec::new(), folds: Vec::new(), values: Vec::new() }
    }
}

impl<T: Real> LastRound<T> {
    /// Prepares the last round; `None` where its betting has not the form of [`BettingLadder`].
    pub fn new(
        lanes: &HistoryLanes,
        stakes: &Stakes<T>,
        responder: usize,
        opponent: Player<'_, f64>,
        processor: Processor,
    ) -> Option<Self> {
        let (round, last) = lanes.rounds.iter().enumerate().next_back()?;
        let ladder = BettingLadder::of(last)?;
        let table = LastRoundTable::new(last, &ladder, round, 1 - responder, opponent);
        let of_chunk = |chunk| {
            [true, false]
                .map(|checked| BranchStakes::new(last, stakes, (round, chunk), ladder.branch(checked), responder))
        };
        let stakes = (0..last.entries.len()).map(of_chunk).collect();
        Some(Self { opponent: 1 - responder, ladder, table, stakes, processor })
    }

    /// The responder's best values in chips, by place, summed over the opponent's holdings that can be met; `reach` is the
    /// opponent's, by holding number.
    pub fn values<'s>(
        &self,
        board: &ShowdownBoard,
        chunk: usize,
        reach: &[Row<T>],
        scratch: &'s mut LastRoundScratch<T>,
    ) -> &'s [Row<T>] {
        scratch.values.resize(board.order.len(), Row::default());
        scratch.exits.resize(board.row.distinct.len() * MOST_EXITS, Row::default());
        scratch.folds.resize(board.row.distinct.len(), [Row::default(); MOST_RUNGS]);
        self.ladder.visit(self.opponent, &mut AtChunk { last: self, board, chunk, reach, scratch });
        &scratch.values
    }
}

/// One chunk on one board.
struct AtChunk<'a, T> {
    last: &'a LastRound<T>,
    board: &'a ShowdownBoard,
    chunk: usize,
    reach: &'a [Row<T>],
    scratch: &'a mut LastRoundScratch<T>,
}

impl<T: Real> BranchVisitor for AtChunk<'_, T> {
    fn branch<const EXITS: usize, const CHECKED: bool, const OPPONENT_FIRST: bool>(&mut self) {
        let Self { last, board, chunk, reach, scratch } = self;
        let buckets = &board.row.distinct;
        let stakes = &last.stakes[*chunk][usize::from(!CHECKED)];
        let exits = &mut scratch.exits.as_chunks_mut::<EXITS>().0[..buckets.len()];
        last.processor.run(BranchProducts::<T, EXITS, CHECKED, OPPONENT_FIRST> {
            cells: last.table.chunk(*chunk),
            numbers: last.table.numbers(),
            after_check: last.table.after_check(),
            buckets,
            stakes,
            exits,
            folds: &mut scratch.folds,
        });
        last.processor.run(BranchValues::<T, BestReply, EXITS, CHECKED, OPPONENT_FIRST> {
            board,
            reach,
            exits,
            folds: &scratch.folds,
            stakes,
            sums: scratch.sums.of_exits(),
            reply: BestReply,
            values: &mut scratch.values,
        });
    }
}
