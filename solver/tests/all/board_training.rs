//! Training on sampled boards, against itself and against exact cards, held to the textbooks cell by cell.

use crate::naive::{NaiveCfr, NaiveExact};
use crate::support::{MadeBuckets, RULES, Tables, compare_cells, limit_game, no_limit_game, partly_averaged};
use evaluator::card::Card;
use evaluator::processor::Processor;
use solver::boards::card_rules::board_of;
use solver::boards::{Buckets, LosslessBuckets};
use solver::game::{BettingTree, GameDefinition};
use solver::train::UpdateRule;
use solver::train::boards::{BOARDS_OF_A_BATCH, BoardTraining};
use solver::train::sampled_training::{SampledSteps, batch_end};
use solver::train::update_rule::Step;
use solver::walk::{PreparedGame, Real};
use std::ops::Range;

const SEED: u64 = 3;

/// One to four bets in the last round, two to four rounds, one or several chunks in the last; without a limit, several
/// shapes and all-ins in every round.
fn games() -> [GameDefinition; 6] {
    [
        limit_game(2, 4, 2, "1 1", "0 2"),
        limit_game(2, 4, 2, "2 2 2", "0 1 1"),
        limit_game(2, 4, 2, "2 3", "0 2"),
        limit_game(2, 3, 2, "1 4", "0 1"),
        no_limit_game([2, 4], 80, [2, 2, 2, 1], "'50%', 'a'", "0 1 1"),
        no_limit_game([2, 4], 200, [2, 4, 1, 1], "'50%', '100%', 'a'", "0 2"),
    ]
}

/// The batches that are played: the first iteration, and how many there are.
const BATCHES: [(u64, u64); 4] = [(1, 1), (2, 1), (21, 2), (51, 5)];

#[test]
fn batches_of_boards_match_textbook_cfr_cell_by_cell() {
    for (definition, salt) in games().iter().zip(40..) {
        for rule in &RULES[..4] {
            // Whoever plays with few buckets meets one several times on a board.
            let buckets = MadeBuckets::hashed(definition, &[4], salt);
            let mut twins = Twins::<f64>::new(definition, &[&buckets]);
            let mut naive = NaiveCfr::new(definition, &buckets);
            twins.sides[0].1.begin_anywhere(&mut naive.regrets, |hash| (hash % 1_999) as f64 - 400.0);
            for (first, count) in BATCHES {
                let steps = partly_averaged(*rule, first, count);
                twins.play(first, &steps);
                naive.iterate_batch(&twins.boards(first..first + count), &steps);
            }
            let Tables { sets, regrets, strategy_sums, .. } = &twins.sides[0].1;
            let compared: usize = [(regrets, &naive.regrets), (strategy_sums, &naive.strategy_sums)]
                .map(|(table, twin)| compare_cells(sets, table, twin, &format!("{definition:?} {rule}")))
                .iter()
                .sum();
            assert!(compared > 40, "{compared}");
        }
    }
}

/// A learner who mixes hands up that the opponent tells apart, all of them in the last round.
fn against_exact(definition: &GameDefinition, salt: u64) -> [MadeBuckets; 2] {
    let mut exact = vec![7; definition.rounds()];
    exact[definition.rounds() - 1] = 0;
    [MadeBuckets::hashed(definition, &[3], salt), MadeBuckets::hashed(definition, &exact, salt + 30)]
}

#[test]
fn boards_against_exact_cards_match_the_textbooks_cell_by_cell() {
    for (definition, salt) in games().iter().zip(40..) {
        for rule in &RULES[..3] {
            let [learner, exact] = against_exact(definition, salt);
            let mut twins = Twins::<f64>::new(definition, &[&learner, &exact]);
            let mut naive = NaiveExact::new(definition, &learner, &exact);
            // So large that every action is played: where the learner does not play one, answers are often worth the
            // same but for the last bit.
            let regret = |hash: u64| (hash % 199_999) as f64 + 200_000.0;
            twins.sides[0].1.begin_anywhere(&mut naive.learner.regrets, regret);
            twins.sides[1].1.begin_anywhere(&mut naive.exact.regrets, regret);
            for (first, count) in BATCHES {
                let steps = partly_averaged(*rule, first, count);
                twins.play(first, &steps);
                naive.iterate_batch(&twins.boards(first..first + count), &steps);
            }
            let [learner, exact] = [0, 1].map(|side| &twins.sides[side].1);
            for (side, table, twin) in [
                (learner, &learner.regrets, &naive.learner.regrets),
                (learner, &learner.strategy_sums, &naive.strategy_sums),
                (exact, &exact.regrets, &naive.exact.regrets),
            ] {
                let compared = compare_cells(&side.sets, table, twin, &format!("{definition:?} {rule}"));
                assert!(compared > 20, "{definition:?} {rule}: {compared}");
            }
        }
    }
}

/// The training, with the tables it fills: those of the learner and of an opponent with exact cards, if it has one.
pub struct Twins<'a, T> {
    game: PreparedGame<T>,
    pub sides: Vec<(&'a dyn Buckets, Tables<T>)>,
}

