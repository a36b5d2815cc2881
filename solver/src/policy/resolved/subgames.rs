//! Sixteen subgames at once: one chunk of the last round on one board, solved for one of the players.

use super::cohort_play::{Average, Discount, PlanMix};
use super::effort::Effort;
use super::river_game::RiverGame;
use super::safety::{Arrivals, Multipliers, SafetyCheck};
use crate::boards::DealtBoard;
use crate::train::lesson::{Lesson, TakeLesson};
use crate::train::tables::{ChunkRows, MatchRows};
use crate::train::update_rule::Step;
use crate::train::{Cells, UpdateRule};
use crate::walk::all_boards::ByHolding;
use crate::walk::down::Opposition;
use crate::walk::last_round::{
    Against, EndProducts, EndStakes, EndsOfBuckets, EndsOfShape, FreeProbabilities, OwnPlay, ProductsMemory, Respond,
    SweepMemory,
};
use crate::walk::prepared_game::rounded;
use crate::walk::{LANES, PreparedGame, Row, Shape};

/// A history is solved again if at least this share of the resolver's holdings comes there: in limit hold'em a third of
/// all, in which 96 % of what is gained lies.
const LEAST_SHARE: f64 = 0.01;

/// How much of the solution is tried, the rest being the blueprint's.
const SHARES: [f32; 7] = [1.0, 0.75, 0.5, 0.375, 0.25, 0.125, 0.0625];

/// One thread's memory, kept from chunk to chunk.
#[derive(Default)]
pub(super) struct SubgameMemory {
    /// `[cohort][slot]`: the current strategies of both; in the end the resolver's.
    pub strategies: Vec<Row<f32>>,
    regrets: Vec<Cells<f32>>,
    averages: Vec<Cells<f32>>,
    /// The cohorts' numbers.
    cohorts: Vec<u32>,
    /// The blueprint's strategies, `[cohort][slot]`.
    blueprint: Vec<Row<f32>>,
    /// By player and place: how the blueprint brings each holding here, on average once.
    reach: [Vec<Row<f32>>; 2],
    multipliers: Vec<Row<f32>>,
    /// How the opponent's holdings come.
    arrivals: Vec<Row<f32>>,
    /// What a best response wins with the opponent's holdings from the blueprint, and what they win now.
    before: Vec<Row<f32>>,
    now: Vec<Row<f32>>,
    /// The players as the other one meets them.
    sums: [SweepMemory<f32>; 2],
    by_blueprint: ProductsMemory<f32>,
    met: ProductsMemory<f32>,
    own: ProductsMemory<f32>,
    mixed: EndsOfBuckets<f32>,
    worths: EndsOfBuckets<f32>,
    end_sums: Vec<Row<f32>>,
    once: Vec<Row<f32>>,
    scratch: Vec<Row<f32>>,
}

/// What is solved.
pub(super) struct Subgames<'a> {
    pub game: &'a PreparedGame<f64>,
    pub river: &'a RiverGame,
    pub chunk: usize,
    pub resolver: usize,
    /// The board by cohorts.
    pub board: &'a DealtBoard,
    /// How the blueprint's players come here, by holding number.
    pub reach: [&'a ByHolding; 2],
    /// How the blueprint plays in the resolver's position on this board, `[cohort][slot]`.
    pub blueprint: &'a [Row<f64>],
}

