//! A player's values in one branch of the last round, sixteen histories at once: this is where the time goes.
//!
//! One pass over the holdings adds up the opponent's weight at every exit, card by card, multiplied by the stake. A
//! second one goes through the groups of equal strength from the weakest on: sums that begin at minus half the total
//! are, below and up to a group added together, the weight beaten minus the weight lost to. Folds need no sums of
//! their own: where the opponent folds, the weight is what came to the decision less what calls or raises, and the
//! sums of the call simply begin with it; where the player folds, it is what came. What the player makes of the worth
//! of each end is up to a [`BranchReply`].

use evaluator::processor::Kernel;

use super::betting_ladder::MOST_RUNGS;
use super::branch::{Branch, Facing, is_rare};
use super::branch_stakes::BranchStakes;
use super::card_sums::{CARD_SLOTS, SumsOfExits, slot};
use crate::boards::{BucketRow, DealtBoard};
use crate::walk::reach_products::{Real, Row};

/// What the ends of a branch are worth to one holding, in chips and given the opponent's play.
#[derive(Clone, Copy)]
pub struct BranchEnds<T, const EXITS: usize> {
    /// The showdown of each exit; where the opponent faces the bet, the opponent's fold of the same decision
    /// included, since the player plays the same way to both.
    pub exits: [Row<T>; EXITS],
    /// The player's own fold at each rung that the player faces; nothing at the others.
    pub folds: [Row<T>; MOST_RUNGS],
}

/// How the player whose values are computed plays a branch.
pub trait BranchReply<T, const EXITS: usize, B: Branch> {
    /// The branch's value for the holding in a place; implementations are `#[inline(always)]`.
    fn value(&mut self, place: usize, ends: &BranchEnds<T, EXITS>) -> Row<T>;

    /// The value of both branches together for the holding in a place; implementations are `#[inline(always)]`.
    fn join(&mut self, place: usize, after_check: Row<T>, after_bet: Row<T>) -> Row<T>;
}

/// The kernel; see [`super::branch_products::BranchProducts`] for the products.
pub struct BranchValues<'a, T, R, const EXITS: usize, B> {
    pub branch: B,
    /// The board with the opponent's buckets.
    pub board: &'a DealtBoard,
    /// The opponent's buckets there.
    pub row: &'a BucketRow,
    /// The opponent's reach of the round by holding number.
    pub reach: &'a [Row<T>],
    /// The opponent's products, `[distinct bucket][exit]`.
    pub exits: &'a [[Row<T>; EXITS]],
    /// The opponent's products, `[distinct bucket][rung]`.
    pub folds: &'a [[Row<T>; MOST_RUNGS]],
    /// What the ends are worth.
    pub stakes: &'a BranchStakes<T>,
    /// Scratch.
    pub sums: SumsOfExits<'a, T, EXITS>,
    /// How the player plays.
    pub reply: R,
    /// Receives the values by place: those of the branch after a check, joined by those after a bet.
    pub values: &'a mut [Row<T>],
}

/// A holding of the group at hand as its ends are worked out.
struct Holding<'a, T> {
    cards: [u8; 2],
    /// Where the cards are among those of the group.
    in_group: [u8; 2],
    /// The opponent's reach with the same two cards, which the holding rules out.
    reach: Row<T>,
    /// The opponent's products towards the folds with these cards.
    folds: &'a [Row<T>; MOST_RUNGS],
}

