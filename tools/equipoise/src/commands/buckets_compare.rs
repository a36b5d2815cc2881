//! `buckets compare`: how alike two bucket files of one street are.

use abstraction::explain::comparison::{BucketComparison, ClassDisagreement, compare};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use tables::buckets::table::BucketTable;
use tables::text;

use crate::plain_table::{columns, facts, grouped};
use crate::session::{Document, Session};

/// How many hand classes are shown; the document has all of them.
const SHOWN_CLASSES: usize = 10;

#[derive(Args, Debug)]
pub struct Settings {
    /// A bucket file
    first: PathBuf,
    /// Another one of the same street
    second: PathBuf,
}

pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let (first, second) = (BucketTable::open(&settings.first)?, BucketTable::open(&settings.second)?);
    let comparison = compare(&first, &second, &session.progress)?;
    let mut json = serde_json::to_value(&comparison)?;
    json["files"] = json!([text::written(&settings.first), text::written(&settings.second)]);
    json["street"] = json!(first.round().name());
    let text = written(&comparison, settings, first.round().name());
    Ok(Document::new(json, text))
}

fn written(comparison: &BucketComparison, settings: &Settings, street: &str) -> String {
    let file = |number: usize, path: &PathBuf| {
        let (buckets, entropy) = (comparison.buckets[number] as u64, comparison.entropy[number]);
        format!("{} ({} buckets, entropy {entropy:.4} bits)", path.display(), grouped(buckets))
    };
    let mut text = facts(&[
        ("first", file(0, &settings.first)),
        ("second", file(1, &settings.second)),
        ("street", format!("{street}: {} hands, {} deals", grouped(comparison.hands), grouped(comparison.deals))),
        (
            "mutual information",
            format!(
                "{:.4} bits, {:.4} of the mean entropy",
                comparison.mutual_information, comparison.normalised_mutual_information
            ),
        ),
        ("variation of information", format!("{:.4} bits", comparison.variation_of_information)),
        ("adjusted Rand index", format!("{:.6}", comparison.adjusted_rand_index)),
    ]);
    text +=
        "\n\nparted: of all pairs of a class's deals that at least one file joins, the share that the other parts\n";
    text += "unshared: what the files' buckets do not tell of each other within the class, H(A|B) + H(B|A)\n\n";
    text += &worst("category", &comparison.by_category);
    text += "\n\n";
    text += &worst("starting hand", &comparison.by_starting_hand);
    text
}

/// The classes on which the files disagree most.
fn worst(heading: &str, classes: &[ClassDisagreement]) -> String {
    let row = |it: &ClassDisagreement| {
        vec![
            it.class.clone(),
            format!("{:.3} %", 100.0 * it.share),
            format!("{:.2} %", 100.0 * it.parted_pairs),
            format!("{:.4} bits", it.variation_of_information),
        ]
    };
    let rows: Vec<Vec<String>> = classes.iter().take(SHOWN_CLASSES).map(row).collect();
    columns(&[heading, "of all deals", "parted", "unshared"], &rows)
}
