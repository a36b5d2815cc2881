//! How a match is measured, and what comes out.
//!
//! Matches by boards: complete boards are sampled, everything else — hole cards of both players, all actions — is
//! exact.
//!
//! A board depends on the seed and its number alone. The observation is a board: half the difference between what the
//! first player wins in position 0 and what the second wins there, which takes the cards' own value out.
//!
//! Matches by hands: sampled deals and sampled actions, each deal played twice with the seats exchanged.
//!
//! Without a limit agents may know different bet sizes ([`dealt_table`](super::dealt_table)).
//!
//! A deal's cards and dice depend on the seed and its number alone, so that all pairs of agents meet on the same cards,
//! and both games of a deal are played with the same dice. The observation is a deal: what the first player wins in its
//! two games together. All sums are whole numbers of chips, so the result is the same for any number of threads.

use evaluator::deck::Deck;
use evaluator::hand_index::public_boards;
use evaluator::round::Round;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use solver::error::SolverError;
use solver::measure::exploitability::{KeptFlops, MissingFlop, RealGame};
use solver::measure::value::boards;
use solver::measure::value::boards::{exact_value, games, unfinished_values};
use solver::units::mbb_per_game;
use solver::walk::{Player, PreparedGame};
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use tables::together::progress::{Cancelled, Counter, Named, Progress};
use tables::together::ranks::JobPart;

use super::agent::Agent;
use super::dealt_game::match_board;
use super::dealt_play::{DealtPlay, PlayedBatch};
use super::error::MatchError;
use super::statistics::score::ChipTally;

/// How a match is measured; documents, studies and flags write it as `boards`, `hands` or `exact`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", try_from = "String")]
pub enum Method {
    /// Boards are drawn, hole cards and actions are computed exactly. The amount is a number of boards.
    Boards,
    /// Cards and actions are drawn. The amount is a number of games, even since each deal is played twice.
    Hands,
    /// Nothing is drawn, and there is no amount.
    Exact,
}

impl Method {
    /// Checks that this amount can be played.
    pub fn check(self, amount: u64) -> Result<(), MatchError> {
        let (fits, what, expected) = match self {
            Self::Boards => ((1..=MOST_BOARDS).contains(&amount), "boards", "1 to 10,000,000 boards"),
            Self::Hands => (
                (2..=MOST).contains(&amount) && amount.is_multiple_of(2),
                "hands",
                "an even number of games (each deal is played from both seats), 2 to 2^32",
            ),
            Self::Exact => return Ok(()),
        };
        if fits { Ok(()) } else { Err(MatchError::Amount { what, expected, found: amount }) }
    }

    /// How many independent observations this amount makes: boards, or deals; all boards up to the names of suits.
    pub fn observations(self, amount: u64) -> u64 {
        match self {
            Self::Boards => amount,
            Self::Hands => amount / 2,
            Self::Exact => public_boards(Deck::FULL, Round::River),
        }
    }
}

/// More would take months.
const MOST: u64 = 1 << 32;
/// The value of each board is kept; beyond a few million, there are fewer boards in all.
const MOST_BOARDS: u64 = 10_000_000;

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Boards => "boards",
            Self::Hands => "hands",
            Self::Exact => "exact",
        })
    }
}

impl FromStr for Method {
    type Err = MatchError;

    fn from_str(text: &str) -> Result<Self, MatchError> {
        let method = [Self::Boards, Self::Hands, Self::Exact].into_iter().find(|method| method.to_string() == text);
        method.ok_or_else(|| MatchError::UnknownMethod { found: text.chars().take(40).collect() })
    }
}

impl TryFrom<String> for Method {
    type Error = MatchError;

    fn try_from(text: String) -> Result<Self, MatchError> {
        text.parse()
    }
}

/// What one player wins from another.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MatchResult {
    /// The first player's winnings in thousandths of a big blind per game, averaged over both seats.
    pub mbb_per_game: f64,
    /// Half the 95 % confidence interval over the observations, in the same unit; infinite (`null` in JSON) for a
    /// single one, 0 for `exact`.
    pub ci95: f64,
    /// Games: played ones for `hands`; for `boards` and `exact` all that were valued, both seatings of every pair of
    /// holdings that can meet on each board.
    pub games: u64,
    pub method: Method,
    /// Independent observations: boards or deals; for `exact` the boards that differ by more than the names of suits.
    pub observations: u64,
}

/// What the first agent wins from the second in the whole game: an hour or two of work for strategies that look at
/// cards.
///
/// Single precision within a board, as for sampled ones: relative errors up to 1e-4. An agent wins exactly 0 from
/// itself, and exchanging the agents changes only the sign of the result. Finished flops are kept if there is a place
/// for them, and an interrupted match goes on from there.
pub fn play_exactly(
    first: &Agent,
    second: &Agent,
    kept: Option<&KeptFlops>,
    progress: &dyn Progress,
) -> Result<MatchResult, MatchError> {
    let definition = Agent::common_game(&[first, second])?;
    let game = RealGame::<f32>::new(&definition)?;
    let chips = exact_value(&game, [first.player(), second.player()], kept, progress)?;
    Ok(MatchResult {
        mbb_per_game: mbb_per_game(chips, definition.big_blind()),
        ci95: 0.0,
        games: games(game.rules()),
        method: Method::Exact,
        observations: Deck::of_cards(definition.deck()).map_or(0, |deck| public_boards(deck, Round::River)),
    })
}

