//! A strategy file unpacked into memory, a byte or two for each probability, in the order in which the walk reads it.

use evaluator::processor::{Kernel, Processor};
use rayon::prelude::*;
use std::path::Path;
use tables::strategy::block::{NodeStrategy, ProbabilityBits};
use tables::strategy::reader::StrategyReader;

use super::answers::{ChunkDecision, ChunkDecisions};
use crate::error::SolverError;
use crate::game::{BettingTree, GameDefinition, Place, TreeLayout};
use crate::train::TableLayout;
use crate::walk::{ChunkId, HistoryLanes, LANES, Real, Row, Strategies};

/// All probabilities of a strategy file in whole parts.
pub struct StoredPolicy {
    lanes: HistoryLanes,
    layout: TableLayout,
    lane_of_entries: Vec<Vec<(usize, usize)>>,
    first_chunk_of_round: Vec<usize>,
    parts: Parts,
    processor: Processor,
}

/// `[chunk][bucket · slots + slot][lane]`
enum Parts {
    /// In parts of 255: files of 8 bits, and those of 4, whose parts are 17 of these.
    Bytes(Vec<Vec<[u8; LANES]>>),
    /// In parts of 65,535: files of 16 bits.
    Words(Vec<Vec<[u16; LANES]>>),
}

impl StoredPolicy {
    /// Unpacks a strategy of a game.
    pub fn read(game: &GameDefinition, path: &Path) -> Result<Self, SolverError> {
        Self::of(game, &StrategyReader::open(path)?)
    }

    /// The same of an opened file.
    pub fn of(game: &GameDefinition, reader: &StrategyReader) -> Result<Self, SolverError> {
        // All of it is read anyway, and a flipped bit among the probabilities would be played for hours.
        reader.file().verify()?;
        let tree = BettingTree::new(game);
        let tree_layout = TreeLayout::new(&tree);
        let lanes = HistoryLanes::new(&tree_layout);
        let counts: Vec<usize> = reader.buckets_per_round().iter().map(|&count| count as usize).collect();
        if reader.node_count() != tree.nodes().len() || counts.len() != tree.rounds() {
            return Err(wrong_game(&tree, format!("{} decisions in {} rounds", reader.node_count(), counts.len())));
        }
        let layout = TableLayout::with_counts(&lanes, &counts);
        let chunks = ChunkDecisions::of_all_chunks(&tree, &tree_layout, &lanes);
        let source = Source { reader, tree: &tree, lanes: &lanes, counts: &counts };
        let parts = match reader.bits() {
            ProbabilityBits::Four => Parts::Bytes(source.unpack(&chunks, |part| (17 * part) as u8)?),
            ProbabilityBits::Eight => Parts::Bytes(source.unpack(&chunks, |part| part as u8)?),
            ProbabilityBits::Sixteen => Parts::Words(source.unpack(&chunks, |part| part)?),
        };
        let lane_of_entries = (0..tree.rounds()).map(|round| lanes.lane_of_entries(round)).collect();
        let first_chunk_of_round = (0..tree.rounds()).map(|round| layout.chunks_before(round)).collect();
        Ok(Self { lanes, layout, lane_of_entries, first_chunk_of_round, parts, processor: Processor::detect() })
    }

    /// The buckets that a round must have.
    pub fn buckets(&self, round: usize) -> usize {
        self.layout.buckets(round)
    }

    /// How finely probabilities are kept in memory: files of 4 bits are unpacked to 8.
    pub fn bits(&self) -> ProbabilityBits {
        match self.parts {
            Parts::Bytes(_) => ProbabilityBits::Eight,
            Parts::Words(_) => ProbabilityBits::Sixteen,
        }
    }

