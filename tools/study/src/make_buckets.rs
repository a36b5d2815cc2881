//! The stages before training: opponent clusters and bucket files.

use abstraction::build_buckets::{BuildPlaces, ClusterSource, build_buckets};
use abstraction::cluster_file::read_clusters;
use abstraction::features::build_features::FeatureSource;
use abstraction::features::hand_strength_distribution::PreflopDistributions;
use abstraction::recipe::BucketRecipe;
use std::io::Write;
use std::path::Path;
use tables::error::{Action, TableError};
use tables::progress::Progress;
use tables::sibling_file::SiblingFile;

use crate::error::StudyError;
use crate::opponents::ClusterChoice;
use crate::stage_definition::StudyRun;

/// What the stages before training have in common.
#[derive(Default)]
pub struct Ingredients {
    /// Features already made.
    pub source: FeatureSource,
    /// The starting hands' distributions, with their bins.
    distributions: Option<(u16, PreflopDistributions)>,
}

impl Ingredients {
    /// Makes opponent clusters, or copies their file into the run folder.
    ///
    /// # Errors
    /// Files that cannot be read or written, an interruption.
    pub fn make_clusters(
        &mut self,
        run: &StudyRun<'_>,
        number: usize,
        progress: &dyn Progress,
    ) -> Result<(), StudyError> {
        let file = &run.order.clusters[number];
        let path = run.folder.opponent_clusters(&file.file_name())?;
        match &file.choice {
            ClusterChoice::Made(origin) => {
                if self.distributions.as_ref().is_none_or(|(bins, _)| *bins != origin.bins()) {
                    self.distributions = Some((origin.bins(), self.source.preflop(origin.bins(), progress)?));
                }
                let (_, distributions) = self.distributions.as_ref().expect("just made");
                Ok(origin.write(&path, distributions)?)
            }
            ClusterChoice::File(_) => copy_clusters(&file.choice.source(run.folder)?.unwrap_or_default(), &path),
        }
    }

    /// Builds a bucket file.
    ///
    /// # Errors
    /// Files that cannot be read or written, an interruption.
    pub fn make_buckets(
        &mut self,
        run: &StudyRun<'_>,
        number: usize,
        progress: &dyn Progress,
    ) -> Result<(), StudyError> {
        let name = &run.order.bucket_files[number].name;
        self.build(run, number, &run.bucket_recipe(number)?, name, progress)
    }

    /// Builds a file by a recipe with the opponents of one of the study's.
    pub(crate) fn build(
        &mut self,
        run: &StudyRun<'_>,
        number: usize,
        recipe: &BucketRecipe,
        name: &str,
        progress: &dyn Progress,
    ) -> Result<(), StudyError> {
        let clusters = run.order.bucket_files[number].clusters.map(|it| run.order.clusters[it].file_name());
        let clusters = clusters.map(|it| Ok::<_, StudyError>(read_clusters(&run.folder.opponent_clusters(&it)?)?));
        let clusters = clusters.transpose()?;
        let opponents = clusters.as_ref().map(|(clusters, parent)| ClusterSource { clusters, parent });
        let places = BuildPlaces { file: &run.folder.buckets(name)?, resume: &run.folder.clustering(name)? };
        build_buckets(recipe, opponents, &mut self.source, places, progress)?;
        Ok(())
    }
}

/// The run keeps the very file, so that its fingerprint stays.
fn copy_clusters(from: &Path, to: &Path) -> Result<(), StudyError> {
    if from == to {
        return Ok(());
    }
    // Only what is whole is copied.
    read_clusters(from)?;
    let failed = |path: &Path, action, source| {
        let advice = "check the disk and try again".to_owned();
        TableError::Io { path: path.into(), action, source, advice }
    };
    let bytes = std::fs::read(from).map_err(|error| failed(from, Action::Read, error))?;
    let copy = SiblingFile::create(to)?;
    copy.file().write_all(&bytes).map_err(|error| failed(to, Action::Write, error))?;
    Ok(copy.commit()?)
}
