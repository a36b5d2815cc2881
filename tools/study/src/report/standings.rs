//! The standings of a league, of settings made several times or of single strategies: plain values for the report.

use matches::league::{League, all_pairs};
use matches::method::Method;
use matches::settings::league::SettingsLeague;
use matches::statistics::score::{Score, half_interval95};
use matches::statistics::significance::Needed;
use report::category_chart::{CategoryCurve, CategoryValue};
use report::cross_table::CrossTable;
use report::number_format::fixed;

use crate::results::league::LeagueFile;

/// What the intervals of a league are taken over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Observed {
    /// The clusterings of every setting, each left out as a whole, and the boards all of them met on.
    Clusterings {
        /// How many of every setting.
        count: usize,
        /// How many trainings of each.
        trainings: usize,
        /// How many boards.
        boards: usize,
    },
    /// The boards or deals on which these very strategies met.
    Cards {
        /// `boards` or `deals`.
        unit: &'static str,
        /// How many.
        count: u64,
    },
}

/// The players or settings of a league; matrices are `[row][column]`, what the row wins from the column, in mbb/g.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// The training after which they met, where a study has several.
    pub training: Option<String>,
    pub names: Vec<String>,
    /// What each wins on average from the others.
    pub mean: Vec<f64>,
    /// Half the 95 % interval of each mean, where it is known.
    pub mean_half_width: Vec<Option<f64>>,
    /// What each wins from each other.
    pub values: Vec<Vec<f64>>,
    /// Half the 95 % interval of each, where it is known; not corrected for their number.
    pub half_widths: Vec<Vec<Option<f64>>>,
    /// Which are won or lost by more than chance explains, corrected for the number of pairs.
    pub significant: Vec<Vec<bool>>,
    /// How many observations of the kind that the intervals are taken over would decide each.
    pub needed: Vec<Vec<Needed>>,
    /// What the intervals are taken over.
    pub observed: Observed,
}

impl Standings {
    /// The standings of a league file: of its settings, or of its players where no setting was made several times.
    /// `None` for a single player.
    pub fn of(training: Option<&str>, file: &LeagueFile) -> Option<Self> {
        match (&file.settings, &file.league) {
            (Some(settings), _) => Some(Self::of_settings(training, settings)),
            (None, Some(league)) => Some(Self::of_players(training, league)),
            (None, None) => None,
        }
    }

    /// Settings, with the intervals over clusterings and boards.
    pub fn of_settings(training: Option<&str>, league: &SettingsLeague) -> Self {
        let count = league.settings.len();
        let mut values = vec![vec![0.0; count]; count];
        let mut half_widths = vec![vec![None; count]; count];
        let mut significant = vec![vec![false; count]; count];
        let mut needed = vec![vec![Needed::NotKnown; count]; count];
        for pair in league.pairs.iter().filter(|pair| pair.first.max(pair.second) < count) {
            for (row, column, sign) in [(pair.first, pair.second, 1.0), (pair.second, pair.first, -1.0)] {
                values[row][column] = sign * pair.winnings.estimate.mbb_per_game;
                half_widths[row][column] = pair.winnings.estimate.interval95;
                significant[row][column] = pair.winnings.significant;
                let estimate = &pair.winnings.estimate;
                needed[row][column] =
                    estimate.clusterings_needed(count, league.clusterings, league.boards, league.pairs.len());
            }
        }
        Self {
            training: training.map(str::to_owned),
            names: league.settings.clone(),
            mean: league.mean.iter().map(|it| it.mbb_per_game).collect(),
            mean_half_width: league.mean.iter().map(|it| it.interval95).collect(),
            values,
            half_widths,
            significant,
            needed,
            observed: Observed::Clusterings {
                count: league.clusterings,
                trainings: league.trainings,
                boards: league.boards,
            },
        }
    }

    /// Single strategies, with the intervals of their matches.
    pub fn of_players(training: Option<&str>, league: &League) -> Self {
        let known = |half_width: &f64| half_width.is_finite().then_some(*half_width);
        let unit = if league.method == Method::Hands { "deals" } else { "boards" };
        Self {
            training: training.map(str::to_owned),
            names: league.players.clone(),
            mean: league.mean.clone(),
            mean_half_width: league.mean_ci95.iter().map(known).collect(),
            values: league.mbb_per_game.clone(),
            half_widths: league.ci95.iter().map(|row| row.iter().map(known).collect()).collect(),
            significant: league.significant().unwrap_or_else(|| significant_by_intervals(league)),
            needed: needed_of_players(league),
            observed: Observed::Cards { unit, count: league.observations },
        }
    }

    /// What the row wins from the column; not a number where the file says nothing.
    pub fn value(&self, row: usize, column: usize) -> f64 {
        self.values.get(row).and_then(|line| line.get(column)).copied().unwrap_or(f64::NAN)
    }

    /// Half the interval of [`Self::value`].
    pub fn half_width(&self, row: usize, column: usize) -> Option<f64> {
        self.half_widths.get(row)?.get(column).copied().flatten()
    }

    /// Whether [`Self::value`] is more than chance explains.
    pub(crate) fn is_significant(&self, row: usize, column: usize) -> bool {
        self.significant.get(row).and_then(|line| line.get(column)).copied().unwrap_or(false)
    }

    /// How many observations would decide [`Self::value`].
    pub fn needed(&self, row: usize, column: usize) -> Needed {
        self.needed.get(row).and_then(|line| line.get(column)).copied().unwrap_or(Needed::NotKnown)
    }

