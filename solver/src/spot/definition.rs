//! What a spot is: a board, a pot, two stacks, two ranges and the betting, as a TOML text or piece by piece.

use evaluator::card::{Card, parse_cards};
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::holding::Holding;
use evaluator::range::{LEAST_WEIGHT, Range, RangeError};
use evaluator::round::Round;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use tables::error::{Failure, Kind};
use tables::file::reading::read_text;
use thiserror::Error;

use super::plan::Payment;
use crate::game::sizes::toml_problem;
use crate::game::{BetSizes, GameDefinition, GameError, Node, SpotBetting};
use crate::units::Chips;

/// The longest text that is accepted, in bytes.
const MAX_FILE_BYTES: u64 = 1 << 18;
/// The most chips in a pot or a stack.
const MAX_CHIPS: i64 = 100_000_000;
/// The most bets and raises of a limit game's round.
const MAX_CAP: usize = 12;

/// A spot whose every value has been checked.
#[derive(Clone, PartialEq, Debug)]
pub struct SpotDefinition {
    pub deck: Deck,
    /// In the order given.
    pub board: Vec<Card>,
    /// Of the player out of position, then of the one in position.
    pub ranges: [Range; 2],
    pub stakes: Stakes,
    /// What may be bet.
    pub game: GameDefinition,
    /// What is worth a remark, each of them one line.
    pub remarks: Vec<String>,
    text: SpotText,
}

/// The pot, and what is taken from it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stakes {
    pub pot: Chips,
    /// The share of the pot at its end that is taken.
    pub rake: f64,
    /// At most so many chips of it.
    pub rake_cap: f64,
}

impl Stakes {
    fn rake_of(&self, chips: Chips) -> f64 {
        (self.rake * (self.pot.as_f64() + 2.0 * chips.as_f64())).min(self.rake_cap)
    }

    /// What a showdown pays for which each player has put in so many chips.
    ///
    /// The winner gets the pot, less the rake r, and both get half of it in a tie. Wins, ties and losses add up to the
    /// opposition, so that r · wins + r/2 · ties is r/2 · (opposition + balance).
    pub fn showdown(&self, chips: Chips) -> Payment {
        let half = self.rake_of(chips) / 2.0;
        Payment { balance: self.pot.as_f64() / 2.0 + chips.as_f64() - half, opposition: -half }
    }

    /// What a fold pays where each player has put in so many chips that were called.
    pub fn fold(&self, chips: Chips, folds: bool) -> Payment {
        let half_pot = self.pot.as_f64() / 2.0 + chips.as_f64();
        Payment { balance: 0.0, opposition: if folds { -half_pot } else { half_pot - self.rake_of(chips) } }
    }
}

/// A spot as TOML.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SpotText {
    board: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pot: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stack: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    oop: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ip: Option<String>,
    #[serde(default, skip_serializing_if = "is_zero")]
    rake: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rake_cap: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deck: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    limit: Option<Limit>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sizes: Option<BetSizes>,
}

/// The betting of a limit game.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Limit {
    /// Of the flop, the turn and the river, in chips.
    bets: [i64; 3],
    cap: usize,
}

fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

/// A spot as a strategy's play leads to it: its ranges, and what its text leaves out.
#[derive(Clone, PartialEq, Debug)]
pub struct SpotOrigin {
    pub ranges: [Range; 2],
    pub pot: Chips,
    pub betting: SpotBetting,
}

impl SpotOrigin {
    /// The spot that begins with a decision of a game of hold'em, the first of its round, with these weights of either
    /// position by holding number.
    pub fn at(game: &GameDefinition, decision: &Node, weights: &[Vec<f64>; 2]) -> Self {
        let chips = decision.contributions[0];
        let betting = match (game.stack(), game.sizes()) {
            (Some(stack), Some(sizes)) => SpotBetting::NoLimit { stack: stack - chips, sizes: Box::new(sizes.clone()) },
            _ => SpotBetting::Limit {
                sizes: [1, 2, 3].map(|round| game.raise_size(round)),
                cap: game.max_raises(decision.round),
            },
        };
        let ranges = weights.each_ref().map(|weights| Range::of(|holding| weights[holding.number()] as f32));
        Self { ranges, pot: chips * 2, betting }
    }

