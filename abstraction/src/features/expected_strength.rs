//! `E[HS]` and `E[HS²]`: a hand's expected strength on the river, and that of its square, as one number.
//!
//! The classical measures before distributions (Billings et al. 2002; Johanson 2007, section 2.5): squares favour hands
//! that end up very strong or very weak over those that stay in the middle.

use evaluator::hand_index::BoardFirst;
use evaluator::holding::{HOLDINGS, Holding};
use evaluator::round::Round;
use evaluator::suit_permutation::{SUIT_PERMUTATIONS, SuitPermutation};

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
        let mut sums = Sums::new(self.power);
        let mut of_hand = Vec::new();
        let all = u64::from(runouts(self.round));
        let certain = u64::from(CERTAIN_WIN);
        Box::new(move |board, rows| {
            boards.canonical_holdings(board, &mut holdings);
            rows.reset(holdings.len(), 1);
            sums.clear();
            for_each_completion(boards.board(board), &mut |complete| {
                let (strengths, permutation) = self.river.row(complete);
                sums.add(strengths, permutation);
            });
            sums.of_hands(&holdings, runouts(self.round), &mut of_hand);
            let board_weight = u64::from(boards.board_multiplicity(board));
            for (hand, ((_, orbit), &[first, second])) in holdings.iter().zip(&of_hand).enumerate() {
                let (sum_of_powers, whole) = match self.power {
                    Power::First => (u64::from(first), all * certain),
                    Power::Second => (u64::from(second), all * certain * certain),
                };
                rows.rows[hand] = ((sum_of_powers * u64::from(EXPECTATION_ONE) + whole / 2) / whole) as u16;
                let weight = board_weight * u64::from(*orbit);
                rows.totals[hand] = [weight, weight * u64::from(first)];
            }
        })
    }
}

/// Sums of strengths over complete boards, for every holding.
///
/// A row of strengths is in the order of its canonical board's holdings, so rows are added up as they lie, one sum for
/// each permutation of the suits: a loop without look-ups. Only at the end is every hand looked up in every sum.
struct Sums {
    power: Power,
    /// How many rows were added, by the permutation's number.
    rows: [u32; SUIT_PERMUTATIONS],
    /// The sums of strengths and those of squares, `[permutation][holding]`; meaningful only where rows were added, and
    /// for squares only if they are asked for.
    of_permutation: [Vec<[u32; HOLDINGS]>; 2],
}

impl Sums {
    fn new(power: Power) -> Self {
        let of_permutation = [(); 2].map(|()| vec![[0; HOLDINGS]; SUIT_PERMUTATIONS]);
        Self { power, rows: [0; SUIT_PERMUTATIONS], of_permutation }
    }

    fn clear(&mut self) {
        self.rows = [0; SUIT_PERMUTATIONS];
    }

    fn add(&mut self, strengths: &[u16; HOLDINGS], permutation: SuitPermutation) {
        let number = permutation.number();
        let [first, second] = self.of_permutation.each_mut().map(|sums| &mut sums[number]);
        if self.rows[number] == 0 {
            *first = [0; HOLDINGS];
        }
        for (sum, &halves) in first.iter_mut().zip(strengths) {
            *sum += u32::from(halves);
        }
        if self.power == Power::Second {
            if self.rows[number] == 0 {
                *second = [0; HOLDINGS];
            }
            // Modulo 2^32, like the totals of `of_hands`.
            for (sum, &halves) in second.iter_mut().zip(strengths) {
                *sum = sum.wrapping_add(u32::from(halves) * u32::from(halves));
            }
        }
        self.rows[number] += 1;
    }

    /// Both sums of each hand over the boards that it may see, of which there are `possible`. Squares mean nothing
    /// unless asked for.
    fn of_hands(&self, holdings: &[(Holding, u8)], possible: u32, sums: &mut Vec<[u32; 2]>) {
        // Boards that hold one of the hand's own cards were added, too. With them, a flop's sum of squares passes 2^32,
        // so all of this is modulo 2^32; what is left, at most 1,081 * 1,980^2, does not pass it.
        let impossible = self.rows.iter().sum::<u32>() - possible;
        let nothing = u32::from(NO_STRENGTH);
        sums.clear();
        sums.resize(holdings.len(), [nothing, nothing * nothing].map(|it| it.wrapping_mul(impossible).wrapping_neg()));
        let powers = match self.power {
            Power::First => 1,
            Power::Second => 2,
        };
        for permutation in SuitPermutation::all().filter(|it| self.rows[it.number()] > 0) {
            let moved = permutation.holding_numbers();
            for power in 0..powers {
                let of_permutation = &self.of_permutation[power][permutation.number()];
                for ((holding, _), sum) in holdings.iter().zip(&mut *sums) {
                    sum[power] = sum[power].wrapping_add(of_permutation[usize::from(moved[holding.number()])]);
                }
            }
        }
    }
}
