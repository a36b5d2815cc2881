//! The training of an abstract game: iterations until the budget is spent, with checkpoints and a curve on the way.

use evaluator::round::Round;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tables::buckets::set::BucketSet;
use tables::error::{Action, TableError};
use tables::file::fingerprint::{Fingerprint, Parent};
use tables::run::regret_table::{Checkpoint, CheckpointDescription, RegretTable};
use tables::run::state::{decode_state, encode_state};
use tables::run::table_home::TableHome;
use tables::together::progress::{Progress, Silent};
use tables::together::ranks::{Alone, Ranks};
use tables::together::time::ProcessorClock;

use super::checkpoint::{
    Pace, described_differences, first_saving_seconds, recipe_of, require_same_run, seconds_between_checkpoints,
};
use super::sides::{Sides, TrainingBuckets};
use super::state::{CurvePoints, ExploitabilityPoint, TrainingState, Watch, go_on_from_end, has_end};
use super::team::{Assignment, Team};
use crate::error::SolverError;
use crate::game::GameDefinition;
use crate::measure::exploitability::{Measurement, RealGame};
use crate::policy::export::{ExportForm, StrategyOrigin, TrainedStrategy, TrainedTables};
use crate::train::sampled_training::{SampledTraining, batch_end};
use crate::train::tables::{REGRETS, STRATEGY_SUMS};
use crate::train::update_rule::Step;
use crate::train::{Budget, Sampler, Share, TrainingSettings};
use crate::units::mbb_per_game;
use crate::walk::{LANES, Player, PreparedGame};

/// Decides which flops a watched run is measured on, whatever its own seed is: runs are then compared on the same
/// flops.
const WATCHED_FLOPS: u64 = 1;

/// The name, in a checkpoint or a strategy, of the checkpoint that the run began with.
const BEGAN_WITH: &str = "began_with";

/// A training run in memory.
pub struct Trainer {
    definition: GameDefinition,
    game: PreparedGame<f32>,
    sides: Sides,
    settings: TrainingSettings,
    table: RegretTable,
    state: TrainingState,
    /// The checkpoint that it began with.
    began_with: Option<Parent>,
    /// What the checkpoint holds, and where it lies.
    saved: TrainingState,
    saved_at: PathBuf,
    /// Seconds the last checkpoint took; a guess before the first one.
    saving_seconds: f64,
    /// Seconds of work since then, training and measuring.
    unsaved_seconds: f64,
    /// Processor time of the other ranks in this session that is in the state already.
    counted_of_ranks: f64,
    /// The folder of the tables, if they are larger than memory.
    working_folder: Option<PathBuf>,
}

impl Trainer {
    /// Starts a run, or goes on with the one whose checkpoint lies at `checkpoint`; `home` says where the table lives
    /// meanwhile.
    pub fn open(
        definition: GameDefinition,
        buckets: impl Into<TrainingBuckets>,
        settings: TrainingSettings,
        checkpoint: &Path,
        home: TableHome<'_>,
    ) -> Result<Self, SolverError> {
        settings.require_trainable()?;
        let game = PreparedGame::new(&definition);
        let buckets = buckets.into();
        buckets.require_fit_for(settings.sampler)?;
        buckets.require_deck_of(&definition)?;
        let sides = Sides::new(&game, buckets, settings.opponent, home)?;
        if home != TableHome::CopyOnWrite {
            // A flipped bit among the buckets would be trained on for hours; to read a checkpoint it does not matter.
            sides.learner.set().verify()?;
        }
        // A disk that does not answer must not pass for a run that has not begun: its checkpoint would be replaced.
        let is_there = checkpoint.try_exists().map_err(|error| TableError::io(checkpoint, Action::Open, error))?;
        if !is_there && home == TableHome::CopyOnWrite {
            return Err(SolverError::unfit(
                "checkpoint",
                format!("one to read at {}", checkpoint.display()),
                "none",
                "train first",
            ));
        }
        let file = if is_there { Some(Checkpoint::open(checkpoint)?) } else { None };
        let parents = file.as_ref().map(|file| file.file().header().parents.as_slice());
        let began_with = parents.into_iter().flatten().find(|parent| parent.name == BEGAN_WITH).cloned();
        let arrays = sides.arrays(file.as_ref());
        let (table, state) = if let Some(file) = file {
            // Settings first: a missing opponent is a clearer error than a missing fingerprint of its files.
            require_same_run(&file.file().header().recipe, &recipe_of(&definition, &settings), checkpoint)?;
            sides.require_parents(&file.file().header().parents)?;
            let state = decode_state(checkpoint, file.state()?)?;
            // Verified, since damage would be trained on for days or sealed in a strategy file.
            (RegretTable::load(&file, &arrays, home)?, state)
        } else {
            (RegretTable::fresh(&arrays, home)?, TrainingState::default())
        };
        let bytes = arrays.iter().map(|(_, cells)| cells * size_of::<f32>() as u64).sum::<u64>();
        let saving_seconds = first_saving_seconds(bytes);
        let (saved, unsaved_seconds) = (state.clone(), 0.0);
        let working_folder = match home {
            TableHome::WorkingFile(folder) => Some(folder.to_owned()),
            TableHome::Memory | TableHome::CopyOnWrite => None,
        };
        Ok(Self {
            definition,
            game,
            sides,
            settings,
            table,
            state,
            began_with,
            saved,
            saved_at: checkpoint.to_owned(),
            saving_seconds,
            unsaved_seconds,
            counted_of_ranks: 0.0,
            working_folder,
        })
    }

