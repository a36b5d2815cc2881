//! All that the estimate sees of a hand after the flop: the made hand (a kind of hand and its rank, without kickers)
//! and one of eight states that one more card improves (table 3): one's own, and on the river the opponent's.

use evaluator::card::{RANKS, SUITS};
use evaluator::card_set::CardSet;
use evaluator::hand_category::HandCategory;
use evaluator::hand_strength::HandStrength;
use evaluator::holding::Holding;
use evaluator::round::Round;

/// A kind of made hand: high card, one pair and two pair by rank (13 each), then the six kinds above.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MadeHand {
    pub category: HandCategory,
    /// Of the higher private card, the pair or the higher pair; 0 for the kinds that no rank divides.
    pub rank: u8,
}

const RANKED: usize = 3;

impl MadeHand {
    pub(crate) const COUNT: usize = RANKED * RANKS + HandCategory::COUNT - RANKED;

    pub const fn high_card(rank: u8) -> Self {
        Self { category: HandCategory::HighCard, rank }
    }

    pub const fn pair(rank: u8) -> Self {
        Self { category: HandCategory::Pair, rank }
    }

    /// What a holding shows on a board of 3 to 5 cards, as table 2 counts: wherever the cards that make it lie.
    pub fn shown(hole: Holding, board: CardSet, category: HandCategory) -> Self {
        let rank = match category {
            HandCategory::HighCard => hole.cards().1.rank(),
            HandCategory::Pair | HandCategory::TwoPair => {
                let [a, b, c, d] = [0, 1, 2, 3].map(|suit| (board | hole.card_set()).suit(suit));
                let paired = a & b | a & c | a & d | b & c | b & d | c & d;
                paired.checked_ilog2().unwrap_or(0) as u8
            }
            _ => 0,
        };
        Self { category, rank }
    }

    pub fn all() -> impl Iterator<Item = Self> {
        let ranks = |category: HandCategory| if category.number() < RANKED { RANKS as u8 } else { 1 };
        HandCategory::ALL
            .into_iter()
            .flat_map(move |category| (0..ranks(category)).map(move |rank| Self { category, rank }))
    }

    pub const fn number(self) -> usize {
        let kind = self.category.number();
        if kind < RANKED { kind * RANKS + self.rank as usize } else { RANKED * RANKS + kind - RANKED }
    }
}

/// A hand state, in the order of precedence: if several apply, the last one counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Draw {
    None,
    ThreeOfAKind,
    OnePair,
    TwoPair,
    /// One rank makes a straight.
    GutShot,
    /// Either of two ranks does.
    OpenStraight,
    Flush,
    InsideStraightFlush,
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

    pub fn all() -> impl Iterator<Item = Self> {
        STATES.into_iter().map(|(draw, ..)| draw)
    }

    pub(crate) const fn short_name(self) -> &'static str {
        STATES[self as usize].1
    }

    pub const fn outs(self) -> usize {
        STATES[self as usize].2
    }
}

