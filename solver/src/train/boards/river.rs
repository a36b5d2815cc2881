//! The last round of a batch: one chunk of histories on all its boards, one after the other, learning at once.
//!
//! A player meets either the strategy that the opponent has learnt so far, or the answer of an opponent with exact
//! cards.

use tables::strategy::block::PARTS;

use super::{Batch, BatchBoard};
use crate::boards::BucketRow;
use crate::train::lesson::Lesson;
use crate::walk::down::{ReachOfBuckets, is_reached};
use crate::walk::last_round::{
    Against, EndProducts, EndStakes, EndsOfBuckets, EndsOfShape, FreeProbabilities, KeepChoices, LastRound, OwnPlay,
    ProductsMemory, Respond, SweepMemory,
};
use crate::walk::{ChunkId, LANES, PreparedGame, Real, Row, Strategies};

/// A game's last round, made ready for learning.
pub(crate) struct River<T> {
    last: LastRound,
    /// `[player][chunk]`
    stakes: [Vec<EndStakes<T>>; 2],
    /// One chip for every end, for products that do not include the stakes.
    ones: EndStakes<T>,
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
    opponent: ProductsMemory<T>,
    own: ProductsMemory<T>,
    sums: SweepMemory<T>,
    worths: EndsOfBuckets<T>,
    scratch: Vec<Row<T>>,
    /// By player, `[end][bucket]`.
    end_sums: [Vec<Row<T>>; 2],
    own_reach: Vec<Row<T>>,
}

impl<T: Real> River<T> {
    /// Prepares the last round of a game; `None` where its betting does not have the form that the kernels need.
    pub fn new(game: &PreparedGame<T>) -> Option<Self> {
        let last = LastRound::new(&game.lanes)?;
        let stakes = [0, 1].map(|player| last.stakes(&game.lanes, &game.stakes, player));
        Some(Self { stakes, ones: last.ones(), last })
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
        let at = self.last.at(chunk);
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
    /// The ends of the chunk.
    fn ends(&self) -> &EndsOfShape {
        self.river.last.ends(self.at.chunk)
    }

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
        strategies.resize(buckets.len() * batch.game.lanes.shape(at).slots, Row::default());
        seat.tables.load(at, player, buckets, strategies);
    }

    /// The best reply of the player with exact cards, and what it is worth.
    fn answer(&self, player: usize, is_opposed: bool, memory: &mut RiverMemory<T>, values: &mut [Row<T>]) {
        let EndsOfShape { table, free_slots, .. } = self.ends();
        let numbers = free_slots[player].len();
        memory.answers.resize(values.len() * numbers, [0; LANES]);
        if !is_opposed {
            // Where the learner never comes, everything is a best reply: the opponent checks and calls.
            memory.answers.fill([0; LANES]);
            for choice in table.calls(player) {
                memory.answers.iter_mut().skip(choice).step_by(numbers).for_each(|parts| *parts = [PARTS; LANES]);
            }
            return;
        }
        let learner = 1 - player;
        let cells = self.cells(learner, &memory.strategies);
        let reached = self.add_reach(learner, &memory.reach, &mut memory.sums);
        self.multiply(learner, cells, reached, &self.river.stakes[player], &mut memory.opponent);
        let choices = KeepChoices { parts: &mut memory.answers, numbers };
        let reply = &mut Respond { table, player, values, aside: &mut memory.scratch, choices };
        self.against(learner, &memory.reach, &memory.opponent.products).play(&mut memory.sums, reply);
    }

