#![no_main]

#[path = "../inputs/dumps.rs"]
mod input;

libfuzzer_sys::fuzz_target!(|data: &[u8]| input::try_input(data));
