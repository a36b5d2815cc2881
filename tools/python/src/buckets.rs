//! Buckets of a street: opened, looked up, built, imported, compared and explained.
//! Beside them: the features of all canonical hands of a street, as one array.

use abstraction::build_buckets::{BuildPlaces, ClusterSource, build_buckets as build};
use abstraction::clustering::{Centre, KMeansSettings, WeightedRows, fit};
use abstraction::distance::Distance;
use abstraction::error::AbstractionError;
use abstraction::estimate::{Prepared, require_memory_for_rows};
use abstraction::explain::bucket::{occupancy, place_hand};
use abstraction::explain::comparison::compare;
use abstraction::explain::quality::bucket_quality;
use abstraction::features::board_feature::for_some_rows;
use abstraction::features::build_features::FeatureSource;
use abstraction::import_buckets::import_buckets as import;
use abstraction::recipe::{BucketRecipe, BucketRequest};
use abstraction::street::Street;
use evaluator::hand_index::HandIndex;
use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use rayon::prelude::*;
use serde::Deserialize;
use serde_json::json;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tables::buckets::table::BucketTable;
use tables::error::TableError;
use tables::file::fingerprint::Fingerprint;
use tables::memory;
use tables::together::progress::{Progress, Update};
use tables::together::ranks::Alone;

use super::clusters::Clusters;
use super::failure::{raised, wrong};
use super::files::{Closable, to_python};
use super::hands::{CardRows, GivenDeck, indexes_of, street_of};
use super::training::request;
use super::watched::{Watch, Watching, in_parallel, watched};

/// An opened bucket file.
#[pyclass(frozen, module = "equipoise._native")]
pub(crate) struct BucketFile {
    path: PathBuf,
    fingerprint: Fingerprint,
    table: Closable<Arc<BucketTable>>,
}

impl BucketFile {
    fn table(&self) -> PyResult<Arc<BucketTable>> {
        self.table.get(|| format!("bucket file {}", self.path.display()))
    }

    /// The buckets of hands, read unverified and checked against the table's range.
    fn look_up(&self, py: Python<'_>, table: &BucketTable, hands: &[HandIndex]) -> PyResult<Vec<u32>> {
        table.refuse_flop_dependent("here hands are looked up with the board as a set").map_err(raised)?;
        let of_hand = |hand: &HandIndex| table.bucket(hand.0).map(|bucket| bucket.0);
        let all = || hands.par_iter().with_min_len(1_024).map(of_hand).collect::<Result<Vec<u32>, TableError>>();
        in_parallel(py, all)?.map_err(raised)
    }
}

#[pymethods]
impl BucketFile {
    #[new]
    fn new(py: Python<'_>, file: PathBuf) -> PyResult<Self> {
        let table = py.detach(|| BucketTable::open(&file)).map_err(raised)?;
        Ok(Self { path: file, fingerprint: table.fingerprint(), table: Closable::new(Arc::new(table)) })
    }

    fn close(&self) {
        self.table.close();
    }

    #[getter]
    fn closed(&self) -> bool {
        self.table.is_closed()
    }

    #[getter]
    fn path(&self) -> &Path {
        &self.path
    }