    /// Values a player's strategy and learns from it.
    fn learn(&self, player: usize, is_opposed: bool, memory: &mut RiverMemory<T>, values: &mut [Row<T>]) {
        let Self { batch, board, number, at, .. } = *self;
        let (seat, row) = (batch.seats[player], batch.row(board, player, at.round));
        // With an opponent, all of them are written; without one, all are zero.
        let ends = batch.game.lanes.shape(at).ends * row.distinct.len();
        memory.end_sums[player].resize(ends, Row::default());
        if is_opposed {
            self.value(player, row, memory, values);
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

    /// A player's values against the strategy or the answer of the opponent, and what each end is worth.
    fn value(&self, player: usize, row: &BucketRow, memory: &mut RiverMemory<T>, values: &mut [Row<T>]) {
        let Self { river, batch, board, .. } = *self;
        let (table, opponent) = (&self.ends().table, 1 - player);
        let cells = if batch.exact == Some(opponent) {
            FreeProbabilities::Parts(&memory.answers)
        } else {
            self.cells(opponent, &memory.strategies)
        };
        let reached = self.add_reach(opponent, &memory.reach, &mut memory.sums);
        self.multiply(opponent, cells, reached, &river.stakes[player], &mut memory.opponent);
        let own = self.cells(player, &memory.strategies);
        self.multiply(player, own, &[], std::slice::from_ref(&river.ones), &mut memory.own);
        memory.worths.zero(table, row.distinct.len());
        let opponents_buckets = &batch.row(board, opponent, self.at.round).of_place;
        let sees_the_same = batch.seats[player].view == batch.seats[opponent].view;
        let reply = &mut OwnPlay {
            table,
            player,
            cohorts: &batch.view(board, player).cohorts,
            opponents_buckets: (!sees_the_same).then_some(opponents_buckets),
            products: &memory.own.products,
            values,
            sums: Some(&mut memory.worths),
            of_card: &mut memory.scratch,
        };
        self.against(opponent, &memory.reach, &memory.opponent.products).play(&mut memory.sums, reply);
        memory.worths.write_by_end(table, &mut memory.end_sums[player]);
    }

    /// Adds up the reach of a player whom the other one meets; says which buckets come at all.
    fn add_reach<'m>(&self, player: usize, reach: &[Vec<Row<T>>; 2], sums: &'m mut SweepMemory<T>) -> &'m [bool] {
        let Self { batch, board, .. } = *self;
        sums.add_reach(batch.game.processor, batch.view(board, player), &reach[player])
    }

    /// All that is known of a player whom the other one meets.
    fn against<'m>(
        &'m self,
        opponent: usize,
        reach: &'m [Vec<Row<T>>; 2],
        products: &'m EndsOfBuckets<T>,
    ) -> Against<'m, T> {
        let Self { river, batch, board, at, .. } = *self;
        Against {
            processor: batch.game.processor,
            table: &self.ends().table,
            stakes: &river.stakes[1 - opponent][at.chunk],
            player: 1 - opponent,
            cohorts: &batch.view(board, opponent).cohorts,
            reach: &reach[opponent],
            products,
        }
    }

    /// The strategy of a player who learns.
    fn cells<'m>(&'m self, player: usize, strategies: &'m [Vec<Row<T>>; 2]) -> FreeProbabilities<'m, T> {
        let Self { batch, at, .. } = *self;
        FreeProbabilities::Slots {
            strategies: &strategies[batch.seats[player].view],
            slots: batch.game.lanes.shape(at).slots,
            free: &self.ends().free_slots[player],
        }
    }

    /// Multiplies a player's probabilities out for the buckets that are `reached`, or all if that is empty; `stakes`
    /// are those of all chunks, or the same for all of them.
    fn multiply(
        &self,
        player: usize,
        cells: FreeProbabilities<'_, T>,
        reached: &[bool],
        stakes: &[EndStakes<T>],
        memory: &mut ProductsMemory<T>,
    ) {
        let Self { batch, board, at, .. } = *self;
        let EndsOfShape { table, free_slots, steps } = self.ends();
        let ProductsMemory { products, rows, .. } = memory;
        batch.game.processor.run(EndProducts {
            table,
            steps: &steps[player],
            cells,
            numbers: free_slots[player].len(),
            buckets: &batch.row(board, player, at.round).distinct,
            reached,
            stakes: stakes.get(at.chunk).unwrap_or(&stakes[0]),
            products,
            rows,
        });
    }
}
