//! Measures what a click costs, address by address: `click_times STRATEGY…`, files or built-in policies.
#![allow(clippy::print_stdout)]

use explorer::Explorer;
use explorer::explorer::{OpenStrategies, Title};
use explorer::play::PlaySettings;
use explorer::server::{Handler, Request};
use std::time::Instant;
use tables::together::progress::Silent;

const TIMES: usize = 5;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let title = |source: String| Title { name: source.clone(), source: source.into() };
    let begun = Instant::now();
    let strategies = OpenStrategies::new(std::env::args().skip(1).map(title).collect(), &[])?;
    println!("{:>9.1} ms  opening the first strategy", milliseconds(begun));
    let play = PlaySettings { folder: std::env::temp_dir(), person: "you".to_owned(), seed: Some(1) };
    let explorer = Explorer::new(strategies, &[], play)?;
    for address in [
        "/api/start",
        "/api/spot?betting=r",
        "/api/spot?board=Qs7h2c&betting=rc/c",
        "/api/spot?board=Qs7h2cTd&betting=rc/crc/c",
        "/api/spot?board=Qs7h2cTd3h&betting=rc/crc/cc/c",
        "/api/hand?hole=Th9h&board=Qs7h2c",
        "/api/hand?hole=Th9h&board=Qs7h2cTd",
        "/api/values?betting=r&boards=8",
        "/api/values?board=Qs7h2c&betting=rc/c&boards=16",
        "/api/values?board=Qs7h2cTd&betting=rc/crc/c",
        "/api/values?board=Qs7h2cTd3h&betting=rc/crc/cc/c",
        "/api/equity?betting=r",
        "/api/equity?board=Qs7h2c&betting=rc/c",
        "/api/equity?board=Qs7h2cTd&betting=rc/crc/c",
        "/api/equity?board=Qs7h2cTd3h&betting=rc/crc/cc/c",
        "/api/runouts?board=Qs7h2cTd&betting=rc/crc/c",
        "/api/runouts?board=Qs7h2cTd3h&betting=rc/crc/cc/c",
        "/api/bucket?hole=Th9h&board=Qs7h2c",
        "/api/bucket?hole=Th9h&board=Qs7h2cTd3c",
        "/api/common?board=Qs7h2c",
        "/api/common?board=Qs7h2cTd",
        "/api/common?board=Qs7h2cTd3h",
    ] {
        let request = Request::get(address);
        // The first time reads pages of the files that nobody has read before.
        let times = (0..=TIMES).map(|_| {
            let begun = Instant::now();
            let bytes = explorer.answer(&request, &Silent).bytes(false).len();
            (milliseconds(begun), bytes)
        });
        let times: Vec<(f64, usize)> = times.collect();
        let best = times[1..].iter().map(|(time, _)| *time).fold(f64::INFINITY, f64::min);
        println!("{best:>9.1} ms, the first time {:>7.1}, {:>7} bytes  {address}", times[0].0, times[0].1);
    }
    Ok(())
}

fn milliseconds(begun: Instant) -> f64 {
    1000.0 * begun.elapsed().as_secs_f64()
}
