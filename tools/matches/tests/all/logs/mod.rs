//! Logs and hand histories as files: written, read back or refused; the tests of the command line make logs here, too.
#![allow(dead_code, reason = "the command line's tests only write logs")]

use matches::acpc::hand_log::{HandRecord, Score};
use matches::acpc::log_reader::LoggedHands;
use matches::acpc::match_state::AcpcGame;
use matches::acpc::table_cards::CardDealing;
use matches::agent::Agent;
use matches::logged_hands::{LogPlaces, log_hands};
use solver::game::{GameDefinition, PlayedAction};
use solver::policy::FixedPolicy;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use tables::error::Failure;
use tables::together::progress::Silent;

pub fn holdem() -> AcpcGame {
    AcpcGame::new(GameDefinition::holdem_limit())
}

pub fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

pub fn read(path: &Path) -> LoggedHands {
    LoggedHands::read(&[path.to_owned()]).unwrap_or_else(|error| panic!("{error}"))
}

/// The one line with which a file is refused.
pub fn refused(path: &Path) -> String {
    let error = LoggedHands::read(&[path.to_owned()]).unwrap_err();
    assert!(error.is_input_error() && error.to_string().lines().count() == 1, "{error}");
    error.to_string()
}

pub fn records(logs: &LoggedHands) -> Vec<HandRecord> {
    logs.hands.iter().map(|hand| hand.record.clone()).collect()
}

/// The competition's hold'em with the lines of some keys changed.
pub fn game_text(changes: &[(&str, &str)]) -> String {
    let text = GameDefinition::holdem_limit().to_acpc_text();
    let line = |line: &str| {
        let change = changes.iter().find(|(key, _)| line.starts_with(key));
        change.map_or(line.to_owned(), |(key, value)| format!("{key} = {value}"))
    };
    text.lines().map(|it| line(it) + "\n").collect()
}

/// A log of one who always raises and one who always calls, or folds one hand in three, under this head.
pub fn played_log(game: &GameDefinition, head: &str, hands: u32, names: [&str; 2], folds: bool) -> String {
    let (game, mut dealing) = (AcpcGame::new(game.clone()), CardDealing::new(game, 3));
    let mut score = Score { chips: [0; 2], names: names.map(str::to_owned) };
    let mut text = if head.is_empty() { String::new() } else { format!("# name/game/hands/seed m {head} {hands} 3\n") };
    for hand in 0..hands {
        let (cards, mut betting) = (dealing.deal(), game.start());
        while let Some(node) = betting.decision() {
            // Seat 0 raises, and sits in position 0 of even hands.
            let is_raiser = node.player == hand as usize % 2;
            let wanted = match (is_raiser, folds && hand % 3 == 2) {
                (true, _) => PlayedAction::Raise,
                (false, true) => PlayedAction::Fold,
                (false, false) => PlayedAction::Call,
            };
            if !betting.act(wanted) {
                betting.act(PlayedAction::Call);
            }
        }
        let seats = if hand % 2 == 0 { [0, 1] } else { [1, 0] };
        let record = HandRecord::of(hand, &betting, &cards, seats.map(|seat| names[seat])).unwrap();
        score.chips[seats[0]] += record.chips[0];
        score.chips[seats[1]] += record.chips[1];
        let _ = writeln!(text, "{record}");
    }
    let _ = writeln!(text, "{score}");
    text
}

/// Those who play the matches that are written out.
pub fn two_agents() -> [Agent; 2] {
    [FixedPolicy::CallRaise, FixedPolicy::Uniform].map(Agent::of_fixed)
}

/// Plays so many games and gives the texts of their log and of their hand histories.
pub fn played(games: u32) -> [String; 2] {
    let folder = tempfile::tempdir().unwrap();
    let [log, phh] = ["match.log", "match.phhs"].map(|name| folder.path().join(name));
    let places = LogPlaces { log: Some(&log), phh: Some(&phh) };
    log_hands(two_agents().each_ref(), games, 3, places, &Silent).unwrap();
    [log, phh].map(|path| std::fs::read_to_string(path).unwrap())
}
