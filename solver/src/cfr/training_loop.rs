//! The training of an abstract game: iterations until the budget is spent, with checkpoints and a curve on the way.

use serde_json::{Value, json};
use std::path::Path;
use std::time::Instant;
use tables::bucket_set::BucketSet;
use tables::fingerprint::Parent;
use tables::progress::{Progress, Update};
use tables::regret_table::{Checkpoint, CheckpointDescription, RegretTable};
use tables::resume_state::bincode::{Decode, Encode};
use tables::resume_state::{decode_state, encode_state};
use tables::strategy_writer::StrategyDescription;

use super::deal_sampler::Sampler;
use super::iteration::Iterations;
use super::table_layout::TableLayout;
use super::traversal::{Cells, ChunkTables};
use super::update_rule::UpdateRule;
use crate::error::SolverError;
use crate::game::{BettingTree, GameDefinition, TreeLayout};
use crate::measure::expected_value::PreparedGame;
use crate::policy::average::AverageStrategies;
use crate::public_board::Buckets;
use crate::stored_buckets::StoredBuckets;
use crate::units::mbb_per_game;
use crate::walk::LANES;

const REGRETS: &str = "regrets";
const STRATEGY_SUMS: &str = "strategy_sums";
/// Seconds of training between checkpoints, so that saving costs little even for gigabytes.
const SECONDS_BETWEEN_CHECKPOINTS: f64 = 60.0;
/// Curve points lie this factor of iterations apart.
const CURVE_STEP: f64 = 1.25;

/// What is trained and how; a change of any of it is another run.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingSettings {
    /// How cards are chosen.
    pub sampler: Sampler,
    /// How regrets are carried on.
    pub rule: UpdateRule,
    /// Fixes the sequence of boards.
    pub seed: u64,
}

/// When training ends, counted from the very first iteration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Budget {
    /// After so many iterations.
    Iterations(u64),
    /// At the end of the iteration in which so many seconds of training are over.
    Seconds(f64),
}

/// A point of the training curve.
#[derive(Clone, Copy, PartialEq, Debug, Encode, Decode)]
#[bincode(crate = "tables::resume_state::bincode")]
pub struct CurvePoint {
    /// Iterations done.
    pub iterations: u64,
    /// Seconds trained.
    pub seconds: f64,
    /// Average positive regret over the boards seen, in mbb/g: a cheap sign of convergence, no bound of exploitability.
    pub regret: f64,
}

/// How far a run is.
#[derive(Clone, PartialEq, Debug, Default, Encode, Decode)]
#[bincode(crate = "tables::resume_state::bincode")]
pub struct TrainingState {
    /// Iterations done.
    pub iterations: u64,
    /// Seconds of training, all sessions together.
    pub seconds: f64,
    /// The same times the number of threads.
    pub core_seconds: f64,
    /// The iterations' weights in the sums of regrets.
    pub weight: f64,
    /// The curve so far.
    pub curve: Vec<CurvePoint>,
}

/// A training run in memory.
pub struct Trainer {
    definition: GameDefinition,
    game: PreparedGame<f32>,
    buckets: StoredBuckets,
    layout: TableLayout,
    settings: TrainingSettings,
    table: RegretTable,
    state: TrainingState,
}

impl Trainer {
    /// Starts a run, or goes on with the one whose checkpoint lies at `checkpoint`.
    ///
    /// # Errors
    /// Settings that do not fit the game, a checkpoint of another run, or files that cannot be read.
    pub fn open(
        definition: GameDefinition,
        buckets: BucketSet,
        settings: TrainingSettings,
        checkpoint: &Path,
    ) -> Result<Self, SolverError> {
        if settings.sampler == Sampler::Full {
            return Err(SolverError::Unfit {
                what: "sampler",
                expected: "a sampler of boards for hold'em".to_owned(),
                found: "full, which deals every board in each iteration".to_owned(),
                advice: "give --sampler public, or use solve for a small game",
            });
        }
        let buckets = StoredBuckets::new(buckets)?;
        let game = PreparedGame::new(&definition)?;
        let layout = TableLayout::new(&game.lanes, &buckets);
        let cells = layout.cells() as u64;
        let arrays = [(REGRETS, cells), (STRATEGY_SUMS, cells)];
        let (table, state) = if checkpoint.exists() {
            let file = Checkpoint::open(checkpoint)?;
            let recipe = recipe_of(&definition, &settings);
            buckets.set().expect(&file.file().header().parents)?;
            if file.file().header().recipe != recipe {
                return Err(SolverError::Unfit {
                    what: "checkpoint",
                    expected: format!("a run of {recipe}"),
                    found: format!("{} at {}", file.file().header().recipe, checkpoint.display()),
                    advice: "give the settings of that run, or another --out",
                });
            }
            let state = decode_state(checkpoint, file.state()?)?;
            (RegretTable::resume(&file, &arrays)?, state)
        } else {
            (RegretTable::fresh(&arrays)?, TrainingState::default())
        };
        Ok(Self { definition, game, buckets, layout, settings, table, state })
    }

