//! A rank's share of a training, divided in one of two ways.
//!
//! **By chunks**, whatever the buckets are. The chunks of the last round are dealt to the ranks in runs of about equal
//! length. A rank also plays all chunks that lead to its own: in hold'em every rank plays the two before the turn, and
//! each of the four of the turn is played wherever a part of its nine river chunks is. All ranks that play a chunk
//! learn from the same values, so that their tables stay the same without being compared. The values of the turn's
//! chunks are exchanged; where the river chunks behind one turn chunk lie at several ranks, theirs are, too. In hold'em
//! ranks beyond 36 have nothing to do, and the work that every rank repeats, the rounds up to the flop and the dealing,
//! limits the gain before that.
//!
//! **By territories**, where all buckets of turn and river belong to public clusters of flops. Each rank owns a run of
//! the clusters: it has their rows and plays the boards that begin with such a flop, from the first round to the last
//! and back. Only what those boards teach in the earlier rounds is exchanged.
//!
//! Either way each rank adds up what one process adds up, in the same order.

use evaluator::card::Card;
use std::ops::Range;
use tables::together::ranks::Ranks;

use crate::boards::{Buckets, Territories};
use crate::walk::{ChunkId, HistoryLanes, RoundLanes};

/// The last of the rounds that every rank may learn for itself: to divide by territories, clusters need buckets of
/// their own from the round after it on.
const LAST_COMMON_ROUND: usize = 1;

/// A rank's share of a training.
pub struct Share<'r> {
    ranks: &'r dyn Ranks,
    division: Division,
    /// By round.
    chunks: Vec<usize>,
}

/// How the work is divided.
enum Division {
    /// `[round][chunk]`: the ranks that play it.
    Chunks(Vec<Vec<Range<usize>>>),
    /// The territories, and the clusters of each rank.
    Clusters(Territories, Vec<Range<usize>>),
}

impl<'r> Share<'r> {
    /// The share of the calling rank, for sides with these buckets.
    pub fn new(lanes: &HistoryLanes, ranks: &'r dyn Ranks, sides: &[&dyn Buckets]) -> Self {
        let chunks = lanes.rounds.iter().map(RoundLanes::chunks).collect();
        let division = match common_territories(sides) {
            Some(territories) if !ranks.is_alone() => {
                let clusters = clusters_of_ranks(&territories, ranks.ranks());
                Division::Clusters(territories, clusters)
            }
            _ => Division::Chunks(ranks_of_chunks(lanes, ranks.ranks())),
        };
        Self { ranks, division, chunks }
    }

