//! Iterations a second and time to an exploitability on Kuhn and Leduc, beside the walk board by board in the same run.
//!
//! Run with `cargo bench -p equipoise-benches --bench small_games`; one thread. The walk is the way hold'em is
//! trained; both ways must find the same regrets, and the best responses that measure a curve know of neither.

#![allow(clippy::print_stdout)]

use evaluator::processor::Processor;
use solver::boards::LosslessBuckets;
use solver::game::GameDefinition;
use solver::run::solve::{Solution, Solving, SolvingRule};
use solver::train::columns::full_pass::FullPass;
use solver::train::columns::layout::Columns;
use solver::train::full_boards::FullBoards;
use solver::train::tables::Cells;
use solver::train::{TableLayout, UpdateRule};
use solver::walk::PreparedGame;
use std::time::Instant;
use tables::together::progress::Silent;

const MEASURED: u64 = 100_000;
const BY_THE_WALK: u64 = 200;
/// So long the two ways are compared: later rounding decides between actions that are worth the same.
const COMPARED: u64 = 20;
const GOALS: [f64; 4] = [1e-3, 1e-4, 1e-5, 1e-6];
const RULES: [&str; 9] =
    ["cfr", "cfr+", "linear", "dcfr", "dcfr:1.5,0,4", "dcfr:1.5,-100,4", "hs-dcfr", "pdcfr+:2.3,5,1", "pdcfr+"];

fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    for (name, definition) in [("leduc", GameDefinition::leduc()), ("kuhn", GameDefinition::kuhn())] {
        pool.install(|| weigh_iterations(name, &definition));
        weigh_rules(name, &definition);
    }
}

/// The fastest of several tries: everything else on the machine only adds to it.
fn least_seconds(tries: usize, mut work: impl FnMut()) -> f64 {
    let seconds = (0..tries).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64()
    });
    seconds.fold(f64::INFINITY, f64::min)
}

fn weigh_iterations(name: &str, definition: &GameDefinition) {
    let buckets = LosslessBuckets::new(definition).expect("a small game");
    let game = PreparedGame::<f64>::new(definition);
    let layout = TableLayout::new(&game.lanes, &buckets);
    let rule = UpdateRule::DCFR;
    let columns = Columns::new(&game, &buckets, 0).expect("enough memory").expect("a small game");
    for processor in Processor::available() {
        let mut done = 0;
        let mut pass = FullPass::new(&columns);
        let seconds = least_seconds(10, || {
            processor.run(pass.iterations(rule.into(), done + 1..=done + MEASURED / 10, MEASURED));
            done += MEASURED / 10;
        });
        println!("{name}, columns, {processor:?}: {:.0} iterations/s", MEASURED as f64 / 10.0 / seconds);
    }
    let by_the_walk = |iterations: u64| {
        let mut training = FullBoards::new(&game, &buckets, &layout, rule, MEASURED);
        training.run(1..=iterations);
        training.regrets
    };
    let seconds = least_seconds(5, || {
        std::hint::black_box(by_the_walk(BY_THE_WALK));
    });
    println!("{name}, walk over all boards: {:.0} iterations/s", BY_THE_WALK as f64 / seconds);
    let mut pass = FullPass::new(&columns);
    Processor::detect().run(pass.iterations(rule.into(), 1..=COMPARED, MEASURED));
    let difference = largest_difference(&pass.tables(&game.lanes, &layout)[0], &by_the_walk(COMPARED));
    println!("  largest difference of regrets after {COMPARED} iterations: {difference:.1e} of the largest");
    assert!(difference < 1e-9, "the two ways part");
}

fn largest_difference(found: &[Cells<f64>], expected: &[Cells<f64>]) -> f64 {
    let largest = expected.iter().flatten().fold(0.0, |most: f64, it| most.max(it.abs()));
    let pairs = found.iter().flatten().zip(expected.iter().flatten());
    pairs.map(|(found, expected)| (found - expected).abs()).fold(0.0, f64::max) / largest
}

/// Seconds up to each point of the curve, each stretch between points as fast as in the run where it was fastest.
fn fastest_stretches(runs: &[Solution]) -> Vec<f64> {
    let mut total = 0.0;
    let stretch = |run: &Solution, point: usize| {
        run.curve[point].seconds - if point == 0 { 0.0 } else { run.curve[point - 1].seconds }
    };
    let points = 0..runs[0].curve.len();
    let fastest = points.map(|point| runs.iter().map(|run| stretch(run, point)).fold(f64::INFINITY, f64::min));
    let sums = fastest.map(|seconds| {
        total += seconds;
        total
    });
    sums.collect()
}

fn weigh_rules(name: &str, definition: &GameDefinition) {
    println!(
        "{name}: iterations and milliseconds to an exploitability in chips (- : not within {MEASURED} iterations)"
    );
    println!("{:18}{}", "rule", GOALS.map(|goal| format!("{goal:>18.0e}")).concat());
    for text in RULES {
        let rule: SolvingRule = text.parse().expect("a rule");
        let solving = Solving { until: Some(GOALS[3]), ..Solving::new(rule, MEASURED) };
        let runs: Vec<Solution> = (0..5).map(|_| solving.solve(definition, &Silent).expect("a small game")).collect();
        let seconds = fastest_stretches(&runs);
        let columns = GOALS.map(|goal| {
            let point = runs[0].curve.iter().position(|point| point.exploitability <= goal);
            point.map_or(format!("{:>18}", "-"), |point| {
                format!("{:>9} {:>8.3}", runs[0].curve[point].iterations, 1e3 * seconds[point])
            })
        });
        println!("{text:18}{}", columns.concat());
        assert!(runs.iter().all(|run| run.result == runs[0].result), "a run that gave something else");
    }
}
