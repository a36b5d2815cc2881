//! Tables by strength of what follows from the ranks of a hand: the papers number hands by their ranks, the evaluator
//! by how strong they are.
//!
//! The thesis on learners writes a hand's strength as its category 0 to 8, then its ranks 0 to 12 as digits in base 13:
//! `category + r1/13 + r2/13² + …`, ranks in order of priority, each once, of a straight one. Three sevens with ace and
//! six are `3 + 5/13 + 12/13² + 4/13³ = 3.457442`. The thesis numbers nine categories from 0 on, which makes three of a
//! kind 3, and then calls it 2 in its example; the numbering is kept here and the example is one too low.

use evaluator::card::{Card, RANKS};
use evaluator::card_set::CardSet;
use evaluator::hand_category::HandCategory;
use evaluator::hand_strength::HandStrength;
use std::sync::OnceLock;

/// What `of` gives for each kind of hand, by number of its [`HandStrength`]: from the ranks that decide it, each with
/// how many cards of it there are.
pub(crate) fn by_strength<T: Copy + Default>(of: impl Fn(&[(u8, u8)], HandCategory) -> T) -> Vec<T> {
    let mut table = vec![T::default(); HandStrength::COUNT];
    each_hand(&mut [0; RANKS], 0, 5, &mut |counts, suited| {
        let mut cards = CardSet::EMPTY;
        for (rank, &count) in counts.iter().enumerate() {
            // The lowest rank's suits begin one further, so that five different ranks are not a flush.
            let first = u8::from(!suited && cards.is_empty());
            cards = (0..count).fold(cards, |cards, copy| cards.with(Card::new(rank as u8, (first + copy) % 4)));
        }
        let strength = HandStrength::of(cards);
        table[strength.number()] = of(&deciding_ranks(counts, strength.category()), strength.category());
    });
    table
}

/// Every choice of up to `left` more cards whose ranks are `from` or higher, without a flush and, for five ranks, with
/// one.
fn each_hand(counts: &mut [u8; RANKS], from: usize, left: usize, take: &mut impl FnMut(&[u8; RANKS], bool)) {
    take(counts, false);
    if left == 0 && counts.iter().all(|&count| count < 2) {
        take(counts, true);
    }
    for rank in from..RANKS {
        if left > 0 && counts[rank] < 4 {
            counts[rank] += 1;
            each_hand(counts, rank, left - 1, take);
            counts[rank] -= 1;
        }
    }
}

/// The ranks in order of priority, more of a rank first, then from the highest to the lowest. A straight has one.
fn deciding_ranks(counts: &[u8; RANKS], category: HandCategory) -> Vec<(u8, u8)> {
    let mut ranks: Vec<(u8, u8)> =
        (0..RANKS as u8).zip(counts.iter().copied()).rev().filter(|&(_, count)| count > 0).collect();
    ranks.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    if matches!(category, HandCategory::Straight | HandCategory::StraightFlush) {
        // Five, four, three, deuce, ace: the five is the highest.
        let low_ace = ranks[0].0 == 12 && ranks[1].0 == 3;
        ranks = vec![ranks[usize::from(low_ace)]];
    }
    ranks
}

pub fn strength_number(cards: CardSet) -> f64 {
    static NUMBERS: OnceLock<Vec<f64>> = OnceLock::new();
    NUMBERS.get_or_init(|| by_strength(number_of))[HandStrength::of(cards).number()]
}

fn number_of(ranks: &[(u8, u8)], category: HandCategory) -> f64 {
    let mut digit = 1.0;
    ranks.iter().fold(category.number() as f64, |sum, &(rank, _)| {
        digit /= RANKS as f64;
        sum + f64::from(rank) * digit
    })
}

/// The category's number and the rank that decides it: of five to seven cards.
pub fn category_and_rank(cards: CardSet) -> (f64, f64) {
    let number = strength_number(cards);
    // A number below the next category's by less than 13^-5 must not become it, nor must a rank.
    (number.trunc(), ((number.fract() + 1e-9) * RANKS as f64).trunc())
}
