//! Training runs of hold'em: the same bytes for any number of threads, however they are cut and continued.

use crate::support::{BucketFiles, RULES, Run, StopAfter, arrays, assert_unfit, on_threads, scratch, settings, train};
use evaluator::round::Round;
use solver::boards::StoredBuckets;
use solver::error::SolverError;
use solver::game::GameDefinition;
use solver::run::state::{ExploitabilityPoint, TrainingState};
use solver::run::{CheckpointOrigin, Watch};
use solver::train::boards::BoardTraining;
use solver::train::update_rule::Step;
use solver::train::{Budget, ChunkTables, Opponent, Sampler, TableLayout, TrainingSettings, UpdateRule};
use solver::walk::PreparedGame;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use tables::error::{Failure, TableError};
use tables::run::table_home::TableHome;
use tables::strategy::reader::StrategyReader;
use tables::together::progress::Silent;
use tables::together::ranks::Alone;
use tables::together::time::ProcessorClock;

#[test]
fn any_training_gives_the_same_bytes_on_one_and_two_threads_however_it_is_cut_in_memory_and_on_disk() {
    let exact = settings(UpdateRule::DCFR).against(Opponent::Exact);
    let on_boards = RULES.map(settings).into_iter().chain([exact]).map(|settings| (settings, [5, 24, 33], 34));
    let on_deals = [Sampler::Chance, Sampler::External].map(|sampler| {
        let settings = TrainingSettings::for_budget(sampler, UpdateRule::Linear, 5, Budget::Iterations(12_345));
        (settings, [3_000, 8_000, 12_345], 12_500)
    });
    for (settings, [early, late, goal], end) in on_boards.chain(on_deals) {
        let (folder, paths) = scratch(["whole", "cut", "on-disk"]);
        let [whole, cut, on_disk] = paths.map(|checkpoint| Run::new(&settings, &checkpoint));
        let uninterrupted = on_threads(1, || whole.outcome(&whole.train(goal)));
        let resumed = on_threads(2, || {
            [early, late].iter().for_each(|&stop| cut.stop_in(TableHome::Memory, stop, &Alone));
            cut.outcome(&cut.train(goal))
        });
        let home = TableHome::WorkingFile(folder.path());
        let in_a_file = on_threads(2, || {
            on_disk.stop_in(home, early, &Alone);
            on_disk.outcome(&on_disk.train_in(home, goal, &Alone))
        });
        assert!(resumed == uninterrupted, "{settings:?}: {resumed:?}, not {uninterrupted:?}");
        assert!(in_a_file == uninterrupted, "{settings:?}: {in_a_file:?}, not {uninterrupted:?}");
        // The batch in which the budget is spent is played to its end.
        assert_eq!(uninterrupted.iterations, end);
        assert!(uninterrupted.touched > 100_000);
        let regrets: Vec<f64> = uninterrupted.curve.iter().map(|point| f64::from_bits(point.1)).collect();
        assert!(regrets.iter().all(|&regret| regret.is_finite() && regret > 0.0) && !regrets.is_empty());
        // Whoever trains on boards against itself learns something everywhere.
        let everywhere = settings.sampler == Sampler::Public && settings.opponent == Opponent::Itself;
        for cells in uninterrupted.arrays {
            let learnt = cells.iter().filter(|&&cell| f32::from_bits(cell) != 0.0).count();
            assert!(learnt > if everywhere { cells.len() / 3 } else { 0 }, "{settings:?}");
            assert!(cells.iter().all(|&cell| f32::from_bits(cell).is_finite()), "{settings:?}");
        }
        let reader = StrategyReader::open(&whole.checkpoint.with_extension("strategy")).unwrap();
        assert_eq!((reader.buckets_per_round(), reader.node_count()), (&[169, 8, 8, 8][..], 6378));
    }
}

