//! Both seats on the same drawn flops, and how far off what they say may be.
//!
//! What one flop says depends on the others: they choose the decisions before the flop, and the chips for each unit of reach. So
//! the spread of what the flops say is not the error of their mean: in a small game it was less than half of it for two flops
//! and five sixths for eight. A jackknife sees both (Efron & Stein 1981): the bounds are worked out again without each flop,
//! or without each of a hundred groups of flops.

use rayon::prelude::*;

use super::flop_response::FlopValues;
use super::flop_sample::{SampledResponse, halves};
use super::opening_round::OpeningRound;

/// Groups of flops that are left out in turn; even, so that each lies in one half.
const MOST_GROUPS: usize = 100;

/// What responders in both seats win, from a few flops.
#[derive(Clone, PartialEq, Debug)]
pub struct SampledSeats {
    /// By position.
    pub seats: [SampledResponse; 2],
    /// The means over the seats, from below and from above, in chips a game.
    pub bounds: [f64; 2],
    /// Their standard errors.
    pub bounds_errors: [f64; 2],
    /// The standard error of their middle.
    pub middle_error: f64,
    /// The middle without each group of flops.
    middles_without: Vec<f64>,
}

impl SampledSeats {
    /// From the values of at least two flops, by position, in the order drawn: every other one belongs to the other half.
    pub fn new(openings: [&OpeningRound; 2], drawn: &[&[FlopValues; 2]]) -> Self {
        let seats = respond(openings, drawn, |_| true);
        let without = without_each_group(drawn.len(), |takes_part| bounds(&respond(openings, drawn, takes_part)));
        let of_bound = |bound: usize| without.iter().map(|bounds| bounds[bound]).collect::<Vec<_>>();
        let middles_without: Vec<f64> = without.iter().map(|[low, high]| (low + high) / 2.0).collect();
        Self {
            bounds: bounds(&seats),
            bounds_errors: [0, 1].map(|bound| jackknife_error(&of_bound(bound))),
            middle_error: jackknife_error(&middles_without),
            middles_without,
            seats,
        }
    }

    /// The middle of both bounds.
    pub fn middle(&self) -> f64 {
        (self.bounds[0] + self.bounds[1]) / 2.0
    }

    /// The standard error of the difference between this middle and that of another policy on the same flops, whose luck is
    /// common to both: left out in turn for both at once.
    ///
    /// # Panics
    /// If the other was measured on another number of flops.
    pub fn difference_error(&self, other: &Self) -> f64 {
        assert_eq!(self.middles_without.len(), other.middles_without.len(), "the same flops");
        let pairs = self.middles_without.iter().zip(&other.middles_without);
        jackknife_error(&pairs.map(|(this, other)| this - other).collect::<Vec<_>>())
    }
}

/// An estimate without each group of flops, from which of so many flops take part.
pub(super) fn without_each_group<E: Send>(
    flops: usize,
    estimate: impl Fn(&dyn Fn(usize) -> bool) -> E + Sync,
) -> Vec<E> {
    let groups = flops.min(MOST_GROUPS);
    (0..groups).into_par_iter().map(|group| estimate(&|number| number % groups != group)).collect()
}

/// The standard error of an estimate, from what it is without each group.
pub(super) fn jackknife_error(without: &[f64]) -> f64 {
    let groups = without.len() as f64;
    let mean = without.iter().sum::<f64>() / groups;
    let squares: f64 = without.iter().map(|estimate| (estimate - mean).powi(2)).sum();
    (squares * (groups - 1.0) / groups).sqrt()
}

/// The bounds of both seats from some of the flops, which stay in their halves.
fn respond(
    openings: [&OpeningRound; 2],
    drawn: &[&[FlopValues; 2]],
    takes_part: impl Fn(usize) -> bool,
) -> [SampledResponse; 2] {
    [0, 1].map(|position| {
        let halves = halves(drawn, position, &takes_part);
        SampledResponse::new(openings[position], [&halves[0], &halves[1]])
    })
}

/// The means over the seats.
fn bounds([first, second]: &[SampledResponse; 2]) -> [f64; 2] {
    [(first.low.value + second.low.value) / 2.0, (first.high.value + second.high.value) / 2.0]
}
