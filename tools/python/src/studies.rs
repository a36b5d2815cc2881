//! Studies: planned, run, and what a run left.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Value, json};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use study::error::StudyError;
use study::file::order::Player;
use study::file::selection::Selection;
use study::file::study::Study;
use study::file::training::Span;
use study::plan::plan;
use study::report::doubling::Doubling;
use study::report::standings::Standings;
use study::results::exploitability::ExploitabilityFile;
use study::results::league::LeagueFile;
use study::results::training::StabilityFile;
use study::run::run;
use tables::file::reading::{MOST_DOCUMENT_BYTES, read_text_if_there};
use tables::run::folder::RunFolder;
use tables::run::record::StageRecord;

use super::failure::{in_python, raised};
use super::files::to_python;
use super::training::request;
use super::watched::{Watching, watched};

/// Which study, with which seed, and how much of it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Choice<'py> {
    given: Given<'py>,
    seed: Option<u64>,
    settings: Vec<String>,
    trainings: Vec<String>,
}

/// What a study is given as.
#[derive(FromPyObject)]
enum Given<'py> {
    #[pyo3(transparent)]
    Values(Bound<'py, PyDict>),
    /// A file, the name of a shipped study or, with more lines than one, the text of a study.
    #[pyo3(transparent)]
    FileOrText(OsString),
}

impl Choice<'_> {
    fn study(self) -> PyResult<Study> {
        let nameless = Path::new("study");
        let whole = match &self.given {
            Given::Values(values) => request::<Study>("study", values)?.checked(nameless),
            Given::FileOrText(given) => match given.to_str() {
                Some(text) if text.contains('\n') => Study::parse(text, nameless),
                _ => Study::named(Path::new(given)),
            },
        };
        let only = Selection { settings: self.settings, trainings: self.trainings };
        let whole = whole.and_then(|whole| self.seed.map_or(Ok(whole.clone()), |seed| whole.with_seed(seed)));
        whole.and_then(|study| study.with_only(only)).map_err(raised)
    }
}

/// The folder that is asked for, or that of the study's name.
fn folder_of(study: &Study, out: Option<PathBuf>) -> RunFolder {
    RunFolder::new(out.unwrap_or_else(|| Path::new("runs").join(&study.name)))
}

/// What every stage will take.
#[pyfunction]
pub(crate) fn plan_study<'py>(
    py: Python<'py>,
    choice: Choice<'py>,
    out: Option<PathBuf>,
    within: Option<Bound<'py, PyAny>>,
    watching: Watching<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let study = choice.study()?;
    let folder = folder_of(&study, out);
    let within = within.map(|span| request::<Span>("within", &span).map(|span| span.seconds)).transpose()?;
    let mut plan = watched(py, &watching, |watch| plan(&study, &folder, within, watch))?;
    plan.advice = plan.advice.map(|line| in_python(&line));
    to_python(py, &plan)
}

/// Runs every stage; returns the folder.
#[pyfunction]
pub(crate) fn run_study(
    py: Python<'_>,
    choice: Choice<'_>,
    out: Option<PathBuf>,
    watching: Watching<'_>,
) -> PyResult<PathBuf> {
    let study = choice.study()?;
    let folder = folder_of(&study, out);
    Ok(watched(py, &watching, |watch| run(&study, &folder, watch))?.run)
}

/// What the run in a folder has left so far.
#[pyfunction]
pub(crate) fn run_results(py: Python<'_>, folder: PathBuf) -> PyResult<Bound<'_, PyAny>> {
    let folder = RunFolder::new(folder);
    let study = Study::read(&folder.study()).map_err(raised)?;
    let found = to_python(py, &py.detach(|| results(&study, &folder)).map_err(raised)?)?;
    // Not through JSON: a path need not be valid text.
    found.set_item("report", folder.report().as_os_str())?;
    for player in found.get_item("players")?.try_iter()? {
        let player = player?;
        let file: String = player.get_item("variant")?.extract()?;
        let strategy = folder.strategy(&file).map_err(raised)?;
        player.set_item("strategy", strategy.exists().then_some(strategy.as_os_str()))?;
    }
    Ok(found)
}

fn results(study: &Study, folder: &RunFolder) -> Result<Value, StudyError> {
    let (mut leagues, mut measured, mut standings) = (Vec::new(), Vec::new(), Vec::new());
    for training in study.training_names() {
        let league = LeagueFile::read(folder, training)?;
        standings.extend(league.as_ref().and_then(|league| Standings::of(training, league)));
        leagues.push(json!({ "training": training, "found": league }));
        measured.push(json!({ "training": training, "found": ExploitabilityFile::read(folder, training)? }));
    }
    let mut stages = Vec::new();
    for (name, _) in &study.order().stages {
        stages.extend(StageRecord::read(&folder.stage(name)?)?);
    }
    Ok(json!({
        "study": study.name,
        "stages": stages,
        "players": players(study),
        "begun": begun(study, folder)?,
        "leagues": leagues,
        "doubling": Doubling::of(study, &standings).map(doubling),
        "exploitability": measured,
        "stability": StabilityFile::read(folder).comparisons,
        "quality": quality(folder)?,
    }))
}

/// What twice the training does to the lead, with the sentence that the report has for it.
fn doubling(found: Doubling) -> Value {
    let mut document = json!(found);
    document["claim"] = json!(found.verdict().claim);
    document
}

/// Every player that the study trains.
fn players(study: &Study) -> Vec<Value> {
    let order = study.order();
    let described = |player: &Player| {
        let variant = &order.variants[player.variant];
        json!({
            "variant": player.file,
            "player": player.name,
            "setting": order.settings[variant.setting],
            "clustering": variant.clustering,
            "training": study.training_name(player.plan),
            "cards": player.training,
        })
    };
    order.players.iter().map(described).collect()
}

/// The variants whose training has left something to read.
fn begun(study: &Study, folder: &RunFolder) -> Result<Vec<String>, StudyError> {
    let mut begun = Vec::new();
    for player in &study.order().players {
        if folder.checkpoint(&player.file)?.exists() || folder.training_curve(&player.file)?.exists() {
            begun.push(player.file.clone());
        }
    }
    Ok(begun)
}

/// The file of bucket quality, which the report leaves.
fn quality(folder: &RunFolder) -> Result<Value, StudyError> {
    let path = folder.quality();
    let Some(text) = read_text_if_there(&path, MOST_DOCUMENT_BYTES)? else { return Ok(Value::Null) };
    let refuse = |problem: String| StudyError::File { path: path.clone(), problem };
    let quality: Value =
        serde_json::from_str(&text).map_err(|error| refuse(format!("not a file of bucket quality ({error})")))?;
    match &quality["files"] {
        Value::Array(_) => Ok(quality),
        _ => Err(refuse("not a file of bucket quality (no list 'files')".to_owned())),
    }
}
