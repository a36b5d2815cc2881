//! The document of a decision, whoever plays there; and numbers as documents carry them: rounded, since a page shows
//! few digits and hands are many.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_strength::HandStrength;
use evaluator::holding::Holding;
use evaluator::made_hand::{Draw, MadeHand};
use evaluator::round::Round;
use serde_json::{Value, json};
use solver::game::NodeId;

use crate::spot::{DecisionView, ShownBetting};

/// A decision on its board.
pub struct Shown<'a> {
    pub betting: ShownBetting<'a>,
    pub decision: NodeId,
    pub board: &'a [Card],
    pub view: &'a DecisionView,
    pub deck: Deck,
}

impl Shown<'_> {
    /// The document; lists of holdings are in the order of `/api/start`.
    pub fn document(&self) -> Value {
        let mut document = self.place();
        document["hands"] = self.hands();
        let actions = self.actions_here();
        document["mean"] =
            json!(self.view.mean.map(|shares| shares[..actions].iter().map(|&it| share(it)).collect::<Vec<_>>()));
        document["least_reach"] = json!(self.view.least_reach);
        document
    }

    fn actions_here(&self) -> usize {
        self.betting.tree[self.decision].actions.len()
    }

    /// The state of the game, how it got there and what can follow.
    fn place(&self) -> Value {
        let betting = &self.betting;
        let node = &betting.tree[self.decision];
        let [own, other] = [node.player, 1 - node.player].map(|position| node.contributions[position]);
        let way = betting.way_to(self.decision);
        json!({
            "board": written(self.board),
            "betting": betting.history(self.decision),
            "street": betting.street(self.decision).name(),
            "seat": betting.seats[node.player],
            "other_seat": betting.seats[1 - node.player],
            "pot": (betting.pot + own + other).0,
            "to_call": (other - own).0,
            "way": way.iter().map(|&(id, taken)| self.step(id, taken)).collect::<Vec<_>>(),
            "actions": betting.actions_of(self.decision),
        })
    }

    /// A decision that was made on the way.
    fn step(&self, id: NodeId, taken: usize) -> Value {
        let betting = &self.betting;
        let node = &betting.tree[id];
        json!({
            "betting": betting.history(id),
            "street": betting.street(id).name(),
            "seat": betting.seats[node.player],
            "action": betting.action_name(id, node.actions[taken]),
        })
    }

    /// Holding by holding: bucket, reach of either seat, how often each action is taken; on a board what is made of it
    /// and drawn to, by the lists of `/api/start`; on the river the strength, by which hands compare.
    fn hands(&self) -> Value {
        let view = self.view;
        let player = self.betting.tree[self.decision].player;
        let possible = |number: usize| view.is_possible[number];
        let reach = |position: usize| -> Vec<Value> {
            let reach = view.ranges.reach[position].iter().enumerate();
            reach.map(|(number, &reach)| if possible(number) { share(reach) } else { Value::Null }).collect()
        };
        let of_action = |action: usize| -> Vec<Value> {
            view.shares.iter().map(|shares| shares.map_or(Value::Null, |shares| share(shares[action]))).collect()
        };
        let buckets = view.ranges.buckets.last().map(|buckets| {
            let buckets = buckets.by_holding().enumerate();
            buckets.map(|(number, bucket)| bucket.filter(|_| possible(number))).collect::<Vec<_>>()
        });
        let on_board = CardSet::of(self.board);
        let of_each = |name: &dyn Fn(Holding) -> usize| -> Vec<Option<usize>> {
            Holding::all().map(|it| possible(it.number()).then(|| name(it))).collect()
        };
        let mut hands = json!({
            "bucket": buckets,
            "reach": reach(player),
            "other_reach": reach(1 - player),
            "shares": (0..self.actions_here()).map(of_action).collect::<Vec<_>>(),
        });
        if !self.board.is_empty() {
            hands["made"] = json!(of_each(&|it| MadeHand::of(it, on_board).number()));
            hands["draw"] = json!(of_each(&|it| Draw::of(self.deck, it, on_board).number()));
        }
        if self.betting.street(self.decision) == Round::River {
            hands["strength"] = json!(of_each(&|it| HandStrength::of(it.card_set() | on_board).number()));
        }
        hands
    }
}

/// A number with at most `decimals` decimals; `None` becomes null.
pub fn rounded(value: Option<f64>, decimals: i32) -> Value {
    let scale = 10f64.powi(decimals);
    value.map_or(Value::Null, |value| {
        let rounded = (value * scale).round() / scale;
        // No minus zero, and no point where there is nothing after it.
        if rounded.fract() == 0.0 && rounded.abs() < 1e15 { Value::from(rounded as i64) } else { Value::from(rounded) }
    })
}

/// Shares and reaches.
pub fn share(value: f64) -> Value {
    rounded(Some(value), 6)
}

/// Cards one after the other.
pub fn written(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect()
}