    /// The parts of a decision's actions for a bucket, then zeros: at least as many as there are actions. They sum to
    /// 255, or to 65,535 where the file has 16 bits.
    #[inline]
    pub fn parts<const ACTIONS: usize>(&self, place: Place, bucket: usize) -> [u16; ACTIONS] {
        let (chunk, lane) = self.lane_of_entries[place.round][place.entry];
        let shape = self.lanes.rounds[place.round].shape(chunk);
        let chunk = self.first_chunk_of_round[place.round] + chunk;
        let node = &shape.nodes[place.node];
        let first = bucket * shape.slots + node.first_slot;
        let rows = first..first + node.children.len();
        match &self.parts {
            Parts::Bytes(chunks) => column(&chunks[chunk][rows], lane),
            Parts::Words(chunks) => column(&chunks[chunk][rows], lane),
        }
    }
}

/// One lane of a decision's rows.
#[inline(always)]
fn column<P: Copy + Into<u16>, const ACTIONS: usize>(rows: &[[P; LANES]], lane: usize) -> [u16; ACTIONS] {
    let mut parts = [0; ACTIONS];
    for (part, row) in parts.iter_mut().zip(rows) {
        *part = row[lane].into();
    }
    parts
}

fn wrong_game(tree: &BettingTree, found: String) -> SolverError {
    SolverError::Unfit {
        what: "strategy file",
        expected: format!("{} decisions in {} rounds", tree.nodes().len(), tree.rounds()),
        found,
        advice: "give a strategy of this game",
    }
}

/// A file that is being unpacked.
struct Source<'a> {
    reader: &'a StrategyReader,
    tree: &'a BettingTree,
    lanes: &'a HistoryLanes,
    counts: &'a [usize],
}

impl Source<'_> {
    /// All chunks, each part as `keep` gives it.
    fn unpack<P: Copy + Default + Send>(
        &self,
        chunks: &[ChunkDecisions],
        keep: impl Fn(u16) -> P + Sync,
    ) -> Result<Vec<Vec<[P; LANES]>>, SolverError> {
        chunks.par_iter().map(|chunk| self.unpack_chunk(chunk, &keep)).collect()
    }

    fn unpack_chunk<P: Copy + Default>(
        &self,
        chunk: &ChunkDecisions,
        keep: &impl Fn(u16) -> P,
    ) -> Result<Vec<[P; LANES]>, SolverError> {
        let (slots, buckets) = (self.lanes.shape(chunk.at).slots, self.counts[chunk.at.round]);
        // All lanes of a decision are written together: its rows pass through the caches once, not once a lane.
        let mut decisions: Vec<&ChunkDecision> = chunk.decisions.iter().collect();
        decisions.sort_by_key(|decision| decision.slots.start);
        let mut rows = Vec::new();
        for same in decisions.chunk_by(|one, other| one.slots == other.slots) {
            let actions = same[0].slots.clone();
            let lanes: Vec<(usize, NodeStrategy)> = same
                .iter()
                .map(|decision| Ok((decision.lane, self.block(decision.number, actions.len(), buckets)?)))
                .collect::<Result<_, SolverError>>()?;
            // Only after a block of the announced size has been seen: a damaged file must not cause a large allocation.
            rows.resize(slots * buckets, [P::default(); LANES]);
            write_lanes(&lanes, &mut rows, slots, actions.start, keep);
        }
        Ok(rows)
    }

    fn block(&self, number: usize, actions: usize, buckets: usize) -> Result<NodeStrategy, SolverError> {
        let shape = self.reader.node(number)?;
        if usize::from(shape.actions) != actions || usize::from(shape.round) != self.tree.nodes()[number].round {
            return Err(wrong_game(self.tree, format!("{shape:?} at decision {number}")));
        }
        let block = self.reader.node_block(number)?;
        debug_assert_eq!((block.actions(), block.buckets()), (actions, buckets));
        Ok(block)
    }
}

/// Buckets whose rows stay in the first-level cache while their lanes are written.
const TILE: usize = 64;

