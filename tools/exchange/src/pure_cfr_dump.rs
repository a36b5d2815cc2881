//! Dumps of open-pure-cfr (Richard Gibson, <https://github.com/rggibson/open-pure-cfr>): average strategies or regrets.
//!
//! A dump has one part a round: a whole number of 32 bits that names the type of its entries, then `[bucket][entry]`,
//! little endian. The decisions of a round follow one another depth first, fold before call before raise, with an entry
//! for each action. Only the program that wrote it knows how many buckets there are.

use solver::game::{BettingTree, Node};
use std::path::Path;
use tables::file::fingerprint::checksum;
use tables::file::mapped::MappedFile;
use tables::strategy::block::LIMIT_ACTIONS;

use super::error::ExchangeError;

/// The bytes of an entry by the number of its type: whole numbers without a sign, but for type 1.
const WIDTHS: [usize; 4] = [1, 4, 4, 8];
/// The type of whole numbers with a sign.
const SIGNED: u32 = 1;

/// An opened dump.
#[derive(Debug)]
pub struct PureCfrDump {
    map: MappedFile,
    rounds: Vec<RoundEntries>,
    /// By decision: its round and the first of its entries within a bucket's.
    decisions: Vec<(usize, usize)>,
}

#[derive(Clone, Copy, Debug)]
struct RoundEntries {
    kind: u32,
    width: usize,
    /// Where the first one begins in the file.
    start: usize,
    of_bucket: usize,
    buckets: usize,
}

impl PureCfrDump {
    /// Opens a dump of a game, with the number of buckets in each of its rounds.
    pub fn open(path: &Path, tree: &BettingTree, buckets: &[usize]) -> Result<Self, ExchangeError> {
        let map = MappedFile::open(path)?;
        let mut of_bucket = vec![0; tree.rounds()];
        let place = |node: &Node| {
            of_bucket[node.round] += node.actions.len();
            (node.round, of_bucket[node.round] - node.actions.len())
        };
        let decisions = tree.nodes().iter().map(place).collect();
        let (mut rounds, mut end) = (Vec::new(), 0usize);
        for (round, (&of_bucket, &buckets)) in of_bucket.iter().zip(buckets).enumerate() {
            let name = map.bytes().get(end..).and_then(|rest| rest.first_chunk());
            let kind = name.map(|name| u32::from_le_bytes(*name));
            let Some((kind, &width)) = kind.and_then(|kind| Some((kind, WIDTHS.get(kind as usize)?))) else {
                let found = kind.map_or("the end of the file".to_owned(), |kind| format!("type {kind}"));
                let expected = format!("a type of entries from 0 to 3 at byte {end} for round {round}");
                return Err(refused(path, expected, found));
            };
            let start = end + size_of::<u32>();
            end = start.saturating_add(buckets.saturating_mul(of_bucket).saturating_mul(width));
            rounds.push(RoundEntries { kind, width, start, of_bucket, buckets });
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
    pub fn probabilities(&self, decision: usize, bucket: usize, actions: usize) -> Option<[f32; LIMIT_ACTIONS]> {
        let &(round, first) = self.decisions.get(decision)?;
        let entries = self.rounds.get(round).filter(|entries| bucket < entries.buckets)?;
        let place = entries.start + (bucket * entries.of_bucket + first) * entries.width;
        let bytes = self.map.bytes().get(place..place + actions * entries.width)?;
        let mut values = [0.0; LIMIT_ACTIONS];
        for (value, entry) in values.iter_mut().zip(bytes.chunks_exact(entries.width)) {
            let mut number = [0; 8];
            number[..entry.len()].copy_from_slice(entry);
            let number = u64::from_le_bytes(number);
            *value = if entries.kind == SIGNED { f64::from((number as u32 as i32).max(0)) } else { number as f64 };
        }
        let sum: f64 = values.iter().sum();
        (sum > 0.0).then(|| values.map(|value| (value / sum) as f32))
    }
}

fn refused(path: &Path, expected: String, found: String) -> ExchangeError {
    let advice = "give a dump of open-pure-cfr for heads-up limit hold'em and its numbers of buckets (--counts)";
    ExchangeError::Array { path: path.to_owned(), expected, found, advice }
}
