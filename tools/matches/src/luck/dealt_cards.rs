//! All ways in which the next cards can fall, each with the weight of the known player's hands that leave room for it.

use evaluator::card::{CARDS, Card};
use evaluator::card_set::CardSet;
use evaluator::holding::Holding;
use solver::boards::CardRules;

/// Weights of hands, prepared for summing those without certain cards.
pub(super) struct HandWeights<'a> {
    by_hand: &'a [f64],
    has_two_cards: bool,
    total: f64,
    of_card: [f64; CARDS],
}

impl<'a> HandWeights<'a> {
    /// Adds up weights by number of the hand.
    pub fn new(rules: &CardRules, by_hand: &'a [f64]) -> Self {
        let mut of_card = [0.0; CARDS];
        for (id, &weight) in by_hand.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
            rules.hole(id as u16).iter().for_each(|card| of_card[card.number()] += weight);
        }
        Self { by_hand, has_two_cards: rules.hole_cards() == 2, total: by_hand.iter().sum(), of_card }
    }

    /// The weight of all hands without any of these cards.
    pub fn without(&self, cards: &[Card]) -> f64 {
        let mut weight = self.total - cards.iter().map(|card| self.of_card[card.number()]).sum::<f64>();
        if self.has_two_cards {
            // Hands of two of the cards were taken out twice.
            for (place, &first) in cards.iter().enumerate() {
                for &second in &cards[place + 1..] {
                    weight += Holding::new(first, second).map_or(0.0, |hand| self.by_hand[hand.number()]);
                }
            }
        }
        weight
    }
}

/// Calls `call` for every set of `count` cards from a deck.
pub(super) fn for_each_deal(deck: CardSet, count: usize, mut call: impl FnMut(&[Card])) {
    fn lay(free: &[Card], dealt: &mut Vec<Card>, more: usize, call: &mut impl FnMut(&[Card])) {
        if more == 0 {
            return call(dealt);
        }
        for (place, &card) in free.iter().enumerate() {
            dealt.push(card);
            lay(&free[place + 1..], dealt, more - 1, call);
            dealt.pop();
        }
    }
    let free: Vec<Card> = deck.iter().collect();
    lay(&free, &mut Vec::with_capacity(count), count, &mut call);
}
