//! Cards as they are dealt: boards drawn at random, or all of them.
//!
//! A drawn board depends on the seed and its number alone: all abstractions are trained and measured on the same
//! cards, and a resumed run goes on where it was without any state to keep.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{RngCore, SeedableRng};

use super::card_rules::CardRules;

/// A uniform random number below `bound` (not 0); it depends on the generator's output alone, not on any library.
#[inline]
pub fn below(generator: &mut impl RngCore, bound: u64) -> u64 {
    // Lemire 2019: the high half of a product, refusing the few low halves that would favour small numbers. They are
    // below the bound, so that hardly any draw costs the division.
    let mut product = u128::from(generator.next_u64()) * u128::from(bound);
    if (product as u64) < bound {
        let refused = bound.wrapping_neg() % bound;
        while (product as u64) < refused {
            product = u128::from(generator.next_u64()) * u128::from(bound);
        }
    }
    (product >> 64) as u64
}

/// The generator of one iteration of a seed.
pub fn generator_of(seed: u64, iteration: u64) -> Xoshiro256PlusPlus {
    // Neighbouring iterations must not share a state: an odd multiplier spreads them over all seeds.
    Xoshiro256PlusPlus::seed_from_u64(seed ^ iteration.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// Draws a number of different cards from a deck, in the order of the deal.
pub fn draw(generator: &mut impl RngCore, deck: CardSet, count: usize) -> Vec<Card> {
    let mut cards: Vec<Card> = deck.iter().collect();
    for place in 0..count {
        let other = place + below(generator, (cards.len() - place) as u64) as usize;
        cards.swap(place, other);
    }
    cards.truncate(count);
    cards
}

/// The complete board of an iteration.
pub fn board_of(rules: &CardRules, seed: u64, iteration: u64) -> Vec<Card> {
    draw(&mut generator_of(seed, iteration), rules.deck(), rules.complete_board())
}

/// Every complete board, each round's cards as a set; boards are equally likely.
pub fn all_boards(rules: &CardRules) -> Vec<Vec<Card>> {
    let mut boards = vec![Vec::new()];
    for round in 0..rules.rounds() {
        let count = rules.board_cards(round);
        let mut next = Vec::new();
        for board in &boards {
            extend(rules, board, count - board.len(), &mut next);
        }
        boards = next;
    }
    boards
}

/// Adds to `into` all ways to deal `more` further cards, in ascending order.
pub fn extend(rules: &CardRules, board: &[Card], more: usize, into: &mut Vec<Vec<Card>>) {
    fn lay(free: &[Card], board: &mut Vec<Card>, more: usize, into: &mut Vec<Vec<Card>>) {
        if more == 0 {
            return into.push(board.clone());
        }
        for (place, &card) in free.iter().enumerate() {
            board.push(card);
            lay(&free[place + 1..], board, more - 1, into);
            board.pop();
        }
    }
    let free: Vec<Card> = (rules.deck() - CardSet::of(board)).iter().collect();
    lay(&free, &mut board.to_vec(), more, into);
}
