//! What a dealer reports to its observer: messages, warnings, the beginning and the end.

use super::answer::Warning;
use super::error::Fault;
use super::hand_record::Score;
use super::match_terms::MatchTerms;

/// Something that happened at the table. Seats are numbered 1 and 2.
#[derive(Clone, Copy, Debug)]
pub enum DealerEvent<'a> {
    /// Both players are there; the match begins.
    Began(&'a MatchTerms),
    /// A line went to a seat.
    Sent {
        /// To whom.
        seat: usize,
        /// The line without its end.
        line: &'a str,
    },
    /// A line came from the seat that is to act.
    Received {
        /// From whom.
        seat: usize,
        /// The line without its end.
        line: &'a [u8],
    },
    /// A line was odd; after [`MOST_WARNINGS`] for a seat, further ones are not reported.
    Warned {
        /// Whose line.
        seat: usize,
        hand: u32,
        /// What was odd.
        warning: Warning,
        /// Whether it is the last one of this seat.
        is_last: bool,
    },
    /// A connection that did not begin as a player's was closed; after [`MOST_WARNINGS`] for a seat, further ones are
    /// not reported.
    Stray {
        /// Whose port.
        seat: usize,
        /// What was wrong.
        fault: &'a Fault,
        /// Whether it is the last one of this seat.
        is_last: bool,
    },
    /// All hands are played.
    Ended(&'a Score),
}

/// How many odd lines of a seat are worth a warning: a flood of them must not become a flood of warnings.
pub const MOST_WARNINGS: u32 = 20;

/// An observer of a dealer.
pub trait DealerWatch {
    /// Takes one event.
    fn see(&self, event: &DealerEvent<'_>);
}

/// Ignores every event.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl DealerWatch for Unwatched {
    fn see(&self, _event: &DealerEvent<'_>) {}
}