    pub fn ranks(&self) -> &'r dyn Ranks {
        self.ranks
    }

    /// The rank whose territory a board lies in, if boards lie in any.
    pub fn owner(&self, board: &[Card]) -> Option<usize> {
        let Division::Clusters(territories, clusters) = &self.division else { return None };
        let cluster = territories.cluster_of(board);
        clusters.iter().position(|clusters| clusters.contains(&cluster))
    }

    /// Whether a chunk is played here on a board of that owner: what comes before it is needed then, too.
    pub fn plays(&self, at: ChunkId, owner: Option<usize>) -> bool {
        let here = self.ranks.rank();
        match &self.division {
            Division::Chunks(ranks) => ranks[at.round][at.chunk].contains(&here),
            Division::Clusters(territories, _) => at.round < territories.first_round || owner == Some(here),
        }
    }

    /// Whether the values of a chunk on a board are computed here.
    pub(crate) fn computes_values(&self, at: ChunkId, owner: Option<usize>) -> bool {
        match &self.division {
            Division::Chunks(_) => self.plays(at, owner),
            Division::Clusters(..) => owner == Some(self.ranks.rank()),
        }
    }

    /// Whether what is learnt from a chunk on a board is counted here: several ranks may learn it.
    pub fn counts_lessons(&self, at: ChunkId, owner: Option<usize>) -> bool {
        match &self.division {
            Division::Chunks(ranks) => ranks[at.round][at.chunk].start == self.ranks.rank(),
            Division::Clusters(..) => owner == Some(self.ranks.rank()),
        }
    }

    /// Whether ranks learn from each other's boards in a round.
    pub(crate) fn exchanges_lessons(&self, round: usize) -> bool {
        matches!(&self.division, Division::Clusters(territories, _) if round < territories.first_round)
    }

    /// The chunks after those of a round whose values some rank does not compute itself, each with the rank that does.
    pub(crate) fn chunks_to_send(&self, lanes: &HistoryLanes, round: usize) -> Vec<(ChunkId, usize)> {
        let Division::Chunks(ranks) = &self.division else { return Vec::new() };
        let shared = ranks[round].iter().enumerate().filter(|(_, ranks)| ranks.len() > 1);
        let mut following: Vec<usize> = shared.flat_map(|(chunk, _)| lanes.rounds[round].chunks_after(chunk)).collect();
        following.sort_unstable();
        following.dedup();
        let to_send =
            following.into_iter().map(|chunk| (ChunkId { round: round + 1, chunk }, ranks[round + 1][chunk].start));
        to_send.collect()
    }

    /// Whether a rank has rows of a chunk at all.
    pub(crate) fn has_rows(&self, at: ChunkId) -> bool {
        match &self.division {
            Division::Chunks(ranks) => ranks[at.round][at.chunk].contains(&self.ranks.rank()),
            // Memory that is never touched takes none.
            Division::Clusters(..) => true,
        }
    }

    /// The buckets of a chunk whose rows a rank has up to date.
    pub fn buckets_up_to_date(&self, rank: usize, at: ChunkId, buckets: &dyn Buckets) -> Range<usize> {
        match &self.division {
            Division::Chunks(ranks) if ranks[at.round][at.chunk].contains(&rank) => 0..buckets.count(at.round),
            Division::Chunks(_) => 0..0,
            Division::Clusters(territories, _) if at.round < territories.first_round => 0..buckets.count(at.round),
            Division::Clusters(_, clusters) => buckets.of_clusters(at.round, clusters[rank].clone()),
        }
    }

    /// The buckets of a chunk that a rank answers for when rows are collected or added up: each belongs to exactly one
    /// of the ranks that have them.
    pub fn buckets_to_answer_for(&self, rank: usize, at: ChunkId, buckets: &dyn Buckets) -> Range<usize> {
        let is_first_with_them = match &self.division {
            Division::Chunks(ranks) => ranks[at.round][at.chunk].start == rank,
            Division::Clusters(territories, _) => at.round >= territories.first_round || rank == 0,
        };
        if is_first_with_them { self.buckets_up_to_date(rank, at, buckets) } else { 0..0 }
    }

    /// Adds up a quantity over all rows, chunk by chunk and in the order of the buckets: `add` adds the rows
    /// that this rank answers for to the sums so far.
    pub(crate) fn add_up(&self, add: impl Fn(Vec<f64>) -> Vec<f64>) -> Vec<f64> {
        let mut sums = vec![0.0; self.chunks.iter().sum()];
        if let Division::Chunks(ranks) = &self.division {
            // Each chunk is one rank's, so that all of them can work at the same time.
            let gathered = self.gather_sums(&add(sums));
            let responsible = ranks.iter().flatten().map(|ranks| ranks.start);
            return responsible.enumerate().map(|(place, rank)| gathered[rank][place]).collect();
        }
        for rank in 0..self.ranks.ranks() {
            let own = if rank == self.ranks.rank() { add(sums) } else { Vec::new() };
            sums = self.gather_sums(&own).swap_remove(rank);
        }
        sums
    }

    fn gather_sums(&self, own: &[f64]) -> Vec<Vec<f64>> {
        let own: Vec<u8> = own.iter().flat_map(|number| number.to_le_bytes()).collect();
        let gathered = self.ranks.gather_everywhere(&own);
        gathered
            .iter()
            .map(|bytes| bytes.as_chunks().0.iter().map(|&number| f64::from_le_bytes(number)).collect())
            .collect()
    }
}

/// `[round][chunk]`: the ranks that play it.
fn ranks_of_chunks(lanes: &HistoryLanes, ranks: usize) -> Vec<Vec<Range<usize>>> {
    let mut of_rounds: Vec<Vec<Range<usize>>> = Vec::new();
    for round in lanes.rounds.iter().rev() {
        let chunks = round.chunks();
        let of_round = match of_rounds.last() {
            None => (0..chunks).map(|chunk| chunk * ranks / chunks).map(|rank| rank..rank + 1).collect(),
            Some(next) => (0..chunks)
                .map(|chunk| ranks_of_all(round.chunks_after(chunk).into_iter().map(|chunk| &next[chunk])))
                .collect(),
        };
        of_rounds.push(of_round);
    }
    of_rounds.reverse();
    of_rounds
}

/// The ranks from the first to the last that play any of several chunks.
fn ranks_of_all<'a>(chunks: impl Iterator<Item = &'a Range<usize>>) -> Range<usize> {
    chunks.cloned().reduce(|one, other| one.start.min(other.start)..one.end.max(other.end)).unwrap_or(0..0)
}

/// The territories that all sides' buckets belong to from the turn on, if they do.
fn common_territories(sides: &[&dyn Buckets]) -> Option<Territories> {
    let mut all = sides.iter().map(|buckets| buckets.territories());
    let first = all.next()??;
    let common = all.try_fold(first, |common, territories| {
        let territories = territories.filter(|it| it.flop_clusters == common.flop_clusters)?;
        Some(Territories { first_round: common.first_round.max(territories.first_round), ..common })
    })?;
    (common.first_round <= LAST_COMMON_ROUND + 1).then_some(common)
}

/// Runs of clusters with about equally many deals, one for each rank.
fn clusters_of_ranks(territories: &Territories, ranks: usize) -> Vec<Range<usize>> {
    let deals = territories.deals();
    let all: u64 = deals.iter().sum();
    let mut before = 0;
    // A cluster goes to the rank in whose range its middle lies.
    let mut owners = deals.iter().map(|deals| {
        before += deals;
        (((2 * before - deals) as u128 * ranks as u128 / (2 * all) as u128) as usize).min(ranks - 1)
    });
    let owners: Vec<usize> = owners.by_ref().collect();
    let first_from = |rank: usize| owners.partition_point(|&owner| owner < rank);
    (0..ranks).map(|rank| first_from(rank)..first_from(rank + 1)).collect()
}
