//! A player's values in the last round against an opponent whose policy is known: all holdings on a board in sixteen
//! histories, answered with the best action or by a strategy of the player's own.

use evaluator::processor::Processor;

use super::against::{Against, SweepMemory};
use super::end_stakes::EndStakes;
use super::free_table::{FreeTable, ProductsMemory};
use super::linear::OwnPlay;
use super::respond::Respond;
use super::shapes::LastRound;
use crate::boards::DealtBoard;
use crate::walk::lanes::HistoryLanes;
use crate::walk::prepared_game::Player;
use crate::walk::prepared_game::Stakes;
use crate::walk::reach_products::{Real, Row};

/// The last round of a game for one player.
///
/// `T` is the precision of the sums within a board: `f32` for speed (relative errors up to 1e-4), `f64` to check it.
pub struct LastRoundValues<'p, T> {
    last: LastRound,
    player: usize,
    table: FreeTable<'p, T>,
    /// The player's own policy; `None` for the best actions.
    own: Option<FreeTable<'p, T>>,
    /// `[chunk]`
    stakes: Vec<EndStakes<T>>,
    /// One chip for every end, for the player's own products, which do not include the stakes.
    ones: EndStakes<T>,
    processor: Processor,
}

/// The memory of one thread, kept from board to board.
#[derive(Default)]
pub struct LastRoundMemory<T: Real> {
    sums: SweepMemory<T>,
    products: ProductsMemory<T>,
    own_products: ProductsMemory<T>,
    /// The opponent's reach, by place.
    reach: Vec<Row<T>>,
    values: Vec<Row<T>>,
    scratch: Vec<Row<T>>,
}

/// Sixteen histories of the last round on one board.
#[derive(Clone, Copy)]
pub struct LastRoundAt<'a, T> {
    /// The board as the opponent sees it.
    pub board: &'a DealtBoard,
    /// The board as the player sees it; not used where it answers with the best actions.
    pub own: &'a DealtBoard,
    pub chunk: usize,
    /// The opponent's reach, by holding number.
    pub reach: &'a [Row<T>],
}

impl<'p, T: Real> LastRoundValues<'p, T> {
    /// Prepares the last round for the player in a position, who plays by `own` or else the best actions; `None` where
    /// its betting does not have the form of an [`EndTable`](super::end_table::EndTable).
    pub fn new(
        lanes: &HistoryLanes,
        stakes: &Stakes<T>,
        position: usize,
        opponent: Player<'p, f64>,
        own: Option<Player<'p, f64>>,
        processor: Processor,
    ) -> Option<Self> {
        let last = LastRound::new(lanes)?;
        let table = FreeTable::new(lanes, &last, 1 - position, opponent);
        let own = own.map(|own| FreeTable::new(lanes, &last, position, own));
        let stakes = last.stakes(lanes, stakes, position);
        Some(Self { player: position, table, own, stakes, ones: last.ones(), last, processor })
    }

    /// [`Precision::values`], which callers use so that the kernels are not compiled again in their crates.
    fn values<'m>(&self, at: LastRoundAt<'_, T>, memory: &'m mut LastRoundMemory<T>) -> &'m [Row<T>] {
        let LastRoundAt { board, own: own_board, chunk, reach } = at;
        let &Self { ref last, player, ref table, ref own, ref stakes, ref ones, processor } = self;
        let ends = &last.ends(chunk).table;
        let LastRoundMemory { sums, products, own_products, reach: by_place, values, scratch } = memory;
        by_place.clear();
        by_place.extend(board.order.ids().iter().map(|&id| reach[usize::from(id)]));
        values.resize(board.order.len(), Row::default());
        let (row, stakes) = (board.last_row(), &stakes[chunk]);
        let reached = sums.add_reach(processor, board, by_place);
        processor.run(table.products(last, chunk, (&row.distinct, reached), stakes, products));
        let (cohorts, products) = (&board.cohorts, &products.products);
        let against = Against { processor, table: ends, stakes, player, cohorts, reach: by_place, products };
        match own {
            None => {
                against.play(sums, &mut Respond { table: ends, player, values, aside: scratch, choices: () });
            }
            Some(own) => {
                let own_row = own_board.last_row();
                processor.run(own.products(last, chunk, (&own_row.distinct, &[]), ones, own_products));
                let reply = &mut OwnPlay {
                    table: ends,
                    player,
                    cohorts: &own_board.cohorts,
                    opponents_buckets: (own_row.of_place != row.of_place).then_some(&row.of_place),
                    products: &own_products.products,
                    values,
                    sums: None,
                    of_card: scratch,
                };
                against.play(sums, reply);
            }
        }
        values
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
