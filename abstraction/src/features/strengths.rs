//! `E[HS]` and `E[HS²]`: a hand's expected strength on the river, and that of its square, as one number.
//!
//! The classical measures before distributions (Billings et al. 2002; Johanson 2007, section 2.5): squares favour hands
//! that end up very strong or very weak over those that stay in the middle.
//!
//! The hand strength of every holding on every river board: the table from which all distributions are read.

use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::hand_index::BoardFirst;
use evaluator::holding::{HOLDINGS, Holding};
use evaluator::lanes::Lanes;
use evaluator::processor::{Kernel, Processor};
use evaluator::round::Round;
use evaluator::showdown::{ShowdownOrder, ShowdownSums};
use evaluator::strength_tables::StrengthTables;
use evaluator::suit_permutation::{SUIT_PERMUTATIONS, SuitPermutation};
use rayon::prelude::*;
use tables::together::progress::{Cancelled, Counter, Progress};

use super::BOARDS_AT_ONCE;
use super::board_feature::BoardFeature;
use super::single_hand::for_each_completion;
use crate::street::{Street, certain_win, no_strength};

/// An expectation of 1 in the whole-number rows.
pub const EXPECTATION_ONE: u16 = u16::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Power {
    First,
    Second,
}

/// The expected strength of every hand of a street, in units of [`EXPECTATION_ONE`].
pub fn expected_strength(round: Round, power: Power, river: &RiverStrengths) -> BoardFeature<'_> {
    let street = Street::new(river.deck, round);
    BoardFeature::new("expected strength", street, 1, move || {
        let boards = street.boards();
        let (mut sums, mut of_hand) = (Sums::new(street.deck, power), Vec::new());
        let (all, certain) = (u64::from(street.runouts()), u64::from(certain_win(street.deck)));
        Box::new(move |board, rows| {
            rows.begin(boards, board, 1);
            sums.clear();
            for_each_completion(street.deck, boards.board(board), &mut |complete| {
                let (strengths, permutation) = river.row(complete);
                sums.add(strengths, permutation);
            });
            sums.of_hands(&rows.holdings, street.runouts(), &mut of_hand);
            for (hand, &[first, second]) in of_hand.iter().enumerate() {
                let (sum_of_powers, whole) = match power {
                    Power::First => (u64::from(first), all * certain),
                    Power::Second => (u64::from(second), all * certain * certain),
                };
                rows.rows[hand] = ((sum_of_powers * u64::from(EXPECTATION_ONE) + whole / 2) / whole) as u16;
                rows.set_strength(hand, u64::from(first));
            }
        })
    })
}

/// Sums of strengths over complete boards, for every holding.
///
/// A row of strengths is in the order of its canonical board's holdings, so rows are added up as they lie, one sum for
/// each permutation of the suits: a loop without look-ups. Only at the end is every hand looked up in every sum.
struct Sums {
    deck: Deck,
    power: Power,
    /// How many rows were added, by the permutation's number.
    rows: [u32; SUIT_PERMUTATIONS],
    /// The sums of strengths and those of squares, `[permutation][holding]`; meaningful only where rows were added, and
    /// for squares only if they are asked for.
    of_permutation: [Vec<[u32; HOLDINGS]>; 2],
}

impl Sums {
    fn new(deck: Deck, power: Power) -> Self {
        let of_permutation = [(); 2].map(|()| vec![[0; HOLDINGS]; SUIT_PERMUTATIONS]);
        Self { deck, power, rows: [0; SUIT_PERMUTATIONS], of_permutation }
    }

    fn clear(&mut self) {
        self.rows = [0; SUIT_PERMUTATIONS];
    }

    fn add(&mut self, strengths: &[u16; HOLDINGS], permutation: SuitPermutation) {
        let number = permutation.number();
        let [first, second] = self.of_permutation.each_mut().map(|sums| &mut sums[number]);
        if self.rows[number] == 0 {
            *first = [0; HOLDINGS];
        }
        for (sum, &halves) in first.iter_mut().zip(strengths) {
            *sum += u32::from(halves);
        }
        if self.power == Power::Second {
            if self.rows[number] == 0 {
                *second = [0; HOLDINGS];
            }
            // Modulo 2^32, like the totals of `of_hands`.
            for (sum, &halves) in second.iter_mut().zip(strengths) {
                *sum = sum.wrapping_add(u32::from(halves) * u32::from(halves));
            }
        }
        self.rows[number] += 1;
    }

