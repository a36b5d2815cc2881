//! Logs as they are given: the competition's logs and poker hand histories of heads-up limit hold'em, any number of
//! files.

use matches::acpc::game::AcpcGame;
use matches::acpc::hand_log::LogLine;
use matches::acpc::hand_record::HandRecord;
use matches::acpc::phh_reader::read_histories;
use solver::game::GameDefinition;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use crate::error::CompanionError;

/// What has to stand in a line.
const EXPECTED: &str = "a finished hand of heads-up limit hold'em";
const ADVICE: &str = "give logs of a dealer or of 'equipoise match --log', or poker hand histories (.phhs)";

/// A finished hand, its players by number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoggedHand {
    /// Who sat in positions 0 and 1.
    pub players: [usize; 2],
    /// Cards, betting and chips.
    pub record: HandRecord,
}

/// All hands of all files.
#[derive(Clone, Debug)]
pub struct Hands {
    /// The game.
    pub game: AcpcGame,
    /// The players' names, in the order in which they first appear.
    pub names: Vec<String>,
    /// The hands, file by file.
    pub hands: Vec<LoggedHand>,
    /// Files whose last line was cut off; the rest of them was read.
    pub cut_off: Vec<PathBuf>,
}

/// Reads all files.
///
/// # Errors
/// [`CompanionError::Input`] for a file that cannot be read, is given twice, has no hands or has anything else than
/// hands of heads-up limit hold'em. A last line that was being written when something broke is left out.
pub fn read_logs(files: &[PathBuf]) -> Result<Hands, CompanionError> {
    let mut hands = Hands {
        game: AcpcGame::new(GameDefinition::holdem_limit()),
        names: Vec::new(),
        hands: Vec::new(),
        cut_off: Vec::new(),
    };
    let mut numbers = HashMap::new();
    for (place, file) in files.iter().enumerate() {
        if files[..place].contains(file) {
            let what = file.display().to_string();
            return Err(CompanionError::input(what, "given twice", "different logs", "give each file once"));
        }
        let (records, is_cut) = read_file(&hands.game, file)?;
        if records.is_empty() {
            let what = file.display().to_string();
            return Err(CompanionError::input(what, "no finished hand in it", EXPECTED, ADVICE));
        }
        if is_cut {
            hands.cut_off.push(file.clone());
        }
        for record in records {
            let players = record.names.each_ref().map(|name| {
                *numbers.entry(name.clone()).or_insert_with(|| {
                    hands.names.push(name.clone());
                    hands.names.len() - 1
                })
            });
            hands.hands.push(LoggedHand { players, record });
        }
    }
    Ok(hands)
}

/// A file's hands, and whether its last line was cut off.
fn read_file(game: &AcpcGame, file: &Path) -> Result<(Vec<HandRecord>, bool), CompanionError> {
    let unreadable = |reason: String| {
        CompanionError::input(file.display().to_string(), reason, "a log that can be read", "check the path")
    };
    let bytes = std::fs::read(file).map_err(|error| unreadable(format!("cannot be read ({error})")))?;
    let text = String::from_utf8(bytes).map_err(|_| unreadable("is no text".to_owned()))?;
    let wrong = |line: usize, found: String| {
        CompanionError::input(format!("{}: line {line}", file.display()), found, EXPECTED, ADVICE)
    };
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    if first.is_some_and(|line| line.starts_with('[') || line.starts_with("variant")) {
        let histories = read_histories(game, &text).map_err(|error| wrong(error.line, error.problem))?;
        return Ok((histories.hands, histories.is_cut_off));
    }
    let mut records = Vec::new();
    let mut lines = text.split('\n').enumerate().peekable();
    while let Some((number, line)) = lines.next() {
        let is_last = lines.peek().is_none();
        match LogLine::parse(game, line.trim_end_matches('\r')) {
            Some(LogLine::Hand(record)) => records.push(record),
            Some(LogLine::Comment | LogLine::Score(_)) => {}
            // What stands behind the last line's end was being written when something broke.
            None if is_last => return Ok((records, true)),
            None => return Err(wrong(number + 1, format!("'{}'", shortened(line)))),
        }
    }
    Ok((records, false))
}

/// The beginning of a line, for an error of one line.
fn shortened(line: &str) -> String {
    let mut short: String = line.chars().filter(|letter| !letter.is_control()).take(60).collect();
    if line.chars().count() > 60 {
        short.push('…');
    }
    short
}
