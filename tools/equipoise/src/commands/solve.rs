//! `solve`: a small game solved exactly.

use clap::Args;
use serde_json::json;
use solver::run::solve::{Curve, SolvingGoal, SolvingPoint, SolvingRule, solve_to_goal};
use std::path::PathBuf;
use tables::written_path::written;

use super::game::definition;
use crate::document::Document;
use crate::plain_table::facts;
use crate::session::Session;

/// The flags of `solve`.
#[derive(Args, Debug)]
pub struct Settings {
    /// kuhn, leduc or a small ACPC game file
    #[arg(long, value_name = "GAME")]
    game: PathBuf,
    /// cfr, cfr+, linear, dcfr, dcfr:α,β,γ, hs-dcfr, pdcfr+ or pdcfr+:α,γ,φ
    #[arg(long, value_name = "A", default_value = "dcfr", allow_hyphen_values = true)]
    algorithm: SolvingRule,
    /// How many; 0 is the uniform policy
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    iterations: u64,
    /// Stop at the first point of the curve whose exploitability is at most this many chips
    #[arg(long, value_name = "E", value_parser = positive_chips)]
    until: Option<f64>,
    /// Measure on the way, at numbers of iterations a tenth apart
    #[arg(long)]
    curve: bool,
}

fn positive_chips(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(chips) if chips > 0.0 && chips.is_finite() => Ok(chips),
        _ => Err("give a number of chips above 0, such as 1e-4".to_owned()),
    }
}

/// Runs the command.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let (game, remarks) = definition(&settings.game)?;
    let curve = if settings.curve || settings.until.is_some() { Curve::Measured } else { Curve::EndOnly };
    let goal = SolvingGoal { iterations: settings.iterations, exploitability: settings.until };
    let solution = solve_to_goal(&game, settings.algorithm, goal, curve, &session.progress)?;
    let solved = solution.result;
    // The solver's value is that of position 0, the command line's that of the player who acts first.
    let value = if game.first_player(0) == 0 { solved.value } else { -solved.value };
    let point = |point: &SolvingPoint| {
        json!({
            "iterations": point.iterations,
            "seconds": point.seconds,
            "exploitability": point.exploitability,
        })
    };
    let mut json = json!({
        "game": written(&settings.game),
        "algorithm": settings.algorithm.to_string(),
        "iterations": solution.iterations,
        "seconds": solution.seconds,
        "value": value,
        "nash_conv": solved.nash_conv,
        "exploitability": solved.exploitability,
        "remarks": remarks,
    });
    if curve == Curve::Measured {
        json["curve"] = solution.curve.iter().map(point).collect();
    }
    let mut text = facts(&[
        ("iterations", format!("{} in {:.4} s", solution.iterations, solution.seconds)),
        ("value", format!("{value:.8} chips (first player)")),
        ("NashConv", format!("{:.8} chips", solved.nash_conv)),
        ("exploitability", format!("{:.8} chips", solved.exploitability)),
    ]);
    for SolvingPoint { iterations, seconds, exploitability } in &solution.curve {
        text.push_str(&format!("\n{iterations:>9} iterations {seconds:>10.6} s  {exploitability:.3e} chips"));
    }
    Ok(Document::new(json, text))
}
