//! What one branch of the last round is worth to position 0 against position 1, sixteen histories at once: one number for
//! each history, summed over all pairs of holdings that can meet.
//!
//! The kinds of holdings are gone through from the weakest on with running sums of both players' weight at every exit, by
//! card. What position 0 wins from weaker holdings, less what position 1 wins from weaker ones, is the showdown; values of
//! single holdings are never made. Folds need only the sums that are left in the end: who calls, raises or folds came there
//! together, so the weight that folds is what came less what calls or raises. A pair that shares a card is taken out
//! with the card's sums; a holding and itself share two cards, so its weight is given back once.

use evaluator::processor::Kernel;

use super::value_board::ValueBoard;
use super::value_sums::{KindReach, SumsOfCards};
use crate::walk::last_round::card_sums::{CARD_SLOTS, slot};
use crate::walk::last_round::{BranchStakes, MOST_RUNGS};
use crate::walk::{Real, Row};

/// The kernel for the branch after the first player's check (`CHECKED`) or bet.
///
/// `EXITS` counts the branch's exits: the pair of checks, where there is one, then the call of each rung.
pub struct BranchTotal<'a, T, const EXITS: usize, const CHECKED: bool> {
    /// The board.
    pub board: &'a ValueBoard,
    /// Which of the board's players sits in each position.
    pub seats: [usize; 2],
    /// Position that faces the first bet.
    pub facing: usize,
    /// Both positions' reach of the round.
    pub reach: &'a KindReach<T>,
    /// Per position, `[distinct bucket][exit]`: the probability of playing there.
    pub exits: [&'a [[Row<T>; EXITS]]; 2],
    /// Per position, `[distinct bucket][rung]`: the probability of the rung's fold, or of coming there where the other folds.
    pub folds: [&'a [[Row<T>; MOST_RUNGS]]; 2],
    /// What the ends are worth to position 0.
    pub stakes: &'a BranchStakes<T>,
    /// Scratch.
    pub sums: &'a mut SumsOfCards<T, EXITS>,
}

/// Running sums over all holdings gone through.
struct Running<T, const EXITS: usize> {
    /// Each position's weight at each exit.
    weight: [[Row<T>; EXITS]; 2],
    /// Won less lost at each exit's showdown, for one chip.
    showdowns: [Row<T>; EXITS],
    /// What holdings and themselves weigh at each rung's fold.
    selves: [Row<T>; MOST_RUNGS],
}

impl<T: Real, const EXITS: usize, const CHECKED: bool> BranchTotal<'_, T, EXITS, CHECKED> {
    const FIRST: usize = CHECKED as usize;
    const RUNGS: usize = EXITS - CHECKED as usize;

    /// The products of a kind by position, towards the exits and the folds.
    #[inline(always)]
    fn buckets(&self, kind: usize) -> [usize; 2] {
        let buckets = self.board.kinds[kind].buckets;
        [usize::from(buckets[self.seats[0]]), usize::from(buckets[self.seats[1]])]
    }

    /// What a kind wins from weaker holdings, either position's.
    #[inline(always)]
    fn show_down(&self, kind: usize, cards: std::ops::Range<usize>, running: &mut Running<T, EXITS>) {
        let weight = &self.reach.kinds[kind];
        let buckets = self.buckets(kind);
        let [first, second] = [&self.exits[0][buckets[0]], &self.exits[1][buckets[1]]];
        let (mut wins, mut losses) = ([Row::default(); EXITS], [Row::default(); EXITS]);
        for exit in 0..EXITS {
            wins[exit] = weight.reach[0] * running.weight[1][exit];
            losses[exit] = weight.reach[1] * running.weight[0][exit];
        }
        for (&card, reach) in self.board.cards[cards.clone()].iter().zip(&self.reach.cards[cards]) {
            let sums = &self.sums[slot(card)];
            for exit in 0..EXITS {
                wins[exit] = wins[exit] - reach[0] * sums[1][exit];
                losses[exit] = losses[exit] - reach[1] * sums[0][exit];
            }
        }
        for exit in 0..EXITS {
            running.showdowns[exit] =
                running.showdowns[exit] + (first[exit] * wins[exit] - second[exit] * losses[exit]);
        }
        let [first, second] = [&self.folds[0][buckets[0]], &self.folds[1][buckets[1]]];
        for rung in 0..Self::RUNGS {
            running.selves[rung] = running.selves[rung] + weight.both * (first[rung] * second[rung]);
        }
    }

    /// Adds a kind to the running sums.
    #[inline(always)]
    fn pass(&mut self, kind: usize, cards: std::ops::Range<usize>, running: &mut Running<T, EXITS>) {
        let weight = &self.reach.kinds[kind];
        let buckets = self.buckets(kind);
        for position in 0..2 {
            let products = &self.exits[position][buckets[position]];
            add(&mut running.weight[position], weight.reach[position], products);
            for (&card, reach) in self.board.cards[cards.clone()].iter().zip(&self.reach.cards[cards.clone()]) {
                add(&mut self.sums[slot(card)][position], reach[position], products);
            }
        }
    }

    /// How much of such weights folds at a rung, `reached` before the round.
    #[inline(always)]
    fn folded(&self, rung: usize, weight: &[Row<T>; EXITS], reached: Row<T>) -> Row<T> {
        let exit = Self::FIRST + rung;
        let arrived = if exit > 0 { weight[exit - 1] } else { reached };
        let folded = arrived - weight[exit];
        if rung + 1 < Self::RUNGS { folded - weight[exit + 1] } else { folded }
    }

    /// The weight of all pairs that can meet at a rung's fold.
    #[inline(always)]
    fn meetings(&self, rung: usize, running: &Running<T, EXITS>) -> Row<T> {
        let folder = if rung & 1 == 0 { self.facing } else { 1 - self.facing };
        let (other, exit) = (1 - folder, Self::FIRST + rung);
        let folded = self.folded(rung, &running.weight[folder], self.reach.total[folder]);
        let mut meetings = running.selves[rung] + folded * running.weight[other][exit];
        for card in 0..CARD_SLOTS {
            let folded = self.folded(rung, &self.sums[card][folder], self.reach.by_card[card][folder]);
            meetings = meetings - folded * self.sums[card][other][exit];
        }
        meetings
    }
}

