//! Training: begun and continued, how far it has got, where its regrets lie, and its strategy files.

use pyo3::prelude::*;
use pythonize::depythonize;
use serde::Deserialize;
use serde_json::{Value, json};
use solver::game::{BettingTree, GameDefinition, TreeLayout};
use solver::policy::ExportForm;
use solver::run::state::TrainingState;
use solver::run::{CheckpointOrigin, TrainingBuckets};
use solver::train::{Opponent, TableLayout};
use solver::walk::{ChunkId, HistoryLanes};
use std::path::{Path, PathBuf};
use study::error::StudyError;
use study::file::training::Training;
use study::results::training::TrainingCurve;
use study::runs::export::RunExport;
use study::runs::train::{NamedBuckets, SingleTraining, exact_opponent};
use tables::buckets::set::BucketSet;
use tables::buckets::table::BucketTable;
use tables::error::TableError;
use tables::file::array::ArrayFile;
use tables::file::reading::{MOST_DOCUMENT_BYTES, read_text_if_there};
use tables::run::folder::RunFolder;
use tables::run::regret_table::Checkpoint;
use tables::run::state::decode_state;
use tables::together::ranks::{Alone, Ranks};

use super::failure::{raised, wrong};
use super::files::to_python;
use super::hands::GivenGame;
use super::watched::{Watching, watched};

/// A request that the caller gives as a dictionary of what is not left out.
pub fn request<'py, T: Deserialize<'py>>(what: &str, given: &'py Bound<'py, PyAny>) -> PyResult<T> {
    depythonize(given).map_err(|error| wrong(format!("{what}: {error}")))
}

/// The bucket files of a training, as far as the caller names them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Files {
    buckets: Option<[PathBuf; 3]>,
    opponent_buckets: Option<(Option<PathBuf>, PathBuf)>,
    folders: Vec<PathBuf>,
}

impl Files {
    /// The files that are given, else those that the checkpoint names; an opponent with exact cards for whom there are
    /// none has the learner's.
    fn open(
        &self,
        named: Option<&NamedBuckets<'_>>,
        opponent: Opponent,
        folder: &Path,
    ) -> Result<TrainingBuckets, StudyError> {
        let learner = match (&self.buckets, named) {
            (Some([flop, turn, river]), _) => BucketSet::open(flop, turn, river)?,
            (None, Some(named)) => named.learner()?,
            (None, None) => {
                let problem = "no such training to go on with; give buckets to begin one".to_owned();
                return Err(StudyError::Folder { path: folder.to_owned(), problem });
            }
        };
        let given = match (&self.opponent_buckets, named) {
            (Some((flop, turn)), _) => Some(exact_opponent(flop.as_deref(), turn)?),
            (None, Some(named)) => named.opponent()?,
            (None, None) => None,
        };
        Ok(TrainingBuckets::against(learner, opponent, given)?)
    }
}

/// What the checkpoint of a training says about itself, where there is one.
fn begun(checkpoint: &Path) -> PyResult<Option<CheckpointOrigin>> {
    if !checkpoint.exists() {
        return Ok(None);
    }
    CheckpointOrigin::read(checkpoint).map(Some).map_err(raised)
}

/// Begins a training in a run folder or goes on with it, until the budget is spent. What is not said is as it was when
/// the training was begun, or as usual.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn train<'py>(
    py: Python<'py>,
    folder: PathBuf,
    variant: &str,
    training: &Bound<'py, PyAny>,
    files: Files,
    seed: Option<u64>,
    table: &str,
    game: Option<GivenGame>,
    watching: Watching<'py>,
) -> PyResult<()> {
    let run = RunFolder::new(&folder);
    let checkpoint = run.checkpoint(variant).map_err(raised)?;
    let origin = begun(&checkpoint)?;
    let deck = match (&files.buckets, &origin) {
        (Some([flop, ..]), _) => BucketTable::open(flop).map_err(raised)?.deck(),
        (None, origin) => origin.as_ref().and_then(|it| it.game.holdem_deck()).unwrap_or_default(),
    };
    let given_game = game.map(|game| game.on(deck)).transpose()?;
    let table = table.parse().map_err(wrong)?;
    let mut given: Training = request("train", training)?;
    if given.time.is_some() != given.iterations.is_empty() {
        return Err(wrong("train: expected a budget, either iterations or time"));
    }
    if files.opponent_buckets.is_some() {
        if given.opponent == Some(Opponent::Itself) {
            return Err(wrong("train: buckets of an opponent that is the strategy itself; give opponent=\"exact\""));
        }
        given.opponent = Some(Opponent::Exact);
    }
    let before = origin.as_ref().map(|origin| &origin.settings);
    let training = given.or(&before.map(Training::from).unwrap_or_default());
    let settings = training.settings(seed.or(before.map(|it| it.seed)).unwrap_or(1)).map_err(raised)?;
    let goal = training.goal().map_err(raised)?;
    watched(py, &watching, |watch| {
        let named = origin.as_ref().map(|origin| NamedBuckets {
            checkpoint: &checkpoint,
            origin,
            run: &run,
            folders: &files.folders,
        });
        let buckets = files.open(named.as_ref(), settings.opponent, &folder)?;
        let game = match (given_game, &origin) {
            (Some(game), _) => game,
            (None, Some(origin)) => origin.game.clone(),
            (None, None) => GameDefinition::holdem_limit_on(buckets.learner.deck()),
        };
        let (begins_with, ranks) = (None, &Alone as &dyn Ranks);
        let training = SingleTraining { variant, game, buckets, settings, goal, table, begins_with, ranks };
        training.train(&run, watch)
    })?;
    Ok(())
}

