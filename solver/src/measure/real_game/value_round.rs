//! A round before the last between two known policies: what its folds are worth, and who goes on with which reach.

use evaluator::card::Card;

use crate::measure::best_response::{AtRound, BestResponse, ByContestant, OpenChunk};
use crate::measure::expected_value::Player;
use crate::walk::{LANES, PreparedGame, Real, Row, Strategies};

/// Both positions' reach of every chunk of a round, `[position][chunk]`.
pub(super) type Reaches<T> = [Vec<ByContestant<T>>; 2];

/// One round on one board, with a player in each position.
pub(super) struct ValueRound<'a, T> {
    /// Each position as the one whose policy is known to the other.
    sides: [AtRound<'a, T>; 2],
    /// `[position][chunk]`
    plays: [Vec<OpenChunk<T>>; 2],
}

impl<'a, T: Real> ValueRound<'a, T> {
    /// Plays a round; `players` and `reach` are by position.
    pub fn new(
        game: &'a PreparedGame<T>,
        players: [Player<'a, T>; 2],
        round: usize,
        board: &[Card],
        reach: &Reaches<T>,
    ) -> Self {
        let side = |position: usize| {
            AtRound::new(BestResponse { game, responder: 1 - position, opponent: players[position] }, round, board)
        };
        let sides = [side(0), side(1)];
        let plays = [0, 1].map(|position| sides[position].open(&reach[position]));
        Self { sides, plays }
    }

    /// A position's reach of a chunk of the next round.
    pub fn next_reach(&self, position: usize, next_chunk: usize) -> ByContestant<T> {
        self.sides[position].next_reach(&self.plays[position], next_chunk)
    }

    /// The chips that position 0 wins by all folds of the round, summed over all pairs of holdings that can meet.
    pub fn folds(&self) -> f64 {
        let [own, opponent] = &self.sides;
        let mut total = 0.0;
        for (chunk, (play, opposed)) in self.plays[0].iter().zip(&self.plays[1]).enumerate() {
            if !is_reached_by_both([play.reach(), opposed.reach()]) {
                continue;
            }
            let values = opponent.terminal_values(chunk, opposed, &[]);
            for (terminal, values) in values.iter().enumerate().skip(own.lanes.exits) {
                for (place, value) in values.iter().enumerate() {
                    let won = own.reach_of_terminal(play, terminal, place) * *value;
                    total += won.0.iter().map(|won| won.as_f64()).sum::<f64>();
                }
            }
        }
        total
    }
}

/// Whether both positions come to any of a chunk's histories with any holding.
pub(super) fn is_reached_by_both<T: Real>(reach: [&[Row<T>]; 2]) -> bool {
    let [first, second] = reach.map(lanes_reached);
    first.iter().zip(second).any(|(&first, second)| first && second)
}

fn lanes_reached<T: Real>(reach: &[Row<T>]) -> [bool; LANES] {
    let mut reached = [false; LANES];
    for row in reach {
        for (reached, &lane) in reached.iter_mut().zip(&row.0) {
            *reached |= lane != T::default();
        }
        if reached.iter().all(|&reached| reached) {
            break;
        }
    }
    reached
}

/// A policy in another precision.
pub(super) struct Rounded<'a>(pub &'a dyn Strategies<f64>);

impl<T: Real> Strategies<T> for Rounded<'_> {
    fn load(&self, round: usize, chunk: usize, player: usize, buckets: &[u32], strategies: &mut [Row<T>]) {
        let mut wide: Vec<Row<f64>> = strategies.iter().map(|row| Row::from(row.0.map(Real::as_f64))).collect();
        self.0.load(round, chunk, player, buckets, &mut wide);
        for (row, wide) in strategies.iter_mut().zip(&wide) {
            *row = Row::from(wide.0.map(T::of));
        }
    }
}
