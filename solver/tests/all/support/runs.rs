//! Trainings of hold'em on bucket files, and what is compared of them.

use solver::error::SolverError;
use solver::game::GameDefinition;
use solver::run::Trainer;
use solver::train::{Budget, Sampler, TrainingSettings, UpdateRule};
use std::path::{Path, PathBuf};
use tables::run::regret_table::Checkpoint;
use tables::run::table_home::TableHome;
use tables::together::progress::Silent;
use tables::together::ranks::{Alone, Ranks};

use super::{BucketFiles, StopAfter};

/// Settings of a training on boards whose schedules are planned for 33 iterations.
pub fn settings(rule: UpdateRule) -> TrainingSettings {
    TrainingSettings::for_budget(Sampler::Public, rule, 5, Budget::Iterations(33))
}

/// Trains up to a number of iterations.
pub fn train(trainer: &mut Trainer, iterations: u64, checkpoint: &Path) {
    trainer.run(Budget::Iterations(iterations), None, checkpoint, &Silent).unwrap();
}

/// A training on some files with a checkpoint of its own.
pub struct Run<'a> {
    pub files: &'a BucketFiles,
    pub settings: TrainingSettings,
    pub checkpoint: PathBuf,
}

/// What a checkpoint holds and a run says of itself, but for seconds.
#[derive(PartialEq)]
pub struct Outcome {
    pub arrays: Vec<Vec<u32>>,
    pub iterations: u64,
    pub touched: u64,
    weight: u64,
    pub curve: Vec<(u64, u64)>,
    exported: Vec<u8>,
}

impl Run<'_> {
    pub fn new(settings: &TrainingSettings, checkpoint: &Path) -> Self {
        Self { files: BucketFiles::shared(), settings: settings.clone(), checkpoint: checkpoint.to_owned() }
    }

    pub fn open_in(&self, home: TableHome<'_>) -> Result<Trainer, SolverError> {
        let buckets = self.files.against(self.settings.opponent);
        let game = GameDefinition::holdem_limit_on(buckets.learner.deck());
        Trainer::open(game, buckets, self.settings.clone(), &self.checkpoint, home)
    }

    /// Opens it in memory.
    pub fn open(&self) -> Trainer {
        self.open_in(TableHome::Memory).unwrap()
    }

    /// Opens it in memory and trains it up to a number of iterations.
    pub fn train(&self, iterations: u64) -> Trainer {
        self.train_in(TableHome::Memory, iterations, &Alone)
    }

    pub fn train_in(&self, home: TableHome<'_>, iterations: u64, ranks: &dyn Ranks) -> Trainer {
        let mut trainer = self.open_in(home).unwrap();
        trainer.run_shared(Budget::Iterations(iterations), None, &self.checkpoint, ranks, &Silent).unwrap();
        trainer
    }

    /// Trains until it is stopped after a number of iterations, with the batch that is played then.
    pub fn stop_in(&self, home: TableHome<'_>, iterations: u64, ranks: &dyn Ranks) {
        let mut trainer = self.open_in(home).unwrap();
        let (goal, stop) = (Budget::Iterations(20_000), StopAfter::units(iterations));
        let outcome = trainer.run_shared(goal, None, &self.checkpoint, ranks, &stop);
        assert!(matches!(outcome, Err(SolverError::Cancelled(_))), "{outcome:?}");
        let ends = iterations..iterations + self.settings.sampler.most_of_a_batch();
        assert!(ends.contains(&trainer.state().iterations), "{:?}", trainer.state());
    }

    pub fn outcome(&self, trainer: &Trainer) -> Outcome {
        let strategy = self.checkpoint.with_extension("strategy");
        trainer.export(&strategy).unwrap();
        let state = trainer.state();
        Outcome {
            arrays: arrays(&self.checkpoint),
            iterations: state.iterations,
            touched: state.touched,
            weight: state.weight.to_bits(),
            curve: state.curve.iter().map(|point| (point.iterations, point.regret.to_bits())).collect(),
            exported: std::fs::read(&strategy).unwrap(),
        }
    }
}

impl std::fmt::Debug for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { arrays, iterations, touched, weight, curve, .. } = self;
        write!(f, "{iterations} {touched} {weight} {curve:?}, {} arrays", arrays.len())
    }
}

/// The bits of a checkpoint's tables: regrets, strategy sums and, if it has them, the opponent's regrets.
pub fn arrays(checkpoint: &Path) -> Vec<Vec<u32>> {
    let file = Checkpoint::open(checkpoint).unwrap();
    let sections = file.file().header().sections.iter().filter(|section| section.name != "state");
    let cells = |name: &str| file.file().section::<f32>(name).unwrap().iter().map(|cell| cell.to_bits()).collect();
    sections.map(|section| cells(&section.name)).collect()
}
