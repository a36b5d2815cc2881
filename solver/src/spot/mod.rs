//! Spots: one board, two ranges, a pot and stacks, solved exactly.
//!
//! ```text
//! for each iteration, for each player in turn (see `walk`):
//!     down the betting of a board:  the opponent's reach, a row of holdings for each of its actions
//!     at the ends (see `ends`):     rows become sixteen lanes, one sweep settles sixteen showdowns or folds
//!     for each card to come:        the same on the next board; sums are shares of all cards
//!     up again (see `steps`):       the player's actions are compared; regrets and sums of the strategy grow
//! until a best response gains less than the target
//! ```
//!
//! Nothing is abstracted: each holding has numbers of its own on each board. Boards that only rename suits are played
//! once. The walk over whole boards ([`crate::walk`]) cannot do this work: it keeps sixteen betting histories of one
//! shape in its lanes, and a spot has a handful. Nor can this one do that one's: its rows hold a number for every
//! holding where a strategy has one for every bucket.

mod answer;
mod board;
mod cells;
mod checkpoint;
pub mod definition;
mod ends;
mod goal;
mod keeping;
mod kept;
mod lock;
pub mod lookup;
mod plan;
mod solving;
mod steps;
mod tables;
mod walk;
mod worth;

use evaluator::holding::Holding;

use crate::game::{BettingTree, TreeLayout};

use board::{Board, PlacedLock};
use lock::LockedNode;
use plan::{LANES, Pass, RoundPlan, Row};

pub use answer::{AnswerAction, SpotAnswer, SpotTree, SpotTreeRound, solve_spot};
pub use definition::{SpotDefinition, SpotError, SpotOrigin};
pub use goal::{Bits, CurvePoint, Measures, Stop, Target};
pub use keeping::SpotPlace;
pub use kept::SolvedSpot;
pub use lock::Lock;
pub use lookup::{Averages, SpotDecision};
pub use solving::SpotSolver;
pub use worth::SpotValues;

/// A spot with its betting tree and its boards, before anything is solved.
pub struct Spot {
    definition: SpotDefinition,
    locks: Vec<Lock>,
    tree: BettingTree,
    layout: TreeLayout,
    plans: Vec<RoundPlan>,
    board: Board,
    /// The weight of all pairs of holdings.
    deals: f64,
}

impl Spot {
    pub fn new(definition: SpotDefinition) -> Self {
        // Only a lock could be wrong.
        Self::with_locks(definition, Vec::new()).unwrap_or_else(|error| unreachable!("{error}"))
    }

    /// A spot in which some decisions are given.
    ///
    /// # Errors
    /// [`SpotError::Game`] where a lock's betting leads to no decision, and [`SpotError::Lock`] for hands and
    /// probabilities that are none.
    pub fn with_locks(definition: SpotDefinition, locks: Vec<Lock>) -> Result<Self, SpotError> {
        let tree = BettingTree::new(&definition.game);
        let layout = TreeLayout::new(&tree);
        let rounds = layout.rounds.len();
        let plan = |(number, round)| RoundPlan::new(round, number + 1 == rounds, &definition.stakes);
        let plans: Vec<RoundPlan> = layout.rounds.iter().enumerate().map(plan).collect();
        let placed = locks.iter().map(|lock| {
            let LockedNode { node, probabilities } = lock.locked(&tree)?;
            let place = layout.place(node);
            let (round, player, actions) = (place.round, tree[node].player, tree[node].actions.len());
            let range = &definition.ranges[player];
            if !Holding::all().any(|it| range.weight(it) > 0.0 && !probabilities[it.number()].is_empty()) {
                let problem = "none of its hands is in the range of the player who decides there".to_owned();
                return Err(SpotError::Lock { line: lock.line.clone(), problem });
            }
            let place = plans[round].places[place.entry][place.node];
            Ok(PlacedLock { round, player, place, actions, probabilities })
        });
        let placed = PlacedLock::merged(placed.collect::<Result<_, SpotError>>()?);
        let board = Board::first(&definition, &plans, &placed);
        let deals = definition::deals(&definition.ranges);
        Ok(Self { definition, locks, tree, layout, plans, board, deals })
    }

    pub fn definition(&self) -> &SpotDefinition {
        &self.definition
    }

    pub fn tree(&self) -> &BettingTree {
        &self.tree
    }

    pub fn layout(&self) -> &TreeLayout {
        &self.layout
    }

    /// How many boards are played: those that only rename suits count once.
    pub fn boards(&self) -> usize {
        self.board.count()
    }

    /// What the tables and the work on them take.
    pub fn memory_bytes(&self, bits: Bits) -> u64 {
        self.table_bytes(bits) + self.working_bytes(&self.board, rayon::current_num_threads())
    }

    /// What so many threads take for their work on a board and those that follow.
    fn working_bytes(&self, board: &Board, threads: usize) -> u64 {
        let plan = &self.plans[board.round];
        let blocks = [0, 1].map(|player| board.hands[player].blocks());
        let of_pass = |player: usize| {
            let rows = |pass: &Pass, blocks: usize| pass.reach_rows * blocks;
            let reach = rows(&plan.passes[player], blocks[1 - player]) + rows(&plan.passes[1 - player], blocks[player]);
            // The values of all boards that follow are kept until they are added up.
            let after: usize = board.runouts.iter().map(|it| plan.exits * it.board.hands[player].blocks()).sum();
            reach + (plan.passes[player].value_rows + plan.entries) * blocks[player] + after
        };
        let largest = board.runouts.iter().map(|it| self.working_bytes(&it.board, 1)).max().unwrap_or(0);
        let here = of_pass(0).max(of_pass(1)) as u64 * size_of::<Row>() as u64;
        here + largest * threads.min(board.runouts.len()) as u64
    }

    /// What the tables of both players take.
    pub fn table_bytes(&self, bits: Bits) -> u64 {
        // A regret and a sum.
        let cell = 2 * LANES as u64 * u64::from(bits.number()) / 8;
        let scales = 2 * size_of::<f32>() as u64;
        self.board.all.iter().map(|all| all.cells as u64 * cell + all.decisions as u64 * scales).sum()
    }
}
