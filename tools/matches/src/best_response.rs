//! What a best response with exact cards wins from an agent, and where the agent loses it.

use solver::measure::exploitability::measurement::SeatLosses;
use solver::measure::exploitability::played_flops::Responses;
use solver::measure::exploitability::{
    KeptFlops, MissingFlop, PlayedFlops, RealGame, responses_and_losses, unfinished_responses,
};
use tables::together::progress::Progress;
use tables::together::ranks::JobPart;

use super::agent::Agent;
use super::error::MatchError;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlopChoice {
    /// All canonical flops: the result is exact.
    All,
    /// At least 2, drawn with replacement, each as likely as it is dealt.
    Drawn { count: usize, seed: u64 },
}

/// What is measured, for one agent after the other on the same flops.
pub struct BestResponse<'a> {
    pub game: &'a RealGame<f32>,
    pub flops: FlopChoice,
    pub progress: &'a dyn Progress,
}

/// What was found for one agent, in chips a game.
pub struct Exploitation {
    /// What the responders win.
    pub responses: Responses,
    /// How much more that is than what the agent wins from itself, by position; if it was asked for.
    pub losses: Option<[SeatLosses; 2]>,
    pub flops: usize,
    /// How many of them are different.
    pub distinct_flops: usize,
}

impl BestResponse<'_> {
    /// What a best response wins from an agent; with `losses` the agent also plays against itself, in twice the time.
    /// Finished flops are kept if there is a place for them, and taken from there.
    pub fn to(&self, agent: &Agent, losses: bool, kept: Option<&KeptFlops>) -> Result<Exploitation, MatchError> {
        let (game, flops) = (self.game, self.played());
        let (responses, losses) = responses_and_losses(game, agent.player(), &flops, losses, kept, self.progress)?;
        Ok(Exploitation { responses, losses, flops: flops.count(), distinct_flops: flops.distinct().len() })
    }

    /// Does one part of the same work, if one is given, and returns what is still missing from the whole.
    pub fn unfinished(
        &self,
        agent: &Agent,
        losses: bool,
        part: Option<JobPart>,
        kept: &KeptFlops,
    ) -> Result<Vec<MissingFlop>, MatchError> {
        let flops = &self.played();
        Ok(unfinished_responses(self.game, agent.player(), flops, losses, part, kept, self.progress)?)
    }

    fn played(&self) -> PlayedFlops {
        match self.flops {
            FlopChoice::All => PlayedFlops::all(self.game.flops()),
            FlopChoice::Drawn { count, seed } => PlayedFlops::drawn(self.game.flops(), count, seed),
        }
    }
}
