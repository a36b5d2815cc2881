//! The rows of a clustering dealt to several ranks: what they add up, and what they send each other.
//!
//! Each rank has a run of the rows, finds their nearest centres and sums them up. Sums, weights and costs are whole
//! numbers, added over the ranks; from them every rank moves the centres to the same places. With 9,000 centres of 50
//! coordinates 3.6 MB are summed an iteration, and sixteen times as much for medians, whose coordinates are bisected
//! bit by bit. What comes out is what one process finds, for any number of ranks.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::ops::{ControlFlow, Range};
use tables::run::state::{decode_state, encode_state};
use tables::together::ranks::{Alone, Ranks};

use super::kmeans::{KMeansState, check, run_restarts};
use super::partition::Partition;
use super::settings::{ClusteringError, KMeansSettings, WeightedRows};

/// The name by which the ranks know this kind of work.
pub const JOB: &str = "clustering";

/// The rows that one rank has of a clustering.
#[derive(Clone, Copy, Debug)]
pub struct SharedRows<'a> {
    pub rows: WeightedRows<'a>,
    /// The number of the first of them among all.
    pub first: usize,
    /// The rows of all ranks, at rank 0.
    pub all: Option<&'a WeightedRows<'a>>,
    /// At rank 0 the weight of all rows; elsewhere the weight of the rank's own rows.
    pub total_weight: u64,
    pub ranks: &'a dyn Ranks,
}

/// What the other ranks must know to take part.
#[derive(Serialize, Deserialize)]
struct Job {
    job: String,
    settings: KMeansSettings,
    dimensions: usize,
    rows: usize,
    /// The checkpoint from which rank 0 continues, in bincode.
    checkpoint: Vec<u8>,
    /// Whether the assignment to the final centres is wanted.
    assigns: bool,
}

fn rows_of(rank: usize, ranks: usize, rows: usize) -> Range<usize> {
    let start = |rank: usize| (rank as u128 * rows as u128 / ranks as u128) as usize;
    start(rank)..start(rank + 1)
}

impl<'a> SharedRows<'a> {
    /// Deals the rows of rank 0 to all ranks, which [`follow`] it. Fewer rows than ranks are not dealt.
    pub fn hand_out(
        rows: &'a WeightedRows<'a>,
        settings: &KMeansSettings,
        checkpoint: &KMeansState,
        assigns: bool,
        ranks: &'a dyn Ranks,
    ) -> Self {
        let total_weight = rows.total_weight();
        if ranks.is_alone() || rows.count() < ranks.ranks() {
            return Self { rows: *rows, first: 0, all: Some(rows), total_weight, ranks: &Alone };
        }
        let job = Job {
            job: JOB.to_owned(),
            settings: settings.clone(),
            dimensions: rows.dimensions(),
            rows: rows.count(),
            checkpoint: encode_state(checkpoint).expect("a checkpoint has a form"),
            assigns,
        };
        ranks.broadcast(&serde_json::to_vec(&job).expect("plain values have a JSON form"));
        let own = |rank| if rank == 0 { 0..0 } else { rows_of(rank, ranks.ranks(), rows.count()) };
        let pieces = |of: &dyn Fn(Range<usize>) -> Vec<u8>| (0..ranks.ranks()).map(|rank| of(own(rank))).collect();
        let values: Vec<Vec<u8>> = pieces(&|rows_there| {
            let rows_there = rows_there.start * rows.dimensions()..rows_there.end * rows.dimensions();
            rows.values()[rows_there].iter().flat_map(|value| value.to_le_bytes()).collect()
        });
        ranks.scatter(&values);
        drop(values);
        ranks.scatter(&pieces(&|rows_there| numbers_as_bytes(&rows.weights()[rows_there])));
        let here = rows_of(0, ranks.ranks(), rows.count());
        Self { rows: rows.part(here), first: 0, all: Some(rows), total_weight, ranks }
    }

    /// The sum of a number over all ranks.
    pub fn total(&self, number: u64) -> u64 {
        let mut numbers = [number];
        self.ranks.sum(&mut numbers);
        numbers[0]
    }

