//! A board as the estimate needs it: the known player's possible hands by strength, their buckets, and where the other
//! player's hand ranks among them.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::showdown::ShowdownOrder;
use solver::boards::{BucketRow, CONTESTANT_NUMBERS, CardRules};
use solver::game::Place;
use tables::strategy::block::MAX_ACTIONS;

use super::judge::{KnownStrategy, probabilities};

/// The board of a round with all hands on it.
#[derive(Default)]
pub(super) struct SeenBoard {
    order: ShowdownOrder,
    row: BucketRow,
    /// The places of hands that are weaker than the other player's are below the first of these, those of stronger
    /// ones from the second on.
    equal: [usize; 2],
    /// The place of the other player's hand.
    place: usize,
    /// What the distinct buckets do at a decision.
    actions: Vec<[f64; MAX_ACTIONS]>,
}

impl SeenBoard {
    /// Lays a board; `hole` is the other player's hand.
    pub fn lay(
        &mut self,
        rules: &CardRules,
        strategy: &dyn KnownStrategy,
        round: usize,
        board: &[Card],
        hole: CardSet,
    ) {
        rules.rank(CardSet::of(board), &mut self.order);
        self.row.fill(strategy.buckets(), round, board, &self.order);
        self.place = self.place_of(rules, hole).unwrap_or_default();
        let ends = self.order.group_ends();
        let group = ends.partition_point(|&end| usize::from(end) <= self.place);
        let start = group.checked_sub(1).map_or(0, |before| usize::from(ends[before]));
        self.equal = [start, usize::from(ends[group])];
    }

    fn place_of(&self, rules: &CardRules, hole: CardSet) -> Option<usize> {
        self.order.ids().iter().position(|&id| rules.hole(id) == hole)
    }

    /// The weight of one of the known player's hands; 0 for one that the board leaves no room for.
    pub(crate) fn weight_of(&self, rules: &CardRules, hole: CardSet, weights: &[f64]) -> f64 {
        self.place_of(rules, hole).map_or(0.0, |place| weights[place])
    }

    /// A weight of 1 for every hand that shares no card with the other player's, by place.
    pub fn evenly(&self, rules: &CardRules, hole: CardSet) -> Vec<f64> {
        let weight = |&id: &u16| if rules.hole(id).intersects(hole) { 0.0 } else { 1.0 };
        self.order.ids().iter().map(weight).collect()
    }

    /// Weights by place from weights by number of the hand.
    pub fn by_place(&self, by_hand: &[f64]) -> Vec<f64> {
        self.order.ids().iter().map(|&id| by_hand[usize::from(id)]).collect()
    }

    /// The reverse; hands that share a card with the board get nothing.
    pub fn by_hand(&self, weights: &[f64]) -> Vec<f64> {
        let mut by_hand = vec![0.0; CONTESTANT_NUMBERS];
        for (&id, &weight) in self.order.ids().iter().zip(weights) {
            by_hand[usize::from(id)] = weight;
        }
        by_hand
    }

    /// How often the other player would take each action if it played the strategy.
    pub(crate) fn others_actions(&self, strategy: &dyn KnownStrategy, place: Place) -> [f64; MAX_ACTIONS] {
        let bucket = self.row.distinct[usize::from(self.row.of_place[self.place])];
        probabilities(strategy.weights(place, bucket))
    }

    /// The weights of the known player's hands after each of its actions at a decision.
    pub(crate) fn after_actions(
        &mut self,
        strategy: &dyn KnownStrategy,
        place: Place,
        actions: usize,
        weights: &[f64],
    ) -> Vec<Vec<f64>> {
        self.actions.clear();
        self.actions.extend(self.row.distinct.iter().map(|&bucket| probabilities(strategy.weights(place, bucket))));
        let after = |action: usize| {
            let of_place = self.row.of_place.iter().zip(weights);
            of_place.map(|(&bucket, weight)| weight * self.actions[usize::from(bucket)][action]).collect()
        };
        (0..actions).map(after).collect()
    }

    /// What the other player wins at a showdown, in stakes, added up over the known player's hands.
    pub fn showdown(&self, weights: &[f64]) -> f64 {
        let [start, end] = self.equal;
        weights[..start].iter().sum::<f64>() - weights[end..].iter().sum::<f64>()
    }
}
