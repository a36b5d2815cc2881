//! The sizes of a game, round by round and player by player, as a TOML text.

use evaluator::words::with_the_nearest;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::path::Path;
use tables::file::reading::read_text;

use super::size::{Decimal, Size};
use crate::game::action::MAX_SIZES;
use crate::game::game_definition::MAX_ROUNDS;
use crate::game::game_error::GameError;

/// The longest text that is accepted, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 16;
/// The highest cap.
const MAX_CAP: u16 = 255;
/// The highest share of `all_in_added`, `all_in_forced` and `merge`.
const MAX_SHARE: f64 = 1000.0;
/// The names of the rounds in the text.
pub(super) const ROUNDS: [&str; MAX_ROUNDS] = ["preflop", "flop", "turn", "river"];

/// Which bets and raises a no-limit game offers. Reading has checked every word; a game checks that each of its rounds
/// has the lists it needs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BetSizes {
    #[serde(default, deserialize_with = "caps", skip_serializing_if = "Option::is_none")]
    cap: Option<[u16; MAX_ROUNDS]>,
    #[serde(default, with = "share", skip_serializing_if = "Decimal::is_zero")]
    pub(super) all_in_added: Decimal,
    #[serde(default, with = "share", skip_serializing_if = "Decimal::is_zero")]
    pub(super) all_in_forced: Decimal,
    #[serde(default, with = "share", skip_serializing_if = "Decimal::is_zero")]
    pub(super) merge: Decimal,
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    limp: bool,
    #[serde(default, deserialize_with = "for_both", skip_serializing_if = "Section::is_empty")]
    all: Section,
    #[serde(default, deserialize_with = "before_flop", skip_serializing_if = "Section::is_empty")]
    preflop: Section,
    #[serde(default, skip_serializing_if = "Section::is_empty")]
    flop: Section,
    #[serde(default, skip_serializing_if = "Section::is_empty")]
    turn: Section,
    #[serde(default, skip_serializing_if = "Section::is_empty")]
    river: Section,
}

/// Which list a bet is taken from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BetKind {
    /// The first bet of a round.
    Bet,
    /// Every further one; before the flop the big blind is the first.
    Raise,
    /// The first bet of a round by the player out of position who called a bet in the round before.
    Donk,
}

impl BetKind {
    /// Its key in the text.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Bet => "bet",
            Self::Raise => "raise",
            Self::Donk => "donk",
        }
    }
}

/// Who bets: the player who acts first after the flop, or the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Seat {
    OutOfPosition,
    InPosition,
}

impl Seat {
    /// Its key in the text.
    pub const fn key(self) -> &'static str {
        match self {
            Self::OutOfPosition => "oop",
            Self::InPosition => "ip",
        }
    }
}

type List = Option<Vec<Size>>;

/// The lists of all rounds, of one round, or of a player in it; those that are not said are the next more general
/// section's.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Section {
    #[serde(default, deserialize_with = "first_bets", skip_serializing_if = "Option::is_none")]
    bet: List,
    #[serde(default, deserialize_with = "sizes", skip_serializing_if = "Option::is_none")]
    raise: List,
    #[serde(default, deserialize_with = "first_bets", skip_serializing_if = "Option::is_none")]
    donk: List,
    #[serde(default, deserialize_with = "out_of_position", skip_serializing_if = "Option::is_none")]
    oop: Option<Box<Section>>,
    #[serde(default, deserialize_with = "in_position", skip_serializing_if = "Option::is_none")]
    ip: Option<Box<Section>>,
}

impl Section {
    fn list(&self, kind: BetKind) -> Option<&Vec<Size>> {
        [&self.bet, &self.raise, &self.donk][kind as usize].as_ref()
    }

    fn of_seat(&self, seat: Seat) -> Option<&Self> {
        [&self.oop, &self.ip][seat as usize].as_deref()
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn for_each_list(&mut self, visit: &mut impl FnMut(&mut Vec<Size>)) {
        [&mut self.bet, &mut self.raise, &mut self.donk].into_iter().flatten().for_each(&mut *visit);
        for section in [&mut self.oop, &mut self.ip].into_iter().flatten() {
            section.for_each_list(visit);
        }
    }
}

impl BetSizes {
    /// Half the pot, the pot and all-in, at most three bets a round: what a game has that is given no sizes.
    pub fn standard() -> Self {
        built_in(include_str!("../../../games/sizes.toml"))
    }

