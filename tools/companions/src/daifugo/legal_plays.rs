//! Which plays a hand has on a trick.

use super::cards::{Cards, JOKER, LARGEST_SET, Ranks};
use super::rules::{Rule, Rules};

/// What lies on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Trick {
    /// The last play; no card before the lead.
    pub last: Cards,
    /// Whether only the suits of that play may follow.
    pub is_locked: bool,
}

impl Trick {
    /// Nothing is on the table: any play leads.
    pub const LEAD: Self = Self { last: Cards::NONE, is_locked: false };

    /// The trick once a play lies on it, or [`Trick::LEAD`] if the play ends it.
    #[inline]
    pub fn after(self, play: Cards, rules: Rules) -> Self {
        let rank = play.lowest_rank();
        let is_cut = rank == super::cards::EIGHT && rules.has(Rule::EightCut);
        // On a joker nothing else is legal.
        let beats_joker = self.last == Cards::JOKER;
        if is_cut || beats_joker {
            return Self::LEAD;
        }
        // The joker belongs to no suit: it neither makes a lock nor lifts one, but nothing of a suit can follow it
        // anyway.
        let same_suits =
            rank < JOKER && !self.last.is_empty() && play.suits(rank) == self.last.suits(self.last.lowest_rank());
        Self { last: play, is_locked: self.is_locked || (same_suits && rules.has(Rule::SuitLock)) }
    }
}

/// What may be played: sets of one size of some ranks, and single cards besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answers {
    /// How many cards each set has.
    pub size: usize,
    /// The ranks of which such a set may be played.
    pub ranks: Ranks,
    /// The suits that must be played under a lock; 0 without one.
    pub suits: u8,
    /// Whether the joker may be played.
    pub joker: bool,
}

impl Answers {
    /// What a hand has against a trick on which something lies.
    #[inline]
    pub fn of(hand: Cards, trick: Trick, rules: Rules) -> Self {
        let size = trick.last.len();
        if trick.last == Cards::JOKER {
            let beats = rules.has(Rule::SpadeThree) && hand.holds(Cards::SPADE_THREE);
            let ranks = if beats { Ranks::single(0) } else { Ranks::NONE };
            return Self { size, ranks, suits: 0b1000, joker: false };
        }
        let rank = trick.last.lowest_rank();
        let suits = if trick.is_locked { trick.last.suits(rank) } else { 0 };
        let held = if trick.is_locked { hand.ranks_with_suits(suits) } else { hand.ranks_with(size) };
        Self { size, ranks: held.and(Ranks::above(rank)), suits, joker: size == 1 && hand.holds(Cards::JOKER) }
    }

    /// The suits with which a set of a rank among [`Answers::ranks`] may be played.
    #[inline]
    pub fn choices(&self, hand: Cards, rank: usize) -> &'static [u8] {
        if self.suits == 0 { suit_choices(hand.suits(rank), self.size) } else { &ALONE[usize::from(self.suits)] }
    }

    /// Whether there is nothing to play.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.ranks.is_empty() && !self.joker
    }
}

/// Every suit mask as the only choice.
static ALONE: [[u8; 1]; 16] = [[0], [1], [2], [3], [4], [5], [6], [7], [8], [9], [10], [11], [12], [13], [14], [15]];

/// The subsets of `size` suits (1 to 3) of a four-bit mask, in ascending order.
#[inline]
pub fn suit_choices(held: u8, size: usize) -> &'static [u8] {
    let (choices, count) = &SUIT_CHOICES[usize::from(held)][size - 1];
    &choices[..*count]
}

static SUIT_CHOICES: [[([u8; 6], usize); LARGEST_SET]; 16] = all_suit_choices();

const fn all_suit_choices() -> [[([u8; 6], usize); LARGEST_SET]; 16] {
    let mut all = [[([0; 6], 0); LARGEST_SET]; 16];
    let mut held = 0;
    while held < 16 {
        let mut subset = 1_u8;
        while subset < 15 {
            if subset & !(held as u8) == 0 {
                let entry = &mut all[held][subset.count_ones() as usize - 1];
                entry.0[entry.1] = subset;
                entry.1 += 1;
            }
            subset += 1;
        }
        held += 1;
    }
    all
}

/// All legal plays, cleared and filled into `plays`, ranks ascending, within a rank by size and suits, the joker last.
/// Passing, which is always possible once something lies on the table, is not among them.
pub fn legal_plays(hand: Cards, trick: Trick, rules: Rules, plays: &mut Vec<Cards>) {
    plays.clear();
    if trick.last.is_empty() {
        for rank in hand.ranks_with(1) {
            for size in 1..=hand.held(rank).min(LARGEST_SET) {
                plays.extend(suit_choices(hand.suits(rank), size).iter().map(|&suits| Cards::set(rank, suits)));
            }
        }
        if hand.holds(Cards::JOKER) {
            plays.push(Cards::JOKER);
        }
        return;
    }
    let answers = Answers::of(hand, trick, rules);
    for rank in answers.ranks {
        plays.extend(answers.choices(hand, rank).iter().map(|&suits| Cards::set(rank, suits)));
    }
    if answers.joker {
        plays.push(Cards::JOKER);
    }
}

/// How many plays a hand can lead: the sum over the ranks of `2^held - 1`, without the set of four, and one for the
/// joker.
pub fn lead_count(hand: Cards) -> usize {
    let of_rank = |rank: usize| (1_usize << hand.held(rank)) - 1 - usize::from(hand.held(rank) == 4);
    (0..super::cards::RANKS).map(of_rank).sum::<usize>() + usize::from(hand.holds(Cards::JOKER))
}
