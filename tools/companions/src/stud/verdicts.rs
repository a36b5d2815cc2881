//! The claims: what must hold over all sets, and whether it does.
//!
//! One of them is that a style can be identified by what the system has learned about it. The thesis's authors judged
//! by eye from curves of the tendencies (10 of 12 persons as the questionnaire had them); here the nearest centroid
//! decides, trained on some sets of deals and tested on others.

use super::endgame::EndgameReport;
use super::estimate::{RULES, START, rule_number};
use super::measured::over_sets;
use super::model::Style;
use super::rules::Seat;
use super::simulation::{PLACES, RowKind, Tally, kinds_of};
use crate::claims::{Claim, Verdict};
use crate::error::Result;
use crate::published::Published;
use crate::sums::{t_of, two_proportions};

#[derive(Clone, Copy, Debug)]
pub struct Evidence<'a> {
    pub results: &'a [Vec<Tally>],
    /// True style by the classifier's, on sets that it was not trained on.
    pub confusion: &'a [[u32; 4]; 4],
    pub(crate) endgames: &'a EndgameReport,
}

/// How far from the published numbers games won and superior showdowns may be.
const WON_WITHIN: f64 = 35.0;
const SHOWDOWNS_WITHIN: f64 = 25.0;

pub fn claims(published: &Published, evidence: &Evidence<'_>) -> Result<Vec<Claim>> {
    let tight = |kind: RowKind| kind.style.is_tight();
    let loose = |kind: RowKind| !kind.style.is_tight();
    let second = |kind: RowKind| kind.seat == Seat::Second;
    let aggressive = |kind: RowKind| kind.style.is_aggressive();
    let won = |tally: &Tally| f64::from(tally.won);
    let moves = |size: usize| evidence.t(&loose, &move |tally: &Tally| f64::from(tally.moves[size]));
    let end = evidence.t(&loose, &|tally| f64::from(tally.end_firings()));
    let much = evidence.t(&aggressive, &|tally| f64::from(tally.much_firings()));
    let showdowns = |of: &dyn Fn(RowKind) -> bool| evidence.total(of, &|tally| f64::from(tally.superior_showdowns));
    let weak_above = evidence.endgames.weak_bets_above;
    let difference = (weak_above.mean / weak_above.standard_error).abs();
    Ok(vec![
        published.claim_at_least("B1", evidence.t(&loose, &|tally| tally.gain as f64))?,
        published.claim_at_least("B2", evidence.t(&tight, &won))?,
        published.claim_at_least("B3", evidence.t(&second, &won))?,
        published.claim_at_least("B4", moves(0).min(moves(1)))?,
        published.claim_at_least("B5", showdowns(&loose) / showdowns(&tight))?,
        published.claim_at_least("B6", end.min(much))?,
        published.claim_at_least("B7", evidence.close_to_published(published)?)?,
        evidence.bluff_success(published)?,
        published.claim_at_least("B9", evidence.strong_at_the_end())?,
        published.claim_at_least("B10", 100.0 * accuracy(evidence.confusion))?,
        published.claim_at_most("E1", 100.0 * evidence.endgames.worst_equilibrium)?,
        published.claim_at_most("E2", 100.0 * evidence.endgames.system_exploitability())?,
        published.claim_at_most("E3", difference)?,
    ])
}

