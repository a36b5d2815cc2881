//! One of several processes that divide work among themselves without talking to each other.

use std::fmt;
use std::str::FromStr;

/// The most parts that work is divided into.
pub const MOST_PARTS: u64 = 100_000;

/// A part of a job: number `number` of `of`, written `2/3`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct JobPart {
    number: u64,
    of: u64,
}

impl JobPart {
    /// Part `number` of `of`, counted from 1; `None` where there is no such part.
    pub fn new(number: u64, of: u64) -> Option<Self> {
        ((1..=of).contains(&number) && of <= MOST_PARTS).then_some(Self { number, of })
    }

    /// From 1 to [`Self::of`].
    pub fn number(self) -> u64 {
        self.number
    }

    /// How many parts there are.
    pub fn of(self) -> u64 {
        self.of
    }

    /// The part that does the piece of work at a place, the first place being 0.
    ///
    /// Where pieces come in descending order of size, the parts are about equally large: they are dealt out forwards
    /// and backwards in turn.
    pub fn of_place(place: usize, of: u64) -> Self {
        let (round, turn) = (place as u64 / of, place as u64 % of);
        Self { number: 1 + if round.is_multiple_of(2) { turn } else { of - 1 - turn }, of }
    }

    /// Whether the piece of work at a place is this part's.
    pub fn takes(self, place: usize) -> bool {
        Self::of_place(place, self.of) == self
    }
}

impl fmt::Display for JobPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for JobPart {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        let wrong = || match numbers {
            Some((number, of @ 1..=MOST_PARTS)) => format!("found part {number} of {of}, expected 1/{of} to {of}/{of}"),
            _ => format!("expected a part such as 1/3, 2/3 or 3/3, at most {MOST_PARTS} parts, found '{text}'"),
        };
        numbers.and_then(|(number, of)| Self::new(number, of)).ok_or_else(wrong)
    }
}
