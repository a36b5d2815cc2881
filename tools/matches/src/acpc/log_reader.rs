//! Logs as they are given: the competition's logs and poker hand histories of limit games of two players, any number
//! of files, by any program.
//!
//! The text of a competition's log in sections: a head with what is announced, and the lines that follow it. A file may
//! hold several logs, one after another, and the head of one match more than once, where it was continued.

use serde::Serialize;
use solver::game::GameDefinition;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use tables::file::place::is_same_file;
use tables::file::reading::{MOST_LOG_BYTES, read_bytes, without_byte_order_mark};
use tables::text::written;

use super::competition_log::read_log;
use super::hand_log::HandRecord;
use super::history_sections::begins_history;
use super::log_game::{GamePlace, Games};
use super::match_state::AcpcGame;
use super::phh_reader::read_history_log;
use crate::error::MatchError;

/// The game where nothing says another.
const HOLDEM: &str = "heads-up limit hold'em";

/// What stands where bytes are not text in UTF-8: neither a log nor TOML may have it.
pub(super) const NOT_TEXT: char = '\0';

/// A hand with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoggedHand {
    /// Which of the files it is in.
    pub file: usize,
    /// Its line there, from 1; for a hand history, its first line.
    pub line: usize,
    /// Its game's number in [`LoggedHands::games`].
    pub game: usize,
    /// The chips of a big blind as the log counts them; for a hand history, as the game does.
    pub big_blind: i64,
    /// Cards, betting and chips, in the units of its game; position 0 is the big blind in hold'em.
    pub record: HandRecord,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SkippedHand {
    #[serde(serialize_with = "tables::text::serialize")]
    pub file: PathBuf,
    /// Its line there, from 1.
    pub line: usize,
    pub reason: String,
}

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Reading {
    /// The game that all of them are of; otherwise each is read as it says.
    pub game: Option<GameDefinition>,
    /// Whether hands that cannot be read are left out, rather than ending everything. What a hand's result is has no
    /// part in it.
    pub skip: bool,
}

/// All hands of all files.
#[derive(Clone, Debug)]
pub struct LoggedHands {
    /// The games, hold'em as the competition plays it first; one game at several stakes is there once.
    pub games: Vec<AcpcGame>,
    pub files: Vec<PathBuf>,
    /// The hands, file by file.
    pub hands: Vec<LoggedHand>,
    /// Files whose last hand was cut off; the rest of them was read.
    pub cut_off: Vec<PathBuf>,
    pub skipped: Vec<SkippedHand>,
    /// What could not be checked, and where a log contradicts itself.
    pub remarks: Vec<String>,
}

impl LoggedHand {
    /// What both positions won as the log counts chips.
    pub fn chips_as_logged(&self, game: &AcpcGame) -> [i64; 2] {
        self.record.chips.map(|chips| chips * self.big_blind / i64::from(game.definition().big_blind().0))
    }
}

impl LoggedHands {
    /// Reads all files, each as the game that it says.
    pub fn read(files: &[PathBuf]) -> Result<Self, MatchError> {
        Self::read_as(files, &Reading::default())
    }

    pub fn read_as(files: &[PathBuf], reading: &Reading) -> Result<Self, MatchError> {
        let mut all = Collected::new(files, reading);
        for (file, path) in files.iter().enumerate() {
            if files[..file].iter().any(|other| is_same_file(other, path)) {
                return Err(bad(path, None, "different logs", "given twice"));
            }
            all.read_file(file, path)?;
        }
        if all.hands.is_empty() {
            let path = files.first().map_or(Path::new(""), PathBuf::as_path);
            return Err(bad(path, None, "at least one finished hand", "no finished hand in it"));
        }
        Ok(all.finish())
    }

    /// The players' names, in the order in which they first appear.
    pub fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        let mut seen = HashSet::new();
        let all = self.hands.iter().flat_map(|hand| &hand.record.names).map(String::as_str);
        names.extend(all.filter(|name| seen.insert(*name)));
        names
    }

    pub fn game_of(&self, hand: &LoggedHand) -> &AcpcGame {
        &self.games[hand.game]
    }

    pub fn place_of(&self, hand: &LoggedHand) -> String {
        place(&self.files[hand.file], Some(hand.line))
    }
}

