//! A feature as a stream of boards: what every feature is to gathering, clustering and explaining.
//!
//! Rows are made board by board, whenever they are needed: a street's rows may not fit into memory (OCHS against 169
//! clusters would be 42 GB on the river), and making a board's rows costs less than reading them from a disk.

use evaluator::card_set::CardSet;
use evaluator::hand_index::BoardFirst;
use evaluator::holding::Holding;

/// Marks a free place of a hash table.
pub(super) const EMPTY: u32 = u32::MAX;

/// Writes one board's rows and totals.
pub type Filler<'f> = dyn FnMut(usize, &mut BoardRows) + 'f;

/// A feature of all canonical hands of a street.
pub trait BoardFeature: Sync {
    /// The name of the stage that makes it, for progress lines.
    fn stage(&self) -> &'static str;

    /// The street's boards and their hands.
    fn boards(&self) -> &'static BoardFirst;

    /// Numbers in a row.
    fn dimensions(&self) -> usize;

    /// A function that makes rows, with its own scratch memory for one thread: called with a board's number, it fills
    /// in the rows, weights and strengths of the board's hands. The same for every caller and order of boards.
    fn filler(&self) -> Box<Filler<'_>>;

    /// The row of one hand, which is made with all rows of its board.
    fn row_of_hand(&self, hole: Holding, board: CardSet) -> Vec<u16> {
        let (number, _) = self.boards().board_index(board);
        let first = self.boards().board_hands(number).start;
        let mut rows = BoardRows::default();
        self.filler()(number, &mut rows);
        rows.row((self.boards().index(hole, board).0 - first) as usize).to_vec()
    }
}

/// One board's rows; reused from board to board.
#[derive(Default)]
pub struct BoardRows {
    dimensions: usize,
    /// `[hand][dimension]`, to be filled by the caller.
    pub rows: Vec<u16>,
    /// Weight and weighted strength of each hand, to be filled by the caller.
    pub totals: Vec<[u64; 2]>,
    local: Vec<u32>,
    /// The first hand of each different row, after [`Self::merge`].
    pub(super) first_hands: Vec<u32>,
    /// The hash of each different row.
    pub(super) hashes: Vec<u64>,
    /// The number of each hand's row among the different ones.
    pub(super) distinct_of_hand: Vec<u32>,
}

impl BoardRows {
    /// Makes room for a board's hands, all zero.
    pub fn reset(&mut self, hands: usize, dimensions: usize) {
        self.dimensions = dimensions;
        self.rows.clear();
        self.rows.resize(hands * dimensions, 0);
        self.totals.clear();
        self.totals.resize(hands, [0; 2]);
    }

    /// One hand's row.
    pub fn row(&self, hand: usize) -> &[u16] {
        &self.rows[hand * self.dimensions..(hand + 1) * self.dimensions]
    }

    /// Merges equal rows of this board; the first hand of each row keeps the totals.
    pub(super) fn merge(&mut self) {
        let hands = self.totals.len();
        let mask = (2 * hands).next_power_of_two() - 1;
        self.local.clear();
        self.local.resize(mask + 1, EMPTY);
        self.first_hands.clear();
        self.hashes.clear();
        self.distinct_of_hand.clear();
        for hand in 0..hands {
            let hash = hash_row(self.row(hand));
            let mut place = hash as usize & mask;
            let distinct = loop {
                let found = self.local[place];
                if found == EMPTY {
                    self.local[place] = self.hashes.len() as u32;
                    self.hashes.push(hash);
                    self.first_hands.push(hand as u32);
                    break self.hashes.len() - 1;
                }
                let first = self.first_hands[found as usize] as usize;
                if self.hashes[found as usize] == hash && self.row(first) == self.row(hand) {
                    let [weight, strength] = self.totals[hand];
                    self.totals[first][0] += weight;
                    self.totals[first][1] += strength;
                    break found as usize;
                }
                place = (place + 1) & mask;
            };
            self.distinct_of_hand.push(distinct as u32);
        }
    }
}

/// Mixes a row into 64 bits; the same on every processor.
pub(super) fn hash_row(row: &[u16]) -> u64 {
    const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut hash = row.len() as u64;
    let (words, rest) = row.as_chunks::<4>();
    for four in words {
        let word = four.iter().fold(0, |word, &number| word << 16 | u64::from(number));
        hash = (hash ^ word).wrapping_mul(MIX);
        hash ^= hash >> 32;
    }
    for &number in rest {
        hash = (hash ^ u64::from(number)).wrapping_mul(MIX);
        hash ^= hash >> 29;
    }
    hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ hash >> 32
}
