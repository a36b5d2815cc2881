//! Dumps of open-pure-cfr (Richard Gibson, <https://github.com/rggibson/open-pure-cfr>): average strategies or regrets.
//!
//! A dump has one part a round: a whole number of 32 bits that names the type of its entries, then `[bucket][entry]`,
//! little endian. The decisions of a round follow one another depth first, fold before call before raise, with an entry
//! for each action. Only the program that wrote it knows how many buckets there are.

use solver::game::BettingTree;
use std::path::Path;
use tables::file::fingerprint::checksum;
use tables::file::mapped::MappedFile;
use tables::strategy::block::MAX_ACTIONS;

use super::error::ExchangeError;

/// The bytes of a type's name.
const NAME_BYTES: usize = 4;

/// An opened dump.
#[derive(Debug)]
pub struct PureCfrDump {
    map: MappedFile,
    rounds: Vec<RoundEntries>,
    /// By decision: its round and the first of its entries within a bucket's.
    decisions: Vec<(usize, usize)>,
}

/// The entries of one round.
#[derive(Clone, Copy, Debug)]
struct RoundEntries {
    kind: EntryKind,
    /// Where the first one begins in the file.
    start: usize,
    of_bucket: usize,
    buckets: usize,
}

/// The types of entries, by the numbers that the program gives them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EntryKind {
    U8,
    I32,
    U32,
    U64,
}

impl PureCfrDump {
    /// Opens a dump of a game, with the number of buckets in each of its rounds.
    pub fn open(path: &Path, tree: &BettingTree, buckets: &[usize]) -> Result<Self, ExchangeError> {
        let map = MappedFile::open(path)?;
        let mut of_bucket = vec![0; tree.rounds()];
        let decisions = tree
            .nodes()
            .iter()
            .map(|node| {
                let first = of_bucket[node.round];
                of_bucket[node.round] += node.actions.len();
                (node.round, first)
            })
            .collect();
        let (mut rounds, mut end) = (Vec::new(), 0usize);
        for (round, (&of_bucket, &buckets)) in of_bucket.iter().zip(buckets).enumerate() {
            let name = map.bytes().get(end..).and_then(|rest| rest.first_chunk::<NAME_BYTES>());
            let number = name.map(|name| u32::from_le_bytes(*name));
            let kind = number.and_then(EntryKind::of_number).ok_or_else(|| {
                let found = number.map_or("the end of the file".to_owned(), |number| format!("type {number}"));
                refused(path, format!("a type of entries from 0 to 3 at byte {end} for round {round}"), found)
            })?;
            let start = end + NAME_BYTES;
            end = start.saturating_add(buckets.saturating_mul(of_bucket).saturating_mul(kind.bytes()));
            rounds.push(RoundEntries { kind, start, of_bucket, buckets });
        }
        let found = map.bytes().len();
        if found != end {
            return Err(refused(path, format!("{end} bytes for {buckets:?} buckets"), format!("{found} bytes")));
        }
        Ok(Self { map, rounds, decisions })
    }

    /// The checksum of all that it holds, which distinguishes it from other dumps of the same name.
    pub fn checksum(&self) -> u64 {
        checksum(self.map.bytes())
    }

    /// The probabilities of a decision's actions in a bucket, zero beyond them: entries above zero in proportion;
    /// `None` where there is none, or for a decision or a bucket that is not there.
    pub fn probabilities(&self, decision: usize, bucket: usize, actions: usize) -> Option<[f32; MAX_ACTIONS]> {
        let &(round, first) = self.decisions.get(decision)?;
        let entries = self.rounds.get(round).filter(|entries| bucket < entries.buckets)?;
        let width = entries.kind.bytes();
        let place = entries.start + (bucket * entries.of_bucket + first) * width;
        let bytes = self.map.bytes().get(place..place + actions * width)?;
        let mut values = [0.0; MAX_ACTIONS];
        for (value, entry) in values.iter_mut().zip(bytes.chunks_exact(width)) {
            *value = entries.kind.above_zero(entry);
        }
        let sum: f64 = values.iter().sum();
        (sum > 0.0).then(|| values.map(|value| (value / sum) as f32))
    }
}

impl EntryKind {
    fn of_number(number: u32) -> Option<Self> {
        [Self::U8, Self::I32, Self::U32, Self::U64].get(number as usize).copied()
    }

    fn bytes(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::I32 | Self::U32 => 4,
            Self::U64 => 8,
        }
    }

    /// An entry of this type; 0 if it is below zero.
    fn above_zero(self, entry: &[u8]) -> f64 {
        let mut bytes = [0; 8];
        bytes[..entry.len()].copy_from_slice(entry);
        let number = u64::from_le_bytes(bytes);
        match self {
            Self::I32 => f64::from((number as u32 as i32).max(0)),
            _ => number as f64,
        }
    }
}

fn refused(path: &Path, expected: String, found: String) -> ExchangeError {
    let advice = "give a dump of open-pure-cfr for heads-up limit hold'em and its numbers of buckets (--counts)";
    ExchangeError::Array { path: path.to_owned(), expected, found, advice }
}
