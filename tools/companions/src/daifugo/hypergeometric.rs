//! How likely a hand holds a single card, a pair, a triple or all four of a rank: exactly, from the number of hands.

use super::cards::DECK;

/// Number of cards of a rank.
const OF_A_RANK: usize = 4;

/// The probabilities that a hand of `cards` cards (at most 53) dealt from the whole deck holds 0, 1, 2, 3 and 4 cards
/// of a given rank.
///
/// Hypergeometric distribution: `C(4, k) C(49, n - k) / C(53, n)`.
pub fn shares_of_rank(cards: usize) -> [f64; OF_A_RANK + 1] {
    std::array::from_fn(|held| {
        // Of the 53 places four go to the rank: `held` of them in the hand.
        choose(cards, held) * choose(DECK - cards, OF_A_RANK - held) / choose(DECK, OF_A_RANK)
    })
}

/// Binomial coefficient; exact for the small numbers here.
fn choose(of: usize, count: usize) -> f64 {
    if count > of {
        return 0.0;
    }
    (0..count).fold(1.0, |product, taken| product * (of - taken) as f64 / (taken + 1) as f64)
}