impl Evidence<'_> {
    /// Student's t of the difference between the mean of some rows and that of the others, set by set.
    fn t(&self, of: &dyn Fn(RowKind) -> bool, value: &dyn Fn(&Tally) -> f64) -> f64 {
        let difference = |set: &Vec<Tally>| {
            kinds_of(set).map(|(kind, tally)| if of(kind) { value(tally) } else { -value(tally) }).sum::<f64>()
        };
        t_of(&self.results.iter().map(difference).collect::<Vec<_>>())
    }

    /// The sum over some rows of all sets.
    fn total(&self, of: &dyn Fn(RowKind) -> bool, value: &dyn Fn(&Tally) -> f64) -> f64 {
        let rows = self.results.iter().flat_map(|set| kinds_of(set));
        rows.filter(|(kind, _)| of(*kind)).map(|(_, tally)| value(tally)).sum()
    }

    /// How many of the eight numbers of B7 are close to the published ones.
    fn close_to_published(&self, published: &Published) -> Result<f64> {
        let table = published.table("4.2")?;
        let mean = |row: usize, of: fn(&Tally) -> f64| over_sets(self.results, row, of).mean;
        let firsts =
            table.rows.iter().zip(RowKind::all()).enumerate().filter(|(_, (_, kind))| kind.seat == Seat::First);
        let close = firsts.flat_map(|(row, (published, _))| {
            let won = (mean(row, |tally| f64::from(tally.won)) - published.values[1]).abs() <= WON_WITHIN;
            let shown = (mean(row, |tally| f64::from(tally.superior_showdowns)) - published.values[4]).abs()
                <= SHOWDOWNS_WITHIN;
            [won, shown]
        });
        Ok(close.filter(|&close| close).count() as f64)
    }

    /// B8: how much more often bluffs succeed against tight models, in percentage points.
    fn bluff_success(&self, published: &Published) -> Result<Claim> {
        let of = |tight: bool| {
            let rows = move |kind: RowKind| kind.style.is_tight() == tight;
            let successes = self.total(&rows, &|tally| f64::from(tally.bluff_success));
            (successes, self.total(&rows, &|tally| f64::from(tally.bluffs_from_turn6)))
        };
        let (tight, loose) = (of(true), of(false));
        let z = two_proportions(tight, loose);
        let verdict = match z {
            _ if z > 3.0 => Verdict::Reproduced,
            _ if z < -3.0 => Verdict::NotReproduced,
            _ => Verdict::Noise,
        };
        published.claim("B8", Some(100.0 * (tight.0 / tight.1 - loose.0 / loose.1)), verdict)
    }

    fn strong_at_the_end(&self) -> f64 {
        let tendency = |tally: &Tally| (0..3).map(|bet| tally.tendencies.0[rule_number(2, bet, 1)]).sum::<f64>() / 3.0;
        let tight = |set: &Vec<Tally>| {
            let rows = kinds_of(set).filter(|(kind, _)| kind.style.is_tight());
            let below: Vec<f64> = rows.map(|(_, tally)| START - tendency(tally)).collect();
            below.iter().sum::<f64>() / below.len() as f64
        };
        let below = t_of(&self.results.iter().map(tight).collect::<Vec<_>>());
        below.min(self.t(&|kind| !kind.style.is_tight(), &tendency))
    }
}

/// Numbers that describe what was learned in one row of games: 18 tendencies in [0, 1] and 9 shares of firings.
pub const FEATURES: usize = RULES + PLACES;
pub type Features = [f64; FEATURES];

/// A nearest-centroid classifier; each feature is measured in its own standard deviations.
#[derive(Clone, PartialEq, Debug)]
pub struct Classifier {
    centroids: [Features; Style::ALL.len()],
    scales: Features,
}

impl Classifier {
    pub fn new(examples: &[(Style, Features)]) -> Self {
        let mean = |of: &dyn Fn(Style) -> bool| -> Features {
            let chosen: Vec<&Features> = examples.iter().filter(|it| of(it.0)).map(|it| &it.1).collect();
            let count = chosen.len().max(1) as f64;
            std::array::from_fn(|feature| chosen.iter().map(|it| it[feature]).sum::<f64>() / count)
        };
        let all = mean(&|_| true);
        let scales = std::array::from_fn(|feature| {
            let squares: f64 = examples.iter().map(|(_, it)| (it[feature] - all[feature]).powi(2)).sum();
            let deviation = (squares / examples.len().max(1) as f64).sqrt();
            // What never varies says nothing.
            if deviation > 0.0 { 1.0 / deviation } else { 0.0 }
        });
        Self { centroids: Style::ALL.map(|style| mean(&|it| it == style)), scales }
    }

    pub(crate) fn style_of(&self, features: &Features) -> Style {
        let distance = |style: Style| -> f64 {
            let centroid = &self.centroids[style as usize];
            (0..FEATURES).map(|it| ((features[it] - centroid[it]) * self.scales[it]).powi(2)).sum()
        };
        let [first, rest @ ..] = Style::ALL;
        rest.into_iter().fold(first, |best, style| if distance(style) < distance(best) { style } else { best })
    }

    /// How often examples of true style (row) are called by each name (column), in the order of [`Style::ALL`].
    pub fn confusion(&self, examples: &[(Style, Features)]) -> [[u32; 4]; 4] {
        let mut confusion = [[0; 4]; 4];
        for (style, features) in examples {
            confusion[*style as usize][self.style_of(features) as usize] += 1;
        }
        confusion
    }
}

/// The share of examples on the diagonal of a confusion table; 0 without examples.
pub fn accuracy(confusion: &[[u32; 4]; 4]) -> f64 {
    let right: u32 = (0..4).map(|style| confusion[style][style]).sum();
    let all: u32 = confusion.iter().flatten().sum();
    f64::from(right) / f64::from(all.max(1))
}
