//! What is agreed before a match: game, hands, seed, names, seats and time.

use std::fmt;
use tables::text::is_invisible;

use super::error::{AcpcError, shown};
use super::game::AcpcGame;
use super::time_limits::TimeLimits;

/// The terms of a match.
#[derive(Clone, Debug)]
pub struct MatchTerms {
    /// The match's name, without a folder.
    pub match_name: String,
    /// The game as it was asked for: a name or a path.
    pub game_name: String,
    pub game: AcpcGame,
    /// How many hands; at least 1.
    pub hands: u32,
    /// The seed of the cards.
    pub seed: u32,
    /// Who sits where; seat 0 is in position 0 in the first hand.
    pub names: [String; 2],
    /// Whether the seats keep their positions; otherwise these change with every hand.
    pub fixed_seats: bool,
    /// How long players may think.
    pub limits: TimeLimits,
}

impl MatchTerms {
    /// Checks that the log can carry all names, and tell the players apart.
    pub fn check(&self) -> Result<(), AcpcError> {
        if self.hands == 0 {
            let (expected, advice) = ("at least one", "say how many hands are to be played");
            return Err(AcpcError::Setting { what: "hands", expected, found: "0".to_owned(), advice });
        }
        for name in &self.names {
            if name.is_empty() || name.contains([':', '|']) || name.contains(is_invisible) {
                let expected =
                    "a name without ':', '|', line breaks and invisible letters, since logs are divided by them";
                let advice = "give another name";
                return Err(AcpcError::Setting {
                    what: "player's name",
                    expected,
                    found: format!("'{}'", shown(name)),
                    advice,
                });
            }
        }
        if self.names[0] == self.names[1] {
            let (expected, found) = ("two different names", format!("'{}' twice", shown(&self.names[0])));
            let advice = "give another name to one of them: their hands could not be told apart";
            return Err(AcpcError::Setting { what: "players' names", expected, found, advice });
        }
        for (what, text) in [("match name", &self.match_name), ("game file", &self.game_name)] {
            if text.is_empty() || text.contains(char::is_control) {
                let (expected, advice) = ("one line of text", "give another name");
                return Err(AcpcError::Setting { what, expected, found: format!("'{}'", shown(text)), advice });
            }
        }
        Ok(())
    }

    /// The seat (0 or 1) in a position of a hand; the reverse mapping is the same.
    pub fn seat_in(&self, position: usize, hand: u32) -> usize {
        if self.fixed_seats { position } else { (position + hand as usize) % 2 }
    }

    /// The name of each position in a hand.
    pub fn names_in(&self, hand: u32) -> [&str; 2] {
        [0, 1].map(|position| self.names[self.seat_in(position, hand)].as_str())
    }
}

/// The comment lines at the head of a log, without the last line's end.
impl fmt::Display for MatchTerms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { match_name, game_name, hands, seed, limits, .. } = self;
        writeln!(f, "# name/game/hands/seed {match_name} {game_name} {hands} {seed}")?;
        writeln!(f, "#--t_response {}", limits.response.as_millis())?;
        writeln!(f, "#--t_hand {}", limits.hand.as_millis())?;
        write!(f, "#--t_per_hand {}", limits.per_hand.as_millis())
    }
}
