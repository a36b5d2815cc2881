//! The recipe of a street's buckets: which feature, which distance, how many. It is stored in the file it made.

mod feature;
mod request;

use evaluator::deck::Deck;
use evaluator::round::Round;
use serde::{Deserialize, Serialize};
use tables::file::deck_number;

use super::cluster_file::ClusterWeights;
use super::clustering::{Centre, KMeansSettings};
use super::distance::Distance;
use super::error::AbstractionError;
use super::street::Street;
use feature::MOST_STRENGTH_PERCENT;

pub use feature::{DEFAULT_BINS, DEFAULT_CLUSTERS, DEFAULT_STRENGTH_PERCENT, Feature, Method, Sample};
pub use request::BucketRequest;

/// Clusters of flops, each with buckets of its own (see [`super::public`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PublicRecipe {
    pub clusters: usize,
    /// How many fine classes of hands the clusters make their buckets from.
    pub fine: usize,
}

/// The most clusters that a recipe may ask for: with 65,535 classes the deals of each take 800 MB.
pub const MOST_PUBLIC_CLUSTERS: usize = 500;

/// The most classes that clusters of flops make buckets from: a file keeps one number for each in every cluster.
const MOST_CLASSES: usize = 65_535;

impl PublicRecipe {
    /// The usual number of classes for the given number of buckets: four times as many, but at least 20,000.
    pub fn new(clusters: usize, count: usize) -> Self {
        Self { clusters, fine: count.saturating_mul(4).clamp(20_000, MOST_CLASSES) }
    }
}

/// How a street's buckets are made. Start from [`BucketRecipe::new`] and change what is needed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BucketRecipe {
    /// Files of the full deck do not mention it.
    #[serde(default, skip_serializing_if = "deck_number::is_full", with = "deck_number")]
    pub deck: Deck,
    #[serde(rename = "street", serialize_with = "write_street", deserialize_with = "read_street")]
    pub round: Round,
    #[serde(flatten)]
    pub feature: Feature,
    pub method: Method,
    pub distance: Distance,
    /// How much each opponent cluster counts in it; files of the usual weights do not mention them.
    #[serde(default, skip_serializing_if = "ClusterWeights::is_usual")]
    pub weights: ClusterWeights,
    pub centre: Centre,
    pub count: usize,
    pub seed: u64,
    pub restarts: u32,
    pub sample: Sample,
    pub max_iterations: usize,
    /// The clustering ends when an iteration improves the cost by no more than this share of it.
    pub tolerance: f64,
    #[serde(rename = "public_clusters", default, skip_serializing_if = "Option::is_none")]
    pub public: Option<PublicRecipe>,
}

fn write_street<S: serde::Serializer>(round: &Round, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(round.name())
}

fn read_street<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Round, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
}

impl BucketRecipe {
    /// A recipe with the feature's usual distance, that distance's usual centre, one start and all rows.
    pub fn new(Street { deck, round }: Street, feature: Feature, count: usize, seed: u64) -> Self {
        let usual = KMeansSettings::new(count, feature.usual_distance(), seed);
        Self {
            deck,
            round,
            feature,
            method: Method::KMeans,
            distance: usual.distance,
            weights: ClusterWeights::default(),
            centre: usual.centre,
            count,
            seed,
            restarts: usual.restarts,
            sample: Sample::All,
            max_iterations: 500,
            tolerance: usual.tolerance,
            public: None,
        }
    }

    pub fn street(&self) -> Street {
        Street::new(self.deck, self.round)
    }

    /// The recipe of the classes that all hands are put into: for buckets local to public clusters their fine classes,
    /// else the buckets themselves.
    pub fn of_classes(&self) -> Self {
        let count = self.public.map_or(self.count, |public| public.fine);
        Self { count, public: None, ..self.clone() }
    }

    /// The same with another distance and its usual centre.
    #[must_use]
    pub fn with_distance(self, distance: Distance) -> Self {
        Self { distance, centre: Centre::usual(distance), ..self }
    }

