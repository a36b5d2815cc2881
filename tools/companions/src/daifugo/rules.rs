//! Which rules are in force: switches by name, and the paper's set of them.

use std::fmt;
use std::str::FromStr;

use crate::error::CompanionError;

/// A rule that can be left out.
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

impl Rule {
    /// All of them, with the names they are typed by.
    pub const NAMED: [(Self, &'static str); 4] = [
        (Self::EightCut, "eight-cut"),
        (Self::SpadeThree, "spade-three"),
        (Self::SuitLock, "suit-lock"),
        (Self::AllPass, "all-pass"),
    ];
}

/// The name of the paper's rules.
pub const PAPER: &str = "uec2007-paper";

/// The rules in force. Fixed ones: five players, one joker that is played alone and stands for nothing else, sets of
/// two and three, no sequences, no revolution, no exchange of cards, any card may be the last one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules(u8);

impl Rules {
    /// None of the switches.
    pub const PLAIN: Self = Self(0);
    /// Those of the experiment: UECda 2007 as far as its server enforces them.
    pub const UEC2007_PAPER: Self =
        Self(Rule::EightCut as u8 | Rule::SpadeThree as u8 | Rule::SuitLock as u8 | Rule::AllPass as u8);

    /// Whether a rule is in force.
    #[inline]
    pub const fn has(self, rule: Rule) -> bool {
        self.0 & rule as u8 != 0
    }

    /// These rules and one more.
    #[must_use]
    pub const fn with(self, rule: Rule) -> Self {
        Self(self.0 | rule as u8)
    }

    /// These rules but one.
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
    /// As it can be typed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::UEC2007_PAPER {
            return f.write_str(PAPER);
        }
        let names: Vec<&str> = Rule::NAMED.iter().filter(|(rule, _)| self.has(*rule)).map(|(_, name)| *name).collect();
        f.write_str(if names.is_empty() { "plain" } else { "" })?;
        f.write_str(&names.join(","))
    }
}

impl FromStr for Rules {
    type Err = CompanionError;

    /// Names separated by commas: `uec2007-paper` or `plain` to begin with, then rules to add, or to take away with
    /// `no-` before them.
    fn from_str(text: &str) -> Result<Self, CompanionError> {
        text.split(',').map(str::trim).try_fold(Self::PLAIN, |rules, word| {
            let of_name = |name: &str| Rule::NAMED.iter().find(|(_, it)| *it == name).map(|(rule, _)| *rule);
            match word {
                PAPER => Ok(Self::UEC2007_PAPER),
                "plain" => Ok(Self::PLAIN),
                _ => match (of_name(word), word.strip_prefix("no-").and_then(of_name)) {
                    (Some(rule), _) => Ok(rules.with(rule)),
                    (None, Some(rule)) => Ok(rules.without(rule)),
                    (None, None) => Err(unknown(word)),
                },
            }
        })
    }
}

fn unknown(word: &str) -> CompanionError {
    let names = Rule::NAMED.map(|(_, name)| name).join(", ");
    CompanionError::input(
        "--rules",
        format!("'{word}'"),
        format!("{PAPER}, plain, {names}"),
        "separate them by commas; no- before a rule takes it away",
    )
}
