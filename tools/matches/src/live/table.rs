//! The table: who plays, with which seed; it deals hands and plays them on.
//!
//! One hand: its cards and the betting so far, as plain data.
//!
//! Finished hands on their way into files: one that cannot be written now waits, and is written when it can be.

use solver::game::Action;
use std::collections::VecDeque;
use std::sync::Arc;

use crate::acpc::betting_walk::BettingWalk;
use crate::acpc::error::{AcpcError, shown};
use crate::acpc::hand_log::HandRecord;
use crate::acpc::match_files::{MatchFiles, MatchTerms};
use crate::acpc::match_state::MatchState;
use crate::acpc::player::{AcpcPlayer, OwnView};
use crate::acpc::table_cards::TableCards;
use crate::agent::Agent;
use crate::dealt_game::DealtHands;

/// The person's seat; the agent has the other one.
const PERSON: usize = 0;

/// A table of heads-up limit hold'em with an agent at it.
pub struct LiveTable {
    player: AcpcPlayer,
    terms: MatchTerms,
    seed: u64,
}

/// A decision of the person with what the agent would have done there.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewedDecision {
    pub betting: String,
    pub taken: Action,
    /// How the agent sees the person's hand there.
    pub view: OwnView,
}

impl LiveTable {
    /// A table with an agent and a person of this name. Cards and the agent's dice depend on the seed and on numbers of
    /// hands alone.
    pub fn new(agent: impl Into<Arc<Agent>>, person: &str, seed: u64) -> Result<Self, AcpcError> {
        let agent = agent.into();
        if agent.name() == person {
            let expected = "another one than the strategy's";
            return Err(AcpcError::setting("player's name", expected, shown(person), "give another name"));
        }
        // As many hands as the person likes.
        let terms = MatchTerms::of_holdem([person, agent.name()], u32::MAX, seed)?;
        let player = AcpcPlayer::new(terms.game.definition().clone(), agent, seed)?;
        Ok(Self { player, terms, seed })
    }

    /// What logs say at their head; seat 0 is the person's.
    pub fn terms(&self) -> &MatchTerms {
        &self.terms
    }

    pub fn agent(&self) -> &Agent {
        self.player.agent()
    }

    /// Deals the hand of a number. Seats change with every hand; where the agent is first to act, it has acted.
    pub fn deal(&self, number: u32) -> LiveHand {
        let cards = DealtHands::of(self.seed, number.into()).table_cards();
        let person = (0..2).find(|&position| self.terms.seat_in(position, number) == PERSON).unwrap_or_default();
        let mut hand = LiveHand { number, person, cards, betting: String::new() };
        self.let_agent_act(&mut hand);
        hand
    }

    /// Plays the person's action and the agent's answers, until the person is to act again or the hand is over.
    pub fn act(&self, hand: &mut LiveHand, action: Action) -> Result<(), AcpcError> {
        let mut betting = self.betting(hand);
        let is_theirs = betting.decision().is_some_and(|decision| decision.player == hand.person);
        if !is_theirs || !betting.act(action) {
            let legal: String = self.view(hand).legal.iter().map(|action| action.letter()).collect();
            let expected = match legal.as_str() {
                "" => "no action, the hand is over",
                "fc" => "f or c",
                "cr" => "c or r",
                "c" => "c",
                _ => "f, c or r",
            };
            return Err(AcpcError::setting("action", expected, action.to_string(), "do what is legal"));
        }
        betting.text().clone_into(&mut hand.betting);
        self.let_agent_act(hand);
        Ok(())
    }

    fn let_agent_act(&self, hand: &mut LiveHand) {
        let mut betting = self.betting(hand);
        while let Some(action) = self.player.answer(&self.state(1 - hand.person, hand, &betting)) {
            if !betting.act(action) {
                break;
            }
        }
        betting.text().clone_into(&mut hand.betting);
    }

    /// The finished hand for logs, both hands open; `None` while it goes on.
    pub fn record(&self, hand: &LiveHand) -> Option<HandRecord> {
        HandRecord::of(hand.number, &self.betting(hand), &hand.cards, self.terms.names_in(hand.number))
    }

    /// What the agent would have done with the person's cards at each decision of the person so far, in their order.
    pub fn reviewed(&self, hand: &LiveHand) -> Vec<ReviewedDecision> {
        let mut betting = self.terms.game.start();
        let mut decisions = Vec::new();
        for taken in hand.betting.chars().filter_map(Action::from_letter) {
            if let Some(view) = self.player.view(&self.state(hand.person, hand, &betting)) {
                decisions.push(ReviewedDecision { betting: betting.text().to_owned(), taken, view });
            }
            betting.act(taken);
        }
        decisions
    }

    pub(crate) fn betting(&self, hand: &LiveHand) -> BettingWalk<'_> {
        // Only a hand of another table could have betting that cannot be read here: it begins anew.
        BettingWalk::parse(self.terms.game.tree(), &hand.betting).unwrap_or_else(|| self.terms.game.start())
    }

    pub(crate) fn state(&self, position: usize, hand: &LiveHand, betting: &BettingWalk<'_>) -> MatchState {
        MatchState::seen_by(position, hand.number, betting, &hand.cards)
    }
}

/// A hand that is being played, or was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveHand {
    pub(crate) number: u32,
    pub(crate) person: usize,
    /// All cards, those not yet dealt as well.
    pub(crate) cards: TableCards,
    /// The betting so far, as the protocol writes it.
    pub(crate) betting: String,
}

impl LiveHand {
    /// Its number, from 0; cards depend on it and on the table's seed alone.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The person's position: 0, the big blind, in hands with even numbers, 1, the button, in the others.
    pub fn person(&self) -> usize {
        self.person
    }

    /// The betting so far: a letter for each action, rounds separated by slashes.
    pub fn betting(&self) -> &str {
        &self.betting
    }
}

/// The files of a sitting, and the hands that are not in them yet.
#[derive(Debug)]
pub struct KeptHands {
    files: MatchFiles,
    unsaved: VecDeque<HandRecord>,
    problem: Option<AcpcError>,
}

impl KeptHands {
    /// Nothing to be written yet.
    pub fn new(files: MatchFiles) -> Self {
        Self { files, unsaved: VecDeque::new(), problem: None }
    }

    /// Takes a finished hand, and writes it and those before it if that is possible.
    pub fn add(&mut self, terms: &MatchTerms, record: HandRecord) {
        self.unsaved.push_back(record);
        self.save(terms);
    }

    /// Tries again to write what is not written, in its order.
    pub fn save(&mut self, terms: &MatchTerms) {
        self.problem = None;
        while let Some(record) = self.unsaved.front() {
            if let Err(problem) = self.files.write_hand(terms, record) {
                self.problem = Some(problem);
                return;
            }
            self.unsaved.pop_front();
        }
    }

    /// How many hands are not in the files.
    pub fn unsaved(&self) -> usize {
        self.unsaved.len()
    }

    /// Why they are not.
    pub fn problem(&self) -> Option<&AcpcError> {
        self.problem.as_ref()
    }
}
