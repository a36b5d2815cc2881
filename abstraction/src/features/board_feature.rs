//! A feature as a stream of boards: what every feature is to gathering, clustering and explaining.
//!
//! Rows are made board by board, whenever they are needed: a street's rows may not fit into memory (OCHS against 169
//! clusters would be 42 GB on the river), and making a board's rows costs less than reading them from a disk.
//!
//! A feature's embedded rows in large blocks, made again each time they are asked for.

use evaluator::card_set::CardSet;
use evaluator::hand_index::BoardFirst;
use evaluator::holding::Holding;
use rayon::prelude::*;
use std::ops::Range;
use tables::together::progress::{Cancelled, Counter, Progress};

use super::BOARDS_AT_ONCE;
use super::embedding::Embedding;
use crate::clustering::ClusteringError;
use crate::clustering::partition::pieces;
use crate::clustering::streamed::RowBlocks;
use crate::street::Street;

/// Marks a free place of a hash table.
pub(crate) const EMPTY: u32 = u32::MAX;

/// Makes one board's rows, with its own scratch memory for one thread: called with a board's number, it fills in the
/// rows, weights and strengths of the board's hands. The same for every caller and order of boards.
pub type Filler<'f> = dyn FnMut(usize, &mut BoardRows) + 'f;

/// A feature of all canonical hands of a street.
pub struct BoardFeature<'a> {
    /// The name of the stage that makes it, for progress lines.
    pub(crate) stage: &'static str,
    street: Street,
    dimensions: usize,
    filler: Box<dyn Fn() -> Box<Filler<'a>> + Sync + 'a>,
}

impl<'a> BoardFeature<'a> {
    /// Rows of this many numbers; `filler` is called once for each thread.
    pub fn new(
        stage: &'static str,
        street: Street,
        dimensions: usize,
        filler: impl Fn() -> Box<Filler<'a>> + Sync + 'a,
    ) -> Self {
        Self { stage, street, dimensions, filler: Box::new(filler) }
    }

    /// The street's boards and their hands.
    pub fn boards(&self) -> &'static BoardFirst {
        self.street.boards()
    }

    /// Numbers in a row.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    pub fn filler(&self) -> Box<Filler<'a>> {
        (self.filler)()
    }

    /// The row of one hand, which is made with all rows of its board.
    pub fn row_of_hand(&self, hole: Holding, board: CardSet) -> Vec<u16> {
        let (number, _) = self.boards().board_index(board);
        let first = self.boards().board_hands(number).start;
        let mut rows = BoardRows::default();
        self.filler()(number, &mut rows);
        rows.row((self.boards().index(hole, board).0 - first) as usize).to_vec()
    }
}

/// One board's rows; reused from board to board.
#[derive(Default)]
pub struct BoardRows {
    dimensions: usize,
    /// The board's canonical holdings, each with how many holdings it stands for.
    pub(crate) holdings: Vec<(Holding, u8)>,
    /// `[hand][dimension]`
    pub rows: Vec<u16>,
    /// Weight and weighted strength of each hand.
    pub totals: Vec<[u64; 2]>,
    local: Vec<u32>,
    /// The first hand of each different row, after [`Self::merge`].
    pub(crate) first_hands: Vec<u32>,
    /// The hash of each different row.
    pub(crate) hashes: Vec<u64>,
    /// The number of each hand's row among the different ones.
    pub(crate) distinct_of_hand: Vec<u32>,
}

impl BoardRows {
    /// Begins a board: its hands with their weights; rows and strengths are zero.
    pub(crate) fn begin(&mut self, boards: &BoardFirst, board: usize, dimensions: usize) {
        boards.canonical_holdings(board, &mut self.holdings);
        let board_weight = u64::from(boards.board_multiplicity(board));
        self.dimensions = dimensions;
        self.rows.clear();
        self.rows.resize(self.holdings.len() * dimensions, 0);
        self.totals.clear();
        self.totals.extend(self.holdings.iter().map(|&(_, orbit)| [board_weight * u64::from(orbit), 0]));
    }

    /// Sets the strength of a hand, that of all its deals.
    pub(crate) fn set_strength(&mut self, hand: usize, strength: u64) {
        self.totals[hand][1] = self.totals[hand][0] * strength;
    }

    pub fn row(&self, hand: usize) -> &[u16] {
        &self.rows[hand * self.dimensions..(hand + 1) * self.dimensions]
    }

