//! From a feature's row to the whole numbers whose distances are compared.
//!
//! - EMD: running sums along the row, each entry weighted (by the cluster's combos for OCHS), so that the sum of
//!   absolute differences is the earth mover's distance; a single number is its own running sum.
//! - Euclidean: each axis times the root of its weight, for OCHS that of the cluster ([`ClusterWeights`]) and of the
//!   strength after the clusters, where there is one.
//!
//! All are scaled to use the exact range of [`Distance`] as far as 16 bits allow.
//!
//! OCHS with the expected strength against everybody as one more number.
//!
//! An OCHS row shows against whom a hand wins; how often it wins in all is in it only as a weighted mean. Distances of
//! running sums give that mean more weight. Here it gets more weight through a coordinate of its own, and nothing else
//! changes: the control for what such distances gain.

use super::board_feature::{BoardFeature, BoardRows};
use super::opponent_cluster_hand_strength::OCHS_ONE;
use super::strengths::EXPECTATION_ONE;
use crate::cluster_file::ClusterWeights;
use crate::distance::Distance;
use crate::recipe::Feature;
use crate::street::Street;

/// How the rows of one feature are made comparable under one distance.
#[derive(Clone, PartialEq, Debug)]
pub struct Embedding {
    axes: Axes,
    unit: f64,
}

/// What entries are multiplied by, in fixed point: whole numbers give the same coordinates on every processor, and
/// vector lanes do them all at once.
#[derive(Clone, PartialEq, Debug)]
enum Axes {
    /// Each entry by itself; exact to a sixtieth of a coordinate.
    Apart { factors: Vec<u16>, shift: u32 },
    /// Entries summed up along the row.
    Cumulative { factors: Vec<u64>, shift: u32 },
}

impl Axes {
    fn new(factors: &[f64], cumulative: bool) -> Self {
        let whole = factors.iter().all(|factor| factor.fract() == 0.0);
        if cumulative {
            let shift = if whole { 0 } else { 32 };
            return Self::Cumulative { factors: factors.iter().map(|it| fixed(*it, shift) as u64).collect(), shift };
        }
        let largest = factors.iter().copied().fold(0.0, f64::max);
        // The most fractional bits that keep the largest factor within 16 bits; products then stay within 32.
        let shift = if whole { 0 } else { (f64::from(u16::MAX) / largest).log2().floor() as u32 };
        Self::Apart { factors: factors.iter().map(|it| fixed(*it, shift) as u16).collect(), shift }
    }
}

/// A factor with `shift` fractional bits, rounded.
fn fixed(factor: f64, shift: u32) -> f64 {
    (factor * (1u64 << shift) as f64).round()
}

impl Embedding {
    /// For the rows of a feature on a street; `combos` are those of the opponent clusters, empty for other features,
    /// `weights` say how much each counts in the Euclidean distance.
    pub fn new(feature: Feature, street: Street, distance: Distance, combos: &[u32], weights: ClusterWeights) -> Self {
        let emd = distance == Distance::EarthMover;
        let (axes, unit) = match feature {
            Feature::Hsd { bins } => {
                let total = f64::from(street.runouts());
                let largest = f64::from(u16::MAX / 2) / total;
                let scale = match distance {
                    Distance::EarthMover => scale_within(distance, total * f64::from(bins), largest),
                    Distance::Euclidean => ((distance.largest_size() as f64).sqrt() / total).floor().min(largest),
                };
                (vec![scale; usize::from(bins)], if emd { total * scale } else { (total * scale).powi(2) })
            }
            Feature::Ochs { .. } | Feature::OchsStrength { .. } => {
                let one = f64::from(OCHS_ONE);
                match distance {
                    Distance::Euclidean => {
                        // The squared distance between the rows of certain winners and certain losers is 1. Rounding
                        // adds at most half a unit to each axis, half the root of their number to the length.
                        let weights = ochs_weights(feature, weights.of(combos));
                        let rounding = 0.5 * (weights.len() as f64).sqrt();
                        let scale = ((distance.largest_size() as f64).sqrt() - rounding).floor();
                        let axis = |weight: f64| scale * weight.sqrt() / one;
                        (weights.into_iter().map(axis).collect(), scale * scale)
                    }
                    Distance::EarthMover => {
                        let all: f64 = combos.iter().copied().map(f64::from).sum();
                        let scale = scale_within(distance, all * combos.len() as f64, f64::from(u16::MAX / 2) / all);
                        (combos.iter().map(|&combos| scale * f64::from(combos) / one).collect(), scale)
                    }
                }
            }
            Feature::Strength | Feature::StrengthSquared => {
                let one = f64::from(EXPECTATION_ONE);
                match distance {
                    Distance::EarthMover => (vec![1.0], one),
                    Distance::Euclidean => {
                        let scale = (distance.largest_size() as f64).sqrt().floor() - 1.0;
                        (vec![scale / one], scale * scale)
                    }
                }
            }
        };
        Self { axes: Axes::new(&axes, emd), unit }
    }