    /// Everyone's place, the highest mean first.
    pub fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.names.len()).collect();
        ranking.sort_by(|&one, &other| self.mean(other).0.total_cmp(&self.mean(one).0));
        ranking
    }

    /// The others, in words: the only one by name.
    pub fn others(&self, row: usize) -> String {
        let mut others = (0..self.names.len()).filter(|&other| other != row);
        match (others.next(), others.next()) {
            (Some(only), None) => self.names[only].clone(),
            _ => "the others".to_owned(),
        }
    }

    /// A player's or setting's mean over the others with half its interval.
    pub fn mean(&self, row: usize) -> (f64, Option<f64>) {
        let mean = self.mean.get(row).copied().unwrap_or(f64::NAN);
        (mean, self.mean_half_width.get(row).copied().flatten())
    }

    /// What they are.
    pub(crate) fn noun(&self) -> &'static str {
        match self.observed {
            Observed::Clusterings { .. } => "settings",
            Observed::Cards { .. } => "strategies",
        }
    }

    /// The heat map.
    pub fn cross_table(&self, title: &str) -> CrossTable {
        let unknown = |half_width: &Option<f64>| half_width.unwrap_or(f64::NAN);
        CrossTable {
            title: title.to_owned(),
            description: "What the row wins from the column, with half the 95 % interval".to_owned(),
            unit: "mbb/g".to_owned(),
            players: self.names.clone(),
            values: self.values.clone(),
            half_widths: self.half_widths.iter().map(|row| row.iter().map(unknown).collect()).collect(),
            significant: Some(self.significant.clone()),
            means: self.mean.clone(),
            decimals: 1,
            full_colour_at: None,
        }
    }
}

/// What is significant in a league from a file that has only intervals; nothing where its tables are not square.
fn significant_by_intervals(league: &League) -> Vec<Vec<bool>> {
    let count = league.players.len();
    let mut significant = vec![vec![false; count]; count];
    if is_square(league) {
        for ((row, column), it) in all_pairs(count).into_iter().zip(league.matches()) {
            (significant[row][column], significant[column][row]) = (it.significant, it.significant);
        }
    }
    significant
}

/// How many boards or deals would decide each match.
fn needed_of_players(league: &League) -> Vec<Vec<Needed>> {
    let pairs = league.players.len() * league.players.len().saturating_sub(1) / 2;
    let half_interval = half_interval95(league.observations);
    let needed = |(&mean, &half_width): (&f64, &f64)| {
        let found = Score { mean, standard_error: half_width / half_interval, observations: league.observations };
        Needed::of(&found, pairs)
    };
    let rows = league.mbb_per_game.iter().zip(&league.ci95);
    rows.map(|(values, half_widths)| values.iter().zip(half_widths).map(needed).collect()).collect()
}

/// Whether a league's tables have a row and a column for each player; only damage could prevent that.
pub(crate) fn is_square(league: &League) -> bool {
    let count = league.players.len();
    let is_square = |table: &Vec<Vec<f64>>| table.len() == count && table.iter().all(|row| row.len() == count);
    is_square(&league.mbb_per_game) && is_square(&league.ci95)
}

/// The means of all settings after each training; `None` where there are fewer than two.
///
/// Settings that differ in their number of opponent clusters are in the order of that number.
pub fn mean_curve(all: &[Standings]) -> Option<CategoryCurve> {
    let first = all.first().filter(|standings| standings.names.len() > 1)?;
    let mut names: Vec<&String> = first.names.iter().collect();
    let is_counted = names.iter().all(|name| cluster_count(name).is_some());
    if is_counted {
        names.sort_by_key(|name| cluster_count(name));
    }
    let category =
        |name: &&String| cluster_count(name).filter(|_| is_counted).map_or((*name).clone(), |it| it.to_string());
    let series = |standings: &Standings| {
        let value = |name: &&String| {
            let row = standings.names.iter().position(|it| it == *name);
            let (value, half_width) = row.map_or((f64::NAN, None), |row| standings.mean(row));
            CategoryValue { value, half_width }
        };
        let name = standings.training.as_ref().map_or("mean".to_owned(), |training| format!("training {training}"));
        (name, names.iter().map(value).collect())
    };
    let rivals = if names.len() > 2 { "all others" } else { "the other" };
    Some(CategoryCurve {
        title: if is_counted { "Winnings by number of opponent clusters" } else { "Winnings by setting" }.to_owned(),
        description: format!("What each wins on average from {rivals}, with 95 % intervals where they are known"),
        x_title: if is_counted { "opponent clusters" } else { "" }.to_owned(),
        y_title: format!("mbb/g against {rivals}"),
        categories: names.iter().map(category).collect(),
        series: all.iter().map(series).collect(),
    })
}

/// The opponent clusters of a setting called after their number, such as `C8`.
pub(crate) fn cluster_count(name: &str) -> Option<usize> {
    name.strip_prefix('C')?.parse().ok()
}

/// A value with its interval, as far as it is known; a line never breaks inside.
pub(crate) fn with_interval(value: f64, half_width: Option<f64>) -> String {
    let interval = half_width.map_or(String::new(), |half_width| format!("\u{a0}±\u{a0}{}", fixed(half_width, 1)));
    format!("{}{interval}", fixed(value, 1))
}

/// The same with a plus before what is won.
pub(crate) fn with_sign(value: f64, half_width: Option<f64>) -> String {
    let sign = if value > 0.0 { "+" } else { "" };
    format!("{sign}{}", with_interval(value, half_width))
}
