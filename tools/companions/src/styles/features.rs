//! What learners see of a decision: the betting, and cards either as bits or as strength against a random hand.
//!
//! On flop, turn and river every pair of cards that the opponent may hold is compared on the present board: the share
//! that is beaten plus half the ties. What may come later does not count (a choice: 990 to 1,081 comparisons instead
//! of a million). Before the flop it is the share of complete boards and opposing hands that are beaten, over 4,000
//! samples for each of 169 classes.

use evaluator::card::{CARDS, Card};
use evaluator::card_set::CardSet;
use evaluator::hand_strength::{HandStrength, PreparedHand};
use evaluator::holding::{Holding, STARTING_HANDS, StartingHand};
use evaluator::strength_tables::StrengthTables;
use rayon::prelude::*;
use solver::boards::card_rules::draw;
use std::cmp::Ordering;

use super::log_input::{Decision, Hands};
use crate::mlp::{Example, Target};
use crate::named::named;
use crate::streams::Purpose;

/// Round (4), what is to be paid, own and opposing chips of the round, raises of the round, pot, position.
const BETTING: usize = 10;
pub(crate) const STEPS: usize = 10;
const BIG_BET: f32 = 20.0;
/// The pot is divided by this, so that large pots are of the size of a card's bit.
const LARGE_POT: f32 = 100.0;
const MOST_RAISES: f32 = 4.0;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Features {
    Cards,
    /// How strong they are against a random hand, and which tenth that is.
    Strength,
}

named!(Features { Cards => "cards", Strength => "strength" });

impl Features {
    pub fn width(self) -> usize {
        BETTING
            + match self {
                Self::Cards => 2 * CARDS,
                Self::Strength => 1 + STEPS,
            }
    }
}

pub(crate) fn step_of(strength: f32) -> usize {
    ((strength * STEPS as f32) as usize).min(STEPS - 1)
}

/// All decisions as examples, in their order. One whose cards are hidden is there too, with nothing for cards.
pub fn examples(hands: &Hands, decisions: &[Decision], strengths: &[Option<f32>], features: Features) -> Vec<Example> {
    let example = |(decision, &strength): (&Decision, &Option<f32>)| {
        let mut inputs = betting(decision);
        match features {
            Features::Cards => inputs.extend(cards(hands, decision)),
            Features::Strength => {
                inputs.extend(strength.into_iter().flat_map(|it| [(BETTING, it), (BETTING + 1 + step_of(it), 1.0)]))
            }
        }
        Example::new(inputs, Target::Action { chosen: decision.chosen as u8, legal: decision.legal })
    };
    decisions.iter().zip(strengths).map(example).collect()
}

fn betting(it: &Decision) -> Vec<(usize, f32)> {
    vec![
        (it.round, 1.0),
        (4, it.to_pay as f32 / BIG_BET),
        (5, it.own as f32 / BIG_BET),
        (6, it.other as f32 / BIG_BET),
        (7, it.raises as f32 / MOST_RAISES),
        (8, it.pot as f32 / LARGE_POT),
        (9, it.position as f32),
    ]
}

fn cards(hands: &Hands, decision: &Decision) -> Vec<(usize, f32)> {
    let cards = &hands.logs.hands[decision.hand].record.cards;
    let hole = cards.hole[decision.position].iter().map(|card| (BETTING + card.number(), 1.0));
    let board = cards.board.iter().take(decision.round + 1).flatten();
    hole.chain(board.map(|card| (BETTING + CARDS + card.number(), 1.0))).collect()
}

const SAMPLES: Purpose = Purpose(0x428a_2f98_d728_ae22);
const SAMPLES_PER_CLASS: usize = 4_000;

/// The share of opposing hands that one or two cards beat on a board of three to five cards, ties counted half.
pub fn on_board(deck: CardSet, hole: &[Card], board: &[Card]) -> f64 {
    let tables = StrengthTables::get();
    let board_hand = PreparedHand::from(board);
    let own = (board_hand + PreparedHand::from(hole)).strength(tables);
    let left: Vec<Card> = (deck - CardSet::of(board) - CardSet::of(hole)).iter().collect();
    let (mut doubled, mut hands) = (0, 0);
    let mut meet = |other: PreparedHand| {
        doubled += half_points(own, other.strength(tables));
        hands += 2;
    };
    for (place, &one) in left.iter().enumerate() {
        let with_one = board_hand.with(one);
        match hole.len() {
            1 => meet(with_one),
            _ => left[place + 1..].iter().for_each(|&other| meet(with_one.with(other))),
        }
    }
    f64::from(doubled) / f64::from(hands)
}

fn half_points(own: HandStrength, other: HandStrength) -> u32 {
    match own.cmp(&other) {
        Ordering::Greater => 2,
        Ordering::Equal => 1,
        Ordering::Less => 0,
    }
}

/// The same for each class of hole cards before the flop, from samples that are the same in every run.
pub fn before_flop() -> Vec<f64> {
    (0..STARTING_HANDS).into_par_iter().map(sampled).collect()
}

fn sampled(class: usize) -> f64 {
    let Some(hand) = StartingHand::from_number(class) else { return 0.0 };
    let hole = hand.first_holding().card_set();
    let mut generator = SAMPLES.generator(0, class as u64);
    let tables = StrengthTables::get();
    let mut doubled = 0;
    for _ in 0..SAMPLES_PER_CLASS {
        let cards = draw(&mut generator, CardSet::FULL_DECK - hole, 7);
        let board = PreparedHand::from(&cards[2..]);
        let [own, other] = [PreparedHand::from(hole), PreparedHand::from(&cards[..2])];
        doubled += half_points((board + own).strength(tables), (board + other).strength(tables));
    }
    f64::from(doubled) / (2 * SAMPLES_PER_CLASS) as f64
}

/// The strength of the deciding player's cards, 0 to 1, decision by decision; `None` where they are hidden.
pub fn strengths(hands: &Hands, decisions: &[Decision]) -> Vec<Option<f32>> {
    let before_flop = before_flop();
    // A hand's strength on a street serves all its decisions there, and these are not far apart.
    let by_hand = decisions.chunk_by(|one, other| one.hand == other.hand).collect::<Vec<_>>();
    let of_hand = |decisions: &&[Decision]| {
        let mut known = [[None; 4]; 2];
        let strength = |it: &Decision| {
            let known: &mut Option<f32> = &mut known[it.position][it.round];
            if known.is_none() {
                *known = strength_of(hands, it, &before_flop);
            }
            *known
        };
        decisions.iter().map(strength).collect::<Vec<_>>()
    };
    by_hand.par_iter().map(of_hand).collect::<Vec<_>>().concat()
}

fn strength_of(hands: &Hands, decision: &Decision, before_flop: &[f64]) -> Option<f32> {
    let hand = &hands.logs.hands[decision.hand];
    let cards = &hand.record.cards;
    let hole = cards.hole[decision.position].as_slice();
    let deck = hands.game_of(hand).definition().deck();
    let board: Vec<Card> = cards.board.iter().take(decision.round + 1).flatten().copied().collect();
    match hole {
        [] => None,
        &[one, other] if board.is_empty() && deck == CardSet::FULL_DECK => {
            Some(before_flop[Holding::new(one, other)?.starting_hand().number()] as f32)
        }
        hole => Some(on_board(deck, hole, &board) as f32),
    }
}
