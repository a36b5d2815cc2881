//! A street's features of all canonical hands as one array.

use abstraction::error::AbstractionError;
use abstraction::estimate::{Prepared, require_memory_for_rows};
use abstraction::features::board_feature::for_some_rows;
use abstraction::features::build_features::FeatureSource;
use abstraction::recipe::{BucketRecipe, Feature};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use super::clusters::Clusters;
use super::failure::{raised, wrong};
use super::hands::street_of;
use super::watched::{Watching, watched};

/// A feature by name, with its number of bins or clusters.
pub fn feature_of(name: &str, bins: Option<u16>, clusters: Option<&Clusters>) -> PyResult<Feature> {
    let feature: Feature = name.parse().map_err(|line: String| wrong(line))?;
    match (feature, bins, clusters) {
        (Feature::Hsd { .. }, Some(bins), None) => Ok(Feature::Hsd { bins }),
        (Feature::Ochs { .. } | Feature::OchsStrength { .. }, None, Some(clusters)) => {
            Ok(feature.with_opponent_clusters(clusters.opponents().count()))
        }
        (Feature::Ochs { .. } | Feature::OchsStrength { .. }, _, None) => {
            Err(wrong(format!("{name}: expected opponent clusters, found none; give clusters")))
        }
        (_, Some(_), _) => Err(wrong(format!("{name}: has no bins; leave them out or choose hsd"))),
        (_, _, Some(_)) => Err(wrong(format!("{name}: has no opponent clusters; leave them out or choose ochs"))),
        (feature, None, None) => Ok(feature),
    }
}

/// Rows of whole numbers, `[hand][dimension]` by board-first index.
#[pyfunction]
pub(crate) fn features<'py>(
    py: Python<'py>,
    street: &str,
    feature: &str,
    bins: Option<u16>,
    clusters: Option<PyRef<'py, Clusters>>,
    watching: Watching<'py>,
) -> PyResult<Bound<'py, PyArray2<u16>>> {
    let clusters = clusters.as_deref();
    let recipe = BucketRecipe::new(street_of(street)?, feature_of(feature, bins, clusters)?, 1, 1);
    recipe.check().map_err(raised)?;
    let clusters = clusters.map(Clusters::opponents);
    let row_bytes = 2 * recipe.feature.dimensions() as u64;
    require_memory_for_rows(&recipe, Prepared::default(), row_bytes).map_err(raised)?;
    let (rows, dimensions) = watched(py, &watching, |watch| {
        let mut source = FeatureSource::default();
        let feature = source.feature(&recipe, clusters, watch)?;
        let dimensions = feature.dimensions();
        let mut all = Vec::with_capacity(feature.boards().hands() as usize * dimensions);
        for_some_rows(&feature, watch, |rows, _| {
            all.extend_from_slice(&rows);
            Ok::<_, AbstractionError>(())
        })?;
        Ok::<_, AbstractionError>((all, dimensions))
    })?;
    let hands = rows.len() / dimensions;
    PyArray1::from_vec(py, rows).reshape([hands, dimensions])
}
