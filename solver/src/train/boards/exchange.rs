//! What the ranks of a shared training send each other on a batch's way up.

use super::Batch;
use super::earlier_rounds::{ChunkValues, PlayedChunk};
use crate::train::share::Share;
use crate::walk::{ChunkId, HistoryLanes, Real, Row};

/// Sends the other ranks the values of the chunks that follow those of a round, where they need them, and receives
/// theirs. `values[chunk]` are those of the next round.
pub fn exchange_values<T: Real>(share: &Share<'_>, lanes: &HistoryLanes, round: usize, values: &mut [ChunkValues<T>]) {
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
pub fn exchange_lessons<T: Real>(batch: &Batch<'_, '_, T>, at: ChunkId, played: &mut [Box<PlayedChunk<T>>]) {
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
