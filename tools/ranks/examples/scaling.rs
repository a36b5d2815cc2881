//! What more machines would bring, worked out from measurements here: the tables of `docs/guides/many-machines.md`.
//!
//! `cargo run --release -p equipoise-mpi --example scaling`
//!
//! Ranks are machines of sixteen cores, each core as fast as one here, whose memory bandwidth does not limit them: that
//! is an assumption, and on the kind side. Work is divided evenly but for what is said below. A message takes a latency
//! for each doubling of the ranks, bytes the bandwidth of one rank's network. Nothing was measured on a network.

#![allow(clippy::print_stdout)]

/// A network: its name, bytes a second of one rank, seconds of a message.
const NETWORKS: [(&str, f64, f64); 2] = [("10 Gbit/s", 1.25e9, 30e-6), ("200 Gbit/s", 25e9, 2e-6)];
/// Cores of a rank.
const CORES: f64 = 16.0;
/// Bytes of tables that a rank's memory holds.
const MEMORY: f64 = 48e9;
/// Boards that are played together: messages go once for all of them.
const BATCH: usize = 20;

/// Core-seconds of a board of training, 169 / 9,000 / 9,000 / 9,000 buckets, both players learning.
const BOARD: f64 = 0.0127;
/// Of these what every rank does by itself when chunks are shared: dealing, and the rounds before the turn.
/// It is a share of a profile, not measured by itself.
const COMMON: f64 = 0.0012;
/// The largest number of chunks of the river that a rank can have alone.
const CHUNKS: f64 = 36.0;
/// Bytes that a rank hears of the others a board when chunks are shared: from so many ranks on. Four ranks have a chunk
/// of the turn each.
const CHUNK_BYTES: [(usize, f64); 5] = [(2, 0.34e6), (3, 2.6e6), (4, 0.47e6), (5, 5.0e6), (36, 5.5e6)];
/// Messages of a batch: an order, two exchanges, each with its lengths before it, and a count.
const CHUNK_CALLS: f64 = 6.0;
/// Core-seconds of a board that every rank spends when territories are shared: dealing it and learning before the turn.
const LESSONS: f64 = 0.0012;
/// Bytes that a rank hears a board then.
const LESSON_BYTES: f64 = 0.19e6;
/// Messages of a batch then: an order, lessons of two rounds, each with their lengths, and a count.
const LESSON_CALLS: f64 = 6.0;

/// Core-hours of the exact best response to one strategy, and of its largest flop, which is one piece of work.
const RESPONSE: (f64, f64) = (1.96, 0.0020);
/// Core-hours of one bucket recipe of paper size, three streets.
const RECIPE: f64 = 0.062;

/// Bytes of regrets and sums for a bucket of each of flop, turn and river: 35, 315 and 2,835 decisions a seat of 2.6
/// actions, two seats, two numbers of 4 bytes.
const BUCKET_BYTES: f64 = 132e3;
/// Distinct river buckets of a board where a street has 9,000, by which power of their number they grow (23 with
/// 1,000), and the most that a board can have.
const DISTINCT: (f64, f64, f64) = (45.0, 0.30, 1_081.0);
/// How much longer a board takes where every holding has a bucket of its own.
const ALL_DISTINCT: f64 = 2.0;
/// Boards that a river bucket is to be met on.
const VISITS: f64 = 1_000.0;

fn main() {
    responses_and_recipes();
    trainings();
    large_tables();
}

/// What falls apart by itself: parts need no messages.
fn responses_and_recipes() {
    println!("| machines | exact best response | a thousand recipes |\n|--:|--:|--:|");
    for machines in [1.0, 16.0, 64.0, 256.0, 1_000.0_f64] {
        let cores = machines * CORES;
        // No part is done before its largest flop.
        let response = (RESPONSE.0 / cores).max(RESPONSE.1) * 3_600.0;
        let recipes = RECIPE * 60.0 * (1_000.0 / machines).ceil() / CORES;
        println!("| {} | {response:.0} s | {recipes:.1} min |", whole(machines));
    }
    println!();
}

