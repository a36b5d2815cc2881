//! The report's section on cards: opponent clusters to click through, and what describes an example hand.

use abstraction::cluster_file::read_clusters;
use abstraction::features::opponent_clusters::OpponentClusters;
use report::page::Page;
use report::strategy_browser::{ClusterBrowser, Clustering};
use tables::run::folder::RunFolder;

use crate::error::StudyError;
use crate::report::pictures::{
    saved, {self},
};

/// Adds the section; a run without opponent clusters shows the example hand alone.
pub fn card_section(page: Page, folder: &RunFolder) -> Result<Page, StudyError> {
    let intro = "Opponent clusters are starting hands whose strength on the river is distributed alike (earth mover's \
                 distance, weighted by the number of hole cards). They lie from the weakest, 1, to the strongest.";
    let mut files: Vec<(String, OpponentClusters)> = Vec::new();
    for (name, path) in folder.opponent_cluster_files()? {
        let (clusters, _) = read_clusters(&path)?;
        saved(folder, &format!("clusters-{name}"), pictures::cluster_grid(&clusters))?;
        files.push((name, clusters));
    }
    files.sort_by_key(|(_, clusters)| clusters.count());
    let clustering = |(name, clusters): &(String, OpponentClusters)| {
        let alone = files.iter().filter(|(_, other)| other.count() == clusters.count()).count() == 1;
        let count = clusters.count();
        let of = clusters.table().iter().map(|&cluster| usize::from(cluster) + 1).collect();
        Clustering {
            name: if alone { clusters_of(count) } else { format!("{}: {name}", clusters_of(count)) },
            count,
            of,
        }
    };
    let page = if files.is_empty() {
        page.section("An example hand", "What a hand may become is one way of saying which hands are alike.")
    } else {
        let name = "Starting hands by opponent cluster".to_owned();
        let clusterings = files.iter().map(clustering).collect();
        let browser = ClusterBrowser { id: "clusters".to_owned(), name: name.clone(), clusterings };
        page.section("Opponent clusters", intro).clusterings(&browser, &name)
    };
    let svg = saved(folder, "example-hsd", pictures::example_distribution())?;
    let page = page.figure(&svg, "An example: how strong one flop hand may become on the river");
    let mut bars = Vec::new();
    // One of each count is enough for an example.
    for (place, (_, clusters)) in files.iter().enumerate() {
        if place == 0 || files[place - 1].1.count() != clusters.count() {
            let count = clusters.count();
            let svg = saved(folder, &format!("example-ochs{count}"), pictures::example_ochs(clusters))?;
            bars.push((clusters_of(count), svg));
        }
    }
    Ok(page.figure_set(bars, "The same hand on a river: its strength against each of so many clusters of opponents"))
}

fn clusters_of(count: usize) -> String {
    if count == 1 { "1 cluster".to_owned() } else { format!("{count} clusters") }
}
