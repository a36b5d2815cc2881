//! What more machines would bring, worked out from what was measured here: the tables of `docs/many-machines.md`.
//!
//! `cargo run --release -p equipoise-mpi --example scaling`
//!
//! The model knows four things of a training: the core-milliseconds of a board, how many of them every rank spends by
//! itself, the bytes that each rank hears a board, and the messages of a batch. Work is divided evenly but for what it
//! says; messages take a latency for each doubling of the ranks, bytes the bandwidth of one rank's network. Ranks are
//! machines of sixteen cores, each as fast as a core here, whose memory does not limit them: that is an assumption, and on
//! the kind one. Nothing was measured on a network.

#![allow(clippy::print_stdout)]

/// A network: its name, bytes a second of one rank, seconds of a message.
const NETWORKS: [(&str, f64, f64); 2] = [("10 Gbit/s", 1.25e9, 30e-6), ("200 Gbit/s", 25e9, 2e-6)];
/// Cores of a rank.
const CORES: f64 = 16.0;
/// Boards that are played together: messages go once for all of them.
const BATCH: usize = 20;

/// Core-seconds of a board of training, 169 / 9,000 / 9,000 / 9,000 buckets, both players learning.
const BOARD: f64 = 0.020;
/// Of these what every rank does by itself when chunks are shared: dealing, and the rounds before the turn.
const COMMON: f64 = 0.001;
/// The largest number of chunks of the river that a rank can have alone.
const CHUNKS: f64 = 36.0;
/// Bytes that a rank hears a board when chunks are shared: by ranks.
const CHUNK_BYTES: [(usize, f64); 4] = [(2, 0.69e6), (3, 2.0e6), (5, 5.7e6), (36, 5.7e6)];
/// Calls of a batch: orders, values of the turn and, beyond four ranks, of the river, and a count.
const CHUNK_CALLS: f64 = 4.0;
/// Core-seconds of a board that every rank spends when territories are shared: dealing it and learning before the turn.
const LESSONS: f64 = 0.001;
/// Bytes that a rank hears a board then.
const LESSON_BYTES: f64 = 0.5e6;
/// Calls of a batch then: an order, lessons of two rounds, and a count.
const LESSON_CALLS: f64 = 4.0;

/// Core-hours of the exact best response to one strategy, and of its largest flop, which is one piece of work.
const RESPONSE: (f64, f64) = (1.96, 0.0020);
/// Core-hours of one bucket recipe of paper size, three streets.
const RECIPE: f64 = 0.062;

fn main() {
    responses_and_recipes();
    trainings();
}

/// What falls apart by itself: parts need no messages.
fn responses_and_recipes() {
    println!("| machines | exact best response | a thousand recipes |\n|---|---|---|");
    for machines in [1.0, 16.0, 64.0, 256.0, 1_000.0_f64] {
        let cores = machines * CORES;
        // No part is done before its largest flop.
        let response = (RESPONSE.0 / cores).max(RESPONSE.1) * 3_600.0;
        let recipes = RECIPE * (1_000.0 / machines).ceil() / CORES;
        println!("| {machines} | {response:.0} s | {recipes:.2} h |");
    }
    println!();
}

fn trainings() {
    println!("| ranks | network | by chunks, boards/s | times one rank | by territories, boards/s | times one rank |");
    println!("|---|---|---|---|---|---|");
    let alone = CORES / BOARD;
    for ranks in [1, 2, 4, 8, 16, 36, 64, 256, 1_000] {
        for (network, bandwidth, latency) in NETWORKS {
            if ranks == 1 && bandwidth > NETWORKS[0].1 {
                continue;
            }
            let calls = latency * (ranks as f64).log2() / BATCH as f64;
            let chunks = 1.0 / (by_chunks(ranks) + chunk_bytes(ranks) / bandwidth + CHUNK_CALLS * calls);
            let heard = if ranks == 1 { 0.0 } else { LESSON_BYTES };
            let territories = 1.0 / (by_territories(ranks) + heard / bandwidth + LESSON_CALLS * calls);
            let network = if ranks == 1 { "none" } else { network };
            println!(
                "| {ranks} | {network} | {chunks:.0} | {:.1} | {territories:.0} | {:.1} |",
                chunks / alone,
                territories / alone
            );
        }
    }
}

/// Seconds of work a board when chunks are shared: the rank with the most chunks is waited for.
fn by_chunks(ranks: usize) -> f64 {
    let most = (CHUNKS / (ranks as f64).min(CHUNKS)).ceil() / CHUNKS;
    (COMMON + (BOARD - COMMON) * most) / CORES
}

fn chunk_bytes(ranks: usize) -> f64 {
    if ranks == 1 {
        return 0.0;
    }
    let (_, bytes) = CHUNK_BYTES.into_iter().rev().find(|&(from, _)| from <= ranks).expect("two ranks at least");
    bytes
}

/// Seconds of work a board when territories are shared: of a batch's boards the rank with the most is waited for.
fn by_territories(ranks: usize) -> f64 {
    let own = if ranks == 1 { 0.0 } else { LESSONS };
    (own + (BOARD - own) * largest_share(ranks)) / CORES
}

/// The mean share of a batch that the rank with the most boards has, where each board is anybody's.
fn largest_share(ranks: usize) -> f64 {
    let (mut state, mut sum) = (1_u64, 0);
    const BATCHES: usize = 20_000;
    for _ in 0..BATCHES {
        let mut boards = vec![0_usize; ranks];
        for _ in 0..BATCH {
            // Knuth's multiplier; the high bits are random enough.
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            boards[((u128::from(state) * ranks as u128) >> 64) as usize] += 1;
        }
        sum += boards.into_iter().max().unwrap_or(0);
    }
    sum as f64 / (BATCHES * BATCH) as f64
}
