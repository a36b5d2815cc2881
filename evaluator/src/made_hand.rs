//! Made hands and draws in the words of players: what the hole cards add to a board.
//!
//! A pair on the board belongs to everyone, so that ace-king on two queens is ace high here, and a seven on queen,
//! queen, seven is second pair. Draws count the next card alone: backdoor draws are none.
//!
//! ```
//! use evaluator::card::parse_cards;
//! use evaluator::card_set::CardSet;
//! use evaluator::deck::Deck;
//! use evaluator::holding::Holding;
//! use evaluator::made_hand::{Draw, MadeHand};
//!
//! let queen_jack = parse_cards("QhJh")?;
//! let hole = Holding::new(queen_jack[0], queen_jack[1]).expect("two cards");
//! let board = CardSet::of(&parse_cards("Qs Th 2h")?);
//! assert_eq!(MadeHand::of(hole, board), MadeHand::TopPair);
//! assert_eq!(Draw::of(Deck::FULL, hole, board), Draw::Flush);
//! # Ok::<_, evaluator::error::CardError>(())
//! ```

use super::card::{RANKS, SUITS};
use super::card_set::CardSet;
use super::deck::Deck;
use super::hand_category::{HandCategory, straight};
use super::hand_strength::HandStrength;
use super::holding::Holding;

/// What two hole cards make of a board of three to five cards, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MadeHand {
    /// Neither card pairs, and neither is an ace; kickers may count all the same.
    HighCard,
    AceHigh,
    /// A card paired with one below the board's two highest ranks.
    LowPair,
    SecondPair,
    /// Two hole cards of one rank, below the board's highest.
    PocketPair,
    TopPair,
    /// Two hole cards of one rank, above the board.
    Overpair,
    /// Both hole cards paired with the board.
    TwoPair,
    /// Three of a rank of which one is a hole card.
    Trips,
    /// Three of a rank of which both hole cards are two.
    Set,
    Straight,
    Flush,
    FullHouse,
    FourOfAKind,
    StraightFlush,
    /// The board's own straight or better, to which the hole cards add nothing.
    Board,
}

impl MadeHand {
    pub const ALL: [Self; 16] = [
        Self::HighCard,
        Self::AceHigh,
        Self::LowPair,
        Self::SecondPair,
        Self::PocketPair,
        Self::TopPair,
        Self::Overpair,
        Self::TwoPair,
        Self::Trips,
        Self::Set,
        Self::Straight,
        Self::Flush,
        Self::FullHouse,
        Self::FourOfAKind,
        Self::StraightFlush,
        Self::Board,
    ];

    /// Its place in [`Self::ALL`].
    pub const fn number(self) -> usize {
        self as usize
    }

    pub const fn name(self) -> &'static str {
        [
            "high card",
            "ace high",
            "low pair",
            "second pair",
            "pocket pair below top",
            "top pair",
            "overpair",
            "two pair",
            "trips",
            "set",
            "straight",
            "flush",
            "full house",
            "four of a kind",
            "straight flush",
            "plays the board",
        ][self as usize]
    }

    /// What a holding makes of a board that shares no card with it.
    pub fn of(hole: Holding, board: CardSet) -> Self {
        let own = hole.card_set();
        let strength = HandStrength::of(own | board);
        // Kickers break no ties among these: whatever beats the board does so by more than a kicker.
        let beats_board = || board.len() < 5 || strength > HandStrength::of(board);
        let made = match strength.category() {
            HandCategory::Straight => Self::Straight,
            HandCategory::Flush => Self::Flush,
            HandCategory::FullHouse => Self::FullHouse,
            HandCategory::StraightFlush => Self::StraightFlush,
            _ => return of_ranks(own, board),
        };
        if beats_board() { made } else { Self::Board }
    }
}

