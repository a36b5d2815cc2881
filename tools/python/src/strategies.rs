//! Strategy files from a Python function: called with a betting, it says how each bucket acts there.

use exchange::bucket_strategy::BucketStrategy;
use exchange::error::ExchangeError;
use numpy::PyArrayMethods;
use pyo3::prelude::*;
use serde_json::{Map, json};
use std::path::PathBuf;
use std::sync::Arc;
use tables::buckets::set::BucketSet;
use tables::buckets::table::BucketTable;
use tables::together::progress::Cancelled;

use super::failure::{raised, wrong};
use super::policy::{PolicyCalls, required};
use super::watched::{Watching, watched_for};

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
