//! Where each betting history lies in the vector lanes.
//!
//! All ways to enter a round are followed by the same betting, so sixteen of them are played at once, one in each lane.
//! A group of sixteen is a *chunk*. A round that follows a single chunk packs its entries densely; later rounds keep
//! their parent's lanes and have one chunk for each (parent chunk, exit), so that nothing is ever shuffled between lanes.
//! In hold'em that makes 1, 1, 4 and 36 chunks for 1, 7, 63 and 567 entries.

use evaluator::lanes::{Lane, Lanes};

use crate::game::{RoundLayout, TemplateChild, TreeLayout};

/// Histories side by side.
pub const LANES: usize = 16;
/// One number for each of sixteen histories.
pub type Row<T> = Lanes<T, LANES>;

/// A floating-point number in a lane.
pub trait Real: Lane + PartialOrd {
    /// Rounds a number to this precision.
    fn of(value: f64) -> Self;
    /// A small whole number, exactly.
    fn of_byte(value: u8) -> Self;
    /// The number in full precision.
    fn as_f64(self) -> f64;
    /// The larger of two.
    fn larger(self, other: Self) -> Self;
    /// The quotient of two.
    fn over(self, other: Self) -> Self;
    /// Whether there is nothing to divide by: zero, less, or so little that one divided by it is no finite number.
    fn is_nothing(self) -> bool;
}

macro_rules! real {
    ($($number:ty),*) => {$(
        impl Real for $number {
            #[inline(always)]
            fn of(value: f64) -> Self {
                value as Self
            }
            #[inline(always)]
            fn of_byte(value: u8) -> Self {
                Self::from(value)
            }
            #[inline(always)]
            fn as_f64(self) -> f64 {
                f64::from(self)
            }
            #[inline(always)]
            fn larger(self, other: Self) -> Self {
                if self > other { self } else { other }
            }
            #[inline(always)]
            fn over(self, other: Self) -> Self {
                self / other
            }
            #[inline(always)]
            fn is_nothing(self) -> bool {
                self < Self::MIN_POSITIVE
            }
        }
    )*};
}
real!(f32, f64);

/// The lanes of all rounds of a game.
#[derive(Clone, Debug)]
pub struct HistoryLanes {
    /// Round by round.
    pub rounds: Vec<RoundLanes>,
}

/// The lanes of one round and the betting they all play.
#[derive(Clone, Debug)]
pub struct RoundLanes {
    /// `[chunk][lane]`: the entry played there, if any.
    pub entries: Vec<[Option<usize>; LANES]>,
    /// Whether the next round packs its entries anew; else its chunk after chunk `c` and exit `x` is `c * exits + x`.
    pub repacks: bool,
    /// The decisions in depth-first preorder.
    pub nodes: Vec<LaneNode>,
    /// Actions of all nodes together.
    pub slots: usize,
    /// Ways on to the next round or to the showdown; they are the first terminals.
    pub exits: usize,
    /// Exits and folds together.
    pub terminals: usize,
    /// Whether exits are showdowns.
    pub is_last: bool,
    /// Per player and exit: the folds by that player after which the opponent has played exactly as before that exit,
    /// so that one sum over the opponent's range serves both.
    pub folds_beside_exit: [Vec<Vec<usize>>; 2],
    /// Per player whose values are computed: the folds that no exit serves.
    pub lone_folds: [Vec<usize>; 2],
}

/// A decision as the lanes play it.
#[derive(Clone, Debug)]
pub struct LaneNode {
    /// Position to act.
    pub player: usize,
    /// Slot of the first action.
    pub first_slot: usize,
    /// What follows each action.
    pub children: Vec<LaneChild>,
}

/// What follows an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LaneChild {
    /// Another decision of the round.
    Node(usize),
    /// The round's end: exits first, then folds.
    Terminal(usize),
}

