//! Scalar products of many pairs of vectors of rows, sixteen histories at once.
//!
//! Vectors are taken in blocks of a few holdings, so that those of some players stay in the first-level cache while
//! they meet each other. Within a block a pair's products go into four sums in turn, so that no addition waits for the
//! one before; blocks are added up in double precision. A pair's sum does not depend on which other pairs are computed
//! with it.
//!
//! The vectors of a round before the last, of which only the folds count, and the reach carried on to the last round.

use evaluator::processor::Kernel;
use std::ops::Range;

use crate::walk::ends::Utilities;
use crate::walk::reach_products::ReachProducts;
use crate::walk::reply::Reply;
use crate::walk::{Real, Row, Shape};

/// Holdings of a block: some 5 KB a vector in single precision.
pub(crate) const PLACES_OF_BLOCK: usize = 16;
/// Sums that take turns.
const CHAINS: usize = 4;
/// Players whose blocks fit the first-level cache, in either position.
const TILE: usize = 4;

/// Two vectors that meet, one of either position, and the sum that receives their product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Encounter {
    /// Number of the vector of position 0.
    pub own: usize,
    /// Number of the vector of position 1.
    pub opposing: usize,
    /// Number of the sum.
    pub sum: usize,
}

impl Encounter {
    /// The order in which encounters find their vectors in the cache.
    pub(crate) fn order(&self) -> impl Ord + use<> {
        (self.opposing / TILE, self.own / TILE, self.opposing, self.own)
    }
}

/// Adds the scalar products of all encounters over one block to their sums.
pub(crate) struct VectorProducts<'a, T> {
    /// Blocks of position 0, one after the other.
    pub own: &'a [Row<T>],
    /// Vectors of position 1, one every `stride` rows.
    pub opposing: &'a [Row<T>],
    /// Rows from one vector of position 1 to the next.
    pub stride: usize,
    /// The rows of position 1 that make the block; as many as each block of position 0 has.
    pub rows: Range<usize>,
    /// Which vectors meet.
    pub encounters: &'a [Encounter],
    /// `[sum][history]`
    pub sums: &'a mut [Row<f64>],
}

impl<T: Real> Kernel for VectorProducts<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { own, opposing, stride, rows, encounters, sums } = self;
        let (start, rows) = (rows.start, rows.end - rows.start);
        for pair in encounters.chunks(2) {
            // Two at once keep the processor busy; the last one may have to be paired with itself.
            let (first, second) = (pair[0], pair[pair.len() - 1]);
            let products = block_products(
                [&own[first.own * rows..][..rows], &own[second.own * rows..][..rows]],
                [
                    &opposing[first.opposing * stride + start..][..rows],
                    &opposing[second.opposing * stride + start..][..rows],
                ],
            );
            add(&mut sums[first.sum], &products[0]);
            if pair.len() > 1 {
                add(&mut sums[second.sum], &products[1]);
            }
        }
    }
}

/// The products of two pairs of blocks.
#[inline(always)]
fn block_products<T: Real>(own: [&[Row<T>]; 2], opposing: [&[Row<T>]; 2]) -> [Row<T>; 2] {
    let mut sums = [[Row::default(); CHAINS]; 2];
    let (first, first_rest) = own[0].as_chunks::<CHAINS>();
    let (second, second_rest) = own[1].as_chunks::<CHAINS>();
    let (first_opposing, first_opposing_rest) = opposing[0].as_chunks::<CHAINS>();
    let (second_opposing, second_opposing_rest) = opposing[1].as_chunks::<CHAINS>();
    for (((first, first_opposing), second), second_opposing) in
        first.iter().zip(first_opposing).zip(second).zip(second_opposing)
    {
        for chain in 0..CHAINS {
            sums[0][chain] = sums[0][chain] + first[chain] * first_opposing[chain];
            sums[1][chain] = sums[1][chain] + second[chain] * second_opposing[chain];
        }
    }
    for (own, opposing) in first_rest.iter().zip(first_opposing_rest) {
        sums[0][0] = sums[0][0] + *own * *opposing;
    }
    for (own, opposing) in second_rest.iter().zip(second_opposing_rest) {
        sums[1][0] = sums[1][0] + *own * *opposing;
    }
    let [first, second] = sums;
    [(first[0] + first[1]) + (first[2] + first[3]), (second[0] + second[1]) + (second[2] + second[3])]
}

#[inline(always)]
fn add<T: Real>(sum: &mut Row<f64>, products: &Row<T>) {
    for (sum, product) in sum.0.iter_mut().zip(&products.0) {
        *sum += product.as_f64();
    }
}

/// Writes how likely position 0 plays to each fold, `[place][fold]`, for some places.
pub(crate) struct OwnFolds<'a, T> {
    pub shape: &'a Shape,
    /// The reach of these places where the round begins.
    pub reach: &'a [Row<T>],
    pub bucket_of_place: &'a [u16],
    pub products: &'a ReachProducts<T>,
    pub vector: &'a mut [Row<T>],
}

impl<T: Real> Kernel for OwnFolds<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { shape, reach, bucket_of_place, products, vector } = self;
        let folds = shape.ends - shape.exits;
        for fold in 0..folds {
            let towards = products.towards(shape.exits + fold);
            for (place, (reach, &bucket)) in reach.iter().zip(bucket_of_place).enumerate() {
                vector[place * folds + fold] = *reach * towards[usize::from(bucket)];
            }
        }
    }
}

/// Keeps what each fold is worth, `[place][fold]`.
pub(crate) struct KeepFolds<'a, T> {
    pub exits: usize,
    pub folds: usize,
    pub vector: &'a mut [Row<T>],
}

impl<T: Real> Reply<T> for KeepFolds<'_, T> {
    #[inline(always)]
    fn take(&mut self, end: usize, utilities: &impl Utilities<T>) {
        let fold = end - self.exits;
        for (place, worth) in self.vector.chunks_exact_mut(self.folds).enumerate() {
            worth[fold] = utilities.at(place);
        }
    }
}

/// Writes a player's reach of a chunk of the last round by holding number, where the round before keeps its lanes.
pub(crate) struct LastReach<'a, T> {
    /// Where the round before began, by place.
    pub before: &'a [Row<T>],
    pub bucket_of_place: &'a [u16],
    /// Towards the exit that leads to the chunk.
    pub towards: &'a [Row<T>],
    /// Holding numbers by place.
    pub ids: &'a [u16],
    pub reach: &'a mut [Row<T>],
}

impl<T: Real> Kernel for LastReach<'_, T> {
    /// The reach of all holdings together.
    type Output = Row<T>;

    #[inline(always)]
    fn run(self) -> Row<T> {
        let Self { before, bucket_of_place, towards, ids, reach } = self;
        let mut total = Row::default();
        for ((before, &bucket), &id) in before.iter().zip(bucket_of_place).zip(ids) {
            let row = *before * towards[usize::from(bucket)];
            total = total + row;
            reach[usize::from(id)] = row;
        }
        total
    }
}
