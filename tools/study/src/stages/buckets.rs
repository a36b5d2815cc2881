//! The stages before training: one builds a bucket file, one makes opponent clusters or copies their file into the run
//! folder. What they have in common stays in memory.

use abstraction::build_buckets::{BuildPlaces, ClusterSource, build_buckets};
use abstraction::cluster_file::{ClusterOrigin, read_clusters};
use abstraction::estimate::{Prepared, disk_bytes, memory_bytes};
use abstraction::features::build_features::FeatureSource;
use abstraction::features::hand_strength_distribution::PreflopDistributions;
use abstraction::recipe::{BucketRecipe, DEFAULT_BINS, Feature};
use evaluator::deck::Deck;
use serde_json::json;
use std::io::Write;
use std::path::Path;
use tables::error::{Action, TableError};
use tables::file::array::ArrayFile;
use tables::file::fingerprint::Parent;
use tables::file::reading::{MOST_DOCUMENT_BYTES, read_bytes};
use tables::file::sibling::SiblingFile;
use tables::together::progress::{Progress, Update};
use tables::together::ranks::Ranks;

use super::size::{PROGRAM_BYTES, SMALL_FILE};
use super::{Sizes, Stage, StageClock, StageContext, StageDefinition, StageNeed};
use crate::error::StudyError;
use crate::file::settings::ClusterChoice;
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
        let round = file.round;
        match file.street.request() {
            Some(street) if (street.sample_rows, street.sample_fraction) == (None, None) => {
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

/// Seconds to copy a cluster file.
const COPYING: f64 = 0.1;

pub(super) struct MakeClusters {
    pub number: usize,
}

impl Stage for MakeClusters {
    fn definition(&self, run: &StudyRun<'_>, _before: &[Parent]) -> Result<StageDefinition, StudyError> {
        let file = &run.order().clusters[self.number];
        let recipe = match &file.choice {
            ClusterChoice::Made(origin) => origin.recipe(),
            ClusterChoice::File(path) => {
                let source = file.choice.source(run.folder)?;
                json!({ "file": ArrayFile::open(source.as_deref().unwrap_or(path))?.fingerprint() })
            }
        };
        let products = vec![run.folder.opponent_clusters(&file.file_name())?];
        Ok(StageDefinition { recipe, parents: Vec::new(), products })
    }

    fn sizes(&self, run: &StudyRun<'_>, prepared: Prepared) -> Result<Sizes, StudyError> {
        let river = Prepared { river: prepared.river || self.makes_river(run), ..prepared };
        Ok(Sizes { memory: river.bytes(run.study.deck), disk: SMALL_FILE, passing: 0 })
    }

    fn seconds(&self, clock: &mut StageClock<'_>, need: &StageNeed) -> Result<f64, StudyError> {
        match &clock.run.order().clusters[self.number].choice {
            ClusterChoice::Made(ClusterOrigin::Search(search)) => clock.clusters_seconds(Some(*search), need.prepared),
            ClusterChoice::Made(_) => clock.clusters_seconds(None, need.prepared),
            ClusterChoice::File(_) => Ok(COPYING),
        }
    }

    fn shorter(&self, _run: &StudyRun<'_>) -> String {
        "give fewer opponents.restarts".to_owned()
    }

    fn keeps(&self, run: &StudyRun<'_>, prepared: Prepared) -> Result<Prepared, StudyError> {
        Ok(match run.order().clusters[self.number].choice {
            ClusterChoice::Made(_) => {
                Prepared { river: prepared.river || self.makes_river(run), preflop: true, ..prepared }
            }
            ClusterChoice::File(_) => prepared,
        })
    }

    fn work(&self, context: StageContext<'_>) -> Result<(), StudyError> {
        make_clusters(context.run, self.number, context.shared_inputs, context.progress)
    }
}

impl MakeClusters {
    /// Whether the strengths of the river boards are made for it: the starting hands' distributions of the usual bins
    /// are part of the program.
    fn makes_river(&self, run: &StudyRun<'_>) -> bool {
        match &run.order().clusters[self.number].choice {
            ClusterChoice::Made(origin) => origin.bins() != DEFAULT_BINS,
            ClusterChoice::File(_) => false,
        }
    }
}

/// Makes opponent clusters, or copies their file into the run folder.
pub fn make_clusters(
    run: &StudyRun<'_>,
    number: usize,
    shared_inputs: &mut SharedInputs,
    progress: &dyn Progress,
) -> Result<(), StudyError> {
    let file = &run.order().clusters[number];
    let path = run.folder.opponent_clusters(&file.file_name())?;
    match &file.choice {
        ClusterChoice::Made(origin) => {
            Ok(origin.write(&path, shared_inputs.distributions(run.study.deck, origin.bins(), progress)?, progress)?)
        }
        ClusterChoice::File(_) => copy_clusters(&file.choice.source(run.folder)?.unwrap_or_default(), &path),
    }
}

/// The run keeps the very file, so that its fingerprint stays.
fn copy_clusters(from: &Path, to: &Path) -> Result<(), StudyError> {
    if from == to {
        return Ok(());
    }
    // Only what is whole is copied.
    read_clusters(from)?;
    let bytes = read_bytes(from, MOST_DOCUMENT_BYTES)?;
    let copy = SiblingFile::create(to)?;
    copy.file().write_all(&bytes).map_err(|error| TableError::io(to, Action::Write, error))?;
    Ok(copy.commit()?)
}

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
        deck: Deck,
        bins: u16,
        progress: &dyn Progress,
    ) -> Result<&PreflopDistributions, StudyError> {
        if self.distributions.as_ref().is_none_or(|(made, _)| *made != bins) {
            self.distributions = Some((bins, self.source.preflop(deck, bins, progress)?));
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
