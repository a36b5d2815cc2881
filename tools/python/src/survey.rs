//! What a strategy does on all flops.

use explorer::explorer::Game;
use explorer::survey::{BoardsBelow, Survey, document};
use pyo3::prelude::*;
use solver::measure::exploitability::KeptFlops;
use std::path::PathBuf;

use super::failure::{raised, wrong};
use super::files::to_python;
use super::players::{Kind, Player};
use super::watched::{Watching, watched};

/// The survey of one decision as a document: the command's, without its page.
#[pyfunction]
pub(crate) fn survey<'py>(
    py: Python<'py>,
    player: PyRef<'py, Player>,
    betting: Option<String>,
    boards: &str,
    keep: Option<PathBuf>,
    watching: Watching<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let Kind::Agent(agent) = player.kind()? else {
        let name = player.name();
        return Err(wrong(format!("player '{name}': a function is not surveyed; write a strategy file of it")));
    };
    let boards: BoardsBelow = boards.parse().map_err(|error| wrong(format!("boards: {error}")))?;
    let definition = player.definition();
    let agent = agent.at_table(&definition);
    let deck = definition.holdem_deck().unwrap_or_default();
    let game = py.detach(|| Game::new(definition, deck));
    let survey = Survey::new(&game, &agent, betting.as_deref(), boards).map_err(|error| wrong(error.to_string()))?;
    let identity = || Ok::<_, PyErr>(survey.identity(&player.identity()?));
    let kept = keep.map(|folder| KeptFlops::open(&folder, identity()?).map_err(raised)).transpose()?;
    let flops = watched(py, &watching, |watch| survey.on(&survey.all_flops(), kept.as_ref(), watch))?;
    to_python(py, &document(&survey, &flops))
}
