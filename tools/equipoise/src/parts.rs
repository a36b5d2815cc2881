//! Work that several processes share: `--part K/N` does one part of it, `--merge` puts finished parts together.

use clap::Args;
use serde_json::{Map, Value, json};
use solver::measure::exploitability::{KeptFlops, MissingFlop};
use std::path::Path;
use tables::together::ranks::JobPart;

use crate::document::Document;
use crate::failure::wrong;
use crate::plain_table::{facts, grouped};

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
