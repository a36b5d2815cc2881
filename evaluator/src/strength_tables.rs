//! The look-up tables of hand strength: a perfect hash on the ranks for hands without a flush, a direct table for the
//! suit of a flush.
//!
//! Scheme (row displacement, as in other table-driven evaluators; the keys and the layout are this project's own):
//! every rank has a 25-bit key such that all 76,155 sums of up to seven cards, at most four of a rank, differ. The
//! upper 13 bits of a sum name a row, the lower 12 a column. Rows are sparse, so they are laid over each other in one
//! table, the fullest first, each shifted by an even offset at which its cells are free. A look-up is then
//! `table[2 * offset_of_row[row] + column]`.
//!
//! Memory: 16 KiB of offsets (they stay in the L1 cache) and a table of cells of which the first 200 KiB are in use,
//! the frequent hands being a part of it; 16 KiB more for flushes, three hands in a hundred. The tables hold
//! strengths worked out from the rules of [`hand_category`](super::hand_category) and are the same bytes on every
//! processor.

use std::sync::OnceLock;

use super::card::RANKS;
use super::hand_category::RuleScore;
use super::hand_strength::{HandStrength, PreparedHand};

const ROW_BITS: u32 = 13;
const COLUMN_BITS: u32 = 12;
/// Where the 25-bit key begins in a prepared hand: at the top, so that no sum can name a row that does not exist.
const KEY_SHIFT: u32 = u64::BITS - ROW_BITS - COLUMN_BITS;
const ROWS: usize = 1 << ROW_BITS;
const COLUMNS: usize = 1 << COLUMN_BITS;
/// One more than the last cell any offset and column could name: the compiler sees that no look-up is out of bounds.
const CELLS: usize = 2 * u16::MAX as usize + COLUMNS;
const SUIT_MASKS: usize = 1 << RANKS;

/// The keys of the ranks, deuce first, found by a random search for distinct sums whose rows pack tightly.
///
/// The seven low ranks mainly choose the row; the six high ones, whose upper bits are nearly equal, mainly the column.
const SUM_KEYS: [u32; RANKS] = [
    0x1014, 0x6015, 0xf00e, 0x3302a, 0x95001, 0x146036, 0x3ce039, 0x41a51f, 0x477158, 0x43120d, 0x48c665, 0x48f571,
    0x4357e5,
];

/// The keys of the ranks at their place in a prepared hand.
pub(crate) const RANK_KEYS: [u64; RANKS] = {
    let mut keys = [0; RANKS];
    let mut rank = 0;
    while rank < RANKS {
        keys[rank] = (SUM_KEYS[rank] as u64) << KEY_SHIFT;
        rank += 1;
    }
    keys
};

/// The tables behind [`PreparedHand::strength`]; immutable, built at first use within a few milliseconds.
pub struct StrengthTables {
    row_offsets: [u16; ROWS],
    cells: [HandStrength; CELLS],
    flushes: [HandStrength; SUIT_MASKS],
    /// Every score that hands of up to seven cards reach, ascending: a strength is a place in this list.
    scores: Vec<RuleScore>,
}

