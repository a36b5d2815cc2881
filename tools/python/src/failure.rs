//! The libraries' errors as Python exceptions, each with its one line.
//!
//! The libraries' advice in the words of this module: they speak of the command line's flags and commands, Python has
//! arguments and functions. Every line passes here, remarks and warnings, too.

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::fmt::Display;
use tables::error::{Failure, Kind};

create_exception!(
    equipoise,
    InputError,
    PyValueError,
    "An argument or an input file is wrong: what, where, what to do."
);
create_exception!(equipoise, Stopped, PyException, "The call was stopped by the handle it was given.");
create_exception!(equipoise, WorkError, PyRuntimeError, "The work failed: a disk that is full, a file that vanished.");

/// Adds the exceptions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("InputError", py.get_type::<InputError>())?;
    module.add("Stopped", py.get_type::<Stopped>())?;
    module.add("WorkError", py.get_type::<WorkError>())
}

/// An argument that is wrong, in one line.
#[derive(Debug)]
pub struct Wrong(pub String);

impl std::error::Error for Wrong {}

impl Failure for Wrong {
    fn kind(&self) -> Kind {
        Kind::Input
    }
}

impl Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// The exception of an error.
pub fn raised(error: impl Failure) -> PyErr {
    let line = in_python(&error.to_string());
    match error.kind() {
        Kind::Stopped => PyKeyboardInterrupt::new_err(line),
        Kind::Input => InputError::new_err(line),
        Kind::Failed => WorkError::new_err(line),
    }
}

/// The exception of a wrong argument.
pub fn wrong(line: impl AsRef<str>) -> PyErr {
    InputError::new_err(in_python(line.as_ref()))
}

/// What was found instead of an argument.
pub fn shown(given: &Bound<'_, PyAny>) -> String {
    // Python does not write whole numbers of more than some thousand digits.
    given.repr().map_or_else(|_| "a far larger number".to_owned(), |text| text.to_string())
}

/// What is said of flags and commands where no rule below would do, and what is said instead.
const PHRASES: [(&str, &str); 20] = [
    ("choose a folder you may write to with --out", "choose a folder you may write to"),
    ("choose another disk with --out", "choose another disk"),
    ("choose another with --out", "choose another disk"),
    ("choose another folder with --out", "choose another folder"),
    ("give another --out or --variant", "give another folder or variant"),
    ("another --out or --variant", "another folder or variant"),
    ("another --out", "another folder"),
    ("--sampler public", "sampler=\"public\""),
    ("--feature strength", "feature=\"strength\""),
    ("--opponent exact", "opponent=\"exact\""),
    ("--opponent-turn", "opponent_buckets"),
    ("--stack N", "stack"),
    // Most functions that take a player take no buckets for it.
    (
        "give their folder with --buckets",
        "give their folder as buckets of open_player, or as bucket_folders of a training",
    ),
    ("the path given with --buckets", "the path given as buckets"),
    ("with --counts", "with the numbers of buckets"),
    (
        "in the order that unindex --all --unordered writes",
        "in the order of unindex(street, range(hand_count(street)))",
    ),
    ("'equipoise train', 'run' or 'quickstart'", "train or run_study"),
    ("'equipoise exploit POLICY --flops all --reference FILE'", "exploit(player, \"all\", reference=FILE)"),
    ("exploit --flops all", "exploit(player, \"all\")"),
    ("what 'equipoise solve --save' writes", "a dictionary, or a file of what policy_text gives"),
];

/// Commands, and the functions that do the same.
const FUNCTIONS: [(&str, &str); 12] = [
    ("bundle", "bundle"),
    ("exploit", "exploit"),
    ("export", "Training.export"),
    ("inspect", "inspect"),
    ("judge", "judge"),
    ("match", "play_hands"),
    ("quickstart", "run_study(\"quickstart\")"),
    ("run", "run_study"),
    ("solve", "solve"),
    ("survey", "survey"),
    ("train", "train"),
    ("verify", "verify"),
];

/// A line of a library as this module says it.
pub fn in_python(line: &str) -> String {
    let mut said = line.to_owned();
    for (flag, argument) in PHRASES {
        said = said.replace(flag, argument);
    }
    as_arguments(&as_functions(&said))
}

/// Any command that is quoted, with whatever it is given, as the function that does it.
fn as_functions(line: &str) -> String {
    let mut said = line.to_owned();
    for (quote, begins) in [('\'', "'equipoise "), ('`', "`equipoise ")] {
        while let Some(place) = said.find(begins) {
            let command = &said[place + begins.len()..];
            let word = command.split([' ', quote]).next().unwrap_or_default();
            let function = FUNCTIONS.iter().find(|(name, _)| *name == word).map_or(word, |(_, function)| function);
            let Some(length) = command.find(quote) else { break };
            said = format!("{}{function}{}", &said[..place], &command[length + 1..]);
        }
    }
    said
}

/// Any other `--flag-name` as `flag_name`, with a number after it as `flag_name=number`; two dashes within a word, such
/// as a file's name, are left alone.
fn as_arguments(line: &str) -> String {
    let mut said = String::with_capacity(line.len());
    let mut left = line;
    while let Some(place) = left.find("--") {
        let (before, from) = left.split_at(place);
        said.push_str(before);
        let flag = &from[2..];
        let end = flag.find(|letter: char| !letter.is_ascii_lowercase() && letter != '-').unwrap_or(flag.len());
        let begins = before.chars().last().is_none_or(|letter| " ('\"".contains(letter));
        if begins && flag.starts_with(|letter: char| letter.is_ascii_lowercase()) {
            said.push_str(&flag[..end].replace('-', "_"));
            left = &flag[end..];
            if let Some(value) = left.strip_prefix(' ').filter(|it| it.starts_with(|it: char| it.is_ascii_digit())) {
                said.push('=');
                left = value;
            }
        } else {
            said.push_str("--");
            left = flag;
        }
    }
    said + left
}