#[test]
fn discounts_come_between_epochs() {
    let (_folder, paths) = scratch(["straight", "in-parts"]);
    let [straight, in_parts] = paths.map(|checkpoint| Run::new(&settings(UpdateRule::DCFR), &checkpoint));
    // Full batches on one thread and on two; a run in one part and in two, with the discount between them.
    on_threads(1, || straight.train(520));
    on_threads(2, || assert_eq!(in_parts.train(500).state().weight, 500.0));
    // The twin: after the first epoch all regrets are halved and the sums quartered, then the next batch is played.
    let half = |cells: Vec<u32>, kept: f32| cells.into_iter().map(|bits| f32::from_bits(bits) * kept).collect();
    let Ok([regrets, strategy_sums]) = <[_; 2]>::try_from(arrays(&in_parts.checkpoint)) else { panic!("two tables") };
    let mut tables: [Vec<f32>; 2] = [half(regrets, 0.5), half(strategy_sums, 0.25)];
    let game = PreparedGame::new(&GameDefinition::holdem_limit());
    let buckets = StoredBuckets::new(BucketFiles::shared().open()).unwrap();
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
    on_threads(2, || assert_eq!(in_parts.train(520).state().weight, 500.0 * 0.5 + 20.0));
    assert!(arrays(&in_parts.checkpoint) == twin && arrays(&straight.checkpoint) == twin);
}

#[test]
#[ignore = "best responses to four flops, a minute and a half"]
fn a_watched_run_keeps_what_it_measured() {
    let (_folder, [checkpoint]) = scratch(["watched"]);
    let run = Run::new(&settings(UpdateRule::Linear), &checkpoint);
    let watch = Watch { every_seconds: 1e-3, flops: 2 };
    let mut trainer = run.open();
    trainer.run(Budget::Iterations(2), Some(watch), &checkpoint, &Silent).unwrap();
    let measured = &trainer.state().exploitability;
    assert_eq!(measured.iter().map(|point| point.iterations).collect::<Vec<_>>(), [1, 2]);
    // Two boards teach next to nothing: as bad as the built-in policies, and not worse than folding all the time by
    // far.
    assert!(measured.iter().all(|point| (300.0..6_000.0).contains(&point.mbb_per_game)), "{measured:?}");
    assert!(measured.iter().all(|point| point.standard_error > 0.0));
    assert_eq!(&run.open().state().exploitability, measured);
}

#[test]
fn budgets_count_all_sessions() {
    let (_folder, [checkpoint]) = scratch(["budget"]);
    let run = Run::new(&settings(UpdateRule::Linear), &checkpoint);
    run.train(3);
    let mut trainer = run.open();
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
    assert_eq!(run.open().state(), trainer.state());
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
    let (_folder, [checkpoint]) = scratch(["stopped"]);
    let run = Run::new(&settings(UpdateRule::Linear), &checkpoint);
    let watch = Some(Watch { every_seconds: 1e-3, flops: 2 });
    // The first board is trained on in silence; what counts beyond it are the measurement's boards.
    assert!(run.open().run(Budget::Iterations(2), watch, &checkpoint, &StopAfter::units(2)).is_err());
    let kept = run.open();
    assert_eq!((kept.state().iterations, kept.state().exploitability.len()), (1, 0));
    // A kill during a measurement loses none either: the training before it is saved before it.
    std::fs::remove_file(&checkpoint).unwrap();
    let saved = AtomicBool::new(false);
    let measuring = StopAfter::when(|_, update| {
        saved.fetch_or(update.stage != "training" && checkpoint.exists(), Ordering::Relaxed);
        update.stage != "training"
    });
    assert!(run.open().run(Budget::Iterations(2), watch, &checkpoint, &measuring).is_err());
    assert!(saved.load(Ordering::Relaxed));
}

#[test]
fn other_settings_and_other_buckets_are_refused() {
    let (folder, [checkpoint, gone, damaged, full]) = scratch(["guarded", "gone", "damaged", "full"]);
    let cfr = settings(UpdateRule::Cfr);
    Run::new(&cfr, &checkpoint).train(1);
    let origin = CheckpointOrigin::read(&checkpoint).unwrap();
    assert_eq!((&origin.game, &origin.settings), (&GameDefinition::holdem_limit(), &cfr));
    assert_eq!(origin.parents, BucketFiles::shared().open().parents());
    for settings in [settings(UpdateRule::Linear), TrainingSettings { seed: 6, ..cfr.clone() }] {
        let told = assert_unfit(Run::new(&settings, &checkpoint).open_in(TableHome::Memory), "checkpoint");
        // What differs, and not the whole recipes with the game's text.
        assert!(told.contains("cfr") != told.contains("seed 5") && !told.contains("GAMEDEF"), "{told}");
    }
    // Reading is not starting anew: a checkpoint that has gone must not be exported as a strategy that knows nothing.
    assert_unfit(Run::new(&cfr, &gone).open_in(TableHome::CopyOnWrite), "checkpoint");
    // Damaged cells are found before anybody trains on or exports them.
    let mut bytes = std::fs::read(&checkpoint).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&damaged, bytes).unwrap();
    for home in [TableHome::Memory, TableHome::CopyOnWrite, TableHome::WorkingFile(folder.path())] {
        let error = Run::new(&cfr, &damaged).open_in(home).err().expect("a refusal");
        assert!(matches!(error, SolverError::Table(TableError::Damaged { .. })), "{home:?}: {error}");
    }
    let flop = BucketFiles::make_round(folder.path(), Round::Flop, 2);
    let files = &BucketFiles::shared().with(Round::Flop, flop);
    let error = Run { files, ..Run::new(&cfr, &checkpoint) }.open_in(TableHome::Memory).err().expect("a refusal");
    assert!(matches!(error, SolverError::Table(TableError::WrongPartner { .. })) && error.is_input_error(), "{error}");
    let all_deals = TrainingSettings { sampler: Sampler::Full, ..cfr };
    assert_unfit(Run::new(&all_deals, &full).open_in(TableHome::Memory), "sampler");
}

