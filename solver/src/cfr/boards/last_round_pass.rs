//! The last round of a batch: one chunk of histories on all its boards, one after the other, learning at once.

use super::Batch;
use super::dealt_board::DealtBoard;
use crate::cfr::traversal::{CfrLearner, ChunkTables};
use crate::cfr::update_rule::Step;
use crate::public_board::CONTESTANT_NUMBERS;
use crate::walk::chunk_kernels::ReachOfBuckets;
use crate::walk::last_round::{
    BettingLadder, BranchProducts, BranchStakes, BranchValues, BranchVisitor, CardSums, EndsMemory, FreeProbabilities,
    LearningReply, OwnProducts, OwnStrategy,
};
use crate::walk::{Learner, Lesson, PreparedGame, Real, Row, Strategies};

/// A game's last round, made ready for learning.
pub struct LastRoundPass<T> {
    ladder: BettingLadder,
    /// `[player][chunk]`: after a check, after a bet.
    stakes: [Vec<[BranchStakes<T>; 2]>; 2],
    /// By player: the slots that all probabilities follow from, and how many of them come after a check.
    free_slots: [(Vec<usize>, usize); 2],
}

/// One thread's memory, kept from chunk to chunk.
pub struct LastRoundMemory<T> {
    strategies: Vec<Row<T>>,
    /// By player, `[place]`.
    reach: [Vec<Row<T>>; 2],
    /// The opponent's, by holding number.
    reach_of_holdings: Vec<Row<T>>,
    opponent_products: EndsMemory<T>,
    own_products: EndsMemory<T>,
    end_sums: EndsMemory<T>,
    sums: CardSums<T>,
    /// By player, `[terminal][bucket]`.
    terminal_values: [Vec<Row<T>>; 2],
    own_reach: Vec<Row<T>>,
}

impl<T: Real> Default for LastRoundMemory<T> {
    fn default() -> Self {
        Self {
            strategies: Vec::new(),
            reach: Default::default(),
            reach_of_holdings: Vec::new(),
            opponent_products: EndsMemory::default(),
            own_products: EndsMemory::default(),
            end_sums: EndsMemory::default(),
            sums: CardSums::default(),
            terminal_values: Default::default(),
            own_reach: Vec::new(),
        }
    }
}

impl<T: Real> LastRoundPass<T> {
    /// Prepares the last round of a game; `None` where its betting has not the form of a [`BettingLadder`].
    pub fn new(game: &PreparedGame<T>) -> Option<Self> {
        let (round, last) = game.lanes.rounds.iter().enumerate().next_back()?;
        let ladder = BettingLadder::of(last)?;
        let stakes = [0, 1].map(|player| BranchStakes::of_round(last, &game.stakes, round, &ladder, player));
        let free_slots = [0, 1].map(|player| ladder.free_slots(player));
        Some(Self { ladder, stakes, free_slots })
    }

    /// Plays a chunk on all boards; `values[board][player]` receives values by place. Returns at how many information sets
    /// somebody learnt.
    pub fn play(
        &self,
        batch: &Batch<'_, '_, T>,
        chunk: usize,
        memory: &mut LastRoundMemory<T>,
        values: &mut [[Vec<Row<T>>; 2]],
    ) -> u64 {
        let mut touched = 0;
        for ((board, step), values) in batch.boards.iter().zip(batch.steps).zip(values) {
            let at = AtBoard { pass: self, game: batch.game, board, chunk };
            touched += at.play(batch.tables, *step, memory, values);
        }
        touched
    }
}

/// One chunk on one board.
#[derive(Clone, Copy)]
struct AtBoard<'a, T> {
    pass: &'a LastRoundPass<T>,
    game: &'a PreparedGame<T>,
    board: &'a DealtBoard<T>,
    chunk: usize,
}

