//! What makes runs repeatable: one generator per number (of a game, a match, a seed), and numbered pieces of work whose
//! results come back in the order of their numbers, so that threads change nothing.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::RngCore;
use rayon::prelude::*;
pub use solver::boards::card_rules::below;
use solver::boards::card_rules::generator_of;
use tables::together::progress::{Counter, Progress};

use crate::error::Result;

/// What a generator is for. Each purpose is a constant of the module that draws, with a number of its own: without it
/// two purposes with one seed would see the same cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Purpose(pub u64);

impl Purpose {
    /// The generator with this number, the same whatever else was drawn before.
    pub fn generator(self, seed: u64, number: u64) -> Xoshiro256PlusPlus {
        generator_of(seed ^ self.0, number)
    }
}

/// A number in 0..1, each multiple of 2^-53 equally likely.
#[inline]
pub fn unit(generator: &mut impl RngCore) -> f64 {
    (generator.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// A number of the normal distribution with mean 0 and standard deviation 1.
///
/// Box and Muller, "A note on the generation of random normal deviates" (1958); the second number of the pair is not
/// used, so that every call draws twice and nothing needs to be kept.
pub fn normal(generator: &mut impl RngCore) -> f64 {
    // 1 - unit is never 0, whose logarithm does not exist.
    let radius = (-2.0 * (1.0 - unit(generator)).ln()).sqrt();
    radius * (std::f64::consts::TAU * unit(generator)).cos()
}

/// The results of pieces `0..count` in their order, whatever thread did them; reports each finished piece and stops
/// between pieces.
pub fn in_order<R: Send>(
    (stage, unit): (&str, &'static str),
    count: u64,
    progress: &dyn Progress,
    piece: impl Fn(u64) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    progress.check()?;
    let done = Counter::new(progress, stage, unit, count);
    let one = |number: u64| {
        let result = piece(number)?;
        done.add(1)?;
        Ok(result)
    };
    (0..count).into_par_iter().map(one).collect()
}
