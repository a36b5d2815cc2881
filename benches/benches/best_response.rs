//! The exact best response: core-milliseconds per complete board and seat, beside a plain `[node][bucket][action]`
//! layout.
//!
//! Run with `cargo bench -p equipoise-benches --bench best_response`; one thread, a made-up policy of 9,000 river
//! buckets. Both layouts play the same board, and their values are held to each other.

#![allow(clippy::print_stdout)]

#[path = "plain_river/mod.rs"]
mod plain_river;

use evaluator::card::{Card, parse_cards};
use evaluator::processor::Processor;
use evaluator::showdown::ShowdownOrder;
use evaluator::suit_permutation::SuitPermutation;
use plain_river::PlainRiver;
use solver::boards::{BoardOrbit, Buckets, CardRules, DealtBoard};
use solver::game::{BettingTree, GameDefinition, TreeLayout};
use solver::measure::exploitability::RealGame;
use solver::walk::last_round::{LastRoundAt, LastRoundMemory, LastRoundValues, Precision};
use solver::walk::{ChunkId, HistoryLanes, LANES, Player, Real, Row, Stakes, Strategies};
use std::time::Instant;

const RIVER_BUCKETS: usize = 9_000;
const REPEATS: usize = 10;
const TURN: &str = "Qs7h2cAd";

/// Buckets by starting hand, spread over all buckets: some 165 on a board, more than clusters of similar hands have
/// (40 to 97).
struct SpreadBuckets;

impl Buckets for SpreadBuckets {
    fn count(&self, round: usize) -> usize {
        if round == 3 { RIVER_BUCKETS } else { 169 }
    }

    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        // Suits do not count, so that canonical boards stand for their orbits.
        let salt = if round == 3 { board.iter().map(|card| 1 + u64::from(card.rank())).product() } else { 0u64 };
        let classes = order.holdings().map(|holding| holding.starting_hand().number() as u64);
        row.clear();
        row.extend(
            classes.map(|class| if round == 3 { (mixed(class << 32 | salt) % 9_000) as u32 } else { class as u32 }),
        );
    }
}

/// Parts of 255 that depend on everything.
struct MixedStrategies {
    lanes: HistoryLanes,
}

impl<T: Real> Strategies<T> for MixedStrategies {
    fn load(&self, at: ChunkId, player: usize, buckets: &[u32], strategies: &mut [Row<T>]) {
        let shape = self.lanes.shape(at);
        for (&bucket, strategy) in buckets.iter().zip(strategies.chunks_exact_mut(shape.slots)) {
            for node in shape.nodes.iter().filter(|node| node.player == player) {
                for lane in 0..LANES {
                    let key = ((at.round * 64 + at.chunk) * 64 + node.first_slot) as u64;
                    let mut left = 255;
                    for action in 0..node.children.len() {
                        let is_last = action + 1 == node.children.len();
                        let draw = mixed(key << 40 | u64::from(bucket) << 16 | (lane * 4 + action) as u64);
                        let part = if is_last { left } else { draw % (left + 1) };
                        left -= part;
                        strategy[node.first_slot + action].0[lane] = T::of(part as f64 / 255.0);
                    }
                }
            }
        }
    }

    fn parts(&self, at: ChunkId, slots: &[usize]) -> Option<Vec<[u8; LANES]>> {
        let count = self.lanes.shape(at).slots;
        let buckets: Vec<u32> = (0..SpreadBuckets.count(at.round) as u32).collect();
        let mut strategies = vec![Row::<f64>::default(); buckets.len() * count];
        for player in 0..2 {
            Strategies::<f64>::load(self, at, player, &buckets, &mut strategies);
        }
        let part = |row: Row<f64>| row.0.map(|share| (share * 255.0).round() as u8);
        Some(strategies.chunks_exact(count).flat_map(|it| slots.iter().map(|&slot| part(it[slot]))).collect())
    }
}

