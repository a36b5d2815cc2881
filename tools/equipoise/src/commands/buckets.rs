//! `buckets build`, `compare` and `import`: bucket files made, set side by side, and taken from other programs.

use abstraction::build_buckets::{BuildPlaces, ClusterSource, build_buckets};
use abstraction::cluster_file::ClusterWeights;
use abstraction::clustering::Centre;
use abstraction::clustering::settings::MOST_CLUSTERS;
use abstraction::distance::Distance;
use abstraction::explain::comparison::{BucketComparison, ClassDisagreement};
use abstraction::explain::quality::cost_unit;
use abstraction::features::build_features::FeatureSource;
use abstraction::import_buckets::import_buckets;
use abstraction::recipe::{BucketRecipe, BucketRequest, MOST_PUBLIC_CLUSTERS, Method};
use abstraction::street::Street;
use clap::Args;
use evaluator::deck::Deck;
use evaluator::round::Round;
use exchange::npy::read_numbers;
use serde_json::json;
use std::path::{Path, PathBuf};
use study::machine::usage::AvailableResources;
use study::plan::needs::check_memory_for;
use tables::buckets::table::{BucketTable, hands_of_round};
use tables::run::folder::{RunFolder, Subfolder};
use tables::text;

use crate::bucket_choice::FeatureChoice;
use crate::failure::wrong;
use crate::plain_table::{columns, facts, grouped};
use crate::session::{Document, Session};

#[derive(Args, Debug)]
pub struct BuildSettings {
    /// flop, turn or river
    street: Round,
    #[command(flatten)]
    features: FeatureChoice,
    /// How much the strength of ochs-strength counts: hundredths of what all clusters count together [default: 100]
    #[arg(long, value_name = "P", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..))]
    strength_percent: Option<u16>,
    /// How many buckets
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=MOST_CLUSTERS as i64))]
    count: u32,
    /// Buckets local to clusters of flops: how many clusters; turn and river then remember the flop
    #[arg(long, value_name = "P", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=MOST_PUBLIC_CLUSTERS as i64))]
    public_clusters: Option<u32>,
    /// Fine classes of hands that the clusters make their buckets of [default: four times --count, 20000 to 65535]
    #[arg(long, value_name = "N", allow_negative_numbers = true, requires = "public_clusters",
        value_parser = clap::value_parser!(u32).range(1..=65_535))]
    fine: Option<u32>,
    /// How hands become buckets: kmeans, or percentiles or split-percentiles of strength or strength-squared
    #[arg(long, default_value_t)]
    method: Method,
    /// What makes two hands alike: emd or l2 [default: l2 for ochs, emd for the others]
    #[arg(long)]
    distance: Option<Distance>,
    /// How much each opponent cluster counts in l2: shares of all holdings, or equal
    #[arg(long, default_value_t)]
    weights: ClusterWeights,
    /// Where a bucket's centre lies: mean or median [default: the one of least cost, median for emd, mean for l2]
    #[arg(long)]
    centre: Option<Centre>,
    /// Starts of the clustering; the best result is kept
    #[arg(long, value_name = "R", default_value_t = 1, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=10_000))]
    restarts: u32,
    /// Rows of the weighted sample the clustering runs on [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with = "sample_fraction")]
    sample_rows: Option<usize>,
    /// The sample as a share of all distinct rows
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    sample_fraction: Option<f64>,
    /// Most iterations a start [default: 500]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_iterations: Option<u32>,
    /// Stop when an iteration improves the cost by no more than this share [default: 0.0001]
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    tolerance: Option<f64>,
}

