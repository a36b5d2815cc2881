//! A few flops instead of all: drawn at random, and what they say of the whole from above and from below.
//!
//! Below each flop the response is exact; only the decisions before the flop depend on which flops were drawn. Chosen on the
//! very flops that value them they flatter the responder (biased upwards); chosen on one half and valued on the other, both
//! ways, they can only be too modest (biased downwards), and never exceed the former. How many holdings a drawn flop blocks is
//! taken out: the chips for each unit of the opponent's reach are estimated on one half, and the reach that came too much or
//! too little to the other half's flops is valued with them, so that no flop is measured with what it said itself.

use crate::dealing::{below, generator_of};

use super::flop_response::FlopValues;
use super::opening_round::{OpeningRound, ResponseValue};
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
    let draw = |number| {
        let deal = below(&mut generator_of(seed ^ FLOPS, number), deals);
        ends.partition_point(|&end| end <= deal)
    };
    (0..count as u64).map(draw).collect()
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

/// Of the values of drawn flops those of one position, in two halves: every other one belongs to the other half, and some may
/// take no part.
pub fn halves<'v>(
    drawn: &[&'v [FlopValues; 2]],
    position: usize,
    takes_part: impl Fn(usize) -> bool,
) -> [Vec<&'v FlopValues>; 2] {
    [0, 1].map(|half| {
        let numbers = (half..drawn.len()).step_by(2).filter(|&number| takes_part(number));
        numbers.map(|number| &drawn[number][position]).collect()
    })
}

/// What a responder wins, from below and from above.
#[derive(Clone, PartialEq, Debug)]
pub struct SampledResponse {
    /// Decisions before the flop from the other half of the flops.
    pub low: ResponseValue,
    /// Decisions before the flop from the same flops.
    pub high: ResponseValue,
}

impl SampledResponse {
    /// Bounds from the values of two halves of the drawn flops, of which one may be empty: the other then chooses for itself.
    pub fn new(opening: &OpeningRound, halves: [&[&FlopValues]; 2]) -> Self {
        let Means { by_half: means, all } = Means::new(opening, halves);
        let choices = means.each_ref().map(|means| opening.best_choices(means));
        let by_half = [0, 1].map(|half| opening.values(&means[half], &choices[other(&halves, half)]));
        let counts = halves.map(|half| half.len() as f64);
        let share = counts[0] / (counts[0] + counts[1]);
        let low = by_half[0].iter().zip(&by_half[1]);
        let low = low.map(|(first, second)| share * first + (1.0 - share) * second).collect();
        Self { low: opening.over_all_hands(low), high: opening.response(&all, &opening.best_choices(&all)) }
    }
}

/// What the policy itself wins, from its values on two halves of the drawn flops: nothing is chosen, so nothing is biased as
/// long as no half is empty.
pub fn sampled_own_play(opening: &OpeningRound, halves: [&[&FlopValues]; 2]) -> ResponseValue {
    opening.own_play(&Means::new(opening, halves).all)
}

/// What the exits of the opening round are worth, as drawn flops tell it.
struct Means {
    /// From each half alone.
    by_half: [Vec<f64>; 2],
    /// From all.
    all: Vec<f64>,
}

impl Means {
    fn new(opening: &OpeningRound, halves: [&[&FlopValues]; 2]) -> Self {
        let ratios = halves.map(|half| opening.ratios(half));
        let sums = [0, 1].map(|half| {
            let mut sums = vec![0.0; ratios[half].len()];
            for flop in halves[half] {
                let observed = opening.observed_means(&ratios[other(&halves, half)], flop);
                sums.iter_mut().zip(observed).for_each(|(sum, mean)| *sum += mean);
            }
            sums
        });
        let counts = halves.map(|half| half.len() as f64);
        let by_half = [0, 1].map(|half| sums[half].iter().map(|sum| sum / counts[half].max(1.0)).collect::<Vec<_>>());
        let all =
            sums[0].iter().zip(&sums[1]).map(|(first, second)| (first + second) / (counts[0] + counts[1])).collect();
        Self { by_half, all }
    }
}

/// The other half, or the same where that is empty.
fn other(halves: &[&[&FlopValues]; 2], half: usize) -> usize {
    if halves[1 - half].is_empty() { half } else { 1 - half }
}
