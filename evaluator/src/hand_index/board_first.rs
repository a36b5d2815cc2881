//! Board first, board unordered ({3,2}, {4,2}, {5,2}): the canonical hands of a board are neighbours.

use std::ops::Range;
use std::sync::OnceLock;

use super::HandIndex;
use super::hole_cells::HoleCells;
use super::rank_sets::{free_position, free_ranks};
use super::unordered_boards::{BoardPlace, UnorderedBoards};
use crate::card::{Card, RANKS, SUITS};
use crate::card_set::CardSet;
use crate::deck::Deck;
use crate::holding::{HOLDINGS, Holding};
use crate::round::Round;
use crate::suit_permutation::SuitPermutation;

/// The hands of one round up to suit permutation, ignoring the order of the board's cards, numbered board by board.
///
/// In the full deck there are 169 · 1,286,792 · 13,960,050 · 123,156,254 hands on 1 · 1,755 · 16,432 · 134,459 boards,
/// pre-flop to river, and pre-flop hands have the numbers of [`crate::holding::StartingHand`].
///
/// The aim is that of Waugh, "A fast and optimal hand isomorphism algorithm" (2013): one number for each class, without
/// gaps, in both directions. The method differs: boards are numbered by the shape of their suits, and the hole cards on
/// a board by cells whose sizes depend on that shape alone, so that all tables together stay within a few kilobytes.
#[derive(Debug)]
pub struct BoardFirst {
    boards: UnorderedBoards,
    /// The cards that are not in the deck: their ranks count as taken.
    missing: CardSet,
    /// One for each shape of the boards.
    shapes: Vec<ShapeHands>,
    board_count: usize,
    hand_count: u64,
}

/// The hands on the boards of one shape.
#[derive(Debug)]
struct ShapeHands {
    first_board: usize,
    first_hand: u64,
    hole: HoleCells,
}

