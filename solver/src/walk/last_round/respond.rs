//! The best reply in the last round: the larger value wherever the player decides, holding by holding; and, where it is
//! wanted, which action that was.

use std::marker::PhantomData;
use tables::strategy::block::PARTS;

use super::against::Replies;
use super::card_sums::slot;
use super::end_table::{Choice, Column, EndTable, Then};
use super::step::{Fold, Joins, Pattern, Step};
use super::sweep::{Group, GroupReply};
use crate::walk::reach_products::{LANES, Real, Row};
use crate::walk::reply::larger;

/// Takes the larger value wherever the player decides.
pub(crate) struct Respond<'a, T, C> {
    pub table: &'a EndTable,
    pub player: usize,
    /// Receives the values, by place.
    pub values: &'a mut [Row<T>],
    /// Values laid aside, `[level][place]`.
    pub aside: &'a mut Vec<Row<T>>,
    /// What is kept of the choices.
    pub choices: C,
}

/// Keeps what was chosen; implementations are `#[inline(always)]`.
pub(crate) trait Choices<T> {
    /// The decision's first option: nothing to compare it with.
    fn first(&mut self, place: usize, choice: &Choice);
    /// An option that is taken if it is worth more than those before it.
    fn raise(&mut self, place: usize, choice: &Choice, worth: &Row<T>, before: &Row<T>);
    /// An exit, which is taken if it is worth no less than raises, if there are any, and than a fold.
    fn stay(&mut self, place: usize, choice: &Choice, worth: &Row<T>, raises: Option<&Row<T>>, fold: Option<&Row<T>>);
}

/// Only the values count.
impl<T> Choices<T> for () {
    #[inline(always)]
    fn first(&mut self, _: usize, _: &Choice) {}
    #[inline(always)]
    fn raise(&mut self, _: usize, _: &Choice, _: &Row<T>, _: &Row<T>) {}
    #[inline(always)]
    fn stay(&mut self, _: usize, _: &Choice, _: &Row<T>, _: Option<&Row<T>>, _: Option<&Row<T>>) {}
}

/// The choices as free probabilities of 0 or 1. Where actions are worth the same the player checks and calls, and of
/// several bets takes the first.
pub(crate) struct KeepChoices<'a> {
    /// `[place][number]`: receives the probabilities in parts of 255.
    pub parts: &'a mut [[u8; LANES]],
    /// Numbers of a place.
    pub numbers: usize,
}

impl KeepChoices<'_> {
    /// Takes an option in some lanes, and takes those before it there no longer.
    #[inline(always)]
    fn take(&mut self, place: usize, choice: &Choice, takes: [u8; LANES], pays: [u8; LANES]) {
        let parts = &mut self.parts[place * self.numbers + choice.first..][..choice.free];
        let (first, end) = choice.before;
        for option in first..end {
            if let Some(parts) = parts.get_mut(option) {
                for lane in 0..LANES {
                    // A single one had nothing to be compared with yet.
                    let taken = if end - first == 1 { PARTS } else { parts[lane] };
                    parts[lane] = taken & !takes[lane];
                }
            }
        }
        if let Some(parts) = parts.get_mut(choice.option) {
            for lane in 0..LANES {
                parts[lane] = takes[lane] & pays[lane];
            }
        }
    }
}

impl<T: Real> Choices<T> for KeepChoices<'_> {
    #[inline(always)]
    fn first(&mut self, place: usize, choice: &Choice) {
        self.take(place, choice, [PARTS; LANES], [PARTS; LANES]);
    }

    #[inline(always)]
    fn raise(&mut self, place: usize, choice: &Choice, worth: &Row<T>, before: &Row<T>) {
        let mut takes = is_no_less(before, worth);
        for part in &mut takes {
            *part = !*part;
        }
        self.take(place, choice, takes, [PARTS; LANES]);
    }

    #[inline(always)]
    fn stay(&mut self, place: usize, choice: &Choice, worth: &Row<T>, raises: Option<&Row<T>>, fold: Option<&Row<T>>) {
        let (mut stays, mut pays) = (*worth, [PARTS; LANES]);
        if let Some(fold) = fold {
            pays = is_no_less(worth, fold);
            stays = larger(stays, *fold);
        }
        let takes = match raises {
            Some(raises) => is_no_less(&stays, raises),
            None => [PARTS; LANES],
        };
        self.take(place, choice, takes, pays);
    }
}

