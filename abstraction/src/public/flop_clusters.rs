//! Clusters of similar flops.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_index::BoardFirst;
use evaluator::round::Round;
use std::ops::ControlFlow;
use tables::together::progress::Progress;

use super::flop_rows::{DIMENSIONS, flop_rows};
use crate::clustering::{KMeansSettings, WeightedRows, fit};
use crate::distance::Distance;
use crate::error::AbstractionError;
use crate::features::build_features::FeatureSource;

/// Starts of the clustering; each takes a fraction of a second.
const RESTARTS: u32 = 20;

/// Which cluster each flop is in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlopClusters {
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
        clusters: usize,
        seed: u64,
        source: &mut FeatureSource,
        progress: &dyn Progress,
    ) -> Result<Self, AbstractionError> {
        let values = flop_rows(source, progress)?;
        let boards = BoardFirst::of(Round::Flop);
        let weights: Vec<u64> = (0..boards.boards()).map(|flop| u64::from(boards.board_multiplicity(flop))).collect();
        let rows = WeightedRows::new(DIMENSIONS, &values, &weights)?;
        let settings = KMeansSettings {
            restarts: RESTARTS,
            seeding_rows: None,
            ..KMeansSettings::new(clusters, Distance::EarthMover, seed)
        };
        let go_on = if progress.cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        Ok(Self::new(&fit(&rows, &settings, &mut |_| go_on)?.assignment))
    }

    /// The clusters given by a number for each canonical flop.
    ///
    /// # Panics
    /// If there is not a number for each of the 1,755 flops.
    pub fn new(numbers: &[u32]) -> Self {
        let boards = BoardFirst::of(Round::Flop);
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
        Self { of_flop, flops }
    }

    /// How many clusters there are.
    pub fn count(&self) -> usize {
        self.flops.len()
    }

    /// The clusters of the flops with which a board may have begun, each with how many of them it has.
    pub fn of_board(&self, board: CardSet) -> Vec<(usize, u64)> {
        let mut found: Vec<(usize, u64)> = Vec::new();
        for flop in flops_of(board) {
            let (number, _) = BoardFirst::of(Round::Flop).board_index(flop);
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
