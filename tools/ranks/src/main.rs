//! `equipoise-mpi`: the command line of Equipoise run by several processes of MPI.
//!
//! Each process is a rank. The first runs the command as `equipoise` does; clusterings and trainings are shared with
//! the others. What is shared and how is in `tables::together::ranks`, `abstraction::clustering::shared_rows` and
//! `solver::run::team`; here is only how bytes get from one process to another.

// A rank is a program of its own: what ends it, and its traffic, go to the error stream.
#![allow(clippy::print_stderr)]

mod counted;
mod mpi;

use std::process::ExitCode;
use std::sync::Arc;

use command_line::command_line;
use counted::Counted;
use mpi::MpiRanks;

fn main() -> ExitCode {
    match MpiRanks::start() {
        Ok((_mpi, ranks)) => {
            let ranks = Arc::new(Counted::new(ranks));
            let code = command_line(std::env::args_os(), Arc::clone(&ranks) as Arc<dyn tables::together::ranks::Ranks>);
            ranks.report();
            ExitCode::from(code)
        }
        Err(reason) => {
            eprintln!("error: MPI does not start ({reason}); run it with mpirun");
            ExitCode::FAILURE
        }
    }
}
