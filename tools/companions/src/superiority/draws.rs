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

impl Draw {
    /// How many there are, including `None`.
    pub(crate) const COUNT: usize = 9;

    /// All of them, the one with the fewest outs first.
    pub const ALL: [Self; Self::COUNT] = [
        Self::None,
        Self::ThreeOfAKind,
        Self::OnePair,
        Self::TwoPair,
        Self::GutShot,
        Self::OpenStraight,
        Self::Flush,
        Self::InsideStraightFlush,
        Self::OpenStraightFlush,
    ];

    /// The number, below [`Self::COUNT`].
    #[inline]
    pub const fn number(self) -> usize {
        self as usize
    }

    /// The paper's short name; `-` for none.
    pub(crate) const fn short_name(self) -> &'static str {
        ["-", "TK", "OP", "TP", "GSS", "OSD", "FD", "ISFD", "OSFD"][self as usize]
    }

    /// How many cards complete it, as the thresholds of tables 9, 11 and 13 imply.
    pub const fn outs(self) -> usize {
        [0, 1, 2, 4, 4, 8, 9, 12, 15][self as usize]
    }

    /// What it becomes; a high card, which is stronger than nothing, for none.
    pub(crate) const fn completed(self) -> HandCategory {
        match self {
            Self::None => HandCategory::HighCard,
            Self::ThreeOfAKind => HandCategory::FourOfAKind,
            Self::OnePair => HandCategory::ThreeOfAKind,
            Self::TwoPair => HandCategory::FullHouse,
            Self::GutShot | Self::OpenStraight => HandCategory::Straight,
            Self::Flush => HandCategory::Flush,
            Self::InsideStraightFlush | Self::OpenStraightFlush => HandCategory::StraightFlush,
        }
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

/// The state of one's own cards on a board of 3 or 4 cards.
///
/// `category` is that of both, `board_category` that of the board alone. A state that the board alone already has does
/// not count as one's own.
pub(crate) fn own_draw(hole: CardSet, board: CardSet, category: HandCategory, board_category: HandCategory) -> Draw {
    let cards = hole | board;
    let ((straight, straight_flush), (on_board, flush_on_board)) = (completing(cards), completing(board));
    match (straight_flush > flush_on_board).then_some(straight_flush) {
        Some(1) => return Draw::InsideStraightFlush,
        Some(_) => return Draw::OpenStraightFlush,
        None => {}
    }
    if (0..SUITS).any(|suit| cards.suit(suit).count_ones() == 4 && board.suit(suit).count_ones() < 4) {
        return Draw::Flush;
    }
    match (straight > on_board).then_some(straight) {
        Some(1) => return Draw::GutShot,
        Some(_) => return Draw::OpenStraight,
        None => {}
    }
    match category {
        _ if category <= board_category => Draw::None,
        HandCategory::TwoPair => Draw::TwoPair,
        HandCategory::Pair => Draw::OnePair,
        HandCategory::ThreeOfAKind => Draw::ThreeOfAKind,
        _ => Draw::None,
    }
}

/// What the opponent may have completed on a river board, by category of one's own hand: the state of the community
/// cards with the most outs that would be stronger than it.
pub(crate) fn opponent_draws(board: CardSet, board_category: HandCategory) -> [Draw; HandCategory::COUNT] {
    let (straight, straight_flush) = completing(board);
    let kinds = [
        match straight_flush {
            0 => Draw::None,
            1 => Draw::InsideStraightFlush,
            _ => Draw::OpenStraightFlush,
        },
        if (0..SUITS).any(|suit| board.suit(suit).count_ones() == 4) { Draw::Flush } else { Draw::None },
        match straight {
            0 => Draw::None,
            1 => Draw::GutShot,
            _ => Draw::OpenStraight,
        },
        match board_category {
            HandCategory::TwoPair => Draw::TwoPair,
            HandCategory::Pair => Draw::OnePair,
            HandCategory::ThreeOfAKind => Draw::ThreeOfAKind,
            _ => Draw::None,
        },
    ];
    let stronger = |own: HandCategory| kinds.into_iter().filter(move |kind| kind.completed() > own);
    HandCategory::ALL.map(|own| stronger(own).max().unwrap_or(Draw::None))
}
