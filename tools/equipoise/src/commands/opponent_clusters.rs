//! `opponent-clusters`: the starting hands in clusters, weakest first.

use abstraction::cluster_file::{ClusterOrigin, ClusterSearch, JOHANSON_2013, mean_distance, write_clusters};
use abstraction::explain::spread::{
    AgreementSpread, ClusterAgreement, ClusterSpread, FoundClusters, Spread, cluster_agreement, cluster_spread,
    search_with_seeds,
};
use abstraction::features::build_features::FeatureSource;
use abstraction::features::hand_strength_distribution::PreflopDistributions;
use abstraction::features::opponent_clusters::{DEFAULT_RESTARTS, OpponentClusters};
use abstraction::recipe::DEFAULT_BINS;
use clap::{ArgGroup, Args};
use evaluator::card::{RANKS, rank_letter};
use evaluator::holding::StartingHand;
use evaluator::words::did_you_mean;
use serde::Serialize;
use serde_json::{Map, Value, json};
use tables::run::folder::{RunFolder, Subfolder};
use tables::text::written;

use crate::failure::wrong;
use crate::plain_table::columns;
use crate::session::{Document, Session};

#[derive(Args, Debug)]
#[command(group(ArgGroup::new("which").required(true).args(["clusters", "named"])))]
pub struct Settings {
    /// How many clusters to compute
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(1..=169))]
    clusters: Option<u8>,
    /// Published clusters by their name: johanson2013
    #[arg(long, value_name = "NAME")]
    named: Option<String>,
    /// Starts of the search; the best result is kept
    #[arg(long, value_name = "R", default_value_t = DEFAULT_RESTARTS as u32, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    restarts: u32,
    /// Searches with this many seeds, upwards from --seed; the cheapest is kept, and how far they agree is shown
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, conflicts_with = "named",
        value_parser = clap::value_parser!(u32).range(1..=10_000))]
    seeds: u32,
    /// Bins of the strength histograms
    #[arg(long, value_name = "B", default_value_t = DEFAULT_BINS, allow_negative_numbers = true,
        value_parser = clap::value_parser!(u16).range(1..=500))]
    bins: u16,
}

pub fn run(settings: &Settings, session: &Session) -> anyhow::Result<Document> {
    if let Some(name) = settings.named.as_deref().filter(|&name| name != JOHANSON_2013) {
        let meant = did_you_mean(name, [JOHANSON_2013]);
        return Err(wrong(format!("--named '{name}': no clusters have this name; there is {JOHANSON_2013}{meant}")));
    }
    let deck = session.deck();
    if settings.named.is_some() && !deck.is_full() {
        return Err(wrong(format!("--named: clusters of the full deck, not of {deck} cards; give --clusters")));
    }
    let folder = session.out.as_ref().map(RunFolder::new);
    // The folder before the work: it should not fail after it.
    let _lock = folder.as_ref().map(|folder| folder.lock_for(&[Subfolder::OpponentClusters])).transpose()?;
    let distributions = FeatureSource::default().preflop(deck, settings.bins, &session.progress)?;
    let mut luck = None;
    let (clusters, origin) = match settings.clusters {
        Some(count) => {
            let restarts = settings.restarts as usize;
            let search = ClusterSearch { deck, count, bins: settings.bins, seed: session.seed(), restarts };
            let found = search_with_seeds(search, settings.seeds.into(), &distributions, &session.progress)?;
            luck = Luck::of(&found, &distributions)?;
            let cheapest = found.into_iter().min_by(|a, b| a.cost.total_cmp(&b.cost)).expect("there is a seed");
            (cheapest.clusters, ClusterOrigin::Search(ClusterSearch { seed: cheapest.seed, ..search }))
        }
        None => (OpponentClusters::johanson_2013(), ClusterOrigin::Johanson2013),
    };
    let cost = mean_distance(&distributions, &clusters)?;
    let file = match &folder {
        Some(folder) => {
            let path = folder.opponent_clusters(&origin.file_name())?;
            write_clusters(&path, &clusters, origin.recipe(), cost)?;
            Some(path)
        }
        None => None,
    };
    let classes: Map<String, Value> =
        deck.starting_hands().map(|class| (class.to_string(), Value::from(clusters.cluster_of(class) + 1))).collect();
    let json = json!({
        "name": clusters.name(),
        "clusters": clusters.count(),
        "classes": classes,
        "combos": clusters.combos(),
        "cost": cost,
        "bins": settings.bins,
        "file": file.as_deref().map(written),
        "seeds": luck,
    });
    let mut text = grid(&clusters);
    text += "\n\n(upper right suited, lower left offsuit, diagonal pairs)\n\n";
    let rows: Vec<Vec<String>> = clusters
        .combos()
        .iter()
        .enumerate()
        .map(|(number, combos)| vec![(number + 1).to_string(), combos.to_string()])
        .collect();
    text += &columns(&["cluster", "combos"], &rows);
    text += &format!("\n\ncost {cost:.4} bins (mean EMD per combo)");
    text.extend(luck.iter().map(Luck::text));
    if let Some(file) = &file {
        text += &format!("\nwritten to {}", file.display());
    }
    Ok(Document::new(json, text))
}