impl<'a, T: Real> Twins<'a, T> {
    fn new(definition: &GameDefinition, sides: &[&'a dyn Buckets]) -> Self {
        let sides = sides.iter().map(|&buckets| (buckets, Tables::new(definition, buckets)));
        Self::with_tables(definition, sides.collect())
    }

    pub fn with_tables(definition: &GameDefinition, mut sides: Vec<(&'a dyn Buckets, Tables<T>)>) -> Self {
        // Of the opponent no average is kept.
        sides.iter_mut().skip(1).for_each(|(_, tables)| tables.strategy_sums.clear());
        Self { game: PreparedGame::new(definition), sides }
    }

    fn play(&mut self, first: u64, steps: &[Step]) -> u64 {
        let (learner, opponent) = self.sides.split_first_mut().unwrap();
        let mut training = BoardTraining::new(&self.game, learner.0, SEED).expect("a last round without blinds");
        let tables = learner.1.chunks().with(self.game.processor);
        let [(buckets, opponents)] = opponent else { return training.play(&tables, first, steps) };
        let opponents = opponents.chunks().with(self.game.processor);
        training.against(*buckets).play_against(&tables, &opponents, first, steps)
    }

    /// Trains from an iteration up to the end of the batch of another one; gives the first iteration after it.
    pub fn train(&mut self, steps: &SampledSteps, mut first: u64, until: u64) -> u64 {
        while first <= until {
            let last = batch_end(first, BOARDS_OF_A_BATCH);
            if steps.discounts_before(first) {
                self.sides[0].1.chunks().discount(&steps.step(first));
            }
            self.play(first, &(first..=last).map(|iteration| steps.step(iteration)).collect::<Vec<_>>());
            first = last + 1;
        }
        first
    }

    /// The boards of some iterations.
    fn boards(&self, iterations: Range<u64>) -> Vec<Vec<Card>> {
        iterations.map(|iteration| board_of(&self.game.rules, SEED, iteration)).collect()
    }
}

#[test]
fn all_instruction_sets_learn_and_answer_the_same() {
    // Four bets in the last round are what several instruction sets are compiled for.
    for definition in &games()[1..] {
        let [learner, exact] = &against_exact(definition, 7);
        let sides: [&dyn Buckets; 2] = [learner, exact];
        for sides in [&sides[..1], &sides] {
            let mut tables = Processor::available().map(|processor| {
                let mut twins = Twins::<f32>::new(definition, sides);
                twins.game.processor = processor;
                for (first, count) in BATCHES {
                    twins.play(first, &vec![UpdateRule::Linear.step(first, 0); count as usize]);
                }
                twins.sides.into_iter().map(|(_, side)| (side.regrets, side.strategy_sums)).collect::<Vec<_>>()
            });
            let first = tables.next().unwrap();
            assert!(first.iter().all(|(regrets, _)| regrets.iter().flatten().any(|&regret| regret != 0.0)));
            assert!(tables.all(|others| others == first), "{definition:?}");
        }
    }
}

#[test]
fn averages_approach_equilibrium() {
    let definition = limit_game(2, 4, 2, "2 2", "0 1");
    let buckets = LosslessBuckets::new(&definition).unwrap();
    // Epochs of a batch, so that there are many of them.
    let epoch = BOARDS_OF_A_BATCH;
    for rule in RULES {
        let mut twins = Twins::<f32>::new(&definition, &[&buckets]);
        let steps = SampledSteps { rule, epoch, planned: 4_000, averaged_of: 4 };
        let mut first = 1;
        let measured = [0, 40, 400, 4_000].map(|until| {
            first = twins.train(&steps, first, until);
            twins.sides[0].1.exploitability(&definition, &buckets)
        });
        assert!(measured.windows(2).all(|pair| pair[1] < pair[0]), "{rule}: {measured:?}");
        assert!(measured[3] < measured[0] / 40.0, "{rule}: {measured:?}");
    }
}

#[test]
fn the_information_sets_that_boards_touch_are_counted() {
    // One bucket a round: every decision of every history is one information set, and all are reached at first.
    let definition = limit_game(2, 4, 2, "2 2 2", "0 1 1");
    let [learner, exact] = [&[1][..], &[1, 1, 0]].map(|counts| MadeBuckets::hashed(&definition, counts, 1));
    let played = |sides: &[&dyn Buckets], first, boards| {
        let steps = vec![UpdateRule::Cfr.step(1, 0); boards];
        Twins::<f64>::new(&definition, sides).play(first, &steps)
    };
    let tree = BettingTree::new(&definition);
    let decisions = tree.nodes().len() as u64;
    assert_eq!([played(&[&learner], 1, 1), played(&[&learner], 21, 2)], [decisions, 2 * decisions]);
    // Against exact cards, in each of the two passes, either every decision of a position is the learner's, or, before
    // the last round, the opponent's.
    let earlier = tree.nodes().iter().filter(|node| node.round < 2).count() as u64;
    assert_eq!(played(&[&learner, &exact], 1, 1), decisions + earlier);
}

#[test]
fn games_of_one_round_or_one_hole_card_are_not_trained_on_boards() {
    for definition in [limit_game(4, 4, 2, "1", "3"), GameDefinition::leduc()] {
        let buckets = MadeBuckets::hashed(&definition, &[2], 1);
        let game = PreparedGame::<f32>::new(&definition);
        assert!(BoardTraining::new(&game, &buckets, 1).is_none(), "{definition:?}");
    }
}
