//! Sums of the opponent's weight in the last round: by cohort and card before anything is multiplied, then by card at
//! every exit.

use evaluator::processor::Kernel;
use std::ops::Range;

use super::end_products::EndsOfBuckets;
use super::end_stakes::{EndStakes, FoldTerm};
use super::end_table::EndTable;
use crate::boards::Cohorts;
use crate::walk::down::is_row_reached;
use crate::walk::reach_products::{Real, Row};

/// Room for 52 cards; a masked index needs no check.
pub(crate) const CARD_SLOTS: usize = 64;

/// Where a card's sums are.
#[inline(always)]
pub(crate) fn slot(card: u8) -> usize {
    usize::from(card) % CARD_SLOTS
}

/// Rows of a block for each card.
pub(crate) type ByCard<T, const W: usize> = [[Row<T>; W]; CARD_SLOTS];

/// The opponent's reach of a chunk, added up.
#[derive(Default)]
pub struct CohortReach<T> {
    /// `[cohort]`
    pub of_cohort: Vec<Row<T>>,
    /// `[card of a cohort]`
    pub of_card: Vec<Row<T>>,
    /// Whether any holding of a bucket comes, `[distinct bucket]`.
    pub of_bucket: Vec<bool>,
}

/// Adds up a reach by cohort, and by card within each.
pub(crate) struct AddReach<'a, T> {
    pub cohorts: &'a Cohorts,
    /// How many distinct buckets there are.
    pub buckets: usize,
    /// By place.
    pub reach: &'a [Row<T>],
    pub sums: &'a mut CohortReach<T>,
}

impl<T: Real> Kernel for AddReach<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { cohorts, buckets, reach, sums } = self;
        sums.of_bucket.clear();
        sums.of_bucket.resize(buckets, false);
        sums.of_card.clear();
        sums.of_card.resize(cohorts.cards.len(), Row::default());
        sums.of_cohort.resize(cohorts.cohorts.len(), Row::default());
        let of_card = &mut sums.of_card[..];
        let mut start = 0;
        for (cohort, total) in cohorts.cohorts.iter().zip(&mut sums.of_cohort) {
            let end = usize::from(cohort.holdings_end);
            let mut sum = Row::default();
            for holding in &cohorts.holdings[start..end] {
                let own = reach[usize::from(holding.place)];
                sum = sum + own;
                for card in holding.in_cohort {
                    of_card[usize::from(card)] = of_card[usize::from(card)] + own;
                }
            }
            *total = sum;
            sums.of_bucket[usize::from(cohort.bucket)] |= is_row_reached(&sum);
            start = end;
        }
    }
}

/// Weights by card and column; kept from call to call: touching new memory is slow.
#[derive(Default)]
pub struct CardSums<T> {
    /// `[block][card][column]`: the weight at each exit.
    weights: Vec<Row<T>>,
    /// The same: running sums.
    running: Vec<Row<T>>,
    /// The same: what the player's own folds are worth.
    folds: Vec<Row<T>>,
    /// `[column]`: the same three for all cards together.
    total_weights: Vec<Row<T>>,
    total: Vec<Row<T>>,
    fold_total: Vec<Row<T>>,
    /// The weight that comes to the round: of each card, and of all.
    reach: Vec<Row<T>>,
    reach_total: Vec<Row<T>>,
}

impl<T: Real> CardSums<T> {
    pub(crate) fn make_room(&mut self, table: &EndTable) {
        let columns = table.columns.len();
        for by_card in [&mut self.weights, &mut self.running, &mut self.folds] {
            by_card.resize(CARD_SLOTS * columns, Row::default());
        }
        for of_all in [&mut self.total_weights, &mut self.total, &mut self.fold_total] {
            of_all.resize(columns, Row::default());
        }
        self.reach.resize(CARD_SLOTS, Row::default());
        self.reach_total.resize(1, Row::default());
    }

