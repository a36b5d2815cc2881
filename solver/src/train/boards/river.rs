//! The last round of a batch: one chunk of histories on all its boards, one after the other, learning at once.
//!
//! A player meets either the strategy that the opponent has learnt so far, or the answer of an opponent with exact
//! cards.
//!
//! The two branches of the last round for the players on a board: their worth to a player who learns, and the answer of
//! an opponent with exact cards.

use tables::strategy::block::PARTS;

use super::{Batch, BatchBoard};
use crate::boards::CONTESTANT_NUMBERS;
use crate::train::lesson::Lesson;
use crate::walk::down::{ReachOfBuckets, is_reached};
use crate::walk::last_round::{
    BettingLadder, Branch, BranchProducts, BranchStakes, BranchValues, BranchVisitor, CardSums, EndsMemory,
    FreeProbabilities, OwnProducts,
};
use crate::walk::reply::{Answer, LearnBranch, OwnBranch};
use crate::walk::{ChunkId, LANES, PreparedGame, Real, Row, Strategies};

/// A game's last round, made ready for learning.
pub(crate) struct River<T> {
    ladder: BettingLadder,
    /// `[player][chunk]`: after a check, after a bet.
    stakes: [Vec<[BranchStakes<T>; 2]>; 2],
    /// By player: the slots that all probabilities follow from, and how many of them come after a check.
    free_slots: [(Vec<usize>, usize); 2],
}

/// One thread's memory, kept from chunk to chunk.
#[derive(Default)]
pub(crate) struct RiverMemory<T: Real> {
    /// By view of the board, `[bucket][slot]`.
    strategies: [Vec<Row<T>>; 2],
    /// The best replies of an opponent with exact cards, `[place][number]`, in parts of 255.
    answers: Vec<[u8; LANES]>,
    /// By player, `[place]`.
    reach: [Vec<Row<T>>; 2],
    /// The opponent's reach, by holding number.
    reach_of_holdings: Vec<Row<T>>,
    opponent_products: EndsMemory<T>,
    own_products: EndsMemory<T>,
    branch_sums: EndsMemory<T>,
    sums: CardSums<T>,
    /// By player, `[end][bucket]`.
    end_sums: [Vec<Row<T>>; 2],
    own_reach: Vec<Row<T>>,
}

impl<T: Real> River<T> {
    /// Prepares the last round of a game; `None` where its betting does not have the form of a [`BettingLadder`].
    pub fn new(game: &PreparedGame<T>) -> Option<Self> {
        let (round, last) = game.lanes.rounds.iter().enumerate().next_back()?;
        let ladder = BettingLadder::of(last)?;
        let stakes = [0, 1].map(|player| BranchStakes::of_round(last, &game.stakes, round, &ladder, player));
        let free_slots = [0, 1].map(|player| ladder.free_slots(player));
        Some(Self { ladder, stakes, free_slots })
    }

    /// Plays a chunk on all boards; `values[board][player]` receives values by place. Returns the number of information
    /// sets at which a player learnt.
    pub fn play(
        &self,
        batch: &Batch<'_, '_, T>,
        chunk: usize,
        memory: &mut RiverMemory<T>,
        values: &mut [[Vec<Row<T>>; 2]],
    ) -> u64 {
        let at = ChunkId { round: batch.game.lanes.rounds.len() - 1, chunk };
        let mut touched = 0;
        let boards = batch.boards.iter().zip(values).enumerate();
        for (number, (board, values)) in boards.filter(|(_, (board, _))| batch.share.plays(at, board.owner)) {
            touched += RiverOnBoard { river: self, batch, board, number, at }.play(memory, values);
        }
        touched
    }
}

/// One chunk on one board.
struct RiverOnBoard<'a, 't, T> {
    river: &'a River<T>,
    batch: &'a Batch<'a, 't, T>,
    board: &'a BatchBoard<T>,
    /// The board's number in the batch.
    number: usize,
    at: ChunkId,
}

impl<T: Real> RiverOnBoard<'_, '_, T> {
    fn play(&self, memory: &mut RiverMemory<T>, values: &mut [Vec<Row<T>>; 2]) -> u64 {
        let Self { batch, board, at, .. } = *self;
        let game = batch.game;
        for (player, (reach, values)) in memory.reach.iter_mut().zip(values.iter_mut()).enumerate() {
            let view = batch.view(board, player);
            board.descents[player].reach(game, view, at, reach);
            values.resize(view.order.len(), Row::default());
        }
        let reached = memory.reach.each_ref().map(|reach| is_reached(reach));
        for (player, values) in values.iter_mut().enumerate().filter(|(player, _)| !reached[1 - player]) {
            // Without an opponent nothing can be won, but the player's own reach here still counts in the average
            // strategy.
            values.fill(Row::default());
            memory.end_sums[player].fill(Row::default());
        }
        if reached == [false; 2] {
            return 0;
        }
        let learners = [0, 1].into_iter().filter(|&player| batch.exact != Some(player));
        for player in learners.clone() {
            self.load(player, memory);
        }
        if let Some(exact) = batch.exact {
            self.answer(exact, reached[1 - exact], memory, &mut values[exact]);
        }
        let mut touched = 0;
        for player in learners {
            self.learn(player, reached[1 - player], memory, &mut values[player]);
            if player == 0 && batch.exact.is_none() {
                // The other player meets what was just learnt: the players take turns.
                self.load(player, memory);
            }
            touched += batch.learnt(board, player, at);
        }
        touched
    }