impl<T: Real> AtBoard<'_, T> {
    fn play(
        self,
        tables: &ChunkTables<'_, T>,
        step: Step,
        memory: &mut LastRoundMemory<T>,
        values: &mut [Vec<Row<T>>; 2],
    ) -> u64 {
        let Self { game, board, chunk, .. } = self;
        let round = game.lanes.rounds.len() - 1;
        let lanes = &game.lanes.rounds[round];
        for (player, (reach, values)) in memory.reach.iter_mut().zip(values.iter_mut()).enumerate() {
            board.reach(game, round, chunk, player, reach);
            values.resize(board.showdown.order.len(), Row::default());
        }
        let reached = memory.reach.each_ref().map(|reach| reach.iter().any(|reach| *reach != Row::default()));
        for (player, values) in values.iter_mut().enumerate().filter(|(player, _)| !reached[1 - player]) {
            // Without an opponent nothing can be won, but the own way here still counts in the average strategy.
            values.fill(Row::default());
            memory.terminal_values[player].fill(Row::default());
        }
        if reached == [false; 2] {
            return 0;
        }
        let buckets = &board.showdown.row.distinct;
        memory.strategies.resize(buckets.len() * lanes.slots, Row::default());
        for player in 0..2 {
            tables.load(round, chunk, player, buckets, &mut memory.strategies);
        }
        for (player, values) in values.iter_mut().enumerate() {
            // All of them are written where an opponent is; where not, all are zero.
            memory.terminal_values[player].resize(lanes.terminals * buckets.len(), Row::default());
            if reached[1 - player] {
                self.value(player, memory, values);
            }
            memory.own_reach.clear();
            memory.own_reach.resize(buckets.len(), Row::default());
            let bucket_of_place = &board.showdown.row.of_place;
            let reach = &memory.reach[player];
            game.processor.run(ReachOfBuckets { reach, bucket_of_place, sums: &mut memory.own_reach });
            CfrLearner { tables, step }.learn(&Lesson {
                round,
                chunk,
                player,
                lanes,
                buckets,
                strategies: &memory.strategies,
                terminal_values: &memory.terminal_values[player],
                own_reach: &memory.own_reach,
            });
            if player == 0 {
                // The other player meets what was just learnt: the players take turns.
                tables.load(round, chunk, player, buckets, &mut memory.strategies);
            }
        }
        buckets.len() as u64 * lanes.decisions(chunk)
    }

    /// The player's values by place, and those of the ends by bucket.
    fn value(self, player: usize, memory: &mut LastRoundMemory<T>, values: &mut [Row<T>]) {
        memory.reach_of_holdings.resize(CONTESTANT_NUMBERS, Row::default());
        let holdings = self.board.showdown.order.ids();
        for (&id, &reach) in holdings.iter().zip(&memory.reach[1 - player]) {
            memory.reach_of_holdings[usize::from(id)] = reach;
        }
        self.pass.ladder.visit(1 - player, &mut ValueOfBranch { at: self, player, memory, values });
    }
}

struct ValueOfBranch<'a, 'b, T> {
    at: AtBoard<'a, T>,
    player: usize,
    memory: &'b mut LastRoundMemory<T>,
    values: &'b mut [Row<T>],
}

impl<T: Real> BranchVisitor for ValueOfBranch<'_, '_, T> {
    fn branch<const EXITS: usize, const CHECKED: bool, const OPPONENT_FIRST: bool>(&mut self) {
        let Self { at: AtBoard { pass, game, board, chunk }, player, memory, values } = self;
        let board = &board.showdown;
        let lanes = &game.lanes.rounds[game.lanes.rounds.len() - 1];
        let buckets = &board.row.distinct;
        let stakes = &pass.stakes[*player][*chunk][usize::from(!CHECKED)];
        let (free, after_check) = &pass.free_slots[1 - *player];
        let opponent = memory.opponent_products.of_branch::<EXITS>(buckets.len());
        game.processor.run(BranchProducts::<T, EXITS, CHECKED, OPPONENT_FIRST> {
            cells: FreeProbabilities::Slots { strategies: &memory.strategies, slots: lanes.slots, free },
            numbers: free.len(),
            after_check: *after_check,
            buckets,
            stakes,
            exits: &mut *opponent.exits,
            folds: &mut *opponent.folds,
        });
        game.processor.run(OwnProducts::<T, EXITS, CHECKED, OPPONENT_FIRST> {
            ladder: &pass.ladder,
            strategies: &memory.strategies,
            slots: lanes.slots,
            products: memory.own_products.of_branch(buckets.len()),
        });
        let sums = memory.end_sums.zeroed::<EXITS>(buckets.len());
        game.processor.run(BranchValues::<T, LearningReply<'_, T, EXITS>, EXITS, CHECKED, OPPONENT_FIRST> {
            board,
            reach: &memory.reach_of_holdings,
            exits: opponent.exits,
            folds: opponent.folds,
            stakes,
            sums: memory.sums.of_exits(),
            reply: LearningReply {
                own: OwnStrategy {
                    bucket_of_place: &board.row.of_place,
                    products: memory.own_products.of_branch(buckets.len()),
                },
                sums,
            },
            values,
        });
        let terminals = &mut memory.terminal_values[*player];
        let sums = memory.end_sums.of_branch::<EXITS>(buckets.len());
        let (checked, rungs) = pass.ladder.branch(CHECKED);
        let first = usize::from(CHECKED);
        for (bucket, (exits, folds)) in sums.exits.iter().zip(sums.folds.iter()).enumerate() {
            if let Some(checked) = checked {
                terminals[checked * buckets.len() + bucket] = exits[0];
            }
            for (number, rung) in rungs.iter().enumerate() {
                terminals[rung.call * buckets.len() + bucket] = exits[first + number];
                // Nothing where the opponent folds: that is in the call.
                terminals[rung.fold * buckets.len() + bucket] = folds[number];
            }
        }
    }
}
