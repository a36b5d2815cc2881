//! What a training run was started with, as its checkpoint says, and whether a checkpoint belongs to a run.
//!
//! How often a training saves its checkpoint.
//!
//! How fast a training goes, for its progress line.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use tables::file::fingerprint::Parent;
use tables::run::regret_table::Checkpoint;
use tables::together::progress::{Progress, Update};

use super::state::TrainingState;
use crate::error::SolverError;
use crate::game::GameDefinition;
use crate::train::sampled_training::METHOD;
use crate::train::{Budget, Opponent, Sampler, TrainingSettings, UpdateRule};

/// What a run was started with, as recorded in its checkpoint: enough to open it again.
#[derive(Clone, PartialEq, Debug)]
pub struct CheckpointOrigin {
    pub game: GameDefinition,
    pub settings: TrainingSettings,
    /// The bucket files, named `flop`, `turn` and `river`.
    pub parents: Vec<Parent>,
}

impl CheckpointOrigin {
    /// Reads a checkpoint's header, not its cells.
    pub fn read(checkpoint: &Path) -> Result<Self, SolverError> {
        let file = Checkpoint::open(checkpoint)?;
        let header = file.file().header();
        let recipe = &header.recipe;
        let (game, settings) = settings_of(recipe).map_err(|key| {
            SolverError::unfit(
                "checkpoint",
                format!("a training's recipe with a valid '{key}'"),
                format!("{recipe} in {}", checkpoint.display()),
                "give a run that was trained with this program",
            )
        })?;
        require_same_run(recipe, &recipe_of(&game, &settings), checkpoint)?;
        Ok(Self { game, settings, parents: header.parents.clone() })
    }
}

/// The game and the settings of a recipe, or the key that has no valid value.
pub(crate) fn settings_of(recipe: &Value) -> Result<(GameDefinition, TrainingSettings), &'static str> {
    let game = GameDefinition::of_recipe(recipe).ok_or("game")?;
    let rule = serde_json::from_value(recipe["algorithm"].clone()).map_err(|_| "algorithm")?;
    let planned = match rule {
        UpdateRule::ScheduledDiscounted => recipe["planned"].as_u64().ok_or("planned")?,
        _ => 0,
    };
    let opponent = match &recipe["opponent"] {
        Value::Null => Opponent::Itself,
        opponent => serde_json::from_value(opponent.clone()).map_err(|_| "opponent")?,
    };
    let settings = TrainingSettings {
        opponent,
        sampler: serde_json::from_value(recipe["sampler"].clone()).map_err(|_| "sampler")?,
        rule,
        seed: recipe["seed"].as_u64().ok_or("seed")?,
        planned,
    };
    Ok((game, settings))
}

/// What identifies a run, as recorded in its files.
pub(crate) fn recipe_of(game: &GameDefinition, settings: &TrainingSettings) -> Value {
    let mut recipe = json!({
        "sampler": settings.sampler,
        "algorithm": settings.rule,
        "seed": settings.seed,
        "method": METHOD,
    });
    game.enter(&mut recipe);
    if settings.opponent != Opponent::Itself {
        recipe["opponent"] = json!(settings.opponent);
    }
    if settings.rule == UpdateRule::ScheduledDiscounted {
        recipe["planned"] = json!(settings.planned);
    }
    recipe
}

/// Checks the recipe of a checkpoint against that of the run that is to continue from it.
pub(crate) fn require_same_run(found: &Value, wanted: &Value, checkpoint: &Path) -> Result<(), SolverError> {
    let mut found = found.clone();
    if found.is_object() && found["method"].is_null() {
        // Older checkpoints do not record it.
        found["method"] = json!(1);
    }
    if different_keys(&found, wanted).is_empty() {
        return Ok(());
    }
    let (expected, found) = described_differences(wanted, &found);
    Err(SolverError::unfit(
        "checkpoint",
        expected,
        format!("{found} in {}", checkpoint.display()),
        "give the settings of that run, or another --out or --variant",
    ))
}

