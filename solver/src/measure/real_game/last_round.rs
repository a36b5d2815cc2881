//! The responder's last round against one opponent: best values of all holdings on a board for sixteen histories.

use evaluator::processor::Processor;

use super::betting_ladder::{BettingLadder, MOST_EXITS, MOST_RUNGS};
use super::branch_kernel::BranchValues;
use super::branch_products::BranchProducts;
use super::branch_stakes::BranchStakes;
use super::card_sums::CardSums;
use super::last_round_table::LastRoundTable;
use super::showdown_board::ShowdownBoard;
use crate::measure::expected_value::Player;
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
            let of_branch = |checked, rungs| BranchStakes::new(last, stakes, (round, chunk), checked, rungs, responder);
            [of_branch(Some(ladder.checked), &ladder.after_check), of_branch(None, &ladder.after_bet)]
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
        let at = AtChunk { last: self, board, chunk, reach };
        // After a check it is the first player who faces a bet, after a bet the second.
        match (self.ladder.after_check.len(), self.opponent == self.ladder.first) {
            (1, true) => at.both::<2, 1, true, false>(scratch),
            (1, false) => at.both::<2, 1, false, true>(scratch),
            (2, true) => at.both::<3, 2, true, false>(scratch),
            (2, false) => at.both::<3, 2, false, true>(scratch),
            (3, true) => at.both::<4, 3, true, false>(scratch),
            (3, false) => at.both::<4, 3, false, true>(scratch),
            (_, true) => at.both::<5, 4, true, false>(scratch),
            (_, false) => at.both::<5, 4, false, true>(scratch),
        }
        &scratch.values
    }
}

/// One chunk on one board.
#[derive(Clone, Copy)]
struct AtChunk<'a, T> {
    last: &'a LastRound<T>,
    board: &'a ShowdownBoard,
    chunk: usize,
    reach: &'a [Row<T>],
}

impl<T: Real> AtChunk<'_, T> {
    /// The branch after a check, then the one after a bet, which joins the values.
    fn both<const AFTER_CHECK: usize, const AFTER_BET: usize, const OPPONENT: bool, const RESPONDER: bool>(
        self,
        scratch: &mut LastRoundScratch<T>,
    ) {
        self.branch::<AFTER_CHECK, true, OPPONENT>(scratch);
        self.branch::<AFTER_BET, false, RESPONDER>(scratch);
    }

    fn branch<const EXITS: usize, const CHECKED: bool, const OPPONENT_FIRST: bool>(
        self,
        scratch: &mut LastRoundScratch<T>,
    ) {
        let Self { last, board, chunk, reach } = self;
        let buckets = &board.row.distinct;
        let stakes = &last.stakes[chunk][usize::from(!CHECKED)];
        let exits = &mut scratch.exits.as_chunks_mut::<EXITS>().0[..buckets.len()];
        last.processor.run(BranchProducts::<T, EXITS, CHECKED, OPPONENT_FIRST> {
            cells: last.table.chunk(chunk),
            numbers: last.table.numbers(),
            after_check: last.table.after_check(),
            buckets,
            stakes,
            exits,
            folds: &mut scratch.folds,
        });
        last.processor.run(BranchValues::<T, EXITS, CHECKED, OPPONENT_FIRST> {
            board,
            reach,
            exits,
            folds: &scratch.folds,
            stakes,
            sums: scratch.sums.of_exits(),
            values: &mut scratch.values,
        });
    }
}
