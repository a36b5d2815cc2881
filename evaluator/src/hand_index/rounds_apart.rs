//! Rounds kept apart ({2,3,1,1}): which card came on which round matters, as it does to a player who remembers.

use std::sync::OnceLock;

use super::HandIndex;
use super::dealt_boards::{BoardCards, DealtBoards};
use super::hole_cells::HoleCells;
use super::rank_sets::free_position;
use crate::card::Card;
use crate::card_set::CardSet;
use crate::deck::Deck;
use crate::holding::Holding;
use crate::round::Round;

/// The hands of one round up to suit permutation, hole cards, flop, turn and river kept apart (order within the hole
/// cards and within the flop is forgotten): 169 · 1,286,792 · 55,190,538 · 2,428,287,420, pre-flop to river.
///
/// The same classes as in Waugh, "A fast and optimal hand isomorphism algorithm" (2013), numbered differently: by
/// public board, the hands of a board side by side, so that boards which begin with one flop, or one flop and turn,
/// are neighbours. Pre-flop hands have the numbers of [`crate::holding::StartingHand`].
#[derive(Debug)]
pub struct RoundsApart {
    boards: DealtBoards,
    /// The cards that are not in the deck: their ranks count as taken.
    missing: CardSet,
    /// The hole cards on the boards of each leaf, and how many actual boards each of these boards stands for.
    leaves: Vec<(HoleCells, u32)>,
}

impl RoundsApart {
    /// The index of a round of a deck; built on first use within a few milliseconds.
    pub fn of(deck: Deck, round: Round) -> &'static Self {
        static INDEXES: [[OnceLock<RoundsApart>; 4]; Deck::COUNT] =
            [const { [const { OnceLock::new() }; 4] }; Deck::COUNT];
        INDEXES[deck.number()][round.number()].get_or_init(|| Self::new(deck, round))
    }

    fn new(deck: Deck, round: Round) -> Self {
        let cells = |suits: &_| {
            if round == Round::Preflop { HoleCells::starting_hands(deck) } else { HoleCells::new(suits) }
        };
        let boards = DealtBoards::new(deck, round, |suits| cells(suits).hands());
        let leaves = boards.leaves().iter().map(|suits| (cells(suits), suits.board_multiplicity())).collect();
        Self { boards, missing: deck.missing(), leaves }
    }

    /// Number of canonical hands; indexes are below it.
    #[inline]
    pub fn hands(&self) -> u64 {
        self.boards.total
    }

    /// The number of a hand's class, in 0..[`Self::hands`]; the board in dealing order: flop (in any order), turn,
    /// river.
    ///
    /// All cards must be different. Debug assertions check this; without them the result for repeated cards is
    /// meaningless.
    ///
    /// # Panics
    /// If the board does not have this round's number of cards.
    #[inline]
    pub fn index(&self, hole: Holding, board: &[Card]) -> HandIndex {
        let place = self.boards.place(board);
        let seen = CardSet::of(board);
        debug_assert!(seen.len() == board.len() && !hole.card_set().intersects(seen), "{hole} on {board:?}");
        let taken = seen | self.missing;
        let on_board = |card: Card| {
            let suit = usize::from(card.suit());
            (place.permutation.suit(card.suit()), free_position(taken.suit(suit), card.rank()))
        };
        let (low, high) = hole.cards();
        let number = self.leaves[place.leaf].0.number(on_board(high), on_board(low));
        HandIndex(place.first + u64::from(number))
    }

    /// The canonical hand of a number: hole cards and board in dealing order; `None` beyond the last.
    #[inline]
    pub fn unindex(&self, HandIndex(index): HandIndex) -> Option<(Holding, BoardCards)> {
        (index < self.hands()).then_some(())?;
        let (board, leaf, hole) = self.boards.unplace(index);
        Some((self.leaves[leaf].0.holes[hole as usize].on(CardSet::of(&board) | self.missing), board))
    }

    /// How many actual deals (two hole cards, a set of three flop cards, turn, river) the number stands for; `None`
    /// beyond the last.
    ///
    /// Over all river hands these sum to C(52, 3) · 49 · 48 · C(47, 2).
    pub fn multiplicity(&self, HandIndex(index): HandIndex) -> Option<u64> {
        (index < self.hands()).then_some(())?;
        let (_, leaf, hole) = self.boards.unplace(index);
        let (cells, boards) = &self.leaves[leaf];
        Some(u64::from(*boards) * u64::from(cells.holes[hole as usize].orbit))
    }
}

/// How many public boards there are up to suit permutation, flop, turn and river kept apart:
/// 1 · 1,755 · 63,193 · 2,554,656 in the full deck, pre-flop (no card) to river.
pub fn public_boards(deck: Deck, round: Round) -> u64 {
    DealtBoards::new(deck, round, |_| 1).total
}
