//! The third experiment's game: limit hold'em of two whose first two rounds are called and checked down.
//!
//! Small blind 1, big blind 2; so the pot is 4 when the third round begins. Bets are 4, at most four bets and raises
//! a round. Fold only to a bet. The big blind acts first; seats change with every game. The pot that a player sees
//! leaves out the bets of the current round.

use super::style::Move;

/// A bet or raise, in chips.
pub const BET: i32 = 4;
/// What each player has paid when decisions begin.
pub const PAID_BEFORE: i32 = 2;
const MOST_RAISES: usize = 4;

/// What a player sees besides its cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Its chips, as the difference from what it began with.
    pub chips: i32,
    /// The pot without the bets of this round.
    pub pot: i32,
    /// Its own bet in this round.
    pub own_bet: i32,
    /// The opponent's bet in this round.
    pub other_bet: i32,
    /// Whether one more bet or raise is allowed.
    pub may_raise: bool,
}

impl Position {
    /// What is to be paid to stay.
    pub fn to_pay(&self) -> i32 {
        self.other_bet - self.own_bet
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// What each seat paid in all.
    pub paid: [i32; 2],
    /// Who folded.
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
