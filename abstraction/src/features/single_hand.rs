//! One hand against every opponent on complete boards, one by one: for a single hand that is quicker than ranking all.
//!
//! The cards still to come: how many complete boards a hand may see, and which.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_strength::PreparedHand;
use evaluator::holding::{Holding, StartingHand};
use evaluator::round::Round;
use evaluator::strength_tables::StrengthTables;
use std::cmp::Ordering;

/// A hand and the 1,225 holdings that share no card with it.
pub struct SingleHand {
    own: PreparedHand,
    opponents: Vec<Opponent>,
}

struct Opponent {
    cards: CardSet,
    prepared: PreparedHand,
    class: StartingHand,
}

impl SingleHand {
    pub fn new(hole: Holding) -> Self {
        let others = Holding::all().filter(|other| !other.card_set().intersects(hole.card_set()));
        let opponents = others.map(|other| {
            let cards = other.card_set();
            Opponent { cards, prepared: PreparedHand::from(cards), class: other.starting_hand() }
        });
        Self { own: PreparedHand::from(hole.card_set()), opponents: opponents.collect() }
    }

    /// Calls `visit` with every opponent that a board of five cards allows, and the hand's result against it in halves:
    /// 2 for a win, 1 for a tie, 0 for a loss. The board must not hold a card of the hand.
    pub fn meet(&self, board: CardSet, mut visit: impl FnMut(StartingHand, u16)) {
        let tables = StrengthTables::get();
        let on_board = PreparedHand::from(board);
        let strength = (on_board + self.own).strength(tables);
        for opponent in self.opponents.iter().filter(|opponent| !opponent.cards.intersects(board)) {
            let halves = match strength.cmp(&(on_board + opponent.prepared).strength(tables)) {
                Ordering::Greater => 2,
                Ordering::Equal => 1,
                Ordering::Less => 0,
            };
            visit(opponent.class, halves);
        }
    }

    /// `2w + d` on a board of five cards, over all opponents.
    pub fn halves(&self, board: CardSet) -> u16 {
        let mut sum = 0;
        self.meet(board, |_, halves| sum += halves);
        sum
    }
}

/// River cards that a turn hand may still see.
pub(crate) const RIVERS_OF_TURN: u32 = 46;
/// Pairs of turn and river that a flop hand may still see.
pub(crate) const RUNOUTS_OF_FLOP: u32 = 1_081;
/// Boards that a starting hand may see, C(50, 5).
pub(crate) const BOARDS_OF_PREFLOP: u32 = 2_118_760;

/// How many complete boards a hand of a round may still see (1 on the river).
pub const fn runouts(round: Round) -> u32 {
    match round {
        Round::Preflop => BOARDS_OF_PREFLOP,
        Round::Flop => RUNOUTS_OF_FLOP,
        Round::Turn => RIVERS_OF_TURN,
        Round::River => 1,
    }
}

/// Calls `visit` with every complete board that the hand may still see.
pub fn for_each_runout(hole: Holding, board: CardSet, visit: &mut dyn FnMut(CardSet)) {
    deal(hole.card_set() | board, board, 0, visit);
}

/// Calls `visit` with every complete board that contains this one.
pub fn for_each_completion(board: CardSet, visit: &mut dyn FnMut(CardSet)) {
    deal(board, board, 0, visit);
}

fn deal(dead: CardSet, board: CardSet, from: usize, visit: &mut dyn FnMut(CardSet)) {
    if board.len() == 5 {
        return visit(board);
    }
    for card in Card::all().skip(from).filter(|&card| !dead.contains(card)) {
        deal(dead, board.with(card), card.number() + 1, visit);
    }
}
