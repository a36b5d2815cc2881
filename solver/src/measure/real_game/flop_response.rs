//! The best response below one flop: every canonical turn and river of it, added up before the responder decides. The same walk
//! values what the policy itself would do.
//!
//! Values are sums over the opponent's holdings that can be met, weighted with the opponent's reach; the mean over next
//! cards is taken over those that both players' cards leave. A canonical board's values count once for each board of its
//! orbit; averaging the sum over the symmetries of what lay before then gives every holding its share, since a permutation
//! that fixes the earlier cards and the opponent's policy takes the values of one board to those of the other.

use evaluator::holding::{Holding, STARTING_HANDS};
use evaluator::processor::Kernel;
use evaluator::suit_permutation::SuitPermutation;
use tables::progress::{Cancelled, Silent};
use tables::resume_state::bincode::{Decode, Encode};

use super::board_count::BoardCount;
use super::last_round::{LastRound, LastRoundScratch};
use super::opening_round::OpeningRound;
use super::suit_orbits::BoardOrbit;
use crate::measure::best_response::{Answer, AtRound, BestResponse, ByContestant, opposition, start_of_game};
use crate::public_board::CONTESTANT_NUMBERS;
use crate::walk::last_round::ShowdownBoard;
use crate::walk::{LANES, Real, Row};

/// What a player can win below one flop, starting hand by starting hand.
#[derive(Clone, PartialEq, Debug, Encode, Decode)]
#[bincode(crate = "tables::resume_state::bincode")]
pub struct FlopValues {
    /// `[starting hand][exit of the opening round]`: chips, summed over the hand's holdings and the opponent's.
    pub values: Vec<f64>,
    /// The same for one chip, whoever holds what: how much of the opponent's reach comes there.
    pub weights: Vec<f64>,
}

/// Somebody who knows the opponent's policy and chooses with the own exact cards, see
/// [`RealGame::responder`](super::game::RealGame::responder); or who plays that policy, too, see
/// [`RealGame::policy_itself`](super::game::RealGame::policy_itself).
pub struct Responder<'a, T> {
    pub(super) response: BestResponse<'a, f64>,
    pub(super) last: LastRound<T>,
    pub(super) answer: Answer,
}

/// One thread's memory, kept from turn to turn: touching new memory is slow.
struct Scratch<T> {
    last: LastRoundScratch<T>,
    boards: Vec<ShowdownBoard>,
    reach: Vec<Row<T>>,
    /// The last round's values, chunk by chunk.
    values: Vec<ByContestant<f64>>,
}

