//! Which decisions a strategy reaches most often on one board, and at which two strategies act most differently.

use evaluator::holding::HOLDINGS;
use evaluator::round::Round;
use evaluator::showdown::{ShowdownOrder, ShowdownSums, Weights as _};
use matches::agent::Agent;
use rayon::prelude::*;
use solver::boards::DealtBoard;
use solver::game::{Child, Next, Node, NodeId};

use super::{BoardBuckets, BoardShares, ByPlace, Ranges, Spot, opponents_met};
use crate::explorer::Game;

/// A decision reached less often than this on its board is left out, with everything below it.
const LEAST_PROBABILITY: f64 = 1e-5;

/// A decision of the board's street.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CommonSpot {
    pub decision: NodeId,
    /// How likely the strategy is to get there against itself, given the board.
    pub probability: f64,
    /// How often, once there, another strategy would act differently: half the sum of the differences of the actions'
    /// probabilities, over the hands with which the first comes there; 0 without another.
    pub difference: f64,
}

/// All decisions of a street on its board that are reached at all often, in the order of the tree. `root` is any spot
/// of the board; `other` is compared with the strategy where it is given.
pub fn common_spots(game: &Game, agent: &Agent, other: Option<&Agent>, root: &Spot) -> Vec<CommonSpot> {
    let start = Spot { decision: NodeId::ROOT, ..root.clone() };
    let mut order = ShowdownOrder::new();
    game.prepared.rules.rank(root.board_set(), &mut order);
    let buckets_of = |agent: &Agent| Ranges::of(game, agent, &start).buckets;
    let (buckets, other_buckets) = (buckets_of(agent), other.map(buckets_of));
    let mut search = Search {
        game,
        agent,
        other,
        street: root.street.number(),
        buckets: &buckets,
        other_buckets: other_buckets.as_deref(),
        order: &order,
        meetings: 1.0,
    };
    let everybody = vec![1.0; HOLDINGS];
    search.meetings = search.meet(&everybody, &everybody);
    search.below(NodeId::ROOT, [&everybody, &everybody])
}

/// The first decision on the flop after the commonest way there, the first in the tree among equals; `None` where the
/// strategy never sees a flop with a decision to make.
pub fn commonest_flop_decision(game: &Game, agent: &Agent) -> Option<NodeId> {
    let mut dealt = DealtBoard::default();
    dealt.deal_round(&game.prepared.rules, agent.player::<f64>().buckets, 0, &[]);
    let reached = |decision: NodeId| -> f64 {
        let before = Spot { decision, board: Vec::new(), street: Round::Preflop };
        let [one, other] = Ranges::of(game, agent, &before).reach;
        opponents_met(game, &dealt, &other).iter().zip(&one).map(|(met, reach)| met * reach).sum()
    };
    let is_first = |node: &Node| node.parent.is_some_and(|(before, _)| node.round == 1 && game.tree[before].round == 0);
    let entries = game.tree.ids().filter(|&id| is_first(&game.tree[id]));
    let found = entries.map(|id| (id, reached(id))).filter(|&(_, reached)| reached > 0.0);
    found.reduce(|best, it| if it.1 > best.1 { it } else { best }).map(|(id, _)| id)
}

struct Search<'a> {
    game: &'a Game,
    agent: &'a Agent,
    other: Option<&'a Agent>,
    street: usize,
    buckets: &'a [BoardBuckets],
    other_buckets: Option<&'a [BoardBuckets]>,
    order: &'a ShowdownOrder,
    meetings: f64,
}

impl Search<'_> {
    /// A decision and those below it, in the order of the tree.
    fn below(&self, id: NodeId, reach: [&[f64]; 2]) -> Vec<CommonSpot> {
        let game = self.game;
        let node = &game.tree[id];
        let probability = self.meet(reach[0], reach[1]) / self.meetings;
        if probability < LEAST_PROBABILITY {
            return Vec::new();
        }
        let shares = self.buckets[node.round].shares(self.agent, game.layout.place(id));
        let here = (node.round == self.street).then(|| {
            let difference = self.difference(id, &shares, reach[node.player], reach[1 - node.player]);
            CommonSpot { decision: id, probability, difference }
        });
        let below = |(action, child): (usize, &Child)| match *child {
            Next::Decision(next) if game.tree[next].round <= self.street => {
                let after: Vec<f64> = shares.after(reach[node.player], action).collect();
                let mut reach = reach;
                reach[node.player] = &after;
                self.below(next, reach)
            }
            _ => Vec::new(),
        };
        let below: Vec<Vec<CommonSpot>> = node.children.par_iter().enumerate().map(below).collect();
        here.into_iter().chain(below.into_iter().flatten()).collect()
    }

    /// How many pairs of holdings meet, each counted by both reaches.
    fn meet(&self, own: &[f64], opposing: &[f64]) -> f64 {
        self.weights(own, opposing).into_iter().sum()
    }

    /// How many opponents each holding meets, both counted by their reaches, place by place.
    fn weights(&self, own: &[f64], opposing: &[f64]) -> Vec<f64> {
        let (order, mut sums) = (self.order, ShowdownSums::default());
        let opposing = ByPlace { ids: order.ids(), reach: [opposing] };
        order.gather(&mut sums, &opposing);
        let weight = |(place, (&cards, &id)): (usize, (&[u8; 2], &u16))| {
            own[usize::from(id)] * sums.opposition(cards, opposing.at(place)).0[0]
        };
        order.cards().iter().zip(order.ids()).enumerate().map(weight).collect()
    }

    /// How differently the other strategy acts with the hands that come to a decision.
    fn difference(&self, id: NodeId, ours: &BoardShares, own: &[f64], opposing: &[f64]) -> f64 {
        let (Some(other), Some(buckets)) = (self.other, self.other_buckets) else { return 0.0 };
        let (node, place) = (&self.game.tree[id], self.game.layout.place(id));
        let (theirs, actions) = (buckets[node.round].shares(other, place), node.actions.len());
        let order = self.order;
        let (mut sum, mut total) = (0.0, 0.0);
        for (&holding, weight) in order.ids().iter().zip(self.weights(own, opposing)) {
            let [one, other] = [ours, &theirs].map(|shares| shares.with(usize::from(holding)));
            sum += weight * one.zip(other).map_or(0.0, |(one, other)| apart(&one[..actions], &other[..actions]));
            total += weight;
        }
        if total > 0.0 { sum / total } else { 0.0 }
    }
}

/// Half the sum of the differences: how often two mixtures choose differently at best.
fn apart(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| (one - other).abs()).sum::<f64>() / 2.0
}
