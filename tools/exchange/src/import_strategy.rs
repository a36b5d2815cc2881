//! A strategy of another program as a strategy file, so that it can be measured and played like any other.

use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Map, json};
use solver::game::{Action, BettingTree, GameDefinition, Node};
use std::path::{Path, PathBuf};
use tables::buckets::table::BucketTable;
use tables::together::progress::Progress;

use super::bucket_strategy::{BucketStrategy, compressed};
use super::error::ExchangeError;
use super::pure_cfr_dump::PureCfrDump;

/// What came out of an import.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ImportedStrategy {
    #[serde(serialize_with = "tables::text::serialize")]
    pub file: PathBuf,
    pub bytes: u64,
    /// Decisions times the buckets of their rounds.
    pub information_sets: u64,
    /// Those without any entry above zero, where the strategy calls, as its own program does.
    pub without_entries: u64,
}

/// A dump, and the bucket files whose numbers it uses: flop, turn, river.
#[derive(Clone, Copy)]
pub struct DumpedStrategy<'a> {
    /// A file of open-pure-cfr.
    pub dump: &'a Path,
    /// Buckets of the four rounds in the dump; one before the flop, or one for each of the 169 starting hands.
    pub counts: [usize; 4],
    pub buckets: &'a [BucketTable; 3],
}

impl DumpedStrategy<'_> {
    /// Writes it as a strategy of heads-up limit hold'em. Buckets that were imported keep the numbers that they were
    /// given, all others their own.
    pub fn import(&self, file: &Path, progress: &dyn Progress) -> Result<ImportedStrategy, ExchangeError> {
        let game = GameDefinition::holdem_limit_on(self.buckets[0].deck());
        let tree = BettingTree::new(&game);
        let dump = PureCfrDump::open(self.dump, &tree, &self.counts)?;
        let numbers = self.numbers()?;
        let block = |(number, node): (usize, &Node)| -> Result<(Vec<u8>, u64), ExchangeError> {
            progress.check()?;
            let calls = [0, 1, 2].map(|action| f32::from(u8::from(node.actions.get(action) == Some(&Action::Call))));
            let mut without = 0;
            let probabilities = numbers[node.round].iter().map(|&theirs| {
                let found = dump.probabilities(number, theirs, node.actions.len());
                without += u64::from(found.is_none());
                found.unwrap_or(calls)
            });
            Ok((compressed(node, probabilities)?, without))
        };
        let blocks: Vec<(Vec<u8>, u64)> = tree.nodes().par_iter().enumerate().map(block).collect::<Result<_, _>>()?;
        let source = self.dump.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let recipe = Map::from_iter([
            ("algorithm".to_owned(), json!("open-pure-cfr")),
            ("imported".to_owned(), json!(source)),
            ("checksum".to_owned(), json!(format!("{:016x}", dump.checksum()))),
        ]);
        let strategy = BucketStrategy { buckets: self.buckets, recipe, facts: json!({"counts": self.counts}) };
        let bytes = strategy.write(&tree, blocks.iter().map(|(block, _)| block.as_slice()), file)?;
        let information_sets = tree.nodes().iter().map(|node| numbers[node.round].len() as u64).sum();
        let without_entries = blocks.iter().map(|(_, without)| without).sum();
        Ok(ImportedStrategy { file: file.to_owned(), bytes, information_sets, without_entries })
    }

    /// `[round][our bucket]`: the dump's number of it.
    fn numbers(&self) -> Result<[Vec<usize>; 4], ExchangeError> {
        let starting_hands = self.buckets[0].deck().starting_hand_count();
        let preflop = match self.counts[0] {
            1 => vec![0; starting_hands],
            _ => (0..starting_hands).collect(),
        };
        let [flop, turn, river] = self.buckets.each_ref().map(given_numbers);
        let numbers = [preflop, flop, turn, river];
        for (round, (numbers, &count)) in numbers.iter().zip(&self.counts).enumerate() {
            // Some imported buckets may have no hand; in other files every bucket number occurs.
            let is_given = round > 0 && is_imported(&self.buckets[round - 1]);
            let most = numbers.iter().max().map_or(0, |most| most + 1);
            if most > count || (round > 0 && !is_given && most < count) {
                return Err(ExchangeError::Array {
                    path: self.dump.to_owned(),
                    expected: format!("{}{most} buckets in round {round}", if is_given { "at least " } else { "" }),
                    found: count.to_string(),
                    advice: "give the number of buckets that the dump was made with (--counts)",
                });
            }
        }
        Ok(numbers)
    }
}

fn is_imported(table: &BucketTable) -> bool {
    table.file().header().recipe.get("imported").is_some()
}

/// The numbers under which a file's buckets came; imported files keep them as centres.
fn given_numbers(table: &BucketTable) -> Vec<usize> {
    if is_imported(table) {
        table.centres().iter().map(|&number| number as usize).collect()
    } else {
        (0..table.bucket_count()).collect()
    }
}
