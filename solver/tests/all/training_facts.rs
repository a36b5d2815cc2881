//! What a training says of itself: where its curve ends, and how much processor time it took.

use solver::game::GameDefinition;
use solver::run::Trainer;
use solver::train::{Budget, Sampler, TrainingSettings, UpdateRule};
use std::path::Path;
use tables::run::table_home::TableHome;
use tables::together::progress::Silent;
use tables::together::time::ProcessorClock;

use crate::training::BucketFiles;

fn trainer(sampler: Sampler, checkpoint: &Path) -> Trainer {
    let settings = TrainingSettings::for_budget(sampler, UpdateRule::Linear, 5, Budget::Seconds(1.0));
    let game = GameDefinition::holdem_limit();
    Trainer::open(game, BucketFiles::shared().open(), settings, checkpoint, TableHome::Memory).unwrap()
}

/// Trains on, and returns where the curve has points.
fn curve(sampler: Sampler, budget: Budget, checkpoint: &Path) -> (u64, Vec<u64>) {
    let mut trainer = trainer(sampler, checkpoint);
    trainer.run(budget, None, checkpoint, &Silent).unwrap();
    let state = trainer.state();
    assert!(state.curve.iter().all(|point| point.regret > 0.0 && point.seconds <= state.seconds), "{state:?}");
    (state.iterations, state.curve.iter().map(|point| point.iterations).collect())
}

#[test]
fn the_curve_ends_where_the_training_does() {
    let temporary = tempfile::tempdir().unwrap();
    let checkpoint = temporary.path().join("curve");
    let on = |budget| curve(Sampler::Public, budget, &checkpoint);
    // A point is due at 16 and 20; before that there is the end alone, which is taken back when the training goes on.
    assert_eq!(on(Budget::Iterations(3)), (3, vec![3]));
    assert_eq!(on(Budget::Iterations(18)), (18, vec![16, 18]));
    // Nothing is left to do, and nothing is measured twice.
    assert_eq!(on(Budget::Iterations(18)), (18, vec![16, 18]));
    let (end, points) = on(Budget::Seconds(3600.0 * f64::EPSILON));
    assert_eq!((end, points), (18, vec![16, 18]));
    let deals = temporary.path().join("deals");
    let (end, points) = curve(Sampler::External, Budget::Seconds(1e-3), &deals);
    assert_eq!(points.last(), Some(&end));
}

#[test]
fn processor_time_is_what_the_process_used_and_not_the_clock_times_its_threads() {
    let temporary = tempfile::tempdir().unwrap();
    let checkpoint = temporary.path().join("cost");
    // Far more threads than processors: by the clock they would seem to have worked all of the time.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(64).build().unwrap();
    let clock = ProcessorClock::start();
    let core = pool.install(|| {
        let mut trainer = trainer(Sampler::Public, &checkpoint);
        trainer.run(Budget::Iterations(60), None, &checkpoint, &Silent).unwrap();
        trainer.run(Budget::Iterations(80), None, &checkpoint, &Silent).unwrap();
        trainer.state().core_seconds
    });
    let used = clock.seconds().unwrap();
    // Processor time is counted in hundredths of a second.
    assert!(core <= used + 0.02, "{core} s, though the process used {used} s");
    assert!(core >= 0.05, "{core} s");
    let before = trainer(Sampler::Public, &checkpoint).state().core_seconds;
    assert_eq!(before, core);
    let mut resumed = trainer(Sampler::Public, &checkpoint);
    resumed.run(Budget::Iterations(100), None, &checkpoint, &Silent).unwrap();
    assert!(resumed.state().core_seconds >= before, "sessions are added up");
}
