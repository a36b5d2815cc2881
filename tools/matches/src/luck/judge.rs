//! How much each player won in logs, with luck and without: hand by hand, by the best correction that serves.

use evaluator::card_set::CardSet;
use rayon::prelude::*;
use serde::Serialize;
use solver::boards::Buckets;
use solver::game::{GameDefinition, Place};
use solver::units::mbb_per_game;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use tables::strategy::block::MAX_ACTIONS;
use tables::together::progress::{Counter, Progress};

use super::aivat::{Aivat, NotPlayed};
use super::all_in_equity::AllInEquity;
use super::own_play::SelfPlayValues;
use crate::acpc::hand_log::HandRecord;
use crate::acpc::log_reader::{LoggedHand, LoggedHands};
use crate::acpc::match_state::AcpcGame;
use crate::agent::Agent;
use crate::error::MatchError;
use crate::statistics::score::half_interval95;

pub struct KnownPlayer {
    agent: Arc<Agent>,
    values: SelfPlayValues,
}

impl KnownPlayer {
    /// Works out a strategy's values: a few seconds of one core.
    pub fn new(agent: Arc<Agent>, progress: &dyn Progress) -> Result<Self, MatchError> {
        Ok(Self { values: SelfPlayValues::of(agent.clone(), progress)?, agent })
    }

    /// Hold'em on the strategy's deck.
    pub fn game(&self) -> GameDefinition {
        GameDefinition::holdem_limit_on(self.agent.deck().unwrap_or_default())
    }

    /// The same from another number of boards: values that are found faster and take out less luck.
    pub fn of_boards(agent: Arc<Agent>, boards: u64, progress: &dyn Progress) -> Result<Self, MatchError> {
        Ok(Self { values: SelfPlayValues::of_boards(agent.clone(), boards, progress)?, agent })
    }
}

pub struct Judge<'a> {
    cards: AllInEquity<'a>,
    known: Option<Aivat<'a>>,
}

impl<'a> Judge<'a> {
    pub fn new(game: &'a AcpcGame, known: Option<&'a KnownPlayer>) -> Result<Self, MatchError> {
        let known = known.map(|known| Aivat::new(game, &*known.agent, &known.values)).transpose()?;
        Ok(Self { cards: AllInEquity::new(game), known })
    }

    /// The chips of position 0 without luck; `seat` is the known strategy's position, if it played.
    ///
    /// The other player's hand must be known, and both hands if no strategy is known: see [`Self::can_judge`].
    pub fn corrected(&self, record: &HandRecord, seat: Option<usize>) -> Result<f64, NotPlayed> {
        match (&self.known, seat) {
            (Some(aivat), Some(seat)) => aivat.corrected(record, seat),
            _ => Ok(self.cards.corrected(record)),
        }
    }

    pub fn can_judge(&self, record: &HandRecord, seat: Option<usize>) -> bool {
        let is_known = |position: usize| !record.cards.hole[position].is_empty();
        match (&self.known, seat) {
            (Some(_), Some(seat)) => is_known(1 - seat),
            _ => is_known(0) && is_known(1),
        }
    }
}

/// Somebody whose play is known for every hand.
pub trait KnownStrategy: Sync {
    /// Which hands it cannot tell apart.
    fn buckets(&self) -> &dyn Buckets;

    /// How often it takes the legal actions of a decision (fold, call, raise as far as legal, then zeros), as shares
    /// of their sum, which is not 0.
    fn weights(&self, place: Place, bucket: u32) -> [u16; MAX_ACTIONS];
}

impl KnownStrategy for Agent {
    fn buckets(&self) -> &dyn Buckets {
        self.player::<f32>().buckets
    }

    fn weights(&self, place: Place, bucket: u32) -> [u16; MAX_ACTIONS] {
        Self::weights(self, place, bucket)
    }
}

/// The same as probabilities.
pub(crate) fn probabilities(weights: [u16; MAX_ACTIONS]) -> [f64; MAX_ACTIONS] {
    let sum: f64 = weights.iter().copied().map(f64::from).sum();
    weights.map(|weight| f64::from(weight) / sum)
}

