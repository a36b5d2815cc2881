//! Public boards alone, in dealing order ({3}, {3,1}, {3,1,1}).

use crate::card::Card;
use crate::hand_index::board_cards::BoardCards;
use crate::hand_index::dealt_boards::DealtBoards;
use crate::round::Round;
use crate::suit_permutation::SuitPermutation;
use std::sync::OnceLock;

/// The public boards of one round up to suit permutation, flop, turn and river kept apart:
/// 1 · 1,755 · 63,193 · 2,554,656, pre-flop (no card) to river.
///
/// The boards that begin with one flop, or with one flop and turn, are neighbours. For unordered boards see
/// [`crate::hand_index::BoardFirst::board_index`]; both number flops in the same way.
#[derive(Debug)]
pub struct PublicBoards {
    boards: DealtBoards,
}

impl PublicBoards {
    /// The index of a round's boards; built on first use in well under a millisecond.
    pub fn of(round: Round) -> &'static Self {
        static INDEXES: [OnceLock<PublicBoards>; 4] = [const { OnceLock::new() }; 4];
        INDEXES[round.number()].get_or_init(|| Self { boards: DealtBoards::new(round, |_| 1) })
    }

    /// Number of canonical boards; indexes are below it.
    #[inline]
    pub fn count(&self) -> usize {
        self.boards.total as usize
    }

    /// The number of a board's class, in 0..[`Self::count`]; cards in dealing order: flop (in any order), turn, river.
    ///
    /// # Panics
    /// If the board does not have this round's number of cards.
    #[inline]
    pub fn index(&self, board: &[Card]) -> usize {
        self.boards.place(board).first as usize
    }

    /// Like [`Self::index`], with the permutation that makes the board canonical (apart from the order within the
    /// flop).
    ///
    /// # Panics
    /// If the board does not have this round's number of cards.
    #[inline]
    pub fn board_index(&self, board: &[Card]) -> (usize, SuitPermutation) {
        let place = self.boards.place(board);
        (place.first as usize, place.permutation)
    }

    /// The canonical board of a number, in dealing order; `None` beyond the last.
    #[inline]
    pub fn unindex(&self, number: usize) -> Option<BoardCards> {
        (number < self.count()).then(|| self.boards.unplace(number as u64).0)
    }

    /// How many actual boards (a set of three flop cards, turn, river) the number stands for; `None` beyond the last.
    ///
    /// Over all river boards these sum to C(52, 3) · 49 · 48.
    pub fn multiplicity(&self, number: usize) -> Option<u32> {
        (number < self.count()).then_some(())?;
        let (_, leaf, _) = self.boards.unplace(number as u64);
        Some(self.boards.leaves()[leaf].board_multiplicity())
    }
}
