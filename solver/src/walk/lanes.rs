//! Where each betting history lies in the vector lanes.
//!
//! Ways to enter a round that are followed by the same betting, whatever the chips, have one *shape*, and sixteen of
//! them are played at once, one in each lane. Such a group is a *chunk*. Where all that a chunk's lanes lead to by one
//! exit has one shape, the next round keeps the lanes, so that nothing is shuffled between them; all other entries are
//! packed, shape by shape. In limit hold'em that makes 1, 1, 4 and 36 chunks for 1, 7, 63 and 567
//! entries; in a no-limit game of 100 big blinds some 190 for 2,977 ways into the river.
//!
//! Called all-ins go on as chunks of a shape in which nothing is decided, up to the showdown.

use super::down::ChunkId;
use super::reach_products::LANES;
use crate::game::{Next, RoundLayout, Template, TemplateNode, TreeLayout};

/// A chunk's lanes are kept by the next round if at least so many of them are in use: others are better packed.
const LANES_WORTH_KEEPING: usize = 12;

/// The lanes of all rounds of a game.
#[derive(Clone, Debug)]
pub struct HistoryLanes {
    pub rounds: Vec<RoundLanes>,
}

/// The lanes of one round.
#[derive(Clone, Debug)]
pub struct RoundLanes {
    /// `[chunk][lane]`: the entry played there, if any.
    pub entries: Vec<[Option<usize>; LANES]>,
    /// What is played in its chunks.
    pub shapes: Vec<Shape>,
    /// `[chunk]`: the number of its shape.
    pub shape_of_chunk: Vec<usize>,
    /// Whether exits are showdowns.
    pub is_last: bool,
    /// `[chunk]`: where its lanes come from; empty in the first round.
    origins: Vec<Origin>,
    /// `[chunk][exit]`: where its lanes lead to; empty in the last round.
    onward: Vec<Vec<Onward>>,
}

/// The betting that all lanes of a chunk play.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The decisions in depth-first preorder, none after a called all-in; the first `exits` of the round's ends are its
    /// exits, the others folds.
    pub nodes: Vec<TemplateNode>,
    /// Actions of all nodes together.
    pub slots: usize,
    /// Ways on to the next round or to the showdown; they are the first ends.
    pub exits: usize,
    /// Exits and folds together.
    pub ends: usize,
    /// Whether exits are showdowns.
    pub is_last: bool,
    /// Who folds at each of the folds.
    folders: Vec<usize>,
    /// Per player and exit: the folds by that player after which the opponent has played exactly as before that exit,
    /// so that one sum over the opponent's range serves both.
    pub folds_beside_exit: [Vec<Vec<usize>>; 2],
    /// Per player whose values are computed: the folds that no exit serves.
    pub lone_folds: [Vec<usize>; 2],
}

/// Where the lanes of a chunk come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// Lane for lane from a chunk of the round before, by one exit.
    Kept { chunk: usize, exit: usize },
    /// From some of the lanes of several.
    Packed(Vec<Source>),
}

/// Lanes that come from one chunk by one exit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Source {
    pub chunk: usize,
    pub exit: usize,
    pub moves: Vec<Move>,
}

/// Where the lanes of a chunk lead to by one exit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Onward {
    /// Lane for lane to a chunk of the next round.
    Kept(usize),
    /// To some of the lanes of several.
    Packed(Vec<Target>),
}

/// Lanes that lead to one chunk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    pub chunk: usize,
    pub moves: Vec<Move>,
}

/// A lane of a chunk, and that of the next round's chunk where it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Move {
    pub from: usize,
    pub to: usize,
}

impl HistoryLanes {
    /// Lays a game's histories into lanes.
    pub fn new(layout: &TreeLayout) -> Self {
        let mut rounds: Vec<RoundLanes> = Vec::with_capacity(layout.rounds.len());
        for (number, round) in layout.rounds.iter().enumerate() {
            let is_last = number + 1 == layout.rounds.len();
            let lanes = match rounds.last_mut() {
                None => RoundLanes::first(round, is_last),
                Some(before) => before.follow(&layout.rounds[number - 1], round, is_last),
            };
            rounds.push(lanes);
        }
        Self { rounds }
    }

    /// The betting of a chunk.
    #[inline(always)]
    pub fn shape(&self, at: ChunkId) -> &Shape {
        self.rounds[at.round].shape(at.chunk)
    }

    /// How many of a chunk's lanes, counted from the first, hold all that are played.
    pub(crate) fn used(&self, at: ChunkId) -> usize {
        let entries = &self.rounds[at.round].entries[at.chunk];
        entries.iter().rposition(Option::is_some).map_or(0, |last| last + 1)
    }