    /// Begins with what a run on coarser buckets has learnt, whose checkpoint is `parent`, and goes on at its
    /// iteration.
    ///
    /// # Errors
    /// [`SolverError::Unfit`] if this run has begun, or if the other was trained differently or not at all.
    pub fn begin_with(&mut self, coarse: &Self, parent: Fingerprint) -> Result<(), SolverError> {
        let unfit =
            |expected: &str, found: String, advice| Err(SolverError::unfit("beginning", expected, found, advice));
        if self.state.iterations > 0 {
            let found = format!("one with {} iterations", self.state.iterations);
            return unfit("a run that has not begun", found, "give another --out or --variant");
        }
        if coarse.state.iterations == 0 {
            return unfit("a run that has learnt something", "none".to_owned(), "train the other run first");
        }
        let [own, other] = [self, coarse].map(|run| recipe_of(&run.definition, &run.settings));
        if own != other {
            let (expected, found) = described_differences(&own, &other);
            return unfit(&expected, found, "give the settings of the run to begin with");
        }
        let [own, other] = [self, coarse].map(|run| run.buckets().counts());
        if let Some(round) = (0..own.len()).find(|&round| own[round] < other[round]) {
            let (street, found) = (Round::ALL[round], format!("{} in {}", other[round], coarse.definition.name()));
            let expected = format!("at most {} buckets of the {street}", own[round]);
            return unfit(&expected, found, "begin with a run on as many buckets or fewer");
        }
        let weight = self.sides.begin_with(&mut self.table, &self.game, &coarse.sides, &coarse.table);
        self.state = coarse.state.clone();
        self.state.weight *= f64::from(weight);
        self.began_with = Some(Parent::new(BEGAN_WITH, parent));
        Ok(())
    }

    /// The checkpoint of the run on coarser buckets that it began with, if any.
    pub fn began_with(&self) -> Option<&Parent> {
        self.began_with.as_ref()
    }

    /// The bucket files it is trained on.
    pub fn buckets(&self) -> &BucketSet {
        self.sides.learner.set()
    }

    /// How far the run is.
    pub fn state(&self) -> &TrainingState {
        &self.state
    }

    /// Trains until the budget is spent, saving on the way, before each measurement and at the end, where the curve has
    /// a point in any case.
    pub fn run(
        &mut self,
        budget: Budget,
        watch: Option<Watch>,
        checkpoint: &Path,
        progress: &dyn Progress,
    ) -> Result<(), SolverError> {
        self.run_shared(budget, watch, checkpoint, &Alone, progress)
    }

