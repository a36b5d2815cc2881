//! Equal feature vectors counted once: the distinct rows of a street, their weights, and the row of every hand.
//!
//! 123 million river hands have only some 17 million different OCHS vectors, 14 million turn hands 1.3 million
//! histograms. Looking each hand's row up in one large table would miss the cache a hundred million times. So rows
//! pass through three sieves, all in an order that no number of threads changes: equal rows of a *board* are merged
//! first (most are equal), a *block* of boards is then sorted into shards by the rows' hashes, and each *shard* is
//! merged over all blocks in a table that stays in the cache.

use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering};
use tables::together::progress::{Cancelled, Counter, Progress};

use super::board_feature::{BoardFeature, BoardRows, EMPTY, Filler, hash_row};

/// Shards; one shard's rows of the river should fit a second-level cache.
const SHARDS: usize = 1024;
/// Blocks that the boards are divided into, whatever the number of threads.
const BLOCKS: usize = 64;
/// Boards between two progress reports.
const BOARDS_BETWEEN_REPORTS: usize = 16;

/// The distinct feature vectors of a street.
pub struct DistinctRows {
    pub dimensions: usize,
    /// `[row][dimension]`.
    pub rows: Vec<u16>,
    /// Raw deals that each row stands for.
    pub weights: Vec<u64>,
    /// Each row's strength summed over those deals, in the units of the feature.
    pub strengths: Vec<u64>,
    /// The row of each hand, by board-first hand index.
    pub row_of_hand: Vec<u32>,
}

impl DistinctRows {
    /// How many different rows there are.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    #[inline]
    pub fn row(&self, number: usize) -> &[u16] {
        &self.rows[number * self.dimensions..(number + 1) * self.dimensions]
    }
}

/// A block's merged rows, shard by shard.
struct Block {
    /// Where each entry went; entries are in the order in which the boards supplied them.
    place_of_entry: Vec<u32>,
    /// `[place][dimension]`
    rows: Vec<u16>,
    /// `[place]`
    totals: Vec<[u64; 2]>,
    /// Where each shard's places start, and the end.
    shard_starts: Vec<u32>,
    /// `[place]`: the row's number among all.
    numbers: Vec<AtomicU32>,
}

/// Gathers the rows of all hands of a feature.
pub fn gather(feature: &BoardFeature<'_>, progress: &dyn Progress) -> Result<DistinctRows, Cancelled> {
    let (index, dimensions) = (feature.boards(), feature.dimensions());
    let counter = &Counter::new(progress, feature.stage, "boards", index.boards() as u64);
    let boards_of = |block: usize| block * index.boards() / BLOCKS..(block + 1) * index.boards() / BLOCKS;
    let mut row_of_hand = vec![0u32; index.hands() as usize];
    let mut left = &mut row_of_hand[..];
    let mut parts = Vec::with_capacity(BLOCKS);
    for block in 0..BLOCKS {
        let hands: u64 = boards_of(block).map(|board| index.board_hands(board)).map(|it| it.end - it.start).sum();
        parts.push(left.split_off_mut(..hands as usize).expect("blocks divide the hands"));
    }
    let blocks: Vec<Block> = parts
        .par_iter_mut()
        .enumerate()
        .map_init(
            || (feature.filler(), BoardRows::default()),
            |(fill, board_rows), (block, entry_of_hand)| {
                Block::gather(boards_of(block), dimensions, counter, board_rows, fill, entry_of_hand)
            },
        )
        .collect::<Result<_, _>>()?;
    let merged: Vec<(Vec<u16>, Vec<[u64; 2]>)> =
        (0..SHARDS).into_par_iter().map(|shard| merge_shard(&blocks, shard, dimensions)).collect();
    let mut first_numbers = Vec::with_capacity(SHARDS);
    let mut count = 0;
    for (_, totals) in &merged {
        first_numbers.push(count);
        count += totals.len();
    }
    parts.into_par_iter().zip(&blocks).for_each(|(entry_of_hand, block)| {
        for (shard, &first) in first_numbers.iter().enumerate() {
            for number in &block.numbers[block.places_of(shard)] {
                number.fetch_add(first as u32, Ordering::Relaxed);
            }
        }
        for entry in entry_of_hand {
            let place = block.place_of_entry[*entry as usize];
            *entry = block.numbers[place as usize].load(Ordering::Relaxed);
        }
    });
    drop(blocks);
    let mut distinct = DistinctRows {
        dimensions,
        rows: Vec::with_capacity(count * dimensions),
        weights: Vec::with_capacity(count),
        strengths: Vec::with_capacity(count),
        row_of_hand,
    };
    for (rows, totals) in merged {
        distinct.rows.extend_from_slice(&rows);
        distinct.weights.extend(totals.iter().map(|it| it[0]));
        distinct.strengths.extend(totals.iter().map(|it| it[1]));
    }
    Ok(distinct)
}

