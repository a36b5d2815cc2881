//! A best response by its definition: every holding, every board, every action, one after the other.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_strength::HandStrength;
use evaluator::holding::Holding;
use evaluator::showdown::ShowdownOrder;
use solver::boards::card_rules::extend;
use solver::boards::{Buckets, CardRules};
use solver::game::{BettingTree, Child, GameDefinition, GameEnd, NodeId, TreeLayout};
use solver::policy::StoredPolicy;
use tables::strategy::block::LIMIT_ACTIONS;

/// An abstraction of two buckets: hole cards of one rank, and others.
pub struct PairBuckets;

impl PairBuckets {
    pub const COUNT: usize = 2;

    fn of(hole: CardSet) -> usize {
        let mut ranks = hole.iter().map(Card::rank);
        usize::from(ranks.next() != ranks.next())
    }
}

impl Buckets for PairBuckets {
    fn count(&self, _: usize) -> usize {
        Self::COUNT
    }

    fn row(&self, _: usize, _: &[Card], order: &ShowdownOrder, row: &mut Vec<u32>) {
        row.clear();
        row.extend(
            order.ids().iter().map(|&id| {
                Holding::from_number(usize::from(id)).map_or(0, |holding| Self::of(holding.card_set()) as u32)
            }),
        );
    }
}

pub struct NaiveResponse<'a> {
    tree: &'a BettingTree,
    layout: TreeLayout,
    rules: CardRules,
    policy: &'a StoredPolicy,
    holdings: Vec<CardSet>,
}

/// Opponents that may still be there: their cards and how likely their own actions have led here.
type Reach = Vec<(CardSet, f64)>;

impl<'a> NaiveResponse<'a> {
    pub fn new(game: &GameDefinition, tree: &'a BettingTree, policy: &'a StoredPolicy) -> anyhow::Result<Self> {
        let rules = CardRules::new(game);
        let deck: Vec<Card> = game.deck().iter().collect();
        let mut holdings = Vec::new();
        for (place, &first) in deck.iter().enumerate() {
            holdings.extend(deck[place + 1..].iter().map(|&second| CardSet::of(&[first, second])));
        }
        Ok(Self { tree, layout: TreeLayout::of_one_shape(tree)?, rules, policy, holdings })
    }

    pub fn value(&self, responder: usize) -> f64 {
        let apart = |hole: CardSet| self.holdings.iter().copied().filter(move |other| !other.intersects(hole));
        let meetings: f64 = self.holdings.iter().map(|&hole| apart(hole).count() as f64).sum();
        let of_hole = |&hole: &CardSet| {
            let reach: Reach = apart(hole).map(|other| (other, 1.0)).collect();
            self.below(NodeId(0), responder, hole, &reach, &[])
        };
        self.holdings.iter().map(of_hole).sum::<f64>() / meetings
    }

    /// The chips that the responder wins from all opponents together, from a decision on.
    fn below(&self, id: NodeId, responder: usize, hole: CardSet, reach: &Reach, board: &[Card]) -> f64 {
        let node = &self.tree[id];
        let place = self.layout.place(id);
        let mut values = Vec::with_capacity(node.children.len());
        for (action, child) in node.children.iter().enumerate() {
            let probability = |other: CardSet| {
                let parts = self.policy.parts::<LIMIT_ACTIONS>(place, PairBuckets::of(other)).map(f64::from);
                parts[action] / parts.iter().sum::<f64>()
            };
            let reach: Reach = if node.player == responder {
                reach.clone()
            } else {
                reach.iter().map(|&(other, weight)| (other, weight * probability(other))).collect()
            };
            values.push(self.after(child, node.round, responder, hole, &reach, board));
        }
        if node.player == responder { values.into_iter().fold(f64::MIN, f64::max) } else { values.into_iter().sum() }
    }

    fn after(
        &self,
        child: &Child,
        round: usize,
        responder: usize,
        hole: CardSet,
        reach: &Reach,
        board: &[Card],
    ) -> f64 {
        let weight = || reach.iter().map(|(_, weight)| weight).sum::<f64>();
        match *child {
            Child::Decision(next) if self.tree[next].round == round => self.below(next, responder, hole, reach, board),
            Child::Decision(next) => {
                let mut boards = Vec::new();
                extend(&self.rules, board, self.rules.board_cards(round + 1) - board.len(), &mut boards);
                let here = |board: &[Card], cards: CardSet| !CardSet::of(board).intersects(cards);
                // Whatever the opponent holds, this many boards may follow.
                let follow = boards.iter().filter(|board| here(board, hole) && here(board, reach[0].0)).count();
                let of_board = |board: &Vec<Card>| {
                    let still = reach.iter().copied().filter(|&(other, _)| here(board, other)).collect();
                    self.below(next, responder, hole, &still, board)
                };
                boards.iter().filter(|board| here(board, hole)).map(of_board).sum::<f64>() / follow as f64
            }
            Child::End(GameEnd::Fold { folder, contributions }) if folder == responder => {
                -contributions[responder].as_f64() * weight()
            }
            Child::End(GameEnd::Fold { contributions, .. }) => contributions[1 - responder].as_f64() * weight(),
            Child::End(GameEnd::Showdown { contributions, .. }) => {
                let strength = |cards: CardSet| {
                    HandStrength::of(cards.iter().fold(CardSet::of(board), |all, card| all.with(card))).number()
                };
                let own = strength(hole);
                let sign = |other: CardSet| match own.cmp(&strength(other)) {
                    std::cmp::Ordering::Greater => 1.0,
                    std::cmp::Ordering::Equal => 0.0,
                    std::cmp::Ordering::Less => -1.0,
                };
                contributions[0].as_f64() * reach.iter().map(|&(other, weight)| weight * sign(other)).sum::<f64>()
            }
        }
    }
}
