//! Solving a spot: discounted CFR over all its boards, until a best response gains little.

use evaluator::holding::Holding;
use evaluator::processor::Processor;
use tables::error::TableError;
use tables::together::progress::{Progress, Update};
use tables::together::time::{ProcessorClock, Stopwatch, WallClock};

use super::board::{Board, LockedRows};
use super::cells::{Cell, Rounding, pack_all};
use super::goal::{Bits, CurvePoint, Measures, Stop};
use super::lookup::{Averages, Decided, Located};
use super::plan::{LANES, Row};
use super::steps::strategy;
use super::tables::{Array, SeatTables, View};
use super::walk::{Purpose, Seat, Walk};
use super::{Spot, SpotError};
use crate::error::SolverError;
use crate::train::UpdateRule;
use crate::train::update_rule::{Step, positive};

/// Discounted CFR whose average forgets its beginnings fast.
pub const RULE: UpdateRule = UpdateRule::Discounted { alpha: 1.5, beta: 0.0, gamma: 4.0 };

/// The step of an iteration, from 1. Regrets are discounted as if there had been one iteration less, so that the second
/// one forgets the positive regrets of the first: they come from play at random, and would be long in leaving.
fn step(iteration: u64) -> Step {
    let past = RULE.step(iteration.saturating_sub(1).max(1), iteration);
    let keep_positive = if iteration == 2 { 0.0 } else { past.keep_positive };
    Step { keep_positive, keep_average: RULE.step(iteration, iteration).keep_average, ..past }
}

/// What solving has taken, earlier runs included.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Spent {
    pub seconds: f64,
    pub core_seconds: Option<f64>,
}

impl Spent {
    const NOTHING: Self = Self { seconds: 0.0, core_seconds: Some(0.0) };

    fn and(self, seconds: f64, core_seconds: Option<f64>) -> Self {
        let core_seconds = self.core_seconds.zip(core_seconds).map(|(before, now)| before + now);
        Self { seconds: self.seconds + seconds, core_seconds }
    }
}

/// Tables of either kind.
pub(super) enum Numbers {
    Sixteen([SeatTables<[i16; LANES]>; 2]),
    ThirtyTwo([SeatTables<[f32; LANES]>; 2]),
}

/// What has been learned about a spot.
pub struct SpotSolver {
    pub(super) spot: Spot,
    pub(super) numbers: Numbers,
    pub(super) walk: Walk,
    pub(super) iterations: u64,
    pub(super) curve: Vec<CurvePoint>,
    pub(super) spent: Spent,
}

fn zeroed<C: Cell>(board: &Board) -> Result<[SeatTables<C>; 2], TableError> {
    Ok([SeatTables::zeroed(board, 0)?, SeatTables::zeroed(board, 1)?])
}

/// Writes regrets that match to the probabilities that are given.
fn give<C: Cell>(spot: &Spot, tables: &mut [SeatTables<C>; 2]) {
    spot.each_board(&mut |at| {
        for (player, tables) in tables.iter_mut().enumerate() {
            for LockedRows { place, rows } in &at.board.locks[player] {
                let regrets = tables.regrets.whole();
                let first = at.first[player].cells + place.slot * at.board.hands[player].blocks();
                let rows: Vec<Row> = rows.iter().map(|&row| positive(row)).collect();
                let cells = &mut regrets.cells[first..first + rows.len()];
                regrets.units[at.first[player].decisions + place.number] =
                    pack_all(&rows, Row::splat(1.0), Rounding::NEAREST, cells);
            }
        }
    });
}

impl SpotSolver {
    /// A solver that has learned nothing yet.
    ///
    /// # Errors
    /// [`TableError::TooLittleMemory`], see [`Spot::memory_bytes`].
    pub fn new(spot: Spot, bits: Bits) -> Result<Self, SolverError> {
        Self::with_processor(spot, bits, Processor::detect())
    }

    /// The same with another instruction set; all give the same numbers.
    pub fn with_processor(spot: Spot, bits: Bits, processor: Processor) -> Result<Self, SolverError> {
        tables::memory::require("the spot", spot.memory_bytes(bits))?;
        let mut numbers = match bits {
            Bits::Sixteen => Numbers::Sixteen(zeroed(&spot.board)?),
            Bits::ThirtyTwo => Numbers::ThirtyTwo(zeroed(&spot.board)?),
        };
        let walk = Walk::new(spot.definition.deck, processor);
        match &mut numbers {
            Numbers::Sixteen(tables) => give(&spot, tables),
            Numbers::ThirtyTwo(tables) => give(&spot, tables),
        }
        Ok(Self { spot, numbers, walk, iterations: 0, curve: Vec::new(), spent: Spent::NOTHING })
    }

