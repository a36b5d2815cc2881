//! How much of the buckets is the luck of their seed: the first clustering compared with the study's others, or, where there is
//! only one, with buckets that are made again from other seeds.

use abstraction::bucket_comparison::compare;
use abstraction::recipe::{BucketRecipe, Method};
use serde::{Deserialize, Serialize};
use tables::bucket_table::BucketTable;
use tables::fingerprint::Fingerprint;
use tables::progress::Progress;
use tables::run_folder::RunFolder;
use tables::sibling_file::{remove_if_there, write_text_atomically};

use crate::error::StudyError;
use crate::make_buckets::Ingredients;
use crate::stage_definition::StudyRun;
use crate::stage_order::Variant;

/// The name of the bucket file that is made only to be compared.
const SCRATCH: &str = "stability-scratch";

/// The file of the stability stage: one entry for each file and seed.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct StabilityFile {
    /// The comparisons, file after file.
    pub comparisons: Vec<SeedComparison>,
}

/// A street's buckets beside those from another seed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeedComparison {
    /// The bucket file's name in the run folder.
    pub file: String,
    /// Which file that was.
    pub fingerprint: Fingerprint,
    /// The other seed.
    pub seed: u64,
    /// The other file, where it belongs to the study.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// What one bucket tells of the other, in bits.
    pub mutual_information: f64,
    /// The same over the mean of both entropies, 0 to 1.
    pub normalised_mutual_information: f64,
    /// 1 for equal buckets, 0 for unrelated ones.
    pub adjusted_rand_index: f64,
}

impl StabilityFile {
    /// What has been compared so far; nothing where the file is missing or none.
    pub fn read(folder: &RunFolder) -> Self {
        let text = std::fs::read_to_string(folder.stability()).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    fn write(&self, folder: &RunFolder) -> Result<(), StudyError> {
        let text = serde_json::to_string_pretty(self).expect("plain values have a JSON form");
        Ok(write_text_atomically(&folder.stability(), &(text + "\n"))?)
    }
}

/// The recipes by which a file is made again from other seeds; none for percentiles, which draw nothing.
pub fn recipes_of_other_seeds(recipe: &BucketRecipe, seeds: u32) -> Vec<BucketRecipe> {
    let seeds = if recipe.method == Method::Percentiles { 0 } else { seeds };
    (1..=u64::from(seeds)).map(|step| BucketRecipe { seed: recipe.seed.wrapping_add(step), ..recipe.clone() }).collect()
}

/// The files of other clusterings that a file of the first one is compared with.
pub fn other_clusterings(run: &StudyRun<'_>, number: usize) -> Vec<usize> {
    let (order, seeds) = (run.order, run.study.stability.map_or(0, |stability| stability.seeds));
    let file = &order.bucket_files[number];
    let place = file.round.number() - 1;
    let of_file = |it: &&Variant| it.clustering == 1 && it.bucket_files[place] == Some(number);
    let Some(first) = order.variants.iter().find(of_file) else { return Vec::new() };
    let others =
        order.variants.iter().filter(|it| it.setting == first.setting && (2..=1 + seeds).contains(&it.clustering));
    others.filter_map(|it| it.bucket_files[place]).filter(|&other| other != number).collect()
}

impl Ingredients {
    /// Compares every street's buckets with those of other seeds; what was compared before an interruption is kept.
    ///
    /// # Errors
    /// Files that cannot be read or written, an interruption.
    pub fn measure_stability(&mut self, run: &StudyRun<'_>, progress: &dyn Progress) -> Result<(), StudyError> {
        let seeds = run.study.stability.map_or(0, |stability| stability.seeds);
        let mut kept = Kept { before: StabilityFile::read(run.folder).comparisons, file: StabilityFile::default() };
        for (number, bucket_file) in run.order.bucket_files.iter().enumerate() {
            let first = BucketTable::open(&run.folder.buckets(&bucket_file.name)?)?;
            let recipe = run.bucket_recipe(number)?;
            if run.study.repeats.clusterings > 1 {
                for other in other_clusterings(run, number) {
                    let (seed, name) = (run.bucket_recipe(other)?.seed, &run.order.bucket_files[other].name);
                    let compared = Compared { file: &bucket_file.name, table: &first, seed, other: Some(name) };
                    kept.compare(run, &compared, || Ok(BucketTable::open(&run.folder.buckets(name)?)?), progress)?;
                }
                continue;
            }
            for recipe in recipes_of_other_seeds(&recipe, seeds) {
                let compared = Compared { file: &bucket_file.name, table: &first, seed: recipe.seed, other: None };
                let scratch = run.folder.buckets(SCRATCH)?;
                let make = || {
                    self.build(run, number, &recipe, SCRATCH, progress)?;
                    Ok(BucketTable::open(&scratch)?)
                };
                kept.compare(run, &compared, make, progress)?;
                remove_if_there(&scratch)?;
            }
        }
        kept.file.write(run.folder)
    }
}

/// What is compared with what.
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
