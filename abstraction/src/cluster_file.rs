//! Opponent clusters as files, so that bucket files can name the very clusters they were made with.

use serde_json::json;
use std::path::Path;
use tables::file::array::{ArrayFile, ElementType};
use tables::file::fingerprint::{Fingerprint, Parent};
use tables::file::header::{FileDescription, FileKind, SectionDescription};
use tables::file::writer::ArrayWriter;

use crate::error::AbstractionError;
use crate::features::opponent_clusters::OpponentClusters;

const CLUSTER_OF: &str = "cluster_of";

/// Writes clusters; `recipe` says how they were made.
pub fn write_clusters(
    path: &Path,
    clusters: &OpponentClusters,
    recipe: serde_json::Value,
    cost: f64,
) -> Result<Fingerprint, AbstractionError> {
    let numbers: Vec<u8> = clusters.table().iter().map(|cluster| cluster + 1).collect();
    let description = FileDescription {
        kind: FileKind::OpponentClusters,
        recipe,
        parents: Vec::new(),
        meta: json!({ "name": clusters.name(), "clusters": clusters.count(), "mean_emd_in_bins": cost }),
        sections: vec![SectionDescription::new(CLUSTER_OF, ElementType::U8, &[numbers.len() as u64])],
    };
    let mut writer = ArrayWriter::create(path, &description)?;
    writer.write_section(CLUSTER_OF, &numbers)?;
    Ok(writer.finish()?)
}

/// Reads clusters and the name by which files made with them know their file.
pub fn read_clusters(path: &Path) -> Result<(OpponentClusters, Parent), AbstractionError> {
    let file = ArrayFile::open_kind(path, FileKind::OpponentClusters)?;
    file.verify()?;
    let name: String = file.meta("name")?;
    let clusters = OpponentClusters::new(name, file.section::<u8>(CLUSTER_OF)?)?;
    Ok((clusters, Parent::new("opponent_clusters", file.fingerprint())))
}