    pub fn spot(&self) -> &Spot {
        &self.spot
    }

    pub fn bits(&self) -> Bits {
        match self.numbers {
            Numbers::Sixteen(_) => Bits::Sixteen,
            Numbers::ThirtyTwo(_) => Bits::ThirtyTwo,
        }
    }

    /// How many iterations have been played.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The exploitability on the way.
    pub fn curve(&self) -> &[CurvePoint] {
        &self.curve
    }

    /// Plays iterations until it is time to stop; measures now and then. What was learned stays when it is cancelled.
    pub fn solve(&mut self, stop: &Stop, progress: &dyn Progress) -> Result<(), SolverError> {
        self.solve_and(stop, progress, &mut |_| Ok(()))
    }

    /// The same, with something to do after each iteration.
    pub(super) fn solve_and(
        &mut self,
        stop: &Stop,
        progress: &dyn Progress,
        afterwards: &mut dyn FnMut(&Self) -> Result<(), SolverError>,
    ) -> Result<(), SolverError> {
        let (clock, cores) = (WallClock.start(), ProcessorClock::start());
        let before = self.spent;
        let pot = self.spot.definition.stakes.pot.as_f64();
        let wanted = stop.target.map(|target| target.chips(pot));
        let meets = |point: &CurvePoint| wanted.is_some_and(|wanted| point.exploitability <= wanted);
        if self.curve.last().is_some_and(meets) {
            return Ok(());
        }
        let mut next = self.next_measure(wanted);
        loop {
            let is_last = stop.iterations.is_some_and(|iterations| self.iterations >= iterations)
                || stop.time.is_some_and(|time| clock() >= time.as_secs_f64());
            if is_last || self.iterations >= next {
                let exploitability = self.exploitability();
                self.spent = before.and(clock(), cores.seconds());
                let Spent { seconds, core_seconds } = self.spent;
                let point = CurvePoint { iterations: self.iterations, exploitability, seconds, core_seconds };
                if self.curve.last().is_none_or(|last| last.iterations < self.iterations) {
                    self.curve.push(point);
                }
                if is_last || meets(&point) || self.has_stalled() {
                    return Ok(());
                }
                next = self.next_measure(wanted);
            }
            progress.check()?;
            self.iterate();
            self.spent = before.and(clock(), cores.seconds());
            afterwards(self)?;
            let gap = self.curve.last().map(|point| 100.0 * point.exploitability / pot);
            progress.report(&Update {
                stage: "solving",
                done: self.iterations,
                of: stop.iterations.unwrap_or(0),
                unit: "iterations",
                note: gap.map(|gap| format!("{gap:.3} % of the pot")),
            });
        }
    }

    /// Whether the last half of many iterations has not come closer: the numbers are not fine enough for more.
    pub fn has_stalled(&self) -> bool {
        /// Before this many a solving may come closer by fits and starts.
        const LEAST: u64 = 2_000;
        let Some(last) = self.curve.last().filter(|last| last.iterations >= LEAST) else { return false };
        let is_recent = |point: &&CurvePoint| 2 * point.iterations > last.iterations;
        let best = |points: &mut dyn Iterator<Item = &CurvePoint>| {
            points.map(|point| point.exploitability).fold(f64::INFINITY, f64::min)
        };
        let recent = best(&mut self.curve.iter().filter(is_recent));
        recent > 0.95 * best(&mut self.curve.iter().filter(|point| !is_recent(point)))
    }

    /// After how many iterations to measure next: where the last two points suggest that the target is met, but no
    /// less than a twentieth and no more than a half later than the last one. Where a solving was cut off in between
    /// changes nothing.
    fn next_measure(&self, wanted: Option<f64>) -> u64 {
        /// A measure costs about as much as an iteration.
        const LEAST: u64 = 5;
        const FIRST: u64 = 10;
        let Some(last) = self.curve.last() else { return FIRST };
        let now = last.iterations as f64;
        let fall = match self.curve.as_slice() {
            [.., one, other] => {
                let fall = (one.exploitability / other.exploitability).ln();
                (fall / (other.iterations as f64 / one.iterations.max(1) as f64).ln()).clamp(0.7, 3.0)
            }
            _ => 1.5,
        };
        let suggested = wanted.map_or(1.2 * now, |wanted| now * (last.exploitability / wanted).powf(1.0 / fall));
        let suggested = if suggested.is_finite() { suggested } else { 1.5 * now };
        let least = if last.iterations < 2 * FIRST { FIRST } else { LEAST };
        (suggested.clamp(1.05 * now, 1.5 * now) as u64).max(last.iterations + least)
    }

