#![no_main]

#[path = "../inputs/rank_messages.rs"]
mod input;

libfuzzer_sys::fuzz_target!(|data: &[u8]| input::try_input(data));
