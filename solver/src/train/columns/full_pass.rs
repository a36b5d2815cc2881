//! CFR over every deal of a small game at once, sixteen columns side by side.
//!
//! What a player's pass leaves behind (the strategy that follows from its regrets, and how likely the player comes to
//! each cell) serves the other player's pass and the player's own next one, so that regrets are matched once an
//! iteration. A discount multiplies all positive regrets alike and changes no strategy, so it is applied when the
//! regret grows.

use evaluator::processor::Kernel;
use std::ops::RangeInclusive;

use super::layout::{Columns, RoundColumns};
use super::solving_rule::SolvingRule;
use crate::train::lesson::{add_gain, add_share};
use crate::train::tables::{Cells, TableLayout};
use crate::train::update_rule::{EndValues, Step, action_gains, match_regrets};
use crate::walk::reach_products::{ReachProducts, node_products};
use crate::walk::{ChunkId, HistoryLanes, LANES, Row};

type Rows = Vec<Row<f64>>;

/// Both players' tables.
pub struct FullPass<'a> {
    columns: &'a Columns<'a>,
    players: [Vec<PlayerRound>; 2],
    work: Vec<RoundWork>,
}

/// One player's data for one round.
struct PlayerRound {
    /// `[chunk][class][slot]`
    regrets: Rows,
    /// `[chunk][class][slot]`
    strategy_sums: Rows,
    /// `[chunk][class][slot]`: the current strategy.
    strategy: Rows,
    /// `[chunk]`: its products within the round.
    products: Vec<ReachProducts<f64>>,
    /// `[chunk][class]`: the player's reach at the round's start.
    reach: Rows,
}

/// The memory of a pass.
struct RoundWork {
    /// `[chunk][end][class]`
    ends: Rows,
    /// `[chunk][class]`: values at the round's start.
    values: Rows,
    /// The opponent's reach at an end, by class.
    weights: Rows,
    nodes: Rows,
    gains: Rows,
}

/// What an iteration does to the tables, and how much its gains count once more in the next strategy.
struct Update {
    step: Step,
    prediction: f64,
}

