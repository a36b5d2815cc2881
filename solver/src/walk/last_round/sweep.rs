//! A player's values in a block of columns of the last round, sixteen histories at once: this is where the time goes.
//!
//! ```text
//! for each group of equal strength, weakest first:
//!     add its weight to the running sums                      reach of cohort × products, of each card likewise
//!     for each holding:  worth of an exit = sum − sums of its cards (+ its own part of the opponent's fold)
//!                        worth of a fold  = all weight − weight with its cards + its own
//!     add its weight once more
//! ```
//!
//! Running sums begin at minus all weight and have everything twice but the group at hand once: that is the weight
//! beaten minus the weight lost to. What the player makes of the worths is up to a [`GroupReply`]: holding by holding
//! for a best response, card by card where the reply is linear in them.

use evaluator::processor::Kernel;

use super::card_sums::{BlockSums, ByCard, CardSums, CohortReach, add, is_rare};
use super::end_products::EndsOfBuckets;
use crate::boards::Cohorts;
use crate::walk::reach_products::{Real, Row};

/// A group of equal strength as a player meets it.
pub(crate) struct Group<'a, T, const W: usize> {
    /// Its number.
    pub number: usize,
    /// The opponent's cohorts on the board.
    pub cohorts: &'a Cohorts,
    /// Won minus lost weight at the exits: against all, and against those with each card.
    pub balance: &'a [Row<T>; W],
    pub balances: &'a ByCard<T, W>,
    /// What the player's own folds are worth: against all, and against those with each card.
    pub fold_total: &'a [Row<T>; W],
    pub folds: &'a ByCard<T, W>,
    /// The opponent's products towards the folds, by distinct bucket.
    pub products: &'a [[Row<T>; W]],
    /// The opponent's reach, by place and added up.
    pub reach: &'a [Row<T>],
    pub added: &'a CohortReach<T>,
}

/// How the player whose values are computed plays a block of columns.
pub(crate) trait GroupReply<T, const W: usize> {
    /// Takes a group; implementations are `#[inline(always)]`.
    fn take(&mut self, group: &Group<'_, T, W>);
}

/// The kernel.
pub(crate) struct Sweep<'a, T, R, const W: usize> {
    /// The block's first column.
    pub start: usize,
    /// The opponent's cohorts on the board.
    pub cohorts: &'a Cohorts,
    /// The opponent's reach, by place and added up.
    pub reach: &'a [Row<T>],
    pub added: &'a CohortReach<T>,
    /// The opponent's products.
    pub products: &'a EndsOfBuckets<T>,
    pub sums: &'a mut CardSums<T>,
    pub reply: R,
}

impl<T: Real, R: GroupReply<T, W>, const W: usize> Kernel for Sweep<'_, T, R, W> {
    type Output = ();
    const RARE: bool = is_rare::<T>();

    #[inline(always)]
    fn run(self) {
        let Self { start, cohorts, reach, added, products, sums, mut reply } = self;
        let [exits, folds_by_bucket] = products.block::<W>(start);
        let BlockSums { running, total, folds, fold_total } = sums.block::<W>(start);
        let mut first = 0;
        for (number, &end) in cohorts.group_ends.iter().enumerate() {
            let of_group = first..usize::from(end);
            first = of_group.end;
            add(cohorts, of_group.clone(), added, exits, total, running);
            reply.take(&Group {
                number,
                cohorts,
                balance: total,
                balances: running,
                fold_total,
                folds,
                products: folds_by_bucket,
                reach,
                added,
            });
            add(cohorts, of_group, added, exits, total, running);
        }
    }
}
