//! How long the exact features of every hand take, in core-seconds, each beside what it produced.
//!
//! Run with `cargo bench -p equipoise-benches --bench features`; RAYON_NUM_THREADS chooses the threads.

#![allow(clippy::print_stdout)]

use abstraction::features::distinct_rows::gather;
use abstraction::features::hand_strength_distribution::{PreflopDistributions, TurnDistributions, flop_histograms};
use abstraction::features::opponent_cluster_hand_strength::river_ochs;
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::features::strengths::RiverStrengths;
use evaluator::deck::Deck;
use std::time::Instant;
use tables::together::progress::Silent;

fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let (start, cpu) = (Instant::now(), benches::cpu_seconds());
    let result = work();
    println!("{what}: {:.2} s wall, {:.2} core-s", start.elapsed().as_secs_f64(), benches::cpu_seconds() - cpu);
    result
}

fn main() {
    let river = timed("river strengths of 134,459 boards", || {
        RiverStrengths::build(Deck::FULL, &Silent).expect("not cancelled")
    });
    let preflop = timed("pre-flop histograms", || PreflopDistributions::build(&river, 50));
    println!("  AA {:.16}", preflop.equity(168));
    let turn = timed("turn histograms", || TurnDistributions::build(&river, 50, &Silent).expect("not cancelled"));
    println!("  {} distinct of {} hands", turn.rows.len(), turn.rows.row_of_hand.len());
    let flop =
        timed("flop histograms from the turn's", || gather(&flop_histograms(&turn), &Silent).expect("not cancelled"));
    println!("  {} distinct of {} hands", flop.len(), flop.row_of_hand.len());
    let clusters = OpponentClusters::johanson_2013();
    timed("river OCHS(8), rows made and dropped", || benches::river_rows(&clusters));
    let ochs =
        timed("river OCHS(8) with distinct rows", || gather(&river_ochs(&clusters), &Silent).expect("not cancelled"));
    println!("  {} distinct of {} hands", ochs.len(), ochs.row_of_hand.len());
}
