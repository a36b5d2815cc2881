//! `league`: everyone against everyone on the same cards.

use clap::Args;
use matches::agent::Agent;
use matches::agent_loader::AgentLoader;
use matches::league::{League, play_league};

use super::matchup::Measure;
use crate::document::Document;
use crate::plain_table::{columns, grouped};
use crate::session::Session;

/// The flags of `league`.
#[derive(Args, Debug)]
pub struct Settings {
    /// Strategy files and built-in policies: always-fold, always-call, always-raise, call-raise, uniform
    #[arg(value_name = "PLAYER", required = true, num_args = 2..)]
    players: Vec<String>,
    #[command(flatten)]
    measure: Measure,
}

/// Runs the command.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let method = settings.measure.method()?;
    let mut loader = AgentLoader::new(&settings.measure.buckets);
    let agents = settings.players.iter().map(|player| loader.open(player)).collect::<Result<Vec<_>, _>>()?;
    let league = play_league(&told_apart(agents, &settings.players), method, session.seed(), &session.progress)?;
    Ok(Document::new(serde_json::to_value(&league)?, table(&league)))
}

/// Agents whose names differ: files of one name in several folders are called as they were typed.
pub fn told_apart(agents: Vec<Agent>, typed: &[String]) -> Vec<Agent> {
    let names: Vec<String> = agents.iter().map(|agent| agent.name().to_owned()).collect();
    let is_twice = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
    agents
        .into_iter()
        .zip(&names)
        .zip(typed)
        .map(|((agent, name), typed)| if is_twice(name) { agent.named(typed.clone()) } else { agent })
        .collect()
}

/// The cross table for people.
pub fn table(league: &League) -> String {
    let mut headings: Vec<&str> = vec!["mbb/g"];
    headings.extend(league.players.iter().map(String::as_str));
    headings.push("mean");
    let rows: Vec<Vec<String>> = (0..league.players.len())
        .map(|row| {
            let cells = (0..league.players.len()).map(|column| {
                if row == column {
                    return String::new();
                }
                format!("{:+.1} ± {:.1}", league.mbb_per_game[row][column], league.ci95[row][column])
            });
            let mean = format!("{:+.1}", league.mean[row]);
            std::iter::once(league.players[row].clone()).chain(cells).chain([mean]).collect()
        })
        .collect();
    let observed = if league.method == "boards" { "boards" } else { "deals" };
    let rule = "rows win from columns, both seats, ± half the 95 % interval";
    format!("{}\n\n{rule}; {} {observed}", columns(&headings, &rows), grouped(league.observations))
}
