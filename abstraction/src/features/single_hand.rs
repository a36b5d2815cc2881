//! One hand against every opponent on complete boards, one by one: for a single hand that is quicker than ranking all.

use evaluator::card_set::CardSet;
use evaluator::hand_strength::PreparedHand;
use evaluator::holding::{Holding, StartingHand};
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
    /// Lists the opponents of a hand.
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