#[test]
fn a_schedule_needs_planned_iterations_and_those_it_was_begun_with() {
    let (_folder, [checkpoint]) = scratch(["scheduled"]);
    let run = |budget| {
        let rule = UpdateRule::ScheduledDiscounted;
        Run::new(&TrainingSettings::for_budget(Sampler::Public, rule, 5, budget), &checkpoint)
    };
    assert_unfit(run(Budget::Seconds(1.0)).open_in(TableHome::Memory), "hs-dcfr");
    assert!(!checkpoint.exists());
    let planned = run(Budget::Iterations(2));
    planned.train(2);
    assert_eq!(CheckpointOrigin::read(&checkpoint).unwrap().settings, planned.settings);
    assert_unfit(run(Budget::Iterations(3)).open_in(TableHome::Memory), "checkpoint");
}

/// Trains on, and returns where the curve has points.
fn curve(sampler: Sampler, budget: Budget, checkpoint: &Path) -> (u64, Vec<u64>) {
    let mut trainer = Run::new(&TrainingSettings { sampler, ..settings(UpdateRule::Linear) }, checkpoint).open();
    trainer.run(budget, None, checkpoint, &Silent).unwrap();
    let state = trainer.state();
    assert!(state.curve.iter().all(|point| point.regret > 0.0 && point.seconds <= state.seconds), "{state:?}");
    (state.iterations, state.curve.iter().map(|point| point.iterations).collect())
}

#[test]
fn the_curve_ends_where_the_training_does() {
    let (_folder, [checkpoint, deals]) = scratch(["curve", "deals"]);
    let on = |budget| curve(Sampler::Public, budget, &checkpoint);
    // A point is due at 16 and 20; before that there is the end alone, which is taken back when the training goes on.
    assert_eq!(on(Budget::Iterations(3)), (3, vec![3]));
    assert_eq!(on(Budget::Iterations(18)), (18, vec![16, 18]));
    // Nothing is left to do, and nothing is measured twice.
    assert_eq!(on(Budget::Iterations(18)), (18, vec![16, 18]));
    let (end, points) = on(Budget::Seconds(3600.0 * f64::EPSILON));
    assert_eq!((end, points), (18, vec![16, 18]));
    let (end, points) = curve(Sampler::External, Budget::Seconds(1e-3), &deals);
    assert_eq!(points.last(), Some(&end));
}

#[test]
fn processor_time_is_what_the_process_used_and_not_the_clock_times_its_threads() {
    let (_folder, [checkpoint]) = scratch(["cost"]);
    let run = Run::new(&settings(UpdateRule::Linear), &checkpoint);
    let clock = ProcessorClock::start();
    // Far more threads than processors: by the clock they would seem to have worked all of the time.
    let core = on_threads(64, || {
        let mut trainer = run.train(60);
        train(&mut trainer, 80, &checkpoint);
        trainer.state().core_seconds
    });
    let used = clock.seconds().unwrap();
    // Processor time is counted in hundredths of a second.
    assert!(core <= used + 0.02, "{core} s, though the process used {used} s");
    assert!(core >= 0.05, "{core} s");
    let mut resumed = run.open();
    assert_eq!(resumed.state().core_seconds, core);
    train(&mut resumed, 100, &checkpoint);
    assert!(resumed.state().core_seconds >= core, "sessions are added up");
}