    /// How far the run is.
    pub fn state(&self) -> &TrainingState {
        &self.state
    }

    /// Trains until the budget is spent, saving on the way and at the end.
    ///
    /// # Errors
    /// A checkpoint that cannot be written, or an interruption, after which the last iteration is saved, too.
    pub fn run(&mut self, budget: Budget, checkpoint: &Path, progress: &dyn Progress) -> Result<(), SolverError> {
        let planned = match budget {
            Budget::Iterations(iterations) => iterations,
            Budget::Seconds(_) if self.settings.rule == UpdateRule::ScheduledDiscounted => {
                return Err(SolverError::Unfit {
                    what: "hs-dcfr",
                    expected: "a number of iterations, which its schedule divides".to_owned(),
                    found: "a time".to_owned(),
                    advice: "give --iterations",
                });
            }
            Budget::Seconds(_) => 0,
        };
        if let Budget::Iterations(iterations) = budget
            && self.state.iterations > iterations
        {
            return Err(SolverError::Unfit {
                what: "iterations",
                expected: format!("at least the {} already trained", self.state.iterations),
                found: iterations.to_string(),
                advice: "give more, or another --out to start anew",
            });
        }
        while !self.is_spent(budget) {
            let outcome = self.stretch(budget, planned, progress);
            self.save(checkpoint)?;
            outcome?;
        }
        Ok(())
    }

    fn is_spent(&self, budget: Budget) -> bool {
        match budget {
            Budget::Iterations(iterations) => self.state.iterations >= iterations,
            Budget::Seconds(seconds) => self.state.seconds >= seconds,
        }
    }

    /// Trains until the next checkpoint is due.
    fn stretch(&mut self, budget: Budget, planned: u64, progress: &dyn Progress) -> Result<(), SolverError> {
        let Self { game, buckets, layout, settings, table, state, definition } = self;
        let (regrets, strategy_sums) = cells_of(table);
        let tables = ChunkTables::new(&game.lanes, layout, regrets, strategy_sums, &mut []);
        let mut plan =
            Iterations::new(game, buckets as &dyn Buckets, settings.sampler, settings.rule, settings.seed, planned);
        let threads = rayon::current_num_threads() as f64;
        let (start, before) = (Instant::now(), state.clone());
        loop {
            let iteration = state.iterations + 1;
            let (step, discounts_due) = plan.step(iteration);
            plan.run(&tables, iteration);
            let kept = if discounts_due { step.keep_positive } else { 1.0 };
            state.weight = state.weight * kept + step.regret_weight;
            state.iterations = iteration;
            state.seconds = before.seconds + start.elapsed().as_secs_f64();
            state.core_seconds = before.core_seconds + start.elapsed().as_secs_f64() * threads;
            let last_point = state.curve.last().map_or(0, |point| point.iterations);
            if iteration as f64 >= (last_point as f64 * CURVE_STEP).max(16.0) {
                let chips = tables.positive_regret() / (state.weight * game.rules.meetings());
                let regret = mbb_per_game(chips / 2.0, definition.big_blind());
                state.curve.push(CurvePoint { iterations: iteration, seconds: state.seconds, regret });
            }
            let (done, of, unit) = match budget {
                Budget::Iterations(of) => (iteration, of, "boards"),
                Budget::Seconds(of) => (state.seconds as u64, of.ceil() as u64, "s"),
            };
            let regret = state.curve.last().map_or(f64::NAN, |point| point.regret);
            let note = format!("{iteration} boards, regret {regret:.1} mbb/g");
            progress.report(&Update { stage: "training", done, of, unit, note: Some(note) });
            progress.check()?;
            let is_spent = match budget {
                Budget::Iterations(iterations) => iteration >= iterations,
                Budget::Seconds(seconds) => state.seconds >= seconds,
            };
            if is_spent || start.elapsed().as_secs_f64() >= SECONDS_BETWEEN_CHECKPOINTS {
                return Ok(());
            }
        }
    }

