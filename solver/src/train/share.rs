//! Which chunks of histories a rank plays, and what ranks tell each other on a batch's way up.
//!
//! The chunks of the last round are dealt to the ranks in runs of about equal length. A rank also plays all chunks that
//! lead to its own: in hold'em the two before the turn everywhere, and the four of the turn where a part of their nine
//! river chunks is. What several ranks play, all of them learn from the same values, so that their tables stay the
//! same without being compared. To have the same values, they tell each other what the chunks that follow are worth:
//! for four ranks the four of the turn, 0.55 MB a board and player of hold'em; where the river chunks behind one turn
//! chunk lie at several ranks, those too. Nothing else crosses, and nothing is added up on the way.
//!
//! More than 36 ranks have nothing to do in hold'em, and what all of them do by themselves, the rounds up to the flop
//! and the dealing, limits the gain long before.

use std::ops::Range;
use tables::ranks::Ranks;

use super::boards::earlier_rounds::ChunkValues;
use crate::walk::{At, HistoryLanes, LANES, Real, Row};

/// A rank's share of the chunks.
pub struct Share<'r> {
    ranks: &'r dyn Ranks,
    /// `[round][chunk]`: the ranks that play it.
    players: Vec<Vec<Range<usize>>>,
}

impl<'r> Share<'r> {
    /// The share of the rank that asks.
    pub fn new(lanes: &HistoryLanes, ranks: &'r dyn Ranks) -> Self {
        let mut players: Vec<Vec<Range<usize>>> = Vec::new();
        for round in lanes.rounds.iter().rev() {
            let chunks = round.entries.len();
            let of_round = match players.last() {
                None => (0..chunks).map(|chunk| chunk * ranks.ranks() / chunks).map(|rank| rank..rank + 1).collect(),
                Some(next) => (0..chunks).map(|chunk| players_of_all(&next[round.following(chunk)])).collect(),
            };
            players.push(of_round);
        }
        players.reverse();
        Self { ranks, players }
    }

    /// The ranks.
    pub fn ranks(&self) -> &'r dyn Ranks {
        self.ranks
    }

    /// Whether a chunk is played here.
    pub fn plays(&self, at: At) -> bool {
        self.is_played_by(self.ranks.rank(), at)
    }

    /// Whether a chunk is played by a rank.
    pub fn is_played_by(&self, rank: usize, at: At) -> bool {
        self.players(at).contains(&rank)
    }

    /// The rank that speaks for a chunk, which several may play.
    pub fn keeper(&self, at: At) -> usize {
        self.players(at).start
    }

    /// Whether this rank speaks for a chunk.
    pub fn keeps(&self, at: At) -> bool {
        self.keeper(at) == self.ranks.rank()
    }

    /// All chunks, `(round, chunk)` in the order of the tables' rows.
    pub fn chunks(&self) -> impl Iterator<Item = At> + '_ {
        let chunks = |(round, players): (usize, &Vec<_>)| (0..players.len()).map(move |chunk| At { round, chunk });
        self.players.iter().enumerate().flat_map(chunks)
    }

    fn players(&self, at: At) -> &Range<usize> {
        &self.players[at.round][at.chunk]
    }

    /// Tells the other ranks what the chunks that follow those of a round are worth, where several ranks need it, and
    /// hears it from them. `values[chunk]` are those of the next round.
    pub fn exchange<T: Real>(&self, lanes: &HistoryLanes, round: usize, values: &mut [ChunkValues<T>]) {
        if self.ranks.is_alone() {
            return;
        }
        let shared = self.players[round].iter().enumerate().filter(|(_, players)| players.len() > 1);
        let needed: Vec<At> = shared
            .flat_map(|(chunk, _)| lanes.rounds[round].following(chunk))
            .map(|chunk| At { round: round + 1, chunk })
            .collect();
        // Where every chunk of a round is one rank's, all ranks know it and nobody waits.
        if needed.is_empty() {
            return;
        }
        let mut own = Vec::new();
        for at in needed.iter().filter(|&&at| self.keeps(at)) {
            values[at.chunk].iter().flatten().for_each(|values| write_rows(values, &mut own));
        }
        let told = self.ranks.gather_everywhere(&own);
        let mut left: Vec<&[u8]> = told.iter().map(Vec::as_slice).collect();
        for at in needed {
            let keeper = self.keeper(at);
            for values in values[at.chunk].iter_mut().flatten() {
                // Those that speak for a chunk have its values already.
                let rows = read_rows(&mut left[keeper]);
                if keeper != self.ranks.rank() {
                    values.clear();
                    values.extend(rows);
                }
            }
        }
    }
}

impl Share<'_> {
    /// Of numbers for all chunks, each rank's own, those of the ranks that speak for the chunk.
    pub fn of_keepers(&self, own: &[f64]) -> Vec<f64> {
        let own: Vec<u8> = own.iter().flat_map(|number| number.to_le_bytes()).collect();
        let told = self.ranks.gather_everywhere(&own);
        let number = |(place, at)| f64::from_le_bytes(told[self.keeper(at)].as_chunks().0[place]);
        self.chunks().enumerate().map(number).collect()
    }
}

/// The ranks that play any of several chunks, which lie beside each other.
fn players_of_all(chunks: &[Range<usize>]) -> Range<usize> {
    let [Some(first), Some(last)] = [chunks.first(), chunks.last()] else { return 0..0 };
    first.start..last.end
}

/// How many rows, then the rows.
fn write_rows<T: Real>(rows: &[Row<T>], bytes: &mut Vec<u8>) {
    bytes.extend((rows.len() as u64).to_le_bytes());
    bytes.reserve(rows.len() * LANES * T::BYTES);
    for lane in rows.iter().flat_map(|row| row.0) {
        bytes.extend(&lane.bits().to_le_bytes()[..T::BYTES]);
    }
}

/// Takes the rows that were written first off the front.
///
/// # Panics
/// If there are fewer: ranks of another program.
fn read_rows<'b, T: Real>(bytes: &mut &'b [u8]) -> impl Iterator<Item = Row<T>> + use<'b, T> {
    let (count, rest) = bytes.split_first_chunk::<8>().expect("every rank tells of its chunks");
    let (rows, rest) = rest.split_at(u64::from_le_bytes(*count) as usize * LANES * T::BYTES);
    *bytes = rest;
    rows.chunks_exact(LANES * T::BYTES).map(|row| {
        let mut lanes = Row::default();
        for (lane, bytes) in lanes.0.iter_mut().zip(row.chunks_exact(T::BYTES)) {
            let mut bits = [0; 8];
            bits[..T::BYTES].copy_from_slice(bytes);
            *lane = T::of_bits(u64::from_le_bytes(bits));
        }
        lanes
    })
}
