//! What the repeats of settings win from each other: every clustering of a setting, and every training on it.

use super::league::SettingPlayer;
use crate::error::MatchError;
use crate::statistics::crossed::Cells;
use crate::statistics::score::mean_and_deviation;

/// How much each clustering and each training counts.
pub(crate) struct Weights<'a> {
    pub clusterings: &'a [f64],
    pub trainings: &'a [f64],
}

/// `[player][player]`: what the one wins from the other in mbb/g, players in the order setting, clustering, training,
/// all of them; nothing between repeats of one setting.
pub(crate) struct RepeatTable {
    settings: usize,
    clusterings: usize,
    trainings: usize,
    won: Vec<f64>,
}

impl RepeatTable {
    pub fn new(settings: usize, players: &[SettingPlayer], mbb: &[Vec<f64>]) -> Result<Self, MatchError> {
        check_matches(players.len(), mbb)?;
        let order = in_order(settings, players)?;
        let [clusterings, trainings] = repeats_of(players);
        let size = order.len();
        let mut won = vec![0.0; size * size];
        for (row, &first) in order.iter().enumerate() {
            for (column, &second) in order.iter().enumerate() {
                if players[first].setting != players[second].setting {
                    won[row * size + column] = mbb[first][second];
                }
            }
        }
        Ok(Self { settings, clusterings, trainings, won })
    }

    /// How many clusterings each setting has, and how many trainings each of them.
    pub fn counts(&self) -> [usize; 2] {
        [self.clusterings, self.trainings]
    }

    /// `[setting][other]`: what each setting wins from each other one if repeats have these weights.
    pub fn table(&self, weights: &Weights<'_>) -> Vec<Vec<f64>> {
        let of_setting: Vec<f64> = weights
            .clusterings
            .iter()
            .flat_map(|clustering| weights.trainings.iter().map(move |training| clustering * training))
            .collect();
        let total: f64 = of_setting.iter().sum();
        let cell = |first: usize, second: usize| {
            let mut sum = 0.0;
            for (own, weight) in of_setting.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
                let row = self.row(first, own, second);
                sum += weight * row.iter().zip(&of_setting).map(|(won, weight)| won * weight).sum::<f64>();
            }
            sum / (total * total)
        };
        (0..self.settings).map(|first| (0..self.settings).map(|second| cell(first, second)).collect()).collect()
    }

    /// The standard deviation between a setting's clusterings of what they win on average from all of the others.
    pub fn spread_within(&self, setting: usize) -> Option<f64> {
        let repeats = self.clusterings * self.trainings;
        let opponents = ((self.settings - 1) * repeats) as f64;
        let of_repeat = |own: usize| {
            let sum = |other: usize| self.row(setting, own, other).iter().sum::<f64>();
            (0..self.settings).map(sum).sum::<f64>() / opponents
        };
        let means: Vec<f64> = (0..repeats).map(of_repeat).collect();
        let of_clustering = |own: &[f64]| own.iter().sum::<f64>() / self.trainings as f64;
        mean_and_deviation(&means.chunks(self.trainings).map(of_clustering).collect::<Vec<f64>>()).1
    }

    /// One repeat's winnings from all repeats of another setting.
    fn row(&self, setting: usize, repeat: usize, other: usize) -> &[f64] {
        let repeats = self.clusterings * self.trainings;
        let row = (setting * repeats + repeat) * self.settings + other;
        &self.won[row * repeats..][..repeats]
    }
}

