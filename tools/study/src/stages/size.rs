//! Memory and disk of a stage, and how long work will take on this machine: what must be measured is tried once, when
//! it is first asked for.

use abstraction::cluster_file::ClusterSearch;
use abstraction::estimate::{Prepared, TimeProbe};
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::recipe::BucketRecipe;
use evaluator::deck::Deck;
use evaluator::round::Round;
use serde_json::json;
use solver::run::estimate::{TrainingSize, seconds_a_board};
use std::collections::BTreeSet;
use tables::buckets::hand_numbers::HandNumbers;
use tables::buckets::table::hands_of_round;
use tables::file::fingerprint::Fingerprint;
use tables::together::progress::{Progress, Update};

use crate::error::StudyError;
use crate::machine::clock::UndisturbedClock;
use crate::machine::speeds::Speeds;
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
    /// For the trials, whose own steps are not shown.
    trial: &'a dyn Progress,
    speeds: &'a mut Speeds,
    /// How many trials were made.
    trials: u64,
    probe: Option<TimeProbe<'a>>,
    /// Seconds of bucket files by recipe without its seed, and what was there before.
    buckets: Vec<((BucketRecipe, Prepared), f64)>,
}

/// Passes on the wish to stop, and no reports.
pub(crate) struct Unreported<'a>(pub &'a dyn Progress);

impl Progress for Unreported<'_> {
    fn report(&self, _: &Update<'_>) {}

    fn cancelled(&self) -> bool {
        self.0.cancelled()
    }
}

impl<'a> StageClock<'a> {
    pub fn new(
        run: &'a StudyRun<'a>,
        speeds: &'a mut Speeds,
        progress: &'a dyn Progress,
        trial: &'a Unreported<'a>,
    ) -> Self {
        Self { run, progress, trial, speeds, trials: 0, probe: None, buckets: Vec::new() }
    }

    /// What this machine was found to do.
    fn probe(&mut self) -> Result<&mut TimeProbe<'a>, StudyError> {
        if self.probe.is_none() {
            self.probe = Some(TimeProbe::new(self.run.study.deck, self.trial, &UndisturbedClock)?);
        }
        Ok(self.probe.as_mut().expect("just made"))
    }

    /// The seconds of a piece of work, tried once on this machine and kept from then on; `what` names it for people.
    fn tried(
        &mut self,
        what: &str,
        work: String,
        try_it: impl FnOnce(&mut Self) -> Result<f64, StudyError>,
    ) -> Result<f64, StudyError> {
        if let Some(seconds) = self.speeds.known(&work) {
            return Ok(seconds);
        }
        let (stage, note) = ("measuring this machine", Some(what.to_owned()));
        self.progress.report(&Update { stage, done: self.trials, of: 0, unit: "trials", note });
        let seconds = try_it(self)?;
        self.trials += 1;
        self.speeds.note(work, seconds);
        Ok(seconds)
    }

    /// Wall seconds here of work that took this many core seconds where it was measured.
    pub fn scaled(&mut self, core_seconds: f64) -> Result<f64, StudyError> {
        let work = format!("a core second elsewhere, deck of {}", self.run.study.deck);
        Ok(core_seconds * self.tried("strengths", work, |clock| Ok(clock.probe()?.scaled(1.0)))?)
    }

    pub fn clusters_seconds(&mut self, search: Option<ClusterSearch>, there: Prepared) -> Result<f64, StudyError> {
        let work = format!("clusters, {search:?}, {there:?}, deck of {}", self.run.study.deck);
        self.tried("opponent clusters", work, |clock| Ok(clock.probe()?.clusters_seconds(search, there)))
    }

    pub(crate) fn bucket_seconds(&mut self, recipe: &BucketRecipe, prepared: Prepared) -> Result<f64, StudyError> {
        // Clusterings differ in their seeds alone.
        let key = (BucketRecipe { seed: 0, ..recipe.clone() }, prepared);
        if let Some((_, seconds)) = self.buckets.iter().find(|(tried, _)| *tried == key) {
            return Ok(*seconds);
        }
        let work = format!("buckets, {}, {prepared:?}", json!(key.0));
        let tried = self.tried(&format!("buckets of the {}", recipe.round), work, |clock| {
            let probe = clock.probe()?;
            let clusters: Option<OpponentClusters> =
                recipe.feature.opponent_clusters().map(|clusters| probe.any_clusters(clusters)).transpose()?;
            Ok(probe.buckets_seconds(recipe, clusters.as_ref(), prepared)?)
        })?;
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
        let (game, rule) = (self.run.study.definition()?, self.run.study.training[plan].rule());
        let counts = self.run.bucket_counts(player)?;
        let mut work = json!({ "buckets": counts, "algorithm": rule });
        game.enter(&mut work);
        // The text of a game is long.
        let work = format!("a board, {}", Fingerprint::of("training", &work, &[]));
        self.tried("a training", work, |clock| {
            Ok(seconds_a_board(&game, counts, rule, SECONDS_TRIED, &UndisturbedClock, clock.trial)?)
        })
    }
}
