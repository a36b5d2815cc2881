//! The rules in force, switched by name, and the plays that they leave a hand on a trick.

use std::fmt;
use std::str::FromStr;

use super::cards::{Cards, EIGHT, JOKER, LARGEST_SET, Ranks};
use crate::error::{CompanionError, Result};
use crate::named::{Named, named};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Rule {
    /// A play of eights ends the trick; the player leads again.
    EightCut = 1,
    /// The three of spades alone beats a single joker and ends the trick.
    SpadeThree = 2,
    /// A play of the same suits as the one before it locks these suits until the trick ends.
    SuitLock = 4,
    /// A trick ends only once everybody has passed, the last one to play included; without the rule it ends once all
    /// others have.
    AllPass = 8,
}

named!(Rule { EightCut => "eight-cut", SpadeThree => "spade-three", SuitLock => "suit-lock", AllPass => "all-pass" });

pub const PAPER: &str = "uec2007-paper";

/// The rules in force. Fixed ones: five players, one joker that is played alone and stands for nothing else, sets of
/// two and three, no sequences, no revolution, no exchange of cards, any card may be the last one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules(u8);

impl Rules {
    pub const PLAIN: Self = Self(0);
    /// Those of the experiment: UECda 2007 as far as its server enforces them.
    pub const UEC2007_PAPER: Self =
        Self(Rule::EightCut as u8 | Rule::SpadeThree as u8 | Rule::SuitLock as u8 | Rule::AllPass as u8);

    #[inline]
    pub const fn has(self, rule: Rule) -> bool {
        self.0 & rule as u8 != 0
    }

    #[must_use]
    pub const fn with(self, rule: Rule) -> Self {
        Self(self.0 | rule as u8)
    }

    #[must_use]
    pub const fn without(self, rule: Rule) -> Self {
        Self(self.0 & !(rule as u8))
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::UEC2007_PAPER
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::UEC2007_PAPER {
            return f.write_str(PAPER);
        }
        let names: Vec<&str> = Rule::NAMES.iter().filter(|(rule, _)| self.has(*rule)).map(|(_, name)| *name).collect();
        f.write_str(if names.is_empty() { "plain" } else { "" })?;
        f.write_str(&names.join(","))
    }
}

impl FromStr for Rules {
    type Err = CompanionError;

    /// Names separated by commas: `uec2007-paper` or `plain` to begin with, then rules to add, or to take away with
    /// `no-` before them.
    fn from_str(text: &str) -> Result<Self> {
        text.split(',').map(str::trim).try_fold(Self::PLAIN, |rules, word| match word {
            PAPER => Ok(Self::UEC2007_PAPER),
            "plain" => Ok(Self::PLAIN),
            _ => match (Rule::of_name(word), word.strip_prefix("no-").and_then(Rule::of_name)) {
                (Some(rule), _) => Ok(rules.with(rule)),
                (None, Some(rule)) => Ok(rules.without(rule)),
                (None, None) => {
                    let known = [&[PAPER, "plain"], &Rule::names()[..]].concat();
                    Err(CompanionError::unknown("--rules", word, &known, " (no- before a rule takes it away)"))
                }
            },
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Trick {
    /// The last play; no card before the lead.
    pub last: Cards,
    /// Whether only the suits of that play may follow.
    pub is_locked: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    pub hand: Cards,
    pub trick: Trick,
    pub rules: Rules,
}

impl Spot {
    #[inline]
    pub fn leads(&self) -> bool {
        self.trick.last.is_empty()
    }
}

impl Trick {
    pub const LEAD: Self = Self { last: Cards::NONE, is_locked: false };

    /// The trick once a play lies on it, or [`Trick::LEAD`] if the play ends it.
    #[inline]
    pub fn after(self, play: Cards, rules: Rules) -> Self {
        let rank = play.lowest_rank();
        let is_cut = rank == EIGHT && rules.has(Rule::EightCut);
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
    pub size: usize,
    /// The ranks of which such a set may be played.
    pub ranks: Ranks,
    /// The suits that must be played under a lock; 0 without one.
    pub suits: u8,
    pub joker: bool,
}

impl Answers {
    #[inline]
    pub fn of(Spot { hand, trick, rules }: Spot) -> Self {
        let size = trick.last.len();
        if trick.last == Cards::JOKER {
            let beats = rules.has(Rule::SpadeThree) && hand.holds(Cards::SPADE_THREE);
            let ranks = if beats { Ranks::single(0) } else { Ranks::NONE };
            return Self { size, ranks, suits: 0b1000, joker: false };
        }
        let rank = trick.last.lowest_rank();
        let suits = if trick.is_locked { trick.last.suits(rank) } else { 0 };
        let held = if trick.is_locked { hand.ranks_with_suits(suits) } else { hand.ranks_with(size) };
        Self { size, ranks: held & Ranks::above(rank), suits, joker: size == 1 && hand.holds(Cards::JOKER) }
    }

    /// The suits with which a set of a rank among [`Answers::ranks`] may be played.
    #[inline]
    pub fn choices(&self, hand: Cards, rank: usize) -> &'static [u8] {
        suit_choices(if self.suits == 0 { hand.suits(rank) } else { self.suits }, self.size)
    }
}

/// The subsets of `size` suits (1 to 3) of a four-bit mask, in ascending order.
#[inline]
pub(crate) fn suit_choices(held: u8, size: usize) -> &'static [u8] {
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

/// All legal plays, ranks ascending, within a rank by size and suits, the joker last. Passing, which is always possible
/// once something lies on the table, is not among them.
pub fn legal_plays(spot: Spot) -> Vec<Cards> {
    let hand = spot.hand;
    let mut plays = Vec::new();
    let mut add = |rank, choices: &[u8]| plays.extend(choices.iter().map(|&suits| Cards::set(rank, suits)));
    let joker = if spot.leads() {
        for rank in hand.ranks_with(1) {
            (1..=hand.held(rank).min(LARGEST_SET)).for_each(|size| add(rank, suit_choices(hand.suits(rank), size)));
        }
        hand.holds(Cards::JOKER)
    } else {
        let answers = Answers::of(spot);
        answers.ranks.for_each(|rank| add(rank, answers.choices(hand, rank)));
        answers.joker
    };
    plays.extend(joker.then_some(Cards::JOKER));
    plays
}