impl StrengthTables {
    pub fn get() -> &'static Self {
        static TABLES: OnceLock<Box<StrengthTables>> = OnceLock::new();
        TABLES.get_or_init(Self::build)
    }

    /// The strength of cards without a flush, from a prepared hand's key.
    #[inline]
    pub(crate) fn without_flush(&self, key: u64) -> HandStrength {
        let row = (key >> (u64::BITS - ROW_BITS)) as usize;
        let column = (key >> KEY_SHIFT) as usize & (COLUMNS - 1);
        self.cells[2 * usize::from(self.row_offsets[row]) + column]
    }

    /// The strength of five or more cards of one suit, from the suit's rank mask.
    #[inline]
    pub(crate) fn flush(&self, ranks: u16) -> HandStrength {
        self.flushes[usize::from(ranks) & (SUIT_MASKS - 1)]
    }

    pub(crate) fn number_of(&self, score: RuleScore) -> HandStrength {
        let place = self.scores.partition_point(|&listed| listed < score);
        HandStrength::from_number(place).unwrap_or_default()
    }

    fn build() -> Box<Self> {
        let mut hands = Vec::with_capacity(76_155);
        add_rank_sums(0, PreparedHand::MAX_CARDS, 0, &mut [0; RANKS], &mut hands);
        let of_suits = || (0..SUIT_MASKS).filter_map(|ranks| Some((ranks, RuleScore::of_suit(ranks as u16)?)));

        let mut scores: Vec<RuleScore> = hands.iter().map(|hand| hand.1).collect();
        scores.extend(of_suits().map(|suit| suit.1));
        scores.sort_unstable();
        scores.dedup();

        let mut tables = Box::new(Self {
            row_offsets: displace_rows(&hands),
            cells: [HandStrength::default(); CELLS],
            flushes: [HandStrength::default(); SUIT_MASKS],
            scores,
        });
        for (sum, score) in hands {
            let (row, column) = cell_of(sum);
            let cell = 2 * usize::from(tables.row_offsets[row]) + column;
            tables.cells[cell] = tables.number_of(score);
        }
        for (ranks, score) in of_suits() {
            tables.flushes[ranks] = tables.number_of(score);
        }
        tables
    }
}

fn cell_of(sum: u32) -> (usize, usize) {
    ((sum >> COLUMN_BITS) as usize, sum as usize & (COLUMNS - 1))
}

/// Lists the key sum and the score of every choice of ranks that goes on from `rank` with at most `cards_left` cards.
fn add_rank_sums(
    rank: usize,
    cards_left: usize,
    sum: u32,
    counts: &mut [u8; RANKS],
    hands: &mut Vec<(u32, RuleScore)>,
) {
    if rank == RANKS || cards_left == 0 {
        hands.push((sum, RuleScore::without_flush(counts)));
        return;
    }
    for count in 0..=cards_left.min(4) {
        counts[rank] = count as u8;
        add_rank_sums(rank + 1, cards_left - count, sum + count as u32 * SUM_KEYS[rank], counts, hands);
    }
    counts[rank] = 0;
}

/// Lays the rows over each other, the fullest first, and returns half of each row's offset.
fn displace_rows(hands: &[(u32, RuleScore)]) -> [u16; ROWS] {
    let mut columns_of = vec![Vec::new(); ROWS];
    for &(sum, _) in hands {
        let (row, column) = cell_of(sum);
        columns_of[row].push(column);
    }
    let mut rows: Vec<usize> = (0..ROWS).filter(|&row| !columns_of[row].is_empty()).collect();
    rows.sort_by_key(|&row| (usize::MAX - columns_of[row].len(), row));

    // One bit per cell, even and odd cells apart: 64 neighbouring offsets are then tried at once.
    let mut taken = [vec![0u64; CELLS / 128 + 2], vec![0u64; CELLS / 128 + 2]];
    let mut offsets = [0; ROWS];
    // Rows of one size find their places further and further along. Starting each search at a slow average of the
    // places found takes a quarter of the time of starting at 0 and a tenth more cells.
    let (mut size, mut average) = (0, 0);
    for row in rows {
        let columns = &columns_of[row];
        if size != columns.len() {
            (size, average) = (columns.len(), 0);
        }
        let offset = (average / 64 * 64..=usize::from(u16::MAX))
            .step_by(64)
            .find_map(|base| {
                let mut blocked = 0;
                for &column in columns {
                    blocked |= bits_from(&taken[column % 2], base + column / 2);
                    if blocked == u64::MAX {
                        return None;
                    }
                }
                Some(base + blocked.trailing_ones() as usize)
            })
            .expect("these keys were chosen so that every row finds its place");
        for &column in columns {
            let cell = offset + column / 2;
            taken[column % 2][cell / 64] |= 1 << (cell % 64);
        }
        offsets[row] = offset as u16;
        average += offset.saturating_sub(average) / 16;
    }
    offsets
}

/// The 64 bits that begin at any bit of a row of words.
fn bits_from(words: &[u64], start: usize) -> u64 {
    let (word, shift) = (start / 64, start % 64);
    words[word] >> shift | (words[word + 1] << 1) << (63 - shift)
}
