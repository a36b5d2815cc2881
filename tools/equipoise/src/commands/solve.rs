//! `solve`: a small game solved exactly.

use clap::Args;
use serde_json::{Value, json};
use solver::game::{GameDefinition, GameOptions};
use solver::measure::exploitability::small_game::Exploitability;
use solver::policy::HandPolicy;
use solver::run::solve::{Solving, SolvingPoint, SolvingRule, measure_policy, strategy_text};
use std::path::{Path, PathBuf};
use tables::file::place::{ResultPlace, require_results};
use tables::file::sibling::write_text_atomically;
use tables::text::written;

use crate::game_choice::definition;
use crate::plain_table::{facts, grouped};
use crate::session::{Document, Session};

#[derive(Args, Debug)]
pub struct Settings {
    /// kuhn, leduc or a small ACPC game file
    #[arg(long, value_name = "GAME")]
    game: PathBuf,
    /// cfr, cfr+, linear, dcfr, dcfr:α,β,γ, hs-dcfr, pdcfr+ or pdcfr+:α,γ,φ
    #[arg(long, value_name = "A", default_value = "dcfr", allow_hyphen_values = true)]
    algorithm: SolvingRule,
    /// How many; 0 is the uniform policy
    #[arg(long, value_name = "N", allow_negative_numbers = true, required_unless_present = "policy")]
    iterations: Option<u64>,
    /// Measure this policy instead of solving: a file as --save writes it, JSON {information set: [a probability for
    /// each legal action: fold, call, raise]}; information sets read HOLE|BOARD:BETTING, such as As:cr or Ks|Qh:crc/r
    #[arg(long, value_name = "FILE", conflicts_with_all = ["iterations", "algorithm", "until", "curve", "save"])]
    policy: Option<PathBuf>,
    /// Write the average strategy to this file, in the form that --policy reads
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
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

pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let (game, remarks) = definition(&settings.game, &GameOptions::default())?;
    let mut document = match &settings.policy {
        Some(policy) => measured(&settings.game, &game, policy),
        None => solved(settings, &game, session),
    }?;
    document.json["remarks"] = json!(remarks);
    Ok(document)
}

fn measured(name: &Path, game: &GameDefinition, path: &Path) -> anyhow::Result<Document> {
    let policy = HandPolicy::read(game, path)?;
    let found = measure_policy(game, &policy)?;
    let sets = policy.information_sets();
    let mut json = json!({ "game": written(name), "policy": written(path), "information_sets": sets });
    add_measures(&mut json, game, &found);
    let mut rows = vec![("policy", path.display().to_string()), ("information sets", grouped(sets))];
    rows.extend(measures(game, &found));
    Ok(Document::new(json, facts(&rows)))
}

fn solved(settings: &Settings, game: &GameDefinition, session: &Session) -> anyhow::Result<Document> {
    let &Settings { algorithm: rule, until, curve, .. } = settings;
    // Iterations are given wherever there is no policy.
    let iterations = settings.iterations.unwrap_or(0);
    let solving = Solving { rule, iterations, until, curve, strategy: settings.save.is_some() };
    if let Some(path) = &settings.save {
        // Before the work; a game is a file unless its name is built in.
        let is_built_in = GameDefinition::named(&written(&settings.game)).is_ok();
        let read: &[&Path] = if is_built_in { &[] } else { &[&settings.game] };
        require_results(&[ResultPlace { path, begins: "{\n\"" }], read)?;
    }
    let solution = solving.solve(game, &session.progress)?;
    if let Some(file) = &settings.save {
        write_text_atomically(file, &strategy_text(game, &solution.strategy))?;
    }
    let mut json = json!({
        "game": written(&settings.game),
        "algorithm": settings.algorithm.to_string(),
        "iterations": solution.iterations,
        "seconds": solution.seconds,
    });
    add_measures(&mut json, game, &solution.result);
    if solving.has_curve() {
        json["curve"] = solution.curve.iter().map(point).collect();
    }
    if let Some(file) = &settings.save {
        json["file"] = json!(written(file));
    }
    let mut rows = vec![("iterations", format!("{} in {:.4} s", solution.iterations, solution.seconds))];
    rows.extend(measures(game, &solution.result));
    rows.extend(settings.save.as_ref().map(|file| ("strategy", file.display().to_string())));
    let mut text = facts(&rows);
    for SolvingPoint { iterations, seconds, exploitability } in &solution.curve {
        text.push_str(&format!("\n{iterations:>9} iterations {seconds:>10.6} s  {exploitability:.3e} chips"));
    }
    Ok(Document::new(json, text))
}

fn point(point: &SolvingPoint) -> Value {
    json!({ "iterations": point.iterations, "seconds": point.seconds, "exploitability": point.exploitability })
}

/// The solver's value is that of position 0, the command line's that of the player who acts first.
fn first_players_value(game: &GameDefinition, found: &Exploitability) -> f64 {
    if game.first_player(0) == 0 { found.value } else { -found.value }
}

fn add_measures(json: &mut Value, game: &GameDefinition, found: &Exploitability) {
    json["value"] = json!(first_players_value(game, found));
    json["nash_conv"] = json!(found.nash_conv);
    json["exploitability"] = json!(found.exploitability);
}

fn measures(game: &GameDefinition, found: &Exploitability) -> [(&'static str, String); 3] {
    [
        ("value", format!("{:.8} chips (first player)", first_players_value(game, found))),
        ("NashConv", format!("{:.8} chips", found.nash_conv)),
        ("exploitability", format!("{:.8} chips", found.exploitability)),
    ]
}
