//! What each action of a strategy is worth at a spot, as the explorer's page says it.

use evaluator::holding::HOLDINGS;
use explorer::explorer::Game;
use explorer::spot::Spot;
use explorer::worth::{HoldingValues, Wanted, action_values as values_of};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::failure::wrong;
use super::players::{Kind, Player};
use super::watched::{Watching, watched};

/// The worth of every legal action by holding, `[holding, action]`, and of the decision as the strategy plays it, in
/// mbb; over about so many boards, or all where there are few. `nan` stands where the opponent never comes.
#[pyfunction]
pub(crate) fn action_values<'py>(
    py: Python<'py>,
    player: PyRef<'py, Player>,
    board: &str,
    betting: &str,
    boards: usize,
    watching: Watching<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let Kind::Agent(agent) = player.kind()? else {
        let name = player.name();
        return Err(wrong(format!("player '{name}': a function has no values; write a strategy file of it")));
    };
    let definition = player.definition();
    let agent = agent.at_table(&definition);
    let deck = definition.holdem_deck().unwrap_or_default();
    let game = py.detach(|| Game::new(definition, deck));
    let spot = Spot::read(&game, board, betting).map_err(|error| wrong(error.to_string()))?;
    let found = watched(py, &watching, |watch| values_of(&game, &agent, &spot, Wanted::boards(boards), watch))?;
    let actions = game.tree.action_texts(&game.tree[spot.decision]);
    let table = |of: fn(&HoldingValues) -> &[Option<f64>]| -> PyResult<Bound<'py, PyArray2<f64>>> {
        let row = |holding: usize| found.actions.iter().map(move |values| of(values)[holding].unwrap_or(f64::NAN));
        PyArray1::from_vec(py, (0..HOLDINGS).flat_map(row).collect()).reshape([HOLDINGS, actions.len()])
    };
    let here = found.here.first().map_or(&[][..], |here| &here.mbb);
    let here: Vec<f64> = here.iter().map(|value| value.unwrap_or(f64::NAN)).collect();
    let document = PyDict::new(py);
    document.set_item("mbb", table(|values| &values.mbb)?)?;
    document.set_item("standard_errors", table(|values| &values.standard_errors)?)?;
    document.set_item("actions", actions)?;
    document.set_item("here", here.into_pyarray(py))?;
    document.set_item("mean", found.mean)?;
    document.set_item("mean_error", found.mean_error)?;
    document.set_item("boards", found.boards)?;
    document.set_item("of", found.of)?;
    document.set_item("is_exact", found.of == Some(found.boards))?;
    Ok(document)
}
