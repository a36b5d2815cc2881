//! What a player makes of the ends of a round: the replies for which the walk values them.
//!
//! | reply | values of a holding | used by |
//! |---|---|---|
//! | [`Best`] | the best action at every decision | best response |
//! | [`Own`] | under the player's own strategy | expected value; CFR, which learns from the ends' worth |
//! | [`Keep`] | none: the ends themselves | callers that add them up in their own way |
//!
//! The [last round](super::last_round) has forms of its own: `Respond`, which can keep the choices for an opponent who
//! answers while a strategy learns, `OwnPlay` and `KeepEnds`.

use super::ends::Utilities;
use super::lanes::Shape;
use super::reach_products::{LANES, ReachProducts, Real, Row};
use crate::boards::BucketRow;
use crate::game::Next;

/// Takes what the ends of a chunk are worth to the holdings of a player, one end after the other.
pub(crate) trait Reply<T: Real> {
    /// Takes all places of one end, in whatever order suits it; implementations are `#[inline(always)]`.
    fn take(&mut self, end: usize, utilities: &impl Utilities<T>);
}

/// Takes the larger value wherever the responder decides.
#[derive(Clone, Copy)]
pub(crate) struct Best;

impl Best {
    /// The values by place of a chunk whose ends are worth that much to the player.
    pub fn values<T: Real>(self, shape: &Shape, player: usize, ends: &Keep<T>) -> Vec<Row<T>> {
        let mut nodes = vec![Row::default(); shape.nodes.len()];
        let places = ends.0.first().map_or(0, Vec::len);
        let mut value = |place: usize| {
            for (number, node) in shape.nodes.iter().enumerate().rev() {
                let after = node.children.iter().map(|child| match *child {
                    Next::Decision(node) => nodes[node],
                    Next::End(end) => ends.0[end][place],
                });
                // The opponent's probabilities are already in the ends' values, so the values after its actions add up.
                let of_node = if node.player == player { after.reduce(larger) } else { after.reduce(|a, b| a + b) };
                nodes[number] = of_node.unwrap_or_default();
            }
            match shape.root() {
                Next::Decision(root) => nodes[root],
                Next::End(end) => ends.0[end][place],
            }
        };
        (0..places).map(&mut value).collect()
    }
}

#[inline(always)]
pub(crate) fn larger<T: Real>(mut one: Row<T>, other: Row<T>) -> Row<T> {
    for lane in 0..LANES {
        one.0[lane] = one.0[lane].larger(other.0[lane]);
    }
    one
}

/// Adds up values under the player's strategy.
pub(crate) struct Own<'a, T> {
    /// `[place]`: the values so far.
    pub values: &'a mut [Row<T>],
    /// How likely the player plays to each end.
    pub products: &'a ReachProducts<T>,
    /// The player's buckets.
    pub row: &'a BucketRow,
    /// `[end][distinct bucket]`: receives the worth of each end, summed over the bucket's holdings; empty where nothing
    /// is learnt.
    pub end_sums: &'a mut [Row<T>],
}

impl<T: Real> Reply<T> for Own<'_, T> {
    /// It goes bucket by bucket: a bucket's sum then stays in a register, where one sum after the other through
    /// memory would make each place wait for the one before.
    #[inline(always)]
    fn take(&mut self, end: usize, utilities: &impl Utilities<T>) {
        let sums = self.end_sums.get_mut(end * self.row.distinct.len()..).unwrap_or_default();
        let mut start = 0;
        for (bucket, (&end, &product)) in self.row.ends.iter().zip(self.products.towards(end)).enumerate() {
            let mut sum = Row::default();
            for &place in &self.row.places[start..usize::from(end)] {
                let place = usize::from(place);
                let utility = utilities.at(place);
                self.values[place] = self.values[place] + product * utility;
                sum = sum + utility;
            }
            start = usize::from(end);
            if let Some(out) = sums.get_mut(bucket) {
                *out = sum;
            }
        }
    }
}

/// `[end][place]`; ends that are not shown stay zero.
pub struct Keep<T>(pub Vec<Vec<Row<T>>>);

impl<T: Real> Keep<T> {
    /// Room for the ends of a round on a board with that many places.
    pub fn new(ends: usize, places: usize) -> Self {
        Self(vec![vec![Row::default(); places]; ends])
    }

    /// What a decision or an end is worth to each holding, by place, if the player goes on by its own strategies,
    /// `[distinct bucket][slot]`; the opponent's are in the ends' values already.
    pub fn under_own_play(
        &self,
        shape: &Shape,
        player: usize,
        (row, strategies): (&BucketRow, &[Row<T>]),
        from: Next<usize, usize>,
    ) -> Vec<Row<T>> {
        let node = match from {
            Next::End(end) => return self.0[end].clone(),
            Next::Decision(node) => &shape.nodes[node],
        };
        let mut sums = vec![Row::default(); row.of_place.len()];
        for (slot, &child) in (node.first_slot..).zip(&node.children) {
            let values = self.under_own_play(shape, player, (row, strategies), child);
            for ((sum, &bucket), value) in sums.iter_mut().zip(&row.of_place).zip(values) {
                let is_own = node.player == player;
                let own = if is_own { value * strategies[usize::from(bucket) * shape.slots + slot] } else { value };
                *sum = *sum + own;
            }
        }
        sums
    }
}

impl<T: Real> Reply<T> for Keep<T> {
    #[inline(always)]
    fn take(&mut self, end: usize, utilities: &impl Utilities<T>) {
        for (place, value) in self.0[end].iter_mut().enumerate() {
            *value = utilities.at(place);
        }
    }
}