    /// The strategy of a player who learns.
    fn load(&self, player: usize, memory: &mut RiverMemory<T>) {
        let Self { batch, board, at, .. } = *self;
        let (seat, buckets) = (batch.seats[player], &batch.row(board, player, at.round).distinct);
        let strategies = &mut memory.strategies[seat.view];
        strategies.resize(buckets.len() * batch.game.lanes.rounds[at.round].slots, Row::default());
        seat.tables.load(at, player, buckets, strategies);
    }

    /// The best reply of the player with exact cards, and what it is worth.
    fn answer(&self, player: usize, is_opposed: bool, memory: &mut RiverMemory<T>, values: &mut [Row<T>]) {
        let numbers = self.river.free_slots[player].0.len();
        memory.answers.resize(values.len() * numbers, [0; LANES]);
        if is_opposed {
            self.spread_reach(1 - player, memory);
            let visitor = &mut AnswerInBranch { on_board: self, player, memory, values };
            self.river.ladder.visit(1 - player, visitor);
        } else {
            // Where the learner never comes, everything is a best reply: the opponent checks and calls.
            memory.answers.fill([0; LANES]);
            let (slots, after_check) = &self.river.free_slots[player];
            let calls = (1..slots.len()).filter(|&number| is_call(number, *after_check));
            for number in std::iter::once(0).chain(calls) {
                memory.answers.iter_mut().skip(number).step_by(numbers).for_each(|parts| *parts = [PARTS; LANES]);
            }
        }
    }

    /// Values a player's strategy and learns from it.
    fn learn(&self, player: usize, is_opposed: bool, memory: &mut RiverMemory<T>, values: &mut [Row<T>]) {
        let Self { batch, board, number, at, .. } = *self;
        let (seat, row) = (batch.seats[player], batch.row(board, player, at.round));
        // With an opponent, all of them are written; without one, all are zero.
        let ends = batch.game.lanes.rounds[at.round].ends * row.distinct.len();
        memory.end_sums[player].resize(ends, Row::default());
        if is_opposed {
            self.spread_reach(1 - player, memory);
            self.river.ladder.visit(1 - player, &mut ValueOfBranch { on_board: self, player, memory, values });
        }
        memory.own_reach.clear();
        memory.own_reach.resize(row.distinct.len(), Row::default());
        let (reach, sums) = (&memory.reach[player], &mut memory.own_reach);
        batch.game.processor.run(ReachOfBuckets { reach, bucket_of_place: &row.of_place, sums });
        let lesson = Lesson {
            at,
            player,
            buckets: &row.distinct,
            strategies: &memory.strategies[seat.view],
            end_sums: &memory.end_sums[player],
            own_reach: &memory.own_reach,
        };
        seat.tables.learn(&lesson, &seat.steps[number]);
    }

    /// Writes a player's reach by the numbers of the holdings.
    fn spread_reach(&self, player: usize, memory: &mut RiverMemory<T>) {
        memory.reach_of_holdings.resize(CONTESTANT_NUMBERS, Row::default());
        let holdings = self.batch.view(self.board, player).order.ids();
        for (&id, &reach) in holdings.iter().zip(&memory.reach[player]) {
            memory.reach_of_holdings[usize::from(id)] = reach;
        }
    }
}

/// Whether a free number other than the check is a call: in each branch a call comes first, then raise and call in
/// turn.
fn is_call(number: usize, after_check: usize) -> bool {
    let first = if number < after_check { 1 } else { after_check };
    (number - first).is_multiple_of(2)
}

/// A player's values in a branch against the strategy or the answer of the opponent.
struct ValueOfBranch<'a, 'b, 't, T: Real> {
    pub on_board: &'a RiverOnBoard<'a, 't, T>,
    /// The player who learns.
    pub player: usize,
    pub memory: &'b mut RiverMemory<T>,
    pub values: &'b mut [Row<T>],
}

