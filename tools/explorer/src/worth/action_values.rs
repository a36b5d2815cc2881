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
    /// What the decision is worth as the strategy plays it, to the seat to act, then to the other one, if it is wanted.
    pub here: Vec<HoldingValues>,
    /// The same of the whole range of the seat to act, in thousandths of a big blind, and its standard error; the other
    /// seat gets the negative.
    pub mean: Option<f64>,
    pub mean_error: Option<f64>,
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

/// How much is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// About so many boards, or as many as there is time for.
    pub boards: usize,
    pub until: Option<Instant>,
    /// The other seat's hands, too.
    pub both_seats: bool,
}

impl Wanted {
    /// The seat to act alone, whatever time it takes.
    pub fn boards(boards: usize) -> Self {
        Self { boards, until: None, both_seats: false }
    }
}

/// The worth of a decision's actions.
pub fn action_values(
    game: &Game,
    agent: &Agent,
    spot: &Spot,
    wanted: Wanted,
    progress: &dyn Progress,
) -> Result<ActionValues, Cancelled> {
    let seat = game.tree[spot.decision].player;
    let ranges = Ranges::of(game, agent, spot);
    let place = game.layout.place(spot.decision);
    let around = game.prepared.lanes.chunks_around(place.round, place.entry);
    let shares = &ranges.shares(game, agent, spot.decision);
    let Wanted { boards: wanted, until, both_seats } = wanted;
    let valued = Valued { game, agent, spot, reach: &ranges.reach, shares, both_seats, around };
    let runouts = Runouts::of(game, spot, wanted);
    let orbits = HoldingOrbits::of(game, spot);
    let pairs = pairs_of(game.tree[spot.decision].actions.len());
    let is_late = || until.is_some_and(|until| Instant::now() >= until);
    let of_part = |memory: &mut ValuedMemory, (boards, is_needed): (&[Vec<_>], bool)| -> Result<_, Cancelled> {
        let mut sums = Sums::new(&pairs, &orbits, &ranges.reach[seat]);
        for board in boards {
            progress.check()?;
            if !is_needed && is_late() {
                return Ok(None);
            }
            sums.add(&valued.on_board(board, memory));
        }
        Ok(Some(sums))
    };
    let mut sums = Sums::new(&pairs, &orbits, &ranges.reach[seat]);
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
    /// The hands with which the seat to act comes.
    reach: &'a [f64],
    sums: Vec<Vec<RatioSums>>,
    /// Of the decision itself: `[seat to act, other seat][orbit]`, and of the whole range.
    here: Vec<Vec<RatioSums>>,
    whole: RatioSums,
}

impl<'a> Sums<'a> {
    fn new(pairs: &'a [(usize, Option<usize>)], orbits: &'a HoldingOrbits, reach: &'a [f64]) -> Self {
        let (sums, whole) = (vec![vec![RatioSums::default(); orbits.count()]; pairs.len()], RatioSums::default());
        Self { pairs, orbits, reach, sums, here: Vec::new(), whole }
    }

    fn add(&mut self, board: &BoardWorth) {
        let weight = self.orbits.means(&board.here[0].weight);
        let chips: Vec<Vec<f64>> = board.chips.iter().map(|chips| self.orbits.means(chips)).collect();
        for (sums, &(action, from)) in self.sums.iter_mut().zip(self.pairs) {
            for (orbit, (sums, &weight)) in sums.iter_mut().zip(&weight).enumerate() {
                sums.add(chips[action][orbit] - from.map_or(0.0, |from| chips[from][orbit]), weight);
            }
        }
        self.here.resize(board.here.len(), vec![RatioSums::default(); self.orbits.count()]);
        for (sums, seat) in self.here.iter_mut().zip(&board.here) {
            let of_orbits = self.orbits.means(&seat.chips).into_iter().zip(self.orbits.means(&seat.weight));
            sums.iter_mut().zip(of_orbits).for_each(|(sums, (chips, weight))| sums.add(chips, weight));
        }
        let whole = |numbers: &[f64]| numbers.iter().zip(self.reach).map(|(it, reach)| it * reach).sum();
        self.whole.add(whole(&board.here[0].chips), whole(&board.here[0].weight));
    }

    fn merge(&mut self, other: &Self) {
        for (sums, other) in self.sums.iter_mut().zip(&other.sums) {
            sums.iter_mut().zip(other).for_each(|(sums, other)| sums.merge(other));
        }
        self.here.resize(other.here.len(), vec![RatioSums::default(); self.orbits.count()]);
        for (sums, other) in self.here.iter_mut().zip(&other.here) {
            sums.iter_mut().zip(other).for_each(|(sums, other)| sums.merge(other));
        }
        self.whole.merge(&other.whole);
    }

    fn values(&self, game: &Game, boards: usize, runouts: &Runouts) -> ActionValues {
        let of = runouts.of;
        let spread = |sums: &[RatioSums], number: &dyn Fn(&RatioSums) -> Option<f64>| {
            let by_orbit: Vec<Option<f64>> = sums.iter().map(|it| Some(game.mbb(number(it)?))).collect();
            self.orbits.spread(&by_orbit)
        };
        let (mut actions, mut differences) = (Vec::new(), Vec::new());
        let values = |sums: &[RatioSums]| {
            let mbb = spread(sums, &RatioSums::mean);
            HoldingValues { mbb, standard_errors: spread(sums, &|it| it.standard_error(boards, of)) }
        };
        for (sums, &(action, from)) in self.sums.iter().zip(self.pairs) {
            let values = values(sums);
            match from {
                None => actions.push(values),
                Some(from) => differences.push(Difference { action, from, values }),
            }
        }
        let here = self.here.iter().map(|sums| values(sums)).collect();
        let mean = self.whole.mean().map(|chips| game.mbb(chips));
        let mean_error = self.whole.standard_error(boards, of).map(|chips| game.mbb(chips));
        let is_cut_short = boards < runouts.boards.len();
        ActionValues { actions, differences, here, mean, mean_error, boards, of, is_cut_short }
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