impl<T: Real> Responder<'_, T> {
    /// The round before the flop, where the values of all flops come together.
    pub fn opening_round(&self) -> OpeningRound {
        OpeningRound::new(self.response)
    }

    /// How the player answers.
    pub fn answer(&self) -> Answer {
        self.answer
    }

    /// How many numbers there are of each kind in a flop's values.
    pub fn flop_cells(&self) -> usize {
        STARTING_HANDS * self.response.game.lanes.rounds[0].exits
    }

    /// What the player can win below a flop.
    pub fn flop_values(&self, flop: &BoardOrbit) -> FlopValues {
        self.counted_flop_values(flop, &BoardCount::new(&Silent, "best response", 0, 0)).expect("nobody cancels")
    }

    /// What the player can win below a flop, boards counted.
    ///
    /// # Errors
    /// [`Cancelled`].
    pub fn counted_flop_values(&self, flop: &BoardOrbit, count: &BoardCount<'_>) -> Result<FlopValues, Cancelled> {
        let lanes = &self.response.game.lanes;
        let opening = AtRound::new(self.response, 0, &[]);
        let plays = opening.open(&[start_of_game()]);
        let chunks = lanes.rounds[1].entries.len();
        let reach: Vec<ByContestant<f64>> = (0..chunks).map(|chunk| opening.next_reach(&plays, chunk)).collect();
        let last = LastRoundScratch::default();
        let mut scratch = Scratch { last, boards: Vec::new(), reach: Vec::new(), values: Vec::new() };
        let values = self.values(1, flop, &reach, &mut scratch, count)?;
        let at_flop = AtRound::new(self.response, 1, &flop.board);
        let exits = lanes.lane_of_entries(1);
        let none = vec![0.0; self.flop_cells()];
        let mut sums = FlopValues { values: none.clone(), weights: none };
        for (chunk, (values, reach)) in values.iter().zip(&reach).enumerate() {
            let weights = opposition(&at_flop.order, reach);
            for (&id, weight) in at_flop.order.ids().iter().zip(&weights) {
                let first = starting_hand(id) * exits.len();
                for (exit, &(_, lane)) in exits.iter().enumerate().filter(|(_, it)| it.0 == chunk) {
                    sums.values[first + exit] += values[usize::from(id)].0[lane];
                    sums.weights[first + exit] += weight.0[lane];
                }
            }
        }
        Ok(sums)
    }

    /// The responder's values of all chunks of a round on one board, given the opponent's reaches there.
    fn values(
        &self,
        round: usize,
        orbit: &BoardOrbit,
        reach: &[ByContestant<f64>],
        scratch: &mut Scratch<T>,
        count: &BoardCount<'_>,
    ) -> Result<Vec<ByContestant<f64>>, Cancelled> {
        let game = self.response.game;
        if game.lanes.rounds[round].is_last {
            self.deal(&[BoardOrbit { size: 1, ..orbit.clone() }], scratch);
            count.add(1)?;
            let mut values = vec![Vec::new(); reach.len()];
            for (chunk, (reach, values)) in reach.iter().zip(&mut values).enumerate() {
                self.showdowns(chunk, reach, scratch, values);
            }
            return Ok(values);
        }
        let at = AtRound::new(self.response, round, &orbit.board);
        let plays = at.open(reach);
        let next_chunks = game.lanes.rounds[round + 1].entries.len();
        let followers = orbit.followers(&game.rules, game.rules.board_cards(round + 1) - orbit.board.len());
        let next_is_last = game.lanes.rounds[round + 1].is_last;
        let mut next = if next_is_last { std::mem::take(&mut scratch.values) } else { Vec::new() };
        next.resize(next_chunks, Vec::new());
        if next_is_last {
            // One chunk on all boards before the next chunk: its strategies stay in the cache.
            self.deal(&followers, scratch);
            for (chunk, sums) in next.iter_mut().enumerate() {
                self.showdowns(chunk, &at.next_reach(&plays, chunk), scratch, sums);
            }
            count.add(followers.len() as u64)?;
        } else {
            let reach: Vec<_> = (0..next_chunks).map(|chunk| at.next_reach(&plays, chunk)).collect();
            next.fill(vec![Row::default(); CONTESTANT_NUMBERS]);
            for follower in &followers {
                let values = self.values(round + 1, follower, &reach, scratch, count)?;
                let size = Row::splat(f64::from(follower.size));
                for (sums, values) in next.iter_mut().zip(&values) {
                    sums.iter_mut().zip(values).for_each(|(sum, &value)| *sum = *sum + value * size);
                }
            }
        }
        let seen = at.boards_seen() * orbit.symmetries.len() as f64;
        next.iter_mut().for_each(|sums| take_mean(sums, &orbit.symmetries, seen));
        let values = plays.iter().enumerate().map(|(chunk, play)| at.close(chunk, play, &next, self.answer)).collect();
        if next_is_last {
            scratch.values = next;
        }
        Ok(values)
    }

    fn deal(&self, boards: &[BoardOrbit], scratch: &mut Scratch<T>) {
        scratch.boards.resize_with(boards.len(), ShowdownBoard::default);
        for (dealt, orbit) in scratch.boards.iter_mut().zip(boards) {
            let BestResponse { game, opponent, .. } = self.response;
            dealt.deal(&game.rules, opponent.buckets, &orbit.board, f64::from(orbit.size));
        }
    }

    /// The values of one chunk of the last round, added up over the boards that were dealt.
    fn showdowns(
        &self,
        chunk: usize,
        reach: &ByContestant<f64>,
        scratch: &mut Scratch<T>,
        sums: &mut ByContestant<f64>,
    ) {
        sums.clear();
        sums.resize(CONTESTANT_NUMBERS, Row::default());
        // Without an opponent nothing can be won.
        if reach.iter().all(|reach| *reach == Row::default()) {
            return;
        }
        scratch.reach.clear();
        scratch.reach.extend(reach.iter().map(|row| Row::from(row.0.map(T::of))));
        for board in &scratch.boards {
            let values = self.last.values(board, chunk, &scratch.reach, &mut scratch.last);
            let (ids, weight) = (board.order.ids(), board.weight);
            self.response.game.processor.run(WeightedSum { ids, values, weight, sums });
        }
    }
}

/// The number of a holding's class.
pub(super) fn starting_hand(id: u16) -> usize {
    Holding::from_number(usize::from(id)).map_or(0, |holding| holding.starting_hand().number())
}

/// Each holding's sum over all its images, divided; whole numbers stay exact where the quotient is whole.
fn take_mean(sums: &mut ByContestant<f64>, symmetries: &[SuitPermutation], divisor: f64) {
    // The identity is always there.
    if symmetries.len() > 1 {
        let of_one = std::mem::replace(sums, vec![Row::default(); CONTESTANT_NUMBERS]);
        for permutation in symmetries {
            for (&moved, &sum) in permutation.holding_numbers().iter().zip(&of_one) {
                sums[usize::from(moved)] = sums[usize::from(moved)] + sum;
            }
        }
    }
    sums.iter_mut().flat_map(|sum| &mut sum.0).for_each(|sum| *sum /= divisor);
}

/// Adds values by place to sums by holding number, in full precision.
struct WeightedSum<'a, T> {
    ids: &'a [u16],
    values: &'a [Row<T>],
    weight: f64,
    sums: &'a mut [Row<f64>],
}

impl<T: Real> Kernel for WeightedSum<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let weight = Row::splat(self.weight);
        for (&id, value) in self.ids.iter().zip(self.values) {
            let mut wide = Row::default();
            for lane in 0..LANES {
                wide.0[lane] = value.0[lane].as_f64();
            }
            let sum = &mut self.sums[usize::from(id)];
            *sum = *sum + wide * weight;
        }
    }
}
