//! Completion probabilities: how often a hand that lacks one card becomes what it could be (table 4).

use evaluator::round::Round;

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
