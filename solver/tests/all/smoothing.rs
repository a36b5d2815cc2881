//! Averages of like buckets taken together, held to plain sums over all buckets.

use crate::naive::mix;
use evaluator::card::Card;
use evaluator::showdown::ShowdownOrder;
use serde_json::json;
use solver::boards::{Buckets, Neighbours, OneBucket};
use solver::error::SolverError;
use solver::game::{BettingTree, GameDefinition, NodeId, TreeLayout};
use solver::policy::{ExportForm, Smoothing, StrategyOrigin, TrainedStrategy, TrainedTables};
use solver::train::TableLayout;
use solver::walk::{ChunkId, HistoryLanes, LANES};
use std::ops::Range;
use std::path::Path;
use tables::error::Failure;
use tables::strategy::block::ProbabilityBits;
use tables::strategy::reader::StrategyReader;
use tables::together::progress::Silent;

/// The weights of all buckets for one of them, by sorting all of them.
fn weights_by_hand(centres: &[f32], dimensions: usize, group: Range<usize>, bucket: usize, count: usize) -> Vec<f64> {
    let at = |bucket: usize, dimension: usize| f64::from(centres[bucket * dimensions + dimension]);
    let squared = |other| (0..dimensions).map(|it| (at(bucket, it) - at(other, it)).powi(2)).sum::<f64>();
    let mut all: Vec<(f64, usize)> = group.clone().filter(|&it| it != bucket).map(|it| (squared(it), it)).collect();
    all.sort_by(|one, other| one.partial_cmp(other).unwrap());
    all.insert(0, (0.0, bucket));
    let beyond = all.get(count).map_or(f64::INFINITY, |it| it.0);
    let mut weights = vec![0.0; centres.len() / dimensions];
    for &(squared, other) in all.iter().take(count) {
        weights[other] = if beyond > 0.0 { 1.0 - squared / beyond } else { 1.0 };
    }
    weights
}

/// Made-up centres, some of them equal.
fn made_up_centres(buckets: usize, dimensions: usize) -> Vec<f32> {
    (0..buckets * dimensions).map(|number| (mix(number as u64) % 4) as f32).collect()
}

#[test]
fn the_nearest_buckets_are_those_of_a_full_sort_and_of_the_own_group_alone() {
    for (dimensions, bounds) in [(1, vec![0, 30]), (2, vec![0, 30]), (3, vec![0, 4, 5, 30])] {
        let centres = made_up_centres(30, dimensions);
        for count in [1, 2, 5, 29, 30, 40] {
            let found = Neighbours::nearest(&centres, dimensions, &bounds, count);
            for group in bounds.windows(2).map(|bounds| bounds[0]..bounds[1]) {
                for bucket in group.clone() {
                    let expected = weights_by_hand(&centres, dimensions, group.clone(), bucket, count);
                    let mut weights = vec![0.0; 30];
                    for neighbour in found.of(bucket) {
                        weights[neighbour.bucket as usize] = f64::from(neighbour.weight);
                    }
                    let alike = |(one, other): (&f64, &f64)| (one - other).abs() < 1e-6;
                    assert!(weights.iter().zip(&expected).all(alike), "{bucket}: {weights:?} {expected:?}");
                    assert_eq!(found.of(bucket)[0].bucket as usize, bucket);
                    assert_eq!(found.of(bucket).len(), count.min(group.len()));
                }
            }
        }
    }
}

const COUNTS: [usize; 4] = [3, 6, 5, 7];

/// Buckets whose centres are known.
struct CentredBuckets;

impl Buckets for CentredBuckets {
    fn count(&self, round: usize) -> usize {
        COUNTS[round]
    }

    fn row(&self, _: usize, _: &[Card], _: &ShowdownOrder, _: &mut Vec<u32>) {
        unreachable!("nothing is dealt");
    }

    fn neighbours(&self, round: usize, count: usize) -> Result<Neighbours, SolverError> {
        let buckets = COUNTS[round];
        Ok(Neighbours::nearest(&made_up_centres(buckets, 2), 2, &[0, buckets], count))
    }
}

struct MadeUpRun {
    game: GameDefinition,
    lanes: HistoryLanes,
    layout: TableLayout,
    regrets: Vec<[f32; LANES]>,
    strategy_sums: Vec<[f32; LANES]>,
}

impl MadeUpRun {
    /// Half of all buckets never came to a decision.
    fn new() -> Self {
        let game = GameDefinition::holdem_limit();
        let lanes = HistoryLanes::new(&TreeLayout::new(&BettingTree::new(&game)).unwrap());
        let layout = TableLayout::with_counts(&lanes, &COUNTS);
        let cell = |salt: u64, row: usize, lane: usize| (mix(salt ^ ((row as u64) << 8) ^ lane as u64) % 1000) as f32;
        let table = |salt| (0..layout.rows()).map(|row| std::array::from_fn(|lane| cell(salt, row, lane))).collect();
        let (regrets, mut strategy_sums): (Vec<_>, Vec<[f32; LANES]>) = (table(1 << 50), table(1 << 51));
        for ChunkId { round, chunk } in layout.chunks() {
            for bucket in 0..COUNTS[round] {
                if mix((round << 16 | chunk << 8 | bucket) as u64).is_multiple_of(2) {
                    strategy_sums[layout.bucket(ChunkId { round, chunk }, bucket)].fill([0.0; LANES]);
                }
            }
        }
        Self { game, lanes, layout, regrets, strategy_sums }
    }

