//! The command line in this process, so that `pip install equipoise` brings the command `equipoise` along.

use pyo3::prelude::*;
use std::ffi::OsString;
use std::sync::Arc;
use tables::together::ranks::Alone;

/// Does what was typed, the program's name first, and gives the exit code. It answers signals in its own way from then
/// on, so that the process should end with it.
#[pyfunction]
pub fn run_command(py: Python<'_>, typed: Vec<OsString>) -> u8 {
    py.detach(|| command_line::command_line(typed, Arc::new(Alone)))
}
