//! The learner UseMEL: what playing some of the cards held of a rank has brought so far, play by these values, and
//! their file.
//!
//! Sakata and Ohashi's "play evaluation learning". Their update, formula (1), is lost; here a value is the running mean
//! of the rewards of the games in which the play was made, which gives the published curves.

use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use tables::file::fingerprint::checksum;
use tables::file::reading::read_text;
use tables::file::sibling::write_text_atomically;

use super::cards::{Cards, JOKER, LARGEST_SET, RANKS, name_of_rank};
use super::fixed_players::{answer, any_play, lead, one_of};
use super::rules::{Answers, Spot};
use crate::error::{CompanionError, Result};
use crate::streams::unit;

pub const HELD: usize = 4;

/// What plays are worth in points, -2 to 2, by rank, cards held and cards played.
#[derive(Clone, PartialEq, Debug)]
pub struct Values {
    entries: [[[Entry; LARGEST_SET]; HELD]; RANKS],
    prior: Prior,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Entry {
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

#[derive(Clone, Debug)]
pub struct Learner {
    pub values: Values,
    pub exploration: Exploration,
    pub games: u64,
    made: Vec<(u8, u8, u8)>,
    learns: bool,
}

impl Learner {
    pub fn new(prior: Prior, exploration: Exploration) -> Self {
        let values = Values::new(prior);
        Self { values, exploration, games: 0, made: Vec::new(), learns: true }
    }

    /// A player by values that change no more, with this rate of exploration.
    pub fn frozen(values: Values, rate: f64) -> Self {
        let exploration = Exploration::Constant(rate);
        Self { values, exploration, games: 0, made: Vec::new(), learns: false }
    }

    #[inline]
    pub fn decide(&mut self, spot: Spot, dice: &mut Xoshiro256PlusPlus) -> Cards {
        let rate = self.exploration.rate(self.games);
        let play =
            if rate > 0.0 && unit(dice) < rate { any_play(spot, dice) } else { by_values(&self.values, spot, dice) };
        if self.learns && !play.is_empty() && play != Cards::JOKER {
            let rank = play.lowest_rank();
            self.made.push((rank as u8, spot.hand.held(rank) as u8, play.len() as u8));
        }
        play
    }

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
fn by_values(values: &Values, spot: Spot, dice: &mut Xoshiro256PlusPlus) -> Cards {
    let hand = spot.hand;
    if spot.leads() {
        let rank = hand.lowest_rank();
        let number = if rank == JOKER { 1 } else { values.best_number(rank, hand.held(rank), dice) };
        return lead(hand, number, dice);
    }
    let answers = Answers::of(spot);
    for rank in answers.ranks {
        if values.best_number(rank, hand.held(rank), dice) == answers.size {
            return answer(hand, &answers, rank, dice);
        }
    }
    if answers.joker { Cards::JOKER } else { Cards::NONE }
}

pub const KIND: &str = "kind = \"equipoise daifugo values\"";
const VERSION: u32 = 2;
const VERSION_1: &str = "equipoise daifugo values 1\n";
const COLUMNS_1: &str = "rank held played value count";
/// No such file is longer; a larger one is not read at all.
const MOST_BYTES: u64 = 64 << 10;

#[derive(Clone, PartialEq, Debug)]
pub struct LearnedValues {
    pub values: Values,
    pub origin: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    kind: String,
    version: u32,
    /// xxh3-64 of the file with no checksum in it.
    checksum: String,
    /// Rank, held, played, value and count: ranks 3 to 2, held 1 to 4, played 1 to 3 but no more than held.
    values: Vec<(char, usize, usize, f64, u64)>,
    origin: BTreeMap<String, String>,
}

/// Every rank, number held and number played that has a value, in the order of the file.
pub fn kinds_of_play() -> impl Iterator<Item = (usize, usize, usize)> {
    let of_rank = |rank| (1..=HELD).flat_map(move |held| (1..=held.min(LARGEST_SET)).map(move |it| (rank, held, it)));
    (0..RANKS).flat_map(of_rank)
}

impl LearnedValues {
    pub fn write(&self, path: &Path) -> Result<()> {
        Ok(write_text_atomically(path, &self.to_text())?)
    }

    fn to_text(&self) -> String {
        let row = |(rank, held, played)| {
            let Entry { mean, count } = self.values.entry(rank, held, played);
            (name_of_rank(rank), held, played, mean, count)
        };
        let mut document = Document {
            kind: "equipoise daifugo values".to_owned(),
            version: VERSION,
            checksum: String::new(),
            values: kinds_of_play().map(row).collect(),
            origin: self.origin.clone(),
        };
        let text = |document: &Document| toml::to_string(document).expect("words and numbers are TOML");
        document.checksum = format!("{:016x}", checksum(text(&document).as_bytes()));
        text(&document)
    }

    pub fn read(path: &Path) -> Result<Self> {
        let text = read_text(path, MOST_BYTES)?;
        let refused = |found: &str, expected: String| {
            let advice = "learn the values again with equipoise daifugo learn";
            CompanionError::input(path.display().to_string(), found, expected, advice)
        };
        if text.starts_with(VERSION_1) {
            let damaged = || refused("its checksum does not match its contents", "an undamaged file".to_owned());
            return Self::of_version_1(&text).ok_or_else(damaged);
        }
        if !text.starts_with(KIND) {
            return Err(refused("another kind of file", format!("one that begins with '{KIND}'")));
        }
        let version = text.lines().nth(1).unwrap_or("");
        if version != format!("version = {VERSION}") {
            return Err(refused(&format!("'{version}'"), format!("version = {VERSION}")));
        }
        let damaged = |found: &str| refused(found, "an undamaged file".to_owned());
        let Document { values: rows, origin, .. } =
            toml::from_str(&text).map_err(|error| damaged(&error.message().replace('\n', " ")))?;
        let mut values = Values::new(Prior::NONE);
        for ((rank, held, played), &(.., mean, count)) in kinds_of_play().zip(&rows) {
            values.set(rank, held, played, Entry { mean, count });
            if !(-2.0..=2.0).contains(&mean) {
                return Err(damaged(&format!("a value of {mean} points")));
            }
        }
        let learned = Self { values, origin };
        // Whatever was changed, the text that these values make is another one.
        if learned.to_text() == text { Ok(learned) } else { Err(damaged("its checksum does not match its contents")) }
    }
    /// Lines of where the values come from, a line that names the columns, a line for each value, and the checksum of
    /// all lines before it.
    fn of_version_1(text: &str) -> Option<Self> {
        let (body, sum) = text.rsplit_once("checksum ")?;
        if sum != format!("{:016x}\n", checksum(body.as_bytes())) {
            return None;
        }
        let mut lines = body.lines().skip(1);
        let of_origin = lines.by_ref().take_while(|&line| line != COLUMNS_1);
        let origin = of_origin.map(|line| line.split_once(' ').unwrap_or((line, "")));
        let origin = origin.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let mut values = Values::new(Prior::NONE);
        for (rank, held, played) in kinds_of_play() {
            let numbers = lines.next()?.strip_prefix(&format!("{} {held} {played} ", name_of_rank(rank)))?;
            let (mean, count) = numbers.split_once(' ')?;
            let entry = Entry { mean: mean.parse().ok()?, count: count.parse().ok()? };
            values.set(rank, held, played, Some(entry).filter(|entry| (-2.0..=2.0).contains(&entry.mean))?);
        }
        lines.next().is_none().then_some(Self { values, origin })
    }
}