    fn export(&self, buckets: &dyn Buckets, form: ExportForm, path: &Path) -> Result<StrategyReader, SolverError> {
        let Self { game, lanes, layout, regrets, strategy_sums } = self;
        let tables = TrainedTables { game, buckets, lanes, layout, regrets, strategy_sums };
        let origin = StrategyOrigin { recipe: json!({"made": "up"}), parents: Vec::new(), facts: json!({}) };
        tables.export(form, origin, &Silent, path)?;
        Ok(StrategyReader::open(path)?)
    }
}

#[test]
fn a_smoothed_strategy_is_that_of_the_weighted_sums_of_like_buckets() {
    let run = MadeUpRun::new();
    let folder = tempfile::tempdir().unwrap();
    let counts = [2, 1, 3];
    let form = |counts| {
        let smoothing = Smoothing::of_buckets(counts).unwrap();
        ExportForm { bits: ProbabilityBits::Sixteen, smoothing, ..ExportForm::default() }
    };
    let plain = run.export(&CentredBuckets, form([1; 3]), &folder.path().join("plain")).unwrap();
    let smooth = run.export(&CentredBuckets, form(counts), &folder.path().join("smooth")).unwrap();
    assert_eq!(smooth.recipe()["smoothed_over_buckets"], json!(counts));
    assert_eq!(form(counts).words(), ["16bit", "smooth2-1-3"]);
    let tree = BettingTree::new(&run.game);
    let tree_layout = TreeLayout::new(&tree).unwrap();
    let (mut smoothed, mut stood_in) = (0, 0);
    for (number, node) in tree.nodes().iter().enumerate() {
        let place = tree_layout.place(NodeId(number as u32));
        let (chunk, lane) = run.lanes.lane_of_entries(place.round)[place.entry];
        let first = run.lanes.rounds[place.round].nodes[place.node].first_slot;
        let [before, after] = [&plain, &smooth].map(|reader| reader.node_block(number).unwrap());
        let count = if place.round == 0 { 1 } else { counts[place.round - 1] };
        for bucket in 0..COUNTS[place.round] {
            let buckets = COUNTS[place.round];
            let weights = weights_by_hand(&made_up_centres(buckets, 2), 2, 0..buckets, bucket, usize::from(count));
            let sum = |action: usize| -> f64 {
                let of = |bucket: usize| {
                    run.layout.bucket(ChunkId { round: place.round, chunk }, bucket).start + first + action
                };
                let sums = (0..buckets).map(|it| weights[it] * f64::from(run.strategy_sums[of(it)][lane]));
                sums.sum()
            };
            let sums: Vec<f64> = (0..node.actions.len()).map(sum).collect();
            let total: f64 = sums.iter().sum();
            let [before, after] = [&before, &after].map(|node| node.probabilities(bucket).unwrap());
            if total == 0.0 {
                stood_in += 1;
                assert_eq!(before, after, "nobody near came there, so its own stand-in is left");
                continue;
            }
            smoothed += usize::from(before != after);
            for (sum, after) in sums.iter().zip(&after) {
                assert!((sum / total - f64::from(*after)).abs() < 1e-4, "{sums:?} became {after}");
            }
        }
    }
    assert!(smoothed > 1000 && stood_in > 1000, "{smoothed} {stood_in}");
}

#[test]
fn smoothing_is_refused_where_nothing_is_alike_and_for_current_strategies() {
    let run = MadeUpRun::new();
    let folder = tempfile::tempdir().unwrap();
    let form = ExportForm { smoothing: "2".parse().unwrap(), ..ExportForm::default() };
    let current = ExportForm { strategy: TrainedStrategy::Current, ..form };
    let refused: [(&dyn Buckets, ExportForm); 2] = [(&OneBucket, form), (&CentredBuckets, current)];
    for (buckets, form) in refused {
        let Err(error) = run.export(buckets, form, &folder.path().join("none")) else { panic!("smoothed") };
        assert!(matches!(error, SolverError::Unfit { what: "smoothing", .. }) && error.is_input_error(), "{error}");
    }
    for wrong in ["0", "1001", "2,3", "a", "", "1,2,3,4", "-1"] {
        assert!(wrong.parse::<Smoothing>().unwrap_err().contains("1 to 1000"), "{wrong}");
    }
    assert_eq!("8,8,24".parse::<Smoothing>().unwrap().to_string(), "8-8-24");
    assert_eq!("4".parse::<Smoothing>().unwrap().to_string(), "4");
}
