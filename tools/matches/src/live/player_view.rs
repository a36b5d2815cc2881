//! What the person sees of a hand: cards, chips, what may be done, and what has happened.
//!
//! What a person has won so far, and how well that is known.

use evaluator::card::Card;
use solver::game::Action;
use solver::units::Chips;

use super::table::{LiveHand, LiveTable};
use crate::acpc::hand_log::HandRecord;
use crate::acpc::match_state::MatchState;
use crate::league::a_chip;
use crate::statistics::score::{ChipTally, Score};

/// A hand as the person sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerView {
    /// The protocol's view: position, number, betting and cards; the agent's cards at a showdown only.
    pub state: MatchState,
    /// What the person may do; nothing once the hand is over.
    pub legal: &'static [Action],
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
        action: Action,
        /// The chips that it put in; 0 for a check or a fold.
        paid: Chips,
        /// Whether there was nothing to pay: a call was a check, a raise a bet.
        is_unasked: bool,
    },
}

impl LiveTable {
    pub fn view(&self, hand: &LiveHand) -> PlayerView {
        let betting = self.betting(hand);
        let theirs = betting.decision().filter(|decision| decision.player == hand.person);
        let won = betting.winnings(&hand.cards).map(|chips| if hand.person == 0 { chips } else { -chips });
        PlayerView {
            state: self.state(hand.person, hand, &betting),
            legal: theirs.map_or(&[], |decision| decision.actions),
            paid: betting.contributions(),
            won,
            is_showdown: betting.is_showdown(),
        }
    }

    /// Everything that happened, in order.
    pub fn events(&self, hand: &LiveHand) -> Vec<Event> {
        let mut betting = self.terms().game.start();
        let mut events = Vec::new();
        for letter in hand.betting().chars() {
            let (Some(decision), Some(action)) = (betting.decision(), Action::from_letter(letter)) else { continue };
            let (position, before, round) = (decision.player, betting.contributions(), betting.round());
            betting.act(action);
            let paid = betting.contributions()[position] - before[position];
            events.push(Event::Acted { position, action, paid, is_unasked: before[0] == before[1] });
            if betting.round() > round {
                events.extend(hand.cards.board.get(betting.round()).cloned().map(Event::Dealt));
            }
        }
        events
    }
}

/// The hands of a person so far.
#[derive(Clone, Default, Debug)]
pub struct RunningResult {
    tally: ChipTally,
    /// The person's chips without luck, hand by hand.
    corrected: Vec<f64>,
}

impl RunningResult {
    /// Takes in a hand in which the person sat in that position.
    pub fn add(&mut self, person: usize, record: &HandRecord) {
        self.tally.add(record.chips[person] as i32);
    }

    /// Takes in what the hand added last was worth without luck (see [`crate::luck`]): the chips of position 0.
    pub fn add_corrected(&mut self, person: usize, chips: f64) {
        self.corrected.push(if person == 0 { chips } else { -chips });
    }

    /// What was won in all.
    pub fn chips(&self) -> i64 {
        self.tally.sum()
    }

    /// The person's mbb/g; [`Score::ci95`] is half the 95 % interval, over hands.
    pub fn mbb_per_game(&self) -> Score {
        self.tally.score().scaled(a_chip())
    }

    /// The same without luck; none unless every hand was corrected.
    pub fn corrected_mbb_per_game(&self) -> Option<Score> {
        let score = Score::of(self.corrected.iter().copied());
        (score.observations == self.tally.score().observations).then(|| score.scaled(a_chip()))
    }
}
