//! Poker hand histories, of limit hold'em and of small games.

use matches::acpc::match_state::AcpcGame;
use matches::acpc::phh::hand_history;
use matches::acpc::phh_reader::read_histories;
use solver::game::GameDefinition;
use std::sync::OnceLock;

fn game() -> &'static AcpcGame {
    static GAME: OnceLock<AcpcGame> = OnceLock::new();
    GAME.get_or_init(|| AcpcGame::new(GameDefinition::holdem_limit()))
}

/// Hands are refused, or written so that they read the same.
pub fn try_input(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(read) = read_histories(game(), text) else { return };
    for hand in read.hands {
        let written = hand_history(game(), &hand);
        let again = read_histories(game(), &written).expect("our own hand");
        let [again] = again.hands.as_slice() else { panic!("one hand became {}", again.hands.len()) };
        assert_eq!((&again.betting, &again.cards, &again.names), (&hand.betting, &hand.cards, &hand.names));
    }
}
