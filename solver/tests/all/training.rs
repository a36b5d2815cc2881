//! Training runs of hold'em: the same bytes for any number of threads, however they are cut and continued.

use evaluator::round::Round;
use serde_json::json;
use solver::boards::StoredBuckets;
use solver::error::SolverError;
use solver::game::GameDefinition;
use solver::run::{CheckpointOrigin, Trainer, Watch};
use solver::train::boards::BoardTraining;
use solver::train::tables::ChunkTables;
use solver::train::update_rule::Step;
use solver::train::{Budget, Sampler, TableLayout, TrainingSettings, UpdateRule};
use solver::walk::PreparedGame;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tables::buckets::set::BucketSet;
use tables::buckets::table::{BucketTableContents, hands_of_round};
use tables::error::{Failure, TableError};
use tables::run::regret_table::Checkpoint;
use tables::run::table_home::TableHome;
use tables::strategy::reader::StrategyReader;
use tables::together::progress::{Progress, Silent, Update};

const RULES: [UpdateRule; 5] =
    [UpdateRule::Cfr, UpdateRule::CfrPlus, UpdateRule::Linear, UpdateRule::DCFR, UpdateRule::ScheduledDiscounted];

/// Bucket files of eight buckets that have nothing to do with strength; 280 MB, so all tests share them.
pub struct BucketFiles {
    pub paths: [PathBuf; 3],
}

impl BucketFiles {
    pub const BUCKETS: u64 = 8;

    /// Made once a run, among the products of the build: a folder that nobody removes would fill the disk.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<BucketFiles> = OnceLock::new();
        SHARED.get_or_init(|| {
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("training-buckets");
            std::fs::create_dir_all(&folder).unwrap();
            let rounds = [Round::Flop, Round::Turn, Round::River];
            Self { paths: rounds.map(|round| Self::make_round(&folder, round, 1)) }
        })
    }

    pub fn make_round(folder: &Path, round: Round, salt: u64) -> PathBuf {
        let path = folder.join(format!("{round}-{salt}.buckets"));
        // One multiplication a hand; the high bits of a product with an odd number are even enough.
        let bucket = |hand: u64| ((hand + salt).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 61) as u32;
        let buckets: Vec<u32> = (0..hands_of_round(round)).map(bucket).collect();
        Self::write(&path, round, salt, Self::BUCKETS as usize, &buckets);
        path
    }

    /// Writes the buckets of all hands of a round, of which only the numbers mean something.
    pub fn write(path: &Path, round: Round, salt: u64, count: usize, buckets: &[u32]) {
        let contents = BucketTableContents {
            round,
            recipe: json!({"by": "a product", "salt": salt}),
            parents: Vec::new(),
            facts: json!({}),
            buckets,
            centres: &vec![0.0; count],
            hands_in_bucket: &vec![1; count],
            deals_in_bucket: &vec![1; count],
            mean_strength: &vec![0.5; count],
            cost_per_iteration: &[],
        };
        contents.write(path).unwrap();
    }

    pub fn open(&self) -> BucketSet {
        BucketSet::open(&self.paths[0], &self.paths[1], &self.paths[2]).unwrap()
    }

    fn trainer(&self, rule: UpdateRule, checkpoint: &Path) -> Result<Trainer, SolverError> {
        Trainer::open(GameDefinition::holdem_limit(), self.open(), settings(rule), checkpoint, TableHome::Memory)
    }

    /// Opens a run and trains it up to a number of iterations.
    fn train(&self, rule: UpdateRule, iterations: u64, checkpoint: &Path) -> Trainer {
        let mut trainer = self.trainer(rule, checkpoint).unwrap();
        trainer.run(Budget::Iterations(iterations), None, checkpoint, &Silent).unwrap();
        trainer
    }
}

pub fn settings(rule: UpdateRule) -> TrainingSettings {
    TrainingSettings::for_budget(Sampler::Public, rule, 5, Budget::Iterations(PLANNED))
}

/// What schedules are planned for.
const PLANNED: u64 = 33;

/// Stops the work after a number of iterations.
pub struct StopAfter(u64, AtomicU64);

impl StopAfter {
    pub fn new(iterations: u64) -> Self {
        Self(iterations, AtomicU64::new(0))
    }
}

impl Progress for StopAfter {
    fn report(&self, update: &Update<'_>) {
        self.1.store(update.done, Ordering::Relaxed);
    }

