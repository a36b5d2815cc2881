//! What single precision is worth in an exploitability: the same best response with all sums within a board in double
//! precision, on the same flops.

use crate::made_agents::erratic_agent;
use matches::agent::Agent;
use matches::statistics::score::RESOLUTION;
use solver::game::GameDefinition;
use solver::measure::exploitability::{Measurement, RealGame};
use solver::policy::FixedPolicy;
use solver::units::mbb_per_game;
use solver::walk::last_round::Precision;
use tables::together::progress::Silent;

/// What a best response wins from an agent by seat, in mbb/g, on drawn flops.
fn responses_in<T: Precision>(agent: &Agent, flops: usize) -> [f64; 2] {
    let definition = GameDefinition::holdem_limit();
    let game = RealGame::<T>::new(&definition).unwrap();
    let found = Measurement::drawn(flops, 1).of(&game, agent.player(), None, &Silent).unwrap().responses;
    found.by_seat.map(|chips| mbb_per_game(chips, definition.big_blind()))
}

#[test]
#[ignore = "best responses to two agents on a few flops, in double precision, too: four minutes"]
#[allow(clippy::print_stdout, reason = "the figure is wanted")]
fn single_precision_is_worth_less_than_a_thousandth_of_an_mbb() {
    let uniform = Agent::of_fixed(FixedPolicy::Uniform);
    for (name, agent) in [("uniform", uniform), ("erratic", erratic_agent("erratic", 900, 7))] {
        let (single, double) = (responses_in::<f32>(&agent, 3), responses_in::<f64>(&agent, 3));
        println!("{name}: {single:?} {double:?} mbb/g by seat");
        for (one, other) in single.into_iter().zip(double) {
            assert!((one - other).abs() < RESOLUTION && one != other, "{name}: {one} {other}");
        }
    }
}
