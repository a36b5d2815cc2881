//! Training runs of hold'em: the same bytes for any number of threads, however they are cut and continued.

use crate::support::{BucketFiles, RULES, StopAfter, arrays, on_threads, open_run, settings, train};
use evaluator::round::Round;
use solver::boards::StoredBuckets;
use solver::error::SolverError;
use solver::game::GameDefinition;
use solver::run::state::{ExploitabilityPoint, TrainingState};
use solver::run::{CheckpointOrigin, Trainer, Watch};
use solver::train::boards::BoardTraining;
use solver::train::update_rule::Step;
use solver::train::{Budget, ChunkTables, Sampler, TableLayout, TrainingSettings, UpdateRule};
use solver::walk::PreparedGame;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use tables::error::{Failure, TableError};
use tables::run::table_home::TableHome;
use tables::strategy::reader::StrategyReader;
use tables::together::progress::{Progress, Silent, Update};
use tables::together::time::ProcessorClock;
use tempfile::tempdir;

fn open(settings: &TrainingSettings, checkpoint: &Path) -> Trainer {
    open_run(BucketFiles::shared(), settings, checkpoint, TableHome::Memory).unwrap()
}

/// Opens a run and trains it up to a number of iterations.
fn trained(rule: UpdateRule, iterations: u64, checkpoint: &Path) -> Trainer {
    let mut trainer = open(&settings(rule), checkpoint);
    train(&mut trainer, iterations, checkpoint);
    trainer
}

/// Trains until it is stopped after a number of iterations.
fn stop(trainer: &mut Trainer, goal: u64, iterations: u64, checkpoint: &Path) {
    let outcome = trainer.run(Budget::Iterations(goal), None, checkpoint, &StopAfter::units(iterations));
    assert!(matches!(outcome, Err(SolverError::Cancelled(_))), "{outcome:?}");
}

