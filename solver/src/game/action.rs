//! What a player can do at a decision.

use std::fmt;

/// The most bets and raises that one decision may offer.
pub const MAX_SIZES: usize = 14;
/// The most actions of a decision: fold, call, bets and raises.
pub const MAX_ACTIONS: usize = 2 + MAX_SIZES;

/// What a player can do, in the order in which actions are numbered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Give up the pot (`f`); only where something is to be paid.
    Fold,
    /// Match the chips that the other player has put in, or check (`c`); legal but for limps that the sizes exclude.
    Call,
    /// Bet or raise (`r`) by the decision's size of this number, from 0, the smallest first; limit games have one size.
    Raise(u8),
}

impl Action {
    /// Fold, call and the one raise of a limit game.
    pub const LIMIT: [Self; 3] = [Self::Fold, Self::Call, Self::Raise(0)];

    /// The letter in ACPC betting: `f`, `c` or `r`.
    pub const fn letter(self) -> char {
        match self {
            Self::Fold => 'f',
            Self::Call => 'c',
            Self::Raise(_) => 'r',
        }
    }

    /// The action of a letter in a limit game.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'f' => Some(Self::Fold),
            'c' => Some(Self::Call),
            'r' => Some(Self::Raise(0)),
            _ => None,
        }
    }

    /// Its place among fold, call, raise and further raises.
    pub const fn column(self) -> usize {
        match self {
            Self::Fold => 0,
            Self::Call => 1,
            Self::Raise(size) => 2 + size as usize,
        }
    }

    /// The legal actions of a decision: folding and calling where they are possible, then raises of so many sizes.
    pub(super) fn legal(may_fold: bool, may_call: bool, sizes: usize) -> &'static [Self] {
        match (may_fold, may_call) {
            (true, true) => &ALL[..2 + sizes],
            (true, false) => &WITHOUT_CALL[..1 + sizes],
            (false, _) => &ALL[1..2 + sizes],
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.letter(), f)
    }
}

const ALL: [Action; 2 + MAX_SIZES] = {
    let mut all = [Action::Fold; 2 + MAX_SIZES];
    all[1] = Action::Call;
    let mut size = 0;
    while size < MAX_SIZES {
        all[2 + size] = Action::Raise(size as u8);
        size += 1;
    }
    all
};

const WITHOUT_CALL: [Action; 1 + MAX_SIZES] = {
    let mut all = [Action::Fold; 1 + MAX_SIZES];
    let mut size = 0;
    while size < MAX_SIZES {
        all[1 + size] = Action::Raise(size as u8);
        size += 1;
    }
    all
};
