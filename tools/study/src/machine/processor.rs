//! What this machine's processor is called, and what day it is.

use evaluator::processor::Processor;
use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};
use tables::run::record::StageEnd;

const SECONDS_OF_A_DAY: u64 = 86_400;

/// This moment on this machine.
pub fn ended_now() -> StageEnd {
    let unix_seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    StageEnd { unix_seconds, processor: processor_name() }
}

/// The processor's name, its threads and the vector instructions used of it, in words.
pub fn processor_name() -> String {
    let about = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let instructions = match Processor::detect() {
        Processor::Avx512 => ", AVX-512",
        Processor::Avx2 => ", AVX2",
        Processor::Portable => "",
    };
    let noun = if threads == 1 { "thread" } else { "threads" };
    format!("{}{instructions}, {threads} {noun}", model_of(&about))
}

/// The model that the kernel reports; the kind of processor if it reports none.
pub fn model_of(about: &str) -> String {
    let named = about.lines().filter_map(|line| line.split_once(':')).find(|(key, _)| key.trim() == "model name");
    let model = named.map(|(_, name)| name.split_whitespace().collect::<Vec<&str>>().join(" "));
    model.filter(|model| !model.is_empty()).unwrap_or_else(|| std::env::consts::ARCH.to_owned())
}

/// The day of a moment, such as `2026-11-23` (UTC).
///
/// Howard Hinnant's `civil_from_days`: years that begin in March, so that the leap day is a year's last.
pub fn day_of(unix_seconds: u64) -> String {
    let days = unix_seconds / SECONDS_OF_A_DAY + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day_of_month:02}", era * 400 + year + later)
}
