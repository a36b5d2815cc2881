//! Training on sampled boards, held to textbook CFR deal by deal.

use crate::naive::cfr::NaiveCfr;
use crate::support::games::{RULES, limit_game};
use crate::support::players::MadeBuckets;
use crate::support::tables::{Tables, compare_cells, partly_averaged};
use evaluator::processor::Processor;
use solver::boards::card_rules::board_of;
use solver::boards::{Buckets, LosslessBuckets};
use solver::game::{BettingTree, GameDefinition};
use solver::run::state::{ExploitabilityPoint, TrainingState, Watch};
use solver::train::UpdateRule;
use solver::train::boards::{BOARDS_OF_A_BATCH, BoardTraining};
use solver::train::sampled_training::{BOARDS_OF_AN_EPOCH, SampledSteps, batch_end};
use solver::train::update_rule::Step;
use solver::walk::{PreparedGame, Real};

/// One to four bets in the last round, two to four rounds, one or several chunks in the last.
pub fn games() -> [GameDefinition; 4] {
    [
        limit_game(2, 4, 2, "1 1", "0 2"),
        limit_game(2, 4, 2, "2 2 2", "0 1 1"),
        limit_game(2, 4, 2, "2 3", "0 2"),
        limit_game(2, 3, 2, "1 4", "0 1"),
    ]
}

/// The batches that are played: the first iteration, and how many there are.
pub const BATCHES: [(u64, u64); 4] = [(1, 1), (2, 1), (21, 2), (51, 5)];

#[test]
fn batches_of_boards_match_textbook_cfr_cell_by_cell() {
    for (definition, salt) in games().iter().zip(40..) {
        for rule in &RULES[..4] {
            // Whoever plays with few buckets meets one several times on a board.
            let buckets = MadeBuckets::hashed(definition, &[4], salt);
            let mut twins = Twins::<f64>::new(definition, &buckets);
            let mut naive = NaiveCfr::new(definition, &buckets);
            twins.tables.begin_anywhere(&mut naive.regrets, |hash| (hash % 1_999) as f64 - 400.0);
            for (first, count) in BATCHES {
                let steps = partly_averaged(*rule, first, count);
                let boards: Vec<_> = (first..first + count).map(|it| board_of(&twins.game.rules, 3, it)).collect();
                twins.play(first, &steps);
                naive.iterate_batch(&boards, &steps);
            }
            let Tables { sets, regrets, strategy_sums, .. } = &twins.tables;
            let compared: usize = [(regrets, &naive.regrets), (strategy_sums, &naive.strategy_sums)]
                .map(|(table, twin)| compare_cells(sets, table, twin, &format!("{definition:?} {rule}")))
                .iter()
                .sum();
            assert!(compared > 40, "{compared}");
        }
    }
}

/// The training, with the tables it fills.
struct Twins<'a, T> {
    buckets: &'a dyn Buckets,
    game: PreparedGame<T>,
    tables: Tables<T>,
}

impl<'a, T: Real> Twins<'a, T> {
    fn new(definition: &GameDefinition, buckets: &'a dyn Buckets) -> Self {
        Self { buckets, game: PreparedGame::new(definition).unwrap(), tables: Tables::new(definition, buckets) }
    }

    fn play(&mut self, first: u64, steps: &[Step]) -> u64 {
        let mut training = BoardTraining::new(&self.game, self.buckets, 3).expect("a ladder of bets");
        training.play(&self.tables.chunks().with(self.game.processor), first, steps)
    }
}

#[test]
fn all_instruction_sets_learn_the_same() {
    // Four bets in the last round are what several instruction sets are compiled for.
    for definition in &games()[1..] {
        let buckets = MadeBuckets::hashed(definition, &[4], 7);
        let mut tables = Processor::available().map(|processor| {
            let mut twins = Twins::<f32>::new(definition, &buckets);
            twins.game.processor = processor;
            for (first, count) in BATCHES {
                twins.play(first, &vec![UpdateRule::Linear.step(first, 0); count as usize]);
            }
            (twins.tables.regrets, twins.tables.strategy_sums)
        });
        let first = tables.next().unwrap();
        assert!(first.0.iter().flatten().any(|&regret| regret != 0.0));
        assert!(tables.all(|others| others == first), "{definition:?}");
    }
}

#[test]
fn averages_approach_equilibrium() {
    let definition = limit_game(2, 4, 2, "2 2", "0 1");
    let buckets = LosslessBuckets::new(&definition).unwrap();
    // Epochs of a batch, so that there are many of them.
    let epoch = BOARDS_OF_A_BATCH;
    for rule in RULES {
        let mut twins = Twins::<f32>::new(&definition, &buckets);
        let steps = SampledSteps { rule, epoch, planned: 4_000, averaged_of: 4 };
        let mut first = 1;
        let measured = [0, 40, 400, 4_000].map(|until| {
            while first <= until {
                let last = batch_end(first, BOARDS_OF_A_BATCH);
                if steps.discounts_before(first) {
                    twins.tables.chunks().discount(&steps.step(first));
                }
                twins.play(first, &(first..=last).map(|iteration| steps.step(iteration)).collect::<Vec<_>>());
                first = last + 1;
            }
            twins.tables.exploitability(&definition, &buckets)
        });
        assert!(measured.windows(2).all(|pair| pair[1] < pair[0]), "{rule}: {measured:?}");
        assert!(measured[3] < measured[0] / 40.0, "{rule}: {measured:?}");
    }
}

