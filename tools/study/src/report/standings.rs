//! The standings of a league, of settings made several times or of single strategies: plain values for the report, and
//! how the report shows values of settings.

use matches::league::{League, all_pairs};
use matches::method::Method;
use matches::settings::league::SettingsLeague;
use matches::statistics::crossed::Drawn;
use matches::statistics::score::Needed;
use matches::statistics::score::{Score, half_interval95};
use report::axis::Axis;
use report::chart::{Marks, Point, Series};
use report::cross_table::CrossTable;
use report::number_format::fixed;

use crate::results::league::LeagueFile;

/// What the intervals of a league are taken over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Observed {
    /// The clusterings of every setting, each left out as a whole, and the boards all of them met on.
    Clusterings {
        /// How many of every setting, and how many trainings of each.
        count: usize,
        trainings: usize,
        boards: usize,
    },
    /// The trainings of every setting, whose buckets are given, each left out as a whole, and the boards.
    Trainings { count: usize, boards: usize },
    /// The boards or deals on which these very strategies met.
    Cards {
        /// `boards` or `deals`.
        unit: &'static str,
        count: u64,
    },
}

/// What one player or setting wins from another, in mbb/g.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pair {
    /// Not a number where nothing is known.
    pub value: f64,
    /// Half the 95 % interval, where it is known; not corrected for the number of pairs.
    pub half_width: Option<f64>,
    /// Whether it is more than chance explains, corrected for the number of pairs.
    pub is_significant: bool,
    /// How many observations of the kind that the intervals are taken over would decide it.
    pub needed: Needed,
}

impl Pair {
    pub(crate) const UNKNOWN: Self =
        Self { value: f64::NAN, half_width: None, is_significant: false, needed: Needed::NotKnown };
}

/// The players or settings of a league.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// The training after which they met, where a study has several.
    pub training: Option<String>,
    pub names: Vec<String>,
    /// What each wins on average from the others, with half the 95 % interval where it is known.
    pub mean: Vec<(f64, Option<f64>)>,
    /// `[row][column]`: what the row wins from the column.
    pub pairs: Vec<Vec<Pair>>,
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
        let SettingsLeague { clusterings, trainings, boards, .. } = *league;
        let count = league.settings.len();
        let mut pairs = vec![vec![Pair { value: 0.0, ..Pair::UNKNOWN }; count]; count];
        for pair in league.pairs.iter().filter(|pair| pair.first.max(pair.second) < count) {
            let estimate = &pair.winnings.estimate;
            let found = Pair {
                value: estimate.mbb_per_game,
                half_width: estimate.interval95,
                is_significant: pair.winnings.significant,
                needed: estimate.clusterings_needed(count, clusterings, boards, league.pairs.len()),
            };
            pairs[pair.first][pair.second] = found;
            pairs[pair.second][pair.first] = Pair { value: -found.value, ..found };
        }
        Self {
            training: training.map(str::to_owned),
            names: league.settings.clone(),
            mean: league.mean.iter().map(|it| (it.mbb_per_game, it.interval95)).collect(),
            pairs,
            observed: match league.drawn {
                Drawn::Clusterings => Observed::Clusterings { count: clusterings, trainings, boards },
                Drawn::Trainings => Observed::Trainings { count: trainings, boards },
            },
        }
    }

    /// Single strategies, with the intervals of their matches.
    pub fn of_players(training: Option<&str>, league: &League) -> Self {
        let known = |half_width: f64| half_width.is_finite().then_some(half_width);
        let unit = if league.method == Method::Hands { "deals" } else { "boards" };
        let count = league.players.len();
        let half_interval = half_interval95(league.observations);
        let significant = league.significant().unwrap_or_else(|| significant_by_intervals(league));
        let pair = |row: usize, column: usize| {
            let at = |table: &[Vec<f64>]| table.get(row)?.get(column).copied();
            let Some((value, half_width)) = at(&league.mbb_per_game).zip(at(&league.ci95)) else {
                return Pair::UNKNOWN;
            };
            let standard_error = half_width / half_interval;
            let found = Score { mean: value, standard_error, observations: league.observations };
            let is_significant = significant.get(row).and_then(|line| line.get(column)) == Some(&true);
            let needed = Needed::of(&found, count * count.saturating_sub(1) / 2);
            Pair { value, half_width: known(half_width), is_significant, needed }
        };
        let half_width = |row: usize| league.mean_ci95.get(row).copied().and_then(known);
        Self {
            training: training.map(str::to_owned),
            names: league.players.clone(),
            mean: league.mean.iter().enumerate().map(|(row, &mean)| (mean, half_width(row))).collect(),
            pairs: (0..count).map(|row| (0..count).map(|column| pair(row, column)).collect()).collect(),
            observed: Observed::Cards { unit, count: league.observations },
        }
    }

    /// What the row wins from the column.
    pub fn pair(&self, row: usize, column: usize) -> Pair {
        self.pairs.get(row).and_then(|line| line.get(column)).copied().unwrap_or(Pair::UNKNOWN)
    }

    /// Everyone's place, the highest mean first.
    pub fn ranking(&self) -> Vec<usize> {
        let mut ranking: Vec<usize> = (0..self.names.len()).collect();
        ranking.sort_by(|&one, &other| self.mean(other).0.total_cmp(&self.mean(one).0));
        ranking
    }

    /// A player's or setting's mean over the others with half its interval.
    pub fn mean(&self, row: usize) -> (f64, Option<f64>) {
        self.mean.get(row).copied().unwrap_or((f64::NAN, None))
    }

    /// The heat map.
    pub fn cross_table(&self, title: &str) -> CrossTable {
        let description = "What the row wins from the column, with half the 95 % interval";
        let table = cross_table(title, description, &self.names, |row, column| self.pair(row, column));
        CrossTable {
            means: self.mean.iter().map(|mean| mean.0).collect(),
            mean_half_widths: self.mean.iter().map(|mean| mean.1.unwrap_or(f64::NAN)).collect(),
            ..table
        }
    }
}