/// Does one part of the same work, if one is given, and returns what is still missing from the whole.
pub fn unfinished_exactly(
    first: &Agent,
    second: &Agent,
    part: Option<JobPart>,
    kept: &KeptFlops,
    progress: &dyn Progress,
) -> Result<Vec<MissingFlop>, MatchError> {
    let game = RealGame::<f32>::new(&Agent::common_game(&[first, second])?)?;
    Ok(unfinished_values(&game, [first.player(), second.player()], part, kept, progress)?)
}

/// Values the boards with these numbers for each of the pairs of agents, given by their numbers: `[board][pair]`, the
/// chips that the first of the pair wins a game, averaged over both seats; see [`boards::value_boards`].
///
/// What a pair gets on a board depends on nothing else, bit by bit, so that a large league may be played in parts: some
/// of the boards, or some of the pairs.
pub fn value_boards(
    agents: &[&Agent],
    pairs: &[(usize, usize)],
    boards: Range<u64>,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Vec<Vec<f64>>, MatchError> {
    let game = PreparedGame::<f32>::new(&Agent::common_game(agents)?);
    let players: Vec<Player<'_, f32>> = agents.iter().map(|agent| agent.player()).collect();
    let board = |number| match_board(&game.rules, seed, boards.start + number);
    let count = boards.end.saturating_sub(boards.start);
    let progress = Named { stage: &meeting(agents, pairs), progress };
    boards::value_boards(&game, &players, pairs, count, &board, &progress).map_err(|error| match error {
        SolverError::Cancelled(cancelled) => cancelled.into(),
        error => error.into(),
    })
}

/// The names of a league that a progress line has room for.
const NAMES_SHOWN: usize = 4;

/// Who plays whom, for progress lines.
fn meeting(agents: &[&Agent], pairs: &[(usize, usize)]) -> String {
    if let &[(first, second)] = pairs {
        return format!("{} against {}", agents[first].name(), agents[second].name());
    }
    let names: Vec<&str> = agents.iter().take(NAMES_SHOWN).map(|agent| agent.name()).collect();
    let more = match agents.len() - names.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    names.join(", ") + &more
}

/// Games that one thread plays side by side, both seatings counted: their state fits into its cache.
const GAMES_OF_BATCH: usize = 1 << 12;
/// Even with very many pairs, this many deals are played at once.
const LEAST_DEALS: usize = 32;
/// Most parts in which deals are counted.
const MOST_PARTS: u64 = 256;

/// Plays `deals` deals between each of the pairs of agents, given by their numbers; one tally for each pair, of the
/// chips that the first of the pair wins in a deal's two games together.
pub fn play_deals(
    agents: &[&Agent],
    pairs: &[(usize, usize)],
    deals: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Vec<ChipTally>, MatchError> {
    Ok(merged(&play_deals_in_parts(agents, pairs, deals, seed, progress)?, pairs.len()))
}

/// The same in at most 256 parts, whose sizes differ by one deal at most: `[part][pair]`. All pairs of a part meet on
/// the same cards, so the parts show how much pairs have in common.
pub fn play_deals_in_parts(
    agents: &[&Agent],
    pairs: &[(usize, usize)],
    deals: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Vec<Vec<ChipTally>>, MatchError> {
    let play = DealtPlay::new(agents)?;
    let deals_of_batch = (GAMES_OF_BATCH / (2 * pairs.len()).max(1)).max(LEAST_DEALS);
    let parts = deals.min(MOST_PARTS);
    let start = |part: u64| (u128::from(deals) * u128::from(part) / u128::from(parts)) as u64;
    let stage = meeting(agents, pairs);
    let done = Counter::new(progress, &stage, "games", 2 * deals * pairs.len() as u64);
    let play_part = |batch: &mut PlayedBatch<'_>, part: u64| -> Result<Vec<ChipTally>, Cancelled> {
        let mut tallies = vec![ChipTally::default(); pairs.len()];
        let end = start(part + 1);
        for first in (start(part)..end).step_by(deals_of_batch) {
            let last = end.min(first + deals_of_batch as u64);
            for chips in batch.play(seed, first..last).chunks_exact(pairs.len().max(1)) {
                tallies.iter_mut().zip(chips).for_each(|(tally, &chips)| tally.add(chips));
            }
            done.add(2 * (last - first) * pairs.len() as u64)?;
        }
        Ok(tallies)
    };
    let tallies = (0..parts).into_par_iter().map_init(|| play.batch(pairs), play_part);
    Ok(tallies.collect::<Result<_, Cancelled>>()?)
}

pub fn merged(parts: &[Vec<ChipTally>], pairs: usize) -> Vec<ChipTally> {
    let mut sums = vec![ChipTally::default(); pairs];
    for tallies in parts {
        sums.iter_mut().zip(tallies).for_each(|(sum, tally)| sum.merge(tally));
    }
    sums
}
