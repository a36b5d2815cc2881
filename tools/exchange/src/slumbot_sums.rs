//! Strategies of Slumbot 2017 (Eric Jackson, <https://github.com/ericgjackson/slumbot2017>): how much of each action it
//! played, summed over its iterations.
//!
//! There is a file for each player and street, `sumprobs.x.0.0.STREET.ITERATION.pPLAYER.TYPE`, little endian, without
//! a header. It holds the player's decisions on the street in the order in which a walk of the betting comes to them,
//! call before fold before raise, and for each of them `[bucket][action]`, the actions in the same order. The ending is
//! the type of the entries: `c` bytes, `s` and `i` whole numbers of 16 and 32 bits, `d` double precision. How many
//! buckets there are only the program knows that wrote it. Compressed files cannot be read.

use evaluator::holding::{Holding, STARTING_HANDS};
use solver::game::{Action, BettingTree, Next, NodeId};
use std::path::{Path, PathBuf};
use tables::checksum::checksum;
use tables::mapped_file::MappedFile;
use tables::strategy_block::MAX_ACTIONS;

use crate::error::ExchangeError;

/// Pairs of hole cards: buckets before the flop where starting hands have none.
pub const PAIRS: usize = 1326;

/// The opened files of one iteration.
#[derive(Debug)]
pub struct SlumbotSums {
    /// `[street][player]`, the player who acts first before the flop first.
    files: Vec<[SumFile; 2]>,
    /// By decision.
    places: Vec<Place>,
    /// `[starting hand]`: its buckets before the flop.
    preflop: Vec<Vec<usize>>,
}

/// One file.
#[derive(Debug)]
struct SumFile {
    map: MappedFile,
    kind: EntryKind,
    buckets: usize,
}

/// Where a decision's entries are.
#[derive(Clone, Copy, Default, Debug)]
struct Place {
    round: usize,
    /// Whether it is the player who acts second before the flop.
    second: usize,
    /// Actions of the decisions before it in its file.
    before: usize,
    actions: &'static [Action],
}

/// The types of entries, by the endings of files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EntryKind {
    U8,
    U16,
    I32,
    F64,
}

/// In this order come a decision's actions, and what follows them.
const ORDER: [Action; 3] = [Action::Call, Action::Fold, Action::Raise];

/// Whether a path is what [`SlumbotSums::open`] takes: a folder, or a file that is called like one of its.
pub fn is_slumbot(path: &Path) -> bool {
    path.is_dir() || Name::of(path).is_some()
}

impl SlumbotSums {
    /// Opens the eight files of a folder's latest iteration or, given one of the files, of its iteration. `buckets` are
    /// those of each round; before the flop 1, 169 or [`PAIRS`].
    ///
    /// # Errors
    /// [`ExchangeError::Array`] for a file that is not there or of another length; what opening one gives.
    pub fn open(path: &Path, tree: &BettingTree, buckets: &[usize]) -> Result<Self, ExchangeError> {
        let names = names_at(path)?;
        let mut places = vec![Place::default(); tree.nodes().len()];
        let mut actions = vec![[0; 2]; tree.rounds()];
        place(tree, NodeId::ROOT, &mut places, &mut actions);
        let open = |round: usize, player: usize, place: usize| {
            SumFile::open(&names.file(round, player)?, buckets[round], actions[round][place])
        };
        // Who acts first before the flop is a setting of that program. His file there is an action longer.
        let first = usize::from(open(0, 0, 0).is_err());
        let files = (0..tree.rounds()).map(|round| Ok([open(round, first, 0)?, open(round, 1 - first, 1)?]));
        let files = files.collect::<Result<_, ExchangeError>>()?;
        Ok(Self { files, places, preflop: preflop_buckets(buckets[0]) })
    }

    /// The checksum of all files, which tells them from others of their names.
    pub fn checksum(&self) -> u64 {
        let of_files = self.files.iter().flatten().flat_map(|file| checksum(file.map.bytes()).to_le_bytes());
        checksum(&of_files.collect::<Vec<u8>>())
    }

    /// The probabilities of a decision's actions in a bucket (before the flop: with a starting hand), zero beyond them:
    /// sums above zero in proportion; `None` where there is none, or for a decision or a bucket that is not there.
    pub fn probabilities(&self, decision: usize, bucket: usize) -> Option<[f32; MAX_ACTIONS]> {
        let place = self.places.get(decision)?;
        let file = &self.files[place.round][place.second];
        let one = [bucket];
        let buckets = if place.round == 0 { self.preflop.get(bucket)?.as_slice() } else { &one };
        let mut values = [0.0; MAX_ACTIONS];
        for &bucket in buckets {
            let sums = ORDER.iter().filter(|action| place.actions.contains(action));
            for (number, action) in sums.enumerate() {
                let own = place.actions.iter().position(|own| own == action)?;
                values[own] += file.above_zero(place, bucket, number)?;
            }
        }
        let sum: f64 = values.iter().sum();
        (sum > 0.0 && sum.is_finite()).then(|| values.map(|value| (value / sum) as f32))
    }
}

