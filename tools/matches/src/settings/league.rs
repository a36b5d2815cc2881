//! Settings of a study against each other, where every setting was made several times.
//!
//! How good a strategy is depends on its setting, and on the luck of its clustering and of its training. Thousands of
//! boards say much about the players that met on them and nothing about other clusterings of the same settings: the
//! observation is the clustering. Clusterings with one number share their seeds in all settings, and some buckets, so
//! they stay together: an interval leaves out, or draws, a number in *all* settings at once. So do trainings with one
//! number, which see the same cards.
//!
//! All players meet on the same boards, whose luck is counted as well: see [`SettingsEstimate`].
//!
//! There are three kinds of luck in it: other clusterings of the same settings would have given another number, and so
//! would other cards to train on, and other boards to play on. All of them are common to all settings: clustering 2,
//! training 2 and a board are the same for every setting, and each training was done on every clustering. They are
//! random effects that cross (Searle 1971), and their variances are added:
//!
//! - over **clusterings** and **trainings**: mean squares of what each adds to the number, by the jackknife of both at
//!   once, **pooled over all comparisons of one kind** (`statistics::crossed`). Two or three clusterings by
//!   themselves say too little about their spread;
//! - over **boards** with the repeats as they are: the standard error of the mean of the boards' numbers. What belongs
//!   to a repeat on a board alone is in both, so that the sum errs on the careful side.
//!
//! Where nothing of the settings is clustered, their buckets are not drawn ([`Drawn::Trainings`]): there is one
//! clustering, and the luck is that of trainings and boards.
//!
//! A single training cannot show its luck, so intervals over clusterings alone do not hold for other cards to train on.
//! Degrees of freedom of the sum are Welch's and Satterthwaite's. Tests use that interval.

use serde::{Deserialize, Serialize};

use super::repeat_table::{RepeatTable, Weights, pseudo_values};
use crate::error::MatchError;
use crate::statistics::crossed::{Cells, Drawn, MeanSquares, Variance};
use crate::statistics::score::Score;
use crate::statistics::score::{LEVEL, Needed, RESOLUTION, holm};

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
    pub clusterings: usize,
    #[serde(default = "one_training")]
    pub trainings: usize,
    /// What the intervals are over, beside boards.
    #[serde(default, skip_serializing_if = "Drawn::has_clusterings")]
    pub drawn: Drawn,
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
    compare_drawn(Drawn::Clusterings, names, players, mbb, boards)
}

/// The same for settings of which this much is drawn.
pub fn compare_drawn(
    drawn: Drawn,
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
    let estimates = SettingsEstimate::all(drawn, names.len(), &kinds, counts, of_weights, &of_boards);
    let (of_pairs, rest) = estimates.split_at(pairs.len());
    let (differences, mean) = rest.split_at(pairs.len());
    let compared = SettingsComparison::all(of_pairs).into_iter().zip(SettingsComparison::all(differences));
    let pair = |(&(first, second), (winnings, difference))| SettingsPair { first, second, winnings, difference };
    Ok(SettingsLeague {
        settings: names.to_vec(),
        clusterings: counts[0],
        trainings: counts[1],
        drawn,
        boards: of_boards.len(),
        mean: mean.to_vec(),
        pairs: pairs.iter().zip(compared).map(pair).collect(),
        spread_within: settings.map(|setting| repeats.spread_within(setting)).collect(),
    })
}

/// A number in mbb/g with its intervals; values that take two clusterings to know are `None` for a single one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SettingsEstimate {
    pub mbb_per_game: f64,
    /// Half the 95 % interval over other boards and, where they are drawn and there were several, other clusterings and
    /// other trainings.
    pub interval95: Option<f64>,
    /// Half the 95 % interval over other clusterings with these trainings and boards.
    pub clusterings95: Option<f64>,
    /// Half the 95 % interval over other trainings of these clusterings on these boards.
    #[serde(default)]
    pub trainings95: Option<f64>,
    /// Half the 95 % interval over other boards with these strategies; none where single boards are not known.
    pub boards95: Option<f64>,
    /// Two-sided, of the interval over all luck.
    pub p_value: Option<f64>,
}

