//! What a solved spot comes to, as every front end tells it.

use evaluator::round::Round;
use serde::Serialize;
use tables::together::progress::Progress;

use super::lookup::SpotDecision;
use super::{Bits, CurvePoint, Measures, Spot, SpotError, SpotPlace, SpotSolver, Stop};
use crate::error::SolverError;
use crate::game::RoundLayout;

/// The measures of a solving; chips are of the pot, both players' values add up to it but for the rake.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SpotAnswer {
    pub exploitability_percent_of_pot: f64,
    pub exploitability_chips: f64,
    pub values: SeatValues,
    /// Of the player out of position, as a share.
    pub equity: f64,
    pub iterations: u64,
    /// Since the solving began, earlier runs included.
    pub seconds: Option<f64>,
    pub core_seconds: Option<f64>,
    pub bits: u32,
    pub table_bytes: u64,
    pub curve: Vec<AnswerPoint>,
    /// What is done first, by whoever is out of position.
    pub root: Vec<AnswerAction>,
}

/// A number for each seat.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SeatValues {
    pub oop: f64,
    pub ip: f64,
}

/// A point of the curve.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct AnswerPoint {
    pub iterations: u64,
    pub exploitability_percent_of_pot: f64,
    pub exploitability_chips: f64,
    pub seconds: f64,
    pub core_seconds: Option<f64>,
}

/// An action and how often it is taken.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AnswerAction {
    pub action: String,
    /// What it makes the player's own chips, from where the spot begins.
    pub chips: i32,
    pub frequency: f64,
}

/// A spot's betting and its boards, before anything is solved.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SpotTree {
    pub decisions: usize,
    /// Those that only rename suits count once.
    pub boards: usize,
    pub rounds: Vec<SpotTreeRound>,
}

/// A round of a spot's betting.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SpotTreeRound {
    pub street: &'static str,
    pub decisions: usize,
    /// Ways into the round.
    pub entries: usize,
    /// Actions of all decisions.
    pub slots: usize,
    pub ends: usize,
}

/// Solves a spot, in a folder or in memory alone: the one request of every front end.
///
/// # Errors
/// [`TableError::TooLittleMemory`](tables::error::TableError), an interruption, and those of [`SpotPlace::solve`].
pub fn solve_spot(
    spot: Spot,
    bits: Bits,
    stop: &Stop,
    place: Option<&SpotPlace>,
    progress: &dyn Progress,
) -> Result<(SpotSolver, SpotAnswer), SolverError> {
    // Before the solver takes its memory: hours of work must not end without an answer.
    let equity = SpotSolver::equity(&spot)?;
    let (solver, found) = match place {
        Some(place) => place.solve(spot, bits, stop, progress)?,
        None => {
            let mut solver = SpotSolver::new(spot, bits)?;
            solver.solve(stop, progress)?;
            let found = solver.measure();
            (solver, found)
        }
    };
    let answer = SpotAnswer::of(&solver, &found, equity)?;
    Ok((solver, answer))
}

impl SpotAnswer {
    fn of(solver: &SpotSolver, found: &Measures, equity: f64) -> Result<Self, SpotError> {
        let spot = solver.spot();
        let pot = spot.definition().stakes.pot.as_f64();
        let point = |&CurvePoint { iterations, exploitability, seconds, core_seconds }: &CurvePoint| AnswerPoint {
            iterations,
            exploitability_percent_of_pot: 100.0 * exploitability / pot,
            exploitability_chips: exploitability,
            seconds,
            core_seconds,
        };
        let last = solver.curve().last();
        Ok(Self {
            exploitability_percent_of_pot: 100.0 * found.exploitability() / pot,
            exploitability_chips: found.exploitability(),
            values: SeatValues { oop: found.values[0], ip: found.values[1] },
            equity,
            iterations: solver.iterations(),
            seconds: last.map(|point| point.seconds),
            core_seconds: last.and_then(|point| point.core_seconds),
            bits: solver.bits().number(),
            table_bytes: spot.table_bytes(solver.bits()),
            curve: solver.curve().iter().map(point).collect(),
            root: spot.root_actions(solver)?,
        })
    }
}

impl Spot {
    /// The size of the betting tree.
    pub fn size(&self) -> SpotTree {
        let round = |(number, round): (usize, &RoundLayout)| SpotTreeRound {
            street: self.street(number).map_or("", Round::name),
            decisions: round.decisions(),
            entries: round.ways_in(),
            slots: round.slots(),
            ends: round.ends(),
        };
        let rounds = self.layout().rounds.iter().enumerate().map(round).collect();
        SpotTree { decisions: self.tree().nodes().len(), boards: self.boards(), rounds }
    }

    /// The street on which a round of the spot, from 0, is played.
    pub fn street(&self, round: usize) -> Option<Round> {
        Round::from_number(self.definition().game.round_of_holdem(round))
    }

    fn root_actions(&self, solver: &SpotSolver) -> Result<Vec<AnswerAction>, SpotError> {
        let SpotDecision { node, actions, frequencies, .. } = self.decision(solver, &[], "")?;
        let taken = actions.into_iter().zip(&self.tree()[node].totals).zip(frequencies);
        Ok(taken.map(|((action, total), frequency)| AnswerAction { action, chips: total.0, frequency }).collect())
    }
}
