#![no_main]

#[path = "../inputs/hand_history.rs"]
mod input;

libfuzzer_sys::fuzz_target!(|data: &[u8]| input::try_input(data));
