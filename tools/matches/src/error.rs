//! What can go wrong with agents and matches: one line each that says what, where and what to do.

use evaluator::deck::Deck;
use evaluator::round::Round;
use evaluator::words::did_you_mean;
use solver::error::SolverError;
use solver::game::GameError;
use solver::policy::FixedPolicy;
use std::io;
use std::path::{Path, PathBuf};
use tables::error::{Failure, Kind, TableError};
use tables::file::fingerprint::Fingerprint;
use tables::together::progress::Cancelled;
use thiserror::Error;

use super::acpc::error::AcpcError;

#[derive(Debug, Error)]
pub enum MatchError {
    #[error("'{name}': neither a built-in policy ({}) nor a file; check the spelling, or give a strategy file, a run \
        or a bundle{}", FixedPolicy::ALL.map(FixedPolicy::name).join(", "),
        did_you_mean(name, FixedPolicy::ALL.map(FixedPolicy::name)))]
    UnknownAgent { name: String },
    #[error("'{}': a built-in policy, which has no file; give a strategy file, a run or a bundle", policy.name())]
    NoStrategyFile { policy: FixedPolicy },
    #[error(
        "{}: no strategies there; give a run (made by 'equipoise train', 'run' or 'quickstart'), a strategy \
         file or a bundle",
        path.display()
    )]
    NoRun { path: PathBuf },
    #[error("{run}: has no strategy file of what was trained there ({}); write it with 'equipoise export {run}'",
        first_of(trained.iter().cloned()), run = run.display())]
    NotExported { run: PathBuf, trained: Vec<String> },
    #[error("{}: has {} strategies; name one of them: {}", run.display(), names.len(),
        first_of(names.iter().map(|name| run.join(name).display().to_string())))]
    SeveralStrategies { run: PathBuf, names: Vec<String> },
    #[error("{}: has no strategy '{name}'; name one of these: {}", run.display(),
        first_of(names.iter().map(|name| run.join(name).display().to_string())))]
    NoSuchStrategy { run: PathBuf, name: String, names: Vec<String> },
    #[error(
        "{}: a strategy of another game ({found}), expected heads-up hold'em; give a strategy trained on \
         holdem or holdem-nolimit",
        path.display()
    )]
    WrongGame { path: PathBuf, found: String },
    #[error("{name}: plays with a deck of {found} cards, expected one of {expected}; give players of one deck")]
    OtherDeck { name: String, expected: Deck, found: Deck },
    #[error("{name}: plays {found}; expected {expected}; give players of one game")]
    OtherGame { name: String, expected: String, found: String },
    #[error("{}: names no {street} bucket file; export the strategy again from its training", path.display())]
    NoParent { path: PathBuf, street: Round },
    #[error("{}: its {street} buckets (fingerprint {expected}) are not in {}{}{}; give their folder with --buckets",
        path.display(), list(searched), found.as_ref().map_or(String::new(), |found| {
            format!(", where {} has fingerprint {}", found.0.display(), found.1)
        }), dangling.as_ref().map_or(String::new(), |link| leads_nowhere(link)))]
    NoBuckets {
        path: PathBuf,
        street: Round,
        expected: Fingerprint,
        searched: Vec<PathBuf>,
        found: Option<Box<(PathBuf, Fingerprint)>>,
        dangling: Option<PathBuf>,
    },
    #[error(
        "{name}: {street}: a strategy for {expected} buckets, an abstraction with {found}; give the files that \
         were made together"
    )]
    UnfitBuckets { name: String, street: Round, expected: usize, found: usize },
    #[error("{}: cannot be read ({source}); check the path given with --buckets", path.display())]
    Folder { path: PathBuf, source: io::Error },
    #[error("{found} {what}: expected {expected}; give another number with --{what}")]
    Amount {
        /// The amount's flag: `hands`, `boards`, `deals`, `sets` or `deal-seeds`.
        what: &'static str,
        expected: &'static str,
        found: u64,
    },
    #[error("'{found}' is not a method of matches; choose boards, hands or (for two players) exact{}",
        did_you_mean(found, ["boards", "hands", "exact"]))]
    UnknownMethod { found: String },
    #[error("{found} players; a league needs at least two")]
    TooFewPlayers { found: usize },
    #[error("league of settings: {problem}; give every setting the same clusterings and every two players a match")]
    Unlabelled { problem: String },
    #[error(
        "{place}: {found}, expected {expected}; give logs of a dealer or of 'equipoise match --log', or poker \
             hand histories (.phhs), with the game they are of, or leave such hands out"
    )]
    BadLog { place: String, expected: String, found: String },
    #[error(
        "{place}: {name} acts as the strategy never does ({betting}); give the strategy that played, or name its \
             player with --player"
    )]
    NotItsPlay { place: String, name: String, betting: String },
    #[error(
        "{place}: {name} plays another game here than the strategy; leave out the strategy, or logs of other games"
    )]
    NotItsGame { place: String, name: String },
    #[error(
        "betting '{betting}' leads to the {street}, which needs {} board cards, not {found}; give another board or \
         other --betting",
        street.board_cards()
    )]
    WrongBoard { betting: String, street: Round, found: usize },
    #[error(
        "betting '{betting}' does not end a round: a spot begins with the first decision on the flop, turn or river, \
         as after rc/"
    )]
    WithinARound { betting: String },
    #[error("{}: not a strategy of this betting tree; give another", path.display())]
    WrongTree { path: PathBuf },
    #[error(transparent)]
    Solver(#[from] SolverError),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Log(Box<AcpcError>),
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl Failure for MatchError {
    fn kind(&self) -> Kind {
        match self {
            Self::Cancelled(_) => Kind::Stopped,
            Self::Solver(error) => error.kind(),
            Self::Table(error) => error.kind(),
            Self::Log(error) => error.kind(),
            _ => Kind::Input,
        }
    }
}

impl From<AcpcError> for MatchError {
    fn from(error: AcpcError) -> Self {
        Self::Log(Box::new(error))
    }
}

impl From<GameError> for MatchError {
    fn from(error: GameError) -> Self {
        Self::Solver(error.into())
    }
}

fn leads_nowhere(link: &Path) -> String {
    let place = link.read_link().unwrap_or_default();
    format!("; the link {} leads to {}, where nothing is", link.display(), place.display())
}

/// Names that are listed one by one.
const LISTED: usize = 12;

/// The first of many names, and how many more there are.
fn first_of(names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(LISTED);
    let mut listed: Vec<String> = names.take(LISTED).collect();
    if more > 0 {
        listed.push(format!("{more} more"));
    }
    listed.join(", ")
}

fn list(folders: &[PathBuf]) -> String {
    folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(" or ")
}