/// What each clustering and each training adds to estimates, `[estimate]`: the pseudo-values of the jackknife (Tukey
/// 1958) of both at once. An estimate that is a mean of cells gets just these cells.
pub(crate) fn pseudo_values(
    [clusterings, trainings]: [usize; 2],
    evaluate: impl Fn(&Weights<'_>) -> Vec<f64>,
) -> Vec<Cells> {
    let without = |count: usize, left_out: Option<usize>| -> Vec<f64> {
        (0..count).map(|it| if Some(it) == left_out { 0.0 } else { 1.0 }).collect()
    };
    // A single one cannot be left out: all that is known is the estimate with it.
    let choices = |count: usize| -> Vec<Option<usize>> {
        std::iter::once(None).chain((0..if count > 1 { count } else { 0 }).map(Some)).collect()
    };
    let (rows, columns) = (choices(clusterings), choices(trainings));
    let evaluated: Vec<Vec<Vec<f64>>> = rows
        .iter()
        .map(|&row| {
            let of_column = |&column: &Option<usize>| {
                evaluate(&Weights { clusterings: &without(clusterings, row), trainings: &without(trainings, column) })
            };
            columns.iter().map(of_column).collect()
        })
        .collect();
    // Inclusion and exclusion: sums over all cells less those without a row, a column, or both.
    let last = |count: usize, number: usize| if count > 1 { number + 1 } else { 0 };
    let (all_rows, all_columns) = (clusterings as f64, trainings as f64);
    let cell = |estimate: usize, clustering: usize, training: usize| {
        let (row, column) = (last(clusterings, clustering), last(trainings, training));
        let sum = |row: usize, column: usize| {
            let counted = (all_rows - f64::from(u8::from(row > 0))) * (all_columns - f64::from(u8::from(column > 0)));
            counted * evaluated[row][column][estimate]
        };
        match (row > 0, column > 0) {
            (false, false) => sum(0, 0),
            (true, false) => sum(0, 0) - sum(row, 0),
            (false, true) => sum(0, 0) - sum(0, column),
            (true, true) => sum(0, 0) - sum(row, 0) - sum(0, column) + sum(row, column),
        }
    };
    let of_estimate = |estimate: usize| {
        (0..clusterings).map(|row| (0..trainings).map(|column| cell(estimate, row, column)).collect()).collect()
    };
    (0..evaluated[0][0].len()).map(of_estimate).collect()
}

fn check_matches(players: usize, mbb: &[Vec<f64>]) -> Result<(), MatchError> {
    let refuse = |problem: String| Err(MatchError::Unlabelled { problem });
    if mbb.len() != players || mbb.iter().any(|row| row.len() != players) {
        return refuse(format!("{players} players, but their matches are no table of {players} rows and columns"));
    }
    for (first, row) in mbb.iter().enumerate() {
        for (second, &value) in row.iter().enumerate() {
            let other = mbb[second][first];
            // Each of the two may have been rounded to a thousandth.
            if !value.is_finite() || (value + other).abs() > 2e-3 {
                return refuse(format!("player {first} wins {value} from player {second}, who wins {other} back"));
            }
        }
    }
    Ok(())
}

/// The numbers of different clusterings and trainings.
fn repeats_of(players: &[SettingPlayer]) -> [usize; 2] {
    let different = |number: fn(&SettingPlayer) -> usize| {
        let mut numbers: Vec<usize> = players.iter().map(number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.len()
    };
    [different(|player| player.clustering), different(|player| player.training)]
}

/// The players' places by setting, clustering and training: every setting has every clustering, and each of them every
/// training.
fn in_order(settings: usize, players: &[SettingPlayer]) -> Result<Vec<usize>, MatchError> {
    let refuse = |problem: String| Err(MatchError::Unlabelled { problem });
    if settings < 2 {
        return refuse(format!("{settings} settings; expected at least two"));
    }
    if let Some(player) = players.iter().find(|player| player.setting >= settings) {
        return refuse(format!("a player of setting {}, but only {settings} settings have names", player.setting));
    }
    let label = |place: usize| {
        let player = &players[place];
        [player.setting, player.clustering, player.training]
    };
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by_key(|&place| label(place));
    if let Some(pair) = order.windows(2).find(|pair| label(pair[0]) == label(pair[1])) {
        return refuse(format!("two players are {:?} by setting, clustering and training", label(pair[0])));
    }
    let of_setting = |setting: usize| -> Vec<[usize; 2]> {
        let places = order.iter().filter(|&&place| players[place].setting == setting);
        places.map(|&place| [players[place].clustering, players[place].training]).collect()
    };
    let [clusterings, trainings] = repeats_of(players);
    if players.is_empty() {
        return refuse("no players".to_owned());
    }
    // Different labels, as many as there can be, are all labels.
    match (0..settings).find(|&setting| of_setting(setting).len() != clusterings * trainings) {
        Some(setting) => refuse(format!(
            "setting {setting} has not the same clusterings and trainings as the others: {} of {}",
            of_setting(setting).len(),
            clusterings * trainings
        )),
        None => Ok(order),
    }
}
