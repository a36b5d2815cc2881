//! How long stages take on this machine: their parts tried for a moment, with as many threads as the stages will have.
//!
//! Making the river strengths is a stage of its own and short: it is done in full, which measures the machine's speed.
//! With a small deck it is over before all threads have begun: there some boards of the full deck measure the speed.
//! What cannot be tried (merging equal rows, how many iterations a clustering needs) was measured once and is scaled by
//! that speed.

use evaluator::card::Card;
use evaluator::deck::Deck;
use evaluator::hand_index::BoardFirst;
use evaluator::round::Round;
use tables::memory;
use tables::together::progress::{Cancelled, Counter, Progress, Silent};
use tables::together::time::Stopwatch;

use super::clustering_time::{ClusteringTime, measure, sample_rows};
use super::{Prepared, distinct_rows, is_turn_kept, needs_river, river_strengths_bytes, rows_of_boards};
use crate::cluster_file::ClusterSearch;
use crate::clustering::streamed::sample_size;
use crate::distance::Distance;
use crate::error::AbstractionError;
use crate::features::build_features::{FeatureSource, embedding_of};
use crate::features::hand_strength_distribution::PreflopDistributions;
use crate::features::opponent_clusters::OpponentClusters;
use crate::features::strengths::strengths_of_boards;
use crate::group_hands::is_streamed;
use crate::recipe::{BucketRecipe, DEFAULT_BINS, Feature, Method, Sample};
use crate::street::Street;

/// Core seconds of the full deck's river strengths where the other figures were taken.
const REFERENCE: f64 = 1.48;
/// Boards of the full deck that are ranked where the deck's own are fewer.
const BOARDS_RANKED: usize = 1 << 13;
/// Numbers in the rows that a clustering is tried on: enough for the rows to outweigh the centres.
const NUMBERS_TRIED: usize = 8_000_000;
/// One board in this many is made to see how long a whole street takes; for OCHS before the river one in twice this
/// many.
const BOARDS_A_PROBE: usize = 64;
/// Iterations over all rows of a clustering whose rows do not fit into memory.
const STREAMED_ITERATIONS: usize = 10;

/// Measures this machine and estimates times with what it found.
pub struct TimeProbe<'p> {
    progress: &'p dyn Progress,
    stopwatch: &'p dyn Stopwatch,
    source: FeatureSource,
    distributions: PreflopDistributions,
    /// Of the deck, and of the full deck.
    river_seconds: f64,
    full_river_seconds: f64,
    tried: Vec<(Tried, ClusteringTime)>,
}

type Tried = (Feature, Distance, usize);

impl<'p> TimeProbe<'p> {
    pub fn new(deck: Deck, progress: &'p dyn Progress, stopwatch: &'p dyn Stopwatch) -> Result<Self, AbstractionError> {
        memory::require("the trial that measures this machine's speed", river_strengths_bytes(deck))?;
        let mut source = FeatureSource::default();
        let measured = stopwatch.start();
        source.river(deck, progress)?;
        let river_seconds = measured();
        let full_river_seconds = if BoardFirst::of(deck, Round::River).boards() < BOARDS_RANKED {
            let measured = stopwatch.start();
            rank_some_boards(progress)?;
            measured() * BoardFirst::of(Deck::FULL, Round::River).boards() as f64 / BOARDS_RANKED as f64
        } else {
            river_seconds * ranked_holdings(Deck::FULL) / ranked_holdings(deck)
        };
        let distributions = source.preflop(deck, DEFAULT_BINS, progress)?;
        let tried = Vec::new();
        Ok(Self { progress, stopwatch, source, distributions, river_seconds, full_river_seconds, tried })
    }

    /// Seconds on the clock here for work that took `core_seconds` where the reference figures were taken.
    pub fn scaled(&self, core_seconds: f64) -> f64 {
        core_seconds / REFERENCE * self.full_river_seconds
    }

