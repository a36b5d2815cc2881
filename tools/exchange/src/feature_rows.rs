//! A street's features of all canonical hands as one `.npy` array of whole numbers.

use abstraction::error::AbstractionError;
use abstraction::estimate::require_memory_for_rows;
use abstraction::features::board_feature::for_some_rows;
use abstraction::features::build_features::FeatureSource;
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::recipe::BucketRecipe;
use std::path::Path;
use tables::together::progress::Progress;

use crate::error::ExchangeError;
use crate::npy::NpyWriter;

/// Writes the rows of a recipe's feature, `[hand][dimension]` of `u16` by board-first hand index, and gives their
/// shape.
///
/// A strength histogram counts deals of the rest of the board (46 on the turn, 1,081 on the flop); strengths, their
/// squares and OCHS are in 65,535ths.
pub fn export_features(
    recipe: &BucketRecipe,
    clusters: Option<&OpponentClusters>,
    path: &Path,
    progress: &dyn Progress,
) -> Result<[u64; 2], ExchangeError> {
    let mut source = FeatureSource::default();
    require_memory_for_rows(recipe, source.prepared(), 0)?;
    let feature = source.feature(recipe, clusters, progress)?;
    let shape = [feature.boards().hands(), feature.dimensions() as u64];
    let mut writer = NpyWriter::<u16>::create(path, &shape).map_err(AbstractionError::from)?;
    for_some_rows(&*feature, progress, |rows, _| writer.push(rows).map_err(ExchangeError::from))?;
    writer.finish()?;
    Ok(shape)
}
