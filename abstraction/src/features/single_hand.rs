//! One hand against every opponent on complete boards, one by one: for a single hand that is quicker than ranking all.
//! The complete boards that it may still see.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_strength::PreparedHand;
use evaluator::holding::{Holding, StartingHand};
use evaluator::strength_tables::StrengthTables;
use std::cmp::Ordering;

/// A hand and the holdings that share no card with it: 1,225 in the full deck.
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
    pub fn new(deck: Deck, hole: Holding) -> Self {
        let others = deck.all_holdings().filter(|other| !other.card_set().intersects(hole.card_set()));
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

/// Calls `visit` with every complete board that the hand may still see.
pub fn for_each_runout(deck: Deck, hole: Holding, board: CardSet, visit: &mut dyn FnMut(CardSet)) {
    deal(deck.missing() | hole.card_set() | board, board, 0, visit);
}

/// Calls `visit` with every complete board that contains this one.
pub fn for_each_completion(deck: Deck, board: CardSet, visit: &mut dyn FnMut(CardSet)) {
    deal(deck.missing() | board, board, 0, visit);
}

fn deal(dead: CardSet, board: CardSet, from: usize, visit: &mut dyn FnMut(CardSet)) {
    if board.len() == 5 {
        return visit(board);
    }
    for card in Card::all().skip(from).filter(|&card| !dead.contains(card)) {
        deal(dead, board.with(card), card.number() + 1, visit);
    }
}
