#![no_main]

#[path = "../inputs/json_results.rs"]
mod input;

libfuzzer_sys::fuzz_target!(|data: &[u8]| input::try_input(data));
