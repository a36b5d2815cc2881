//! What the ends of a last round are worth to a player, history by history, in chips.

use super::end_table::{Column, EndTable};
use crate::walk::down::ChunkId;
use crate::walk::lanes::Shape;
use crate::walk::prepared_game::Stakes;
use crate::walk::reach_products::{LANES, Real, Row};

/// The stakes of a chunk.
#[derive(Clone)]
pub struct EndStakes<T> {
    /// `[column]`: what either player has put in at the exit.
    pub exits: Vec<Row<T>>,
    /// `[column]`: what the fold wins the player; negative where the player folds, nothing where there is none.
    pub folds: Vec<Row<T>>,
    /// `[column]`: the weights whose sum is the fold's, if there is one.
    pub fold_terms: Vec<Vec<FoldTerm<T>>>,
}

/// A part of what a fold is worth: sums of weights are kept multiplied by the stake of their exit, so each counts so
/// many times.
#[derive(Clone, Copy, Debug)]
pub struct FoldTerm<T> {
    /// The column that the weight is taken from; `None` for all that comes to the round.
    pub column: Option<usize>,
    pub times: Row<T>,
}

impl<T: Real> EndStakes<T> {
    /// One chip for every end of so many columns, for products that do not include the stakes.
    pub(crate) fn ones(columns: usize) -> Self {
        let one = vec![Row::splat(T::of(1.0)); columns];
        Self { exits: one.clone(), folds: one, fold_terms: Vec::new() }
    }

    /// The stakes of a chunk of some shape.
    pub(super) fn new(shape: &Shape, stakes: &Stakes<T>, at: ChunkId, table: &EndTable, player: usize) -> Self {
        let exits: Vec<Row<T>> = table.columns.iter().map(|column| stakes.exit(at, column.exit)).collect();
        let fold = |column: &Column| match &column.fold {
            Some(fold) => stakes.fold(at, shape, fold.end, player),
            None => Row::default(),
        };
        let folds: Vec<Row<T>> = table.columns.iter().map(fold).collect();
        let terms = |(number, column): (usize, &Column)| {
            let Some(fold) = &column.fold else { return Vec::new() };
            let worth = folds[number];
            let term = |column: Option<usize>, sign: f64| {
                let of = |lane: usize| match column {
                    Some(column) => over(worth.0[lane], exits[column].0[lane]).times(T::of(sign)),
                    None => worth.0[lane].times(T::of(sign)),
                };
                FoldTerm { column, times: Row::from(std::array::from_fn::<T, LANES, _>(of)) }
            };
            if column.decider == player {
                // The opponent comes to the player's fold as often as to the call.
                return vec![term(Some(number), 1.0)];
            }
            let stays = std::iter::once(&number).chain(&fold.raises).map(|&column| term(Some(column), -1.0));
            std::iter::once(term(fold.arrival, 1.0)).chain(stays).collect()
        };
        let fold_terms = table.columns.iter().enumerate().map(terms).collect();
        Self { exits, folds, fold_terms }
    }
}

/// The quotient, or zero in lanes without a history, where the stake is zero.
fn over<T: Real>(fold: T, stake: T) -> T {
    if stake == T::default() { stake } else { fold.over(stake) }
}
