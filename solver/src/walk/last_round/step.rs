//! What a column means to one of the players, and patterns of columns that kernels are compiled for.

use super::end_table::Column;

/// What a column means to a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub fold: Fold,
    /// Whether the player decides there.
    pub is_own: bool,
    pub joins: Joins,
}

/// Who folds beside an exit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fold {
    Nobody,
    Opponent,
    Player,
}

/// How the worth of an exit joins the running value, that of the raises beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Joins {
    /// There were none.
    Begins,
    /// The opponent decides.
    Adds,
    /// The player does.
    Chooses,
}

impl Step {
    pub fn of(column: &Column, player: usize) -> Self {
        Self::new(column.decider == player, column.fold.is_some(), column.has_raises)
    }

    #[inline(always)]
    const fn new(is_own: bool, has_fold: bool, has_raises: bool) -> Self {
        let fold = match (has_fold, is_own) {
            (false, _) => Fold::Nobody,
            (true, false) => Fold::Opponent,
            (true, true) => Fold::Player,
        };
        let joins = match (has_raises, is_own) {
            (false, _) => Joins::Begins,
            (true, false) => Joins::Adds,
            (true, true) => Joins::Chooses,
        };
        Self { fold, is_own, joins }
    }
}

/// The steps of a block as far as they are known when a kernel is compiled.
pub(crate) trait Pattern {
    /// Whether they are those of a chain of raises.
    const IS_CHAIN: bool;

    /// The step of a column of a block, which the table says is `found`.
    fn step(column: usize, width: usize, found: Step) -> Step;
}

/// Any steps: the table is asked.
pub(crate) struct AnySteps;

/// A chain of raises: the players take turns. Whether the player decides in the first column, and whether the chain
/// ends with a check, where there is no fold.
pub(crate) struct Chain<const OWN: bool, const CHECK: bool>;

impl Pattern for AnySteps {
    const IS_CHAIN: bool = false;

    #[inline(always)]
    fn step(_: usize, _: usize, found: Step) -> Step {
        found
    }
}

impl<const OWN: bool, const CHECK: bool> Pattern for Chain<OWN, CHECK> {
    const IS_CHAIN: bool = true;

    #[inline(always)]
    fn step(column: usize, width: usize, _: Step) -> Step {
        Step::new((column & 1 == 0) == OWN, !CHECK || column + 1 < width, column > 0)
    }
}

/// Whether the columns of a block are such a chain.
pub(crate) fn is_chain<P: Pattern>(columns: &[Column], player: usize) -> bool {
    let last = columns.len() - 1;
    columns.iter().enumerate().all(|(number, column)| {
        let found = Step::of(column, player);
        P::step(number, columns.len(), found) == found && (number == last || column.then.is_none())
    })
}