    /// Checks that the recipe can be followed.
    pub fn check(&self) -> Result<(), AbstractionError> {
        let wrong =
            |what, expected: &str, found: String, advice| Err(AbstractionError::recipe(what, expected, found, advice));
        if self.round == Round::Preflop {
            let advice = "before the flop all starting hands are kept apart";
            return wrong("street", "flop, turn or river", "preflop".into(), advice);
        }
        match self.feature {
            Feature::Hsd { bins } if !(1..=500).contains(&bins) => {
                return wrong("bins", "1 to 500", bins.to_string(), "50 is usual");
            }
            Feature::Ochs { clusters } | Feature::OchsStrength { clusters, .. }
                if !(1..=self.deck.starting_hand_count()).contains(&clusters) =>
            {
                let expected = format!("1 to {}, one for each starting hand", self.deck.starting_hand_count());
                return wrong("clusters", &expected, clusters.to_string(), "8 is usual");
            }
            Feature::Strength | Feature::StrengthSquared
                if self.method.is_a_cut() && (self.restarts, self.sample) != (1, Sample::All) =>
            {
                let found = format!("{} restarts, sample {:?}", self.restarts, self.sample);
                return wrong("percentiles", "neither restarts nor a sample", found, "leave them out");
            }
            Feature::Hsd { .. } | Feature::Ochs { .. } | Feature::OchsStrength { .. } if self.method.is_a_cut() => {
                let advice = "percentiles need a single number a hand";
                return wrong("feature", "strength or strength-squared", self.feature.name().into(), advice);
            }
            Feature::OchsStrength { .. } if self.distance == Distance::EarthMover => {
                let advice = "running sums are over clusters from weak to strong, and the strength is none of them";
                return wrong("distance", "l2 for the feature ochs-strength", self.distance.to_string(), advice);
            }
            Feature::OchsStrength { strength_percent, .. }
                if !(1..=MOST_STRENGTH_PERCENT).contains(&strength_percent) =>
            {
                let expected = format!("1 to {MOST_STRENGTH_PERCENT}");
                return wrong("strength percent", &expected, strength_percent.to_string(), "100 is usual");
            }
            _ => {}
        }
        self.check_weights()?;
        match self.sample {
            Sample::Fraction(share) if !(share > 0.0 && share <= 1.0) => {
                return wrong("sample fraction", "above 0, at most 1", share.to_string(), "leave it out for all rows");
            }
            _ => {}
        }
        self.check_public()?;
        self.of_classes().settings(1.0, usize::MAX).check()?;
        self.settings_for(self.count, 1.0).check()?;
        Ok(())
    }

    fn check_weights(&self) -> Result<(), AbstractionError> {
        let weighs_clusters = self.feature.opponent_clusters().is_some() && self.distance == Distance::Euclidean;
        if self.weights.is_usual() || weighs_clusters {
            return Ok(());
        }
        let expected = "the feature ochs or ochs-strength with the distance l2, whose clusters they weigh";
        let found = format!("{} with {} and {}", self.weights, self.feature.name(), self.distance);
        Err(AbstractionError::recipe("weights", expected, found, "leave the weights out"))
    }

    fn check_public(&self) -> Result<(), AbstractionError> {
        let Some(PublicRecipe { clusters, fine }) = self.public else { return Ok(()) };
        let wrong = |what, expected: String, found: String, advice| {
            Err(AbstractionError::recipe(what, expected, found, advice))
        };
        if !(1..=MOST_PUBLIC_CLUSTERS).contains(&clusters) {
            let expected = format!("1 to {MOST_PUBLIC_CLUSTERS}");
            return wrong("public clusters", expected, clusters.to_string(), "20 to 200 tell flops apart well");
        }
        if self.method != Method::KMeans {
            let advice = "leave --method or --public-clusters out";
            return wrong("public clusters", "the method kmeans".to_owned(), self.method.to_string(), advice);
        }
        if self.count < clusters {
            let expected = format!("at least {clusters}, one for each public cluster");
            return wrong("count", expected, self.count.to_string(), "give more buckets or fewer clusters");
        }
        if !(1..=MOST_CLASSES).contains(&fine) {
            let advice = "leave it out, or give several times as many as a cluster has buckets";
            return wrong("fine classes", format!("1 to {MOST_CLASSES}"), fine.to_string(), advice);
        }
        Ok(())
    }

    /// The clustering's settings for a number of distinct rows; `unit` is the whole-number distance that counts as 1.
    pub fn settings(&self, unit: f64, distinct: usize) -> KMeansSettings {
        KMeansSettings {
            sample_rows: self.sample.rows(distinct, self.count),
            // A caller that asks for a sample wants its centres.
            most_passes: if self.sample == Sample::All { usize::MAX } else { 1 },
            ..self.settings_for(self.count, unit)
        }
    }

    /// The settings for another number of clusters of all rows.
    pub(crate) fn settings_for(&self, count: usize, unit: f64) -> KMeansSettings {
        KMeansSettings {
            centre: self.centre,
            restarts: self.restarts,
            max_iterations: self.max_iterations,
            tolerance: self.tolerance,
            unit,
            ..KMeansSettings::new(count, self.distance, self.seed)
        }
    }

    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("plain values have a JSON form")
    }

    pub fn from_json(json: &serde_json::Value) -> Result<Self, AbstractionError> {
        let recipe: Self = serde_json::from_value(json.clone()).map_err(|error| {
            let expected = "one of this version of the program";
            AbstractionError::recipe(
                "recipe of the bucket file",
                expected,
                error,
                "make the file again with buckets build",
            )
        })?;
        recipe.check()?;
        Ok(recipe)
    }
}
