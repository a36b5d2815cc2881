//! The place of each chunk of sixteen histories among all chunks, and where a deal's record keeps its rows.

use std::ops::Range;

use crate::walk::{ChunkId, HistoryLanes, LANES, RoundLanes, Row, Stakes};

/// One chunk of one round. Chunks are numbered round by round.
#[derive(Clone, Debug)]
pub(super) struct ChunkPlace {
    pub at: ChunkId,
    /// The numbers of the chunks that follow in the next round; none in the last round.
    pub following: Range<usize>,
    /// The slots of each player's actions.
    pub own_slots: [Vec<usize>; 2],
    /// `[player][terminal]`: what the player wins by a fold, or what either has put in at an exit, in chips.
    pub chips: [Vec<Row<f32>>; 2],
    /// The number of each lane's first decision among all decisions of the game; the others follow.
    pub first_decisions: [u64; LANES],
    /// The slots' rows in the record of a deal.
    pub slots: Range<usize>,
    /// The folds' rows in the record of a deal, those of each player's values.
    pub folds: [Range<usize>; 2],
}

impl ChunkPlace {
    /// All chunks of a game.
    pub fn all(lanes: &HistoryLanes, stakes: &Stakes<f32>) -> Vec<Self> {
        let mut places = Vec::new();
        let (mut decisions, mut slots, mut folds) = (0, 0, 0);
        for (round, it) in lanes.rounds.iter().enumerate() {
            let after_round = places.len() + it.entries.len();
            for (chunk, entries) in it.entries.iter().enumerate() {
                let following = it.following(chunk);
                let following = after_round + following.start..after_round + following.end;
                let at = ChunkId { round, chunk };
                let first_decision = |entry: Option<usize>| (decisions + entry.unwrap_or(0) * it.nodes.len()) as u64;
                let count = it.terminals - it.exits;
                let chips = |player, terminal| match terminal < it.exits {
                    true => stakes.exit(at, terminal),
                    false => stakes.fold(at, it.exits, terminal, player),
                };
                places.push(Self {
                    at,
                    following,
                    own_slots: [0, 1].map(|player| own_slots(it, player)),
                    chips: [0, 1].map(|player| (0..it.terminals).map(|terminal| chips(player, terminal)).collect()),
                    first_decisions: entries.map(first_decision),
                    slots: slots..slots + it.slots,
                    folds: [folds..folds + count, folds + count..folds + 2 * count],
                });
                slots += it.slots;
                folds += 2 * count;
            }
            decisions += it.entries.iter().flatten().flatten().count() * it.nodes.len();
        }
        places
    }
}

fn own_slots(lanes: &RoundLanes, player: usize) -> Vec<usize> {
    let own = lanes.nodes.iter().filter(|node| node.player == player);
    own.flat_map(|node| node.first_slot..node.first_slot + node.children.len()).collect()
}
