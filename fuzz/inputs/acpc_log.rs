//! Lines of the competition's logs.

use matches::acpc::hand_log::LogLine;
use matches::acpc::match_files::Transaction;
use matches::acpc::match_state::AcpcGame;
use solver::game::GameDefinition;
use std::sync::OnceLock;

fn games() -> &'static [AcpcGame; 2] {
    static GAMES: OnceLock<[AcpcGame; 2]> = OnceLock::new();
    GAMES.get_or_init(|| {
        ["holdem", "holdem-nolimit-20bb"].map(|name| AcpcGame::new(GameDefinition::named(name).expect("built in")))
    })
}

/// A line is refused or read; a transaction is written so that it reads the same.
pub fn try_input(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for line in text.lines() {
        games().iter().for_each(|game| drop(LogLine::parse(game, line)));
        if let Some(transaction) = Transaction::parse(line) {
            let written = transaction.to_string();
            let again = Transaction::parse(&written).expect("our own line");
            assert_eq!(again.to_string(), written);
        }
    }
}
