//! The betting of a round on one board: reach down, values up, and what is learned on the way.

use evaluator::processor::Kernel;

use super::board::LockedRows;
use super::cells::{Cell, Rounding, pack_all};
use super::plan::{Decision, LANES, NOTHING, OwnDecision, Pass, Row};
use super::tables::Part;
use crate::game::action::MAX_ACTIONS;
use crate::train::update_rule::{Step, normalise, positive};

/// What a strategy weighs in its average where the player's own actions never lead: there, too, it should be sensible.
const LEAST_WEIGHT: f32 = 0.001;

/// What a player makes of the values of the actions.
pub enum Reply<'a, 'b, C> {
    /// Learns from them: discounts and adds to the regrets and to the sums of the strategy.
    Learn {
        regrets: &'a mut Part<'b, C>,
        sums: &'a mut Part<'b, C>,
        /// How likely the player's own actions are to lead to each row of the opponent's pass, `[row][block]`.
        reach: &'a [Row],
        step: Step,
        /// Where the dice of this iteration and board begin.
        dice: u32,
    },
    /// Takes the best.
    Best,
    /// Plays the average strategy.
    Play { sums: &'a Part<'b, C> },
}

/// Lets the opponent's reach flow down a round. The rows of the entries are there already.
pub struct Down<'a, C> {
    pub pass: &'a Pass,
    /// Blocks of the opponent's places.
    pub blocks: usize,
    /// `[slot][block]`: regrets, or sums of the strategy.
    pub weights: &'a [C],
    /// `[row][block]`
    pub reach: &'a mut [Row],
}

impl<C: Cell> Kernel for Down<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { pass, blocks, weights, reach } = self;
        for split in &pass.splits {
            let weights = &weights[split.place.slot * blocks..][..split.actions * blocks];
            let (before, after) = reach.split_at_mut(split.to * blocks);
            let from = &before[split.from * blocks..][..blocks];
            let to = &mut after[..split.actions * blocks];
            // The same loop, unrolled for the usual numbers of actions.
            match split.actions {
                2 => divide(2, blocks, weights, from, to),
                3 => divide(3, blocks, weights, from, to),
                4 => divide(4, blocks, weights, from, to),
                actions => divide(actions, blocks, weights, from, to),
            }
        }
    }
}

#[inline(always)]
fn divide<C: Cell>(actions: usize, blocks: usize, weights: &[C], from: &[Row], to: &mut [Row]) {
    for block in 0..blocks {
        let strategy = strategy(actions, blocks, block, weights);
        for action in 0..actions {
            to[action * blocks + block] = from[block] * strategy[action];
        }
    }
}

/// The strategy of sixteen places. Only proportions count, so that units do not matter.
#[inline(always)]
pub fn strategy<C: Cell>(actions: usize, blocks: usize, block: usize, weights: &[C]) -> [Row; MAX_ACTIONS] {
    let mut strategy = [NOTHING; MAX_ACTIONS];
    for action in 0..actions {
        strategy[action] = positive(weights[action * blocks + block].row(1.0));
    }
    normalise(&mut strategy[..actions]);
    strategy
}

/// Lets values flow up a round. Those of the ends are there already.
pub struct Up<'a, 'b, C> {
    pub pass: &'a Pass,
    /// Blocks of the player's places.
    pub blocks: usize,
    /// The player's decisions whose probabilities are given.
    pub locks: &'a [LockedRows],
    pub reply: Reply<'a, 'b, C>,
    /// `[row][block]`
    pub values: &'a mut [Row],
    /// Working memory for the numbers of one decision.
    pub unpacked: &'a mut Vec<Row>,
}

impl<C: Cell> Kernel for Up<'_, '_, C> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { pass, blocks, locks, mut reply, values, unpacked } = self;
        for decision in &pass.decisions {
            let (after, here) = values.split_at_mut(decision.value * blocks);
            let (actions, here) = (decision.children.len(), &mut here[..blocks]);
            let Some(OwnDecision { place, reach }) = decision.own else {
                add_up(decision, blocks, after, here);
                continue;
            };
            let slots = place.slot * blocks..(place.slot + actions) * blocks;
            let lock = locks.iter().find(|lock| lock.place == place);
            match &mut reply {
                Reply::Best => best(decision, blocks, lock, after, here),
                Reply::Play { sums } => play(decision, blocks, &sums.cells[slots], after, here),
                Reply::Learn { regrets, sums, reach: rows, step, dice } => {
                    let lesson = Lesson {
                        decision,
                        blocks,
                        lock,
                        after,
                        reach: &rows[reach * blocks..][..blocks],
                        step: *step,
                        dice: dice.wrapping_add((place.slot as u32).wrapping_mul(0xc2b2_ae35)),
                        regrets: &mut regrets.cells[slots.clone()],
                        regret_unit: &mut regrets.units[place.number],
                        sums: &mut sums.cells[slots],
                        sum_unit: &mut sums.units[place.number],
                    };
                    match actions {
                        2 => lesson.learn(2, here, unpacked),
                        3 => lesson.learn(3, here, unpacked),
                        4 => lesson.learn(4, here, unpacked),
                        actions => lesson.learn(actions, here, unpacked),
                    }
                }
            }
        }
    }
}

/// The opponent's probabilities are in the values already.
#[inline(always)]
fn add_up(decision: &Decision, blocks: usize, after: &[Row], here: &mut [Row]) {
    for block in 0..blocks {
        let mut sum = NOTHING;
        for &child in &decision.children {
            sum = sum + after[child * blocks + block];
        }
        here[block] = sum;
    }
}

