//! A small game with its boards in the lanes, too: one column for each way to enter a round on each of its boards.
//!
//! Boards that differ by suits alone are one board, holdings that differ by suits alone on it are one *class*, and
//! sixteen columns lie side by side. Leduc's second round has 5 entries on 3 boards: 15 columns of 3 classes, all of it
//! one chunk. What classes win from each other is kept as a small matrix for each column, made once by the showdown
//! kernel from every deal they stand for; so sums over deals are those of the walk over all boards, to rounding.
//!
//! The boards of a small game up to suits, the classes of holdings on each, and what classes win from each other.

use evaluator::card::Card;
use evaluator::lanes::Lanes;
use evaluator::showdown::{ShowdownSums, Weights};
use std::collections::HashMap;
use tables::error::TableError;
use tables::memory::require;

use crate::boards::card_rules::all_boards;
use crate::boards::{BucketRow, Buckets, DealtBoard, LosslessBuckets};
use crate::walk::{ChunkId, LANES, PreparedGame, Row, Shape};

/// With more classes on a board, the sorted sweep of the walk is faster than a matrix, whose cost is quadratic.
const MOST_CLASSES: usize = 32;
/// Rows of all matrices together: 32 MiB.
const MOST_MATRIX_ROWS: usize = 1 << 18;

/// A class in all lanes of a chunk with its links, in rows of sixteen numbers.
const CELL_ROWS: u64 = 10;

/// The columns of all rounds.
pub struct Columns<'a> {
    pub rounds: Vec<RoundColumns<'a>>,
}

pub struct RoundColumns<'a> {
    /// The betting that every column plays; its own entries are not used here.
    pub shape: &'a Shape,
    /// Groups of sixteen columns.
    pub chunks: usize,
    /// The most classes of holdings on any board.
    pub classes: usize,
    /// `[chunk][class]`: what is played in each lane, if anything.
    pub cells: Vec<[Option<ColumnCell>; LANES]>,
    /// `[player][chunk][end]`: what the player wins there, in a showdown if the hand is the best.
    pub worth: [Vec<Row<f64>>; 2],
    /// `[chunk][own class][other class]`: deals in which the two meet.
    pub meetings: Vec<Row<f64>>,
    /// `[chunk][own class][other class]`: deals won minus deals lost; empty before the last round.
    pub balance: Vec<Row<f64>>,
    /// From the round before, one for each cell.
    pub links: Vec<Link>,
}

/// One class of holdings after one way to enter the round.
#[derive(Clone, Copy, Debug)]
pub struct ColumnCell {
    /// The way to enter the round.
    pub entry: usize,
    /// The lossless bucket.
    pub bucket: u32,
    /// Deals that the class stands for, the opponent's cards left out.
    pub deals: f64,
}

/// Where a cell comes from.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// `chunk * classes + class` in the round before.
    pub from_row: usize,
    pub from_lane: usize,
    /// The exit taken.
    pub exit: usize,
    /// `chunk * classes + class`.
    pub row: usize,
    pub lane: usize,
}

impl<'a> Columns<'a> {
    /// Lays out a game; `None` for one that is too large for it. `besides` is the memory that the caller will need
    /// meanwhile, in bytes.
    ///
    /// # Errors
    /// [`TableError::TooLittleMemory`] for the columns, a pass through them and what else is needed.
    pub fn new(
        game: &'a PreparedGame<f64>,
        buckets: &LosslessBuckets,
        besides: u64,
    ) -> Result<Option<Self>, TableError> {
        // Histories of several shapes are left to the walk.
        if game.lanes.rounds.iter().any(|round| round.shapes.len() > 1) {
            return Ok(None);
        }
        let boards = all_boards(&game.rules);
        let mut rounds: Vec<RoundClasses> =
            (0..game.rules.rounds()).map(|round| RoundClasses::list(game, buckets, &boards, round)).collect();
        let entries = |round: usize| game.lanes.rounds[round].entries.iter().flatten().flatten().count();
        let rows = |round: usize| {
            let RoundClasses { boards, .. } = &rounds[round];
            (entries(round) * boards.len()).div_ceil(LANES) * rounds[round].most_classes().pow(2)
        };
        if rounds.iter().any(|round| round.most_classes() > MOST_CLASSES)
            || (0..rounds.len()).map(rows).sum::<usize>() > MOST_MATRIX_ROWS
        {
            return Ok(None);
        }
        let bytes = (0..rounds.len()).map(|round| {
            let (boards, classes) = (rounds[round].boards.len(), rounds[round].most_classes());
            RoundColumns::bytes(&game.lanes.rounds[round].shapes[0], (entries(round) * boards).div_ceil(LANES), classes)
        });
        require("solving the game", bytes.fold(besides, u64::saturating_add))?;
        count_deals(game, buckets, &boards, &mut rounds);
        let mut columns: Vec<RoundColumns<'a>> = Vec::with_capacity(rounds.len());
        for (round, classes) in rounds.iter().enumerate() {
            let before = round.checked_sub(1).map(|before| (&columns[before], &rounds[before]));
            columns.push(RoundColumns::new(game, round, entries(round), classes, before));
        }
        Ok(Some(Self { rounds: columns }))
    }
}