    fn cancelled(&self) -> bool {
        self.1.load(Ordering::Relaxed) >= self.0
    }
}

/// Looks for a checkpoint while a measurement goes on, and stops it.
struct WhileMeasuring<'a> {
    checkpoint: &'a Path,
    measuring: AtomicBool,
    saved: AtomicBool,
}

impl Progress for WhileMeasuring<'_> {
    fn report(&self, update: &Update<'_>) {
        if update.stage != "training" {
            self.measuring.store(true, Ordering::Relaxed);
            self.saved.fetch_or(self.checkpoint.exists(), Ordering::Relaxed);
        }
    }

    fn cancelled(&self) -> bool {
        self.measuring.load(Ordering::Relaxed)
    }
}

/// The bits of both tables of a checkpoint.
fn cells(checkpoint: &Path) -> [Vec<u32>; 2] {
    let file = Checkpoint::open(checkpoint).unwrap();
    ["regrets", "strategy_sums"]
        .map(|name| file.file().section::<f32>(name).unwrap().iter().map(|cell| cell.to_bits()).collect())
}

/// The blocks of an exported strategy, decision by decision.
fn blocks(trainer: &Trainer, path: &Path) -> Vec<Vec<u8>> {
    trainer.export(path).unwrap();
    let reader = StrategyReader::open(path).unwrap();
    assert_eq!(reader.buckets_per_round(), [169, 8, 8, 8]);
    (0..reader.node_count()).map(|node| reader.node_block(node).unwrap().bytes().to_vec()).collect()
}

#[test]
fn every_rule_trains_to_the_same_bytes_on_one_and_two_threads() {
    let temporary = tempfile::tempdir().unwrap();
    let (files, folder) = (BucketFiles::shared(), temporary.path());
    for (number, rule) in RULES.into_iter().enumerate() {
        let tables = [1, 2].map(|threads| {
            let checkpoint = folder.join(format!("threads-{number}-{threads}"));
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let trainer = pool.install(|| files.train(rule, 23, &checkpoint));
            assert_eq!(trainer.state().iterations, 24);
            let strategy = folder.join(format!("threads-{number}-{threads}.strategy"));
            trainer.export(&strategy).unwrap();
            (cells(&checkpoint), std::fs::read(strategy).unwrap())
        });
        assert!(tables[0] == tables[1], "{rule}");
        let tables = tables.map(|(tables, _)| tables);
        let learnt =
            |cells: &[u32]| cells.iter().filter(|&&cell| f32::from_bits(cell) != 0.0).count() * 3 > cells.len();
        assert!(tables[0].iter().all(|cells| learnt(cells)), "{rule}");
        assert!(tables[0].iter().flatten().all(|&cell| f32::from_bits(cell).is_finite()), "{rule}");
    }
}

#[test]
fn a_run_that_was_cut_ends_like_one_that_was_not() {
    let temporary = tempfile::tempdir().unwrap();
    let (files, folder) = (BucketFiles::shared(), temporary.path());
    for rule in [UpdateRule::CfrPlus, UpdateRule::Linear, UpdateRule::ScheduledDiscounted] {
        let [whole, cut] = ["whole", "cut"].map(|name| folder.join(format!("{name}-{}", rule)));
        let uninterrupted = files.train(rule, 33, &whole);
        for stop in [5, 24] {
            let mut trainer = files.trainer(rule, &cut).unwrap();
            let outcome = trainer.run(Budget::Iterations(33), None, &cut, &StopAfter::new(stop));
            assert!(matches!(outcome, Err(SolverError::Cancelled(_))), "{outcome:?}");
            assert_eq!(trainer.state().iterations, stop);
        }
        let resumed = files.train(rule, 33, &cut);
        assert_eq!((resumed.state().iterations, uninterrupted.state().iterations), (34, 34));
        assert_eq!(resumed.state().weight, uninterrupted.state().weight);
        let curve =
            |trainer: &Trainer| trainer.state().curve.iter().map(|it| (it.iterations, it.regret)).collect::<Vec<_>>();
        assert_eq!(curve(&resumed), curve(&uninterrupted));
        assert!(matches!(curve(&resumed)[..], [(16, _), .., (34, regret)] if regret.is_finite() && regret > 0.0));
        assert!(cells(&cut) == cells(&whole), "{rule}");
        let [first, second] = [(&resumed, "resumed"), (&uninterrupted, "uninterrupted")]
            .map(|(trainer, name)| blocks(trainer, &folder.join(format!("{name}.strategy"))));
        assert!(first == second && first.len() == 6378, "{rule}");
        std::fs::remove_file(&cut).unwrap();
        std::fs::remove_file(&whole).unwrap();
    }
}

