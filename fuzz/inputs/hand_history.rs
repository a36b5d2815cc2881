//! Poker hand histories, of hold'em with and without a limit.

use matches::acpc::match_state::AcpcGame;
use matches::acpc::phh::hand_history;
use matches::acpc::phh_reader::read_histories;
use solver::game::GameDefinition;
use std::sync::OnceLock;

fn games() -> &'static [AcpcGame; 2] {
    static GAMES: OnceLock<[AcpcGame; 2]> = OnceLock::new();
    GAMES.get_or_init(|| {
        ["holdem", "holdem-nolimit-20bb"].map(|name| AcpcGame::new(GameDefinition::named(name).expect("built in")))
    })
}

/// Hands are refused, or written so that they read the same.
pub fn try_input(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for game in games() {
        let Ok(read) = read_histories(game, text) else { continue };
        for hand in read.hands {
            let written = hand_history(game, &hand);
            let again = read_histories(game, &written).expect("our own hand");
            let [again] = again.hands.as_slice() else { panic!("one hand became {}", again.hands.len()) };
            assert_eq!((&again.betting, &again.cards, &again.names), (&hand.betting, &hand.cards, &hand.names));
        }
    }
}
