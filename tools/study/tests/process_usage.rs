//! What the process used. A program of its own: the tests of the others would count towards its peak of memory.
#![cfg(target_os = "linux")]

use study::machine::usage::UsageClock;

#[test]
fn the_clock_counts_core_time_and_the_peak_of_memory() {
    const BYTES: usize = 1 << 28;
    let clock = UsageClock::start();
    let mut memory = vec![1u8; BYTES];
    let mut sum = 0u64;
    let start = std::time::Instant::now();
    while start.elapsed().as_secs_f64() < 0.2 {
        memory.iter_mut().step_by(4_096).for_each(|byte| *byte = byte.wrapping_mul(3));
        sum += u64::from(memory[4_096]);
    }
    drop(memory);
    let used = clock.stop();
    assert!(sum > 0 && used.seconds >= 0.2);
    assert!((0.02..100.0).contains(&used.core_seconds.unwrap()));
    assert!(used.memory_bytes.unwrap() >= BYTES as u64);
    // What was given back is not counted again where the kernel forgets peaks on request.
    let after = UsageClock::start().stop();
    assert!(after.memory_bytes.is_none_or(|memory| memory < BYTES as u64), "{after:?}");
}
