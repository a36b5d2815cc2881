//! Single hands: played and written as the competition's logs and poker hand histories, read from either, and turned
//! into one another.

use evaluator::card::Card;
use matches::acpc::log_reader::{LoggedHand, LoggedHands};
use matches::acpc::phh::{PhhFile, hand_history};
use matches::logged_hands::{LogPlaces, log_hands};
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::path::PathBuf;
use tables::file::place::{ResultPlace, require_results};

use super::failure::{raised, wrong};
use super::files::to_python;
use super::players::{Kind, Player};
use super::watched::{Watching, watched};

/// How logs and hand histories begin, which may be replaced by others.
const LOG_BEGINS: &str = "# name/game/hands/seed ";
const HISTORIES_BEGIN: &str = "[1]\n";

/// Plays games and writes them; returns the chips of each player.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn play_hands(
    py: Python<'_>,
    first: PyRef<'_, Player>,
    second: PyRef<'_, Player>,
    games: u32,
    seed: u64,
    log: Option<PathBuf>,
    phh: Option<PathBuf>,
    watching: Watching<'_>,
) -> PyResult<[i64; 2]> {
    if games % 2 == 1 {
        return Err(wrong(format!("{games} games: expected an even number")));
    }
    let results = [(&log, LOG_BEGINS), (&phh, HISTORIES_BEGIN)];
    let results = results.map(|(path, begins)| Some(ResultPlace { path: path.as_deref()?, begins }));
    require_results(&results.into_iter().flatten().collect::<Vec<_>>(), &[]).map_err(raised)?;
    let agent = |player: &Player| match player.kind()? {
        Kind::Agent(agent) => Ok(agent),
        Kind::Function(..) => Err(wrong(format!("player '{}': a function does not play single hands", player.name()))),
    };
    let agents = [agent(&first)?, agent(&second)?];
    let places = LogPlaces { log: log.as_deref(), phh: phh.as_deref() };
    let work = |watch: &super::watched::Watch| log_hands([&agents[0], &agents[1]], games, seed, places, watch);
    Ok(watched(py, &watching, work)?.score.chips)
}

/// The finished hands of a file of either form.
fn hands_of(py: Python<'_>, file: PathBuf) -> PyResult<LoggedHands> {
    py.detach(|| LoggedHands::read(&[file])).map_err(raised)
}

fn cards(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect()
}

fn described(logs: &LoggedHands, logged: &LoggedHand) -> Value {
    let hand = &logged.record;
    let hole = hand.cards.hole.each_ref().map(|hole| cards(hole));
    let board: String = hand.cards.board.iter().map(|dealt| cards(dealt)).collect();
    json!({
        "hand": hand.hand,
        "betting": hand.betting,
        "hole": hole,
        "board": board,
        "chips": logged.chips_as_logged(logs.game_of(logged)),
        "players": hand.names,
    })
}

/// The hands of a log or of poker hand histories; position 0 is the big blind.
#[pyfunction]
pub(crate) fn read_hands(py: Python<'_>, file: PathBuf) -> PyResult<Bound<'_, PyAny>> {
    let logs = hands_of(py, file)?;
    let described: Vec<Value> = logs.hands.iter().map(|hand| described(&logs, hand)).collect();
    to_python(py, &described)
}

/// The hands of a log as the text of poker hand histories.
#[pyfunction]
pub(crate) fn histories_of_log(py: Python<'_>, log: PathBuf) -> PyResult<String> {
    let logs = hands_of(py, log)?;
    let is_other = |hand: &LoggedHand| PhhFile::check(logs.game_of(hand)).is_err();
    if let Some(hand) = logs.hands.iter().find(|hand| is_other(hand)) {
        let place = logs.place_of(hand);
        return Err(wrong(format!("{place}: a hand of another game than limit hold'em has no hand history")));
    }
    let histories = |hand: &LoggedHand| hand_history(logs.game_of(hand), &hand.record);
    Ok(logs.hands.iter().map(histories).collect::<Vec<_>>().join("\n"))
}
