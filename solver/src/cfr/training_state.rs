//! What is trained and how, and how far it is.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use tables::fingerprint::Parent;
use tables::regret_table::Checkpoint;
use tables::resume_state::bincode::{Decode, Encode};

use super::sampled_steps::{METHOD, SampledSteps};
use super::sampler::Sampler;
use super::update_rule::UpdateRule;
use crate::error::SolverError;
use crate::game::GameDefinition;

/// What is trained and how; a change of any of it is another run.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingSettings {
    /// How cards are chosen.
    pub sampler: Sampler,
    /// How regrets are carried on.
    pub rule: UpdateRule,
    /// Fixes the sequence of boards.
    pub seed: u64,
    /// For the rule that follows a schedule, over how many iterations; else 0.
    pub planned: u64,
}

impl TrainingSettings {
    /// What each iteration of a sampled run does to the tables.
    pub fn sampled_steps(&self) -> SampledSteps {
        SampledSteps {
            rule: self.rule,
            epoch: self.sampler.iterations_of_an_epoch(),
            planned: self.planned,
            averaged_of: self.sampler.iterations_for_one_averaged(),
        }
    }

    /// The settings for a budget: its iterations are what a schedule is planned for.
    pub fn for_budget(sampler: Sampler, rule: UpdateRule, seed: u64, budget: Budget) -> Self {
        let planned = match (rule, budget) {
            (UpdateRule::ScheduledDiscounted, Budget::Iterations(iterations)) => iterations,
            _ => 0,
        };
        Self { sampler, rule, seed, planned }
    }

    /// Whether a run can be begun with them at all. [`Trainer::open`](super::Trainer::open) asks, too, but whoever makes a
    /// folder for the run asks before that, so that a refusal leaves nothing behind.
    ///
    /// # Errors
    /// [`SolverError::Unfit`] for the sampler of small games, or a schedule of unknown length.
    pub fn expect_trainable(&self) -> Result<(), SolverError> {
        if self.sampler == Sampler::Full {
            return Err(SolverError::Unfit {
                what: "sampler",
                expected: "a sampler of boards or deals for hold'em".to_owned(),
                found: "full, which deals every board in each iteration".to_owned(),
                advice: "give --sampler public, or use solve for a small game",
            });
        }
        if self.rule == UpdateRule::ScheduledDiscounted && self.planned == 0 {
            return Err(SolverError::Unfit {
                what: "hs-dcfr",
                expected: "a number of iterations, which its schedule divides".to_owned(),
                found: "none".to_owned(),
                advice: "give --iterations, and no --time",
            });
        }
        Ok(())
    }
}

/// When training ends, counted from the very first iteration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Budget {
    /// After so many iterations, and at the end of the batch in which they are.
    Iterations(u64),
    /// At the end of the batch in which so many seconds of training are over.
    Seconds(f64),
}

/// Where exploitability is measured on the way.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Watch {
    /// Seconds of training from one measurement to the next, more than 0.
    pub every_seconds: f64,
    /// Flops drawn for each, the same ones every time.
    pub flops: usize,
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

/// An exploitability that was measured on the way.
#[derive(Clone, Copy, PartialEq, Debug, Encode, Decode)]
#[bincode(crate = "tables::resume_state::bincode")]
pub struct ExploitabilityPoint {
    /// Iterations done.
    pub iterations: u64,
    /// Seconds trained.
    pub seconds: f64,
    /// Exploitability of the average strategy in the real game, in mbb/g: the middle of both bounds.
    pub mbb_per_game: f64,
    /// Its standard error, by a jackknife over the flops drawn.
    pub standard_error: f64,
}

/// How far a run is.
#[derive(Clone, PartialEq, Debug, Default, Encode, Decode)]
#[bincode(crate = "tables::resume_state::bincode")]
pub struct TrainingState {
    /// Iterations done.
    pub iterations: u64,
    /// Seconds of training, all sessions together; checkpoints and measuring left out.
    pub seconds: f64,
    /// The same times the number of threads.
    pub core_seconds: f64,
    /// The iterations' weights in the sums of regrets.
    pub weight: f64,
    /// Information sets that were visited to be learnt at, each time counted: on boards those of all histories that are
    /// played, also where no hand of the opponent comes; on deals those that somebody reaches.
    pub touched: u64,
    /// The curve so far.
    pub curve: Vec<CurvePoint>,
    /// What was measured so far.
    pub exploitability: Vec<ExploitabilityPoint>,
}

