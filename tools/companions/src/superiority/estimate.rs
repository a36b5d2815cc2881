//! Superior or inferior: completion probabilities (table 4), thresholds in the paper's own notation (`HK:28, OP:26,
//! other:45` and `TK:4.3, OP:8.4, …`), the decision on a street (table 5), and the rules whose accuracies are
//! published.

use evaluator::round::Round;

use super::judgement::{Draw, Judgement, MadeHand};
use super::player::Play;
use super::tally::{Outcomes, Rates};
use crate::error::{CompanionError, Result};
use crate::published::Published;

pub const MOST_OUTS: usize = 20;

/// How often at least one of the outs comes by the showdown, 0..=1.
///
/// On the flop and the turn of one's own cards: among the 47 or 46 cards not seen. On the river, where nothing more
/// comes, how often the opponent holds an out: his two cards are any two of the 45 not seen. Before the flop nothing
/// is counted: 0.
pub fn completion(round: Round, outs: usize) -> f64 {
    let missed = |unseen: usize| unseen.saturating_sub(outs) as f64 / unseen as f64;
    match round {
        Round::Preflop => 0.0,
        Round::Flop => 1.0 - missed(47) * (47.0 - outs as f64 - 1.0).max(0.0) / 46.0,
        Round::Turn => 1.0 - missed(46),
        Round::River => 1.0 - missed(45) * (45.0 - outs as f64 - 1.0).max(0.0) / 44.0,
    }
}

/// A threshold of the paper in outs: its tables are rounded to a tenth of a percent, so comparing percentages would be
/// left to rounding. The fewest outs whose rounded completion probability reaches the threshold (in %); one more than
/// [`MOST_OUTS`] where none does.
pub fn outs_of_threshold(round: Round, threshold: f64) -> usize {
    let tenths = |percent: f64| (percent * 10.0).round();
    let reaches = |&outs: &usize| tenths(100.0 * completion(round, outs)) >= tenths(threshold);
    (0..=MOST_OUTS).find(reaches).unwrap_or(MOST_OUTS + 1)
}

/// The winning rate (in %) from which a made hand is superior: of high cards, of one pair, and of all others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MadeThresholds(pub [f64; 3]);

impl MadeThresholds {
    /// Reads `HK:28, OP:26, other:45`, where what is not named falls under `other`, or a single number.
    pub fn read(text: &str) -> Result<Self> {
        if let Ok(threshold) = text.trim().parse() {
            return Ok(Self([threshold; 3]));
        }
        let mut thresholds = [None; 3];
        for (name, threshold) in named(text)? {
            let place = ["HK", "OP", "other"].iter().position(|&it| it == name).ok_or_else(|| unreadable(text))?;
            thresholds[place] = Some(threshold);
        }
        let other = thresholds[2].ok_or_else(|| unreadable(text))?;
        Ok(Self(thresholds.map(|threshold| threshold.unwrap_or(other))))
    }

    pub fn of(&self, made: MadeHand) -> f64 {
        self.0[made.category.number().min(2)]
    }

    /// Before the flop, where no hand is made, the starting hand's.
    pub(super) fn other(&self) -> f64 {
        self.0[2]
    }
}

/// The completion probabilities (in %) that make a state count, by state.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DrawThresholds([Option<f64>; Draw::COUNT]);

impl DrawThresholds {
    pub const NONE: Self = Self([None; Draw::COUNT]);

    /// Reads `TK:4.3, OP:8.4, …`; a state that is not named never counts.
    pub fn read(text: &str) -> Result<Self> {
        let mut thresholds = Self::NONE;
        for (name, threshold) in named(text)? {
            let draw = Draw::all().skip(1).find(|draw| draw.short_name() == name).ok_or_else(|| unreadable(text))?;
            thresholds.0[draw as usize] = Some(threshold);
        }
        Ok(thresholds)
    }

    /// Whether a state of one's own is probable enough, the threshold raised by some points.
    pub fn reached(&self, round: Round, draw: Draw, raised: f64) -> bool {
        self.0[draw as usize].is_some_and(|threshold| draw.outs() >= outs_of_threshold(round, threshold + raised))
    }

    /// Whether the opponent's state on the river is improbable enough.
    pub fn safe(&self, draw: Draw, comparison: Comparison) -> bool {
        let Some(threshold) = self.0[draw as usize] else { return true };
        let most = outs_of_threshold(Round::River, threshold);
        match comparison {
            Comparison::AtMost => draw.outs() <= most,
            Comparison::Below => draw.outs() < most,
        }
    }
}

/// How the river compares the opponent's completion with its threshold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// As the paper says; with its thresholds the condition never binds.
    AtMost,
    /// What it may have meant.
    Below,
}

fn named(text: &str) -> Result<Vec<(&str, f64)>> {
    let mut thresholds = Vec::new();
    for part in text.split(',') {
        let (name, threshold) = part.split_once(':').ok_or_else(|| unreadable(text))?;
        thresholds.push((name.trim(), threshold.trim().parse().map_err(|_| unreadable(text))?));
    }
    Ok(thresholds)
}

