//! `judge`: who won how much in logs, with and without luck.

use clap::Args;
use matches::acpc::log_reader::LoggedHands;
use matches::agent::Agent;
use matches::luck::judge::KnownPlayer;
use matches::luck::logged_results::{PlayerResult, Plays, judge_logs};
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;

use crate::document::Document;
use crate::failure::wrong;
use crate::plain_table::{columns, grouped};
use crate::session::Session;
use crate::shown_errors::with_error;

/// The flags of `judge`.
#[derive(Args, Debug)]
pub struct Settings {
    /// Logs of heads-up limit hold'em: the competition's, or poker hand histories (.phhs)
    #[arg(value_name = "LOG", required = true)]
    logs: Vec<PathBuf>,
    /// What one of the players plays: a strategy file or a built-in policy. Its hands are judged by all that it could
    /// have held and done
    #[arg(long, value_name = "POLICY")]
    strategy: Option<String>,
    /// Under which name it plays in the logs [default: its own]
    #[arg(long, value_name = "NAME", requires = "strategy")]
    player: Option<String>,
    /// Folders with bucket files, where the strategy's own run does not hold them
    #[arg(long, value_name = "DIR")]
    buckets: Vec<PathBuf>,
}

/// Runs the command.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let logs = LoggedHands::read(&settings.logs)?;
    let names = logs.names();
    let (mut known, mut player, mut remarks) = (None, None, Vec::new());
    if let Some(strategy) = &settings.strategy {
        let agent = Arc::new(Agent::open(strategy, &settings.buckets)?);
        let name = settings.player.clone().unwrap_or_else(|| agent.name().to_owned());
        if names.contains(&name.as_str()) {
            known = Some(KnownPlayer::new(agent, &session.progress)?);
            player = Some(name);
        } else if settings.player.is_some() {
            let names = names.join(", ");
            return Err(wrong(format!("--player: nobody in these logs is called '{name}'; give one of {names}")));
        } else {
            remarks.push(format!("nobody in these logs is called '{name}': say who plays {strategy} with --player"));
        }
    }
    let plays = known.as_ref().zip(player.as_deref()).map(|(known, name)| Plays { known, name });
    let players = judge_logs(&logs, plays, &session.progress)?;
    remarks.insert(0, how(player.as_deref()));
    let hands = logs.hands.len() as u64;
    let corrected = players.iter().map(|player| player.corrected_hands).sum::<u64>() / 2;
    if corrected < hands {
        let left = match hands - corrected {
            1 => "1 hand counts as it is".to_owned(),
            left => format!("{} hands count as they are", grouped(left)),
        };
        remarks.push(format!("{left}: the players hide cards that are needed"));
    }
    remarks.extend(logs.cut_off.iter().map(|file| format!("{}: its last hand is cut off", file.display())));
    let document = json!({
        "players": players,
        "hands": hands,
        "corrected_hands": corrected,
        "correction": if player.is_some() { "aivat" } else { "cards" },
        "strategy": player.as_ref().and(settings.strategy.as_ref()),
        "player": player,
        "remarks": remarks,
    });
    Ok(Document::new(document, format!("{}\n\n{}", table(&players), remarks.join("\n"))))
}

/// What is taken out.
fn how(player: Option<&str>) -> String {
    match player {
        None => "corrected: without the luck of the cards, by all-in equity; --strategy takes out more".to_owned(),
        Some(name) => format!("corrected: without the luck of the cards and of {name}'s own hands and dice (AIVAT)"),
    }
}

fn table(players: &[PlayerResult]) -> String {
    let row = |player: &PlayerResult| {
        vec![
            player.name.clone(),
            grouped(player.hands),
            with_error(player.mbb_per_game, player.ci95),
            with_error(player.corrected_mbb_per_game, player.corrected_ci95),
            player.variance_factor.map_or(String::new(), |factor| format!("{factor:.1}")),
        ]
    };
    let rows: Vec<Vec<String>> = players.iter().map(row).collect();
    columns(&["player", "hands", "mbb/g (95 %)", "corrected", "variance less by"], &rows)
}
