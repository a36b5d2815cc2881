//! The boards that a policy is asked on, by number: each holding on each of them is a bucket of its own.

use evaluator::card::Card;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// How many boards are remembered; older ones are dropped.
const REMEMBERED: u32 = 1 << 16;
/// Boards with a number of their own: buckets are 32 bits wide, and each board has 1,326.
pub(super) const MOST_BOARDS: u32 = 49 * REMEMBERED;
/// Bits of a card's number.
pub(super) const CARD_BITS: usize = 6;
/// Bits of a board: up to five cards and their number.
const BOARD_BITS: usize = 5 * CARD_BITS + 3;

/// The most recently dealt boards, by number. Each is one word: its number, how many cards it has, and which.
pub(super) struct RememberedBoards {
    next: AtomicU32,
    words: Vec<AtomicU64>,
}

impl RememberedBoards {
    pub fn new() -> Self {
        // Number 0 is the board without cards.
        let words = (0..REMEMBERED).map(|place| AtomicU64::new(if place == 0 { 0 } else { u64::MAX })).collect();
        Self { next: AtomicU32::new(1), words }
    }

    pub fn number(&self, board: &[Card]) -> u32 {
        if board.is_empty() {
            return 0;
        }
        let number = loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed) % MOST_BOARDS;
            if !number.is_multiple_of(REMEMBERED) {
                break number;
            }
        };
        let cards = board.iter().rev().fold(0, |cards, card| cards << CARD_BITS | card.number() as u64);
        let word = u64::from(number) << BOARD_BITS | (board.len() as u64) << (BOARD_BITS - 3) | cards;
        self.words[(number % REMEMBERED) as usize].store(word, Ordering::Release);
        number
    }

    /// The board of a number, and how many cards it has; `None` once it has been forgotten.
    pub fn board(&self, number: u32) -> Option<([Card; 5], usize)> {
        let word = self.words[(number % REMEMBERED) as usize].load(Ordering::Acquire);
        let count = (word >> (BOARD_BITS - 3)) as usize & 7;
        let card = |place: usize| Card::from_number((word >> (CARD_BITS * place)) as u8 & 63);
        let mut cards = [Card::new(0, 0); 5];
        for (place, to) in cards.iter_mut().enumerate().take(count) {
            *to = card(place)?;
        }
        (word >> BOARD_BITS == u64::from(number)).then_some((cards, count))
    }
}
