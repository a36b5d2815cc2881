//! The nearest centre of every row, exactly, measuring only what the triangle inequality leaves open.
//!
//! A row at distance `u` from its own centre `a` can only be nearer to (or as near as) centres within
//! [`Distance::reach`]`(u)` of `a`. So each cluster sorts the other centres by their distance from its own once, and
//! its rows scan a prefix of that list, the blocks of which all of them share (compare Elkan 2003 and the "exponion" of
//! Newling & Fleuret 2016; here without stored bounds: everything is recomputed from whole numbers).
//! After an update only centres that *moved* can win a row whose own centre did not get farther away.
//!
//! A tie goes to the lowest centre number. No deviation from the papers changes a result; the assignment is that of
//! brute force, bit for bit.

use evaluator::processor::Processor;
use rayon::prelude::*;

use super::partition::{Change, LEFT, Member, Partition};
use super::scores::{
    CentreBlocks, GROUP, LANES, PreparedCentres, all_scores, least_scores, lowest_of_least, pack_group, row_term,
};
use super::settings::WeightedRows;
use crate::distance::Distance;

/// Up to this many centres the first assignment measures every one.
const FEW_CENTRES: usize = 96;
/// Up to this many coordinates of all centres together, rows that are visited once measure every centre, one row after
/// the other in memory order: pruning goes cluster by cluster, which fetches every row several times from scattered
/// places.
const FEW_COORDINATES: usize = 200_000;
/// Coordinates of centres scored between two looks at the best. These 16 KB and the rows' 20 KB stay in the
/// first-level cache while the rows pass.
const TILE_COORDINATES: usize = 1 << 12;
/// The most blocks of centres in a tile, an even number: the tile that holds a row's nearest centre is searched a
/// second time for that row.
const MOST_TILE_BLOCKS: usize = 8;
/// Coordinates of the rows that pass over a tile together.
const TILE_ROW_COORDINATES: usize = 5_000;
/// The most rows that pass over a tile together.
const MOST_TILE_ROWS: usize = 64;

/// Which centres may have become nearest.
#[derive(Clone, Copy, Debug)]
pub(super) enum Candidates<'a> {
    All,
    /// Rows whose own centre came no farther away: only centres marked here. Other rows: any.
    Moved(&'a [bool]),
    /// Only centres whose entry is the row's own centre: a cheap good guess, not an exact answer.
    Group(&'a [(u32, u32)]),
}

/// What an assignment needs: rows, the distance, and the processor to run on.
#[derive(Clone, Copy, Debug)]
pub struct Assigner<'a> {
    rows: WeightedRows<'a>,
    distance: Distance,
    processor: Processor,
}

impl<'a> Assigner<'a> {
    /// For these rows, which must be [in range](WeightedRows::check_range), on this machine's best instructions.
    pub fn new(rows: WeightedRows<'a>, distance: Distance) -> Self {
        Self { rows, distance, processor: Processor::detect() }
    }

    /// The same on another of the [available](Processor::available) instruction sets: the same result, slower.
    #[must_use]
    pub fn on(self, processor: Processor) -> Self {
        Self { processor: processor.min(Processor::detect()), ..self }
    }

    /// Every row's nearest centre and distance, each of the `[centre][dimension]` centres measured.
    pub fn measure_all(&self, centres: &[u16]) -> Vec<(u32, u32)> {
        let blocks = PreparedCentres::new(self.distance, self.rows.dimensions(), centres).all();
        let mut nearest = vec![(0, 0); self.rows.count()];
        let tile_rows = (TILE_ROW_COORDINATES / self.rows.dimensions()).next_multiple_of(GROUP).min(MOST_TILE_ROWS);
        nearest.par_chunks_mut(tile_rows).enumerate().for_each_init(
            || (vec![0.0; tile_rows * self.rows.dimensions()], Vec::new(), Vec::new()),
            |(groups, row, scores), (tile, nearest)| {
                self.measure_tile(tile * tile_rows, nearest, &blocks, groups, row, scores)
            },
        );
        nearest
    }