impl<'a> FullPass<'a> {
    /// Tables without any regret.
    pub fn new(columns: &'a Columns<'a>) -> Self {
        let zeros = |rows: usize| vec![Row::default(); rows];
        let tables = |round: &RoundColumns<'_>| {
            let (cells, slots) = (round.chunks * round.classes, round.shape.slots);
            PlayerRound {
                regrets: zeros(cells * slots),
                strategy_sums: zeros(cells * slots),
                strategy: zeros(cells * slots),
                products: (0..round.chunks).map(|_| ReachProducts::default()).collect(),
                reach: zeros(cells),
            }
        };
        let work = |round: &RoundColumns<'_>| RoundWork {
            ends: zeros(round.chunks * round.shape.ends * round.classes),
            values: zeros(round.chunks * round.classes),
            weights: zeros(round.classes),
            nodes: zeros(round.shape.nodes.len()),
            gains: zeros(round.shape.slots),
        };
        let mut pass = Self {
            columns,
            players: [0, 1].map(|_| columns.rounds.iter().map(tables).collect()),
            work: columns.rounds.iter().map(work).collect(),
        };
        for player in 0..2 {
            for (round, table) in columns.rounds.iter().zip(&mut pass.players[player]) {
                let slots = round.shape.slots;
                for (regrets, strategy) in table.regrets.chunks_exact(slots).zip(table.strategy.chunks_exact_mut(slots))
                {
                    match_regrets(round.shape, player, regrets, strategy);
                }
            }
            // Every class has reach 1 where the game begins; lanes without a history stay empty.
            for (reach, cells) in pass.players[player][0].reach.iter_mut().zip(&columns.rounds[0].cells) {
                *reach = Row::from(cells.map(|cell| if cell.is_some() { 1.0 } else { 0.0 }));
            }
            pass.carry_reach(player);
        }
        pass
    }

    /// The given iterations (from 1) of `planned`, as a kernel.
    pub fn iterations(
        &mut self,
        rule: SolvingRule,
        iterations: RangeInclusive<u64>,
        planned: u64,
    ) -> impl Kernel<Output = ()> {
        FullIterations { pass: self, rule, iterations, planned }
    }

    /// Works out a player's products and reaches from the current strategy.
    #[inline(always)]
    fn carry_reach(&mut self, player: usize) {
        let tables = &mut self.players[player];
        for (number, round) in self.columns.rounds.iter().enumerate() {
            let (before, from) = tables.split_at_mut(number);
            let table = &mut from[0];
            if let Some(before) = before.last() {
                let classes = self.columns.rounds[number - 1].classes;
                for link in &round.links {
                    let towards = before.products[link.from_row / classes].towards(link.exit);
                    let product = towards[link.from_row % classes].0[link.from_lane];
                    table.reach[link.row].0[link.lane] = before.reach[link.from_row].0[link.from_lane] * product;
                }
            }
            let size = round.classes * round.shape.slots;
            for (products, strategy) in table.products.iter_mut().zip(table.strategy.chunks_exact(size)) {
                products.multiply(round.shape, player, round.classes, strategy);
            }
        }
    }

    /// One player learns against the other's current strategy.
    #[inline(always)]
    fn pass(&mut self, player: usize, update: &Update) {
        let Self { columns, players, work } = self;
        let [first, second] = players;
        let (own, other) = if player == 0 { (first, second) } else { (second, first) };
        for number in (0..columns.rounds.len()).rev() {
            let round = &columns.rounds[number];
            let (before, from) = work.split_at_mut(number);
            let at = &mut from[0];
            for chunk in 0..round.chunks {
                round.value_ends(chunk, player, &other[number], at);
                round.learn(chunk, player, &mut own[number], at, update);
            }
            if let Some(before) = before.last_mut() {
                round.hand_back(&at.values, &columns.rounds[number - 1], &mut before.ends);
            }
        }
        self.carry_reach(player);
    }

    /// Regrets and strategy sums in the layout that all the rest of the solver reads.
    pub fn tables(&self, lanes: &HistoryLanes, layout: &TableLayout) -> [Vec<Cells<f64>>; 2] {
        let mut tables = [0, 1].map(|_| vec![[0.0; LANES]; layout.rows()]);
        for (number, round) in self.columns.rounds.iter().enumerate() {
            let place_of_entry = lanes.lane_of_entries(number);
            let slots = round.shape.slots;
            for (row, cells) in round.cells.iter().enumerate() {
                for (lane, cell) in cells.iter().enumerate() {
                    let Some(cell) = cell else { continue };
                    let (chunk, to_lane) = place_of_entry[cell.entry];
                    let first = layout.bucket(ChunkId { round: number, chunk }, cell.bucket as usize).start;
                    for node in &round.shape.nodes {
                        let own = &self.players[node.player][number];
                        for slot in node.first_slot..node.first_slot + node.children.len() {
                            tables[0][first + slot][to_lane] = own.regrets[row * slots + slot].0[lane];
                            // A class stands for all its deals, each of which counts in the average.
                            tables[1][first + slot][to_lane] =
                                own.strategy_sums[row * slots + slot].0[lane] * cell.deals;
                        }
                    }
                }
            }
        }
        tables
    }
}

