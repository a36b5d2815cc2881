//! What a stud hand is worth: points 0 to 9, and the order of hands at the showdown, in which kickers do not count.
//!
//! Two hands of one kind are compared by the ranks of the hand's own cards alone (section 2.3 of the thesis); the
//! published 4 draws in 500 deals fit that and not the usual rules with kickers (0.12 draws) or the first rank alone
//! (8.8).
//!
//! Deals are seven cards for each player; balanced sets of them are as the thesis used.

use evaluator::card::{Card, RANKS};
use evaluator::card_set::CardSet;
use evaluator::hand_category::HandCategory;
use evaluator::hand_strength::HandStrength;
use rand_xoshiro::rand_core::RngCore;
use solver::boards::card_rules::draw;
use std::cmp::Ordering;
use std::sync::OnceLock;

use super::rules::Seat;
use crate::hand_ranks::by_strength;
use crate::named::named;
use crate::streams::below;

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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cards {
    /// Two dealt first, the third as the seventh card.
    pub hole: [Card; 3],
    /// The up cards of turns 1 to 4.
    pub up: [Card; 4],
}

impl Cards {
    /// The hole cards held on a turn: two up to turn 4, then three.
    pub fn hole_on(&self, turn: u8) -> &[Card] {
        &self.hole[..if turn < 5 { 2 } else { 3 }]
    }

    /// The cards dealt face up by a turn: one to four.
    pub fn up_on(&self, turn: u8) -> &[Card] {
        &self.up[..usize::from(turn.min(4))]
    }

    pub fn held_on(&self, turn: u8) -> CardSet {
        self.hole_on(turn).iter().chain(self.up_on(turn)).copied().collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal(pub [Cards; 2]);

impl Deal {
    pub fn random(generator: &mut impl RngCore) -> Self {
        let drawn = draw(generator, CardSet::FULL_DECK, 14);
        Self([0, 7].map(|from| Cards {
            hole: [drawn[from], drawn[from + 1], drawn[from + 2]],
            up: [drawn[from + 3], drawn[from + 4], drawn[from + 5], drawn[from + 6]],
        }))
    }

    /// How the first player's hand compares with the second's at the showdown.
    pub fn showdown(&self) -> Ordering {
        let [first, second] = Seat::BOTH.map(|seat| Worth::of(self.0[seat.index()].held_on(7)));
        first.cmp(&second)
    }
}

/// Of 500 deals, 4 are draws and the others are won half by either player if nobody ever drops.
const DRAWS_IN_500: usize = 4;

/// A set of deals of which the first player would win as many as the second and draw 4 in 500 (rounded), if nobody ever
/// dropped.
///
/// Outcomes are put in random order first; then random deals take the first place that waits for their outcome, so that
/// deals are as random as they can be and draws lie anywhere. For an odd number of decided deals the first player gets
/// one win more.
pub fn balanced_deals(generator: &mut impl RngCore, count: usize) -> Vec<Deal> {
    let draws = (count * DRAWS_IN_500 + 250) / 500;
    let wins = (count - draws).div_ceil(2);
    let mut outcomes: Vec<Ordering> = (0..count)
        .map(|number| match number {
            _ if number < draws => Ordering::Equal,
            _ if number < draws + wins => Ordering::Greater,
            _ => Ordering::Less,
        })
        .collect();
    for place in (1..count).rev() {
        outcomes.swap(place, below(generator, place as u64 + 1) as usize);
    }
    let mut deals = vec![None; count];
    // Places that wait for each outcome, the last one served first.
    let mut waiting = [Ordering::Less, Ordering::Equal, Ordering::Greater].map(|outcome| {
        let places = (0..count).rev().filter(|&place| outcomes[place] == outcome);
        (outcome, places.collect::<Vec<_>>())
    });
    while waiting.iter().any(|(_, places)| !places.is_empty()) {
        let deal = Deal::random(generator);
        let outcome = deal.showdown();
        let place = waiting.iter_mut().find(|(it, _)| *it == outcome).and_then(|(_, places)| places.pop());
        if let Some(place) = place {
            deals[place] = Some(deal);
        }
    }
    deals.into_iter().flatten().collect()
}
