//! Memory and disk of a stage, and of what several kinds of stages have open.

use evaluator::round::Round;
use solver::run::estimate::TrainingSize;
use std::collections::BTreeSet;
use tables::buckets::hand_numbers::HandNumbers;
use tables::buckets::table::hands_of_round;

use crate::error::StudyError;
use crate::study_run::StudyRun;

/// The program itself, its tables and threads: measured.
pub(crate) const PROGRAM_BYTES: u64 = 16 << 20;
/// A cluster file, a league or a record.
pub(crate) const SMALL_FILE: u64 = 16 << 10;

/// What a stage takes, in bytes.
pub(crate) struct Sizes {
    /// The most memory in use at once, the program's own left out.
    pub memory: u64,
    /// What stays on disk.
    pub disk: u64,
    /// What is on disk only until the next stage is done.
    pub passing: u64,
}

/// The size of a player's training.
pub(crate) fn training_size(run: &StudyRun<'_>, player: usize) -> Result<TrainingSize, StudyError> {
    Ok(TrainingSize::of_holdem(run.bucket_counts(player)?)?)
}

/// A strategy unpacked, with its buckets, for the largest of some players.
pub(crate) fn largest_player(run: &StudyRun<'_>, players: impl Iterator<Item = usize>) -> Result<u64, StudyError> {
    // Counting a training takes a while, and most players are alike.
    let counts: BTreeSet<[usize; 4]> = players.map(|it| run.bucket_counts(it)).collect::<Result<_, _>>()?;
    let mut most = 0;
    for counts in counts {
        let size = TrainingSize::of_holdem(counts)?;
        // The file, and a byte for each probability, of which there are half as many as regrets and sums.
        most = most.max(size.strategy_bytes + size.table_bytes / 8 + bucket_bytes(counts));
    }
    Ok(most)
}

/// The buckets of all hands of all streets, of which training and matches soon read every page.
pub(crate) fn bucket_bytes(counts: [usize; 4]) -> u64 {
    let streets = Round::ALL.into_iter().zip(counts).skip(1);
    streets.map(|(round, count)| HandNumbers::entry_bytes(count) * hands_of_round(round)).sum()
}
