//! Studies: planned, run, and what a run left.

use pyo3::prelude::*;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use study::error::StudyError;
use study::file::study::Study;
use study::plan::plan;
use study::results::exploitability::ExploitabilityFile;
use study::results::league::LeagueFile;
use study::results::stability::StabilityFile;
use study::run::run;
use tables::run_folder::RunFolder;
use tables::stage_record::StageRecord;

use crate::failure::{raised, wrong};
use crate::json::to_python;
use crate::training::Span;
use crate::watched::watched;

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(plan_study, module)?)?;
    module.add_function(wrap_pyfunction!(run_study, module)?)?;
    module.add_function(wrap_pyfunction!(run_results, module)?)
}

/// A study: a file or the name of a shipped one, the text of one, or its values as JSON.
fn study_of(form: &str, given: &str, seed: Option<u64>) -> PyResult<Study> {
    let nameless = Path::new("study");
    let study = match form {
        "file" => Study::named(Path::new(given)),
        "text" => Study::parse(given, nameless),
        _ => {
            let refuse = |error: String| wrong(format!("study: {error}; a study file has no such value"));
            let values: toml::Table = serde_json::from_str(given).map_err(|error| refuse(error.to_string()))?;
            Study::parse(&toml::to_string(&values).map_err(|error| refuse(error.to_string()))?, nameless)
        }
    };
    match seed {
        Some(seed) => study.and_then(|study| study.with_seed(seed)),
        None => study,
    }
    .map_err(raised)
}

/// The folder that is asked for, or that of the study's name.
fn folder_of(study: &Study, out: Option<PathBuf>) -> RunFolder {
    RunFolder::new(out.unwrap_or_else(|| Path::new("runs").join(&study.name)))
}

/// What every stage will take.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
fn plan_study<'py>(
    py: Python<'py>,
    form: &str,
    given: &str,
    seed: Option<u64>,
    out: Option<PathBuf>,
    within: Option<Span>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let study = study_of(form, given, seed)?;
    let (folder, within) = (folder_of(&study, out), within.map(|span| span.seconds()).transpose()?);
    to_python(py, &watched(py, progress.as_ref(), |watch| plan(&study, &folder, within, watch))?)
}

/// Runs every stage; the folder.
#[pyfunction]
fn run_study(
    py: Python<'_>,
    form: &str,
    given: &str,
    seed: Option<u64>,
    out: Option<PathBuf>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<PathBuf> {
    let study = study_of(form, given, seed)?;
    let folder = folder_of(&study, out);
    Ok(watched(py, progress.as_ref(), |watch| run(&study, &folder, watch))?.run)
}

/// What the run in a folder has left so far.
#[pyfunction]
fn run_results(py: Python<'_>, folder: PathBuf) -> PyResult<Bound<'_, PyAny>> {
    let folder = RunFolder::new(folder);
    let study = Study::read(&folder.study()).map_err(raised)?;
    let found = py.detach(|| results(&study, &folder)).map_err(raised)?;
    to_python(py, &found)
}

fn results(study: &Study, folder: &RunFolder) -> Result<Value, StudyError> {
    let (mut leagues, mut measured) = (Vec::new(), Vec::new());
    for training in study.training.iter().map(|training| training.name.as_deref()) {
        leagues.push(json!({ "training": training, "found": LeagueFile::read(folder, training)? }));
        measured.push(json!({ "training": training, "found": ExploitabilityFile::read(folder, training)? }));
    }
    let mut stages = Vec::new();
    for (name, _) in &study.order().stages {
        stages.extend(StageRecord::read(&folder.stage(name)?)?);
    }
    Ok(json!({
        "study": study.name,
        "report": folder.report(),
        "stages": stages,
        "players": players(study, folder)?,
        "leagues": leagues,
        "exploitability": measured,
        "stability": StabilityFile::read(folder).comparisons,
        "quality": quality(folder)?,
    }))
}

/// Everyone whom the study trains, and the strategy file where it is written.
fn players(study: &Study, folder: &RunFolder) -> Result<Vec<Value>, StudyError> {
    let order = study.order();
    let mut players = Vec::new();
    for player in &order.players {
        let (variant, strategy) = (&order.variants[player.variant], folder.strategy(&player.file)?);
        players.push(json!({
            "variant": player.file,
            "player": player.name,
            "setting": order.settings[variant.setting],
            "clustering": variant.clustering,
            "training": study.training[player.plan].name,
            "cards": player.training,
            "strategy": strategy.exists().then_some(strategy),
        }));
    }
    Ok(players)
}

/// The file of bucket quality, which the report leaves.
fn quality(folder: &RunFolder) -> Result<Value, StudyError> {
    let path = folder.quality();
    let Ok(text) = std::fs::read_to_string(&path) else { return Ok(Value::Null) };
    serde_json::from_str(&text)
        .map_err(|error| StudyError::File { path, problem: format!("not a file of bucket quality ({error})") })
}
