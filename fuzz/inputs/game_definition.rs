//! Game definitions in the competition's format.

use solver::game::GameDefinition;

/// A game that is read is written so that it reads the same.
pub fn try_input(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(game) = GameDefinition::parse(text) {
        let written = game.to_acpc_text();
        assert_eq!(GameDefinition::parse(&written).expect("our own text").to_acpc_text(), written);
    }
}