    fn save(&self, path: &Path) -> Result<(), SolverError> {
        let description = CheckpointDescription {
            recipe: recipe_of(&self.definition, &self.settings),
            parents: self.buckets.set().parents(),
            meta: json!({ "iterations": self.state.iterations, "seconds": self.state.seconds }),
        };
        self.table.checkpoint(path, &description, &encode_state(&self.state)?)?;
        Ok(())
    }

    /// Writes the average strategy to a file.
    ///
    /// # Errors
    /// What the writer meets.
    pub fn export(&self, path: &Path) -> Result<(), SolverError> {
        let tree = BettingTree::new(&self.definition);
        let layout = TreeLayout::new(&tree)?;
        let cells = |name| self.table.as_slice(name).unwrap_or(&[]).as_chunks::<LANES>().0;
        let average = AverageStrategies {
            lanes: &self.game.lanes,
            layout: &self.layout,
            regrets: cells(REGRETS),
            strategy_sums: cells(STRATEGY_SUMS),
        };
        let mut recipe = recipe_of(&self.definition, &self.settings);
        recipe["iterations"] = json!(self.state.iterations);
        let rounds = 0..self.definition.rounds();
        let description = StrategyDescription {
            recipe,
            parents: self.buckets.set().parents(),
            buckets_per_round: rounds.map(|round| self.buckets.count(round) as u32).collect(),
            facts: json!({ "seconds": self.state.seconds, "core_seconds": self.state.core_seconds }),
        };
        average.export(&tree, &layout, description, path)?;
        Ok(())
    }
}

/// What a run was started with, as its checkpoint tells it: enough to open it again.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckpointOrigin {
    /// The game.
    pub game: GameDefinition,
    /// What is trained and how.
    pub settings: TrainingSettings,
    /// The bucket files, named `flop`, `turn` and `river`.
    pub parents: Vec<Parent>,
}

impl CheckpointOrigin {
    /// Reads a checkpoint's header, not its cells.
    ///
    /// # Errors
    /// A file that is no checkpoint, or one of another kind of training.
    pub fn read(checkpoint: &Path) -> Result<Self, SolverError> {
        let file = Checkpoint::open(checkpoint)?;
        let header = file.file().header();
        let recipe = &header.recipe;
        let foreign = |key: &str| SolverError::Unfit {
            what: "checkpoint",
            expected: format!("a training's recipe with a valid '{key}'"),
            found: format!("{recipe} in {}", checkpoint.display()),
            advice: "give a run that was trained with this program",
        };
        let text = recipe["game"].as_str().ok_or_else(|| foreign("game"))?;
        let game = GameDefinition::parse(text).map_err(|_| foreign("game"))?;
        let settings = TrainingSettings {
            sampler: serde_json::from_value(recipe["sampler"].clone()).map_err(|_| foreign("sampler"))?,
            rule: serde_json::from_value(recipe["algorithm"].clone()).map_err(|_| foreign("algorithm"))?,
            seed: recipe["seed"].as_u64().ok_or_else(|| foreign("seed"))?,
        };
        Ok(Self { game, settings, parents: header.parents.clone() })
    }
}

/// What makes a run what it is, as its files tell it.
fn recipe_of(game: &GameDefinition, settings: &TrainingSettings) -> Value {
    json!({
        "game": game.to_acpc_text(),
        "sampler": settings.sampler,
        "algorithm": settings.rule,
        "seed": settings.seed,
    })
}

fn cells_of(table: &mut RegretTable) -> (&mut [Cells<f32>], &mut [Cells<f32>]) {
    let (regrets, strategy_sums) = table.two_mut(REGRETS, STRATEGY_SUMS).expect("the table has both arrays");
    (regrets.as_chunks_mut::<LANES>().0, strategy_sums.as_chunks_mut::<LANES>().0)
}
