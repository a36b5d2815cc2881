//! OCHS with the expected strength against everybody as one more number.
//!
//! An OCHS row shows against whom a hand wins; how often it wins in all is in it only as a weighted mean. Distances of
//! running sums give that mean more weight. Here it gets more weight through a coordinate of its own, and nothing else
//! changes: the control for what such distances gain.

use evaluator::hand_index::BoardFirst;
use evaluator::round::Round;

use super::board_feature::{BoardFeature, BoardRows, Filler};
use super::build_features::strength_unit;
use super::opponent_cluster_hand_strength::OCHS_ONE;

/// The rows of a feature of OCHS, each followed by the hand's expected strength, in units of [`OCHS_ONE`], too.
pub struct OchsStrength<'a> {
    /// Flop, turn or river.
    pub round: Round,
    /// OCHS of that round.
    pub ochs: Box<dyn BoardFeature + 'a>,
}

impl BoardFeature for OchsStrength<'_> {
    fn stage(&self) -> &'static str {
        self.ochs.stage()
    }

    fn boards(&self) -> &'static BoardFirst {
        self.ochs.boards()
    }

    fn dimensions(&self) -> usize {
        self.ochs.dimensions() + 1
    }

    fn filler(&self) -> Box<Filler<'_>> {
        let clusters = self.ochs.dimensions();
        let certain = strength_unit(self.round) as u64;
        let (mut fill, mut without) = (self.ochs.filler(), BoardRows::default());
        Box::new(move |board, rows| {
            fill(board, &mut without);
            rows.reset(without.totals.len(), clusters + 1);
            rows.totals.copy_from_slice(&without.totals);
            let entries = rows.rows.chunks_exact_mut(clusters + 1).zip(without.rows.chunks_exact(clusters));
            for ((row, entries), &[weight, strength]) in entries.zip(&without.totals) {
                row[..clusters].copy_from_slice(entries);
                // Every deal of a hand has the same strength.
                let halves = strength / weight;
                row[clusters] = ((halves * u64::from(OCHS_ONE) + certain / 2) / certain) as u16;
            }
        })
    }
}