/// `[starting hand]`: its buckets. Pairs of hole cards are counted by the higher card, then by the lower one; suits
/// are told apart, which no strategy should.
fn preflop_buckets(count: usize) -> Vec<Vec<usize>> {
    match count {
        1 => vec![vec![0]; STARTING_HANDS],
        PAIRS => {
            let mut pairs = vec![Vec::new(); STARTING_HANDS];
            for holding in Holding::all() {
                let (a, b) = holding.cards();
                let [low, high] = [a.number().min(b.number()), a.number().max(b.number())];
                pairs[holding.starting_hand().number()].push(high * (high - 1) / 2 + low);
            }
            pairs
        }
        _ => (0..STARTING_HANDS).map(|hand| vec![hand]).collect(),
    }
}

/// Gives a decision and all that follow it their places; `actions[round][player]` counts those that have theirs.
fn place(tree: &BettingTree, id: NodeId, places: &mut [Place], actions: &mut [[usize; 2]]) {
    let node = &tree[id];
    let second = usize::from(node.player != tree[NodeId::ROOT].player);
    let before = &mut actions[node.round][second];
    places[id.0 as usize] = Place { round: node.round, second, before: *before, actions: node.actions };
    *before += node.actions.len();
    for action in ORDER {
        let child = node.actions.iter().position(|&own| own == action).map(|own| node.children[own]);
        if let Some(Next::Decision(next)) = child {
            place(tree, next, places, actions);
        }
    }
}

impl SumFile {
    fn open(path: &Path, buckets: usize, actions: usize) -> Result<Self, ExchangeError> {
        let kind = EntryKind::of_ending(path).expect("files are found by their endings");
        let map = MappedFile::open(path)?;
        let (expected, found) = (buckets.saturating_mul(actions * kind.bytes()), map.bytes().len());
        if found != expected {
            let advice = "give sums of Slumbot 2017 for heads-up limit hold'em, not compressed, and its numbers of \
                          buckets (--counts)";
            return Err(ExchangeError::Array {
                path: path.to_owned(),
                expected: format!("{expected} bytes for {buckets} buckets"),
                found: format!("{found} bytes"),
                advice,
            });
        }
        Ok(Self { map, kind, buckets })
    }

    /// An entry; nothing where it is below zero.
    fn above_zero(&self, place: &Place, bucket: usize, number: usize) -> Option<f64> {
        let entry = place.before * self.buckets + bucket * place.actions.len() + number;
        let width = self.kind.bytes();
        let bytes = self.map.bytes().get(entry * width..(entry + 1) * width).filter(|_| bucket < self.buckets)?;
        Some(match (self.kind, bytes) {
            (EntryKind::F64, &[a, b, c, d, e, f, g, h]) => f64::from_le_bytes([a, b, c, d, e, f, g, h]).max(0.0),
            (EntryKind::I32, &[a, b, c, d]) => f64::from(i32::from_le_bytes([a, b, c, d]).max(0)),
            (_, &[a, b]) => f64::from(u16::from_le_bytes([a, b])),
            _ => f64::from(bytes[0]),
        })
    }
}

impl EntryKind {
    /// In the order in which their own program looks for them.
    const ALL: [Self; 4] = [Self::F64, Self::I32, Self::U8, Self::U16];

    fn ending(self) -> &'static str {
        match self {
            Self::U8 => "c",
            Self::U16 => "s",
            Self::I32 => "i",
            Self::F64 => "d",
        }
    }

    fn of_ending(path: &Path) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| path.extension().is_some_and(|ending| ending == kind.ending()))
    }

    fn bytes(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::U16 => 2,
            Self::I32 => 4,
            Self::F64 => 8,
        }
    }
}

/// What the files of an iteration are called.
struct Name {
    folder: PathBuf,
    iteration: u64,
}

impl Name {
    /// That of one file; `None` for files that are called otherwise.
    fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let parts: Vec<&str> = name.split('.').collect();
        let &["sumprobs", "x", "0", "0", street, iteration, "p0" | "p1", _] = parts.as_slice() else { return None };
        street.parse::<u8>().ok()?;
        EntryKind::of_ending(path)?;
        Some(Self { folder: path.parent()?.to_owned(), iteration: iteration.parse().ok()? })
    }

    /// A player's file of a street.
    fn file(&self, street: usize, player: usize) -> Result<PathBuf, ExchangeError> {
        let name = format!("sumprobs.x.0.0.{street}.{}.p{player}", self.iteration);
        let files = EntryKind::ALL.map(|kind| self.folder.join(format!("{name}.{}", kind.ending())));
        files.into_iter().find(|file| file.exists()).ok_or_else(|| ExchangeError::Array {
            path: self.folder.clone(),
            expected: format!("a file {name}.d, .i, .c or .s"),
            found: "none".to_owned(),
            advice: "give a folder with Slumbot's sums of both players on all four streets",
        })
    }
}

/// The names at a path: of the iteration that a file belongs to, or of a folder's latest.
fn names_at(path: &Path) -> Result<Name, ExchangeError> {
    if let Some(name) = Name::of(path) {
        return Ok(name);
    }
    let entries = std::fs::read_dir(path).ok().into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| Name::of(&entry.path()));
    names.max_by_key(|name| name.iteration).ok_or_else(|| ExchangeError::Array {
        path: path.to_owned(),
        expected: "files sumprobs.x.0.0.STREET.ITERATION.pPLAYER.TYPE".to_owned(),
        found: "none".to_owned(),
        advice: "give the folder into which Slumbot 2017 wrote its sums of probabilities",
    })
}
