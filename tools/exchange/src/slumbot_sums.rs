//! Strategies of Slumbot 2017 (Eric Jackson, <https://github.com/ericgjackson/slumbot2017>): how much of each action it
//! played, summed over its iterations.
//!
//! There is a file for each player and street, `sumprobs.x.0.0.STREET.ITERATION.pPLAYER.TYPE`, little endian, without a
//! header. It holds the player's decisions on the street in the order in which a walk of the betting comes to them,
//! call before fold before raise, and for each of them `[bucket][action]`, the actions in the same order. The ending is
//! the type of the entries: `c` bytes, `s` and `i` whole numbers of 16 and 32 bits, `d` double precision. Only the
//! program that wrote it knows how many buckets there are. Compressed files cannot be read.
//!
//! Before the flop its buckets are pairs of cards, by the higher card and then the lower one, or starting hands in the
//! order in which that sequence meets them: 22, 32s, 32o, 33, 42s, 42o, 43s and so on (its "null" buckets).

use evaluator::card::Card;
use evaluator::holding::{Holding, STARTING_HANDS};
use solver::game::{Action, BettingTree, Next, NodeId};
use std::path::{Path, PathBuf};
use tables::error::TableError;
use tables::file::fingerprint::checksum;
use tables::file::mapped::MappedFile;
use tables::strategy::block::MAX_ACTIONS;

use super::error::ExchangeError;

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
    iteration: String,
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
    /// 0 for the player who acts first before the flop, 1 for the other.
    player: usize,
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

/// The order of a decision's actions, and of what follows them.
const ORDER: [Action; 3] = [Action::Call, Action::Fold, Action::Raise];

/// Whether [`SlumbotSums::open`] takes a path: a folder, or a file named like one of these files.
pub fn is_slumbot(path: &Path) -> bool {
    path.is_dir() || Names::of(path).is_some()
}

impl SlumbotSums {
    /// Opens the eight files of a folder's latest iteration or, given one of the files, of its iteration. `buckets` are
    /// those of each round; before the flop 1, 169 or [`PAIRS`].
    pub fn open(path: &Path, tree: &BettingTree, buckets: &[usize; 4]) -> Result<Self, ExchangeError> {
        let preflop = preflop_buckets(buckets[0]).ok_or_else(|| ExchangeError::Array {
            path: path.to_owned(),
            expected: format!("1, {STARTING_HANDS} or {PAIRS} buckets before the flop"),
            found: buckets[0].to_string(),
            advice: "give another first number of --counts",
        })?;
        let names = names_at(path)?;
        let mut places = vec![Place::default(); tree.nodes().len()];
        let mut actions = vec![[0; 2]; buckets.len()];
        place(tree, NodeId::ROOT, &mut places, &mut actions);
        let open = |round: usize, player: usize| SumFile::open(&names.file(round, player)?, buckets[round]);
        let mut files = (0..buckets.len())
            .map(|round| Ok([open(round, 0)?, open(round, 1)?]))
            .collect::<Result<Vec<_>, ExchangeError>>()?;
        // Who acts first before the flop is a setting of that program. That player's file there is one action longer.
        if files[0][0].length() < files[0][1].length() {
            files.iter_mut().for_each(|of_players| of_players.swap(0, 1));
        }
        for (file, &actions) in files.iter().flatten().zip(actions.iter().flatten()) {
            file.check(actions)?;
        }
        Ok(Self { files, places, preflop, iteration: names.iteration })
    }

    /// The iteration after which they were written, as the names of the files have it.
    pub fn iteration(&self) -> &str {
        &self.iteration
    }

    /// The checksum of all files, which distinguishes them from others of the same names.
    pub fn checksum(&self) -> u64 {
        let of_files = self.files.iter().flatten().flat_map(|file| checksum(file.map.bytes()).to_le_bytes());
        checksum(&of_files.collect::<Vec<u8>>())
    }

