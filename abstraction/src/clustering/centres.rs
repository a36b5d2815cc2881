//! Where centres go: weighted means or medians of their rows in whole numbers, and new rows for emptied clusters.

use evaluator::processor::{Kernel, Processor};
use rayon::prelude::*;

use super::partition::{Change, LEFT, Member, Partition};
use super::settings::{Centre, WeightedRows};
use super::shared_rows::{CostliestRow, SharedRows};

/// Rows that one task adds up: enough that clearing its sums costs little in comparison.
const ROWS_SUMMED: usize = 1 << 20;

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

    /// The sums of rows in their order, `nearest[row]` being the cluster: where rows are many and read once, going
    /// from cluster to cluster would wait for memory at every row.
    pub(crate) fn of_nearest(rows: &WeightedRows, clusters: usize, nearest: &[(u32, u32)]) -> Self {
        let dimensions = rows.dimensions();
        let of_part = |(part, nearest): (usize, &[(u32, u32)])| {
            let mut sums = Self::empty(dimensions, clusters);
            for (row, &(cluster, _)) in (part * ROWS_SUMMED..).zip(nearest) {
                let (cluster, weight) = (cluster as usize, rows.weight(row));
                add(&mut sums.sums[cluster * dimensions..][..dimensions], rows.row(row), weight);
                sums.weights[cluster] += weight;
            }
            sums
        };
        let parts = nearest.par_chunks(ROWS_SUMMED).enumerate().map(of_part);
        parts.reduce(
            || Self::empty(dimensions, clusters),
            |mut sums, more| {
                sums.merge(&more);
                sums
            },
        )
    }

    pub fn empty(dimensions: usize, clusters: usize) -> Self {
        let touched = vec![true; clusters];
        Self { dimensions, sums: vec![0; clusters * dimensions], weights: vec![0; clusters], touched }
    }

    pub fn merge(&mut self, other: &Self) {
        self.sums.iter_mut().zip(&other.sums).for_each(|(sum, more)| *sum += more);
        self.weights.iter_mut().zip(&other.weights).for_each(|(sum, more)| *sum += more);
    }

    /// Puts each centre with rows at their mean.
    pub fn means(&self, centres: &mut [u16]) {
        let sums = self.sums.chunks_exact(self.dimensions).zip(&self.weights);
        for (centre, (sums, &weight)) in centres.chunks_exact_mut(self.dimensions).zip(sums) {
            if weight > 0 {
                centre.copy_from_slice(&mean(sums, weight));
            }
        }
    }

    pub fn apply(&mut self, rows: &WeightedRows, changes: &[Change]) {
        for change in changes {
            let (row, weight) = (rows.row(change.member.row as usize), rows.weight(change.member.row as usize));
            // Subtraction is adding the two's complement: sums wrap on the way and are right at the end.
            for (cluster, weight) in [(change.from, weight.wrapping_neg()), (change.to, weight)] {
                let cluster = cluster as usize;
                add(&mut self.sums[cluster * self.dimensions..][..self.dimensions], row, weight);
                self.weights[cluster] = self.weights[cluster].wrapping_add(weight);
                self.touched[cluster] = true;
            }
        }
    }

    /// Puts each centre with rows at their mean or median; returns which centres moved.
    pub fn update(
        &mut self,
        shared: &SharedRows<'_>,
        partition: &Partition,
        kind: Centre,
        centres: &mut [u16],
    ) -> Vec<bool> {
        if !shared.ranks.is_alone() {
            return self.update_together(shared, partition, kind, centres);
        }
        let rows = &shared.rows;
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

    /// The same from the sums of all ranks. It does not need to know which clusters changed: centres of the others stay
    /// where they are.
    fn update_together(
        &mut self,
        shared: &SharedRows<'_>,
        partition: &Partition,
        kind: Centre,
        centres: &mut [u16],
    ) -> Vec<bool> {
        self.touched.fill(false);
        let mut weights = self.weights.clone();
        shared.ranks.sum(&mut weights);
        let mut new = centres.to_vec();
        match kind {
            Centre::Mean => {
                let mut sums = self.sums.clone();
                shared.ranks.sum(&mut sums);
                Self { dimensions: self.dimensions, sums, weights, touched: Vec::new() }.means(&mut new);
            }
            Centre::Median => shared_medians(shared, partition, &weights, &mut new),
        }
        let pairs = centres.chunks_exact(self.dimensions).zip(new.chunks_exact(self.dimensions));
        let moved = pairs.map(|(centre, new)| centre != new).collect();
        centres.copy_from_slice(&new);
        moved
    }

    /// Fills clusters without rows: each takes the row that costs most where it is, and its centre moves there.
    ///
    /// Rows at their centre and the only row of a cluster stay. Returns the clusters filled.
    pub(crate) fn fill_empty(
        &mut self,
        shared: &SharedRows<'_>,
        partition: &mut Partition,
        centres: &mut [u16],
    ) -> Vec<usize> {
        let mut sizes: Vec<u64> =
            (0..partition.clusters()).map(|cluster| partition.members(cluster).len() as u64).collect();
        shared.ranks.sum(&mut sizes);
        let mut filled = Vec::new();
        for empty in 0..sizes.len() {
            if sizes[empty] > 0 {
                continue;
            }
            let Some(CostliestRow { row, cluster: from, values, .. }) = shared.costliest(partition, &sizes) else {
                break;
            };
            if let Some(row) = shared.here(row) {
                let member = Member { row, distance: 0 };
                let change = Change { member, from: from as u32, to: empty as u32 };
                let mut members = partition.members_mut();
                members[from].iter_mut().filter(|member| member.row == row).for_each(|member| member.row = LEFT);
                partition.apply(&[change]);
                self.apply(&shared.rows, &[change]);
            }
            (sizes[from], sizes[empty]) = (sizes[from] - 1, 1);
            centres[empty * self.dimensions..][..self.dimensions].copy_from_slice(&values);
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

/// The weighted lower median of every coordinate; for cumulative histograms it is again a cumulative histogram.
///
/// All coordinates are bisected side by side: each pass over the rows adds up, in vector lanes, how much weight lies
/// at or below the middle of what is still open. No column is copied or sorted.
fn median(rows: &WeightedRows, members: &[Member], weight: u64) -> Vec<u16> {
    let dimensions = rows.dimensions();
    let mut values = Vec::with_capacity(members.len() * dimensions);
    members.iter().for_each(|member| values.extend_from_slice(rows.row(member.row as usize)));
    let weights: Vec<u64> = members.iter().map(|member| rows.weight(member.row as usize)).collect();
    let (mut least, mut most) = (vec![u16::MAX; dimensions], vec![0; dimensions]);
    for row in values.chunks_exact(dimensions) {
        least.iter_mut().zip(row).for_each(|(least, &value)| *least = value.min(*least));
        most.iter_mut().zip(row).for_each(|(most, &value)| *most = value.max(*most));
    }
    let processor = Processor::detect();
    let mut middle = vec![0; dimensions];
    let mut below = vec![0; dimensions];
    while least != most {
        middle.iter_mut().zip(least.iter().zip(&most)).for_each(|(middle, (&a, &b))| *middle = a + (b - a) / 2);
        below.fill(0);
        processor.run(WeightBelow { values: &values, weights: &weights, middle: &middle, below: &mut below });
        for (dimension, &below) in below.iter().enumerate() {
            if 2 * below >= weight {
                most[dimension] = middle[dimension];
            } else {
                least[dimension] = middle[dimension] + 1;
            }
        }
    }
    least
}

/// The same medians of all clusters over the rows of all ranks; clusters without weight stay where they are.
///
/// Each bit of all coordinates is decided by one sum over the ranks.
fn shared_medians(shared: &SharedRows<'_>, partition: &Partition, weights: &[u64], centres: &mut [u16]) {
    let dimensions = shared.rows.dimensions();
    let (mut least, mut most) = (vec![0; centres.len()], vec![u16::MAX; centres.len()]);
    // Gathered once, since each bit reads all of them.
    let members = |cluster: usize| -> (Vec<u16>, Vec<u64>) {
        let rows = partition.members(cluster).iter().map(|member| member.row as usize);
        let values = rows.clone().flat_map(|row| shared.rows.row(row)).copied().collect();
        (values, rows.map(|row| shared.rows.weight(row)).collect())
    };
    let clusters: Vec<(Vec<u16>, Vec<u64>)> = (0..partition.clusters()).into_par_iter().map(members).collect();
    let processor = Processor::detect();
    for _ in 0..u16::BITS {
        let middle: Vec<u16> = least.iter().zip(&most).map(|(&a, &b): (&u16, &u16)| a + (b - a) / 2).collect();
        let mut below = vec![0; centres.len()];
        let parts = below.par_chunks_exact_mut(dimensions).zip(middle.par_chunks_exact(dimensions)).zip(&clusters);
        parts.for_each(|((below, middle), (values, weights))| {
            processor.run(WeightBelow { values, weights, middle, below });
        });
        shared.ranks.sum(&mut below);
        for (place, (&below, &middle)) in below.iter().zip(&middle).enumerate() {
            // Where one number is left, the middle is that number and stays.
            if 2 * below >= weights[place / dimensions] {
                most[place] = middle;
            } else {
                least[place] = middle + 1;
            }
        }
    }
    for (place, centre) in centres.iter_mut().enumerate() {
        if weights[place / dimensions] > 0 {
            *centre = least[place];
        }
    }
}

/// Adds up the weights of the rows that lie at or below the middle, for every coordinate.
struct WeightBelow<'a> {
    /// `[row][dimension]`
    values: &'a [u16],
    weights: &'a [u64],
    middle: &'a [u16],
    below: &'a mut [u64],
}

impl Kernel for WeightBelow<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (row, &weight) in self.values.chunks_exact(self.middle.len()).zip(self.weights) {
            for ((below, &value), &middle) in self.below.iter_mut().zip(row).zip(self.middle) {
                *below += if value <= middle { weight } else { 0 };
            }
        }
    }
}
