//! What a stud hand is worth: points 0 to 9, and the order of hands at the showdown, in which kickers do not count.
//!
//! Two hands of one kind are compared by the ranks of the hand's own cards alone (section 2.3 of the thesis); the
//! published 4 draws in 500 deals fit that and not the usual rules with kickers (0.12 draws) or the first rank alone
//! (8.8).

use evaluator::card::{Card, RANKS};
use evaluator::card_set::CardSet;
use evaluator::hand_category::HandCategory;
use evaluator::hand_strength::HandStrength;
use std::sync::OnceLock;

use crate::named::Named;

/// Number of different points.
pub const POINTS: usize = 10;
/// Points and the first deciding rank together: `13 * points + rank`.
pub(crate) const CELLS: usize = POINTS * RANKS;

/// The hands by points, weakest first.
pub const NAMES: [&str; POINTS] = [
    "nothing",
    "one pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal straight flush",
];

/// What a hand is worth in stud: more is better, equal hands draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Worth(u32);

impl Worth {
    pub fn of(cards: CardSet) -> Self {
        WorthTable::get().of(HandStrength::of(cards))
    }

    /// 0 for nothing to 9 for a royal straight flush.
    pub fn points(self) -> usize {
        (self.0 >> 20) as usize
    }

    /// `13 * points + first deciding rank`, below `CELLS`; 0 for no cards.
    pub fn cell(self) -> usize {
        RANKS * self.points() + ((self.0 >> 16) & 15) as usize
    }

    /// Points, then up to five ranks that decide, most important first.
    fn new(points: usize, ranks: &[u8]) -> Self {
        let shifted = ranks.iter().zip((0..5).rev()).map(|(&rank, place)| u32::from(rank) << (4 * place));
        Self((points as u32) << 20 | shifted.sum::<u32>())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PointScale {
    /// Whole points 0 to 9, as the text defines them.
    #[default]
    Category,
    /// Points + rank/13 of the first deciding rank, as the published examples of estimates seem to have them.
    Ranked,
}

impl Named for PointScale {
    const NAMES: &'static [(Self, &'static str)] = &[(Self::Category, "category"), (Self::Ranked, "ranked")];
}

impl PointScale {
    /// The points of a cell of [`Worth::cell`].
    pub(crate) fn of_cell(self, cell: usize) -> f64 {
        let points = (cell / RANKS) as f64;
        match self {
            Self::Category => points,
            Self::Ranked => points + (cell % RANKS) as f64 / RANKS as f64,
        }
    }

    pub fn of(self, cards: CardSet) -> f64 {
        self.of_cell(Worth::of(cards).cell())
    }
}

/// The worth of every strength that the evaluator knows.
pub(crate) struct WorthTable(Box<[Worth; HandStrength::COUNT]>);

impl WorthTable {
    pub fn get() -> &'static Self {
        static TABLE: OnceLock<WorthTable> = OnceLock::new();
        TABLE.get_or_init(Self::new)
    }

    pub fn of(&self, strength: HandStrength) -> Worth {
        self.0[strength.number()]
    }

    fn new() -> Self {
        let mut table = Self(Box::new([Worth::default(); HandStrength::COUNT]));
        let mut counts = [0u8; RANKS];
        table.add_hands(&mut counts, 0, 5);
        table
    }

    /// Every choice of up to `left` more cards whose ranks are `from` or higher, without a flush and, for five ranks,
    /// with one.
    fn add_hands(&mut self, counts: &mut [u8; RANKS], from: usize, left: usize) {
        self.add(counts, false);
        if left == 0 && counts.iter().all(|&count| count < 2) {
            self.add(counts, true);
        }
        for rank in from..RANKS {
            if left > 0 && counts[rank] < 4 {
                counts[rank] += 1;
                self.add_hands(counts, rank, left - 1);
                counts[rank] -= 1;
            }
        }
    }

    fn add(&mut self, counts: &[u8; RANKS], suited: bool) {
        let mut cards = CardSet::EMPTY;
        for (rank, &count) in counts.iter().enumerate() {
            // The lowest rank's suits begin one further, so that five different ranks are not a flush.
            let first = u8::from(!suited && cards.is_empty());
            cards = (0..count).fold(cards, |cards, copy| cards.with(Card::new(rank as u8, (first + copy) % 4)));
        }
        let strength = HandStrength::of(cards);
        self.0[strength.number()] = worth_by_rules(counts, strength.category());
    }
}

/// The worth of up to five cards of a known category.
fn worth_by_rules(counts: &[u8; RANKS], category: HandCategory) -> Worth {
    let at_least = |wanted: u8| (0..RANKS as u8).rev().filter(move |&rank| counts[usize::from(rank)] >= wanted);
    let high = at_least(1).next().unwrap_or(0);
    let ranks: Vec<u8> = match category {
        HandCategory::HighCard | HandCategory::Flush => at_least(1).collect(),
        // Five, four, three, deuce, ace: the five is the highest.
        HandCategory::Straight | HandCategory::StraightFlush if high == 12 && counts[0] > 0 => vec![3],
        HandCategory::Straight | HandCategory::StraightFlush => vec![high],
        HandCategory::Pair | HandCategory::TwoPair => at_least(2).collect(),
        HandCategory::ThreeOfAKind | HandCategory::FullHouse => {
            at_least(3).chain(at_least(2).filter(|&rank| counts[usize::from(rank)] == 2)).collect()
        }
        HandCategory::FourOfAKind => at_least(4).collect(),
    };
    let royal = category == HandCategory::StraightFlush && ranks == [12];
    Worth::new(category.number() + usize::from(royal), &ranks)
}