/// Boards a second as one rank's multiple, at the size of the paper.
fn trainings() {
    let networks = NETWORKS.map(|(name, ..)| format!("by chunks, {name} | by territories, {name}"));
    println!("| ranks | {} |\n|--:|--:|--:|--:|--:|", networks.join(" | "));
    let alone = CORES / BOARD;
    for ranks in [2, 4, 8, 16, 36, 64, 256, 1_000] {
        let cells = NETWORKS.map(|(_, bandwidth, latency)| {
            let message = latency * (ranks as f64).log2() / BATCH as f64;
            let chunks = by_chunks(ranks) + chunk_bytes(ranks) / bandwidth + CHUNK_CALLS * message;
            let territories = by_territories(ranks, BATCH) + LESSON_BYTES / bandwidth + LESSON_CALLS * message;
            format!("{:.1} | {:.1}", 1.0 / chunks / alone, 1.0 / territories / alone)
        });
        println!("| {} | {} |", whole(ranks as f64), cells.join(" | "));
    }
    println!("\nOne rank: {alone:.0} boards/s.\n");
}

/// Tables that need many ranks for their memory alone, shared by territories.
fn large_tables() {
    println!(
        "| tables | buckets a street | ranks | boards for {VISITS} visits | hours, {} | hours, {} | \
         batches of 20 a rank, hours |",
        NETWORKS[0].0, NETWORKS[1].0
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|");
    for (name, bytes) in [("1.2 GB", 1.2e9), ("20 GB", 20e9), ("1 TB", 1e12), ("20 TB", 20e12)] {
        let buckets: f64 = bytes / BUCKET_BYTES;
        let (at_9000, power, most) = DISTINCT;
        let distinct = (at_9000 * (buckets / 9_000.0).powf(power)).min(most);
        let boards = VISITS * buckets / distinct;
        let slower = 1.0 + (ALL_DISTINCT - 1.0) * (distinct - at_9000).max(0.0) / (most - at_9000);
        let ranks = (bytes / MEMORY).ceil() as usize;
        let hours = |(_, bandwidth, latency): (&str, f64, f64), batch: usize| {
            let heard = if ranks == 1 { 0.0 } else { LESSON_BYTES / bandwidth };
            let message = latency * (ranks as f64).log2() / batch as f64;
            boards * (slower * by_territories(ranks, batch) + heard + LESSON_CALLS * message) / 3_600.0
        };
        let [slow, fast] = NETWORKS.map(|network| hours(network, BATCH));
        println!(
            "| {name} | {} | {ranks} | {:.1} million | {slow:.1} | {fast:.1} | {:.1} |",
            whole(buckets),
            boards / 1e6,
            hours(NETWORKS[1], BATCH * ranks)
        );
    }
}

/// Seconds of work a board when chunks are shared: the rank with the most chunks is waited for.
fn by_chunks(ranks: usize) -> f64 {
    let most = (CHUNKS / (ranks as f64).min(CHUNKS)).ceil() / CHUNKS;
    (COMMON + (BOARD - COMMON) * most) / CORES
}

fn chunk_bytes(ranks: usize) -> f64 {
    CHUNK_BYTES.into_iter().rfind(|&(from, _)| from <= ranks).expect("two ranks at least").1
}

/// Seconds of work a board when territories are shared: of a batch's boards the rank with the most is waited for.
fn by_territories(ranks: usize, batch: usize) -> f64 {
    let own = if ranks == 1 { 0.0 } else { LESSONS };
    (own + (BOARD - own) * largest_share(ranks, batch)) / CORES
}

/// The mean share of a batch that the rank with the most boards has, where each board is anybody's.
fn largest_share(ranks: usize, batch: usize) -> f64 {
    let (mut state, mut sum) = (1_u64, 0);
    let batches = 200_000 / batch;
    for _ in 0..batches {
        let mut boards = vec![0_usize; ranks];
        for _ in 0..batch {
            // Knuth's multiplier; the high bits are random enough.
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            boards[((u128::from(state) * ranks as u128) >> 64) as usize] += 1;
        }
        sum += boards.into_iter().max().unwrap_or(0);
    }
    sum as f64 / (batches * batch) as f64
}

/// A number of millions and thousands with commas.
fn whole(number: f64) -> String {
    let digits = format!("{number:.0}");
    let first = digits.len() % 3;
    let groups = digits.as_bytes()[first..].chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
    let all: Vec<String> =
        std::iter::once(digits[..first].to_owned()).filter(|it| !it.is_empty()).chain(groups).collect();
    all.join(",")
}
