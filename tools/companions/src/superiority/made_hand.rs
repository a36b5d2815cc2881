//! All that the estimate sees of a hand after the flop: the made hand (a kind of hand and its rank, without kickers)
//! and a state that one more card improves.

use evaluator::card::{RANKS, rank_letter};
use evaluator::card_set::CardSet;
use evaluator::hand_category::HandCategory;
use evaluator::hand_strength::PreparedHand;
use evaluator::holding::Holding;
use evaluator::round::Round;
use evaluator::strength_tables::StrengthTables;

use super::draws::{Draw, opponent_draws, own_draw};

/// A kind of made hand: high card, one pair and two pair by rank (13 each), then the six kinds above.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MadeHand(u8);

/// The kinds that a rank divides.
const RANKED: usize = 3;

impl MadeHand {
    pub(crate) const COUNT: usize = RANKED * RANKS + HandCategory::COUNT - RANKED;

    pub const fn high_card(rank: u8) -> Self {
        Self(rank)
    }

    /// One pair, wherever its cards lie.
    pub const fn pair(rank: u8) -> Self {
        Self(RANKS as u8 + rank)
    }

    /// The kind of hand of a category; `rank` is that of the higher private card, the pair or the higher pair and
    /// counts for these three only.
    pub const fn of_category(category: HandCategory, rank: u8) -> Self {
        let kind = category.number();
        if kind < RANKED { Self((kind * RANKS) as u8 + rank) } else { Self((RANKED * RANKS + kind - RANKED) as u8) }
    }

    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// High card, pair and so on.
    pub fn category(self) -> HandCategory {
        let number = self.number();
        HandCategory::ALL[if number < RANKED * RANKS { number / RANKS } else { number - RANKED * (RANKS - 1) }]
    }

    /// The rank of high card, pair and two pair.
    pub fn rank(self) -> Option<u8> {
        (self.number() < RANKED * RANKS).then_some(self.0 % RANKS as u8)
    }

    /// Such as `pair of 9`.
    pub fn name(self) -> String {
        match self.rank() {
            Some(rank) => format!("{} {}", self.category(), rank_letter(rank)),
            None => self.category().to_string(),
        }
    }
}

/// What a hand shows on a board: its category wherever the cards that make it lie, and the hand that the estimate
/// counts as one's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JudgedHand {
    /// As table 2 counts: pairs on the board count.
    pub shown: MadeHand,
    /// As the estimate counts: made only if its category is above the board's, otherwise high card.
    pub made: MadeHand,
}

/// Judges the holding's hand on a board of 3 to 5 cards; `board_category` is that of the board alone and `category`
/// that of both.
pub fn judge(hole: Holding, board: CardSet, category: HandCategory, board_category: HandCategory) -> JudgedHand {
    let (_, high) = hole.cards();
    let rank = if matches!(category, HandCategory::Pair | HandCategory::TwoPair) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|suit| (board | hole.card_set()).suit(suit));
        let paired = a & b | a & c | a & d | b & c | b & d | c & d;
        paired.checked_ilog2().unwrap_or(0) as u8
    } else {
        high.rank()
    };
    let shown = MadeHand::of_category(category, rank);
    let made = if category > board_category { shown } else { MadeHand::high_card(high.rank()) };
    JudgedHand { shown, made }
}

pub(crate) fn category_of(cards: CardSet, tables: &StrengthTables) -> HandCategory {
    PreparedHand::from(cards).strength(tables).category()
}

/// All that the estimate looks at after the flop: the made hand and a state (one's own, or on the river the
/// opponent's).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Judgement {
    pub made: MadeHand,
    pub draw: Draw,
}

impl Judgement {
    pub(crate) const COUNT: usize = MadeHand::COUNT * Draw::COUNT;

    pub const fn number(self) -> usize {
        self.made.number() * Draw::COUNT + self.draw.number()
    }

    pub fn all() -> impl Iterator<Item = Self> {
        MadeHand::all().flat_map(|made| Draw::all().map(move |draw| Self { made, draw }))
    }
}

/// A board of flop, turn or river on which hands are judged.
pub struct SeenBoard<'t> {
    board: CardSet,
    category: HandCategory,
    /// On the river: the opponent's state by one's own category.
    opponent: Option<[Draw; HandCategory::COUNT]>,
    tables: &'t StrengthTables,
}

impl<'t> SeenBoard<'t> {
    /// The board of 3 to 5 cards.
    pub fn new(board: CardSet, tables: &'t StrengthTables) -> Self {
        let category = category_of(board, tables);
        let opponent = (board.len() == Round::River.board_cards()).then(|| opponent_draws(board, category));
        Self { board, category, opponent, tables }
    }

    /// What the estimate sees of a hand, which shares no card with the board.
    pub fn judge(&self, hole: Holding) -> Judgement {
        let category = category_of(self.board | hole.card_set(), self.tables);
        let made = judge(hole, self.board, category, self.category).made;
        let draw = match &self.opponent {
            Some(opponent) => opponent[category.number()],
            None => own_draw(hole.card_set(), self.board, category, self.category),
        };
        Judgement { made, draw }
    }
}
