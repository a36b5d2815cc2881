//! A public situation, board and betting: the hands with which each seat gets there, and what each hand does.

mod board_buckets;
mod by_place;
mod common_spots;
mod shown_betting;

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::holding::HOLDINGS;
use evaluator::round::Round;
use matches::agent::Agent;
use solver::boards::DealtBoard;
use solver::game::{NodeId, Place};
use solver::walk::Row;
use solver::walk::down::Opposition;
use tables::strategy::block::MAX_ACTIONS;
use tables::strategy::reader::LEAST_REACH;

use crate::error::SpotError;
use crate::explorer::Game;

pub use board_buckets::{BoardBuckets, BoardShares};
pub(crate) use by_place::ByPlace;
pub use common_spots::{CommonSpot, common_spots, commonest_flop_decision};
pub use shown_betting::{ShownBetting, with_totals};

/// A decision as one strategy plays it.
pub struct DecisionView {
    /// The hands with which each seat gets there.
    pub ranges: Ranges,
    /// By holding number: how often the actions are taken; `None` where a card is on the board, or the seat to act
    /// begins without the holding.
    pub shares: Vec<Option<[f64; MAX_ACTIONS]>>,
    /// By holding number: whether no card is on the board.
    pub is_possible: Vec<bool>,
    /// Over all holdings, weighted by reach; `None` where nobody comes there.
    pub mean: Option<[f64; MAX_ACTIONS]>,
    /// The least reach that is shown as one.
    pub least_reach: f64,
}

impl DecisionView {
    pub fn of(game: &Game, agent: &Agent, spot: &Spot) -> Self {
        Self::of_ranges(game, agent, spot.decision, Ranges::of(game, agent, spot))
    }

    /// The view of the hands that a strategy comes there with.
    pub fn of_ranges(game: &Game, agent: &Agent, decision: NodeId, ranges: Ranges) -> Self {
        let shares = ranges.shares(game, agent, decision);
        let is_possible = shares.iter().map(Option::is_some).collect();
        Self::new(ranges, shares, is_possible, game.tree[decision].player)
    }

    /// The view of the seat to act.
    pub fn new(ranges: Ranges, shares: Vec<Option<[f64; MAX_ACTIONS]>>, is_possible: Vec<bool>, seat: usize) -> Self {
        let (mut weight, mut sums) = (0.0, [0.0; MAX_ACTIONS]);
        for (reach, shares) in ranges.reach[seat].iter().zip(&shares) {
            let Some(shares) = shares else { continue };
            weight += reach;
            sums.iter_mut().zip(shares).for_each(|(sum, share)| *sum += reach * share);
        }
        let mean = (weight > 0.0).then(|| sums.map(|sum| sum / weight));
        Self { ranges, shares, is_possible, mean, least_reach: LEAST_REACH }
    }
}

/// A decision on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    pub decision: NodeId,
    /// The cards that lie there, the flop first.
    pub board: Vec<Card>,
    pub street: Round,
}

impl Spot {
    /// Reads a board such as `Qs7h2c` and betting such as `crc/cr`. Cards of later streets are ignored.
    pub fn read(game: &Game, board: &str, betting: &str) -> Result<Self, SpotError> {
        let decision = game.tree.node_at(betting)?;
        let street = Round::ALL[game.tree[decision].round];
        let mut cards = game.deck.parse_cards(board)?;
        if cards.len() < street.board_cards() {
            return Err(SpotError::Board { street, found: cards.len() });
        }
        cards.truncate(street.board_cards());
        Ok(Self { decision, board: cards, street })
    }

    /// The cards that lie there in a round that has been reached.
    pub fn board_of(&self, round: usize) -> &[Card] {
        &self.board[..Round::ALL[round].board_cards()]
    }

    pub(crate) fn board_set(&self) -> CardSet {
        CardSet::of(&self.board)
    }
}

/// Both seats' hands at a spot.
#[derive(Clone)]
pub struct Ranges {
    /// `[position][holding number]`: how likely the seat's own actions lead there; 0 for holdings that share a card
    /// with the board.
    pub reach: [Vec<f64>; 2],
    /// `[round]`: the buckets of all rounds so far. Without rounds where there are no buckets.
    pub buckets: Vec<BoardBuckets>,
}

impl Ranges {
    /// The hands of a strategy against itself.
    pub fn of(game: &Game, agent: &Agent, spot: &Spot) -> Self {
        let way = game.betting().way_to(spot.decision);
        let with_round = |ranges: Self, round| ranges.with_round(game, agent, &way, spot.board_of(round));
        (0..=spot.street.number()).fold(Self::everybody(), with_round)
    }

    /// All holdings, before the first round.
    pub fn everybody() -> Self {
        Self { reach: [vec![1.0; HOLDINGS], vec![1.0; HOLDINGS]], buckets: Vec::new() }
    }

    /// One round later: on its board, after those decisions of a way that are taken in it.
    #[must_use]
    pub fn with_round(mut self, game: &Game, agent: &Agent, way: &[(NodeId, usize)], board: &[Card]) -> Self {
        let round = self.buckets.len();
        let buckets = BoardBuckets::of(game, agent, round, board);
        for reach in &mut self.reach {
            let blocked = reach.iter_mut().zip(buckets.by_holding()).filter(|(_, bucket)| bucket.is_none());
            blocked.for_each(|(reach, _)| *reach = 0.0);
        }
        for &(decision, action) in way.iter().filter(|(decision, _)| game.tree[*decision].round == round) {
            let reach = &mut self.reach[game.tree[decision].player];
            *reach = buckets.shares(agent, game.layout.place(decision)).after(reach, action).collect();
        }
        self.buckets.push(buckets);
        self
    }

    /// How a decision's actions are taken on these cards, by holding number; `None` where a card is on the board.
    pub fn shares(&self, game: &Game, agent: &Agent, decision: NodeId) -> Vec<Option<[f64; MAX_ACTIONS]>> {
        let place = game.layout.place(decision);
        let shares = self.buckets[place.round].shares(agent, place);
        let possible = self.buckets.last().into_iter().flat_map(BoardBuckets::by_holding).enumerate();
        possible.map(|(holding, bucket)| shares.with(holding).filter(|_| bucket.is_some()).copied()).collect()
    }
}

/// How often each of a decision's actions is taken with a bucket.
pub fn probabilities(agent: &Agent, place: Place, bucket: u32) -> [f64; MAX_ACTIONS] {
    let whole = agent.parts_of_whole() as f64;
    agent.weights(place, bucket).map(|part| f64::from(part) / whole)
}

/// A smaller share of the opponent's range than this comes from rounding.
const ROUNDING: f64 = 1e-12;

/// How many opponents each holding meets on a board, complete or not, each counted by its reach; by holding number.
pub fn opponents_met(game: &Game, board: &DealtBoard, opposing: &[f64]) -> Vec<f64> {
    let reach: Vec<Row<f64>> = board.by_place(opposing).into_iter().map(Row::splat).collect();
    let met = game.prepared.processor.run(Opposition { order: &board.order, reach: &reach });
    without_rounding(board.by_holding(&met.iter().map(|met| met.0[0]).collect::<Vec<_>>()), opposing)
}

/// Differences of sums that should be zero are made zero.
fn without_rounding(mut weight: Vec<f64>, opposing: &[f64]) -> Vec<f64> {
    let least = ROUNDING * opposing.iter().sum::<f64>();
    weight.iter_mut().filter(|weight| **weight < least).for_each(|weight| *weight = 0.0);
    weight
}