fn mixed(number: u64) -> u64 {
    let bits = (number ^ number >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (bits ^ bits >> 32).wrapping_mul(0x94d0_49bb_1331_11eb) >> 17
}

/// Wall and processor time.
struct Clock(Instant, f64);

impl Clock {
    fn start() -> Self {
        Self(Instant::now(), benches::cpu_seconds())
    }

    /// What each of `boards` boards took since the start.
    fn each(&self, boards: usize) -> String {
        let each = 1e3 / boards as f64;
        let (wall, cpu) = (self.0.elapsed().as_secs_f64(), benches::cpu_seconds() - self.1);
        format!("{:.3} core-ms a board ({:.3} wall)", each * cpu, each * wall)
    }
}

fn main() {
    let definition = GameDefinition::holdem_limit();
    let rules = CardRules::new(&definition);
    let layout = TreeLayout::of_one_shape(&BettingTree::new(&definition)).expect("limit betting");
    let lanes = HistoryLanes::new(&layout);
    let strategies = MixedStrategies { lanes: lanes.clone() };
    let opponent = Player { buckets: &SpreadBuckets, strategies: &strategies };
    let stakes = Stakes::<f32>::new(&layout, &lanes);
    let turn = BoardOrbit {
        board: parse_cards(TURN).expect("four cards"),
        size: 1,
        symmetries: vec![SuitPermutation::IDENTITY],
    };
    let mut boards: Vec<DealtBoard> = Vec::new();
    for river in turn.followers(&rules, 1) {
        let mut board = DealtBoard::default();
        board.deal_last_round(&rules, &SpreadBuckets, &river.board);
        boards.push(board);
    }
    let distinct: usize = boards.iter().map(|board| board.last_row().distinct.len()).sum();
    println!("{} rivers of {TURN}, {} distinct buckets a board", boards.len(), distinct / boards.len());
    let reach: Vec<Row<f32>> = (0..1326)
        .map(|id| Row::from(std::array::from_fn(|lane| (mixed(id * 16 + lane as u64) % 1000) as f32 / 1e3)))
        .collect();
    let at = |board, chunk| LastRoundAt { board, own: board, chunk, reach: &reach };
    for responder in 0..2 {
        let last =
            LastRoundValues::new(&lanes, &stakes, responder, opponent, None, Processor::detect()).expect("hold'em");
        let mut scratch = LastRoundMemory::default();
        let start = Clock::start();
        for _ in 0..REPEATS {
            for chunk in 0..36 {
                for board in &boards {
                    std::hint::black_box(f32::values(&last, at(board, chunk), &mut scratch));
                }
            }
        }
        println!("river part, position {responder}: {}", start.each(REPEATS * boards.len()));
        let plain = PlainRiver::new(&layout, &lanes, responder, opponent);
        let board = &boards[7];
        let start = Clock::start();
        let mut values = Vec::new();
        for _ in 0..REPEATS {
            values = plain.values(board, &lanes, &reach);
        }
        println!("  plain layout: {}", start.each(REPEATS));
        for chunk in [0, 20, 35] {
            let found = f32::values(&last, at(board, chunk), &mut scratch);
            for (lane, entry) in lanes.rounds[3].entries[chunk].iter().enumerate() {
                let Some(entry) = *entry else { continue };
                for (place, expected) in values[entry].iter().enumerate() {
                    let found = found[place].0[lane];
                    assert!((found - expected).abs() < 2.0 + 1e-4 * expected.abs(), "{found} {expected}");
                }
            }
        }
    }
    let game = RealGame::<f32>::new(&definition).expect("hold'em");
    let flop = game.flops().into_iter().find(|flop| flop.symmetries.len() == 1).expect("a flop without symmetries");
    let rivers = flop.complete_boards(&rules);
    for position in 0..2 {
        let responder = game.responder(position, opponent);
        let start = Clock::start();
        std::hint::black_box(responder.flop_values(&flop));
        println!("whole flop {:?}, position {position}: {rivers} boards, {}", flop.board, start.each(rivers as usize));
    }
}
