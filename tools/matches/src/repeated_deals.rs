//! The paper's protocol: few deals, each played again and again with new dice.
//!
//! Taniguchi and Ito play 9 blocks of 3,000 sets of 3,000 games; a block's sets all have the same deals, and the blinds
//! alternate from game to game. These are 81,000,000 games on 27,000 deals. The players' dice are thrown anew in each
//! set, so a deal's games measure its value between these two players very well, but say nothing about other deals: the
//! observation is the deal, and the interval is one over 27,000 deals. Exchanging the seats on each deal takes most of
//! the cards' luck out.

use evaluator::words::unknown_word;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use solver::game::GameDefinition;
use std::ops::RangeInclusive;
use std::str::FromStr;
use tables::together::progress::{Cancelled, Counter, Progress};

use super::agent::Agent;
use super::dealt_batch::Dealer;
use super::dealt_game::FreshDice;
use super::dealt_game::{DealBuckets, DealtGame, DealtHands, buckets_of};
use super::error::MatchError;
use super::league::a_chip;
use super::statistics::score::{Score, half_interval95};

/// Different deals of the paper's match: 9 blocks of 3,000.
pub const PAPER_DEALS: u64 = 9 * 3_000;
/// How often the paper plays each deal.
pub const PAPER_SETS: u64 = 3_000;

/// More would take weeks, or the memory of the observations.
const DEALS: RangeInclusive<u64> = 1..=1 << 24;
const SETS: RangeInclusive<u64> = 1..=1_000_000;
const DEAL_SEEDS: RangeInclusive<u64> = 1..=10_000;

/// Deals that a thread plays between two progress reports.
const DEALS_OF_CHUNK: u64 = 64;

/// Who sits where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seats {
    /// The first player sits in position 0 on even deals and in position 1 on odd ones; the hands are not exchanged.
    Alternating,
    /// Every game is played twice, from both seats, with the same dice.
    Exchanged,
}

impl Seats {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Alternating => "alternating",
            Self::Exchanged => "exchanged",
        }
    }
}

impl FromStr for Seats {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let all = [Self::Alternating, Self::Exchanged];
        let seats = all.into_iter().find(|seats| seats.name() == text);
        seats.ok_or_else(|| unknown_word(text, "a way to take seats", &all.map(Self::name)))
    }
}

/// What becomes of the players' dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dice {
    /// They are thrown: each deal is played the given number of times.
    Thrown {
        /// Sets, at least 1.
        sets: u64,
    },
    /// Each deal counts with its expectation over all throws, which the mean approaches with ever more sets.
    Exact,
}

