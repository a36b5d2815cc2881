//! What the benchmarks share.

use abstraction::features::opponent_cluster_hand_strength::OchsSweep;
use abstraction::features::opponent_clusters::OpponentClusters;
use evaluator::deck::Deck;
use evaluator::hand_index::BoardFirst;
use evaluator::holding::HOLDINGS;
use evaluator::round::Round;
use rayon::prelude::*;

/// Strength and OCHS of all 123,156,254 river hands, by hand index, a board at a time; nothing is kept.
pub fn river_rows(clusters: &OpponentClusters) {
    let river = BoardFirst::of(Deck::FULL, Round::River);
    (0..river.boards()).into_par_iter().with_min_len(64).for_each_init(
        || (OchsSweep::new(clusters), Box::new([0u16; HOLDINGS]), Vec::new(), Vec::new()),
        |(sweep, slots, rows, halves), board| {
            let cards = river.board(board);
            river.local_hands(cards, slots);
            let hands = river.board_hands(board);
            let count = (hands.end - hands.start) as usize;
            rows.resize(count * clusters.count(), 0);
            halves.resize(count, 0);
            sweep.board_rows(cards, slots, rows, halves);
            std::hint::black_box((&rows, &halves));
        },
    );
}

/// Processor time that this process has used so far, all threads together, in seconds; 0 where the system does not
/// say.
pub fn cpu_seconds() -> f64 {
    // Fields 14 and 15 of proc(5)'s stat, counted after the command's closing bracket, in hundredths of a second.
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_command = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after_command.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}
