//! One deal between two seated agents: played with dice, or valued over all throws.
//! Chance comes from streams that depend on the seed and a number alone, so that threads and agents change nothing.

use evaluator::card::{CARDS, Card};
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::{BoardFirst, HandIndex};
use evaluator::hand_strength::PreparedHand;
use evaluator::holding::Holding;
use evaluator::round::Round;
use evaluator::strength_tables::StrengthTables;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};
use solver::boards::CardRules;
use solver::boards::card_rules::{below, board_of, generator_of};
use solver::game::Next;
use tables::strategy::block::LIMIT_ACTIONS;

use super::acpc::table_cards::TableCards;
use super::action_thresholds::ActionThresholds;
use super::agent::Agent;
use super::betting_steps::{BettingSteps, Decision, End};

/// The buckets that an agent puts the two hands of a deal into, `[position][round]`.
pub type DealBuckets = [[u32; Round::ALL.len()]; 2];

pub fn buckets_of(agent: &Agent, dealt: &DealtHands) -> DealBuckets {
    if !agent.looks_at_cards() {
        return DealBuckets::default();
    }
    [0, 1].map(|position| Round::ALL.map(|round| agent.bucket(round, dealt.index(position, round))))
}

/// A deal with who sits where.
pub struct DealtGame<'a> {
    pub steps: &'a BettingSteps,
    pub strategies: [&'a ActionThresholds; 2],
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
    pub fn probabilities(&self, round: usize, entry: usize, decision: &Decision) -> [f64; LIMIT_ACTIONS] {
        self.strategies[decision.position].probabilities(self.cell(round, entry, decision))
    }

    #[inline]
    fn cell(&self, round: usize, entry: usize, decision: &Decision) -> usize {
        let position = decision.position;
        self.strategies[position].first_cell(position, round, self.buckets[position][round], entry) + decision.turn
    }
}

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
    deck: Deck,
    hole: [Holding; 2],
    board: [Card; 5],
    ahead: i8,
}

impl DealtHands {
    /// The deal with this number of a seed, the same for all players.
    pub fn of(deck: Deck, seed: u64, number: u64) -> Self {
        let (mut generator, first) = (cards_of_deal(seed, number), CARDS - deck.cards());
        // As solver::boards::card_rules::draw does it, but without allocating.
        let mut cards = DECK;
        let cards = &mut cards[first..];
        for place in 0..CARDS_OF_DEAL {
            let other = place + below(&mut generator, (cards.len() - place) as u64) as usize;
            cards.swap(place, other);
        }
        let [a, b, c, d, board @ ..] = *cards.first_chunk::<CARDS_OF_DEAL>().expect("20 cards hold nine");
        Self::lay(deck, [[a, b], [c, d]], board)
    }

    /// Lays nine different cards: position 0's, position 1's, flop, turn, river.
    fn lay(deck: Deck, hole: [[Card; 2]; 2], board: [Card; 5]) -> Self {
        let hole = hole.map(|[a, b]| Holding::new(a, b).expect("drawn cards are different"));
        let prepared = PreparedHand::from(&board[..]);
        let [first, second] = hole.map(|hole| {
            let (low, high) = hole.cards();
            prepared.with(low).with(high).strength(StrengthTables::get())
        });
        Self { deck, hole, board, ahead: first.cmp(&second) as i8 }
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
        BoardFirst::of(self.deck, round).index(self.hole[position], board)
    }
}

// Each purpose has a stream of its own. Without a mark a match would see the very boards that a strategy was trained on
// when both were given the same seed, and would flatter it.
const BOARDS: u64 = 0x62f1_93d8_05ab_7c4e;
const DEALS: u64 = 0x9d3c_41e7_f826_50b9;
const DICE: u64 = 0xc58a_0e6b_3794_d21f;
const FRESH_DICE: u64 = 0x7e19_b2d4_46c3_f80a;
const ANSWERS: u64 = 0x37e4_5d10_a9c2_861b;
const READINGS: u64 = 0x51d9_c46e_0b87_f23a;

pub fn match_board(rules: &CardRules, seed: u64, number: u64) -> Vec<Card> {
    board_of(rules, seed ^ BOARDS, number)
}

/// Where the cards of a deal come from; the same for all players.
pub fn cards_of_deal(seed: u64, deal: u64) -> Xoshiro256PlusPlus {
    generator_of(seed ^ DEALS, deal)
}

/// The players' dice in a deal, the same in both of its games.
///
/// The first number thrown is the same whoever sits where, so that players who act alike go the same way twice: the
/// luck of the dice cancels out of a duplicate deal as the luck of the cards does, and the exchanged match is worth
/// the opposite, deal by deal.
pub fn dice_of_deal(seed: u64, deal: u64) -> Xoshiro256PlusPlus {
    generator_of(seed ^ DICE, deal)
}

/// The dice of a deal that is played again and again: new ones each time, the same in both seatings.
pub struct FreshDice(Xoshiro256PlusPlus);

impl FreshDice {
    pub fn of_deal(seed: u64, deal: u64) -> Self {
        Self(generator_of(seed ^ FRESH_DICE, deal))
    }

    #[inline]
    pub fn next_dice(&mut self) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(self.0.next_u64())
    }
}

/// The dice of one answer to a dealer: distinguished by the hand's number in the match and by the number of betting
/// characters before it.
pub(crate) fn dice_of_answer(seed: u64, hand: u32, betting: usize) -> Xoshiro256PlusPlus {
    generator_of(seed ^ ANSWERS, u64::from(hand) << 16 | betting as u64)
}

/// The dice that decide between two sizes for one bet, distinguished in the same way.
pub(crate) fn dice_of_reading(seed: u64, hand: u32, betting: usize) -> Xoshiro256PlusPlus {
    generator_of(seed ^ READINGS, u64::from(hand) << 16 | betting as u64)
}

/// The same in a match by deals, where a number from 0 to below 1 decides; equal in both games of a deal.
pub(crate) fn reading_of_deal(seed: u64, deal: u64, betting: usize) -> f64 {
    unit_interval(&mut generator_of(seed ^ READINGS, deal << 16 | betting as u64))
}

/// A number from 0 to below 1.
pub(crate) fn unit_interval(dice: &mut Xoshiro256PlusPlus) -> f64 {
    const STEPS: u64 = 1 << 53;
    below(dice, STEPS) as f64 / STEPS as f64
}

/// Throws the dice for one action among weights that are not all zero; returns its number.
pub fn choose(weights: &[u16], dice: &mut Xoshiro256PlusPlus) -> usize {
    let thrown = below(dice, weights.iter().copied().map(u64::from).sum());
    let mut before = 0;
    let is_passed = |&&weight: &&u16| {
        before += u64::from(weight);
        thrown >= before
    };
    weights.iter().take_while(is_passed).count()
}
