//! Values of groups of hands, added up board by board and turned into means.

use evaluator::processor::{Kernel, Processor};
use solver::walk::{LANES, RoundLanes, Row};

/// Chips won and opponents met.
type Cell = [Row<f32>; 2];

/// Sums over boards for the entries of one round, `[position][chunk][group]`.
#[derive(Clone)]
pub(super) struct GroupSums {
    cells: Vec<Cell>,
    chunks: usize,
    groups: usize,
}

/// Means, `[position][entry][group]`.
pub(super) struct GroupValues {
    values: Vec<f32>,
    entries: usize,
    groups: usize,
}

/// How means of few hands are drawn towards those of more.
#[derive(Clone, Copy)]
pub(super) struct Smoothing {
    /// Groups on either side that are much alike; 0 where neighbours are not.
    pub beside: usize,
    /// The weight of their mean, in opponents met.
    pub of_neighbours: f32,
    /// The weight of the group's share of the pot over all entries, in opponents met.
    pub of_entries: f32,
}

impl GroupSums {
    pub fn new(lanes: &RoundLanes, groups: usize) -> Self {
        let chunks = lanes.entries.len();
        Self { cells: vec![Cell::default(); 2 * chunks * groups], chunks, groups }
    }

    /// Adds a board, all by place of the holding.
    pub fn take(
        &mut self,
        processor: Processor,
        position: usize,
        chunk: usize,
        group_of_place: &[u16],
        values: &[Row<f32>],
        opposing: &[Row<f32>],
    ) {
        let first = (position * self.chunks + chunk) * self.groups;
        let cells = &mut self.cells[first..first + self.groups];
        processor.run(Take { cells, group_of_place, values, opposing });
    }

    pub fn add(&mut self, other: &Self) {
        for (cell, other) in self.cells.iter_mut().zip(&other.cells) {
            *cell = [cell[0] + other[0], cell[1] + other[1]];
        }
    }

    /// The means; `chips` is what each side has put in by entry.
    pub fn settle(&self, lanes: &RoundLanes, chips: &[f32], smoothing: Smoothing) -> GroupValues {
        let (entries, groups) = (chips.len(), self.groups);
        let mut values = vec![0.0; 2 * entries * groups];
        for position in 0..2 {
            // Of each entry by group.
            let mut sums = vec![vec![[0.0; 2]; groups]; entries];
            for (chunk, lane_entries) in lanes.entries.iter().enumerate() {
                let cells = &self.cells[(position * self.chunks + chunk) * groups..][..groups];
                for (lane, entry) in (0..LANES).filter_map(|lane| Some((lane, lane_entries[lane]?))) {
                    sums[entry] = cells.iter().map(|[won, met]| [won.0[lane], met.0[lane]]).collect();
                }
            }
            let shares: Vec<f32> = (0..groups).map(|group| share(&sums, chips, group)).collect();
            for (entry, sums) in sums.iter().enumerate() {
                let means = &mut values[(position * entries + entry) * groups..][..groups];
                settle_entry(sums, &shares, chips[entry], smoothing, means);
            }
        }
        GroupValues { values, entries, groups }
    }
}

/// A group's share of the pot over all entries.
fn share(sums: &[Vec<[f32; 2]>], chips: &[f32], group: usize) -> f32 {
    let won: f32 = sums.iter().map(|sums| sums[group][0]).sum();
    let paid: f32 = sums.iter().zip(chips).map(|(sums, chips)| sums[group][1] * chips).sum();
    if paid > 0.0 { won / paid } else { 0.0 }
}

fn settle_entry(sums: &[[f32; 2]], shares: &[f32], chips: f32, smoothing: Smoothing, means: &mut [f32]) {
    let Smoothing { beside, of_neighbours, of_entries } = smoothing;
    for (group, mean) in means.iter_mut().enumerate() {
        // As many on either side, or the mean would be that of stronger or weaker hands.
        let beside = beside.min(group).min(sums.len() - 1 - group);
        let (mut won, mut met) = (of_entries * shares[group] * chips, of_entries);
        for [more_won, more_met] in &sums[group - beside..=group + beside] {
            (won, met) = (won + more_won, met + more_met);
        }
        *mean = (sums[group][0] + of_neighbours * won / met) / (sums[group][1] + of_neighbours);
    }
}

impl GroupValues {
    pub fn value(&self, position: usize, entry: usize, group: usize) -> f64 {
        self.values[(position * self.entries + entry) * self.groups + group].into()
    }
}

struct Take<'a> {
    cells: &'a mut [Cell],
    group_of_place: &'a [u16],
    values: &'a [Row<f32>],
    opposing: &'a [Row<f32>],
}

impl Kernel for Take<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for ((&group, &won), &met) in self.group_of_place.iter().zip(self.values).zip(self.opposing) {
            let cell = &mut self.cells[usize::from(group)];
            *cell = [cell[0] + won, cell[1] + met];
        }
    }
}
