//! Settings of a study against each other, where every setting was made several times.
//!
//! How good a strategy is depends on its setting, and on the luck of its clustering and of its training. Thousands of
//! boards say much about the players that met on them and nothing about other clusterings of the same settings: the
//! observation is the clustering. Clusterings with one number share their seeds in all settings, and some buckets, so
//! they stay together: an interval leaves out, or draws, a number in *all* settings at once. So do trainings with one
//! number, which see the same cards.
//!
//! All players meet on the same boards, whose luck is counted as well: see [`SettingsEstimate`].

use serde::{Deserialize, Serialize};

use super::estimate::SettingsEstimate;
use super::repeat_table::{RepeatTable, Weights};
use crate::error::MatchError;
use crate::statistics::significance::{LEVEL, holm};

/// Where a player of the league comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SettingPlayer {
    /// Which of the settings, counted from 0.
    pub setting: usize,
    /// Number of the clustering, the same numbers in every setting.
    pub clustering: usize,
    /// Number of the training, the same numbers on every clustering.
    pub training: usize,
}

/// Two settings against each other. The match of the two and the difference of their means over all opponents are
/// different questions, each corrected for the number of pairs by itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SettingsPair {
    pub first: usize,
    /// Number of the second setting, larger.
    pub second: usize,
    /// What the first wins from the second: the mean over all clusterings of the one against all of the other.
    #[serde(flatten)]
    pub winnings: SettingsComparison,
    /// The first's mean over all its opponents less the second's.
    pub difference: SettingsComparison,
}

/// A number that compares two settings, and whether it differs from zero by more than luck.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SettingsComparison {
    #[serde(flatten)]
    pub estimate: SettingsEstimate,
    /// Its p-value corrected for the number of pairs (Holm).
    pub p_corrected: Option<f64>,
    pub significant: bool,
}

impl SettingsComparison {
    /// Questions of one kind, corrected for their number.
    fn all(estimates: &[SettingsEstimate]) -> Vec<Self> {
        let known: Option<Vec<f64>> = estimates.iter().map(|it| it.p_value).collect();
        let corrected =
            known.map_or_else(|| vec![None; estimates.len()], |known| holm(&known).into_iter().map(Some).collect());
        let comparison = |(estimate, p_corrected): (&SettingsEstimate, Option<f64>)| Self {
            estimate: estimate.clone(),
            p_corrected,
            significant: p_corrected.is_some_and(|p| p < LEVEL),
        };
        estimates.iter().zip(corrected).map(comparison).collect()
    }
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SettingsLeague {
    pub settings: Vec<String>,
    /// How many clusterings each of them has.
    pub clusterings: usize,
    /// How many trainings each of these has.
    #[serde(default = "one_training")]
    pub trainings: usize,
    /// On how many boards all players met; 0 where single boards are not known.
    pub boards: usize,
    /// What each setting wins on average from the others.
    pub mean: Vec<SettingsEstimate>,
    pub pairs: Vec<SettingsPair>,
    /// The standard deviation between the clusterings of each setting of what they win on average from all players of
    /// other settings, in mbb/g; none for a single clustering.
    pub spread_within: Vec<Option<f64>>,
}

/// Files from before trainings were counted do not mention several.
fn one_training() -> usize {
    1
}

/// Compares settings by the matches of all their players: `mbb[row][column]` is what the row's player wins from the
/// column's, finite and antisymmetric; matches within a setting are ignored. `boards` yields the same table for each of
/// the boards that it is the mean of, and nothing if they are not known.
pub fn compare_settings(
    names: &[String],
    players: &[SettingPlayer],
    mbb: &[Vec<f64>],
    boards: impl IntoIterator<Item = Vec<Vec<f64>>>,
) -> Result<SettingsLeague, MatchError> {
    let repeats = RepeatTable::new(names.len(), players, mbb)?;
    let settings = 0..names.len();
    let pairs: Vec<(usize, usize)> =
        settings.clone().flat_map(|first| (first + 1..names.len()).map(move |second| (first, second))).collect();
    // All that is needed, in one go.
    let evaluate = |repeats: &RepeatTable, weights: &Weights<'_>| -> Vec<f64> {
        let table = repeats.table(weights);
        let mean: Vec<f64> = table.iter().map(|row| row.iter().sum::<f64>() / (names.len() - 1) as f64).collect();
        let of_pairs = pairs.iter().map(|&(first, second)| table[first][second]);
        let differences = pairs.iter().map(|&(first, second)| mean[first] - mean[second]);
        of_pairs.chain(differences).chain(mean.iter().copied()).collect()
    };
    let counts = repeats.counts();
    let [clusterings, trainings] = counts.map(|count| vec![1.0; count]);
    let equal = Weights { clusterings: &clusterings, trainings: &trainings };
    let of_board = |board: Vec<Vec<f64>>| Ok(evaluate(&RepeatTable::new(names.len(), players, &board)?, &equal));
    let of_boards = boards.into_iter().map(of_board).collect::<Result<Vec<_>, MatchError>>()?;
    let kinds = [pairs.len(), pairs.len(), names.len()];
    let of_weights = |weights: &Weights<'_>| evaluate(&repeats, weights);
    let estimates = SettingsEstimate::all(names.len(), &kinds, counts, of_weights, &of_boards);
    let (of_pairs, rest) = estimates.split_at(pairs.len());
    let (differences, mean) = rest.split_at(pairs.len());
    let compared = SettingsComparison::all(of_pairs).into_iter().zip(SettingsComparison::all(differences));
    let pair = |(&(first, second), (winnings, difference))| SettingsPair { first, second, winnings, difference };
    Ok(SettingsLeague {
        settings: names.to_vec(),
        clusterings: counts[0],
        trainings: counts[1],
        boards: of_boards.len(),
        mean: mean.to_vec(),
        pairs: pairs.iter().zip(compared).map(pair).collect(),
        spread_within: settings.map(|setting| repeats.spread_within(setting)).collect(),
    })
}
