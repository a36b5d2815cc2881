//! The average strategies of similar buckets, combined.
//!
//! Training on sampled boards leaves each bucket's average strategy noisy: its error falls with the square root of the
//! number of boards that showed the bucket, and 9,000 buckets of the river are shown rarely. Nearby buckets want nearly
//! the same strategy, but their noise differs. So combining a bucket's sums with its neighbours' removes more noise
//! than it blurs, until the bucket has been seen often enough. It is a kernel regression (Nadaraya 1964, Watson 1964)
//! over buckets. How many neighbours to take must be measured (docs/exact-opponent.md).

use std::fmt;
use std::str::FromStr;

use super::average::AverageStrategies;
use crate::boards::Buckets;
use crate::boards::neighbours::Neighbours;
use crate::error::SolverError;
use crate::walk::player::rounded;
use crate::walk::{ChunkId, Real, Row, Strategies};

/// How many buckets are combined on flop, turn and river, the bucket itself among them; 1 smooths nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Smoothing {
    buckets: [u16; 3],
}

/// The most buckets that may be combined: far more than is useful.
const MOST_BUCKETS: u16 = 1_000;

impl Default for Smoothing {
    fn default() -> Self {
        Self { buckets: [1; 3] }
    }
}

impl Smoothing {
    /// From 1 to 1,000 buckets on each of flop, turn and river.
    pub fn of_buckets(buckets: [u16; 3]) -> Option<Self> {
        buckets.iter().all(|count| (1..=MOST_BUCKETS).contains(count)).then_some(Self { buckets })
    }

    /// On flop, turn and river.
    pub fn buckets(self) -> [u16; 3] {
        self.buckets
    }

    /// Each round's neighbours; `None` where nothing is smoothed.
    pub fn neighbours(self, buckets: &dyn Buckets) -> Result<Vec<Option<Neighbours>>, SolverError> {
        let of_round = |(round, count): (usize, usize)| {
            if count == 1 { Ok(None) } else { buckets.neighbours(round, count).map(Some) }
        };
        let counts = [1].into_iter().chain(self.buckets).map(usize::from);
        counts.enumerate().map(of_round).collect()
    }
}

impl fmt::Display for Smoothing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [flop, turn, river] = self.buckets;
        if flop == turn && turn == river { flop.fmt(f) } else { write!(f, "{flop}-{turn}-{river}") }
    }
}

impl FromStr for Smoothing {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let counts: Option<Vec<u16>> = text.split(',').map(|count| count.trim().parse().ok()).collect();
        let buckets = match counts.as_deref() {
            Some(&[all]) => Some([all; 3]),
            Some(&[flop, turn, river]) => Some([flop, turn, river]),
            _ => None,
        };
        buckets.and_then(Self::of_buckets).ok_or_else(|| {
            format!(
                "expected a number of buckets from 1 to {MOST_BUCKETS}, or three for flop, turn, river; found '{text}'"
            )
        })
    }
}

/// The average strategy, smoothed, as a player that the walk can follow.
pub struct SmoothedStrategies<'a, T> {
    /// What is smoothed.
    pub average: AverageStrategies<'a, T>,
    /// By round.
    pub neighbours: Vec<Option<Neighbours>>,
}

impl<C: Real, T: Real> Strategies<T> for SmoothedStrategies<'_, C> {
    fn load(&self, at: ChunkId, player: usize, buckets: &[u32], strategies: &mut [Row<T>]) {
        let Self { average, neighbours } = self;
        average.load(at, player, buckets, strategies);
        let Some(neighbours) = &neighbours[at.round] else { return };
        let lanes = &average.lanes.rounds[at.round];
        let mut sums = vec![Row::<C>::default(); lanes.slots];
        for (&bucket, strategy) in buckets.iter().zip(strategies.chunks_exact_mut(lanes.slots)) {
            sums.fill(Row::default());
            for neighbour in neighbours.of(bucket as usize) {
                let cells = average.layout.bucket(at, neighbour.bucket as usize);
                let weight = Row::splat(C::of(f64::from(neighbour.weight)));
                for (sum, &cell) in sums.iter_mut().zip(&average.strategy_sums[cells]) {
                    *sum = *sum + Row::from(cell) * weight;
                }
            }
            for node in lanes.nodes.iter().filter(|node| node.player == player) {
                let slots = node.first_slot..node.first_slot + node.children.len();
                let total = sums[slots.clone()].iter().fold(Row::default(), |total, &sum| total + sum);
                for slot in slots {
                    for lane in 0..sums[slot].0.len() {
                        // Where no neighbour was ever reached, the bucket's own stand-in is left as it is.
                        if !total.0[lane].is_nothing() {
                            strategy[slot].0[lane] =
                                rounded::<C, T>(Row::splat(sums[slot].0[lane].over(total.0[lane]))).0[0];
                        }
                    }
                }
            }
        }
    }
}
