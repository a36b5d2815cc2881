//! One flop of a survey: how both ranges come there, what they do and what they win.

use evaluator::holding::HOLDINGS;
use evaluator::round::Round;
use solver::boards::{BoardOrbit, DealtBoard};
use solver::error::SolverError;
use solver::measure::exploitability::Responder;
use tables::run::state::bincode::{Decode, Encode};
use tables::together::progress::{Cancelled, Counter, Progress, StopsOnly};

use super::{BoardsBelow, FLOP, Survey};
use crate::spot::{DecisionView, Spot, opponents_met};
use crate::worth::{Equities, Wanted, action_values};

/// What is found on one flop.
#[derive(Clone, PartialEq, Debug, Encode, Decode)]
#[bincode(crate = "tables::run::state::bincode")]
pub struct FlopFigures {
    /// How likely the strategy is to come to the decision against itself, given the flop.
    pub reached: f64,
    /// `None` where the ranges never meet there.
    pub play: Option<RangePlay>,
}

impl FlopFigures {
    /// Whether they can be those of a decision with that many actions: what is kept may be damaged.
    pub(super) fn is_of(&self, actions: usize) -> bool {
        self.play.as_ref().is_none_or(|play| play.actions.len() == actions)
    }
}

/// What two whole ranges do and win.
#[derive(Clone, PartialEq, Debug, Encode, Decode)]
#[bincode(crate = "tables::run::state::bincode")]
pub struct RangePlay {
    /// How often each action is taken.
    pub actions: Vec<f64>,
    /// By position: chips won in the whole game, what was put in before counted as lost.
    pub chips: [f64; 2],
    /// Of the chips; 0 where all boards were played.
    pub standard_error: f64,
    /// By position: the share of the pot without further betting.
    pub equities: [f64; 2],
}

impl RangePlay {
    /// By position: the share of the pot that is won with further betting; both add up to 1.
    pub fn pot_shares(&self, contributions: [f64; 2]) -> [f64; 2] {
        let pot = contributions[0] + contributions[1];
        [0, 1].map(|position| (self.chips[position] + contributions[position]) / pot)
    }
}

/// A flop to be looked at.
pub(super) struct OneFlop<'a> {
    pub survey: &'a Survey<'a>,
    /// The seat to act, where all boards are played.
    pub seated: Option<&'a Responder<'a, f32>>,
    pub flop: &'a BoardOrbit,
    pub progress: &'a dyn Progress,
}

impl OneFlop<'_> {
    pub fn figures(&self) -> Result<FlopFigures, SolverError> {
        let &Self { survey: &Survey { game, agent, decision, .. }, flop, progress, .. } = self;
        let spot = Spot { decision, board: flop.board.clone(), street: Round::Flop };
        let view = DecisionView::of(game, agent, &spot);
        let (seat, reach) = (self.survey.seat(), &view.ranges.reach);
        let mut dealt = DealtBoard::default();
        dealt.deal_round(&game.prepared.rules, agent.player::<f64>().buckets, FLOP, &flop.board);
        let everybody = dealt.by_holding(&vec![1.0; dealt.order.len()]);
        let meetings: f64 = opponents_met(game, &dealt, &everybody).iter().sum();
        let weights: Vec<f64> = opponents_met(game, &dealt, &reach[1 - seat])
            .iter()
            .zip(&reach[seat])
            .map(|(met, own)| met * own)
            .collect();
        let met: f64 = weights.iter().sum();
        let equities = Equities::of(game, &flop.board, reach, &StopsOnly(progress))?;
        let reached = met / meetings;
        let (Some(mean), Some(equities)) = (view.mean, equities.means) else {
            return Ok(FlopFigures { reached, play: None });
        };
        let Some((chips, standard_error)) = self.chips(&spot, &reach[seat], met)? else {
            return Ok(FlopFigures { reached, play: None });
        };
        let mut by_position = [-chips; 2];
        by_position[seat] = chips;
        let actions = mean[..game.tree[decision].actions.len()].to_vec();
        let play = RangePlay { actions, chips: by_position, standard_error, equities };
        Ok(FlopFigures { reached, play: Some(play) })
    }

    /// What the seat to act wins, and its standard error; `None` where it meets nobody. `met` is how many pairs of
    /// holdings meet, each counted by both reaches.
    fn chips(&self, spot: &Spot, own: &[f64], met: f64) -> Result<Option<(f64, f64)>, Cancelled> {
        let &Self { survey: &Survey { game, agent, boards, .. }, seated, flop, progress } = self;
        let stops = &StopsOnly(progress);
        if let Some(seated) = seated {
            let place = game.layout.place(spot.decision);
            let values = seated.decision_values(flop, place, &Counter::new(stops, "", "boards", 0))?;
            let won: f64 = (0..HOLDINGS).map(|number| own[number] * values[number]).sum();
            return Ok((met > 0.0).then(|| (won / met, 0.0)));
        }
        let wanted = Wanted::boards(match boards {
            BoardsBelow::All => *BoardsBelow::DRAWN.end(),
            BoardsBelow::Drawn(count) => count,
        });
        let found = action_values(game, agent, spot, wanted, stops)?;
        let chips = |mbb: f64| mbb / game.mbb(1.0);
        Ok(found.mean.map(|mean| (chips(mean), chips(found.mean_error.unwrap_or(0.0)))))
    }
}
