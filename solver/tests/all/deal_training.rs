//! Training on single deals: passes that match the textbook cell by cell, runs that can be
//! cut and continued on any number of threads, and averages that converge.

use crate::naive::{InformationSet, Table, Textbook, shares};
use crate::support::{CellPlace, MadeBuckets, RULES, Tables, assert_unfit, limit_game, mix, on_threads};
use evaluator::card_set::CardSet;
use solver::boards::card_rules::all_boards;
use solver::boards::{CardRules, HandBuckets};
use solver::game::GameDefinition;
use solver::train::deals::{DEALS_OF_A_BATCH, DEALS_OF_AN_EPOCH, DealTraining, Touched};
use solver::train::sampled_training::{SampledSteps, batch_end};
use solver::train::update_rule::Step;
use solver::train::{Cells, ChunkTables, Sampler, UpdateRule};
use solver::walk::{LANES, PreparedGame};
use std::collections::{BTreeMap, HashMap};

const SAMPLERS: [Sampler; 2] = [Sampler::Chance, Sampler::External];

/// Tables of a game with an abstraction, and what trains them.
struct Run<'a> {
    game: PreparedGame<f32>,
    buckets: &'a dyn HandBuckets,
    tables: Tables<f32>,
    touched: Touched,
    seed: u64,
}

impl<'a> Run<'a> {
    fn new(definition: &GameDefinition, buckets: &'a dyn HandBuckets) -> Self {
        let (game, tables) = (PreparedGame::new(definition), Tables::new(definition, buckets));
        Self { game, buckets, tables, touched: Touched::default(), seed: 7 }
    }

    /// Plays batches one after the other after some iterations; gives back how many are done then.
    fn play(&mut self, sampler: Sampler, mut done: u64, batches: impl Iterator<Item = Vec<Step>>) -> u64 {
        let Tables { layout, regrets, strategy_sums, .. } = &mut self.tables;
        let mut training = DealTraining::new(&self.game, self.buckets, layout, sampler, self.seed).unwrap();
        for steps in batches {
            let mut tables = ChunkTables::new(&self.game.lanes, layout, regrets, strategy_sums);
            self.touched = self.touched + training.play(&mut tables, done + 1, &steps);
            done += steps.len() as u64;
        }
        done
    }

    /// Trains from some iterations done up to a number of them; gives back how many that are.
    fn train(&mut self, sampler: Sampler, rule: UpdateRule, done: u64, until: u64) -> u64 {
        let end_after = |done: u64| (done < until).then(|| batch_end(done + 1, DEALS_OF_A_BATCH));
        let ends = std::iter::successors(end_after(done), |&end| end_after(end));
        let mut first = done + 1;
        self.play(sampler, done, ends.map(|end| steps(rule, std::mem::replace(&mut first, end + 1), end)))
    }

    fn bits(&self) -> Vec<u32> {
        self.tables.regrets.iter().chain(&self.tables.strategy_sums).flatten().map(|cell| cell.to_bits()).collect()
    }
}

fn steps(rule: UpdateRule, first: u64, last: u64) -> Vec<Step> {
    let steps = SampledSteps { rule, epoch: DEALS_OF_AN_EPOCH, planned: 1_000, averaged_of: 1 };
    (first..=last).map(|iteration| steps.step(iteration)).collect()
}

/// Holds a table to the twin: every cell the same within rounding, and none filled that the twin leaves empty. Then
/// the twin takes over what the table holds, so that a rounding error has no time to grow into another strategy.
fn check_cells(sets: &BTreeMap<InformationSet, CellPlace>, cells: &[Cells<f32>], twin: &mut Table, what: &str) {
    let mut filled = 0;
    let largest = twin.values().flatten().fold(0.0f64, |most, it| most.max(it.abs()));
    for (set, expected) in twin.iter_mut() {
        let tolerance = 3e-5 * expected.iter().fold(0.1 * largest, |most, it| most.max(it.abs()));
        for (found, expected) in sets[set].read(cells).into_iter().zip(expected) {
            assert!((found - *expected).abs() <= tolerance, "{what} {set:?}: {found} {expected}");
            *expected = found;
            filled += usize::from(found != 0.0);
        }
    }
    assert_eq!(cells.iter().flatten().filter(|&&cell| cell != 0.0).count(), filled, "{what}");
    assert!(filled > 10, "{what}: only {filled} cells");
}

/// Games of one, three and four rounds, with one and two hole cards; one has more histories than lanes in two rounds.
fn small_games() -> [GameDefinition; 4] {
    [
        limit_game(2, 6, 2, "3", "3"),
        limit_game(2, 4, 1, "2 2 1", "0 1 1"),
        limit_game(2, 5, 2, "2 2 1 1", "0 3 1 1"),
        limit_game(2, 5, 2, "4 4 2", "0 1 1"),
    ]
}

