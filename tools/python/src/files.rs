//! Files from Python: their headers and where their arrays lie, so that Python can map them; handles that can be closed
//! before the object that holds them; documents of the libraries as dictionaries; and strategy files from a function
//! that says, for each betting, how each bucket acts.

use exchange::bucket_strategy::BucketStrategy;
use exchange::error::ExchangeError;
use matches::error::MatchError;
use matches::strategy_file::StrategyFile;
use numpy::PyArrayMethods;
use pyo3::prelude::*;
use serde::Serialize;
use serde_json::{Map, json};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use tables::buckets::set::BucketSet;
use tables::buckets::table::BucketTable;
use tables::contents;
use tables::file::array::ArrayFile;
use tables::file::header::FileKind;
use tables::strategy::bundle::BundleContents;
use tables::together::progress::Cancelled;

use super::failure::{WorkError, raised, wrong};
use super::policy::{PolicyCalls, required};
use super::watched::{Watching, locked, watched, watched_for};

/// Kind, fingerprint, recipe, parents, facts and sections of a file.
#[pyfunction]
pub(crate) fn inspect(py: Python<'_>, file: PathBuf) -> PyResult<Bound<'_, PyAny>> {
    to_python(py, py.detach(|| ArrayFile::open(&file)).map_err(raised)?.header())
}

/// Reads every byte of a file against its checksums, and what it holds as its readers do.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, file: PathBuf, watching: Watching<'_>) -> PyResult<()> {
    watched(py, &watching, |watch| contents::verify(&file, watch).map(drop))
}

/// Refuses a place where a file of a kind cannot be made, or where anything else lies: asked before the work whose
/// result it will hold.
#[pyfunction]
pub(crate) fn require_kind(py: Python<'_>, file: PathBuf, kind: &str) -> PyResult<()> {
    let kind: FileKind = serde_json::from_value(json!(kind)).map_err(|error| wrong(error.to_string()))?;
    py.detach(|| tables::file::place::require_kind(&file, kind)).map_err(raised)
}

/// Something that is there until it is closed; calls that run meanwhile keep their own hold on it.
pub struct Closable<T>(Mutex<Option<T>>);

impl<T: Clone> Closable<T> {
    /// Something open.
    pub fn new(held: T) -> Self {
        Self(Mutex::new(Some(held)))
    }

    /// What is held; once it is closed, an exception about `name`.
    pub fn get(&self, name: impl FnOnce() -> String) -> PyResult<T> {
        locked(&self.0).clone().ok_or_else(|| wrong(format!("{} is closed; open it again", name())))
    }

    /// Lets it go.
    pub fn close(&self) {
        // Dropped outside the lock: letting go of a Python object may run Python.
        let held = locked(&self.0).take();
        drop(held);
    }

    /// Whether it has been closed.
    pub fn is_closed(&self) -> bool {
        locked(&self.0).is_none()
    }
}

/// Anything that has a JSON form.
pub fn to_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let value = serde_json::to_value(value).map_err(|error| WorkError::new_err(error.to_string()))?;
    Ok(pythonize::pythonize(py, &value)?)
}

/// Writes a strategy file on three bucket files.
#[pyfunction]
pub(crate) fn write_strategy(
    py: Python<'_>,
    file: PathBuf,
    buckets: [PathBuf; 3],
    function: Bound<'_, PyAny>,
    name: String,
    watching: Watching<'_>,
) -> PyResult<()> {
    if !function.is_callable() {
        return Err(wrong(format!("strategy '{name}': expected a function of betting, found what cannot be called")));
    }
    // Opened together once, which refuses files of the wrong streets.
    let [flop, turn, river] = &buckets;
    BucketSet::open(flop, turn, river).map_err(raised)?;
    let open = |file: &PathBuf| BucketTable::open(file).map_err(raised);
    let tables = [open(flop)?, open(turn)?, open(river)?];
    let calls = Arc::new(PolicyCalls::default());
    let function = function.unbind();
    let recipe = Map::from_iter([("algorithm".to_owned(), json!("a function"))]);
    watched_for(py, &watching, &calls, |watch| {
        let ask = |betting: &str, rows: &mut [[f64; 3]]| {
            let answered = Python::attach(|py| calls.asked(py, || answer(function.bind(py), &name, betting, rows)));
            answered.map_err(|error| {
                calls.add(error);
                ExchangeError::Cancelled(Cancelled)
            })
        };
        BucketStrategy { buckets: &tables, recipe, facts: json!({}) }.write_asked(&name, ask, &file, watch)
    })?;
    Ok(())
}

/// Packs a strategy and its bucket files into one file.
#[pyfunction]
pub(crate) fn bundle(
    py: Python<'_>,
    strategy: PathBuf,
    file: PathBuf,
    folders: Vec<PathBuf>,
    watching: Watching<'_>,
) -> PyResult<()> {
    watched(py, &watching, |watch| {
        let strategy = StrategyFile::open(&strategy)?;
        let set = strategy.bucket_set(&folders)?;
        let contents = BundleContents { strategy: strategy.reader(), buckets: set.tables().each_ref() };
        contents.write(&file, watch)?;
        Ok::<_, MatchError>(())
    })
}

/// A function's answer to a betting, spread over all buckets where it is smaller.
fn answer(function: &Bound<'_, PyAny>, name: &str, betting: &str, rows: &mut [[f64; 3]]) -> PyResult<()> {
    let refused = |found: String| {
        let buckets = rows.len();
        wrong(format!(
            "strategy '{name}' after betting '{betting}': expected numbers that spread to the shape ({buckets}, 3), \
             found {found}"
        ))
    };
    let given = required(&function.call1((betting,))?).map_err(&refused)?;
    let readonly = given.try_readonly().map_err(|error| refused(error.to_string()))?;
    let array = readonly.as_array();
    let spread = array.broadcast([rows.len(), 3]).ok_or_else(|| refused(format!("the shape {:?}", array.shape())))?;
    for (to, row) in rows.iter_mut().zip(spread.rows()) {
        *to = [row[0], row[1], row[2]];
    }
    Ok(())
}
