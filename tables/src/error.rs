//! What can go wrong with a file: one line each that says what, where and what to do.

use evaluator::deck::Deck;
use evaluator::error::CardError;
use std::io;
use std::path::{Path, PathBuf};

use super::file::fingerprint::Fingerprint;
use super::file::header::FileKind;
use super::together::progress::Cancelled;

/// What was being done to a path when the operating system refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Finding and opening an existing file or folder.
    Open,
    /// Reading or mapping what was opened.
    Read,
    /// Making a new file or folder.
    Create,
    /// Reserving disk blocks for a new file.
    Reserve,
    /// Writing, flushing or synchronising.
    Write,
    /// Giving a finished file its name.
    Rename,
    /// Taking a lock.
    Lock,
    /// Getting memory for a table.
    Allocate,
}

crate::text::names!(Action, {
    Open => "open",
    Read => "read",
    Create => "create",
    Reserve => "reserve disk space for",
    Write => "write",
    Rename => "rename",
    Lock => "lock",
    Allocate => "get memory for",
});

/// What kind of failure an error is: for exit codes, and for exceptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An argument or an input file is at fault.
    Input,
    /// The work was stopped from outside, and can be done again.
    Stopped,
    /// The work failed: a full disk, a file that vanished.
    Failed,
}

/// The errors of all libraries. Each says in one line what, where, and what to do.
pub trait Failure: std::error::Error {
    fn kind(&self) -> Kind;

    /// Whether arguments or input files are at fault, rather than the work.
    fn is_input_error(&self) -> bool {
        self.kind() == Kind::Input
    }
}

impl Failure for CardError {
    fn kind(&self) -> Kind {
        Kind::Input
    }
}

impl Failure for Cancelled {
    fn kind(&self) -> Kind {
        Kind::Stopped
    }
}

