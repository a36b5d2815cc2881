//! The strategy before the flop that one can click through: which strategy, which seat, what was bet so far.
//!
//! Starting hands in clusters that one can click through: which of several clusterings is shown.

use evaluator::holding::StartingHand;
use serde_json::{Value, json};

use super::hand_grid::{Cell, HandGrid, hands_on_paper, percent_of, push_packed, thousandths, unknown};
use super::number_format::{DASH, whole};
use super::palette::{
    Colour, NO_VALUE, text_on, {self},
};

/// What a player can do, from the most passive: the order of shares and colours.
pub(crate) const ACTIONS: usize = 3;

/// How to read a grid of a strategy.
const NOTE: &str = "Pale hands do not come here: by its own earlier actions the strategy has left the game with them, \
                    or taken another way, and what it would do is hardly trained. The totals weigh every hand by how \
                    often those actions bring it here.";

/// A decision that all strategies meet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Who acts, such as `big blind`.
    pub seat: String,
    /// The betting so far in short, such as `cr`; empty at the beginning. It names the decision in the page's address.
    pub betting: String,
    /// The betting so far in words.
    pub label: String,
    /// The names of the three actions; empty for one that cannot be taken there.
    pub actions: [String; ACTIONS],
}

/// How one strategy plays.
#[derive(Clone, PartialEq, Debug)]
pub struct StrategyShares {
    pub name: String,
    /// `[decision][starting hand]`: how often each action is taken, 0..=1 with a sum of 1. What is missing or is not a
    /// share is shown as a dash.
    pub shares: Vec<Vec<[f64; ACTIONS]>>,
    /// `[decision][starting hand]`: how often the player's own earlier actions lead to the decision with that hand,
    /// 0..=1; 0 where they never do. What is missing or is not a share counts as always.
    pub reach: Vec<Vec<f64>>,
}

/// Grids of all strategies at all decisions, one at a time.
#[derive(Clone, PartialEq, Debug)]
pub struct StrategyBrowser {
    /// Names it in the page's address: `#id=strategy,seat,betting`. Letters, digits and `-`.
    pub id: String,
    /// What it shows, for readers who cannot see it.
    pub name: String,
    /// The decisions, those of a seat in the order of the game.
    pub decisions: Vec<Decision>,
    pub strategies: Vec<StrategyShares>,
}

/// How a hand is played at a decision, in thousandths.
#[derive(Clone, Copy)]
struct Played {
    /// Of every action; they add up to a thousand.
    shares: [u16; ACTIONS],
    /// How often it comes there: 0 only where it never does.
    reach: u16,
}

impl StrategyBrowser {
    /// Whether there is anything to show.
    pub(crate) fn is_empty(&self) -> bool {
        self.decisions.is_empty() || self.strategies.is_empty()
    }

    /// The first grid as HTML, with the data of all.
    pub(crate) fn to_html(&self) -> String {
        let (Some(strategy), Some(decision)) = (self.strategies.first(), self.decisions.first()) else {
            return String::new();
        };
        let played = |hand: StartingHand| played(strategy, 0, hand);
        let grid = HandGrid {
            kind: "strategies",
            id: &self.id,
            name: &self.name,
            shown: &format!("{}, {}, {}", strategy.name, decision.seat, decision.label),
            cells: hands_on_paper().map(|hand| cell(decision, hand, played(hand))).collect(),
            legend: legend(decision, played),
            note: NOTE,
            data: &self.data(),
        };
        grid.to_html()
    }

