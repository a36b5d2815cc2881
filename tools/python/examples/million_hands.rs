//! A million hands a street through the library, for comparison with the same in Python: `million_hands.py` beside it.
//!
//! `cargo run --release -p equipoise-python --example million_hands`
#![allow(clippy::print_stdout)]

use abstraction::features::build_features::FeatureSource;
use abstraction::features::many_hands::ManyHands;
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::street::Street;
use evaluator::card_set::CardSet;
use evaluator::hand_index::HandIndex;
use evaluator::holding::Holding;
use evaluator::round::Round;
use rayon::prelude::*;
use std::error::Error;
use study::machine::usage::UsageClock;
use tables::together::progress::Silent;

const HANDS: u64 = 1_000_000;
/// Spreads the hands over a street.
const STEP: u64 = 2_654_435_761;

/// Does some work and prints what it took.
fn timed<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let clock = UsageClock::start();
    let done = work();
    let cost = clock.stop();
    println!("{name:<12} {:8.2} s {:8.2} core-s", cost.seconds, cost.core_seconds.unwrap_or(f64::NAN));
    done
}

fn main() -> Result<(), Box<dyn Error>> {
    let clusters = OpponentClusters::johanson_2013();
    for round in [Round::Flop, Round::Turn, Round::River] {
        let street = Street::full(round);
        let index = street.boards();
        let hand = |number: u64| index.unindex(HandIndex(number * STEP % index.hands())).expect("below the last");
        let dealt: Vec<(Holding, CardSet)> = (0..HANDS).into_par_iter().map(hand).collect();
        let hands: Vec<HandIndex> = timed(&format!("{round} index"), || {
            dealt.par_iter().map(|&(hole, board)| index.index(hole, board)).collect()
        });
        let counts = timed(&format!("{round} hsd"), || {
            ManyHands::new(street, &hands)?.distributions(50, &mut FeatureSource::default(), &Silent).map_err(Box::from)
        });
        let counts: Vec<u32> = counts.map_err(|error: Box<dyn Error>| error)?;
        let strengths = timed(&format!("{round} ochs"), || {
            ManyHands::new(street, &hands)?.ochs(&clusters, &Silent).map_err(Box::from)
        });
        let strengths: Vec<f64> = strengths.map_err(|error: Box<dyn Error>| error)?;
        let (top, mean) = (counts.chunks(50).map(|row| u64::from(row[49])).sum::<u64>(), mean_of(&strengths));
        println!("{round}: {top} run-outs in the last bin, mean strength {mean:.12}");
    }
    Ok(())
}

/// The mean, without clusters that are never met.
fn mean_of(strengths: &[f64]) -> f64 {
    let met = strengths.iter().filter(|strength| !strength.is_nan());
    met.clone().sum::<f64>() / met.count() as f64
}