    /// Merges equal rows of this board; the first hand of each row keeps the totals.
    pub(crate) fn merge(&mut self) {
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
pub(crate) fn hash_row(row: &[u16]) -> u64 {
    const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut hash = row.len() as u64;
    let (words, rest) = row.as_chunks::<4>();
    for four in words {
        let word = four.iter().fold(0, |word, &number| word << 16 | u64::from(number));
        hash = (hash ^ word).wrapping_mul(MIX);
        hash ^= hash >> 32;
    }
    for &number in rest {
        hash = (hash ^ u64::from(number)).wrapping_mul(MIX);
        hash ^= hash >> 29;
    }
    hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ hash >> 32
}

/// Boards whose rows [`for_some_rows`] makes at a time.
pub(crate) const BOARDS_OF_ROWS: usize = 4_096;

/// Numbers in a block's rows: large enough to make preparing the centres for each block cheap.
const NUMBERS_IN_BLOCK: u64 = 1 << 28;

pub(crate) struct FeatureBlocks<'a> {
    feature: BoardFeature<'a>,
    embedding: &'a Embedding,
    progress: &'a dyn Progress,
    blocks: Vec<Range<usize>>,
}

impl<'a> FeatureBlocks<'a> {
    /// Blocks of some 268 million numbers.
    pub fn new(feature: BoardFeature<'a>, embedding: &'a Embedding, progress: &'a dyn Progress) -> Self {
        let boards = feature.boards();
        let most_hands = NUMBERS_IN_BLOCK / feature.dimensions() as u64;
        let mut blocks = Vec::new();
        let mut first = 0;
        for board in 0..boards.boards() {
            if boards.board_hands(board).end - boards.board_hands(first).start > most_hands && board > first {
                blocks.push(first..board);
                first = board;
            }
        }
        blocks.push(first..boards.boards());
        Self { feature, embedding, progress, blocks }
    }
}

impl RowBlocks for FeatureBlocks<'_> {
    fn dimensions(&self) -> usize {
        self.feature.dimensions()
    }

    fn blocks(&self) -> usize {
        self.blocks.len()
    }

    fn total_weight(&self) -> u64 {
        let boards = self.feature.boards();
        let left = 52 - boards.board_cards() as u64;
        let deals_of_board = left * (left - 1) / 2;
        (0..boards.boards()).map(|board| u64::from(boards.board_multiplicity(board)) * deals_of_board).sum()
    }

    fn block(&self, number: usize) -> Result<(Vec<u16>, Vec<u64>), ClusteringError> {
        let of_blocks = self.blocks.len();
        let stage = format!("{}, block {} of {of_blocks}", self.feature.stage, number + 1);
        let (values, totals) =
            made(&self.feature, self.blocks[number].clone(), &stage, Some(self.embedding), self.progress)
                .map_err(|Cancelled| ClusteringError::Interrupted)?;
        Ok((values, totals.into_iter().map(|[weight, _]| weight).collect()))
    }
}

/// Calls `visit` with every hand's weight and weighted strength, in the order of the hands.
pub(crate) fn for_each_total(
    feature: &BoardFeature<'_>,
    progress: &dyn Progress,
    mut visit: impl FnMut(usize, [u64; 2]),
) -> Result<(), Cancelled> {
    let mut hand = 0;
    for_some_rows(feature, progress, |_, totals| {
        for total in totals {
            visit(hand, total);
            hand += 1;
        }
        Ok(())
    })
}

/// Calls `visit` with the rows, `[hand][dimension]`, and the weights and weighted strengths of a few thousand boards at
/// a time, in the order of the hands.
pub fn for_some_rows<E: From<Cancelled>>(
    feature: &BoardFeature<'_>,
    progress: &dyn Progress,
    mut visit: impl FnMut(Vec<u16>, Vec<[u64; 2]>) -> Result<(), E>,
) -> Result<(), E> {
    let boards = feature.boards();
    for first in (0..boards.boards()).step_by(BOARDS_OF_ROWS) {
        let range = first..boards.boards().min(first + BOARDS_OF_ROWS);
        let (values, totals) = made(feature, range, feature.stage, None, progress)?;
        visit(values, totals)?;
    }
    Ok(())
}

/// Makes the rows and totals of some boards, in parallel.
fn made(
    feature: &BoardFeature<'_>,
    range: Range<usize>,
    stage: &str,
    embedding: Option<&Embedding>,
    progress: &dyn Progress,
) -> Result<(Vec<u16>, Vec<[u64; 2]>), Cancelled> {
    let (boards, dimensions) = (feature.boards(), feature.dimensions());
    let hands =
        |range: &Range<usize>| (boards.board_hands(range.end - 1).end - boards.board_hands(range.start).start) as usize;
    let counter = Counter::new(progress, stage, "boards", range.len() as u64);
    let mut values = vec![0; hands(&range) * dimensions];
    let mut totals = vec![[0; 2]; hands(&range)];
    let parts = || (range.clone()).step_by(BOARDS_AT_ONCE).map(|first| first..range.end.min(first + BOARDS_AT_ONCE));
    let values_of_parts = pieces(&mut values, parts().map(|part| hands(&part) * dimensions));
    let totals_of_parts = pieces(&mut totals, parts().map(|part| hands(&part)));
    let parts: Vec<_> = parts().zip(values_of_parts).zip(totals_of_parts).collect();
    parts.into_par_iter().try_for_each_init(
        || (feature.filler(), BoardRows::default()),
        |(fill, rows), ((part, mut values), mut totals)| {
            let count = part.len();
            for board in part {
                fill(board, rows);
                if let Some(embedding) = embedding {
                    rows.rows.chunks_exact_mut(dimensions).for_each(|row| embedding.embed(row));
                }
                let here = values.split_off_mut(..rows.rows.len()).expect("boards divide the part");
                here.copy_from_slice(&rows.rows);
                let here = totals.split_off_mut(..rows.totals.len()).expect("boards divide the part");
                here.copy_from_slice(&rows.totals);
            }
            counter.add(count as u64)
        },
    )?;
    Ok((values, totals))
}