impl Subgames<'_> {
    /// Solves them; returns how much of the solution is in the resolver's
    /// [strategies](SubgameMemory::strategies), lane by lane. Where that is nothing, the blueprint stays.
    pub fn solve(&self, effort: Effort, memory: &mut SubgameMemory) -> Row<f32> {
        let &Self { game, resolver, board, .. } = self;
        let opponent = 1 - resolver;
        memory.strategies.clear();
        memory.strategies.resize(self.blueprint.len(), Row::default());
        if !self.enter(memory) || self.shape().slots == 0 {
            return Row::default();
        }
        self.begin(memory);
        let met = game.processor.run(Opposition { order: &board.order, reach: &memory.reach[resolver] });
        for iteration in effort.iterations() {
            // These discounts do not depend on how many iterations are planned.
            let step = UpdateRule::DCFR.step(iteration, iteration);
            self.value(opponent, memory);
            self.learn(opponent, Step { average_weight: 0.0, ..step }, memory);
            self.move_multipliers(&met, memory);
            self.value(resolver, memory);
            // The weight of DCFR's average, which grows instead of shrinking the past.
            let weight = (iteration * iteration) as f64;
            self.learn(resolver, Step { average_weight: weight, ..step }, memory);
        }
        self.average(memory);
        self.mix_in_blueprint(&met, memory)
    }

    fn shape(&self) -> &Shape {
        self.game.lanes.shape(self.river.last.at(self.chunk))
    }

    fn ends(&self) -> &EndsOfShape {
        self.river.last.ends(self.chunk)
    }

    /// Brings both players here; whether the resolver comes at all.
    fn enter(&self, memory: &mut SubgameMemory) -> bool {
        let order = &self.board.order;
        let mut bring = |player: usize, least: f64| {
            let by_place = &mut memory.reach[player];
            self.game.processor.run(Arrivals { order, reach: self.reach[player], least, by_place })
        };
        bring(1 - self.resolver, 0.0);
        bring(self.resolver, LEAST_SHARE)
    }

    /// Finds what the opponent's holdings win from the blueprint; nothing has been learnt.
    fn begin(&self, memory: &mut SubgameMemory) {
        let &Self { game, river, chunk, resolver, board, .. } = self;
        let (cells, cohorts, places) = (self.blueprint.len(), board.last_row().distinct.len(), board.order.len());
        memory.blueprint.clear();
        memory.blueprint.extend(self.blueprint.iter().map(|&row| rounded::<f64, f32>(row)));
        memory.cohorts.clear();
        memory.cohorts.extend(0..cohorts as u32);
        for learnt in [&mut memory.regrets, &mut memory.averages] {
            learnt.clear();
            learnt.resize(cells, [0.0; LANES]);
        }
        memory.multipliers.clear();
        for by_place in [&mut memory.multipliers, &mut memory.arrivals, &mut memory.now] {
            by_place.resize(places, Row::default());
        }
        memory.once.clear();
        memory.once.resize(cohorts, Row::splat(1.0));
        memory.end_sums.resize(self.shape().ends * cohorts, Row::default());
        (0..2).for_each(|player| self.match_regrets(player, memory));
        memory.sums[resolver].add_reach(game.processor, board, &memory.reach[resolver]);
        self.multiply(resolver, &river.stakes[1 - resolver][chunk], &memory.blueprint, &mut memory.by_blueprint);
        let SubgameMemory { by_blueprint, before, reach, sums, scratch, .. } = memory;
        self.respond(&by_blueprint.products, reach, sums, scratch, before);
    }

    /// What a best response wins with each of the opponent's holdings from a resolver of these products.
    fn respond(
        &self,
        products: &EndsOfBuckets<f32>,
        reach: &[Vec<Row<f32>>; 2],
        sums: &mut [SweepMemory<f32>; 2],
        aside: &mut Vec<Row<f32>>,
        values: &mut Vec<Row<f32>>,
    ) {
        let resolver = self.resolver;
        values.resize(self.board.order.len(), Row::default());
        let reply = &mut Respond { table: &self.ends().table, player: 1 - resolver, values, aside, choices: () };
        self.against(resolver, &reach[resolver], products).play(&mut sums[resolver], reply);
    }

    fn move_multipliers(&self, met: &[Row<f32>], memory: &mut SubgameMemory) {
        let (processor, opponent, pot) = (self.game.processor, 1 - self.resolver, self.river.pots[self.chunk]);
        let SubgameMemory { reach, multipliers, arrivals, before, now, sums, .. } = memory;
        let range = &reach[opponent];
        processor.run(Multipliers { now, before, met, pot, range, multipliers, arrivals });
        sums[opponent].add_reach(processor, self.board, arrivals);
    }

    /// A player's values against the other one's strategy, and what each end is worth by cohort.
    fn value(&self, player: usize, memory: &mut SubgameMemory) {
        let &Self { river, chunk, resolver, board, .. } = self;
        let other = 1 - player;
        self.multiply(other, &river.stakes[player][chunk], &memory.strategies, &mut memory.met);
        self.multiply(player, &river.ones, &memory.strategies, &mut memory.own);
        let table = &self.ends().table;
        memory.worths.zero(table, memory.cohorts.len());
        let SubgameMemory { reach, arrivals, sums, met, own, worths, now, scratch, .. } = memory;
        let comes = if other == resolver { &reach[resolver] } else { &*arrivals };
        let reply = &mut OwnPlay {
            table,
            player,
            cohorts: &board.cohorts,
            opponents_buckets: None,
            products: &own.products,
            values: now,
            sums: Some(worths),
            of_card: scratch,
        };
        self.against(other, comes, &met.products).play(&mut sums[other], reply);
        memory.worths.write_by_end(table, &mut memory.end_sums);
    }

    /// A player as the other one meets it.
    fn against<'m>(&'m self, met: usize, reach: &'m [Row<f32>], products: &'m EndsOfBuckets<f32>) -> Against<'m, f32> {
        let player = 1 - met;
        Against {
            processor: self.game.processor,
            table: &self.ends().table,
            stakes: &self.river.stakes[player][self.chunk],
            player,
            cohorts: &self.board.cohorts,
            reach,
            products,
        }
    }

    /// Multiplies a player's probabilities out, cohort by cohort.
    fn multiply(
        &self,
        player: usize,
        stakes: &EndStakes<f32>,
        strategies: &[Row<f32>],
        ProductsMemory { products, rows, .. }: &mut ProductsMemory<f32>,
    ) {
        let EndsOfShape { table, free_slots, steps } = self.ends();
        let (slots, free) = (self.shape().slots, &free_slots[player][..]);
        self.game.processor.run(EndProducts {
            table,
            steps: &steps[player],
            cells: FreeProbabilities::Slots { strategies, slots, free },
            numbers: free.len(),
            buckets: &self.board.last_row().distinct,
            reached: &[],
            stakes,
            products,
            rows,
        });
    }

    /// Puts what was found out about a player's decisions into its regrets, and makes its next strategy of them.
    fn learn(&self, player: usize, step: Step, memory: &mut SubgameMemory) {
        let shape = self.shape();
        let SubgameMemory { strategies, regrets, averages, cohorts, end_sums, once, .. } = memory;
        self.game.processor.run(Discount { shape, player, step, regrets });
        let at = self.river.last.at(self.chunk);
        let lesson = &Lesson { at, player, buckets: cohorts, strategies, end_sums, own_reach: once };
        let rows = &mut ChunkRows { regrets, strategy_sums: averages };
        self.game.processor.run(TakeLesson { lesson, shape, rows, step: &step });
        self.match_regrets(player, memory);
    }

    fn match_regrets(&self, player: usize, memory: &mut SubgameMemory) {
        let SubgameMemory { strategies, regrets, cohorts, .. } = memory;
        self.game.processor.run(MatchRows { shape: self.shape(), player, buckets: cohorts, regrets, strategies });
    }

    /// The resolver's average strategy.
    fn average(&self, memory: &mut SubgameMemory) {
        let SubgameMemory { strategies, averages, .. } = memory;
        let (shape, player) = (self.shape(), self.resolver);
        self.game.processor.run(Average { shape, player, sums: averages, strategies });
    }

    /// Mixes the blueprint in until no holding wins more than it may; returns how much of the solution is left.
    fn mix_in_blueprint(&self, met: &[Row<f32>], memory: &mut SubgameMemory) -> Row<f32> {
        let &Self { game, river, chunk, resolver, .. } = self;
        let (table, pot) = (&self.ends().table, river.pots[chunk]);
        self.multiply(resolver, &river.stakes[1 - resolver][chunk], &memory.strategies, &mut memory.met);
        let SubgameMemory { met: solved, by_blueprint, mixed, before, now, reach, sums, scratch, .. } = memory;
        let mut shares = Row::<f32>::default();
        for share in SHARES {
            mixed.mix(table, Row::splat(share), [&solved.products, &by_blueprint.products]);
            self.respond(mixed, reach, sums, scratch, now);
            let is_safe = game.processor.run(SafetyCheck { before, after: now, met, pot });
            for (taken, is_safe) in shares.0.iter_mut().zip(is_safe) {
                if *taken == 0.0 && is_safe {
                    *taken = share;
                }
            }
            if shares.0.iter().all(|&taken| taken > 0.0) {
                break;
            }
        }
        let SubgameMemory { strategies, blueprint, .. } = memory;
        let (shape, player) = (self.shape(), resolver);
        game.processor.run(PlanMix { shape, player, share: shares, others: blueprint, strategies });
        self.only_where_the_resolver_comes(shares, memory)
    }

    /// Shares without the lanes in which too few of the resolver's holdings come: nothing was learnt there.
    fn only_where_the_resolver_comes(&self, mut shares: Row<f32>, memory: &SubgameMemory) -> Row<f32> {
        for (lane, share) in shares.0.iter_mut().enumerate() {
            if memory.reach[self.resolver].iter().all(|reach| reach.0[lane] == 0.0) {
                *share = 0.0;
            }
        }
        shares
    }
}