impl BuildSettings {
    /// The recipe, before the opponent clusters are counted.
    fn recipe(&self, deck: Deck, seed: u64) -> anyhow::Result<BucketRecipe> {
        self.features.refuse_clusters()?;
        let request = BucketRequest {
            feature: self.features.feature,
            bins: self.features.bins,
            strength_percent: self.strength_percent,
            method: Some(self.method),
            distance: self.distance,
            weights: Some(self.weights),
            centre: self.centre,
            count: self.count as usize,
            public_clusters: self.public_clusters.map(|count| count as usize),
            fine: self.fine.map(|count| count as usize),
            restarts: Some(self.restarts),
            sample_rows: self.sample_rows,
            sample_fraction: self.sample_fraction,
            max_iterations: self.max_iterations.map(|most| most as usize),
            tolerance: self.tolerance,
            seed: None,
        };
        // One cluster stands for as many as the file will have; that number is checked by itself.
        Ok(request.recipe(Street::new(deck, self.street), 1, seed)?)
    }
}

pub fn build(settings: &BuildSettings, session: &Session) -> anyhow::Result<Document> {
    // Before anything is made.
    let mut recipe = settings.recipe(session.deck(), session.seed())?;
    settings.features.check()?;
    let folder = RunFolder::new(session.out_or("runs/buckets"));
    let _lock = folder.lock_for(&[settings.features.subfolders(), &[Subfolder::Buckets]].concat())?;
    let mut source = FeatureSource::default();
    let clusters = settings.features.clusters(&mut source, &folder, session)?;
    if let Some((clusters, _)) = &clusters {
        recipe.feature = recipe.feature.with_opponent_clusters(clusters.count());
    }
    check_memory_for(&recipe, AvailableResources::now(folder.root()))?;
    let opponents = clusters.as_ref().map(|(clusters, parent)| ClusterSource { clusters, parent });
    let method = if recipe.method.is_a_cut() { format!("-{}", recipe.method) } else { String::new() };
    let public = recipe.public.map_or(String::new(), |public| format!("-p{}", public.clusters));
    let name = format!("{}-{}{method}{public}-{}", recipe.round, settings.features.short_name(), recipe.count);
    let (file, resume) = (folder.buckets(&name)?, folder.clustering(&name)?);
    let places = BuildPlaces { file: &file, resume: &resume, ranks: &*session.ranks };
    let resume = resume.clone();
    session.goes_on_if(move || resume.exists());
    let summary = build_buckets(&recipe, opponents, &mut source, places, &session.progress)?;
    let unit = cost_unit(&recipe);
    let end = if summary.converged { "" } else { " (stopped before converging)" };
    let mut rows = vec![
        ("file", summary.file.display().to_string()),
        ("buckets", format!("{} ({} left empty)", grouped(summary.buckets as u64), summary.empty_buckets)),
        ("hands", grouped(summary.points)),
        ("different features", summary.distinct.map_or("not counted".to_owned(), |rows| grouped(rows as u64))),
        ("iterations", format!("{}{end}", summary.iterations)),
        ("cost", format!("{:.6} {unit} (mean per deal)", summary.within_cluster_cost)),
        ("strength explained", format!("{:.4} % of its variance", 100.0 * summary.strength_variance_explained)),
    ];
    if let (Some(clusters), Some(classes)) = (summary.public_clusters, summary.classes) {
        rows.push(("public clusters", format!("{clusters}, of {} fine classes", grouped(classes as u64))));
    }
    rows.push(("seconds", format!("{:.1}", summary.seconds)));
    Ok(Document::new(serde_json::to_value(&summary)?, facts(&rows)))
}

/// How many hand classes are shown; the document has all of them.
const SHOWN_CLASSES: usize = 10;

#[derive(Args, Debug)]
pub struct CompareSettings {
    /// A bucket file
    first: PathBuf,
    /// Another one of the same street
    second: PathBuf,
}

pub fn compare(settings: &CompareSettings, session: &Session) -> anyhow::Result<Document> {
    let (first, second) = (BucketTable::open(&settings.first)?, BucketTable::open(&settings.second)?);
    let comparison = abstraction::explain::comparison::compare(&first, &second, &session.progress)?;
    let mut json = serde_json::to_value(&comparison)?;
    json["files"] = json!([text::written(&settings.first), text::written(&settings.second)]);
    json["street"] = json!(first.round().name());
    let text = written(&comparison, settings, first.round().name());
    Ok(Document::new(json, text))
}

