//! Wins of starting hands against each other, counted on complete boards.
//!
//! Boards that differ only in the names of their suits are ranked once: 134,459 of 2,598,960. On each, one walk from
//! the weakest holding to the strongest keeps how many weaker holdings each starting hand has, a lane for each of the
//! 169, in all and by card. A holding beats them all but those with one of its own two cards:
//!
//! ```text
//! for each group of equal strength, weakest first
//!     for each holding ab in it       wins[class of ab] += below - below with a - below with b
//!     for each holding ab in it       count it in below, below with a, below with b
//! ```
//!
//! No weaker holding has both cards, so nothing is subtracted twice.

use std::ops::{AddAssign, Range};

use crate::card::CARDS;
use crate::deck::Deck;
use crate::hand_index::BoardFirst;
use crate::holding::{HOLDINGS, Holding, STARTING_HANDS};
use crate::lanes::Lanes;
use crate::processor::{Kernel, Processor};
use crate::round::Round;
use crate::showdown::ShowdownOrder;
use crate::strength_tables::StrengthTables;

/// A lane for each starting hand, filled up to whole vectors.
type Row = Lanes<u16, 192>;

/// Boards that sixteen bits have room for: two starting hands meet in at most 12 · 12 ways on each.
const BOARDS_IN_ROWS: usize = u16::MAX as usize / 144;

/// Wins of starting hands against each other on some boards of a deck; counts of different boards can be added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinCounts {
    deck: Deck,
    /// `[starting hand][other]`.
    wins: Box<[u32]>,
}

impl WinCounts {
    /// Counts on the canonical boards of these numbers, below [`BoardFirst::boards`] of the river, each as often as it
    /// is dealt. On all boards of the full deck this takes seconds; ranges can be counted in parallel.
    ///
    /// # Panics
    /// If there is no board of one of the numbers.
    pub fn of_boards(deck: Deck, boards: Range<usize>) -> Self {
        let index = BoardFirst::of(deck, Round::River);
        let (tables, processor) = (StrengthTables::get(), Processor::detect());
        let class_of: Vec<u8> = Holding::all().map(|holding| holding.starting_hand().number() as u8).collect();
        let class_of: &[u8; HOLDINGS] = class_of.as_slice().try_into().expect("one for each holding");
        let mut counts = Self { deck, wins: vec![0; STARTING_HANDS * STARTING_HANDS].into() };
        let (mut order, mut rows) = (ShowdownOrder::new(), Rows::default());
        for number in boards {
            let times = index.board_multiplicity(number);
            if times != rows.times || rows.boards == BOARDS_IN_ROWS {
                counts.take(&mut rows);
                rows.times = times;
            }
            order.rank_board(deck, index.board(number), tables);
            processor.run(Walk { order: &order, class_of, rows: &mut rows });
            rows.boards += 1;
        }
        counts.take(&mut rows);
        counts
    }

    pub fn deck(&self) -> Deck {
        self.deck
    }

    /// Deals won, `[starting hand][other]`.
    pub fn wins(&self) -> &[u32] {
        &self.wins
    }

    fn take(&mut self, rows: &mut Rows) {
        for (wins, row) in self.wins.chunks_exact_mut(STARTING_HANDS).zip(&mut rows.wins) {
            wins.iter_mut().zip(row.0).for_each(|(wins, more)| *wins += rows.times * u32::from(more));
            *row = Row::default();
        }
        rows.boards = 0;
    }
}

impl AddAssign<&Self> for WinCounts {
    /// # Panics
    /// If the counts are of different decks.
    fn add_assign(&mut self, other: &Self) {
        assert_eq!(self.deck, other.deck, "counts of one deck");
        self.wins.iter_mut().zip(&other.wins).for_each(|(wins, more)| *wins += more);
    }
}

/// Wins on a few boards that are dealt equally often, and the running sums of one board.
struct Rows {
    /// How often each board is dealt.
    times: u32,
    boards: usize,
    wins: Box<[Row]>,
    below: Row,
    below_with: Box<[Row]>,
}

impl Default for Rows {
    fn default() -> Self {
        let rows = |count| vec![Row::default(); count].into();
        Self { times: 0, boards: 0, wins: rows(STARTING_HANDS), below: Row::default(), below_with: rows(CARDS) }
    }
}

struct Walk<'a> {
    order: &'a ShowdownOrder,
    class_of: &'a [u8; HOLDINGS],
    rows: &'a mut Rows,
}

impl Kernel for Walk<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Rows { wins, below, below_with, .. } = self.rows;
        *below = Row::default();
        below_with.fill(Row::default());
        let mut start = 0;
        for &end in self.order.group_ends() {
            let group = start..usize::from(end);
            start = group.end;
            let (ids, cards) = (&self.order.ids()[group.clone()], &self.order.cards()[group]);
            for (&id, &[a, b]) in ids.iter().zip(cards) {
                let wins = &mut wins[usize::from(self.class_of[usize::from(id)])];
                *wins = *wins + (*below - below_with[usize::from(a)] - below_with[usize::from(b)]);
            }
            for (&id, &[a, b]) in ids.iter().zip(cards) {
                let class = usize::from(self.class_of[usize::from(id)]);
                below.0[class] += 1;
                below_with[usize::from(a)].0[class] += 1;
                below_with[usize::from(b)].0[class] += 1;
            }
        }
    }
}
