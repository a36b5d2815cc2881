//! A study as the command line names it: a file or a shipped one, whole or in part.

use clap::Args;
use std::path::{Path, PathBuf};
use study::error::StudyError;
use study::file::selection::Selection;
use study::file::study::Study;
use tables::run::folder::RunFolder;

use crate::session::Session;

/// Which study, and how much of it.
#[derive(Args, Debug)]
pub struct StudyChoice {
    /// A study file, or the name of a shipped study: quickstart, paper (the buckets of Johanson, Burch, Valenzano and
    /// Bowling, Evaluating State-Space Abstractions in Extensive-Form Games, AAMAS 2013), taniguchi-ito or
    /// taniguchi-ito-9000 (the experiment of Taniguchi and Ito, IPSJ SIG Technical Report 2015-ICS-179), ochs-counts,
    /// ochs-counts-9000, ochs-budgets-9000, ochs-distances-9000, ochs-exact-9000, plain-cfr-9000,
    /// baselines, baselines-9000, least-exploitable, better-buckets or training-longer
    #[arg(value_name = "STUDY.toml")]
    study: PathBuf,
    /// Make only these of its settings, such as C6,C12
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    settings: Vec<String>,
    /// Make only these of its trainings, by their names
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    trainings: Vec<String>,
}

impl StudyChoice {
    /// The chosen study, with the seed and the folder that were asked for.
    pub fn in_its_folder(&self, session: &Session) -> Result<(Study, RunFolder), StudyError> {
        let trimmed = |names: &[String]| names.iter().map(|name| name.trim().to_owned()).collect();
        let only = Selection { settings: trimmed(&self.settings), trainings: trimmed(&self.trainings) };
        in_its_folder(Study::named(&self.study)?.with_only(only)?, session)
    }
}

/// A study with the seed and the folder that were asked for.
pub fn in_its_folder(study: Study, session: &Session) -> Result<(Study, RunFolder), StudyError> {
    let study = match session.given_seed {
        Some(seed) => study.with_seed(seed)?,
        None => study,
    };
    let folder = RunFolder::new(session.out_or(Path::new("runs").join(&study.name)));
    Ok((study, folder))
}