    /// The same shared with other ranks, which [`follow`](super::team::follow) this one, rank 0.
    pub fn run_shared(
        &mut self,
        budget: Budget,
        watch: Option<Watch>,
        checkpoint: &Path,
        ranks: &dyn Ranks,
        progress: &dyn Progress,
    ) -> Result<(), SolverError> {
        if let Budget::Iterations(iterations) = budget
            && self.state.iterations > batch_end(iterations, self.settings.sampler.most_of_a_batch())
        {
            let trained = format!("at least the {} already trained", self.state.iterations);
            let advice = "give more, or another --out to start anew";
            return Err(SolverError::unfit("iterations", trained, iterations.to_string(), advice));
        }
        if ranks.is_alone() {
            return self.train(budget, watch, checkpoint, Team(ranks), progress);
        }
        if self.settings.sampler != Sampler::Public {
            return Err(SolverError::unfit(
                "sampler",
                "boards, which several ranks can share",
                self.settings.sampler.to_string(),
                "give --sampler public, or train in one process",
            ));
        }
        let Self { definition, settings, sides, working_folder, state, .. } = self;
        let (team, has_begun) = (Team(ranks), state.iterations > 0);
        team.assemble(&Assignment::of(definition, settings, sides, working_folder.as_deref(), has_begun))?;
        if has_begun {
            let share = Share::new(&self.game.lanes, ranks, &self.sides.buckets());
            team.hand_out(&share, &self.sides, &self.table);
        }
        self.counted_of_ranks = 0.0;
        let outcome = self.train(budget, watch, checkpoint, team, progress);
        team.end();
        outcome
    }

    fn train(
        &mut self,
        budget: Budget,
        watch: Option<Watch>,
        checkpoint: &Path,
        team: Team<'_>,
        progress: &dyn Progress,
    ) -> Result<(), SolverError> {
        let due = |state: &TrainingState| watch.filter(|watch| state.is_due(*watch));
        if !self.state.has_spent(budget) {
            go_on_from_end(&mut self.state, self.settings.sampler);
        }
        loop {
            let start = Instant::now();
            let between_checkpoints = seconds_between_checkpoints(self.state.seconds, self.saving_seconds);
            let outcome = if let Some(watch) = due(&self.state) {
                // Measuring takes minutes; if it were cut off, the training before it would be lost, too.
                self.save(checkpoint, team)?;
                self.measure(watch, progress)
            } else if !self.state.has_spent(budget) {
                self.train_until_due(budget, watch, between_checkpoints - self.unsaved_seconds, team, progress)
            } else {
                self.end_curve(team)?;
                return self.save(checkpoint, team);
            };
            self.unsaved_seconds += start.elapsed().as_secs_f64();
            if outcome.is_err() || self.unsaved_seconds >= between_checkpoints {
                self.save(checkpoint, team)?;
            }
            outcome?;
        }
    }

    /// Trains until the next checkpoint or measurement is due.
    fn train_until_due(
        &mut self,
        budget: Budget,
        watch: Option<Watch>,
        until_checkpoint: f64,
        team: Team<'_>,
        progress: &dyn Progress,
    ) -> Result<(), SolverError> {
        let (mut training, points, settings, state) = self.in_training(team)?;
        let most = settings.sampler.most_of_a_batch();
        let steps = settings.sampled_steps();
        let (start, clock, before) = (Instant::now(), ProcessorClock::start(), state.clone());
        loop {
            let first = state.iterations + 1;
            let last = batch_end(first, most);
            team.play(first);
            if steps.discounts_before(first) {
                let step = steps.step(first);
                training.discount(&step);
                state.weight *= step.keep_positive;
            }
            let steps: Vec<Step> = (first..=last).map(|iteration| steps.step(iteration)).collect();
            state.touched += training.play(first, &steps);
            state.weight += steps.iter().map(|step| step.regret_weight).sum::<f64>();
            state.iterations = last;
            let elapsed = start.elapsed().as_secs_f64();
            state.seconds = before.seconds + elapsed;
            state.core_seconds = before.core_seconds + clock.seconds().unwrap_or(f64::NAN);
            if points.is_due(state) {
                points.add(&training, state);
            }
            let pace = Pace { iterations: last - before.iterations, touched: state.touched - before.touched, elapsed };
            pace.report(settings.sampler, state, budget, progress);
            progress.check()?;
            let is_due = watch.is_some_and(|watch| state.is_due(watch));
            if is_due || state.has_spent(budget) || elapsed >= until_checkpoint {
                return Ok(());
            }
        }
    }

