//! The worth of all actions with all hands, over some or all boards that may follow.
//!
//! A quotient of two sums over boards, and how far a sample of boards may have missed it.

use matches::agent::Agent;
use matches::statistics::score::Ratio;
use rayon::prelude::*;
use std::time::Instant;
use tables::together::progress::{Cancelled, Progress};

use super::board_worth::{BoardWorth, HoldingOrbits, Runouts, Valued, ValuedMemory};
use crate::explorer::Game;
use crate::spot::{Ranges, Spot};

/// Boards that are added up in their order, so that the number of threads changes nothing.
const BOARDS_OF_PART: usize = 4;
/// Parts of a thread between two looks at the clock.
const PARTS_AT_ONCE: usize = 2;

/// What the actions of a decision are worth to the seat that acts.
pub struct ActionValues {
    /// By action: thousandths of a big blind won in the whole game, what was put in before counted as lost.
    pub actions: Vec<HoldingValues>,
    /// How much more each action wins than each one before it, on the same boards.
    pub differences: Vec<Difference>,
    /// How many boards were gone through.
    pub boards: usize,
    /// How many there are; `None` where they were drawn with replacement.
    pub of: Option<usize>,
    /// Whether there was no time for all the boards that were asked for.
    pub is_cut_short: bool,
}

/// A value for each holding number, in thousandths of a big blind; holdings that only the names of suits distinguish
/// have the same one.
pub struct HoldingValues {
    /// `None` where the opponent never comes.
    pub mbb: Vec<Option<f64>>,
    /// The standard errors; 0 where nothing was left out.
    pub standard_errors: Vec<Option<f64>>,
}

/// What one action is worth more than another.
pub struct Difference {
    /// The number of the one.
    pub action: usize,
    /// The number of the other.
    pub from: usize,
    /// The difference with its own errors, which are smaller than those of both values: the boards are the same.
    pub values: HoldingValues,
}

/// The worth of a decision's actions, over about as many boards as wanted, or as many as there is time for.
pub fn action_values(
    game: &Game,
    agent: &Agent,
    spot: &Spot,
    wanted: usize,
    until: Option<Instant>,
    progress: &dyn Progress,
) -> Result<ActionValues, Cancelled> {
    let seat = game.tree[spot.decision].player;
    let ranges = Ranges::of(game, agent, spot);
    let place = game.layout.place(spot.decision);
    let around = game.prepared.lanes.chunks_around(place.round, place.entry);
    let valued = Valued { game, agent, spot, opposing: &ranges.reach[1 - seat], around };
    let runouts = Runouts::of(game, spot, wanted);
    let orbits = HoldingOrbits::of(game, spot);
    let pairs = pairs_of(game.tree[spot.decision].actions.len());
    let is_late = || until.is_some_and(|until| Instant::now() >= until);
    let of_part = |memory: &mut ValuedMemory, (boards, is_needed): (&[Vec<_>], bool)| -> Result<_, Cancelled> {
        let mut sums = Sums::new(&pairs, &orbits);
        for board in boards {
            progress.check()?;
            if !is_needed && is_late() {
                return Ok(None);
            }
            sums.add(&valued.on_board(board, memory));
        }
        Ok(Some(sums))
    };
    let mut sums = Sums::new(&pairs, &orbits);
    let mut gone_through = 0;
    let at_once = BOARDS_OF_PART * PARTS_AT_ONCE * rayon::current_num_threads();
    'parts: for wave in runouts.boards.chunks(at_once) {
        let is_first = gone_through == 0;
        let parts = wave.par_chunks(BOARDS_OF_PART).enumerate().map(|(number, part)| (part, is_first && number == 0));
        let parts = parts.map_init(ValuedMemory::default, of_part).collect::<Result<Vec<_>, Cancelled>>()?;
        for (part, boards) in parts.iter().zip(wave.chunks(BOARDS_OF_PART)) {
            // Only boards from the beginning on count, whichever were done in time.
            let Some(part) = part else { break 'parts };
            sums.merge(part);
            gone_through += boards.len();
        }
    }
    Ok(sums.values(game, gone_through, &runouts))
}

