//! How often weak hands bet: the same count for an equilibrium and for the stud player.
//!
//! A hand is *weak* if it wins less than half against all cards that the opponent may hide (ties half), and *hopeless*
//! if it never wins nor ties. A *bluff* is a weak hand's opening bet of about half the pot or more; bets of 1 are
//! checks in all but name.

use std::cmp::Ordering;

use super::equilibrium::{LastTurnGame, ROWS};
use super::last_turn::{Policy, at};

/// Action numbers of the opening: 0 drops, 1 bets 1, 2 about half the pot, 3 the pot.
const HALF_POT: usize = 2;
const POT: usize = 3;

/// What the first player's opening bets are made of; each `None` where there is no such hand or bet.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Bluffs {
    /// How often a weak hand bets at least half the pot.
    pub weak_bets: Option<f64>,
    /// How often a hopeless hand does.
    pub hopeless_bets: Option<f64>,
    /// How often a hand that is not weak does.
    pub strong_bets: Option<f64>,
    /// The share of weak hands among bets of the pot: 1/3 makes an opponent who beats only the weak ones indifferent.
    pub weak_share_of_pot_bets: Option<f64>,
    /// How often the first player drops without a bet to answer.
    pub opening_drops: Option<f64>,
}

impl Bluffs {
    /// Counts the first player's opening.
    pub fn of(game: &LastTurnGame, opening: &Policy) -> Self {
        let count = game.cards();
        let chance = |action: usize, card: usize| at(&opening[action * ROWS..(action + 1) * ROWS], card);
        let bets = |card: usize| chance(HALF_POT, card) + chance(POT, card);
        let equities: Vec<f64> = (0..count).map(|card| equity(game, card)).collect();
        let mean = |hands: &dyn Fn(f64) -> bool, value: &dyn Fn(usize) -> f64| {
            let chosen: Vec<usize> = (0..count).filter(|&card| hands(equities[card])).collect();
            (!chosen.is_empty()).then(|| chosen.iter().map(|&card| value(card)).sum::<f64>() / chosen.len() as f64)
        };
        let pot_bets = |hands: &dyn Fn(f64) -> bool| -> f64 {
            (0..count).filter(|&card| hands(equities[card])).map(|card| chance(POT, card)).sum()
        };
        let (weak, all) = (pot_bets(&is_weak), pot_bets(&|_| true));
        Self {
            weak_bets: mean(&is_weak, &bets),
            hopeless_bets: mean(&|equity| equity == 0.0, &bets),
            strong_bets: mean(&|equity| !is_weak(equity), &bets),
            // Fewer pot bets than one hand in a thousand are rounding of the solution.
            weak_share_of_pot_bets: (all > 1e-3 * count as f64).then_some(weak / all),
            opening_drops: mean(&|_| true, &|card| chance(0, card)),
        }
    }

    /// The numbers in the order of their fields.
    pub fn numbers(&self) -> [Option<f64>; 5] {
        [self.weak_bets, self.hopeless_bets, self.strong_bets, self.weak_share_of_pot_bets, self.opening_drops]
    }
}

fn is_weak(equity: f64) -> bool {
    equity < 0.5
}

/// Wins and half the ties of the first player's card against all others that the second may hide.
fn equity(game: &LastTurnGame, card: usize) -> f64 {
    let own = game.worths[0][card];
    let others = game.worths[1].iter().enumerate().filter(|&(other, _)| other != card);
    let points = others.map(|(_, worth)| match own.cmp(worth) {
        Ordering::Less => 0.0,
        Ordering::Equal => 0.5,
        Ordering::Greater => 1.0,
    });
    points.sum::<f64>() / (game.cards() - 1) as f64
}
