//! The last round of a batch: one chunk of histories on all its boards, one after the other, learning at once.

use super::{Batch, BatchBoard};
use crate::boards::CONTESTANT_NUMBERS;
use crate::train::lesson::Lesson;
use crate::train::tables::ChunkTables;
use crate::train::update_rule::Step;
use crate::walk::down::{ReachOfBuckets, is_reached};
use crate::walk::last_round::{
    BettingLadder, Branch, BranchProducts, BranchStakes, BranchValues, BranchVisitor, CardSums, EndsMemory,
    FreeProbabilities, OwnProducts,
};
use crate::walk::reply::{LearnBranch, OwnBranch};
use crate::walk::{At, PreparedGame, Real, Row, Strategies};

/// A game's last round, made ready for learning.
pub struct River<T> {
    ladder: BettingLadder,
    /// `[player][chunk]`: after a check, after a bet.
    stakes: [Vec<[BranchStakes<T>; 2]>; 2],
    /// By player: the slots that all probabilities follow from, and how many of them come after a check.
    free_slots: [(Vec<usize>, usize); 2],
}

/// One thread's memory, kept from chunk to chunk.
pub struct RiverMemory<T> {
    strategies: Vec<Row<T>>,
    /// By player, `[place]`.
    reach: [Vec<Row<T>>; 2],
    /// The opponent's, by holding number.
    reach_of_holdings: Vec<Row<T>>,
    opponent_products: EndsMemory<T>,
    own_products: EndsMemory<T>,
    branch_sums: EndsMemory<T>,
    sums: CardSums<T>,
    /// By player, `[end][bucket]`.
    end_sums: [Vec<Row<T>>; 2],
    own_reach: Vec<Row<T>>,
}

impl<T: Real> Default for RiverMemory<T> {
    fn default() -> Self {
        Self {
            strategies: Vec::new(),
            reach: Default::default(),
            reach_of_holdings: Vec::new(),
            opponent_products: EndsMemory::default(),
            own_products: EndsMemory::default(),
            branch_sums: EndsMemory::default(),
            sums: CardSums::default(),
            end_sums: Default::default(),
            own_reach: Vec::new(),
        }
    }
}

impl<T: Real> River<T> {
    /// Prepares the last round of a game; `None` where its betting has not the form of a [`BettingLadder`].
    pub fn new(game: &PreparedGame<T>) -> Option<Self> {
        let (round, last) = game.lanes.rounds.iter().enumerate().next_back()?;
        let ladder = BettingLadder::of(last)?;
        let stakes = [0, 1].map(|player| BranchStakes::of_round(last, &game.stakes, round, &ladder, player));
        let free_slots = [0, 1].map(|player| ladder.free_slots(player));
        Some(Self { ladder, stakes, free_slots })
    }

    /// Plays a chunk on all boards; `values[board][player]` receives values by place. Returns at how many information
    /// sets somebody learnt.
    pub fn play(
        &self,
        batch: &Batch<'_, '_, T>,
        chunk: usize,
        memory: &mut RiverMemory<T>,
        values: &mut [[Vec<Row<T>>; 2]],
    ) -> u64 {
        let at = At { round: batch.game.lanes.rounds.len() - 1, chunk };
        let mut touched = 0;
        for ((board, step), values) in batch.boards.iter().zip(batch.steps).zip(values) {
            let on_board = RiverOnBoard { river: self, game: batch.game, board, at };
            touched += on_board.play(batch.tables, step, memory, values);
        }
        touched
    }
}

/// One chunk on one board.
#[derive(Clone, Copy)]
struct RiverOnBoard<'a, T> {
    river: &'a River<T>,
    game: &'a PreparedGame<T>,
    board: &'a BatchBoard<T>,
    at: At,
}