    /// All-in or fold, before the flop.
    pub(in crate::game) fn push_fold() -> Self {
        built_in(include_str!("../../../games/push-fold.toml"))
    }

    /// All-in and nothing else, in every round: the least tree of a game.
    pub fn all_in() -> Self {
        built_in("cap = [2, 1, 1, 1]\n[all]\nbet = ['a']\nraise = ['a']\n")
    }

    /// Reads the text of bet sizes, as docs/reference/bet-sizes.md describes it.
    ///
    /// # Errors
    /// [`GameError::Sizes`] with the place of the first thing that is wrong.
    pub fn parse(text: &str) -> Result<Self, GameError> {
        toml::from_str(text).map_err(|error: toml::de::Error| {
            let (line, column, problem) = toml_problem(text, &error);
            GameError::Sizes { line, column, problem }
        })
    }

    /// Reads a file of bet sizes.
    ///
    /// # Errors
    /// [`GameError::Unreadable`] where the file is missing, not text or longer than 64 KiB; otherwise what
    /// [`parse`](Self::parse) finds, within [`GameError::InFile`].
    pub fn read(path: &Path) -> Result<Self, GameError> {
        let text = read_text(path, MAX_FILE_BYTES)
            .map_err(|error| GameError::Unreadable { path: path.to_owned(), problem: error.to_string() })?;
        Self::parse(&text).map_err(|error| error.in_file(path))
    }

    /// The sizes as canonical text, which [`parse`](Self::parse) reads back to equal sizes.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("all that is read from a text of sizes can be written to one")
    }

    /// How many bets and raises a round (from 0) allows; before the flop the big blind is the first. All-in ends the
    /// betting where there is no cap.
    pub fn cap(&self, round: usize) -> Option<usize> {
        self.cap.map(|caps| usize::from(caps[round]))
    }

    /// Whether the first player may call the big blind.
    pub(in crate::game) fn allows_limps(&self) -> bool {
        self.limp
    }

    fn round(&self, round: usize) -> &Section {
        [&self.preflop, &self.flop, &self.turn, &self.river][round]
    }

    /// The sizes of a round (from 0), a player and a kind of bet; `None` where no section says any.
    pub fn list(&self, round: usize, seat: Seat, kind: BetKind) -> Option<&[Size]> {
        let of_round = self.round(round);
        let sections = [of_round.of_seat(seat), Some(of_round), Some(&self.all)];
        match (sections.into_iter().flatten().find_map(|section| section.list(kind)), kind) {
            (None, BetKind::Donk) => self.list(round, seat, BetKind::Bet),
            (said, _) => said.map(Vec::as_slice),
        }
    }

    /// The first list that a game of so many rounds after others lacks, or one that it cannot use.
    pub(in crate::game) fn problem(&self, over: usize, rounds: usize, has_opening_bet: bool) -> Option<String> {
        let first = &self.preflop;
        let sections = [Some(first), first.of_seat(Seat::OutOfPosition), first.of_seat(Seat::InPosition)];
        if has_opening_bet && sections.into_iter().flatten().any(|section| section.bet.is_some()) {
            let why = "the big blind is the first bet before the flop, and all others are raises";
            return Some(format!("[preflop] has sizes for 'bet', but {why}; call them 'raise'"));
        }
        let needed = (over..over + rounds).flat_map(|round| [BetKind::Bet, BetKind::Raise].map(|kind| (round, kind)));
        let needed = needed.filter(|&it| it != (0, BetKind::Bet) || !has_opening_bet);
        let mut by_seat =
            needed.flat_map(|(round, kind)| [Seat::OutOfPosition, Seat::InPosition].map(|seat| (round, seat, kind)));
        by_seat.find(|&(round, seat, kind)| self.list(round, seat, kind).is_none()).map(|(round, _, kind)| {
            let (key, section) = (kind.key(), ROUNDS[round]);
            format!("no sizes for '{key}' in [{section}]; add {key} = [...] to [all], or {key} = [] for none")
        })
    }

    /// Whether any size is listed.
    pub(crate) fn has_any(&self) -> bool {
        !self.words().is_empty()
    }

    /// All words that are listed anywhere, each once.
    pub(in crate::game) fn words(&self) -> Vec<Size> {
        let mut words: Vec<Size> = Vec::new();
        self.clone().for_each_list(|list| words.extend(list.iter()));
        words.sort_by_key(Size::to_string);
        words.dedup();
        words
    }

    /// The same without a size, wherever it is listed.
    pub(in crate::game) fn without(&self, word: Size) -> Self {
        let mut fewer = self.clone();
        fewer.for_each_list(|list| list.retain(|&size| size != word));
        fewer
    }

