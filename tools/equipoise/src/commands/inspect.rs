//! `inspect`: what a file is and how to make it again.

use abstraction::explain::quality::{BucketQuality, bucket_quality};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use tables::buckets::table::BucketTable;
use tables::file::array::ArrayFile;
use tables::file::fingerprint::canonical_text;
use tables::file::header::{FORMAT_VERSION, FileKind};
use tables::text::written;

use crate::plain_table::{facts, grouped};
use crate::session::Document;

#[derive(Args, Debug)]
pub struct Settings {
    /// Any file made by this program
    file: PathBuf,
}

pub fn run(settings: &Settings) -> anyhow::Result<Document> {
    let file = ArrayFile::open(&settings.file)?;
    let header = file.header();
    let quality = match header.kind {
        FileKind::Buckets => Some(bucket_quality(&BucketTable::open(&settings.file)?)?),
        _ => None,
    };
    let json = json!({
        "file": written(&settings.file),
        "kind": header.kind,
        "version": FORMAT_VERSION,
        "fingerprint": header.fingerprint,
        "recipe": header.recipe,
        "parents": header.parents,
        "meta": header.meta,
        "sections": header.sections,
        "bytes": file.file_bytes(),
        "quality": quality,
    });
    let mut rows = vec![
        ("kind", header.kind.to_string()),
        ("version", FORMAT_VERSION.to_string()),
        ("fingerprint", header.fingerprint.to_string()),
        ("recipe", canonical_text(&header.recipe)),
        ("meta", canonical_text(&header.meta)),
        ("bytes", grouped(file.file_bytes())),
    ];
    rows.extend(header.parents.iter().map(|parent| ("parent", format!("{} {}", parent.name, parent.fingerprint))));
    rows.extend(header.sections.iter().map(|section| {
        let shape: Vec<String> = section.shape.iter().map(|&extent| grouped(extent)).collect();
        ("section", format!("{} {} [{}]", section.name, section.element.name(), shape.join(" × ")))
    }));
    rows.extend(quality.iter().flat_map(sizes));
    Ok(Document::new(json, facts(&rows)))
}

/// How large a street's buckets are.
fn sizes(quality: &BucketQuality) -> [(&'static str, String); 4] {
    let [least, first, median, third, most] = quality.deals_at_quartiles.map(grouped);
    [
        ("buckets", format!("{} ({} empty)", grouped(quality.buckets as u64), quality.empty_buckets)),
        ("effective buckets", format!("{:.1}", quality.effective_buckets)),
        ("deals in a bucket", format!("{least} to {most}, quartiles {first}, {median}, {third}")),
        ("more than ten times the mean", format!("{} buckets", quality.giant_buckets)),
    ]
}