/// What cards make without a straight, a flush or a full house, by the ranks that the hole cards take part in.
fn of_ranks(own: CardSet, board: CardSet) -> MadeHand {
    let (of_own, on_board) = (rank_counts(own), rank_counts(board));
    let all: [u8; RANKS] = std::array::from_fn(|rank| of_own[rank] + on_board[rank]);
    let held = |rank: &usize| of_own[*rank] > 0;
    let above = |rank: usize| (rank + 1..RANKS).filter(|&higher| on_board[higher] > 0).count();
    // Of three pairs the lowest does not count.
    let paired: Vec<usize> = (0..RANKS).rev().filter(|&rank| all[rank] >= 2).take(2).collect();
    match *paired.iter().copied().filter(held).collect::<Vec<_>>() {
        [rank, ..] if all[rank] == 4 => MadeHand::FourOfAKind,
        [rank, ..] if all[rank] == 3 && of_own[rank] == 2 => MadeHand::Set,
        [rank, ..] if all[rank] == 3 => MadeHand::Trips,
        [_, _] => MadeHand::TwoPair,
        [rank] if of_own[rank] == 2 => {
            if above(rank) == 0 {
                MadeHand::Overpair
            } else {
                MadeHand::PocketPair
            }
        }
        [rank] => match above(rank) {
            0 => MadeHand::TopPair,
            1 => MadeHand::SecondPair,
            _ => MadeHand::LowPair,
        },
        _ if of_own[RANKS - 1] > 0 => MadeHand::AceHigh,
        _ => MadeHand::HighCard,
    }
}

/// What the next card may make of a holding that has no such hand yet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Draw {
    None,
    /// One rank makes a straight.
    Gutshot,
    /// Two ranks or more make a straight, at its ends or inside.
    OpenEnded,
    /// One card more of a suit makes a flush.
    Flush,
    /// A straight and a flush are drawn to at once.
    Combo,
}

impl Draw {
    pub const ALL: [Self; 5] = [Self::None, Self::Gutshot, Self::OpenEnded, Self::Flush, Self::Combo];

    /// Its place in [`Self::ALL`].
    pub const fn number(self) -> usize {
        self as usize
    }

    pub const fn name(self) -> &'static str {
        ["no draw", "gutshot", "open-ended", "flush draw", "combo draw"][self as usize]
    }

    /// The draw of a holding on a board that shares no card with it; none on the river.
    pub fn of(deck: Deck, hole: Holding, board: CardSet) -> Self {
        let own = hole.card_set();
        let made = HandStrength::of(own | board).category();
        if board.len() >= 5 || made >= HandCategory::Flush {
            return Self::None;
        }
        let is_drawn = |suit: usize| own.suit(suit) > 0 && (own | board).suit(suit).count_ones() == 4;
        let is_flush_draw = (0..SUITS).any(is_drawn);
        let straights = if made == HandCategory::Straight { 0 } else { straight_cards(deck, own, board) };
        match (is_flush_draw, straights) {
            (true, 0) => Self::Flush,
            (true, _) => Self::Combo,
            (false, 0) => Self::None,
            (false, 1) => Self::Gutshot,
            (false, _) => Self::OpenEnded,
        }
    }
}

/// How many ranks make a straight that is not the board's.
fn straight_cards(deck: Deck, own: CardSet, board: CardSet) -> usize {
    let (all, on_board) = (ranks(own | board), ranks(board));
    let makes_one = |rank: &u8| {
        let bit = 1 << rank;
        let found = straight(all | bit);
        all & bit == 0 && found.is_some() && found != straight(on_board | bit)
    };
    (deck.lowest_rank()..RANKS as u8).filter(makes_one).count()
}

fn ranks(cards: CardSet) -> u16 {
    (0..SUITS).fold(0, |ranks, suit| ranks | cards.suit(suit))
}

fn rank_counts(cards: CardSet) -> [u8; RANKS] {
    let mut counts = [0; RANKS];
    cards.iter().for_each(|card| counts[usize::from(card.rank())] += 1);
    counts
}
