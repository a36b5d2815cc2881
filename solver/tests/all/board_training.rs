//! Training on sampled boards, held to textbook CFR deal by deal.

use crate::naive::cfr::{InformationSet, NaiveCfr};
use crate::naive::{HashedBuckets, compare_cells, information_sets, limit_game, mix};
use evaluator::processor::Processor;
use solver::boards::card_rules::board_of;
use solver::boards::{Buckets, LosslessBuckets};
use solver::game::{BettingTree, GameDefinition};
use solver::measure::exploitability::small_game::exploitability;
use solver::policy::trained::TrainedStrategies;
use solver::run::state::{ExploitabilityPoint, TrainingState, Watch};
use solver::train::boards::{BOARDS_OF_A_BATCH, BoardTraining};
use solver::train::sampled_training::{BOARDS_OF_AN_EPOCH, SampledSteps, batch_end};
use solver::train::tables::{Cells, ChunkTables};
use solver::train::update_rule::Step;
use solver::train::{TableLayout, UpdateRule};
use solver::walk::{LANES, Player, PreparedGame, Real};

const RULES: [UpdateRule; 4] = [UpdateRule::Cfr, UpdateRule::CfrPlus, UpdateRule::Linear, UpdateRule::DCFR];

/// One to four bets in the last round, two to four rounds, one or several chunks in the last.
fn games() -> [GameDefinition; 4] {
    [
        limit_game(2, 4, 2, "1 1", "0 2"),
        limit_game(2, 4, 2, "2 2 2", "0 1 1"),
        limit_game(2, 4, 2, "2 3", "0 2"),
        limit_game(2, 3, 2, "1 4", "0 1"),
    ]
}

#[test]
fn batches_of_boards_match_textbook_cfr_cell_by_cell() {
    for (number, definition) in games().iter().enumerate() {
        for rule in RULES {
            // Whoever plays with few buckets meets one several times on a board.
            let buckets = HashedBuckets::new(definition, &vec![4; definition.rounds()], 40 + number as u64);
            let mut twins = Twins::<f64>::new(definition, &buckets);
            let mut naive = NaiveCfr::new(definition, &buckets);
            twins.begin_anywhere(&mut naive);
            for (first, count) in [(1, 1), (2, 1), (21, 2), (51, 5)] {
                // Some boards are left out of the average, others stand for them.
                let averaged = |iteration: u64| [1.0, 0.0, 4.0][(iteration % 3) as usize];
                let step = |iteration| {
                    let step = rule.step(iteration, 0);
                    Step { average_weight: step.average_weight * averaged(iteration), ..step }
                };
                let steps: Vec<Step> = (first..first + count).map(step).collect();
                let boards: Vec<_> =
                    (first..first + count).map(|iteration| board_of(&twins.game.rules, 3, iteration)).collect();
                twins.play(first, &steps);
                naive.iterate_batch(&boards, &steps);
            }
            twins.assert_matches(&naive, &format!("{definition:?} {rule}"));
        }
    }
}

/// The training, with the tables it fills.
struct Twins<'a, T = f64> {
    definition: &'a GameDefinition,
    buckets: &'a dyn Buckets,
    game: PreparedGame<T>,
    layout: TableLayout,
    regrets: Vec<Cells<T>>,
    strategy_sums: Vec<Cells<T>>,
}

impl<'a, T: Real> Twins<'a, T> {
    fn new(definition: &'a GameDefinition, buckets: &'a dyn Buckets) -> Self {
        let game = PreparedGame::new(definition).unwrap();
        let layout = TableLayout::new(&game.lanes, buckets);
        let empty = || vec![[T::default(); LANES]; layout.rows()];
        let (regrets, strategy_sums) = (empty(), empty());
        Self { definition, buckets, game, layout, regrets, strategy_sums }
    }

    fn play(&mut self, first: u64, steps: &[Step]) -> u64 {
        let Self { buckets, game, layout, regrets, strategy_sums, .. } = self;
        let tables = ChunkTables::new(&game.lanes, layout, regrets, strategy_sums).with(game.processor);
        let mut training = BoardTraining::new(game, *buckets, 3).expect("a ladder of bets");
        training.play(&tables, first, steps)
    }

