//! Push or fold, solved exactly: before the flop the button jams or folds, and the big blind calls or folds.
//!
//! Blinds are a half and one big blind, both players have the same stack, and nothing else may be done. Each of the 169
//! starting hands jams or calls with a probability, and all-ins are worth what [`AllInTable`] counted, so nothing is
//! sampled and nothing is abstracted. An equilibrium comes from pivoting (see `saddle_point`), exact up to the rounding
//! of `f64`: the measured [`Measures::exploitability`] shows how exact.
//!
//! ```
//! use solver::push_fold::PushFold;
//!
//! let game = PushFold::new("10".parse()?);
//! let chart = game.solve();
//! let found = game.measure(&chart);
//! assert!((100.0 * found.small_blind_jams - 58.284).abs() < 1e-3);
//! assert!((1000.0 * found.value + 45.371).abs() < 1e-3 && found.exploitability < 1e-9);
//! # Ok::<_, String>(())
//! ```

mod saddle_point;
mod stack;
mod vertex;

pub use stack::Stack;

use evaluator::equity::{AllInTable, meetings};
use evaluator::holding::{HOLDINGS, STARTING_HANDS, StartingHand};

use saddle_point::Saddle;
use vertex::dot;

/// What the button loses by folding, in big blinds.
const SMALL_BLIND: f64 = 0.5;
/// What the big blind loses by folding.
const BIG_BLIND: f64 = 1.0;

/// Deals of two holdings: C(52, 2) · C(50, 2).
const DEALS: f64 = (1_326 * 1_225) as f64;

/// A strategy for each seat, by the numbers of the starting hands.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// The probability that the button jams.
    pub jam: Vec<f64>,
    /// The probability that the big blind calls a jam.
    pub call: Vec<f64>,
}

/// What a chart is worth; money in big blinds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measures {
    /// The share of its hands that the button jams, 0 to 1.
    pub small_blind_jams: f64,
    /// The share of its hands with which the big blind calls.
    pub big_blind_calls: f64,
    /// What the button wins per hand; the big blind loses as much.
    pub value: f64,
    /// What a best response against the chart gains per hand, for the button and for the big blind.
    pub gains: [f64; 2],
    /// The mean of both gains; 0 in an equilibrium.
    pub exploitability: f64,
}

/// What the bold action gains over folding with each starting hand, in big blinds for each time the hand is held:
/// positive where it is right, 0 where a hand may be mixed.
#[derive(Clone, PartialEq, Debug)]
pub struct Advantages {
    pub jam: Vec<f64>,
    /// 0 where the big blind never faces a jam.
    pub call: Vec<f64>,
}

/// The game of one stack.
pub struct PushFold {
    stack: Stack,
    /// `[button's hand][big blind's hand]`: how often they meet, a share of all deals.
    meetings: Vec<f64>,
    /// Likewise: what the button wins by a jam that is called beyond what it wins by one that is not, times how often.
    called: Vec<f64>,
}

impl PushFold {
    pub fn new(stack: Stack) -> Self {
        let table = AllInTable::full_deck();
        let (mut shares, mut called) = (Vec::new(), Vec::new());
        for hand in StartingHand::all() {
            for other in StartingHand::all() {
                let share = f64::from(meetings(hand, other)) / DEALS;
                let all_in = stack.big_blinds() * table.outcomes(hand, other).balance();
                shares.push(share);
                called.push(share * (all_in - BIG_BLIND));
            }
        }
        Self { stack, meetings: shares, called }
    }

    pub fn stack(&self) -> Stack {
        self.stack
    }

    /// An equilibrium. Where several exist, which happens only at single stacks, it is one of them.
    pub fn solve(&self) -> Chart {
        let uncalled: Vec<f64> = held().map(|share| share * (BIG_BLIND + SMALL_BLIND)).collect();
        let Saddle { rows: jam, columns: call } = saddle_point::solve(&uncalled, &self.called);
        Chart { jam, call }
    }

    /// Value, shares and both best responses' gains of a chart, whether or not it is an equilibrium.
    pub fn measure(&self, chart: &Chart) -> Measures {
        let share = |chosen: &[f64]| held().zip(chosen).map(|(share, chosen)| share * chosen).sum::<f64>();
        let [jams, calls] = self.gained(chart);
        let value = dot(&jams, &chart.jam) - SMALL_BLIND;
        let best = |gained: &[f64]| gained.iter().map(|gain| gain.max(0.0)).sum::<f64>();
        // Not below zero by rounding.
        let gain = |gained: &[f64], chosen: &[f64]| (best(gained) - dot(gained, chosen)).max(0.0);
        let gains = [gain(&jams, &chart.jam), gain(&calls, &chart.call)];
        Measures {
            small_blind_jams: share(&chart.jam),
            big_blind_calls: share(&chart.call),
            value,
            gains,
            exploitability: (gains[0] + gains[1]) / 2.0,
        }
    }

    /// What jamming and calling gain over folding against a chart, for each starting hand.
    pub fn advantages(&self, chart: &Chart) -> Advantages {
        let [jams, calls] = self.gained(chart);
        let faced = |hand: usize| -> f64 {
            chart.jam.iter().zip(self.meetings.iter().skip(hand).step_by(STARTING_HANDS)).map(|(x, w)| x * w).sum()
        };
        let per_jam = |(hand, gain): (usize, f64)| if faced(hand) > 0.0 { gain / faced(hand) } else { 0.0 };
        Advantages {
            jam: jams.into_iter().zip(held()).map(|(gain, share)| gain / share).collect(),
            call: calls.into_iter().enumerate().map(per_jam).collect(),
        }
    }

    /// What jamming with each hand gains over folding, and calling with each hand over folding: shares of deals
    /// included, so that they add up over the hands.
    fn gained(&self, chart: &Chart) -> [Vec<f64>; 2] {
        let uncalled = held().map(|share| share * (BIG_BLIND + SMALL_BLIND));
        let rows = self.called.chunks_exact(STARTING_HANDS);
        let jams = uncalled.zip(rows.clone()).map(|(uncalled, row)| uncalled + dot(row, &chart.call)).collect();
        let mut calls = vec![0.0; STARTING_HANDS];
        for (row, jam) in rows.zip(&chart.jam) {
            calls.iter_mut().zip(row).for_each(|(gain, called)| *gain -= jam * called);
        }
        [jams, calls]
    }
}

/// The share of holdings that each starting hand has.
fn held() -> impl Iterator<Item = f64> {
    StartingHand::all().map(|hand| hand.combos() as f64 / HOLDINGS as f64)
}
