//! Deals: seven cards for each player, and balanced sets of them as the thesis used.

use evaluator::card::Card;
use evaluator::card_set::CardSet;
use rand_xoshiro::rand_core::RngCore;
use solver::boards::card_rules::draw;
use std::cmp::Ordering;

use super::points::Worth;
use super::rules::Seat;
use crate::streams::below;

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

/// Both players' cards, `[seat]`.
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
