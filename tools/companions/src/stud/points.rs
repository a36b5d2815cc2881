//! What a stud hand is worth: points 0 to 9, and the order of hands at the showdown, in which kickers do not count.
//!
//! Two hands of one kind are compared by the ranks of the hand's own cards alone (section 2.3 of the thesis); the
//! published 4 draws in 500 deals fit that and not the usual rules with kickers (0.12 draws) or the first rank alone
//! (8.8).

use evaluator::card::RANKS;
use evaluator::card_set::CardSet;
use evaluator::hand_category::HandCategory;
use evaluator::hand_strength::HandStrength;
use std::sync::OnceLock;

use crate::hand_ranks::by_strength;
use crate::named::named;

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
        Self::of_strength(HandStrength::of(cards))
    }

    pub(crate) fn of_strength(strength: HandStrength) -> Self {
        static WORTHS: OnceLock<Vec<Worth>> = OnceLock::new();
        WORTHS.get_or_init(|| by_strength(Self::new))[strength.number()]
    }

    /// 0 for nothing to 9 for a royal straight flush.
    pub fn points(self) -> usize {
        (self.0 >> 20) as usize
    }

    /// `13 * points + first deciding rank`, below `CELLS`; 0 for no cards.
    pub fn cell(self) -> usize {
        RANKS * self.points() + ((self.0 >> 16) & 15) as usize
    }

    /// Points, then up to five ranks that decide, most important first: those of the cards that make the hand.
    fn new(ranks: &[(u8, u8)], category: HandCategory) -> Self {
        use HandCategory::{Flush, HighCard, Straight, StraightFlush};
        let all_count = matches!(category, HighCard | Straight | Flush | StraightFlush);
        let royal = category == StraightFlush && ranks[0].0 == 12;
        let deciding = ranks.iter().filter(|&&(_, count)| all_count || count > 1).zip((0..5).rev());
        let shifted = deciding.map(|(&(rank, _), place)| u32::from(rank) << (4 * place));
        Self(((category.number() + usize::from(royal)) as u32) << 20 | shifted.sum::<u32>())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointScale {
    /// Whole points 0 to 9, as the text defines them.
    Category,
    /// Points + rank/13 of the first deciding rank, as the published examples of estimates seem to have them.
    Ranked,
}

named!(PointScale { Category => "category", Ranked => "ranked" });

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