#[test]
fn batches_match_the_textbook_cell_by_cell() {
    for definition in small_games() {
        let buckets = MadeBuckets::hashed(&definition, &[4], 77);
        for (sampler, rule) in SAMPLERS.into_iter().flat_map(|sampler| RULES.map(|rule| (sampler, rule))) {
            let mut run = Run::new(&definition, &buckets);
            let textbook = Textbook::new(&definition, &buckets, sampler, 7);
            let (mut regrets, mut strategy_sums, mut done) = (Table::new(), Table::new(), 0);
            run.tables.begin_anywhere(&mut regrets, |hash| {
                let regret = (hash % 200_000) as f64 / 1e3 - 80.0;
                if rule == UpdateRule::CfrPlus { regret.abs() } else { regret }
            });
            // The last batch fills more than one block of deals; some of its deals are left out of the average.
            for size in [1, 5, 20, 47] {
                let mut steps = steps(rule, done + 1, done + size);
                steps.iter_mut().skip(30).step_by(2).for_each(|step| step.average_weight = 0.0);
                let of_twin = textbook.play(done + 1, &steps, &mut regrets, &mut strategy_sums);
                run.touched = Touched::default();
                done = run.play(sampler, done, [steps].into_iter());
                let touched = run.touched;
                // The textbook's chance sampling goes where nobody comes, too.
                assert!(touched == of_twin || sampler == Sampler::Chance, "{touched:?} {of_twin:?}");
                let what = |name| format!("{sampler} {rule} {name} of {} rounds, {done}", definition.rounds());
                let Tables { sets, regrets: cells, strategy_sums: sums, .. } = &run.tables;
                check_cells(sets, cells, &mut regrets, &what("regrets"));
                check_cells(sets, sums, &mut strategy_sums, &what("averages"));
            }
        }
    }
}

#[test]
fn mean_gains_and_shares_are_those_of_all_deals() {
    let definition = limit_game(2, 4, 2, "2 2", "0 1");
    let buckets = MadeBuckets::hashed(&definition, &[3], 5);
    let mut run = Run::new(&definition, &buckets);
    // Fixed large regrets, so that what a batch adds to them does not change the strategies.
    let share = |row: usize, lane: usize| 4e4 * (1 + mix((row * LANES + lane) as u64) % 4) as f32;
    let rows = run.tables.layout.rows();
    let start: Vec<Cells<f32>> = (0..rows).map(|row| std::array::from_fn(|lane| share(row, lane))).collect();
    let textbook = Textbook::new(&definition, &buckets, Sampler::Chance, 7);
    let sets = run.tables.sets.clone();
    let profile = |set: InformationSet| shares(&sets[&set].read(&start));
    // Every deal once, all equally likely.
    let mut expected = [vec![[0.0; LANES]; rows], vec![[0.0; LANES]; rows]];
    let mut deals = 0.0;
    for board in all_boards(&textbook.rules) {
        for own in textbook.rules.holes(CardSet::of(&board)) {
            for other in textbook.rules.holes(CardSet::of(&board) | own) {
                let lesson = textbook.learn(&textbook.hands([own, other], &board), 0, &profile);
                for (sums, table) in expected.iter_mut().zip([lesson.gains, lesson.shares]) {
                    for (set, more) in table {
                        let CellPlace { first, lane, .. } = sets[&set];
                        sums[first..].iter_mut().zip(more).for_each(|(sum, more)| sum[lane] += more);
                    }
                }
                deals += 1.0;
            }
        }
    }
    assert_eq!(deals, 28.0 * 15.0 * 4.0);
    for sampler in SAMPLERS {
        // Batch means are independent: their spread gives the standard error.
        let batches = 30_000;
        let mut sums = [vec![[[0.0f64; 2]; LANES]; rows], vec![[[0.0f64; 2]; LANES]; rows]];
        for batch in 0..batches {
            (run.tables.regrets, run.tables.strategy_sums) = (start.clone(), vec![[0.0; LANES]; rows]);
            run.seed = 1_000 + batch;
            let size = run.train(sampler, UpdateRule::Cfr, 0, 1) as f64;
            for (row, lane) in (0..rows).flat_map(|row| (0..LANES).map(move |lane| (row, lane))) {
                let gain = f64::from(run.tables.regrets[row][lane] - start[row][lane]) / size;
                let share = f64::from(run.tables.strategy_sums[row][lane]) / size;
                for (sums, found) in sums.iter_mut().zip([gain, share]) {
                    sums[row][lane][0] += found;
                    sums[row][lane][1] += found * found;
                }
            }
        }
        let (mut compared, mut squares) = (0, 0.0);
        for (sums, expected) in sums.iter().zip(&expected) {
            for (&[sum, sum_of_squares], expected) in sums.iter().flatten().zip(expected.iter().flatten()) {
                let (mean, expected) = (sum / batches as f64, expected / deals);
                let variance = (sum_of_squares / batches as f64 - mean * mean).max(0.0);
                let error = (variance / batches as f64).sqrt();
                assert!((mean - expected).abs() < 5.0 * error + 1e-3, "{sampler}: {mean} {expected} ± {error}");
                if error > 1e-3 {
                    (compared, squares) = (compared + 1, squares + ((mean - expected) / error).powi(2));
                }
            }
        }
        // Deviations of one standard error on average: no cell is off, and errors are not overestimated.
        assert!(compared > 100 && (0.5..2.0).contains(&(squares / compared as f64)), "{sampler}: {squares} {compared}");
    }
}

