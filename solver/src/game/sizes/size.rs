//! One size as it is written: `50%`, `2.5x`, `300c`, `e`, `2e`, `2e150%` or `a`.

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::game::game_error::shown;

/// A decimal number of at most six places, exactly: shares of the pot and multiples of bets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(super) struct Decimal(u64);

impl Decimal {
    const ONE: u64 = 1_000_000;

    pub const fn whole(number: u64) -> Self {
        Self(number * Self::ONE)
    }

    /// This share of so many chips, to whole chips; halves are rounded up.
    pub fn of(self, chips: i64) -> i64 {
        let (one, product) = (i128::from(Self::ONE), i128::from(self.0) * i128::from(chips));
        // At most 10^10 millionths of 2 * 10^9 chips.
        ((product + one / 2) / one) as i64
    }

    /// Whether some chips are at most this share of others.
    pub fn reaches(self, chips: i64, of: i64) -> bool {
        i128::from(chips) * i128::from(Self::ONE) <= i128::from(self.0) * i128::from(of)
    }

    /// Whether this share of some chips is more than others.
    pub fn exceeds(self, chips: i64, of: i64) -> bool {
        i128::from(chips) * i128::from(Self::ONE) < i128::from(self.0) * i128::from(of)
    }

    /// A hundredth of it: what a percentage is as a share.
    fn hundredth(self) -> Option<Self> {
        self.0.is_multiple_of(100).then_some(Self(self.0 / 100))
    }

    pub fn as_f64(self) -> f64 {
        self.0 as f64 / Self::ONE as f64
    }

    pub fn of_f64(number: f64) -> Self {
        // Saturates, and NaN becomes zero; both are refused by the range that every reader checks.
        Self((number * Self::ONE as f64).round() as u64)
    }

    pub fn is_zero(&self) -> bool {
        self.0 == 0
    }
}

impl FromStr for Decimal {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (whole, places) = text.split_once('.').unwrap_or((text, ""));
        let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(whole) || !is_number(places) || whole.is_empty() || whole.len() > 9 || places.len() > 6 {
            return Err(());
        }
        format!("{whole}{places:0<6}").parse().map(Self).map_err(|_| ())
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, places) = (self.0 / Self::ONE, format!("{:06}", self.0 % Self::ONE));
        match places.trim_end_matches('0') {
            "" => write!(f, "{whole}"),
            places => write!(f, "{whole}.{places}"),
        }
    }
}

/// A listed bet or raise. *Pot after the call* is the pot once the player has called what is faced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Size {
    /// `50%`: the amount faced, and this share of the pot after the call.
    Pot(Share),
    /// `2.5x`: so many times the bet faced; raises only.
    Faced(Multiple),
    /// `300c`: so many chips, the round's total.
    Chips(u32),
    /// `e`, `2e`, `2e150%`: the same share of the pot in each of so many rounds, by default those left, so that the
    /// last one is all-in; a share of at most so much.
    Geometric { rounds: Option<u8>, at_most: Option<Share> },
    /// `a`: all-in.
    AllIn,
}

/// A share of the pot, as a percentage in text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Share(pub(super) Decimal);

/// How many times the bet faced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Multiple(pub(super) Decimal);

const PERCENT: RangeInclusive<Decimal> = Decimal(1)..=Decimal::whole(10_000);
const MULTIPLES: RangeInclusive<Decimal> = Decimal(Decimal::ONE + 1)..=Decimal::whole(1_000);
/// Below this a size is no longer geometric, but one share.
const LEAST_LIMIT: Decimal = Decimal::whole(10);
const CHIPS: RangeInclusive<u32> = 1..=1_000_000_000;
const ROUNDS: RangeInclusive<u8> = 1..=9;

impl FromStr for Size {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let problem = match read(word) {
            Ok(size) => return Ok(size),
            Err("") => "write 50% (of the pot), 2.5x (the bet faced), 300c (chips), e, 2e, 2e150% or a".to_owned(),
            Err(problem) => problem.to_owned(),
        };
        Err(format!("'{}' is not a bet size; {problem}", shown(word)))
    }
}

/// The size of a word, or what is wrong with it; an empty text where it is none of the forms.
fn read(word: &str) -> Result<Size, &'static str> {
    let Some(suffix) = word.chars().last() else { return Err("") };
    let number = &word[..word.len() - suffix.len_utf8()];
    match suffix {
        'a' if number.is_empty() => Ok(Size::AllIn),
        '%' => match number.split_once('e') {
            None => Ok(Size::Pot(share(number)?)),
            Some((rounds, limit)) => {
                let at_most = share(limit)?;
                if limit.parse().is_ok_and(|limit: Decimal| limit < LEAST_LIMIT) {
                    return Err("a geometric size is at most 10 % of the pot or more: 2e150%; one share reads 9%");
                }
                Ok(Size::Geometric { rounds: rounds_of(rounds)?, at_most: Some(at_most) })
            }
        },
        'x' => match number.parse().map_err(|()| "")? {
            times if MULTIPLES.contains(&times) => Ok(Size::Faced(Multiple(times))),
            _ => Err("a multiple of the bet faced is above 1 and at most 1000"),
        },
        'c' if number.bytes().all(|byte| byte.is_ascii_digit()) && !number.is_empty() => match number.parse() {
            Ok(chips) if CHIPS.contains(&chips) => Ok(Size::Chips(chips)),
            _ => Err("give 1 to 1000000000 chips"),
        },
        'e' => Ok(Size::Geometric { rounds: rounds_of(number)?, at_most: None }),
        _ => Err(""),
    }
}

fn share(percent: &str) -> Result<Share, &'static str> {
    let percent: Decimal = match percent.parse() {
        Ok(percent) => percent,
        Err(()) if percent.bytes().all(|byte| byte.is_ascii_digit()) && !percent.is_empty() => {
            return Err("a share of the pot is above 0 % and at most 10000 %");
        }
        Err(()) => return Err(""),
    };
    match percent.hundredth() {
        _ if !PERCENT.contains(&percent) => Err("a share of the pot is above 0 % and at most 10000 %"),
        None => Err("a percentage has at most four decimal places"),
        Some(share) => Ok(Share(share)),
    }
}

fn rounds_of(text: &str) -> Result<Option<u8>, &'static str> {
    match text.parse() {
        _ if text.is_empty() => Ok(None),
        Ok(rounds) if ROUNDS.contains(&rounds) => Ok(Some(rounds)),
        Ok(_) => Err("a geometric size is spread over 1 to 9 rounds"),
        Err(_) => Err(""),
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |share: Share| Decimal(share.0.0 * 100);
        match *self {
            Self::Pot(share) => write!(f, "{}%", percent(share)),
            Self::Faced(Multiple(times)) => write!(f, "{times}x"),
            Self::Chips(chips) => write!(f, "{chips}c"),
            Self::Geometric { rounds, at_most } => {
                rounds.map_or(Ok(()), |rounds| write!(f, "{rounds}"))?;
                f.write_str("e")?;
                at_most.map_or(Ok(()), |share| write!(f, "{}%", percent(share)))
            }
            Self::AllIn => f.write_str("a"),
        }
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Word;
        // A visitor, so that the reader knows in which place the word is.
        impl Visitor<'_> for Word {
            type Value = Size;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a bet size in quotes, such as \"50%\"")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Size, E> {
                word.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Word)
    }
}