    /// What one player gets of the pot where nobody bets any more, as a share of it and before any rake.
    ///
    /// # Errors
    /// [`TableError::TooLittleMemory`].
    pub fn equity(spot: &Spot) -> Result<f64, SolverError> {
        let mut checked_down = Self::new(Spot::new(spot.definition.checked_down()), Bits::ThirtyTwo)?;
        let pot = spot.definition.stakes.pot.as_f64();
        Ok(0.5 + checked_down.mean(0, Purpose::Value) / pot)
    }

    /// One iteration: either player learns, one after the other.
    pub fn iterate(&mut self) {
        self.iterations += 1;
        let step = step(self.iterations);
        for player in 0..2 {
            self.pass(player, Purpose::Learn(step, self.iterations));
        }
    }

    /// What a best response to the average strategies gains, in the mean of both players; chips.
    pub fn exploitability(&mut self) -> f64 {
        // Without a rake what one player wins the other loses.
        if self.spot.definition.stakes.rake > 0.0 {
            return self.measure().exploitability();
        }
        (0..2).map(|player| self.mean(player, Purpose::BestResponse)).sum::<f64>() / 2.0
    }

    /// What the average strategies are worth.
    pub fn measure(&mut self) -> Measures {
        let mut result = Measures { values: [0.0; 2], gains: [0.0; 2] };
        for player in 0..2 {
            let value = self.mean(player, Purpose::Value);
            result.gains[player] = self.mean(player, Purpose::BestResponse) - value;
            result.values[player] = value + self.spot.definition.stakes.pot.as_f64() / 2.0;
        }
        result
    }

    /// The mean of a player's values over all deals, against half the pot.
    fn mean(&mut self, player: usize, purpose: Purpose) -> f64 {
        let values = self.pass(player, purpose);
        let range = &self.spot.definition.ranges[player];
        let held = self.spot.board.hands[player].holdings.iter().enumerate();
        let weighted = |(place, &holding): (usize, &Holding)| {
            f64::from(range.weight(holding)) * f64::from(values[place / LANES].0[place % LANES])
        };
        held.map(weighted).sum::<f64>() / self.spot.deals
    }

    /// A player's values of the holdings at the beginning, by place.
    fn pass(&mut self, player: usize, purpose: Purpose) -> Vec<Row> {
        let Self { spot, numbers, walk, .. } = self;
        let seat = Seat { player, purpose };
        match numbers {
            Numbers::Sixteen(tables) => pass(spot, walk, View::of(tables), seat),
            Numbers::ThirtyTwo(tables) => pass(spot, walk, View::of(tables), seat),
        }
    }
}

impl Averages for SpotSolver {
    fn average(&self, at: &Located<'_>, decision: Decided) -> Result<Vec<Vec<f32>>, SpotError> {
        Ok(self.played(at, decision))
    }
}

impl SpotSolver {
    /// A decision's average probabilities by action and place on the board.
    pub(super) fn played(&self, at: &Located<'_>, decision: Decided) -> Vec<Vec<f32>> {
        match &self.numbers {
            Numbers::Sixteen(tables) => average(&tables[decision.player].sums, at, decision),
            Numbers::ThirtyTwo(tables) => average(&tables[decision.player].sums, at, decision),
        }
    }
}

fn average<C: Cell>(sums: &Array<C>, at: &Located<'_>, Decided { player, place, actions }: Decided) -> Vec<Vec<f32>> {
    let (places, blocks) = (at.board.hands[player].len(), at.board.hands[player].blocks());
    let first = at.first[player].cells + place.slot * blocks;
    let cells = &sums.cells()[first..first + actions * blocks];
    let mut found = vec![Vec::with_capacity(blocks * LANES); actions];
    for block in 0..blocks {
        let strategy = strategy(actions, blocks, block, cells);
        found.iter_mut().zip(&strategy).for_each(|(found, row)| found.extend_from_slice(&row.0));
    }
    found.iter_mut().for_each(|found| found.truncate(places));
    found
}

fn pass<C: Cell>(spot: &Spot, walk: &Walk, tables: View<'_, C>, seat: Seat) -> Vec<Row> {
    let enter = |who: usize, rows: &mut [Row]| {
        // Of the player's own only what its actions do to it counts.
        let weight = |&holding: &Holding| {
            if who == seat.player { 1.0 } else { spot.definition.ranges[who].weight(holding) }
        };
        for (row, holdings) in rows.iter_mut().zip(spot.board.hands[who].holdings.chunks(LANES)) {
            *row = Row::default();
            row.0.iter_mut().zip(holdings).for_each(|(lane, holding)| *lane = weight(holding));
        }
    };
    walk.pass(&spot.plans, &spot.board, tables, seat, &enter)
}
