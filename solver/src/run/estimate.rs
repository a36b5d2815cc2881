//! What a training will take, estimated before it starts: tables and files by counting, speed from a short trial.

use evaluator::card::Card;
use evaluator::deck::Deck;
use evaluator::round::Round;
use evaluator::showdown::ShowdownOrder;
use std::time::Instant;
use tables::buckets::table::hands_of_round;
use tables::together::progress::Progress;
use tables::together::time::Stopwatch;

use crate::boards::Buckets;
use crate::error::SolverError;
use crate::game::{BettingTree, GameDefinition, TreeLayout};
use crate::train::boards::{BOARDS_OF_A_BATCH, BoardTraining};
use crate::train::sampled_training::{BOARDS_OF_AN_EPOCH, batch_size};
use crate::train::tables::{Cells, ChunkTables, TableLayout};
use crate::train::update_rule::Step;
use crate::train::{Budget, Opponent, Sampler, TrainingSettings, UpdateRule};
use crate::walk::{HistoryLanes, LANES, PreparedGame, RoundLanes};

/// Distinct buckets of flop, turn and river on a board of the full deck in a set of 500. They grow with the number of
/// buckets: 165, 109 and 40 in 9,000. The river's are those of OCHS under either distance; a feature that tells
/// strengths apart has up to 100.
const DISTINCT_OF_500: [f64; 3] = [95.0, 67.0, 30.0];
const DISTINCT_POWER: f64 = 0.19;
/// Cards of a complete board.
const BOARD: usize = 5;
/// What a batch takes beyond its rows, threads and the allocator's room included: measured.
const ROOM_OF_A_BATCH: f64 = 1.22;
/// The most buckets a round in a trial: with more, touching fresh memory would take longer than the boards.
const MOST_BUCKETS_TRIED: usize = 1_000;
/// An iteration late in a run.
const LATE: u64 = 10_001;
/// Compressed bytes of a strategy file for each bucket and each action that is not the node's last: measured.
const STRATEGY_BYTES: f64 = 0.45;

/// How large a training is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrainingSize {
    /// Regrets and strategy sums in memory, which is also the size of a checkpoint.
    pub table_bytes: u64,
    /// About the size of the exported strategy.
    pub strategy_bytes: u64,
}

impl TrainingSize {
    /// The size for a game of hold'em with the given number of buckets in each round, the starting hands in the first.
    pub fn of(game: &GameDefinition, buckets: [usize; 4]) -> Self {
        let tree = BettingTree::new(game);
        let cells = TableLayout::with_counts(&lanes_of(game), &buckets).cells() as u64;
        let actions = |round: usize| -> usize {
            tree.nodes().iter().filter(|node| node.round == round).map(|node| node.actions.len() - 1).sum()
        };
        let stored: usize = (0..4).map(|round| actions(round) * buckets[round]).sum();
        Self { table_bytes: 2 * 4 * cells, strategy_bytes: (stored as f64 * STRATEGY_BYTES) as u64 }
    }
}

/// Bytes of the regrets of an opponent with exact cards, with the given numbers of buckets on flop and turn; `flop` is
/// `None` where each of its hands is its own bucket.
pub fn opponent_bytes(game: &GameDefinition, flop: Option<usize>, turn: usize) -> u64 {
    let (lanes, deck) = (lanes_of(game), deck_of(game));
    let flop = flop.unwrap_or(hands_of_round(deck, Round::Flop) as usize);
    4 * TableLayout::with_counts(&lanes, &[deck.starting_hand_count(), flop, turn, 0]).cells() as u64
}

/// How much work a game's betting makes, as a multiple of limit hold'em's: counted in chunks' ends, with weights fitted
/// to limit hold'em and to no-limit games of 10 to 100 big blinds (benches/lab/histories-of-several-shapes.md).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BettingWork {
    /// On one complete board: all rounds once.
    pub board: f64,
    /// Below one flop, with all turns and rivers: mostly the last round.
    pub flop: f64,
}