impl<'a> RoundColumns<'a> {
    /// The bytes of such columns, and of the tables and the memory of a pass through them.
    fn bytes(shape: &Shape, chunks: usize, classes: usize) -> u64 {
        let [chunks, classes] = [chunks, classes].map(|count| count as u64);
        let [slots, ends, nodes] = [shape.slots, shape.ends, shape.nodes.len()].map(|count| count as u64);
        // What a class is and where it comes from, lane by lane; by player regrets, sums, strategy, reach and products.
        let of_class = CELL_ROWS + 2 * (3 * slots + ends + 1) + ends + 2 * classes + 1;
        let of_chunk = classes * of_class + 2 * (ends + nodes);
        chunks.saturating_mul(of_chunk).saturating_mul(size_of::<Row<f64>>() as u64)
    }

    fn new(
        game: &'a PreparedGame<f64>,
        round: usize,
        entries: usize,
        table: &RoundClasses,
        before: Option<(&RoundColumns<'_>, &RoundClasses)>,
    ) -> Self {
        let shape = &game.lanes.rounds[round].shapes[0];
        let (boards, classes) = (table.boards.len(), table.most_classes());
        let chunks = (entries * boards).div_ceil(LANES);
        let matrix = |counts: &[f64]| {
            vec![Row::<f64>::default(); if counts.is_empty() { 0 } else { chunks * classes * classes }]
        };
        let mut columns = Self {
            shape,
            chunks,
            classes,
            cells: vec![[None; LANES]; chunks * classes],
            worth: [0, 1].map(|_| vec![Row::default(); chunks * shape.ends]),
            meetings: matrix(&table.meetings),
            balance: matrix(&table.balance),
            links: Vec::new(),
        };
        for (entry, &from) in game.lanes.lane_of_entries(round).iter().enumerate() {
            for board in 0..boards {
                let place = place_of_column(entry, board, boards);
                columns.set_worth(game, round, from, place);
                columns.set_deals(table, board, place);
                columns.set_cells(table, before, entry, board, place);
            }
        }
        columns
    }

    /// What the ends of a column are worth, as they are in the histories' own lane.
    fn set_worth(
        &mut self,
        game: &PreparedGame<f64>,
        round: usize,
        from: (usize, usize),
        (chunk, lane): (usize, usize),
    ) {
        let (chunk_of_histories, from_lane) = from;
        let at = ChunkId { round, chunk: chunk_of_histories };
        let Self { shape, worth, .. } = self;
        for end in 0..shape.ends {
            for (player, worth) in worth.iter_mut().enumerate() {
                let row = if end < shape.exits {
                    game.stakes.exit(at, end)
                } else {
                    game.stakes.fold(at, shape, end, player)
                };
                worth[chunk * shape.ends + end].0[lane] = row.0[from_lane];
            }
        }
    }

    /// What classes win from each other on the column's board.
    fn set_deals(&mut self, table: &RoundClasses, board: usize, (chunk, lane): (usize, usize)) {
        let square = self.classes * self.classes;
        for pair in 0..square {
            self.meetings[chunk * square + pair].0[lane] = table.meetings[board * square + pair];
            if let Some(row) = self.balance.get_mut(chunk * square + pair) {
                row.0[lane] = table.balance[board * square + pair];
            }
        }
    }

    /// The classes of the column's board, and where each comes from.
    fn set_cells(
        &mut self,
        table: &RoundClasses,
        before: Option<(&RoundColumns<'_>, &RoundClasses)>,
        entry: usize,
        board: usize,
        (chunk, lane): (usize, usize),
    ) {
        for (class, &bucket) in table.boards[board].iter().enumerate() {
            let BucketClass { before: bucket_before, deals, .. } = table.of_bucket[bucket as usize];
            let row = chunk * self.classes + class;
            self.cells[row][lane] = Some(ColumnCell { entry, bucket, deals });
            if let Some((columns, table)) = before {
                let exits = columns.shape.exits;
                let from = table.of_bucket[bucket_before as usize];
                let (from_chunk, from_lane) = place_of_column(entry / exits, from.board, table.boards.len());
                let from_row = from_chunk * columns.classes + from.class;
                self.links.push(Link { from_row, from_lane, exit: entry % exits, row, lane });
            }
        }
    }
}

/// Chunk and lane of an entry on a board.
fn place_of_column(entry: usize, board: usize, boards: usize) -> (usize, usize) {
    let column = entry * boards + board;
    (column / LANES, column % LANES)
}

/// A round's boards up to suits, and what each of their classes is.
pub(crate) struct RoundClasses {
    /// `[board]`: the buckets of its classes.
    pub boards: Vec<Vec<u32>>,
    pub of_bucket: Vec<BucketClass>,
    /// `[board][own class][other class]`, with room for the most classes of any board: deals in which the two meet.
    pub meetings: Vec<f64>,
    /// The same, won deals minus lost ones; empty before the last round.
    pub balance: Vec<f64>,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct BucketClass {
    pub board: usize,
    /// Which of the board's classes.
    pub class: usize,
    /// The bucket of the same hand in the round before.
    pub before: u32,
    /// Deals that the class stands for, the opponent's cards left out.
    pub deals: f64,
}

impl RoundClasses {
    /// Lists the boards of a round and the classes on each; every bucket belongs to one board.
    pub(crate) fn list(
        game: &PreparedGame<f64>,
        buckets: &LosslessBuckets,
        boards: &[Vec<Card>],
        round: usize,
    ) -> Self {
        let mut found: HashMap<Vec<u64>, usize> = HashMap::new();
        let mut lists: Vec<Vec<u32>> = Vec::new();
        let mut of_bucket = vec![BucketClass::default(); buckets.count(round)];
        let mut seen = vec![false; buckets.count(round)];
        let mut dealt = DealtBoard::default();
        for board in boards {
            dealt.deal(&game.rules, buckets, board);
            let next = found.len();
            let key = buckets.board_class(round, &board[..game.rules.board_cards(round)]);
            let number = *found.entry(key).or_insert(next);
            lists.resize_with(found.len(), Vec::new);
            for (place, &bucket) in dealt.row(round).of_place.iter().enumerate() {
                let bucket = dealt.row(round).distinct[usize::from(bucket)];
                let class = &mut of_bucket[bucket as usize];
                class.deals += 1.0;
                if !std::mem::replace(&mut seen[bucket as usize], true) {
                    (class.board, class.class) = (number, lists[number].len());
                    lists[number].push(bucket);
                    if let Some(before) = round.checked_sub(1) {
                        let row = dealt.row(before);
                        class.before = row.distinct[usize::from(row.of_place[place])];
                    }
                }
            }
        }
        Self { boards: lists, of_bucket, meetings: Vec::new(), balance: Vec::new() }
    }

    /// The most classes on any board.
    pub(crate) fn most_classes(&self) -> usize {
        self.boards.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The index of the number for a pair of buckets of one board.
    fn place(&self, own: u32, other: u32) -> usize {
        let (own, other) = (self.of_bucket[own as usize], self.of_bucket[other as usize]);
        let classes = self.most_classes();
        (own.board * classes + own.class) * classes + other.class
    }
}

/// Counts, over all complete boards, in how many deals each pair of classes meets and who wins.
pub(crate) fn count_deals(
    game: &PreparedGame<f64>,
    buckets: &LosslessBuckets,
    boards: &[Vec<Card>],
    rounds: &mut [RoundClasses],
) {
    let mut dealt = DealtBoard::default();
    let mut sums = ShowdownSums::default();
    let last = rounds.len() - 1;
    for (round, classes) in rounds.iter_mut().enumerate() {
        let size = classes.boards.len() * classes.most_classes().pow(2);
        classes.meetings.resize(size, 0.0);
        classes.balance.resize(if round == last { size } else { 0 }, 0.0);
        for board in boards {
            dealt.deal(&game.rules, buckets, board);
            let (order, row) = (&dealt.order, dealt.row(round));
            for (number, &other) in row.distinct.iter().enumerate() {
                let members = Members { row, number: number as u16 };
                order.sweep(&mut sums, &members);
                for (place, &cards) in order.cards().iter().enumerate() {
                    let at = classes.place(row.distinct[usize::from(row.of_place[place])], other);
                    classes.meetings[at] += sums.opposition(cards, members.at(place)).0[0];
                    if let Some(balance) = classes.balance.get_mut(at) {
                        *balance += sums.balance(place, cards).0[0];
                    }
                }
            }
        }
    }
}

/// One opponent in each place of one bucket.
struct Members<'a> {
    row: &'a BucketRow,
    number: u16,
}

impl Weights<f64, 1> for Members<'_> {
    #[inline(always)]
    fn at(&self, place: usize) -> Lanes<f64, 1> {
        Lanes([f64::from(u8::from(self.row.of_place[place] == self.number))])
    }
}
