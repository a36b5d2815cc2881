//! What a player's line means to the dealer who waits for an action.

use solver::game::{Action, Node};
use std::fmt;

use super::game::AcpcGame;
use super::match_state::MatchState;

/// What to make of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A legal action; with a warning if it replaces what the player sent.
    Action(Action, Option<Warning>),
    /// Nothing; the dealer goes on waiting. Comments are ignored without a warning.
    Ignored(Option<Warning>),
}

/// Something odd that does not end the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Warning {
    /// A line that is neither a state nor a comment.
    NotAState,
    /// An answer to a state other than the last one sent.
    OtherState,
    /// No action where one should be.
    UnreadableAction,
    /// An action that is not legal here.
    IllegalAction(Action),
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAState => f.write_str("sent a line that is not a state of this game; ignored"),
            Self::OtherState => f.write_str("answered another state than the last one; ignored"),
            Self::UnreadableAction => f.write_str("gave no action that can be read (f, c or r); taken as a call"),
            Self::IllegalAction(action) => {
                write!(f, "gave the action {action}, which is not legal here; taken as a call")
            }
        }
    }
}

/// Reads a line (without its end) that came while `decision` was to be made and `state` was the last line sent.
///
/// As in the competition's dealer, the first letter decides; anything after it is ignored.
pub fn read_answer(game: &AcpcGame, decision: &Node, state: &str, line: &[u8]) -> Answer {
    if matches!(line.first(), Some(b'#' | b';')) {
        return Answer::Ignored(None);
    }
    // Nearly every line begins with the state that was sent, which need not be parsed.
    let action = match line.strip_prefix(state.as_bytes()) {
        Some(rest) if rest.first().is_none_or(|&next| next == b':') => rest.get(1),
        _ => {
            let is_state = str::from_utf8(line).is_ok_and(|line| MatchState::parse(game, line).is_some());
            return Answer::Ignored(Some(if is_state { Warning::OtherState } else { Warning::NotAState }));
        }
    };
    match action.and_then(|&letter| Action::from_letter(letter as char)) {
        None => Answer::Action(Action::Call, Some(Warning::UnreadableAction)),
        Some(action) if decision.actions.contains(&action) => Answer::Action(action, None),
        Some(action) => Answer::Action(Action::Call, Some(Warning::IllegalAction(action))),
    }
}
