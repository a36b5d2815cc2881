//! Centres laid out for vector units: sixteen beside each other, `[block][dimension][16]`.

use crate::distance::Distance;

/// Centres in a block: the `f32` lanes of the widest vector unit.
pub(super) const LANES: usize = 16;

/// A list of centres, transposed in blocks of [`LANES`] and padded to an even number of blocks.
///
/// A *score* is a centre's distance from a row up to a term of the row alone (see [`CentreBlocks::row_term`]), which
/// leaves two operations a coordinate:
/// - earth mover: `|x - c| = 2 max(x, c) - x - c`, so the score is `2 * sum of max(x, c) + offset`, `offset = -sum of c`;
/// - Euclidean: `(x - c)^2 = x^2 + c^2 - 2 x c`, so the score is `offset + sum of x * (-2 c)`, `offset = sum of c^2`.
///
/// All of these and all their partial sums are whole numbers below 2^24 in magnitude: exact in `f32`. Padding has the
/// offset infinity and is never nearest.
#[derive(Debug)]
pub(super) struct CentreBlocks {
    pub distance: Distance,
    pub dimensions: usize,
    /// `[block][dimension][16]`
    pub values: Vec<f32>,
    /// `[block][16]`
    pub offsets: Vec<f32>,
    /// The centres' numbers, in the order of the lanes, without the padding.
    pub numbers: Vec<u32>,
}

impl CentreBlocks {
    /// An empty list.
    pub fn new(distance: Distance, dimensions: usize) -> Self {
        Self { distance, dimensions, values: Vec::new(), offsets: Vec::new(), numbers: Vec::new() }
    }

    /// All centres of `[centre][dimension]` in the order of their numbers.
    pub fn of_all(distance: Distance, dimensions: usize, centres: &[u16]) -> Self {
        let mut blocks = Self::new(distance, dimensions);
        blocks.refill(centres, 0..(centres.len() / dimensions) as u32);
        blocks
    }

    /// Replaces the list by the centres of these numbers, keeping the memory.
    pub fn refill(&mut self, centres: &[u16], numbers: impl Iterator<Item = u32>) {
        self.numbers.clear();
        self.numbers.extend(numbers);
        let blocks = self.numbers.len().div_ceil(2 * LANES) * 2;
        self.values.clear();
        self.values.resize(blocks * self.dimensions * LANES, 0.0);
        self.offsets.clear();
        self.offsets.resize(blocks * LANES, f32::INFINITY);
        for (place, &number) in self.numbers.iter().enumerate() {
            let centre = &centres[number as usize * self.dimensions..][..self.dimensions];
            let block = &mut self.values[place / LANES * self.dimensions * LANES..][..self.dimensions * LANES];
            let lanes = block.chunks_exact_mut(LANES).map(|lanes| &mut lanes[place % LANES]);
            match self.distance {
                Distance::EarthMover => {
                    lanes.zip(centre).for_each(|(lane, &value)| *lane = f32::from(value));
                    self.offsets[place] = -(self.distance.size(centre) as f32);
                }
                Distance::Euclidean => {
                    lanes.zip(centre).for_each(|(lane, &value)| *lane = -2.0 * f32::from(value));
                    self.offsets[place] = self.distance.size(centre) as f32;
                }
            }
        }
    }

    /// How many blocks there are, the padding included.
    pub fn count(&self) -> usize {
        self.offsets.len() / LANES
    }

    /// What is added to a score to get the distance from this row.
    #[inline]
    pub fn row_term(&self, row: &[u16]) -> f32 {
        match self.distance {
            Distance::EarthMover => -(self.distance.size(row) as f32),
            Distance::Euclidean => self.distance.size(row) as f32,
        }
    }
}
