//! What a player makes of the ends of a round: the replies for which the walk values them.
//!
//! | reply | values of a holding | used by |
//! |---|---|---|
//! | [`best`] | the best action at every decision | best response |
//! | [`answer`] | the same, and which action that was | an opponent who answers while a strategy learns |
//! | [`own`] | under the player's own strategy | expected value |
//! | [`learn`] | the same, with what each end is worth to each bucket | CFR |
//! | [`keep`] | none: the ends themselves | callers that add them up in their own way |
//!
//! Each has a form for any round, a [`Reply`], and one for the ladder of the last round, a
//! [`BranchReply`](crate::walk::last_round::BranchReply); an answer is needed in the last round alone.

pub mod answer;
pub mod best;
pub mod keep;
pub mod learn;
pub mod own;

pub use answer::Answer;
pub use best::Best;
pub use keep::Keep;
pub use learn::{Learn, LearnBranch};
pub use own::{Own, OwnBranch};

use super::ends::Utilities;
use super::real::Real;

/// Takes what the ends of a chunk are worth to the holdings of a player, one end after the other.
pub trait Reply<T: Real> {
    /// Takes all places of one end, in whatever order suits it; implementations are `#[inline(always)]`.
    fn take(&mut self, end: usize, utilities: &impl Utilities<T>);
}
