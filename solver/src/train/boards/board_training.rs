//! The three phases of a batch of boards.
//!
//! What the ranks of a shared training send each other on a batch's way up.

use rayon::prelude::*;
use tables::together::ranks::{Alone, Ranks};

use super::earlier_rounds::{ChunkValues, EarlierChunk, PlayedChunk};
use super::river::{River, RiverMemory};
use super::{Batch, BatchBoard, EXACT, LEARNER, Seat};
use crate::boards::Buckets;
use crate::boards::card_rules::board_of;
use crate::train::share::Share;
use crate::train::tables::ChunkTables;
use crate::train::update_rule::Step;
use crate::walk::memory_pool::MemoryPool;
use crate::walk::{ChunkId, HistoryLanes, PreparedGame, Real, Row};

/// The most boards that are played with the same strategies before the last round; see
/// [`batch_end`](crate::train::sampled_training::batch_end). Each takes some 8 MB of working memory in hold'em.
pub const BOARDS_OF_A_BATCH: u64 = 20;

/// Trains a game of two hole cards on sampled boards.
pub struct BoardTraining<'a, T: Real> {
    game: &'a PreparedGame<T>,
    buckets: &'a dyn Buckets,
    /// The buckets of an opponent with exact cards in the rounds before the last.
    exact: Option<&'a dyn Buckets>,
    seed: u64,
    share: Share<'a>,
    last: River<T>,
    boards: Vec<BatchBoard<T>>,
    /// `[round][chunk]`
    values: Vec<Vec<ChunkValues<T>>>,
    last_memory: MemoryPool<RiverMemory<T>>,
    earlier_memory: MemoryPool<PlayedChunk<T>>,
    /// Whether the last round's chunks were played backwards.
    backwards: bool,
}

impl<'a, T: Real> BoardTraining<'a, T> {
    /// Prepares the training; `None` unless the game has two hole cards, for which the last round's kernels are made, a
    /// round before the last, and a last round that begins without blinds.
    pub fn new(game: &'a PreparedGame<T>, buckets: &'a dyn Buckets, seed: u64) -> Option<Self> {
        if game.lanes.rounds.len() < 2 || game.rules.hole_cards() != 2 {
            return None;
        }
        let last = River::new(game)?;
        let values = game.lanes.rounds.iter().map(|round| vec![Vec::new(); round.chunks()]).collect();
        let (last_memory, earlier_memory) = (MemoryPool::default(), MemoryPool::default());
        Some(Self {
            game,
            buckets,
            exact: None,
            seed,
            share: Share::new(&game.lanes, &Alone, &[buckets]),
            last,
            boards: Vec::new(),
            values,
            last_memory,
            earlier_memory,
            backwards: true,
        })
    }

    /// The same training against an opponent with exact cards, who has these buckets in the rounds before the last.
    pub fn against(self, exact: &'a dyn Buckets) -> Self {
        Self { exact: Some(exact), ..self }
    }

    /// The same training shared with others: what is played here is one rank's share of the chunks.
    pub(crate) fn shared_with(self, ranks: &'a dyn Ranks) -> Self {
        let sides: Vec<&dyn Buckets> = [self.buckets].into_iter().chain(self.exact).collect();
        Self { share: Share::new(&self.game.lanes, ranks, &sides), ..self }
    }

