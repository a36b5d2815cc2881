//! The way of a trained strategy into a file and back, and what its rounding costs.

use crate::naive::NaiveCfr;
use crate::support::{
    CellPlace, MadeBuckets, StopAfter, Tables, assert_unfit, mean_and_spread, mix, on_threads, scratch, tree_layout,
    write_built_in,
};
use serde_json::json;
use solver::boards::OneBucket;
use solver::boards::card_rules::all_boards;
use solver::error::SolverError;
use solver::game::{BettingTree, GameDefinition};
use solver::measure::rounding_price::rounding_price;
use solver::measure::value::meeting::Meeting;
use solver::policy::{
    ExportForm, FixedPolicy, StoredPolicy, StrategyOrigin, Threshold, TrainedStrategy, TrainedTables,
};
use solver::train::UpdateRule;
use solver::units::mbb_per_game;
use solver::walk::{BoardMemory, LANES, Player, PreparedGame, Row, Strategies};
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use tables::strategy::block::{LIMIT_ACTIONS, ProbabilityBits};
use tables::strategy::reader::StrategyReader;
use tables::together::progress::Silent;

/// Tables of a made-up run: a third of the decisions unreached, a third of those without positive regret, the others
/// reached with frequencies over six orders of magnitude.
fn made_up_tables(rows: usize) -> [Vec<[f32; LANES]>; 2] {
    let cell = |table: u64, row: usize, lane: usize| {
        let hash = mix(table << 60 ^ (row as u64) << 8 ^ lane as u64);
        (hash % 20_001) as f32 / 10.0 - 1000.0
    };
    let table = |number| (0..rows).map(|row| std::array::from_fn(|lane| cell(number, row, lane))).collect();
    let [regrets, mut sums]: [Vec<[f32; LANES]>; 2] = [table(1), table(2)];
    for (place, sum) in sums.iter_mut().flatten().enumerate() {
        // The same for all actions of a lane, or most decisions would hold one large sum.
        let rarity = mix((place % LANES) as u64) % 21;
        *sum = sum.max(0.0) / (1u32 << rarity) as f32;
        // What discounts leave of decisions that are no longer reached: too little to divide by.
        if place % LANES == 5 {
            *sum *= 1e-38;
        }
    }
    [regrets, sums]
}

/// What a strategy of the tables does at a decision for a bucket, and where it comes from: 0 the sums, 1 the regrets, 2
/// neither. Next to nothing counts as nothing.
fn by_hand(which: TrainedStrategy, sums: &[f64], regrets: &[f64]) -> (usize, Vec<f64>) {
    let shares = |weights: &[f64]| -> Option<Vec<f64>> {
        let total: f64 = weights.iter().map(|it| it.max(0.0)).sum();
        let share = |weight: &f64| weight.max(0.0) / total;
        (total >= f64::from(f32::MIN_POSITIVE)).then(|| weights.iter().map(share).collect())
    };
    let equal = vec![1.0 / sums.len() as f64; sums.len()];
    let sums = if which == TrainedStrategy::Average { shares(sums) } else { None };
    sums.map(|shares| (0, shares)).or_else(|| Some((1, shares(regrets)?))).unwrap_or((2, equal))
}

/// Into how many steps probabilities are divided where a decision is led to with this share of the frequency of the
/// most frequent one; finely where there is no average.
fn by_hand_steps(kind: usize, bits: ProbabilityBits, share: f64) -> u32 {
    let sixteenths = [16.0, 256.0, 4096.0, 65_536.0].iter().filter(|&&fold| share < 1.0 / fold).count();
    match (kind, bits) {
        (1 | 2, _) => u32::from(bits.parts()),
        (_, ProbabilityBits::Four) => [15, 5, 5, 3, 3][sixteenths],
        (_, ProbabilityBits::Eight) => [255, 51, 17, 5, 3][sixteenths],
        (_, ProbabilityBits::Sixteen) => 65_535,
    }
}

