//! Measures hands and boards a second with strategies of the paper's size (9,000 buckets), made at random.
#![allow(clippy::print_stdout)]

#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/all/made_agents/mod.rs"]
mod made_agents;

use made_agents::erratic_agent;
use matches::league::play_match;
use matches::method::Method;
use std::time::Instant;
use tables::together::progress::Silent;

fn main() -> Result<(), matches::error::MatchError> {
    let buckets = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(9_000);
    let (first, second) = (erratic_agent("first", buckets, 1), erratic_agent("second", buckets, 2));
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        for (method, amount) in [(Method::Hands, 1 << 20), (Method::Boards, 100)] {
            let start = Instant::now();
            let result = pool.install(|| play_match(&first, &second, method, amount, 1, &Silent))?;
            let seconds = start.elapsed().as_secs_f64();
            let done = if method == Method::Hands { result.games } else { result.observations };
            let rate = done as f64 / seconds;
            println!("{threads} threads: {rate:.0} {method} a second, {:.2} ± {:.2}", result.mbb_per_game, result.ci95);
        }
    }
    Ok(())
}