    fn discount(&mut self, step: &Step) {
        let Self { game, layout, regrets, strategy_sums, .. } = self;
        ChunkTables::new(&game.lanes, layout, regrets, strategy_sums).discount(step);
    }
}

impl Twins<'_> {
    /// Gives both the same regrets at random. From nothing, regrets that should be equal are so but for the last bit,
    /// and a bit more or less decides between one action alone and all alike.
    fn begin_anywhere(&mut self, naive: &mut NaiveCfr<'_>) {
        for (set, first, lane) in self.information_sets() {
            let actions = BettingTree::new(self.definition)[set.0].actions.len();
            let regrets: Vec<f64> = (0..actions)
                .map(|action| (mix((first * 64 + lane * 4 + action) as u64) % 1_999) as f64 - 400.0)
                .collect();
            for (row, &regret) in self.regrets[first..].iter_mut().zip(&regrets) {
                row[lane] = regret;
            }
            naive.regrets.insert(set, regrets);
        }
    }

    fn information_sets(&self) -> Vec<(InformationSet, usize, usize)> {
        information_sets(self.definition, &self.game.lanes, &self.layout)
    }

    fn assert_matches(&self, naive: &NaiveCfr<'_>, what: &str) {
        let compared: usize = [(&self.regrets, &naive.regrets), (&self.strategy_sums, &naive.strategy_sums)]
            .map(|(table, twin)| compare_cells(self.information_sets(), table, twin, what))
            .iter()
            .sum();
        assert!(compared > 40, "{compared}");
    }
}

#[test]
fn all_instruction_sets_learn_the_same() {
    // Four bets in the last round are what several instruction sets are compiled for.
    for definition in &games()[1..] {
        let buckets = HashedBuckets::new(definition, &vec![4; definition.rounds()], 7);
        let mut tables = Processor::available().map(|processor| {
            let mut twins = Twins::<f32>::new(definition, &buckets);
            twins.game.processor = processor;
            for (first, count) in [(1, 1), (21, 2), (51, 5)] {
                twins.play(first, &vec![UpdateRule::Linear.step(first, 0); count]);
            }
            (twins.regrets, twins.strategy_sums)
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
    for rule in RULES.into_iter().chain([UpdateRule::ScheduledDiscounted]) {
        let mut twins = Twins::<f32>::new(&definition, &buckets);
        let steps = SampledSteps { rule, epoch, planned: 4_000, averaged_of: 4 };
        let mut first = 1;
        let measured = [0, 40, 400, 4_000].map(|until| {
            while first <= until {
                let last = batch_end(first, BOARDS_OF_A_BATCH);
                if steps.discounts_before(first) {
                    twins.discount(&steps.step(first));
                }
                twins.play(first, &(first..=last).map(|iteration| steps.step(iteration)).collect::<Vec<_>>());
                first = last + 1;
            }
            let Twins { game, layout, regrets, strategy_sums, .. } = &twins;
            let strategies = TrainedStrategies { lanes: &game.lanes, layout, regrets, strategy_sums };
            let player = Player { buckets: &buckets, strategies: &strategies };
            exploitability(&PreparedGame::new(&definition).unwrap(), [player, player]).exploitability
        });
        assert!(measured.windows(2).all(|pair| pair[1] < pair[0]), "{rule}: {measured:?}");
        assert!(measured[3] < measured[0] / 40.0, "{rule}: {measured:?}");
    }
}

#[test]
fn boards_count_the_information_sets_they_touch() {
    // One bucket a round: every decision of every history is one information set, and all are reached at first.
    let definition = limit_game(2, 4, 2, "2 2 2", "0 1 1");
    let buckets = HashedBuckets::new(&definition, &[1; 3], 1);
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
        let buckets = HashedBuckets::new(&definition, &vec![2; definition.rounds()], 1);
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
    for rule in RULES.into_iter().chain([UpdateRule::ScheduledDiscounted]) {
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
