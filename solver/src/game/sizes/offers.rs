//! The listed sizes at one decision: their chips, and the reason where one is missing.

use super::bet_sizes::{BetKind, BetSizes, Seat};
use super::size::{Multiple, Share, Size};
use crate::units::Chips;

/// All that sizes depend on. All chips are one player's total over the whole hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Situation {
    /// Betting round, from 0 before the flop.
    pub round: usize,
    pub seat: Seat,
    pub kind: BetKind,
    /// Bets and raises of the round so far.
    pub bets: usize,
    /// Rounds in which chips can be put in, this one among them.
    pub rounds_left: usize,
    /// What each player has.
    pub stack: Chips,
    /// What the player has in after a call.
    pub highest: Chips,
    /// The pot after that call.
    pub pot: Chips,
    /// What each player had put in when the round began.
    pub round_began: Chips,
    /// By how much a raise exceeds `highest` at least.
    pub least_raise: Chips,
}

/// A listed size at a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    pub size: Size,
    /// What the size is in chips, as it is written; this and `total` are the player's total over the whole hand.
    pub asked: Chips,
    /// The same after the rules of the game: legal, and perhaps all-in.
    pub total: Chips,
    pub fate: Fate,
}

/// Whether a listed size is an action of the decision and, if not, why.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fate {
    /// It is an action, perhaps lifted to the minimum raise or made all-in.
    Offered,
    /// Lifted to the minimum raise, which another size gives, too.
    BelowMinimum,
    /// Cut to the stack or made all-in, as another size is, too.
    AllIn,
    /// The same chips as another size.
    Equal,
    /// Too close to a larger size.
    Merged,
    /// The round has had as many bets as it may.
    Capped,
}

impl Fate {
    /// All reasons for which a size is missing.
    pub const MISSING: [Self; 5] = [Self::BelowMinimum, Self::AllIn, Self::Equal, Self::Merged, Self::Capped];

    /// In a word or two.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Offered => "offered",
            Self::BelowMinimum => "below minimum",
            Self::AllIn => "all-in",
            Self::Equal => "equal",
            Self::Merged => "merged",
            Self::Capped => "capped",
        }
    }
}

/// The offered totals, from the smallest.
pub(in crate::game) fn raises_among(offers: &[Offer]) -> Vec<Chips> {
    let mut raises: Vec<Chips> = offers.iter().filter(|it| it.fate == Fate::Offered).map(|it| it.total).collect();
    raises.sort_unstable();
    raises
}

impl BetSizes {
    /// Every size of a decision's list; none where all-in has to be called.
    ///
    /// In this order: rounded to whole chips, lifted to the minimum raise and cut to the stack, made all-in, equal
    /// sizes taken for one, merged from the largest down.
    pub(crate) fn offers(&self, at: &Situation) -> Vec<Offer> {
        if at.highest >= at.stack {
            return Vec::new();
        }
        let listed = self.list(at.round, at.seat, at.kind).unwrap_or_default();
        let is_capped = self.cap(at.round).is_some_and(|cap| at.bets >= cap);
        let joins = !is_capped && self.all_in_added.reaches(at.on_top(at.stack), at.pot());
        let joining = (joins && !listed.contains(&Size::AllIn)).then_some(Size::AllIn);
        let mut offers: Vec<Offer> = listed
            .iter()
            .copied()
            .chain(joining)
            .map(|size| {
                let asked = size.total(at);
                let fate = if is_capped && size != Size::AllIn { Fate::Capped } else { Fate::Offered };
                Offer { size, asked, total: self.legal(asked, at), fate }
            })
            .collect();
        drop_equal(&mut offers, at);
        self.merge_close(&mut offers, at);
        offers
    }

    /// A total lifted to the minimum raise, cut to the stack, and made all-in where little would be left.
    fn legal(&self, asked: Chips, at: &Situation) -> Chips {
        let total = asked.max(at.highest + at.least_raise).min(at.stack);
        let pot_after_its_call = at.pot() + 2 * at.on_top(total);
        let left = i64::from((at.stack - total).0);
        if self.all_in_forced.reaches(left, pot_after_its_call) { at.stack } else { total }
    }

    /// Of two sizes of X % and Y % of the pot the smaller goes where (100 + X) / (100 + Y) < 1 + `merge`.
    fn merge_close(&self, offers: &mut [Offer], at: &Situation) {
        let mut order: Vec<usize> = (0..offers.len()).filter(|&it| offers[it].fate == Fate::Offered).collect();
        order.sort_unstable_by_key(|&number| std::cmp::Reverse(offers[number].total));
        let with_pot = |offer: &Offer| at.pot() + at.on_top(offer.total);
        let mut larger = None;
        for number in order {
            let own = with_pot(&offers[number]);
            match larger {
                Some(larger) if self.merge.exceeds(larger - own, own) => offers[number].fate = Fate::Merged,
                _ => larger = Some(own),
            }
        }
    }
}

impl Situation {
    fn pot(&self) -> i64 {
        i64::from(self.pot.0)
    }

    /// What a total adds to the player's chips beyond the call.
    fn on_top(&self, total: Chips) -> i64 {
        i64::from((total - self.highest).0)
    }
}

/// Of sizes that came to the same chips one stays: the first that was neither lifted nor cut, or else the first.
fn drop_equal(offers: &mut [Offer], at: &Situation) {
    for number in 0..offers.len() {
        let Offer { asked, total, fate, .. } = offers[number];
        let rank = |it: usize| (offers[it].asked != total, it);
        let best = (0..offers.len())
            .filter(|&it| offers[it].fate != Fate::Capped && offers[it].total == total)
            .min_by_key(|&it| rank(it));
        if fate != Fate::Capped && best != Some(number) {
            offers[number].fate = match total {
                _ if asked == total => Fate::Equal,
                _ if total == at.stack => Fate::AllIn,
                _ => Fate::BelowMinimum,
            };
        }
    }
}

impl Size {
    /// What the size makes the player's total, before any rule of the game; an absurd one the most that chips count.
    fn total(self, at: &Situation) -> Chips {
        let [highest, began] = [at.highest, at.round_began].map(|chips| i64::from(chips.0));
        let total = match self {
            Self::Pot(Share(share)) => highest + share.of(at.pot()),
            Self::Faced(Multiple(times)) => began + times.of(highest - began),
            Self::Chips(chips) => began + i64::from(chips),
            Self::AllIn => return at.stack,
            Self::Geometric { rounds, at_most } => {
                let raises_made = at.bets.saturating_sub(1);
                let rounds = rounds.map_or(at.rounds_left, usize::from).saturating_sub(raises_made).max(1);
                // A bet of the share s and its call make the pot 1 + 2s times as large.
                let growth = (at.pot() + 2 * at.on_top(at.stack)) as f64 / at.pot() as f64;
                let share = (growth.powf(1.0 / rounds as f64) - 1.0) / 2.0;
                let share = at_most.map_or(share, |Share(limit)| share.min(limit.as_f64()));
                highest + (share * at.pot() as f64).round() as i64
            }
        };
        Chips(i32::try_from(total).unwrap_or(i32::MAX))
    }
}