    fn data(&self) -> Value {
        let mut seats: Vec<&str> = Vec::new();
        for decision in &self.decisions {
            if !seats.contains(&decision.seat.as_str()) {
                seats.push(&decision.seat);
            }
        }
        let decision = |it: &Decision| {
            let seat = seats.iter().position(|seat| *seat == it.seat);
            json!({ "seat": seat, "betting": it.betting, "label": it.label, "actions": it.actions })
        };
        let packed = |strategy: &StrategyShares| {
            let grids = (0..self.decisions.len()).map(|decision| {
                let mut text = String::new();
                for hand in hands_on_paper() {
                    let played = played(strategy, decision, hand);
                    push_packed(&mut text, played.map(|it| it.shares[0]));
                    push_packed(&mut text, played.map(|it| it.shares[ACTIONS - 1]));
                    push_packed(&mut text, played.map(|it| it.reach));
                }
                text
            });
            grids.collect::<Vec<String>>()
        };
        json!({
            "colours": (0..ACTIONS).map(|number| palette::action(number).to_string()).collect::<Vec<_>>(),
            "none": NO_VALUE.to_string(),
            "seats": seats,
            "decisions": self.decisions.iter().map(decision).collect::<Vec<_>>(),
            "names": self.strategies.iter().map(|strategy| &strategy.name).collect::<Vec<_>>(),
            "grids": self.strategies.iter().map(packed).collect::<Vec<_>>(),
        })
    }
}

fn played(strategy: &StrategyShares, decision: usize, hand: StartingHand) -> Option<Played> {
    let shares = strategy.shares.get(decision)?.get(hand.number())?;
    let (passive, aggressive) = (thousandths(shares[0])?, thousandths(shares[2])?);
    thousandths(shares[1])?;
    // The middle action takes what rounding leaves.
    let rest = 1000u16.checked_sub(passive)?;
    let aggressive = aggressive.min(rest);
    let reach = strategy.reach.get(decision).and_then(|reach| reach.get(hand.number())).copied();
    let reach = match reach.and_then(|share| Some((share, thousandths(share)?))) {
        // Seldom is not never.
        Some((share, rounded)) => rounded.max(u16::from(share > 0.0)),
        None => 1000,
    };
    Some(Played { shares: [passive, rest - aggressive, aggressive], reach })
}

fn cell(decision: &Decision, hand: StartingHand, played: Option<Played>) -> Cell {
    let Some(Played { shares, reach }) = played else {
        return Cell::plain(NO_VALUE, DASH.to_string(), unknown(hand));
    };
    let possible = || decision.actions.iter().zip(shares).filter(|(name, _)| !name.is_empty());
    let parts: Vec<String> = possible().map(|(name, share)| format!("{name} {}", percent_of(share))).collect();
    // The first of equals, as the script has it.
    let most = possible().rev().max_by_key(|(_, share)| *share).filter(|_| reach > 0);
    let below = most
        .map_or(String::new(), |(name, share)| format!("{} {}", name.chars().next().unwrap_or('?'), (share + 5) / 10));
    let ends = (f64::from(shares[0]) / 10.0, f64::from(shares[0] + shares[1]) / 10.0);
    let told = format!("{hand}{}: {}", how_often(reach), parts.join(", "));
    Cell { style: format!("--a:{}%;--b:{}%", ends.0, ends.1), below, told, is_dim: reach == 0 }
}

/// Behind a hand's name, how often it comes to a decision, where that is not always.
fn how_often(reach: u16) -> String {
    match reach {
        0 => " (not reached)".to_owned(),
        1..1000 => format!(" (reached {})", percent_of(reach)),
        _ => String::new(),
    }
}

/// The mean over all pairs of hole cards, each weighted by how often it comes to the decision.
fn legend(decision: &Decision, played: impl Fn(StartingHand) -> Option<Played>) -> Vec<(palette::Colour, String)> {
    let (mut sums, mut holdings) = ([0.0; ACTIONS], 0.0);
    for (hand, Played { shares, reach }) in hands_on_paper().filter_map(|hand| Some((hand, played(hand)?))) {
        let weight = hand.combos() as f64 * f64::from(reach);
        holdings += weight;
        for (sum, share) in sums.iter_mut().zip(shares) {
            *sum += weight * f64::from(share);
        }
    }
    let mean = |sum: f64| if holdings > 0.0 { percent_of((sum / holdings).round() as u16) } else { DASH.to_string() };
    let entries = decision.actions.iter().zip(sums).enumerate().filter(|(_, (name, _))| !name.is_empty());
    entries.map(|(number, (name, sum))| (palette::action(number), format!("{name} {}", mean(sum)))).collect()
}

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