    /// The probabilities of a decision's actions in a bucket (before the flop: with a starting hand), zero beyond them:
    /// sums above zero in proportion; `None` where there is none, or for a decision or a bucket that is not there.
    pub fn probabilities(&self, decision: usize, bucket: usize) -> Option<[f32; MAX_ACTIONS]> {
        let place = self.places.get(decision)?;
        let file = &self.files[place.round][place.player];
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

/// `[starting hand]`: its buckets; `None` for another number of them. Suits cannot matter before the flop, so what was
/// summed for the pairs of a starting hand is added up.
fn preflop_buckets(count: usize) -> Option<Vec<Vec<usize>>> {
    let mut buckets = vec![Vec::new(); STARTING_HANDS];
    let pairs = Card::all().flat_map(|high| Card::all().take_while(move |&low| low < high).map(move |low| [high, low]));
    let mut met = 0;
    for (pair, [high, low]) in pairs.enumerate() {
        let hand = &mut buckets[Holding::new(high, low)?.starting_hand().number()];
        match count {
            PAIRS => hand.push(pair),
            _ if !hand.is_empty() => (),
            1 => hand.push(0),
            _ => {
                hand.push(met);
                met += 1;
            }
        }
    }
    matches!(count, 1 | STARTING_HANDS | PAIRS).then_some(buckets)
}

/// Gives a decision and all that follow it their places; `actions[round][player]` counts those that have theirs.
fn place(tree: &BettingTree, id: NodeId, places: &mut [Place], actions: &mut [[usize; 2]]) {
    let node = &tree[id];
    let player = usize::from(node.player != tree[NodeId::ROOT].player);
    let before = &mut actions[node.round][player];
    places[id.0 as usize] = Place { round: node.round, player, before: *before, actions: node.actions };
    *before += node.actions.len();
    for action in ORDER {
        let child = node.actions.iter().position(|&own| own == action).map(|own| node.children[own]);
        if let Some(Next::Decision(next)) = child {
            place(tree, next, places, actions);
        }
    }
}

impl SumFile {
    fn open(path: &Path, buckets: usize) -> Result<Self, ExchangeError> {
        let kind = EntryKind::of_ending(path).expect("files are found by their endings");
        Ok(Self { map: MappedFile::open(path)?, kind, buckets })
    }

    /// How many entries it has for each bucket.
    fn length(&self) -> usize {
        self.map.bytes().len() / self.kind.bytes()
    }

    /// Checks the file against a number of actions for each bucket, and that its entries are numbers.
    fn check(&self, actions: usize) -> Result<(), ExchangeError> {
        let (expected, found) = (self.buckets.saturating_mul(actions * self.kind.bytes()), self.map.bytes().len());
        let refused = |expected, found, advice| {
            Err(ExchangeError::Array { path: self.map.path().to_owned(), expected, found, advice })
        };
        if found != expected {
            let advice = "give sums of Slumbot 2017 for heads-up limit hold'em, not compressed, and its numbers of \
                          buckets (--counts)";
            return refused(format!("{expected} bytes for {} buckets", self.buckets), format!("{found} bytes"), advice);
        }
        let (doubles, _) = self.map.bytes().as_chunks::<8>();
        let is_number = |bytes: &[u8; 8]| f64::from_le_bytes(*bytes).is_finite();
        match doubles.iter().position(|bytes| self.kind == EntryKind::F64 && !is_number(bytes)) {
            Some(entry) => {
                let found = f64::from_le_bytes(doubles[entry]);
                refused(format!("a number at byte {}", 8 * entry), found.to_string(), "the file is damaged")
            }
            None => Ok(()),
        }
    }

    /// An entry; 0 if it is below zero.
    fn above_zero(&self, place: &Place, bucket: usize, number: usize) -> Option<f64> {
        if bucket >= self.buckets {
            return None;
        }
        let entry = place.before * self.buckets + bucket * place.actions.len() + number;
        let width = self.kind.bytes();
        Some(match (self.kind, self.map.bytes().get(entry * width..(entry + 1) * width)?) {
            (EntryKind::F64, &[a, b, c, d, e, f, g, h]) => f64::from_le_bytes([a, b, c, d, e, f, g, h]).max(0.0),
            (EntryKind::I32, &[a, b, c, d]) => f64::from(i32::from_le_bytes([a, b, c, d]).max(0)),
            (_, &[a, b]) => f64::from(u16::from_le_bytes([a, b])),
            (_, bytes) => f64::from(bytes[0]),
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
struct Names {
    folder: PathBuf,
    iteration: String,
}

impl Names {
    /// Those of one file's iteration; `None` for files with other names.
    fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?;
        let parts: Vec<&str> = name.split('.').collect();
        let &["sumprobs", "x", "0", "0", "0" | "1" | "2" | "3", iteration, "p0" | "p1", _] = parts.as_slice() else {
            return None;
        };
        EntryKind::of_ending(path)?;
        let is_number = !iteration.is_empty() && iteration.bytes().all(|byte| byte.is_ascii_digit());
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        is_number.then(|| Self { folder: folder.to_owned(), iteration: iteration.to_owned() })
    }

    /// What orders iterations of any length.
    fn order(&self) -> (usize, &str) {
        let digits = self.iteration.trim_start_matches('0');
        (digits.len(), digits)
    }

    /// A player's file of a street.
    fn file(&self, street: usize, player: usize) -> Result<PathBuf, ExchangeError> {
        let name = format!("sumprobs.x.0.0.{street}.{}.p{player}", self.iteration);
        let files = EntryKind::ALL.map(|kind| self.folder.join(format!("{name}.{}", kind.ending())));
        files.into_iter().find(|file| file.exists()).ok_or_else(|| ExchangeError::Array {
            path: self.folder.clone(),
            expected: format!("a file {name}.d, .i, .c or .s"),
            found: "none".to_owned(),
            advice: "give a folder with the sums of both players on all four streets, or a file of an earlier \
                     iteration",
        })
    }
}

/// The names at a path: of the iteration that a file belongs to, or of a folder's latest.
fn names_at(path: &Path) -> Result<Names, ExchangeError> {
    if let Some(names) = Names::of(path) {
        return Ok(names);
    }
    let unread = |error| TableError::io(path, tables::error::Action::Open, error);
    let mut latest: Option<Names> = None;
    for entry in std::fs::read_dir(path).map_err(unread)? {
        let names = Names::of(&entry.map_err(unread)?.path());
        latest = latest.into_iter().chain(names).max_by(|a, b| a.order().cmp(&b.order()));
    }
    latest.ok_or_else(|| ExchangeError::Array {
        path: path.to_owned(),
        expected: "files sumprobs.x.0.0.STREET.ITERATION.pPLAYER.TYPE".to_owned(),
        found: "none".to_owned(),
        advice: "give the folder into which Slumbot 2017 wrote its sums of probabilities",
    })
}