/// All parts where a value is as large as another or larger, none elsewhere.
#[inline(always)]
fn is_no_less<T: Real>(one: &Row<T>, other: &Row<T>) -> [u8; LANES] {
    let mut parts = [0; LANES];
    for (lane, part) in parts.iter_mut().enumerate() {
        *part = if one.0[lane] >= other.0[lane] { PARTS } else { 0 };
    }
    parts
}

/// The reply to one block.
pub(crate) struct RespondToBlock<'b, T, C, P, const W: usize> {
    pattern: PhantomData<P>,
    player: usize,
    columns: [&'b Column; W],
    steps: [Step; W],
    /// Whether values go on from the block before.
    goes_on: bool,
    values: &'b mut [Row<T>],
    aside: &'b mut [Row<T>],
    choices: &'b mut C,
}

impl<T: Real, C: Choices<T>> Replies<T> for Respond<'_, T, C> {
    type Block<'b, P: Pattern, const W: usize>
        = RespondToBlock<'b, T, C, P, W>
    where
        Self: 'b;

    fn block<P: Pattern, const W: usize>(&mut self, start: usize) -> RespondToBlock<'_, T, C, P, W> {
        self.aside.resize(self.table.levels * self.values.len(), Row::default());
        let Self { table, player, values, aside, choices } = self;
        let columns = std::array::from_fn(|number| &table.columns[start + number]);
        let steps = columns.map(|column| Step::of(column, *player));
        let goes_on = start > 0;
        RespondToBlock { pattern: PhantomData, player: *player, columns, steps, goes_on, values, aside, choices }
    }
}

impl<T: Real, C: Choices<T>, P: Pattern, const W: usize> GroupReply<T, W> for RespondToBlock<'_, T, C, P, W> {
    #[inline(always)]
    fn take(&mut self, group: &Group<'_, T, W>) {
        let (cohorts, mut start, _) = group.cohorts.of_group(group.number);
        // In registers as far as there are some.
        let (balance, fold_total) = (*group.balance, *group.fold_total);
        for cohort in cohorts {
            let products = &group.products[usize::from(cohort.bucket)];
            let holdings = &group.cohorts.holdings[start..usize::from(cohort.holdings_end)];
            start = usize::from(cohort.holdings_end);
            for holding in holdings {
                let place = usize::from(holding.place);
                let reach = group.reach[place];
                let [a, b] = holding.cards;
                let (first, second) = (&group.balances[slot(a)], &group.balances[slot(b)]);
                let (first_folds, second_folds) = (&group.folds[slot(a)], &group.folds[slot(b)]);
                let mut value = if !P::IS_CHAIN && self.goes_on { self.values[place] } else { Row::default() };
                for_columns!(W, column, {
                    let step = P::step(column, W, self.steps[column]);
                    let mut worth = balance[column] - first[column] - second[column];
                    let mut fold = None;
                    match step.fold {
                        Fold::Nobody => {}
                        // The holding itself was taken out of the folds once with each of its cards.
                        Fold::Opponent => worth = worth + reach * products[column],
                        Fold::Player => {
                            let all = fold_total[column];
                            let own = reach * products[column];
                            fold = Some(all - first_folds[column] - second_folds[column] + own);
                        }
                    }
                    if step.is_own {
                        let raises = if step.joins == Joins::Begins { None } else { Some(&value) };
                        self.choices.stay(place, &self.columns[column].choice, &worth, raises, fold.as_ref());
                    }
                    if let Some(fold) = fold {
                        worth = larger(worth, fold);
                    }
                    value = match step.joins {
                        Joins::Begins => worth,
                        Joins::Adds => value + worth,
                        Joins::Chooses => larger(worth, value),
                    };
                    if (!P::IS_CHAIN || column + 1 == W)
                        && let Some(then) = &self.columns[column].then
                    {
                        value = self.then(then, place, value);
                    }
                });
                self.values[place] = value;
            }
        }
    }
}

impl<T: Real, C: Choices<T>, P: Pattern, const W: usize> RespondToBlock<'_, T, C, P, W> {
    /// Joins the values of several decisions that follow one.
    #[inline(always)]
    fn then(&mut self, then: &Then, place: usize, mut value: Row<T>) -> Row<T> {
        let is_own = then.decider == self.player;
        let aside = &mut self.aside[then.level * self.values.len() + place];
        if is_own && then.joins {
            self.choices.raise(place, &then.choice, &value, aside);
        }
        if is_own && !then.joins {
            self.choices.first(place, &then.choice);
        }
        if then.joins {
            // Not only where it is larger: a store of some lanes alone is slow on some processors.
            value = if is_own { larger(*aside, value) } else { *aside + value };
        }
        if then.lays_aside {
            *aside = value;
        }
        value
    }
}