/// The bits of both tables of a checkpoint.
fn cells(checkpoint: &Path) -> [Vec<u32>; 2] {
    arrays(checkpoint).try_into().unwrap_or_else(|_| panic!("two tables"))
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

/// The blocks of an exported strategy, decision by decision.
fn blocks(trainer: &Trainer, path: &Path) -> Vec<Vec<u8>> {
    trainer.export(path).unwrap();
    let reader = StrategyReader::open(path).unwrap();
    assert_eq!(reader.buckets_per_round(), [169, 8, 8, 8]);
    (0..reader.node_count()).map(|node| reader.node_block(node).unwrap().bytes().to_vec()).collect()
}

#[test]
fn every_rule_trains_to_the_same_bytes_on_one_and_two_threads() {
    let folder = tempdir().unwrap();
    for rule in RULES {
        let [(one, strategy), (two, other)] = [1, 2].map(|threads| {
            let checkpoint = folder.path().join(format!("{rule}-{threads}"));
            let trainer = on_threads(threads, || trained(rule, 23, &checkpoint));
            assert_eq!(trainer.state().iterations, 24);
            let strategy = folder.path().join(format!("{rule}-{threads}.strategy"));
            trainer.export(&strategy).unwrap();
            (cells(&checkpoint), std::fs::read(strategy).unwrap())
        });
        assert!(one == two && strategy == other, "{rule}");
        let learnt =
            |cells: &Vec<u32>| cells.iter().filter(|&&cell| f32::from_bits(cell) != 0.0).count() * 3 > cells.len();
        assert!(one.iter().all(learnt), "{rule}");
        assert!(one.iter().flatten().all(|&cell| f32::from_bits(cell).is_finite()), "{rule}");
    }
}

#[test]
fn a_run_that_was_cut_ends_like_one_that_was_not() {
    let folder = tempdir().unwrap();
    for rule in [UpdateRule::CfrPlus, UpdateRule::Linear, UpdateRule::ScheduledDiscounted] {
        let [whole, cut] = ["whole", "cut"].map(|name| folder.path().join(format!("{name}-{rule}")));
        let uninterrupted = trained(rule, 33, &whole);
        for iterations in [5, 24] {
            let mut trainer = open(&settings(rule), &cut);
            stop(&mut trainer, 33, iterations, &cut);
            assert_eq!(trainer.state().iterations, iterations);
        }
        let resumed = trained(rule, 33, &cut);
        assert_eq!((resumed.state().iterations, uninterrupted.state().iterations), (34, 34));
        assert_eq!(resumed.state().weight, uninterrupted.state().weight);
        let curve =
            |trainer: &Trainer| trainer.state().curve.iter().map(|it| (it.iterations, it.regret)).collect::<Vec<_>>();
        assert_eq!(curve(&resumed), curve(&uninterrupted));
        assert!(matches!(curve(&resumed)[..], [(16, _), .., (34, regret)] if regret.is_finite() && regret > 0.0));
        assert!(cells(&cut) == cells(&whole), "{rule}");
        let [first, second] = [(&resumed, "resumed"), (&uninterrupted, "uninterrupted")]
            .map(|(trainer, name)| blocks(trainer, &folder.path().join(format!("{name}.strategy"))));
        assert!(first == second && first.len() == 6378, "{rule}");
    }
}

#[test]
fn single_deals_train_to_the_same_bytes_however_they_are_cut() {
    let folder = tempdir().unwrap();
    for sampler in [Sampler::Chance, Sampler::External] {
        let settings = TrainingSettings::for_budget(sampler, UpdateRule::Linear, 5, Budget::Iterations(12_345));
        let [whole, cut] = [1, 2].map(|threads| {
            let checkpoint = folder.path().join(format!("{sampler}-{threads}"));
            on_threads(threads, || {
                if threads == 2 {
                    stop(&mut open(&settings, &checkpoint), 12_345, 3_000, &checkpoint);
                }
                let mut trainer = open(&settings, &checkpoint);
                train(&mut trainer, 12_345, &checkpoint);
                // The batch in which the budget is spent is played to its end.
                assert_eq!(trainer.state().iterations, 12_500);
                assert!(matches!(trainer.state().curve[..], [point, ..] if point.regret > 0.0));
                assert!(trainer.state().touched > 100_000);
            });
            cells(&checkpoint)
        });
        assert!(whole == cut, "{sampler}");
    }
}

#[test]
fn discounts_come_between_epochs() {
    let folder = tempdir().unwrap();
    let [straight, in_parts] = ["straight", "in-parts"].map(|name| folder.path().join(name));
    // Full batches on one thread and on two.
    on_threads(1, || trained(UpdateRule::DCFR, 520, &straight));
    on_threads(2, || discounts_between_parts(&straight, &in_parts));
}

/// A run in two parts, the discount between them, against one that was never interrupted and against the twin.
fn discounts_between_parts(straight: &Path, in_parts: &Path) {
    assert_eq!(trained(UpdateRule::DCFR, 500, in_parts).state().weight, 500.0);
    // The twin: after the first epoch all regrets are halved and the sums quartered, then the next batch is played.
    let half = |cells: Vec<u32>, kept: f32| cells.into_iter().map(|bits| f32::from_bits(bits) * kept).collect();
    let [regrets, strategy_sums] = cells(in_parts);
    let mut tables: [Vec<f32>; 2] = [half(regrets, 0.5), half(strategy_sums, 0.25)];
    let game = PreparedGame::new(&GameDefinition::holdem_limit()).unwrap();
    let buckets = StoredBuckets::new(BucketFiles::shared().open()).unwrap();
    let layout = TableLayout::new(&game.lanes, &buckets);
    let plain = UpdateRule::Cfr.step(1, 0);
    let averaged = |iteration: u64| if iteration.is_multiple_of(4) { 4.0 } else { 0.0 };
    let steps = (501..=520).map(|iteration| Step { average_weight: averaged(iteration), ..plain });
    let [regrets, strategy_sums] = tables.each_mut().map(|cells| cells.as_chunks_mut().0);
    let chunks = ChunkTables::new(&game.lanes, &layout, regrets, strategy_sums, &mut []);
    let mut training = BoardTraining::new(&game, &buckets, settings(UpdateRule::DCFR).seed).unwrap();
    training.play(&chunks, 501, &steps.collect::<Vec<_>>());
    let twin = tables.map(|cells| cells.into_iter().map(f32::to_bits).collect::<Vec<_>>());
    // Resumed exactly where the discount is due.
    let resumed = trained(UpdateRule::DCFR, 520, in_parts);
    assert_eq!(resumed.state().weight, 500.0 * 0.5 + 20.0);
    assert!(cells(in_parts) == twin);
    assert!(cells(straight) == twin);
}

#[test]
fn a_table_on_disk_learns_the_same() {
    let folder = tempdir().unwrap();
    let [in_memory, on_disk] = ["in-memory", "on-disk"].map(|name| folder.path().join(name));
    trained(UpdateRule::Linear, 22, &in_memory);
    // Cut off and resumed, too.
    for iterations in [7, 22] {
        let (settings, home) = (settings(UpdateRule::Linear), TableHome::WorkingFile(folder.path()));
        train(&mut open_run(BucketFiles::shared(), &settings, &on_disk, home).unwrap(), iterations, &on_disk);
    }
    assert!(cells(&in_memory) == cells(&on_disk));
}

#[test]
#[ignore = "best responses to four flops, a minute and a half"]
fn a_watched_run_keeps_what_it_measured() {
    let folder = tempdir().unwrap();
    let checkpoint = folder.path().join("watched");
    let watch = Watch { every_seconds: 1e-3, flops: 2 };
    let mut trainer = open(&settings(UpdateRule::Linear), &checkpoint);
    trainer.run(Budget::Iterations(2), Some(watch), &checkpoint, &Silent).unwrap();
    let measured = &trainer.state().exploitability;
    assert_eq!(measured.iter().map(|point| point.iterations).collect::<Vec<_>>(), [1, 2]);
    // Two boards teach next to nothing: as bad as the built-in policies, and not worse than folding all the time by
    // far.
    assert!(measured.iter().all(|point| (300.0..6_000.0).contains(&point.mbb_per_game)), "{measured:?}");
    assert!(measured.iter().all(|point| point.standard_error > 0.0));
    assert_eq!(&open(&settings(UpdateRule::Linear), &checkpoint).state().exploitability, measured);
}

#[test]
fn budgets_count_all_sessions() {
    let folder = tempdir().unwrap();
    let checkpoint = folder.path().join("budget");
    trained(UpdateRule::Linear, 3, &checkpoint);
    let mut trainer = open(&settings(UpdateRule::Linear), &checkpoint);
    assert_eq!(trainer.state().iterations, 3);
    train(&mut trainer, 5, &checkpoint);
    train(&mut trainer, 5, &checkpoint);
    assert_eq!(trainer.state().iterations, 5);
    let seconds = trainer.state().seconds;
    assert!(seconds > 0.0);
    // What was trained before counts: these seconds are over already.
    for (seconds, iterations) in [(seconds, 5), (seconds + 1e-6, 6)] {
        trainer.run(Budget::Seconds(seconds), None, &checkpoint, &Silent).unwrap();
        assert_eq!(trainer.state().iterations, iterations);
    }
    assert_eq!(open(&settings(UpdateRule::Linear), &checkpoint).state(), trainer.state());
}

#[test]
fn measurements_are_due_at_multiples_of_their_span() {
    let watch = Watch { every_seconds: 10.0, flops: 2 };
    let at = |seconds: f64, measured: &[f64]| {
        let point =
            |&seconds: &f64| ExploitabilityPoint { iterations: 1, seconds, mbb_per_game: 0.0, standard_error: 0.0 };
        TrainingState { seconds, exploitability: measured.iter().map(point).collect(), ..TrainingState::default() }
    };
    assert!(!at(9.9, &[]).is_due(watch));
    assert!(at(10.1, &[]).is_due(watch));
    assert!(!at(19.9, &[10.1]).is_due(watch));
    // Late measurements do not put off the next ones.
    assert!(at(20.0, &[19.9]).is_due(watch));
    assert!(!at(20.1, &[20.05]).is_due(watch));
}

#[test]
fn a_measurement_that_is_stopped_loses_no_training() {
    let folder = tempdir().unwrap();
    let checkpoint = folder.path().join("stopped");
    let open = || open(&settings(UpdateRule::Linear), &checkpoint);
    let watch = Some(Watch { every_seconds: 1e-3, flops: 2 });
    // The first board is trained on in silence; what counts beyond it are the measurement's boards.
    assert!(open().run(Budget::Iterations(2), watch, &checkpoint, &StopAfter::units(2)).is_err());
    let kept = open();
    assert_eq!((kept.state().iterations, kept.state().exploitability.len()), (1, 0));
    // A kill during a measurement loses none either: the training before it is saved before it.
    std::fs::remove_file(&checkpoint).unwrap();
    let measuring = WhileMeasuring { checkpoint: &checkpoint, measuring: false.into(), saved: false.into() };
    assert!(open().run(Budget::Iterations(2), watch, &checkpoint, &measuring).is_err());
    assert!(measuring.measuring.into_inner() && measuring.saved.into_inner());
}

#[test]
fn other_settings_and_other_buckets_are_refused() {
    let folder = tempdir().unwrap();
    let [checkpoint, gone, damaged, full] = ["guarded", "gone", "damaged", "full"].map(|name| folder.path().join(name));
    let files = BucketFiles::shared();
    let refused = |files: &BucketFiles, settings: &TrainingSettings, checkpoint: &Path, home: TableHome<'_>| {
        open_run(files, settings, checkpoint, home).err().expect("a refusal")
    };
    let cfr = settings(UpdateRule::Cfr);
    trained(UpdateRule::Cfr, 1, &checkpoint);
    let origin = CheckpointOrigin::read(&checkpoint).unwrap();
    assert_eq!((&origin.game, &origin.settings), (&GameDefinition::holdem_limit(), &cfr));
    assert_eq!(origin.parents, files.open().parents());
    for settings in [settings(UpdateRule::Linear), TrainingSettings { seed: 6, ..cfr.clone() }] {
        let error = refused(files, &settings, &checkpoint, TableHome::Memory);
        assert!(matches!(error, SolverError::Unfit { what: "checkpoint", .. }) && error.is_input_error(), "{error}");
        // What differs, and not the whole recipes with the game's text.
        let told = error.to_string();
        assert!(told.contains("cfr") != told.contains("seed 5") && !told.contains("GAMEDEF"), "{told}");
    }
    // Reading is not starting anew: a checkpoint that has gone must not be exported as a strategy that knows nothing.
    let error = refused(files, &cfr, &gone, TableHome::CopyOnWrite);
    assert!(matches!(error, SolverError::Unfit { what: "checkpoint", .. }), "{error}");
    // Damaged cells are found before anybody trains on or exports them.
    let mut bytes = std::fs::read(&checkpoint).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&damaged, bytes).unwrap();
    for home in [TableHome::Memory, TableHome::CopyOnWrite, TableHome::WorkingFile(folder.path())] {
        let error = refused(files, &cfr, &damaged, home);
        assert!(matches!(error, SolverError::Table(TableError::Damaged { .. })), "{home:?}: {error}");
    }
    let others = files.with(Round::Flop, BucketFiles::make_round(folder.path(), Round::Flop, 2));
    let error = refused(&others, &cfr, &checkpoint, TableHome::Memory);
    assert!(matches!(error, SolverError::Table(TableError::WrongPartner { .. })) && error.is_input_error(), "{error}");
    let all_deals = TrainingSettings { sampler: Sampler::Full, ..cfr };
    let error = refused(files, &all_deals, &full, TableHome::Memory);
    assert!(matches!(error, SolverError::Unfit { what: "sampler", .. }), "{error}");
}

