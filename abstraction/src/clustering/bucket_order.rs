//! Renumbers clusters from the weakest to the strongest, so that a bucket's number means something.

use crate::clustering::error::ClusteringError;

/// The new number of every cluster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BucketOrder {
    new_numbers: Vec<u32>,
}

impl BucketOrder {
    /// Orders clusters by mean strength: the sum of their rows' `strengths` over the sum of their `weights`.
    ///
    /// `strengths[row]` is the strength summed over the deals the row stands for, in any whole-number unit. Equal means
    /// keep the order of the old numbers; clusters without rows come last. Means are compared exactly.
    pub fn by_strength(
        clusters: usize,
        assignment: &[u32],
        weights: &[u64],
        strengths: &[u64],
    ) -> Result<Self, ClusteringError> {
        for (what, found) in [("weights", weights.len()), ("strengths", strengths.len())] {
            if found != assignment.len() {
                return Err(ClusteringError::Shape { what, expected: assignment.len(), found });
            }
        }
        let mut sums = vec![(0u128, 0u64); clusters];
        for ((&cluster, &weight), &strength) in assignment.iter().zip(weights).zip(strengths) {
            let Some(sum) = sums.get_mut(cluster as usize) else {
                let (what, expected) = ("a cluster number", "below the number of clusters");
                return Err(ClusteringError::Setting { what, expected, found: cluster.to_string() });
            };
            sum.0 += u128::from(strength);
            sum.1 += weight;
        }
        let mut order: Vec<usize> = (0..clusters).collect();
        order.sort_by(|&a, &b| {
            let ((strength_a, weight_a), (strength_b, weight_b)) = (sums[a], sums[b]);
            let means = (strength_a * u128::from(weight_b)).cmp(&(strength_b * u128::from(weight_a)));
            (weight_a == 0).cmp(&(weight_b == 0)).then(means).then(a.cmp(&b))
        });
        let mut new_numbers = vec![0; clusters];
        order.iter().enumerate().for_each(|(new, &old)| new_numbers[old] = new as u32);
        Ok(Self { new_numbers })
    }

    /// The new number of an old one.
    pub fn new_number(&self, old: u32) -> u32 {
        self.new_numbers[old as usize]
    }

    /// Renumbers an assignment in place.
    pub fn renumber(&self, assignment: &mut [u32]) {
        assignment.iter_mut().for_each(|cluster| *cluster = self.new_number(*cluster));
    }

    /// The centres, `[cluster][dimension]`, in the new order.
    pub fn reorder_centres(&self, dimensions: usize, centres: &[u16]) -> Vec<u16> {
        let mut reordered = vec![0; centres.len()];
        for (centre, &new) in centres.chunks_exact(dimensions).zip(&self.new_numbers) {
            reordered[new as usize * dimensions..][..dimensions].copy_from_slice(centre);
        }
        reordered
    }
}
