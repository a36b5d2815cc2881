//! Ranges of holdings as players write them.
//!
//! | text | holdings |
//! |---|---|
//! | `AA`, `AKs`, `AKo`, `AK` | one starting hand; without `s` or `o` both |
//! | `77+`, `A9s+`, `T9s+` | and all better ones: pairs, kickers up to the high card, connectors up to the aces |
//! | `99-66`, `A5s-A2s`, `JTs-76s` | a run of pairs, of kickers, or of hands equally far apart |
//! | `AhKh` | one holding |
//! | `random` | every holding |
//! | `AJs:0.75` | a weight from 0 to 1, of any of these |
//!
//! Words are separated by commas or spaces; of words that name a holding twice the last one counts. Cards are read as
//! everywhere: `10♥9♥` and `109s` name what `Th9h` and `T9s` do.
//!
//! ```
//! use evaluator::holding::StartingHand;
//! use evaluator::range::Range;
//!
//! let range: Range = "TT+, AQs+, 76s:0.5".parse()?;
//! let hand: StartingHand = "76s".parse()?;
//! assert_eq!(range.weight(hand.first_holding()), 0.5);
//! assert_eq!(range.combos(), 5.0 * 6.0 + 2.0 * 4.0 + 0.5 * 4.0);
//! let error = "TT+, AQx".parse::<Range>().unwrap_err();
//! assert_eq!(error.position, 6);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::card::{RANKS, letters, parse_cards, rank_of_letter, suit_of_letter};
use super::holding::{HOLDINGS, Holding, StartingHand};

/// A weight from 0 to 1 for each of the 1,326 holdings.
#[derive(Clone, PartialEq, Debug)]
pub struct Range {
    weights: Box<[f32; HOLDINGS]>,
    /// The holdings that were named one by one.
    named: Vec<Holding>,
}

impl Range {
    /// The range of these weights by holding number, each from 0 to 1.
    pub fn of(weight: impl Fn(Holding) -> f32) -> Self {
        let mut range = Self::empty();
        Holding::all().for_each(|holding| range.weights[holding.number()] = weight(holding));
        range
    }

    fn empty() -> Self {
        Self { weights: Box::new([0.0; HOLDINGS]), named: Vec::new() }
    }

    #[inline]
    pub fn weight(&self, holding: Holding) -> f32 {
        self.weights[holding.number()]
    }

    /// The sum of all weights.
    pub fn combos(&self) -> f64 {
        self.weights.iter().map(|&weight| f64::from(weight)).sum()
    }

    /// The holdings that the text named one by one, such as `AhKh`, in its order.
    pub fn named(&self) -> &[Holding] {
        &self.named
    }
}

/// What is wrong with a range, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RangeError {
    /// The first character of the word that is wrong, counted from 1.
    pub position: usize,
    pub word: String,
    pub problem: &'static str,
}

impl Error for RangeError {}

impl fmt::Display for RangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, word, problem } = self;
        match word.is_empty() {
            true => f.write_str(problem),
            false => write!(f, "'{word}' at character {position}: {problem}"),
        }
    }
}

impl FromStr for Range {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, RangeError> {
        let mut range = Self::empty();
        let mut rest = text;
        let is_between = |letter: char| letter == ',' || letter.is_whitespace();
        loop {
            rest = rest.trim_start_matches(is_between);
            let word = rest.split(is_between).next().unwrap_or_default();
            if word.is_empty() {
                break;
            }
            range.add(word).map_err(|problem| RangeError {
                position: 1 + text[..text.len() - rest.len()].chars().count(),
                word: word.chars().take(LONGEST_SHOWN).collect(),
                problem,
            })?;
            rest = &rest[word.len()..];
        }
        match range.weights.iter().any(|&weight| weight > 0.0) {
            true => Ok(range),
            false => Err(RangeError { position: 1, word: String::new(), problem: EMPTY }),
        }
    }
}

/// Letters of a wrong word in an error.
const LONGEST_SHOWN: usize = 40;
const EMPTY: &str = "no holding has a weight above 0; write a range such as 22+,A2s+,KTo+ or random";
const UNKNOWN: &str = "not a hand; write AA, AKs, A9s+, 99-66, A5s-A2s, AhKh or random, with a weight as AJs:0.75";
const WEIGHT: &str = "a weight is 0, or a number from 0.000001 to 1, as in AJs:0.75";
/// The least weight that is not 0: products of smaller ones vanish in single precision.
pub const LEAST_WEIGHT: f32 = 1e-6;
const RUN: &str = "a run has two pairs (99-66), one higher card (A5s-A2s), or hands equally far apart (JTs-76s)";
const TWICE: &str = "the same card twice";

