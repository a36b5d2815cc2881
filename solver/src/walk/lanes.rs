//! Where each betting history lies in the vector lanes.
//!
//! All ways to enter a round are followed by the same betting, so sixteen of them are played at once, one in each
//! lane. A group of sixteen is a *chunk*. A round that follows a single chunk packs its entries densely; later rounds
//! keep their parent's lanes and have one chunk for each (parent chunk, exit), so that nothing is ever shuffled
//! between lanes. In hold'em that makes 1, 1, 4 and 36 chunks for 1, 7, 63 and 567 entries.

use std::ops::Range;

use super::down::ChunkId;
use super::reach_products::LANES;
use crate::game::{Next, RoundLayout, TemplateNode, TreeLayout};

/// The lanes of all rounds of a game.
#[derive(Clone, Debug)]
pub struct HistoryLanes {
    pub rounds: Vec<RoundLanes>,
}

/// The lanes of one round and the betting they all play.
#[derive(Clone, Debug)]
pub struct RoundLanes {
    /// `[chunk][lane]`: the entry played there, if any.
    pub entries: Vec<[Option<usize>; LANES]>,
    /// How its lanes continue into the next round.
    passage: Passage,
    /// The decisions in depth-first preorder; the first `exits` of the round's ends are its exits, the others folds.
    pub nodes: Vec<TemplateNode>,
    /// Actions of all nodes together.
    pub slots: usize,
    /// Ways on to the next round or to the showdown; they are the first ends.
    pub exits: usize,
    /// Exits and folds together.
    pub ends: usize,
    /// Whether exits are showdowns.
    pub is_last: bool,
    /// Per player and exit: the folds by that player after which the opponent has played exactly as before that exit,
    /// so that one sum over the opponent's range serves both.
    pub folds_beside_exit: [Vec<Vec<usize>>; 2],
    /// Per player whose values are computed: the folds that no exit serves.
    pub lone_folds: [Vec<usize>; 2],
}

/// How a round's lanes go on into those of the next one: the only place that knows it.
#[derive(Clone, Debug)]
enum Passage {
    /// The next round keeps the lanes: its chunk after chunk `c` and exit `x` is `c * exits + x`.
    Kept,
    /// The next round packs its entries densely: the entry and exit here behind each of them.
    Packed(Vec<(usize, usize)>),
    /// A showdown follows.
    Ended,
}

/// Where the lanes of one chunk of the next round come from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Origin<'a> {
    /// Lane for lane from this exit.
    Exit(usize),
    /// Each from the lane and exit named; lanes beyond are empty.
    Packed(&'a [(usize, usize)]),
}

impl HistoryLanes {
    /// Lays a game's histories into lanes.
    pub fn new(layout: &TreeLayout) -> Self {
        let mut rounds: Vec<RoundLanes> = Vec::with_capacity(layout.rounds.len());
        for (number, round) in layout.rounds.iter().enumerate() {
            let entries = match rounds.last() {
                Some(before) if matches!(before.passage, Passage::Kept) => before.following_entries(),
                _ => packed(round.entries),
            };
            rounds.push(RoundLanes::new(round, entries, number + 1 == layout.rounds.len()));
        }
        Self { rounds }
    }

    /// How many of a chunk's lanes, counted from the first, hold all that are played.
    pub(crate) fn used(&self, at: ChunkId) -> usize {
        let entries = &self.rounds[at.round].entries[at.chunk];
        entries.iter().rposition(Option::is_some).map_or(0, |last| last + 1)
    }

    /// The chunks with the histories that lead to an entry of a round or follow from it, `[round][chunk]`.
    pub fn chunks_around(&self, round: usize, entry: usize) -> Vec<Vec<bool>> {
        let mut around: Vec<Vec<bool>> = self.rounds.iter().map(|round| vec![false; round.entries.len()]).collect();
        let mut chunk = self.lane_of_entries(round)[entry].0;
        for earlier in (0..round).rev() {
            chunk = self.rounds[earlier].before(chunk);
            around[earlier][chunk] = true;
        }
        let mut entries = entry..entry + 1;
        for (later, chunks) in around.iter_mut().enumerate().skip(round) {
            let lanes = self.lane_of_entries(later);
            entries.clone().for_each(|entry| chunks[lanes[entry].0] = true);
            let exits = self.rounds[later].exits;
            entries = entries.start * exits..entries.end * exits;
        }
        around
    }