impl Dice {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Thrown { .. } => "thrown",
            Self::Exact => "exact",
        }
    }

    const fn sets(self) -> u64 {
        match self {
            Self::Thrown { sets } => sets,
            Self::Exact => 1,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RepeatedDeals {
    /// Different deals, at least 1.
    pub deals: u64,
    pub seats: Seats,
    pub dice: Dice,
}

impl RepeatedDeals {
    /// The paper's match with these seats and dice.
    pub const fn paper(seats: Seats, dice: Dice) -> Self {
        Self { deals: PAPER_DEALS, seats, dice }
    }

    /// Plays the match with the deals of `seeds` seeds, `first_seed` and those that follow it.
    pub fn play(
        &self,
        players: [&Agent; 2],
        first_seed: u64,
        seeds: u64,
        progress: &dyn Progress,
    ) -> Result<RepeatedMatch, MatchError> {
        self.check(seeds)?;
        let dealer = Dealer::new(&players)?;
        let done = Counter::new(progress, "repeated deals", "deals", seeds * self.deals);
        let mut deal_seeds = Vec::new();
        let mut squares = 0.0;
        for number in 0..seeds {
            let seed = first_seed.wrapping_add(number);
            let observations = self.observe(&dealer, players, seed, &done)?;
            let score = Score::of(observations.iter().copied()).scaled(a_chip(&GameDefinition::holdem_limit()));
            squares += score.standard_error * score.standard_error;
            deal_seeds.push(DealSeedResult {
                seed,
                mbb_per_game: score.mean,
                ci95: score.ci95(),
                standard_deviation: score.standard_deviation(),
            });
        }
        let of_seeds = Score::of(deal_seeds.iter().map(|result| result.mbb_per_game));
        let spread = (seeds > 1).then(|| SeedSpread {
            standard_deviation: of_seeds.standard_deviation(),
            expected_standard_deviation: (squares / seeds as f64).sqrt(),
            lowest: deal_seeds.iter().map(|result| result.mbb_per_game).fold(f64::INFINITY, f64::min),
            highest: deal_seeds.iter().map(|result| result.mbb_per_game).fold(f64::NEG_INFINITY, f64::max),
        });
        let seatings = if self.seats == Seats::Exchanged { 2 } else { 1 };
        Ok(RepeatedMatch {
            mbb_per_game: of_seeds.mean,
            // Seeds with equally many independent deals: the variances of their means add up.
            ci95: half_interval95(seeds * self.deals) * squares.sqrt() / seeds as f64,
            games: seeds * self.deals * self.dice.sets() * seatings,
            method: "hands".to_owned(),
            protocol: "paper".to_owned(),
            seats: self.seats.name().to_owned(),
            dice: self.dice.name().to_owned(),
            sets: self.dice.sets(),
            observations: seeds * self.deals,
            deal_seeds,
            spread,
        })
    }

    fn check(&self, seeds: u64) -> Result<(), MatchError> {
        for (what, range, expected, found) in [
            ("deals", DEALS, "1 to 2^24", self.deals),
            ("sets", SETS, "1 to 1000000", self.dice.sets()),
            ("deal-seeds", DEAL_SEEDS, "1 to 10000", seeds),
        ] {
            if !range.contains(&found) {
                return Err(MatchError::Amount { what, expected, found });
            }
        }
        Ok(())
    }

    /// The observations of a seed: what the first player wins a game, in chips, by deal.
    fn observe(
        &self,
        dealer: &Dealer<'_>,
        players: [&Agent; 2],
        seed: u64,
        done: &Counter<'_>,
    ) -> Result<Vec<f64>, Cancelled> {
        let chunk = |chunk: u64| {
            let deals = chunk * DEALS_OF_CHUNK..((chunk + 1) * DEALS_OF_CHUNK).min(self.deals);
            let observed: Vec<f64> = deals.map(|deal| self.observe_deal(dealer, players, seed, deal)).collect();
            // A deal takes microseconds where the dice are exact: too little for a report of its own.
            done.add(observed.len() as u64)?;
            Ok(observed)
        };
        let chunks = (0..self.deals.div_ceil(DEALS_OF_CHUNK)).into_par_iter().map(chunk);
        Ok(chunks.collect::<Result<Vec<_>, Cancelled>>()?.concat())
    }

    fn observe_deal(&self, dealer: &Dealer<'_>, players: [&Agent; 2], seed: u64, deal: u64) -> f64 {
        let dealt = DealtHands::of(dealer.deck, seed, deal);
        let buckets = players.map(|player| buckets_of(player, &dealt));
        let game = |first_seat| seated(dealer, &buckets, dealt.ahead(), first_seat);
        let (ahead, behind) = match self.seats {
            Seats::Exchanged => (Some(game(0)), Some(game(1))),
            Seats::Alternating if deal.is_multiple_of(2) => (Some(game(0)), None),
            Seats::Alternating => (None, Some(game(1))),
        };
        let games = f64::from(u8::from(ahead.is_some()) + u8::from(behind.is_some()));
        match self.dice {
            Dice::Exact => {
                let value = |game: &Option<DealtGame<'_>>| game.as_ref().map_or(0.0, DealtGame::value);
                (value(&ahead) - value(&behind)) / games
            }
            Dice::Thrown { sets } => {
                let mut fresh = FreshDice::of_deal(seed, deal);
                let mut won = 0;
                for _ in 0..sets {
                    let dice = fresh.next_dice();
                    let play = |game: &Option<DealtGame<'_>>| {
                        game.as_ref().map_or(0, |game| i64::from(game.play(dice.clone())))
                    };
                    won += play(&ahead) - play(&behind);
                }
                won as f64 / (sets as f64 * games)
            }
        }
    }
}

fn seated<'a>(dealer: &'a Dealer<'_>, buckets: &[DealBuckets; 2], ahead: i32, first_seat: usize) -> DealtGame<'a> {
    let players = if first_seat == 0 { [0, 1] } else { [1, 0] };
    let buckets = [0, 1].map(|position| buckets[players[position]][position]);
    DealtGame { steps: &dealer.steps, strategies: players.map(|player| &dealer.strategies[player]), buckets, ahead }
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct DealSeedResult {
    pub seed: u64,
    /// What the first player wins, in thousandths of a big blind per game.
    pub mbb_per_game: f64,
    /// Half the 95 % interval over this seed's deals; `null` in JSON for a single deal.
    pub ci95: f64,
    /// The standard deviation of a deal's mean result, in mbb/g.
    pub standard_deviation: f64,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeedSpread {
    /// The standard deviation of the seeds' results.
    pub standard_deviation: f64,
    /// The standard deviation expected from the deals of one seed: the root mean square of the standard errors.
    pub expected_standard_deviation: f64,
    pub lowest: f64,
    pub highest: f64,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RepeatedMatch {
    /// The first player's winnings in mbb/g, the mean over all deal seeds.
    pub mbb_per_game: f64,
    /// Half the 95 % interval of that mean, over all deals of all seeds; `null` in JSON for a single deal.
    pub ci95: f64,
    /// Games played; with exact dice those that were valued, one for each deal and seating.
    pub games: u64,
    pub method: String,
    pub protocol: String,
    pub seats: String,
    pub dice: String,
    /// How often each deal was played; 1 with exact dice.
    pub sets: u64,
    /// Independent observations: the different deals of all seeds together.
    pub observations: u64,
    pub deal_seeds: Vec<DealSeedResult>,
    /// How they differ; `null` for one seed.
    pub spread: Option<SeedSpread>,
}