impl BoardFirst {
    /// The index of a round of a deck; built on first use in well under a millisecond.
    pub fn of(deck: Deck, round: Round) -> &'static Self {
        static INDEXES: [[OnceLock<BoardFirst>; 4]; Deck::COUNT] =
            [const { [const { OnceLock::new() }; 4] }; Deck::COUNT];
        INDEXES[deck.number()][round.number()].get_or_init(|| Self::new(deck, round))
    }

    fn new(deck: Deck, round: Round) -> Self {
        let boards = UnorderedBoards::new(deck, round.board_cards());
        let mut index = Self { boards, missing: deck.missing(), shapes: Vec::new(), board_count: 0, hand_count: 0 };
        for shape in &index.boards.shapes {
            let hole = match round {
                Round::Preflop => HoleCells::starting_hands(deck),
                _ => HoleCells::new(&shape.suits),
            };
            let (first_board, first_hand) = (index.board_count, index.hand_count);
            index.board_count += shape.boards as usize;
            index.hand_count += u64::from(shape.boards) * hole.hands();
            index.shapes.push(ShapeHands { first_board, first_hand, hole });
        }
        index
    }

    /// Number of canonical hands; indexes are below it.
    #[inline]
    pub fn hands(&self) -> u64 {
        self.hand_count
    }

    /// Number of canonical boards; board numbers are below it.
    #[inline]
    pub fn boards(&self) -> usize {
        self.board_count
    }

    /// Number of cards on a board: 0, 3, 4 or 5.
    #[inline]
    pub fn board_cards(&self) -> usize {
        self.boards.cards
    }

    /// The number of a hand's class, in 0..[`Self::hands`].
    ///
    /// The board must have this round's number of cards and none of the hole cards. Debug assertions check this;
    /// without them the result for other cards is meaningless.
    ///
    /// # Panics
    /// May panic if the board has the wrong number of cards.
    #[inline]
    pub fn index(&self, hole: Holding, board: CardSet) -> HandIndex {
        debug_assert!(!hole.card_set().intersects(board), "{hole} on {board}");
        let place = self.boards.place(board);
        let shape = &self.shapes[place.shape];
        let (low, high) = hole.cards();
        let taken = board | self.missing;
        let on_board = |card: Card| {
            let suit = place.packed_suits >> (2 * card.suit()) & 3;
            (suit, free_position(taken.suit(usize::from(card.suit())), card.rank()))
        };
        let number = shape.hole.number(on_board(high), on_board(low));
        HandIndex(shape.first_hand + u64::from(place.number) * shape.hole.hands() + u64::from(number))
    }

    /// The canonical hand of a number: hole cards and board; `None` beyond the last.
    #[inline]
    pub fn unindex(&self, index: HandIndex) -> Option<(Holding, CardSet)> {
        let (shape, board, hole) = self.locate(index)?;
        let board = self.boards.board(shape, board);
        Some((self.shapes[shape].hole.holes[hole].on(board | self.missing), board))
    }

    /// The canonical board that a hand lies on, and how many of the board's hands come before it; `None` beyond the
    /// last.
    #[inline]
    pub fn place_of_hand(&self, index: HandIndex) -> Option<(usize, u16)> {
        let (shape, board, hole) = self.locate(index)?;
        Some((self.shapes[shape].first_board + board as usize, hole as u16))
    }

    /// How many actual deals (two hole cards, a set of board cards) the number stands for; `None` beyond the last.
    ///
    /// Over all hands these sum to C(N, n) · C(N - n, 2) in a deck of N cards.
    pub fn multiplicity(&self, index: HandIndex) -> Option<u64> {
        let (shape, _, hole) = self.locate(index)?;
        let boards = self.boards.shapes[shape].suits.board_multiplicity();
        Some(u64::from(boards) * u64::from(self.shapes[shape].hole.holes[hole].orbit))
    }

    /// The number of a board's class in 0..[`Self::boards`], and the permutation that makes the board canonical:
    /// applied to the board and to hole cards, it gives the hand on [`Self::board`].
    ///
    /// # Panics
    /// May panic if the board has the wrong number of cards.
    #[inline]
    pub fn board_index(&self, board: CardSet) -> (usize, SuitPermutation) {
        let place = self.boards.place(board);
        (self.board_number(place), SuitPermutation::from_packed(place.packed_suits))
    }

    /// The canonical board of a number.
    ///
    /// # Panics
    /// If the number is not below [`Self::boards`].
    pub fn board(&self, number: usize) -> CardSet {
        let (shape, number) = self.locate_board(number);
        self.boards.board(shape, number)
    }

    /// How many actual boards (sets of cards) the number stands for; over all boards these sum to C(N, n)
    /// in a deck of N cards.
    ///
    /// # Panics
    /// If the number is not below [`Self::boards`].
    pub fn board_multiplicity(&self, number: usize) -> u32 {
        let (shape, _) = self.locate_board(number);
        self.boards.shapes[shape].suits.board_multiplicity()
    }

    /// The indexes of a board's hands.
    ///
    /// # Panics
    /// If the number is not below [`Self::boards`].
    pub fn board_hands(&self, number: usize) -> Range<u64> {
        let (shape, number) = self.locate_board(number);
        let shape = &self.shapes[shape];
        let first = shape.first_hand + u64::from(number) * shape.hole.hands();
        first..first + shape.hole.hands()
    }

    /// Numbers all holdings on one *actual* board: by holding number, the hand's index minus the first one of
    /// [`Self::board_hands`]; `u16::MAX` where a holding shares a card with the board or is not in the deck.
    /// Returns the board's number.
    ///
    /// # Panics
    /// May panic if the board has the wrong number of cards.
    pub fn local_hands(&self, board: CardSet, out: &mut [u16; HOLDINGS]) -> usize {
        let place = self.boards.place(board);
        let taken = board | self.missing;
        let cells = &self.shapes[place.shape].hole.cells;
        let canonical = |suit: usize| usize::from(place.packed_suits >> (2 * suit) & 3);
        // A hand's number is the higher card's part plus the lower card's part, both depending on the two suits. The
        // lower cards' parts are laid out once for each suit of the higher card, so that rows of holdings are plain
        // sums. Taken cards have a part that saturates to u16::MAX.
        let mut low_parts = [[u16::MAX; 56]; SUITS];
        let mut positions = [[0; SUITS]; RANKS];
        for low_suit in 0..SUITS {
            let mask = taken.suit(low_suit);
            let low_steps: [u16; SUITS] =
                [0, 1, 2, 3].map(|high_suit| cells[canonical(high_suit)][canonical(low_suit)].of_low(1));
            let mut position = 0;
            for rank in 0..RANKS {
                let free = mask >> rank & 1 == 0;
                for high_suit in 0..SUITS {
                    let part = u16::from(position) * low_steps[high_suit];
                    low_parts[high_suit][4 * rank + low_suit] = if free { part } else { u16::MAX };
                }
                positions[rank][low_suit] = position;
                position += u8::from(free);
            }
        }
        for high in Card::all() {
            let first = high.number() * high.number().saturating_sub(1) / 2;
            if taken.contains(high) {
                out[first..first + high.number()].fill(u16::MAX);
                continue;
            }
            let suit = usize::from(high.suit());
            let position = positions[usize::from(high.rank())][suit];
            let high_parts: [u16; SUITS] =
                [0, 1, 2, 3].map(|low_suit| cells[canonical(suit)][canonical(low_suit)].of_high(position));
            add_parts(&mut out[first..], high.number(), &low_parts[suit], high_parts);
        }
        self.board_number(place)
    }

    /// The canonical holdings of a canonical board in the order of their indexes (`out` is cleared first), each with
    /// how many holdings on this board it stands for, 1 to 12.
    ///
    /// # Panics
    /// If the number is not below [`Self::boards`].
    pub fn canonical_holdings(&self, number: usize, out: &mut Vec<(Holding, u8)>) {
        let (shape, number) = self.locate_board(number);
        let board = self.boards.board(shape, number);
        let taken = board | self.missing;
        let free = [0, 1, 2, 3].map(|suit| free_ranks(taken.suit(suit)));
        out.clear();
        out.extend(self.shapes[shape].hole.holes.iter().map(|hole| (hole.with_free_ranks(&free), hole.orbit)));
    }

    fn board_number(&self, place: BoardPlace) -> usize {
        self.shapes[place.shape].first_board + place.number as usize
    }

    /// Shape and number in the shape.
    fn locate_board(&self, number: usize) -> (usize, u32) {
        assert!(number < self.board_count, "board {number} of {}", self.board_count);
        let shape = self.shapes.partition_point(|shape| shape.first_board <= number) - 1;
        (shape, (number - self.shapes[shape].first_board) as u32)
    }

    /// Shape, board in the shape and hole cards on the board.
    #[inline]
    fn locate(&self, HandIndex(index): HandIndex) -> Option<(usize, u32, usize)> {
        (index < self.hand_count).then_some(())?;
        let shape = self.shapes.partition_point(|shape| shape.first_hand <= index) - 1;
        let (rest, hands) = (index - self.shapes[shape].first_hand, self.shapes[shape].hole.hands());
        Some((shape, (rest / hands) as u32, (rest % hands) as usize))
    }
}

/// One row of [`BoardFirst::local_hands`]: the lower cards' parts plus the higher card's part for the lower card's
/// suit.
///
/// Writes blocks of eight; the next row overwrites what spills over the end of this one.
#[inline]
fn add_parts(out: &mut [u16], cards: usize, low_parts: &[u16; 56], high_parts: [u16; SUITS]) {
    let [a, b, c, d] = high_parts;
    let eight = [a, b, c, d, a, b, c, d];
    let reach = cards.next_multiple_of(8).min(out.len());
    let (blocks, end) = out[..reach].as_chunks_mut::<8>();
    let (parts, _) = low_parts.as_chunks::<8>();
    for (block, parts) in blocks.iter_mut().zip(parts) {
        for lane in 0..8 {
            block[lane] = parts[lane].saturating_add(eight[lane]);
        }
    }
    // Only the last row of all has no room for its last block.
    let rest = &low_parts[8 * blocks.len()..];
    for (lane, (hand, part)) in end.iter_mut().zip(rest).enumerate() {
        *hand = part.saturating_add(eight[lane]);
    }
}
