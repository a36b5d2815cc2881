//! Equipoise as a Python module: the compiled half, `equipoise._native`.
//!
//! Arrays come in checked and contiguous and go out as they are; what a Python caller sees, its types and its
//! documentation, is the other half, in `python/equipoise`. Nothing is computed here that the libraries do not compute.
//!
//! Arrays are copied before the interpreter lock is released, so that another thread cannot change them underway. Files
//! are not copied: Python maps the sections whose places `files` reports.

mod buckets;
mod clusters;
mod colours;
mod command;
mod equities;
mod failure;
mod files;
mod games;
mod hands;
mod judging;
mod logs;
mod measures;
mod players;
mod policy;
mod spots;
mod studies;
mod survey;
mod training;
mod values;
mod watched;

use evaluator::processor::Processor;
use evaluator::words::did_you_mean;
use pyo3::prelude::*;

/// The environment variable that limits the process to the instruction set it names, as for the command line.
const PROCESSOR_VARIABLE: &str = "EQUIPOISE_PROCESSOR";

/// The compiled half of `equipoise`.
#[pymodule]
mod _native {
    use super::*;

    #[pymodule_export]
    use super::buckets::features;
    #[pymodule_export]
    use super::buckets::{BucketFile, build_buckets, cluster_rows, import_buckets, largest_size};
    #[pymodule_export]
    use super::clusters::{Clusters, open_clusters, own_clusters, published_clusters, search_clusters};
    #[pymodule_export]
    use super::colours::palette;
    #[pymodule_export]
    use super::command::run_command;
    #[pymodule_export]
    use super::equities::{equities, range_text, range_weights};
    #[pymodule_export]
    use super::files::{bundle, write_strategy};
    #[pymodule_export]
    use super::files::{inspect, require_kind, verify};
    #[pymodule_export]
    use super::games::{measure_policy_text, push_fold, solve};
    #[pymodule_export]
    use super::hands::{
        deals, hand_count, holding_names, hsd, index, names, ochs, parse, rank, starting_hands, strength, unindex,
    };
    #[pymodule_export]
    use super::judging::{judge, styles};
    #[pymodule_export]
    use super::logs::{histories_of_log, play_hands, read_hands};
    #[pymodule_export]
    use super::measures::{exploit, flop_boards, league, play};
    #[pymodule_export]
    use super::players::{Player, decision, function_player, open_player};
    #[pymodule_export]
    use super::spots::{SpotStrategy, open_spot, solve_spot, spot_text};
    #[pymodule_export]
    use super::studies::{plan_study, run_results, run_study};
    #[pymodule_export]
    use super::survey::survey;
    #[pymodule_export]
    use super::training::{export_strategy, train, training_place, training_state};
    #[pymodule_export]
    use super::values::action_values;
    #[pymodule_export]
    use super::watched::Stop;
    #[pymodule_export]
    use super::watched::set_threads;

    #[pymodule_init]
    fn begin(module: &Bound<'_, PyModule>) -> PyResult<()> {
        if let Ok(name) = std::env::var(PROCESSOR_VARIABLE) {
            let meant = did_you_mean(&name, Processor::NAMES);
            let names = Processor::NAMES.join(", ");
            let unknown = || format!("{PROCESSOR_VARIABLE}: '{name}' is not one of {names}{meant}");
            Processor::named(&name).ok_or_else(|| failure::wrong(unknown()))?.limit();
        }
        failure::register(module)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