impl<T: Real> RiverOnBoard<'_, T> {
    fn play(
        self,
        tables: &ChunkTables<'_, T>,
        step: &Step,
        memory: &mut RiverMemory<T>,
        values: &mut [Vec<Row<T>>; 2],
    ) -> u64 {
        let Self { game, board: BatchBoard { dealt, descents }, at, .. } = self;
        let lanes = &game.lanes.rounds[at.round];
        for (player, (reach, values)) in memory.reach.iter_mut().zip(values.iter_mut()).enumerate() {
            descents[player].reach(game, dealt, at, reach);
            values.resize(dealt.order.len(), Row::default());
        }
        let reached = memory.reach.each_ref().map(|reach| is_reached(reach));
        for (player, values) in values.iter_mut().enumerate().filter(|(player, _)| !reached[1 - player]) {
            // Without an opponent nothing can be won, but the own way here still counts in the average strategy.
            values.fill(Row::default());
            memory.end_sums[player].fill(Row::default());
        }
        if reached == [false; 2] {
            return 0;
        }
        let row = dealt.last_row();
        let buckets = &row.distinct;
        memory.strategies.resize(buckets.len() * lanes.slots, Row::default());
        for player in 0..2 {
            tables.load(at.round, at.chunk, player, buckets, &mut memory.strategies);
        }
        for (player, values) in values.iter_mut().enumerate() {
            // All of them are written where an opponent is; where not, all are zero.
            memory.end_sums[player].resize(lanes.terminals * buckets.len(), Row::default());
            if reached[1 - player] {
                self.value(player, memory, values);
            }
            memory.own_reach.clear();
            memory.own_reach.resize(buckets.len(), Row::default());
            let (reach, sums) = (&memory.reach[player], &mut memory.own_reach);
            game.processor.run(ReachOfBuckets { reach, bucket_of_place: &row.of_place, sums });
            let lesson = Lesson {
                at,
                player,
                buckets,
                strategies: &memory.strategies,
                end_sums: &memory.end_sums[player],
                own_reach: &memory.own_reach,
            };
            tables.learn(&lesson, step);
            if player == 0 {
                // The other player meets what was just learnt: the players take turns.
                tables.load(at.round, at.chunk, player, buckets, &mut memory.strategies);
            }
        }
        buckets.len() as u64 * lanes.decisions(at.chunk)
    }

    /// The player's values by place, and those of the ends by bucket.
    fn value(self, player: usize, memory: &mut RiverMemory<T>, values: &mut [Row<T>]) {
        memory.reach_of_holdings.resize(CONTESTANT_NUMBERS, Row::default());
        let holdings = self.board.dealt.order.ids();
        for (&id, &reach) in holdings.iter().zip(&memory.reach[1 - player]) {
            memory.reach_of_holdings[usize::from(id)] = reach;
        }
        self.river.ladder.visit(1 - player, &mut ValueOfBranch { on_board: self, player, memory, values });
    }
}

struct ValueOfBranch<'a, 'b, T> {
    on_board: RiverOnBoard<'a, T>,
    player: usize,
    memory: &'b mut RiverMemory<T>,
    values: &'b mut [Row<T>],
}

impl<T: Real> BranchVisitor for ValueOfBranch<'_, '_, T> {
    fn branch<const EXITS: usize, B: Branch>(&mut self, branch: B) {
        let Self { on_board: RiverOnBoard { river, game, board, at }, player, memory, values } = self;
        let board = &board.dealt;
        let row = board.last_row();
        let (lanes, buckets) = (&game.lanes.rounds[at.round], &row.distinct);
        let stakes = &river.stakes[*player][at.chunk][usize::from(!B::AFTER_CHECK)];
        let (free, after_check) = &river.free_slots[1 - *player];
        let opponent = memory.opponent_products.of_branch::<EXITS>(buckets.len());
        game.processor.run(BranchProducts {
            branch,
            cells: FreeProbabilities::Slots { strategies: &memory.strategies, slots: lanes.slots, free },
            numbers: free.len(),
            after_check: *after_check,
            buckets,
            stakes,
            exits: &mut *opponent.exits,
            folds: &mut *opponent.folds,
        });
        game.processor.run(OwnProducts::<T, EXITS, _> {
            branch,
            ladder: &river.ladder,
            strategies: &memory.strategies,
            slots: lanes.slots,
            products: memory.own_products.of_branch(buckets.len()),
        });
        let products = memory.own_products.of_branch::<EXITS>(buckets.len());
        game.processor.run(BranchValues {
            branch,
            board,
            row,
            reach: &memory.reach_of_holdings,
            exits: opponent.exits,
            folds: opponent.folds,
            stakes,
            sums: memory.sums.of_exits(),
            reply: LearnBranch {
                own: OwnBranch { bucket_of_place: &row.of_place, products },
                sums: memory.branch_sums.zeroed(buckets.len()),
            },
            values,
        });
        let end_sums = &mut memory.end_sums[*player];
        let sums = memory.branch_sums.of_branch::<EXITS>(buckets.len());
        let (checked, rungs) = river.ladder.branch(B::AFTER_CHECK);
        for (bucket, (exits, folds)) in sums.exits.iter().zip(sums.folds.iter()).enumerate() {
            if let Some(checked) = checked {
                end_sums[checked * buckets.len() + bucket] = exits[0];
            }
            for (number, rung) in rungs.iter().enumerate() {
                end_sums[rung.call * buckets.len() + bucket] = exits[B::FIRST_CALL + number];
                // Nothing where the opponent folds: that is in the call.
                end_sums[rung.fold * buckets.len() + bucket] = folds[number];
            }
        }
    }
}
