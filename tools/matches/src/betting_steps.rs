//! The betting of hold'em as the dealer walks it: small templates of the rounds that stay in the first-level cache.
//!
//! In limit games every way to enter a round is followed by the same betting, only the chips in the pot differ (see
//! [`solver::game::TreeLayout`]).

use solver::game::{BettingTree, GameDefinition, GameError, Next, RoundLayout, TreeLayout};
use solver::units::Chips;
use tables::strategy::block::LIMIT_ACTIONS;

pub struct BettingSteps {
    rounds: Vec<RoundSteps>,
}

/// One betting round: its decisions, the same for each of its entries.
pub struct RoundSteps {
    /// In the order of the round's only template, which has each decision before those that follow it.
    decisions: Vec<Decision>,
    /// What each player has put in by entry.
    entry_chips: Vec<i32>,
    /// Ways on to the next round; `None` in the last one, whose exits are showdowns.
    exits: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// Position (0 or 1) to act.
    pub position: usize,
    /// Its number among the decisions of this position in the round.
    pub turn: usize,
    actions: u8,
    /// What follows each legal action; those beyond the legal ones are never taken.
    next: [Next<u8, EntrylessEnd>; LIMIT_ACTIONS],
}

/// How a round ends, whatever the entry.
#[derive(Clone, Copy, Debug)]
enum EntrylessEnd {
    Exit { number: u8, added: i16 },
    Fold { sign: i8, added: i16 },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The next round follows, entered this way.
    Round(usize),
    /// Somebody folded; the chips that position 0 wins.
    Fold(i32),
    /// The better hand wins this many chips.
    Showdown(i32),
}

impl Decision {
    pub fn actions(&self) -> usize {
        self.actions.into()
    }
}

impl BettingSteps {
    pub fn holdem() -> Result<Self, GameError> {
        Ok(Self::of(&TreeLayout::of_one_shape(&BettingTree::new(&GameDefinition::holdem_limit()))?))
    }

    /// The steps of a layout of hold'em's size.
    pub fn of(layout: &TreeLayout) -> Self {
        let last = layout.rounds.len() - 1;
        let rounds = layout.rounds.iter().enumerate();
        Self { rounds: rounds.map(|(number, round)| RoundSteps::of(round, number == last)).collect() }
    }

    #[inline]
    pub fn round(&self, round: usize) -> &RoundSteps {
        &self.rounds[round]
    }

    /// Plays one game: `act` returns the number of the action at each decision (round, entry, decision); `ahead` is 1
    /// if position 0 has the better hand, -1 if the worse and 0 if an equal one. Returns what position 0 wins, in
    /// chips.
    #[inline]
    pub fn play(&self, mut act: impl FnMut(usize, usize, &Decision) -> usize, ahead: i32) -> i32 {
        let (mut round, mut entry) = (0, 0);
        loop {
            match self.rounds[round].play(entry, |decision| act(round, entry, decision)) {
                End::Round(next) => (round, entry) = (round + 1, next),
                End::Fold(chips) => return chips,
                End::Showdown(chips) => return chips * ahead,
            }
        }
    }
}

impl RoundSteps {
    fn of(layout: &RoundLayout, is_last: bool) -> Self {
        let mut turns = [0; 2];
        let template = layout.only_template();
        // The chips that a way to enter the round adds are the same at all its ends.
        let added = |chips: Chips| (chips - layout.entry_contribution[0]).0 as i16;
        let decisions = template.nodes.iter().map(|node| {
            let mut next = [Next::End(EntrylessEnd::Fold { sign: 0, added: 0 }); LIMIT_ACTIONS];
            for (step, child) in next.iter_mut().zip(&node.children) {
                *step = match *child {
                    Next::Decision(next) => Next::Decision(next as u8),
                    Next::End(end) => Next::End(match template.folder(end) {
                        None => EntrylessEnd::Exit { number: end as u8, added: added(layout.exit_chips(0, end)) },
                        Some(folder) => EntrylessEnd::Fold {
                            sign: if folder == 0 { -1 } else { 1 },
                            added: added(layout.fold_chips(0, end - template.exits)[folder]),
                        },
                    }),
                };
            }
            let turn = turns[node.player];
            turns[node.player] += 1;
            Decision { position: node.player, turn, actions: node.actions.len() as u8, next }
        });
        Self {
            decisions: decisions.collect(),
            entry_chips: layout.entry_contribution.iter().map(|chips| chips.0).collect(),
            exits: (!is_last).then_some(template.exits),
        }
    }

    pub fn entries(&self) -> usize {
        self.entry_chips.len()
    }

    /// The decisions, each before those that follow it; the first one opens the round.
    #[inline]
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    #[inline]
    pub fn follow(&self, entry: usize, decision: &Decision, action: usize) -> Next<usize, End> {
        match decision.next[action] {
            Next::Decision(next) => Next::Decision(next.into()),
            Next::End(EntrylessEnd::Fold { sign, added }) => {
                Next::End(End::Fold(i32::from(sign) * (self.entry_chips[entry] + i32::from(added))))
            }
            Next::End(EntrylessEnd::Exit { number, added }) => Next::End(match self.exits {
                Some(exits) => End::Round(entry * exits + usize::from(number)),
                None => End::Showdown(self.entry_chips[entry] + i32::from(added)),
            }),
        }
    }

    /// Plays the round: `act` returns the number of the action at each decision.
    #[inline]
    pub fn play(&self, entry: usize, mut act: impl FnMut(&Decision) -> usize) -> End {
        let mut here = 0;
        loop {
            let decision = &self.decisions[here];
            match self.follow(entry, decision, act(decision)) {
                Next::Decision(next) => here = next,
                Next::End(end) => return end,
            }
        }
    }
}
