//! Rivers solved again with exact cards as they are reached: whether, and for how long.

use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use solver::policy::Effort;
use std::time::Duration;

/// The round that is solved again.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum ResolvedRound {
    River,
}

/// Rivers solved again by a fixed number of iterations: what is played depends on nothing else.
#[derive(Args, Debug)]
pub struct ResolveChoice {
    /// Solve the strategy's rivers again with exact cards as they are reached (of a pair, those of the first alone)
    #[arg(long, value_name = "ROUND")]
    resolve: Option<ResolvedRound>,
    /// Iterations of --resolve
    #[arg(long, value_name = "N", default_value_t = 50, requires = "resolve",
          value_parser = clap::value_parser!(u64).range(1..=100_000))]
    resolve_iterations: u64,
}

/// The same for a player at a table, who may have time.
#[derive(Args, Debug)]
pub struct TableResolveChoice {
    #[command(flatten)]
    choice: ResolveChoice,
    /// How long each river is solved, instead of a fixed number of iterations
    #[arg(long, value_name = "S", requires = "resolve", conflicts_with = "resolve_iterations",
          allow_negative_numbers = true, value_parser = some_seconds)]
    seconds: Option<Duration>,
}

impl ResolveChoice {
    /// The iterations with which rivers are solved again; `None` where they are not.
    pub fn iterations(&self) -> Option<u64> {
        self.resolve.map(|ResolvedRound::River| self.resolve_iterations)
    }
}

impl TableResolveChoice {
    /// How long rivers are solved again; `None` where they are not.
    pub fn effort(&self) -> Option<Effort> {
        let iterations = self.choice.iterations()?;
        Some(self.seconds.map_or(Effort::Iterations(iterations), Effort::Time))
    }

    /// The same for a document.
    pub fn document(&self) -> Value {
        match self.effort() {
            None => Value::Null,
            Some(Effort::Iterations(iterations)) => json!({ "round": "river", "iterations": iterations }),
            Some(Effort::Time(time)) => json!({ "round": "river", "seconds": time.as_secs_f64() }),
        }
    }
}

/// Most seconds that a river may take: no dealer waits longer.
const MOST_SECONDS: f64 = 600.0;

fn some_seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok().filter(|seconds| *seconds > 0.0 && *seconds <= MOST_SECONDS);
    seconds.map(Duration::from_secs_f64).ok_or_else(|| format!("expected seconds above 0, at most {MOST_SECONDS}"))
}
