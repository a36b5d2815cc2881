//! What learners see of a decision: the betting, and cards either as bits or as strength.

use evaluator::card::CARDS;

use super::decisions::Decision;
use super::log_input::Hands;
use crate::mlp::examples::{Examples, Target};

/// Round (4), what is to be paid, own and opposing chips of the round, raises of the round, pot, position.
const BETTING: usize = 10;
/// Strength is divided into this number of steps.
pub const STEPS: usize = 10;
/// Chips are divided by this: a big bet is 1.
const BIG_BET: f32 = 20.0;
/// The pot is divided by this, so that large pots are of the size of a card's bit.
const LARGE_POT: f32 = 100.0;
const MOST_RAISES: f32 = 4.0;

/// How cards are shown to learners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Features {
    /// One bit for each hole card and for each board card.
    Cards,
    /// How strong they are against a random hand, and which tenth that is.
    Strength,
}

impl Features {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cards => "cards",
            Self::Strength => "strength",
        }
    }

    /// Numbers that a network takes.
    pub fn width(self) -> usize {
        BETTING
            + match self {
                Self::Cards => 2 * CARDS,
                Self::Strength => 1 + STEPS,
            }
    }
}

/// The step of a strength in 0..1.
pub fn step_of(strength: f32) -> usize {
    ((strength * STEPS as f32) as usize).min(STEPS - 1)
}

/// All decisions as examples, in their order. One whose cards are hidden is there too, with nothing for cards.
pub fn examples(hands: &Hands, decisions: &[Decision], strengths: &[Option<f32>], features: Features) -> Examples<f32> {
    let mut examples = Examples::new(features.width());
    for (decision, &strength) in decisions.iter().zip(strengths) {
        let mut inputs = betting(decision);
        match features {
            Features::Cards => inputs.extend(cards(hands, decision)),
            Features::Strength => {
                inputs.extend(strength.into_iter().flat_map(|it| [(BETTING, it), (BETTING + 1 + step_of(it), 1.0)]))
            }
        }
        examples.push(inputs, Target::Action { chosen: decision.chosen as u8, legal: decision.legal });
    }
    examples
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
    let cards = &hands.hands[decision.hand].record.cards;
    let hole = cards.hole[decision.position].iter().map(|card| (BETTING + card.number(), 1.0));
    let board = cards.board.iter().take(decision.round + 1).flatten();
    hole.chain(board.map(|card| (BETTING + CARDS + card.number(), 1.0))).collect()
}
