//! Files, tables and folders. One program, linked once: each file is a module.

mod buckets;
mod bundles;
mod container;
mod damage;
mod foreign_files;
mod full_disk;
mod golden_files;
mod killed;
#[path = "../doubles/observer.rs"]
mod observer;
mod public_clusters;
mod random_nodes;
mod regrets;
mod run_folders;
mod small_files;
mod strategies;
mod strategy_contents;
mod together;