/// Each action, then each one with those before it.
fn pairs_of(actions: usize) -> Vec<(usize, Option<usize>)> {
    let single = (0..actions).map(|action| (action, None));
    single.chain((0..actions).flat_map(|action| (0..action).map(move |from| (action, Some(from))))).collect()
}

/// `[action or difference][orbit]`
struct Sums<'a> {
    pairs: &'a [(usize, Option<usize>)],
    orbits: &'a HoldingOrbits,
    sums: Vec<Vec<RatioSums>>,
}

impl<'a> Sums<'a> {
    fn new(pairs: &'a [(usize, Option<usize>)], orbits: &'a HoldingOrbits) -> Self {
        let sums = vec![vec![RatioSums::default(); orbits.count()]; pairs.len()];
        Self { pairs, orbits, sums }
    }

    fn add(&mut self, board: &BoardWorth) {
        let weight = self.orbits.means(&board.weight);
        let chips: Vec<Vec<f64>> = board.chips.iter().map(|chips| self.orbits.means(chips)).collect();
        for (sums, &(action, from)) in self.sums.iter_mut().zip(self.pairs) {
            for (orbit, (sums, &weight)) in sums.iter_mut().zip(&weight).enumerate() {
                sums.add(chips[action][orbit] - from.map_or(0.0, |from| chips[from][orbit]), weight);
            }
        }
    }

    fn merge(&mut self, other: &Self) {
        for (sums, other) in self.sums.iter_mut().zip(&other.sums) {
            sums.iter_mut().zip(other).for_each(|(sums, other)| sums.merge(other));
        }
    }

    fn values(&self, game: &Game, boards: usize, runouts: &Runouts) -> ActionValues {
        let of = runouts.of;
        let spread = |sums: &[RatioSums], number: &dyn Fn(&RatioSums) -> Option<f64>| {
            let by_orbit: Vec<Option<f64>> = sums.iter().map(|it| Some(game.mbb(number(it)?))).collect();
            self.orbits.spread(&by_orbit)
        };
        let (mut actions, mut differences) = (Vec::new(), Vec::new());
        for (sums, &(action, from)) in self.sums.iter().zip(self.pairs) {
            let mbb = spread(sums, &RatioSums::mean);
            let values = HoldingValues { mbb, standard_errors: spread(sums, &|it| it.standard_error(boards, of)) };
            match from {
                None => actions.push(values),
                Some(from) => differences.push(Difference { action, from, values }),
            }
        }
        ActionValues { actions, differences, boards, of, is_cut_short: boards < runouts.boards.len() }
    }
}

/// What is seen on each board: chips, and the weight of the opponents met.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct RatioSums {
    ratio: Ratio,
    /// Boards on which any opponent was met.
    met: usize,
}

impl RatioSums {
    /// One board more.
    pub fn add(&mut self, chips: f64, weight: f64) {
        self.ratio.add(chips, weight);
        self.met += usize::from(weight > 0.0);
    }

    /// The boards of another part.
    pub fn merge(&mut self, other: &Self) {
        self.ratio.merge(&other.ratio);
        self.met += other.met;
    }

    /// Chips won against an opponent met; `None` where there was none.
    pub fn mean(&self) -> Option<f64> {
        self.ratio.share()
    }

    /// The standard error of the mean, of `boards` drawn from `of`; `None` where a single board does not determine it.
    pub fn standard_error(&self, boards: usize, of: Option<usize>) -> Option<f64> {
        let left_out = of.map_or(1.0, |of| 1.0 - boards as f64 / of as f64);
        if self.met < 2 {
            return (left_out == 0.0).then_some(0.0);
        }
        let correction = left_out * boards as f64 / (boards - 1) as f64;
        Some(self.ratio.standard_error()? * correction.sqrt())
    }
}
