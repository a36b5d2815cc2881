//! What logs say of their players: who won how much, with and without luck, and how each of them plays.

use companions::named::Named;
use companions::styles::log_input::read_logs;
use companions::styles::{Features, Settings, analyse};
use evaluator::words::did_you_mean;
use matches::acpc::log_reader::{LoggedHands, Reading};
use matches::agent::Agent;
use matches::logged_hands::second_of;
use matches::luck::judge::{Judged, KnownPlayer, Plays, judge_logs, require_game};
use pyo3::prelude::*;
use serde_json::{Value, json};
use solver::game::{GameDefinition, GameError};
use std::path::{Path, PathBuf};
use tables::text::written;

use super::failure::{in_python, raised, wrong};
use super::files::to_python;
use super::players::{Kind, Player};
use super::watched::{Watching, watched};

/// How logs are to be read: the game of all of them by its name or file, and whether hands that cannot be read are left
/// out.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct GivenLogs {
    files: Vec<PathBuf>,
    game: Option<PathBuf>,
    skip: bool,
}

impl GivenLogs {
    fn reading(&self) -> PyResult<Reading> {
        let game = self.game.as_deref().map(game_at_table).transpose().map_err(raised)?;
        Ok(Reading { game, skip: self.skip })
    }
}

/// A game by name, or by a file of it: at a table any amount may be bet.
fn game_at_table(name_or_file: &Path) -> Result<GameDefinition, GameError> {
    match GameDefinition::named(&written(name_or_file)) {
        Err(GameError::UnknownName { .. }) if name_or_file.exists() => {
            GameDefinition::read_for_table(name_or_file).map(|(game, _)| game)
        }
        known => known,
    }
}

/// Who won how much in logs: the document of the command `judge`.
#[pyfunction]
pub(crate) fn judge<'py>(
    py: Python<'py>,
    logs: GivenLogs,
    strategy: Option<PyRef<'py, Player>>,
    player: Option<String>,
    watching: Watching<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let reading = logs.reading()?;
    let logs = py.detach(|| LoggedHands::read_as(&logs.files, &reading)).map_err(raised)?;
    let agent = match &strategy {
        Some(strategy) => {
            let Kind::Agent(agent) = strategy.kind()? else {
                let name = strategy.name();
                return Err(wrong(format!("strategy '{name}': a function cannot judge; write a strategy file of it")));
            };
            Some(agent)
        }
        None => None,
    };
    let name = strategy.as_ref().map(|strategy| named_in(&logs, strategy.name(), player)).transpose()?;
    if let (Some(agent), Some(name)) = (&agent, &name) {
        if !agent.plays_limit() {
            return Err(wrong(format!(
                "strategy '{}': plays without a limit, where only the luck of the cards can be taken out; leave it out",
                agent.name()
            )));
        }
        require_game(&logs, name, &Agent::common_game(&[agent]).map_err(raised)?).map_err(raised)?;
    }
    let judged = watched(py, &watching, |watch| {
        let known = agent.map(|agent| KnownPlayer::new(agent, watch)).transpose()?;
        let plays = known.as_ref().zip(name.as_deref()).map(|(known, name)| Plays { known, name });
        judge_logs(&logs, plays, watch)
    })?;
    to_python(py, &document(&logs, &judged, name))
}

/// The name under which a strategy plays in logs: the given one, or its own.
fn named_in(logs: &LoggedHands, own: &str, given: Option<String>) -> PyResult<String> {
    let names = logs.names();
    let twin = second_of(own);
    if given.is_none() && names.contains(&twin.as_str()) {
        return Err(wrong(format!(
            "strategy: two in these logs are called '{own}'; say as player whether it plays {own} or {twin}"
        )));
    }
    let what = if given.is_some() { "player" } else { "strategy" };
    let name = given.unwrap_or_else(|| own.to_owned());
    if !names.contains(&name.as_str()) {
        let (known, meant) = (names.join(", "), did_you_mean(&name, names.iter().copied()));
        return Err(wrong(format!(
            "{what}: nobody in these logs is called '{name}'; say who plays it as player: {known}{meant}"
        )));
    }
    Ok(name)
}

fn document(logs: &LoggedHands, judged: &Judged, player: Option<String>) -> Value {
    let cut_off = logs.cut_off.iter().map(|file| format!("{}: its last hand is cut off", written(file)));
    json!({
        "players": judged.players,
        "hands": logs.hands.len(),
        "corrected_hands": judged.corrected_hands(),
        "correction": judged.strongest(),
        "pairs": judged.pairs,
        "player": player,
        "skipped": logs.skipped,
        "remarks": logs.remarks.iter().cloned().chain(cut_off).map(|line| in_python(&line)).collect::<Vec<_>>(),
    })
}

/// How the players of logs play: the document of the command `styles`.
#[pyfunction]
pub(crate) fn styles<'py>(
    py: Python<'py>,
    logs: GivenLogs,
    clusters: Option<usize>,
    features: &str,
    seed: u64,
    watching: Watching<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let reading = logs.reading()?;
    let features = Features::of_name(features).ok_or_else(|| {
        let (names, meant) = (Features::names().join(" or "), did_you_mean(features, Features::names()));
        wrong(format!("features: '{features}', expected {names}{meant}"))
    })?;
    let settings = Settings { clusters, features, seed };
    let mut report = watched(py, &watching, |watch| analyse(read_logs(&logs.files, &reading)?, &settings, watch))?;
    report.remarks.iter_mut().for_each(|line| *line = in_python(line));
    to_python(py, &report.to_json())
}
