//! The last round between two known policies: what position 0 wins on a board in sixteen histories at once.

use evaluator::processor::Processor;

use super::last_round_table::LastRoundTable;
use super::value_board::ValueBoard;
use super::value_kernel::BranchTotal;
use super::value_sums::{ExitSums, GatherReach, KindReach};
use crate::measure::expected_value::Player;
use crate::walk::last_round::{BettingLadder, BranchStakes, BranchVisitor, EndsMemory};
use crate::walk::{HistoryLanes, Real, Row, Stakes};

/// The last round of a game between a player in position 0 and one in position 1.
///
/// `T` is the precision of the sums within a board: `f32` for speed (relative errors up to 1e-4), `f64` to hold it to.
pub struct LastRoundValue<T> {
    ladder: BettingLadder,
    /// By position.
    tables: [LastRoundTable<T>; 2],
    /// Which of a board's players sits in each position.
    seats: [usize; 2],
    /// `[chunk]`: after a check, after a bet; in chips of position 0.
    stakes: Vec<[BranchStakes<T>; 2]>,
    /// One for every end: products are kept apart from what they are worth.
    ones: BranchStakes<T>,
    processor: Processor,
}

/// The memory of one thread, kept from board to board.
pub struct ValueScratch<T> {
    reach: KindReach<T>,
    sums: ExitSums<T>,
    /// By position.
    products: [EndsMemory<T>; 2],
}

impl<T: Real> Default for ValueScratch<T> {
    fn default() -> Self {
        Self { reach: KindReach::default(), sums: ExitSums::default(), products: Default::default() }
    }
}

impl<T: Real> LastRoundValue<T> {
    /// Prepares the last round for two players, of whom `seats` names the one in each position; `None` where its betting
    /// has not the form of [`BettingLadder`].
    pub fn new(
        lanes: &HistoryLanes,
        stakes: &Stakes<T>,
        players: [Player<'_, f64>; 2],
        seats: [usize; 2],
        processor: Processor,
    ) -> Option<Self> {
        let (round, last) = lanes.rounds.iter().enumerate().next_back()?;
        let ladder = BettingLadder::of(last)?;
        let table = |position: usize| LastRoundTable::new(last, &ladder, round, position, players[seats[position]]);
        Some(Self {
            tables: [table(0), table(1)],
            seats,
            stakes: BranchStakes::of_round(last, stakes, round, &ladder, 0),
            ones: BranchStakes::ones(),
            ladder,
            processor,
        })
    }

    /// The chips that position 0 wins in a chunk's histories, summed over all pairs of holdings that can meet; `reach` is
    /// each position's by holding number.
    pub fn value(&self, board: &ValueBoard, chunk: usize, reach: [&[Row<T>]; 2], scratch: &mut ValueScratch<T>) -> f64 {
        self.processor.run(GatherReach { board, reach, sums: &mut scratch.reach });
        let mut at = AtChunk { last: self, board, chunk, scratch, value: Row::default() };
        self.ladder.visit(1, &mut at);
        at.value.0.iter().map(|value| value.as_f64()).sum()
    }
}

/// One chunk on one board.
struct AtChunk<'a, T> {
    last: &'a LastRoundValue<T>,
    board: &'a ValueBoard,
    chunk: usize,
    scratch: &'a mut ValueScratch<T>,
    /// Of the branches visited so far.
    value: Row<T>,
}

impl<T: Real> BranchVisitor for AtChunk<'_, T> {
    /// `FACES` tells whether position 1 faces the first bet.
    fn branch<const EXITS: usize, const CHECKED: bool, const FACES: bool>(&mut self) {
        let facing = usize::from(FACES);
        self.multiply::<EXITS, CHECKED, true>(facing);
        self.multiply::<EXITS, CHECKED, false>(1 - facing);
        let Self { last, board, chunk, .. } = *self;
        let ValueScratch { reach, sums, products: [first, second] } = &mut *self.scratch;
        let buckets = last.seats.map(|seat| board.rows[seat].distinct.len());
        let (first, second) = (first.of_branch::<EXITS>(buckets[0]), second.of_branch::<EXITS>(buckets[1]));
        let value = last.processor.run(BranchTotal::<T, EXITS, CHECKED> {
            board,
            seats: last.seats,
            facing,
            reach,
            exits: [first.exits, second.exits],
            folds: [first.folds, second.folds],
            stakes: &last.stakes[chunk][usize::from(!CHECKED)],
            sums: sums.of_exits(),
        });
        self.value = self.value + value;
    }
}

impl<T: Real> AtChunk<'_, T> {
    /// A position's products in a branch; `FACES` tells whether it faces the first bet.
    fn multiply<const EXITS: usize, const CHECKED: bool, const FACES: bool>(&mut self, position: usize) {
        let Self { last, board, chunk, .. } = *self;
        let buckets = &board.rows[last.seats[position]].distinct;
        let products = &mut self.scratch.products[position];
        let products = last.tables[position].products::<EXITS, CHECKED, FACES>(chunk, buckets, &last.ones, products);
        last.processor.run(products);
    }
}
