//! One decision on all flops: how often each action is taken, what both seats' whole ranges win there, and their
//! equities.
//!
//! Frequencies and equities are exact, and so is what is won where all boards are played: the solver's walk then adds
//! up every turn and river below a flop, suits alike but for their names once, in the one history of bets that enters
//! it. Where that takes too long, as in no-limit trees with thousands of ways to the river, the same boards as on the
//! explorer's page are drawn below each flop, and the values have standard errors.

mod document;
mod flop;
mod page;
mod texture;

use evaluator::deck::Deck;
use matches::agent::Agent;
use rayon::prelude::*;
use serde_json::{Value, json};
use solver::boards::BoardOrbit;
use solver::error::SolverError;
use solver::game::NodeId;
use solver::measure::exploitability::{FlopWork, KeptFlops, RealGame};
use std::cmp::Reverse;
use std::str::FromStr;
use tables::error::TableError;
use tables::memory::keep_what_is_freed;
use tables::together::progress::{Counter, Progress};

use super::error::SpotError;
use super::explorer::Game;
use super::spot::commonest_flop_decision;
use flop::OneFlop;

pub use document::document;
pub use flop::{FlopFigures, RangePlay};
pub use page::{About, page};
pub use texture::{Group, Grouping, SurveyedFlop, groupings, mean};

/// The round of the flop.
const FLOP: usize = 1;

/// The boards that are played below each flop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardsBelow {
    /// Every turn and river: the values are exact.
    All,
    /// That many, drawn without replacement.
    Drawn(usize),
}

impl BoardsBelow {
    /// The fewest that have a standard error, and the most that follow a flop.
    pub const DRAWN: std::ops::RangeInclusive<usize> = 2..=2352;

    /// No more than there are: in a small deck fewer boards follow a flop.
    fn of_deck(self, deck: Deck) -> Self {
        let left = deck.cards() - 3;
        match self {
            Self::All => Self::All,
            Self::Drawn(count) => Self::Drawn(count.min(left * (left - 1))),
        }
    }
}

impl FromStr for BoardsBelow {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            Ok(count) if Self::DRAWN.contains(&count) => Ok(Self::Drawn(count)),
            _ if text == "all" => Ok(Self::All),
            _ => Err(format!("expected all or a number from {} to {}", Self::DRAWN.start(), Self::DRAWN.end())),
        }
    }
}

/// What is looked at.
pub struct Survey<'a> {
    pub game: &'a Game,
    /// The strategy of both seats.
    pub agent: &'a Agent,
    /// A decision on the flop.
    pub decision: NodeId,
    pub boards: BoardsBelow,
}

impl<'a> Survey<'a> {
    /// The decision after some betting, or the first one after the commonest way to the flop.
    pub fn new(
        game: &'a Game,
        agent: &'a Agent,
        betting: Option<&str>,
        boards: BoardsBelow,
    ) -> Result<Self, SpotError> {
        let decision = match betting {
            None => commonest_flop_decision(game, agent).ok_or(SpotError::NoFlop)?,
            Some(betting) => {
                let decision = game.tree.node_at(betting)?;
                if game.tree[decision].round != FLOP {
                    let street = game.betting().street(decision);
                    return Err(SpotError::NotOnFlop { betting: betting.to_owned(), street });
                }
                decision
            }
        };
        Ok(Self { game, agent, decision, boards: boards.of_deck(game.deck) })
    }

    /// The betting that leads there.
    pub fn betting(&self) -> String {
        self.game.tree.history(self.decision)
    }

    /// The position that acts there.
    pub fn seat(&self) -> usize {
        self.game.tree[self.decision].player
    }

    /// Chips in the pot there, by position.
    pub fn contributions(&self) -> [f64; 2] {
        self.game.tree[self.decision].contributions.map(|chips| chips.as_f64())
    }

    pub fn big_blinds(&self, chips: f64) -> f64 {
        chips / self.game.definition.big_blind().as_f64()
    }

    /// What the actions there are called, in order.
    pub fn action_names(&self) -> Vec<String> {
        let (betting, node) = (self.game.betting(), &self.game.tree[self.decision]);
        node.actions.iter().map(|&action| betting.action_name(self.decision, action)).collect()
    }

    /// What describes the work unambiguously, from what describes the strategy.
    pub fn identity(&self, strategy: &Value) -> Value {
        let boards = match self.boards {
            BoardsBelow::All => json!("all"),
            BoardsBelow::Drawn(count) => json!(count),
        };
        json!({ "strategy": strategy, "betting": self.betting(), "boards": boards })
    }

    /// All flops.
    pub fn all_flops(&self) -> Vec<BoardOrbit> {
        BoardOrbit::flops(&self.game.prepared.rules)
    }

    /// What is found on some flops, those with the highest cards first. Finished ones are kept, and taken from there.
    pub fn on(
        &self,
        flops: &[BoardOrbit],
        kept: Option<&KeptFlops>,
        progress: &dyn Progress,
    ) -> Result<Vec<SurveyedFlop>, SolverError> {
        keep_what_is_freed();
        let actions = self.game.tree[self.decision].actions.len();
        let read = |flop: &BoardOrbit| -> Result<Option<FlopFigures>, TableError> {
            let found = kept.map(|kept| kept.flop(FlopWork::Survey, flop, self.seat()).read_any()).transpose()?;
            Ok(found.flatten().filter(|figures: &FlopFigures| figures.is_of(actions)))
        };
        let found: Vec<Option<FlopFigures>> = flops.par_iter().map(read).collect::<Result<_, TableError>>()?;
        let done = found.iter().flatten().count() as u64;
        let (stage, count) = (FlopWork::Survey.stage(), flops.len() as u64);
        let counter = Counter::new(progress, stage, "flops", count).continuing_from(done);
        let real = RealGame::<f32>::new(&self.game.definition)?;
        let (seat, player) = (self.seat(), self.agent.player());
        let is_all = self.boards == BoardsBelow::All && done < count;
        let seated = is_all.then(|| real.seated(seat, player, player));
        let finish = |(found, flop): (Option<FlopFigures>, &BoardOrbit)| -> Result<SurveyedFlop, SolverError> {
            let figures = match found {
                Some(figures) => figures,
                None => {
                    let figures = OneFlop { survey: self, seated: seated.as_ref(), flop, progress }.figures()?;
                    if let Some(kept) = kept {
                        kept.flop(FlopWork::Survey, flop, seat).write(&figures)?;
                    }
                    counter.add(1)?;
                    figures
                }
            };
            Ok(SurveyedFlop::new(flop, figures))
        };
        let mut all: Vec<SurveyedFlop> =
            found.into_par_iter().zip(flops).with_max_len(1).map(finish).collect::<Result<_, SolverError>>()?;
        all.sort_by_key(|flop| Reverse(flop.cards));
        Ok(all)
    }
}
