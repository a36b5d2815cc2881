//! A study as the command line names it: a file or a shipped one, whole or in part.
//!
//! Work that several processes share: `--part K/N` does one part of it, `--merge` puts finished parts together.

use clap::Args;
use serde_json::{Map, Value, json};
use solver::measure::exploitability::{KeptFlops, MissingFlop};
use std::path::{Path, PathBuf};
use study::error::StudyError;
use study::file::selection::Selection;
use study::file::study::{FURTHER_STUDIES, SHIPPED, Study};
use tables::run::folder::RunFolder;
use tables::together::ranks::JobPart;

use super::failure::wrong;
use super::plain_table::{facts, grouped};
use super::session::{Document, Session};

/// Which study, and how much of it.
#[derive(Args, Debug)]
pub struct StudyChoice {
    /// A study file, or the name of a shipped study: quickstart, paper (the buckets of Johanson, Burch, Valenzano and
    /// Bowling, Evaluating State-Space Abstractions in Extensive-Form Games, AAMAS 2013), taniguchi-ito (the experiment
    /// of Taniguchi and Ito, IPSJ SIG Technical Report 2015-ICS-179) or least-exploitable
    #[arg(value_name = "STUDY.toml", required_unless_present = "list")]
    study: Option<PathBuf>,
    /// List the shipped studies and where the others are, and do nothing else
    #[arg(long)]
    list: bool,
    /// Make only these of its settings, such as C6,C12
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    settings: Vec<String>,
    /// Make only these of its trainings, by their names
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    trainings: Vec<String>,
}

impl StudyChoice {
    /// The shipped studies, if they are asked for.
    pub fn listed(&self) -> Result<Option<Document>, StudyError> {
        if !self.list {
            return Ok(None);
        }
        let studies = SHIPPED.iter().map(|(name, _)| Study::named(Path::new(name))).collect::<Result<Vec<_>, _>>()?;
        let json = studies.iter().map(|it| json!({ "name": it.name, "question": it.question })).collect::<Vec<_>>();
        let rows: Vec<_> = studies.iter().map(|study| (study.name.as_str(), study.question.clone())).collect();
        let text = format!("{}\n\nOthers are {FURTHER_STUDIES}: give the path.", facts(&rows));
        Ok(Some(Document::new(json!({ "studies": json, "others": FURTHER_STUDIES }), text)))
    }

    /// The chosen study, with the seed and the folder that were asked for.
    pub fn in_its_folder(&self, session: &Session) -> Result<(Study, RunFolder), StudyError> {
        let trimmed = |names: &[String]| names.iter().map(|name| name.trim().to_owned()).collect();
        let only = Selection { settings: trimmed(&self.settings), trainings: trimmed(&self.trainings) };
        let named = self.study.as_deref().unwrap_or(Path::new(""));
        in_its_folder(Study::named(named)?.with_only(only)?, session)
    }
}

/// A study with the seed and the folder that were asked for.
pub fn in_its_folder(study: Study, session: &Session) -> Result<(Study, RunFolder), StudyError> {
    let study = match session.given_seed {
        Some(seed) => study.with_seed(seed)?,
        None => study,
    };
    let study = match session.given_deck {
        Some(deck) => study.with_deck(deck)?,
        None => study,
    };
    let folder = RunFolder::new(session.out_or(Path::new("runs").join(&study.name)));
    Ok((study, folder))
}

/// Missing pieces or parts that are named one by one.
const NAMED: usize = 5;

/// Whether a command does all of its work, one part, or none.
#[derive(Args, Clone, Copy, Debug)]
pub struct Parts {
    /// Do only this part of the work, such as 1/3, 2/3 or 3/3, and keep it in --out: parts may be done at the same
    /// time, in one folder or in folders of several machines that are copied together later; the part that finishes
    /// last shows the result
    #[arg(long, value_name = "K/N")]
    pub part: Option<JobPart>,
    /// Put finished parts together and do no work: a part that is missing is named
    #[arg(long, conflicts_with = "part")]
    pub merge: bool,
}

impl Parts {
    /// Whether the work is divided at all.
    pub fn is_divided(self) -> bool {
        self.part.is_some() || self.merge
    }

    /// The flag that divides, as the caller wrote it.
    pub fn flag(self) -> &'static str {
        if self.merge { "--merge" } else { "--part" }
    }

    /// The folder of what is finished of some work, for this part alone or for all of it; `what` names the work.
    /// Merging creates no folder.
    pub fn open(self, folder: &Path, what: &str, measured: Value) -> anyhow::Result<KeptFlops> {
        Ok(match self.part {
            Some(part) => KeptFlops::open_part(folder, measured, part)?,
            None if self.merge && !KeptFlops::are_in(folder, &measured) => {
                let folder = folder.display();
                let advice = "give the arguments and the --out of its parts";
                return Err(wrong(format!("--merge: {folder}: nothing of {what} is finished there; {advice}")));
            }
            None => KeptFlops::open(folder, measured)?,
        })
    }

    /// What to show instead of the result while pieces are missing; `of` is the number of parts where it is known.
    pub fn unfinished(self, missing: &[MissingFlop], of: Option<u64>) -> anyhow::Result<Option<Document>> {
        if missing.is_empty() {
            return Ok(None);
        }
        let of = self.part.map(JobPart::of).or(of);
        let by_part = of.map(|of| by_part(missing, of));
        let Some(part) = self.part else { return Err(wrong(refusal(missing, by_part.as_deref()))) };
        let by_part = by_part.unwrap_or_default();
        let listed: Map<String, Value> = by_part.iter().map(|(part, count)| (part.to_string(), json!(count))).collect();
        let json = json!({ "part": part.to_string(), "finished": false, "missing": listed });
        let waiting = by_part.iter().map(|(part, count)| format!("{} of part {part}", grouped(*count as u64)));
        let waiting = first_few(waiting.collect(), "parts");
        let text = facts(&[
            ("part", format!("{part} is done")),
            ("still missing", waiting),
            ("the result", "is shown by the part that is done last, or by --merge".to_owned()),
        ]);
        Ok(Some(Document::new(json, text)))
    }
}

/// How many pieces each part has left.
fn by_part(missing: &[MissingFlop], of: u64) -> Vec<(JobPart, usize)> {
    let mut parts: Vec<JobPart> = missing.iter().map(|missing| JobPart::of_place(missing.place, of)).collect();
    parts.sort_unstable();
    parts.chunk_by(|a, b| a == b).map(|same| (same[0], same.len())).collect()
}

fn refusal(missing: &[MissingFlop], by_part: Option<&[(JobPart, usize)]>) -> String {
    let name = |missing: &MissingFlop| format!("{} in position {}", missing.flop, missing.player);
    let named = first_few(missing.iter().map(name).collect(), "pieces");
    let parts = match by_part {
        Some(parts) => {
            let parts = parts.iter().map(|(part, _)| format!("--part {part}")).collect();
            format!("run the same command with {}", first_few(parts, "parts"))
        }
        None => "run the same command without --merge".to_owned(),
    };
    format!("--merge: not finished: {named}; {parts}")
}

/// The first of a list by name, the rest by number; `kind` is what they are, with the s of the plural.
fn first_few(mut names: Vec<String>, kind: &str) -> String {
    let more = names.len().saturating_sub(NAMED);
    if more > 0 {
        names.truncate(NAMED);
        names.push(format!("{} more {}", grouped(more as u64), if more == 1 { &kind[..kind.len() - 1] } else { kind }));
    }
    names.join(", ")
}