/// How far the clusters depend on the seed.
#[derive(Serialize)]
struct Luck {
    costs_by_seed: Vec<f64>,
    spread: ClusterSpread,
    /// The seeds beside the published clusters, if those are as many.
    johanson2013: Option<BesidePublished>,
}

#[derive(Serialize)]
struct BesidePublished {
    cost: f64,
    cheapest: ClusterAgreement,
    all: AgreementSpread,
}

impl BesidePublished {
    /// None for another number of clusters or another deck.
    fn of(found: &[FoundClusters], distributions: &PreflopDistributions) -> anyhow::Result<Option<Self>> {
        let printed = OpponentClusters::johanson_2013();
        if !distributions.deck.is_full() || found[0].clusters.count() != printed.count() {
            return Ok(None);
        }
        let with_printed = |found: &FoundClusters| cluster_agreement(&found.clusters, &printed);
        let agreements: Vec<ClusterAgreement> = found.iter().map(with_printed).collect();
        let cheapest = found.iter().min_by(|a, b| a.cost.total_cmp(&b.cost)).map(with_printed);
        let cost = mean_distance(distributions, &printed)?;
        let both = cheapest.zip(AgreementSpread::of(&agreements));
        Ok(both.map(|(cheapest, all)| Self { cost, cheapest, all }))
    }
}

impl Luck {
    fn of(found: &[FoundClusters], distributions: &PreflopDistributions) -> anyhow::Result<Option<Self>> {
        let Some(spread) = cluster_spread(found) else { return Ok(None) };
        let costs_by_seed = found.iter().map(|found| found.cost).collect();
        Ok(Some(Self { costs_by_seed, spread, johanson2013: BesidePublished::of(found, distributions)? }))
    }

    fn text(&self) -> String {
        let row = |name: &str, spread: &Spread, decimals: usize| {
            let number = |value: f64| format!("{value:.decimals$}");
            vec![name.to_owned(), number(spread.least), number(spread.median), number(spread.largest)]
        };
        let ClusterSpread { costs, different, at_least_cost, pairs } = &self.spread;
        let mut rows = vec![
            row("cost, bins", costs, 4),
            row("equal classes of two seeds", &pairs.equal_classes, 0),
            row("adjusted Rand index of two seeds", &pairs.adjusted_rand_index, 4),
        ];
        if let Some(beside) = &self.johanson2013 {
            rows.push(row("equal classes with johanson2013", &beside.all.equal_classes, 0));
            rows.push(row("adjusted Rand index with it", &beside.all.adjusted_rand_index, 4));
        }
        let seeds = self.costs_by_seed.len();
        let mut text =
            format!("\n\n{seeds} seeds, {different} different results, {at_least_cost} at the least cost\n\n");
        text += &columns(&["", "least", "median", "largest"], &rows);
        if let Some(BesidePublished { cost, cheapest, .. }) = &self.johanson2013 {
            text += &format!(
                "\n\njohanson2013 costs {cost:.4} bins; the cheapest clusters agree with it in {} of 169 classes, \
                 adjusted Rand index {:.4}",
                cheapest.equal_classes, cheapest.adjusted_rand_index
            );
        }
        text
    }
}

fn grid(clusters: &OpponentClusters) -> String {
    let width = clusters.count().to_string().len() + 1;
    let ranks = clusters.deck().lowest_rank()..RANKS as u8;
    let heading: String = ranks.clone().map(|rank| format!("{:>width$}", rank_letter(rank))).collect();
    let mut lines = vec![format!("  {heading}")];
    for row in ranks.clone() {
        let cells = ranks.clone().map(|column| {
            let class = StartingHand::new(row, column, row < column);
            format!("{:>width$}", clusters.cluster_of(class) + 1)
        });
        lines.push(format!("{} {}", rank_letter(row), cells.collect::<String>()));
    }
    lines.join("\n")
}