    /// The sums of a block that begins with column `start`.
    #[inline(always)]
    pub(crate) fn block<const W: usize>(&mut self, start: usize) -> BlockSums<'_, T, W> {
        let of_block = start * CARD_SLOTS..(start + W) * CARD_SLOTS;
        let running = self.running[of_block.clone()].as_chunks_mut().0.first_chunk_mut();
        let folds = self.folds[of_block].as_chunks().0.first_chunk();
        BlockSums {
            running: running.expect("room for all cards"),
            total: self.total[start..].first_chunk_mut().expect("a block"),
            folds: folds.expect("room for all cards"),
            fold_total: self.fold_total[start..].first_chunk().expect("a block"),
        }
    }
}

/// Running sums of a block and the worth of own folds, by card and for all cards together. They stay in memory: rows
/// that go from round to round of a loop are taken apart into single numbers.
pub(crate) struct BlockSums<'a, T, const W: usize> {
    pub running: &'a mut ByCard<T, W>,
    pub total: &'a mut [Row<T>; W],
    pub folds: &'a ByCard<T, W>,
    pub fold_total: &'a [Row<T>; W],
}

/// Adds up the opponent's weight at the exits of a block: reach of each cohort and card, times the cohort's products.
pub(crate) struct AddBlock<'a, T, const W: usize> {
    pub cohorts: &'a Cohorts,
    /// The block's first column.
    pub start: usize,
    pub reach: &'a CohortReach<T>,
    /// The opponent's products.
    pub products: &'a EndsOfBuckets<T>,
    pub sums: &'a mut CardSums<T>,
}

impl<T: Real, const W: usize> Kernel for AddBlock<'_, T, W> {
    type Output = ();
    const RARE: bool = is_rare::<T>();

    #[inline(always)]
    fn run(self) {
        let Self { cohorts, start, reach, products, sums } = self;
        let [exits, _] = products.block::<W>(start);
        let of_block = start * CARD_SLOTS..(start + W) * CARD_SLOTS;
        sums.weights[of_block.clone()].fill(Row::default());
        let weights: Option<&mut ByCard<T, W>> = sums.weights[of_block].as_chunks_mut().0.first_chunk_mut();
        let weights = weights.expect("room for all cards");
        sums.total_weights[start..start + W].fill(Row::default());
        let total = sums.total_weights[start..].first_chunk_mut().expect("a block");
        add(cohorts, 0..cohorts.cohorts.len(), reach, exits, total, weights);
    }
}

/// Adds the weight of some cohorts to sums of all and by card.
#[inline(always)]
pub(crate) fn add<T: Real, const W: usize>(
    cohorts: &Cohorts,
    some: Range<usize>,
    added: &CohortReach<T>,
    exits: &[[Row<T>; W]],
    sum: &mut [Row<T>; W],
    sums: &mut ByCard<T, W>,
) {
    let mut card_start = match some.start.checked_sub(1) {
        Some(before) => usize::from(cohorts.cohorts[before].cards_end),
        None => 0,
    };
    for (cohort, &reach) in cohorts.cohorts[some.clone()].iter().zip(&added.of_cohort[some]) {
        let cards = card_start..usize::from(cohort.cards_end);
        card_start = cards.end;
        if !is_row_reached(&reach) {
            continue;
        }
        let products = &exits[usize::from(cohort.bucket)];
        if let [one, other] = cohorts.cards[cards.clone()] {
            // A single holding: its cards have the same weight.
            for_columns!(W, column, {
                let weight = reach * products[column];
                sum[column] = sum[column] + weight;
                sums[slot(one.card)][column] = sums[slot(one.card)][column] + weight;
                sums[slot(other.card)][column] = sums[slot(other.card)][column] + weight;
            });
            continue;
        }
        for_columns!(W, column, {
            sum[column] = sum[column] + reach * products[column];
        });
        for (of_cohort, &reach) in cohorts.cards[cards.clone()].iter().zip(&added.of_card[cards]) {
            let sums = &mut sums[slot(of_cohort.card)];
            for_columns!(W, column, {
                sums[column] = sums[column] + reach * products[column];
            });
        }
    }
}