impl<T: Real, R, const EXITS: usize, B: Branch> BranchValues<'_, T, R, EXITS, B>
where
    R: BranchReply<T, EXITS, B>,
{
    /// Whether all that reaches the round comes to the first rung.
    const ALL_ARRIVE: bool = !B::AFTER_CHECK && B::Facing::IS_OPPONENT;

    /// Adds up all weights by card; the result is the opponent's whole weight at each exit and before the round.
    #[inline(always)]
    fn add_up(&mut self) -> ([Row<T>; EXITS], Row<T>) {
        let none = Row::default();
        self.sums.weights.fill([none; EXITS]);
        self.sums.reach.fill(none);
        let mut start = 0;
        for &(high, end) in &self.board.high_cards {
            // The higher card's sums stay in registers.
            let (mut own, mut own_reach) = ([none; EXITS], none);
            for holding in &self.board.by_cards[start..usize::from(end)] {
                let reach = self.reach[usize::from(holding.id)];
                let products = &self.exits[usize::from(holding.bucket)];
                let sums = &mut self.sums.weights[slot(holding.low)];
                for exit in 0..EXITS {
                    let weight = reach * products[exit];
                    own[exit] = own[exit] + weight;
                    sums[exit] = sums[exit] + weight;
                }
                if Self::ALL_ARRIVE {
                    own_reach = own_reach + reach;
                    self.sums.reach[slot(holding.low)] = self.sums.reach[slot(holding.low)] + reach;
                }
            }
            for (sum, &own) in self.sums.weights[slot(high)].iter_mut().zip(&own) {
                *sum = *sum + own;
            }
            if Self::ALL_ARRIVE {
                self.sums.reach[slot(high)] = self.sums.reach[slot(high)] + own_reach;
            }
            start = usize::from(end);
        }
        // Every holding has two cards.
        let half = Row::splat(T::of(0.5));
        let (mut total, mut reached) = ([none; EXITS], none);
        for card in 0..CARD_SLOTS {
            for (total, &weight) in total.iter_mut().zip(&self.sums.weights[card]) {
                *total = *total + weight;
            }
            reached = reached + self.sums.reach[card];
        }
        for total in &mut total {
            *total = *total * half;
        }
        (total, reached * half)
    }

    /// What a rung's fold is worth against such weights at the exits, `reached` before the round.
    #[inline(always)]
    fn fold_worth(&self, rung: usize, weights: &[Row<T>; EXITS], reached: Row<T>) -> Row<T> {
        let exit = B::FIRST_CALL + rung;
        let [arriving, called, raised] = &self.stakes.fold_ratios[rung];
        if !B::opponent_faces(rung) {
            return weights[exit] * *called;
        }
        let arrived = if exit > 0 { weights[exit - 1] * *arriving } else { reached * self.stakes.folds[rung] };
        let folded = arrived - weights[exit] * *called;
        if rung + 1 < B::rungs(EXITS) { folded - weights[exit + 1] * *raised } else { folded }
    }

    /// Where the running sums begin: at minus half of all weight, and where the opponent faces the bet at half the
    /// worth of the fold, since the sums below and up to a group are added together.
    #[inline(always)]
    fn beginnings(&self, weights: &[Row<T>; EXITS], reached: Row<T>) -> [Row<T>; EXITS] {
        let mut beginnings = *weights;
        for exit in 0..EXITS {
            let mut twice = Row::default() - weights[exit];
            if exit >= B::FIRST_CALL && B::opponent_faces(exit - B::FIRST_CALL) {
                twice = twice + self.fold_worth(exit - B::FIRST_CALL, weights, reached);
            }
            beginnings[exit] = twice * Row::splat(T::of(0.5));
        }
        beginnings
    }

    /// The worth of the player's own folds; nothing at the opponent's rungs.
    #[inline(always)]
    fn own_folds(&self, weights: &[Row<T>; EXITS], reached: Row<T>) -> [Row<T>; MOST_RUNGS] {
        let mut worths = [Row::default(); MOST_RUNGS];
        for (rung, worth) in worths.iter_mut().enumerate().take(B::rungs(EXITS)) {
            if !B::opponent_faces(rung) {
                *worth = self.fold_worth(rung, weights, reached);
            }
        }
        worths
    }

    /// Goes through one group of equal strength; `running` are the sums over all weaker holdings.
    #[inline(always)]
    fn play_group(
        &mut self,
        group: std::ops::Range<usize>,
        cards: &[u8],
        running: &mut [Row<T>; EXITS],
        fold_total: &[Row<T>; MOST_RUNGS],
    ) {
        // Slices of the group in local variables: the compiler cannot know that the sums below do not overwrite where
        // they lie, and would look it up again for each holding.
        let (board, reach, exits) = (self.board, self.reach, self.exits);
        let held = &board.order.cards()[group.clone()];
        let ids = &board.order.ids()[group.clone()];
        let buckets = &self.row.of_place[group.clone()];
        let mut balance = *running;
        for (balances, &card) in self.sums.balances.iter_mut().zip(cards) {
            *balances = self.sums.weights[slot(card)];
        }
        for ((&[a, b], &id), &bucket) in held.iter().zip(ids).zip(buckets) {
            let reach = reach[usize::from(id)];
            let products = &exits[usize::from(bucket)];
            let sums = &mut *self.sums.weights;
            for exit in 0..EXITS {
                let weight = reach * products[exit];
                running[exit] = running[exit] + weight;
                sums[slot(a)][exit] = sums[slot(a)][exit] + weight;
                sums[slot(b)][exit] = sums[slot(b)][exit] + weight;
            }
        }
        for exit in 0..EXITS {
            balance[exit] = balance[exit] + running[exit];
        }
        for (balances, &card) in self.sums.balances.iter_mut().zip(cards) {
            let weights = &self.sums.weights[slot(card)];
            for exit in 0..EXITS {
                balances[exit] = balances[exit] + weights[exit];
            }
        }
        let in_group = &board.cards_in_group[group.clone()];
        let folds = self.folds;
        let Self { sums, reply, values, .. } = self;
        let values = values[group.clone()].iter_mut();
        let holdings = held.iter().zip(ids).zip(buckets).zip(in_group).zip(values);
        for (place, ((((&cards, &id), &bucket), &in_group), joined)) in group.zip(holdings) {
            let holding =
                Holding { cards, in_group, reach: reach[usize::from(id)], folds: &folds[usize::from(bucket)] };
            let ends = Self::ends(sums, &holding, &balance, fold_total);
            let value = reply.value(place, &ends);
            *joined = if B::AFTER_CHECK { value } else { reply.join(place, *joined, value) };
        }
    }

    /// What the ends are worth to a holding of the group at hand.
    #[inline(always)]
    fn ends(
        sums: &SumsOfExits<'_, T, EXITS>,
        holding: &Holding<'_, T>,
        balance: &[Row<T>; EXITS],
        fold_total: &[Row<T>; MOST_RUNGS],
    ) -> BranchEnds<T, EXITS> {
        let [a, b] = holding.cards.map(slot);
        let [in_group, also] = holding.in_group.map(slot);
        let (first, second) = (&sums.balances[in_group], &sums.balances[also]);
        let (first_folds, second_folds) = (&sums.folds[a], &sums.folds[b]);
        let mut ends = BranchEnds { exits: [Row::default(); EXITS], folds: [Row::default(); MOST_RUNGS] };
        for exit in 0..EXITS {
            ends.exits[exit] = balance[exit] - first[exit] - second[exit];
        }
        for rung in 0..B::rungs(EXITS) {
            // The holding itself was taken out of the folds once with each of its cards.
            let own = holding.reach * holding.folds[rung];
            if B::opponent_faces(rung) {
                ends.exits[B::FIRST_CALL + rung] = ends.exits[B::FIRST_CALL + rung] + own;
            } else {
                ends.folds[rung] = fold_total[rung] - first_folds[rung] - second_folds[rung] + own;
            }
        }
        ends
    }
}

impl<T: Real, R, const EXITS: usize, B: Branch> Kernel for BranchValues<'_, T, R, EXITS, B>
where
    R: BranchReply<T, EXITS, B>,
{
    type Output = ();
    const RARE: bool = is_rare::<T, EXITS, B>();

    #[inline(always)]
    fn run(mut self) {
        let (total, reached) = self.add_up();
        let fold_total = self.own_folds(&total, reached);
        let mut running = self.beginnings(&total, reached);
        for card in 0..CARD_SLOTS {
            let (weights, reached) = (self.sums.weights[card], self.sums.reach[card]);
            self.sums.folds[card] = self.own_folds(&weights, reached);
            self.sums.weights[card] = self.beginnings(&weights, reached);
        }
        let (mut start, mut card_start) = (0, 0);
        let board = self.board;
        for (&end, &card_end) in board.order.group_ends().iter().zip(&board.group_card_ends) {
            let cards = &board.group_cards[card_start..usize::from(card_end)];
            self.play_group(start..usize::from(end), cards, &mut running, &fold_total);
            (start, card_start) = (usize::from(end), usize::from(card_end));
        }
    }
}
