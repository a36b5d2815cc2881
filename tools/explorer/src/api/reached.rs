//! The decision that an address names, of a strategy or of an exact answer, and the hands that reach it.

use evaluator::card::Card;
use evaluator::round::Round;
use matches::agent::Agent;
use serde_json::{Value, json};
use solver::game::NodeId;
use std::sync::Arc;

use super::decision::{Shown, written};
use super::spot::{agent, bad, number};
use crate::exact::ExactAnswer;
use crate::explorer::Explorer;
use crate::server::{Request, Response};
use crate::spot::{DecisionView, Ranges, ShownBetting, Spot};

/// Whose play is looked at.
pub enum Source {
    Strategy(Arc<Agent>),
    Exact(Arc<ExactAnswer>),
}

/// A decision on its board, as it is reached and played.
pub struct Reached {
    pub decision: NodeId,
    pub board: Vec<Card>,
    pub view: DecisionView,
}

impl Source {
    /// The one with the number after `strategy=`; the first where it is left out.
    pub fn of(explorer: &Explorer, request: &Request) -> Result<Self, Response> {
        let number = number(request, "strategy")?.unwrap_or(0);
        match exact(explorer, number) {
            Some(exact) => Ok(Self::Exact(exact)),
            None => agent(explorer, "strategy", number).map(Self::Strategy),
        }
    }

    /// Its tree in words.
    pub fn betting<'a>(&'a self, explorer: &'a Explorer) -> ShownBetting<'a> {
        match self {
            Self::Strategy(_) => explorer.game.betting(),
            Self::Exact(exact) => exact.betting(),
        }
    }

    /// What its values are given in.
    pub fn unit(&self) -> &'static str {
        match self {
            Self::Exact(exact) if exact.origin().is_none() => "chips",
            _ => "mbb",
        }
    }

    /// The decision to which some betting leads.
    pub fn decision(&self, explorer: &Explorer, betting: &str) -> Result<NodeId, Response> {
        match self {
            Self::Strategy(_) => explorer.game.tree.node_at(betting).map_err(bad),
            Self::Exact(exact) => {
                let own = exact.own_betting(betting).map_err(bad)?;
                exact.betting().tree.node_at(&own).map_err(bad)
            }
        }
    }

    /// Its play after some betting on a board; cards of later streets are ignored.
    pub fn reached(&self, explorer: &Explorer, board: &str, betting: &str) -> Result<Reached, Response> {
        match self {
            Self::Strategy(agent) => {
                let Spot { decision, board, street } = Spot::read(&explorer.game, board, betting).map_err(bad)?;
                let spot = Spot { decision, board, street };
                let view = DecisionView::of(&explorer.game, agent, &spot);
                Ok(Reached { decision, board: spot.board, view })
            }
            Self::Exact(exact) => {
                let mut board = explorer.game.deck.parse_cards(board).map_err(bad)?;
                let decision = exact.decision(&board, betting).map_err(bad)?;
                board.truncate(exact.betting().street(decision.node).board_cards());
                Ok(Reached { decision: decision.node, view: exact.view(&decision, &board), board })
            }
        }
    }

    /// Its play after some betting on each of the cards that may lie last, one after the other.
    pub fn on_each(
        &self,
        explorer: &Explorer,
        lying: &[Card],
        cards: &[Card],
        betting: &str,
    ) -> Result<Vec<DecisionView>, Response> {
        let Self::Strategy(agent) = self else {
            let reached = |&card: &Card| self.reached(explorer, &written(&[lying, &[card]].concat()), betting);
            return cards.iter().map(|card| reached(card).map(|it| it.view)).collect();
        };
        let (game, decision) = (&explorer.game, self.decision(explorer, betting)?);
        let way = game.betting().way_to(decision);
        // What happened before the card is the same for all of them.
        let with_round = |ranges: Ranges, round: usize| {
            ranges.with_round(game, agent, &way, &lying[..Round::ALL[round].board_cards()])
        };
        let before = (0..game.tree[decision].round).fold(Ranges::everybody(), with_round);
        let view = |&card: &Card| {
            let ranges = before.clone().with_round(game, agent, &way, &[lying, &[card]].concat());
            DecisionView::of_ranges(game, agent, decision, ranges)
        };
        Ok(cards.iter().map(view).collect())
    }

    /// The document of a decision.
    pub fn document(&self, explorer: &Explorer, reached: &Reached) -> Value {
        let (betting, deck) = (self.betting(explorer), explorer.game.deck);
        let shown = Shown { betting, decision: reached.decision, board: &reached.board, view: &reached.view, deck };
        let mut document = shown.document();
        document["unit"] = json!(self.unit());
        if let Self::Strategy(agent) = self {
            document["bucket_count"] = json!(agent.bucket_count(explorer.game.tree[reached.decision].round));
        }
        document
    }
}

/// The exact answer with a number, which follow those of the strategies.
pub fn exact(explorer: &Explorer, number: usize) -> Option<Arc<ExactAnswer>> {
    let number = number.checked_sub(explorer.strategies.names().len())?;
    explorer.exact.answers().get(number).cloned()
}
