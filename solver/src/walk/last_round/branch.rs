//! Which player faces a bet in the last round: the two branches of its betting, as types that the kernels are compiled
//! for.

use std::fmt::Debug;
use std::marker::PhantomData;

use super::betting_ladder::MOST_RUNGS;

/// Which of the two players faces a bet, seen from the player whose values are wanted.
pub trait Facing: Copy + Default + Debug {
    /// Whether it is the opponent.
    const IS_OPPONENT: bool;
    /// The other player.
    type Other: Facing<Other = Self>;
}

/// The opponent faces the bet.
#[derive(Clone, Copy, Default, Debug)]
pub struct OpponentFaces;

/// The player whose values are wanted faces the bet.
#[derive(Clone, Copy, Default, Debug)]
pub struct PlayerFaces;

impl Facing for OpponentFaces {
    const IS_OPPONENT: bool = true;
    type Other = PlayerFaces;
}

impl Facing for PlayerFaces {
    const IS_OPPONENT: bool = false;
    type Other = OpponentFaces;
}

/// A branch of the last round: what follows the first player's check, or its bet.
///
/// Its *rungs* are the decisions that face a bet, the players in turn. Its *exits* lead to the showdown: the pair of
/// checks, where the branch begins with a check, then the call of each rung.
pub trait Branch: Copy + Default + Debug {
    /// Whether the branch begins with the first player's check.
    const AFTER_CHECK: bool;
    /// The exit of the first rung's call: the pair of checks comes before it.
    const FIRST_CALL: usize = Self::AFTER_CHECK as usize;
    /// The player who faces the bet of the first rung.
    type Facing: Facing;
    /// The same branch seen by the other player.
    type Turned: Branch;

    /// Whether the opponent of the player whose values are wanted faces the bet of a rung.
    #[inline(always)]
    fn opponent_faces(rung: usize) -> bool {
        (rung & 1 == 0) == Self::Facing::IS_OPPONENT
    }

    /// How many rungs a branch with that many exits has.
    #[inline(always)]
    fn rungs(exits: usize) -> usize {
        exits - Self::FIRST_CALL
    }

    /// Whether the opponent acts first in the round. A player who faces the first bet after a check has checked before.
    #[inline(always)]
    fn opponent_is_first() -> bool {
        Self::AFTER_CHECK == Self::Facing::IS_OPPONENT
    }

    /// The same branch seen by the other player.
    #[inline(always)]
    fn turned(self) -> Self::Turned {
        Self::Turned::default()
    }
}

/// Whether a kernel's form is rare: double precision serves to check single precision, and four bets are the rule.
pub const fn is_rare<T, const EXITS: usize, B: Branch>() -> bool {
    size_of::<T>() > size_of::<f32>() || EXITS < B::FIRST_CALL + MOST_RUNGS
}

/// The first player has checked.
#[derive(Clone, Copy, Default, Debug)]
pub struct AfterCheck<F>(PhantomData<F>);

/// The first player has bet.
#[derive(Clone, Copy, Default, Debug)]
pub struct AfterBet<F>(PhantomData<F>);

impl<F: Facing> Branch for AfterCheck<F> {
    const AFTER_CHECK: bool = true;
    type Facing = F;
    type Turned = AfterCheck<F::Other>;
}

impl<F: Facing> Branch for AfterBet<F> {
    const AFTER_CHECK: bool = false;
    type Facing = F;
    type Turned = AfterBet<F::Other>;
}