pub(super) struct Collected<'a> {
    pub given: Option<&'a GameDefinition>,
    pub games: Games,
    pub hands: Vec<LoggedHand>,
    /// Hands whose players have one name, with the seat in each position.
    pub seats: Vec<(usize, [usize; 2])>,
    files: &'a [PathBuf],
    pub skip: bool,
    cut_off: Vec<PathBuf>,
    skipped: Vec<SkippedHand>,
    remarks: Vec<String>,
}

impl<'a> Collected<'a> {
    fn new(files: &'a [PathBuf], reading: &'a Reading) -> Self {
        let Reading { game, skip } = reading;
        Self {
            given: game.as_ref(),
            games: Games::new(),
            hands: Vec::new(),
            seats: Vec::new(),
            files,
            skip: *skip,
            cut_off: Vec::new(),
            skipped: Vec::new(),
            remarks: Vec::new(),
        }
    }

    fn read_file(&mut self, file: usize, path: &Path) -> Result<(), MatchError> {
        let before = (self.hands.len(), self.skipped.len());
        let bytes = read_bytes(path, MOST_LOG_BYTES)?;
        let text = text_of(bytes);
        let text = without_byte_order_mark(&text).unwrap_or(&text);
        let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
        let is_history = first.is_some_and(begins_history);
        let was_cut = if is_history { read_history_log(self, file, text) } else { read_log(self, file, path, text) }?;
        if was_cut {
            self.cut_off.push(path.to_owned());
        }
        // A file of one history whose hand was left out is as good as a line that was.
        let is_left_out = is_history && self.skipped.len() > before.1;
        if self.hands.len() == before.0 && !is_left_out {
            let expected = format!("a finished hand of {}", self.game_name(0));
            let found = match self.skipped.get(before.1) {
                Some(first) => format!("no finished hand in it (line {}: {})", first.line, first.reason),
                None => "no finished hand in it".to_owned(),
            };
            return Err(bad(path, None, expected, found));
        }
        Ok(())
    }

    pub fn place(&mut self, path: &Path, definition: &GameDefinition) -> Result<GamePlace, MatchError> {
        let place = self.games.place(definition);
        place.ok_or_else(|| bad(path, None, "logs of a few games", "one game too many in these logs"))
    }

    /// What a hand is expected to be a hand of.
    pub fn game_name(&self, number: usize) -> &'static str {
        match (number, self.given) {
            (0, None) => HOLDEM,
            (_, Some(_)) => "the game of --game",
            _ => "the log's game",
        }
    }

    /// Leaves out what cannot be read, or ends with it.
    pub(crate) fn leave_out(
        &mut self,
        file: usize,
        line: usize,
        found: String,
        expected: String,
    ) -> Result<(), MatchError> {
        if !self.skip {
            return Err(bad(&self.files[file], Some(line), expected, found));
        }
        let file = self.files[file].clone();
        self.skipped.push(SkippedHand { file, line, reason: format!("{found}, expected {expected}") });
        Ok(())
    }

    /// Notes something about a file, once.
    pub fn remark(&mut self, path: &Path, remark: &str) {
        let remark = format!("{}: {remark}", written(path));
        if !self.remarks.contains(&remark) {
            self.remarks.push(remark);
        }
    }

    fn finish(mut self) -> LoggedHands {
        self.keep_seats_apart();
        if !self.skipped.is_empty() {
            let (left, all) = (self.skipped.len(), self.skipped.len() + self.hands.len());
            self.remarks.push(format!(
                "{left} of {all} hands cannot be read and are left out; results are biased if they \
                 are unlike the others"
            ));
        }
        let Self { games, hands, cut_off, skipped, remarks, .. } = self;
        LoggedHands { games: games.into_list(), files: self.files.to_vec(), hands, cut_off, skipped, remarks }
    }

    /// Gives players who share a name one each, by seat, that no other player has.
    fn keep_seats_apart(&mut self) {
        let mut taken: HashSet<String> = self.hands.iter().flat_map(|hand| hand.record.names.clone()).collect();
        let mut names: HashMap<String, [String; 2]> = HashMap::new();
        for (number, seats) in std::mem::take(&mut self.seats) {
            let (file, shared) = (self.hands[number].file, self.hands[number].record.names[0].clone());
            let both = names.entry(shared.clone()).or_insert_with(|| {
                ["1", "2"].map(|seat| {
                    let mut name = format!("{shared} ({seat})");
                    while !taken.insert(name.clone()) {
                        name += &format!(" ({seat})");
                    }
                    name
                })
            });
            let own = seats.map(|seat| both[seat].clone());
            let [first, second] = both.clone();
            let path = self.files[file].clone();
            self.hands[number].record.names = own;
            self.remark(
                &path,
                &format!("both players are called '{shared}': their seats are '{first}' and '{second}'"),
            );
        }
    }
}

