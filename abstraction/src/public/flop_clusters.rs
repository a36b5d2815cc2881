//! Clusters of similar flops.
//!
//! What a flop does to the starting hands, as numbers to compare flops by.
//!
//! The 169 starting hands are ordered by equity and divided into ten groups of nearly as many holdings each. A flop's
//! row says, for each group, how its holdings are spread over twenty bins of `E[HS]`, their expected strength on the
//! river after this flop. That is what both players know of each other's hands there: high cards show as groups that
//! move up, pairs and suits as groups that stay together or fall apart, and draws as expectations that keep to the
//! middle. The strengths of *all* holdings together would say next to nothing, since on every board half the hands beat
//! the other half. Transition tables from buckets before the flop to buckets on it are how Waugh et al. 2009 compare
//! flops; here the distance between two rows is the earth mover's distance within the groups.
//!
//! Buckets shared out among clusters in proportion to their deals.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::BoardFirst;
use evaluator::holding::{STARTING_HANDS, StartingHand};
use evaluator::round::Round;
use rayon::prelude::*;
use std::ops::ControlFlow;
use tables::together::progress::{Cancelled, Counter, Progress};

use crate::clustering::{KMeansSettings, WeightedRows, fit};
use crate::distance::Distance;
use crate::error::AbstractionError;
use crate::features::board_feature::BoardRows;
use crate::features::build_features::FeatureSource;
use crate::features::hand_strength_distribution::PreflopDistributions;
use crate::features::strengths::{Power, expected_strength};
use crate::recipe::DEFAULT_BINS;
use crate::street::Street;

/// Starts of the clustering; each takes a fraction of a second.
const RESTARTS: u32 = 20;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlopClusters {
    pub deck: Deck,
    /// The cluster of each canonical flop, by the number of its board; no cluster is empty. Clusters are numbered by
    /// their first flop.
    pub of_flop: Vec<u16>,
    /// How many actual flops each cluster has.
    pub flops: Vec<u64>,
}

impl FlopClusters {
    /// Clusters the flops by their rows, each weighted by how often it is dealt. The same number and seed give the same
    /// clusters on every street.
    pub fn build(
        deck: Deck,
        clusters: usize,
        seed: u64,
        source: &mut FeatureSource,
        progress: &dyn Progress,
    ) -> Result<Self, AbstractionError> {
        let values = flop_rows(deck, source, progress)?;
        let boards = BoardFirst::of(deck, Round::Flop);
        let weights: Vec<u64> = (0..boards.boards()).map(|flop| u64::from(boards.board_multiplicity(flop))).collect();
        let rows = WeightedRows::new(DIMENSIONS, &values, &weights)?;
        let settings = KMeansSettings {
            restarts: RESTARTS,
            seeding_rows: None,
            ..KMeansSettings::new(clusters, Distance::EarthMover, seed)
        };
        let go_on = if progress.cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        Ok(Self::new(deck, &fit(&rows, &settings, &mut |_| go_on)?.assignment))
    }

    /// The clusters given by a number for each canonical flop.
    ///
    /// # Panics
    /// If there is not a number for each flop.
    pub fn new(deck: Deck, numbers: &[u32]) -> Self {
        let boards = BoardFirst::of(deck, Round::Flop);
        assert_eq!(numbers.len(), boards.boards());
        let mut new_numbers = vec![None; numbers.iter().max().map_or(0, |&most| most as usize + 1)];
        let (mut of_flop, mut flops) = (Vec::with_capacity(numbers.len()), Vec::new());
        for (flop, &number) in numbers.iter().enumerate() {
            let cluster = *new_numbers[number as usize].get_or_insert_with(|| {
                flops.push(0);
                flops.len() - 1
            });
            flops[cluster] += u64::from(boards.board_multiplicity(flop));
            of_flop.push(cluster as u16);
        }
        Self { deck, of_flop, flops }
    }

    pub fn count(&self) -> usize {
        self.flops.len()
    }

    /// The clusters of the flops with which a board may have begun, each with how many of them it has.
    pub fn of_board(&self, board: CardSet) -> Vec<(usize, u64)> {
        let mut found: Vec<(usize, u64)> = Vec::new();
        for flop in flops_of(board) {
            let (number, _) = BoardFirst::of(self.deck, Round::Flop).board_index(flop);
            let cluster = usize::from(self.of_flop[number]);
            match found.iter_mut().find(|(other, _)| *other == cluster) {
                Some((_, flops)) => *flops += 1,
                None => found.push((cluster, 1)),
            }
        }
        found
    }
}

/// The flops with which a board of three, four or five cards may have begun: 1, 4 or 10.
pub fn flops_of(board: CardSet) -> impl Iterator<Item = CardSet> {
    let cards: Vec<Card> = board.iter().collect();
    let subsets = 0..1u32 << cards.len();
    subsets.filter(|subset| subset.count_ones() == 3).map(move |subset| {
        let chosen = cards.iter().enumerate().filter(|(place, _)| subset >> place & 1 == 1);
        chosen.fold(CardSet::EMPTY, |flop, (_, &card)| flop.with(card))
    })
}

