//! What identifies a stage and what it leaves: its recipe, its parents and its products.

use serde_json::Value;
use std::path::PathBuf;
use tables::file::fingerprint::{Fingerprint, Parent};

/// A stage's identity and its files.
#[derive(Clone, PartialEq, Debug)]
pub struct StageDefinition {
    /// How it is done.
    pub recipe: Value,
    /// What it is made from.
    pub parents: Vec<Parent>,
    /// The files it leaves.
    pub products: Vec<PathBuf>,
}

impl StageDefinition {
    /// The name by which later stages know this one.
    pub fn as_parent(&self, name: &str) -> Parent {
        Parent::new(name, Fingerprint::of("stage", &self.recipe, &self.parents))
    }
}
