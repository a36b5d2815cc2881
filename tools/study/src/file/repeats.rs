//! How often a study makes every setting: with several clusterings, and several trainings on each.
//!
//! A clustering number stands for one draw of opponent clusters and buckets of all streets, a training number for one
//! sequence of cards; both are the same for all settings, so that settings are compared under equal luck.

use serde::Deserialize;

use crate::error::{StudyError, refuse};

/// Most clusterings or trainings of a setting.
const MOST: u32 = 1_000;

// What is drawn anew has a stream of its own: a second clustering shares nothing with a second training.
const CLUSTERINGS: u64 = 0x3c79_ac49_2ba7_b653;
const TRAININGS: u64 = 0x1c69_b3f7_4ac4_ae35;

/// How often every setting is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Repeats {
    /// Clusterings of every setting, from seeds of their own.
    pub clusterings: u32,
    /// Trainings on every clustering, on cards of their own.
    pub trainings: u32,
}

impl Default for Repeats {
    fn default() -> Self {
        Self { clusterings: 1, trainings: 1 }
    }
}

impl Repeats {
    /// Whether any setting is made more than once.
    pub fn is_several(self) -> bool {
        (self.clusterings, self.trainings) != (1, 1)
    }

    /// The ending of names that belong to a clustering, counted from 1: empty where there is only one.
    pub fn clustering_ending(self, clustering: u32) -> String {
        if self.clusterings == 1 { String::new() } else { format!("-k{clustering}") }
    }

    /// The ending of names that belong to a training, counted from 1: empty where there is only one.
    pub fn training_ending(self, training: u32) -> String {
        if self.trainings == 1 { String::new() } else { format!("-t{training}") }
    }

    /// Whether these numbers can be made.
    pub fn check(self) -> Result<(), StudyError> {
        for (what, found) in [("repeats.clusterings", self.clusterings), ("repeats.trainings", self.trainings)] {
            if !(1..=MOST).contains(&found) {
                return refuse(what, format!("1 to {MOST}"), found);
            }
        }
        Ok(())
    }
}

/// The seed of a clustering, counted from 1; the first has the study's own.
pub fn clustering_seed(study: u64, clustering: u32) -> u64 {
    repeated(study, CLUSTERINGS, clustering)
}

/// The seed of a training, counted from 1; the first has the study's own.
pub fn training_seed(study: u64, training: u32) -> u64 {
    repeated(study, TRAININGS, training)
}

/// Neighbouring studies and numbers give unrelated seeds (the finaliser of SplitMix64, Steele, Lea and Flood 2014).
fn repeated(study: u64, stream: u64, number: u32) -> u64 {
    if number <= 1 {
        return study;
    }
    let mut mixed = study.wrapping_add(stream.wrapping_mul(u64::from(number)));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