/// The entries of the recipe that is wanted and of the one that was found, where they differ, as text.
pub(crate) fn described_differences(wanted: &Value, found: &Value) -> (String, String) {
    // Lines of a game's definition would hide the rest.
    let game = |recipe: &Value| GameDefinition::of_recipe(recipe).map_or("unknown".to_owned(), |game| game.name());
    let tell = |recipe: &Value, key: &str, which: &str| match (key, &recipe[key]) {
        (_, Value::Null) => format!("no {key}"),
        ("game", _) => format!("{which} game ({})", game(recipe)),
        ("sizes", Value::String(text)) => format!("{which} sizes ({})", text.trim().replace('\n', "; ")),
        (_, Value::String(text)) => format!("{key} {text}"),
        (_, value) => format!("{key} {value}"),
    };
    let keys = different_keys(wanted, found);
    let described = |recipe, which| keys.iter().map(|key| tell(recipe, key, which)).collect::<Vec<_>>().join(", ");
    (described(wanted, "the"), described(found, "another"))
}

fn different_keys<'a>(recipe: &'a Value, other: &'a Value) -> BTreeSet<&'a String> {
    let keys = [recipe, other].into_iter().filter_map(Value::as_object).flat_map(|recipe| recipe.keys());
    keys.filter(|&key| recipe[key] != other[key]).collect()
}

/// What may be lost, as a share of all training time ...
const LOST_AT_MOST: f64 = 0.05;
/// ... but neither fewer nor more seconds than these, unless a checkpoint takes long.
const SECONDS_BETWEEN_CHECKPOINTS: [f64; 2] = [5.0, 60.0];
/// Work lasts at least this many times as long as the last checkpoint of this process took, or the first may take:
/// saving costs about a twenty-fifth at most, even of gigabytes. Where that exceeds the seconds above, that much work
/// may be lost.
const LEAST_WORK_FOR_SAVING: f64 = 24.0;
/// Bytes that a disk writes in a second, for a first guess of how long a checkpoint takes.
const DISK_BYTES_PER_SECOND: f64 = 5e8;

/// How many seconds the first checkpoint of tables of this size may take.
pub(crate) fn first_saving_seconds(table_bytes: u64) -> f64 {
    table_bytes as f64 / DISK_BYTES_PER_SECOND
}

/// How many seconds of work may be lost, and how many make a checkpoint worth its time, after so many seconds of
/// training and with checkpoints that take so long.
pub(crate) fn seconds_between_checkpoints(trained: f64, saving: f64) -> f64 {
    let [fewest, most] = SECONDS_BETWEEN_CHECKPOINTS;
    (LOST_AT_MOST * trained).clamp(fewest, most).max(saving * LEAST_WORK_FOR_SAVING)
}

/// What was done since the last checkpoint or measurement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    pub iterations: u64,
    /// Information sets at which a player learnt.
    pub touched: u64,
    /// Seconds that took.
    pub elapsed: f64,
}

impl Pace {
    /// Reports the latest sign of convergence, then iterations and information sets a second, unless the numbers that
    /// are reported say it already.
    pub(crate) fn report(self, sampler: Sampler, state: &TrainingState, budget: Budget, progress: &dyn Progress) {
        let (done, of, unit) = match budget {
            Budget::Iterations(of) => (state.iterations, of.max(state.iterations), sampler.unit()),
            Budget::Seconds(of) => (state.seconds as u64, of.ceil() as u64, "s"),
        };
        let seconds = self.elapsed.max(1e-9);
        let mut note = Vec::new();
        if let Some(point) = state.curve.last() {
            note.push(format!("regret {:.1} mbb/g at {}", point.regret, point.iterations));
        }
        if let Some(point) = state.exploitability.last() {
            note.push(format!("exploitability {:.1} mbb/g at {}", point.mbb_per_game, point.iterations));
        }
        if let Budget::Seconds(_) = budget {
            let rate = self.iterations as f64 / seconds;
            note.push(format!("{} {}, {rate:.0}/s", state.iterations, sampler.unit()));
        }
        note.push(format!("{:.1} M information sets/s", self.touched as f64 / seconds / 1e6));
        progress.report(&Update { stage: "training", done, of, unit, note: Some(note.join(", ")) });
    }
}