    /// Chunk and lane of each entry of a round.
    pub fn lane_of_entries(&self, round: usize) -> Vec<(usize, usize)> {
        let chunks = &self.rounds[round].entries;
        let count = chunks.iter().flatten().flatten().count();
        let mut lanes = vec![(0, 0); count];
        for (chunk, row) in chunks.iter().enumerate() {
            for (lane, entry) in row.iter().enumerate() {
                if let Some(entry) = *entry {
                    lanes[entry] = (chunk, lane);
                }
            }
        }
        lanes
    }
}

fn packed(entries: usize) -> Vec<[Option<usize>; LANES]> {
    let lane = |number: usize| (number < entries).then_some(number);
    (0..entries.div_ceil(LANES)).map(|chunk| std::array::from_fn(|it| lane(chunk * LANES + it))).collect()
}

impl RoundLanes {
    fn new(round: &RoundLayout, entries: Vec<[Option<usize>; LANES]>, is_last: bool) -> Self {
        let template = round.only_template();
        let (exits, nodes) = (template.exits, template.nodes.clone());
        let passage = match entries.len() {
            _ if is_last => Passage::Ended,
            1 => Passage::Packed((0..round.entries).flat_map(|it| (0..exits).map(move |exit| (it, exit))).collect()),
            _ => Passage::Kept,
        };
        let ends = template.ends();
        let mut folds_beside_exit = [vec![Vec::new(); exits], vec![Vec::new(); exits]];
        let mut lone_folds = [Vec::new(), Vec::new()];
        for player in 0..2 {
            let last_slots = last_slots_of(&nodes, 1 - player, ends);
            for fold in exits..ends {
                // Only showdowns sum over the opponent's range; earlier exits leave that to the rounds behind them.
                match (0..exits).find(|&exit| is_last && last_slots[exit] == last_slots[fold]) {
                    Some(exit) => folds_beside_exit[player][exit].push(fold),
                    None => lone_folds[player].push(fold),
                }
            }
        }
        let slots = template.slots;
        Self { entries, passage, nodes, slots, exits, ends, is_last, folds_beside_exit, lone_folds }
    }

    /// The number of decisions of a player with one bucket in a chunk, which is that many information sets.
    pub(crate) fn decisions(&self, chunk: usize, player: usize) -> u64 {
        let nodes = self.nodes.iter().filter(|node| node.player == player).count();
        (self.entries[chunk].iter().flatten().count() * nodes) as u64
    }

    /// The chunks of the next round that follow a chunk.
    pub(crate) fn following(&self, chunk: usize) -> Range<usize> {
        match &self.passage {
            Passage::Kept => chunk * self.exits..(chunk + 1) * self.exits,
            Passage::Packed(origins) => 0..origins.len().div_ceil(LANES),
            Passage::Ended => 0..0,
        }
    }

    /// The chunk that a chunk of the next round follows.
    pub fn before(&self, next_chunk: usize) -> usize {
        if let Passage::Kept = self.passage { next_chunk / self.exits } else { 0 }
    }

    /// Where the lanes of a chunk of the next round come from.
    #[inline(always)]
    pub(crate) fn origin(&self, next_chunk: usize) -> Origin<'_> {
        match &self.passage {
            Passage::Packed(origins) => {
                let first = next_chunk * LANES;
                Origin::Packed(&origins[first..(first + LANES).min(origins.len())])
            }
            Passage::Kept | Passage::Ended => Origin::Exit(next_chunk % self.exits),
        }
    }

    /// How many entries there are here if the next round packs what follows them: entry `e` and exit `x` then go on
    /// as the next round's entry `e * exits + x`, sixteen to a chunk.
    #[inline(always)]
    pub(crate) fn packed_entries(&self) -> Option<usize> {
        match &self.passage {
            Passage::Packed(origins) => Some(origins.len() / self.exits),
            Passage::Kept | Passage::Ended => None,
        }
    }

    /// The entries of the next round where it keeps this round's lanes.
    fn following_entries(&self) -> Vec<[Option<usize>; LANES]> {
        let after = |chunk: &[Option<usize>; LANES], exit| chunk.map(|entry| entry.map(|it| it * self.exits + exit));
        self.entries.iter().flat_map(|chunk| (0..self.exits).map(move |exit| after(chunk, exit))).collect()
    }
}

/// For each end the slot of the player's last action on the way to it.
fn last_slots_of(nodes: &[TemplateNode], player: usize, ends: usize) -> Vec<Option<usize>> {
    let mut at_node = vec![None; nodes.len()];
    let mut at_end = vec![None; ends];
    for (number, node) in nodes.iter().enumerate() {
        for (action, child) in node.children.iter().enumerate() {
            let last = if node.player == player { Some(node.first_slot + action) } else { at_node[number] };
            match *child {
                Next::Decision(child) => at_node[child] = last,
                Next::End(end) => at_end[end] = last,
            }
        }
    }
    at_end
}
