//! What keeps a subgame's solution safe: how the opponent's holdings come into it, and whether any of them wins more
//! there than from the blueprint.
//!
//! The resolver minimises what the blueprint's range wins, under the condition that no holding wins more than before.
//! The multiplier of a holding's condition grows as long as the holding wins more, and shrinks while it wins less
//! (projected gradient ascent on the dual), and it comes as often as its multiplier says.

use evaluator::processor::Kernel;
use evaluator::showdown::ShowdownOrder;

use crate::walk::{LANES, Row};

/// A player's holdings where the subgames begin, on average one of each: sums do not depend on how seldom a history is.
pub(super) struct Arrivals<'a> {
    pub order: &'a ShowdownOrder,
    /// By holding number.
    pub reach: &'a [Row<f64>],
    /// Where a smaller share of all holdings comes, none does.
    pub least: f64,
    /// Receives the holdings.
    pub by_place: &'a mut Vec<Row<f32>>,
}

impl Kernel for Arrivals<'_> {
    /// Whether any come.
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Self { order, reach, least, by_place } = self;
        let mut sum = Row::<f64>::default();
        for &id in order.ids() {
            sum = sum + reach[usize::from(id)];
        }
        let places = order.len() as f64;
        let comes = |sum: f64| sum > 0.0 && sum >= least * places;
        let times = Row::from(sum.0.map(|sum| if comes(sum) { places / sum } else { 0.0 }));
        by_place.clear();
        by_place.extend(order.ids().iter().map(|&id| {
            let share = reach[usize::from(id)] * times;
            Row::from(share.0.map(|share| share as f32))
        }));
        sum.0.into_iter().any(comes)
    }
}

/// How much a multiplier grows in an iteration in which its holding wins one pot more than before. With less, holdings
/// win more than they may for longer; with more, they drown the blueprint's range. 30 and 300 are worse.
const ASCENT: f32 = 100.0;

/// One step of the multipliers.
pub(super) struct Multipliers<'a> {
    /// What each holding wins in the subgame as it is played now, summed over the holdings that it meets, by place.
    pub now: &'a [Row<f32>],
    /// What it won before.
    pub before: &'a [Row<f32>],
    /// How many holdings it meets.
    pub met: &'a [Row<f32>],
    pub pot: Row<f32>,
    /// How often the blueprint brings it.
    pub range: &'a [Row<f32>],
    pub multipliers: &'a mut [Row<f32>],
    /// Receives how often it comes.
    pub arrivals: &'a mut [Row<f32>],
}

impl Kernel for Multipliers<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { now, before, met, pot, range, multipliers, arrivals } = self;
        for (place, multiplier) in multipliers.iter_mut().enumerate() {
            let more = now[place] - before[place];
            let whole = met[place] * pot;
            for lane in 0..LANES {
                // Who meets nobody wins nothing.
                let part = if whole.0[lane] > 0.0 { more.0[lane] / whole.0[lane] } else { 0.0 };
                let next = multiplier.0[lane] + ASCENT * part;
                multiplier.0[lane] = if next > 0.0 { next } else { 0.0 };
            }
            arrivals[place] = range[place] + *multiplier;
        }
    }
}

/// By which part of the pot a holding may win more than before.
pub(super) const MOST_RISE: f32 = 0.001;

/// What is lost of a pot, for each holding that comes, where sums in single precision are subtracted: who meets hardly
/// anybody would otherwise seem to win more.
const ROUNDING: f32 = 4e-6;

/// Finds the histories in which no holding of the opponent's wins more than before.
pub(super) struct SafetyCheck<'a> {
    /// What each holding wins, summed over the holdings that it meets, by place.
    pub before: &'a [Row<f32>],
    pub after: &'a [Row<f32>],
    /// How many of them it meets.
    pub met: &'a [Row<f32>],
    pub pot: Row<f32>,
}

impl Kernel for SafetyCheck<'_> {
    type Output = [bool; LANES];

    #[inline(always)]
    fn run(self) -> [bool; LANES] {
        let Self { before, after, met, pot } = self;
        let most = pot * Row::splat(MOST_RISE);
        let rounding = pot * Row::splat(ROUNDING * before.len() as f32);
        let mut is_safe = [true; LANES];
        for ((before, after), met) in before.iter().zip(after).zip(met) {
            let rise = *after - *before - *met * most - rounding;
            for (is_safe, rise) in is_safe.iter_mut().zip(rise.0) {
                *is_safe &= rise <= 0.0;
            }
        }
        is_safe
    }
}
