//! `daifugo`: five players at a table of Daifugo, or one that learns there.

use clap::{Args, Subcommand};
use companions::daifugo::fixed_players::FixedPlayer;
use companions::daifugo::learner::{Exploration, KIND, LearnedValues, Prior};
use companions::daifugo::rules::Rules;
use companions::daifugo::training::{BETWEEN_POINTS, Lessons, train};
use companions::daifugo::training::{Games, play_side_by_side, players_of};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Instant;
use tables::file::place::{ResultPlace, require_results};
use tables::text::written;

use crate::failure::wrong;
use crate::plain_table::{columns, facts, grouped};
use crate::session::Document;
use crate::session::Session;
use crate::terminal::known;

/// What to do at the table.
#[derive(Subcommand, Debug)]
pub enum Daifugo {
    /// Points per game of five players
    #[command(after_help = "Example: equipoise daifugo play --players psunder12no8,psunder12,pairsave,random,search")]
    Play(PlaySettings),
    /// Values of sets, learned by playing, as a file for `play --players usemel:FILE,…`
    #[command(after_help = "Example: equipoise daifugo learn --against psunder12 --games 30000 --out learned.values")]
    Learn(LearnSettings),
}

/// The flags of `daifugo play`.
#[derive(Args, Debug)]
pub struct PlaySettings {
    /// Five of random (or enemy), lowest, pairsave, psinallstate, psunder12, psunder12no8, usemel:FILE, search,
    /// pairsearch
    #[arg(long, value_name = "P,P,P,P,P")]
    players: String,
    /// How many games
    #[arg(
        long, value_name = "N", default_value_t = 100_000,
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(1..=10_000_000_000)
    )]
    games: u64,
    /// uec2007-paper or plain, then rules to add or, with no- before them, to leave out: eight-cut, spade-three,
    /// suit-lock, all-pass
    #[arg(long, value_name = "RULES", default_value_t)]
    rules: Rules,
}

/// The flags of `daifugo learn`.
#[derive(Args, Debug)]
pub struct LearnSettings {
    /// Who sits in the other four seats: random, lowest, pairsave, psinallstate, psunder12 or psunder12no8
    #[arg(long, value_name = "PLAYER")]
    against: FixedPlayer,
    /// How many games
    #[arg(
        long, value_name = "N", default_value_t = 30_000,
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u64).range(1..=10_000_000_000)
    )]
    games: u64,
    /// The share of decisions made regardless of the values
    #[arg(long, value_name = "E", default_value_t = 0.05, allow_negative_numbers = true, value_parser = share)]
    exploration: f64,
    /// Explore less and less, not at all in the last game
    #[arg(long)]
    falling: bool,
    /// Start optimistically: every play counts as a win until some twenty games have shown otherwise
    #[arg(long)]
    optimistic: bool,
    /// The rules, as for `play`
    #[arg(long, value_name = "RULES", default_value_t)]
    rules: Rules,
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("give a share from 0 to 1, such as 0.05".to_owned()),
    }
}

/// Runs the command.
pub fn run(daifugo: &Daifugo, session: &Session) -> anyhow::Result<Document> {
    match daifugo {
        Daifugo::Play(settings) => play(settings, session),
        Daifugo::Learn(settings) => learn(settings, session),
    }
}

fn play(settings: &PlaySettings, session: &Session) -> anyhow::Result<Document> {
    let names: Vec<&str> = settings.players.split(',').map(str::trim).collect();
    let players = players_of(&names)?;
    let games = Games { rules: settings.rules, seed: session.seed(), first: 0, count: settings.games };
    let begun = Instant::now();
    let outcome = play_side_by_side(&players, games, "daifugo", &session.progress)?;
    let seconds = begun.elapsed().as_secs_f64();
    let scores: Vec<_> = (0..players.len()).map(|player| outcome.score(player)).collect();
    let record = |(name, score): (&&str, &matches::statistics::score::Score)| -> Value {
        json!({ "name": name, "points_per_game": score.mean, "se": score.standard_error })
    };
    let json = json!({
        "rules": settings.rules.to_string(),
        "games": settings.games,
        "seed": session.seed(),
        "players": names.iter().zip(&scores).map(record).collect::<Vec<_>>(),
        "turns_per_game": outcome.turns as f64 / settings.games as f64,
        "games_per_second": settings.games as f64 / seconds,
        "seconds": seconds,
    });
    let rows: Vec<Vec<String>> = names
        .iter()
        .zip(&scores)
        .map(|(name, score)| vec![(*name).to_owned(), format!("{:+.4}", score.mean), known(score.standard_error, 4)])
        .collect();
    let text = format!(
        "{}\n\n{LEGEND}\n\n{} games by {}, {:.1} turns each, {} games/s",
        columns(&["player", "points/game", "se"], &rows),
        grouped(settings.games),
        settings.rules,
        outcome.turns as f64 / settings.games as f64,
        grouped((settings.games as f64 / seconds) as u64),
    );
    Ok(Document::new(json, text))
}

const LEGEND: &str = "points/game: 2 for the first who is rid of all cards, then 1, 0, -1 and -2, on average; se: its \
                      standard error";

fn learn(settings: &LearnSettings, session: &Session) -> anyhow::Result<Document> {
    let Some(file) = session.out.clone() else {
        return Err(wrong("daifugo learn: no file to keep the values in; give one with --out FILE"));
    };
    // Before the work: a place that cannot be written costs nothing.
    require_results(&[ResultPlace { path: &file, begins: KIND }], &[])?;
    let exploration = if settings.falling {
        Exploration::Falling { from: settings.exploration, games: settings.games }
    } else {
        Exploration::Constant(settings.exploration)
    };
    let prior = if settings.optimistic { Prior::OPTIMISTIC } else { Prior::NONE };
    let lessons = Lessons { opponent: settings.against, learners: 1, exploration, prior };
    let games = Games { rules: settings.rules, seed: session.seed(), first: 0, count: settings.games };
    let begun = Instant::now();
    let training = train(lessons, games, &session.progress)?;
    let seconds = begun.elapsed().as_secs_f64();
    let origin = origin_of(settings, session.seed());
    LearnedValues { values: training.values, origin }.write(&file)?;
    let json = json!({
        "file": written(&file),
        "against": settings.against,
        "games": settings.games,
        "seed": session.seed(),
        "points_per_game": training.score.mean,
        "se": training.score.standard_error,
        "games_between_points": BETWEEN_POINTS,
        "curve": training.curve,
        "seconds": seconds,
    });
    let text = facts(&[
        ("file", file.display().to_string()),
        ("games", format!("{} in {seconds:.1} s", grouped(settings.games))),
        (
            "points/game while learning",
            format!("{:+.4} ± {}", training.score.mean, known(training.score.standard_error, 4)),
        ),
    ]);
    Ok(Document::new(json, text))
}

/// How the values came about, for their file.
fn origin_of(settings: &LearnSettings, seed: u64) -> BTreeMap<String, String> {
    let facts: [(&str, String); 7] = [
        ("rules", settings.rules.to_string()),
        ("against", settings.against.to_string()),
        ("games", settings.games.to_string()),
        ("seed", seed.to_string()),
        ("exploration", settings.exploration.to_string()),
        ("falling", settings.falling.to_string()),
        ("optimistic", settings.optimistic.to_string()),
    ];
    facts.map(|(name, value)| (name.to_owned(), value)).into()
}