#[test]
fn a_run_ends_alike_on_any_number_of_threads_and_however_it_is_cut_between_batches() {
    let definition = limit_game(2, 6, 2, "4 4 4", "0 1 1");
    let buckets = MadeBuckets::hashed(&definition, &[21, 60], 3);
    for (sampler, rule) in
        SAMPLERS.into_iter().flat_map(|it| [UpdateRule::CfrPlus, UpdateRule::Linear].map(|rule| (it, rule)))
    {
        let trained = |threads: usize, stops: &[u64]| {
            let mut run = Run::new(&definition, &buckets);
            let done = on_threads(threads, || stops.iter().fold(0, |done, &it| run.train(sampler, rule, done, it)));
            assert_eq!(done, 2_400);
            run
        };
        let whole = trained(1, &[2_350]);
        assert!(whole.tables.regrets.iter().flatten().all(|cell| cell.is_finite()));
        for (threads, stops) in [(2, &[2_350][..]), (3, &[1, 30, 1_000, 2_001, 2_350])] {
            let other = trained(threads, stops);
            assert!(other.bits() == whole.bits(), "{sampler} {rule}");
            assert_eq!(other.touched, whole.touched);
        }
    }
}

#[test]
fn only_samplers_of_single_deals_are_taken() {
    let definition = GameDefinition::leduc();
    let buckets = MadeBuckets::hashed(&definition, &[3], 1);
    let run = Run::new(&definition, &buckets);
    for sampler in [Sampler::Full, Sampler::Public] {
        assert_unfit(DealTraining::new(&run.game, &buckets, &run.tables.layout, sampler, run.seed), "sampler");
    }
    for sampler in SAMPLERS {
        assert_eq!(sampler.to_string().parse(), Ok(sampler));
    }
}

/// Every hand on every set of board cards its own bucket.
fn every_hand(game: &GameDefinition) -> MadeBuckets {
    let rules = CardRules::new(game);
    // By round, hole cards and board.
    let mut numbers = HashMap::new();
    let mut counts = vec![0; rules.rounds()];
    for board in all_boards(&rules) {
        for (round, count) in counts.iter_mut().enumerate() {
            let board = CardSet::of(&board[..rules.board_cards(round)]);
            for hole in rules.holes(board) {
                numbers.entry((round, hole, board)).or_insert_with(|| std::mem::replace(count, *count + 1) as u64);
            }
        }
    }
    MadeBuckets::new(game, &counts, move |round, hole, board| numbers[&(round, hole, CardSet::of(board))])
}

#[test]
fn averages_approach_equilibrium() {
    let definition = limit_game(2, 4, 2, "2 2", "0 1");
    let buckets = every_hand(&definition);
    for (sampler, rule) in
        SAMPLERS.into_iter().flat_map(|it| [UpdateRule::Cfr, UpdateRule::Linear].map(|rule| (it, rule)))
    {
        let mut run = Run::new(&definition, &buckets);
        let mut done = 0;
        let measured = [0, 2_000, 20_000, 200_000].map(|until| {
            done = run.train(sampler, rule, done, until);
            run.tables.exploitability(&definition, &buckets)
        });
        assert!(measured.windows(2).all(|pair| pair[1] < pair[0] / 1.2), "{sampler} {rule}: {measured:?}");
        assert!(measured[3] < measured[0] / 15.0, "{sampler} {rule}: {measured:?}");
    }
}

#[test]
fn chance_sampling_touches_every_decision_of_uniform_play() {
    // Uniform players come everywhere: each node of the tree is reached by both, so its player learns both ways.
    let definition = GameDefinition::holdem_limit();
    let buckets = MadeBuckets::hashed(&definition, &[9], 3);
    let mut run = Run::new(&definition, &buckets);
    run.tables.regrets.iter_mut().flatten().for_each(|regret| *regret = 1e9);
    assert_eq!(run.train(Sampler::Chance, UpdateRule::Cfr, 0, 50), 50);
    assert_eq!(run.touched, Touched { regrets: 50 * 6_378, averages: 50 * 6_378 });
}
