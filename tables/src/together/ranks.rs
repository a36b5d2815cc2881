//! Several processes that do one piece of work together, each a *rank*: what a stage knows of them.
//!
//! The words are MPI's. Rank 0 runs the command, keeps the files and hands out the work; the others help and own their
//! share of what is computed. All calls but
//! [`abandon`](Ranks::abandon) are *collective*: every rank makes the same calls in the same order.
//!
//! **Floating-point numbers are never added up on the way.** Their sum depends on its order, and no message system
//! promises one. Whole numbers are [summed](Ranks::sum); everything else is gathered, and added in the order in which
//! one process would add it. So results have the same bytes for any number of ranks.
//!
//! No call returns an error, since half a piece of work is useless. When a rank is lost, the implementation ends the
//! job and gives a reason.
//!
//! One of several processes that divide work among themselves without talking to each other.

use std::fmt;
use std::str::FromStr;

/// The processes that work together.
pub trait Ranks: Send + Sync + std::fmt::Debug {
    /// This process's number, from 0.
    fn rank(&self) -> usize;

    fn ranks(&self) -> usize;

    /// Returns once all ranks have made this call.
    fn barrier(&self);

    /// The bytes of every rank, in the order of the ranks, at rank 0; nothing elsewhere.
    fn gather(&self, own: &[u8]) -> Vec<Vec<u8>>;

    /// The bytes of every rank, in the order of the ranks, at each of them.
    fn gather_everywhere(&self, own: &[u8]) -> Vec<Vec<u8>>;

    /// Sends each rank its piece of those that rank 0 passes, in the order of the ranks; what other ranks pass is
    /// ignored.
    fn scatter(&self, pieces: &[Vec<u8>]) -> Vec<u8>;

    /// Adds up each number over all ranks, modulo 2^64; all get the sums.
    fn sum(&self, numbers: &mut [u64]);

    /// Ends the job for all ranks: this rank has reported the reason and will make no more calls. Does nothing where no
    /// other rank is waiting.
    fn abandon(&self) {}

    /// Lets another rank than the first pass on the wish to stop: once `is_asked` returns true, rank 0 learns of it at
    /// this rank's next call, or while it waits in one for rank 0.
    fn pass_on_when(&self, _is_asked: Box<dyn Fn() -> bool + Send + Sync>) {}

    /// At rank 0, the first of the other ranks that has passed on the wish to stop, if any has. Unlike the other calls
    /// it is rank 0's alone and may be made by any of its threads at any time.
    fn asks_to_stop(&self) -> Option<usize> {
        None
    }

    fn is_first(&self) -> bool {
        self.rank() == 0
    }

    fn is_alone(&self) -> bool {
        self.ranks() == 1
    }

    /// Rank 0's bytes, at every rank; what other ranks pass is ignored.
    fn broadcast(&self, own: &[u8]) -> Vec<u8> {
        let pieces = if self.is_first() { vec![own.to_vec(); self.ranks()] } else { Vec::new() };
        self.scatter(&pieces)
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Ranks for Alone {
    fn rank(&self) -> usize {
        0
    }

    fn ranks(&self) -> usize {
        1
    }

    fn barrier(&self) {}

    fn gather(&self, own: &[u8]) -> Vec<Vec<u8>> {
        vec![own.to_vec()]
    }

    fn gather_everywhere(&self, own: &[u8]) -> Vec<Vec<u8>> {
        vec![own.to_vec()]
    }

    fn scatter(&self, pieces: &[Vec<u8>]) -> Vec<u8> {
        pieces.first().cloned().unwrap_or_default()
    }

    fn sum(&self, _numbers: &mut [u64]) {}
}

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