    pub fn clusters_seconds(&self, search: Option<ClusterSearch>, prepared: Prepared) -> f64 {
        // Distributions of the usual bins are shipped, and so are the usual searches.
        let search = search.filter(|search| search.shipped().is_none());
        let is_counted = search.is_some_and(|search| search.bins != DEFAULT_BINS) && !prepared.preflop;
        let river = if prepared.river || !is_counted { 0.0 } else { self.river_seconds };
        let deck = self.distributions.deck;
        let of_boards = ranked_holdings(deck) / ranked_holdings(Deck::FULL);
        let of_hands = deck.starting_hand_count() as f64 / Deck::FULL.starting_hand_count() as f64;
        let preflop = if is_counted { self.scaled(0.28 * of_boards) } else { 0.0 };
        let found =
            search.map_or(0.0, |it| it.restarts as f64 / 1_000.0 * (0.2 + 0.025 * f64::from(it.count)) * of_hands);
        // A hundredth of a second for the file.
        river + preflop + self.scaled(found).max(0.01)
    }

    /// Some clusters of the given number: what is measured does not depend on which.
    pub fn any_clusters(&self, count: usize) -> Result<OpponentClusters, AbstractionError> {
        OpponentClusters::compute(&self.distributions, count, 0, 1, &Silent)
    }

    /// Seconds to build buckets; how many iterations their clustering needs is a guess.
    pub fn buckets_seconds(
        &mut self,
        recipe: &BucketRecipe,
        clusters: Option<&OpponentClusters>,
        prepared: Prepared,
    ) -> Result<f64, AbstractionError> {
        let river = if needs_river(recipe) && !prepared.river { self.river_seconds } else { 0.0 };
        // Buckets of public clusters are made of finer classes, whose clustering takes most of the time.
        let recipe = &recipe.of_classes();
        let rows = self.rows_seconds(recipe, clusters, prepared)?;
        // Counting hands and writing a number each.
        let after = self.scaled(1e-8 * recipe.street().hands() as f64);
        let clustering = match recipe.method {
            Method::Percentiles => self.scaled(0.1 * share_of_hands(recipe)),
            // The hands are gone through once more.
            Method::SplitPercentiles => rows,
            Method::KMeans => self.clustering_seconds(recipe, clusters, rows)?,
        };
        Ok(river + rows + clustering + after)
    }

    /// Seconds to make and merge a street's rows.
    fn rows_seconds(
        &mut self,
        recipe: &BucketRecipe,
        clusters: Option<&OpponentClusters>,
        prepared: Prepared,
    ) -> Result<f64, AbstractionError> {
        if is_turn_kept(recipe, prepared) {
            return Ok(0.0);
        }
        if let (Feature::Hsd { bins }, Round::Flop) = (recipe.feature, recipe.round) {
            // Sums of turn rows, which are made first.
            let turn = BucketRecipe { round: Round::Turn, ..recipe.clone() };
            let turn_seconds =
                if prepared.turn == Some(bins) { 0.0 } else { self.rows_seconds(&turn, None, prepared)? };
            return Ok(turn_seconds + self.scaled((0.25 + 0.022 * f64::from(bins)) * share_of_hands(recipe)));
        }
        let filling = {
            let feature = self.source.feature(recipe, clusters, self.progress)?;
            let is_expected_ochs = recipe.feature.opponent_clusters().is_some() && recipe.round != Round::River;
            let boards = feature.boards().boards() / if is_expected_ochs { 2 * BOARDS_A_PROBE } else { BOARDS_A_PROBE };
            sample_rows(&feature, None, boards.max(8), 0, self.stopwatch).seconds_for_all
        };
        self.progress.check()?;
        if is_streamed(recipe) {
            return Ok(filling);
        }
        let dimensions = recipe.feature.dimensions() as f64;
        let hands = recipe.street().hands() as f64;
        let merging = hands * (8.0 + 0.3 * dimensions) + rows_of_boards(recipe) as f64 * (40.0 + 6.0 * dimensions);
        Ok(filling + self.scaled(merging * 1e-9))
    }