impl SettingsEstimate {
    /// Estimates of one kind after the other: `kinds` says how many there are of each, all of which compare the same
    /// settings. `evaluate` gives all of them for the weights of clusterings and trainings, of which there are
    /// `repeats`; `of_boards` has what it gives for each board with equal weights, where boards are known.
    pub(crate) fn all(
        drawn: Drawn,
        settings: usize,
        kinds: &[usize],
        repeats: [usize; 2],
        evaluate: impl Fn(&Weights<'_>) -> Vec<f64>,
        of_boards: &[Vec<f64>],
    ) -> Vec<Self> {
        let [clusterings, trainings] = repeats.map(|count| vec![1.0; count]);
        let values = evaluate(&Weights { clusterings: &clusterings, trainings: &trainings });
        let cells = pseudo_values(repeats, &evaluate);
        let over_boards =
            |number: usize| (of_boards.len() > 1).then(|| Score::of(of_boards.iter().map(|values| values[number])));
        let estimate = |number: usize, squares: &MeanSquares| {
            let boards = over_boards(number);
            let mut parts = squares.over_all(drawn);
            // The luck of boards alone makes no interval: it would be read as if it held for other repeats.
            if !parts.is_empty() {
                parts.extend(boards.map(|score| score.variance()));
            }
            let all = Variance::sum(&parts);
            let value = values[number];
            Self {
                mbb_per_game: value,
                interval95: all.map(Variance::interval95),
                clusterings95: squares.over_clusterings().map(Variance::interval95),
                trainings95: squares.over_trainings().map(Variance::interval95),
                boards95: boards.map(|score| score.ci95()),
                // A value that may be nothing but rounding is no evidence.
                p_value: all.map(|all| if value.abs() < RESOLUTION { 1.0 } else { all.p_value(value) }),
            }
        };
        let mut estimates = Vec::with_capacity(values.len());
        for &count in kinds {
            let of_kind: Vec<usize> = (estimates.len()..estimates.len() + count).collect();
            let compared: Vec<Cells> = of_kind.iter().map(|&number| cells[number].clone()).collect();
            let squares = MeanSquares::pooled(&compared, settings - 1);
            estimates.extend(of_kind.into_iter().map(|number| estimate(number, &squares)));
        }
        estimates
    }

    /// How many clusterings of each of `settings` settings would distinguish a number of this size from zero, given the
    /// spread found with `clusterings` clusterings and `boards` boards; its p-value is multiplied by the number of
    /// `pairs`, as for the clearest of them (Holm's first step).
    pub fn clusterings_needed(&self, settings: usize, clusterings: usize, boards: usize, pairs: usize) -> Needed {
        let Some(over_clusterings) = self.clusterings95.filter(|_| clusterings > 1) else { return Needed::NotKnown };
        // Pooled over settings, each further clustering counts for all but one of them.
        let freedom = |clusterings: u64| ((settings - 1) as u64 * (clusterings - 1)) as f64;
        let found = Variance::of_interval95(over_clusterings, freedom(clusterings as u64));
        let boards = self.boards95.filter(|_| boards > 1).map(|it| Variance::of_interval95(it, (boards - 1) as f64));
        Needed::first(clusterings as u64, |count| {
            let value = found.value * clusterings as f64 / count as f64;
            let parts: Vec<Variance> =
                std::iter::once(Variance { value, freedom: freedom(count) }).chain(boards).collect();
            self.mbb_per_game.abs() >= RESOLUTION
                && Variance::sum(&parts).is_some_and(|all| all.p_value(self.mbb_per_game) * (pairs as f64) < LEVEL)
        })
    }
}
