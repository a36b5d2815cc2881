//! Arrays, the Python reader and other programs' strategies. One program, linked once: each file is a module.

mod arrays;
mod bucket_strategies;
mod dump_buckets;
#[path = "../../../../tables/tests/doubles/observer.rs"]
mod observer;
mod pure_cfr_dumps;
mod python_reader;
