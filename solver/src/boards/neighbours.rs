//! Which buckets of a street are most alike, by their centres.

use rayon::prelude::*;
use std::ops::Range;

/// For each bucket the buckets nearest to it, itself first, and how much each counts.
#[derive(Clone, PartialEq, Debug)]
pub struct Neighbours {
    /// Where each bucket's neighbours begin, then their total number.
    starts: Vec<usize>,
    near: Vec<Neighbour>,
}

/// A bucket near another one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Neighbour {
    pub bucket: u32,
    /// Its weight: 1 at distance 0, falling to 0 at the first bucket that is left out (Epanechnikov's kernel).
    pub weight: f32,
}

impl Neighbours {
    /// The `count` buckets nearest to each bucket by the Euclidean distance between centres, `[bucket][dimension]`.
    /// Only buckets of the same group can be neighbours: `bounds` lists where each group begins, then the number of
    /// buckets.
    ///
    /// Equally near buckets come in the order of their numbers, so that the result is always the same. The time grows
    /// with the square of the largest group.
    pub fn nearest(centres: &[f32], dimensions: usize, bounds: &[usize], count: usize) -> Self {
        let of_group = |bounds: &[usize]| -> Vec<Vec<Neighbour>> {
            let group = bounds[0]..bounds[1];
            let near = |bucket| nearest_in(centres, dimensions, group.clone(), bucket, count);
            group.clone().into_par_iter().map(near).collect()
        };
        let lists: Vec<Vec<Neighbour>> = bounds.windows(2).flat_map(of_group).collect();
        let mut starts = vec![0];
        for list in &lists {
            starts.push(starts[starts.len() - 1] + list.len());
        }
        Self { starts, near: lists.into_iter().flatten().collect() }
    }

    /// The neighbours of a bucket, nearest first.
    pub fn of(&self, bucket: usize) -> &[Neighbour] {
        &self.near[self.starts[bucket]..self.starts[bucket + 1]]
    }
}

fn nearest_in(centres: &[f32], dimensions: usize, group: Range<usize>, bucket: usize, count: usize) -> Vec<Neighbour> {
    let centre = |bucket: usize| &centres[bucket * dimensions..(bucket + 1) * dimensions];
    let own = centre(bucket);
    let distance = |other: usize| -> f64 {
        let squares = own.iter().zip(centre(other)).map(|(&own, &other)| (f64::from(own) - f64::from(other)).powi(2));
        squares.sum()
    };
    // The bucket itself comes first, even if others have the same centre.
    let key = |other: usize| (distance(other), other != bucket, other);
    let mut all: Vec<_> = group.map(key).collect();
    let order = |one: &(f64, bool, usize), other: &(f64, bool, usize)| {
        one.0.total_cmp(&other.0).then_with(|| (one.1, one.2).cmp(&(other.1, other.2)))
    };
    let beyond = (count < all.len()).then(|| all.select_nth_unstable_by(count, order).1.0);
    all.truncate(count);
    all.sort_unstable_by(order);
    let weight = |distance: f64| match beyond {
        Some(beyond) if beyond > 0.0 => (1.0 - distance / beyond) as f32,
        _ => 1.0,
    };
    all.into_iter().map(|(distance, _, bucket)| Neighbour { bucket: bucket as u32, weight: weight(distance) }).collect()
}