    fn measure_tile(
        &self,
        first: usize,
        nearest: &mut [(u32, u32)],
        blocks: &CentreBlocks,
        groups: &mut [f32],
        row: &mut Vec<f32>,
        scores: &mut Vec<f32>,
    ) {
        let last = first + nearest.len() - 1;
        let stride = GROUP * self.rows.dimensions();
        for (group, packed) in groups.chunks_exact_mut(stride).enumerate() {
            pack_group(packed, std::array::from_fn(|i| self.rows.row((first + group * GROUP + i).min(last))));
        }
        let mut best = [(f32::INFINITY, 0); MOST_TILE_ROWS];
        let tile_pairs = TILE_COORDINATES / (2 * LANES * self.rows.dimensions());
        let tile_blocks = (2 * tile_pairs).clamp(2, MOST_TILE_BLOCKS);
        for start in (0..blocks.count()).step_by(tile_blocks) {
            let range = start..(start + tile_blocks).min(blocks.count());
            for (packed, best) in groups.chunks_exact(stride).zip(best.chunks_exact_mut(GROUP)) {
                let least = least_scores(self.processor, packed, blocks, range.clone());
                for (best, score) in best.iter_mut().zip(least) {
                    // Strictly less: the first tile with the least score holds the lowest number.
                    if score < best.0 {
                        *best = (score, start);
                    }
                }
            }
        }
        for (place, (nearest, (_, start))) in nearest.iter_mut().zip(best).enumerate() {
            let values = self.rows.row(first + place);
            let range = start..(start + tile_blocks).min(blocks.count());
            let (distance, number) = self.locate(values, blocks, range, row, scores);
            *nearest = (number, distance);
        }
    }

    /// The least distance among the centres of a range of blocks, and the lowest number that has it.
    fn locate(
        &self,
        values: &[u16],
        blocks: &CentreBlocks,
        range: std::ops::Range<usize>,
        row: &mut Vec<f32>,
        scores: &mut Vec<f32>,
    ) -> (u32, u32) {
        row.clear();
        row.extend(values.iter().map(|&value| f32::from(value)));
        let term = row_term(self.distance, values);
        let numbers = &blocks.numbers[range.start * LANES..];
        all_scores(self.processor, row, blocks, range, scores);
        let (score, number) = lowest_of_least(self.processor, scores, numbers);
        ((score + term) as u32, number)
    }

    /// Every row's nearest centre and its distance: the exact answer, from scratch, in the cheaper of two ways.
    pub fn nearest(&self, centres: &[u16]) -> Vec<(u32, u32)> {
        if centres.len() <= FEW_COORDINATES { self.measure_all(centres) } else { self.assign(centres).nearest() }
    }

    /// Every row in the cluster of its nearest centre: the exact answer, from scratch.
    pub fn assign(&self, centres: &[u16]) -> Partition {
        let clusters = centres.len() / self.rows.dimensions();
        if clusters <= FEW_CENTRES {
            return Partition::new(clusters, &self.measure_all(centres));
        }
        // A good guess makes the exact search cheap: the nearest of a few heads, then the nearest of its group.
        // k-means++ puts centres that cover the whole set first, which makes them good heads.
        let heads = (2 * clusters.isqrt()).next_multiple_of(LANES).min(clusters);
        let head_centres = &centres[..heads * self.rows.dimensions()];
        let mut partition = Partition::new(clusters, &self.measure_all(head_centres));
        let weights = vec![1; clusters];
        let centre_rows = WeightedRows::new(self.rows.dimensions(), centres, &weights).expect("centres are rows");
        let groups = Assigner { rows: centre_rows, distance: self.distance, processor: self.processor }
            .measure_all(head_centres);
        self.improve(centres, &mut partition, Candidates::Group(&groups));
        self.improve(centres, &mut partition, Candidates::All);
        partition
    }

    /// Moves every row to its nearest centre among the candidates, and returns the changes.
    pub(super) fn improve(&self, centres: &[u16], partition: &mut Partition, candidates: Candidates) -> Vec<Change> {
        let candidates = match candidates {
            // While most centres move, a second list of near centres per cluster costs more than it saves.
            Candidates::Moved(moved) if 2 * moved.iter().filter(|&&moved| moved).count() > moved.len() => {
                Candidates::All
            }
            other => other,
        };
        let prepared = PreparedCentres::new(self.distance, self.rows.dimensions(), centres);
        let all = prepared.all();
        let changes: Vec<Vec<Change>> = partition
            .members_mut()
            .into_par_iter()
            .enumerate()
            .with_max_len(8)
            .map_init(
                || Search::new(self, centres, &prepared, &all),
                |search, (own, members)| search.cluster(own, members, candidates),
            )
            .collect();
        let changes = changes.concat();
        partition.apply(&changes);
        changes
    }
}

struct Search<'s, 'a> {
    assigner: &'s Assigner<'a>,
    centres: &'s [u16],
    prepared: &'s PreparedCentres,
    all: &'s CentreBlocks,
    /// Other centres by distance from the cluster's own, and those distances.
    near: CentreBlocks,
    radii: Vec<u32>,
    order: Vec<(u32, u32)>,
    group: Vec<f32>,
    row: Vec<f32>,
    scores: Vec<f32>,
    centre_scores: Vec<f32>,
}

