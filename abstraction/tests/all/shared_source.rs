//! One source of features for all tests: river strengths and turn histograms are made once for each deck.

use abstraction::features::build_features::FeatureSource;
use evaluator::deck::Deck;
use evaluator::round::Round;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// A deck of 24 cards: 2,024 flops instead of 22,100, so that whole files are made in a split second.
pub fn small() -> Deck {
    Deck::try_from(24).unwrap()
}

/// The full deck's.
pub fn source() -> MutexGuard<'static, FeatureSource> {
    source_of(Deck::FULL)
}

/// Kept for the next test; a failed test must not fail the others.
pub fn source_of(deck: Deck) -> MutexGuard<'static, FeatureSource> {
    static FULL: OnceLock<Mutex<FeatureSource>> = OnceLock::new();
    static SMALL: OnceLock<Mutex<FeatureSource>> = OnceLock::new();
    let source = if deck.is_full() { &FULL } else { &SMALL };
    source.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many deals a round has: boards times holdings beside them.
pub fn deals(deck: Deck, round: Round) -> u64 {
    let choose = |n: u64, k: u64| (0..k).fold(1, |product, it| product * (n - it) / (it + 1));
    let (cards, board) = (deck.cards() as u64, round.board_cards() as u64);
    choose(cards, board) * choose(cards - board, 2)
}
