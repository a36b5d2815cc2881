//! Everyone against everyone on the same cards, and a match as a league of two.

use serde::{Deserialize, Serialize};
use solver::boards::CardRules;
use solver::game::GameDefinition;
use solver::units::mbb_per_game;
use std::fmt::Write;
use tables::together::progress::Progress;

use super::agent::Agent;
use super::error::MatchError;
use super::method::{MatchResult, Method, merged, play_deals_in_parts, play_exactly, value_boards};
use super::statistics::score::{ChipTally, Score, half_interval95};
use super::statistics::score::{Comparison, LEVEL, compare, holm, p_value};

/// A cross table. Rows win from columns; intervals are those of single matches, not corrected for their number.
///
/// All pairs meet on the same cards, so differences of means are observed board by board (part by part of the deals):
/// what the cards give to both players of a difference drops out of it. League files from before `mean_ci95`,
/// `p_corrected` and `differences` existed are read with these fields empty.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct League {
    pub players: Vec<String>,
    /// `[row][column]`: what the row wins from the column in thousandths of a big blind per game, averaged over both
    /// seats; 0 on the diagonal.
    pub mbb_per_game: Vec<Vec<f64>>,
    /// `[row][column]`: half the 95 % confidence interval, in the same unit; 0 on the diagonal.
    pub ci95: Vec<Vec<f64>>,
    /// `[row][column]`: p-value of the match against "neither wins", corrected for the number of matches (Holm); 1 on
    /// the diagonal.
    #[serde(default)]
    pub p_corrected: Vec<Vec<f64>>,
    pub mean: Vec<f64>,
    #[serde(default)]
    pub mean_ci95: Vec<f64>,
    /// The differences of the means of every two players, corrected for their number.
    #[serde(default)]
    pub differences: Vec<Comparison>,
    pub method: Method,
    /// Independent observations of each match: boards or deals.
    pub observations: u64,
}

/// The largest amount that a file may name, in mbb/g: a limit game turns over far less.
const MOST_MBB: f64 = 1e6;

impl League {
    /// What a league from a file contradicts itself in, in a few words.
    pub fn contradiction(&self) -> Option<&'static str> {
        let players = self.players.len();
        let mut names: Vec<&String> = self.players.iter().collect();
        names.sort_unstable();
        names.dedup();
        let is_table = |rows: &[Vec<f64>]| rows.len() == players && rows.iter().all(|row| row.len() == players);
        // Files of older leagues lack some lists.
        let is_list = |list: &[f64]| list.is_empty() || list.len() == players;
        let amounts = || self.mbb_per_game.iter().flatten().chain(&self.mean);
        let widths = || self.ci95.iter().flatten().chain(&self.mean_ci95);
        if players < 2 || names.len() < players {
            Some("its players are not two or more with names of their own")
        } else if !is_table(&self.mbb_per_game) || !is_table(&self.ci95) || self.mean.len() != players {
            Some("its tables do not have a row for each player")
        } else if !is_list(&self.mean_ci95) || !(self.p_corrected.is_empty() || is_table(&self.p_corrected)) {
            Some("its intervals and p-values do not have a row for each player")
        } else if !amounts().all(|amount| amount.abs() <= MOST_MBB) || !widths().all(|width| *width >= 0.0) {
            Some("it has amounts that no match can have")
        } else if self.observations == 0 {
            Some("nothing was observed")
        } else {
            None
        }
    }

    /// Every match once, with its p-values.
    pub fn matches(&self) -> Vec<Comparison> {
        let score = |row: usize, column: usize| {
            let standard_error = self.ci95[row][column] / half_interval95(self.observations);
            Score { mean: self.mbb_per_game[row][column], standard_error, observations: self.observations }
        };
        let names = |(row, column): (usize, usize)| {
            (self.players[row].clone(), self.players[column].clone(), score(row, column))
        };
        compare(all_pairs(self.players.len()).into_iter().map(names))
    }

    /// Which matches are won or lost beyond chance, corrected for their number, `[row][column]`; `None` for a league
    /// from a file that does not say.
    pub fn significant(&self) -> Option<Vec<Vec<bool>>> {
        let of_row = |row: &Vec<f64>| row.iter().map(|&p| p < LEVEL).collect();
        (!self.p_corrected.is_empty()).then(|| self.p_corrected.iter().map(of_row).collect())
    }
}

/// Every two of a number of players, each pair once.
pub fn all_pairs(players: usize) -> Vec<(usize, usize)> {
    (0..players).flat_map(|row| (row + 1..players).map(move |column| (row, column))).collect()
}