    /// Both sums of each hand over the boards that it may see, of which there are `possible`. Squares mean nothing
    /// unless asked for.
    fn of_hands(&self, holdings: &[(Holding, u8)], possible: u32, sums: &mut Vec<[u32; 2]>) {
        // Boards that hold one of the hand's own cards were added, too. With them, a flop's sum of squares passes 2^32,
        // so all of this is modulo 2^32; what is left, at most 1,081 * 1,980^2, does not pass it.
        let impossible = self.rows.iter().sum::<u32>() - possible;
        let nothing = u32::from(no_strength(self.deck));
        sums.clear();
        sums.resize(holdings.len(), [nothing, nothing * nothing].map(|it| it.wrapping_mul(impossible).wrapping_neg()));
        let powers = match self.power {
            Power::First => 1,
            Power::Second => 2,
        };
        for permutation in SuitPermutation::all().filter(|it| self.rows[it.number()] > 0) {
            let moved = permutation.holding_numbers();
            for power in 0..powers {
                let of_permutation = &self.of_permutation[power][permutation.number()];
                for ((holding, _), sum) in holdings.iter().zip(&mut *sums) {
                    sum[power] = sum[power].wrapping_add(of_permutation[usize::from(moved[holding.number()])]);
                }
            }
        }
    }
}

/// `2w + d` of every holding on each of so many boards, in parallel on the current thread pool.
pub(crate) fn strengths_of_boards(
    deck: Deck,
    count: usize,
    board: impl Fn(usize) -> CardSet + Sync,
    counter: &Counter<'_>,
) -> Result<Vec<u16>, Cancelled> {
    let mut halves = vec![no_strength(deck); count * HOLDINGS];
    halves.par_chunks_mut(BOARDS_AT_ONCE * HOLDINGS).enumerate().try_for_each_init(
        || StrengthSweep::new(deck),
        |sweep, (chunk, rows)| {
            for (offset, row) in rows.chunks_exact_mut(HOLDINGS).enumerate() {
                sweep.rank(board(chunk * BOARDS_AT_ONCE + offset), row);
            }
            counter.add((rows.len() / HOLDINGS) as u64)
        },
    )?;
    Ok(halves)
}

/// `2w + d` of every holding on each canonical river board: 134,459 boards and 357 MB in the full deck.
pub struct RiverStrengths {
    pub deck: Deck,
    boards: &'static BoardFirst,
    halves: Vec<u16>,
}

impl RiverStrengths {
    /// Ranks all boards, in parallel on the current thread pool.
    pub fn build(deck: Deck, progress: &dyn Progress) -> Result<Self, Cancelled> {
        let boards = BoardFirst::of(deck, Round::River);
        let counter = Counter::new(progress, "river strengths", "boards", boards.boards() as u64);
        let halves = strengths_of_boards(deck, boards.boards(), |number| boards.board(number), &counter)?;
        Ok(Self { deck, boards, halves })
    }

    /// The strengths on an actual board of five cards: the row of its canonical board, to be read at
    /// `permutation.holding(…)`.
    #[inline]
    pub fn row(&self, board: CardSet) -> (&[u16; HOLDINGS], SuitPermutation) {
        let (number, permutation) = self.boards.board_index(board);
        (self.canonical_row(number), permutation)
    }

    /// The strengths on the canonical board of a number, by holding number.
    #[inline]
    pub fn canonical_row(&self, number: usize) -> &[u16; HOLDINGS] {
        let start = number * HOLDINGS;
        self.halves[start..start + HOLDINGS].try_into().expect("a row has one entry per holding")
    }

    /// How many raw boards the canonical board of a number stands for.
    pub fn multiplicity(&self, number: usize) -> u32 {
        self.boards.board_multiplicity(number)
    }

    pub fn boards(&self) -> usize {
        self.boards.boards()
    }
}

/// Ranks one complete board after the other; owns its scratch memory.
pub(crate) struct StrengthSweep {
    deck: Deck,
    processor: Processor,
    order: ShowdownOrder,
    sums: ShowdownSums<u16, 1>,
}

impl StrengthSweep {
    pub fn new(deck: Deck) -> Self {
        Self { deck, processor: Processor::detect(), order: ShowdownOrder::new(), sums: ShowdownSums::default() }
    }

    /// Writes `2w + d` of the holdings that share no card with a board of five cards, by holding number; the entries of
    /// the other holdings are left unchanged.
    pub fn rank(&mut self, board: CardSet, halves: &mut [u16]) {
        let Self { deck, processor, order, sums } = self;
        order.rank_board(*deck, board, StrengthTables::get());
        processor.run(StrengthsOfBoard { order, sums, halves });
    }
}

/// Writes `2w + d` of all contestants of a ranked board, by holding number.
struct StrengthsOfBoard<'a> {
    order: &'a ShowdownOrder,
    sums: &'a mut ShowdownSums<u16, 1>,
    halves: &'a mut [u16],
}

impl Kernel for StrengthsOfBoard<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let one: Lanes<u16, 1> = Lanes::splat(1);
        self.order.sweep(self.sums, &one);
        for (place, (&id, &cards)) in self.order.ids().iter().zip(self.order.cards()).enumerate() {
            // Won minus lost, plus everybody met, is 2w + d.
            let halves = self.sums.balance(place, cards) + self.sums.opposition(cards, one);
            self.halves[usize::from(id)] = halves.0[0];
        }
    }
}
