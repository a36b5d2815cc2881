//! What a hand history says about its result, and whether the rules can give that.
//!
//! Pots are counted whole, as if the house took nothing: a winner may have less than the rules give, and a loser pays
//! what was bet.

use super::history_replay::TOLERANCE;

/// The amounts of a history, in chips.
pub(super) struct StatedResult<'a> {
    /// Both stacks before the hand.
    pub starting: &'a [f64],
    /// Both stacks after it.
    pub finishing: Option<Vec<f64>>,
    /// What each took from the pot.
    pub winnings: Option<Vec<f64>>,
}

impl StatedResult<'_> {
    /// What position 0 wins where both have `paid` so much: by the rules if they say it, or else as it is stated.
    pub fn won(&self, paid: [f64; 2], by_rules: Option<i64>) -> Result<i64, String> {
        let possible =
            |won: i64| self.fits_stacks(paid, won) != Some(false) && self.fits_winnings(paid, won) != Some(false);
        if let Some(won) = by_rules {
            return match possible(won) {
                true => Ok(won),
                false => {
                    Err(format!("finishing stacks or winnings that its cards and betting do not give: {won:+} for p1"))
                }
            };
        }
        let most = paid[0] as i64;
        let is_stated = self.fits_stacks(paid, 0).is_some() || self.fits_winnings(paid, 0).is_some();
        let won = [most, -most, 0].into_iter().find(|&won| is_stated && possible(won));
        won.ok_or("a showdown without cards and without finishing stacks or winnings that it could leave".to_owned())
    }

    /// `None` where nothing is said.
    fn fits_stacks(&self, paid: [f64; 2], won: i64) -> Option<bool> {
        let (&[before, other_before], Some(&[after, other_after])) = (self.starting, self.finishing.as_deref()) else {
            return self.finishing.as_ref().filter(|stacks| stacks.len() != 2).map(|_| false);
        };
        let net = [after - before, other_after - other_before];
        // Stacks without bounds say nothing.
        if [before, other_before].iter().any(|stack| !stack.is_finite()) {
            return None;
        }
        let is = |found: f64, expected: f64| (found - expected).abs() <= TOLERANCE;
        Some(match won {
            0 => is(net[0], net[1]) && net[0] <= TOLERANCE && net[0] > -paid[0],
            _ => {
                let winner = usize::from(won < 0);
                let most = won.abs() as f64;
                is(net[1 - winner], -most) && net[winner] <= most + TOLERANCE && net[winner] > -paid[winner]
            }
        })
    }

    /// `None` where nothing is said.
    fn fits_winnings(&self, paid: [f64; 2], won: i64) -> Option<bool> {
        let winnings = self.winnings.as_deref()?;
        let &[first, second] = winnings else { return Some(false) };
        // Some write what was lost as a negative amount.
        let is_nothing = |taken: f64, paid: f64| taken <= TOLERANCE && taken >= -paid - TOLERANCE;
        let is_part = |taken: f64| taken > TOLERANCE && taken <= paid[0] + paid[1] + TOLERANCE;
        let is_equal = (first - second).abs() <= TOLERANCE;
        Some(match won {
            0 => is_equal && (is_part(first) || is_nothing(first, 0.0)),
            1.. => is_part(first) && is_nothing(second, paid[1]),
            _ => is_part(second) && is_nothing(first, paid[0]),
        })
    }
}
