//! The eight hand states that one more card improves (table 3): one's own, and on the river the opponent's.

use evaluator::card::SUITS;
use evaluator::card_set::CardSet;
use evaluator::hand_category::HandCategory;

/// A hand state, in the order of precedence: if several apply, the last one counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Draw {
    /// Nothing to be improved.
    None,
    /// `TK`: three of a kind, to become four.
    ThreeOfAKind,
    /// `OP`: one pair, to become three of a kind.
    OnePair,
    /// `TP`: two pair, to become a full house.
    TwoPair,
    /// `GSS`: one rank makes a straight.
    GutShot,
    /// `OSD`: either of two ranks makes a straight.
    OpenStraight,
    /// `FD`: four cards of one suit.
    Flush,
    /// `ISFD`: one rank makes a straight flush.
    InsideStraightFlush,
    /// `OSFD`: either of two ranks makes a straight flush.
    OpenStraightFlush,
}

/// Each state with the paper's short name, the number of cards that complete it (as the thresholds of tables 9, 11 and
/// 13 imply) and what it becomes: for none a high card, which is stronger than nothing.
const STATES: [(Draw, &str, usize, HandCategory); Draw::COUNT] = [
    (Draw::None, "-", 0, HandCategory::HighCard),
    (Draw::ThreeOfAKind, "TK", 1, HandCategory::FourOfAKind),
    (Draw::OnePair, "OP", 2, HandCategory::ThreeOfAKind),
    (Draw::TwoPair, "TP", 4, HandCategory::FullHouse),
    (Draw::GutShot, "GSS", 4, HandCategory::Straight),
    (Draw::OpenStraight, "OSD", 8, HandCategory::Straight),
    (Draw::Flush, "FD", 9, HandCategory::Flush),
    (Draw::InsideStraightFlush, "ISFD", 12, HandCategory::StraightFlush),
    (Draw::OpenStraightFlush, "OSFD", 15, HandCategory::StraightFlush),
];

impl Draw {
    pub(crate) const COUNT: usize = 9;

    /// All of them, the one with the fewest outs first.
    pub fn all() -> impl Iterator<Item = Self> {
        STATES.into_iter().map(|(draw, ..)| draw)
    }

    pub(crate) const fn number(self) -> usize {
        self as usize
    }

    pub(crate) const fn short_name(self) -> &'static str {
        STATES[self as usize].1
    }

    pub const fn outs(self) -> usize {
        STATES[self as usize].2
    }
}

/// For each set of ranks, how many single ranks would make a straight of it; 0 where it holds one already.
static COMPLETING_RANKS: [u8; 1 << 13] = {
    let mut table = [0; 1 << 13];
    let mut ranks = 0;
    while ranks < 1 << 13 {
        let mut rank = 0;
        while rank < 13 && !holds_straight(ranks) {
            if holds_straight(ranks | 1 << rank) {
                table[ranks as usize] += 1;
            }
            rank += 1;
        }
        ranks += 1;
    }
    table
};

/// Five ranks in a row; the ace counts below the deuce, too.
const fn holds_straight(ranks: u16) -> bool {
    let with_low_ace = ranks << 1 | ranks >> 12;
    let in_a_row = with_low_ace & with_low_ace >> 1 & with_low_ace >> 2 & with_low_ace >> 3 & with_low_ace >> 4;
    in_a_row != 0
}

/// How many ranks complete a straight, and the most that complete a straight flush in one suit.
fn completing(cards: CardSet) -> (u8, u8) {
    let suits: [u16; SUITS] = [0, 1, 2, 3].map(|suit| cards.suit(suit));
    let of = |ranks: u16| COMPLETING_RANKS[usize::from(ranks)];
    (of(suits.iter().fold(0, |all, ranks| all | ranks)), suits.into_iter().map(of).max().unwrap_or(0))
}

/// The states of cards in which so many ranks complete a straight and a straight flush, with or without four of a suit.
fn states((straight, straight_flush): (u8, u8), four_of_a_suit: bool, category: HandCategory) -> [Draw; 4] {
    [
        match straight_flush {
            0 => Draw::None,
            1 => Draw::InsideStraightFlush,
            _ => Draw::OpenStraightFlush,
        },
        if four_of_a_suit { Draw::Flush } else { Draw::None },
        match straight {
            0 => Draw::None,
            1 => Draw::GutShot,
            _ => Draw::OpenStraight,
        },
        match category {
            HandCategory::TwoPair => Draw::TwoPair,
            HandCategory::Pair => Draw::OnePair,
            HandCategory::ThreeOfAKind => Draw::ThreeOfAKind,
            _ => Draw::None,
        },
    ]
}

/// The state of one's own cards on a board of 3 or 4 cards: the one that takes precedence.
///
/// `category` is that of both, `board_category` that of the board alone. A state that the board alone already has does
/// not count as one's own.
pub(super) fn own_draw(hole: CardSet, board: CardSet, category: HandCategory, board_category: HandCategory) -> Draw {
    let cards = hole | board;
    let ((straight, straight_flush), (on_board, flush_on_board)) = (completing(cards), completing(board));
    let beyond_board = |own: u8, on_board: u8| if own > on_board { own } else { 0 };
    let completing = (beyond_board(straight, on_board), beyond_board(straight_flush, flush_on_board));
    let four_of_a_suit = (0..SUITS).any(|suit| cards.suit(suit).count_ones() == 4 && board.suit(suit).count_ones() < 4);
    let category = if category > board_category { category } else { HandCategory::HighCard };
    states(completing, four_of_a_suit, category).into_iter().max().unwrap_or(Draw::None)
}

/// What the opponent may have completed on a river board, by category of one's own hand: the state of the community
/// cards with the most outs that would be stronger than it.
pub(super) fn opponent_draws(board: CardSet, board_category: HandCategory) -> [Draw; HandCategory::COUNT] {
    let four_of_a_suit = (0..SUITS).any(|suit| board.suit(suit).count_ones() == 4);
    let states = states(completing(board), four_of_a_suit, board_category);
    let stronger = |own: HandCategory| states.into_iter().filter(move |&draw| STATES[draw.number()].3 > own);
    HandCategory::ALL.map(|own| stronger(own).max().unwrap_or(Draw::None))
}
