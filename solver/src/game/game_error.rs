//! What can be wrong with a game definition or a betting history, and what to do about it.

use std::path::PathBuf;
use tables::error::{Failure, Kind};
use tables::text::visible;
use thiserror::Error;

/// A game or a history that cannot be played. Lines and characters are counted from 1; what was found is quoted without
/// control characters and cut to 60 characters.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GameError {
    /// No built-in game has this name.
    #[error("'{name}' is not a game; give holdem, kuhn, leduc or the path of an ACPC game file")]
    UnknownName {
        /// The name that was asked for.
        name: String,
    },
    /// The file cannot be read as text.
    #[error("{problem}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Path, reason and advice, in one line.
        problem: String,
    },
    /// The file was read, but does not define a game that can be played here.
    #[error("{}: {error}", .path.display())]
    InFile {
        /// The file.
        path: PathBuf,
        /// What is wrong in it.
        error: Box<GameError>,
    },
    /// A line that does not belong in a game definition.
    #[error("line {line}: expected {expected}, found '{found}'; {advice}")]
    Syntax {
        /// Line number; one past the last line where the text ends too early.
        line: usize,
        /// What should be there.
        expected: String,
        /// What is there.
        found: String,
        /// What to do.
        advice: String,
    },
    /// The same key twice.
    #[error(
        "line {line}: expected each key once, found '{key}' again (first on line {first_line}); remove one of them"
    )]
    DuplicateKey {
        /// Line number of the second one.
        line: usize,
        /// Line number of the first one.
        first_line: usize,
        key: &'static str,
    },
    /// A key that every definition needs.
    #[error("expected a line '{key}', found none up to line {line}; add it before END GAMEDEF, such as '{example}'")]
    MissingKey {
        /// Line number of `END GAMEDEF`.
        line: usize,
        key: &'static str,
        /// An example line from hold'em.
        example: &'static str,
    },
    /// Too few values.
    #[error("line {line}: expected {expected} value(s) for '{key}', one per {per}, found {found}; write {expected}")]
    WrongLength {
        /// Line number.
        line: usize,
        key: &'static str,
        /// How many values there should be.
        expected: usize,
        /// How many there are.
        found: usize,
        /// What each value belongs to: `game`, `player` or `round`.
        per: &'static str,
    },
    /// A number that no game can have.
    #[error("line {line}: expected '{key}' {expected}, found {found}; change the value")]
    OutOfRange {
        /// Line number.
        line: usize,
        key: &'static str,
        /// The accepted numbers, such as `from 1 to 4`.
        expected: String,
        /// The number given.
        found: i64,
    },
    /// A valid game that this solver does not support.
    #[error("line {line}: expected {expected}, found {found}; {advice}")]
    Unsupported {
        /// Line number.
        line: usize,
        /// What is supported.
        expected: String,
        /// What was asked for.
        found: String,
        /// What to do.
        advice: &'static str,
    },
    /// A betting history that cannot happen.
    #[error("betting '{history}', character {position}: expected {expected}, found {found}; {advice}")]
    History {
        /// The whole history.
        history: String,
        /// Which character is wrong; one past the last where the history ends too early.
        position: usize,
        /// What is allowed there.
        expected: String,
        /// What was found there.
        found: String,
        /// What to do.
        advice: &'static str,
    },
    /// A round whose betting depends on how it was entered, so that no single template describes it.
    #[error(
        "round {round}: expected the same betting for every way to enter it, found entry {entry} to differ from \
         entry 0; use the betting tree itself for this game"
    )]
    UnequalSubtrees {
        /// Round number, from 0.
        round: usize,
        /// The first entry that differs.
        entry: usize,
    },
}

impl Failure for GameError {
    fn kind(&self) -> Kind {
        Kind::Input
    }
}

/// Input text, made fit for one line of an error: at most 60 characters, none of them a control character.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 60;
    // Cut after what cannot be seen was written out, too: an escape takes several letters.
    let short: String = text.chars().take(LONGEST).collect();
    let mut shown: String = visible(&short).chars().take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push_str("..");
    }
    shown
}
