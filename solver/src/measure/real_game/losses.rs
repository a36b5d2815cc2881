//! Where a policy loses: what a best response wins in a seat more than the policy itself, starting hand by starting hand.

use super::flop_response::FlopValues;
use super::flop_sample::{DrawnFlops, SampledResponse, halves, sampled_own_play};
use super::opening_round::{OpeningRound, ResponseValue};
use super::sampled_seats::{jackknife_error, without_each_group};

/// The losses in one seat, in chips a game; errors are standard errors, 0 where all flops were played.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatLosses {
    /// What the policy wins from itself.
    pub own_play: Estimate,
    /// How much more the best response wins.
    pub loss: Estimate,
    /// The same with each starting hand. From drawn flops it may be below zero: decisions that are chosen on one half of them may
    /// be worse on the other than what the policy does.
    pub by_starting_hand: Vec<Estimate>,
}

/// A number and its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

impl SeatLosses {
    /// From what a best response and the policy itself win on all flops.
    pub(super) fn exact(best: &ResponseValue, own: &ResponseValue) -> Self {
        Self::of(&Numbers::new([best, best], own), |_| 0.0)
    }

    /// From the values of both on drawn flops, of the player in a position.
    pub(super) fn sampled(
        opening: &OpeningRound,
        position: usize,
        drawn: &DrawnFlops,
        [best, own]: [&[[FlopValues; 2]]; 2],
    ) -> Self {
        let [best, own] = [best, own].map(|values| drawn.in_order_drawn(values).collect::<Vec<_>>());
        let estimate = |takes_part: &dyn Fn(usize) -> bool| {
            let [best, own] = [&best, &own].map(|drawn| halves(drawn, position, takes_part));
            let best = SampledResponse::new(opening, [&best[0], &best[1]]);
            Numbers::new([&best.low, &best.high], &sampled_own_play(opening, [&own[0], &own[1]]))
        };
        let without = without_each_group(drawn.count(), estimate);
        let error = |number: usize| jackknife_error(&without.iter().map(|it| it.0[number]).collect::<Vec<_>>());
        Self::of(&estimate(&|_| true), error)
    }

    fn of(Numbers(numbers): &Numbers, error: impl Fn(usize) -> f64) -> Self {
        let mut estimates = numbers.iter().enumerate().map(|(number, &value)| Estimate { value, error: error(number) });
        let mut next = || estimates.next().expect("two numbers of the seat before those of starting hands");
        Self { own_play: next(), loss: next(), by_starting_hand: estimates.collect() }
    }
}

/// What a seat's flops come to: own play, loss, and the loss with each starting hand.
struct Numbers(Vec<f64>);

impl Numbers {
    /// Of a response the middle of both bounds counts.
    fn new([low, high]: [&ResponseValue; 2], own: &ResponseValue) -> Self {
        let loss = |low: f64, high: f64, own: f64| (low + high) / 2.0 - own;
        let bounds = low.by_starting_hand.iter().zip(&high.by_starting_hand);
        let by_hand = bounds.zip(&own.by_starting_hand).map(|((&low, &high), &own)| loss(low, high, own));
        Self([own.value, loss(low.value, high.value, own.value)].into_iter().chain(by_hand).collect())
    }
}
