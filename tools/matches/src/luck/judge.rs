//! One hand without its luck, by the best means there are for it.
//!
//! A strategy that is known: what it does with any hand, its own or one it might have held.

use solver::boards::Buckets;
use solver::game::{GameDefinition, Place};
use std::sync::Arc;
use tables::strategy::block::MAX_ACTIONS;
use tables::together::progress::Progress;

use super::aivat::{Aivat, NotPlayed};
use super::all_in_equity::AllInEquity;
use super::own_play::SelfPlayValues;
use crate::acpc::hand_log::HandRecord;
use crate::acpc::match_state::AcpcGame;
use crate::agent::Agent;
use crate::error::MatchError;

/// A known strategy with its values.
pub struct KnownPlayer {
    agent: Arc<Agent>,
    values: SelfPlayValues,
}

impl KnownPlayer {
    /// Works out a strategy's values: a few seconds of one core.
    pub fn new(agent: Arc<Agent>, progress: &dyn Progress) -> Result<Self, MatchError> {
        Ok(Self { values: SelfPlayValues::of(agent.clone(), progress)?, agent })
    }

    /// The same from another number of boards: values that are found faster and take out less luck.
    pub fn of_boards(agent: Arc<Agent>, boards: u64, progress: &dyn Progress) -> Result<Self, MatchError> {
        Ok(Self { values: SelfPlayValues::of_boards(agent.clone(), boards, progress)?, agent })
    }
}

/// Takes luck out of hands of one game.
pub struct Judge<'a> {
    cards: AllInEquity<'a>,
    known: Option<Aivat<'a>>,
}

impl<'a> Judge<'a> {
    pub fn new(game: &'a AcpcGame, known: Option<&'a KnownPlayer>) -> Result<Self, MatchError> {
        debug_assert!(known.is_none() || *game.definition() == GameDefinition::holdem_limit());
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

    /// Whether enough cards of a hand are known.
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
