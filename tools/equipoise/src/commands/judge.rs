//! `judge`: who won how much in logs, with and without luck.

use clap::Args;
use evaluator::words::did_you_mean;
use matches::acpc::log_reader::LoggedHands;
use matches::agent::Agent;
use matches::agent_loader::AgentLoader;
use matches::logged_hands::second_of;
use matches::luck::judge::KnownPlayer;
use matches::luck::judge::{Correction, Judged, JudgedPair, PlayerResult, Plays, judge_logs, require_game};
use matches::strategy_place::player_name;
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use tables::text::written;

use crate::bucket_places::BucketPlaces;
use crate::failure::wrong;
use crate::log_choice::{LogChoice, show_remarks, shown_skipped};
use crate::plain_table::{columns, grouped};
use crate::session::{Document, Session};
use crate::terminal::with_error;

#[derive(Args, Debug)]
pub struct Settings {
    #[command(flatten)]
    logs: LogChoice,
    /// The policy that one of the players plays: a strategy file, a bundle, a run or a built-in policy. Its
    /// hands are judged over everything that it could have held and done
    #[arg(long, value_name = "POLICY")]
    strategy: Option<PathBuf>,
    /// The name under which the strategy plays in the logs [default: its own, that of its file or run]
    #[arg(long, value_name = "NAME", requires = "strategy")]
    player: Option<String>,
    #[command(flatten)]
    buckets: BucketPlaces,
}

pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let logs = LoggedHands::read_as(&settings.logs.logs, &settings.logs.reading()?)?;
    show_remarks(&logs.remarks, session);
    let names = logs.names();
    let (mut known, mut player, mut remarks) = (None, None, logs.remarks.clone());
    if let Some(strategy) = &settings.strategy {
        let name = match &settings.player {
            Some(name) => name.clone(),
            None => player_name(strategy)?,
        };
        let twin = second_of(&name);
        if settings.player.is_none() && names.contains(&twin.as_str()) {
            return Err(wrong(format!(
                "--strategy: two in these logs are called '{name}'; say with --player whether {} plays {name} or \
                 {twin}",
                written(strategy)
            )));
        }
        // Before the work: hours of logs would be judged without the strategy.
        if !names.contains(&name.as_str()) {
            let (known, meant) = (names.join(", "), did_you_mean(&name, names.iter().copied()));
            return Err(wrong(match settings.player {
                Some(_) => format!("--player: nobody in these logs is called '{name}'; give one of {known}{meant}"),
                None => format!(
                    "--strategy: nobody in these logs is called '{name}'; say who plays {} with --player: \
                     {known}{meant}",
                    written(strategy)
                ),
            }));
        }
        let agent = Arc::new(AgentLoader::new(&settings.buckets.places).on(session.given_deck).open(strategy)?);
        if !agent.plays_limit() {
            let strategy = written(strategy);
            return Err(wrong(format!(
                "--strategy {strategy}: plays without a limit, where only the luck of the cards can be taken out; \
                 leave out --strategy"
            )));
        }
        require_game(&logs, &name, &Agent::common_game(&[&agent])?)?;
        known = Some(KnownPlayer::new(agent, &session.progress)?);
        player = Some(name);
    }
    let plays = known.as_ref().zip(player.as_deref()).map(|(known, name)| Plays { known, name });
    let judged = judge_logs(&logs, plays, &session.progress)?;
    let (corrected, strongest) = (judged.corrected_hands(), judged.strongest());
    let Judged { players, pairs } = judged;
    remarks.splice(0..0, how(&logs, &pairs, player.as_deref()));
    let hands = logs.hands.len() as u64;
    remarks.extend(logs.cut_off.iter().map(|file| format!("{}: its last hand is cut off", written(file))));
    let document = json!({
        "players": players,
        "hands": hands,
        "corrected_hands": corrected,
        "correction": strongest,
        "pairs": pairs,
        "strategy": player.as_ref().and(settings.strategy.as_deref()).map(written),
        "player": player,
        "skipped": logs.skipped,
        "remarks": remarks,
    });
    remarks.extend(shown_skipped(&logs.skipped));
    Ok(Document::new(document, format!("{}\n\n{}", table(&players), remarks.join("\n"))))
}

fn how(logs: &LoggedHands, pairs: &[JudgedPair], player: Option<&str>) -> Vec<String> {
    let of = |correction| pairs.iter().filter(move |pair| pair.correction == correction);
    let who = |correction| {
        let pairs: Vec<String> =
            of(correction).map(|JudgedPair { names: [a, b], .. }| format!("{a} against {b}")).collect();
        pairs.join(", ")
    };
    let mut remarks = Vec::new();
    if let Some(name) = player.filter(|_| of(Correction::Aivat).next().is_some()) {
        remarks.push(format!("corrected: without the luck of the cards and of {name}'s own hands and dice (AIVAT)"));
    }
    if of(Correction::Cards).next().is_some() {
        remarks.push(match player {
            None => {
                let is_limit = logs.hands.iter().any(|hand| logs.game_of(hand).definition().stack().is_none());
                let more = if is_limit { "; --strategy takes out more" } else { "" };
                format!("corrected: without the luck of the cards, by all-in equity{more}")
            }
            Some(name) => {
                format!("by all-in equity alone, since {name} does not play there: {}", who(Correction::Cards))
            }
        });
    }
    let left: u64 = of(Correction::None).map(|pair| pair.hands).sum();
    if left > 0 {
        let left = match left {
            1 => "1 hand counts as it is".to_owned(),
            left => format!("{} hands count as they are", grouped(left)),
        };
        remarks.push(format!("{left}: the players hide cards that are needed ({})", who(Correction::None)));
    }
    remarks
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
    columns(&["player", "hands", "mbb/g (95 %)", "corrected (95 %)", "variance less by"], &rows)
}
