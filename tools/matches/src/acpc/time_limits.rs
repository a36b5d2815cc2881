//! How long players may think: for one answer, in one hand, in the whole match; and how much each has used.

use std::fmt;
use std::time::Duration;

/// The limits of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLimits {
    /// For one answer.
    pub response: Duration,
    /// For all answers in one hand.
    pub hand: Duration,
    /// For all answers in the match, times the number of hands.
    pub per_hand: Duration,
    /// For both players to connect; `None` means no limit.
    pub start: Option<Duration>,
}

impl Default for TimeLimits {
    /// The competition's: 10 minutes for an answer and for a hand, 7 seconds a hand over the match.
    fn default() -> Self {
        let minutes = Duration::from_secs(600);
        Self { response: minutes, hand: minutes, per_hand: Duration::from_secs(7), start: None }
    }
}

/// Which limit is meant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Limit {
    /// One answer.
    Response,
    /// One hand.
    Hand,
    /// The whole match.
    Match,
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Response => "for one answer (--t_response)",
            Self::Hand => "for one hand (--t_hand)",
            Self::Match => "for the match (--t_per_hand times its hands)",
        })
    }
}

/// What one seat has used.
#[derive(Clone, Copy, Default, Debug)]
pub struct SeatClock {
    hand: Duration,
    all: Duration,
}

impl SeatClock {
    /// A new hand begins.
    pub fn begin_hand(&mut self) {
        self.hand = Duration::ZERO;
    }

    /// Adds the time that an answer took.
    pub fn charge(&mut self, time: Duration) {
        self.hand = self.hand.saturating_add(time);
        self.all = self.all.saturating_add(time);
    }

    /// The limit that an answer reaches first in a match of a given number of hands, how long it is, and how much of it
    /// is left.
    pub fn tightest(&self, limits: &TimeLimits, hands: u32) -> (Limit, Duration, Duration) {
        let whole = limits.per_hand.saturating_mul(hands);
        let response = (limits.response, limits.response, Limit::Response);
        let hand = (limits.hand.saturating_sub(self.hand), limits.hand, Limit::Hand);
        let all = (whole.saturating_sub(self.all), whole, Limit::Match);
        let (left, length, limit) = response.min(hand).min(all);
        (limit, length, left)
    }
}
