//! `quickstart`: the main job at a small size on the real game.

use clap::Args;
use study::file::study::Study;

use super::run::run_in;
use crate::session::{Document, Session};
use crate::study_choice::in_its_folder;

/// `quickstart` has only the common options.
#[derive(Args, Debug)]
pub struct Settings {}

/// Runs the command.
pub fn run(_settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    let (study, folder) = in_its_folder(Study::quickstart()?, session)?;
    run_in(&study, &folder, session)
}
