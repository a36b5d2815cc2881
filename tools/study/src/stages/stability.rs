//! The stage that shows how much of the buckets is the luck of their seed: the first clustering compared with the
//! study's others, or, where there is only one, with buckets that are made again from other seeds.

use abstraction::estimate::{Prepared, disk_bytes, memory_bytes};
use abstraction::explain::comparison::compare;
use abstraction::recipe::BucketRecipe;
use serde_json::json;
use tables::buckets::table::{BucketTable, hands_of_round};
use tables::file::fingerprint::Parent;
use tables::file::sibling::remove_if_there;
use tables::together::progress::Progress;
use tables::together::ranks::Ranks;

use super::buckets::SharedInputs;
use super::size::SMALL_FILE;
use super::{Sizes, Stage, StageClock, StageContext, StageDefinition, StageNeed};
use crate::error::StudyError;
use crate::file::order::Variant;
use crate::results::training::{SeedComparison, StabilityFile};
use crate::study_run::{StudyRun, parent_of};

/// The name of the bucket file that is made only to be compared.
const SCRATCH: &str = "stability-scratch";
/// Core seconds to compare the buckets of one hand.
const COMPARED_HAND: f64 = 1.2e-7;

/// Compares buckets with those of other seeds.
pub(super) struct MeasureStability;

impl Stage for MeasureStability {
    fn definition(&self, run: &StudyRun<'_>, _before: &[Parent]) -> Result<StageDefinition, StudyError> {
        let files = run.order().compared_files().map(|number| &run.order().bucket_files[number].name);
        let parents = files.map(|name| parent_of(name, &run.folder.buckets(name)?));
        Ok(StageDefinition {
            recipe: json!({ "seeds": run.study.stability.as_ref().map(|it| it.seeds) }),
            parents: parents.collect::<Result<_, StudyError>>()?,
            products: vec![run.folder.stability()],
        })
    }

    fn sizes(&self, run: &StudyRun<'_>, prepared: Prepared) -> Result<Sizes, StudyError> {
        // A comparison sorts eight bytes a hand beside both files, and counts each bucket's deals by class of hands.
        let (mut memory, mut passing) = (0, 0);
        for number in run.order().compared_files() {
            let hands = hands_of_round(run.study.deck, run.order().bucket_files[number].round);
            memory = memory.max(12 * hands + 8 * 179 * run.bucket_count(number)? as u64);
        }
        for recipe in made_again(run)? {
            memory = memory.max(memory_bytes(&recipe, prepared));
            passing = passing.max(disk_bytes(&recipe));
        }
        Ok(Sizes { memory, disk: SMALL_FILE, passing })
    }

    fn seconds(&self, clock: &mut StageClock<'_>, need: &StageNeed) -> Result<f64, StudyError> {
        let run = clock.run;
        let compare = |round| COMPARED_HAND * hands_of_round(clock.run.study.deck, round) as f64;
        let mut seconds = 0.0;
        for recipe in made_again(run)? {
            seconds += clock.bucket_seconds(&recipe, need.prepared)? + clock.scaled(compare(recipe.round))?;
        }
        if run.study.repeats.clusterings > 1 {
            for number in run.order().compared_files() {
                let others = other_clusterings(run, number).len() as f64;
                seconds += clock.scaled(others * compare(run.order().bucket_files[number].round))?;
            }
        }
        Ok(seconds)
    }

    fn shorter(&self, _run: &StudyRun<'_>) -> String {
        "give fewer stability.seeds".to_owned()
    }

    fn work(
        &self,
        StageContext { run, shared_inputs, ranks, progress, .. }: StageContext<'_>,
    ) -> Result<(), StudyError> {
        measure(run, shared_inputs, ranks, progress)
    }
}

fn seeds_of(run: &StudyRun<'_>) -> u32 {
    run.study.stability.map_or(0, |stability| stability.seeds)
}

/// The buckets that are made only to be compared: none where the study has other clusterings.
fn made_again(run: &StudyRun<'_>) -> Result<Vec<BucketRecipe>, StudyError> {
    let seeds = if run.study.repeats.clusterings == 1 { seeds_of(run) } else { 0 };
    let mut recipes = Vec::new();
    for number in run.order().compared_files() {
        recipes.extend(recipes_of_other_seeds(&run.bucket_recipe(number)?, seeds));
    }
    Ok(recipes)
}

