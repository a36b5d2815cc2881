//! An iteration of a river spot, all holdings against all holdings, beside the project's naive twin: core-milliseconds
//! of each instruction set, and their share of the twin's.
//!
//! Run with `cargo bench -p equipoise-benches --bench spots`; one thread. The first iterations of both are held to each
//! other. Two more spots show what a turn and, with `-- --flop`, a flop take to half a percent of the pot.

#![allow(clippy::print_stdout)]

#[path = "../../solver/tests/all/naive/spot.rs"]
#[allow(dead_code)]
mod naive;

use evaluator::processor::Processor;
use naive::{Mode, NaiveSpot};
use solver::spot::{Bits, Spot, SpotDefinition, SpotSolver, Stop, Target};
use std::time::Instant;
use tables::together::progress::Silent;

/// All holdings on both sides, 88 decisions, 260 actions, 87 showdowns and 86 folds.
const RIVER: &str = "board = 'Td9d6hQc2s'\npot = 100\nstack = 950\noop = 'random'\nip = 'random'\n\
    [sizes.all]\nbet = ['33%', '75%', '150%', 'a']\nraise = ['50%', '100%', 'a']\n";

const TURN: &str = "board = 'Td9d6hQc'\npot = 200\nstack = 900\n\
    oop = '66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s'\n\
    ip = 'QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+'\n\
    [sizes.all]\nbet = ['50%', '100%', 'a']\nraise = ['75%', 'a']\n";

const FLOP: &str = "board = 'QsJh2h'\npot = 180\nstack = 910\n\
    oop = '88+,A8s+,A5s-A2s:0.5,AJo+,ATo:0.75,K9s+,KQo,KJo:0.75,KTo:0.25,Q9s+,QJo:0.5,J8s+,JTo:0.25,T8s+,T7s:0.45,\
    97s+,96s:0.45,87s,86s:0.75,85s:0.45,75s+:0.75,74s:0.45,65s:0.75,64s:0.5,63s:0.45,54s:0.75,53s:0.5,52s:0.45,\
    43s:0.5,42s:0.45,32s:0.45'\n\
    ip = 'AA:0.25,99-22,AJs-A2s,AQo-A8o,K2s+,K9o+,Q2s+,Q9o+,J6s+,J9o+,T6s+,T9o,96s+,95s:0.5,98o,86s+,85s:0.5,75s+,\
    74s:0.5,64s+,63s:0.5,54s,53s:0.5,43s'\n\
    [sizes.all]\nbet = ['52%']\nraise = ['45%']\n[sizes.turn]\nbet = ['55%']\n[sizes.river]\nbet = ['70%']\n";

fn spot(text: &str) -> Spot {
    Spot::new(SpotDefinition::parse(text).expect("a valid spot"))
}

/// Milliseconds of the fastest of some repeats.
fn fastest(repeats: usize, mut work: impl FnMut()) -> f64 {
    let once = |_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e3
    };
    (0..repeats).map(once).fold(f64::INFINITY, f64::min)
}

fn main() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("one thread");
    let river = spot(RIVER);
    let mut twin = NaiveSpot::new(&river);
    twin.iterate();
    let mut solver = SpotSolver::new(spot(RIVER), Bits::ThirtyTwo).expect("some megabytes");
    solver.iterate();
    let (found, expected) = (solver.measure().values[0], twin.worth(0, Mode::Value));
    assert!((found - expected).abs() < 1e-2, "{found} chips, expected {expected}");

    let naive = fastest(20, || twin.iterate());
    println!("river, all holdings: the naive twin {naive:.3} core-ms an iteration");
    for processor in Processor::available() {
        for bits in [Bits::ThirtyTwo, Bits::Sixteen] {
            let mut solver = SpotSolver::with_processor(spot(RIVER), bits, processor).expect("some megabytes");
            let ours = fastest(100, || solver.iterate());
            println!("  {processor:?}, {} bits: {ours:.3}, {:.3} of the twin's", bits.number(), ours / naive);
        }
    }
    let mut spots = vec![("river", RIVER), ("turn", TURN)];
    if std::env::args().any(|it| it == "--flop") {
        spots.push(("flop", FLOP));
    }
    for (name, text) in spots {
        for bits in [Bits::ThirtyTwo, Bits::Sixteen] {
            let mut solver = SpotSolver::new(spot(text), bits).expect("memory for the spot");
            solver.solve(&Stop { target: Some(Target::USUAL), ..Stop::default() }, &Silent).expect("nobody cancels");
            let bytes = solver.spot().table_bytes(bits);
            let iterations = solver.iterations();
            let seconds = solver.curve().last().map_or(0.0, |point| point.seconds);
            let value = solver.measure().values[0];
            let bits = bits.number();
            println!(
                "{name}, {bits} bits: to 0.5 % of the pot {iterations} iterations, {seconds:.3} core-s, {bytes} bytes, \
                 out of position {value:.3} chips"
            );
        }
    }
}