impl Block {
    fn gather(
        boards: std::ops::Range<usize>,
        dimensions: usize,
        counter: &Counter<'_>,
        board_rows: &mut BoardRows,
        fill: &mut Filler<'_>,
        entry_of_hand: &mut [u32],
    ) -> Result<Self, Cancelled> {
        let (mut rows, mut totals, mut shards): (Vec<u16>, Vec<[u64; 2]>, Vec<u16>) = Default::default();
        let mut hands = 0;
        let mut unreported = 0;
        for board in boards {
            fill(board, board_rows);
            board_rows.merge();
            let first_entry = totals.len() as u32;
            for (&hand, &hash) in board_rows.first_hands.iter().zip(&board_rows.hashes) {
                rows.extend_from_slice(board_rows.row(hand as usize));
                totals.push(board_rows.totals[hand as usize]);
                shards.push((hash >> 54) as u16);
            }
            for &distinct in &board_rows.distinct_of_hand {
                entry_of_hand[hands] = first_entry + distinct;
                hands += 1;
            }
            unreported += 1;
            if unreported == BOARDS_BETWEEN_REPORTS {
                counter.add(unreported as u64)?;
                unreported = 0;
            }
        }
        counter.add(unreported as u64)?;
        Ok(Self::sorted(dimensions, &rows, &totals, &shards))
    }

    /// Counting sort by shard, keeping the order within a shard.
    fn sorted(dimensions: usize, rows: &[u16], totals: &[[u64; 2]], shards: &[u16]) -> Self {
        let mut shard_starts = vec![0u32; SHARDS + 1];
        for &shard in shards {
            shard_starts[usize::from(shard) + 1] += 1;
        }
        for shard in 0..SHARDS {
            shard_starts[shard + 1] += shard_starts[shard];
        }
        let mut next = shard_starts.clone();
        let mut block = Self {
            place_of_entry: Vec::with_capacity(shards.len()),
            rows: vec![0; rows.len()],
            totals: vec![[0; 2]; totals.len()],
            shard_starts,
            numbers: (0..shards.len()).map(|_| AtomicU32::new(0)).collect(),
        };
        for ((row, total), &shard) in rows.chunks_exact(dimensions).zip(totals).zip(shards) {
            let place = &mut next[usize::from(shard)];
            let at = *place as usize;
            block.rows[at * dimensions..(at + 1) * dimensions].copy_from_slice(row);
            block.totals[at] = *total;
            block.place_of_entry.push(*place);
            *place += 1;
        }
        block
    }

    fn places_of(&self, shard: usize) -> std::ops::Range<usize> {
        self.shard_starts[shard] as usize..self.shard_starts[shard + 1] as usize
    }
}

/// Merges one shard's rows over all blocks, numbering them in the order of their first appearance.
fn merge_shard(blocks: &[Block], shard: usize, dimensions: usize) -> (Vec<u16>, Vec<[u64; 2]>) {
    let entries: usize = blocks.iter().map(|block| block.places_of(shard).len()).sum();
    let mask = (2 * entries).next_power_of_two() - 1;
    let mut table = vec![EMPTY; mask + 1];
    let (mut rows, mut totals): (Vec<u16>, Vec<[u64; 2]>) = Default::default();
    for block in blocks {
        for place in block.places_of(shard) {
            let row = &block.rows[place * dimensions..(place + 1) * dimensions];
            let mut slot = hash_row(row) as usize & mask;
            let number = loop {
                let found = table[slot];
                if found == EMPTY {
                    table[slot] = totals.len() as u32;
                    rows.extend_from_slice(row);
                    totals.push([0; 2]);
                    break totals.len() - 1;
                }
                let start = found as usize * dimensions;
                if rows[start..start + dimensions] == *row {
                    break found as usize;
                }
                slot = (slot + 1) & mask;
            };
            totals[number][0] += block.totals[place][0];
            totals[number][1] += block.totals[place][1];
            block.numbers[place].store(number as u32, Ordering::Relaxed);
        }
    }
    (rows, totals)
}
