//! What is known for all flops of a game: the [reference](FlopReference) that is part of the program. It makes levels
//! of what studies measure on a few flops.

use solver::error::SolverError;
use solver::measure::exploitability::FlopReference;
use std::path::Path;

/// The word by which the command line and Python ask for it.
pub const SHIPPED: &str = "shipped";

/// The reference of a file, or the shipped one where there is no file of that name.
pub fn named(path: &Path) -> Result<FlopReference, SolverError> {
    if path == Path::new(SHIPPED) && !path.exists() { shipped() } else { FlopReference::read(path) }
}

/// The quickstart's strategy for eight opponent clusters, in limit hold'em: `equipoise exploit runs/quickstart/C8
/// --flops all --reference FILE` wrote it.
pub fn shipped() -> Result<FlopReference, SolverError> {
    FlopReference::parse(include_str!("../references/quickstart-C8.json"), "the shipped reference")
}