/// Writes the parts of one decision's lanes into its rows, which begin with slot `first` of each bucket.
fn write_lanes<P: Copy>(
    lanes: &[(usize, NodeStrategy)],
    rows: &mut [[P; LANES]],
    slots: usize,
    first: usize,
    keep: &impl Fn(u16) -> P,
) {
    for (tile, rows) in rows.chunks_mut(TILE * slots).enumerate() {
        for (lane, block) in lanes {
            let (lane, whole) = (*lane, block.bits().parts());
            let rows = rows.chunks_exact_mut(slots).map(|rows| &mut rows[first..]);
            let free: Vec<&[u16]> = block.free_parts().map(|parts| &parts[TILE * tile..]).collect();
            match free[..] {
                [] => rows.for_each(|rows| rows[0][lane] = keep(whole)),
                [parts] => rows.zip(parts).for_each(|(rows, &part)| {
                    rows[0][lane] = keep(part);
                    rows[1][lane] = keep(whole - part);
                }),
                [parts, others] => rows.zip(parts.iter().zip(others)).for_each(|(rows, (&part, &other))| {
                    rows[0][lane] = keep(part);
                    rows[1][lane] = keep(other);
                    rows[2][lane] = keep(whole - part - other);
                }),
                _ => rows.enumerate().for_each(|(bucket, rows)| {
                    let mut left = whole;
                    for (row, parts) in rows.iter_mut().zip(&free) {
                        row[lane] = keep(parts[bucket]);
                        left -= parts[bucket];
                    }
                    rows[free.len()][lane] = keep(left);
                }),
            }
        }
    }
}

impl<T: Real> Strategies<T> for StoredPolicy {
    fn load(&self, at: ChunkId, _player: usize, buckets: &[u32], strategies: &mut [Row<T>]) {
        let (slots, chunk) = (self.lanes.shape(at).slots, self.first_chunk_of_round[at.round] + at.chunk);
        match &self.parts {
            Parts::Bytes(chunks) => self.processor.run(Unpack { slots, rows: &chunks[chunk], buckets, strategies }),
            Parts::Words(chunks) => self.processor.run(Unpack { slots, rows: &chunks[chunk], buckets, strategies }),
        }
    }

    fn parts(&self, at: ChunkId, slots: &[usize]) -> Option<Vec<[u8; LANES]>> {
        let Parts::Bytes(chunks) = &self.parts else { return None };
        let rows = &chunks[self.first_chunk_of_round[at.round] + at.chunk];
        let buckets = rows.chunks_exact(self.lanes.shape(at).slots.max(1));
        Some(buckets.flat_map(|rows| slots.iter().map(|&slot| rows[slot])).collect())
    }

    fn probability_bytes(&self) -> usize {
        match &self.parts {
            Parts::Bytes(_) => 1,
            Parts::Words(_) => size_of::<T>(),
        }
    }
}

/// A whole number of parts.
trait Part: Copy {
    /// The parts of a whole.
    const WHOLE: ProbabilityBits;

    /// The number as it stands in a lane, exactly.
    fn real<T: Real>(self) -> T;
}

impl Part for u8 {
    const WHOLE: ProbabilityBits = ProbabilityBits::Eight;

    #[inline(always)]
    fn real<T: Real>(self) -> T {
        T::of_byte(self)
    }
}

impl Part for u16 {
    const WHOLE: ProbabilityBits = ProbabilityBits::Sixteen;

    #[inline(always)]
    fn real<T: Real>(self) -> T {
        let [high, low] = self.to_be_bytes();
        T::of_byte(high).times(T::of(256.0)).plus(T::of_byte(low))
    }
}

/// Turns parts into probabilities for the buckets of a board.
struct Unpack<'a, P, T> {
    slots: usize,
    rows: &'a [[P; LANES]],
    buckets: &'a [u32],
    strategies: &'a mut [Row<T>],
}

impl<P: Part, T: Real> Kernel for Unpack<'_, P, T> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let scale = T::of(1.0 / f64::from(P::WHOLE.parts()));
        for (&bucket, strategy) in self.buckets.iter().zip(self.strategies.chunks_exact_mut(self.slots.max(1))) {
            let rows = &self.rows[bucket as usize * self.slots..][..self.slots];
            for (row, parts) in strategy.iter_mut().zip(rows) {
                for (lane, &part) in row.0.iter_mut().zip(parts) {
                    *lane = part.real::<T>().times(scale);
                }
            }
        }
    }
}
