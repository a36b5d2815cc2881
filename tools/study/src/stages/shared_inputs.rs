//! What the stages before training have in common and keep in memory, and progress with the name of the stage.

use abstraction::build_buckets::{BuildPlaces, ClusterSource, build_buckets};
use abstraction::cluster_file::read_clusters;
use abstraction::features::build_features::FeatureSource;
use abstraction::features::hand_strength_distribution::PreflopDistributions;
use abstraction::recipe::BucketRecipe;
use tables::together::progress::{Progress, Update};
use tables::together::ranks::Ranks;

use crate::error::StudyError;
use crate::study_run::StudyRun;

#[derive(Default)]
pub struct SharedInputs {
    source: FeatureSource,
    /// The starting hands' distributions, with their bins.
    distributions: Option<(u16, PreflopDistributions)>,
}

impl SharedInputs {
    /// The starting hands' distributions, made if they are not there.
    pub(crate) fn distributions(
        &mut self,
        bins: u16,
        progress: &dyn Progress,
    ) -> Result<&PreflopDistributions, StudyError> {
        if self.distributions.as_ref().is_none_or(|(made, _)| *made != bins) {
            self.distributions = Some((bins, self.source.preflop(bins, progress)?));
        }
        let (_, distributions) = self.distributions.as_ref().expect("just made");
        Ok(distributions)
    }

    /// Builds a file by a recipe with the opponents of one of the study's bucket files.
    pub(crate) fn build(
        &mut self,
        run: &StudyRun<'_>,
        number: usize,
        recipe: &BucketRecipe,
        name: &str,
        ranks: &dyn Ranks,
        progress: &dyn Progress,
    ) -> Result<(), StudyError> {
        let clusters = run.clusters_of(number)?.map(|path| read_clusters(&path)).transpose()?;
        let opponents = clusters.as_ref().map(|(clusters, parent)| ClusterSource { clusters, parent });
        let (file, resume) = (run.folder.buckets(name)?, run.folder.clustering(name)?);
        let places = BuildPlaces { file: &file, resume: &resume, ranks };
        build_buckets(recipe, opponents, &mut self.source, places, progress)?;
        Ok(())
    }
}

/// Puts words before and after what a library calls its work.
pub(crate) struct NamedProgress<'a> {
    /// Such as `league: `.
    pub before: String,
    /// Such as `, part 2 of 6`.
    pub behind: String,
    pub progress: &'a dyn Progress,
}

impl Progress for NamedProgress<'_> {
    fn report(&self, update: &Update<'_>) {
        let stage = format!("{}{}{}", self.before, update.stage, self.behind);
        self.progress.report(&Update { stage: &stage, note: update.note.clone(), ..*update });
    }

    fn cancelled(&self) -> bool {
        self.progress.cancelled()
    }
}
