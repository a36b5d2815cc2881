//! What identifies a stage and what it leaves: its recipe, its parents and its products.

use abstraction::recipe::BucketRecipe;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tables::array_file::ArrayFile;
use tables::fingerprint::{Fingerprint, Parent};
use tables::run_folder::RunFolder;

use crate::error::StudyError;
use crate::opponents::ClusterChoice;
use crate::stage_order::{StageOrder, Work};
use crate::study_file::Study;

/// The names by which a variant's bucket files are known to what is made with them.
const STREET_NAMES: [&str; 3] = ["flop", "turn", "river"];

/// A study in the folder where it is run.
#[derive(Clone, Copy)]
pub struct StudyRun<'a> {
    /// The study.
    pub study: &'a Study,
    /// Its stages.
    pub order: &'a StageOrder,
    /// Where its files lie.
    pub folder: &'a RunFolder,
}

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

impl StudyRun<'_> {
    /// A stage's definition, once the stages it needs are done; `before` are the stages so far.
    ///
    /// # Errors
    /// Files of earlier stages, or cluster files of the study, that cannot be read.
    pub fn definition(&self, work: Work, before: &[Parent]) -> Result<StageDefinition, StudyError> {
        let (study, order, folder) = (self.study, self.order, self.folder);
        Ok(match work {
            Work::Clusters(number) => {
                let choice = &order.clusters[number];
                let recipe = match choice {
                    ClusterChoice::Made(origin) => origin.recipe(),
                    ClusterChoice::File(file) => {
                        let source = choice.source(folder)?;
                        json!({ "file": ArrayFile::open(source.as_deref().unwrap_or(file))?.fingerprint() })
                    }
                };
                let products = vec![folder.opponent_clusters(&choice.file_name())?];
                StageDefinition { recipe, parents: Vec::new(), products }
            }
            Work::Buckets(number) => {
                let clusters = order.bucket_files[number].clusters.map(|it| order.clusters[it].file_name());
                let clusters = clusters.map(|name| folder.opponent_clusters(&name)).transpose()?;
                let parents = clusters.map(|path| parent_of("opponent_clusters", &path)).transpose()?;
                StageDefinition {
                    recipe: self.bucket_recipe(number)?.to_json(),
                    parents: parents.into_iter().collect(),
                    products: vec![folder.buckets(&order.bucket_files[number].name)?],
                }
            }
            Work::Stability => {
                let files = order.bucket_files.iter();
                StageDefinition {
                    recipe: json!({ "seeds": study.stability.as_ref().map(|it| it.seeds) }),
                    parents: files.map(|file| parent_of(&file.name, &folder.buckets(&file.name)?)).collect::<Result<
                        _,
                        StudyError,
                    >>(
                    )?,
                    products: vec![folder.stability()],
                }
            }
            Work::Training(number) => {
                let training = study.training.as_ref().ok_or_else(|| missing("training"))?;
                let variant = &order.variants[number].name;
                let files = STREET_NAMES.into_iter().zip(self.bucket_paths(number)?);
                StageDefinition {
                    recipe: json!({
                        "sampler": training.sampler()?, "algorithm": training.rule()?, "seed": study.seed,
                        "time": training.time, "iterations": training.iterations,
                    }),
                    parents: files.map(|(name, path)| parent_of(name, &path)).collect::<Result<_, _>>()?,
                    products: vec![folder.checkpoint(variant)?, folder.training_curve(variant)?],
                }
            }
            Work::Export(number) => {
                let variant = &order.variants[number].name;
                let name = format!("training-{variant}");
                StageDefinition {
                    recipe: json!({ "bits": 8 }),
                    parents: before.iter().filter(|parent| parent.name == name).cloned().collect(),
                    products: vec![folder.strategy(variant)?],
                }
            }
            Work::League => {
                let league = study.league.as_ref().ok_or_else(|| missing("league"))?;
                let method = league.method()?;
                let variants = order.variants.iter();
                StageDefinition {
                    recipe: json!({
                        "method": method.name(), "observations": method.observations(),
                        "built_in_boards": league.built_in_boards, "seed": study.seed,
                    }),
                    parents: variants
                        .map(|variant| parent_of(&variant.name, &folder.strategy(&variant.name)?))
                        .collect::<Result<_, StudyError>>()?,
                    products: vec![folder.league()],
                }
            }
            Work::Report => StageDefinition {
                recipe: json!({ "study": study.text, "version": env!("CARGO_PKG_VERSION") }),
                parents: before.to_vec(),
                products: vec![folder.report()],
            },
        })
    }

    /// The recipe of a bucket file, its opponent clusters counted.
    ///
    /// # Errors
    /// A cluster file that cannot be read.
    pub fn bucket_recipe(&self, number: usize) -> Result<BucketRecipe, StudyError> {
        let file = &self.order.bucket_files[number];
        let clusters = file.clusters.map(|it| self.order.clusters[it].count(self.folder)).transpose()?;
        self.study.recipe(file, clusters.unwrap_or(1))
    }

    /// A variant's bucket files, flop first.
    ///
    /// # Errors
    /// Names that no file can have.
    pub fn bucket_paths(&self, variant: usize) -> Result<Vec<PathBuf>, StudyError> {
        let numbers = self.order.variants[variant].bucket_files.iter().flatten();
        numbers.map(|&number| Ok(self.folder.buckets(&self.order.bucket_files[number].name)?)).collect()
    }
}

/// A file's fingerprint under a name.
fn parent_of(name: &str, path: &Path) -> Result<Parent, StudyError> {
    Ok(Parent::new(name, ArrayFile::open(path)?.fingerprint()))
}

fn missing(what: &'static str) -> StudyError {
    StudyError::Setting { what, expected: "its table in the study".to_owned(), found: "none".to_owned() }
}
