//! What a hand is: cards, strength and lossless hand indexes.
//!
//! ```
//! use evaluator::card::parse_cards;
//! use evaluator::card_set::CardSet;
//! use evaluator::deck::Deck;
//! use evaluator::hand_category::HandCategory;
//! use evaluator::hand_index::BoardFirst;
//! use evaluator::hand_strength::HandStrength;
//! use evaluator::holding::Holding;
//! use evaluator::round::Round;
//!
//! # fn main() -> Result<(), evaluator::error::CardError> {
//! let cards = parse_cards("Jc9h4d5d9d")?;
//! assert_eq!(HandStrength::of(CardSet::of(&cards)).category(), HandCategory::Pair);
//!
//! // Hands that differ only in the names of their suits share an index; indexes start at 0 and have no gaps.
//! let flop = BoardFirst::of(Deck::FULL, Round::Flop);
//! let index = |text: &str| {
//!     let cards = parse_cards(text)?;
//!     let (hole, board) = (Holding::new(cards[0], cards[1]).unwrap(), CardSet::of(&cards[2..]));
//!     Ok::<_, evaluator::error::CardError>(flop.index(hole, board))
//! };
//! assert_eq!(index("Jc9h4d5d9d")?, index("Jd9s4c5c9c")?);
//! assert_ne!(index("Jc9h4d5d9d")?, index("Jd9h4d5d9d")?);
//! assert_eq!(flop.hands(), 1_286_792);
//! # Ok(())
//! # }
//! ```

pub mod card;
pub mod card_set;
pub mod deck;
pub mod equity;
pub mod error;
pub mod flop_texture;
pub mod hand_category;
pub mod hand_index;
pub mod hand_strength;
pub mod holding;
pub mod lanes;
pub mod made_hand;
pub mod processor;
pub mod range;
pub mod range_text;
pub mod round;
pub mod showdown;
pub mod strength_tables;
pub mod suit_permutation;
pub mod words;
