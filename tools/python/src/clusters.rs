//! Opponent clusters: searched for, published, one's own, or from a file.

use abstraction::cluster_file::{ClusterSearch, JOHANSON_2013, mean_distance, read_clusters, write_clusters};
use abstraction::estimate::river_strengths_bytes;
use abstraction::features::build_features::FeatureSource;
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::features::opponent_clusters::shipped_distributions;
use abstraction::recipe::DEFAULT_BINS;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use serde_json::json;
use std::path::PathBuf;
use tables::file::array::ArrayFile;
use tables::file::fingerprint::Parent;
use tables::memory;

use super::failure::{raised, wrong};
use super::watched::{Watching, watched};

/// The 169 starting hands in clusters, weakest first.
#[pyclass(frozen, module = "equipoise._native")]
pub(crate) struct Clusters {
    opponents: OpponentClusters,
    recipe: serde_json::Value,
    /// The file that holds them, if one does.
    parent: Option<Parent>,
}

impl Clusters {
    /// The clusters as the libraries know them.
    pub fn opponents(&self) -> &OpponentClusters {
        &self.opponents
    }

    /// The name by which files made with them know their file.
    pub fn parent(&self) -> Option<&Parent> {
        self.parent.as_ref()
    }
}

#[pymethods]
impl Clusters {
    #[getter]
    fn name(&self) -> &str {
        self.opponents.name()
    }

    #[getter]
    fn count(&self) -> usize {
        self.opponents.count()
    }

    /// Each starting hand's cluster, from 1.
    #[getter]
    fn numbers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        self.opponents.table().iter().map(|cluster| cluster + 1).collect::<Vec<u8>>().into_pyarray(py)
    }

    /// Each cluster's holdings of 1,326.
    #[getter]
    fn combos<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.opponents.combos().into_pyarray(py)
    }

    /// The mean EMD per combo from the clusters' mean histograms, in bins of 50.
    #[getter]
    fn cost(&self) -> PyResult<f64> {
        mean_distance(&shipped_distributions(), &self.opponents).map_err(raised)
    }

    #[getter]
    fn has_file(&self) -> bool {
        self.parent.is_some()
    }

    /// Writes them and gives them back with their file.
    fn save(&self, py: Python<'_>, file: PathBuf) -> PyResult<Self> {
        let write = || {
            let cost = mean_distance(&shipped_distributions(), &self.opponents)?;
            write_clusters(&file, &self.opponents, self.recipe.clone(), cost)?;
            read_clusters(&file)
        };
        let (opponents, parent) = py.detach(write).map_err(raised)?;
        Ok(Self { opponents, recipe: self.recipe.clone(), parent: Some(parent) })
    }
}

#[pyfunction]
pub(crate) fn search_clusters(
    py: Python<'_>,
    count: u8,
    seed: u64,
    restarts: usize,
    bins: u16,
    watching: Watching<'_>,
) -> PyResult<Clusters> {
    if !(1..=500).contains(&bins) {
        return Err(wrong(format!("{bins} bins: expected 1 to 500; 50 is usual")));
    }
    if !(1..=1_000_000).contains(&restarts) {
        return Err(wrong(format!("{restarts} restarts: expected 1 to 1000000")));
    }
    memory::require("opponent clusters", if bins == DEFAULT_BINS { 0 } else { river_strengths_bytes() })
        .map_err(raised)?;
    let search = ClusterSearch { count, bins, seed, restarts };
    let opponents = watched(py, &watching, |watch| {
        let distributions = FeatureSource::default().preflop(bins, watch)?;
        search.compute(&distributions, watch)
    })?;
    Ok(Clusters { opponents, recipe: search.recipe(), parent: None })
}

#[pyfunction]
pub(crate) fn published_clusters(name: &str) -> PyResult<Clusters> {
    if name != JOHANSON_2013 {
        return Err(wrong(format!("'{name}': no clusters have this name; there is {JOHANSON_2013}")));
    }
    Ok(Clusters { opponents: OpponentClusters::johanson_2013(), recipe: json!({ "named": name }), parent: None })
}

#[pyfunction]
pub(crate) fn own_clusters(name: String, numbers: PyReadonlyArray1<'_, u8>) -> PyResult<Clusters> {
    let numbers: Vec<u8> = numbers.as_array().iter().copied().collect();
    let recipe = json!({ "given": name, "numbers": numbers });
    let opponents = OpponentClusters::new(name, &numbers).map_err(raised)?;
    Ok(Clusters { opponents, recipe, parent: None })
}

#[pyfunction]
pub(crate) fn open_clusters(py: Python<'_>, file: PathBuf) -> PyResult<Clusters> {
    let (opponents, parent) = py.detach(|| read_clusters(&file)).map_err(raised)?;
    let again = ArrayFile::open(&file).map_err(raised)?;
    if again.fingerprint() != parent.fingerprint {
        return Err(wrong(format!("{}: replaced while it was read; open it again", file.display())));
    }
    let recipe = again.header().recipe.clone();
    Ok(Clusters { opponents, recipe, parent: Some(parent) })
}
