//! The binary under `mpirun`. One program, linked once: each file is a module.

mod job;
mod lost_ranks;
mod same_bytes;
mod unequal_ranks;
