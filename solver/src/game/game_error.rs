//! What can be wrong with a game definition or a betting history, and what to do about it.

use evaluator::deck::Deck;
use evaluator::words::did_you_mean;
use std::path::{Path, PathBuf};
use tables::error::{Failure, Kind};
use tables::text::visible;
use thiserror::Error;

/// The games that are built in.
pub const NAMES: [&str; 5] = ["holdem", "holdem-nolimit", "push-fold", "kuhn", "leduc"];

/// A game or a history that cannot be played. Lines and characters are counted from 1; what was found is quoted without
/// control characters and cut to 60 characters.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GameError {
    #[error(
        "'{name}' is not a game; give {} or the path of an ACPC game file{}",
        NAMES.join(", "), did_you_mean(name, NAMES)
    )]
    UnknownName { name: String },
    #[error("{problem}")]
    Unreadable { path: PathBuf, problem: String },
    #[error("{}: {error}", .path.display())]
    InFile { path: PathBuf, error: Box<GameError> },
    #[error("line {line}: expected {expected}, found '{found}'; {advice}")]
    Syntax {
        /// Line number; one past the last line where the text ends too early.
        line: usize,
        expected: String,
        found: String,
        advice: String,
    },
    #[error(
        "line {line}: expected each key once, found '{key}' again (first on line {first_line}); remove one of them"
    )]
    DuplicateKey { line: usize, first_line: usize, key: &'static str },
    #[error("expected a line '{key}', found none up to line {line}; add it before END GAMEDEF, such as '{example}'")]
    MissingKey {
        /// Line number of `END GAMEDEF`.
        line: usize,
        key: &'static str,
        example: &'static str,
    },
    #[error("line {line}: expected {expected} value(s) for '{key}', one per {per}, found {found}; write {expected}")]
    WrongLength {
        line: usize,
        key: &'static str,
        expected: usize,
        found: usize,
        /// What each value belongs to: `game`, `player` or `round`.
        per: &'static str,
    },
    #[error("line {line}: expected '{key}' {expected}, found {found}; change the value")]
    OutOfRange {
        line: usize,
        key: &'static str,
        /// The accepted numbers, such as `from 1 to 4`.
        expected: String,
        found: i64,
    },
    #[error("line {line}: expected {expected}, found {found}; {advice}")]
    Unsupported { line: usize, expected: String, found: String, advice: &'static str },
    #[error("line {line}: stacks of {} and {}: only equal stacks are supported", .stacks[0], .stacks[1])]
    UnequalStacks { line: usize, stacks: [i64; 2] },
    #[error("stack of {found} big blinds: expected {expected}; change --stack or the line 'stack'")]
    Stack { found: String, expected: String },
    #[error("{name} is a limit game and takes no stack and no bet sizes; leave them out, or give a no-limit game")]
    OptionsOfLimitGame { name: String },
    #[error("line {line}, column {column}: {problem}")]
    Sizes { line: usize, column: usize, problem: String },
    #[error("bet sizes: {problem}")]
    UnfitSizes { problem: String },
    #[error("expected a betting tree of at most {most} decisions, found {found}; {advice}")]
    TreeTooLarge { most: u64, found: String, advice: String },
    #[error("betting '{history}', character {position}: expected {expected}, found {found}; {advice}")]
    History {
        history: String,
        /// Which character is wrong; one past the last where the history ends too early.
        position: usize,
        expected: String,
        found: String,
        advice: &'static str,
    },
    #[error(
        "round {round} has {shapes} betting trees of different shape, expected one as in limit games: single deals and \
         hands are not played without a limit; choose boards (train --sampler public, match --method boards)"
    )]
    SeveralShapes {
        /// Round number, from 0.
        round: usize,
        shapes: usize,
    },
    #[error(
        "game '{name}': expected hold'em with {deck} cards, found another game; give holdem or holdem-nolimit with \
         --deck, and small games to solve"
    )]
    NotHoldem { name: String, deck: Deck },
    #[error("{what} limit games only, so far; give a limit game")]
    NoLimit { what: &'static str },
}

impl GameError {
    /// The same with the file it was found in.
    pub(super) fn in_file(self, path: &Path) -> Self {
        Self::InFile { path: path.to_owned(), error: Box::new(self) }
    }
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
