//! What the estimate sees of a hand after the flop: nothing else decides.

use evaluator::card_set::CardSet;
use evaluator::hand_category::HandCategory;
use evaluator::holding::Holding;
use evaluator::round::Round;
use evaluator::strength_tables::StrengthTables;

use super::draws::{Draw, opponent_draws, own_draw};
use super::made_hand::{MadeHand, category_of, judge};

/// All that the estimate looks at after the flop: the made hand and a state (one's own, or on the river the
/// opponent's).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Judgement {
    pub made: MadeHand,
    /// The state.
    pub draw: Draw,
}

impl Judgement {
    /// How many there are at most.
    pub const COUNT: usize = MadeHand::COUNT * Draw::COUNT;

    /// The number, below [`Self::COUNT`].
    #[inline]
    pub const fn number(self) -> usize {
        self.made.number() * Draw::COUNT + self.draw.number()
    }

    /// All of them, by number.
    pub fn all() -> impl Iterator<Item = Self> {
        MadeHand::all().flat_map(|made| Draw::ALL.into_iter().map(move |draw| Self { made, draw }))
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
