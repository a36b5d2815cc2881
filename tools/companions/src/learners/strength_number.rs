//! A hand's strength as the thesis writes it: the category 0 to 8, then its ranks 0 to 12 as digits in base 13.
//!
//! `category + r1/13 + r2/13² + …`, ranks in order of priority, each once: three sevens with ace and six are
//! `3 + 5/13 + 12/13² + 4/13³ = 3.457442`. The thesis numbers nine categories from 0 on, which makes three of a kind
//! 3, and then calls it 2 in its example; the numbering is kept here and the example is one too low. Straights have
//! one rank.

use evaluator::card::{Card, RANKS};
use evaluator::card_set::CardSet;
use evaluator::hand_category::HandCategory;
use evaluator::hand_strength::HandStrength;

/// The numbers of all strengths of five cards and more, looked up by [`HandStrength`].
#[derive(Clone, Debug)]
pub struct StrengthNumbers(Vec<f64>);

impl StrengthNumbers {
    /// Fills the table from one hand of each kind.
    pub fn new() -> Self {
        let mut numbers = vec![0.0; HandStrength::COUNT];
        let mut fill = |cards: &[Card]| numbers[HandStrength::of(CardSet::of(cards)).number()] = of_five(cards);
        let mut ranks = Vec::with_capacity(5);
        each_five(0, &mut ranks, &mut |ranks: &[u8]| {
            // Copies of a rank take one suit after the other; the first card's suit spoils a flush of five different
            // ranks.
            let suit = |place: usize| (0..place).filter(|&before| ranks[before] == ranks[place]).count() as u8;
            let mut cards: Vec<Card> = (0..5).map(|place| Card::new(ranks[place], suit(place))).collect();
            if (1..5).all(|place| suit(place) == 0) {
                fill(&cards);
                cards[0] = Card::new(ranks[0], 3);
            }
            fill(&cards);
        });
        Self(numbers)
    }

    /// The number of the best five of five to seven cards.
    pub fn of(&self, cards: CardSet) -> f64 {
        self.0[HandStrength::of(cards).number()]
    }

    /// The category's number and the rank that decides it: of five to seven cards.
    pub fn category_and_rank(&self, cards: CardSet) -> (f64, f64) {
        let number = self.of(cards);
        // A number below the next category's by less than 13^-5 must not become it, nor must a rank.
        (number.trunc(), ((number.fract() + 1e-9) * RANKS as f64).trunc())
    }
}

impl Default for StrengthNumbers {
    fn default() -> Self {
        Self::new()
    }
}

/// All ways to choose five ranks, none more than four times, in ascending order.
fn each_five(lowest: u8, ranks: &mut Vec<u8>, take: &mut impl FnMut(&[u8])) {
    if ranks.len() == 5 {
        return take(ranks);
    }
    for rank in lowest..RANKS as u8 {
        if ranks.iter().filter(|&&other| other == rank).count() < 4 {
            ranks.push(rank);
            each_five(rank, ranks, take);
            ranks.pop();
        }
    }
}

/// The number of five cards, straight from the definition.
pub fn of_five(cards: &[Card]) -> f64 {
    use HandCategory::{Straight, StraightFlush};
    let category = HandStrength::of(CardSet::of(cards)).category();
    let count = |rank: u8| cards.iter().filter(|card| card.rank() == rank).count();
    let mut ranks: Vec<u8> = (0..RANKS as u8).rev().filter(|&rank| count(rank) > 0).collect();
    // More of a rank come first; equal counts stay from the highest to the lowest.
    ranks.sort_by_key(|&rank| std::cmp::Reverse(count(rank)));
    if matches!(category, Straight | StraightFlush) {
        // A straight with the ace low ends at the five.
        let low_ace = ranks[0] == 12 && ranks[1] == 3;
        ranks = vec![if low_ace { 3 } else { ranks[0] }];
    }
    let mut digit = 1.0;
    ranks.iter().fold(category.number() as f64, |sum, &rank| {
        digit /= RANKS as f64;
        sum + f64::from(rank) * digit
    })
}
