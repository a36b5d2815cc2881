//! One deal between two seated agents: played with dice, or valued over all throws.
//!
//! The cards of one deal of hold'em.

use evaluator::card::{CARDS, Card};
use evaluator::card_set::CardSet;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::hand_strength::PreparedHand;
use evaluator::holding::Holding;
use evaluator::round::Round;
use evaluator::strength_tables::StrengthTables;
use rand_xoshiro::Xoshiro256PlusPlus;
use solver::boards::card_rules::below;
use solver::game::Next;
use tables::strategy::block::MAX_ACTIONS;

use super::acpc::table_cards::TableCards;
use super::action_thresholds::ActionThresholds;
use super::agent::Agent;
use super::betting_steps::{BettingSteps, Decision, End};
use super::random_streams::cards_of_deal;

/// The buckets that an agent puts the two hands of a deal into, `[position][round]`.
pub type DealBuckets = [[u32; Round::ALL.len()]; 2];

/// The buckets of an agent for both hands of a deal.
pub fn buckets_of(agent: &Agent, dealt: &DealtHands) -> DealBuckets {
    if !agent.looks_at_cards() {
        return DealBuckets::default();
    }
    [0, 1].map(|position| Round::ALL.map(|round| agent.bucket(round, dealt.index(position, round))))
}

/// A deal with who sits where.
pub struct DealtGame<'a> {
    pub steps: &'a BettingSteps,
    /// By position.
    pub strategies: [&'a ActionThresholds; 2],
    /// Each position's buckets by round.
    pub buckets: [[u32; Round::ALL.len()]; 2],
    /// Whether position 0 has the better hand in the end (1), the worse (-1) or an equal one (0).
    pub ahead: i32,
}

impl DealtGame<'_> {
    /// Plays the game: the chips that position 0 wins.
    #[inline]
    pub fn play(&self, dice: Xoshiro256PlusPlus) -> i32 {
        self.play_observed(dice, |_| ())
    }

    /// The same for a caller who wants the number of every action.
    #[inline]
    pub(crate) fn play_observed(&self, mut dice: Xoshiro256PlusPlus, mut observe: impl FnMut(usize)) -> i32 {
        let act = |round: usize, entry: usize, decision: &Decision| {
            let action = self.strategies[decision.position].throw(self.cell(round, entry, decision), &mut dice);
            observe(action);
            action
        };
        self.steps.play(act, self.ahead)
    }

    /// What position 0 wins on average over both players' dice, in chips: a walk over all possible histories.
    pub fn value(&self) -> f64 {
        self.value_of_decision(0, 0, 0)
    }

    fn value_of_decision(&self, round: usize, entry: usize, number: usize) -> f64 {
        let steps = self.steps.round(round);
        let decision = &steps.decisions()[number];
        let probabilities = self.probabilities(round, entry, decision);
        let mut value = 0.0;
        for (action, probability) in probabilities.into_iter().enumerate() {
            if probability > 0.0 {
                value += probability
                    * match steps.follow(entry, decision, action) {
                        Next::Decision(next) => self.value_of_decision(round, entry, next),
                        Next::End(End::Round(next)) => self.value_of_decision(round + 1, next, 0),
                        Next::End(End::Fold(chips)) => f64::from(chips),
                        Next::End(End::Showdown(chips)) => f64::from(chips * self.ahead),
                    };
            }
        }
        value
    }

    /// How often the actions of a decision are taken, those beyond the legal ones 0.
    #[inline]
    pub fn probabilities(&self, round: usize, entry: usize, decision: &Decision) -> [f64; MAX_ACTIONS] {
        self.strategies[decision.position].probabilities(self.cell(round, entry, decision))
    }

    #[inline]
    fn cell(&self, round: usize, entry: usize, decision: &Decision) -> usize {
        let position = decision.position;
        self.strategies[position].first_cell(position, round, self.buckets[position][round], entry) + decision.turn
    }
}

/// Cards of a whole deal: two hands and the board.
const CARDS_OF_DEAL: usize = 9;

/// All cards in the order of their numbers.
static DECK: [Card; CARDS] = {
    let mut deck = [Card::new(0, 0); CARDS];
    let mut number = 0;
    while number < CARDS {
        deck[number] = Card::from_number(number as u8).expect("there are 52 cards");
        number += 1;
    }
    deck
};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DealtHands {
    hole: [Holding; 2],
    board: [Card; 5],
    ahead: i8,
}

impl DealtHands {
    /// The deal with this number of a seed, the same for all players.
    pub fn of(seed: u64, number: u64) -> Self {
        let mut generator = cards_of_deal(seed, number);
        // As solver::boards::card_rules::draw does it, but without allocating.
        let mut deck = DECK;
        for place in 0..CARDS_OF_DEAL {
            let other = place + below(&mut generator, (CARDS - place) as u64) as usize;
            deck.swap(place, other);
        }
        let [a, b, c, d, board @ ..] = *deck.first_chunk::<CARDS_OF_DEAL>().expect("52 cards hold nine");
        Self::lay([[a, b], [c, d]], board)
    }

    /// Lays nine different cards: position 0's, position 1's, flop, turn, river.
    fn lay(hole: [[Card; 2]; 2], board: [Card; 5]) -> Self {
        let hole = hole.map(|[a, b]| Holding::new(a, b).expect("drawn cards are different"));
        let prepared = PreparedHand::from(&board[..]);
        let [first, second] = hole.map(|hole| {
            let (low, high) = hole.cards();
            prepared.with(low).with(high).strength(StrengthTables::get())
        });
        Self { hole, board, ahead: first.cmp(&second) as i8 }
    }

    pub fn hole(&self, position: usize) -> Holding {
        self.hole[position]
    }

    /// The five cards of the board as they are laid: flop, turn, river.
    pub fn board(&self) -> &[Card; 5] {
        &self.board
    }

    /// The same cards as they lie on a table, each round's part of the board by itself.
    pub fn table_cards(&self) -> TableCards {
        let hole = self.hole.map(|hole| <[_; 2]>::from(hole.cards()).to_vec());
        let [a, b, c, turn, river] = self.board;
        TableCards { hole, board: vec![Vec::new(), vec![a, b, c], vec![turn], vec![river]] }
    }

    /// Whether position 0 has the better hand in the end (1), the worse (-1) or an equal one (0).
    #[inline]
    pub fn ahead(&self) -> i32 {
        self.ahead.into()
    }

    /// The board-first index of a position's hand in a round.
    #[inline]
    pub fn index(&self, position: usize, round: Round) -> HandIndex {
        let board = CardSet::of(&self.board[..round.board_cards()]);
        BoardFirst::of(round).index(self.hole[position], board)
    }
}
