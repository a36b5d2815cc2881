//! Play by a strategy in the last round: its values are sums over the ends, so the worth of all ends together is taken
//! card by card before single holdings appear; and what each end is worth to a bucket is a number of holdings times the
//! worth against all, less that against each card.

use std::marker::PhantomData;

use super::against::Replies;
use super::card_sums::slot;
use super::end_products::EndsOfBuckets;
use super::end_table::EndTable;
use super::step::{Fold, Pattern, Step};
use super::sweep::{Group, GroupReply};
use crate::boards::Cohorts;
use crate::walk::reach_products::{Real, Row};

/// Adds up values under the player's strategy.
pub(crate) struct OwnPlay<'a, T> {
    pub table: &'a EndTable,
    pub player: usize,
    /// The board as the player sees it.
    pub cohorts: &'a Cohorts,
    /// The opponent's bucket of each place; `None` where both have the same.
    pub opponents_buckets: Option<&'a [u16]>,
    /// How likely the player plays to each end.
    pub products: &'a EndsOfBuckets<T>,
    /// Receives the values, by place.
    pub values: &'a mut [Row<T>],
    /// Receives what each end is worth, summed over a bucket's holdings, if that is wanted; an opponent's fold is in
    /// the exit beside it. It must be zero before.
    pub sums: Option<&'a mut EndsOfBuckets<T>>,
    /// Scratch: values of cards.
    pub of_card: &'a mut Vec<Row<T>>,
}

/// The play in one block.
pub(crate) struct OwnBlock<'b, T, P, const W: usize> {
    pattern: PhantomData<P>,
    cohorts: &'b Cohorts,
    opponents_buckets: Option<&'b [u16]>,
    steps: [Step; W],
    /// By distinct bucket.
    exits: &'b [[Row<T>; W]],
    folds: &'b [[Row<T>; W]],
    goes_on: bool,
    /// The cohort at hand.
    cohort: usize,
    values: &'b mut [Row<T>],
    sums: Option<[&'b mut [[Row<T>; W]]; 2]>,
    of_card: &'b mut [Row<T>],
}

impl<T: Real> Replies<T> for OwnPlay<'_, T> {
    type Block<'b, P: Pattern, const W: usize>
        = OwnBlock<'b, T, P, W>
    where
        Self: 'b;

    fn block<P: Pattern, const W: usize>(&mut self, start: usize) -> OwnBlock<'_, T, P, W> {
        let steps = std::array::from_fn(|number| Step::of(&self.table.columns[start + number], self.player));
        let [exits, folds] = self.products.block::<W>(start);
        self.of_card.resize(self.cohorts.cards.len(), Row::default());
        OwnBlock {
            pattern: PhantomData,
            cohorts: self.cohorts,
            opponents_buckets: self.opponents_buckets,
            steps,
            exits,
            folds,
            goes_on: start > 0,
            cohort: 0,
            values: self.values,
            sums: self.sums.as_mut().map(|sums| sums.block_mut::<W>(start)),
            of_card: self.of_card,
        }
    }
}

impl<T: Real, P: Pattern, const W: usize> GroupReply<T, W> for OwnBlock<'_, T, P, W> {
    #[inline(always)]
    fn take(&mut self, group: &Group<'_, T, W>) {
        let none = Row::default();
        let (cohorts, mut start, mut card_start) = self.cohorts.of_group(group.number);
        for cohort in cohorts {
            let bucket = usize::from(cohort.bucket);
            let (exits, folds) = (&self.exits[bucket], &self.folds[bucket]);
            let holdings = &self.cohorts.holdings[start..usize::from(cohort.holdings_end)];
            let cards = card_start..usize::from(cohort.cards_end);
            (start, card_start) = (usize::from(cohort.holdings_end), cards.end);
            // Against all opponents, less those with each card; holdings that themselves were taken out come back.
            let (mut sum, mut sum_folds) = ([none; W], [none; W]);
            let of_cards = &mut self.of_card[cards.clone()];
            for (card, value) in self.cohorts.cards[cards].iter().zip(&mut *of_cards) {
                let balance = &group.balances[slot(card.card)];
                let fold = &group.folds[slot(card.card)];
                let times = Row::splat(T::of_byte(card.holdings));
                let mut worth = none;
                for_columns!(W, column, {
                    worth = worth + exits[column] * balance[column];
                    sum[column] = sum[column] + times * balance[column];
                    if P::step(column, W, self.steps[column]).fold == Fold::Player {
                        worth = worth + folds[column] * fold[column];
                        sum_folds[column] = sum_folds[column] + times * fold[column];
                    }
                });
                *value = worth;
            }
            let times = Row::splat(T::of(holdings.len() as f64));
            let mut all = none;
            for_columns!(W, column, {
                all = all + exits[column] * group.balance[column];
                sum[column] = times * group.balance[column] - sum[column];
                if P::step(column, W, self.steps[column]).fold == Fold::Player {
                    all = all + folds[column] * group.fold_total[column];
                    sum_folds[column] = times * group.fold_total[column] - sum_folds[column];
                }
            });
            // Where the player folds it comes to the fold, where the opponent does to the exit.
            let mut own_weights = [none; W];
            for_columns!(W, column, {
                own_weights[column] = match P::step(column, W, self.steps[column]).fold {
                    Fold::Nobody => none,
                    Fold::Opponent => exits[column],
                    Fold::Player => folds[column],
                };
            });
            let mut own_sums = [none; W];
            let mut own_weight = none;
            if self.opponents_buckets.is_none() {
                let reach = group.added.of_cohort[self.cohort];
                let products = &group.products[bucket];
                for_columns!(W, column, {
                    own_weight = own_weight + own_weights[column] * products[column];
                    own_sums[column] = reach * products[column];
                });
            }
            self.cohort += 1;
            let first_card = usize::from(cohort.cards_end) - of_cards.len();
            for holding in holdings {
                let place = usize::from(holding.place);
                let reach = group.reach[place];
                let [a, b] = holding.in_cohort;
                let mut value = all - of_cards[usize::from(a) - first_card] - of_cards[usize::from(b) - first_card];
                match self.opponents_buckets {
                    None => value = value + reach * own_weight,
                    Some(buckets) => {
                        let products = &group.products[usize::from(buckets[place])];
                        for_columns!(W, column, {
                            let own = reach * products[column];
                            own_sums[column] = own_sums[column] + own;
                            value = value + own_weights[column] * own;
                        });
                    }
                }
                self.values[place] = if self.goes_on { self.values[place] + value } else { value };
            }
            if let Some([exits, folds]) = &mut self.sums {
                let (exits, folds) = (&mut exits[bucket], &mut folds[bucket]);
                for_columns!(W, column, {
                    let mut worth = sum[column];
                    if P::step(column, W, self.steps[column]).fold == Fold::Player {
                        folds[column] = folds[column] + (sum_folds[column] + own_sums[column]);
                    } else if P::step(column, W, self.steps[column]).fold == Fold::Opponent {
                        worth = worth + own_sums[column];
                    }
                    exits[column] = exits[column] + worth;
                });
            }
        }
    }
}