impl<'s, 'a> Search<'s, 'a> {
    fn new(
        assigner: &'s Assigner<'a>,
        centres: &'s [u16],
        prepared: &'s PreparedCentres,
        all: &'s CentreBlocks,
    ) -> Self {
        Self {
            assigner,
            centres,
            prepared,
            all,
            near: CentreBlocks::new(all.distance, all.dimensions),
            radii: Vec::new(),
            order: Vec::new(),
            group: vec![0.0; GROUP * all.dimensions],
            row: Vec::new(),
            scores: Vec::new(),
            centre_scores: Vec::new(),
        }
    }

    fn centre(&self, number: usize) -> &'s [u16] {
        &self.centres[number * self.all.dimensions..][..self.all.dimensions]
    }

    /// Measures a cluster's members anew, then looks for nearer centres.
    fn cluster(&mut self, own: usize, members: &mut [Member], candidates: Candidates) -> Vec<Change> {
        let mut changes = Vec::new();
        let centre = self.centre(own);
        let mut open = 0;
        for place in 0..members.len() {
            let member = &mut members[place];
            let distance = self.assigner.distance.between(self.assigner.rows.row(member.row as usize), centre);
            let any_centre = match candidates {
                Candidates::All => true,
                Candidates::Moved(_) => distance > member.distance,
                Candidates::Group(_) => false,
            };
            member.distance = distance;
            if any_centre {
                members.swap(open, place);
                open += 1;
            }
        }
        let (any_centre, restricted) = members.split_at_mut(open);
        self.centre_scores.clear();
        self.scan(own, any_centre, |_| true, &mut changes);
        match candidates {
            Candidates::All => {}
            Candidates::Moved(moved) => self.scan(own, restricted, |other| moved[other], &mut changes),
            Candidates::Group(head) => self.scan(own, restricted, |other| head[other].0 as usize == own, &mut changes),
        }
        changes
    }

    /// Fills `near` and `radii` with the allowed centres within reach.
    fn list_near(&mut self, own: usize, reach: u32, allowed: impl Fn(usize) -> bool) {
        if self.centre_scores.is_empty() {
            let row: Vec<f32> = self.centre(own).iter().map(|&value| f32::from(value)).collect();
            all_scores(self.assigner.processor, &row, self.all, 0..self.all.count(), &mut self.centre_scores);
        }
        let term = row_term(self.all.distance, self.centre(own));
        let limit = reach as f32 - term;
        self.order.clear();
        for (other, &score) in self.centre_scores.iter().enumerate() {
            // Padding scores infinity. Rounding of a limit beyond 2^24 is harmless: every distance is below.
            if score <= limit && other != own && allowed(other) {
                self.order.push(((score + term) as u32, other as u32));
            }
        }
        self.order.sort_unstable();
        self.radii.clear();
        self.radii.extend(self.order.iter().map(|&(radius, _)| radius));
        self.near.refill(self.prepared, self.order.iter().map(|&(_, number)| number));
    }

    fn scan(&mut self, own: usize, members: &mut [Member], allowed: impl Fn(usize) -> bool, changes: &mut Vec<Change>) {
        // Farthest first: rows of one group need about the same prefix, and the first row with an empty prefix ends the
        // search.
        members.sort_unstable_by_key(|member| (std::cmp::Reverse(member.distance), member.row));
        let Some(farthest) = members.first() else { return };
        let assigner = self.assigner;
        let (rows, distance) = (&assigner.rows, assigner.distance);
        self.list_near(own, distance.reach(farthest.distance), allowed);
        for members in members.chunks_mut(GROUP) {
            let reach = distance.reach(members[0].distance);
            let within = self.radii.partition_point(|&radius| radius <= reach);
            if within == 0 {
                break;
            }
            let range = 0..within.div_ceil(2 * LANES) * 2;
            let last = members.len() - 1;
            pack_group(&mut self.group, std::array::from_fn(|i| rows.row(members[i.min(last)].row as usize)));
            let least = least_scores(assigner.processor, &self.group, &self.near, range.clone());
            for (member, score) in members.iter_mut().zip(least) {
                let values = rows.row(member.row as usize);
                if (score + row_term(distance, values)) as u32 > member.distance {
                    continue;
                }
                let found = assigner.locate(values, &self.near, range.clone(), &mut self.row, &mut self.scores);
                if found < (member.distance, own as u32) {
                    let joined = Member { row: member.row, distance: found.0 };
                    changes.push(Change { member: joined, from: own as u32, to: found.1 });
                    member.row = LEFT;
                }
            }
        }
    }
}

/// The `count` centres nearest to a vector, nearest first: (number, distance). For explaining a single hand.
pub fn nearest_centres(distance: Distance, centres: &[u16], row: &[u16], count: usize) -> Vec<(usize, u32)> {
    let mut all: Vec<(usize, u32)> =
        centres.chunks_exact(row.len().max(1)).map(|centre| distance.between(centre, row)).enumerate().collect();
    all.sort_by_key(|&(number, distance)| (distance, number));
    all.truncate(count);
    all
}
