//! Holdings that a board does not tell apart: each is another one's with its suits renamed.
//!
//! A strategy plays all of them alike, so a sample of boards tells as much about each as about all together.

use evaluator::card_set::CardSet;
use evaluator::holding::HOLDINGS;
use evaluator::round::Round;
use evaluator::suit_permutation::SuitPermutation;

use crate::game::Game;
use crate::spot::Spot;

/// The orbits of holdings under the suit permutations that leave the deck and each street's cards as they are.
pub struct HoldingOrbits {
    /// By holding number.
    of_holding: Vec<u16>,
    /// By orbit: how many holdings it has.
    sizes: Vec<f64>,
}

impl HoldingOrbits {
    /// The orbits on a spot's board.
    pub fn of(game: &Game, spot: &Spot) -> Self {
        let dealt = |street: &Round| {
            let before = street.number().checked_sub(1).map_or(0, |earlier| Round::ALL[earlier].board_cards());
            CardSet::of(&spot.board[before..street.board_cards()])
        };
        let streets = &Round::ALL[..=spot.street.number()];
        let kept: Vec<CardSet> = streets.iter().map(dealt).chain([game.rules.deck()]).collect();
        let symmetries: Vec<SuitPermutation> =
            SuitPermutation::all().filter(|it| kept.iter().all(|&cards| it.card_set(cards) == cards)).collect();
        let mut of_holding = vec![0; HOLDINGS];
        let mut sizes: Vec<f64> = Vec::new();
        for number in 0..HOLDINGS {
            // The identity is among them.
            let images = symmetries.iter().map(|it| usize::from(it.holding_numbers()[number]));
            let least = images.min().unwrap_or(number);
            if least == number {
                of_holding[number] = sizes.len() as u16;
                sizes.push(0.0);
            }
            of_holding[number] = of_holding[least];
            sizes[usize::from(of_holding[number])] += 1.0;
        }
        Self { of_holding, sizes }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.sizes.len()
    }

    /// By orbit: the mean over its holdings.
    pub fn means(&self, by_holding: &[f64]) -> Vec<f64> {
        let mut means = vec![0.0; self.count()];
        for (&orbit, value) in self.of_holding.iter().zip(by_holding) {
            means[usize::from(orbit)] += value;
        }
        means.iter_mut().zip(&self.sizes).for_each(|(mean, size)| *mean /= size);
        means
    }

    /// By holding: the value of its orbit.
    pub fn spread<T: Copy>(&self, by_orbit: &[T]) -> Vec<T> {
        self.of_holding.iter().map(|&orbit| by_orbit[usize::from(orbit)]).collect()
    }
}
