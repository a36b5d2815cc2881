//! Learned values as a file: a few lines that say how they came about, one line a value, a checksum.
//!
//! ```text
//! equipoise daifugo values 1          kind and version
//! against psunder12                   how they were learned, as NAME VALUE
//! games 30000
//! rank held played value count        the columns of what follows
//! 3 1 1 -0.1234 5678                  108 lines: ranks 3 to 2, held 1 to 4, played 1 to 3 but no more than held
//! checksum 0123456789abcdef           xxh3-64 of all bytes before this line
//! ```

use std::fmt::Write as _;
use std::path::Path;

use tables::file::fingerprint::checksum;
use tables::file::reading::read_text;
use tables::file::sibling::write_text_atomically;

use crate::error::CompanionError;

use super::card_text::name_of_rank;
use super::cards::{LARGEST_SET, RANKS};
use super::learner::{Entry, HELD, Prior, Values};

pub const KIND: &str = "equipoise daifugo values";
const VERSION: u32 = 1;
const COLUMNS: &str = "rank held played value count";
/// No such file is longer; a larger one is not read at all.
const MOST_BYTES: u64 = 64 << 10;

/// Values and how they were learned.
#[derive(Clone, PartialEq, Debug)]
pub struct LearnedValues {
    pub values: Values,
    /// Names without blanks and what belongs to them, in the order of the file.
    pub origin: Vec<(String, String)>,
}

/// Every rank, number held and number played that has a value, in the order of the file.
pub fn kinds_of_play() -> impl Iterator<Item = (usize, usize, usize)> {
    let of_rank = |rank| (1..=HELD).flat_map(move |held| (1..=held.min(LARGEST_SET)).map(move |it| (rank, held, it)));
    (0..RANKS).flat_map(of_rank)
}

impl LearnedValues {
    /// Writes the file whole or not at all.
    pub fn write(&self, path: &Path) -> Result<(), CompanionError> {
        Ok(write_text_atomically(path, &self.to_text())?)
    }

    fn to_text(&self) -> String {
        let mut text = format!("{KIND} {VERSION}\n");
        for (name, value) in &self.origin {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name} {value}");
        }
        let _ = writeln!(text, "{COLUMNS}");
        for (rank, held, played) in kinds_of_play() {
            let entry = self.values.entry(rank, held, played);
            let _ = writeln!(text, "{} {held} {played} {} {}", name_of_rank(rank), entry.mean, entry.count);
        }
        let sum = checksum(text.as_bytes());
        let _ = writeln!(text, "checksum {sum:016x}");
        text
    }

    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, CompanionError> {
        parse(path, &read_text(path, MOST_BYTES)?)
    }
}

fn parse(path: &Path, text: &str) -> Result<LearnedValues, CompanionError> {
    let first = text.lines().next().unwrap_or("");
    let version = first.strip_prefix(KIND).map(str::trim);
    match version.map(str::parse::<u32>) {
        None => return Err(refused(path, "another kind of file", &format!("one that begins with '{KIND}'"))),
        Some(Ok(VERSION)) => {}
        Some(_) => {
            return Err(refused(path, &format!("version '{}'", shortened(first)), &format!("version {VERSION}")));
        }
    }
    let damaged = |found: &str| refused(path, found, "an undamaged file");
    let (body, last) = text.rsplit_once("checksum ").ok_or_else(|| damaged("no checksum: the file was cut off"))?;
    let sum = last.strip_suffix('\n').filter(|sum| sum.len() == 16).and_then(|sum| u64::from_str_radix(sum, 16).ok());
    if sum != Some(checksum(body.as_bytes())) {
        return Err(damaged("its checksum does not match its contents"));
    }
    let mut lines = body.lines().skip(1);
    let mut origin = Vec::new();
    for line in lines.by_ref().take_while(|&line| line != COLUMNS) {
        let (name, value) = line.split_once(' ').ok_or_else(|| damaged(&format!("line '{}'", shortened(line))))?;
        origin.push((name.to_owned(), value.to_owned()));
    }
    let mut values = Values::new(Prior::NONE);
    for (rank, held, played) in kinds_of_play() {
        let line = lines.next().ok_or_else(|| damaged("values are missing"))?;
        let start = format!("{} {held} {played} ", name_of_rank(rank));
        let entry = line.strip_prefix(&start).and_then(entry_of);
        values.set(rank, held, played, entry.ok_or_else(|| damaged(&format!("line '{}'", shortened(line))))?);
    }
    match lines.next() {
        None => Ok(LearnedValues { values, origin }),
        Some(line) => Err(damaged(&format!("one line too many, '{}'", shortened(line)))),
    }
}

/// A value in points, -2 to 2, and a count.
fn entry_of(text: &str) -> Option<Entry> {
    let (mean, count) = text.split_once(' ')?;
    let entry = Entry { mean: mean.parse().ok()?, count: count.parse().ok()? };
    (-2.0..=2.0).contains(&entry.mean).then_some(entry)
}

fn shortened(line: &str) -> String {
    line.chars().take(40).collect()
}

fn refused(path: &Path, found: &str, expected: &str) -> CompanionError {
    let advice = "learn the values again with equipoise daifugo learn";
    CompanionError::input(path.display().to_string(), found, expected, advice)
}
