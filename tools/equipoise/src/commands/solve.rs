//! `solve`: a small game solved exactly.

use clap::Args;
use serde_json::json;
use solver::cfr::UpdateRule;
use solver::cfr::small_game::solve;

use super::game::definition;
use crate::document::Document;
use crate::plain_table::facts;
use crate::session::Session;

/// The flags of `solve`.
#[derive(Args, Debug)]
pub struct Settings {
    /// kuhn, leduc or a small ACPC game file
    #[arg(long, value_name = "GAME")]
    game: String,
    /// cfr, cfr+, linear, dcfr, dcfr:α,β,γ or hs-dcfr
    #[arg(long, value_name = "A", default_value = "dcfr", allow_hyphen_values = true)]
    algorithm: UpdateRule,
    /// How many; 0 is the uniform policy
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    iterations: u64,
}

/// Runs the command.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let game = definition(&settings.game)?;
    let solved = solve(&game, settings.algorithm, settings.iterations, &session.progress)?;
    // The solver speaks of position 0, the command line of whoever acts first.
    let value = if game.first_player(0) == 0 { solved.value } else { -solved.value };
    let json = json!({
        "game": settings.game,
        "algorithm": settings.algorithm.to_string(),
        "iterations": settings.iterations,
        "value": value,
        "nash_conv": solved.nash_conv,
        "exploitability": solved.exploitability,
    });
    let text = facts(&[
        ("value", format!("{value:.8} chips (first player)")),
        ("NashConv", format!("{:.8} chips", solved.nash_conv)),
        ("exploitability", format!("{:.8} chips", solved.exploitability)),
    ]);
    Ok(Document::new(json, text))
}
