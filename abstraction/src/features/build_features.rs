//! The rows that a recipe asks for, with everything made on the way kept for the next recipe.

use evaluator::round::Round;
use rayon::prelude::*;
use tables::progress::{Cancelled, Progress};

use super::distinct_rows::DistinctRows;
use super::hand_strength_distribution::{PreflopDistributions, TurnDistributions, flop_histograms};
use super::opponent_cluster_hand_strength::{OCHS_ONE, expected_ochs, river_ochs};
use super::opponent_clusters::OpponentClusters;
use super::river_strengths::{CERTAIN_WIN, RiverStrengths};
use super::runouts::runouts;
use crate::distance::Distance;

/// What several streets' features have in common: river strengths and turn histograms.
#[derive(Default)]
pub struct FeatureSource {
    river: Option<RiverStrengths>,
    turn: Option<(u16, TurnDistributions)>,
}

/// Rows ready for clustering.
pub struct EmbeddedRows {
    /// The distinct features with their weights and hands.
    pub distinct: DistinctRows,
    /// `[row][dimension]`: the whole numbers whose distances are compared.
    pub values: Vec<u16>,
    /// The whole-number distance that counts as 1: one bin of EMD, one squared unit of strength.
    pub unit: f64,
    /// What a strength sum of a row is divided by, besides its weight, to lie in 0 to 1.
    pub strength_unit: f64,
}

impl FeatureSource {
    /// The river strengths, made at the first call.
    ///
    /// # Errors
    /// [`Cancelled`], when the progress says so.
    pub fn river(&mut self, progress: &dyn Progress) -> Result<&RiverStrengths, Cancelled> {
        if self.river.is_none() {
            self.river = Some(RiverStrengths::build(progress)?);
        }
        Ok(self.river.as_ref().expect("just made"))
    }

    /// The distributions of the starting hands.
    ///
    /// # Errors
    /// [`Cancelled`], when the progress says so.
    pub fn preflop(&mut self, bins: u16, progress: &dyn Progress) -> Result<PreflopDistributions, Cancelled> {
        Ok(PreflopDistributions::build(self.river(progress)?, bins))
    }

    fn turn(&mut self, bins: u16, progress: &dyn Progress) -> Result<&TurnDistributions, Cancelled> {
        if self.turn.as_ref().is_none_or(|(made, _)| *made != bins) {
            self.turn = None;
            let turn = TurnDistributions::build(self.river(progress)?, bins, progress)?;
            self.turn = Some((bins, turn));
        }
        Ok(&self.turn.as_ref().expect("just made").1)
    }

    /// The histograms of flop or turn, embedded for a distance.
    ///
    /// # Errors
    /// [`Cancelled`], when the progress says so.
    pub fn histograms(
        &mut self,
        round: Round,
        bins: u16,
        distance: Distance,
        progress: &dyn Progress,
    ) -> Result<EmbeddedRows, Cancelled> {
        let distinct = match round {
            Round::Flop => flop_histograms(self.turn(bins, progress)?, progress)?,
            // The turn's rows are handed over, not copied: a flop that follows makes them again.
            _ => {
                self.turn(bins, progress)?;
                self.turn.take().expect("just made").1.rows
            }
        };
        let total = runouts(round);
        let (values, unit) = match distance {
            Distance::EarthMover => {
                let scale = scale_within(
                    distance,
                    f64::from(total) * f64::from(bins),
                    f64::from(u16::MAX / 2) / f64::from(total),
                );
                (cumulative(&distinct, scale as u16), f64::from(total) * scale)
            }
            Distance::Euclidean => {
                let scale = ((distance.largest_size() as f64).sqrt() / f64::from(total)).floor();
                let scaled = distinct.rows.iter().map(|count| count * scale as u16).collect();
                (scaled, (f64::from(total) * scale).powi(2))
            }
        };
        let strength_unit = f64::from(total) * f64::from(CERTAIN_WIN);
        Ok(EmbeddedRows { distinct, values, unit, strength_unit })
    }

    /// OCHS of flop, turn or river, embedded for a distance.
    ///
    /// # Errors
    /// [`Cancelled`], when the progress says so.
    pub fn ochs(
        &mut self,
        round: Round,
        clusters: &OpponentClusters,
        distance: Distance,
        progress: &dyn Progress,
    ) -> Result<EmbeddedRows, Cancelled> {
        let distinct = match round {
            Round::River => river_ochs(clusters, progress)?,
            _ => expected_ochs(round, clusters, progress)?,
        };
        let combos: Vec<f64> = clusters.combos().into_iter().map(f64::from).collect();
        let all: f64 = combos.iter().sum();
        let one = f64::from(OCHS_ONE);
        let (axes, unit): (Vec<f64>, f64) = match distance {
            Distance::Euclidean => {
                // Weighted by the root of each cluster's share: the squared distance of two certain winners' rows is 1.
                // Rounding adds at most half a unit to each axis, half the root of K to the length.
                let rounding = 0.5 * (combos.len() as f64).sqrt();
                let scale = ((distance.largest_size() as f64).sqrt() - rounding).floor();
                (combos.iter().map(|combos| scale * (combos / all).sqrt()).collect(), scale * scale)
            }
            Distance::EarthMover => {
                let scale = scale_within(distance, all * combos.len() as f64, f64::from(u16::MAX / 2) / all);
                (combos.iter().map(|combos| scale * combos).collect(), scale)
            }
        };
        let mut values = vec![0u16; distinct.rows.len()];
        let rows = distinct.rows.par_chunks_exact(distinct.dimensions);
        values.par_chunks_exact_mut(distinct.dimensions).zip(rows).for_each(|(values, row)| {
            let mut sum = 0.0;
            for (value, (&entry, axis)) in values.iter_mut().zip(row.iter().zip(&axes)) {
                let scaled = f64::from(entry) / one * axis;
                sum = if distance == Distance::EarthMover { sum + scaled } else { scaled };
                *value = (sum + 0.5) as u16;
            }
        });
        let strength_unit = f64::from(runouts(round)) * f64::from(CERTAIN_WIN);
        Ok(EmbeddedRows { distinct, values, unit, strength_unit })
    }
}

/// The largest whole scale at which rows of this size stay within the exact range, and below another limit.
fn scale_within(distance: Distance, size: f64, limit: f64) -> f64 {
    (distance.largest_size() as f64 / size).min(limit).floor().max(1.0)
}

/// Running sums of counts, times a whole scale.
fn cumulative(distinct: &DistinctRows, scale: u16) -> Vec<u16> {
    let mut values = Vec::with_capacity(distinct.rows.len());
    for row in distinct.rows.chunks_exact(distinct.dimensions) {
        let mut sum = 0;
        values.extend(row.iter().map(|&count| {
            sum += count;
            sum * scale
        }));
    }
    values
}
