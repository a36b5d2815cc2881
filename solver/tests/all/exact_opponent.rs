//! Training against an opponent with exact cards, held to the textbooks board by board.

use crate::naive::cfr::InformationSet;
use crate::naive::exact_opponent::NaiveExact;
use crate::naive::{HashedBuckets, compare_cells, information_sets, limit_game, mix};
use evaluator::processor::Processor;
use solver::boards::Buckets;
use solver::boards::card_rules::board_of;
use solver::game::{BettingTree, GameDefinition};
use solver::train::boards::BoardTraining;
use solver::train::tables::{Cells, ChunkTables};
use solver::train::update_rule::Step;
use solver::train::{TableLayout, UpdateRule};
use solver::walk::{LANES, PreparedGame, Real};
use std::collections::HashMap;

/// One to four bets in the last round, two or three rounds, one or several chunks in the last.
fn games() -> [GameDefinition; 3] {
    [limit_game(2, 4, 2, "1 1", "0 2"), limit_game(2, 4, 2, "2 2 2", "0 1 1"), limit_game(2, 3, 2, "1 4", "0 1")]
}

#[test]
fn boards_against_exact_cards_match_the_textbooks_cell_by_cell() {
    for (number, definition) in games().iter().enumerate() {
        for rule in [UpdateRule::Cfr, UpdateRule::CfrPlus, UpdateRule::Linear] {
            let rounds = definition.rounds();
            // The learner mixes hands up that the opponent tells apart, all of them in the last round.
            let learner = HashedBuckets::new(definition, &vec![3; rounds], 40 + number as u64);
            let mut counts = vec![7; rounds];
            counts[rounds - 1] = 0;
            let exact = HashedBuckets::new(definition, &counts, 70 + number as u64);
            let mut twins = Twins::<f64>::new(definition, [&learner, &exact]);
            let mut naive = NaiveExact::new(definition, &learner, &exact);
            twins.begin_anywhere([&mut naive.learner.regrets, &mut naive.exact.regrets]);
            for (first, count) in [(1, 1), (2, 1), (21, 2), (51, 5)] {
                // Some boards are left out of the average.
                let averaged = |iteration: u64| [1.0, 0.0, 4.0][(iteration % 3) as usize];
                let step = |iteration| {
                    let step = rule.step(iteration, 0);
                    Step { average_weight: step.average_weight * averaged(iteration), ..step }
                };
                let steps: Vec<Step> = (first..first + count).map(step).collect();
                let boards: Vec<_> = (first..first + count).map(|it| board_of(&twins.game.rules, SEED, it)).collect();
                twins.play(first, &steps);
                naive.iterate_batch(&boards, &steps);
            }
            let what = format!("{definition:?} {rule}");
            twins.assert_matches(0, &twins.learner.regrets, &naive.learner.regrets, &what);
            twins.assert_matches(0, &twins.strategy_sums, &naive.strategy_sums, &what);
            twins.assert_matches(1, &twins.exact.regrets, &naive.exact.regrets, &what);
        }
    }
}

#[test]
fn all_instruction_sets_answer_the_same() {
    // With four bets in the last round: those kernels are compiled for several.
    let definition = &games()[2];
    let learner = HashedBuckets::new(definition, &[4; 2], 7);
    let exact = HashedBuckets::new(definition, &[9, 0], 8);
    let mut tables = Processor::available().map(|processor| {
        let mut twins = Twins::<f32>::new(definition, [&learner, &exact]);
        twins.game.processor = processor;
        for (first, count) in [(1, 1), (21, 2), (51, 5)] {
            twins.play(first, &vec![UpdateRule::Linear.step(first, 0); count]);
        }
        (twins.learner.regrets, twins.exact.regrets, twins.strategy_sums)
    });
    let first = tables.next().unwrap();
    assert!(first.1.iter().flatten().any(|&regret| regret != 0.0));
    assert!(tables.all(|others| others == first));
}