/// How far a training has got, by its checkpoint, or by its curve where the regrets were not kept.
#[pyfunction]
pub(crate) fn training_state(py: Python<'_>, folder: PathBuf, variant: &str) -> PyResult<Py<PyAny>> {
    let run = RunFolder::new(&folder);
    let (checkpoint, curve) = (run.checkpoint(variant).map_err(raised)?, run.training_curve(variant).map_err(raised)?);
    let none = || wrong(format!("{}: no training '{variant}'; there is {}", folder.display(), variants(&run)));
    let (text, settings) = match py.detach(|| begun(&checkpoint))? {
        Some(origin) => (py.detach(|| curve_of(&checkpoint)).map_err(raised)?, Some(origin.settings)),
        None => {
            let text = py.detach(|| read_text_if_there(&curve, MOST_DOCUMENT_BYTES)).map_err(raised)?;
            (text.ok_or_else(none)?, None)
        }
    };
    let refuse = |error| wrong(format!("{}: not a training curve ({error})", curve.display()));
    let mut state: Value = serde_json::from_str(&text).map_err(refuse)?;
    TrainingCurve::deserialize(&state).map_err(refuse)?;
    let has_checkpoint = settings.is_some();
    if let Some(settings) = settings {
        state["settings"] = json!({
            "sampler": settings.sampler,
            "algorithm": settings.rule,
            "seed": settings.seed,
            "opponent": settings.opponent,
        });
    }
    let state = to_python(py, &state)?;
    if has_checkpoint {
        // Not through JSON: a path need not be valid text.
        state.set_item("checkpoint", checkpoint.as_os_str())?;
    }
    Ok(state.unbind())
}

/// The curve in a checkpoint, as the text of a curve's file.
fn curve_of(checkpoint: &Path) -> Result<String, TableError> {
    let file = Checkpoint::open(checkpoint)?;
    let state: TrainingState = decode_state(checkpoint, file.state()?)?;
    Ok(state.curve_text())
}

fn variants(run: &RunFolder) -> String {
    let names: Vec<String> = run.variants().unwrap_or_default().into_iter().map(|(name, _)| name).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// Where the cells of a decision lie in the arrays of a checkpoint: the fingerprint of the checkpoint, the first row of
/// the decision's chunk, buckets, slots of a bucket, the decision's first slot, its lane, and its actions.
#[pyfunction]
pub(crate) fn training_place(
    py: Python<'_>,
    folder: PathBuf,
    variant: &str,
    folders: Vec<PathBuf>,
    betting: &str,
) -> PyResult<(String, usize, usize, usize, usize, usize, String)> {
    let run = RunFolder::new(&folder);
    let checkpoint = run.checkpoint(variant).map_err(raised)?;
    let counts = || {
        // Asked for first: a checkpoint that is replaced meanwhile has another one.
        let fingerprint = ArrayFile::open(&checkpoint)?.fingerprint().to_string();
        let origin = CheckpointOrigin::read(&checkpoint)?;
        let named = NamedBuckets { checkpoint: &checkpoint, origin: &origin, run: &run, folders: &folders };
        Ok::<_, StudyError>((fingerprint, named.learner()?.counts(), origin.game))
    };
    let (fingerprint, counts, game) = py.detach(counts).map_err(raised)?;
    let tree = BettingTree::new(&game);
    let id = tree.node_at(betting).map_err(raised)?;
    let layout = TreeLayout::new(&tree);
    let (place, lanes) = (layout.place(id), HistoryLanes::new(&layout));
    let (chunk, lane) = lanes.lane_of_entries(place.round)[place.entry];
    let rows = TableLayout::with_counts(&lanes, &counts).chunk(ChunkId { round: place.round, chunk });
    let shape = lanes.rounds[place.round].shape(chunk);
    let actions = tree[id].actions.iter().map(|action| action.letter()).collect();
    Ok((fingerprint, rows.start, counts[place.round], shape.slots, shape.nodes[place.node].first_slot, lane, actions))
}

/// Writes the strategy file of a training; returns its path.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn export_strategy(
    py: Python<'_>,
    folder: PathBuf,
    variant: &str,
    folders: Vec<PathBuf>,
    strategy: &str,
    bits: u32,
    out: Option<PathBuf>,
    watching: Watching<'_>,
) -> PyResult<PathBuf> {
    let form = ExportForm {
        strategy: strategy.parse().map_err(|line: String| wrong(line))?,
        bits: bits.to_string().parse().map_err(|line: String| wrong(line))?,
        ..ExportForm::default()
    };
    let export = RunExport { variant: Some(variant), buckets: &folders, form, out: out.as_deref(), price: None };
    let run = RunFolder::new(&folder);
    let written = watched(py, &watching, |watch| export.write(&run, watch))?;
    let file = written.into_iter().next().map(|exported| exported.file);
    file.ok_or_else(|| wrong(format!("{}: nothing to export", folder.display())))
}
