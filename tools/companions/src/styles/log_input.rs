//! The hands of logs, their players by number.
//!
//! A log may be of any limit game of two players; one game at several stakes is one game.

use matches::acpc::hand_log::HandRecord;
use matches::acpc::log_reader::{LoggedHands, Reading, SkippedHand};
use matches::acpc::match_state::AcpcGame;
use std::collections::HashMap;
use std::path::PathBuf;

use crate::error::CompanionError;

/// A finished hand, its players by number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoggedHand {
    /// Who sat in positions 0 and 1.
    pub players: [usize; 2],
    /// Its game's number.
    pub game: usize,
    /// Cards, betting and chips.
    pub record: HandRecord,
}

/// All hands of all files.
#[derive(Clone, Debug)]
pub struct Hands {
    pub games: Vec<AcpcGame>,
    /// The players' names, in the order in which they first appear.
    pub names: Vec<String>,
    /// The hands, file by file.
    pub hands: Vec<LoggedHand>,
    /// Files whose last line was cut off; the rest of them was read.
    pub cut_off: Vec<PathBuf>,
    /// Hands that were left out.
    pub skipped: Vec<SkippedHand>,
    /// What could not be checked, and where a log contradicts itself.
    pub remarks: Vec<String>,
}

impl Hands {
    /// A hand's game.
    pub fn game_of(&self, hand: &LoggedHand) -> &AcpcGame {
        &self.games[hand.game]
    }
}

/// Reads all files.
pub fn read_logs(files: &[PathBuf], reading: &Reading) -> Result<Hands, CompanionError> {
    let logs = LoggedHands::read_as(files, reading)?;
    let mut names: Vec<String> = Vec::new();
    let mut numbers = HashMap::new();
    let hands = logs.hands.into_iter().map(|hand| {
        let players = hand.record.names.each_ref().map(|name| {
            *numbers.entry(name.clone()).or_insert_with(|| {
                names.push(name.clone());
                names.len() - 1
            })
        });
        LoggedHand { players, game: hand.game, record: hand.record }
    });
    let hands = hands.collect();
    let LoggedHands { games, cut_off, skipped, remarks, .. } = logs;
    Ok(Hands { games, names, hands, cut_off, skipped, remarks })
}
