//! A player's last round against one opponent: values of all holdings on a board for sixteen histories, answered with the best
//! action or by the opponent's own policy.

use evaluator::processor::Processor;
use std::sync::Arc;

use super::last_round_table::LastRoundTable;
use crate::measure::expected_value::Player;
use crate::walk::last_round::{
    BestReply, BettingLadder, BranchStakes, BranchValues, BranchVisitor, CardSums, EndsMemory, EndsOfBuckets,
    OwnStrategy, Reply, ShowdownBoard,
};
use crate::walk::{HistoryLanes, Real, Row, Stakes};

/// The last round of a game for a player who knows the opponent's policy.
///
/// `T` is the precision of the sums within a board: `f32` for speed (relative errors up to 1e-4), `f64` to hold it to.
pub struct LastRound<T> {
    ladder: BettingLadder,
    opponent: usize,
    table: Arc<LastRoundTable<T>>,
    /// What is played in the own position; `None` for the best actions.
    own: Option<Arc<LastRoundTable<T>>>,
    /// `[chunk]`: after a check, after a bet.
    stakes: Vec<[BranchStakes<T>; 2]>,
    /// One for every end: the own products are kept apart from what they are worth.
    ones: BranchStakes<T>,
    processor: Processor,
}

/// The memory of one thread, kept from board to board.
pub struct LastRoundScratch<T> {
    sums: CardSums<T>,
    products: EndsMemory<T>,
    own_products: EndsMemory<T>,
    values: Vec<Row<T>>,
}

impl<T: Real> Default for LastRoundScratch<T> {
    fn default() -> Self {
        let products = EndsMemory::default;
        Self { sums: CardSums::default(), products: products(), own_products: products(), values: Vec::new() }
    }
}

impl<T: Real> LastRound<T> {
    /// Prepares the last round; `None` where its betting has not the form of [`BettingLadder`].
    pub fn new(
        lanes: &HistoryLanes,
        stakes: &Stakes<T>,
        responder: usize,
        opponent: Player<'_, f64>,
        processor: Processor,
    ) -> Option<Self> {
        let (round, last) = lanes.rounds.iter().enumerate().next_back()?;
        let ladder = BettingLadder::of(last)?;
        let table = Arc::new(LastRoundTable::new(last, &ladder, round, 1 - responder, opponent));
        let stakes = BranchStakes::of_round(last, stakes, round, &ladder, responder);
        Some(Self { opponent: 1 - responder, ladder, table, own: None, stakes, ones: BranchStakes::ones(), processor })
    }

    /// The same policy in both positions: each player then answers with what the other is known to play there.
    #[must_use]
    pub fn of_policy_itself([mut first, mut second]: [Self; 2]) -> [Self; 2] {
        (first.own, second.own) = (Some(second.table.clone()), Some(first.table.clone()));
        [first, second]
    }

    /// The player's values in chips, by place, summed over the opponent's holdings that can be met; `reach` is the
    /// opponent's, by holding number.
    pub fn values<'s>(
        &self,
        board: &ShowdownBoard,
        chunk: usize,
        reach: &[Row<T>],
        scratch: &'s mut LastRoundScratch<T>,
    ) -> &'s [Row<T>] {
        scratch.values.resize(board.order.len(), Row::default());
        self.ladder.visit(self.opponent, &mut AtChunk { last: self, board, chunk, reach, scratch });
        &scratch.values
    }
}

/// One chunk on one board.
struct AtChunk<'a, T> {
    last: &'a LastRound<T>,
    board: &'a ShowdownBoard,
    chunk: usize,
    reach: &'a [Row<T>],
    scratch: &'a mut LastRoundScratch<T>,
}

impl<T: Real> BranchVisitor for AtChunk<'_, T> {
    fn branch<const EXITS: usize, const CHECKED: bool, const OPPONENT_FIRST: bool>(&mut self) {
        let Self { last, board, .. } = *self;
        let stakes = self.stakes::<CHECKED>();
        let mut products = std::mem::take(&mut self.scratch.products);
        self.multiply::<EXITS, CHECKED, OPPONENT_FIRST>(&last.table, stakes, &mut products);
        match &last.own {
            None => self.sum_up::<_, EXITS, CHECKED, OPPONENT_FIRST>(&mut products, BestReply),
            Some(own) => {
                let mut own_products = std::mem::take(&mut self.scratch.own_products);
                // Of the two players one faces the first bet.
                if OPPONENT_FIRST {
                    self.multiply::<EXITS, CHECKED, false>(own, &last.ones, &mut own_products);
                } else {
                    self.multiply::<EXITS, CHECKED, true>(own, &last.ones, &mut own_products);
                }
                let reply = OwnStrategy {
                    bucket_of_place: &board.row.of_place,
                    products: own_products.of_branch(board.row.distinct.len()),
                };
                self.sum_up::<_, EXITS, CHECKED, OPPONENT_FIRST>(&mut products, reply);
                self.scratch.own_products = own_products;
            }
        }
        self.scratch.products = products;
    }
}

impl<'a, T: Real> AtChunk<'a, T> {
    fn stakes<const CHECKED: bool>(&self) -> &'a BranchStakes<T> {
        &self.last.stakes[self.chunk][usize::from(!CHECKED)]
    }

    /// One position's products in a branch; `FACES` tells whether it faces the first bet.
    fn multiply<const EXITS: usize, const CHECKED: bool, const FACES: bool>(
        &self,
        table: &LastRoundTable<T>,
        stakes: &BranchStakes<T>,
        products: &mut EndsMemory<T>,
    ) {
        let buckets = &self.board.row.distinct;
        let products = table.products::<EXITS, CHECKED, FACES>(self.chunk, buckets, stakes, products);
        self.last.processor.run(products);
    }

    /// The branch's values, given the opponent's products.
    fn sum_up<R, const EXITS: usize, const CHECKED: bool, const OPPONENT_FIRST: bool>(
        &mut self,
        products: &mut EndsMemory<T>,
        reply: R,
    ) where
        R: Reply<T, EXITS, CHECKED, OPPONENT_FIRST>,
    {
        let (board, stakes) = (self.board, self.stakes::<CHECKED>());
        let EndsOfBuckets { exits, folds } = products.of_branch(board.row.distinct.len());
        let LastRoundScratch { sums, values, .. } = &mut *self.scratch;
        let (reach, sums) = (self.reach, sums.of_exits());
        self.last.processor.run(BranchValues { board, reach, exits, folds, stakes, sums, reply, values });
    }
}
