//! What the benchmarks share.

/// Processor time that this process has used so far, all threads together, in seconds; 0 where the system does not tell.
pub fn cpu_seconds() -> f64 {
    // Fields 14 and 15 of proc(5)'s stat, counted after the command's closing bracket, in hundredths of a second.
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_command = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after_command.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}
