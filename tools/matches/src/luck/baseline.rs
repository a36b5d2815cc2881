//! Estimates of what a hand is worth; corrected results are unbiased whatever the estimate, and the better it is, the
//! less they vary.

use evaluator::card_set::CardSet;

/// Values of one side's hand where the other side is known by its strategy alone.
pub trait Baseline: Sync {
    /// The estimated winnings of a position, in chips, when a round begins that was entered this way (see
    /// [`TreeLayout`](solver::game::TreeLayout)): holding `hole`, on the `board` that now lies there.
    fn at_start(&self, position: usize, round: usize, entry: usize, hole: CardSet, board: CardSet) -> f64;

    /// The same before the cards of that round are dealt: the `board` is still that of the round before.
    fn before_cards(&self, position: usize, round: usize, entry: usize, hole: CardSet, board: CardSet) -> f64;
}