fn unreadable(text: &str) -> CompanionError {
    CompanionError::input("thresholds", format!("'{text}'"), "HK:28, OP:26, other:45", "name each threshold once")
}

/// A street's rule.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rule {
    pub round: Round,
    pub made: MadeThresholds,
    /// On flop and turn: or the least completion probability of one's own. On the river: and the greatest of the
    /// opponent's.
    pub draws: DrawThresholds,
    pub comparison: Comparison,
}

impl Rule {
    /// Reads the thresholds of a rule as published; `draws` is empty for a rule that looks at winning rates alone.
    pub fn read(round: Round, made: &str, draws: &str) -> Result<Self> {
        let draws = if draws.is_empty() { DrawThresholds::NONE } else { DrawThresholds::read(draws)? };
        Ok(Self { round, made: MadeThresholds::read(made)?, draws, comparison: Comparison::AtMost })
    }

    /// The same rule, where a gut shot counts whatever its threshold if the rule has one for it.
    pub(super) fn with_every_gut_shot(mut self) -> Self {
        let threshold = &mut self.draws.0[Draw::GutShot as usize];
        *threshold = threshold.map(|_| 0.0);
        self
    }

    /// Whether a judged hand is superior.
    ///
    /// `raised` points are added to the thresholds that a hand of one's own must reach (the opponent's bet, variant
    /// C); what the opponent may complete keeps its threshold, which raising would only loosen.
    pub(crate) fn judges_superior(&self, rates: &Rates, Judgement { made, draw }: Judgement, raised: f64) -> bool {
        let strong = rates.made[made.number()] >= self.made.of(made) + raised;
        match self.round {
            Round::River => strong && self.draws.safe(draw, self.comparison),
            _ => strong || self.draws.reached(self.round, draw, raised),
        }
    }

    /// How often the rule is right over some outcomes, by number of the starting hand or of the judgement.
    pub fn accuracy(&self, rates: &Rates, outcomes: &[Outcomes]) -> Accuracy {
        let superior: Vec<bool> = match self.round {
            Round::Preflop => rates.starting.iter().map(|&rate| rate >= self.made.other()).collect(),
            _ => Judgement::all().map(|judgement| self.judges_superior(rates, judgement, 0.0)).collect(),
        };
        Accuracy::of(superior.into_iter().zip(outcomes.iter().copied()))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Accuracy {
    pub right: u64,
    pub ties: u64,
    pub wrong: u64,
    superior: u64,
}

impl Accuracy {
    pub fn of(judged: impl Iterator<Item = (bool, Outcomes)>) -> Self {
        let mut accuracy = Self::default();
        judged.for_each(|(superior, outcomes)| accuracy.enter(superior, outcomes));
        accuracy
    }

    pub(super) fn enter(&mut self, superior: bool, Outcomes { wins, ties, losses }: Outcomes) {
        let (right, wrong) = if superior { (wins, losses) } else { (losses, wins) };
        self.add(Self { right, ties, wrong, superior: if superior { wins + ties + losses } else { 0 } });
    }

    pub(super) fn add(&mut self, others: Self) {
        self.right += others.right;
        self.ties += others.ties;
        self.wrong += others.wrong;
        self.superior += others.superior;
    }

    pub fn total(self) -> u64 {
        self.right + self.ties + self.wrong
    }

    /// In %, a tie being right: what the paper's numbers fit best.
    pub fn ties_right(self) -> f64 {
        percent(self.right + self.ties, self.total())
    }

    pub fn ties_left_out(self) -> f64 {
        percent(self.right, self.right + self.wrong)
    }

    pub fn ties_wrong(self) -> f64 {
        percent(self.right, self.total())
    }

    pub(crate) fn share_superior(self) -> f64 {
        percent(self.superior, self.total())
    }
}

fn percent(part: u64, of: u64) -> f64 {
    100.0 * part as f64 / of as f64
}

#[derive(Clone, PartialEq, Debug)]
pub struct NamedRule {
    pub table: &'static str,
    pub name: String,
    pub rule: Rule,
}

/// The tables of accuracies: number, street, and whether their rows name completion thresholds.
const TABLES: [(&str, Round, bool); 7] = [
    ("7", Round::Preflop, false),
    ("8", Round::Flop, false),
    ("9", Round::Flop, true),
    ("10", Round::Turn, false),
    ("11", Round::Turn, true),
    ("12", Round::River, false),
    ("13", Round::River, true),
];

pub fn published_rules(published: &Published) -> Result<Vec<NamedRule>> {
    let play: Play = published.constant("play")?;
    let mut rules = Vec::new();
    for (table, round, completion) in TABLES {
        let shown = published.table(table)?;
        let rows = shown.rows.iter().map(|row| &row.name);
        let names: Vec<&String> = if round == Round::Preflop { shown.columns.iter().collect() } else { rows.collect() };
        for name in names {
            let rule = match completion {
                true => Rule::read(round, play.made(round), name)?,
                false => Rule::read(round, name, "")?,
            };
            rules.push(NamedRule { table, name: name.clone(), rule });
        }
    }
    Ok(rules)
}