#[test]
fn information_sets_of_both_sides_are_counted() {
    // One bucket a round: in each of the two passes either every decision of a position is the learner's, or, before
    // the last round, the opponent's.
    let definition = limit_game(2, 4, 2, "2 2 2", "0 1 1");
    let learner = HashedBuckets::new(&definition, &[1; 3], 1);
    let exact = HashedBuckets::new(&definition, &[1, 1, 0], 1);
    let nodes = BettingTree::new(&definition).nodes().iter().map(|node| node.round).collect::<Vec<_>>();
    let earlier = nodes.iter().filter(|&&round| round < 2).count();
    let mut twins = Twins::<f64>::new(&definition, [&learner, &exact]);
    assert_eq!(twins.play(1, &[UpdateRule::Cfr.step(1, 0)]), (nodes.len() + earlier) as u64);
}

const SEED: u64 = 3;

/// Regrets of one side.
struct Side<T> {
    layout: TableLayout,
    regrets: Vec<Cells<T>>,
}

/// The training with the tables it fills.
struct Twins<'a, T> {
    definition: &'a GameDefinition,
    buckets: [&'a dyn Buckets; 2],
    game: PreparedGame<T>,
    learner: Side<T>,
    exact: Side<T>,
    strategy_sums: Vec<Cells<T>>,
}

impl<'a, T: Real> Twins<'a, T> {
    fn new(definition: &'a GameDefinition, buckets: [&'a dyn Buckets; 2]) -> Self {
        let game = PreparedGame::new(definition).unwrap();
        let [learner, exact] = buckets.map(|buckets| {
            let layout = TableLayout::new(&game.lanes, buckets);
            Side { regrets: vec![[T::default(); LANES]; layout.rows()], layout }
        });
        let strategy_sums = learner.regrets.clone();
        Self { definition, buckets, game, learner, exact, strategy_sums }
    }

    fn play(&mut self, first: u64, steps: &[Step]) -> u64 {
        let Self { buckets, game, learner, exact, strategy_sums, .. } = self;
        let lanes = &game.lanes;
        let tables = ChunkTables::new(lanes, &learner.layout, &mut learner.regrets, strategy_sums);
        let exacts = ChunkTables::new(lanes, &exact.layout, &mut exact.regrets, &mut []);
        let training = BoardTraining::new(game, buckets[0], SEED).expect("a ladder of bets");
        let [tables, exacts] = [tables, exacts].map(|tables| tables.with(game.processor));
        training.against(buckets[1]).play_against(&tables, &exacts, first, steps)
    }
}

impl Twins<'_, f64> {
    /// Gives both the same regrets at random, so large that every action is played: where the learner does not play
    /// one, answers are often worth the same but for the last bit.
    fn begin_anywhere(&mut self, naive: [&mut HashMap<InformationSet, Vec<f64>>; 2]) {
        let tree = BettingTree::new(self.definition);
        for (side, naive) in [&mut self.learner, &mut self.exact].into_iter().zip(naive) {
            for (set, first, lane) in information_sets(self.definition, &self.game.lanes, &side.layout) {
                let actions = tree[set.0].actions.len();
                let regret = |action| (mix((first * 64 + lane * 4 + action) as u64) % 199_999) as f64 + 200_000.0;
                let regrets: Vec<f64> = (0..actions).map(regret).collect();
                for (row, &regret) in side.regrets[first..].iter_mut().zip(&regrets) {
                    row[lane] = regret;
                }
                naive.insert(set, regrets);
            }
        }
    }

    fn assert_matches(&self, side: usize, table: &[Cells<f64>], naive: &HashMap<InformationSet, Vec<f64>>, what: &str) {
        let layout = [&self.learner.layout, &self.exact.layout][side];
        let sets = information_sets(self.definition, &self.game.lanes, layout);
        let compared = compare_cells(sets, table, naive, what);
        assert!(compared > 20, "{what}: {compared}");
    }
}