impl BettingWork {
    /// Of a game of hold'em.
    pub fn of(game: &GameDefinition) -> Self {
        let [own, limit] = [game, &GameDefinition::holdem_limit()].map(Self::counted);
        Self { board: own.board / limit.board, flop: own.flop / limit.flop }
    }

    /// In core-ms of a board, and core-s of a flop.
    fn counted(game: &GameDefinition) -> Self {
        let lanes = lanes_of(game);
        let of_round = |round: &RoundLanes| {
            let shapes = (0..round.chunks()).map(|chunk| round.shape(chunk));
            let (all_ins, played): (Vec<_>, Vec<_>) = shapes.partition(|shape| shape.nodes.is_empty());
            (played.iter().map(|shape| shape.ends).sum::<usize>() as f64, all_ins.len() as f64)
        };
        let rounds: Vec<(f64, f64)> = lanes.rounds.iter().map(of_round).collect();
        let all_ins: f64 = rounds.iter().map(|&(_, all_ins)| all_ins).sum();
        let ends = |number: usize| rounds.get(number).map_or(0.0, |&(ends, _)| ends);
        let (earlier, turn, river) = (ends(0) + ends(1) + ends(2), ends(2), ends(3));
        Self {
            board: 0.025 * earlier + 0.0075 * river + 0.09 * all_ins,
            flop: 0.0075 * turn + 0.008 * river + 0.035 * all_ins,
        }
    }
}

fn lanes_of(game: &GameDefinition) -> HistoryLanes {
    HistoryLanes::new(&TreeLayout::new(&BettingTree::new(game)))
}

fn deck_of(game: &GameDefinition) -> Deck {
    Deck::of_cards(game.deck()).unwrap_or_default()
}

/// The working memory of a training in hold'em: of the boards that are played together, how both players come down to
/// each, and what each of their holdings is worth there.
pub fn batch_bytes(
    game: &GameDefinition,
    buckets: [usize; 4],
    sampler: Sampler,
    opponent: Opponent,
    budget: Budget,
) -> u64 {
    let boards = match (sampler, budget) {
        (Sampler::Chance | Sampler::External, _) => return 0,
        (_, Budget::Seconds(_)) => BOARDS_OF_A_BATCH,
        // The largest batch is the last one.
        (_, Budget::Iterations(boards)) => batch_size(boards, BOARDS_OF_A_BATCH),
    };
    let (lanes, deck) = (lanes_of(game), deck_of(game));
    let holdings = deck.holdings_beside(BOARD);
    let distinct = match opponent {
        Opponent::Itself => distinct_of(deck, buckets),
        // In turn either player is the opponent, who tells nearly all holdings apart before the river.
        Opponent::Exact => [deck.starting_hand_count(), holdings, holdings, 0],
    };
    let rows = |(round, lanes): (usize, &RoundLanes)| {
        // Values of every chunk; reach, strategy and products of those before the last round.
        let of_chunk = |chunk| {
            let shape = lanes.shape(chunk);
            let before = if lanes.is_last { 0 } else { holdings + distinct[round] * (shape.slots + shape.ends) };
            2 * (holdings + before)
        };
        (0..lanes.chunks()).map(of_chunk).sum::<usize>()
    };
    let rows: usize = lanes.rounds.iter().enumerate().map(rows).sum();
    let of_a_board = (rows * LANES * size_of::<f32>()) as f64 * ROOM_OF_A_BATCH;
    boards * of_a_board as u64
}

/// Different buckets of each round on a board, as they are on average.
fn distinct_of(deck: Deck, buckets: [usize; 4]) -> [usize; 4] {
    let [_, flop, turn, river] = buckets;
    let later = [(DISTINCT_OF_500[0], flop), (DISTINCT_OF_500[1], turn), (DISTINCT_OF_500[2], river)];
    let [flop, turn, river] = later.map(|(of_500, buckets)| {
        let usual = of_500 * (buckets as f64 / 500.0).powf(DISTINCT_POWER);
        (usual as usize).clamp(1, buckets.clamp(1, deck.holdings_beside(BOARD)))
    });
    [deck.starting_hand_count(), flop, turn, river]
}