#[test]
fn a_schedule_needs_planned_iterations_and_those_it_was_begun_with() {
    let folder = tempdir().unwrap();
    let scheduled = folder.path().join("scheduled");
    let of_budget = |budget| TrainingSettings::for_budget(Sampler::Public, UpdateRule::ScheduledDiscounted, 5, budget);
    let refused = |budget| {
        let opened = open_run(BucketFiles::shared(), &of_budget(budget), &scheduled, TableHome::Memory);
        opened.err().expect("a refusal")
    };
    let error = refused(Budget::Seconds(1.0));
    assert!(matches!(error, SolverError::Unfit { what: "hs-dcfr", .. }), "{error}");
    assert!(!scheduled.exists());
    let planned = of_budget(Budget::Iterations(2));
    train(&mut open(&planned, &scheduled), 2, &scheduled);
    assert_eq!(CheckpointOrigin::read(&scheduled).unwrap().settings, planned);
    let error = refused(Budget::Iterations(3));
    assert!(matches!(error, SolverError::Unfit { what: "checkpoint", .. }), "{error}");
}

/// Trains on, and returns where the curve has points.
fn curve(sampler: Sampler, budget: Budget, checkpoint: &Path) -> (u64, Vec<u64>) {
    let mut trainer = open(&TrainingSettings { sampler, ..settings(UpdateRule::Linear) }, checkpoint);
    trainer.run(budget, None, checkpoint, &Silent).unwrap();
    let state = trainer.state();
    assert!(state.curve.iter().all(|point| point.regret > 0.0 && point.seconds <= state.seconds), "{state:?}");
    (state.iterations, state.curve.iter().map(|point| point.iterations).collect())
}

