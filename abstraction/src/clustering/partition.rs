//! The rows of each cluster side by side, so that a cluster's rows can share the search for a nearer centre.
//!
//! Renumbers clusters from the weakest to the strongest, so that a bucket's number means something.

use rayon::prelude::*;

use super::settings::{ClusteringError, WeightedRows};

/// A row and its distance from its cluster's centre.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Member {
    pub row: u32,
    /// Its distance from the centre it was last measured against.
    pub distance: u32,
}

/// A row that lies nearer to another centre than to its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// The row, with its distance from the new centre.
    pub member: Member,
    pub from: u32,
    pub to: u32,
}

/// Marks a member that has left; no row has this number.
pub(crate) const LEFT: u32 = u32::MAX;

/// Every row in one cluster, cluster after cluster.
#[derive(Clone, Debug)]
pub struct Partition {
    members: Vec<Member>,
    starts: Vec<usize>,
}

impl Partition {
    /// Sorts rows by cluster: `nearest[row]` is the cluster, below `clusters`, and the distance from its centre.
    pub(crate) fn new(clusters: usize, nearest: &[(u32, u32)]) -> Self {
        let mut starts = vec![0; clusters + 1];
        nearest.iter().for_each(|&(cluster, _)| starts[cluster as usize + 1] += 1);
        for cluster in 0..clusters {
            starts[cluster + 1] += starts[cluster];
        }
        let mut next = starts.clone();
        let mut members = vec![Member { row: LEFT, distance: 0 }; nearest.len()];
        for (row, &(cluster, distance)) in nearest.iter().enumerate() {
            members[next[cluster as usize]] = Member { row: row as u32, distance };
            next[cluster as usize] += 1;
        }
        Self { members, starts }
    }

    pub fn clusters(&self) -> usize {
        self.starts.len() - 1
    }

    /// The rows of a cluster, in no particular order.
    pub fn members(&self, cluster: usize) -> &[Member] {
        &self.members[self.starts[cluster]..self.starts[cluster + 1]]
    }

    /// The members of all clusters, one slice per cluster.
    pub(crate) fn members_mut(&mut self) -> Vec<&mut [Member]> {
        split(&mut self.members, &self.starts)
    }

    /// Each row's cluster and its distance from the centre: what [`Self::new`] sorts.
    pub(crate) fn nearest(&self) -> Vec<(u32, u32)> {
        let mut nearest = vec![(0, 0); self.members.len()];
        for cluster in 0..self.clusters() {
            let members = self.members(cluster).iter();
            members.for_each(|member| nearest[member.row as usize] = (cluster as u32, member.distance));
        }
        nearest
    }

    /// The number of each row's cluster.
    pub fn assignment(&self) -> Vec<u32> {
        let mut assignment = vec![0; self.members.len()];
        for cluster in 0..self.clusters() {
            self.members(cluster).iter().for_each(|member| assignment[member.row as usize] = cluster as u32);
        }
        assignment
    }

    /// The sum over rows of weight times distance; below 2^63 for rows within the exact range.
    pub fn cost(&self, rows: &WeightedRows) -> u64 {
        self.members.par_iter().map(|member| rows.weight(member.row as usize) * u64::from(member.distance)).sum()
    }

    /// Carries out changes: members that left are already marked [`LEFT`], and each cluster's newcomers join at its
    /// end.
    pub(crate) fn apply(&mut self, changes: &[Change]) {
        if changes.is_empty() {
            return;
        }
        let clusters = self.clusters();
        let mut sizes: Vec<usize> = self.starts.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let mut joining = vec![0usize; clusters + 1];
        for change in changes {
            sizes[change.from as usize] -= 1;
            sizes[change.to as usize] += 1;
            joining[change.to as usize + 1] += 1;
        }
        for cluster in 0..clusters {
            joining[cluster + 1] += joining[cluster];
        }
        let mut newcomers = vec![Member { row: LEFT, distance: 0 }; changes.len()];
        let mut next = joining.clone();
        for change in changes {
            newcomers[next[change.to as usize]] = change.member;
            next[change.to as usize] += 1;
        }
        let mut starts = vec![0; clusters + 1];
        for cluster in 0..clusters {
            starts[cluster + 1] = starts[cluster] + sizes[cluster];
        }
        let mut members = vec![Member { row: LEFT, distance: 0 }; self.members.len()];
        split(&mut members, &starts).into_par_iter().enumerate().with_min_len(16).for_each(|(cluster, new)| {
            let stayed = self.members(cluster).iter().filter(|member| member.row != LEFT);
            let joined = &newcomers[joining[cluster]..joining[cluster + 1]];
            new.iter_mut().zip(stayed.chain(joined)).for_each(|(new, &member)| *new = member);
        });
        (self.members, self.starts) = (members, starts);
    }
}

/// Cuts a slice at the starts of the clusters.
fn split<'m>(mut rest: &'m mut [Member], starts: &[usize]) -> Vec<&'m mut [Member]> {
    let sizes = starts.windows(2).map(|pair| pair[1] - pair[0]);
    sizes.map(|size| rest.split_off_mut(..size).expect("the sizes sum to the length")).collect()
}

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

    /// The centres, `[cluster][dimension]`, in the new order.
    pub fn reorder_centres(&self, dimensions: usize, centres: &[u16]) -> Vec<u16> {
        let mut reordered = vec![0; centres.len()];
        for (centre, &new) in centres.chunks_exact(dimensions).zip(&self.new_numbers) {
            reordered[new as usize * dimensions..][..dimensions].copy_from_slice(centre);
        }
        reordered
    }
}