#[test]
fn boards_count_the_information_sets_they_touch() {
    // One bucket a round: every decision of every history is one information set, and all are reached at first.
    let definition = limit_game(2, 4, 2, "2 2 2", "0 1 1");
    let buckets = MadeBuckets::hashed(&definition, &[1], 1);
    let mut twins = Twins::<f64>::new(&definition, &buckets);
    let decisions = BettingTree::new(&definition).nodes().len() as u64;
    let step = UpdateRule::Cfr.step(1, 0);
    assert_eq!(twins.play(1, &[step]), decisions);
    let mut twins = Twins::<f64>::new(&definition, &buckets);
    assert_eq!(twins.play(21, &[step; 2]), 2 * decisions);
}

#[test]
fn games_of_one_round_one_hole_card_or_five_bets_are_not_trained_on_boards() {
    let [one_round, five_bets] = [limit_game(4, 4, 2, "1", "3"), limit_game(2, 4, 2, "1 5", "0 2")];
    for definition in [one_round, GameDefinition::leduc(), five_bets] {
        let buckets = MadeBuckets::hashed(&definition, &[2], 1);
        let game = PreparedGame::<f32>::new(&definition).unwrap();
        assert!(BoardTraining::new(&game, &buckets, 1).is_none(), "{definition:?}");
    }
}

#[test]
fn round_numbers_of_iterations_end_with_a_batch() {
    for round in [1, 7, 10, 20, 36, 50, 95, 100, 190, 200, 500, 1_000, 3_000, 44_000, 300_000, 1_000_000] {
        for most in [1, BOARDS_OF_A_BATCH, 1_000] {
            assert!(batch_end(round, most) - round < most, "{round} {most}");
            if most <= BOARDS_OF_A_BATCH {
                assert_eq!(batch_end(round, most), round, "{most}");
            }
        }
    }
    assert_eq!([batch_end(21, 20), batch_end(51, 20), batch_end(101, 20), batch_end(201, 20)], [22, 55, 110, 220]);
    assert_eq!([batch_end(201, 1_000), batch_end(10_001, 1_000), batch_end(999_999, 1_000)], [220, 11_000, 1_000_000]);
}

#[test]
fn batches_follow_each_other_without_gap_or_overlap_and_never_straddle_an_epoch() {
    for most in [1, BOARDS_OF_A_BATCH, 1_000] {
        let mut first = 1;
        while first < 20_000 {
            let last = batch_end(first, most);
            assert!(last >= first && last - first < most);
            // Wherever in the batch one asks, it ends there.
            assert!((first..=last).all(|iteration| batch_end(iteration, most) == last), "{first} {last}");
            if most <= BOARDS_OF_A_BATCH {
                assert_eq!((first - 1) / BOARDS_OF_AN_EPOCH, (last - 1) / BOARDS_OF_AN_EPOCH, "{first} {last}");
            }
            first = last + 1;
        }
    }
}

#[test]
fn sampled_runs_count_epochs_where_a_rule_discounts() {
    let epoch = BOARDS_OF_AN_EPOCH;
    for rule in RULES {
        let steps = SampledSteps { rule, epoch, planned: 4 * epoch, averaged_of: 1 };
        let due: Vec<u64> = (1..=2 * epoch + 1).filter(|&iteration| steps.discounts_before(iteration)).collect();
        if rule.discounts() {
            assert_eq!(due, [1, epoch + 1, 2 * epoch + 1], "{rule}");
            assert_eq!(steps.step(2 * epoch + 1), rule.step(3, 4));
        } else {
            assert!(due.is_empty());
            assert_eq!(steps.step(2 * epoch + 1), rule.step(2 * epoch + 1, 4 * epoch));
        }
    }
}

#[test]
fn averages_of_some_iterations_carry_the_weight_of_all() {
    let steps = |averaged_of| SampledSteps { rule: UpdateRule::Cfr, epoch: 500, planned: 0, averaged_of };
    let weights = |averaged_of| (1..=4_000).map(|it| steps(averaged_of).step(it).average_weight).collect::<Vec<_>>();
    let (all, some) = (weights(1), weights(4));
    assert_eq!(all[..200], some[..200]);
    assert_eq!(all.iter().sum::<f64>(), some.iter().sum::<f64>());
    assert_eq!(some[200..].iter().filter(|&&weight| weight > 0.0).count(), 950);
    // What is learnt does not depend on it.
    assert!((1..=4_000).all(|it| steps(4).step(it).regret_weight == 1.0));
}

#[test]
fn measurements_are_due_at_multiples_of_their_span() {
    let watch = Watch { every_seconds: 10.0, flops: 2 };
    let at = |seconds: f64, measured: &[f64]| {
        let point =
            |&seconds: &f64| ExploitabilityPoint { iterations: 1, seconds, mbb_per_game: 0.0, standard_error: 0.0 };
        TrainingState { seconds, exploitability: measured.iter().map(point).collect(), ..TrainingState::default() }
    };
    assert!(!at(9.9, &[]).is_due(watch));
    assert!(at(10.1, &[]).is_due(watch));
    assert!(!at(19.9, &[10.1]).is_due(watch));
    // Late measurements do not put off the next ones.
    assert!(at(20.0, &[19.9]).is_due(watch));
    assert!(!at(20.1, &[20.05]).is_due(watch));
}
