//! One iteration over all boards of a small game by the walk over any board: both players updated once, one after the
//! other.
//!
//! [`columns`](super::columns) is many times faster where a game fits it; this plays the others, and is the reference
//! that `columns` is checked against.

use rayon::prelude::*;
use std::ops::RangeInclusive;

use super::lesson::Lesson;
use super::tables::{Cells, ChunkTables, TableLayout};
use super::update_rule::{Step, UpdateRule};
use crate::boards::card_rules::all_boards;
use crate::boards::{Buckets, DealtBoard};
use crate::walk::down::{Descent, ReachOfBuckets};
use crate::walk::{BoardWalk, ChunkId, LANES, PreparedGame, Real, Row, Strategies};

/// A training on all boards, with its tables.
pub struct FullBoards<'a> {
    game: &'a PreparedGame<f64>,
    layout: &'a TableLayout,
    rule: UpdateRule,
    /// Planned iterations, for schedules.
    planned: u64,
    boards: Vec<DealtBoard>,
    pub regrets: Vec<Cells<f64>>,
    pub strategy_sums: Vec<Cells<f64>>,
    /// What a player gains on all boards of an iteration, before it is added to the regrets.
    gains: Vec<Cells<f64>>,
}

impl<'a> FullBoards<'a> {
    /// Prepares iterations: all boards are dealt now.
    pub fn new(
        game: &'a PreparedGame<f64>,
        buckets: &dyn Buckets,
        layout: &'a TableLayout,
        rule: UpdateRule,
        planned: u64,
    ) -> Self {
        let boards = all_boards(&game.rules);
        let boards = boards.iter().map(|board| {
            let mut dealt = DealtBoard::default();
            dealt.deal(&game.rules, buckets, board);
            dealt
        });
        let [regrets, strategy_sums, gains] = [(); 3].map(|()| vec![[0.0; LANES]; layout.rows()]);
        Self { game, layout, rule, planned, boards: boards.collect(), regrets, strategy_sums, gains }
    }

    /// Plays the given iterations (from 1); what a player learns from all boards together goes into the regrets at
    /// once.
    pub fn run(&mut self, iterations: RangeInclusive<u64>) {
        let Self { game, layout, rule, planned, boards, regrets, strategy_sums, gains } = self;
        let mut descents = Default::default();
        for iteration in iterations {
            let step = rule.step(iteration, *planned);
            if rule.discounts() {
                ChunkTables::new(&game.lanes, layout, regrets, strategy_sums).discount(&step);
            }
            for player in 0..2 {
                let current = ChunkTables::new(&game.lanes, layout, regrets, &mut []);
                let learnt = ChunkTables::new(&game.lanes, layout, gains, strategy_sums);
                // Gains are added up as they are.
                let plain = Step { average_weight: step.average_weight, ..UpdateRule::Cfr.step(1, 1) };
                for board in boards.iter() {
                    learn_on_board(game, [&current, &learnt], board, &mut descents, player, &plain);
                }
                drop((current, learnt));
                regrets.par_iter_mut().zip(gains.par_iter_mut()).for_each(|(regret, gain)| {
                    *regret = step.grow(Row::from(*regret), Row::from(std::mem::take(gain))).0;
                });
            }
        }
    }
}

/// One player learns from one board by the walk over any board: strategies come from the first tables, lessons go into
/// the second; `descents` is working memory.
pub fn learn_on_board<T: Real>(
    game: &PreparedGame<T>,
    [current, learnt]: [&ChunkTables<'_, T>; 2],
    board: &DealtBoard,
    descents: &mut [Descent<T>; 2],
    player: usize,
    step: &Step,
) {
    for (seat, descent) in descents.iter_mut().enumerate() {
        descent.play_down(game, game.rules.rounds(), seat, current as &dyn Strategies<T>, board);
    }
    let walk = BoardWalk { game, boards: [board; 2], descents: descents.each_ref() };
    let learn = |at: ChunkId, end_sums: &[Row<T>]| {
        let (row, play) = (board.row(at.round), walk.descents[player].chunk(at));
        let mut own_reach = vec![Row::default(); row.distinct.len()];
        let (reach, bucket_of_place) = (&play.reach, &row.of_place);
        game.processor.run(ReachOfBuckets { reach, bucket_of_place, sums: &mut own_reach });
        let (strategies, own_reach) = (&play.strategies, &own_reach);
        learnt.learn(&Lesson { at, player, buckets: &row.distinct, strategies, end_sums, own_reach }, step);
    };
    walk.values(player, Some(&learn));
}