/// Made-up buckets for a trial: similar holdings share one, and a board has as many distinct ones as with real files.
struct MadeUpBuckets {
    deck: Deck,
    counts: [usize; 4],
    distinct: [usize; 4],
}

impl Buckets for MadeUpBuckets {
    fn count(&self, round: usize) -> usize {
        self.counts[round]
    }

    fn row(&self, round: usize, board: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        row.clear();
        if round == 0 {
            return row.extend(order.holdings().map(|holding| self.deck.number_of(holding.starting_hand()) as u32));
        }
        let (count, distinct, places) = (self.counts[round], self.distinct[round], order.ids().len().max(1));
        // Different boards use different buckets of the set.
        let first: usize = board.iter().map(|card| card.number() * 7_919).sum();
        let step = (count / distinct).max(1);
        row.extend((0..places).map(|place| ((first + place * distinct / places * step) % count) as u32));
    }
}

/// Seconds for one iteration on one sampled board, by the given stopwatch. The trial trains for about `for_seconds`
/// seconds of wall-clock time, with buckets as in [`TrainingSize::of`].
pub fn seconds_a_board(
    definition: &GameDefinition,
    buckets: [usize; 4],
    rule: UpdateRule,
    for_seconds: f64,
    stopwatch: &dyn Stopwatch,
    progress: &dyn Progress,
) -> Result<f64, SolverError> {
    let (game, deck) = (PreparedGame::<f32>::new(definition), deck_of(definition));
    let made_up = MadeUpBuckets {
        deck,
        counts: buckets.map(|count| count.min(MOST_BUCKETS_TRIED)),
        distinct: distinct_of(deck, buckets).map(|distinct| distinct.min(MOST_BUCKETS_TRIED)),
    };
    let layout = TableLayout::new(&game.lanes, &made_up);
    let mut regrets: Vec<Cells<f32>> = vec![[0.0; LANES]; layout.rows()];
    let mut strategy_sums = regrets.clone();
    let tables = ChunkTables::new(&game.lanes, &layout, &mut regrets, &mut strategy_sums);
    let mut training = BoardTraining::new(&game, &made_up, 1).expect("hold'em can be trained on boards");
    // A schedule that needs a number of iterations gets an arbitrary one: its steps cost the same. Late iterations are
    // those of a long run, in which not every board takes part in the average.
    let schedule =
        TrainingSettings { sampler: Sampler::Public, opponent: Opponent::Itself, rule, seed: 1, planned: 1_000_000 }
            .sampled_steps();
    let steps: Vec<Step> = (LATE..LATE + BOARDS_OF_A_BATCH).map(|iteration| schedule.step(iteration)).collect();
    // The first batch fills caches and touches half a gigabyte of fresh memory, which a training run does only once.
    progress.check()?;
    training.play(&tables, 1, &steps);
    let (begun, measured, mut boards) = (Instant::now(), stopwatch.start(), 0);
    while boards < BOARDS_OF_A_BATCH || begun.elapsed().as_secs_f64() < for_seconds {
        progress.check()?;
        training.play(&tables, 1 + BOARDS_OF_A_BATCH + boards, &steps);
        boards += BOARDS_OF_A_BATCH;
    }
    let board = measured() / boards as f64;
    if !rule.discounts() {
        return Ok(board);
    }
    // A discount goes through the whole table, of which the trial's is a part.
    let measured = stopwatch.start();
    tables.discount(&schedule.step(LATE));
    let times_larger = TableLayout::with_counts(&game.lanes, &buckets).cells() as f64 / layout.cells() as f64;
    Ok(board + measured() * times_larger / BOARDS_OF_AN_EPOCH as f64)
}
