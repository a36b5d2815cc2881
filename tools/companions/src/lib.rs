//! The four companion systems: rebuilt from their papers, measured against them and put to use.
//!
//! [`superiority`] plays hold'em by rules of thumb about winning rates, [`learners`] imitate players from their logs,
//! [`stud`] bluffs in seven-card stud by fuzzy inference, [`daifugo`] learns when to keep a pair. Each rebuilds its
//! paper's experiments and hands back a [`claims::Reproduction`]: every published table beside ours with standard
//! errors, every claim with a verdict. [`styles`] is what the learners are good for today.
//!
//! Published numbers live in `tests/published/*.toml` alone and are read from there by [`published`].
//!
//! ```
//! use companions::claims::Verdict;
//! use companions::superiority::estimate::completion;
//! use evaluator::round::Round;
//!
//! // Nine cards complete a flush draw: 35 % from the flop to the river.
//! assert_eq!((completion(Round::Flop, 9) * 1000.0).round(), 350.0);
//! assert_eq!(Verdict::holds(true), Verdict::Reproduced);
//! ```

pub mod claims;
pub mod daifugo;
pub mod error;
pub mod fuzzy;
pub mod hand_ranks;
pub mod learners;
pub mod mlp;
pub mod named;
pub mod published;
pub mod streams;
pub mod stud;
pub mod styles;
pub mod sums;
pub mod superiority;
