//! Potential: how strong a hand looks to an onlooker who sees its open cards alone (equation 3.5).

use evaluator::card_set::CardSet;

use super::enumeration::Distribution;
use super::points::PointScale;

/// Expected points of a hand with `open` face up and `hidden` cards that may be any of those not face up.
///
/// The onlooker of the thesis is nobody's partner: his cards are all that are not face up, in any hand (a choice).
pub fn potential(open: CardSet, face_down: CardSet, hidden: usize, scale: PointScale) -> f64 {
    Distribution::of(open, face_down - open, hidden).mean(scale)
}
