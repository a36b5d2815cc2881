//! Dense, invertible numberings of hands up to suit isomorphism: by board first, and with the rounds kept apart.
//!
//! ```
//! use evaluator::hand_index::BoardFirst;
//! use evaluator::{card::parse_cards, card_set::CardSet, deck::Deck, holding::Holding, round::Round};
//!
//! let flop = BoardFirst::of(Deck::FULL, Round::Flop);
//! let index = |hole: &str, board: &str| {
//!     let (hole, board) = (parse_cards(hole).unwrap(), parse_cards(board).unwrap());
//!     flop.index(Holding::new(hole[0], hole[1]).unwrap(), CardSet::of(&board))
//! };
//! // Spades and hearts exchanged, the board shuffled: the same hand.
//! assert_eq!(index("AsKd", "Qs7s2d"), index("AhKd", "7h2dQh"));
//! // The king of the other suit is another hand.
//! assert_ne!(index("AsKd", "Qs7s2d"), index("AsKh", "Qs7s2d"));
//! assert_eq!(flop.hands(), 1_286_792);
//! ```

mod board_first;
mod dealt_boards;
mod hole_cells;
mod rank_sets;
mod rounds_apart;
mod unordered_boards;

pub use board_first::BoardFirst;
pub use dealt_boards::BoardCards;
pub use rounds_apart::{RoundsApart, public_boards};

/// The number of a class of hands in one of the indexes of this module; the context determines which index, and of
/// which round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HandIndex(pub u64);
