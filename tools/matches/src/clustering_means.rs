//! What the clusterings of settings win from each other.

use crate::error::MatchError;
use crate::settings_league::SettingPlayer;

/// `[setting][clustering][other setting][its clustering]`: what the one wins from the other in mbb/g, the mean over
/// their trainings; nothing between clusterings of one setting.
pub(crate) struct ClusteringMeans {
    settings: usize,
    clusterings: usize,
    means: Vec<f64>,
}

impl ClusteringMeans {
    /// Averages over the trainings.
    pub fn new(settings: usize, players: &[SettingPlayer], mbb: &[Vec<f64>]) -> Result<Self, MatchError> {
        check_matches(players.len(), mbb)?;
        let numbers = clusterings_of(settings, players)?;
        let clusterings = numbers.len();
        let row_of = |player: &SettingPlayer| {
            player.setting * clusterings + numbers.partition_point(|&number| number < player.clustering)
        };
        let rows: Vec<usize> = players.iter().map(row_of).collect();
        let size = settings * clusterings;
        let (mut means, mut counts) = (vec![0.0; size * size], vec![0.0; size * size]);
        for (first, &row) in rows.iter().enumerate() {
            for (second, &column) in rows.iter().enumerate() {
                if players[first].setting != players[second].setting {
                    means[row * size + column] += mbb[first][second];
                    counts[row * size + column] += 1.0;
                }
            }
        }
        means.iter_mut().zip(&counts).for_each(|(mean, count)| *mean /= f64::max(*count, 1.0));
        Ok(Self { settings, clusterings, means })
    }

    /// How many clusterings each setting has.
    pub fn clusterings(&self) -> usize {
        self.clusterings
    }

    /// What each setting wins from each other one if clusterings count so much.
    pub fn table(&self, weights: &[f64]) -> Vec<Vec<f64>> {
        let total: f64 = weights.iter().sum();
        let cell = |first: usize, second: usize| {
            let mut sum = 0.0;
            for (own, weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
                let row = self.row(first, own, second);
                sum += weight * row.iter().zip(weights).map(|(mean, weight)| mean * weight).sum::<f64>();
            }
            sum / (total * total)
        };
        (0..self.settings).map(|first| (0..self.settings).map(|second| cell(first, second)).collect()).collect()
    }

    /// The standard deviation between a setting's clusterings of their means over all others.
    pub fn spread_within(&self, setting: usize) -> Option<f64> {
        let count = self.clusterings as f64;
        let mean_of = |own: usize| {
            let sum = (0..self.settings).map(|other| self.row(setting, own, other).iter().sum::<f64>()).sum::<f64>();
            sum / ((self.settings - 1) as f64 * count)
        };
        let means: Vec<f64> = (0..self.clusterings).map(mean_of).collect();
        let mean = means.iter().sum::<f64>() / count;
        let squares: f64 = means.iter().map(|it| (it - mean).powi(2)).sum();
        (self.clusterings > 1).then(|| (squares / (count - 1.0)).sqrt())
    }

    fn row(&self, setting: usize, clustering: usize, other: usize) -> &[f64] {
        let row = (setting * self.clusterings + clustering) * self.settings + other;
        &self.means[row * self.clusterings..][..self.clusterings]
    }
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

/// The numbers of the clusterings that all settings have.
fn clusterings_of(settings: usize, players: &[SettingPlayer]) -> Result<Vec<usize>, MatchError> {
    let refuse = |problem: String| Err(MatchError::Unlabelled { problem });
    if settings < 2 {
        return refuse(format!("{settings} settings; expected at least two"));
    }
    if let Some(player) = players.iter().find(|player| player.setting >= settings) {
        return refuse(format!("a player of setting {}, but only {settings} settings have names", player.setting));
    }
    let mut labels: Vec<[usize; 3]> = players.iter().map(|it| [it.setting, it.clustering, it.training]).collect();
    labels.sort_unstable();
    if let Some(twice) = labels.windows(2).find(|pair| pair[0] == pair[1]) {
        return refuse(format!("two players are {:?} by setting, clustering and training", twice[0]));
    }
    let of_setting = |setting: usize| {
        let mut numbers: Vec<usize> = labels.iter().filter(|label| label[0] == setting).map(|label| label[1]).collect();
        numbers.dedup();
        numbers
    };
    let numbers = of_setting(0);
    match (1..settings).find(|&setting| of_setting(setting) != numbers) {
        Some(setting) => refuse(format!("settings 0 and {setting} have not the same clusterings")),
        None if numbers.is_empty() => refuse("no players".to_owned()),
        None => Ok(numbers),
    }
}
