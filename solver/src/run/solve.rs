//! A small game solved on all its boards, in double precision.

use evaluator::card::Card;
use std::time::Instant;
use tables::together::progress::{Progress, Update};

use super::solving_memory::{SolvingMemory, prepared};
use crate::boards::card_rules::extend;
use crate::boards::{DealtBoard, LosslessBuckets, require_listable};
use crate::error::SolverError;
use crate::game::{BettingTree, GameDefinition, Place, TreeLayout};
use crate::measure::exploitability::small_game::{Exploitability, exploitability};
use crate::policy::export::TrainedStrategies;
use crate::policy::hand_policy::policy_text;
use crate::policy::{HandKeys, HandPolicy, InformationSet};
use crate::train::TableLayout;
use crate::train::columns::{Columns, FullPass};
use crate::train::full_boards::FullBoards;
use crate::walk::{ChunkId, Player, PreparedGame, Row, Strategies};

pub use crate::train::columns::SolvingRule;

/// Iterations between two checks of the cancel flag.
const STRETCH: u64 = 256;
/// The factor between the iteration counts of successive points of the curve.
const CURVE_STEP: f64 = 1.1;

/// What to solve for, and how far.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Solving {
    pub rule: SolvingRule,
    /// The most; 0 is the uniform policy.
    pub iterations: u64,
    /// Ends earlier, at the first point of the curve with this exploitability or less, in chips.
    pub until: Option<f64>,
    /// Whether points on the way are measured, at numbers of iterations a tenth apart; with `until` they always are.
    pub curve: bool,
    /// Whether the average strategy is wanted, too.
    pub strategy: bool,
}

/// A point of the curve.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SolvingPoint {
    /// Iterations done.
    pub iterations: u64,
    /// Seconds of solving, measuring left out.
    pub seconds: f64,
    /// Of the average strategy, in chips.
    pub exploitability: f64,
}

/// The result of solving a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// Of the average strategy.
    pub result: Exploitability,
    /// Iterations done.
    pub iterations: u64,
    /// Seconds of solving, measuring left out.
    pub seconds: f64,
    /// The points of the curve, the end among them; empty where no curve was requested.
    pub curve: Vec<SolvingPoint>,
    /// Every hand on every board at every decision; empty where the strategy was not requested.
    pub strategy: Vec<SolvedDecision>,
}

/// How one hand is played at one decision.
#[derive(Clone, PartialEq, Debug)]
pub struct SolvedDecision {
    /// The hand and the decision.
    pub information_set: InformationSet,
    /// Of the legal actions.
    pub probabilities: Vec<f64>,
}

/// Runs the given number of iterations on every hand and board of a game and measures the average strategy; with zero
/// iterations it measures the uniform policy.
pub fn solve(
    game: &GameDefinition,
    rule: impl Into<SolvingRule>,
    iterations: u64,
    progress: &dyn Progress,
) -> Result<Exploitability, SolverError> {
    Ok(Solving::new(rule, iterations).solve(game, progress)?.result)
}

/// A strategy as the text that [`HandPolicy`] reads, in the order of the betting.
pub fn strategy_text(game: &GameDefinition, strategy: &[SolvedDecision]) -> String {
    let keys = HandKeys::new(game);
    let mut order: Vec<&SolvedDecision> = strategy.iter().collect();
    order.sort_by_key(|solved| solved.information_set.decision);
    let row = |solved: &&'_ SolvedDecision| keys.written(&solved.information_set);
    policy_text(order.iter().map(|solved| (row(solved), solved.probabilities.as_slice())))
}

/// Measures a policy that another program made, as [`solve`] measures its own.
pub fn measure_policy(game: &GameDefinition, policy: &HandPolicy) -> Result<Exploitability, SolverError> {
    let player = Player { buckets: policy, strategies: policy };
    let prepared = prepared(game)?;
    SolvingMemory { definition: game, game: &prepared, returns_strategy: false }.require_for_measuring()?;
    Ok(exploitability(&prepared, [player, player]))
}

impl Solving {
    /// A number of iterations, measured at the end.
    pub fn new(rule: impl Into<SolvingRule>, iterations: u64) -> Self {
        Self { rule: rule.into(), iterations, until: None, curve: false, strategy: false }
    }

    /// Whether points on the way are measured.
    pub fn has_curve(&self) -> bool {
        self.curve || self.until.is_some()
    }

    pub fn solve(&self, game: &GameDefinition, progress: &dyn Progress) -> Result<Solution, SolverError> {
        let prepared = prepared(game)?;
        require_listable(game)?;
        let memory = SolvingMemory { definition: game, game: &prepared, returns_strategy: self.strategy };
        memory.require_for_solving()?;
        let buckets = LosslessBuckets::new(game)?;
        let layout = TableLayout::new(&prepared.lanes, &buckets);
        let columns = Columns::new(&prepared, &buckets, memory.besides_columns(&layout))?;
        if columns.is_none() {
            memory.require_for_boards(&layout)?;
        }
        let mut method = Method::new(columns.as_ref(), &prepared, &buckets, &layout, self.rule, self.iterations)?;
        let (result, curve, strategy) = (method.measure(), Vec::new(), Vec::new());
        let mut solution = Solution { result, iterations: 0, seconds: 0.0, curve, strategy };
        while solution.iterations < self.iterations {
            let next = if self.has_curve() { next_point(solution.iterations) } else { self.iterations };
            let next = next.min(self.iterations);
            for from in (solution.iterations..next).step_by(STRETCH as usize) {
                progress.check()?;
                let to = (from + STRETCH).min(next);
                let start = Instant::now();
                method.run(from + 1..=to);
                solution.seconds += start.elapsed().as_secs_f64();
                let of = self.iterations;
                progress.report(&Update { stage: "solve", done: to, of, unit: "iterations", note: None });
            }
            solution.iterations = next;
            if self.has_curve() || next == self.iterations {
                solution.result = method.measure();
            }
            if self.has_curve() {
                let Solution { iterations, seconds, result, .. } = solution;
                let exploitability = result.exploitability;
                solution.curve.push(SolvingPoint { iterations, seconds, exploitability });
                if self.until.is_some_and(|goal| exploitability <= goal) {
                    break;
                }
            }
        }
        if self.strategy {
            solution.strategy = method.decisions(game)?;
        }
        Ok(solution)
    }
}