pub fn play_match(
    first: &Agent,
    second: &Agent,
    method: Method,
    amount: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<MatchResult, MatchError> {
    let games = match method {
        Method::Exact => return play_exactly(first, second, None, progress),
        Method::Hands => amount,
        Method::Boards => 2 * amount * CardRules::new(&Agent::common_game(&[first, second])?).meetings() as u64,
    };
    let score = observe(&[first, second], &[(0, 1)], method, amount, seed, progress)?.scores[0];
    Ok(result_of(score, method, games))
}

fn result_of(score: Score, method: Method, games: u64) -> MatchResult {
    let (mbb_per_game, ci95, observations) = (score.mean, score.ci95(), score.observations);
    MatchResult { mbb_per_game, ci95, games, method, observations }
}

/// The result of a match by hands from what the first player won in each deal, in chips of its two games together.
pub(crate) fn result_of_deals(game: &GameDefinition, deals: &ChipTally, games: u64) -> MatchResult {
    result_of(deals.score().scaled(a_chip_of_deal(game)), Method::Hands, games)
}

/// A chip a deal in mbb/g: a deal has two games.
fn a_chip_of_deal(game: &GameDefinition) -> f64 {
    a_chip(game) / 2.0
}

pub fn play_league(
    agents: &[Agent],
    method: Method,
    amount: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<League, MatchError> {
    if agents.len() < 2 {
        return Err(MatchError::TooFewPlayers { found: agents.len() });
    }
    let agents: Vec<&Agent> = agents.iter().collect();
    let pairs = all_pairs(agents.len());
    let observed = observe(&agents, &pairs, method, amount, seed, progress)?;
    let names = agents.iter().map(|agent| agent.name().to_owned()).collect();
    Ok(tabulate(names, &pairs, &observed, method, amount))
}

/// The league of players whose pairs (see [`all_pairs`]) were valued board by board, `[board][pair]` in chips, as
/// [`value_boards`] gives it.
pub fn league_of_boards(
    game: &GameDefinition,
    players: Vec<String>,
    pairs: &[(usize, usize)],
    values: &[Vec<f64>],
) -> Result<League, MatchError> {
    if players.len() < 2 {
        return Err(MatchError::TooFewPlayers { found: players.len() });
    }
    let (method, boards) = (Method::Boards, values.len() as u64);
    method.check(boards)?;
    Ok(tabulate(players, pairs, &observed_boards(game, pairs.len(), values), method, boards))
}

/// What players win from each other on every board, `[board][row][column]` in mbb/g, of pairs that were valued board by
/// board, `[board][pair]` in chips, as [`value_boards`] gives it; one table at a time. Pairs that did not meet have won
/// nothing.
pub fn board_tables(
    game: &GameDefinition,
    players: usize,
    pairs: &[(usize, usize)],
    values: &[Vec<f64>],
) -> impl Iterator<Item = Vec<Vec<f64>>> {
    let unit = a_chip(game);
    let table = move |board: &Vec<f64>| {
        let mut table = vec![vec![0.0; players]; players];
        for (&(row, column), chips) in pairs.iter().zip(board) {
            (table[row][column], table[column][row]) = (chips * unit, -chips * unit);
        }
        table
    };
    values.iter().map(table)
}

/// What was observed for some pairs, in mbb/g won by the first of each.
struct Observed {
    scores: Vec<Score>,
    /// `[observation][pair]`; boards, or parts of the deals.
    together: Vec<Vec<f64>>,
}

fn observe(
    agents: &[&Agent],
    pairs: &[(usize, usize)],
    method: Method,
    amount: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Observed, MatchError> {
    method.check(amount)?;
    Ok(match method {
        // A league of hours for every pair.
        Method::Exact => return Err(MatchError::UnknownMethod { found: method.to_string() }),
        Method::Boards => {
            let values = value_boards(agents, pairs, 0..amount, seed, progress)?;
            observed_boards(&Agent::common_game(agents)?, pairs.len(), &values)
        }
        Method::Hands => {
            let deals = amount / 2;
            let parts = play_deals_in_parts(agents, pairs, deals, seed, progress)?;
            let unit = a_chip_of_deal(&Agent::common_rules(agents)?);
            let scores = merged(&parts, pairs.len()).iter().map(|deals| deals.score().scaled(unit)).collect();
            // A part counts by its deals, so that the mean over parts is the mean over deals.
            let share = parts.len() as f64 / deals as f64;
            let of_pair = |tally: &ChipTally| {
                let score = tally.score();
                score.mean * score.observations as f64 * share * unit
            };
            let of_part = |part: &Vec<_>| part.iter().map(of_pair).collect();
            Observed { scores, together: parts.iter().map(of_part).collect() }
        }
    })
}

fn observed_boards(game: &GameDefinition, pairs: usize, values: &[Vec<f64>]) -> Observed {
    let unit = a_chip(game);
    let score = |pair: usize| Score::of(values.iter().map(|board| board[pair])).scaled(unit);
    let together = values.iter().map(|board| board.iter().map(|chips| chips * unit).collect()).collect();
    Observed { scores: (0..pairs).map(score).collect(), together }
}

/// A chip a game in mbb/g.
pub fn a_chip(game: &GameDefinition) -> f64 {
    mbb_per_game(1.0, game.big_blind())
}

fn tabulate(
    players: Vec<String>,
    pairs: &[(usize, usize)],
    observed: &Observed,
    method: Method,
    amount: u64,
) -> League {
    let count = players.len();
    let mut table = vec![vec![0.0; count]; count];
    let (mut ci95, mut p_corrected) = (table.clone(), vec![vec![1.0; count]; count]);
    let corrected = holm(&observed.scores.iter().map(p_value).collect::<Vec<_>>());
    for ((&(row, column), score), p) in pairs.iter().zip(&observed.scores).zip(corrected) {
        // Zero minus the score: a negated zero would print as -0.
        (table[row][column], table[column][row]) = (score.mean, 0.0 - score.mean);
        (ci95[row][column], ci95[column][row]) = (score.ci95(), score.ci95());
        (p_corrected[row][column], p_corrected[column][row]) = (p, p);
    }
    let means: Vec<Vec<f64>> = observed.together.iter().map(|values| player_means(count, pairs, values)).collect();
    let difference = |(row, column): (usize, usize)| {
        let score = Score::of(means.iter().map(|means| means[row] - means[column]));
        (players[row].clone(), players[column].clone(), score)
    };
    League {
        mean: table.iter().map(|row| row.iter().sum::<f64>() / (count - 1) as f64).collect(),
        mean_ci95: (0..count).map(|player| Score::of(means.iter().map(|means| means[player])).ci95()).collect(),
        differences: compare(all_pairs(count).into_iter().map(difference)),
        mbb_per_game: table,
        ci95,
        p_corrected,
        players,
        method,
        observations: method.observations(amount),
    }
}

/// Each player's mean over its opponents in one observation.
fn player_means(players: usize, pairs: &[(usize, usize)], values: &[f64]) -> Vec<f64> {
    let mut means = vec![0.0; players];
    for (&(row, column), value) in pairs.iter().zip(values) {
        means[row] += value / (players - 1) as f64;
        means[column] -= value / (players - 1) as f64;
    }
    means
}

pub const HEADINGS: &str = "kind,first,second,mbb_per_game,ci95,p_value,p_corrected,significant";

/// The league as comma-separated values (RFC 4180). `kind` is `match` (every pair once, p-values corrected for the
/// number of matches), `mean` (no second player, no p-value) or `difference` (of two means, p-values corrected for the
/// number of differences).
pub fn csv(league: &League) -> String {
    let mut text = format!("{HEADINGS}\n");
    league.matches().iter().for_each(|it| push_comparison(&mut text, "match", it));
    for ((player, mean), ci95) in league.players.iter().zip(&league.mean).zip(&league.mean_ci95) {
        let _ = writeln!(text, "mean,{},,{mean},{},,,", field(player), known(*ci95));
    }
    league.differences.iter().for_each(|it| push_comparison(&mut text, "difference", it));
    text
}

fn push_comparison(text: &mut String, kind: &str, it: &Comparison) {
    let Comparison { first, second, mbb_per_game, ci95, p_value, p_corrected, significant } = it;
    let (first, second) = (field(first), field(second));
    let _ =
        writeln!(text, "{kind},{first},{second},{mbb_per_game},{},{p_value},{p_corrected},{significant}", known(*ci95));
}

/// Half an interval; empty where a single board or deal gives none.
fn known(ci95: f64) -> String {
    if ci95.is_finite() { ci95.to_string() } else { String::new() }
}

/// A name in quotation marks where it needs them.
fn field(name: &str) -> String {
    if name.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", name.replace('"', "\"\"")) } else { name.to_owned() }
}