    #[getter]
    fn street(&self) -> PyResult<&'static str> {
        Ok(self.table()?.round().name())
    }

    #[getter]
    fn deck(&self) -> PyResult<usize> {
        Ok(self.table()?.deck().cards())
    }

    #[getter]
    fn count(&self) -> PyResult<usize> {
        Ok(self.table()?.bucket_count())
    }

    /// That of the file that was opened, whatever has its name now.
    #[getter]
    fn fingerprint(&self) -> String {
        self.fingerprint.to_string()
    }

    #[getter]
    fn recipe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.table()?.file().header().recipe)
    }

    fn of_cards<'py>(&self, py: Python<'py>, cards: PyReadonlyArray2<'py, u8>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let table = self.table()?;
        let rows = CardRows::of(table.deck(), &cards)?;
        let (Street { round, .. }, hands) = in_parallel(py, || rows.indexes())?.map_err(raised)?;
        if round != table.round() {
            let path = self.path.display();
            return Err(wrong(format!("{path}: buckets of the {}, the cards are of the {round}", table.round())));
        }
        Ok(self.look_up(py, &table, &hands)?.into_pyarray(py))
    }

    fn of_indexes<'py>(
        &self,
        py: Python<'py>,
        indexes: PyReadonlyArray1<'py, i64>,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let table = self.table()?;
        let hands = indexes_of(&indexes, table.index().hands())?;
        Ok(self.look_up(py, &table, &hands)?.into_pyarray(py))
    }

    fn quality<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let table = self.table()?;
        to_python(py, &py.detach(|| bucket_quality(&table)).map_err(raised)?)
    }

    fn compare<'py>(&self, py: Python<'py>, other: &Self, watching: Watching<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (table, other) = (self.table()?, other.table()?);
        let compared = watched(py, &watching, |watch| compare(&table, &other, watch))?;
        to_python(py, &compared)
    }

    /// Bucket, occupancy and, where the file's recipe is one of features, the nearest centres of one hand.
    fn explain<'py>(
        &self,
        py: Python<'py>,
        cards: PyReadonlyArray2<'py, u8>,
        clusters: Option<PyRef<'py, Clusters>>,
        watching: Watching<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let table = self.table()?;
        if cards.shape()[0] != 1 {
            return Err(wrong(format!("{} hands: one is explained at a time", cards.shape()[0])));
        }
        let rows = CardRows::of(table.deck(), &cards)?;
        let (_, hands) = in_parallel(py, || rows.indexes())?.map_err(raised)?;
        table.require_all_hands_of(table.round()).map_err(raised)?;
        let bucket = self.of_cards(py, cards)?.readonly().as_array()[0];
        let opponents = clusters.as_deref().map(Clusters::opponents);
        let hand = table.index().unindex(hands[0]).expect("indexed above");
        let is_imported = table.file().header().recipe.get("imported").is_some();
        let placed = watched(py, &watching, |watch| {
            if is_imported {
                return Ok(None);
            }
            place_hand(&table, hand, bucket, opponents, &mut FeatureSource::default(), watch).map(Some)
        })?;
        let found = json!({
            "bucket": bucket,
            "occupancy": occupancy(&table, bucket, hands[0]),
            "placement": placed,
        });
        to_python(py, &found)
    }
}

/// The recipe that is asked for: the request is that of the library, its clusters are those that Python chose.
fn recipe_of(street: Street, asked: &Bound<'_, PyAny>, clusters: Option<&Clusters>) -> PyResult<BucketRecipe> {
    let asked: BucketRequest = request("buckets", asked)?;
    let counted = clusters.map_or(1, |clusters| clusters.opponents().count());
    asked.recipe(street, counted, 1).map_err(raised)
}

/// Builds a bucket file from a recipe.
#[pyfunction]
pub(crate) fn build_buckets<'py>(
    py: Python<'py>,
    file: PathBuf,
    street: &str,
    asked: &Bound<'py, PyAny>,
    clusters: Option<PyRef<'py, Clusters>>,
    deck: GivenDeck,
    watching: Watching<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let recipe = recipe_of(street_of(street, deck)?, asked, clusters.as_deref())?;
    let opponents = match clusters.as_deref() {
        Some(clusters) => Some(ClusterSource { clusters: clusters.opponents(), parent: clusters.named()? }),
        None => None,
    };
    let resume = file.with_extension("clustering");
    let places = BuildPlaces { file: &file, resume: &resume, ranks: &Alone };
    let work = |watch: &Watch| build(&recipe, opponents, &mut FeatureSource::default(), places, watch);
    to_python(py, &watched(py, &watching, work)?)
}

