//! Spots: solved, opened, and asked decision by decision.

use evaluator::card::parse_cards;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use serde_json::json;
use solver::spot::{Averages, Bits, Lock, SolvedSpot, Spot, SpotDefinition, SpotPlace, SpotSolver, Stop, Target};
use std::path::PathBuf;
use std::time::Duration;

use super::failure::{in_python, raised, wrong};
use super::files::to_python;
use super::watched::{Watching, watched};

/// A solved spot: in memory, or in its file.
#[pyclass(frozen, module = "equipoise._native")]
pub(crate) struct SpotStrategy {
    kind: Kind,
}

enum Kind {
    Solver(Box<SpotSolver>),
    File(Box<SolvedSpot>),
}

/// Player, actions, holdings, their weights, `[holding][action]` probabilities, frequencies of the actions.
type Asked<'py> = (
    &'static str,
    Vec<String>,
    Vec<String>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray2<f32>>,
    Bound<'py, PyArray1<f64>>,
);

impl SpotStrategy {
    fn solved(&self) -> (&Spot, &dyn Averages) {
        match &self.kind {
            Kind::Solver(solver) => (solver.spot(), &**solver),
            Kind::File(solved) => (solved.spot(), &**solved),
        }
    }
}

#[pymethods]
impl SpotStrategy {
    /// How many cards its deck has.
    #[getter]
    fn deck(&self) -> usize {
        self.solved().0.definition().deck.cards()
    }

    /// The decision after some betting, on the spot's board and further cards.
    fn decision<'py>(&self, py: Python<'py>, betting: &str, cards: &str) -> PyResult<Asked<'py>> {
        let cards = parse_cards(cards).map_err(raised)?;
        let (spot, averages) = self.solved();
        let found = spot.decision(averages, &cards, betting).map_err(raised)?;
        let holdings = found.hands.iter().map(|it| it.holding.to_string()).collect();
        let weights: Vec<f64> = found.hands.iter().map(|it| it.weight).collect();
        let probabilities: Vec<f32> = found.hands.iter().flat_map(|it| it.probabilities.iter().copied()).collect();
        let shape = [found.hands.len(), found.actions.len()];
        Ok((
            ["oop", "ip"][found.player],
            found.actions,
            holdings,
            weights.into_pyarray(py),
            probabilities.into_pyarray(py).reshape(shape)?,
            found.frequencies.into_pyarray(py),
        ))
    }
}

/// The spot of a TOML text, or of JSON of the same keys.
fn definition(text: &str, is_json: bool) -> PyResult<SpotDefinition> {
    let found = if is_json { SpotDefinition::parse_json(text) } else { SpotDefinition::parse(text) };
    found.map_err(raised)
}

/// The canonical text of a spot, by which its file is known.
#[pyfunction]
pub(crate) fn spot_text(text: &str, is_json: bool) -> PyResult<String> {
    Ok(definition(text, is_json)?.to_toml())
}

/// Solves a spot: its answer, and what it does.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn solve_spot<'py>(
    py: Python<'py>,
    text: &str,
    is_json: bool,
    stop: (Option<String>, Option<u64>, Option<f64>),
    bits: u32,
    locks: Vec<(String, String)>,
    place: Option<(PathBuf, String)>,
    watching: Watching<'py>,
) -> PyResult<(Bound<'py, PyAny>, SpotStrategy)> {
    let definition = definition(text, is_json)?;
    let remarks: Vec<String> = definition.remarks.iter().map(|line| in_python(line)).collect();
    let locks = locks.iter().map(|(line, hands)| Lock::parse(line, hands)).collect::<Result<_, _>>();
    let spot = Spot::with_locks(definition, locks.map_err(raised)?).map_err(raised)?;
    let bits: Bits = bits.to_string().parse().map_err(|problem| wrong(format!("bits: {problem}")))?;
    let (target, iterations, seconds) = stop;
    let target = target.map(|text| text.parse::<Target>()).transpose();
    let target = target.map_err(|problem| wrong(format!("to: {problem}")))?;
    let time = seconds.map(Duration::try_from_secs_f64).transpose();
    let time = time.map_err(|_| wrong("time: expected a number of seconds above 0"))?;
    let stop = Stop::new(target, iterations, time);
    let place = place.map(|(folder, name)| SpotPlace::new(&folder, &name));
    let (solver, answer) =
        watched(py, &watching, |watch| solver::spot::solve_spot(spot, bits, &stop, place.as_ref(), watch))?;
    let mut document = serde_json::to_value(&answer).unwrap_or_default();
    document["remarks"] = json!(remarks);
    document["has_stalled"] = json!(solver.has_stalled());
    document["file"] = json!(place.map(|place| place.answer()));
    Ok((to_python(py, &document)?, SpotStrategy { kind: Kind::Solver(Box::new(solver)) }))
}

/// The file of a solved spot: what its header says, and what it does.
#[pyfunction]
pub(crate) fn open_spot(py: Python<'_>, path: PathBuf) -> PyResult<(Bound<'_, PyAny>, SpotStrategy)> {
    let solved = py.detach(|| SolvedSpot::open(&path)).map_err(raised)?;
    let header = solved.file().header();
    let mut document = header.meta.clone();
    document["iterations"] = header.recipe["iterations"].clone();
    document["bits"] = header.recipe["bits"].clone();
    document["file"] = json!(path);
    Ok((to_python(py, &document)?, SpotStrategy { kind: Kind::File(Box::new(solved)) }))
}