impl Range {
    /// Adds one word, or says what is wrong with it.
    fn add(&mut self, word: &str) -> Result<(), &'static str> {
        let (hands, weight) = match word.split_once(':') {
            None => (word, 1.0),
            Some((hands, weight)) => match weight.parse::<f32>() {
                Ok(weight) if weight == 0.0 || (LEAST_WEIGHT..=1.0).contains(&weight) => (hands, weight),
                _ => return Err(WEIGHT),
            },
        };
        if hands.eq_ignore_ascii_case("random") {
            self.weights.fill(weight);
        } else if let Some(holding) = single(hands)? {
            self.weights[holding.number()] = weight;
            self.named.push(holding);
        } else {
            for hand in run(hands)? {
                hand.holdings().for_each(|holding| self.weights[holding.number()] = weight);
            }
        }
        Ok(())
    }
}

/// A holding such as `AhKh`; `None` where the word is not two cards.
fn single(word: &str) -> Result<Option<Holding>, &'static str> {
    let letters: Vec<char> = letters(word).map(|(letter, _)| letter).collect();
    let is_card = |pair: &[char]| pair.len() == 2 && suit_of_letter(pair[1]).is_some();
    if letters.len() != 4 || !letters.chunks(2).all(is_card) {
        return Ok(None);
    }
    match parse_cards(word).as_deref() {
        Ok(&[first, second]) => Ok(Holding::new(first, second)),
        Ok(_) => Err(UNKNOWN),
        Err(super::error::CardError::Repeated { .. }) => Err(TWICE),
        Err(_) => Err(UNKNOWN),
    }
}

/// Starting hands of two ranks: suited, offsuit, or both.
#[derive(Clone, Copy, PartialEq)]
struct Hands {
    high: u8,
    low: u8,
    suited: Option<bool>,
}

impl Hands {
    fn read(text: &str) -> Option<Self> {
        let mut letters = letters(text).map(|(letter, _)| letter);
        let (a, b) = (rank_of_letter(letters.next()?)?, rank_of_letter(letters.next()?)?);
        let suited = match letters.next().map(|letter| letter.to_ascii_lowercase()) {
            None => None,
            Some(_) if a == b => return None,
            Some('s') => Some(true),
            Some('o') => Some(false),
            Some(_) => return None,
        };
        letters.next().is_none().then_some(Self { high: a.max(b), low: a.min(b), suited })
    }

    fn gap(self) -> u8 {
        self.high - self.low
    }

    fn all(self) -> impl Iterator<Item = StartingHand> {
        let both = [true, false].into_iter().filter(move |&it| self.suited.is_none_or(|suited| suited == it));
        both.map(move |suited| StartingHand::new(self.high, self.low, suited))
    }
}

/// The starting hands of a word: one, a run, or one and all better ones.
fn run(word: &str) -> Result<Vec<StartingHand>, &'static str> {
    let read = |text: &str| Hands::read(text).ok_or(UNKNOWN);
    let (from, to) = match (word.strip_suffix('+'), word.split_once('-')) {
        (Some(least), _) => {
            let least = read(least)?;
            // Pairs and connectors go up in step, others by their kicker.
            let best = match least.gap() {
                gap @ 0..=1 => Hands { high: RANKS as u8 - 1, low: RANKS as u8 - 1 - gap, ..least },
                _ => Hands { low: least.high - 1, ..least },
            };
            (least, best)
        }
        (None, Some((one, other))) => {
            let (one, other) = (read(one)?, read(other)?);
            let fits = one.suited == other.suited && (one.gap() == other.gap() || one.high == other.high);
            // A pair and a hand with a kicker are not of one run.
            let is_mixed = (one.gap() == 0) != (other.gap() == 0);
            if !fits || is_mixed {
                return Err(RUN);
            }
            if one.low < other.low { (one, other) } else { (other, one) }
        }
        (None, None) => {
            let hand = read(word)?;
            (hand, hand)
        }
    };
    let step = u8::from(from.high != to.high);
    let hands = (0..=to.low - from.low).map(|up| Hands { high: from.high + step * up, low: from.low + up, ..from });
    Ok(hands.flat_map(Hands::all).collect())
}