impl HistoryLanes {
    /// Lays a game's histories into lanes.
    pub fn new(layout: &TreeLayout) -> Self {
        let mut rounds: Vec<RoundLanes> = Vec::with_capacity(layout.rounds.len());
        for (number, round) in layout.rounds.iter().enumerate() {
            let entries = match rounds.last() {
                Some(before) if !before.repacks => before.following_entries(),
                _ => packed(round.entries),
            };
            let repacks = entries.len() == 1;
            rounds.push(RoundLanes::new(round, entries, repacks, number + 1 == layout.rounds.len()));
        }
        Self { rounds }
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
    fn new(round: &RoundLayout, entries: Vec<[Option<usize>; LANES]>, repacks: bool, is_last: bool) -> Self {
        let exits = round.exits.len();
        let child = |child: &TemplateChild| match *child {
            TemplateChild::Node(node) => LaneChild::Node(node),
            TemplateChild::Exit(exit) => LaneChild::Terminal(exit),
            TemplateChild::Fold(fold) => LaneChild::Terminal(exits + fold),
        };
        let nodes: Vec<LaneNode> = round
            .template
            .iter()
            .map(|node| LaneNode {
                player: node.player,
                first_slot: node.first_slot,
                children: node.children.iter().map(child).collect(),
            })
            .collect();
        let terminals = exits + round.folds.len();
        let mut folds_beside_exit = [vec![Vec::new(); exits], vec![Vec::new(); exits]];
        let mut lone_folds = [Vec::new(), Vec::new()];
        for player in 0..2 {
            let last_slots = last_slots_of(&nodes, 1 - player, terminals);
            for fold in exits..terminals {
                // Only showdowns sum over the opponent's range; earlier exits leave that to the rounds behind them.
                match (0..exits).find(|&exit| is_last && last_slots[exit] == last_slots[fold]) {
                    Some(exit) => folds_beside_exit[player][exit].push(fold),
                    None => lone_folds[player].push(fold),
                }
            }
        }
        let slots = round.slots;
        Self { entries, repacks, nodes, slots, exits, terminals, is_last, folds_beside_exit, lone_folds }
    }

    /// The decisions that one bucket has in a chunk: information sets of both players together.
    pub fn decisions(&self, chunk: usize) -> u64 {
        (self.entries[chunk].iter().flatten().count() * self.nodes.len()) as u64
    }

    /// The entries of the next round where it keeps this round's lanes.
    fn following_entries(&self) -> Vec<[Option<usize>; LANES]> {
        let after = |chunk: &[Option<usize>; LANES], exit| chunk.map(|entry| entry.map(|it| it * self.exits + exit));
        self.entries.iter().flat_map(|chunk| (0..self.exits).map(move |exit| after(chunk, exit))).collect()
    }
}

/// For each terminal the slot of the player's last action on the way to it.
fn last_slots_of(nodes: &[LaneNode], player: usize, terminals: usize) -> Vec<Option<usize>> {
    let mut at_node = vec![None; nodes.len()];
    let mut at_terminal = vec![None; terminals];
    for (number, node) in nodes.iter().enumerate() {
        for (action, child) in node.children.iter().enumerate() {
            let last = if node.player == player { Some(node.first_slot + action) } else { at_node[number] };
            match *child {
                LaneChild::Node(child) => at_node[child] = last,
                LaneChild::Terminal(terminal) => at_terminal[terminal] = last,
            }
        }
    }
    at_terminal
}

/// What each terminal is worth, history by history, in chips.
#[derive(Clone, Debug)]
pub struct Stakes<T> {
    /// `[round][chunk][terminal]`; for an exit what either player has put in, for a fold what the folder has.
    rounds: Vec<Vec<Vec<Row<T>>>>,
    /// `[round][fold]`: who folds.
    folders: Vec<Vec<usize>>,
}

impl<T: Real> Stakes<T> {
    /// The stakes of a game.
    pub fn new(layout: &TreeLayout, lanes: &HistoryLanes) -> Self {
        let rounds = layout.rounds.iter().zip(&lanes.rounds).map(|(round, lanes)| {
            let stakes = |entries: &[Option<usize>; LANES]| {
                let added = round.exits.iter().map(|exit| exit.added);
                let added = added.chain(round.folds.iter().map(|fold| fold.added[fold.folder]));
                added
                    .map(|added| {
                        let chips = |entry: usize| (round.entry_contribution[entry] + added).as_f64();
                        Lanes(entries.map(|entry| T::of(entry.map_or(0.0, chips))))
                    })
                    .collect()
            };
            lanes.entries.iter().map(stakes).collect()
        });
        let folders = layout.rounds.iter().map(|round| round.folds.iter().map(|fold| fold.folder).collect());
        Self { rounds: rounds.collect(), folders: folders.collect() }
    }

    /// What either player has put in at an exit.
    #[inline(always)]
    pub fn exit(&self, round: usize, chunk: usize, exit: usize) -> Row<T> {
        self.rounds[round][chunk][exit]
    }

    /// What a player wins by a fold: minus the own stake where the player folds.
    #[inline(always)]
    pub fn fold(&self, round: usize, chunk: usize, exits: usize, terminal: usize, player: usize) -> Row<T> {
        let stake = self.rounds[round][chunk][terminal];
        if self.folders[round][terminal - exits] == player { Row::default() - stake } else { stake }
    }
}