    /// Writes the ranges over those of a text, and the rest where it says nothing.
    fn fill(&self, text: &mut SpotText) {
        let [oop, ip] = self.ranges.each_ref().map(|range| Some(named_one_by_one(range)));
        (text.oop, text.ip) = (oop, ip);
        text.pot.get_or_insert(i64::from(self.pot.0));
        let has_betting = text.sizes.is_some() || text.limit.is_some();
        match &self.betting {
            SpotBetting::NoLimit { stack, sizes } => {
                text.stack.get_or_insert(i64::from(stack.0));
                if !has_betting {
                    text.sizes = Some((**sizes).clone());
                }
            }
            SpotBetting::Limit { sizes, cap } if !has_betting => {
                text.limit = Some(Limit { bets: sizes.map(|size| i64::from(size.0)), cap: *cap });
            }
            SpotBetting::Limit { .. } => {}
        }
    }
}

/// A range as a text that names each holding.
fn named_one_by_one(range: &Range) -> String {
    let held = Holding::all().filter(|&holding| range.weight(holding) >= LEAST_WEIGHT);
    held.map(|holding| format!("{holding}:{}", range.weight(holding))).collect::<Vec<_>>().join(",")
}

/// What is wrong with a spot, and how to mend it.
#[derive(Debug, Error)]
pub enum SpotError {
    #[error("{problem}")]
    Unreadable { problem: String },
    #[error("{}: {error}", .path.display())]
    InFile { path: PathBuf, error: Box<SpotError> },
    #[error("line {line}, column {column}: {problem}")]
    Text { line: usize, column: usize, problem: String },
    #[error("'{key}': {problem}")]
    Value { key: &'static str, problem: String },
    #[error("'{key}': {error}")]
    Range { key: &'static str, error: RangeError },
    #[error("lock of '{line}': {problem}")]
    Lock { line: String, problem: String },
    #[error(transparent)]
    Game(#[from] GameError),
}

impl Failure for SpotError {
    fn kind(&self) -> Kind {
        Kind::Input
    }
}

fn wrong(key: &'static str, problem: impl Into<String>) -> SpotError {
    SpotError::Value { key, problem: problem.into() }
}

impl SpotDefinition {
    /// Reads the text of a spot, as docs/reference/spots.md describes it.
    ///
    /// # Errors
    /// [`SpotError`] with the place or the key of the first thing that is wrong.
    pub fn parse(text: &str) -> Result<Self, SpotError> {
        Self::parse_from(text, None)
    }

    /// The same where a strategy's play leads to the spot: the ranges are its, whatever the text says, and so are pot,
    /// stack and betting where it says nothing.
    pub fn parse_from(text: &str, origin: Option<&SpotOrigin>) -> Result<Self, SpotError> {
        let mut text: SpotText = toml::from_str(text).map_err(|error: toml::de::Error| {
            let (line, column, problem) = toml_problem(text, &error);
            SpotError::Text { line, column, problem }
        })?;
        if let Some(origin) = origin {
            origin.fill(&mut text);
        }
        Self::checked(text)
    }

    /// The same from JSON of the same keys.
    pub fn parse_json(text: &str) -> Result<Self, SpotError> {
        let text = serde_json::from_str(text).map_err(|error| {
            // Nobody has seen the lines of a text that a program wrote.
            let problem = error.to_string();
            let problem = problem.split(" at line ").next().unwrap_or_default().to_owned();
            SpotError::Unreadable { problem }
        })?;
        Self::checked(text)
    }

    /// The cards of a text's board, unchecked beyond that: where a strategy's play is to be followed.
    pub fn board_of(path: &Path) -> Result<Vec<Card>, SpotError> {
        #[derive(Deserialize)]
        struct OnlyBoard {
            board: String,
        }
        let text: OnlyBoard = toml::from_str(&text_of(path)?)
            .map_err(|error| SpotError::Unreadable { problem: format!("{}: {}", path.display(), error.message()) })?;
        parse_cards(&text.board).map_err(|error| wrong("board", error.to_string()))
    }

    /// Reads the file of a spot.
    ///
    /// # Errors
    /// [`SpotError::Unreadable`] where the file is missing, not text or longer than 256 KiB; otherwise what
    /// [`parse`](Self::parse) finds, within [`SpotError::InFile`].
    pub fn read(path: &Path) -> Result<Self, SpotError> {
        Self::read_from(path, None)
    }

    /// The same where a strategy's play leads to the spot.
    pub fn read_from(path: &Path, origin: Option<&SpotOrigin>) -> Result<Self, SpotError> {
        Self::parse_from(&text_of(path)?, origin)
            .map_err(|error| SpotError::InFile { path: path.to_owned(), error: Box::new(error) })
    }

    /// The spot as canonical text, which [`parse`](Self::parse) reads back to an equal spot.
    pub fn to_toml(&self) -> String {
        toml::to_string(&self.text).expect("all that is read from the text of a spot can be written to one")
    }

    fn checked(text: SpotText) -> Result<Self, SpotError> {
        let deck = match text.deck {
            None => Deck::FULL,
            Some(cards) => Deck::try_from(cards).map_err(|problem| wrong("deck", problem))?,
        };
        let board = deck.parse_cards(&text.board).map_err(|error| wrong("board", error.to_string()))?;
        let round = Round::of_board_cards(board.len()).filter(|&round| round > Round::Preflop);
        let round = round.ok_or_else(|| wrong("board", format!("{} cards; give 3, 4 or 5", board.len())))?;
        let pot = text.pot.ok_or_else(|| wrong("pot", "missing; give the chips that lie in it"))?;
        let pot = chips("pot", pot, 1)?;
        let rake_cap = text.rake_cap.unwrap_or(if text.rake == 0.0 { 0.0 } else { f64::INFINITY });
        if !(0.0..1.0).contains(&text.rake) {
            return Err(wrong("rake", format!("{} is not a share of the pot; give 0 to less than 1", text.rake)));
        }
        if rake_cap.is_nan() || rake_cap < 0.0 {
            return Err(wrong("rake_cap", format!("{rake_cap} chips; give 0 or more")));
        }
        let game = GameDefinition::spot(deck, round, pot, betting(&text, round)?)?;
        let (mut remarks, on_board) = (Vec::new(), CardSet::of(&board));
        let mut range = |key: &'static str, text: &Option<String>| {
            let missing = || wrong(key, "missing; give a range, such as 22+,A2s+ or random");
            let text = text.as_deref().ok_or_else(missing)?;
            let range: Range = text.parse().map_err(|error| SpotError::Range { key, error })?;
            range_on(deck, on_board, key, &range, &mut remarks)
        };
        let ranges = [range("oop", &text.oop)?, range("ip", &text.ip)?];
        if deals(&ranges) == 0.0 {
            let problem = "every holding shares a card with all of the other range; widen one of them";
            return Err(wrong("ip", problem));
        }
        let stakes = Stakes { pot, rake: text.rake, rake_cap };
        Ok(Self { deck, board, ranges, stakes, game, remarks, text })
    }

    /// The same spot where nobody bets any more and nothing is taken from the pot.
    pub(super) fn checked_down(&self) -> Self {
        let nothing = SpotBetting::Limit { sizes: [Chips::ZERO; 3], cap: 0 };
        let game = GameDefinition::spot(self.deck, self.round(), self.stakes.pot, nothing);
        let stakes = Stakes { rake: 0.0, ..self.stakes };
        // A limit game has no sizes that could be wrong.
        Self { game: game.unwrap_or_else(|_| self.game.clone()), stakes, ..self.clone() }
    }

    /// Whether both are the same spot, however their texts are written.
    pub fn is_same_as(&self, other: &Self) -> bool {
        let board = |spot: &Self| CardSet::of(&spot.board);
        let same_weights = |player: usize| {
            let [one, other] = [self, other].map(|spot| &spot.ranges[player]);
            Holding::all().all(|holding| one.weight(holding) == other.weight(holding))
        };
        (self.deck, board(self), self.stakes) == (other.deck, board(other), other.stakes)
            && self.game == other.game
            && (0..2).all(same_weights)
    }

    /// The round in which the spot begins.
    pub fn round(&self) -> Round {
        // Checked with the board.
        Round::of_board_cards(self.board.len()).unwrap_or(Round::River)
    }
}

fn text_of(path: &Path) -> Result<String, SpotError> {
    read_text(path, MAX_FILE_BYTES).map_err(|error| SpotError::Unreadable { problem: error.to_string() })
}

fn chips(key: &'static str, chips: i64, least: i64) -> Result<Chips, SpotError> {
    match (least..=MAX_CHIPS).contains(&chips) {
        true => Ok(Chips(chips as i32)),
        false => Err(wrong(key, format!("{chips} chips; give {least} to {MAX_CHIPS}"))),
    }
}

fn betting(text: &SpotText, round: Round) -> Result<SpotBetting, SpotError> {
    match (&text.limit, text.stack, &text.sizes) {
        (Some(_), _, Some(_)) => Err(wrong("sizes", "a limit game has none; leave out either [sizes] or [limit]")),
        (Some(limit), stack, None) => {
            let mut sizes = [Chips::ZERO; 3];
            for (size, &bet) in sizes.iter_mut().zip(&limit.bets) {
                *size = chips("limit.bets", bet, 1)?;
            }
            if limit.cap > MAX_CAP {
                return Err(wrong("limit.cap", format!("{} bets a round; give 0 to {MAX_CAP}", limit.cap)));
            }
            let most: i64 = limit.bets[round.number() - 1..].iter().sum::<i64>() * limit.cap as i64;
            if most > MAX_CHIPS {
                let problem = format!("{most} chips may be bet in all; give sizes that add up to at most {MAX_CHIPS}");
                return Err(wrong("limit", problem));
            }
            match stack {
                Some(stack) if stack < most => Err(wrong(
                    "stack",
                    format!("{stack} chips, where up to {most} may be bet; leave it out, or play without a limit"),
                )),
                _ => Ok(SpotBetting::Limit { sizes, cap: limit.cap }),
            }
        }
        (None, None, _) => Err(wrong("stack", "missing; give the chips that each player has left")),
        (None, Some(_), None) => {
            Err(wrong("sizes", "missing; add [sizes.all] with bet = [...] and raise = [...], or [] for none"))
        }
        (None, Some(0), Some(sizes)) if sizes.has_any() => {
            Err(wrong("stack", "0 chips, but there are sizes to bet; give the chips that each player has left"))
        }
        (None, Some(stack), Some(sizes)) => {
            Ok(SpotBetting::NoLimit { stack: chips("stack", stack, 0)?, sizes: Box::new(sizes.clone()) })
        }
    }
}

/// The part of a range that can be held on a board.
fn range_on(
    deck: Deck,
    board: CardSet,
    key: &'static str,
    range: &Range,
    remarks: &mut Vec<String>,
) -> Result<Range, SpotError> {
    let cannot =
        |holding: Holding| holding.card_set().intersects(board) || holding.card_set().intersects(deck.missing());
    let lost: Vec<Holding> = range.named().iter().copied().filter(|&holding| cannot(holding)).collect();
    if let Some(first) = lost.first() {
        let count = lost.len();
        let holdings = if count == 1 { "holding".to_owned() } else { format!("{count} holdings") };
        remarks.push(format!("'{key}': {holdings} named in the range cannot be held on this board, such as {first}"));
    }
    let left = Range::of(|holding| if cannot(holding) { 0.0 } else { range.weight(holding) });
    match left.combos() > 0.0 {
        true => Ok(left),
        false => Err(wrong(key, "no holding of the range can be held on this board; widen it")),
    }
}

/// The weight of all pairs of holdings that share no card.
pub(super) fn deals(ranges: &[Range; 2]) -> f64 {
    let weighted = |range: &Range| -> Vec<(CardSet, f64)> {
        let held = Holding::all().map(|holding| (holding.card_set(), f64::from(range.weight(holding))));
        held.filter(|&(_, weight)| weight > 0.0).collect()
    };
    let [own, others] = [weighted(&ranges[0]), weighted(&ranges[1])];
    let against = |cards: CardSet| -> f64 {
        others.iter().filter(|&&(other, _)| !other.intersects(cards)).map(|&(_, weight)| weight).sum()
    };
    own.iter().map(|&(cards, weight)| weight * against(cards)).sum()
}
