//! The worth of all ends as a vector, to be multiplied with many players' ways of playing there.
//!
//! A player has one number for each exit. Its own folds need none: a player who faces a bet folds what it neither calls
//! nor raises. It comes to the bet as often as to another exit, or as to the round, and raises as often as it comes to
//! exits behind. So the worth of a fold is added to the former and taken from the call and from the latter. Only where
//! it comes to a bet as often as to the round is there one more number: the reach itself.

use evaluator::processor::Kernel;

use super::against::Replies;
use super::card_sums::slot;
use super::end_products::EndsOfBuckets;
use super::end_table::EndTable;
use super::step::Pattern;
use super::sweep::{Group, GroupReply};
use crate::walk::reach_products::{Real, Row};

/// How many numbers each holding has.
pub(crate) fn numbers_of_place(table: &EndTable, player: usize) -> usize {
    let mut own = table.columns.iter().filter(|column| column.decider == player);
    let from_the_start = own.any(|column| column.fold.as_ref().is_some_and(|fold| fold.arrival.is_none()));
    table.columns.len() + usize::from(from_the_start)
}

/// Keeps what the ends are worth to a player.
pub(crate) struct KeepEnds<'a, T> {
    pub table: &'a EndTable,
    pub player: usize,
    /// Receives the vector, `[place][number]`; it must be zero before.
    pub vector: &'a mut [Row<T>],
}

/// The ends of one block.
pub(crate) struct KeepBlock<'b, T, const W: usize> {
    table: &'b EndTable,
    start: usize,
    is_own: [bool; W],
    numbers: usize,
    vector: &'b mut [Row<T>],
}

impl<T: Real> Replies<T> for KeepEnds<'_, T> {
    type Block<'b, P: Pattern, const W: usize>
        = KeepBlock<'b, T, W>
    where
        Self: 'b;

    fn block<P: Pattern, const W: usize>(&mut self, start: usize) -> KeepBlock<'_, T, W> {
        let is_own = std::array::from_fn(|column| self.table.columns[start + column].decider == self.player);
        let numbers = numbers_of_place(self.table, self.player);
        KeepBlock { table: self.table, start, is_own, numbers, vector: self.vector }
    }
}

impl<T: Real, const W: usize> GroupReply<T, W> for KeepBlock<'_, T, W> {
    #[inline(always)]
    fn take(&mut self, group: &Group<'_, T, W>) {
        let (cohorts, mut start, _) = group.cohorts.of_group(group.number);
        for cohort in cohorts {
            let products = &group.products[usize::from(cohort.bucket)];
            for holding in &group.cohorts.holdings[start..usize::from(cohort.holdings_end)] {
                let place = usize::from(holding.place);
                let reach = group.reach[place];
                let [a, b] = holding.cards;
                let (first, second) = (&group.balances[slot(a)], &group.balances[slot(b)]);
                let (first_folds, second_folds) = (&group.folds[slot(a)], &group.folds[slot(b)]);
                let vector = &mut self.vector[place * self.numbers..][..self.numbers];
                for_columns!(W, column, {
                    let number = self.start + column;
                    let mut worth = group.balance[column] - first[column] - second[column];
                    if let Some(beside) = &self.table.columns[number].fold {
                        // The holding itself was taken out of the folds once with each of its cards.
                        let own = reach * products[column];
                        if self.is_own[column] {
                            let all = group.fold_total[column];
                            let fold = all - first_folds[column] - second_folds[column] + own;
                            worth = worth - fold;
                            let arrival = &mut vector[beside.arrival.unwrap_or(self.numbers - 1)];
                            *arrival = *arrival + fold;
                            for &raise in &beside.raises {
                                vector[raise] = vector[raise] - fold;
                            }
                        } else {
                            worth = worth + own;
                        }
                    }
                    vector[number] = vector[number] + worth;
                });
            }
            start = usize::from(cohort.holdings_end);
        }
    }
}

/// Writes the vector of the player itself for some places, `[place][number]`.
pub(crate) struct OwnEnds<'a, T> {
    pub table: &'a EndTable,
    /// The holding numbers of these places.
    pub ids: &'a [u16],
    pub bucket_of_place: &'a [u16],
    /// The reach where the round begins, by holding number.
    pub reach: &'a [Row<T>],
    /// The probability of playing to each end.
    pub products: &'a EndsOfBuckets<T>,
    pub numbers: usize,
    /// Receives the vector.
    pub vector: &'a mut [Row<T>],
}

impl<T: Real> Kernel for OwnEnds<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { table, ids, bucket_of_place, reach, products, numbers, vector } = self;
        for ((&id, &bucket), vector) in ids.iter().zip(bucket_of_place).zip(vector.chunks_exact_mut(numbers)) {
            let reach = reach[usize::from(id)];
            for block in &table.blocks {
                let exits = products.exits_of(block, usize::from(bucket));
                for (number, &product) in vector[block.clone()].iter_mut().zip(exits) {
                    *number = reach * product;
                }
            }
            for number in &mut vector[table.columns.len()..] {
                *number = reach;
            }
        }
    }
}
