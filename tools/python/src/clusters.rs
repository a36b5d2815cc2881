//! Opponent clusters: searched for, published, one's own, or from a file.

use abstraction::cluster_file::{ClusterSearch, JOHANSON_2013, mean_distance, read_clusters, write_clusters};
use abstraction::features::build_features::FeatureSource;
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::recipe::DEFAULT_BINS;
use evaluator::holding::StartingHand;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use serde_json::json;
use std::path::PathBuf;
use tables::file::array::ArrayFile;
use tables::file::fingerprint::Parent;
use tables::file::header::{FileKind, with_deck};
use tables::file::place::require_kind;

use super::failure::{raised, wrong};
use super::hands::{GivenDeck, require_preflop};
use super::watched::{Watch, Watching, watched, watched_in_policies};

/// The starting hands of a deck in clusters, weakest first.
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

    /// The mean EMD per combo from the clusters' mean histograms.
    fn mean_distance(&self, py: Python<'_>) -> PyResult<f64> {
        let deck = self.opponents.deck();
        require_preflop(deck, DEFAULT_BINS)?;
        let work = |watch: &Watch| {
            let distributions = FeatureSource::default().preflop(deck, DEFAULT_BINS, watch)?;
            mean_distance(&distributions, &self.opponents)
        };
        watched_in_policies(py, &Watching::NOT_AT_ALL, work)
    }

    /// The name by which files made with them know their file.
    pub fn named(&self) -> PyResult<&Parent> {
        let nameless = "ochs: opponent clusters without a file, which a bucket file has to name; save them first";
        self.parent.as_ref().ok_or_else(|| wrong(nameless))
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

    #[getter]
    fn deck(&self) -> usize {
        self.opponents.deck().cards()
    }

    /// Each starting hand's cluster, from 1; 0 for those that are not in the deck.
    #[getter]
    fn numbers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let opponents = &self.opponents;
        let number = |hand| if opponents.deck().has(hand) { opponents.cluster_of(hand) + 1 } else { 0 };
        StartingHand::all().map(number).collect::<Vec<u8>>().into_pyarray(py)
    }

    /// Each cluster's holdings.
    #[getter]
    fn combos<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.opponents.combos().into_pyarray(py)
    }

    /// The mean EMD per combo from the clusters' mean histograms, in bins of 50.
    #[getter]
    fn cost(&self, py: Python<'_>) -> PyResult<f64> {
        self.mean_distance(py)
    }

    #[getter]
    fn has_file(&self) -> bool {
        self.parent.is_some()
    }

    /// Writes them and gives them back with their file.
    fn save(&self, py: Python<'_>, file: PathBuf) -> PyResult<Self> {
        py.detach(|| require_kind(&file, FileKind::OpponentClusters)).map_err(raised)?;
        let cost = self.mean_distance(py)?;
        let write = || {
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
    deck: GivenDeck,
    watching: Watching<'_>,
) -> PyResult<Clusters> {
    let deck = deck.0;
    require_preflop(deck, bins)?;
    let search = ClusterSearch { deck, count, bins, seed, restarts };
    let opponents = watched(py, &watching, |watch| {
        let distributions = FeatureSource::default().preflop(deck, bins, watch)?;
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
pub(crate) fn own_clusters(name: String, numbers: PyReadonlyArray1<'_, u8>, deck: GivenDeck) -> PyResult<Clusters> {
    let deck = deck.0;
    let mut numbers: Vec<u8> = numbers.as_array().iter().copied().collect();
    // Whatever is said of hands that are not in the deck.
    numbers.iter_mut().zip(StartingHand::all()).filter(|(_, hand)| !deck.has(*hand)).for_each(|(it, _)| *it = 0);
    let recipe = with_deck(json!({ "given": name, "numbers": numbers }), deck);
    let opponents = OpponentClusters::new(name, deck, &numbers).map_err(raised)?;
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