    /// The whole-number distance that counts as 1: one bin of EMD between histograms, one combo's certain win of EMD
    /// between OCHS rows, one squared unit of strength.
    pub fn unit(&self) -> f64 {
        self.unit
    }

    /// Replaces a row by its coordinates.
    pub fn embed(&self, row: &mut [u16]) {
        match &self.axes {
            Axes::Apart { factors, shift } => {
                let half = (1u32 << shift) / 2;
                for (value, &factor) in row.iter_mut().zip(factors) {
                    *value = ((u32::from(*value) * u32::from(factor) + half) >> shift) as u16;
                }
            }
            Axes::Cumulative { factors, shift } => {
                let half = (1u64 << shift) / 2;
                let mut sum = 0;
                for (value, &factor) in row.iter_mut().zip(factors) {
                    sum += u64::from(*value) * factor;
                    *value = ((sum + half) >> shift) as u16;
                }
            }
        }
    }
}

/// The weights of all numbers of an OCHS row, which sum to 1: of the clusters, then of the strength after them.
fn ochs_weights(feature: Feature, mut of_clusters: Vec<f64>) -> Vec<f64> {
    if let Feature::OchsStrength { strength_percent, .. } = feature {
        let strength = f64::from(strength_percent) / 100.0;
        of_clusters.iter_mut().for_each(|weight| *weight /= 1.0 + strength);
        of_clusters.push(strength / (1.0 + strength));
    }
    of_clusters
}

/// The largest whole scale at which rows of this size stay within the exact range, and below another limit.
fn scale_within(distance: Distance, size: f64, limit: f64) -> f64 {
    (distance.largest_size() as f64 / size).min(limit).floor().max(1.0)
}

/// The rows of a feature of OCHS, each followed by the hand's expected strength, in units of [`OCHS_ONE`], too.
pub fn ochs_strength(street: Street, ochs: BoardFeature<'_>) -> BoardFeature<'_> {
    let clusters = ochs.dimensions();
    BoardFeature::new(ochs.stage, street, clusters + 1, move || {
        let certain = street.strength_unit() as u64;
        let (mut fill, mut without) = (ochs.filler(), BoardRows::default());
        Box::new(move |board, rows| {
            fill(board, &mut without);
            rows.begin(street.boards(), board, clusters + 1);
            rows.totals.copy_from_slice(&without.totals);
            let entries = rows.rows.chunks_exact_mut(clusters + 1).zip(without.rows.chunks_exact(clusters));
            for ((row, entries), &[weight, strength]) in entries.zip(&without.totals) {
                row[..clusters].copy_from_slice(entries);
                // Every deal of a hand has the same strength.
                let halves = strength / weight;
                row[clusters] = ((halves * u64::from(OCHS_ONE) + certain / 2) / certain) as u16;
            }
        })
    })
}
