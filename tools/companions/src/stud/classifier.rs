//! Identifies an opponent's style from what the system has learned about it: nearest centroid of tendencies and
//! firings.
//!
//! The thesis's authors judged by eye from curves of the tendencies (10 of 12 persons as the questionnaire had them);
//! this is the same judgement by rule, trained on some sets of deals and tested on others.

use super::estimate::RULES;
use super::model::Style;
use super::tally::PLACES;

/// Numbers that describe what was learned in one row of games: 18 tendencies in [0, 1] and 9 shares of firings.
pub const FEATURES: usize = RULES + PLACES;
/// The description of one row of games.
pub type Features = [f64; FEATURES];

/// A nearest-centroid classifier; each feature is measured in its own standard deviations.
#[derive(Clone, PartialEq, Debug)]
pub struct Classifier {
    centroids: [Features; Style::ALL.len()],
    scales: Features,
}

impl Classifier {
    /// Learns from rows of known style, at least one of each.
    pub fn new(examples: &[(Style, Features)]) -> Self {
        let mean = |of: &dyn Fn(Style) -> bool| -> Features {
            let chosen: Vec<&Features> = examples.iter().filter(|it| of(it.0)).map(|it| &it.1).collect();
            let count = chosen.len().max(1) as f64;
            std::array::from_fn(|feature| chosen.iter().map(|it| it[feature]).sum::<f64>() / count)
        };
        let all = mean(&|_| true);
        let scales = std::array::from_fn(|feature| {
            let squares: f64 = examples.iter().map(|(_, it)| (it[feature] - all[feature]).powi(2)).sum();
            let deviation = (squares / examples.len().max(1) as f64).sqrt();
            // What never varies says nothing.
            if deviation > 0.0 { 1.0 / deviation } else { 0.0 }
        });
        Self { centroids: Style::ALL.map(|style| mean(&|it| it == style)), scales }
    }

    /// The style whose centroid is nearest.
    pub fn style_of(&self, features: &Features) -> Style {
        let distance = |style: Style| -> f64 {
            let centroid = &self.centroids[style as usize];
            (0..FEATURES).map(|it| ((features[it] - centroid[it]) * self.scales[it]).powi(2)).sum()
        };
        let [first, rest @ ..] = Style::ALL;
        rest.into_iter().fold(first, |best, style| if distance(style) < distance(best) { style } else { best })
    }

    /// How often examples of true style (row) are called by each name (column), in the order of [`Style::ALL`].
    pub fn confusion(&self, examples: &[(Style, Features)]) -> [[u32; 4]; 4] {
        let mut confusion = [[0; 4]; 4];
        for (style, features) in examples {
            confusion[*style as usize][self.style_of(features) as usize] += 1;
        }
        confusion
    }
}

/// The share of examples on the diagonal of a confusion table; 0 without examples.
pub fn accuracy(confusion: &[[u32; 4]; 4]) -> f64 {
    let right: u32 = (0..4).map(|style| confusion[style][style]).sum();
    let all: u32 = confusion.iter().flatten().sum();
    f64::from(right) / f64::from(all.max(1))
}
