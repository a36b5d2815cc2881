//! The buckets of a board's holdings. Holdings are many and buckets few: a strategy is asked once for each bucket.

use evaluator::card::Card;
use evaluator::holding::HOLDINGS;
use matches::agent::Agent;
use solver::boards::DealtBoard;
use solver::game::Place;
use tables::strategy::block::MAX_ACTIONS;

use super::probabilities;
use crate::explorer::Game;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardBuckets {
    /// The buckets that occur.
    distinct: Vec<u32>,
    /// By holding number: which of them; `None` for holdings that share a card with the board.
    of_holding: Vec<Option<u16>>,
}

impl BoardBuckets {
    /// The buckets of a round on its board.
    pub fn of(game: &Game, agent: &Agent, round: usize, board: &[Card]) -> Self {
        let mut dealt = DealtBoard::default();
        dealt.deal_round(&game.prepared.rules, agent.player::<f64>().buckets, round, board);
        let row = dealt.row(round);
        let mut of_holding = vec![None; HOLDINGS];
        for (&id, &bucket) in dealt.order.ids().iter().zip(&row.of_place) {
            of_holding[usize::from(id)] = Some(bucket);
        }
        Self { distinct: row.distinct.clone(), of_holding }
    }

    /// By holding number; `None` for holdings that share a card with the board.
    pub fn by_holding(&self) -> impl ExactSizeIterator<Item = Option<u32>> + '_ {
        self.of_holding.iter().map(|bucket| bucket.map(|bucket| self.distinct[usize::from(bucket)]))
    }

    /// How a strategy plays a decision of the round.
    pub fn shares(&self, agent: &Agent, place: Place) -> BoardShares<'_> {
        let by_bucket = self.distinct.iter().map(|&bucket| probabilities(agent, place, bucket)).collect();
        BoardShares { by_bucket, of_holding: &self.of_holding }
    }
}

/// How often a decision's actions are taken with the holdings of a board.
pub struct BoardShares<'a> {
    by_bucket: Vec<[f64; MAX_ACTIONS]>,
    of_holding: &'a [Option<u16>],
}

impl BoardShares<'_> {
    /// With a holding, by its number; `None` where it shares a card with the board.
    pub fn with(&self, holding: usize) -> Option<&[f64; MAX_ACTIONS]> {
        self.of_holding[holding].map(|bucket| &self.by_bucket[usize::from(bucket)])
    }

    /// What is left of a range, by holding number, once the action is taken.
    pub fn after<'s>(&'s self, reach: &'s [f64], action: usize) -> impl ExactSizeIterator<Item = f64> + 's {
        reach.iter().enumerate().map(move |(holding, reach)| reach * self.with(holding).map_or(0.0, |it| it[action]))
    }
}
