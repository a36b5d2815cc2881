//! `plan`: time, memory and disk of every stage of a study before anything starts.

use clap::Args;
use report::number_format::{bytes, seconds};
use std::path::PathBuf;
use study::file::duration::parse_duration;
use study::file::study::Study;
use study::plan::{PlannedStage, plan};

use super::run::in_its_folder;
use crate::document::Document;
use crate::plain_table::columns;
use crate::session::Session;

/// The flags of `plan`.
#[derive(Args, Debug)]
pub struct Settings {
    /// A study file, or the name of a shipped study: quickstart, paper (the buckets of Johanson, Burch, Valenzano and
    /// Bowling, Evaluating State-Space Abstractions in Extensive-Form Games, AAMAS 2013), taniguchi-ito or
    /// taniguchi-ito-9000 (the experiment of Taniguchi and Ito, IPSJ SIG Technical Report 2015-ICS-179), ochs-counts,
    /// ochs-counts-9000, baselines, baselines-9000 or least-exploitable
    #[arg(value_name = "STUDY.toml")]
    study: PathBuf,
    /// The time there is; a study that takes longer is refused
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    within: Option<f64>,
}

/// Runs the command.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let (study, folder) = in_its_folder(Study::named(&settings.study)?, session)?;
    let plan = plan(&study, &folder, settings.within, &session.progress)?;
    let rows: Vec<Vec<String>> = plan.stages.iter().chain([&plan.total]).map(row).collect();
    let mut text = columns(&["stage", "status", "time", "memory", "disk"], &rows);
    if plan.total.passing_bytes > 0 {
        text += &format!("\n\nBeside that {} of disk for a while.", bytes(plan.total.passing_bytes));
    }
    text += "\n\nEstimated from a short probe of this machine, as if nothing else ran on it; how many iterations a \
             clustering needs is a guess.";
    let available = [("memory", plan.available_memory_bytes), ("disk", plan.free_disk_bytes)];
    for (what, there) in available.into_iter().filter_map(|(what, there)| Some((what, there?))) {
        text += &format!("\n{what} available: {}", bytes(there));
    }
    Ok(Document { refusal: plan.advice.clone(), ..Document::new(serde_json::to_value(&plan)?, text) })
}

fn row(stage: &PlannedStage) -> Vec<String> {
    let time = if stage.status == "done" { "0 s".to_owned() } else { seconds(stage.seconds) };
    let name = stage.name.clone();
    vec![name, stage.status.to_owned(), time, bytes(stage.memory_bytes), bytes(stage.disk_bytes)]
}