    /// Whether rank 0 wants to go on.
    pub fn agree(&self, requested: ControlFlow<()>) -> ControlFlow<()> {
        let stops = self.ranks.is_first() && requested.is_break();
        if self.total(u64::from(stops)) > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    pub(crate) fn broadcast_centres(
        &self,
        chosen: Result<Vec<u16>, ClusteringError>,
    ) -> Result<Vec<u16>, ClusteringError> {
        if self.ranks.is_alone() {
            return chosen;
        }
        let sent: Vec<u8> = chosen.iter().flatten().flat_map(|value| value.to_le_bytes()).collect();
        let received = self.ranks.broadcast(&sent);
        chosen.map(|_| received.as_chunks().0.iter().map(|&value| u16::from_le_bytes(value)).collect())
    }

    /// The cluster of every row of all ranks, at rank 0.
    pub fn assignment(&self, partition: &Partition) -> Vec<u32> {
        let own = partition.assignment();
        if self.ranks.is_alone() {
            return own;
        }
        let gathered = self.ranks.gather(&own.iter().flat_map(|cluster| cluster.to_le_bytes()).collect::<Vec<u8>>());
        gathered.iter().flat_map(|bytes| bytes.as_chunks().0).map(|&cluster| u32::from_le_bytes(cluster)).collect()
    }

    /// The row of all ranks that costs most where it is, among those away from their centre whose cluster has others:
    /// the lowest number at a tie.
    pub fn costliest(&self, partition: &Partition, sizes: &[u64]) -> Option<CostliestRow> {
        let of_cluster = |cluster: usize| {
            let members = partition.members(cluster).iter().filter(|member| member.distance > 0);
            members.map(move |member| {
                let cost = self.rows.weight(member.row as usize) * u64::from(member.distance);
                (cost, std::cmp::Reverse(member.row), cluster)
            })
        };
        let clusters = (0..partition.clusters()).into_par_iter().filter(|&cluster| sizes[cluster] > 1);
        let best = clusters.flat_map_iter(of_cluster).max();
        let own = best.map_or_else(Vec::new, |(cost, std::cmp::Reverse(row), cluster)| {
            let mut sent = numbers_as_bytes(&[cost, (self.first + row as usize) as u64, cluster as u64]);
            sent.extend(self.rows.row(row as usize).iter().flat_map(|value| value.to_le_bytes()));
            sent
        });
        let gathered = self.ranks.gather_everywhere(&own);
        let received = gathered.iter().filter_map(|bytes| bytes.split_first_chunk::<24>()).map(|(numbers, values)| {
            let [cost, row, cluster] = std::array::from_fn(|place| bytes_as_numbers(numbers)[place]);
            let values = values.as_chunks().0.iter().map(|&value| u16::from_le_bytes(value)).collect();
            CostliestRow { cost, row: row as usize, cluster: cluster as usize, values }
        });
        // What does not fit comes from a rank of another clustering.
        let dimensions = self.rows.dimensions();
        let received =
            received.filter(|row| row.values.len() == dimensions && sizes.get(row.cluster).is_some_and(|&it| it > 1));
        received.max_by_key(|row| (row.cost, std::cmp::Reverse(row.row)))
    }

    /// This rank's number for a row of all ranks, if the row is here.
    pub fn here(&self, row: usize) -> Option<u32> {
        row.checked_sub(self.first).filter(|&row| row < self.rows.count()).map(|row| row as u32)
    }
}

/// A row that may fill an empty cluster.
pub struct CostliestRow {
    /// Weight times distance.
    pub cost: u64,
    /// Its number among the rows of all ranks.
    pub row: usize,
    pub cluster: usize,
    pub values: Vec<u16>,
}

/// Takes part in rank 0's clustering, as one of the other ranks, until it is over.
pub fn follow(ranks: &dyn Ranks, job: &[u8]) -> Result<(), ClusteringError> {
    let unfit = |found: String| {
        let (what, expected) = ("the assignment", "one of this version");
        ClusteringError::Setting { what, expected, found }
    };
    let it: Job = serde_json::from_slice(job).map_err(|error| unfit(error.to_string()))?;
    let path = std::path::Path::new("assignment");
    let mut checkpoint: KMeansState = decode_state(path, &it.checkpoint).map_err(|error| unfit(error.to_string()))?;
    let values: Vec<u16> = ranks.scatter(&[]).as_chunks().0.iter().map(|&value| u16::from_le_bytes(value)).collect();
    let weights = bytes_as_numbers(&ranks.scatter(&[]));
    let rows = WeightedRows::new(it.dimensions, &values, &weights)?;
    check(&rows, &it.settings, &checkpoint)?;
    let first = rows_of(ranks.rank(), ranks.ranks(), it.rows).start;
    let shared = SharedRows { rows, first, all: None, total_weight: rows.total_weight(), ranks };
    let partition = run_restarts(&shared, &it.settings, &mut checkpoint, &mut |_| ControlFlow::Continue(()))?;
    if let Some(partition) = partition.filter(|_| it.assigns) {
        shared.assignment(&partition);
        shared.total(partition.cost(&shared.rows));
    }
    Ok(())
}

fn numbers_as_bytes(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn bytes_as_numbers(bytes: &[u8]) -> Vec<u64> {
    bytes.as_chunks().0.iter().map(|&number| u64::from_le_bytes(number)).collect()
}