/// Whether a kernel's form is rare: double precision serves to check single precision.
pub(crate) const fn is_rare<T>() -> bool {
    size_of::<T>() > size_of::<f32>()
}

/// Makes the beginnings of the running sums from weights by card: minus all weight, and where the opponent faces a bet
/// the worth of its fold; and the worth of the player's own folds.
pub(crate) struct Begin<'a, T> {
    pub table: &'a EndTable,
    pub stakes: &'a EndStakes<T>,
    pub cohorts: &'a Cohorts,
    pub reach: &'a CohortReach<T>,
    /// The player whose values are wanted.
    pub player: usize,
    pub sums: &'a mut CardSums<T>,
}

impl<T: Real> Kernel for Begin<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { table, stakes, cohorts, reach, player, sums } = self;
        if stakes.fold_terms.iter().flatten().any(|term| term.column.is_none()) {
            sums.reach.fill(Row::default());
            for (of_cohort, &reach) in cohorts.cards.iter().zip(&reach.of_card) {
                sums.reach[slot(of_cohort.card)] = sums.reach[slot(of_cohort.card)] + reach;
            }
            sums.reach_total[0] = Row::default();
            for &reach in &reach.of_cohort {
                sums.reach_total[0] = sums.reach_total[0] + reach;
            }
        }
        let CardSums { weights, running, folds, total_weights, total, fold_total, reach, reach_total } = sums;
        for block in &table.blocks {
            for number in block.clone() {
                let (column, terms) = (&table.columns[number], &stakes.fold_terms[number]);
                let is_own = column.decider == player;
                let all = Cards { table, slots: 1, present: &[0], weights: total_weights, reach: reach_total };
                let (running_total, fold_total) = (&mut total[number..], &mut fold_total[number..]);
                begin(&all, number, terms, is_own, (running_total, 1), fold_total);
                let all = Cards { table, slots: CARD_SLOTS, present: &cohorts.present, weights, reach };
                let first = block.start * CARD_SLOTS + number - block.start;
                begin(&all, number, terms, is_own, (&mut running[first..], block.len()), &mut folds[first..]);
            }
        }
    }
}

/// Weights by block, card and column, and the reach by card.
struct Cards<'a, T> {
    table: &'a EndTable,
    /// Room for so many cards; those that there are.
    slots: usize,
    present: &'a [u8],
    weights: &'a [Row<T>],
    reach: &'a [Row<T>],
}

impl<T> Cards<'_, T> {
    /// A column's weights, and how far they lie apart.
    #[inline(always)]
    fn column(&self, column: Option<usize>) -> (&[Row<T>], usize) {
        match column {
            Some(column) => {
                let block = &self.table.blocks[self.table.block_of_column[column]];
                (&self.weights[block.start * self.slots + column - block.start..], block.len())
            }
            None => (self.reach, 1),
        }
    }
}

/// Writes where the sums of a column begin, card by card, and what an own fold beside it is worth.
#[inline(always)]
fn begin<T: Real>(
    all: &Cards<'_, T>,
    column: usize,
    terms: &[FoldTerm<T>],
    is_own: bool,
    (running, apart): (&mut [Row<T>], usize),
    folds: &mut [Row<T>],
) {
    let (weights, _) = all.column(Some(column));
    for &card in all.present {
        let card = usize::from(card) * apart;
        running[card] = Row::default() - weights[card];
    }
    let fold = if is_own { folds } else { running };
    for (number, term) in terms.iter().enumerate() {
        let (weights, weights_apart) = all.column(term.column);
        for &card in all.present {
            let worth = term.times * weights[usize::from(card) * weights_apart];
            let fold = &mut fold[usize::from(card) * apart];
            *fold = if is_own && number == 0 { worth } else { *fold + worth };
        }
    }
}
