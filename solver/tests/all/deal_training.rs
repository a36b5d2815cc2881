//! Training on single deals: deals and dice drawn evenly, passes that match the textbook cell by cell, runs that can be
//! cut and continued on any number of threads, and averages that converge.

use crate::naive::{HashedBuckets, chi_square, limit_game, mix, sign};
use crate::textbook_deals::{EveryHand, InformationSet, Table, Textbook, strategy_of};
use evaluator::card::CARDS;
use evaluator::card_set::CardSet;
use solver::boards::card_rules::all_boards;
use solver::boards::{CardRules, HandBuckets};
use solver::error::SolverError;
use solver::game::{GameDefinition, NodeId};
use solver::measure::exploitability::small_game::exploitability;
use solver::policy::trained::TrainedStrategies;
use solver::train::deals::{ActionDice, DEALS_OF_A_BATCH, DEALS_OF_AN_EPOCH, Deal, DealTraining, Touched};
use solver::train::sampled_training::{SampledSteps, batch_end};
use solver::train::tables::{Cells, ChunkTables};
use solver::train::update_rule::Step;
use solver::train::{Sampler, TableLayout, UpdateRule};
use solver::walk::{ChunkId, LANES, Player, PreparedGame};
use tables::error::Failure;

const RULES: [UpdateRule; 5] =
    [UpdateRule::Cfr, UpdateRule::CfrPlus, UpdateRule::Linear, UpdateRule::DCFR, UpdateRule::ScheduledDiscounted];
const SAMPLERS: [Sampler; 2] = [Sampler::Chance, Sampler::External];

/// Tables of a game with an abstraction, and the way to their cells.
struct Run<'a> {
    game: PreparedGame<f32>,
    buckets: &'a dyn HandBuckets,
    layout: TableLayout,
    regrets: Vec<Cells<f32>>,
    strategy_sums: Vec<Cells<f32>>,
    touched: Touched,
    seed: u64,
}

impl<'a> Run<'a> {
    fn new(definition: &GameDefinition, buckets: &'a dyn HandBuckets) -> Self {
        let game = PreparedGame::new(definition).unwrap();
        let layout = TableLayout::new(&game.lanes, buckets);
        let empty = || vec![[0.0; LANES]; layout.rows()];
        let (regrets, strategy_sums) = (empty(), empty());
        Self { game, buckets, layout, regrets, strategy_sums, touched: Touched::default(), seed: 7 }
    }

    fn training(&self, sampler: Sampler) -> Result<DealTraining<'_>, SolverError> {
        DealTraining::new(&self.game, self.buckets, &self.layout, sampler, self.seed)
    }

    /// Trains from some iterations done up to a number of them; gives back how many that are.
    fn train(&mut self, sampler: Sampler, rule: UpdateRule, mut done: u64, until: u64) -> u64 {
        let (mut regrets, mut sums) = (std::mem::take(&mut self.regrets), std::mem::take(&mut self.strategy_sums));
        let mut touched = self.touched;
        let mut training = self.training(sampler).unwrap();
        while done < until {
            let steps = steps(rule, done + 1);
            let mut tables = ChunkTables::new(&self.game.lanes, &self.layout, &mut regrets, &mut sums);
            touched = touched + training.play(&mut tables, done + 1, &steps);
            done += steps.len() as u64;
        }
        (self.regrets, self.strategy_sums, self.touched) = (regrets, sums, touched);
        done
    }

    /// Row of the first action, and lane.
    fn place(&self, textbook: &Textbook<'_>, (node, bucket): InformationSet) -> (usize, usize) {
        let place = textbook.layout.place(node);
        let (chunk, lane) = self.game.lanes.lane_of_entries(place.round)[place.entry];
        let first_slot = self.game.lanes.rounds[place.round].nodes[place.node].first_slot;
        (self.layout.bucket(ChunkId { round: place.round, chunk }, bucket as usize).start + first_slot, lane)
    }

    fn bits(&self) -> Vec<u32> {
        self.regrets.iter().chain(&self.strategy_sums).flatten().map(|cell| cell.to_bits()).collect()
    }
}

/// The steps of the batch that begins with an iteration.
fn steps(rule: UpdateRule, first: u64) -> Vec<Step> {
    let steps = SampledSteps { rule, epoch: DEALS_OF_AN_EPOCH, planned: 1_000, averaged_of: 1 };
    (first..=batch_end(first, DEALS_OF_A_BATCH)).map(|iteration| steps.step(iteration)).collect()
}

