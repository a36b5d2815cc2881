//! Whether an inferior player drops: the intention of section 3.3, by fuzzy inference on bet and turn.

use super::estimate::normalised_turn;
use crate::fuzzy::sets::THIRDS;
use crate::fuzzy::{Clipped, Triangle, centroid};

/// From this turn on all seven cards are dealt: the system drops unless a bluff may work.
pub const LAST_CARD: u8 = 5;
/// How many points stronger than it is a hand must look for a bluff; figure 3.8 says 1.5, the text 1.3 twice.
pub const THRESHOLD: f64 = 1.3;

/// Where the sets ZO, PS1, PS2, PB1 and PB2 of the lost figure 3.7 have their peaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Intentions {
    /// 0, 0.05, 0.10, 0.15, 0.20: chosen so that as many games come to the showdown as were published.
    #[default]
    Calibrated,
    /// 0, ¼, ½, ¾, 1: the textbook's, with which hardly a game gets to turn 5.
    Textbook,
}

/// Table 3.2: which set belongs to bet (few, middle, much) and turn (early, middle, end).
const TABLE: [[usize; 3]; 3] = [[0, 1, 3], [0, 2, 4], [0, 2, 4]];

impl Intentions {
    /// Every one.
    pub const ALL: [Self; 2] = [Self::Calibrated, Self::Textbook];

    /// As it is written on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Calibrated => "calibrated",
            Self::Textbook => "textbook",
        }
    }

    /// The five sets; neighbours cross half-way up.
    fn sets(self) -> [Triangle; 5] {
        let width = match self {
            Self::Calibrated => 0.05,
            Self::Textbook => 0.25,
        };
        [0.0, 1.0, 2.0, 3.0, 4.0].map(|number| Triangle::new(number * width, width))
    }

    /// The intention to drop in [0, 1]: the player drops where a uniform random number does not exceed it.
    pub fn intention(self, bet_share: f64, turn: u8) -> f64 {
        let bets = THIRDS.map(|set| set.membership(bet_share));
        let turns = THIRDS.map(|set| set.membership(normalised_turn(turn)));
        let mut sets = self.sets().map(|set| Clipped { set, strength: 0.0 });
        for (bet, row) in TABLE.iter().enumerate() {
            for (turn, &set) in row.iter().enumerate() {
                sets[set].strength = sets[set].strength.max(bets[bet].min(turns[turn]));
            }
        }
        // Some set always fires: the memberships of each condition add up to 1.
        centroid((0.0, 1.0), &sets).unwrap_or(0.0)
    }
}
