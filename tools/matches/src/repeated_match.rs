//! The result of a match on repeated deals, and how it differs from one seed of the deals to the next.

use serde::{Deserialize, Serialize};

/// The result for one seed of the deals.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct DealSeedResult {
    pub seed: u64,
    /// What the first player wins, in thousandths of a big blind per game.
    pub mbb_per_game: f64,
    /// Half the 95 % interval over this seed's deals; `null` in JSON for a single deal.
    pub ci95: f64,
    /// The standard deviation of a deal's mean result, in mbb/g.
    pub standard_deviation: f64,
}

/// How the results of several deal seeds differ, in mbb/g.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeedSpread {
    /// The standard deviation of the seeds' results.
    pub standard_deviation: f64,
    /// The standard deviation expected from the deals of one seed: the root mean square of the standard errors.
    pub expected_standard_deviation: f64,
    /// The smallest result.
    pub lowest: f64,
    /// The largest result.
    pub highest: f64,
}

/// What one player wins from another on repeated deals.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RepeatedMatch {
    /// The first player's winnings in mbb/g, the mean over all deal seeds.
    pub mbb_per_game: f64,
    /// Half the 95 % interval of that mean, over all deals of all seeds; `null` in JSON for a single deal.
    pub ci95: f64,
    /// Games played; with exact dice those that were valued, one for each deal and seating.
    pub games: u64,
    /// `hands`.
    pub method: String,
    /// `paper`.
    pub protocol: String,
    /// `alternating` or `exchanged`.
    pub seats: String,
    /// `thrown` or `exact`.
    pub dice: String,
    /// How often each deal was played; 1 with exact dice.
    pub sets: u64,
    /// Independent observations: the different deals of all seeds together.
    pub observations: u64,
    /// The single seeds.
    pub deal_seeds: Vec<DealSeedResult>,
    /// How they differ; `null` for one seed.
    pub spread: Option<SeedSpread>,
}
