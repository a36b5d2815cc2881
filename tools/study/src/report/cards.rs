//! The report's section on cards: opponent clusters to click through, and what describes an example hand.

use abstraction::cluster_file::read_clusters;
use abstraction::features::hand_strength_distribution::distribution_of_hand;
use abstraction::features::opponent_cluster_hand_strength::ochs_of_hand;
use abstraction::features::opponent_clusters::OpponentClusters;
use abstraction::recipe::DEFAULT_BINS;
use evaluator::card::parse_cards;
use evaluator::card_set::CardSet;
use evaluator::deck::Deck;
use evaluator::holding::Holding;
use evaluator::holding::StartingHand;
use report::axis::Axis;
use report::chart::{Chart, Marks};
use report::grid_browser::{Choice, GridBrowser};
use report::hand_grid::HandGrid;
use report::page::Page;
use tables::run::folder::RunFolder;

use super::saved;
use crate::error::StudyError;

/// The example hand of the paper's figures 1 and 3.
const EXAMPLE_HOLE: &str = "Jc9h";
const EXAMPLE_FLOP: &str = "4d5d9d";
const EXAMPLE_RIVER: &str = "4d5d9d6cJs";

/// Adds the section; a run without opponent clusters shows the example hand alone.
pub(crate) fn card_section(page: Page, folder: &RunFolder) -> Result<Page, StudyError> {
    let mut files: Vec<(String, OpponentClusters)> = Vec::new();
    for (name, path) in folder.opponent_cluster_files()? {
        files.push((name, read_clusters(&path)?.0));
    }
    files.sort_by_key(|(_, clusters)| clusters.count());
    let (mut grids, mut bars) = (Vec::new(), Vec::new());
    for (place, (name, clusters)) in files.iter().enumerate() {
        let count = clusters.count();
        let grid = cluster_grid(clusters);
        let description = "Starting hands by cluster, 1 the weakest; suited hands above the diagonal";
        saved(folder, &format!("clusters-{name}"), grid.to_svg(&format!("{count} opponent clusters"), description))?;
        let label = if count == 1 { "1 cluster".to_owned() } else { format!("{count} clusters") };
        let of_count = files.iter().filter(|(_, other)| other.count() == count).count();
        let choice = Choice::of(&if of_count == 1 { label.clone() } else { format!("{label}: {name}") });
        grids.push((vec![choice], grid));
        // One of each count is enough for an example, whose cards are not in every deck.
        if clusters.deck().is_full() && (place == 0 || files[place - 1].1.count() != count) {
            bars.push((label, saved(folder, &format!("example-ochs{count}"), example_ochs(clusters).to_svg())?));
        }
    }
    let deck = files.first().map_or(Deck::FULL, |(_, clusters)| clusters.deck());
    let page = if files.is_empty() {
        page.section("An example hand", "What a hand may become is one way of saying which hands are alike.")
    } else {
        let intro = "Opponent clusters are starting hands whose strength on the river is distributed alike (earth \
                     mover's distance, weighted by the number of hole cards). They lie from the weakest, 1, to the \
                     strongest.";
        let name = "Starting hands by opponent cluster";
        let browser = GridBrowser { id: "clusters".to_owned(), name: name.to_owned(), groups: vec!["Show"], grids };
        page.section("Opponent clusters", intro).grids(&browser, name)
    };
    if !deck.is_full() {
        return Ok(page);
    }
    let svg = saved(folder, "example-hsd", example_distribution().to_svg())?;
    if bars.is_empty() {
        return Ok(page.figure(&svg, "An example: how strong one flop hand may become on the river"));
    }
    let caption = "An example: how strong one flop hand may become on the river, and, on a river, its strength against \
                   each of so many clusters of opponents";
    Ok(page.figure_set(std::iter::once(("on the flop".to_owned(), svg)).chain(bars).collect(), caption))
}

fn cluster_grid(clusters: &OpponentClusters) -> HandGrid {
    let of_hand = |hand: StartingHand| {
        if clusters.deck().has(hand) { usize::from(clusters.cluster_of(hand)) + 1 } else { 0 }
    };
    let of: Vec<usize> = StartingHand::all().map(of_hand).collect();
    HandGrid::of_clusters(clusters.deck(), clusters.count(), &of)
}

fn example(board: &str) -> (Holding, CardSet) {
    let cards = |text: &str| parse_cards(text).expect("the example is spelt right");
    let hole = cards(EXAMPLE_HOLE);
    (Holding::new(hole[0], hole[1]).expect("two different cards"), CardSet::of(&cards(board)))
}

/// The strength distribution of the example hand on the flop.
fn example_distribution() -> Chart {
    let (hole, board) = example(EXAMPLE_FLOP);
    let (counts, _) = distribution_of_hand(Deck::FULL, hole, board, DEFAULT_BINS);
    let total: u64 = counts.iter().sum();
    let shares = counts.iter().map(|&count| count as f64 / total as f64).collect();
    bars(format!("Hand strength distribution of {hole} on {EXAMPLE_FLOP}"), Axis::between("", 0.0, 1.0), shares)
}

/// The example hand's strength against opponent clusters on the river.
fn example_ochs(clusters: &OpponentClusters) -> Chart {
    let (hole, board) = example(EXAMPLE_RIVER);
    let strengths: Vec<f64> =
        ochs_of_hand(hole, board, clusters).into_iter().map(|entry| entry.unwrap_or(f64::NAN)).collect();
    let names = (1..=strengths.len()).map(|number| number.to_string()).collect();
    let title = format!("OCHS({}) of {hole} on {EXAMPLE_RIVER}", clusters.count());
    bars(title, Axis::categories("", names), strengths)
}

fn bars(title: String, x: Axis, values: Vec<f64>) -> Chart {
    let marks = Marks::Bars { values, marker: None };
    Chart { title, description: String::new(), x, y: Axis::default(), marks }
}