    /// The part of it that is played here.
    pub(crate) fn share(&self) -> &Share<'a> {
        &self.share
    }

    /// Plays the iterations from `first` on, one for each step, all within one batch; returns the number of information
    /// sets at which a player learnt.
    pub fn play(&mut self, tables: &ChunkTables<'_, T>, first: u64, steps: &[Step]) -> u64 {
        self.deal(first, steps.len());
        let seat = Seat { view: LEARNER, tables, steps };
        self.play_batch([seat; 2], None)
    }

    /// The same against an opponent with exact cards, who learns in tables without averages. Each board is played
    /// twice, with the learner in either position.
    pub fn play_against<'t>(
        &mut self,
        tables: &ChunkTables<'t, T>,
        exact: &ChunkTables<'t, T>,
        first: u64,
        steps: &[Step],
    ) -> u64 {
        self.deal(first, steps.len());
        let exact_steps: Vec<Step> = steps.iter().map(|step| Step { average_weight: 0.0, ..*step }).collect();
        let learner = Seat { view: LEARNER, tables, steps };
        let exact = Seat { view: EXACT, tables: exact, steps: &exact_steps };
        self.play_batch([learner, exact], Some(1)) + self.play_batch([exact, learner], Some(0))
    }

    fn deal(&mut self, first: u64, count: usize) {
        let Self { game, buckets, seed, share, boards, values, .. } = self;
        let exact = self.exact;
        boards.resize_with(count, BatchBoard::default);
        for chunk in values.iter_mut().flatten() {
            chunk.resize_with(count, Default::default);
        }
        boards.par_iter_mut().enumerate().for_each(|(number, board)| {
            let cards = board_of(&game.rules, *seed, first + number as u64);
            board.owner = share.owner(&cards);
            board.views[LEARNER].deal(&game.rules, *buckets, &cards);
            if let Some(exact) = exact {
                board.views[EXACT].deal_exact(&game.rules, exact, &cards);
            }
        });
    }

    /// Plays the boards that were dealt.
    fn play_batch(&mut self, seats: [Seat<'_, '_, T>; 2], exact: Option<usize>) -> u64 {
        let Self { game, share, last, boards, values, last_memory, earlier_memory, backwards, .. } = self;
        let earlier = game.lanes.rounds.len() - 1;
        boards.par_iter_mut().for_each(|BatchBoard { views, descents, owner }| {
            for (player, (seat, descent)) in seats.iter().zip(descents).enumerate() {
                descent.play_some(game, earlier, player, seat.tables, &views[seat.view], |at| share.plays(at, *owner));
            }
        });
        let batch = Batch { game, share, seats, exact, boards };
        let (earlier, last_values) = values.split_at_mut(earlier);
        // Every other batch begins where the one before it ended: the rows there of a table larger than memory are
        // still in memory.
        *backwards = !*backwards;
        let on_the_river = play_river(last, &batch, *backwards, last_memory, &mut last_values[0]);
        let mut touched = [on_the_river + climb(&batch, earlier_memory, earlier, &mut last_values[0])];
        share.ranks().sum(&mut touched);
        touched[0]
    }
}

/// Plays the chunks of the last round, side by side; returns the number of information sets at which a player learnt.
fn play_river<T: Real>(
    river: &River<T>,
    batch: &Batch<'_, '_, T>,
    backwards: bool,
    memory: &MemoryPool<RiverMemory<T>>,
    values: &mut [ChunkValues<T>],
) -> u64 {
    let round = batch.game.lanes.rounds.len() - 1;
    let mut chunks: Vec<_> = values.iter_mut().enumerate().collect();
    chunks.retain(|(chunk, _)| batch.share.has_rows(ChunkId { round, chunk: *chunk }));
    if backwards {
        chunks.reverse();
    }
    let order: Vec<usize> = chunks.iter().map(|(chunk, _)| *chunk).collect();
    // Hints for a table on disk; a table in memory needs none. An opponent with exact cards has no table of the last
    // round.
    let learner = batch.seats.iter().find(|seat| seat.view == LEARNER).expect("a learner plays");
    let needed = batch.buckets(learner.steps, |_| true);
    let averaged = batch.buckets(learner.steps, |step| step.average_weight != 0.0);
    let play = |(turn, (chunk, values)): (usize, (usize, &mut ChunkValues<T>))| {
        // A batch needs a tenth of a chunk's rows: reading whole chunks ahead costs more than it saves.
        if let Some(&following) = order.get(turn + 1) {
            learner.tables.prefetch(ChunkId { round, chunk: following }, &needed, &averaged);
        }
        let mut memory_here = memory.take();
        let learnt = river.play(batch, chunk, &mut memory_here, values);
        memory.give_back(memory_here);
        learner.tables.release(ChunkId { round, chunk });
        learnt
    };
    chunks.into_par_iter().enumerate().with_max_len(1).map(play).sum()
}

/// Goes back up from the values of the last round and learns in the rounds before it; returns the number of information
/// sets at which a player learnt, as far as that is counted here.
fn climb<T: Real>(
    batch: &Batch<'_, '_, T>,
    memory: &MemoryPool<PlayedChunk<T>>,
    earlier: &mut [Vec<ChunkValues<T>>],
    last: &mut [ChunkValues<T>],
) -> u64 {
    let (share, lanes) = (batch.share, &batch.game.lanes);
    let mut touched = 0;
    let mut next = last;
    for (round, values) in earlier.iter_mut().enumerate().rev() {
        exchange_values(share, lanes, round, next);
        let chunk = |chunk| EarlierChunk { batch, at: ChunkId { round, chunk } };
        let chunks = values.par_iter_mut().enumerate().with_max_len(1);
        touched += if share.exchanges_lessons(round) {
            let value = |(number, values)| chunk(number).value_boards(next, memory, values);
            let mut played: Vec<_> = chunks.map(value).collect();
            for (number, played) in played.iter_mut().enumerate() {
                exchange_lessons(batch, chunk(number).at, played);
            }
            let played = played.into_par_iter().enumerate().with_max_len(1);
            played.map(|(number, played)| chunk(number).learn(played, memory)).sum::<u64>()
        } else {
            let own = chunks.filter(|(number, _)| share.has_rows(chunk(*number).at));
            own.map(|(number, values)| {
                let played = chunk(number).value_boards(next, memory, values);
                chunk(number).learn(played, memory)
            })
            .sum::<u64>()
        };
        next = values;
    }
    touched
}

