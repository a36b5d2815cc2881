//! `league`: everyone against everyone on the same cards, and which differences are more than chance.

use clap::Args;
use evaluator::words::numbered_apart;
use matches::agent::Agent;
use matches::league::{HEADINGS, League, csv, play_league};
use matches::method::Method;
use report::cross_table::CrossTable;
use std::path::{Path, PathBuf};
use tables::file::place::{ResultPlace, require_results};
use tables::file::sibling::write_text_atomically;

use super::matchup::Measure;
use crate::failure::wrong;
use crate::plain_table::{columns, grouped};
use crate::session::{Document, Session};
use crate::terminal::{distinct_names, with_error};

#[derive(Args, Debug)]
pub struct Settings {
    /// Strategy files, bundles, runs (RUN, or RUN/NAME of several strategies), and built-in policies: always-fold,
    /// always-call, always-raise, always-all-in, call-raise, uniform
    #[arg(value_name = "PLAYER", required = true, num_args = 2..)]
    players: Vec<PathBuf>,
    #[command(flatten)]
    measure: Measure,
    /// Also write all matches, means and differences as comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Also draw the cross table as a heat map
    #[arg(long, value_name = "FILE.svg")]
    picture: Option<PathBuf>,
}

pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let (method, amount) = settings.measure.sample()?;
    if let Some(picture) = settings.picture.as_ref().filter(|path| !is_svg(path)) {
        let picture = picture.display();
        return Err(wrong(format!("--picture {picture}: pictures are drawn as SVG; give a name that ends in .svg")));
    }
    // Before the league: a place that cannot be written costs no work.
    let places = [(&settings.csv, HEADINGS), (&settings.picture, "<svg xmlns=")];
    let places = places.iter().filter_map(|(path, begins)| Some(ResultPlace { path: path.as_deref()?, begins }));
    let read: Vec<&Path> = settings.players.iter().map(PathBuf::as_path).collect();
    require_results(&places.collect::<Vec<_>>(), &read)?;
    let loader = settings.measure.loader(session)?;
    let mut loader = if method == Method::Hands { loader.for_hands() } else { loader.for_boards() };
    let agents = loader.open_all(&settings.players, &session.progress)?;
    let agents = named_apart(agents, &settings.players);
    let league = play_league(&agents, method, amount, session.seed(), &session.progress)?;
    if let Some(path) = &settings.csv {
        write_text_atomically(path, &csv(&league))?;
    }
    if let Some(path) = &settings.picture {
        write_text_atomically(path, &picture(&league).to_svg())?;
    }
    Ok(Document::new(serde_json::to_value(&league)?, table(&league)))
}

fn is_svg(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg"))
}

fn picture(league: &League) -> CrossTable {
    CrossTable {
        title: "Everyone against everyone".to_owned(),
        description: "What the row wins from the column, with the half width of the 95 % confidence interval"
            .to_owned(),
        unit: "mbb/g".to_owned(),
        players: league.players.clone(),
        values: league.mbb_per_game.clone(),
        half_widths: league.ci95.clone(),
        significant: league.significant(),
        means: league.mean.clone(),
        mean_half_widths: league.mean_ci95.clone(),
        full_colour_at: None,
    }
}

/// Agents under [names that tell them apart](distinct_names), a player that was typed twice under a number.
fn named_apart(agents: Vec<Agent>, typed: &[PathBuf]) -> Vec<Agent> {
    let names: Vec<String> = agents.iter().map(|agent| agent.name().to_owned()).collect();
    let names = distinct_names(&names.iter().map(String::as_str).collect::<Vec<_>>(), typed);
    let names = numbered_apart(names.iter().map(String::as_str));
    agents.into_iter().zip(names).map(|(agent, name)| agent.named(name)).collect()
}

/// The cross table for people, then the differences of means.
pub fn table(league: &League) -> String {
    let mut headings: Vec<&str> = vec!["mbb/g"];
    headings.extend(league.players.iter().map(String::as_str));
    headings.push("mean");
    let significant = league.significant().unwrap_or_default();
    let rows: Vec<Vec<String>> = (0..league.players.len())
        .map(|row| {
            let cells = (0..league.players.len()).map(|column| {
                if row == column {
                    return String::new();
                }
                let is_marked = significant.get(row).is_some_and(|marks| marks[column]);
                let won = with_error(league.mbb_per_game[row][column], league.ci95[row][column]);
                format!("{won}{}", mark(is_marked))
            });
            let mean = with_error(league.mean[row], league.mean_ci95[row]);
            std::iter::once(league.players[row].clone()).chain(cells).chain([mean]).collect()
        })
        .collect();
    let observed = if league.method == Method::Boards { "boards" } else { "deals" };
    let rule = if league.observations < 2 {
        "rows win from columns, both seats; a single observation has no interval"
    } else {
        "rows win from columns, both seats, ± half the 95 % interval; * significant at 5 %, corrected for the \
         number of pairs"
    };
    let matches = format!("{}\n\n{rule}; {} {observed}", columns(&headings, &rows), grouped(league.observations));
    // Of two players the match says it all.
    if league.players.len() == 2 || league.observations < 2 {
        matches
    } else {
        format!("{matches}\n\n{}", differences(league))
    }
}

fn differences(league: &League) -> String {
    let headings = ["difference of means", "mbb/g", "p", "corrected"];
    let rows: Vec<Vec<String>> = league
        .differences
        .iter()
        .map(|it| {
            let pair = format!("{} - {}", it.first, it.second);
            let difference = format!("{}{}", with_error(it.mbb_per_game, it.ci95), mark(it.significant));
            vec![pair, difference, format!("{:.4}", it.p_value), format!("{:.4}", it.p_corrected)]
        })
        .collect();
    columns(&headings, &rows)
}

/// Behind what is significant; others get a blank, so that columns stay aligned.
fn mark(is_marked: bool) -> &'static str {
    if is_marked { "*" } else { " " }
}
