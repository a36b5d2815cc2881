//! The document of a decision, whoever plays there; and numbers as documents carry them: rounded, since a page shows
//! few digits and hands are many.

use evaluator::card::Card;
use evaluator::deck::Deck;
use report::hand_grid::hands_on_paper;
use serde_json::{Value, json};
use solver::game::{GameEnd, Next, NodeId};

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
    /// The document; lists of holdings and starting hands are in the order of `/api/start`.
    pub fn document(&self) -> Value {
        let mut document = self.place();
        document["hands"] = self.hands();
        document["classes"] = json!(self.classes());
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
            "actions": self.actions(),
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

    fn actions(&self) -> Vec<Value> {
        let betting = &self.betting;
        let node = &betting.tree[self.decision];
        let action = |(&action, child): (&solver::game::Action, &_)| {
            let (leads_to, end) = match *child {
                Next::Decision(next) => (Some(betting.history(next)), None),
                Next::End(GameEnd::Fold { .. }) => (None, Some("fold")),
                Next::End(GameEnd::Showdown { .. }) => (None, Some("showdown")),
            };
            let name = betting.action_name(self.decision, action);
            json!({ "letter": action.letter().to_string(), "name": name, "leads_to": leads_to, "ends_in": end })
        };
        node.actions.iter().zip(&node.children).map(action).collect()
    }

    /// Holding by holding: bucket, reach of either seat, and how often each action is taken.
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
            let buckets = buckets.iter().enumerate();
            buckets.map(|(number, bucket)| bucket.filter(|_| possible(number))).collect::<Vec<_>>()
        });
        json!({
            "bucket": buckets,
            "reach": reach(player),
            "other_reach": reach(1 - player),
            "shares": (0..self.actions_here()).map(of_action).collect::<Vec<_>>(),
        })
    }

    /// Starting hand by starting hand, in the order of the grid.
    fn classes(&self) -> Vec<Value> {
        let player = self.betting.tree[self.decision].player;
        let class = |number: usize| {
            let it = &self.view.classes[number];
            json!({
                "holdings": it.holdings,
                "held": it.held,
                "reach": share(it.reach[player]),
                "other_reach": share(it.reach[1 - player]),
                "shares": it.shares[..self.actions_here()].iter().map(|&it| share(it)).collect::<Vec<_>>(),
            })
        };
        hands_on_paper(self.deck).map(|hand| class(hand.number())).collect()
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
