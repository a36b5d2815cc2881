//! Completion probabilities (table 4), and the thresholds of the estimate in the paper's own notation:
//! `HK:28, OP:26, other:45` and `TK:4.3, OP:8.4, …`.

use evaluator::hand_category::HandCategory;
use evaluator::round::Round;

use super::draws::Draw;
use super::made_hand::MadeHand;
use crate::error::CompanionError;

/// The winning rate (in %) from which a made hand is superior.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MadeThresholds {
    /// For a high card (`HK`).
    pub high_card: f64,
    /// For one pair (`OP`).
    pub pair: f64,
    pub other: f64,
}

impl MadeThresholds {
    pub const fn all(threshold: f64) -> Self {
        Self { high_card: threshold, pair: threshold, other: threshold }
    }

    /// Reads `HK:28, OP:26, other:45`, where what is not named falls under `other`, or a single number.
    pub fn read(text: &str) -> Result<Self, CompanionError> {
        if let Ok(threshold) = text.trim().parse() {
            return Ok(Self::all(threshold));
        }
        let (mut high_card, mut pair, mut other) = (None, None, None);
        for (name, threshold) in named(text)? {
            *match name {
                "HK" => &mut high_card,
                "OP" => &mut pair,
                "other" => &mut other,
                _ => return Err(unreadable(text)),
            } = Some(threshold);
        }
        let other = other.ok_or_else(|| unreadable(text))?;
        Ok(Self { high_card: high_card.unwrap_or(other), pair: pair.unwrap_or(other), other })
    }

    pub fn of(&self, made: MadeHand) -> f64 {
        match made.category() {
            HandCategory::HighCard => self.high_card,
            HandCategory::Pair => self.pair,
            _ => self.other,
        }
    }
}

/// The completion probabilities (in %) that make a state count, by state.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DrawThresholds([Option<f64>; Draw::COUNT]);

impl DrawThresholds {
    /// No state counts.
    pub const NONE: Self = Self([None; Draw::COUNT]);

    /// Reads `TK:4.3, OP:8.4, …`; a state that is not named never counts.
    pub fn read(text: &str) -> Result<Self, CompanionError> {
        let mut thresholds = [None; Draw::COUNT];
        for (name, threshold) in named(text)? {
            let draw = Draw::all().skip(1).find(|draw| draw.short_name() == name).ok_or_else(|| unreadable(text))?;
            thresholds[draw.number()] = Some(threshold);
        }
        Ok(Self(thresholds))
    }

    /// Whether a state of one's own is probable enough, the threshold raised by some points.
    pub fn reached(&self, round: Round, draw: Draw, raised: f64) -> bool {
        let threshold = self.0[draw.number()];
        threshold.is_some_and(|threshold| draw.outs() >= outs_of_threshold(round, threshold + raised))
    }

    /// Whether the opponent's state on the river is improbable enough: at most the threshold, or below it.
    pub fn safe(&self, draw: Draw, comparison: Comparison) -> bool {
        let Some(threshold) = self.0[draw.number()] else { return true };
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

fn named(text: &str) -> Result<Vec<(&str, f64)>, CompanionError> {
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

/// The most outs of table 4.
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