    /// Seconds of a clustering by k-means; `pass` is the time to make all rows, for rows that are made again.
    fn clustering_seconds(
        &mut self,
        recipe: &BucketRecipe,
        clusters: Option<&OpponentClusters>,
        pass: f64,
    ) -> Result<f64, AbstractionError> {
        let distinct = distinct_rows(recipe) as f64;
        let count = recipe.count.min(distinct as usize);
        let time = self.try_clustering(recipe, clusters, count)?;
        let iterations = expected_iterations(recipe).min(recipe.max_iterations) as f64;
        let starts = f64::from(recipe.restarts);
        let iterate = |rows: f64| {
            time.seeding
                + time.assignment.at(rows)
                + (iterations - 1.0) * mean_iteration(count) * time.iteration.at(rows)
        };
        if is_streamed(recipe) {
            let hands = recipe.street().hands() as f64;
            let sample = sample_size(recipe.sample.rows(hands as usize, recipe.count), count) as f64;
            // Where a sample was requested, iterations run on it alone; one pass over all rows follows.
            let iterations =
                if recipe.sample == Sample::All { STREAMED_ITERATIONS.min(recipe.max_iterations) } else { 0 };
            let again = iterations as f64 * time.iteration.at(hands) + time.assignment.at(hands);
            let over_all = iterations.max(1) as f64 * pass + again;
            return Ok(starts * iterate(sample) + over_all);
        }
        Ok(match recipe.sample.rows(distinct as usize, recipe.count) {
            None => starts * iterate(distinct),
            Some(sample) => starts * iterate(sample as f64) + time.assignment.at(distinct),
        })
    }

    /// The parts of a clustering, tried on rows of the same number of coordinates that are quickly made.
    fn try_clustering(
        &mut self,
        recipe: &BucketRecipe,
        clusters: Option<&OpponentClusters>,
        count: usize,
    ) -> Result<ClusteringTime, AbstractionError> {
        // A few opponent clusters more or less hardly matter.
        let is_alike = |(feature, distance, centres): &Tried| {
            let (known, wanted) = (feature.dimensions(), recipe.feature.dimensions());
            feature.name() == recipe.feature.name()
                && (*distance, *centres) == (recipe.distance, count)
                && 2 * known.max(wanted) <= 3 * known.min(wanted)
        };
        if let Some((_, time)) = self.tried.iter().find(|(tried, _)| is_alike(tried)) {
            return Ok(*time);
        }
        // Clustering the flop's rows takes as long as clustering the turn's; OCHS rows take the same time on any
        // street.
        let round = if recipe.feature.opponent_clusters().is_some() { Round::River } else { Round::Turn };
        let stand_in = BucketRecipe { round, ..recipe.clone() };
        let embedding = embedding_of(&stand_in, clusters)?;
        let dimensions = recipe.feature.dimensions();
        let most_rows = (NUMBERS_TRIED / dimensions).max(4 * count);
        let feature = self.source.feature(&stand_in, clusters, self.progress)?;
        let boards = feature.boards().boards() / 32;
        let sample = sample_rows(&feature, Some(&embedding), boards, most_rows, self.stopwatch);
        self.progress.check()?;
        let time = measure(&sample, dimensions, recipe.distance, count, self.stopwatch);
        self.tried.push(((recipe.feature, recipe.distance, count), time));
        Ok(time)
    }
}

/// The hands of a recipe's street, as a share of those of the full deck.
fn share_of_hands(recipe: &BucketRecipe) -> f64 {
    recipe.street().hands() as f64 / Street::full(recipe.round).hands() as f64
}

/// Ranks as many boards of the full deck as are enough to measure by, in no particular order.
fn rank_some_boards(progress: &dyn Progress) -> Result<(), Cancelled> {
    let counter = Counter::new(progress, "speed of this machine", "boards", BOARDS_RANKED as u64);
    // Five cards a seventh of the deck or so apart.
    let card = |number: usize| Card::from_number((number % Deck::FULL.cards()) as u8);
    let board = |number: usize| (0..5).filter_map(|place| card(number + place * (7 + number / 52 % 5))).collect();
    strengths_of_boards(Deck::FULL, BOARDS_RANKED, board, &counter).map(drop)
}

/// The work of ranking all river boards of a deck.
fn ranked_holdings(deck: Deck) -> f64 {
    (BoardFirst::of(deck, Round::River).boards() * deck.holdings_beside(5)) as f64
}

/// Iterations until one gains less than the tolerance: not known in advance, so the usual number.
fn expected_iterations(recipe: &BucketRecipe) -> usize {
    match (recipe.feature, recipe.round) {
        (Feature::Hsd { .. }, Round::Turn) => 20,
        (Feature::Hsd { .. }, _) => 28,
        _ => 40,
    }
}

/// The mean time of an iteration, as a multiple of the one that was tried: with many centres fewer and fewer rows
/// change and few other centres come near; with few centres each holds more rows than the caches when all take part.
/// Measured.
fn mean_iteration(count: usize) -> f64 {
    (1.3 * (500.0 / count.max(1) as f64).powf(0.3)).clamp(0.4, 1.3)
}