#[test]
fn exported_strategies_come_back_within_a_part_and_stand_in_where_nothing_was_reached() {
    let game = GameDefinition::holdem_limit();
    let made = Tables::<f32>::with_counts(&game, &[5, 3, 2, 2]);
    let [regrets, strategy_sums] = &made_up_tables(made.layout.rows());
    let Tables { lanes, layout, .. } = &made;
    let tables = TrainedTables { game: &game, buckets: &OneBucket, lanes, layout, regrets, strategy_sums };
    let (_folder, [path]) = scratch(["trained.strategy"]);
    let prepared = PreparedGame::<f32>::new(&game);
    let tree = BettingTree::new(&game);
    let tree_layout = tree_layout(&game);
    let sum_at = |place: &CellPlace| place.read(strategy_sums).iter().sum::<f64>();
    for (strategy, bits) in [
        (TrainedStrategy::Average, ProbabilityBits::Four),
        (TrainedStrategy::Average, ProbabilityBits::Eight),
        (TrainedStrategy::Average, ProbabilityBits::Sixteen),
        (TrainedStrategy::Current, ProbabilityBits::Eight),
    ] {
        let form = ExportForm { strategy, bits, ..ExportForm::default() };
        tables.export(form, made_up_origin(), &Silent, &path).unwrap();
        let (reader, stored) = (StrategyReader::open(&path).unwrap(), StoredPolicy::read(&game, &path).unwrap());
        reader.file().verify().unwrap();
        assert_eq!((reader.bits(), reader.node_count()), (bits, tree.nodes().len()));
        // Files of 8 bits and fewer are kept in bytes by those who play them.
        let bytes = if bits == ProbabilityBits::Sixteen { 4 } else { 1 };
        assert_eq!(Strategies::<f32>::probability_bytes(&stored), bytes);
        let player = Player { buckets: &OneBucket, strategies: &stored };
        assert_eq!(Meeting::table_bytes(&prepared, &player), 36 * 2 * 8 * LANES * bytes);
        let unrounded = tables.strategies(strategy);
        let (mut seen, mut steps_seen) = ([0; 3], HashSet::new());
        // By hand: what each player's most frequent decision of a round and bucket adds up to.
        let mut most: HashMap<(usize, usize, u32), f64> = HashMap::new();
        for ((node, bucket), place) in &made.sets {
            let most = most.entry((tree[*node].round, tree[*node].player, *bucket)).or_default();
            *most = most.max(sum_at(place));
        }
        for (&(id, bucket), place) in &made.sets {
            let node = &tree[id];
            let slots = lanes.shape(place.at).slots;
            let buckets: Vec<u32> = (0..layout.buckets(node.round) as u32).collect();
            let mut loaded = vec![Row::<f32>::default(); buckets.len() * slots];
            unrounded.load(place.at, node.player, &buckets, &mut loaded);
            let (kind, exact) = by_hand(strategy, &place.read(strategy_sums), &place.read(regrets));
            seen[kind] += 1;
            let parts = stored.parts::<LIMIT_ACTIONS>(tree_layout.place(id), bucket as usize);
            let sum: u32 = parts.iter().map(|&part| u32::from(part)).sum();
            let share = sum_at(place) / most[&(node.round, node.player, bucket)];
            let steps = by_hand_steps(kind, bits, share);
            steps_seen.insert(steps);
            let steps = f64::from(steps);
            assert_eq!(sum, if bits == ProbabilityBits::Sixteen { 65_535 } else { 255 });
            for (action, exact) in exact.into_iter().enumerate() {
                let found = f64::from(parts[action]) / f64::from(sum);
                assert!((found - exact).abs() < 1.0 / steps + 1e-6, "{id:?} {bucket}: {parts:?}");
                let whole_steps = found * steps;
                assert!((whole_steps - whole_steps.round()).abs() < 1e-6, "{id:?} {bucket}: {parts:?} {steps}");
                assert!(exact != 0.0 && exact != 1.0 || found == exact, "{id:?} {bucket}: {parts:?}");
                let loaded = f64::from(loaded[bucket as usize * slots + place.first_slot + action].0[place.lane]);
                assert!((loaded - exact).abs() < 1e-5, "{id:?} {bucket}: {loaded} {exact}");
            }
        }
        let different = match (strategy, bits) {
            (TrainedStrategy::Average, ProbabilityBits::Eight) => 5,
            (TrainedStrategy::Average, ProbabilityBits::Four) => 3,
            _ => 1,
        };
        assert_eq!(steps_seen.len(), different, "{steps_seen:?}");
        let expected = if strategy == TrainedStrategy::Average { 0..3 } else { 1..3 };
        assert!(expected.clone().all(|kind| seen[kind] > 200), "{seen:?}");
        assert!((0..3).all(|kind| expected.contains(&kind) || seen[kind] == 0), "{seen:?}");
    }
}

fn made_up_origin() -> StrategyOrigin {
    StrategyOrigin { recipe: json!({"made": "up", "iterations": 7}), parents: Vec::new(), facts: json!({}) }
}

/// Tables of Leduc poker after some iterations of textbook CFR, and a file for its strategy.
struct TrainedLeduc {
    game: GameDefinition,
    buckets: MadeBuckets,
    made: Tables<f32>,
    folder: tempfile::TempDir,
    path: PathBuf,
}

