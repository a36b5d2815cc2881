//! The file of bucket quality: sizes and costs of all bucket files of a run, and their means by setting and street.

use abstraction::explain::bucket::{mean_buckets_on_a_board, recipe_of};
use abstraction::explain::quality::{BucketQuality, bucket_quality, cost_unit};
use matches::statistics::score::mean_and_deviation;
use serde::Serialize;
use tables::buckets::table::BucketTable;
use tables::run::folder::RunFolder;

use super::exploitability::write_json;
use crate::error::StudyError;
use crate::file::order::StageOrder;
use crate::file::settings::STREETS;

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct QualityFile {
    pub files: Vec<FileQuality>,
    pub settings: Vec<SettingQuality>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FileQuality {
    /// Its name in the run folder.
    pub file: String,
    /// The clustering it belongs to, from 1.
    pub clustering: u32,
    pub settings: Vec<String>,
    pub cost_unit: &'static str,
    /// How many different buckets the hands of a board are in, over all boards.
    pub buckets_on_a_board: Option<f64>,
    #[serde(flatten)]
    pub quality: BucketQuality,
}

/// The buckets of a setting on a street: means over its files, one for each clustering.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SettingQuality {
    pub setting: String,
    pub street: String,
    pub files: usize,
    pub cost_unit: &'static str,
    /// The mean distance of a deal from its bucket's centre.
    pub within_cluster_cost: Summary,
    /// The share of the variance of (expected) strength between buckets.
    pub strength_variance_explained: Summary,
    /// The number of equally large buckets that would carry as much information.
    pub effective_buckets: Summary,
    /// How many different buckets the hands of a board are in: that many get an update from one training board.
    pub buckets_on_a_board: Summary,
    /// Asked for and not filled.
    pub empty_buckets: Summary,
    /// Different rows that were clustered; files where there were too many to count are left out.
    pub distinct_rows: Summary,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Summary {
    pub mean: Option<f64>,
    /// The standard deviation; none below two files.
    pub standard_deviation: Option<f64>,
}

/// Writes the file of the bucket files that are there.
pub fn write(order: &StageOrder, folder: &RunFolder) -> Result<(), StudyError> {
    let mut files: Vec<Option<FileQuality>> = Vec::new();
    for (number, file) in order.bucket_files.iter().enumerate() {
        let path = folder.buckets(&file.name)?;
        if !path.exists() || !order.made_buckets().any(|made| made == number) {
            files.push(None);
            continue;
        }
        let table = BucketTable::open(&path)?;
        let users = order.variants.iter().filter(|it| it.bucket_files.contains(&Some(number)));
        let mut settings: Vec<String> = users.map(|it| order.settings[it.setting].clone()).collect();
        settings.dedup();
        files.push(Some(FileQuality {
            file: file.name.clone(),
            clustering: file.clustering,
            settings,
            cost_unit: recipe_of(&table).map_or("", |recipe| cost_unit(&recipe)),
            buckets_on_a_board: mean_buckets_on_a_board(&table),
            quality: bucket_quality(&table)?,
        }));
    }
    let settings = (0..order.settings.len()).flat_map(|setting| of_setting(order, setting, &files)).collect();
    let file = QualityFile { settings, files: files.into_iter().flatten().collect() };
    write_json(&folder.quality(), &file)
}

fn of_setting(order: &StageOrder, setting: usize, files: &[Option<FileQuality>]) -> Vec<SettingQuality> {
    let of_street = |place: usize| {
        let variants = order.variants.iter().filter(|it| it.setting == setting);
        let mut numbers: Vec<usize> = variants.filter_map(|it| it.bucket_files[place]).collect();
        numbers.dedup();
        let found: Vec<&FileQuality> = numbers.into_iter().filter_map(|number| files[number].as_ref()).collect();
        let summary = |value: fn(&FileQuality) -> Option<f64>| {
            let values: Vec<f64> = found.iter().filter_map(|file| value(file)).collect();
            let (mean, standard_deviation) = mean_and_deviation(&values);
            Summary { mean: (!values.is_empty()).then_some(mean), standard_deviation }
        };
        found.first().map(|first| SettingQuality {
            setting: order.settings[setting].clone(),
            street: STREETS[place].name().to_owned(),
            files: found.len(),
            cost_unit: first.cost_unit,
            within_cluster_cost: summary(|it| it.quality.within_cluster_cost),
            strength_variance_explained: summary(|it| it.quality.strength_variance_explained),
            effective_buckets: summary(|it| Some(it.quality.effective_buckets)),
            buckets_on_a_board: summary(|it| it.buckets_on_a_board),
            empty_buckets: summary(|it| Some(it.quality.empty_buckets as f64)),
            distinct_rows: summary(|it| it.quality.distinct_rows.map(|rows| rows as f64)),
        })
    };
    (0..STREETS.len()).filter_map(of_street).collect()
}
