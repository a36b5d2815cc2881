//! The hands of logs, their players by number.

use matches::acpc::game::AcpcGame;
use matches::acpc::hand_record::HandRecord;
use matches::acpc::log_reader::LoggedHands;
use std::collections::HashMap;
use std::path::PathBuf;

use crate::error::CompanionError;

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
/// As [`LoggedHands::read`].
pub fn read_logs(files: &[PathBuf]) -> Result<Hands, CompanionError> {
    let logs = LoggedHands::read(files)?;
    let mut names: Vec<String> = Vec::new();
    let mut numbers = HashMap::new();
    let hands = logs.hands.into_iter().map(|hand| {
        let players = hand.record.names.each_ref().map(|name| {
            *numbers.entry(name.clone()).or_insert_with(|| {
                names.push(name.clone());
                names.len() - 1
            })
        });
        LoggedHand { players, record: hand.record }
    });
    let hands = hands.collect();
    Ok(Hands { game: logs.game, names, hands, cut_off: logs.cut_off })
}
