//! Starting hands in clusters that one can click through: which of several clusterings is shown.

use crate::hand_grid::{Cell, HandGrid, hands_on_paper, push_packed, unknown};
use crate::number_format::{DASH, whole};
use crate::palette::{
    Colour, NO_VALUE, text_on, {self},
};
use evaluator::holding::StartingHand;
use serde_json::{Value, json};

/// With more clusters than this, the legend names only the first and the last.
const MOST_ENTRIES: usize = 16;

/// The starting hands in clusters, the weakest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clustering {
    /// Its name, short enough for a button.
    pub name: String,
    /// How many clusters there are, at most 169.
    pub count: usize,
    /// By number of the starting hand, its cluster in 1..=`count`; one outside, or none, is shown as a dash.
    pub of: Vec<usize>,
}

/// Several clusterings, one at a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClusterBrowser {
    /// Names it in the page's address: `#id=name`. Letters, digits and `-`.
    pub id: String,
    /// What it shows, for readers who cannot see it.
    pub name: String,
    pub clusterings: Vec<Clustering>,
}

impl ClusterBrowser {
    /// Whether there is anything to show.
    pub(crate) fn is_empty(&self) -> bool {
        self.clusterings.is_empty()
    }

    /// The first grid as HTML, with the data of all.
    pub(crate) fn to_html(&self) -> String {
        let Some(first) = self.clusterings.first() else { return String::new() };
        let grid = HandGrid {
            kind: "clusters",
            id: &self.id,
            name: &self.name,
            shown: &first.name,
            cells: hands_on_paper().map(|hand| first.cell(hand)).collect(),
            legend: first.legend(),
            note: "",
            data: &self.data(),
        };
        grid.to_html()
    }

    fn data(&self) -> Value {
        let packed = |clustering: &Clustering| {
            let mut text = String::new();
            for hand in hands_on_paper() {
                push_packed(&mut text, clustering.cluster_of(hand).map(|cluster| cluster as u16));
            }
            text
        };
        // Colour and ink of each cluster: the script knows no palette.
        let colours = |clustering: &Clustering| {
            let ends = (1..=clustering.most()).map(|cluster| clustering.colour(cluster));
            ends.map(|colour| format!("{colour}{}", text_on(colour))).collect::<String>()
        };
        json!({
            "none": NO_VALUE.to_string(),
            "names": self.clusterings.iter().map(|clustering| &clustering.name).collect::<Vec<_>>(),
            "entries": MOST_ENTRIES,
            "colours": self.clusterings.iter().map(colours).collect::<Vec<_>>(),
            "clusters": self.clusterings.iter().map(packed).collect::<Vec<_>>(),
        })
    }
}

impl Clustering {
    fn most(&self) -> usize {
        self.count.min(evaluator::holding::STARTING_HANDS)
    }

    fn cluster_of(&self, hand: StartingHand) -> Option<usize> {
        self.of.get(hand.number()).copied().filter(|cluster| (1..=self.most()).contains(cluster))
    }

    fn colour(&self, cluster: usize) -> Colour {
        palette::ordered(if self.most() > 1 { (cluster - 1) as f64 / (self.most() - 1) as f64 } else { 0.5 })
    }

    fn combos(&self, cluster: usize) -> usize {
        hands_on_paper().filter(|hand| self.cluster_of(*hand) == Some(cluster)).map(StartingHand::combos).sum()
    }

    fn cell(&self, hand: StartingHand) -> Cell {
        let Some(cluster) = self.cluster_of(hand) else {
            return Cell::plain(NO_VALUE, DASH.to_string(), unknown(hand));
        };
        let (count, combos) = (self.most(), whole(self.combos(cluster) as u64));
        let told = format!("{hand}: cluster {cluster} of {count}, with {combos} of the 1,326 pairs of hole cards");
        Cell::plain(self.colour(cluster), cluster.to_string(), told)
    }

    fn legend(&self) -> Vec<(Colour, String)> {
        let count = self.most();
        let named = |cluster: usize| {
            let pairs = whole(self.combos(cluster) as u64);
            let end = match cluster {
                1 if count > 1 => ", weakest",
                _ if cluster == count && count > 1 => ", strongest",
                _ => "",
            };
            (self.colour(cluster), format!("{cluster}: {pairs} pairs{end}"))
        };
        (1..=count).filter(|cluster| count <= MOST_ENTRIES || *cluster == 1 || *cluster == count).map(named).collect()
    }
}
