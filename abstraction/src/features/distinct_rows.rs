//! Equal feature vectors counted once: the distinct rows of a street, their weights, and the row of every hand.
//!
//! 123 million river hands have only some 17 million different OCHS vectors, 14 million turn hands 1.3 million
//! histograms. Rows are gathered by many threads into shards chosen by the row's hash; at the end each shard is sorted,
//! so that the result does not depend on who came first.

use rayon::prelude::*;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

const SHARD_BITS: u32 = 8;
const SHARDS: usize = 1 << SHARD_BITS;
const EMPTY: u32 = u32::MAX;

/// The distinct feature vectors of a street.
pub struct DistinctRows {
    /// Numbers in a row.
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

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// One row.
    #[inline]
    pub fn row(&self, number: usize) -> &[u16] {
        &self.rows[number * self.dimensions..(number + 1) * self.dimensions]
    }

    /// Hands that each row stands for.
    pub fn hands_of_rows(&self) -> Vec<u64> {
        let mut hands = vec![0; self.len()];
        for &row in &self.row_of_hand {
            hands[row as usize] += 1;
        }
        hands
    }
}

/// Gathers rows from many threads.
pub struct DistinctRowsBuilder {
    dimensions: usize,
    shards: Vec<Mutex<Shard>>,
    row_of_hand: Vec<AtomicU32>,
}

#[derive(Default)]
struct Shard {
    /// Open addressing; slots hold the high bits of the hash beside the row's number, so that a miss costs one look.
    table: Vec<(u32, u32)>,
    hashes: Vec<u64>,
    rows: Vec<u16>,
    totals: Vec<[u64; 2]>,
}

/// One board's rows on their way to the shards; kept by each thread and used again.
#[derive(Default)]
pub struct BoardRows {
    dimensions: usize,
    /// `[hand][dimension]`, to be filled by the caller.
    pub rows: Vec<u16>,
    /// Weight and weighted strength of each hand, to be filled by the caller.
    pub totals: Vec<[u64; 2]>,
    local: Vec<u32>,
    first_hands: Vec<u32>,
    hashes: Vec<u64>,
    distinct_of_hand: Vec<u32>,
    by_shard: Vec<u32>,
}

impl BoardRows {
    /// Makes room for a board's hands, all zero.
    pub fn reset(&mut self, hands: usize, dimensions: usize) {
        self.dimensions = dimensions;
        self.rows.clear();
        self.rows.resize(hands * dimensions, 0);
        self.totals.clear();
        self.totals.resize(hands, [0; 2]);
    }

    fn row(&self, hand: usize) -> &[u16] {
        &self.rows[hand * self.dimensions..(hand + 1) * self.dimensions]
    }

    /// Merges equal rows of this board, which most are: the shards then see each but once.
    fn merge(&mut self) {
        let hands = self.totals.len();
        let mask = (2 * hands).next_power_of_two() - 1;
        self.local.clear();
        self.local.resize(mask + 1, EMPTY);
        self.first_hands.clear();
        self.hashes.clear();
        self.distinct_of_hand.clear();
        for hand in 0..hands {
            let hash = hash_row(self.row(hand));
            let mut place = hash as usize & mask;
            let distinct = loop {
                let found = self.local[place];
                if found == EMPTY {
                    self.local[place] = self.hashes.len() as u32;
                    self.hashes.push(hash);
                    self.first_hands.push(hand as u32);
                    break self.hashes.len() - 1;
                }
                let first = self.first_hands[found as usize] as usize;
                if self.hashes[found as usize] == hash && self.row(first) == self.row(hand) {
                    let [weight, strength] = self.totals[hand];
                    self.totals[first][0] += weight;
                    self.totals[first][1] += strength;
                    break found as usize;
                }
                place = (place + 1) & mask;
            };
            self.distinct_of_hand.push(distinct as u32);
        }
    }
}

/// Mixes a row into 64 bits; the same on every processor.
fn hash_row(row: &[u16]) -> u64 {
    const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut hash = row.len() as u64;
    let mut pairs = row.chunks_exact(4);
    for four in &mut pairs {
        let word = four.iter().fold(0, |word, &number| word << 16 | u64::from(number));
        hash = (hash ^ word).wrapping_mul(MIX);
        hash ^= hash >> 32;
    }
    for &number in pairs.remainder() {
        hash = (hash ^ u64::from(number)).wrapping_mul(MIX);
        hash ^= hash >> 29;
    }
    hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ hash >> 32
}

impl DistinctRowsBuilder {
    /// For a street of so many hands and rows of so many numbers.
    pub fn new(dimensions: usize, hands: usize) -> Self {
        Self {
            dimensions,
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            row_of_hand: (0..hands).into_par_iter().map(|_| AtomicU32::new(EMPTY)).collect(),
        }
    }

