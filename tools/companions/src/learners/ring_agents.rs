//! Twelve players who follow rules, one for each of the thesis's, and what they do.
//!
//! The rules of the thesis's players are not known but for four of the twelve. A choice, then: one rule with four
//! numbers each, fitted to the published looseness and aggression. Before the flop a hand is worth `20 + r` for a
//! pair of rank r (deuce 0, ace 12), else `high + low/2 + 1.5·suited`; later `category + r/13` of the rank that
//! decides it if the category is above the board's alone, else `high/13` of the higher hole card. Facing a bet and
//! worth less than the first number: fold. Worth the second number: bet or raise. Otherwise check or call.

use evaluator::card_set::CardSet;
use evaluator::hand_strength::HandStrength;

use super::ring_game::Seen;
use super::strength_number::StrengthNumbers;
use super::style::Move;

/// How many there are.
pub const AGENTS: usize = 12;
const NEVER: f64 = f64::INFINITY;

/// A player by rules.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RingAgent {
    /// Its letter in the thesis.
    pub name: char,
    /// Folds to a bet below these: before the flop, later.
    play: [f64; 2],
    /// Bets or raises from these on.
    raise: [f64; 2],
}

const fn agent(name: char, play: [f64; 2], raise: [f64; 2]) -> RingAgent {
    RingAgent { name, play, raise }
}

/// The twelve: A bets or raises whenever possible, B plays pairs alone and bets them whenever possible, C, E and G
/// never do.
pub const RING_AGENTS: [RingAgent; AGENTS] = [
    agent('A', [-1.0, -1.0], [-1.0, -1.0]),
    agent('B', [20.0, -1.0], [20.0, -1.0]),
    agent('C', [12.5, 1.40], [NEVER, NEVER]),
    agent('D', [11.0, 1.50], [27.5, 2.85]),
    agent('E', [11.0, 1.50], [NEVER, NEVER]),
    agent('F', [13.0, 1.30], [21.5, 2.15]),
    agent('G', [10.5, 1.25], [NEVER, NEVER]),
    agent('H', [5.5, 0.95], [21.0, 2.30]),
    agent('I', [6.0, 0.85], [25.0, 2.90]),
    agent('J', [6.0, 1.05], [15.0, 1.60]),
    agent('K', [4.5, 0.75], [24.0, 2.80]),
    agent('L', [5.0, 0.85], [17.0, 1.90]),
];

impl RingAgent {
    /// What it does.
    pub fn choose(&self, seen: &Seen<'_>, numbers: &StrengthNumbers) -> Move {
        let (worth, when) = match seen.board {
            [] => (worth_before_flop(seen), 0),
            _ => (worth_later(seen, numbers), 1),
        };
        if seen.to_pay > 0 && worth < self.play[when] {
            Move::Fold
        } else if worth >= self.raise[when] {
            seen.legal(Move::Raise)
        } else {
            Move::Call
        }
    }

    /// Whether it never bets or raises.
    pub fn is_passive(&self) -> bool {
        self.raise == [NEVER; 2]
    }
}

fn worth_before_flop(seen: &Seen<'_>) -> f64 {
    let [one, other] = seen.hole;
    let (high, low) = (one.rank().max(other.rank()), one.rank().min(other.rank()));
    let suited = one.suit() == other.suit();
    match high == low {
        true => 20.0 + f64::from(high),
        false => f64::from(high) + f64::from(low) / 2.0 + if suited { 1.5 } else { 0.0 },
    }
}

fn worth_later(seen: &Seen<'_>, numbers: &StrengthNumbers) -> f64 {
    let board = CardSet::of(seen.board);
    let cards = board.with(seen.hole[0]).with(seen.hole[1]);
    let (category, rank) = numbers.category_and_rank(cards);
    if category > HandStrength::of(board).category().number() as f64 {
        return category + rank / 13.0;
    }
    f64::from(seen.hole[0].rank().max(seen.hole[1].rank())) / 13.0
}
