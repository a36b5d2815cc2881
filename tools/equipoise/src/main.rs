//! The binary: one process of the command line.

use std::process::ExitCode;
use std::sync::Arc;
use tables::together::ranks::Alone;

fn main() -> ExitCode {
    command_line::command_line(Arc::new(Alone))
}