/// The number of iterations of the curve's next point.
fn next_point(iterations: u64) -> u64 {
    (iterations + 1).max((iterations as f64 * CURVE_STEP) as u64)
}

/// How all deals of the game are gone through: in columns, or board by board where it is too large for that.
enum Way<'a> {
    Columns { pass: FullPass<'a>, rule: SolvingRule, planned: u64 },
    Boards(Box<FullBoards<'a>>),
}

struct Method<'a> {
    game: &'a PreparedGame<f64>,
    buckets: &'a LosslessBuckets,
    layout: &'a TableLayout,
    way: Way<'a>,
}

impl<'a> Method<'a> {
    fn new(
        columns: Option<&'a Columns<'a>>,
        game: &'a PreparedGame<f64>,
        buckets: &'a LosslessBuckets,
        layout: &'a TableLayout,
        rule: SolvingRule,
        planned: u64,
    ) -> Result<Self, SolverError> {
        let way = match (columns, rule) {
            (Some(columns), _) => Way::Columns { pass: FullPass::new(columns), rule, planned },
            (None, SolvingRule::Update(rule)) => {
                Way::Boards(Box::new(FullBoards::new(game, buckets, layout, rule, planned)))
            }
            (None, SolvingRule::Predictive { .. }) => {
                return Err(SolverError::unfit(
                    "algorithm",
                    "for a game of so many hands a rule that does not look ahead",
                    rule.to_string(),
                    "choose dcfr",
                ));
            }
        };
        Ok(Self { game, buckets, layout, way })
    }

    fn run(&mut self, iterations: std::ops::RangeInclusive<u64>) {
        match &mut self.way {
            Way::Columns { pass, rule, planned } => {
                self.game.processor.run(pass.iterations(*rule, iterations, *planned));
            }
            Way::Boards(training) => training.run(iterations),
        }
    }

    fn measure(&self) -> Exploitability {
        self.with_average(|average| {
            let player = Player { buckets: self.buckets, strategies: average };
            exploitability(self.game, [player, player])
        })
    }

    fn decisions(&self, game: &GameDefinition) -> Result<Vec<SolvedDecision>, SolverError> {
        let tree = BettingTree::new(game);
        let layout = TreeLayout::new(&tree);
        let rules = &self.game.rules;
        let mut solved = Vec::new();
        let mut boards = vec![Vec::new()];
        for (round, lanes) in self.game.lanes.rounds.iter().enumerate() {
            let count = rules.board_cards(round);
            let mut dealt_boards = Vec::new();
            boards.iter().for_each(|board: &Vec<Card>| extend(rules, board, count - board.len(), &mut dealt_boards));
            boards = dealt_boards;
            for board in &boards {
                let mut dealt = DealtBoard::default();
                dealt.deal_round(rules, self.buckets, round, board);
                let row = dealt.row(round);
                for (chunk, entries) in lanes.entries.iter().enumerate() {
                    let shape = lanes.shape(chunk);
                    let mut strategies = vec![Row::<f64>::default(); row.distinct.len() * shape.slots];
                    self.with_average(|average| {
                        for player in 0..2 {
                            average.load(ChunkId { round, chunk }, player, &row.distinct, &mut strategies);
                        }
                    });
                    let entries = entries.iter().enumerate().filter_map(|(lane, entry)| Some((lane, (*entry)?)));
                    for (lane, entry) in entries {
                        for node in 0..shape.nodes.len() {
                            let decision = layout.node_id(Place { round, entry, node });
                            let (first, actions) = (shape.nodes[node].first_slot, tree[decision].actions.len());
                            for (&id, &bucket) in dealt.order.ids().iter().zip(&row.of_place) {
                                let slots = &strategies[usize::from(bucket) * shape.slots + first..][..actions];
                                let probabilities = slots.iter().map(|row| row.0[lane]).collect();
                                let (hole, board) = (rules.hole(id), board.clone());
                                let information_set = InformationSet { hole, board, decision };
                                solved.push(SolvedDecision { information_set, probabilities });
                            }
                        }
                    }
                }
            }
        }
        Ok(solved)
    }

    fn with_average<R>(&self, then: impl FnOnce(&TrainedStrategies<'_, f64>) -> R) -> R {
        let lanes = &self.game.lanes;
        let made;
        let (regrets, strategy_sums) = match &self.way {
            Way::Columns { pass, .. } => {
                made = pass.tables(lanes, self.layout);
                (&made[0], &made[1])
            }
            Way::Boards(training) => (&training.regrets, &training.strategy_sums),
        };
        then(&TrainedStrategies { lanes, layout: self.layout, regrets, strategy_sums })
    }
}
