//! Centres laid out for vector units: sixteen beside each other, `[block][dimension][16]`.

use crate::distance::Distance;

/// Centres in a block: the `f32` lanes of the widest vector unit.
pub(super) const LANES: usize = 16;

/// What scoring needs of each centre, computed once for all lists that contain it.
///
/// A *score* is a centre's distance from a row up to a term of the row alone (see [`row_term`]), which leaves two
/// operations a coordinate:
/// - earth mover: `|x - c| = 2 max(x, c) - x - c`, so the score is `2 * sum of max(x, c) + offset`,
///   `offset = -sum of c`;
/// - Euclidean: `(x - c)^2 = x^2 + c^2 - 2 x c`, so the score is `offset + sum of x * (-2 c)`, `offset = sum of c^2`.
///
/// All of these and all their partial sums are whole numbers below 2^24 in magnitude: exact in `f32`.
#[derive(Debug)]
pub(super) struct PreparedCentres {
    pub distance: Distance,
    pub dimensions: usize,
    /// `[centre][dimension]`: `c`, or `-2 c` for Euclid.
    values: Vec<f32>,
    /// One a centre.
    offsets: Vec<f32>,
}

impl PreparedCentres {
    /// Prepares `[centre][dimension]`.
    pub fn new(distance: Distance, dimensions: usize, centres: &[u16]) -> Self {
        let (factor, sign) = match distance {
            Distance::EarthMover => (1.0, -1.0),
            Distance::Euclidean => (-2.0, 1.0),
        };
        let values = centres.iter().map(|&value| factor * f32::from(value)).collect();
        let offsets = centres.chunks_exact(dimensions).map(|centre| sign * distance.size(centre) as f32).collect();
        Self { distance, dimensions, values, offsets }
    }

    /// All centres as one list, in the order of their numbers.
    pub fn all(&self) -> CentreBlocks {
        let mut blocks = CentreBlocks::new(self.distance, self.dimensions);
        blocks.refill(self, 0..self.offsets.len() as u32);
        blocks
    }
}

/// A list of centres, transposed in blocks of [`LANES`] and padded to an even number of blocks.
///
/// Padding has the offset infinity and is never nearest.
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

    /// Replaces the list by the centres of these numbers, keeping the memory.
    pub(crate) fn refill(&mut self, centres: &PreparedCentres, numbers: impl Iterator<Item = u32>) {
        self.numbers.clear();
        self.numbers.extend(numbers);
        let blocks = self.numbers.len().div_ceil(2 * LANES) * 2;
        // What an earlier list left in the padding is finite and has an infinite offset.
        self.values.resize(blocks * self.dimensions * LANES, 0.0);
        self.offsets.clear();
        self.offsets.resize(blocks * LANES, f32::INFINITY);
        for (place, &number) in self.numbers.iter().enumerate() {
            let number = number as usize;
            let centre = &centres.values[number * self.dimensions..][..self.dimensions];
            let block = &mut self.values[place / LANES * self.dimensions * LANES..][..self.dimensions * LANES];
            let lanes = block.as_chunks_mut::<LANES>().0;
            lanes.iter_mut().zip(centre).for_each(|(lanes, &value)| lanes[place % LANES] = value);
            self.offsets[place] = centres.offsets[number];
        }
    }

    /// How many blocks there are, the padding included.
    pub fn count(&self) -> usize {
        self.offsets.len() / LANES
    }
}

/// What is added to a score to get the distance from this row.
#[inline]
pub(super) fn row_term(distance: Distance, row: &[u16]) -> f32 {
    // Rows in range have sizes below 2^23: 32 bits hold them, and more lanes do the work.
    match distance {
        Distance::EarthMover => -(row.iter().map(|&value| i32::from(value)).sum::<i32>() as f32),
        Distance::Euclidean => row.iter().map(|&value| i32::from(value) * i32::from(value)).sum::<i32>() as f32,
    }
}
