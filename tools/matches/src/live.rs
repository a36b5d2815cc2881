//! One hand after another between an agent and a person, at a terminal or on a web page.
//!
//! A [`LiveTable`] knows the agent and the cards of every hand; a [`LiveHand`] is plain data that the table deals,
//! shows ([`PlayerView`]) and carries on; when it is over, [`record`](LiveTable::record) returns it for logs, and
//! [`reviewed`](LiveTable::reviewed) returns what the agent would have done in the person's place.
//! Nothing here prints, waits or asks.
//!
//! ```
//! use matches::agent::Agent;
//! use matches::live::{LiveTable, RunningResult};
//! use solver::game::PlayedAction;
//! use solver::policy::FixedPolicy;
//!
//! # fn main() -> Result<(), matches::acpc::error::AcpcError> {
//! let table = LiveTable::new(Agent::of_fixed(FixedPolicy::AlwaysCall), "me", 7)?;
//! let mut result = RunningResult::new(table.own_game());
//! for number in 0..4 {
//!     let mut hand = table.deal(number);
//!     while table.view(&hand).decision.is_some() {
//!         table.act(&mut hand, PlayedAction::Call)?;
//!     }
//!     let record = table.record(&hand).expect("the hand is over");
//!     assert_eq!(record.betting, "cc/cc/cc/cc");
//!     assert_eq!(record.names[0], ["me", "always-call"][number as usize % 2]);
//!     result.add(hand.person, &record);
//! }
//! assert_eq!(result.mbb_per_game().observations, 4);
//! # Ok(())
//! # }
//! ```

use evaluator::card::Card;
use evaluator::deck::Deck;
use solver::game::{GameDefinition, PlayedAction, PlayedBetting, PlayedDecision};
use solver::policy::Effort;
use solver::units::Chips;
use std::collections::VecDeque;
use std::sync::Arc;

use crate::acpc::error::{AcpcError, shown};
use crate::acpc::hand_log::HandRecord;
use crate::acpc::match_files::{MatchFiles, MatchTerms};
use crate::acpc::match_state::{MatchState, winnings};
use crate::acpc::player::AcpcPlayer;
use crate::acpc::table_cards::TableCards;
use crate::agent::Agent;
use crate::dealt_game::DealtHands;
use crate::league::a_chip;
use crate::seated_agent::OwnView;
use crate::statistics::score::{ChipTally, Score};

/// The person's seat; the agent has the other one.
const PERSON: usize = 0;

/// A table of heads-up hold'em, with or without a limit, and an agent at it.
pub struct LiveTable {
    player: AcpcPlayer,
    terms: MatchTerms,
    deck: Deck,
    seed: u64,
}

