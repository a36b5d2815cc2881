//! The hand strength of every holding on every river board: the table from which all distributions are read.

use evaluator::card_set::CardSet;
use evaluator::hand_index::BoardFirst;
use evaluator::holding::{HOLDINGS, Holding};
use evaluator::lanes::Lanes;
use evaluator::processor::{Kernel, Processor};
use evaluator::round::Round;
use evaluator::showdown::{ShowdownOrder, ShowdownSums};
use evaluator::strength_tables::StrengthTables;
use evaluator::suit_permutation::SuitPermutation;
use rayon::prelude::*;
use tables::together::progress::{Cancelled, Counter, Progress};

use super::BOARDS_AT_ONCE;
use super::single_hand::SingleHand;

/// Opponent holdings that a river holding meets: C(45, 2).
pub const RIVER_OPPONENTS: u32 = 990;
/// Hand strength is counted in halves of a win, `2w + d`, so a certain win is this.
pub const CERTAIN_WIN: u16 = 2 * RIVER_OPPONENTS as u16;
/// The table's entry for a holding that shares a card with the board: one above every strength, so that it falls into a
/// bin of its own without a branch.
pub const NO_STRENGTH: u16 = CERTAIN_WIN + 1;

/// `2w + d` of every holding on each of the 134,459 canonical river boards (357 MB).
pub struct RiverStrengths {
    boards: &'static BoardFirst,
    halves: Vec<u16>,
}

impl RiverStrengths {
    /// Ranks all boards, in parallel on the current thread pool.
    pub fn build(progress: &dyn Progress) -> Result<Self, Cancelled> {
        let boards = BoardFirst::of(Round::River);
        let counter = Counter::new(progress, "river strengths", "boards", boards.boards() as u64);
        let mut halves = vec![NO_STRENGTH; boards.boards() * HOLDINGS];
        halves.par_chunks_mut(BOARDS_AT_ONCE * HOLDINGS).enumerate().try_for_each_init(
            StrengthSweep::new,
            |sweep, (chunk, rows)| {
                for (offset, row) in rows.chunks_exact_mut(HOLDINGS).enumerate() {
                    sweep.rank(boards.board(chunk * BOARDS_AT_ONCE + offset), row);
                }
                counter.add((rows.len() / HOLDINGS) as u64)
            },
        )?;
        Ok(Self { boards, halves })
    }

    /// The strengths on an actual board of five cards: the row of its canonical board, to be read at
    /// `permutation.holding(…)`.
    #[inline]
    pub fn row(&self, board: CardSet) -> (&[u16; HOLDINGS], SuitPermutation) {
        let (number, permutation) = self.boards.board_index(board);
        (self.canonical_row(number), permutation)
    }

    /// The strengths on the canonical board of a number, by holding number.
    #[inline]
    pub fn canonical_row(&self, number: usize) -> &[u16; HOLDINGS] {
        let start = number * HOLDINGS;
        self.halves[start..start + HOLDINGS].try_into().expect("a row has one entry per holding")
    }

    /// How many raw boards the canonical board of a number stands for.
    pub fn multiplicity(&self, number: usize) -> u32 {
        self.boards.board_multiplicity(number)
    }

    /// The number of canonical boards.
    pub fn boards(&self) -> usize {
        self.boards.boards()
    }
}

/// Ranks one complete board after the other; owns its scratch memory.
pub struct StrengthSweep {
    processor: Processor,
    order: ShowdownOrder,
    sums: ShowdownSums<u16, 1>,
}

impl StrengthSweep {
    /// With memory for one thread.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self { processor: Processor::detect(), order: ShowdownOrder::new(), sums: ShowdownSums::default() }
    }

    /// Writes `2w + d` of the holdings that share no card with a board of five cards, by holding number; the entries of
    /// the other holdings are left unchanged.
    pub fn rank(&mut self, board: CardSet, halves: &mut [u16]) {
        let Self { processor, order, sums } = self;
        order.rank_board(board, StrengthTables::get());
        processor.run(StrengthsOfBoard { order, sums, halves });
    }
}

/// Writes `2w + d` of all contestants of a ranked board, by holding number.
struct StrengthsOfBoard<'a> {
    order: &'a ShowdownOrder,
    sums: &'a mut ShowdownSums<u16, 1>,
    halves: &'a mut [u16],
}

impl Kernel for StrengthsOfBoard<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let one: Lanes<u16, 1> = Lanes::splat(1);
        self.order.sweep(self.sums, &one);
        for (place, (&id, &cards)) in self.order.ids().iter().zip(self.order.cards()).enumerate() {
            // Won minus lost, plus everybody met, is 2w + d.
            let halves = self.sums.balance(place, cards) + self.sums.opposition(cards, one);
            self.halves[usize::from(id)] = halves.0[0];
        }
    }
}

/// `2w + d` of one holding on one river board.
///
/// # Panics
/// If the board does not have five cards or shares one with the holding; the caller must rule this out.
pub fn halves_of_hand(hole: Holding, board: CardSet) -> u16 {
    SingleHand::new(hole).halves(board)
}
