//! An agent with its own betting tree, at a table where hands are played by the rules alone.

use solver::game::{GameDefinition, NodeId, Place, PlayedAction, PlayedBetting, PlayedDecision};
use std::borrow::Borrow;
use tables::strategy::block::MAX_ACTIONS;

use super::agent::Agent;
use super::error::MatchError;
use super::translation::{OwnPlace, OwnTree};

/// An agent and its tree; `A` is how the agent is held.
pub struct SeatedAgent<A> {
    agent: A,
    own: OwnTree,
}

/// How an agent sees a decision of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnView {
    /// The hand's bucket; `None` where the agent does not look at cards.
    pub bucket: Option<u32>,
    /// What it may do, each legal at the table and there once, in the order of its tree.
    pub actions: Vec<PlayedAction>,
    /// How often it takes each of them: shares of their sum.
    pub weights: Vec<u16>,
}

impl OwnView {
    /// The actions with their probabilities.
    pub fn probabilities(&self) -> impl Iterator<Item = (PlayedAction, f64)> + '_ {
        let sum: f64 = self.weights.iter().copied().map(f64::from).sum();
        self.actions.iter().zip(&self.weights).map(move |(&action, &weight)| (action, f64::from(weight) / sum))
    }
}

impl<A: Borrow<Agent>> SeatedAgent<A> {
    /// Seats an agent at a table of a game: its own for other stakes and, without a limit, other bet sizes, or any game
    /// for a built-in policy that plays it.
    ///
    /// # Errors
    /// [`MatchError::OtherGame`] and [`MatchError::OtherDeck`] for an agent of another game.
    pub fn new(agent: A, table: &GameDefinition) -> Result<Self, MatchError> {
        let agent_ref: &Agent = agent.borrow();
        let own = match agent_ref.game() {
            Some(own) => own.clone(),
            None => GameDefinition::holdem_limit_on(table.holdem_deck().unwrap_or_default()),
        };
        agent_ref.require_rules(table, &own)?;
        Ok(Self { own: OwnTree::new(&own), agent })
    }

    pub fn agent(&self) -> &Agent {
        self.agent.borrow()
    }

    /// The agent as it is held.
    pub fn held(&self) -> &A {
        &self.agent
    }

    /// The game that it knows.
    pub fn game(&self) -> &GameDefinition {
        self.own.game()
    }

    /// The betting that it knows.
    pub fn own(&self) -> &OwnTree {
        &self.own
    }

    /// Where a position's agent thinks that a hand has come to; `dice` of the betting before each action.
    pub fn place(&self, position: usize, betting: &PlayedBetting<'_>, mut dice: impl FnMut(&str) -> f64) -> OwnPlace {
        let mut table = PlayedBetting::new(betting.game());
        let mut here = OwnPlace::START;
        for (before, action) in PlayedAction::all_of(betting.text()) {
            let Some(decision) = table.decision() else { break };
            here = self.own.after(here, &decision, action, decision.player == position, || dice(before));
            table.act(action);
        }
        here
    }

    /// What it does at a decision of the table; `bucket` is asked for where it looks at cards.
    pub fn view(&self, here: OwnPlace, table: &PlayedDecision, bucket: impl FnOnce() -> u32) -> OwnView {
        self.view_weighed(here, table, |place| {
            let bucket = self.agent().looks_at_cards().then(bucket);
            (bucket, self.agent().weights(place, bucket.unwrap_or(0)))
        })
    }

    /// The same where the hand's bucket and how often each action of a place is taken come from elsewhere.
    pub fn view_weighed(
        &self,
        here: OwnPlace,
        table: &PlayedDecision,
        weigh: impl FnOnce(Place) -> (Option<u32>, [u16; MAX_ACTIONS]),
    ) -> OwnView {
        let mut view = OwnView { bucket: None, actions: Vec::new(), weights: Vec::new() };
        let decision = match here {
            OwnPlace::At(id) => Some(id),
            OwnPlace::Owes(_) | OwnPlace::Over => None,
        };
        let fits = |id: &NodeId| {
            let fits = self.own.fits(*id, table);
            debug_assert!(fits, "the tree is at another player's decision or in another round");
            fits
        };
        let Some(id) = decision.filter(fits) else {
            view.actions.push(PlayedAction::Call);
            view.weights.push(1);
            return view;
        };
        let (bucket, weights) = weigh(self.own.place(id));
        view.bucket = bucket;
        for (action, weight) in self.own.said(id, table).into_iter().zip(weights) {
            match view.actions.iter().position(|&known| known == action) {
                Some(known) => view.weights[known] += weight,
                None => {
                    view.actions.push(action);
                    view.weights.push(weight);
                }
            }
        }
        view
    }
}