pub const GROUPS: usize = 10;
pub const BINS: usize = 20;
/// Numbers in a row: running sums over each group's bins, without the last one, which is always the whole.
pub const DIMENSIONS: usize = GROUPS * (BINS - 1);
/// A whole group; a value that keeps rows within the exact range of the earth mover's distance.
pub const WHOLE: u64 = 20_000;

/// The group of each starting hand, from the weakest to the strongest.
pub fn starting_hand_groups(distributions: &PreflopDistributions) -> [u8; STARTING_HANDS] {
    let halves = &distributions.halves;
    let mut order: Vec<StartingHand> = distributions.deck.starting_hands().collect();
    order.sort_by_key(|hand| (halves[hand.number()], hand.number()));
    let all: usize = order.iter().map(|hand| hand.combos()).sum();
    let (mut groups, mut before) = ([0; STARTING_HANDS], 0);
    for hand in order {
        // Where the middle of its combos lies.
        groups[hand.number()] = ((2 * before + hand.combos()) * GROUPS / (2 * all)) as u8;
        before += hand.combos();
    }
    groups
}

/// The bin of an expected strength, given as the sum of `2w + d` over all run-outs of a flop.
pub(crate) fn bin_of_sum(deck: Deck, halves: u64) -> usize {
    let certain = Street::new(deck, Round::Flop).strength_unit() as u64;
    ((halves * BINS as u64 / certain) as usize).min(BINS - 1)
}

/// The row of each canonical flop, `[flop][dimension]`.
pub fn flop_rows(deck: Deck, source: &mut FeatureSource, progress: &dyn Progress) -> Result<Vec<u16>, Cancelled> {
    let groups = starting_hand_groups(&source.preflop(deck, DEFAULT_BINS, progress)?);
    let strengths = expected_strength(Round::Flop, Power::First, source.river(deck, progress)?);
    let boards = strengths.boards();
    let counter = Counter::new(progress, "strengths by flop", "boards", boards.boards() as u64);
    let mut all = vec![0; boards.boards() * DIMENSIONS];
    all.par_chunks_exact_mut(DIMENSIONS).enumerate().try_for_each_init(
        || (strengths.filler(), BoardRows::default(), Vec::new()),
        |(fill, rows, holdings), (board, row)| {
            fill(board, rows);
            boards.canonical_holdings(board, holdings);
            let mut counts = [[0; BINS]; GROUPS];
            for (&(holding, _), &[deals, halves]) in holdings.iter().zip(&rows.totals) {
                let group = usize::from(groups[holding.starting_hand().number()]);
                counts[group][bin_of_sum(deck, halves / deals)] += deals;
            }
            for (counts, row) in counts.iter().zip(row.chunks_exact_mut(BINS - 1)) {
                write_running_sums(counts, row);
            }
            counter.add(1)
        },
    )?;
    Ok(all)
}

/// Running sums as shares of the whole, rounded.
fn write_running_sums(counts: &[u64; BINS], row: &mut [u16]) {
    let all: u64 = counts.iter().sum();
    let mut sum = 0;
    for (value, &count) in row.iter_mut().zip(counts) {
        sum += count;
        *value = ((sum * WHOLE + all / 2) / all) as u16;
    }
}

/// Shares `seats` out by weight with the method of the largest remainder, at least one to each; at equal remainders the
/// first comes first. A cluster whose share rounds to zero takes its one seat from the largest.
///
/// # Panics
/// If there are fewer seats than weights, or no weight at all.
pub fn apportion(seats: usize, weights: &[u64]) -> Vec<usize> {
    assert!(seats >= weights.len(), "{seats} for {} clusters", weights.len());
    let total: u128 = weights.iter().map(|&weight| u128::from(weight)).sum();
    assert!(total > 0, "clusters without deals");
    let quota =
        |&weight: &u64| (seats as u128 * u128::from(weight) / total, seats as u128 * u128::from(weight) % total);
    let (mut shares, remainders): (Vec<usize>, Vec<u128>) =
        weights.iter().map(quota).map(|(whole, remainder)| (whole as usize, remainder)).unzip();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|&cluster| (std::cmp::Reverse(remainders[cluster]), cluster));
    let left = seats - shares.iter().sum::<usize>();
    order.iter().take(left).for_each(|&cluster| shares[cluster] += 1);
    while let Some(none) = shares.iter().position(|&share| share == 0) {
        // The first of the largest, which has more than one: there are as many seats as clusters.
        let largest = (0..shares.len()).rev().max_by_key(|&cluster| shares[cluster]).unwrap_or(none);
        shares[largest] -= 1;
        shares[none] = 1;
    }
    shares
}