#[test]
fn the_curve_ends_where_the_training_does() {
    let folder = tempdir().unwrap();
    let checkpoint = folder.path().join("curve");
    let on = |budget| curve(Sampler::Public, budget, &checkpoint);
    // A point is due at 16 and 20; before that there is the end alone, which is taken back when the training goes on.
    assert_eq!(on(Budget::Iterations(3)), (3, vec![3]));
    assert_eq!(on(Budget::Iterations(18)), (18, vec![16, 18]));
    // Nothing is left to do, and nothing is measured twice.
    assert_eq!(on(Budget::Iterations(18)), (18, vec![16, 18]));
    let (end, points) = on(Budget::Seconds(3600.0 * f64::EPSILON));
    assert_eq!((end, points), (18, vec![16, 18]));
    let deals = folder.path().join("deals");
    let (end, points) = curve(Sampler::External, Budget::Seconds(1e-3), &deals);
    assert_eq!(points.last(), Some(&end));
}

#[test]
fn processor_time_is_what_the_process_used_and_not_the_clock_times_its_threads() {
    let folder = tempdir().unwrap();
    let checkpoint = folder.path().join("cost");
    let clock = ProcessorClock::start();
    // Far more threads than processors: by the clock they would seem to have worked all of the time.
    let core = on_threads(64, || {
        let mut trainer = trained(UpdateRule::Linear, 60, &checkpoint);
        train(&mut trainer, 80, &checkpoint);
        trainer.state().core_seconds
    });
    let used = clock.seconds().unwrap();
    // Processor time is counted in hundredths of a second.
    assert!(core <= used + 0.02, "{core} s, though the process used {used} s");
    assert!(core >= 0.05, "{core} s");
    let mut resumed = open(&settings(UpdateRule::Linear), &checkpoint);
    assert_eq!(resumed.state().core_seconds, core);
    train(&mut resumed, 100, &checkpoint);
    assert!(resumed.state().core_seconds >= core, "sessions are added up");
}
