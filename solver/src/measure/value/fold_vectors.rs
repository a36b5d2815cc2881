//! The vectors of a round before the last, of which only the folds count, and the reach carried on to the last round.

use evaluator::processor::Kernel;

use crate::walk::ends::Utilities;
use crate::walk::reach_products::ReachProducts;
use crate::walk::reply::Reply;
use crate::walk::{Real, RoundLanes, Row};

/// Writes how likely position 0 plays to each fold, `[place][fold]`, for some places.
pub(super) struct OwnFolds<'a, T> {
    pub lanes: &'a RoundLanes,
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
        let Self { lanes, reach, bucket_of_place, products, vector } = self;
        let folds = lanes.terminals - lanes.exits;
        for fold in 0..folds {
            let towards = products.towards(lanes.exits + fold);
            for (place, (reach, &bucket)) in reach.iter().zip(bucket_of_place).enumerate() {
                vector[place * folds + fold] = *reach * towards[usize::from(bucket)];
            }
        }
    }
}

/// Keeps what each fold is worth, `[place][fold]`.
pub(super) struct KeepFolds<'a, T> {
    pub exits: usize,
    pub folds: usize,
    pub vector: &'a mut [Row<T>],
}

impl<T: Real> Reply<T> for KeepFolds<'_, T> {
    #[inline(always)]
    fn take(&mut self, terminal: usize, utilities: &impl Utilities<T>) {
        let fold = terminal - self.exits;
        for (place, worth) in self.vector.chunks_exact_mut(self.folds).enumerate() {
            worth[fold] = utilities.at(place);
        }
    }
}

/// Writes a player's reach of a chunk of the last round by holding number, where the round before keeps its lanes.
pub(super) struct LastReach<'a, T> {
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