#[test]
fn single_deals_train_to_the_same_bytes_however_they_are_cut() {
    let temporary = tempfile::tempdir().unwrap();
    let (files, folder) = (BucketFiles::shared(), temporary.path());
    for sampler in [Sampler::Chance, Sampler::External] {
        let settings = TrainingSettings::for_budget(sampler, UpdateRule::Linear, 5, Budget::Iterations(12_345));
        let open = |checkpoint: &Path| {
            let game = GameDefinition::holdem_limit();
            Trainer::open(game, files.open(), settings.clone(), checkpoint, TableHome::Memory).unwrap()
        };
        let tables = [1, 2].map(|threads| {
            let checkpoint = folder.join(format!("{sampler}-{threads}"));
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                if threads == 2 {
                    let outcome =
                        open(&checkpoint).run(Budget::Iterations(12_345), None, &checkpoint, &StopAfter::new(3_000));
                    assert!(matches!(outcome, Err(SolverError::Cancelled(_))), "{outcome:?}");
                }
                let mut trainer = open(&checkpoint);
                trainer.run(Budget::Iterations(12_345), None, &checkpoint, &Silent).unwrap();
                // The batch in which the budget is spent is played to its end.
                assert_eq!(trainer.state().iterations, 12_500);
                assert!(matches!(trainer.state().curve[..], [point, ..] if point.regret > 0.0));
                assert!(trainer.state().touched > 100_000);
            });
            let tables = cells(&checkpoint);
            std::fs::remove_file(&checkpoint).unwrap();
            tables
        });
        assert!(tables[0] == tables[1], "{sampler}");
    }
}

#[test]
fn discounts_come_between_epochs() {
    let temporary = tempfile::tempdir().unwrap();
    let (files, folder) = (BucketFiles::shared(), temporary.path());
    let [straight, in_parts] = ["straight", "in-parts"].map(|name| folder.join(name));
    // Full batches on one thread and on two.
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    one.install(|| files.train(UpdateRule::DCFR, 520, &straight));
    let two = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    two.install(|| discounts_between_parts(files, &straight, &in_parts));
    std::fs::remove_file(&straight).unwrap();
    std::fs::remove_file(&in_parts).unwrap();
}

/// A run in two parts, the discount between them, against one that was never interrupted and against the twin.
fn discounts_between_parts(files: &BucketFiles, straight: &Path, in_parts: &Path) {
    assert_eq!(files.train(UpdateRule::DCFR, 500, in_parts).state().weight, 500.0);
    // The twin: after the first epoch all regrets are halved and the sums quartered, then the next batch is played.
    let half = |cells: Vec<u32>, kept: f32| cells.into_iter().map(|bits| f32::from_bits(bits) * kept).collect();
    let [regrets, strategy_sums] = cells(in_parts);
    let mut tables: [Vec<f32>; 2] = [half(regrets, 0.5), half(strategy_sums, 0.25)];
    let game = PreparedGame::new(&GameDefinition::holdem_limit()).unwrap();
    let buckets = StoredBuckets::new(files.open()).unwrap();
    let layout = TableLayout::new(&game.lanes, &buckets);
    let plain = UpdateRule::Cfr.step(1, 0);
    let averaged = |iteration: u64| if iteration.is_multiple_of(4) { 4.0 } else { 0.0 };
    let steps = (501..=520).map(|iteration| Step { average_weight: averaged(iteration), ..plain });
    let [regrets, strategy_sums] = tables.each_mut().map(|cells| cells.as_chunks_mut().0);
    let chunks = ChunkTables::new(&game.lanes, &layout, regrets, strategy_sums);
    let mut training = BoardTraining::new(&game, &buckets, settings(UpdateRule::DCFR).seed).unwrap();
    training.play(&chunks, 501, &steps.collect::<Vec<_>>());
    let twin = tables.map(|cells| cells.into_iter().map(f32::to_bits).collect::<Vec<_>>());
    // Resumed exactly where the discount is due.
    let resumed = files.train(UpdateRule::DCFR, 520, in_parts);
    assert_eq!(resumed.state().weight, 500.0 * 0.5 + 20.0);
    assert!(cells(in_parts) == twin);
    assert!(cells(straight) == twin);
}

