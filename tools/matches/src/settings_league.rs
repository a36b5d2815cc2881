//! Settings of a study against each other, where every setting was made several times.
//!
//! How good a strategy is depends on its setting, and on the luck of its clustering and of its training. Thousands of boards
//! say much about the players that met on them and nothing about other clusterings of the same settings: the observation is
//! the clustering. Clusterings with one number share their seeds in all settings, and some buckets, so they stay together: an
//! interval leaves out, or draws, a number in *all* settings at once. Trainings of one clustering are averaged and stay below it.
//!
//! Two intervals. The jackknife (Tukey 1958) leaves out one number at a time and takes Student's t with one degree of freedom
//! less than there are numbers; tests use it. The bootstrap (Efron 1979) draws as many numbers with replacement; with five
//! numbers its percentiles are too narrow by a third, and it is there for its shape.

use serde::{Deserialize, Serialize};

use crate::clustering_means::{ClusteringMeans, Estimate};
use crate::error::MatchError;
use crate::significance::{LEVEL, holm};

/// Where a player of the league comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SettingPlayer {
    /// Which of the settings, counted from 0.
    pub setting: usize,
    /// Number of the clustering, the same numbers in every setting.
    pub clustering: usize,
    /// Number of the training.
    pub training: usize,
}

/// Two settings against each other. The match of the two and the difference of their means over all opponents are different
/// questions, each corrected for the number of pairs by itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SettingsPair {
    /// Number of the first setting.
    pub first: usize,
    /// Number of the second setting, larger.
    pub second: usize,
    /// What the first wins from the second: the mean over all clusterings of the one against all of the other.
    #[serde(flatten)]
    pub winnings: SettingsComparison,
    /// The first's mean over all its opponents less the second's.
    pub difference: SettingsComparison,
}

/// A number that compares two settings, with the clustering as the observation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SettingsComparison {
    /// The number, in mbb/g.
    pub mbb_per_game: f64,
    /// Half the 95 % interval of the jackknife; none for a single clustering.
    pub jackknife95: Option<f64>,
    /// Both ends of the 95 % percentile interval of the bootstrap; none for a single clustering.
    pub bootstrap95: Option<[f64; 2]>,
    /// Two-sided, of the jackknife's t; none for a single clustering.
    pub p_value: Option<f64>,
    /// Corrected for the number of pairs (Holm).
    pub p_corrected: Option<f64>,
    /// Whether that is below 0.05.
    pub significant: bool,
}

impl SettingsComparison {
    fn of(estimate: &Estimate, p_corrected: Option<f64>) -> Self {
        Self {
            mbb_per_game: estimate.value,
            jackknife95: estimate.jackknife95,
            bootstrap95: estimate.bootstrap95,
            p_value: estimate.p_value,
            p_corrected,
            significant: p_corrected.is_some_and(|p| p < LEVEL),
        }
    }
}

/// A league of settings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SettingsLeague {
    /// The settings' names.
    pub settings: Vec<String>,
    /// How many clusterings each of them has.
    pub clusterings: usize,
    /// What each setting wins on average from the others, in mbb/g.
    pub mean: Vec<f64>,
    /// Half the 95 % interval of each mean by the jackknife; none for a single clustering.
    pub mean_jackknife95: Vec<Option<f64>>,
    /// Both ends of the 95 % interval of each mean by the bootstrap; none for a single clustering.
    pub mean_bootstrap95: Vec<Option<[f64; 2]>>,
    /// Every two settings.
    pub pairs: Vec<SettingsPair>,
    /// The standard deviation between the clusterings of each setting of what they win on average from all players of other
    /// settings, in mbb/g; none for a single clustering.
    pub spread_within: Vec<Option<f64>>,
}

/// Compares settings by the matches of all their players: `mbb[row][column]` is what the row's player wins from the column's,
/// finite and antisymmetric; matches within a setting are not looked at. The bootstrap's draws depend on the seed alone.
///
/// # Errors
/// [`MatchError::Unlabelled`] where players and matches do not fit each other, where there are fewer than two settings, or
/// where two of them have not the same clusterings.
pub fn compare_settings(
    names: &[String],
    players: &[SettingPlayer],
    mbb: &[Vec<f64>],
    seed: u64,
) -> Result<SettingsLeague, MatchError> {
    let means = ClusteringMeans::new(names.len(), players, mbb)?;
    let settings = 0..names.len();
    let pairs: Vec<(usize, usize)> =
        settings.clone().flat_map(|first| (first + 1..names.len()).map(move |second| (first, second))).collect();
    // All that is asked for, in one go: each draw of the bootstrap serves everything.
    let matches = pairs.len();
    let evaluate = |weights: &[f64]| -> Vec<f64> {
        let table = means.table(weights);
        let mean: Vec<f64> = table.iter().map(|row| row.iter().sum::<f64>() / (names.len() - 1) as f64).collect();
        let of_pairs = pairs.iter().map(|&(first, second)| table[first][second]);
        let differences = pairs.iter().map(|&(first, second)| mean[first] - mean[second]);
        of_pairs.chain(differences).chain(mean.iter().copied()).collect()
    };
    let estimates = Estimate::all(means.clusterings(), evaluate, seed);
    let corrected = |estimates: &[Estimate]| -> Vec<Option<f64>> {
        let known: Option<Vec<f64>> = estimates.iter().map(|it| it.p_value).collect();
        known.map_or_else(|| vec![None; estimates.len()], |known| holm(&known).into_iter().map(Some).collect())
    };
    let (of_pairs, rest) = estimates.split_at(matches);
    let (differences, of_means) = rest.split_at(matches);
    let (pairs_corrected, differences_corrected) = (corrected(of_pairs), corrected(differences));
    let pair = |number: usize| SettingsPair {
        first: pairs[number].0,
        second: pairs[number].1,
        winnings: SettingsComparison::of(&of_pairs[number], pairs_corrected[number]),
        difference: SettingsComparison::of(&differences[number], differences_corrected[number]),
    };
    Ok(SettingsLeague {
        settings: names.to_vec(),
        clusterings: means.clusterings(),
        mean: of_means.iter().map(|it| it.value).collect(),
        mean_jackknife95: of_means.iter().map(|it| it.jackknife95).collect(),
        mean_bootstrap95: of_means.iter().map(|it| it.bootstrap95).collect(),
        pairs: (0..matches).map(pair).collect(),
        spread_within: settings.map(|setting| means.spread_within(setting)).collect(),
    })
}
