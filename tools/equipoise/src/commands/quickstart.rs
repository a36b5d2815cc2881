//! `quickstart`: the main job at a small size on the real game.

use clap::Args;
use study::file::study::Study;

use super::run::run_study;
use crate::document::Document;
use crate::session::Session;

/// `quickstart` has only the common options.
#[derive(Args, Debug)]
pub struct Settings {}

/// Runs the command.
pub fn run(_settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    run_study(Study::quickstart()?, session)
}