/// Writes a bucket file from the number of every hand.
#[pyfunction]
pub(crate) fn import_buckets<'py>(
    py: Python<'py>,
    file: PathBuf,
    street: &str,
    numbers: PyReadonlyArray1<'py, u32>,
    name: &str,
    deck: GivenDeck,
    watching: Watching<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let street = street_of(street, deck)?;
    memory::require("numbers of hands", 4 * numbers.len() as u64).map_err(raised)?;
    let numbers: Vec<u32> = numbers.as_array().iter().copied().collect();
    let made = watched(py, &watching, |watch| import(street, numbers, name, &file, watch))?;
    to_python(py, &made)
}

/// The largest sum (`emd`) or sum of squares (`l2`) of a row that is clustered exactly.
#[pyfunction]
pub(crate) fn largest_size(distance: &str) -> PyResult<u64> {
    Ok(distance.parse::<Distance>().map_err(wrong)?.largest_size())
}

/// How rows are clustered; what is left out is as usual.
#[derive(Deserialize)]
struct Clustering {
    count: usize,
    distance: Distance,
    seed: u64,
    restarts: u32,
    sample_rows: Option<usize>,
    max_iterations: Option<usize>,
    /// The distance that counts as 1.
    unit: f64,
}

/// The cluster of each of a street's hands by rows of whole numbers, one for every hand in the order of its index and
/// each as often as it is dealt.
#[pyfunction]
pub(crate) fn cluster_rows<'py>(
    py: Python<'py>,
    street: &str,
    rows: PyReadonlyArray2<'py, u16>,
    asked: &Bound<'py, PyAny>,
    deck: GivenDeck,
    watching: Watching<'py>,
) -> PyResult<(Bound<'py, PyArray1<u32>>, Bound<'py, PyAny>)> {
    let Clustering { count, distance, seed, restarts, sample_rows, max_iterations, unit } = request("rows", asked)?;
    let index = street_of(street, deck)?.boards();
    let array = rows.as_array();
    let (hands, dimensions) = (array.nrows(), array.ncols());
    // Values, weights, a partition and its copy; centres as numbers, as blocks for the search and among checkpoints.
    let (row, hands_too) = (2 * dimensions as u64, 40 * hands as u64);
    let needed = row * hands as u64 + hands_too + 6 * count.min(hands) as u64 * (2 * row + 8);
    memory::require("clustering", needed).map_err(raised)?;
    let values: Vec<u16> = array.iter().copied().collect();
    let mut settings = KMeansSettings { restarts, sample_rows, unit, ..KMeansSettings::new(count, distance, seed) };
    settings.centre = Centre::usual(distance);
    settings.max_iterations = max_iterations.unwrap_or(settings.max_iterations);
    let found = watched(py, &watching, |watch| {
        let weight = |hand: usize| index.multiplicity(HandIndex(hand as u64)).unwrap_or(1);
        let weights: Vec<u64> = (0..hands).into_par_iter().map(weight).collect();
        let rows = WeightedRows::new(dimensions, &values, &weights)?;
        fit(&rows, &settings, &mut |iteration| {
            let note = Some(format!("cost {:.6}", iteration.cost));
            let done = iteration.iteration as u64;
            watch.report(&Update { stage: "clustering", done, of: 0, unit: "iterations", note });
            if watch.cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    })?;
    let facts = json!({
        "buckets": found.used,
        "within_cluster_cost": found.cost,
        "iterations": found.iterations,
        "cost_per_iteration": found.cost_per_iteration,
    });
    Ok((found.assignment.into_pyarray(py), to_python(py, &facts)?))
}

/// Rows of whole numbers, `[hand][dimension]` by board-first index.
#[pyfunction]
pub(crate) fn features<'py>(
    py: Python<'py>,
    street: &str,
    asked: &Bound<'py, PyAny>,
    clusters: Option<PyRef<'py, Clusters>>,
    deck: GivenDeck,
    watching: Watching<'py>,
) -> PyResult<Bound<'py, PyArray2<u16>>> {
    let recipe = recipe_of(street_of(street, deck)?, asked, clusters.as_deref())?;
    let clusters = clusters.as_deref().map(Clusters::opponents);
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
