//! Lines of the competition's protocol, as a player and as a dealer read them.

use matches::acpc::match_state::{AcpcGame, MatchState, read_answer};
use solver::game::GameDefinition;
use std::sync::OnceLock;

fn games() -> &'static [AcpcGame; 2] {
    static GAMES: OnceLock<[AcpcGame; 2]> = OnceLock::new();
    GAMES.get_or_init(|| {
        ["holdem", "holdem-nolimit-20bb"].map(|name| AcpcGame::new(GameDefinition::named(name).expect("built in")))
    })
}

/// A state is refused, or written as it was read; a dealer takes any bytes for an answer, a warning or nothing.
pub fn try_input(data: &[u8]) {
    for game in games() {
        let decision = game.start().decision().expect("a player begins");
        let _ = read_answer(game, &decision, "MATCHSTATE:1:0::|Td4d", data);
        let Ok(line) = std::str::from_utf8(data) else { return };
        if let Some((state, rest)) = MatchState::parse(game, line) {
            let written = rest.map_or_else(|| state.to_string(), |rest| format!("{state}:{rest}"));
            assert_eq!(written, line);
        }
    }
}
