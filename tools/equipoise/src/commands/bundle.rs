//! `bundle`: a strategy and all it needs in one file.

use clap::Args;
use matches::strategy_file::StrategyFile;
use serde_json::json;
use std::path::{Path, PathBuf};
use tables::file::array::ArrayFile;
use tables::file::fixed_name::make_folder;
use tables::file::header::FileKind;
use tables::file::place::require_kind;
use tables::run::folder::DEFAULT_VARIANT;
use tables::strategy::bundle::BundleContents;
use tables::text::written;

use crate::bucket_places::BucketPlaces;
use crate::plain_table::{facts, grouped};
use crate::session::{Document, Session};

/// The flags of `bundle`; `--out` is a file.
#[derive(Args, Debug)]
pub struct Settings {
    /// A run (RUN, or RUN/NAME of several strategies) or a strategy file; without --out the bundle is called
    /// RUN-NAME.bundle, in this folder
    run: PathBuf,
    /// Which of the run's strategies
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    #[command(flatten)]
    buckets: BucketPlaces,
}

/// Runs the command.
pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let word = settings.variant.as_ref().map_or(settings.run.clone(), |name| settings.run.join(name));
    let strategy = StrategyFile::open(&word)?;
    let default = PathBuf::from(format!("{}.bundle", settings.title(&strategy)));
    let file = match &session.out {
        Some(folder) if folder.is_dir() => folder.join(default),
        out => out.clone().unwrap_or(default),
    };
    if file.symlink_metadata().is_ok() {
        require_kind(&file, FileKind::Bundle)?;
    }
    let set = strategy.bucket_set(&settings.buckets.places)?;
    let contents = BundleContents { strategy: strategy.reader(), buckets: set.tables().each_ref() };
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        make_folder(folder)?;
    }
    contents.write(&file, &session.progress)?;
    let bytes = ArrayFile::open(&file)?.file_bytes();
    let unpacked = contents.bytes();
    let json = json!({
        "file": written(&file),
        "bytes": bytes,
        "strategy": strategy.name(),
        "unpacked_bytes": unpacked,
    });
    let text = facts(&[
        ("file", file.display().to_string()),
        ("bytes", format!("{} ({} unpacked)", grouped(bytes), grouped(unpacked))),
        ("look at it", format!("equipoise explore {}", file.display())),
    ]);
    Ok(Document::new(json, text))
}

impl Settings {
    /// What the bundle is called where nothing else is said: after the run and the strategy.
    fn title(&self, strategy: &StrategyFile) -> String {
        let run =
            if self.variant.is_some() || self.run.is_dir() { Some(self.run.as_path()) } else { self.run.parent() };
        let is_of_run = self.run.is_dir() || !self.run.exists();
        let run = run.filter(|_| is_of_run).and_then(|run| run.canonicalize().ok());
        let run = run.as_deref().and_then(Path::file_name).map(|name| written(Path::new(name)));
        match (run, strategy.name()) {
            (Some(run), name) if name == run || name == DEFAULT_VARIANT => run,
            (Some(run), name) => format!("{run}-{name}"),
            (None, name) => name.to_owned(),
        }
    }
}