#[test]
fn a_table_on_disk_learns_the_same() {
    let temporary = tempfile::tempdir().unwrap();
    let (files, folder) = (BucketFiles::shared(), temporary.path());
    let [in_memory, on_disk] = ["in-memory", "on-disk"].map(|name| folder.join(name));
    files.train(UpdateRule::Linear, 22, &in_memory);
    // Cut off and resumed, too.
    for iterations in [7, 22] {
        let (game, home) = (GameDefinition::holdem_limit(), TableHome::WorkingFile(folder));
        let mut trainer = Trainer::open(game, files.open(), settings(UpdateRule::Linear), &on_disk, home).unwrap();
        trainer.run(Budget::Iterations(iterations), None, &on_disk, &Silent).unwrap();
    }
    assert!(cells(&in_memory) == cells(&on_disk));
    std::fs::remove_file(&in_memory).unwrap();
    std::fs::remove_file(&on_disk).unwrap();
}

#[test]
#[ignore = "best responses to four flops, a minute and a half"]
fn a_watched_run_keeps_what_it_measured() {
    let folder = tempfile::tempdir().unwrap();
    let files = BucketFiles::shared();
    let checkpoint = folder.path().join("watched");
    let watch = Watch { every_seconds: 1e-3, flops: 2 };
    let mut trainer = files.trainer(UpdateRule::Linear, &checkpoint).unwrap();
    trainer.run(Budget::Iterations(2), Some(watch), &checkpoint, &Silent).unwrap();
    let measured = trainer.state().exploitability.clone();
    assert_eq!(measured.iter().map(|point| point.iterations).collect::<Vec<_>>(), [1, 2]);
    // Two boards teach next to nothing: as bad as the built-in policies, and not worse than folding all the time by
    // far.
    assert!(measured.iter().all(|point| (300.0..6_000.0).contains(&point.mbb_per_game)), "{measured:?}");
    assert!(measured.iter().all(|point| point.standard_error > 0.0));
    let resumed = files.trainer(UpdateRule::Linear, &checkpoint).unwrap();
    assert_eq!(resumed.state().exploitability, measured);
}

#[test]
fn budgets_count_all_sessions() {
    let temporary = tempfile::tempdir().unwrap();
    let (files, folder) = (BucketFiles::shared(), temporary.path());
    let checkpoint = folder.join("budget");
    files.train(UpdateRule::Linear, 3, &checkpoint);
    let mut trainer = files.trainer(UpdateRule::Linear, &checkpoint).unwrap();
    assert_eq!(trainer.state().iterations, 3);
    trainer.run(Budget::Iterations(5), None, &checkpoint, &Silent).unwrap();
    trainer.run(Budget::Iterations(5), None, &checkpoint, &Silent).unwrap();
    assert_eq!(trainer.state().iterations, 5);
    let seconds = trainer.state().seconds;
    assert!(seconds > 0.0);
    // What was trained before counts: these seconds are over already.
    trainer.run(Budget::Seconds(seconds), None, &checkpoint, &Silent).unwrap();
    assert_eq!(trainer.state().iterations, 5);
    trainer.run(Budget::Seconds(seconds + 1e-6), None, &checkpoint, &Silent).unwrap();
    assert_eq!(trainer.state().iterations, 6);
    assert_eq!(files.trainer(UpdateRule::Linear, &checkpoint).unwrap().state(), trainer.state());
}

#[test]
fn a_measurement_that_is_stopped_loses_no_training() {
    let temporary = tempfile::tempdir().unwrap();
    let (files, folder) = (BucketFiles::shared(), temporary.path());
    let checkpoint = folder.join("stopped");
    let mut trainer = files.trainer(UpdateRule::Linear, &checkpoint).unwrap();
    let watch = Watch { every_seconds: 1e-3, flops: 2 };
    // The first board is trained on in silence; what counts beyond it are the measurement's boards.
    let stopped = trainer.run(Budget::Iterations(2), Some(watch), &checkpoint, &StopAfter::new(2));
    assert!(stopped.is_err());
    let kept = files.trainer(UpdateRule::Linear, &checkpoint).unwrap();
    assert_eq!((kept.state().iterations, kept.state().exploitability.len()), (1, 0));
    // A kill during a measurement loses none either: the training before it is saved before it.
    std::fs::remove_file(&checkpoint).unwrap();
    let measuring = WhileMeasuring { checkpoint: &checkpoint, measuring: false.into(), saved: false.into() };
    let mut trainer = files.trainer(UpdateRule::Linear, &checkpoint).unwrap();
    assert!(trainer.run(Budget::Iterations(2), Some(watch), &checkpoint, &measuring).is_err());
    assert!(measuring.measuring.into_inner() && measuring.saved.into_inner());
}