/// Everything that can be wrong with a kept file or with keeping it.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    #[error("{}: cannot {action} it ({source}); {advice}", path.display())]
    Io { path: PathBuf, action: Action, source: io::Error, advice: String },
    #[error("{}: not an Equipoise file ({found}); give a file made by equipoise", path.display())]
    NotOurs { path: PathBuf, found: String },
    #[error("{}: it is {found}, not an ordinary file; give a file", path.display())]
    NotOrdinary { path: PathBuf, found: &'static str },
    #[error("{}: {found} bytes or more where at most {most} are read; give a shorter file, or the right one",
        path.display())]
    TooLong { path: PathBuf, most: u64, found: u64 },
    #[error("{}: not a text in UTF-8 (see byte {offset}); save it as UTF-8", path.display())]
    NotText { path: PathBuf, offset: u64 },
    #[error("{}: it is {found}, which is not written to; remove it or choose another place", path.display())]
    Foreign { path: PathBuf, found: String },
    #[error("{}: is there already, and no {}; choose another place, or remove it", path.display(), kind.noun())]
    Taken {
        path: PathBuf,
        /// What was to be written.
        kind: FileKind,
    },
    #[error(
        "{what}: needs {needed} bytes of memory, {available} are available; choose smaller settings or free some \
        memory"
    )]
    TooLittleMemory { what: String, needed: u64, available: u64 },
    #[error("{}: format version {found}, this program reads version {expected}; {}", path.display(),
        if found > expected { "use a newer program" } else { "make the file again with this program" })]
    Version { path: PathBuf, expected: u32, found: u32 },
    #[error("{}: {found} bytes where {expected} belong; the file was cut off or appended to, make it again",
        path.display())]
    Length { path: PathBuf, expected: u64, found: u64 },
    #[error("{}: damaged in {section} near byte {offset}; make the file again or restore a copy", path.display())]
    Damaged {
        path: PathBuf,
        /// Where: a section's name, `header`, `padding` or `trailer`.
        section: String,
        offset: u64,
    },
    #[error("{}: no bucket at hand {hand_index} of {hands}; run 'equipoise verify' on it and make it again",
        path.display())]
    NoBucket { path: PathBuf, hand_index: u64, hands: usize },
    #[error("{}: header not understood: {problem}; make the file again or restore a copy", path.display())]
    Header { path: PathBuf, problem: String },
    #[error(
        "{}: made for a deck of {found} cards, expected one of {expected}; give files of one deck, or --deck {found}",
        path.display()
    )]
    OtherDeck { path: PathBuf, expected: Deck, found: Deck },
    #[error("{}: a file of kind '{found}' where '{expected}' is needed; give the right file", path.display())]
    WrongKind { path: PathBuf, expected: FileKind, found: FileKind },
    #[error(
        "{}: its {name} has fingerprint {found}, expected {expected}; give the files that were made together or make \
         them again",
        path.display()
    )]
    WrongPartner {
        path: PathBuf,
        /// The partner's role, such as `river`.
        name: String,
        expected: String,
        found: String,
    },
    #[error("{}: {what}: expected {expected}, found {found}; give a file made for this purpose", path.display())]
    Shape { path: PathBuf, what: String, expected: String, found: String },
    #[error("{}: {what} {found} where only 0..{count} exist; run `equipoise verify` on the file and make it again",
        path.display())]
    OutOfRange {
        path: PathBuf,
        /// What is numbered, such as `bucket`.
        what: &'static str,
        count: u64,
        found: u64,
    },
    #[error("{}: buckets local to public clusters need the flop, and {who}; give buckets made without \
        --public-clusters, or train, measure and match on boards", path.display())]
    FlopNeeded { path: PathBuf, who: &'static str },
    #[error("{}: cell {cell} of {array} is {found}, expected a finite number; go on from an earlier copy or train \
        again", path.display())]
    NotFinite { path: PathBuf, array: String, cell: u64, found: f32 },
    #[error("{}: not written: {problem}; this is a fault in the program, please report it", path.display())]
    Unfinished { path: PathBuf, problem: String },
    #[error("{}: in use by process {}; wait for it or end it, or choose another folder with --out", path.display(),
        pid.map_or_else(|| "unknown".to_string(), |pid| pid.to_string()))]
    Busy { path: PathBuf, pid: Option<u32> },
    #[error("{}: expected a folder or nothing yet, found a file; give another --out", path.display())]
    NoFolder { path: PathBuf },
    #[error(
        "'{name}' cannot name a {what}; use letters, digits, '-', '_' and '.', starting with a letter or digit, at \
         most 100"
    )]
    Name { what: &'static str, name: String },
    #[error("{}: files are little-endian and mapped as they are; use a little-endian machine", path.display())]
    BigEndian { path: PathBuf },
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl Failure for TableError {
    fn kind(&self) -> Kind {
        match self {
            Self::Cancelled(_) => Kind::Stopped,
            Self::Io { action: Action::Open, source, .. } if source.kind() != io::ErrorKind::OutOfMemory => Kind::Input,
            Self::Io { .. } | Self::Unfinished { .. } | Self::BigEndian { .. } => Kind::Failed,
            _ => Kind::Input,
        }
    }
}

impl TableError {
    /// An operating system's refusal with the advice that fits it.
    pub fn io(path: &Path, action: Action, source: io::Error) -> Self {
        let advice = match (source.kind(), action) {
            (io::ErrorKind::NotFound, Action::Open) => match path.read_link() {
                Ok(place) => {
                    let place = place.display();
                    &format!("it is a link to {place}, where nothing is: give the file's new place")
                }
                Err(_) => "check the path",
            },
            (io::ErrorKind::NotFound, _) => "the folder does not exist, make it first",
            (io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem, Action::Open | Action::Read) => {
                "ask for the right to read it"
            }
            (io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem, _) => {
                "choose a folder you may write to with --out"
            }
            (io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded, _) => {
                "the disk is full, free some space or choose another with --out"
            }
            (io::ErrorKind::OutOfMemory, _) | (_, Action::Allocate) => "free some memory or choose smaller settings",
            (io::ErrorKind::NotADirectory, _) => "a file has the name of a folder on the way there",
            (io::ErrorKind::InvalidFilename, _) => "no file can have such a name, give a shorter one",
            (io::ErrorKind::IsADirectory, _) => "it is a folder, give a file",
            _ => "check the disk and try again",
        };
        Self::Io { path: path.into(), action, source, advice: advice.into() }
    }

    pub(crate) fn shape(path: &Path, what: impl Into<String>, expected: impl ToString, found: impl ToString) -> Self {
        let (expected, found) = (expected.to_string(), found.to_string());
        Self::Shape { path: path.into(), what: what.into(), expected, found }
    }

    pub(crate) fn partner(path: &Path, name: &str, expected: Option<Fingerprint>, found: Option<Fingerprint>) -> Self {
        let text = |fingerprint: Option<Fingerprint>| fingerprint.map_or("none".to_string(), |f| f.to_string());
        Self::WrongPartner { path: path.into(), name: name.into(), expected: text(expected), found: text(found) }
    }
}