impl TrainedLeduc {
    fn after(iterations: u64) -> Self {
        let game = GameDefinition::leduc();
        let buckets = MadeBuckets::hashed(&game, &[3, 6], 5);
        let mut naive = NaiveCfr::new(&game, &buckets);
        for iteration in 1..=iterations {
            naive.iterate(&UpdateRule::Cfr.step(iteration, iterations));
        }
        let mut made = Tables::new(&game, &buckets);
        let Tables { sets, regrets, strategy_sums, .. } = &mut made;
        for (cells, twin) in [(regrets, &naive.regrets), (strategy_sums, &naive.strategy_sums)] {
            twin.iter().for_each(|(set, numbers)| sets[set].write(cells, numbers));
        }
        let (folder, [path]) = scratch(["leduc.strategy"]);
        Self { path, game, made, buckets, folder }
    }

    fn tables(&self) -> TrainedTables<'_> {
        let Self { game, buckets, made: Tables { lanes, layout, regrets, strategy_sums, .. }, .. } = self;
        TrainedTables { game, buckets, lanes, layout, regrets, strategy_sums }
    }

    fn export(&self, form: ExportForm) {
        self.tables().export(form, made_up_origin(), &Silent, &self.path).unwrap();
    }

    fn read(&self) -> StoredPolicy {
        StoredPolicy::read(&self.game, &self.path).unwrap()
    }
}

#[test]
fn finer_rounding_changes_less_and_prices_are_the_same_for_any_number_of_threads() {
    let trained = TrainedLeduc::after(20);
    let tables = trained.tables();
    for strategy in [TrainedStrategy::Average, TrainedStrategy::Current] {
        let prices = ProbabilityBits::ALL.map(|bits| {
            trained.export(ExportForm { strategy, bits, ..ExportForm::default() });
            let rounded = trained.read();
            let price = || rounding_price(&tables, strategy, &rounded, 60, 3, &Silent).unwrap();
            let [one, two] = [1, 2].map(|threads| on_threads(threads, price));
            assert_eq!((&one, one.head_to_head.len(), one.against_third.len()), (&two, 60, 60));
            [one.head_to_head, one.against_third].map(|boards| mean_and_spread(&boards).0.abs())
        });
        for measure in 0..2 {
            let [four, eight, sixteen] = prices.map(|price| price[measure]);
            assert!(four > eight && eight > sixteen, "{strategy}: {prices:?}");
            assert!(four > 0.01 && sixteen < 0.01, "{strategy}: {prices:?}");
        }
    }
    // Another abstraction's file has no price.
    write_built_in(&trained.path, &trained.game, &[3, 7], FixedPolicy::Uniform);
    assert_unfit(rounding_price(&tables, TrainedStrategy::Average, &trained.read(), 2, 3, &Silent), "strategy file");
}

#[test]
fn a_price_is_what_the_unrounded_strategy_wins_on_average_over_both_seats() {
    let trained = TrainedLeduc::after(5);
    let tables = trained.tables();
    // A very rough rounding: fold always.
    write_built_in(&trained.path, &trained.game, &[3, 6], FixedPolicy::AlwaysFold);
    let folds = trained.read();
    let price = rounding_price(&tables, TrainedStrategy::Average, &folds, 90, 3, &Silent).unwrap();
    // All six boards are seen by then, each about as often: the exact value over all boards is near.
    let prepared = PreparedGame::<f64>::new(&trained.game);
    let average = tables.strategies::<f64>(TrainedStrategy::Average);
    let players: [&dyn Strategies<f64>; 2] = [&*average, &folds];
    let boards = all_boards(&prepared.rules);
    let value = |board: &Vec<_>| {
        let [first, second] = [[0, 1], [1, 0]].map(|seats| {
            let players = seats.map(|seat| Player { buckets: &trained.buckets, strategies: players[seat] });
            prepared.value_on_board(players, board, &mut BoardMemory::default())
        });
        (first - second) / 2.0
    };
    let exact = boards.iter().map(value).sum::<f64>() / boards.len() as f64;
    let exact = mbb_per_game(exact, trained.game.big_blind());
    let found = mean_and_spread(&price.head_to_head).0;
    assert!(exact > 100.0 && (found - exact).abs() < 0.1 * exact, "{found} {exact}");
}

