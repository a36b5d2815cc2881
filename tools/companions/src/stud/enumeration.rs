//! Full enumeration: how likely each hand is for a player of whom some cards are seen and the others may be any unseen
//! ones.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use evaluator::hand_strength::PreparedHand;
use evaluator::strength_tables::StrengthTables;

use super::points::{CELLS, POINTS, PointScale, WorthTable};

/// Every hand a player may hold, counted by points and first rank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Distribution {
    counts: Box<[u32; CELLS]>,
    combinations: u32,
}

impl Distribution {
    /// All hands of `seen` cards and `hidden` more (at most three) out of the unseen ones; at most seven cards
    /// together.
    ///
    /// C(unseen, hidden) hands: 1,128 on turn 1, 10,660 on turn 5.
    pub fn of(seen: CardSet, unseen: CardSet, hidden: usize) -> Self {
        let tables = StrengthTables::get();
        let worths = WorthTable::get();
        let base = PreparedHand::from(seen);
        let cards: Vec<PreparedHand> = unseen.iter().map(|card| PreparedHand::EMPTY.with(card)).collect();
        let mut counts = Box::new([0u32; CELLS]);
        let mut count = |hand: PreparedHand| counts[worths.of(hand.strength(tables)).cell()] += 1;
        match hidden {
            0 => count(base),
            1 => cards.iter().for_each(|&card| count(base + card)),
            2 => each_pair(base, &cards, &mut count),
            _ => {
                for (place, &card) in cards.iter().enumerate() {
                    each_pair(base + card, &cards[place + 1..], &mut count);
                }
            }
        }
        let combinations = counts.iter().sum();
        Self { counts, combinations }
    }

    /// How many hands were counted.
    pub fn combinations(&self) -> u32 {
        self.combinations
    }

    /// The probability of each hand, by points.
    pub fn probabilities(&self) -> [f64; POINTS] {
        let mut probabilities = [0.0; POINTS];
        for (cell, &count) in self.counts.iter().enumerate() {
            probabilities[cell * POINTS / CELLS] += f64::from(count);
        }
        probabilities.map(|count| count / f64::from(self.combinations))
    }

    /// Expected points, equations 3.1 and 3.5.
    pub fn mean(&self, scale: PointScale) -> f64 {
        let sum: f64 = self.cells().map(|(cell, count)| scale.of_cell(cell) * count).sum();
        sum / f64::from(self.combinations)
    }

    /// F: the probability of at most `points`.
    pub fn at_most(&self, scale: PointScale, points: f64) -> f64 {
        let sum: f64 = self.cells().filter(|&(cell, _)| scale.of_cell(cell) <= points).map(|(_, count)| count).sum();
        sum / f64::from(self.combinations)
    }

    fn cells(&self) -> impl Iterator<Item = (usize, f64)> {
        self.counts.iter().enumerate().filter(|&(_, &count)| count > 0).map(|(cell, &count)| (cell, f64::from(count)))
    }
}

fn each_pair(base: PreparedHand, cards: &[PreparedHand], count: &mut impl FnMut(PreparedHand)) {
    for (place, &first) in cards.iter().enumerate() {
        let first = base + first;
        for &second in &cards[place + 1..] {
            count(first + second);
        }
    }
}

/// All cards but these.
pub fn all_but(known: impl IntoIterator<Item = Card>) -> CardSet {
    CardSet::FULL_DECK - known.into_iter().collect::<CardSet>()
}
