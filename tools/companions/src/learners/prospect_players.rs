//! Players who weigh gains and losses as prospect theory has it, and choose what they expect most of.
//!
//! Value function (3.1): `v(x) = x^α` for gains, `-λ(-x)^β` for losses, from the chips a player began with. α and β
//! are each 0.5, 0.6, …, 1: 36 players; λ is 2.25, the estimate of Tversky and Kahneman (1992), a choice. Probability
//! weights are not used.

use super::prospect_game::{BET, Position};
use super::style::Move;

/// Values of each parameter.
pub const GRID: usize = 6;
/// All players, α slower than β: `GRID * α + β`.
pub const PLAYERS: usize = GRID * GRID;
/// How much more losses weigh than gains.
pub const LOSS_AVERSION: f64 = 2.25;

/// A win rate from a hand's strength (table 5.7).
pub fn win_rate(strength: f64) -> f64 {
    match strength {
        it if it < 1.0 => 0.1,
        it if it < 1.5 => 0.3,
        it if it < 2.0 => 0.5,
        it if it < 3.0 => 0.7,
        it if it < 5.0 => 0.9,
        _ => 1.0,
    }
}

/// One player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProspectPlayer {
    /// The exponent of gains.
    pub alpha: f64,
    /// The exponent of losses.
    pub beta: f64,
}

/// What a player expects of its actions; `None` for one that is not legal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Expectations {
    pub fold: Option<f64>,
    /// Of a check or call.
    pub call: f64,
    /// Of a bet or raise.
    pub raise: Option<f64>,
}

impl ProspectPlayer {
    /// The player with this number in 0..36.
    pub fn of(number: usize) -> Self {
        let exponent = |place: usize| 0.5 + place as f64 / 10.0;
        Self { alpha: exponent(number / GRID), beta: exponent(number % GRID) }
    }

    /// (3.1).
    pub fn value(&self, chips: i32) -> f64 {
        let size = f64::from(chips.abs());
        if chips >= 0 { size.powf(self.alpha) } else { -LOSS_AVERSION * size.powf(self.beta) }
    }

    /// (5.4) to (5.9), as printed: a bet that loses costs 8 although it is one of 4, a call that loses costs 4
    /// whatever was raised before.
    pub fn expectations(&self, position: &Position, win_rate: f64) -> Expectations {
        let Position { chips, pot, own_bet, other_bet, may_raise } = *position;
        let all = pot + own_bet + other_bet;
        let facing = position.to_pay() > 0;
        let mixed = |won: i32, lost: i32| win_rate * self.value(won) + (1.0 - win_rate) * self.value(lost);
        Expectations {
            fold: facing.then(|| self.value(chips)),
            call: mixed(chips + all, if facing { chips - BET } else { chips }),
            raise: may_raise.then(|| mixed(chips + all + BET, chips - 2 * BET)),
        }
    }

    /// The action that it expects most from; among equals a check or call, then a fold (a choice).
    pub fn choose(&self, position: &Position, win_rate: f64) -> Move {
        let Expectations { fold, call, raise } = self.expectations(position, win_rate);
        let mut best = (call, Move::Call);
        for (worth, action) in [(fold, Move::Fold), (raise, Move::Raise)] {
            if let Some(worth) = worth
                && worth > best.0
            {
                best = (worth, action);
            }
        }
        best.1
    }
}
