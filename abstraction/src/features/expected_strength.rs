//! `E[HS]` and `E[HS²]`: a hand's expected strength on the river, and that of its square, as one number.
//!
//! The classical measures before distributions (Billings et al. 2002; Johanson 2007, section 2.5): squares favour hands
//! that end up very strong or very weak over those that stay in the middle.

use evaluator::hand_index::BoardFirst;
use evaluator::round::Round;

use super::board_feature::{BoardFeature, Filler};
use super::river_strengths::{CERTAIN_WIN, NO_STRENGTH, RiverStrengths};
use super::runouts::{for_each_completion, runouts};

/// An expectation of 1 in the whole-number rows.
pub const EXPECTATION_ONE: u16 = u16::MAX;

/// Which power of the strength is expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Power {
    /// `E[HS]`
    First,
    /// `E[HS²]`
    Second,
}

/// The expected strength of every hand of a street, in units of [`EXPECTATION_ONE`].
pub struct ExpectedStrength<'a> {
    /// Flop, turn or river.
    pub round: Round,
    /// Of the strength or its square.
    pub power: Power,
    /// The strengths.
    pub river: &'a RiverStrengths,
}

impl BoardFeature for ExpectedStrength<'_> {
    fn stage(&self) -> &'static str {
        "expected strength"
    }

    fn boards(&self) -> &'static BoardFirst {
        BoardFirst::of(self.round)
    }

    fn dimensions(&self) -> usize {
        1
    }

    fn filler(&self) -> Box<Filler<'_>> {
        let boards = self.boards();
        let mut holdings = Vec::new();
        let mut sums: Vec<[u64; 2]> = Vec::new();
        let all = u64::from(runouts(self.round));
        let certain = u64::from(CERTAIN_WIN);
        Box::new(move |board, rows| {
            boards.canonical_holdings(board, &mut holdings);
            rows.reset(holdings.len(), 1);
            sums.clear();
            sums.resize(holdings.len(), [0; 2]);
            for_each_completion(boards.board(board), &mut |complete| {
                let (strengths, permutation) = self.river.row(complete);
                let permuted = permutation.holding_numbers();
                for ((holding, _), sum) in holdings.iter().zip(&mut sums) {
                    let halves = strengths[usize::from(permuted[holding.number()])];
                    if halves != NO_STRENGTH {
                        let halves = u64::from(halves);
                        *sum = [sum[0] + halves, sum[1] + halves * halves];
                    }
                }
            });
            let board_weight = u64::from(boards.board_multiplicity(board));
            for (hand, ((_, orbit), sum)) in holdings.iter().zip(&sums).enumerate() {
                let (sum_of_powers, whole) = match self.power {
                    Power::First => (sum[0], all * certain),
                    Power::Second => (sum[1], all * certain * certain),
                };
                rows.rows[hand] = ((sum_of_powers * u64::from(EXPECTATION_ONE) + whole / 2) / whole) as u16;
                let weight = board_weight * u64::from(*orbit);
                rows.totals[hand] = [weight, weight * sum[0]];
            }
        })
    }
}
