//! Solves Kuhn poker exactly, and shows how training comes closer to equilibrium.
//!
//! `cargo run --release -p equipoise-solver --example solve_kuhn`
#![allow(clippy::print_stdout)]

use solver::error::SolverError;
use solver::game::GameDefinition;
use solver::run::solve::solve;
use solver::train::UpdateRule;
use tables::together::progress::Silent;

/// Any two-player limit game with few cards works; game definitions are text files, see `solver/games`.
pub fn main() -> Result<(), SolverError> {
    let kuhn = GameDefinition::kuhn();
    println!("iterations  value for the first player  exploitability, chips");
    for iterations in [1, 10, 100, 1_000, 10_000] {
        let solved = solve(&kuhn, UpdateRule::DCFR, iterations, &Silent)?;
        println!("{iterations:>10}  {:>26.6}  {:>21.6}", solved.value, solved.exploitability);
    }
    println!("Kuhn (1950): the game is worth {:.6} to the first player", -1.0 / 18.0);
    Ok(())
}