/// The recipes by which a file is made again from other seeds; none for percentiles, which draw nothing.
fn recipes_of_other_seeds(recipe: &BucketRecipe, seeds: u32) -> Vec<BucketRecipe> {
    let seeds = if recipe.method.is_a_cut() { 0 } else { seeds };
    (1..=u64::from(seeds)).map(|step| BucketRecipe { seed: recipe.seed.wrapping_add(step), ..recipe.clone() }).collect()
}

/// The files of other clusterings that a file of the first one is compared with.
fn other_clusterings(run: &StudyRun<'_>, number: usize) -> Vec<usize> {
    let (order, seeds) = (run.order(), seeds_of(run));
    let file = &order.bucket_files[number];
    let place = file.round.number() - 1;
    let of_file = |it: &&Variant| it.clustering == 1 && it.bucket_files[place] == Some(number);
    let Some(first) = order.variants.iter().find(of_file) else { return Vec::new() };
    let others =
        order.variants.iter().filter(|it| it.setting == first.setting && (2..=1 + seeds).contains(&it.clustering));
    others.filter_map(|it| it.bucket_files[place]).filter(|&other| other != number).collect()
}

/// Compares every street's buckets with those of other seeds; what was compared before an interruption is kept.
fn measure(
    run: &StudyRun<'_>,
    shared_inputs: &mut SharedInputs,
    ranks: &dyn Ranks,
    progress: &dyn Progress,
) -> Result<(), StudyError> {
    let mut kept = Kept { before: StabilityFile::read(run.folder).comparisons, file: StabilityFile::default() };
    for number in run.order().compared_files() {
        let bucket_file = &run.order().bucket_files[number];
        let first = BucketTable::open(&run.folder.buckets(&bucket_file.name)?)?;
        let recipe = run.bucket_recipe(number)?;
        if run.study.repeats.clusterings > 1 {
            for other in other_clusterings(run, number) {
                let (seed, name) = (run.bucket_recipe(other)?.seed, &run.order().bucket_files[other].name);
                let compared = Compared { file: &bucket_file.name, table: &first, seed, other: Some(name) };
                kept.compare(run, &compared, || Ok(BucketTable::open(&run.folder.buckets(name)?)?), progress)?;
            }
            continue;
        }
        for recipe in recipes_of_other_seeds(&recipe, seeds_of(run)) {
            let compared = Compared { file: &bucket_file.name, table: &first, seed: recipe.seed, other: None };
            let scratch = run.folder.buckets(SCRATCH)?;
            let make = || {
                shared_inputs.build(run, number, &recipe, SCRATCH, ranks, progress)?;
                Ok(BucketTable::open(&scratch)?)
            };
            kept.compare(run, &compared, make, progress)?;
            remove_if_there(&scratch)?;
        }
    }
    kept.file.write(run.folder)
}

struct Compared<'a> {
    file: &'a str,
    table: &'a BucketTable,
    seed: u64,
    other: Option<&'a String>,
}

/// Comparisons of an earlier run, and those of this one.
struct Kept {
    before: Vec<SeedComparison>,
    file: StabilityFile,
}

impl Kept {
    /// Takes a comparison over from an earlier run, or makes it.
    fn compare(
        &mut self,
        run: &StudyRun<'_>,
        compared: &Compared<'_>,
        other: impl FnOnce() -> Result<BucketTable, StudyError>,
        progress: &dyn Progress,
    ) -> Result<(), StudyError> {
        let fingerprint = compared.table.fingerprint();
        let is_this = |it: &SeedComparison| {
            (it.fingerprint, it.seed, it.other.as_ref()) == (fingerprint, compared.seed, compared.other)
        };
        let comparison = match self.before.iter().position(is_this) {
            Some(place) => self.before.swap_remove(place),
            None => {
                let found = compare(compared.table, &other()?, progress)?;
                SeedComparison {
                    file: compared.file.to_owned(),
                    fingerprint,
                    seed: compared.seed,
                    other: compared.other.cloned(),
                    mutual_information: found.mutual_information,
                    normalised_mutual_information: found.normalised_mutual_information,
                    adjusted_rand_index: found.adjusted_rand_index,
                }
            }
        };
        self.file.comparisons.push(comparison);
        self.file.write(run.folder)
    }
}
