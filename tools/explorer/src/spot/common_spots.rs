//! Which decisions a strategy reaches most often on one board, and at which two strategies act most differently.

use evaluator::holding::HOLDINGS;
use evaluator::lanes::Lanes;
use evaluator::round::Round;
use evaluator::showdown::{ShowdownOrder, ShowdownSums, Weights};
use matches::agent::Agent;
use solver::boards::DealtBoard;
use solver::game::{Next, Node, NodeId};
use tables::strategy::block::MAX_ACTIONS;

use super::{Ranges, Spot, opponents_met, probabilities};
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
    let mut search = Search {
        game,
        agent,
        other,
        street: root.street.number(),
        buckets: Ranges::of(game, agent, &start).buckets,
        other_buckets: other.map(|other| Ranges::of(game, other, &start).buckets),
        order: &order,
        sums: ShowdownSums::default(),
        found: Vec::new(),
        meetings: 1.0,
    };
    let everybody = vec![1.0; HOLDINGS];
    search.meetings = search.meet(&everybody, &everybody);
    search.visit(NodeId::ROOT, &[everybody.clone(), everybody]);
    search.found
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
    buckets: Vec<Vec<Option<u32>>>,
    other_buckets: Option<Vec<Vec<Option<u32>>>>,
    order: &'a ShowdownOrder,
    sums: ShowdownSums<f64, 1>,
    found: Vec<CommonSpot>,
    meetings: f64,
}

/// Reaches by holding number, place by place.
struct ByPlace<'a> {
    ids: &'a [u16],
    reach: &'a [f64],
}

impl Weights<f64, 1> for ByPlace<'_> {
    #[inline(always)]
    fn at(&self, place: usize) -> Lanes<f64, 1> {
        Lanes([self.reach[usize::from(self.ids[place])]])
    }
}

impl Search<'_> {
    fn visit(&mut self, id: NodeId, reach: &[Vec<f64>; 2]) {
        let game = self.game;
        let node = &game.tree[id];
        let probability = self.meet(&reach[0], &reach[1]) / self.meetings;
        if probability < LEAST_PROBABILITY {
            return;
        }
        if node.round == self.street {
            let difference = self.difference(id, &reach[node.player], &reach[1 - node.player]);
            self.found.push(CommonSpot { decision: id, probability, difference });
        }
        let shares = shares(game, self.agent, &self.buckets[node.round], id);
        for (action, child) in node.children.iter().enumerate() {
            let Next::Decision(next) = *child else { continue };
            if game.tree[next].round <= self.street {
                let mut reach = reach.clone();
                reach[node.player].iter_mut().zip(&shares).for_each(|(reach, shares)| *reach *= shares[action]);
                self.visit(next, &reach);
            }
        }
    }

    /// How many pairs of holdings meet, each counted by both reaches.
    fn meet(&mut self, own: &[f64], opposing: &[f64]) -> f64 {
        self.weights(own, opposing).sum()
    }

    /// How many opponents each holding meets, both counted by their reaches, place by place.
    fn weights<'s>(&'s mut self, own: &'s [f64], opposing: &'s [f64]) -> impl Iterator<Item = f64> + 's {
        let order = self.order;
        let opposing = ByPlace { ids: order.ids(), reach: opposing };
        order.gather(&mut self.sums, &opposing);
        let sums = &self.sums;
        let places = order.cards().iter().zip(order.ids()).enumerate();
        places.map(move |(place, (&cards, &id))| own[usize::from(id)] * sums.opposition(cards, opposing.at(place)).0[0])
    }

    /// How differently the other strategy acts with the hands that come to a decision.
    fn difference(&mut self, id: NodeId, own: &[f64], opposing: &[f64]) -> f64 {
        let (Some(other), Some(buckets)) = (self.other, &self.other_buckets) else { return 0.0 };
        let round = self.game.tree[id].round;
        let theirs = shares(self.game, other, &buckets[round], id);
        let ours = shares(self.game, self.agent, &self.buckets[round], id);
        let order = self.order;
        let (mut sum, mut total) = (0.0, 0.0);
        for (&holding, weight) in order.ids().iter().zip(self.weights(own, opposing)) {
            sum += weight * apart(&ours[usize::from(holding)], &theirs[usize::from(holding)]);
            total += weight;
        }
        if total > 0.0 { sum / total } else { 0.0 }
    }
}

fn shares(game: &Game, agent: &Agent, buckets: &[Option<u32>], id: NodeId) -> Vec<[f64; MAX_ACTIONS]> {
    let place = game.layout.place(id);
    let none = [0.0; MAX_ACTIONS];
    buckets.iter().map(|&bucket| bucket.map_or(none, |bucket| probabilities(agent, place, bucket))).collect()
}

/// Half the sum of the differences: how often two mixtures choose differently at best.
fn apart(one: &[f64; MAX_ACTIONS], other: &[f64; MAX_ACTIONS]) -> f64 {
    one.iter().zip(other).map(|(one, other)| (one - other).abs()).sum::<f64>() / 2.0
}