/// A decision of the person with what the agent would have done there.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewedDecision {
    pub betting: String,
    pub decision: PlayedDecision,
    pub taken: PlayedAction,
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
        let game = agent.game().cloned().unwrap_or_else(GameDefinition::holdem_limit);
        let deck = Deck::of_cards(game.deck()).unwrap_or_default();
        let terms = MatchTerms::of_holdem(&game, [person, agent.name()], u32::MAX, seed)?;
        let player = AcpcPlayer::new(game, agent, seed)?;
        Ok(Self { player, terms, deck, seed })
    }

    /// The same table, at which the agent solves each river again with exact cards as it is reached; it is called
    /// `NAME-resolved` there, for it is another player.
    ///
    /// # Errors
    /// [`AcpcError::Agent`] for a game without a river.
    pub fn with_rivers_solved_again(mut self, effort: Effort) -> Result<Self, AcpcError> {
        self.player = self.player.with_rivers_solved_again(effort)?;
        self.terms.names[1 - PERSON] += "-resolved";
        self.terms.check()?;
        Ok(self)
    }

    /// What logs say at their head; seat 0 is the person's.
    pub fn terms(&self) -> &MatchTerms {
        &self.terms
    }

    pub fn agent(&self) -> &Agent {
        self.player.agent()
    }

    /// What the agent is called here.
    pub fn opponent(&self) -> &str {
        &self.terms.names[1 - PERSON]
    }

    /// Whether the agent's own values tell its luck from its skill: without a limit they are not known, and where it
    /// solves rivers again it does not play what it knows.
    pub fn has_known_luck(&self) -> bool {
        self.agent().plays_limit() && !self.player.solves_rivers_again()
    }

    /// Deals the hand of a number. Seats change with every hand; where the agent is first to act, it has acted.
    pub fn deal(&self, number: u32) -> LiveHand {
        let cards = DealtHands::of(self.deck, self.seed, number.into()).table_cards();
        let person = (0..2).find(|&position| self.terms.seat_in(position, number) == PERSON).unwrap_or_default();
        let mut hand = LiveHand { number, person, cards, betting: String::new() };
        self.let_agent_act(&mut hand);
        hand
    }

    /// Plays the person's action and the agent's answers, until the person is to act again or the hand is over.
    pub fn act(&self, hand: &mut LiveHand, action: PlayedAction) -> Result<(), AcpcError> {
        let mut betting = self.betting(hand);
        let theirs = betting.decision().filter(|decision| decision.player == hand.person);
        if theirs.is_none() || !betting.act(action) {
            let (found, advice) = (action.to_string(), "do what is legal");
            return Err(AcpcError::Action { expected: expected(theirs.as_ref()), found, advice });
        }
        betting.text().clone_into(&mut hand.betting);
        self.let_agent_act(hand);
        Ok(())
    }

    /// The bets and raises that the agent's own tree has where the person is to act, as totals over the whole hand, and
    /// all-in.
    pub fn usual_raises(&self, hand: &LiveHand) -> Vec<PlayedAction> {
        let betting = self.betting(hand);
        let own = self.player.own_actions(&self.state(hand.person, hand, &betting));
        let all_in = betting.decision().map(|decision| decision.raise_to(Chips(i32::MAX)));
        let mut raises: Vec<PlayedAction> =
            own.into_iter().flatten().chain(all_in).filter(|action| action.is_raise()).collect();
        raises.dedup();
        raises
    }

    /// The game as the agent knows it, with the bet sizes of its tree.
    pub fn own_game(&self) -> &GameDefinition {
        self.player.own_game()
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
        for (before, taken) in PlayedAction::all_of(&hand.betting) {
            let view = self.player.view(&self.state(hand.person, hand, &betting));
            if let (Some(decision), Some(view)) = (betting.decision(), view) {
                decisions.push(ReviewedDecision { betting: before.to_owned(), decision, taken, view });
            }
            betting.act(taken);
        }
        decisions
    }

    pub(crate) fn betting(&self, hand: &LiveHand) -> PlayedBetting<'_> {
        // Only a hand of another table could have betting that cannot be read here: it begins anew.
        let game = &self.terms.game;
        PlayedBetting::read(game.definition(), &hand.betting).unwrap_or_else(|_| game.start())
    }

    pub(crate) fn state(&self, position: usize, hand: &LiveHand, betting: &PlayedBetting<'_>) -> MatchState {
        MatchState::seen_by(position, hand.number, betting, &hand.cards)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveHand {
    /// From 0; cards depend on it and on the table's seed alone.
    pub number: u32,
    /// The person's position: 0, the big blind, in hands with even numbers, 1, the button, in the others.
    pub person: usize,
    /// All cards, those not yet dealt as well.
    cards: TableCards,
    /// The betting so far, as the protocol writes it.
    pub betting: String,
}

/// The files of a sitting, and the hands that are not in them yet.
#[derive(Debug)]
pub struct KeptHands {
    files: MatchFiles,
    unsaved: VecDeque<HandRecord>,
    problem: Option<AcpcError>,
}

impl KeptHands {
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

    pub fn unsaved(&self) -> usize {
        self.unsaved.len()
    }

    pub fn problem(&self) -> Option<&AcpcError> {
        self.problem.as_ref()
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct PlayerView {
    /// The protocol's view: position, number, betting and cards; the agent's cards at a showdown only.
    pub state: MatchState,
    /// What the person decides; `None` once the hand is over.
    pub decision: Option<PlayedDecision>,
    /// What each position has put in, blinds included.
    pub paid: [Chips; 2],
    /// What the person won, once the hand is over.
    pub won: Option<Chips>,
    /// Whether it was over without a fold.
    pub is_showdown: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Cards of the board were dealt: flop, turn or river.
    Dealt(Vec<Card>),
    Acted {
        position: usize,
        action: PlayedAction,
        /// The chips that it put in; 0 for a check or a fold.
        paid: Chips,
        /// What the position has put in on this street by then, blinds included.
        total: Chips,
        /// Whether there was nothing to pay: a call was a check, a raise a bet.
        is_unasked: bool,
    },
}

impl LiveTable {
    pub fn view(&self, hand: &LiveHand) -> PlayerView {
        let betting = self.betting(hand);
        let won = winnings(&betting, &hand.cards).map(|chips| if hand.person == 0 { chips } else { -chips });
        PlayerView {
            state: self.state(hand.person, hand, &betting),
            decision: betting.decision().filter(|decision| decision.player == hand.person),
            paid: betting.contributions(),
            won,
            is_showdown: betting.is_showdown(),
        }
    }

    pub fn events(&self, hand: &LiveHand) -> Vec<Event> {
        let mut betting = self.terms().game.start();
        let mut events = Vec::new();
        for (_, action) in PlayedAction::all_of(&hand.betting) {
            let Some(decision) = betting.decision() else { break };
            let (position, before, round) = (decision.player, decision.contributions, betting.round());
            let began = decision.round_began;
            betting.act(action);
            let now = betting.contributions()[position];
            let (paid, total) = (now - before[position], now - began);
            events.push(Event::Acted { position, action, paid, total, is_unasked: before[0] == before[1] });
            // After a called all-in, one street after another.
            let dealt = hand.cards.board[..=betting.round()].iter().skip(round + 1);
            events.extend(dealt.cloned().map(Event::Dealt));
        }
        events
    }
}

/// What may be done, in words.
fn expected(decision: Option<&PlayedDecision>) -> String {
    let Some(decision) = decision else { return "no action, the hand is over".to_owned() };
    let raise = decision.raise.as_ref().map(|raise| match decision.is_limit() {
        true => "r".to_owned(),
        false => format!("r{} to r{}", raise.start(), raise.end()),
    });
    let words: Vec<String> =
        decision.may_fold().then(|| "f".to_owned()).into_iter().chain(["c".to_owned()]).chain(raise).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

/// The hands of a person so far.
#[derive(Clone, Debug)]
pub struct RunningResult {
    /// A chip in mbb/g.
    chip: f64,
    tally: ChipTally,
    /// The person's chips without luck, hand by hand.
    corrected: Vec<f64>,
}

impl RunningResult {
    /// No hands yet, of a game.
    pub fn new(game: &GameDefinition) -> Self {
        Self { chip: a_chip(game), tally: ChipTally::default(), corrected: Vec::new() }
    }

    /// Takes in a hand in which the person sat in that position.
    pub fn add(&mut self, person: usize, record: &HandRecord) {
        self.tally.add(record.chips[person] as i32);
    }

    /// Takes in what the hand added last was worth without luck (see [`crate::luck`]): the chips of position 0.
    pub fn add_corrected(&mut self, person: usize, chips: f64) {
        self.corrected.push(if person == 0 { chips } else { -chips });
    }

    pub fn chips(&self) -> i64 {
        self.tally.sum()
    }

    /// The person's mbb/g; [`Score::ci95`] is half the 95 % interval, over hands.
    pub fn mbb_per_game(&self) -> Score {
        self.tally.score().scaled(self.chip)
    }

    /// The same without luck; none unless every hand was corrected.
    pub fn corrected_mbb_per_game(&self) -> Option<Score> {
        let score = Score::of(self.corrected.iter().copied());
        (score.observations == self.tally.score().observations).then(|| score.scaled(self.chip))
    }
}
