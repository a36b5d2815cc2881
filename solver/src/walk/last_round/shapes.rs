//! The shapes of a game's last round, made ready for the kernels.

use super::end_products::ProductSteps;
use super::end_stakes::EndStakes;
use super::end_table::{EndTable, free_slots};
use crate::walk::down::ChunkId;
use crate::walk::lanes::{HistoryLanes, Shape};
use crate::walk::prepared_game::Stakes;
use crate::walk::reach_products::Real;

/// A last round.
pub struct LastRound {
    round: usize,
    shapes: Vec<EndsOfShape>,
    shape_of_chunk: Vec<usize>,
}

/// The ends of a shape, and how the players come to them.
pub struct EndsOfShape {
    pub table: EndTable,
    /// By player: the slots that all probabilities follow from, and how they are multiplied out.
    pub free_slots: [Vec<usize>; 2],
    pub steps: [ProductSteps; 2],
}

impl LastRound {
    /// The last round of a game; `None` where its betting does not have the form of an [`EndTable`].
    pub fn new(lanes: &HistoryLanes) -> Option<Self> {
        let (round, last) = lanes.rounds.iter().enumerate().next_back()?;
        let shapes = last.shapes.iter().map(EndsOfShape::new).collect::<Option<_>>()?;
        Some(Self { round, shapes, shape_of_chunk: last.shape_of_chunk.clone() })
    }

    pub fn at(&self, chunk: usize) -> ChunkId {
        ChunkId { round: self.round, chunk }
    }

    pub fn chunks(&self) -> usize {
        self.shape_of_chunk.len()
    }

    /// The ends of a chunk.
    pub fn ends(&self, chunk: usize) -> &EndsOfShape {
        &self.shapes[self.shape_of_chunk[chunk]]
    }

    /// What the ends are worth to a player, `[chunk]`.
    pub(crate) fn stakes<T: Real>(&self, lanes: &HistoryLanes, stakes: &Stakes<T>, player: usize) -> Vec<EndStakes<T>> {
        let of_chunk = |chunk| {
            let at = self.at(chunk);
            EndStakes::new(lanes.shape(at), stakes, at, &self.ends(chunk).table, player)
        };
        (0..self.chunks()).map(of_chunk).collect()
    }

    /// One chip for every end of any shape, for products that do not include the stakes.
    pub(crate) fn ones<T: Real>(&self) -> EndStakes<T> {
        EndStakes::ones(self.shapes.iter().map(|ends| ends.table.columns.len()).max().unwrap_or(0))
    }

    /// How many free numbers a bucket has in a chunk, for both players.
    pub(crate) fn free_numbers(&self, chunk: usize) -> usize {
        self.ends(chunk).free_slots.iter().map(Vec::len).sum()
    }
}

impl EndsOfShape {
    fn new(shape: &Shape) -> Option<Self> {
        let table = EndTable::of(shape)?;
        let free_slots = [0, 1].map(|player| free_slots(&shape.nodes, player));
        let steps = [0, 1].map(|player| ProductSteps::new(&table, shape, player));
        Some(Self { table, free_slots, steps })
    }
}
