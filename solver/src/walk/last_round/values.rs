//! A player's values in the last round against an opponent whose policy is known: all holdings on a board in sixteen
//! histories, answered with the best action or by a strategy of the player's own.

use evaluator::processor::Processor;

use super::betting_ladder::{BettingLadder, BranchVisitor};
use super::branch::Branch;
use super::branch_ends::{EndsMemory, EndsOfBuckets};
use super::branch_kernel::{BranchReply, BranchValues};
use super::branch_stakes::BranchStakes;
use super::card_sums::CardSums;
use super::free_table::{AskedCells, FreeTable};
use crate::boards::{BucketRow, DealtBoard};
use crate::walk::lanes::HistoryLanes;
use crate::walk::prepared_game::Player;
use crate::walk::prepared_game::Stakes;
use crate::walk::reach_products::{Real, Row};
use crate::walk::reply::{Best, OwnBranch};

/// The last round of a game for one player.
///
/// `T` is the precision of the sums within a board: `f32` for speed (relative errors up to 1e-4), `f64` to check it.
pub struct LastRoundValues<'p, T> {
    ladder: BettingLadder,
    opponent: usize,
    table: FreeTable<'p, T>,
    /// The player's own policy; `None` for the best actions.
    own: Option<FreeTable<'p, T>>,
    /// `[chunk]`: after a check, after a bet.
    stakes: Vec<[BranchStakes<T>; 2]>,
    /// One chip for every end, for the player's own products, which do not include the stakes.
    ones: BranchStakes<T>,
    processor: Processor,
}

/// The memory of one thread, kept from board to board.
#[derive(Default)]
pub struct LastRoundMemory<T: Real> {
    sums: CardSums<T>,
    products: EndsMemory<T>,
    own_products: EndsMemory<T>,
    asked: AskedCells<T>,
    own_asked: AskedCells<T>,
    values: Vec<Row<T>>,
}

/// Sixteen histories of the last round on one board.
#[derive(Clone, Copy)]
pub struct LastRoundAt<'a, T> {
    /// The board with the opponent's buckets.
    pub board: &'a DealtBoard,
    /// The player's own buckets; not used where it answers with the best actions.
    pub own_row: &'a BucketRow,
    pub chunk: usize,
    /// The opponent's reach, by holding number.
    pub reach: &'a [Row<T>],
}

impl<'p, T: Real> LastRoundValues<'p, T> {
    /// Prepares the last round for the player in a position, who plays by `own` or else the best actions; `None` where
    /// its betting does not have the form of a [`BettingLadder`].
    pub fn new(
        lanes: &HistoryLanes,
        stakes: &Stakes<T>,
        position: usize,
        opponent: Player<'p, f64>,
        own: Option<Player<'p, f64>>,
        processor: Processor,
    ) -> Option<Self> {
        let (round, last) = lanes.rounds.iter().enumerate().next_back()?;
        let ladder = BettingLadder::of(last)?;
        let table = FreeTable::new(last, &ladder, round, 1 - position, opponent);
        let own = own.map(|own| FreeTable::new(last, &ladder, round, position, own));
        let stakes = BranchStakes::of_round(last, stakes, round, &ladder, position);
        Some(Self { opponent: 1 - position, ladder, table, own, stakes, ones: BranchStakes::ones(), processor })
    }

    /// [`Precision::values`], which callers use so that the kernels are not compiled again in their crates.
    fn values<'m>(&self, at: LastRoundAt<'_, T>, memory: &'m mut LastRoundMemory<T>) -> &'m [Row<T>] {
        debug_assert_eq!(at.board.by_cards.len(), at.board.order.len(), "boards list holdings of two cards alone");
        memory.values.resize(at.board.order.len(), Row::default());
        self.table.ask(at.chunk, &at.board.last_row().distinct, &mut memory.asked);
        if let Some(own) = &self.own {
            own.ask(at.chunk, &at.own_row.distinct, &mut memory.own_asked);
        }
        self.ladder.visit(self.opponent, &mut BranchesAt { last: self, at, memory });
        &memory.values
    }
}

/// The precisions of the last round. Its kernels are compiled here, once for each of them, and not again in every
/// crate that asks for values.
pub trait Precision: Real {
    /// The player's values in chips, by place, summed over the opponent's holdings that can be met; holdings are of two
    /// cards.
    fn values<'m>(
        last: &LastRoundValues<'_, Self>,
        at: LastRoundAt<'_, Self>,
        memory: &'m mut LastRoundMemory<Self>,
    ) -> &'m [Row<Self>];
}

macro_rules! precision {
    ($($number:ty),*) => {$(
        impl Precision for $number {
            #[inline(never)]
            fn values<'m>(
                last: &LastRoundValues<'_, Self>,
                at: LastRoundAt<'_, Self>,
                memory: &'m mut LastRoundMemory<Self>,
            ) -> &'m [Row<Self>] {
                last.values(at, memory)
            }
        }
    )*};
}
precision!(f32, f64);

struct BranchesAt<'a, T: Real> {
    last: &'a LastRoundValues<'a, T>,
    at: LastRoundAt<'a, T>,
    memory: &'a mut LastRoundMemory<T>,
}

impl<T: Real> BranchVisitor for BranchesAt<'_, T> {
    fn branch<const EXITS: usize, B: Branch>(&mut self, branch: B) {
        let Self { last, at, .. } = *self;
        let LastRoundMemory { products, own_products, asked, own_asked, .. } = &mut *self.memory;
        let stakes = &last.stakes[at.chunk][usize::from(!B::AFTER_CHECK)];
        let buckets = &at.board.last_row().distinct;
        last.processor.run(last.table.products::<EXITS, _>(branch, at.chunk, buckets, asked, stakes, products));
        let Some(own) = &last.own else { return self.sum_up::<_, EXITS, B>(branch, Best) };
        let buckets = &at.own_row.distinct;
        let turned = branch.turned();
        let multiplication = own.products::<EXITS, _>(turned, at.chunk, buckets, own_asked, &last.ones, own_products);
        last.processor.run(multiplication);
        let mut own_products = std::mem::take(own_products);
        let products = own_products.of_branch(buckets.len());
        self.sum_up::<_, EXITS, B>(branch, OwnBranch { bucket_of_place: &at.own_row.of_place, products });
        self.memory.own_products = own_products;
    }
}

impl<T: Real> BranchesAt<'_, T> {
    /// The branch's values, given the opponent's products.
    fn sum_up<R: BranchReply<T, EXITS, B>, const EXITS: usize, B: Branch>(&mut self, branch: B, reply: R) {
        let Self { last, at: LastRoundAt { board, reach, chunk, .. }, memory } = self;
        let LastRoundMemory { sums, products, values, .. } = &mut **memory;
        let row = board.last_row();
        let EndsOfBuckets { exits, folds } = products.of_branch(row.distinct.len());
        let stakes = &last.stakes[*chunk][usize::from(!B::AFTER_CHECK)];
        let sums = sums.of_exits();
        last.processor.run(BranchValues { branch, board, row, reach, exits, folds, stakes, sums, reply, values });
    }
}
