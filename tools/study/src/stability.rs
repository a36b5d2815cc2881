//! How much of the buckets is the luck of their seed: each clustering again with other seeds, compared with the first.

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

/// The recipes of a file's other seeds; none for percentiles, which draw nothing.
pub fn recipes_of_other_seeds(recipe: &BucketRecipe, seeds: u32) -> Vec<BucketRecipe> {
    let seeds = if recipe.method == Method::Percentiles { 0 } else { seeds };
    (1..=u64::from(seeds)).map(|step| BucketRecipe { seed: recipe.seed.wrapping_add(step), ..recipe.clone() }).collect()
}

impl Ingredients {
    /// Clusters every street again with other seeds and compares; what was compared before an interruption is kept.
    ///
    /// # Errors
    /// Files that cannot be read or written, an interruption.
    pub fn measure_stability(&mut self, run: &StudyRun<'_>, progress: &dyn Progress) -> Result<(), StudyError> {
        let seeds = run.study.stability.as_ref().map_or(0, |stability| stability.seeds);
        let mut before = StabilityFile::read(run.folder).comparisons;
        let mut file = StabilityFile::default();
        for (number, bucket_file) in run.order.bucket_files.iter().enumerate() {
            let first = BucketTable::open(&run.folder.buckets(&bucket_file.name)?)?;
            for recipe in recipes_of_other_seeds(&run.bucket_recipe(number)?, seeds) {
                let is_this = |it: &SeedComparison| it.fingerprint == first.fingerprint() && it.seed == recipe.seed;
                let comparison = match before.iter().position(is_this) {
                    Some(place) => before.swap_remove(place),
                    None => {
                        self.build(run, number, &recipe, SCRATCH, progress)?;
                        let path = run.folder.buckets(SCRATCH)?;
                        let found = compare(&first, &BucketTable::open(&path)?, progress)?;
                        remove_if_there(&path)?;
                        SeedComparison {
                            file: bucket_file.name.clone(),
                            fingerprint: first.fingerprint(),
                            seed: recipe.seed,
                            mutual_information: found.mutual_information,
                            normalised_mutual_information: found.normalised_mutual_information,
                            adjusted_rand_index: found.adjusted_rand_index,
                        }
                    }
                };
                file.comparisons.push(comparison);
                file.write(run.folder)?;
            }
        }
        file.write(run.folder)
    }
}