    /// Takes the rows of one board, whose hands are neighbours from `first_hand` on.
    pub fn add_board(&self, first_hand: usize, board: &mut BoardRows) {
        debug_assert_eq!(board.dimensions, self.dimensions);
        board.merge();
        board.by_shard.clear();
        board.by_shard.extend(0..board.hashes.len() as u32);
        let hashes = &board.hashes;
        board.by_shard.sort_unstable_by_key(|&distinct| shard_of(hashes[distinct as usize]));
        let mut left = &board.by_shard[..];
        while let Some(&first) = left.first() {
            let number = shard_of(board.hashes[first as usize]);
            let members = left.iter().take_while(|&&it| shard_of(board.hashes[it as usize]) == number).count();
            let mut shard = self.shards[number].lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            for &distinct in &left[..members] {
                let hand = board.first_hands[distinct as usize] as usize;
                let slot = shard.insert(board.hashes[distinct as usize], board.row(hand), board.totals[hand]);
                // The first hand's place in the local table is free now: it carries the slot to the board's hands.
                board.local[distinct as usize] = slot << SHARD_BITS | number as u32;
            }
            left = &left[members..];
        }
        for (offset, &distinct) in board.distinct_of_hand.iter().enumerate() {
            self.row_of_hand[first_hand + offset].store(board.local[distinct as usize], Ordering::Relaxed);
        }
    }

    /// Puts the rows into their final order.
    pub fn finish(self) -> DistinctRows {
        let dimensions = self.dimensions;
        let shards: Vec<(Shard, Vec<u32>)> = self
            .shards
            .into_par_iter()
            .map(|shard| {
                let mut shard = shard.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
                shard.table = Vec::new();
                shard.hashes = Vec::new();
                let row = |slot: u32| &shard.rows[slot as usize * dimensions..(slot as usize + 1) * dimensions];
                let mut order: Vec<u32> = (0..shard.totals.len() as u32).collect();
                order.sort_unstable_by(|&a, &b| row(a).cmp(row(b)));
                (shard, order)
            })
            .collect();
        let count = shards.iter().map(|(_, order)| order.len()).sum::<usize>();
        let mut distinct = DistinctRows {
            dimensions,
            rows: Vec::with_capacity(count * dimensions),
            weights: Vec::with_capacity(count),
            strengths: Vec::with_capacity(count),
            row_of_hand: Vec::new(),
        };
        let mut final_numbers = Vec::with_capacity(SHARDS);
        for (shard, order) in shards {
            let mut numbers = vec![0; order.len()];
            for slot in order {
                numbers[slot as usize] = distinct.weights.len() as u32;
                let start = slot as usize * dimensions;
                distinct.rows.extend_from_slice(&shard.rows[start..start + dimensions]);
                let [weight, strength] = shard.totals[slot as usize];
                distinct.weights.push(weight);
                distinct.strengths.push(strength);
            }
            final_numbers.push(numbers);
        }
        distinct.row_of_hand = self
            .row_of_hand
            .into_par_iter()
            .map(|packed| {
                let packed = packed.into_inner();
                final_numbers[packed as usize % SHARDS][(packed >> SHARD_BITS) as usize]
            })
            .collect();
        distinct
    }
}

fn shard_of(hash: u64) -> usize {
    (hash >> (64 - SHARD_BITS)) as usize
}

impl Shard {
    /// The slot of a row, new or old, with the totals added to it.
    fn insert(&mut self, hash: u64, row: &[u16], totals: [u64; 2]) -> u32 {
        if self.hashes.len() * 2 >= self.table.len() {
            self.grow();
        }
        let mask = self.table.len() - 1;
        let tag = (hash >> 24) as u32;
        let mut place = hash as usize & mask;
        loop {
            let (found_tag, slot) = self.table[place];
            if slot == EMPTY {
                let slot = self.hashes.len() as u32;
                self.table[place] = (tag, slot);
                self.hashes.push(hash);
                self.rows.extend_from_slice(row);
                self.totals.push(totals);
                return slot;
            }
            let start = slot as usize * row.len();
            if found_tag == tag && self.rows[start..start + row.len()] == *row {
                let sums = &mut self.totals[slot as usize];
                sums[0] += totals[0];
                sums[1] += totals[1];
                return slot;
            }
            place = (place + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let size = (4 * self.hashes.len()).max(1024).next_power_of_two();
        self.table.clear();
        self.table.resize(size, (0, EMPTY));
        for (slot, &hash) in self.hashes.iter().enumerate() {
            let mut place = hash as usize & (size - 1);
            while self.table[place].1 != EMPTY {
                place = (place + 1) & (size - 1);
            }
            self.table[place] = ((hash >> 24) as u32, slot as u32);
        }
    }
}