fn written(comparison: &BucketComparison, settings: &CompareSettings, street: &str) -> String {
    let file = |number: usize, path: &PathBuf| {
        let (buckets, entropy) = (comparison.buckets[number] as u64, comparison.entropy[number]);
        format!("{} ({} buckets, entropy {entropy:.4} bits)", path.display(), grouped(buckets))
    };
    let mut text = facts(&[
        ("first", file(0, &settings.first)),
        ("second", file(1, &settings.second)),
        ("street", format!("{street}: {} hands, {} deals", grouped(comparison.hands), grouped(comparison.deals))),
        (
            "mutual information",
            format!(
                "{:.4} bits, {:.4} of the mean entropy",
                comparison.mutual_information, comparison.normalised_mutual_information
            ),
        ),
        ("variation of information", format!("{:.4} bits", comparison.variation_of_information)),
        ("adjusted Rand index", format!("{:.6}", comparison.adjusted_rand_index)),
    ]);
    text +=
        "\n\nparted: of all pairs of a class's deals that at least one file joins, the share that the other parts\n";
    text += "unshared: what the files' buckets do not tell of each other within the class, H(A|B) + H(B|A)\n\n";
    text += &worst("category", &comparison.by_category);
    text += "\n\n";
    text += &worst("starting hand", &comparison.by_starting_hand);
    text
}

fn worst(heading: &str, classes: &[ClassDisagreement]) -> String {
    let row = |it: &ClassDisagreement| {
        vec![
            it.class.clone(),
            format!("{:.3} %", 100.0 * it.share),
            format!("{:.2} %", 100.0 * it.parted_pairs),
            format!("{:.4} bits", it.variation_of_information),
        ]
    };
    let rows: Vec<Vec<String>> = classes.iter().take(SHOWN_CLASSES).map(row).collect();
    columns(&[heading, "of all deals", "parted", "unshared"], &rows)
}

#[derive(Args, Debug)]
pub struct ImportSettings {
    /// flop, turn or river
    street: Round,
    /// A .npy array of whole numbers from 0 to 4194303, of any integer type: the number of the bucket of each canonical
    /// hand, in the order of `unindex STREET --all --unordered`
    array: PathBuf,
    /// What the bucket file is called [default: the name of the array's file, with '-' for all but letters, digits,
    /// '-', '_' and '.']
    #[arg(long)]
    name: Option<String>,
}

pub fn import(settings: &ImportSettings, session: &Session) -> anyhow::Result<Document> {
    let street = settings.street;
    if street == Round::Preflop {
        return Err(wrong("preflop: has no bucket file, all starting hands are kept; give flop, turn or river"));
    }
    let folder = RunFolder::new(session.out_or("runs/buckets"));
    let name = settings.name.clone().unwrap_or_else(|| name_after(&settings.array));
    let file = folder.buckets(&name)?;
    let numbers = read_numbers(&settings.array, hands_of_round(session.deck(), street))?;
    let source = settings.array.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let _lock = folder.lock_for(&[Subfolder::Buckets])?;
    if file.exists() {
        // Strategies may have been trained on it.
        return Err(wrong(format!("{}: is there already; give another --name, or remove it", file.display())));
    }
    let summary = import_buckets(Street::new(session.deck(), street), numbers, &source, &file, &session.progress)?;
    let text = facts(&[
        ("file", summary.file.display().to_string()),
        ("buckets", grouped(summary.buckets as u64)),
        ("hands", grouped(summary.points)),
        ("strength explained", format!("{:.4} % of its variance", 100.0 * summary.strength_variance_explained)),
    ]);
    Ok(Document::new(serde_json::to_value(&summary)?, text))
}

/// The name of a file without its ending, as a bucket file may have it.
fn name_after(file: &Path) -> String {
    let stem = file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || "-_.".contains(letter) { letter } else { '-' };
    stem.chars().map(plain).collect::<String>().trim_start_matches(['-', '_', '.']).to_owned()
}
