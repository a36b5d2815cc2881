//! `arrays`: the arrays of one of our files, each as a file for NumPy.

use clap::Args;
use exchange::arrays::export_arrays;
use serde_json::json;
use std::path::PathBuf;

use crate::plain_table::columns;
use crate::session::{Document, Session};

const DEFAULT_FOLDER: &str = "runs/arrays";

#[derive(Args, Debug)]
pub struct Settings {
    /// A file of any kind, such as a bucket file
    file: PathBuf,
}

pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let folder = session.new_folder(DEFAULT_FOLDER)?;
    let arrays = export_arrays(&settings.file, &folder, &session.progress)?;
    let row = |array: &exchange::arrays::WrittenArray| {
        vec![array.file.display().to_string(), array.element.to_owned(), format!("{:?}", array.shape)]
    };
    let text = columns(&["file", "type", "shape"], &arrays.iter().map(row).collect::<Vec<_>>());
    Ok(Document::new(json!({ "arrays": arrays }), text))
}
