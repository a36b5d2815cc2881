//! A few flops instead of all: drawn at random, and what they say of the whole from above and from below.
//!
//! Below each flop the response is exact; only the decisions before the flop depend on which flops were drawn. Chosen on the
//! very flops that value them they flatter the responder (biased upwards); chosen on one half and valued on the other, both
//! ways, they can only be too modest (biased downwards), and never exceed the former. How many holdings a drawn flop blocks is
//! taken out: the chips for each unit of the opponent's reach are estimated on one half, and the reach that came too much or
//! too little to the other half's flops is valued with them, so that no flop is measured with what it said itself.

use crate::cfr::deal_sampler::{below, generator_of};

use super::flop_response::FlopValues;
use super::opening_round::{Choices, OpeningRound};
use super::suit_orbits::BoardOrbit;

/// A stream of its own: the flops are not those of anybody's training.
const FLOPS: u64 = 0x3e81_6bd4_27f9_a05c;

/// Draws flops with replacement, each as likely as the deals it stands for; the numbers of the flops, in the order drawn.
pub fn draw_flops(flops: &[BoardOrbit], count: usize, seed: u64) -> Vec<usize> {
    let ends: Vec<u64> = flops
        .iter()
        .scan(0, |sum, flop| {
            *sum += u64::from(flop.size);
            Some(*sum)
        })
        .collect();
    let deals = ends.last().copied().unwrap_or(1);
    let draw = |number| below(&mut generator_of(seed ^ FLOPS, number), deals);
    (0..count as u64).map(|number| ends.partition_point(|&end| end <= draw(number))).collect()
}

/// Flops to be played: each once, however often it was drawn.
#[derive(Clone, Debug)]
pub struct DrawnFlops {
    /// In the order drawn.
    numbers: Vec<usize>,
    /// In ascending order.
    distinct: Vec<usize>,
}

impl DrawnFlops {
    /// So many of them, as [`draw_flops`] draws them.
    pub fn new(flops: &[BoardOrbit], count: usize, seed: u64) -> Self {
        let numbers = draw_flops(flops, count, seed);
        let mut distinct = numbers.clone();
        distinct.sort_unstable();
        distinct.dedup();
        Self { numbers, distinct }
    }

    /// How many were drawn.
    pub fn count(&self) -> usize {
        self.numbers.len()
    }

    /// The flops to play.
    pub fn played<'f>(&self, flops: &'f [BoardOrbit]) -> Vec<&'f BoardOrbit> {
        self.distinct.iter().map(|&number| &flops[number]).collect()
    }

    /// What was found for each drawn flop, from what was found for each that was played.
    pub fn in_order_drawn<'r, R>(&'r self, results: &'r [R]) -> impl Iterator<Item = &'r R> {
        self.numbers.iter().map(|number| &results[self.distinct.partition_point(|it| it < number)])
    }
}

/// One bound of what a responder wins.
#[derive(Clone, PartialEq, Debug)]
pub struct Bound {
    /// What each drawn flop says, in chips a game; their mean is the bound.
    pub observations: Vec<f64>,
    /// What each starting hand wins, in chips a game.
    pub by_starting_hand: Vec<f64>,
}

/// What a responder wins, from below and from above.
#[derive(Clone, PartialEq, Debug)]
pub struct SampledResponse {
    /// Decisions before the flop from the other half of the flops.
    pub low: Bound,
    /// Decisions before the flop from the same flops.
    pub high: Bound,
}

impl SampledResponse {
    /// Bounds from the drawn flops' values; at least two flops.
    pub fn new(opening: &OpeningRound, drawn: &[&FlopValues]) -> Self {
        let flops = [0, 1].map(|half| drawn.iter().copied().skip(half).step_by(2).collect::<Vec<_>>());
        let ratios = flops.map(|half| opening.ratios(&half));
        let observe = |(number, flop): (usize, &&FlopValues)| opening.observed_means(&ratios[1 - number % 2], flop);
        let observed: Vec<Vec<f64>> = drawn.iter().enumerate().map(observe).collect();
        let halves = [0, 1].map(|half| observed.iter().skip(half).step_by(2).collect::<Vec<_>>());
        let choices = halves.each_ref().map(|half| opening.best_choices(&mean(half)));
        let of_all = opening.best_choices(&mean(&observed.iter().collect::<Vec<_>>()));
        let by_hand = |choices: &Choices, means: &Vec<f64>| opening.values(means, choices);
        Self {
            // The other half's choice.
            low: Bound::of(
                opening,
                observed.iter().enumerate().map(|(it, means)| by_hand(&choices[1 - it % 2], means)),
            ),
            high: Bound::of(opening, observed.iter().map(|means| by_hand(&of_all, means))),
        }
    }
}

impl Bound {
    /// From each flop's values by starting hand.
    fn of(opening: &OpeningRound, flops: impl Iterator<Item = Vec<f64>>) -> Self {
        let flops: Vec<Vec<f64>> = flops.collect();
        let observations = flops.iter().map(|by_hand| opening.mean(by_hand)).collect();
        Self { observations, by_starting_hand: mean(&flops.iter().collect::<Vec<_>>()) }
    }
}

/// The mean of rows, number by number.
fn mean(rows: &[&Vec<f64>]) -> Vec<f64> {
    let mut sums = vec![0.0; rows.first().map_or(0, |row| row.len())];
    for row in rows {
        sums.iter_mut().zip(*row).for_each(|(sum, number)| *sum += number);
    }
    sums.iter_mut().for_each(|sum| *sum /= rows.len() as f64);
    sums
}