/// A table of what settings or players win from each other, without means.
pub(crate) fn cross_table(
    title: &str,
    description: &str,
    players: &[String],
    pair: impl Fn(usize, usize) -> Pair,
) -> CrossTable {
    let row = |row: usize| (0..players.len()).map(move |column| (row, column));
    let rows = || (0..players.len()).map(row);
    let half_width = |(row, column)| pair(row, column).half_width.unwrap_or(f64::NAN);
    CrossTable {
        title: title.to_owned(),
        description: description.to_owned(),
        unit: "mbb/g".to_owned(),
        players: players.to_vec(),
        values: rows().map(|row| row.map(|(row, column)| pair(row, column).value).collect()).collect(),
        half_widths: rows().map(|row| row.map(half_width).collect()).collect(),
        significant: Some(
            rows().map(|row| row.map(|(row, column)| pair(row, column).is_significant).collect()).collect(),
        ),
        ..CrossTable::default()
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

/// Whether a league's tables have a row and a column for each player; only damage could prevent that.
pub(crate) fn is_square(league: &League) -> bool {
    let count = league.players.len();
    let is_square = |table: &Vec<Vec<f64>>| table.len() == count && table.iter().all(|row| row.len() == count);
    is_square(&league.mbb_per_game) && is_square(&league.ci95)
}

/// The means of all settings after each training; `None` where there are fewer than two.
pub fn mean_curve(all: &[Standings]) -> Option<(Axis, Vec<Series>)> {
    let first = all.first().filter(|standings| standings.names.len() > 1)?;
    let mean = |standings: &Standings, name: &str| {
        standings.names.iter().position(|it| it == name).map_or((f64::NAN, None), |row| standings.mean(row))
    };
    let named = all.iter().map(|standings| (standings.training.as_deref(), standings));
    Some(by_setting(first.names.iter().collect(), "mean", named, mean))
}

/// A value of each setting, a series for each training, called `alone` where there is only one. Settings that differ in
/// their number of opponent clusters are in the order of that number.
pub(crate) fn by_setting<'s, S: 's>(
    mut names: Vec<&String>,
    alone: &str,
    trainings: impl Iterator<Item = (Option<&'s str>, &'s S)>,
    value: impl Fn(&S, &str) -> (f64, Option<f64>),
) -> (Axis, Vec<Series>) {
    let is_counted = names.iter().all(|name| cluster_count(name).is_some());
    if is_counted {
        names.sort_by_key(|name| cluster_count(name));
    }
    let category =
        |name: &&String| cluster_count(name).filter(|_| is_counted).map_or((*name).clone(), |it| it.to_string());
    let series = |(training, found): (Option<&str>, &S)| {
        let point = |(place, name): (usize, &&String)| {
            let (y, half_width) = value(found, name);
            Point { x: place as f64, y, half_width }
        };
        let name = training.map_or(alone.to_owned(), |training| format!("training {training}"));
        Series { name, points: names.iter().enumerate().map(point).collect() }
    };
    let series = trainings.map(series).collect();
    let text = if is_counted { "opponent clusters" } else { "" };
    (Axis::categories(text, names.iter().map(category).collect()), series)
}

/// A line through settings whose number of clusters has an order, and points alone for others.
pub(crate) fn values_by_setting(x: &Axis, series: Vec<Series>) -> Marks {
    if x.text.is_empty() { Marks::Values(series) } else { Marks::Lines(series) }
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
