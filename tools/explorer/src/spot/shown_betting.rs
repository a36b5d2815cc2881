//! A betting tree as the page speaks of it: seats, streets and actions in words, wherever the tree begins.

use evaluator::round::Round;
use serde_json::{Value, json};
use solver::game::{Action, BettingTree, Child, GameEnd, Next, NodeId, PlayedAction};
use solver::units::Chips;

/// A game's whole tree, or that of a spot which it came to.
#[derive(Clone, Copy)]
pub struct ShownBetting<'a> {
    pub tree: &'a BettingTree,
    /// What the positions are called.
    pub seats: [&'static str; 2],
    /// Rounds that are over where the tree begins.
    pub rounds_over: usize,
    /// The betting that led there.
    pub before: &'a str,
    /// What each player had put in by then, by which the totals of its raises are written higher.
    pub paid_before: Chips,
    /// The chips in the pot there.
    pub pot: Chips,
    /// What each player can put in from there on; `None` with limit betting, whose bets have one size.
    pub stack: Option<Chips>,
}

/// A betting whose raises are to so much more in all.
pub fn with_totals(betting: &str, more: Chips) -> String {
    let (mut written, mut end) = (String::new(), 0);
    for (before, action) in PlayedAction::all_of(betting) {
        written += &betting[end..before.len()];
        end = before.len() + action.to_string().len();
        written += &match action {
            PlayedAction::RaiseTo(total) => PlayedAction::RaiseTo(total + more),
            action => action,
        }
        .to_string();
    }
    written + &betting[end..]
}

impl ShownBetting<'_> {
    pub fn street(&self, decision: NodeId) -> Round {
        // No tree has more rounds than hold'em.
        Round::from_number(self.rounds_over + self.tree[decision].round).unwrap_or(Round::River)
    }

    /// The betting that leads to a decision.
    pub fn history(&self, decision: NodeId) -> String {
        self.before.to_owned() + &with_totals(&self.tree.history(decision), self.paid_before)
    }

    /// What players call an action at a decision; sizes are said where there may be several.
    pub fn action_name(&self, decision: NodeId, action: Action) -> String {
        let node = &self.tree[decision];
        let is_level = node.contributions[0] == node.contributions[1];
        let is_raise = matches!(action, Action::Raise(_));
        // The blinds are the first bet before the flop.
        let is_bet = is_level && self.rounds_over + node.round > 0;
        let number = node.actions.iter().position(|&it| it == action);
        let (Some(stack), Some(number), true) = (self.stack, number, is_raise) else {
            return match action {
                Action::Fold => "fold",
                Action::Call if is_level => "check",
                Action::Call => "call",
                Action::Raise(_) if is_bet => "bet",
                Action::Raise(_) => "raise",
            }
            .to_owned();
        };
        let total = node.totals[number];
        let in_round = total - self.before_round(decision);
        match (total == stack, is_bet) {
            (true, _) => format!("all-in {in_round}"),
            (false, true) => format!("bet {in_round}"),
            (false, false) => format!("raise to {in_round}"),
        }
    }

    /// A decision's actions: letter, name, what each brings the player's chips of the street to, and what follows.
    pub fn actions_of(&self, decision: NodeId) -> Vec<Value> {
        let node = &self.tree[decision];
        let action = |(number, (&action, child)): (usize, (&Action, &Child))| {
            let (leads_to, end) = match *child {
                Next::Decision(next) => (Some(self.history(next)), None),
                Next::End(GameEnd::Fold { .. }) => (None, Some("fold")),
                Next::End(GameEnd::Showdown { .. }) => (None, Some("showdown")),
            };
            let to = matches!(action, Action::Raise(_)).then(|| (node.totals[number] - self.before_round(decision)).0);
            let (letter, name) = (action.letter().to_string(), self.action_name(decision, action));
            json!({ "letter": letter, "name": name, "to": to, "leads_to": leads_to, "ends_in": end })
        };
        node.actions.iter().zip(&node.children).enumerate().map(action).collect()
    }

    /// What each player had put in when a decision's round began.
    fn before_round(&self, decision: NodeId) -> Chips {
        // The blinds belong to the first round.
        if self.street(decision) == Round::Preflop {
            return Chips::ZERO;
        }
        let mut here = decision;
        while let Some((before, _)) = self.tree[here].parent {
            if self.tree[before].round < self.tree[decision].round {
                break;
            }
            here = before;
        }
        self.tree[here].contributions[0]
    }

    /// The decisions on the way to one, in order, each with the number of the action that was taken there.
    pub fn way_to(&self, decision: NodeId) -> Vec<(NodeId, usize)> {
        let (mut way, mut here) = (Vec::new(), decision);
        while let Some((parent, action)) = self.tree[here].parent {
            way.extend(self.tree[parent].actions.iter().position(|&it| it == action).map(|number| (parent, number)));
            here = parent;
        }
        way.reverse();
        way
    }
}