/// The text of a file. Bytes that are not text become [`NOT_TEXT`] and make their own hand unreadable, but no other.
fn text_of(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let mut text = String::new();
        for chunk in error.as_bytes().utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend((!chunk.invalid().is_empty()).then_some(NOT_TEXT));
        }
        text
    })
}

fn place(path: &Path, line: Option<usize>) -> String {
    let line = line.map_or(String::new(), |line| format!(": line {line}"));
    format!("{}{line}", path.display())
}

fn bad(path: &Path, line: Option<usize>, expected: impl Into<String>, found: impl Into<String>) -> MatchError {
    MatchError::BadLog { place: place(path, line), expected: expected.into(), found: found.into() }
}

/// What a log's head announces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LogHead<'t> {
    /// The match's name and the game's: either may have several words.
    names: &'t str,
    /// How many hands the match has.
    pub hands: u32,
}

/// Lines under one head.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct LogSection<'t> {
    /// The head's line, and what it announces.
    pub head: Option<(&'t str, LogHead<'t>)>,
    /// All other lines that are not comments, each with its number from 1.
    pub lines: Vec<(usize, &'t str)>,
}

impl<'t> LogHead<'t> {
    /// Reads `# name/game/hands/seed m1 holdem.game 1000 42`.
    pub fn parse(line: &'t str) -> Option<Self> {
        let rest = line.strip_prefix("# name/game/hands/seed ")?.trim_end();
        let (rest, _seed) = rest.rsplit_once(' ')?;
        let (names, hands) = rest.rsplit_once(' ')?;
        names.contains(' ').then_some(Self { names, hands: hands.parse().ok()? })
    }

    /// What the game may be called, the shortest name first.
    pub fn games(self) -> impl Iterator<Item = &'t str> {
        self.names.rmatch_indices(' ').map(move |(place, _)| &self.names[place + 1..]).filter(|name| !name.is_empty())
    }

    /// The game's name if it has no spaces.
    pub fn game(self) -> &'t str {
        self.games().next().unwrap_or(self.names)
    }
}

/// The sections of a text. The same head again continues its section unless the match is over.
pub(super) fn sections(text: &str) -> Vec<LogSection<'_>> {
    let mut sections = vec![LogSection::default()];
    let mut is_over = false;
    for (number, line) in text.split('\n').enumerate() {
        let line = line.trim_end_matches('\r');
        // Files put together may each have begun with one.
        let line = without_byte_order_mark(line).unwrap_or(line);
        if let Some(head) = LogHead::parse(line) {
            let is_same = sections.last().and_then(|section| section.head).is_some_and(|(known, _)| known == line);
            if is_over || !is_same {
                sections.push(LogSection { head: Some((line, head)), lines: Vec::new() });
            }
            is_over = false;
        } else if !line.is_empty() && !line.starts_with('#') {
            is_over |= line.starts_with("SCORE:");
            if let Some(section) = sections.last_mut() {
                section.lines.push((number + 1, line));
            }
        }
    }
    sections.retain(|section| !section.lines.is_empty());
    sections
}
