//! What identifies a stage and what it leaves: its recipe, its parents and its products.

use abstraction::recipe::BucketRecipe;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tables::array_file::ArrayFile;
use tables::fingerprint::{Fingerprint, Parent};
use tables::run_folder::RunFolder;

use crate::error::StudyError;
use crate::opponents::ClusterChoice;
use crate::repeats::training_seed;
use crate::stage_order::{StageOrder, Work};
use crate::study_file::Study;

/// Counts the forms that league files have had: those of an older one are played again, not misread.
const LEAGUE_FORM: u32 = 2;

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
                let file = &order.clusters[number];
                let choice = &file.choice;
                let recipe = match choice {
                    ClusterChoice::Made(origin) => origin.recipe(),
                    ClusterChoice::File(file) => {
                        let source = choice.source(folder)?;
                        json!({ "file": ArrayFile::open(source.as_deref().unwrap_or(file))?.fingerprint() })
                    }
                };
                let products = vec![folder.opponent_clusters(&file.file_name())?];
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
                let player = &order.players[number];
                let training = &study.training[player.plan];
                let files = STREET_NAMES.into_iter().zip(self.bucket_paths(player.variant)?);
                let mut products = vec![folder.training_curve(&player.file)?];
                // Regrets that are not kept are gone once the strategy is there.
                if training.keep_checkpoints || !folder.strategy(&player.file)?.exists() {
                    products.insert(0, folder.checkpoint(&player.file)?);
                }
                StageDefinition {
                    recipe: json!({
                        "sampler": training.sampler()?, "algorithm": training.rule()?,
                        "seed": training_seed(study.seed, player.training),
                        "time": training.time, "iterations": training.iterations,
                    }),
                    parents: files.map(|(name, path)| parent_of(name, &path)).collect::<Result<_, _>>()?,
                    products,
                }
            }
            Work::Export(number) => {
                let file = &order.players[number].file;
                let name = format!("training-{file}");
                StageDefinition {
                    recipe: json!({ "bits": 8 }),
                    parents: before.iter().filter(|parent| parent.name == name).cloned().collect(),
                    products: vec![folder.strategy(file)?],
                }
            }
            Work::League(plan) => {
                let league = study.league.as_ref().ok_or_else(|| missing("league"))?;
                let method = league.method()?;
                StageDefinition {
                    recipe: json!({
                        "method": method.name(), "observations": method.observations(),
                        "built_in_boards": league.built_in_boards, "seed": study.seed, "form": LEAGUE_FORM,
                    }),
                    parents: self.strategies(order.players_of(plan))?,
                    products: vec![folder.league_of(study.training[plan].name.as_deref())?],
                }
            }
            Work::Exploitability(plan) => {
                let exploitability = study.exploitability.ok_or_else(|| missing("exploitability"))?;
                StageDefinition {
                    recipe: json!({ "flops": exploitability.flops, "seed": study.seed }),
                    parents: self.strategies(self.measured(plan).into_iter())?,
                    products: vec![folder.exploitability(study.training[plan].name.as_deref())?],
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
        let clusters = file.clusters.map(|it| self.order.clusters[it].choice.count(self.folder)).transpose()?;
        self.study.recipe(file, clusters.unwrap_or(1))
    }

    /// Names and fingerprints of players' strategies.
    ///
    /// # Errors
    /// Strategies that cannot be read.
    pub fn strategies(&self, players: impl Iterator<Item = usize>) -> Result<Vec<Parent>, StudyError> {
        let players = players.map(|number| &self.order.players[number]);
        players.map(|player| parent_of(&player.name, &self.folder.strategy(&player.file)?)).collect()
    }

    /// The players of a training whose exploitability is measured.
    pub fn measured(&self, plan: usize) -> Vec<usize> {
        let most = self.study.exploitability.and_then(|it| it.clusterings).unwrap_or(u32::MAX);
        let is_measured = |number: &usize| self.clustering_of(*number) <= most;
        self.order.players_of(plan).filter(is_measured).collect()
    }

    /// The clustering that a player belongs to.
    pub fn clustering_of(&self, player: usize) -> u32 {
        self.order.variants[self.order.players[player].variant].clustering
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
