//! Training on boards against the plain walk over them, in the same run:
//! `cargo bench -p equipoise-benches --bench training`.
//!
//! Both learn from the same boards of hold'em, one thread, with made-up buckets: holdings of like strength together,
//! as many different ones on a board as in files of 9,000. After one board from scratch the first player has learnt
//! the same before the flop both ways; the second meets what the first has just learnt, in the walk everywhere, in
//! batches in the last round.

#![allow(clippy::print_stdout)]

use evaluator::card::Card;
use evaluator::showdown::ShowdownOrder;
use solver::boards::card_rules::board_of;
use solver::boards::{Buckets, DealtBoard};
use solver::game::GameDefinition;
use solver::train::boards::{BOARDS_OF_A_BATCH, BoardTraining};
use solver::train::full_boards::learn_on_board;
use solver::train::tables::{Cells, ChunkTables};
use solver::train::update_rule::Step;
use solver::train::{TableLayout, UpdateRule};
use solver::walk::{ChunkId, LANES, PreparedGame};
use std::time::Instant;

const BUCKETS: [usize; 4] = [169, 9_000, 9_000, 9_000];
/// Measured on the paper's buckets with eight opponent clusters.
const DIFFERENT_ON_A_BOARD: [usize; 4] = [169, 165, 109, 40];
const SEED: u64 = 3;
const BATCHES: u64 = 10;

/// Buckets by place in the order of strength; other boards have other ones.
struct ByPlace;

impl Buckets for ByPlace {
    fn count(&self, round: usize) -> usize {
        BUCKETS[round]
    }

    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        row.clear();
        if round == 0 {
            return row.extend(order.holdings().map(|holding| holding.starting_hand().number() as u32));
        }
        let first: usize = board.iter().map(|card| card.number() * 7_919).sum();
        let different = DIFFERENT_ON_A_BOARD[round];
        let step = BUCKETS[round] / different;
        let bucket = |place: usize| (first + place * different / order.len() * step) % BUCKETS[round];
        row.extend((0..order.len()).map(|place| bucket(place) as u32));
    }
}

struct Tables {
    regrets: Vec<Cells<f32>>,
    strategy_sums: Vec<Cells<f32>>,
}

impl Tables {
    fn new(layout: &TableLayout) -> Self {
        // Touched once, so that no page is new while the clock runs.
        let touched = || vec![[f32::MIN_POSITIVE; LANES]; layout.rows()];
        Self { regrets: touched(), strategy_sums: touched() }
    }
}

/// The walk over one board for one player after the other.
fn walk_board(game: &PreparedGame<f32>, tables: &ChunkTables<'_, f32>, iteration: u64, step: Step) {
    let (mut board, mut descents) = (DealtBoard::default(), Default::default());
    board.deal(&game.rules, &ByPlace, &board_of(&game.rules, SEED, iteration));
    for player in 0..2 {
        learn_on_board(game, [tables; 2], &board, &mut descents, player, &step);
    }
}

/// The largest difference between the first player's regrets before the flop, as a share of the largest of them.
fn first_players_difference(
    game: &PreparedGame<f32>,
    layout: &TableLayout,
    one: &[Cells<f32>],
    other: &[Cells<f32>],
) -> f32 {
    let (mut largest, mut farthest) = (0.0f32, 0.0f32);
    for bucket in 0..BUCKETS[0] {
        let first_row = layout.bucket(ChunkId { round: 0, chunk: 0 }, bucket).start;
        for node in game.lanes.rounds[0].shape(0).nodes.iter().filter(|node| node.player == 0) {
            for row in first_row + node.first_slot..first_row + node.first_slot + node.children.len() {
                largest = largest.max(one[row][0].abs());
                farthest = farthest.max((one[row][0] - other[row][0]).abs());
            }
        }
    }
    farthest / largest
}

fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    pool.install(|| {
        let game = PreparedGame::<f32>::new(&GameDefinition::holdem_limit());
        let layout = TableLayout::new(&game.lanes, &ByPlace);
        let step = |iteration| UpdateRule::Linear.step(iteration, 0);
        let mut in_batches = Tables::new(&layout);
        let mut by_walk = Tables::new(&layout);
        let Tables { regrets, strategy_sums } = &mut in_batches;
        let tables = ChunkTables::new(&game.lanes, &layout, regrets, strategy_sums);
        let mut training = BoardTraining::new(&game, &ByPlace, SEED).expect("hold'em ends with four bets");
        training.play(&tables, 1, &[step(1)]);
        let Tables { regrets, strategy_sums } = &mut by_walk;
        let walked = ChunkTables::new(&game.lanes, &layout, regrets, strategy_sums);
        walk_board(&game, &walked, 1, step(1));
        drop((tables, walked, training));
        let difference = first_players_difference(&game, &layout, &in_batches.regrets, &by_walk.regrets);
        assert!(difference < 1e-4, "what was learnt differs by a share of {difference}");
        let Tables { regrets, strategy_sums } = &mut in_batches;
        let tables = ChunkTables::new(&game.lanes, &layout, regrets, strategy_sums);
        let mut training = BoardTraining::new(&game, &ByPlace, SEED).expect("hold'em ends with four bets");
        let Tables { regrets, strategy_sums } = &mut by_walk;
        let walked = ChunkTables::new(&game.lanes, &layout, regrets, strategy_sums);
        let steps = |batch: u64| -> (u64, Vec<Step>) {
            let first = 1 + batch * BOARDS_OF_A_BATCH;
            (first, (first..first + BOARDS_OF_A_BATCH).map(step).collect())
        };
        let start = Instant::now();
        let mut touched = 0;
        for (first, steps) in (1..=BATCHES).map(steps) {
            touched += training.play(&tables, first, &steps);
        }
        let batched = start.elapsed().as_secs_f64();
        let start = Instant::now();
        for iteration in 1 + BOARDS_OF_A_BATCH..1 + 2 * BOARDS_OF_A_BATCH {
            walk_board(&game, &walked, iteration, step(iteration));
        }
        let boards = (BATCHES * BOARDS_OF_A_BATCH) as f64;
        let (batched, plain) = (batched / boards, start.elapsed().as_secs_f64() / BOARDS_OF_A_BATCH as f64);
        println!(
            "in batches  {:6.2} ms a board, {:.1} M information sets/s",
            1e3 * batched,
            touched as f64 / boards / batched / 1e6
        );
        println!("plain walk  {:6.2} ms a board ({:.2} times)", 1e3 * plain, plain / batched);
    });
}
