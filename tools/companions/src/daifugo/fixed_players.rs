//! Players whose rules never change: from any legal play at random to the pair keeping of the paper's figure 1.

use rand_xoshiro::Xoshiro256PlusPlus;
use std::str::FromStr;

use super::cards::{Cards, EIGHT, JOKER, LARGEST_SET, RANKS, Ranks};
use super::rules::{Answers, Spot, legal_plays, suit_choices};
use crate::error::{CompanionError, Result};
use crate::named::{Named, named};
use crate::streams::below;

/// A player of table 1. None of them passes while it has a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FixedPlayer {
    /// Enemy: any legal play, each equally likely. What the paper's Enemy does is not written down; of all that was
    /// tried, only against this one does PairSave come out ahead.
    Random,
    /// Another Enemy: the lowest legal rank, and single cards when it leads.
    Lowest,
    /// Keeps sets whole when it follows; leads a set of any size of its lowest rank.
    PairSave,
    /// Keeps all sets whole, leading or following.
    PsInAllState,
    /// Keeps sets up to the king; aces and twos are trumps and may be broken.
    PsUnder12,
    /// The same, and eights may be broken, too.
    PsUnder12No8,
}

/// The ranks up to the king: numbers 1 to 11 of the paper.
const UNDER_12: Ranks = Ranks::between(0, 11);

named!(FixedPlayer {
    Random => "random",
    Lowest => "lowest",
    PairSave => "pairsave",
    PsInAllState => "psinallstate",
    PsUnder12 => "psunder12",
    PsUnder12No8 => "psunder12no8",
});

impl FixedPlayer {
    #[inline]
    pub fn decide(self, spot: Spot, dice: &mut Xoshiro256PlusPlus) -> Cards {
        match self {
            Self::Random => any_play(spot, dice),
            Self::Lowest if spot.leads() => lead(spot.hand, 1, dice),
            _ => lowest_candidate(spot, self.kept(spot.leads()), dice),
        }
    }

    /// All plays among which it draws, by figure 1 as it is written: the plain twin of [`FixedPlayer::decide`]. An
    /// empty list means a pass.
    pub fn candidates(self, spot: Spot) -> Vec<Cards> {
        let mut plays = legal_plays(spot);
        if self == Self::Random {
            return plays;
        }
        if self == Self::Lowest && spot.leads() {
            plays.retain(|play| play.len() == 1);
        }
        let kept = self.kept(spot.leads());
        plays.retain(|play| {
            let rank = play.lowest_rank();
            rank == JOKER || !kept.contains(rank) || play.len() == spot.hand.held(rank).min(LARGEST_SET)
        });
        let lowest = plays.iter().map(|play| play.lowest_rank()).min();
        plays.retain(|play| Some(play.lowest_rank()) == lowest);
        plays
    }

    #[inline]
    fn kept(self, leads: bool) -> Ranks {
        match self {
            Self::Random | Self::Lowest => Ranks::NONE,
            Self::PairSave if leads => Ranks::NONE,
            Self::PairSave | Self::PsInAllState => Ranks::between(0, RANKS),
            Self::PsUnder12 => UNDER_12,
            Self::PsUnder12No8 => UNDER_12 - Ranks::single(EIGHT),
        }
    }
}

impl FromStr for FixedPlayer {
    type Err = CompanionError;

    fn from_str(text: &str) -> Result<Self> {
        Self::of_name(text).ok_or_else(|| CompanionError::unknown("players", text, &Self::names(), ""))
    }
}

/// Figure 1: of the candidates, without those of a kept rank of which the hand could form a larger set, the one of the
/// lowest rank. Sizes of one rank are equally likely, and so are the suits of one size.
#[inline]
fn lowest_candidate(spot: Spot, kept: Ranks, dice: &mut Xoshiro256PlusPlus) -> Cards {
    let hand = spot.hand;
    if spot.leads() {
        let rank = hand.lowest_rank();
        if rank == JOKER {
            return Cards::JOKER;
        }
        let held = hand.held(rank).min(LARGEST_SET);
        let size = if kept.contains(rank) { held } else { 1 + one_of(held, dice) };
        return lead(hand, size, dice);
    }
    let answers = Answers::of(spot);
    let larger = if answers.size < LARGEST_SET { hand.ranks_with(answers.size + 1) } else { Ranks::NONE };
    match (answers.ranks - (kept & larger)).next() {
        Some(rank) => answer(hand, &answers, rank, dice),
        None if answers.joker => Cards::JOKER,
        None => Cards::NONE,
    }
}

#[inline]
pub(super) fn lead(hand: Cards, size: usize, dice: &mut Xoshiro256PlusPlus) -> Cards {
    match hand.lowest_rank() {
        JOKER => Cards::JOKER,
        rank => Cards::set(rank, any_of(suit_choices(hand.suits(rank), size), dice)),
    }
}

#[inline]
pub(super) fn answer(hand: Cards, answers: &Answers, rank: usize, dice: &mut Xoshiro256PlusPlus) -> Cards {
    Cards::set(rank, any_of(answers.choices(hand, rank), dice))
}

/// Any legal play, each equally likely; a pass where there is none.
#[inline]
pub(super) fn any_play(spot: Spot, dice: &mut Xoshiro256PlusPlus) -> Cards {
    let plays = legal_plays(spot);
    if plays.is_empty() { Cards::NONE } else { any_of(&plays, dice) }
}

/// One of several, each equally likely; a single one costs no dice.
#[inline]
fn any_of<T: Copy>(choices: &[T], dice: &mut Xoshiro256PlusPlus) -> T {
    choices[one_of(choices.len(), dice)]
}

#[inline]
pub(super) fn one_of(count: usize, dice: &mut Xoshiro256PlusPlus) -> usize {
    if count > 1 { below(dice, count as u64) as usize } else { 0 }
}
