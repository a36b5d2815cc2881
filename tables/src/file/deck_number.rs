//! A deck in headers and recipes: `#[serde(with = "deck_number", default)]` writes it as its number of cards.

use evaluator::deck::Deck;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The full deck is not mentioned.
pub fn is_full(deck: &Deck) -> bool {
    deck.is_full()
}

pub fn serialize<S: Serializer>(deck: &Deck, serializer: S) -> Result<S::Ok, S::Error> {
    deck.cards().serialize(serializer)
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Deck, D::Error> {
    Deck::try_from(usize::deserialize(deserializer)?).map_err(D::Error::custom)
}
