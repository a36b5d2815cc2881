//! The dealer's table: the betting, and every agent's strategy laid out for quick reading.

use solver::game::{BettingTree, GameDefinition, TreeLayout};

use crate::action_thresholds::ActionThresholds;
use crate::agent::Agent;
use crate::betting_steps::BettingSteps;
use crate::error::MatchError;

/// Agents ready to be dealt to.
pub struct Dealer<'a> {
    pub steps: BettingSteps,
    /// By agent.
    pub strategies: Vec<ActionThresholds>,
    /// One agent for each abstraction, to look hands up with; agents that do not look at cards have none.
    pub abstractions: Vec<&'a Agent>,
    /// By agent: the number of its abstraction.
    pub abstraction_of: Vec<Option<usize>>,
}

impl<'a> Dealer<'a> {
    /// Lays out the strategies: about 115 MB of memory each, and a second or less, for 9,000 buckets a round.
    pub fn new(agents: &[&'a Agent]) -> Result<Self, MatchError> {
        for agent in agents {
            agent.refuse_flop_dependent("hands are dealt one by one, with the board as a set")?;
        }
        let layout = TreeLayout::new(&BettingTree::new(&GameDefinition::holdem_limit())).map_err(MatchError::from)?;
        let strategies = agents.iter().map(|agent| ActionThresholds::of(agent, &layout)).collect::<Result<_, _>>()?;
        let mut abstractions: Vec<&Agent> = Vec::new();
        let abstraction_of = agents.iter().map(|&agent| {
            agent.looks_at_cards().then(|| {
                abstractions.iter().position(|known| known.shares_buckets_with(agent)).unwrap_or_else(|| {
                    abstractions.push(agent);
                    abstractions.len() - 1
                })
            })
        });
        let abstraction_of = abstraction_of.collect();
        Ok(Self { steps: BettingSteps::of(&layout), strategies, abstractions, abstraction_of })
    }
}