    /// Measures the last point of the curve, unless it is there.
    fn end_curve(&mut self, team: Team<'_>) -> Result<(), SolverError> {
        if !has_end(&self.state) {
            let (training, points, _, state) = self.in_training(team)?;
            points.add(&training, state);
        }
        Ok(())
    }

    /// The tables at work, with what the curve is measured by.
    fn in_training<'a>(
        &'a mut self,
        team: Team<'a>,
    ) -> Result<(SampledTraining<'a>, CurvePoints<'a>, &'a TrainingSettings, &'a mut TrainingState), SolverError> {
        let Self { game, sides, settings, table, state, definition, .. } = self;
        let (buckets, layout, cells) = (&sides.learner, &sides.layout, sides.cells_of(table));
        let training = SampledTraining::new(game, buckets, layout, settings, team.0, cells)?;
        let points = CurvePoints { team, game, definition, sampler: settings.sampler };
        Ok((training, points, settings, state))
    }

    /// Measures the average strategy's exploitability on sampled flops.
    fn measure(&mut self, watch: Watch, progress: &dyn Progress) -> Result<(), SolverError> {
        let average = self.trained().strategies(TrainedStrategy::Average);
        let player = Player { buckets: &self.sides.learner, strategies: &*average };
        let game = RealGame::<f32>::new(&self.definition)?;
        let found = Measurement::drawn(watch.flops, WATCHED_FLOPS).of(&game, player, None, progress)?.responses;
        let in_mbb = |chips| mbb_per_game(chips, self.definition.big_blind());
        drop(average);
        self.state.exploitability.push(ExploitabilityPoint {
            iterations: self.state.iterations,
            seconds: self.state.seconds,
            mbb_per_game: in_mbb(found.middle()),
            standard_error: in_mbb(found.middle_error()),
        });
        Ok(())
    }

    /// Writes a checkpoint, if there is anything new to write or it belongs in another file than the last one.
    fn save(&mut self, path: &Path, team: Team<'_>) -> Result<(), SolverError> {
        if self.state == self.saved && self.saved_at == path {
            return Ok(());
        }
        let start = Instant::now();
        let share = Share::new(&self.game.lanes, team.0, &self.sides.buckets());
        let of_ranks = team.collect(&share, &self.sides, &mut self.table).unwrap_or(f64::NAN);
        self.state.core_seconds += of_ranks - self.counted_of_ranks;
        self.counted_of_ranks = of_ranks;
        let description = CheckpointDescription {
            recipe: recipe_of(&self.definition, &self.settings),
            parents: self.sides.parents().into_iter().chain(self.began_with.clone()).collect(),
            meta: json!({ "iterations": self.state.iterations, "seconds": self.state.seconds }),
        };
        self.table.checkpoint(path, &description, &encode_state(&self.state)?)?;
        (self.saved, self.saved_at) = (self.state.clone(), path.to_owned());
        (self.saving_seconds, self.unsaved_seconds) = (start.elapsed().as_secs_f64(), 0.0);
        Ok(())
    }

    /// The tables as an export or a measure reads them.
    pub fn trained(&self) -> TrainedTables<'_> {
        let cells = |name| self.table.as_slice(name).expect("the table has both arrays").as_chunks::<LANES>().0;
        TrainedTables {
            game: &self.definition,
            buckets: &self.sides.learner,
            lanes: &self.game.lanes,
            layout: &self.sides.layout,
            regrets: cells(REGRETS),
            strategy_sums: cells(STRATEGY_SUMS),
        }
    }

    /// Writes the average strategy to a file of the usual form.
    pub fn export(&self, path: &Path) -> Result<(), SolverError> {
        self.export_as(ExportForm::default(), &Silent, path)
    }

    /// Writes a strategy to a file.
    pub fn export_as(&self, form: ExportForm, progress: &dyn Progress, path: &Path) -> Result<(), SolverError> {
        let mut recipe = recipe_of(&self.definition, &self.settings);
        recipe["iterations"] = json!(self.state.iterations);
        // No times among the facts: an interrupted run must end with the same bytes as one that was not interrupted.
        let parents = self.sides.learner.set().parents().into_iter().chain(self.began_with.clone()).collect();
        let origin = StrategyOrigin { recipe, parents, facts: json!({}) };
        self.trained().export(form, origin, progress, path)?;
        Ok(())
    }
}