#[inline(always)]
fn best(decision: &Decision, blocks: usize, lock: Option<&LockedRows>, after: &[Row], here: &mut [Row]) {
    for block in 0..blocks {
        let mut most = after[decision.children[0] * blocks + block];
        for &child in &decision.children[1..] {
            most = larger(most, after[child * blocks + block]);
        }
        if let Some(lock) = lock {
            let mut given = NOTHING;
            for (action, &child) in decision.children.iter().enumerate() {
                given = given + after[child * blocks + block] * lock.rows[action * blocks + block];
            }
            most = lock.over(block, given, most);
        }
        here[block] = most;
    }
}

#[inline(always)]
fn larger(mut one: Row, other: Row) -> Row {
    for lane in 0..LANES {
        one.0[lane] = one.0[lane].max(other.0[lane]);
    }
    one
}

#[inline(always)]
fn play<C: Cell>(decision: &Decision, blocks: usize, weights: &[C], after: &[Row], here: &mut [Row]) {
    for block in 0..blocks {
        let strategy = strategy(decision.children.len(), blocks, block, weights);
        let mut sum = NOTHING;
        for (action, &child) in decision.children.iter().enumerate() {
            sum = sum + after[child * blocks + block] * strategy[action];
        }
        here[block] = sum;
    }
}

/// What there is to learn at one decision.
struct Lesson<'a, C> {
    decision: &'a Decision,
    blocks: usize,
    lock: Option<&'a LockedRows>,
    after: &'a [Row],
    /// How likely the player's own actions are to lead here.
    reach: &'a [Row],
    step: Step,
    dice: u32,
    regrets: &'a mut [C],
    regret_unit: &'a mut f32,
    sums: &'a mut [C],
    sum_unit: &'a mut f32,
}

impl<C: Cell> Lesson<'_, C> {
    /// Regret matching, the decision's value, and the update of regrets and sums.
    #[inline(always)]
    fn learn(self, actions: usize, here: &mut [Row], unpacked: &mut Vec<Row>) {
        let Self { decision, blocks, lock, after, reach, step, dice, regrets, regret_unit, sums, sum_unit } = self;
        let keep_average = Row::splat(step.keep_average as f32);
        let children = &decision.children[..actions];
        let cells = actions * blocks;
        if !C::IS_EXACT {
            unpacked.resize(2 * cells, NOTHING);
        }
        let (mut most_regret, mut most_sum) = (NOTHING, NOTHING);
        for block in 0..blocks {
            let mut strategy = strategy(actions, blocks, block, regrets);
            if let Some(lock) = lock {
                for (action, strategy) in strategy[..actions].iter_mut().enumerate() {
                    *strategy = lock.over(block, lock.rows[action * blocks + block], *strategy);
                }
            }
            let mut value = NOTHING;
            for action in 0..actions {
                value = value + after[children[action] * blocks + block] * strategy[action];
            }
            here[block] = value;
            let weight = reach[block] + Row::splat(LEAST_WEIGHT);
            for action in 0..actions {
                let at = action * blocks + block;
                let gain = after[children[action] * blocks + block] - value;
                let mut regret = step.grow(step.shrink(regrets[at].row(*regret_unit)), gain);
                if let Some(lock) = lock {
                    // Matched, what is given gives itself.
                    regret = lock.over(block, lock.rows[at], regret);
                }
                let sum = sums[at].row(*sum_unit) * keep_average + strategy[action] * weight;
                if C::IS_EXACT {
                    (regrets[at], sums[at]) =
                        (C::pack(&regret, 1.0, Rounding::NEAREST), C::pack(&sum, 1.0, Rounding::NEAREST));
                } else {
                    (unpacked[at], unpacked[cells + at]) = (regret, sum);
                    most_regret = larger(most_regret, absolute(regret));
                    most_sum = larger(most_sum, sum);
                }
            }
        }
        if !C::IS_EXACT {
            if let Some(lock) = lock {
                lock.keep_in(blocks, &mut unpacked[..cells], &mut most_regret);
            }
            // A regret that is positive stays so: without any, a holding would play at random.
            *regret_unit = pack_all(&unpacked[..cells], most_regret, Rounding { least: 1, dice: None }, regrets);
            let rounding = Rounding { least: 0, dice: Some(dice) };
            *sum_unit = pack_all(&unpacked[cells..2 * cells], most_sum, rounding, sums);
        }
    }
}

impl LockedRows {
    /// What is given where a holding's probabilities are, and otherwise what was learned.
    #[inline(always)]
    fn over(&self, block: usize, given: Row, learned: Row) -> Row {
        let mut row = learned;
        for lane in 0..LANES {
            // The first action tells: all of a holding's are given or none.
            row.0[lane] = if self.rows[block].0[lane] < 0.0 { learned.0[lane] } else { given.0[lane] };
        }
        row
    }

    /// Writes regrets that match to what is given, as large as the others.
    fn keep_in(&self, blocks: usize, regrets: &mut [Row], most: &mut Row) {
        let largest = most.0.iter().fold(1.0_f32, |largest, &it| largest.max(it));
        *most = Row::splat(largest);
        for (at, regret) in regrets.iter_mut().enumerate() {
            *regret = self.over(at % blocks, self.rows[at] * Row::splat(largest), *regret);
        }
    }
}

#[inline(always)]
fn absolute(mut row: Row) -> Row {
    for lane in 0..LANES {
        row.0[lane] = row.0[lane].abs();
    }
    row
}
