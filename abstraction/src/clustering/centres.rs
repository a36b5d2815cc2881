//! Where centres go: weighted means or medians of their rows in whole numbers, and new rows for emptied clusters.

use crate::clustering::partition::{Change, LEFT, Member, Partition};
use crate::clustering::settings::Centre;
use crate::clustering::weighted_rows::WeightedRows;
use rayon::prelude::*;

/// Exact weighted sums of the rows of each cluster, kept up to date by the rows that change cluster.
#[derive(Clone, Debug)]
pub(super) struct ClusterSums {
    dimensions: usize,
    /// `[cluster][dimension]`
    sums: Vec<u64>,
    weights: Vec<u64>,
    /// Clusters whose rows changed since the last update of the centres.
    touched: Vec<bool>,
}

impl ClusterSums {
    /// The sums of a partition.
    pub fn new(rows: &WeightedRows, partition: &Partition) -> Self {
        let (dimensions, clusters) = (rows.dimensions(), partition.clusters());
        let mut sums = vec![0; clusters * dimensions];
        let mut weights = vec![0; clusters];
        sums.par_chunks_exact_mut(dimensions).zip(&mut weights).enumerate().for_each(|(cluster, (sum, weight))| {
            for member in partition.members(cluster) {
                let row_weight = rows.weight(member.row as usize);
                *weight += row_weight;
                add(sum, rows.row(member.row as usize), row_weight);
            }
        });
        Self { dimensions, sums, weights, touched: vec![true; clusters] }
    }

    /// Moves the changed rows' parts from cluster to cluster.
    pub fn apply(&mut self, rows: &WeightedRows, changes: &[Change]) {
        for change in changes {
            let (row, weight) = (rows.row(change.member.row as usize), rows.weight(change.member.row as usize));
            // Subtraction is adding the two's complement: sums wrap on the way and are right at the end.
            for (cluster, weight) in [(change.from, weight.wrapping_neg()), (change.to, weight)] {
                let cluster = usize::from(cluster);
                add(&mut self.sums[cluster * self.dimensions..][..self.dimensions], row, weight);
                self.weights[cluster] = self.weights[cluster].wrapping_add(weight);
                self.touched[cluster] = true;
            }
        }
    }

    /// Puts each centre with rows at their mean or median; returns which centres moved.
    pub fn update(
        &mut self,
        rows: &WeightedRows,
        partition: &Partition,
        kind: Centre,
        centres: &mut [u16],
    ) -> Vec<bool> {
        let cells = centres.par_chunks_exact_mut(self.dimensions).zip(&mut self.touched).enumerate();
        let moved = cells.map(|(cluster, (centre, touched))| {
            if !std::mem::take(touched) || self.weights[cluster] == 0 {
                return false;
            }
            let sums = &self.sums[cluster * self.dimensions..][..self.dimensions];
            let new = match kind {
                Centre::Mean => mean(sums, self.weights[cluster]),
                Centre::Median => median(rows, partition.members(cluster), self.weights[cluster]),
            };
            let moved = new != centre;
            centre.copy_from_slice(&new);
            moved
        });
        moved.collect()
    }

    /// Fills clusters without rows: each takes the row that costs most where it is, and its centre moves there.
    ///
    /// Rows at their centre and the only row of a cluster stay. Returns the clusters filled.
    pub fn fill_empty(&mut self, rows: &WeightedRows, partition: &mut Partition, centres: &mut [u16]) -> Vec<usize> {
        let mut filled = Vec::new();
        for empty in 0..self.weights.len() {
            if self.weights[empty] > 0 {
                continue;
            }
            let costliest = (0..partition.clusters())
                .into_par_iter()
                .filter(|&cluster| partition.members(cluster).len() > 1)
                .flat_map_iter(|cluster| {
                    let members = partition.members(cluster).iter().filter(|member| member.distance > 0);
                    members.map(move |&member| {
                        let cost = rows.weight(member.row as usize) * u64::from(member.distance);
                        (cost, std::cmp::Reverse(member.row), cluster)
                    })
                })
                .max();
            let Some((_, std::cmp::Reverse(row), from)) = costliest else { break };
            let member = Member { row, distance: 0 };
            let change = Change { member, from: from as u16, to: empty as u16 };
            let mut members = partition.members_mut();
            members[from].iter_mut().filter(|member| member.row == row).for_each(|member| member.row = LEFT);
            partition.apply(&[change]);
            self.apply(rows, &[change]);
            centres[empty * self.dimensions..][..self.dimensions].copy_from_slice(rows.row(row as usize));
            filled.push(empty);
        }
        filled
    }
}

fn add(sums: &mut [u64], row: &[u16], weight: u64) {
    for (sum, &value) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_add(weight.wrapping_mul(u64::from(value)));
    }
}

/// The mean, rounded to the nearest whole number, halves up.
fn mean(sums: &[u64], weight: u64) -> Vec<u16> {
    sums.iter().map(|&sum| ((sum + weight / 2) / weight) as u16).collect()
}

/// The weighted lower median of every coordinate; for cumulative histograms it is one again.
fn median(rows: &WeightedRows, members: &[Member], weight: u64) -> Vec<u16> {
    let mut column = Vec::with_capacity(members.len());
    (0..rows.dimensions())
        .map(|dimension| {
            column.clear();
            let entries = members.iter().map(|member| member.row as usize);
            column.extend(entries.map(|row| (rows.row(row)[dimension], rows.weight(row))));
            column.sort_unstable();
            let mut below = 0;
            let half = column.iter().find(|&&(_, weight_of_row)| {
                below += weight_of_row;
                2 * below >= weight
            });
            half.map_or(0, |&(value, _)| value)
        })
        .collect()
}