impl<T: Real> BranchVisitor for ValueOfBranch<'_, '_, '_, T> {
    fn branch<const EXITS: usize, B: Branch>(&mut self, branch: B) {
        let Self { on_board, player, memory, values } = self;
        let RiverOnBoard { river, batch, board, at, .. } = **on_board;
        let (player, opponent) = (*player, 1 - *player);
        let [own_seat, opponents_seat] = [player, opponent].map(|player| batch.seats[player]);
        let [row, opponents_row] = [player, opponent].map(|player| batch.row(board, player, at.round));
        let (lanes, buckets) = (&batch.game.lanes.rounds[at.round], &row.distinct);
        let stakes = &river.stakes[player][at.chunk][usize::from(!B::AFTER_CHECK)];
        let (free, after_check) = &river.free_slots[opponent];
        let cells = if batch.exact == Some(opponent) {
            FreeProbabilities::Parts(&memory.answers)
        } else {
            FreeProbabilities::Slots { strategies: &memory.strategies[opponents_seat.view], slots: lanes.slots, free }
        };
        let ends = memory.opponent_products.of_branch::<EXITS>(opponents_row.distinct.len());
        let processor = batch.game.processor;
        processor.run(BranchProducts {
            branch,
            cells,
            numbers: free.len(),
            after_check: *after_check,
            buckets: &opponents_row.distinct,
            stakes,
            exits: &mut *ends.exits,
            folds: &mut *ends.folds,
        });
        processor.run(OwnProducts::<T, EXITS, _> {
            branch,
            ladder: &river.ladder,
            strategies: &memory.strategies[own_seat.view],
            slots: lanes.slots,
            products: memory.own_products.of_branch(buckets.len()),
        });
        let products = memory.own_products.of_branch::<EXITS>(buckets.len());
        processor.run(BranchValues {
            branch,
            board: batch.view(board, opponent),
            row: opponents_row,
            reach: &memory.reach_of_holdings,
            exits: ends.exits,
            folds: ends.folds,
            stakes,
            sums: memory.sums.of_exits(),
            reply: LearnBranch {
                own: OwnBranch { bucket_of_place: &row.of_place, products },
                sums: memory.branch_sums.zeroed(buckets.len()),
            },
            values,
        });
        let end_sums = &mut memory.end_sums[player];
        let sums = memory.branch_sums.of_branch::<EXITS>(buckets.len());
        let (checked, rungs) = river.ladder.branch(B::AFTER_CHECK);
        for (bucket, (exits, folds)) in sums.exits.iter().zip(sums.folds.iter()).enumerate() {
            if let Some(checked) = checked {
                end_sums[checked * buckets.len() + bucket] = exits[0];
            }
            for (number, rung) in rungs.iter().enumerate() {
                end_sums[rung.call * buckets.len() + bucket] = exits[B::FIRST_CALL + number];
                // Zero where the opponent folds: that is included in the call.
                end_sums[rung.fold * buckets.len() + bucket] = folds[number];
            }
        }
    }
}

/// The best reply in a branch to the strategy of a player who learns.
struct AnswerInBranch<'a, 'b, 't, T: Real> {
    pub on_board: &'a RiverOnBoard<'a, 't, T>,
    /// The player who answers.
    pub player: usize,
    pub memory: &'b mut RiverMemory<T>,
    pub values: &'b mut [Row<T>],
}

impl<T: Real> BranchVisitor for AnswerInBranch<'_, '_, '_, T> {
    fn branch<const EXITS: usize, B: Branch>(&mut self, branch: B) {
        let Self { on_board, player, memory, values } = self;
        let RiverOnBoard { river, batch, board, at, .. } = **on_board;
        let (player, learner) = (*player, 1 - *player);
        let (row, seat) = (batch.row(board, learner, at.round), batch.seats[learner]);
        let stakes = &river.stakes[player][at.chunk][usize::from(!B::AFTER_CHECK)];
        let (free, after_check) = &river.free_slots[learner];
        let ends = memory.opponent_products.of_branch::<EXITS>(row.distinct.len());
        let slots = batch.game.lanes.rounds[at.round].slots;
        batch.game.processor.run(BranchProducts {
            branch,
            cells: FreeProbabilities::Slots { strategies: &memory.strategies[seat.view], slots, free },
            numbers: free.len(),
            after_check: *after_check,
            buckets: &row.distinct,
            stakes,
            exits: &mut *ends.exits,
            folds: &mut *ends.folds,
        });
        let (own, after_check) = &river.free_slots[player];
        batch.game.processor.run(BranchValues {
            branch,
            board: batch.view(board, learner),
            row,
            reach: &memory.reach_of_holdings,
            exits: ends.exits,
            folds: ends.folds,
            stakes,
            sums: memory.sums.of_exits(),
            reply: Answer { parts: &mut memory.answers, numbers: own.len(), after_check: *after_check },
            values,
        });
    }
}
