//! Single hands: played and written as the competition's logs and poker hand histories, read from either, and turned
//! into one another.

use evaluator::card::Card;
use matches::acpc::game::AcpcGame;
use matches::acpc::hand_log::LogLine;
use matches::acpc::hand_record::HandRecord;
use matches::acpc::phh::hand_history;
use matches::acpc::phh_reader::read_histories;
use matches::logged_hands::{LogPlaces, log_hands};
use pyo3::prelude::*;
use serde_json::{Value, json};
use solver::game::GameDefinition;
use std::path::{Path, PathBuf};

use crate::failure::{WorkError, wrong};
use crate::json::to_python;
use crate::players::{Kind, Player};
use crate::watched::watched;

/// Games that are written at most: some 100 MB.
const MOST_GAMES: u32 = 1_000_000;

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(play_hands, module)?)?;
    module.add_function(wrap_pyfunction!(read_hands, module)?)?;
    module.add_function(wrap_pyfunction!(histories_of_log, module)?)
}

/// Plays games and writes them; chips of each player.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
fn play_hands(
    py: Python<'_>,
    first: PyRef<'_, Player>,
    second: PyRef<'_, Player>,
    games: u32,
    seed: u64,
    log: Option<PathBuf>,
    phh: Option<PathBuf>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<[i64; 2]> {
    if !(2..=MOST_GAMES).contains(&games) || games % 2 == 1 {
        return Err(wrong(format!("{games} games: expected an even number from 2 to {MOST_GAMES}")));
    }
    if log.is_some() && log == phh {
        return Err(wrong("phh: the same file as log; give another one"));
    }
    let agent = |player: &Player| match player.kind()? {
        Kind::Agent(agent) => Ok(agent),
        Kind::Function(..) => Err(wrong(format!("player '{}': a function does not play single hands", player.name()))),
    };
    let agents = [agent(&first)?, agent(&second)?];
    let places = LogPlaces { log: log.as_deref(), phh: phh.as_deref() };
    let work = |watch: &crate::watched::Watch| log_hands([&agents[0], &agents[1]], games, seed, places, watch);
    Ok(watched(py, progress.as_ref(), work)?.chips)
}

fn holdem() -> AcpcGame {
    AcpcGame::new(GameDefinition::holdem_limit())
}

fn text_of(path: &Path) -> PyResult<String> {
    let refuse = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::OutOfMemory => WorkError::new_err(error.to_string()),
        _ => wrong(format!("{}: cannot be read ({error}); check the path", path.display())),
    };
    std::fs::read_to_string(path).map_err(refuse)
}

/// The finished hands of a file of either form.
fn hands_of(path: &Path) -> PyResult<Vec<HandRecord>> {
    let (game, text) = (holdem(), text_of(path)?);
    let is_log = text.lines().any(|line| line.starts_with("STATE:") || line.starts_with("SCORE:"));
    if !is_log {
        let histories = read_histories(&game, &text);
        let refuse = |error: matches::acpc::phh_reader::HistoryError| {
            wrong(format!(
                "{}: line {}: {}; expected hands of limit hold'em",
                path.display(),
                error.line,
                error.problem
            ))
        };
        return Ok(histories.map_err(refuse)?.hands);
    }
    let mut hands = Vec::new();
    for (number, line) in text.lines().enumerate() {
        match LogLine::parse(&game, line) {
            Some(LogLine::Hand(hand)) => hands.push(hand),
            Some(LogLine::Comment | LogLine::Score(_)) => {}
            // A log that is still written may end anywhere.
            None if number + 1 == text.lines().count() && !text.ends_with('\n') => {}
            None => {
                let path = path.display();
                return Err(wrong(format!("{path}: line {}: not a finished hand of limit hold'em", number + 1)));
            }
        }
    }
    Ok(hands)
}

fn cards(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect()
}

fn described(hand: &HandRecord) -> Value {
    let hole = hand.cards.hole.each_ref().map(|hole| cards(hole));
    let board: String = hand.cards.board.iter().map(|dealt| cards(dealt)).collect();
    json!({
        "hand": hand.hand,
        "betting": hand.betting,
        "hole": hole,
        "board": board,
        "chips": hand.chips,
        "players": hand.names,
    })
}

/// The hands of a log or of poker hand histories; position 0 is the big blind.
#[pyfunction]
fn read_hands(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyAny>> {
    to_python(py, &hands_of(&path)?.iter().map(described).collect::<Vec<_>>())
}

/// The hands of a log as the text of poker hand histories.
#[pyfunction]
fn histories_of_log(path: PathBuf) -> PyResult<String> {
    let game = holdem();
    Ok(hands_of(&path)?.iter().map(|hand| hand_history(&game, hand)).collect::<Vec<_>>().join("\n"))
}