    fn for_each_list(&mut self, mut visit: impl FnMut(&mut Vec<Size>)) {
        for section in [&mut self.all, &mut self.preflop, &mut self.flop, &mut self.turn, &mut self.river] {
            section.for_each_list(&mut visit);
        }
    }
}

/// Line and column, from 1, and what is wrong there, in one line.
pub(crate) fn toml_problem(text: &str, error: &toml::de::Error) -> (usize, usize, String) {
    let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
    let line = 1 + before.matches('\n').count();
    let column = 1 + before.chars().rev().take_while(|&it| it != '\n').count();
    (line, column, with_the_nearest(&error.message().trim().replace('\n', " ")))
}

fn built_in(text: &str) -> BetSizes {
    // Part of the program, and a test reads each of them.
    BetSizes::parse(text).expect("built-in sizes are valid")
}

fn yes() -> bool {
    true
}

fn is_yes(limp: &bool) -> bool {
    *limp
}

fn caps<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<[u16; MAX_ROUNDS]>, D::Error> {
    let caps = Vec::<i64>::deserialize(deserializer)?;
    let wrong = || Error::custom(format!("'cap' takes four whole numbers from 1 to {MAX_CAP}, one for each round"));
    let caps: [i64; MAX_ROUNDS] = caps.try_into().map_err(|_| wrong())?;
    match caps.iter().all(|cap| (1..=i64::from(MAX_CAP)).contains(cap)) {
        true => Ok(Some(caps.map(|cap| cap as u16))),
        false => Err(wrong()),
    }
}

/// A list of different sizes.
fn sizes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<List, D::Error> {
    let sizes = Vec::<Size>::deserialize(deserializer)?;
    // One place is left for the all-in that joins by its share of the pot.
    if sizes.len() >= MAX_SIZES {
        let most = MAX_SIZES - 1;
        return Err(Error::custom(format!("a list has at most {most} sizes; this one has {}", sizes.len())));
    }
    match sizes.iter().enumerate().find(|(number, size)| sizes[..*number].contains(size)) {
        Some((_, size)) => Err(Error::custom(format!("'{size}' is listed twice; remove one of them"))),
        None => Ok(Some(sizes)),
    }
}

/// The same for first bets, which face none.
fn first_bets<'de, D: Deserializer<'de>>(deserializer: D) -> Result<List, D::Error> {
    let sizes = sizes(deserializer)?;
    match sizes.iter().flatten().find(|size| matches!(size, Size::Faced(_))) {
        Some(size) => Err(Error::custom(format!(
            "'{size}' is a multiple of the bet faced, and a first bet faces none; list it under 'raise', or write a \
             share of the pot"
        ))),
        None => Ok(sizes),
    }
}

/// A section without sections of one player.
fn for_both<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Section, D::Error> {
    let section = Section::deserialize(deserializer)?;
    match section.oop.is_some() || section.ip.is_some() {
        true => Err(Error::custom("a player's sizes belong to a round, as in [river.oop]")),
        false => Ok(section),
    }
}

fn out_of_position<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Box<Section>>, D::Error> {
    for_both(deserializer).map(|section| Some(Box::new(section)))
}

fn in_position<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Box<Section>>, D::Error> {
    let section = out_of_position(deserializer)?;
    match section.as_ref().is_some_and(|section| section.donk.is_some()) {
        true => Err(Error::custom("only the player out of position leads; move 'donk' to the section 'oop'")),
        false => Ok(section),
    }
}

fn before_flop<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Section, D::Error> {
    let section = Section::deserialize(deserializer)?;
    match section.donk.is_some() || section.oop.as_ref().is_some_and(|own| own.donk.is_some()) {
        true => Err(Error::custom("before the flop there is no round before to lead after; remove 'donk'")),
        false => Ok(section),
    }
}

/// Shares of the pot as numbers.
mod share {
    use super::{Decimal, Deserialize, Deserializer, Error, MAX_SHARE, Serializer};

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Decimal, D::Error> {
        let share = f64::deserialize(deserializer)?;
        match (0.0..=MAX_SHARE).contains(&share) {
            true => Ok(Decimal::of_f64(share)),
            false => Err(Error::custom(format!("{share} is not a share of the pot; give 0 to {MAX_SHARE}"))),
        }
    }

    pub fn serialize<S: Serializer>(share: &Decimal, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(share.as_f64())
    }
}
