//! The stage that builds a bucket file.

use abstraction::estimate::{Prepared, disk_bytes, memory_bytes};
use abstraction::recipe::{BucketRecipe, Feature};
use tables::file::fingerprint::Parent;

use super::size::PROGRAM_BYTES;
use super::{Sizes, Stage, StageClock, StageContext, StageDefinition, StageNeed};
use crate::error::StudyError;
use crate::study_run::{StudyRun, parent_of};

pub(super) struct MakeBuckets {
    pub number: usize,
}

impl Stage for MakeBuckets {
    fn definition(&self, run: &StudyRun<'_>, _before: &[Parent]) -> Result<StageDefinition, StudyError> {
        let clusters = run.clusters_of(self.number)?.map(|path| parent_of("opponent_clusters", &path)).transpose()?;
        Ok(StageDefinition {
            recipe: run.bucket_recipe(self.number)?.to_json(),
            parents: clusters.into_iter().collect(),
            products: vec![run.folder.buckets(&run.order().bucket_files[self.number].name)?],
        })
    }

    fn sizes(&self, run: &StudyRun<'_>, prepared: Prepared) -> Result<Sizes, StudyError> {
        let recipe = run.bucket_recipe(self.number)?;
        Ok(Sizes { memory: memory_bytes(&recipe, prepared), disk: disk_bytes(&recipe), passing: 0 })
    }

    fn seconds(&self, clock: &mut StageClock<'_>, need: &StageNeed) -> Result<f64, StudyError> {
        let recipe = clock.run.bucket_recipe(self.number)?;
        clock.bucket_seconds(&recipe, need.prepared)
    }

    fn shorter(&self, run: &StudyRun<'_>) -> String {
        let file = &run.order().bucket_files[self.number];
        let (round, street) = (file.round, &file.street);
        match (street.sample_rows, street.sample_fraction) {
            (None, None) => {
                let rows = (50 * street.count).max(200_000);
                format!("give {round}.sample_rows = {rows}, fewer buckets, or a smaller max_iterations")
            }
            _ => format!("give fewer rows of a sample, fewer buckets or a smaller max_iterations for the {round}"),
        }
    }

    fn smaller(&self, run: &StudyRun<'_>, need: &StageNeed, available: u64) -> Result<String, StudyError> {
        let recipe = run.bucket_recipe(self.number)?;
        let round = recipe.round;
        let fits = |feature: Feature| {
            let cheaper = BucketRecipe { feature, ..recipe.clone() };
            memory_bytes(&cheaper, need.prepared) + PROGRAM_BYTES <= available
        };
        let found = match (recipe.feature, recipe.feature.opponent_clusters()) {
            (feature, Some(clusters)) => (1..clusters.min(17))
                .rev()
                .find(|&clusters| fits(feature.with_opponent_clusters(clusters)))
                .map(|clusters| format!("give opponents.clusters of at most {clusters}")),
            (Feature::Hsd { bins }, None) => (1..bins)
                .rev()
                .find(|&bins| fits(Feature::Hsd { bins }))
                .map(|bins| format!("give {round}.bins = {bins} or fewer")),
            _ => None,
        };
        Ok(found.unwrap_or_else(|| format!("leave the {round} out, or give {round}.feature = \"strength\"")))
    }

    fn keeps(&self, run: &StudyRun<'_>, prepared: Prepared) -> Result<Prepared, StudyError> {
        Ok(prepared.after(&run.bucket_recipe(self.number)?))
    }

    fn work(
        &self,
        StageContext { run, shared_inputs, ranks, progress, .. }: StageContext<'_>,
    ) -> Result<(), StudyError> {
        let name = &run.order().bucket_files[self.number].name;
        shared_inputs.build(run, self.number, &run.bucket_recipe(self.number)?, name, ranks, progress)
    }
}