impl RoundColumns<'_> {
    /// The player's value of each class at each fold and showdown.
    #[inline(always)]
    fn value_ends(&self, chunk: usize, player: usize, other: &PlayerRound, work: &mut RoundWork) {
        let Self { shape, classes, .. } = *self;
        let square = classes * classes;
        let first_end = if shape.is_last { 0 } else { shape.exits };
        let reach = &other.reach[chunk * classes..][..classes];
        let ends = &mut work.ends[chunk * shape.ends * classes..][..shape.ends * classes];
        for end in first_end..shape.ends {
            let towards = other.products[chunk].towards(end);
            for ((weight, &reach), &product) in work.weights.iter_mut().zip(reach).zip(towards) {
                *weight = reach * product;
            }
            let deals = if end < shape.exits { &self.balance } else { &self.meetings };
            let deals = &deals[chunk * square..][..square];
            let worth = self.worth[player][chunk * shape.ends + end];
            let values = &mut ends[end * classes..][..classes];
            for (value, deals) in values.iter_mut().zip(deals.chunks_exact(classes)) {
                let mut sum = Row::default();
                for (&deals, &weight) in deals.iter().zip(&work.weights) {
                    sum = sum + deals * weight;
                }
                *value = sum * worth;
            }
        }
    }

    /// Puts a chunk's regrets and strategies into the tables and makes the next strategy.
    #[inline(always)]
    fn learn(&self, chunk: usize, player: usize, own: &mut PlayerRound, work: &mut RoundWork, update: &Update) {
        let Self { shape, classes, .. } = *self;
        let RoundWork { ends, values, nodes, gains, .. } = work;
        let ends = &ends[chunk * shape.ends * classes..][..shape.ends * classes];
        let Update { step, prediction } = update;
        let prediction = Row::splat(*prediction);
        let (keep_average, average_weight) = (Row::splat(step.keep_average), Row::splat(step.average_weight));
        for class in 0..classes {
            let row = chunk * classes + class;
            let cells = row * shape.slots..(row + 1) * shape.slots;
            let strategy = &mut own.strategy[cells.clone()];
            let regrets = &mut own.regrets[cells.clone()];
            let sums = &mut own.strategy_sums[cells];
            let ends = EndValues { ends, stride: classes, bucket: class };
            action_gains(shape, player, strategy, ends, nodes, gains);
            values[row] = nodes[0];
            node_products(shape, player, strategy, nodes);
            let reach = own.reach[row] * average_weight;
            for (node, &product) in shape.nodes.iter().zip(nodes.iter()) {
                if node.player != player {
                    continue;
                }
                let reach = reach * product;
                for slot in node.first_slot..node.first_slot + node.children.len() {
                    sums[slot] = sums[slot] * keep_average;
                    add_share(&mut sums[slot].0, reach * strategy[slot]);
                    regrets[slot] = step.shrink(regrets[slot]);
                    add_gain(step, &mut regrets[slot].0, gains[slot]);
                    gains[slot] = regrets[slot] + gains[slot] * prediction;
                }
            }
            match_regrets(shape, player, gains, strategy);
        }
    }

    /// Adds the values of this round's classes to the exits of the round before.
    #[inline(always)]
    fn hand_back(&self, values: &[Row<f64>], before: &RoundColumns<'_>, ends: &mut [Row<f64>]) {
        let (count, classes) = (before.shape.ends, before.classes);
        for chunk in ends.chunks_exact_mut(count * classes) {
            chunk[..before.shape.exits * classes].fill(Row::default());
        }
        for link in &self.links {
            let (chunk, class) = (link.from_row / classes, link.from_row % classes);
            let sum = &mut ends[(chunk * count + link.exit) * classes + class].0[link.from_lane];
            *sum += values[link.row].0[link.lane];
        }
    }
}

struct FullIterations<'a, 'b> {
    pass: &'b mut FullPass<'a>,
    rule: SolvingRule,
    iterations: RangeInclusive<u64>,
    planned: u64,
}

impl Kernel for FullIterations<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { pass, rule, iterations, planned } = self;
        let mut step = rule.step(*iterations.start(), planned);
        for iteration in iterations {
            let next = rule.step(iteration + 1, planned);
            // The sums shrink before the next iteration; the predicted gains do not.
            let update = Update { step, prediction: rule.prediction() / next.keep_positive };
            for player in 0..2 {
                pass.pass(player, &update);
            }
            step = next;
        }
    }
}