/// Hands between two checks of the progress.
const HANDS_AT_ONCE: usize = 256;

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayerResult {
    pub name: String,
    pub hands: u64,
    /// What was won, in thousandths of a big blind per hand.
    pub mbb_per_game: f64,
    /// Half its 95 % interval, over deals.
    pub ci95: f64,
    pub corrected_mbb_per_game: f64,
    pub corrected_ci95: f64,
    /// Hands whose luck could be taken out; the others count as they are.
    pub corrected_hands: u64,
    /// The factor by which the variance of the mean has fallen: without correction, that many times as many hands would
    /// be needed. Not known for a single deal, or where nothing varies.
    pub variance_factor: Option<f64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Correction {
    /// By the known strategy.
    Aivat,
    /// By both hands, whoever played them.
    Cards,
    /// Not at all, since cards that are needed are hidden.
    None,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct JudgedPair {
    pub names: [String; 2],
    pub hands: u64,
    pub correction: Correction,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Judged {
    /// In the order in which they first appear.
    pub players: Vec<PlayerResult>,
    /// In alphabetical order.
    pub pairs: Vec<JudgedPair>,
}

impl Judged {
    /// Hands whose luck could be taken out.
    pub fn corrected_hands(&self) -> u64 {
        // Each is one of two players.
        self.players.iter().map(|player| player.corrected_hands).sum::<u64>() / 2
    }

    /// The best correction that served anywhere.
    pub fn strongest(&self) -> Correction {
        let got = |correction: &Correction| self.pairs.iter().any(|pair| pair.correction == *correction);
        [Correction::Aivat, Correction::Cards].into_iter().find(got).unwrap_or(Correction::None)
    }
}

/// A known strategy and the name under which it plays in the logs.
pub struct Plays<'a> {
    pub known: &'a KnownPlayer,
    pub name: &'a str,
}

/// Judges all hands.
///
/// The two games of a duplicate deal are one observation, and so are all games on the same hole cards. Where any hand
/// of two players hides cards that are needed, none of their hands is corrected: correcting only those that were shown,
/// often because somebody called, would no longer be fair.
pub fn judge_logs(logs: &LoggedHands, plays: Option<Plays<'_>>, progress: &dyn Progress) -> Result<Judged, MatchError> {
    let judges = logs.games.iter().map(|game| {
        let plays_it = |known: &&KnownPlayer| *game.definition() == known.game();
        let known = plays.as_ref().map(|plays| plays.known).filter(plays_it);
        Ok((Judge::new(game, known)?, mbb_per_game(1.0, game.definition().big_blind())))
    });
    let judges: Vec<(Judge<'_>, f64)> = judges.collect::<Result<_, MatchError>>()?;
    let seat = |names: &[String; 2]| plays.as_ref().and_then(|plays| names.iter().position(|name| name == plays.name));
    plays.as_ref().map_or(Ok(()), |plays| require_game(logs, plays.name, &plays.known.game()))?;
    let hidden: HashSet<[&str; 2]> = logs
        .hands
        .iter()
        .filter(|hand| !judges[hand.game].0.can_judge(&hand.record, seat(&hand.record.names)))
        .map(|hand| pair(&hand.record.names))
        .collect();
    let mut players = Players::default();
    progress.check()?;
    let counter = Counter::new(progress, "judge", "hands", logs.hands.len() as u64).continuing_from(0);
    for hands in logs.hands.chunks(HANDS_AT_ONCE) {
        let corrected = hands.par_iter().map(|hand| {
            let names = &hand.record.names;
            if hidden.contains(&pair(names)) {
                return Ok(None);
            }
            let corrected = judges[hand.game].0.corrected(&hand.record, seat(names));
            corrected.map(Some).map_err(|not_played| MatchError::NotItsPlay {
                place: logs.place_of(hand),
                name: seat(names).map_or(String::new(), |seat| names[seat].clone()),
                betting: not_played.to_string(),
            })
        });
        // The first failure of the log is reported, not the first that a thread comes upon.
        let corrected: Vec<Result<Option<f64>, MatchError>> = corrected.collect();
        let corrected: Vec<Option<f64>> = corrected.into_iter().collect::<Result<_, _>>()?;
        let judged = hands.iter().zip(corrected);
        judged.for_each(|(hand, corrected)| players.add(&hand.record, corrected, judges[hand.game].1));
        counter.add(hands.len() as u64)?;
    }
    let mut counts: BTreeMap<[&str; 2], u64> = BTreeMap::new();
    logs.hands.iter().for_each(|hand| *counts.entry(pair(&hand.record.names)).or_default() += 1);
    let judged_pair = |(pair, hands): ([&str; 2], u64)| {
        let names = pair.map(str::to_owned);
        let correction = match seat(&names) {
            _ if hidden.contains(&pair) => Correction::None,
            Some(_) => Correction::Aivat,
            None => Correction::Cards,
        };
        JudgedPair { names, hands, correction }
    };
    Ok(Judged { players: players.results(), pairs: counts.into_iter().map(judged_pair).collect() })
}

/// Checks that a player plays nothing but a strategy's game in these logs.
pub fn require_game(logs: &LoggedHands, name: &str, game: &GameDefinition) -> Result<(), MatchError> {
    let is_other =
        |hand: &&LoggedHand| hand.record.names.iter().any(|it| it == name) && logs.game_of(hand).definition() != game;
    let refuse = |hand| Err(MatchError::NotItsGame { place: logs.place_of(hand), name: name.to_owned() });
    logs.hands.iter().find(is_other).map_or(Ok(()), refuse)
}

/// Two players, whoever sits where.
fn pair(names: &[String; 2]) -> [&str; 2] {
    let [first, second] = names.each_ref().map(String::as_str);
    [first.min(second), first.max(second)]
}

#[derive(Default)]
struct Players<'a> {
    numbers: HashMap<&'a str, usize>,
    players: Vec<(&'a str, BTreeMap<Deal, Observation>, u64)>,
    hands: u64,
}

/// What makes hands one observation: the hole cards of both positions, or else its own number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Deal {
    /// The cards of both positions, as sets.
    Cards([u64; 2]),
    /// A hand of its own, since cards are hidden.
    Hidden(u64),
}

impl Deal {
    /// The deal of a hand; `number` is one that no other hand has.
    pub fn of(record: &HandRecord, number: u64) -> Self {
        match record.cards.is_open() {
            true => Self::Cards(record.cards.hole.each_ref().map(|hole| CardSet::of(hole).bits())),
            false => Self::Hidden(number),
        }
    }
}

/// The hands of a deal added up, in thousandths of a big blind.
#[derive(Clone, Copy, Default)]
struct Observation {
    hands: f64,
    raw: f64,
    corrected: f64,
}

impl<'a> Players<'a> {
    /// Adds a hand whose chips are worth `mbb` thousandths of a big blind.
    fn add(&mut self, record: &'a HandRecord, corrected: Option<f64>, mbb: f64) {
        let deal = Deal::of(record, self.hands);
        self.hands += 1;
        for position in 0..2 {
            let name = record.names[position].as_str();
            let number = *self.numbers.entry(name).or_insert_with(|| {
                self.players.push((name, BTreeMap::new(), 0));
                self.players.len() - 1
            });
            let (_, deals, count) = &mut self.players[number];
            *count += u64::from(corrected.is_some());
            let raw = mbb * record.chips[position] as f64;
            let sign = if position == 0 { 1.0 } else { -1.0 };
            let observation = deals.entry(deal).or_default();
            observation.hands += 1.0;
            observation.raw += raw;
            observation.corrected += corrected.map_or(raw, |chips| mbb * sign * chips);
        }
    }

    fn results(self) -> Vec<PlayerResult> {
        let result = |(name, deals, corrected_hands): (&str, BTreeMap<Deal, Observation>, u64)| {
            let deals: Vec<Observation> = deals.into_values().collect();
            let [raw, corrected] = [|it: &Observation| it.raw, |it: &Observation| it.corrected]
                .map(|won| mean_over_deals(deals.iter().map(|deal| (deal.hands, won(deal)))));
            let factor = (raw.1 / corrected.1).powi(2);
            PlayerResult {
                name: name.to_owned(),
                hands: deals.iter().map(|deal| deal.hands).sum::<f64>() as u64,
                mbb_per_game: raw.0,
                ci95: raw.1,
                corrected_mbb_per_game: corrected.0,
                corrected_ci95: corrected.1,
                corrected_hands,
                variance_factor: (factor.is_finite() && factor > 0.0).then_some(factor),
            }
        };
        self.players.into_iter().map(result).collect()
    }
}

/// The mean per hand and half its 95 % interval where hands of one deal belong together: `(hands, sum of them)` by
/// deal.
fn mean_over_deals(deals: impl ExactSizeIterator<Item = (f64, f64)> + Clone) -> (f64, f64) {
    let count = deals.len() as f64;
    let (hands, won) = deals.clone().fold((0.0, 0.0), |sum, deal| (sum.0 + deal.0, sum.1 + deal.1));
    let mean = won / hands;
    if deals.len() < 2 {
        return (mean, f64::INFINITY);
    }
    let squares: f64 = deals.clone().map(|(hands, won)| (won - hands * mean).powi(2)).sum();
    let standard_error = (squares * count / (count - 1.0)).sqrt() / hands;
    (mean, half_interval95(deals.len() as u64) * standard_error)
}
