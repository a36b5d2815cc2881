//! `plan`: time, memory and disk of every stage of a study before anything starts, and how many repeats it needs.

use clap::Args;
use matches::settings::pilot::{PlannedRepeats, RepeatCounts};
use report::number_format::{DASH, bytes, fixed, seconds, whole};
use std::path::PathBuf;
use study::file::training::parse_duration;
use study::machine::speeds::Speeds;
use study::plan::needs::{PlannedStage, PlannedStatus};
use study::plan::plan_with;
use study::plan::repeats::{FoundSpread, ResultRepeats, WantedRepeats, wanted_repeats};

use crate::plain_table::columns;
use crate::session::{Document, Session};
use crate::study_choice::StudyChoice;

/// The flags of `plan`.
#[derive(Args, Debug)]
pub struct Settings {
    #[command(flatten)]
    study: StudyChoice,
    /// The time there is; a study that takes longer is refused
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    within: Option<f64>,
    /// Also say how many clusterings and trainings of every setting, and boards or flops, would determine the
    /// differences between settings to ± MBB (95 %, in mbb/g): from the spread that a finished run of the study has
    /// shown, its pilot
    #[arg(long, value_name = "MBB", allow_negative_numbers = true)]
    half_width: Option<f64>,
    /// Measure this machine anew, instead of relying on what earlier plans found
    #[arg(long)]
    measure: bool,
}

/// Runs the command.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    if let Some(list) = settings.study.listed()? {
        return Ok(list);
    }
    let (study, folder) = settings.study.in_its_folder(session)?;
    let repeats = settings.half_width.map(|wanted| wanted_repeats(&study, &folder, wanted)).transpose()?;
    let mut speeds = cache_folder().map_or_else(Speeds::default, |folder| {
        Speeds::kept_in(folder.join("equipoise").join("speeds.json"), settings.measure)
    });
    let plan = plan_with(&study, &folder, settings.within, &mut speeds, &session.progress)?;
    let rows: Vec<Vec<String>> = plan.stages.iter().chain([&plan.total]).map(row).collect();
    let mut text = columns(&["stage", "status", "time", "memory", "disk"], &rows);
    if plan.total.passing_bytes > 0 {
        text += &format!("\n\nBeside that {} of disk for a while.", bytes(plan.total.passing_bytes));
    }
    text += "\n\nEstimated from a short probe of this machine, as if nothing else ran on it; how many iterations a \
             clustering needs is a guess.";
    if let Some(file) = speeds.source() {
        text += &format!("\nThe probe is that of an earlier plan ({}); --measure makes a new one.", file.display());
    }
    let available = [("memory", plan.available_memory_bytes), ("disk", plan.free_disk_bytes)];
    for (what, there) in available.into_iter().filter_map(|(what, there)| Some((what, there?))) {
        text += &format!("\n{what} available: {}", bytes(there));
    }
    let mut json = serde_json::to_value(&plan)?;
    if let Some(repeats) = &repeats {
        text += &shown_repeats(repeats);
        json["repeats"] = serde_json::to_value(repeats)?;
    }
    Ok(Document { refusal: plan.advice.clone(), ..Document::new(json, text) })
}

/// The user's cache folder by the rules of XDG: `$XDG_CACHE_HOME` or `~/.cache`; `None` where neither is an absolute
/// path.
fn cache_folder() -> Option<PathBuf> {
    let of_variable = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    of_variable("XDG_CACHE_HOME").or_else(|| Some(of_variable("HOME")?.join(".cache")))
}

/// The repeats that a wanted interval needs, for people.
fn shown_repeats(repeats: &WantedRepeats) -> String {
    let wanted = repeats.half_width95;
    let mut text = format!("\n\nRepeats for differences between settings of ± {wanted} mbb/g (95 %)");
    for result in &repeats.results {
        let training = result.training.as_ref().map_or(String::new(), |name| format!(", training {name}"));
        text += &format!("\n\n{}{training}", result.result);
        if let Some(found) = &result.pilot {
            text += &format!("\n{}", repeat_table(result, found));
        }
        result.remarks.iter().for_each(|remark| text += &format!("\n{remark}"));
    }
    text
}

fn repeat_table(result: &ResultRepeats, found: &FoundSpread) -> String {
    let cards = if result.result == "exploitability" { "flops" } else { "boards" };
    let row = |name: &str, counts: &RepeatCounts, half_width: Option<f64>, range: String| {
        let cards = counts.boards + counts.flops;
        let cards = if cards > 0 { whole(cards) } else { DASH.to_owned() };
        let interval = half_width.map_or(DASH.to_owned(), |it| format!("± {}", fixed(it, 2)));
        vec![name.to_owned(), whole(counts.clusterings), range, whole(counts.trainings), cards, interval]
    };
    let range = |[least, most]: [Option<u64>; 2]| {
        let end = |count: Option<u64>| count.map_or("over 1,000".to_owned(), whole);
        format!("{} to {}", end(least), end(most))
    };
    let mut rows = vec![row("pilot", &found.counts, found.half_width95, DASH.to_owned())];
    let of_plan = |it: &PlannedRepeats| row("planned", &it.counts, Some(it.half_width95), range(it.clusterings95));
    rows.extend(result.planned.iter().map(of_plan));
    let deviation = |name: &str, deviation: Option<f64>| deviation.map(|it| format!("{name} {}", fixed(it, 2)));
    let deviations = [
        deviation("a clustering", Some(found.clustering_deviation)),
        deviation("a training", found.training_deviation),
        deviation("the two together", found.rest_deviation),
    ];
    let deviations: Vec<String> = deviations.into_iter().flatten().collect();
    format!(
        "{}\nA difference varies (standard deviation) with {}.",
        columns(&["", "clusterings", "range", "trainings of each", cards, "95 %"], &rows),
        deviations.join(", with ")
    )
}

fn row(stage: &PlannedStage) -> Vec<String> {
    let time = if stage.status == PlannedStatus::Done { "0 s".to_owned() } else { seconds(stage.seconds) };
    let name = stage.name.clone();
    vec![name, stage.status.to_string(), time, bytes(stage.memory_bytes), bytes(stage.disk_bytes)]
}
