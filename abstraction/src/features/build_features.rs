//! The features that recipes ask for, with everything made on the way kept for the next recipe.

use evaluator::deck::Deck;
use evaluator::round::Round;
use rayon::prelude::*;
use tables::memory;
use tables::together::progress::{Cancelled, Progress};

use super::board_feature::BoardFeature;
use super::distinct_rows::{DistinctRows, gather};
use super::embedding::{Embedding, ochs_strength};
use super::hand_strength_distribution::{
    PreflopDistributions, TurnDistributions, flop_histograms, river_histograms, turn_histograms,
};
use super::opponent_cluster_hand_strength::{expected_ochs, river_ochs};
use super::opponent_clusters::OpponentClusters;
use super::opponent_clusters::shipped_distributions;
use super::strengths::{Power, RiverStrengths, expected_strength};
use crate::error::AbstractionError;
use crate::estimate::{Prepared, river_strengths_bytes};
use crate::recipe::{BucketRecipe, DEFAULT_BINS, Feature};

/// What several streets' features of one deck have in common: river strengths and turn histograms.
#[derive(Default)]
pub struct FeatureSource {
    deck: Deck,
    river: Option<RiverStrengths>,
    turn: Option<(u16, TurnDistributions)>,
}

pub struct EmbeddedRows {
    /// The distinct features with their weights and hands; rows are embedded.
    pub distinct: DistinctRows,
    /// The whole-number distance that counts as 1, see [`Embedding::unit`].
    pub unit: f64,
}

pub fn embedding_of(recipe: &BucketRecipe, clusters: Option<&OpponentClusters>) -> Result<Embedding, AbstractionError> {
    let combos = match recipe.feature.opponent_clusters() {
        Some(count) => fitting(clusters, recipe.deck, count)?.combos(),
        None => Vec::new(),
    };
    Ok(Embedding::new(recipe.feature, recipe.street(), recipe.distance, &combos, recipe.weights))
}

fn fitting(
    clusters: Option<&OpponentClusters>,
    deck: Deck,
    count: usize,
) -> Result<&OpponentClusters, AbstractionError> {
    clusters.filter(|clusters| (clusters.deck(), clusters.count()) == (deck, count)).ok_or_else(|| {
        let same_deck = clusters.is_none_or(|clusters| clusters.deck() == deck);
        let described = |count: usize, deck: Deck| match same_deck {
            true => format!("{count} clusters"),
            false => format!("{count} clusters of a deck of {deck} cards"),
        };
        let found = clusters.map_or("none".to_owned(), |it| described(it.count(), it.deck()));
        let expected = format!("a file of {}", described(count, deck));
        AbstractionError::recipe("opponent clusters", expected, found, "make them with opponent-clusters")
    })
}

fn ochs(round: Round, clusters: &OpponentClusters) -> BoardFeature<'_> {
    if round == Round::River { river_ochs(clusters) } else { expected_ochs(round, clusters) }
}

impl FeatureSource {
    pub fn prepared(&self) -> Prepared {
        Prepared { river: self.river.is_some(), preflop: false, turn: self.turn.as_ref().map(|(bins, _)| *bins) }
    }

    /// Lets go of what belongs to another deck.
    fn turn_to(&mut self, deck: Deck) {
        if self.deck != deck {
            *self = Self { deck, ..Self::default() };
        }
    }

    /// The river strengths, made at the first call.
    pub fn river(&mut self, deck: Deck, progress: &dyn Progress) -> Result<&RiverStrengths, Cancelled> {
        self.turn_to(deck);
        if self.river.is_none() {
            self.river = Some(RiverStrengths::build(deck, progress)?);
        }
        Ok(self.river.as_ref().expect("just made"))
    }

    /// The distributions of the starting hands; with [`DEFAULT_BINS`] those of the full deck are shipped.
    pub fn preflop(
        &mut self,
        deck: Deck,
        bins: u16,
        progress: &dyn Progress,
    ) -> Result<PreflopDistributions, Cancelled> {
        if bins == DEFAULT_BINS && deck.is_full() {
            return Ok(shipped_distributions());
        }
        Ok(PreflopDistributions::build(self.river(deck, progress)?, bins))
    }

    fn turn(&mut self, deck: Deck, bins: u16, progress: &dyn Progress) -> Result<&TurnDistributions, Cancelled> {
        self.turn_to(deck);
        if self.turn.as_ref().is_none_or(|(made, _)| *made != bins) {
            self.turn = None;
            let turn = TurnDistributions::build(self.river(deck, progress)?, bins, progress)?;
            self.turn = Some((bins, turn));
        }
        Ok(&self.turn.as_ref().expect("just made").1)
    }

    /// A recipe's feature as a stream of boards; what it is read from is made at the first call. A new feature is one
    /// file, one variant of [`Feature`] and one arm here.
    pub fn feature<'s>(
        &'s mut self,
        recipe: &BucketRecipe,
        clusters: Option<&'s OpponentClusters>,
        progress: &dyn Progress,
    ) -> Result<BoardFeature<'s>, AbstractionError> {
        let (deck, round) = (recipe.deck, recipe.round);
        self.turn_to(deck);
        if self.river.is_none() && recipe.feature.opponent_clusters().is_none() {
            memory::require("strengths of the river", river_strengths_bytes(deck))?;
        }
        Ok(match (recipe.feature, round) {
            (Feature::Hsd { bins }, Round::Flop) => flop_histograms(self.turn(deck, bins, progress)?),
            (Feature::Hsd { bins }, Round::Turn) => turn_histograms(self.river(deck, progress)?, bins, &[]),
            (Feature::Hsd { bins }, _) => river_histograms(self.river(deck, progress)?, bins),
            (Feature::Ochs { clusters: count }, _) => ochs(round, fitting(clusters, deck, count)?),
            (Feature::OchsStrength { clusters: count, .. }, _) => {
                ochs_strength(recipe.street(), ochs(round, fitting(clusters, deck, count)?))
            }
            (Feature::Strength, _) => expected_strength(round, Power::First, self.river(deck, progress)?),
            (Feature::StrengthSquared, _) => expected_strength(round, Power::Second, self.river(deck, progress)?),
        })
    }

    /// All distinct rows of a recipe's feature, embedded.
    pub fn rows(
        &mut self,
        recipe: &BucketRecipe,
        clusters: Option<&OpponentClusters>,
        progress: &dyn Progress,
    ) -> Result<EmbeddedRows, AbstractionError> {
        let embedding = embedding_of(recipe, clusters)?;
        let mut distinct = match (recipe.feature, recipe.round) {
            // A flop recipe has made them; they are handed over, not copied: another flop makes them again.
            (Feature::Hsd { bins }, Round::Turn) => {
                self.turn(recipe.deck, bins, progress)?;
                self.turn.take().expect("just made").1.rows
            }
            _ => gather(&self.feature(recipe, clusters, progress)?, progress)?,
        };
        distinct.rows.par_chunks_exact_mut(distinct.dimensions).for_each(|row| embedding.embed(row));
        Ok(EmbeddedRows { distinct, unit: embedding.unit() })
    }
}
