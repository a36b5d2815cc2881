//! A strategy as the dealer reads it: for each decision two thresholds for the dice.
//!
//! `[position][round][bucket][entry][turn]`: the decisions that a position can meet between two cards of the board lie
//! side by side, so that a round of betting costs one cache line per player, and those of a bucket are neighbours, so
//! that a walk over all histories of a deal reads memory in sequence. A cell has two bytes where the dice have at most
//! 255 sides.

use evaluator::processor::prefetch;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use solver::boards::card_rules::below;
use solver::game::{Place, TreeLayout};
use tables::error::TableError;
use tables::file::mapped::PrivateMemory;
use tables::strategy::block::LIMIT_ACTIONS;

use super::agent::Agent;

pub struct ActionThresholds {
    memory: PrivateMemory,
    width: Width,
    /// How many sides the dice have: the denominator of all probabilities.
    sides: u64,
    /// `[position][round]`.
    pieces: [Vec<Piece>; 2],
}

#[derive(Clone, Copy)]
enum Width {
    Byte,
    Word,
}

impl Width {
    /// Bytes of a cell: two thresholds.
    const fn cell(self) -> usize {
        match self {
            Self::Byte => 2,
            Self::Word => 4,
        }
    }
}

/// The cells of a position in a round.
struct Piece {
    first_cell: usize,
    buckets: usize,
    entries: usize,
    /// The template's nodes at which the position acts.
    nodes: Vec<usize>,
}

impl Piece {
    const fn cells_of_bucket(&self) -> usize {
        self.entries * self.nodes.len()
    }
}

impl ActionThresholds {
    pub fn of(agent: &Agent, layout: &TreeLayout) -> Result<Self, TableError> {
        let sides = agent.parts_of_whole();
        let width = if sides <= u64::from(u8::MAX) { Width::Byte } else { Width::Word };
        let mut cells = 0;
        let pieces = [0, 1].map(|position| {
            let piece = |(number, round): (usize, &solver::game::RoundLayout)| {
                let template = round.only_template().nodes.iter().enumerate();
                let nodes = template.filter(|(_, node)| node.player == position).map(|(node, _)| node).collect();
                let (buckets, entries) = (agent.bucket_count(number), round.entries);
                let piece = Piece { first_cell: cells, buckets, entries, nodes };
                cells += piece.cells_of_bucket() * piece.buckets;
                piece
            };
            layout.rounds.iter().enumerate().map(piece).collect::<Vec<_>>()
        });
        let mut memory = PrivateMemory::zeroed("a strategy unpacked for matches", (cells * width.cell()) as u64)?;
        let mut left = memory.bytes_mut();
        for (round, piece) in pieces.iter().flat_map(|rounds| rounds.iter().enumerate()) {
            let bytes_of_bucket = piece.cells_of_bucket() * width.cell();
            let (bytes, rest) = left.split_at_mut(bytes_of_bucket * piece.buckets);
            left = rest;
            bytes.par_chunks_exact_mut(bytes_of_bucket).enumerate().for_each(|(bucket, bytes)| {
                let places = (0..piece.entries).flat_map(|entry| piece.nodes.iter().map(move |&node| (entry, node)));
                for (cell, (entry, node)) in bytes.chunks_exact_mut(width.cell()).zip(places) {
                    let [first, second, _] = agent.weights(Place { round, entry, node }, bucket as u32);
                    write_cell(cell, width, [first, first.saturating_add(second)]);
                }
            });
        }
        Ok(Self { memory, width, sides, pieces })
    }

    /// The cell of a position's first decision in a round after an entry; its later turns follow.
    ///
    /// # Panics
    /// Possibly, here or where the cell is used, for a bucket or an entry that does not exist.
    #[inline]
    pub fn first_cell(&self, position: usize, round: usize, bucket: u32, entry: usize) -> usize {
        let piece = &self.pieces[position][round];
        piece.first_cell + (bucket as usize * piece.entries + entry) * piece.nodes.len()
    }

    /// Prefetches a cell and its neighbours, which will soon be needed.
    #[inline]
    pub fn prefetch(&self, first_cell: usize) {
        /// Turns of a position in a round; preflop there are four.
        const TURNS: usize = 5;
        let bytes = self.memory.bytes();
        let (first, last) = (first_cell * self.width.cell(), (first_cell + TURNS) * self.width.cell() - 1);
        for place in [first, last] {
            if let Some(byte) = bytes.get(place) {
                prefetch(byte);
            }
        }
    }

    #[inline]
    pub fn throw(&self, cell: usize, dice: &mut Xoshiro256PlusPlus) -> usize {
        let thrown = below(dice, self.sides);
        let [first, second] = self.thresholds(cell);
        usize::from(thrown >= first) + usize::from(thrown >= second)
    }

    /// The probabilities of a decision's actions, those beyond the legal ones 0.
    #[inline]
    pub fn probabilities(&self, cell: usize) -> [f64; LIMIT_ACTIONS] {
        let [first, second] = self.thresholds(cell);
        [first, second.saturating_sub(first), self.sides.saturating_sub(second)]
            .map(|parts| parts as f64 / self.sides as f64)
    }

    #[inline]
    fn thresholds(&self, cell: usize) -> [u64; 2] {
        let bytes = self.memory.bytes();
        match self.width {
            Width::Byte => bytes.as_chunks::<2>().0[cell].map(u64::from),
            Width::Word => {
                let [a, b, c, d] = bytes.as_chunks::<4>().0[cell];
                [[a, b], [c, d]].map(|word| u16::from_le_bytes(word).into())
            }
        }
    }
}

fn write_cell(cell: &mut [u8], width: Width, thresholds: [u16; 2]) {
    match width {
        Width::Byte => cell.copy_from_slice(&thresholds.map(|threshold| threshold.min(u8::MAX.into()) as u8)),
        Width::Word => {
            let [[a, b], [c, d]] = thresholds.map(u16::to_le_bytes);
            cell.copy_from_slice(&[a, b, c, d]);
        }
    }
}
