//! Memory and disk of a stage, and how long work will take on this machine: what must be measured is tried once, when
//! it is first asked for.

use abstraction::estimate::{Prepared, TimeProbe};
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::recipe::BucketRecipe;
use evaluator::deck::Deck;
use evaluator::round::Round;
use solver::run::estimate::{TrainingSize, seconds_a_board};
use std::collections::BTreeSet;
use tables::buckets::hand_numbers::HandNumbers;
use tables::buckets::table::hands_of_round;
use tables::together::progress::Progress;

use crate::error::StudyError;
use crate::machine::clock::UndisturbedClock;
use crate::plan::needs::{in_order, more_clusters};
use crate::study_run::StudyRun;

/// The program itself, its tables and threads: measured.
pub(crate) const PROGRAM_BYTES: u64 = 16 << 20;
/// A cluster file, a league or a record.
pub(crate) const SMALL_FILE: u64 = 16 << 10;

/// What a stage takes, in bytes.
#[derive(Default)]
pub(crate) struct Sizes {
    /// The most memory in use at once, the program's own left out.
    pub memory: u64,
    pub disk: u64,
    /// What is on disk only until the next stage is done.
    pub passing: u64,
}

pub(crate) fn training_size(run: &StudyRun<'_>, player: usize) -> Result<TrainingSize, StudyError> {
    Ok(TrainingSize::of(&run.study.definition()?, run.bucket_counts(player)?))
}

/// A strategy unpacked, with its buckets, for the largest of some players.
pub(crate) fn largest_player(run: &StudyRun<'_>, players: impl Iterator<Item = usize>) -> Result<u64, StudyError> {
    // Counting a training takes a while, and most players are alike.
    let counts: BTreeSet<[usize; 4]> = players.map(|it| run.bucket_counts(it)).collect::<Result<_, _>>()?;
    let mut most = 0;
    for counts in counts {
        let size = TrainingSize::of(&run.study.definition()?, counts);
        // The file, and a byte for each probability, of which there are half as many as regrets and sums.
        most = most.max(size.strategy_bytes + size.table_bytes / 8 + bucket_bytes(run.study.deck, counts));
    }
    Ok(most)
}

/// The buckets of all hands of all streets, of which training and matches soon read every page.
pub(crate) fn bucket_bytes(deck: Deck, counts: [usize; 4]) -> u64 {
    let streets = Round::ALL.into_iter().zip(counts).skip(1);
    streets.map(|(round, count)| HandNumbers::entry_bytes(count) * hands_of_round(deck, round)).sum()
}

const SECONDS_TRIED: f64 = 0.7;
/// What share of a complete board's work goes with the betting alone, whatever the deck: measured in the full deck.
const BETTING_OF_A_BOARD: f64 = 0.4;

/// What opening buckets takes, as a share of what it takes with the full deck.
pub(crate) fn share_of_hands(deck: Deck) -> f64 {
    let hands = |deck| Round::ALL[1..].iter().map(|&round| hands_of_round(deck, round)).sum::<u64>() as f64;
    hands(deck) / hands(Deck::FULL)
}

/// What all holdings of a complete board take, as a share of what they take with the full deck.
pub(crate) fn share_of_a_board(deck: Deck) -> f64 {
    let holdings = |deck: Deck| deck.holdings_beside(Round::River.board_cards()) as f64;
    BETTING_OF_A_BOARD + (1.0 - BETTING_OF_A_BOARD) * holdings(deck) / holdings(Deck::FULL)
}

pub(crate) struct StageClock<'a> {
    pub run: &'a StudyRun<'a>,
    progress: &'a dyn Progress,
    probe: Option<TimeProbe<'a>>,
    /// Seconds a board of training by training plan and bucket counts.
    boards: Vec<((usize, [usize; 4]), f64)>,
    /// Seconds of bucket files by recipe without its seed, and what was there before.
    buckets: Vec<((BucketRecipe, Prepared), f64)>,
}

impl<'a> StageClock<'a> {
    pub fn new(run: &'a StudyRun<'a>, progress: &'a dyn Progress) -> Self {
        Self { run, progress, probe: None, boards: Vec::new(), buckets: Vec::new() }
    }

    /// What this machine was found to do.
    pub fn probe(&mut self) -> Result<&mut TimeProbe<'a>, StudyError> {
        if self.probe.is_none() {
            self.probe = Some(TimeProbe::new(self.run.study.deck, self.progress, &UndisturbedClock)?);
        }
        Ok(self.probe.as_mut().expect("just made"))
    }

    /// Wall seconds here of work that took this many core seconds where it was measured.
    pub fn scaled(&mut self, core_seconds: f64) -> Result<f64, StudyError> {
        Ok(self.probe()?.scaled(core_seconds))
    }

    pub(crate) fn bucket_seconds(&mut self, recipe: &BucketRecipe, prepared: Prepared) -> Result<f64, StudyError> {
        // Clusterings differ in their seeds alone.
        let key = (BucketRecipe { seed: 0, ..recipe.clone() }, prepared);
        if let Some((_, seconds)) = self.buckets.iter().find(|(tried, _)| *tried == key) {
            return Ok(*seconds);
        }
        let probe = self.probe()?;
        let clusters: Option<OpponentClusters> =
            recipe.feature.opponent_clusters().map(|clusters| probe.any_clusters(clusters)).transpose()?;
        let tried = probe.buckets_seconds(recipe, clusters.as_ref(), prepared)?;
        let others = self.buckets.iter().filter_map(|((other, was_there), seconds)| {
            let more = more_clusters(recipe, other)?;
            (*was_there == prepared).then_some((more, *seconds))
        });
        let seconds = in_order(tried, others);
        self.buckets.push((key, seconds));
        Ok(seconds)
    }

    pub(crate) fn board_seconds(&mut self, player: usize) -> Result<f64, StudyError> {
        let plan = self.run.order().players[player].plan;
        let key = (plan, self.run.bucket_counts(player)?);
        if let Some((_, seconds)) = self.boards.iter().find(|(tried, _)| *tried == key) {
            return Ok(*seconds);
        }
        let rule = self.run.study.training[plan].rule();
        let seconds = seconds_a_board(
            &self.run.study.definition()?,
            key.1,
            rule,
            SECONDS_TRIED,
            &UndisturbedClock,
            self.progress,
        )?;
        self.boards.push((key, seconds));
        Ok(seconds)
    }
}
