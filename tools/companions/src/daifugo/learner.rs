//! The learner UseMEL: what playing some of the cards held of a rank has brought so far, play by these values, and
//! their file.
//!
//! Sakata and Ohashi's "play evaluation learning". Their update, formula (1), is lost; here a value is the running mean
//! of the rewards of the games in which the play was made, which gives the published curves.
//!
//! The file: a few lines that say how they came about, one line a value, a checksum.
//!
//! ```text
//! equipoise daifugo values 1          kind and version
//! against psunder12                   how they were learned, as NAME VALUE
//! games 30000
//! rank held played value count        the columns of what follows
//! 3 1 1 -0.1234 5678                  108 lines: ranks 3 to 2, held 1 to 4, played 1 to 3 but no more than held
//! checksum 0123456789abcdef           xxh3-64 of all bytes before this line
//! ```

use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt::Write as _;
use std::path::Path;
use tables::file::fingerprint::checksum;
use tables::file::reading::read_text;
use tables::file::sibling::write_text_atomically;

use super::cards::{Cards, JOKER, LARGEST_SET, RANKS, name_of_rank};
use super::fixed_players::{answer, any_play, lead, one_of};
use super::rules::{Answers, Rules, Trick};
use super::table::Table;
use crate::error::CompanionError;
use crate::streams::unit;

/// Number of cards of a rank.
pub const HELD: usize = 4;

/// What plays are worth in points, -2 to 2, by rank, cards held and cards played.
#[derive(Clone, PartialEq, Debug)]
pub struct Values {
    entries: [[[Entry; LARGEST_SET]; HELD]; RANKS],
    prior: Prior,
}

/// The value of one kind of play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Entry {
    /// Mean reward of the games it was made in, in points.
    pub mean: f64,
    pub count: u64,
}

/// What a value is before the play was ever made, and how many games that counts for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prior {
    pub value: f64,
    /// The number of games; with 0 the first reward replaces the value.
    pub games: f64,
}

impl Prior {
    /// As for the published curves: nothing is known.
    pub const NONE: Self = Self { value: 0.0, games: 0.0 };
    /// An optimistic start: a win, until some twenty games have said otherwise.
    pub const OPTIMISTIC: Self = Self { value: 2.0, games: 20.0 };
}

impl Values {
    pub fn new(prior: Prior) -> Self {
        let entry = Entry { mean: prior.value, count: 0 };
        Self { entries: [[[entry; LARGEST_SET]; HELD]; RANKS], prior }
    }

    /// The value of playing `played` (1 to 3) of `held` (1 to 4, no fewer) cards of a rank (0 to 12).
    pub fn entry(&self, rank: usize, held: usize, played: usize) -> Entry {
        self.entries[rank][held - 1][played - 1]
    }

    pub fn set(&mut self, rank: usize, held: usize, played: usize, entry: Entry) {
        self.entries[rank][held - 1][played - 1] = entry;
    }

    /// Takes the reward of a game in which this play was made: `V += (r - V) / n`.
    #[inline]
    fn reward(&mut self, rank: usize, held: usize, played: usize, points: i32) {
        let entry = &mut self.entries[rank][held - 1][played - 1];
        entry.count += 1;
        entry.mean += (f64::from(points) - entry.mean) / (entry.count as f64 + self.prior.games);
    }

    /// The number of cards to play of a rank of which `held` are held; ties are broken at random.
    #[inline]
    pub(crate) fn best_number(&self, rank: usize, held: usize, dice: &mut Xoshiro256PlusPlus) -> usize {
        let entries = &self.entries[rank][held - 1][..held.min(LARGEST_SET)];
        let highest = entries.iter().fold(f64::NEG_INFINITY, |highest, entry| highest.max(entry.mean));
        let mut best = (1..=entries.len()).filter(|&number| entries[number - 1].mean == highest);
        let count = best.clone().count();
        best.nth(one_of(count, dice)).unwrap_or(1)
    }
}

/// How often a decision is made regardless of the values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Exploration {
    /// With this probability per decision, always.
    Constant(f64),
    /// From this probability down to nothing, in equal steps over all games.
    Falling {
        from: f64,
        /// How many games there are; after them none is left.
        games: u64,
    },
}

impl Exploration {
    #[inline]
    pub fn rate(self, game: u64) -> f64 {
        match self {
            Self::Constant(rate) => rate,
            Self::Falling { from, games } => from * games.saturating_sub(game) as f64 / games.max(1) as f64,
        }
    }
}

/// A player that learns which sets to keep.
#[derive(Clone, Debug)]
pub struct Learner {
    pub values: Values,
    pub exploration: Exploration,
    pub games: u64,
    made: Vec<(u8, u8, u8)>,
    scratch: Vec<Cards>,
    learns: bool,
}

impl Learner {
    pub fn new(prior: Prior, exploration: Exploration) -> Self {
        let values = Values::new(prior);
        Self { values, exploration, games: 0, made: Vec::new(), scratch: Vec::new(), learns: true }
    }

    /// A player by values that change no more, with this rate of exploration.
    pub fn frozen(values: Values, rate: f64) -> Self {
        let exploration = Exploration::Constant(rate);
        Self { values, exploration, games: 0, made: Vec::new(), scratch: Vec::new(), learns: false }
    }

    /// What it plays from its hand; no card is a pass.
    #[inline]
    pub fn decide(&mut self, table: &Table, dice: &mut Xoshiro256PlusPlus) -> Cards {
        let (hand, trick, rules) = (table.hands[table.turn], table.trick, table.rules);
        let rate = self.exploration.rate(self.games);
        let play = if rate > 0.0 && unit(dice) < rate {
            any_play(hand, trick, rules, dice, &mut self.scratch)
        } else {
            by_values(&self.values, hand, trick, rules, dice)
        };
        if self.learns && !play.is_empty() && play != Cards::JOKER {
            let rank = play.lowest_rank();
            self.made.push((rank as u8, hand.held(rank) as u8, play.len() as u8));
        }
        play
    }

    /// Ends a game: every play made in it is rewarded.
    pub fn game_over(&mut self, points: i32) {
        if !self.learns {
            return;
        }
        for (rank, held, played) in self.made.drain(..) {
            self.values.reward(rank.into(), held.into(), played.into(), points);
        }
        self.games += 1;
    }
}

/// The lowest of the ranks whose best number is legal now; the joker after all of them.
#[inline]
fn by_values(values: &Values, hand: Cards, trick: Trick, rules: Rules, dice: &mut Xoshiro256PlusPlus) -> Cards {
    if trick.last.is_empty() {
        let rank = hand.lowest_rank();
        let number = if rank == JOKER { 1 } else { values.best_number(rank, hand.held(rank), dice) };
        return lead(hand, number, dice);
    }
    let answers = Answers::of(hand, trick, rules);
    for rank in answers.ranks {
        if values.best_number(rank, hand.held(rank), dice) == answers.size {
            return answer(hand, &answers, rank, dice);
        }
    }
    if answers.joker { Cards::JOKER } else { Cards::NONE }
}

pub const KIND: &str = "equipoise daifugo values";
const VERSION: u32 = 1;
const COLUMNS: &str = "rank held played value count";
/// No such file is longer; a larger one is not read at all.
const MOST_BYTES: u64 = 64 << 10;

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
