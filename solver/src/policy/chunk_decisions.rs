//! Which decisions of the betting tree lie in which chunk of sixteen histories.

use std::ops::Range;

use crate::game::{BettingTree, NodeId, TreeLayout};
use crate::walk::{ChunkId, HistoryLanes};

/// The decisions of one chunk.
pub struct ChunkDecisions {
    pub at: ChunkId,
    /// Its decisions, in the tree's order.
    pub decisions: Vec<ChunkDecision>,
}

/// One decision's place in its chunk.
pub struct ChunkDecision {
    /// Its number in the tree.
    pub number: usize,
    /// The lane of its history.
    pub lane: usize,
    /// The player to act.
    pub player: usize,
    /// Its actions' slots.
    pub slots: Range<usize>,
}

impl ChunkDecisions {
    /// All chunks of a game, round by round.
    pub fn of_all_chunks(tree: &BettingTree, layout: &TreeLayout, lanes: &HistoryLanes) -> Vec<Self> {
        let mut chunks: Vec<Self> = Vec::new();
        let mut first_of_round = Vec::with_capacity(lanes.rounds.len());
        for (round, round_lanes) in lanes.rounds.iter().enumerate() {
            first_of_round.push(chunks.len());
            let chunk = |chunk| Self { at: ChunkId { round, chunk }, decisions: Vec::new() };
            chunks.extend((0..round_lanes.entries.len()).map(chunk));
        }
        let lane_of_entries: Vec<_> = (0..lanes.rounds.len()).map(|round| lanes.lane_of_entries(round)).collect();
        for number in 0..tree.nodes().len() {
            let place = layout.place(NodeId(number as u32));
            let (chunk, lane) = lane_of_entries[place.round][place.entry];
            let node = &lanes.rounds[place.round].nodes[place.node];
            let slots = node.first_slot..node.first_slot + node.children.len();
            chunks[first_of_round[place.round] + chunk].decisions.push(ChunkDecision {
                number,
                lane,
                player: node.player,
                slots,
            });
        }
        chunks
    }
}
