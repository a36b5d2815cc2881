//! The two branches of the last round for the players on a board: their worth to a player who learns, and the answer of
//! an opponent with exact cards.

use super::{RiverMemory, RiverOnBoard};
use crate::walk::last_round::{Branch, BranchProducts, BranchValues, BranchVisitor, FreeProbabilities, OwnProducts};
use crate::walk::reply::{Answer, LearnBranch, OwnBranch};
use crate::walk::{Real, Row};

/// A player's values in a branch against the strategy or the answer of the opponent.
pub(super) struct ValueOfBranch<'a, 'b, 't, T> {
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
pub(super) struct AnswerInBranch<'a, 'b, 't, T> {
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
