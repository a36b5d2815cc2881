//! Which hole card is opened before turns 6 and 7 (section 3.4).

use rand_xoshiro::rand_core::RngCore;

use crate::streams::below;

/// How a player chooses the card it opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpeningRule {
    /// The system's: looks weak when superior (lowest potential with 80 %, second lowest with 20 %), strong when a
    /// bluff may work.
    Deceptive,
    /// The same, but always the lowest potential when superior; no published player.
    AlwaysWeakest,
    /// Any card.
    Random,
    /// The card with the highest potential first.
    StrongestFirst,
    /// The card with the lowest potential first.
    WeakestFirst,
}

/// What the choice depends on.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'a> {
    /// The potential of each hole card that can still be opened, with its number.
    pub potentials: &'a [(usize, f64)],
    /// The last estimate.
    pub result: f64,
    /// Whether the hand is complete among the open cards.
    pub complete: bool,
    /// The potential at which a bluff may work: own points + threshold; infinite for a player who never bluffs.
    pub bluff_from: f64,
}

impl OpeningRule {
    /// The number of the card to open; `potentials` must not be empty.
    pub fn choose(self, choice: &Choice<'_>, dice: &mut impl RngCore) -> usize {
        let mut order: Vec<(usize, f64)> = choice.potentials.to_vec();
        order.sort_by(|one, other| one.1.total_cmp(&other.1));
        let count = order.len();
        let random = |dice: &mut _| below(dice, count as u64) as usize;
        let place = match self {
            Self::Random => random(dice),
            Self::WeakestFirst => 0,
            Self::StrongestFirst => count - 1,
            Self::Deceptive | Self::AlwaysWeakest if choice.result >= 0.0 => match self {
                _ if choice.complete => random(dice),
                Self::Deceptive => usize::from(below(dice, 5) == 4).min(count - 1),
                _ => 0,
            },
            Self::Deceptive | Self::AlwaysWeakest if order[count - 1].1 >= choice.bluff_from => count - 1,
            Self::Deceptive | Self::AlwaysWeakest => random(dice),
        };
        order[place].0
    }
}
