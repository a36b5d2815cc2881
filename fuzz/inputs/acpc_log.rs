//! Lines of the competition's logs.

use matches::acpc::hand_log::LogLine;
use matches::acpc::match_files::Transaction;
use matches::acpc::match_state::AcpcGame;
use solver::game::GameDefinition;
use std::sync::OnceLock;

fn game() -> &'static AcpcGame {
    static GAME: OnceLock<AcpcGame> = OnceLock::new();
    GAME.get_or_init(|| AcpcGame::new(GameDefinition::holdem_limit()))
}

/// A line is refused or read; a transaction is written so that it reads the same.
pub fn try_input(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for line in text.lines() {
        let _ = LogLine::parse(game(), line);
        if let Some(transaction) = Transaction::parse(line) {
            let written = transaction.to_string();
            let again = Transaction::parse(&written).expect("our own line");
            assert_eq!(again.to_string(), written);
        }
    }
}
