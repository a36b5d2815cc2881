//! The third experiment's game: limit hold'em of two whose first two rounds are called and checked down.
//!
//! Small blind 1, big blind 2; so the pot is 4 when the third round begins. Bets are 4, at most four bets and raises
//! a round. Fold only to a bet. The big blind acts first; seats change with every game. The pot that a player sees
//! leaves out the bets of the current round.
//!
//! Its players weigh gains and losses as prospect theory has it, and choose what they expect most of. Value function
//! (3.1): `v(x) = x^α` for gains, `-λ(-x)^β` for losses, from the chips a player began with. α and β are each 0.5, 0.6,
//! …, 1: 36 players; λ is 2.25, the estimate of Tversky and Kahneman (1992), a choice. Probability weights are not
//! used.

use super::style::Move;

/// A bet or raise, in chips.
pub(crate) const BET: i32 = 4;
/// What each player has paid when decisions begin.
pub(crate) const PAID_BEFORE: i32 = 2;
const MOST_RAISES: usize = 4;

/// What a player sees besides its cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Its chips, as the difference from what it began with.
    pub chips: i32,
    /// The pot without the bets of this round.
    pub pot: i32,
    pub own_bet: i32,
    pub other_bet: i32,
    /// Whether one more bet or raise is allowed.
    pub may_raise: bool,
}

impl Position {
    pub fn to_pay(&self) -> i32 {
        self.other_bet - self.own_bet
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    pub paid: [i32; 2],
    pub folded: Option<usize>,
}

/// Plays one game; seat 0 acts first in both rounds. `chips` are those before the game; `choose` is asked with the
/// seat, the round (0: one board card is missing; 1: none is) and the position, and must answer with a legal action.
pub fn play(chips: [i32; 2], mut choose: impl FnMut(usize, usize, &Position) -> Move) -> Ending {
    let mut paid = [PAID_BEFORE; 2];
    for round in 0..2 {
        let pot = paid[0] + paid[1];
        let mut bets = [0; 2];
        let (mut raises, mut seat, mut to_act) = (0, 0, 2);
        while to_act > 0 {
            let position = Position {
                chips: chips[seat] - paid[seat],
                pot,
                own_bet: bets[seat],
                other_bet: bets[1 - seat],
                may_raise: raises < MOST_RAISES,
            };
            let bet = match choose(seat, round, &position) {
                Move::Fold => return Ending { paid, folded: Some(seat) },
                Move::Call => {
                    to_act -= 1;
                    bets[1 - seat]
                }
                Move::Raise => {
                    raises += 1;
                    to_act = 1;
                    bets[1 - seat] + BET
                }
            };
            paid[seat] += bet - bets[seat];
            bets[seat] = bet;
            seat = 1 - seat;
        }
    }
    Ending { paid, folded: None }
}

pub const GRID: usize = 6;
/// All players, α slower than β: `GRID * α + β`.
pub const PLAYERS: usize = GRID * GRID;
/// How much more losses weigh than gains.
pub(crate) const LOSS_AVERSION: f64 = 2.25;

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

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProspectPlayer {
    pub alpha: f64,
    pub beta: f64,
}

/// What a player expects of its actions; `None` for one that is not legal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Expectations {
    pub fold: Option<f64>,
    pub call: f64,
    pub raise: Option<f64>,
}

impl ProspectPlayer {
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
