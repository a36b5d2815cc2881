//! The real binary and the workspace around it. One program, linked once: each file is a module.

mod bad_input;
mod bucket_commands;
mod damaged_files;
mod dealer;
mod exact_match;
mod exploit;
mod export;
mod fuzz_corpus;
mod guides;
mod import_arrows;
mod interruption;
mod json_documents;
mod killed_builds;
mod kills;
mod line_lengths;
mod manual;
mod match_logs;
mod program;
mod repeated_match;
mod selftest;
mod solve;
mod starving;
mod studies;
mod unsafe_blocks;