/// For each set of ranks, how many single ranks would make a straight of it; 0 where it holds one already.
static COMPLETING_RANKS: [u8; 1 << RANKS] = {
    let mut table = [0; 1 << RANKS];
    let mut ranks = 0;
    while ranks < 1 << RANKS {
        let mut rank = 0;
        while rank < RANKS && !holds_straight(ranks) {
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
    with_low_ace & with_low_ace >> 1 & with_low_ace >> 2 & with_low_ace >> 3 & with_low_ace >> 4 != 0
}

/// How many ranks complete a straight, and the most that complete a straight flush in one suit.
fn completing(cards: CardSet) -> [u8; 2] {
    let suits: [u16; SUITS] = [0, 1, 2, 3].map(|suit| cards.suit(suit));
    let of = |ranks: u16| COMPLETING_RANKS[usize::from(ranks)];
    [of(suits.iter().fold(0, |all, ranks| all | ranks)), suits.into_iter().map(of).max().unwrap_or(0)]
}

/// The states of cards in which so many ranks complete a straight and a straight flush, with or without four of a suit.
fn states([straight, straight_flush]: [u8; 2], four_of_a_suit: bool, category: HandCategory) -> [Draw; 4] {
    let by_ends = |ranks: u8, one: Draw, several: Draw| [Draw::None, one, several][usize::from(ranks.min(2))];
    [
        by_ends(straight_flush, Draw::InsideStraightFlush, Draw::OpenStraightFlush),
        if four_of_a_suit { Draw::Flush } else { Draw::None },
        by_ends(straight, Draw::GutShot, Draw::OpenStraight),
        match category {
            HandCategory::TwoPair => Draw::TwoPair,
            HandCategory::Pair => Draw::OnePair,
            HandCategory::ThreeOfAKind => Draw::ThreeOfAKind,
            _ => Draw::None,
        },
    ]
}

/// The state of one's own cards on a board of 3 or 4 cards. One that the board alone already has does not count.
fn own_draw(hole: CardSet, board: CardSet, category: HandCategory, board_category: HandCategory) -> Draw {
    let cards = hole | board;
    let (both, on_board) = (completing(cards), completing(board));
    let own = [0, 1].map(|kind| if both[kind] > on_board[kind] { both[kind] } else { 0 });
    let four_of_a_suit = (0..SUITS).any(|suit| cards.suit(suit).count_ones() == 4 && board.suit(suit).count_ones() < 4);
    let category = if category > board_category { category } else { HandCategory::HighCard };
    states(own, four_of_a_suit, category).into_iter().max().unwrap_or(Draw::None)
}

/// What the opponent may have completed on a river board, by category of one's own hand: the state of the community
/// cards with the most outs that would be stronger than it.
fn opponent_draws(board: CardSet, board_category: HandCategory) -> [Draw; HandCategory::COUNT] {
    let four_of_a_suit = (0..SUITS).any(|suit| board.suit(suit).count_ones() == 4);
    let states = states(completing(board), four_of_a_suit, board_category);
    let stronger = |own: HandCategory| states.into_iter().filter(move |&draw| STATES[draw as usize].3 > own);
    HandCategory::ALL.map(|own| stronger(own).max().unwrap_or(Draw::None))
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Judgement {
    pub made: MadeHand,
    /// One's own state; on the river the opponent's.
    pub draw: Draw,
}

impl Judgement {
    pub(crate) const COUNT: usize = MadeHand::COUNT * Draw::COUNT;

    pub const fn number(self) -> usize {
        self.made.number() * Draw::COUNT + self.draw as usize
    }

    pub fn all() -> impl Iterator<Item = Self> {
        MadeHand::all().flat_map(|made| Draw::all().map(move |draw| Self { made, draw }))
    }
}

pub struct SeenBoard {
    board: CardSet,
    category: HandCategory,
    /// On the river: the opponent's state by one's own category.
    opponent: Option<[Draw; HandCategory::COUNT]>,
}

impl SeenBoard {
    pub fn new(board: CardSet) -> Self {
        let category = HandStrength::of(board).category();
        let opponent = (board.len() == Round::River.board_cards()).then(|| opponent_draws(board, category));
        Self { board, category, opponent }
    }

    /// What the estimate sees of a hand, which shares no card with the board. It is made only if its category is above
    /// the board's, and otherwise a high card.
    pub fn judge(&self, hole: Holding) -> Judgement {
        self.judge_as(hole, self.category(hole))
    }

    pub(super) fn category(&self, hole: Holding) -> HandCategory {
        HandStrength::of(self.board | hole.card_set()).category()
    }

    /// As [`Self::judge`] of a hand whose category is known.
    pub(super) fn judge_as(&self, hole: Holding, category: HandCategory) -> Judgement {
        let kind = if category > self.category { category } else { HandCategory::HighCard };
        let draw = match &self.opponent {
            Some(opponent) => opponent[category.number()],
            None => own_draw(hole.card_set(), self.board, category, self.category),
        };
        Judgement { made: MadeHand::shown(hole, self.board, kind), draw }
    }
}