    /// The chunks that follow from an entry of a round, its own among them, and all that lead to these,
    /// `[round][chunk]`.
    pub fn chunks_around(&self, round: usize, entry: usize) -> Vec<Vec<bool>> {
        let mut around: Vec<Vec<bool>> = self.rounds.iter().map(|round| vec![false; round.chunks()]).collect();
        let mut lanes = vec![self.lane_of_entries(round)[entry]];
        for (number, of_round) in self.rounds.iter().enumerate().skip(round) {
            lanes.iter().for_each(|&(chunk, _)| around[number][chunk] = true);
            lanes = lanes.iter().flat_map(|&(chunk, lane)| of_round.lanes_after(chunk, lane)).collect();
        }
        for (number, of_round) in self.rounds.iter().enumerate().skip(1).rev() {
            for chunk in (0..of_round.chunks()).filter(|&chunk| around[number][chunk]).collect::<Vec<_>>() {
                of_round.parents(chunk).into_iter().for_each(|parent| around[number - 1][parent] = true);
            }
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

impl RoundLanes {
    /// The first round: one history, in the first lane.
    fn first(round: &RoundLayout, is_last: bool) -> Self {
        let mut lanes = Self::empty(round, is_last);
        let mut entries = [None; LANES];
        entries[0] = Some(0);
        lanes.push(entries, round);
        lanes
    }

    fn empty(round: &RoundLayout, is_last: bool) -> Self {
        let shapes = round.templates.iter().map(|template| Shape::new(template, is_last)).collect();
        let (entries, shape_of_chunk) = (Vec::new(), Vec::new());
        Self { entries, shapes, shape_of_chunk, is_last, origins: Vec::new(), onward: Vec::new() }
    }

    fn push(&mut self, entries: [Option<usize>; LANES], round: &RoundLayout) {
        let first = entries.iter().flatten().next();
        self.shape_of_chunk.push(first.map_or(0, |&entry| round.template_of_entry[entry]));
        self.entries.push(entries);
    }

    /// The next round's lanes; notes where those of this round, laid out as `here`, lead to.
    fn follow(&mut self, here: &RoundLayout, next: &RoundLayout, is_last: bool) -> Self {
        let mut lanes = Self::empty(next, is_last);
        let mut packed: Vec<Entry> = Vec::new();
        for (chunk, entries) in self.entries.iter().enumerate() {
            for exit in 0..self.shape(chunk).exits {
                let after = entries.map(|entry| entry.map(|entry| here.next_entry(entry, exit)));
                if is_worth_keeping(&after, next) {
                    lanes.push(after, next);
                    lanes.origins.push(Origin::Kept { chunk, exit });
                } else {
                    let used = after.iter().enumerate().filter_map(|(lane, number)| Some((lane, (*number)?)));
                    let entry =
                        |(lane, number)| Entry { shape: next.template_of_entry[number], chunk, exit, lane, number };
                    packed.extend(used.map(entry));
                }
            }
        }
        // Those that come the same way stay together, so that few rows are looked at for each; what follows a single
        // chunk is in the tree's order.
        let is_single = self.chunks() == 1;
        packed.sort_by_key(|it| (it.shape, if is_single { it.number } else { 0 }));
        for shape in packed.chunk_by(|one, other| one.shape == other.shape) {
            for sixteen in shape.chunks(LANES) {
                lanes.push(std::array::from_fn(|lane| sixteen.get(lane).map(|entry| entry.number)), next);
                lanes.origins.push(Origin::Packed(sources(sixteen)));
            }
        }
        self.lead_to(&lanes.origins);
        lanes
    }

    /// Notes where its lanes lead to.
    fn lead_to(&mut self, origins: &[Origin]) {
        let nowhere = |chunk: usize| vec![Onward::Packed(Vec::new()); self.shape(chunk).exits];
        let mut onward: Vec<Vec<Onward>> = (0..self.chunks()).map(nowhere).collect();
        for (chunk, origin) in origins.iter().enumerate() {
            match origin {
                &Origin::Kept { chunk: from, exit } => onward[from][exit] = Onward::Kept(chunk),
                Origin::Packed(sources) => {
                    for source in sources {
                        if let Onward::Packed(targets) = &mut onward[source.chunk][source.exit] {
                            targets.push(Target { chunk, moves: source.moves.clone() });
                        }
                    }
                }
            }
        }
        self.onward = onward;
    }

    pub fn chunks(&self) -> usize {
        self.entries.len()
    }

    /// The betting of a chunk.
    #[inline(always)]
    pub fn shape(&self, chunk: usize) -> &Shape {
        &self.shapes[self.shape_of_chunk[chunk]]
    }

    /// The number of decisions of a player with one bucket in a chunk, which is that many information sets.
    pub(crate) fn decisions(&self, chunk: usize, player: usize) -> u64 {
        let nodes = self.shape(chunk).nodes.iter().filter(|node| node.player == player).count();
        (self.entries[chunk].iter().flatten().count() * nodes) as u64
    }

    /// Where the lanes of a chunk come from.
    #[inline(always)]
    pub(crate) fn origin(&self, chunk: usize) -> &Origin {
        &self.origins[chunk]
    }

    /// The chunks of the round before that a chunk's lanes come from, in ascending order; none for the first round.
    pub fn parents(&self, chunk: usize) -> Vec<usize> {
        let mut parents = match self.origins.get(chunk) {
            None => Vec::new(),
            Some(Origin::Kept { chunk, .. }) => vec![*chunk],
            Some(Origin::Packed(sources)) => sources.iter().map(|source| source.chunk).collect(),
        };
        parents.sort_unstable();
        parents.dedup();
        parents
    }

    /// Where a chunk's lanes lead to by an exit.
    #[inline(always)]
    pub(crate) fn onward(&self, chunk: usize, exit: usize) -> &Onward {
        &self.onward[chunk][exit]
    }

    /// The chunks of the next round that any of a chunk's lanes lead to, in ascending order; none after the last.
    pub(crate) fn chunks_after(&self, chunk: usize) -> Vec<usize> {
        let of_exit = |onward: &Onward| match onward {
            Onward::Kept(chunk) => vec![*chunk],
            Onward::Packed(targets) => targets.iter().map(|target| target.chunk).collect(),
        };
        let mut following: Vec<usize> = self.onward.get(chunk).into_iter().flatten().flat_map(of_exit).collect();
        following.sort_unstable();
        following.dedup();
        following
    }

    /// Chunk and lane of each entry of the next round after that of a lane.
    fn lanes_after(&self, chunk: usize, lane: usize) -> Vec<(usize, usize)> {
        let of_exit = |onward: &Onward| match onward {
            Onward::Kept(chunk) => Some((*chunk, lane)),
            Onward::Packed(targets) => targets.iter().find_map(|target| {
                let of_lane = target.moves.iter().find(|it| it.from == lane)?;
                Some((target.chunk, of_lane.to))
            }),
        };
        self.onward.get(chunk).into_iter().flatten().filter_map(of_exit).collect()
    }
}

/// An entry that is to be packed, and where it comes from.
struct Entry {
    shape: usize,
    chunk: usize,
    exit: usize,
    lane: usize,
    number: usize,
}

/// Where at most sixteen entries come from.
fn sources(entries: &[Entry]) -> Vec<Source> {
    let mut sources: Vec<Source> = Vec::new();
    for (to, &Entry { chunk, exit, lane: from, .. }) in entries.iter().enumerate() {
        match sources.iter_mut().find(|source| (source.chunk, source.exit) == (chunk, exit)) {
            Some(source) => source.moves.push(Move { from, to }),
            None => sources.push(Source { chunk, exit, moves: vec![Move { from, to }] }),
        }
    }
    sources
}

/// Whether entries that follow a chunk by one exit should stay in its lanes.
fn is_worth_keeping(entries: &[Option<usize>; LANES], round: &RoundLayout) -> bool {
    let mut shapes = entries.iter().flatten().map(|&entry| round.template_of_entry[entry]);
    let first = shapes.next();
    entries.iter().flatten().count() >= LANES_WORTH_KEEPING && shapes.all(|shape| Some(shape) == first)
}

impl Shape {
    fn new(template: &Template, is_last: bool) -> Self {
        let (exits, ends, nodes) = (template.exits, template.ends(), template.nodes.clone());
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
        let (slots, folders) = (template.slots, template.folders.clone());
        Self { nodes, slots, exits, ends, is_last, folders, folds_beside_exit, lone_folds }
    }

    /// Where the betting begins: its first decision, or its only exit.
    #[inline(always)]
    pub fn root(&self) -> Next<usize, usize> {
        if self.nodes.is_empty() { Next::End(0) } else { Next::Decision(0) }
    }

    /// Who folds at one of the ends after the exits.
    #[inline(always)]
    pub(crate) fn folder(&self, end: usize) -> usize {
        self.folders[end - self.exits]
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
