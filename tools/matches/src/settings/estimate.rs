//! A number that compares settings, and how well it is known.
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
//! A single training cannot show its luck, so intervals over clusterings alone do not hold for other cards to train on.
//! Degrees of freedom of the sum are Welch's and Satterthwaite's. Tests use that interval.

use serde::{Deserialize, Serialize};

use super::repeat_table::{Weights, pseudo_values};
use crate::statistics::crossed::{Cells, MeanSquares, Variance};
use crate::statistics::score::Score;
use crate::statistics::significance::{LEVEL, Needed, RESOLUTION};

/// A number in mbb/g with its intervals; values that take two clusterings to know are `None` for a single one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SettingsEstimate {
    pub mbb_per_game: f64,
    /// Half the 95 % interval over other clusterings, other boards and, where there were several, other trainings.
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
            let mut parts = squares.over_both();
            // The luck of boards alone makes no interval: it would be read as if it held for other clusterings.
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
