//! The binary: one process of the command line.

use std::process::ExitCode;
use std::sync::Arc;
use tables::together::ranks::Alone;

fn main() -> ExitCode {
    ExitCode::from(command_line::command_line(std::env::args_os(), Arc::new(Alone)))
}