impl TrainingState {
    /// The run so far as the text file of its curve tells it: `points` are `[iterations, seconds, regret]`, `exploitability` is
    /// `[iterations, seconds, mbb/g, standard error]`.
    pub fn curve_text(&self) -> String {
        let points = self.curve.iter().map(|it| (it.iterations, it.seconds, it.regret));
        let measured =
            self.exploitability.iter().map(|it| (it.iterations, it.seconds, it.mbb_per_game, it.standard_error));
        json!({
            "iterations": self.iterations,
            "seconds": self.seconds,
            "core_seconds": self.core_seconds,
            "touched_information_sets": self.touched,
            "points": points.collect::<Vec<_>>(),
            "exploitability": measured.collect::<Vec<_>>(),
        })
        .to_string()
    }

    /// Whether a budget is spent.
    pub fn has_spent(&self, budget: Budget) -> bool {
        match budget {
            Budget::Iterations(iterations) => self.iterations >= iterations,
            Budget::Seconds(seconds) => self.seconds >= seconds,
        }
    }

    /// Whether a measurement is due.
    pub fn is_due(&self, watch: Watch) -> bool {
        let last = self.exploitability.last().map_or(0.0, |point| point.seconds);
        // Times are multiples of the span, however late the last measurement was.
        (self.seconds / watch.every_seconds).floor() > (last / watch.every_seconds).floor()
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
        let rule = serde_json::from_value(recipe["algorithm"].clone()).map_err(|_| foreign("algorithm"))?;
        let planned = match rule {
            UpdateRule::ScheduledDiscounted => recipe["planned"].as_u64().ok_or_else(|| foreign("planned"))?,
            _ => 0,
        };
        let settings = TrainingSettings {
            sampler: serde_json::from_value(recipe["sampler"].clone()).map_err(|_| foreign("sampler"))?,
            rule,
            seed: recipe["seed"].as_u64().ok_or_else(|| foreign("seed"))?,
            planned,
        };
        expect_same_run(recipe, &recipe_of(&game, &settings), checkpoint)?;
        Ok(Self { game, settings, parents: header.parents.clone() })
    }
}

/// What makes a run what it is, as its files tell it.
pub(super) fn recipe_of(game: &GameDefinition, settings: &TrainingSettings) -> Value {
    let mut recipe = json!({
        "game": game.to_acpc_text(),
        "sampler": settings.sampler,
        "algorithm": settings.rule,
        "seed": settings.seed,
        "method": METHOD,
    });
    if settings.rule == UpdateRule::ScheduledDiscounted {
        recipe["planned"] = json!(settings.planned);
    }
    recipe
}

/// Holds the recipe of a checkpoint to that of the run which wants to go on with it.
///
/// # Errors
/// [`SolverError::Unfit`] that names what differs, and nothing else.
pub(super) fn expect_same_run(found: &Value, wanted: &Value, checkpoint: &Path) -> Result<(), SolverError> {
    let mut found = found.clone();
    if found.is_object() && found["method"].is_null() {
        // Checkpoints were written before they told it.
        found["method"] = json!(1);
    }
    let keys = [&found, wanted].into_iter().filter_map(Value::as_object).flat_map(|recipe| recipe.keys());
    let different: BTreeSet<&String> = keys.filter(|&key| found[key] != wanted[key]).collect();
    if different.is_empty() {
        return Ok(());
    }
    let told = |recipe: &Value| {
        let tell = |&key: &&String| match &recipe[key] {
            Value::Null => format!("no {key}"),
            // Lines of a game's definition would hide the rest.
            _ if key == "game" => "another game".to_owned(),
            Value::String(text) => format!("{key} {text}"),
            value => format!("{key} {value}"),
        };
        different.iter().map(tell).collect::<Vec<_>>().join(", ")
    };
    Err(SolverError::Unfit {
        what: "checkpoint",
        expected: told(wanted),
        found: format!("{} in {}", told(&found), checkpoint.display()),
        advice: "give the settings of that run, or another --out or --variant",
    })
}