#[test]
fn only_what_is_not_usual_enters_recipe_and_file_name() {
    let trained = TrainedLeduc::after(1);
    let (average, current) = (TrainedStrategy::Average, TrainedStrategy::Current);
    let (four, eight, sixteen) = (ProbabilityBits::Four, ProbabilityBits::Eight, ProbabilityBits::Sixteen);
    let mut fingerprints = HashSet::new();
    for (strategy, bits, percent, words, more) in [
        (average, eight, 0, &[][..], json!({"steps_by_own_reach": [255, 51, 17, 5, 3]})),
        (average, four, 0, &["4bit"], json!({"bits": 4, "steps_by_own_reach": [15, 5, 5, 3, 3]})),
        (average, sixteen, 0, &["16bit"], json!({"bits": 16})),
        (current, eight, 0, &["current"], json!({"strategy": "current"})),
        (current, four, 0, &["current", "4bit"], json!({"strategy": "current", "bits": 4})),
        (average, sixteen, 8, &["16bit", "threshold8"], json!({"bits": 16, "threshold_percent": 8})),
    ] {
        let threshold = Threshold::of_percent(percent).unwrap();
        let form = ExportForm { strategy, bits, threshold };
        assert_eq!(form.words(), words);
        trained.export(form);
        let reader = StrategyReader::open(&trained.path).unwrap();
        let mut recipe = made_up_origin().recipe;
        recipe.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        assert_eq!(reader.recipe(), &recipe);
        assert!(fingerprints.insert(reader.file().fingerprint()));
        assert_eq!(strategy.to_string().parse(), Ok(strategy));
    }
    let threshold = Threshold::default();
    assert_eq!(ExportForm::default(), ExportForm { strategy: average, bits: eight, threshold });
    assert!("best".parse::<TrainedStrategy>().unwrap_err().contains("average or current"));
}

#[test]
fn a_threshold_leaves_rare_actions_out_and_the_others_in_proportion() {
    let trained = TrainedLeduc::after(20);
    let stored = |percent: u8| {
        let threshold = Threshold::of_percent(percent).unwrap();
        trained.export(ExportForm { bits: ProbabilityBits::Sixteen, threshold, ..ExportForm::default() });
        StrategyReader::open(&trained.path).unwrap()
    };
    let (whole, cut) = (stored(0), stored(20));
    let (mut left_out, mut kept) = (0, 0);
    for number in 0..whole.node_count() {
        let (before, after) = (whole.node_block(number).unwrap(), cut.node_block(number).unwrap());
        for bucket in 0..before.buckets() {
            let [before, after] = [&before, &after].map(|node| node.probabilities(bucket).unwrap());
            let total: f32 = before.iter().filter(|&&it| it >= 0.2).sum();
            // Beside the threshold rounding decides.
            for (before, after) in before.iter().zip(after).filter(|(before, _)| (*before - 0.2).abs() >= 1e-3) {
                let expected = if *before < 0.2 { 0.0 } else { before / total };
                assert!((after - expected).abs() < 1e-3, "{before} became {after}, expected {expected}");
                left_out += usize::from(*before > 0.0 && after == 0.0);
                kept += usize::from(after > 0.0);
            }
        }
    }
    assert!(left_out > 5 && kept > 20, "{left_out} left out, {kept} kept");
}

#[test]
fn rare_actions_go_and_the_others_keep_their_proportions() {
    let applied = |percent: u8, mut probabilities: Vec<f32>| {
        Threshold::of_percent(percent).unwrap().apply(&mut probabilities);
        probabilities
    };
    assert_eq!(applied(10, vec![0.05, 0.5, 0.45]), [0.0, 0.5 / 0.95, 0.45 / 0.95]);
    assert_eq!(applied(10, vec![0.1, 0.9]), [0.1, 0.9]);
    assert_eq!(applied(33, vec![0.32, 0.33, 0.35]), [0.0, 0.33 / (0.33 + 0.35), 0.35 / (0.33 + 0.35)]);
    assert_eq!(applied(33, vec![1.0 / 3.0; 3]), [1.0 / 3.0; 3]);
    assert_eq!(applied(0, vec![0.0, 0.001, 0.999]), [0.0, 0.001, 0.999]);
}

#[test]
fn a_threshold_that_could_leave_nothing_is_refused() {
    assert_eq!("33".parse::<Threshold>().map(Threshold::percent), Ok(33));
    for wrong in ["34", "-1", "0.1", ""] {
        assert!(wrong.parse::<Threshold>().is_err(), "{wrong}");
    }
}

#[test]
fn an_export_that_is_cut_off_leaves_no_file() {
    let trained = TrainedLeduc::after(1);
    let at_once = StopAfter::reports(0);
    let outcome = trained.tables().export(ExportForm::default(), made_up_origin(), &at_once, &trained.path);
    assert!(matches!(outcome, Err(SolverError::Cancelled(_))), "{outcome:?}");
    assert_eq!(std::fs::read_dir(trained.folder.path()).unwrap().count(), 0);
}