#[test]
fn other_settings_and_other_buckets_are_refused() {
    let temporary = tempfile::tempdir().unwrap();
    let (files, folder) = (BucketFiles::shared(), temporary.path());
    let checkpoint = folder.join("guarded");
    let game = GameDefinition::holdem_limit;
    files.train(UpdateRule::Cfr, 1, &checkpoint);
    let origin = CheckpointOrigin::read(&checkpoint).unwrap();
    assert_eq!((&origin.game, &origin.settings), (&game(), &settings(UpdateRule::Cfr)));
    assert_eq!(origin.parents, files.open().parents());
    let other_seed = TrainingSettings { seed: 6, ..settings(UpdateRule::Cfr) };
    for settings in [settings(UpdateRule::Linear), other_seed] {
        let Err(error) = Trainer::open(game(), files.open(), settings, &checkpoint, TableHome::Memory) else {
            panic!("opened")
        };
        assert!(matches!(error, SolverError::Unfit { what: "checkpoint", .. }) && error.is_input_error(), "{error}");
        // What differs, and not the whole recipes with the game's text.
        let told = error.to_string();
        assert!(told.contains("cfr") != told.contains("seed 5") && !told.contains("GAMEDEF"), "{told}");
    }
    // Reading is not starting anew: a checkpoint that has gone must not be exported as a strategy that knows nothing.
    let gone = folder.join("gone");
    let opened = Trainer::open(game(), files.open(), settings(UpdateRule::Cfr), &gone, TableHome::CopyOnWrite);
    assert!(matches!(opened, Err(SolverError::Unfit { what: "checkpoint", .. })));
    // Damaged cells are found before anybody trains on or exports them.
    let damaged = folder.join("damaged");
    let mut bytes = std::fs::read(&checkpoint).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&damaged, bytes).unwrap();
    for home in [TableHome::Memory, TableHome::CopyOnWrite, TableHome::WorkingFile(folder)] {
        let opened = Trainer::open(game(), files.open(), settings(UpdateRule::Cfr), &damaged, home);
        let Err(error) = opened else { panic!("opened in {home:?}") };
        assert!(matches!(error, SolverError::Table(TableError::Damaged { .. })), "{error}");
    }
    let flop = BucketFiles::make_round(folder, Round::Flop, 2);
    let others = BucketSet::open(&flop, &files.paths[1], &files.paths[2]).unwrap();
    let Err(error) = Trainer::open(game(), others, settings(UpdateRule::Cfr), &checkpoint, TableHome::Memory) else {
        panic!("opened")
    };
    assert!(matches!(error, SolverError::Table(TableError::WrongPartner { .. })) && error.is_input_error(), "{error}");
    let full = TrainingSettings { sampler: Sampler::Full, ..settings(UpdateRule::Cfr) };
    let Err(error) = Trainer::open(game(), files.open(), full, &folder.join("full"), TableHome::Memory) else {
        panic!("opened")
    };
    assert!(matches!(error, SolverError::Unfit { what: "sampler", .. }), "{error}");
    // A schedule divides its planned iterations: there must be some, and a run with others is another run.
    let scheduled = folder.join("scheduled");
    let of_budget = |budget| TrainingSettings::for_budget(Sampler::Public, UpdateRule::ScheduledDiscounted, 5, budget);
    let open = |budget| Trainer::open(game(), files.open(), of_budget(budget), &scheduled, TableHome::Memory);
    let Err(error) = open(Budget::Seconds(1.0)) else { panic!("opened") };
    assert!(matches!(error, SolverError::Unfit { what: "hs-dcfr", .. }), "{error}");
    assert!(!scheduled.exists());
    open(Budget::Iterations(2)).unwrap().run(Budget::Iterations(2), None, &scheduled, &Silent).unwrap();
    assert_eq!(CheckpointOrigin::read(&scheduled).unwrap().settings, of_budget(Budget::Iterations(2)));
    let Err(error) = open(Budget::Iterations(3)) else { panic!("opened") };
    assert!(matches!(error, SolverError::Unfit { what: "checkpoint", .. }), "{error}");
}