impl<T: Real, const EXITS: usize, const CHECKED: bool> Kernel for BranchTotal<'_, T, EXITS, CHECKED> {
    type Output = Row<T>;

    #[inline(always)]
    fn run(mut self) -> Row<T> {
        let none = Row::default();
        self.sums.fill([[none; EXITS]; 2]);
        let mut running = Running { weight: [[none; EXITS]; 2], showdowns: [none; EXITS], selves: [none; MOST_RUNGS] };
        let board = self.board;
        let (mut start, mut card_start) = (0, 0);
        for &end in &board.group_ends {
            let group = start..usize::from(end);
            start = group.end;
            let mut from = card_start;
            for kind in group.clone() {
                let cards = from..usize::from(board.kinds[kind].cards_end);
                from = cards.end;
                self.show_down(kind, cards, &mut running);
            }
            // Only now: holdings of equal strength win nothing from each other.
            for kind in group {
                let cards = card_start..usize::from(board.kinds[kind].cards_end);
                card_start = cards.end;
                self.pass(kind, cards, &mut running);
            }
        }
        let mut value = none;
        for exit in 0..EXITS {
            value = value + running.showdowns[exit] * self.stakes.exits[exit];
        }
        for rung in 0..Self::RUNGS {
            value = value + self.meetings(rung, &running) * self.stakes.folds[rung];
        }
        value
    }
}

/// Adds such a reach to the sums of all exits.
#[inline(always)]
fn add<T: Real, const EXITS: usize>(sums: &mut [Row<T>; EXITS], reach: Row<T>, products: &[Row<T>; EXITS]) {
    for exit in 0..EXITS {
        sums[exit] = sums[exit] + reach * products[exit];
    }
}
