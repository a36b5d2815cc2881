#![no_main]

#[path = "../inputs/resume_state.rs"]
mod input;

libfuzzer_sys::fuzz_target!(|data: &[u8]| input::try_input(data));