/// Sends the other ranks the values of the chunks that follow those of a round, where they need them, and receives
/// theirs. `values[chunk]` are those of the next round.
pub(crate) fn exchange_values<T: Real>(
    share: &Share<'_>,
    lanes: &HistoryLanes,
    round: usize,
    values: &mut [ChunkValues<T>],
) {
    let chunks = share.chunks_to_send(lanes, round);
    // This is the same for all ranks, so none of them waits.
    if chunks.is_empty() {
        return;
    }
    let here = share.ranks().rank();
    let mut own = Vec::new();
    for (at, _) in chunks.iter().filter(|(_, sender)| *sender == here) {
        values[at.chunk].iter().flatten().for_each(|values| write_rows(values, lanes.used(*at), &mut own));
    }
    let gathered = share.ranks().gather_everywhere(&own);
    let mut left: Vec<&[u8]> = gathered.iter().map(Vec::as_slice).collect();
    for (at, sender) in chunks {
        for values in values[at.chunk].iter_mut().flatten() {
            read_rows(&mut left[sender], lanes.used(at), (sender != here).then_some(values));
        }
    }
}

/// Sends the other ranks what the boards here teach in a chunk, and receives what their boards teach.
pub(crate) fn exchange_lessons<T: Real>(batch: &Batch<'_, '_, T>, at: ChunkId, played: &mut [Box<PlayedChunk<T>>]) {
    let lanes = batch.game.lanes.used(at);
    let ranks = batch.share.ranks();
    let here = Some(ranks.rank());
    let mut own = Vec::new();
    for (board, played) in batch.boards.iter().zip(played.iter()) {
        if board.owner == here {
            played.rows().for_each(|rows| write_rows(rows, lanes, &mut own));
        }
    }
    let gathered = ranks.gather_everywhere(&own);
    let mut left: Vec<&[u8]> = gathered.iter().map(Vec::as_slice).collect();
    for (board, played) in batch.boards.iter().zip(played) {
        let owner = board.owner.expect("boards lie in territories where lessons are exchanged");
        for rows in played.rows_mut() {
            read_rows(&mut left[owner], lanes, (board.owner != here).then_some(rows));
        }
    }
}

/// Writes the number of rows, then the first lanes of each: nothing is played in the others.
fn write_rows<T: Real>(rows: &[Row<T>], lanes: usize, bytes: &mut Vec<u8>) {
    bytes.extend((rows.len() as u64).to_le_bytes());
    bytes.reserve(rows.len() * lanes * T::BYTES);
    for lane in rows.iter().flat_map(|row| &row.0[..lanes]) {
        bytes.extend(&lane.bits().to_le_bytes()[..T::BYTES]);
    }
}

/// Takes the rows that were written first off the front, and stores them in `wanted` if it is given.
///
/// # Panics
/// If there are fewer rows, as from ranks of another program.
fn read_rows<T: Real>(bytes: &mut &[u8], lanes: usize, wanted: Option<&mut Vec<Row<T>>>) {
    let (count, rest) = bytes.split_first_chunk::<8>().expect("every rank tells of its part");
    let (rows, rest) = rest.split_at(u64::from_le_bytes(*count) as usize * lanes * T::BYTES);
    *bytes = rest;
    let Some(wanted) = wanted else { return };
    wanted.clear();
    wanted.extend(rows.chunks_exact(lanes * T::BYTES).map(|row| {
        let mut read = Row::default();
        for (lane, bytes) in read.0.iter_mut().zip(row.chunks_exact(T::BYTES)) {
            let mut bits = [0; 8];
            bits[..T::BYTES].copy_from_slice(bytes);
            *lane = T::of_bits(u64::from_le_bytes(bits));
        }
        read
    }));
}