/// Holds the table to the twin: every cell the same within rounding, and none filled that the twin leaves empty. Then
/// the twin takes over what the table holds, so that a rounding error has no time to grow into another strategy.
fn check_cells(run: &Run<'_>, textbook: &Textbook<'_>, cells: &[Cells<f32>], twin: &mut Table, what: &str) {
    let mut filled = 0;
    let largest = twin.values().flatten().fold(0.0f64, |most, it| most.max(it.abs()));
    for (&set, expected) in twin.iter_mut() {
        let (first, lane) = run.place(textbook, set);
        let tolerance = 3e-5 * expected.iter().fold(0.1 * largest, |most, it| most.max(it.abs()));
        for (row, expected) in cells[first..].iter().zip(expected) {
            let found = f64::from(row[lane]);
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

/// Regrets to begin with. From nothing at all, sums would cancel out exactly, and what then is the sign of a rounding
/// error decides on a strategy.
fn made_up_regrets(run: &Run<'_>, textbook: &Textbook<'_>) -> Table {
    let nodes = textbook.tree.nodes().iter().enumerate();
    let sets = nodes.flat_map(|(number, node)| {
        (0..run.buckets.count(node.round) as u32).map(move |bucket| (NodeId(number as u32), bucket))
    });
    let regret = |(node, bucket): InformationSet, action| {
        let bits = mix(u64::from(node.0) << 32 | u64::from(bucket) << 8 | action as u64);
        f64::from((bits % 200_000) as f32 / 1e3 - 80.0)
    };
    sets.map(|set| (set, (0..textbook.tree[set.0].children.len()).map(|action| regret(set, action)).collect()))
        .collect()
}

#[test]
fn batches_match_the_textbook_cell_by_cell() {
    for definition in small_games() {
        let buckets = HashedBuckets::new(&definition, &vec![4; definition.rounds()], 77);
        for (sampler, rule) in SAMPLERS.into_iter().flat_map(|sampler| RULES.map(|rule| (sampler, rule))) {
            let mut run = Run::new(&definition, &buckets);
            let textbook = Textbook::new(&definition, &buckets, sampler, 7);
            let mut regrets = made_up_regrets(&run, &textbook);
            if rule == UpdateRule::CfrPlus {
                regrets.values_mut().flatten().for_each(|regret| *regret = regret.abs());
            }
            for (&set, regrets) in &regrets {
                let (first, lane) = run.place(&textbook, set);
                run.regrets[first..].iter_mut().zip(regrets).for_each(|(row, &regret)| row[lane] = regret as f32);
            }
            let (mut strategy_sums, mut done) = (Table::new(), 0);
            // The last batch fills more than one block of deals; some of its deals are left out of the average.
            for size in [1, 5, 20, 47] {
                let steps = SampledSteps { rule, epoch: DEALS_OF_AN_EPOCH, planned: 1_000, averaged_of: 1 };
                let mut steps: Vec<Step> = (done + 1..=done + size).map(|iteration| steps.step(iteration)).collect();
                steps.iter_mut().skip(30).step_by(2).for_each(|step| step.average_weight = 0.0);
                let of_twin = textbook.play(done + 1, &steps, &mut regrets, &mut strategy_sums);
                let (mut of_run, mut sums_of_run) = (run.regrets.clone(), run.strategy_sums.clone());
                let mut tables = ChunkTables::new(&run.game.lanes, &run.layout, &mut of_run, &mut sums_of_run);
                let touched = run.training(sampler).unwrap().play(&mut tables, done + 1, &steps);
                drop(tables);
                (run.regrets, run.strategy_sums) = (of_run, sums_of_run);
                // The textbook's chance sampling goes where nobody comes, too.
                assert!(touched == of_twin || sampler == Sampler::Chance, "{touched:?} {of_twin:?}");
                done += size;
                let what = |name| format!("{sampler} {rule} {name} of {} rounds, {done}", definition.rounds());
                check_cells(&run, &textbook, &run.regrets, &mut regrets, &what("regrets"));
                check_cells(&run, &textbook, &run.strategy_sums, &mut strategy_sums, &what("averages"));
            }
        }
    }
}

/// A table of fixed large regrets, so that what a batch adds to it does not change the strategies.
fn unmoved_regrets(run: &Run<'_>) -> Vec<Cells<f32>> {
    let share = |row: usize, lane: usize| 4e4 * (1 + mix((row * LANES + lane) as u64) % 4) as f32;
    (0..run.layout.rows()).map(|row| std::array::from_fn(|lane| share(row, lane))).collect()
}

#[test]
fn mean_gains_and_shares_are_those_of_all_deals() {
    let definition = limit_game(2, 4, 2, "2 2", "0 1");
    let buckets = HashedBuckets::new(&definition, &[3, 3], 5);
    let mut run = Run::new(&definition, &buckets);
    let start = unmoved_regrets(&run);
    let textbook = Textbook::new(&definition, &buckets, Sampler::Chance, 7);
    let profile = |set: InformationSet| {
        let (first, lane) = run.place(&textbook, set);
        let actions = textbook.tree[set.0].children.len();
        strategy_of(&start[first..first + actions].iter().map(|row| f64::from(row[lane])).collect::<Vec<_>>())
    };
    // Every deal once, all equally likely.
    let mut expected = [vec![[0.0; LANES]; start.len()], vec![[0.0; LANES]; start.len()]];
    let mut deals = 0.0;
    for board in all_boards(&textbook.rules) {
        for own in textbook.rules.holes(CardSet::of(&board)) {
            for other in textbook.rules.holes(CardSet::of(&board) | own) {
                let lesson = textbook.learn(&textbook.hands([own, other], &board, 0), &profile);
                for (sums, table) in expected.iter_mut().zip([lesson.gains, lesson.shares]) {
                    for (set, more) in table {
                        let (first, lane) = run.place(&textbook, set);
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
        let mut sums = [vec![[[0.0f64; 2]; LANES]; start.len()], vec![[[0.0f64; 2]; LANES]; start.len()]];
        for batch in 0..batches {
            (run.regrets, run.strategy_sums) = (start.clone(), vec![[0.0; LANES]; start.len()]);
            run.seed = 1_000 + batch;
            let size = run.train(sampler, UpdateRule::Cfr, 0, 1) as f64;
            for (row, lane) in (0..start.len()).flat_map(|row| (0..LANES).map(move |lane| (row, lane))) {
                let gain = f64::from(run.regrets[row][lane] - start[row][lane]) / size;
                let share = f64::from(run.strategy_sums[row][lane]) / size;
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
fn any_number_of_threads_gives_the_same_bytes() {
    let definition = limit_game(2, 6, 2, "4 4 4", "0 1 1");
    let buckets = HashedBuckets::new(&definition, &[21, 60, 60], 3);
    for (sampler, rule) in [(Sampler::Chance, UpdateRule::CfrPlus), (Sampler::External, UpdateRule::Linear)] {
        let runs = [1, 2, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut run = Run::new(&definition, &buckets);
            pool.install(|| run.train(sampler, rule, 0, 3_000));
            run
        });
        assert!(runs[0].regrets.iter().flatten().all(|cell| cell.is_finite()));
        assert!(runs[1].bits() == runs[0].bits() && runs[2].bits() == runs[0].bits(), "{sampler}");
        assert_eq!((runs[1].touched, runs[2].touched), (runs[0].touched, runs[0].touched));
    }
}

#[test]
fn a_run_that_was_cut_between_batches_ends_like_one_that_was_not() {
    let definition = limit_game(2, 5, 2, "2 2 1", "0 1 1");
    let buckets = HashedBuckets::new(&definition, &[10, 20, 20], 3);
    for sampler in SAMPLERS {
        for rule in [UpdateRule::CfrPlus, UpdateRule::Linear] {
            let [mut whole, mut cut] = [(); 2].map(|()| Run::new(&definition, &buckets));
            assert_eq!(whole.train(sampler, rule, 0, 2_350), 2_400);
            let mut done = 0;
            for until in [1, 30, 1_000, 2_001, 2_350] {
                done = cut.train(sampler, rule, done, until);
            }
            assert_eq!(done, 2_400);
            assert!(whole.bits() == cut.bits(), "{sampler} {rule}");
        }
    }
}

#[test]
fn batches_end_with_epochs() {
    let mut done = 0;
    while done < 2 * DEALS_OF_AN_EPOCH {
        let end = batch_end(done + 1, DEALS_OF_A_BATCH);
        assert!(done / DEALS_OF_AN_EPOCH == (end - 1) / DEALS_OF_AN_EPOCH, "{done} to {end}");
        done = end;
    }
    assert_eq!(done, 2 * DEALS_OF_AN_EPOCH);
}

#[test]
fn only_samplers_of_single_deals_are_taken() {
    let definition = GameDefinition::leduc();
    let buckets = HashedBuckets::new(&definition, &[3, 3], 1);
    let run = Run::new(&definition, &buckets);
    for sampler in [Sampler::Full, Sampler::Public] {
        let Err(error) = run.training(sampler) else { panic!("{sampler}") };
        assert!(matches!(error, SolverError::Unfit { what: "sampler", .. }) && error.is_input_error(), "{error}");
    }
    for sampler in SAMPLERS {
        assert_eq!(sampler.to_string().parse(), Ok(sampler));
    }
}

#[test]
fn a_deal_depends_on_seed_and_iteration_alone() {
    let rules = CardRules::new(&GameDefinition::holdem_limit());
    for iteration in 1..200 {
        let deal = Deal::of(&rules, 9, iteration);
        assert_eq!(deal, Deal::of(&rules, 9, iteration));
        assert_eq!((deal.hole(0).len(), deal.hole(1).len(), deal.board().len()), (2, 2, 5));
        let [first, second, board] = [deal.hole(0), deal.hole(1), deal.board()].map(CardSet::of);
        assert_eq!((first | second | board).len(), 9, "{deal:?}");
        assert_eq!(f64::from(deal.sign()), sign(board, first, second));
        assert_ne!(deal, Deal::of(&rules, 10, iteration));
        assert_ne!(deal, Deal::of(&rules, 9, iteration + 1));
    }
}

#[test]
fn every_card_is_as_likely_at_every_place_of_the_deal() {
    let rules = CardRules::new(&GameDefinition::holdem_limit());
    let mut counts = [[0; CARDS]; 9];
    for iteration in 0..52_000 {
        let deal = Deal::of(&rules, 3, iteration);
        let cards = deal.hole(0).iter().chain(deal.hole(1)).chain(deal.board());
        cards.enumerate().for_each(|(place, card)| counts[place][card.number()] += 1);
    }
    // 51 degrees of freedom: 51 ± 10, so that 110 is six standard deviations off.
    for counts in &counts {
        assert!((15.0..110.0).contains(&chi_square(counts)), "{}", chi_square(counts));
    }
}

#[test]
fn dice_are_even_and_independent_of_each_other() {
    // Pairs of numbers that must know nothing of each other, in 8 · 8 cells: 63 ± 11 degrees of freedom.
    type Throw = fn(u64) -> f32;
    let one: Throw = |it| ActionDice::of(1, it, 0).at(0);
    let others: [Throw; 5] = [
        |it| ActionDice::of(1, it, 0).at(1),
        |it| ActionDice::of(1, it, 0).at(6_377),
        |it| ActionDice::of(1, it + 1, 0).at(0),
        |it| ActionDice::of(1, it, 1).at(0),
        |it| ActionDice::of(2, it, 0).at(0),
    ];
    for other in others {
        let mut counts = [0; 64];
        for iteration in 0..64_000 {
            let [a, b] = [one, other].map(|throw| throw(iteration));
            assert!((0.0..1.0).contains(&a) && (0.0..1.0).contains(&b));
            counts[(a * 8.0) as usize * 8 + (b * 8.0) as usize] += 1;
        }
        assert!((20.0..130.0).contains(&chi_square(&counts)), "{}", chi_square(&counts));
    }
    // Consecutive decisions of one deal.
    let mut counts = [0; 64];
    (0..64_000u64).for_each(|decision| counts[(ActionDice::of(5, 9, 1).at(decision) * 64.0) as usize] += 1);
    assert!((20.0..130.0).contains(&chi_square(&counts)), "{}", chi_square(&counts));
}

#[test]
fn averages_approach_equilibrium() {
    let definition = limit_game(2, 4, 2, "2 2", "0 1");
    let buckets = EveryHand::new(&definition);
    for (sampler, rule) in
        SAMPLERS.into_iter().flat_map(|it| [UpdateRule::Cfr, UpdateRule::Linear].map(|rule| (it, rule)))
    {
        let mut run = Run::new(&definition, &buckets);
        let mut done = 0;
        let measured = [0, 2_000, 20_000, 200_000].map(|until| {
            done = run.train(sampler, rule, done, until);
            let Run { game, layout, regrets, strategy_sums, .. } = &run;
            let strategies = TrainedStrategies { lanes: &game.lanes, layout, regrets, strategy_sums };
            let player = Player { buckets: &buckets, strategies: &strategies };
            exploitability(&PreparedGame::new(&definition).unwrap(), [player, player]).exploitability
        });
        assert!(measured.windows(2).all(|pair| pair[1] < pair[0] / 1.2), "{sampler} {rule}: {measured:?}");
        assert!(measured[3] < measured[0] / 15.0, "{sampler} {rule}: {measured:?}");
    }
}

#[test]
fn chance_sampling_touches_every_decision_of_uniform_play() {
    // Uniform players come everywhere: each node of the tree is reached by both, so its player learns both ways.
    let definition = GameDefinition::holdem_limit();
    let buckets = HashedBuckets::new(&definition, &[9, 9, 9, 9], 3);
    let mut run = Run::new(&definition, &buckets);
    run.regrets.iter_mut().flatten().for_each(|regret| *regret = 1e9);
    assert_eq!(run.train(Sampler::Chance, UpdateRule::Cfr, 0, 50), 50);
    assert_eq!(run.touched, Touched { regrets: 50 * 6_378, averages: 50 * 6_378 });
}
