//! A feature's embedded rows in large blocks, made again each time they are asked for.

use rayon::prelude::*;
use std::ops::Range;
use tables::together::progress::{Cancelled, Counter, Progress};

use super::BOARDS_AT_ONCE;
use super::board_feature::{BoardFeature, BoardRows};
use super::embedding::Embedding;
use crate::clustering::ClusteringError;
use crate::clustering::streamed::RowBlocks;

/// Boards whose rows [`for_some_rows`] makes at a time.
pub const BOARDS_OF_ROWS: usize = 4_096;

/// Numbers in a block's rows: large enough to make preparing the centres for each block cheap.
const NUMBERS_IN_BLOCK: u64 = 1 << 28;

/// The rows of one feature, block by block.
pub struct FeatureBlocks<'a> {
    feature: &'a dyn BoardFeature,
    embedding: &'a Embedding,
    progress: &'a dyn Progress,
    /// The boards of each block.
    blocks: Vec<Range<usize>>,
}

impl<'a> FeatureBlocks<'a> {
    /// Blocks of some 268 million numbers.
    pub fn new(feature: &'a dyn BoardFeature, embedding: &'a Embedding, progress: &'a dyn Progress) -> Self {
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
        let stage = format!("{}, block {} of {of_blocks}", self.feature.stage(), number + 1);
        let (values, totals) =
            made(self.feature, self.blocks[number].clone(), &stage, Some(self.embedding), self.progress)
                .map_err(|Cancelled| ClusteringError::Interrupted)?;
        Ok((values, totals.into_iter().map(|[weight, _]| weight).collect()))
    }
}

/// Calls `visit` with every hand's weight and weighted strength, in the order of the hands.
pub fn for_each_total(
    feature: &dyn BoardFeature,
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
    feature: &dyn BoardFeature,
    progress: &dyn Progress,
    mut visit: impl FnMut(Vec<u16>, Vec<[u64; 2]>) -> Result<(), E>,
) -> Result<(), E> {
    let boards = feature.boards();
    for first in (0..boards.boards()).step_by(BOARDS_OF_ROWS) {
        let range = first..boards.boards().min(first + BOARDS_OF_ROWS);
        let (values, totals) = made(feature, range, feature.stage(), None, progress)?;
        visit(values, totals)?;
    }
    Ok(())
}

/// Makes the rows and totals of some boards, in parallel.
fn made(
    feature: &dyn BoardFeature,
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
    let (mut values_left, mut totals_left) = (&mut values[..], &mut totals[..]);
    let mut parts = Vec::new();
    for first in range.clone().step_by(BOARDS_AT_ONCE) {
        let part = first..range.end.min(first + BOARDS_AT_ONCE);
        let values = values_left.split_off_mut(..hands(&part) * dimensions).expect("parts divide the block");
        let totals = totals_left.split_off_mut(..hands(&part)).expect("parts divide the block");
        parts.push((part, values, totals));
    }
    parts.into_par_iter().try_for_each_init(
        || (feature.filler(), BoardRows::default()),
        |(fill, rows), (part, mut values, mut totals)| {
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
