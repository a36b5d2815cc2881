//! The binary under `mpirun`. One program, linked once: each file is a module.

mod job;
mod lost_ranks;
mod same_bytes;
mod signalled_ranks;
// The command line's tests train on the same files.
#[path = "../../../equipoise/tests/all/small_buckets.rs"]
mod small_buckets;
mod unequal_ranks;
