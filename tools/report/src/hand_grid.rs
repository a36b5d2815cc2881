//! The grid of starting hands, 13 × 13 in the full deck, as players draw it: what each cell shows, and the whole as a
//! drawing.

use evaluator::card::RANKS;
use evaluator::deck::Deck;
use evaluator::holding::StartingHand;

use super::drawing::{Anchor, Drawing, MARGIN, Paint, TEXT, Weight, text_width, wrapped};
use super::number_format::{DASH, percent, whole};
use super::palette::{Colour, NO_VALUE, action, diverging, ordered, text_on};

/// Of the whole grid, whatever the deck.
const GRID: f64 = 30.0 * RANKS as f64;
const WIDTH: f64 = GRID + 2.0 * MARGIN;
const GAP: f64 = 1.0;
/// With more clusters than this, the legend names only the first and the last.
const MOST_ENTRIES: usize = 16;

/// What a player can do, from the most passive: the order of shares and colours.
pub const ACTIONS: usize = 3;

/// How to read a grid that has pale hands.
const PALE: &str = "Pale hands do not come here: by its own earlier actions the strategy has left the game with them, \
                    or taken another way, and what it would do is hardly trained. The totals weigh every hand by how \
                    often those actions bring it here.";

/// A cell for each starting hand, and what its colours mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandGrid {
    pub(crate) deck: Deck,
    /// From the upper left, row after row, as [`hands_on_paper`] has the hands.
    pub(crate) cells: Vec<Cell>,
    pub(crate) legend: Vec<(Colour, String)>,
    /// What else must be known to read it; may be empty.
    pub(crate) note: String,
}

/// How a starting hand is shown.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Cell {
    pub fill: Fill,
    /// What is written below its name.
    pub below: String,
    /// Its numbers in words, to follow its name.
    pub told: String,
    /// Whether it is shown pale.
    pub is_dim: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Fill {
    Plain(Colour),
    /// Actions from the bottom up, in thousandths of the height: columns of equal height line up across a row.
    Mixture([u16; ACTIONS]),
}

impl Cell {
    fn plain(colour: Colour, below: String, told: String) -> Self {
        Self { fill: Fill::Plain(colour), below, told, is_dim: false }
    }

    /// A hand without numbers.
    fn unknown() -> Self {
        Self::plain(NO_VALUE, DASH.to_owned(), format!(": {DASH}"))
    }
}

/// A deck's starting hands as players draw them: aces first, suited hands above the diagonal, row after row.
pub fn hands_on_paper(deck: Deck) -> impl Iterator<Item = StartingHand> {
    let ranks = move || (deck.lowest_rank()..RANKS as u8).rev();
    ranks().flat_map(move |row| ranks().map(move |column| StartingHand::new(row, column, row > column)))
}

impl HandGrid {
    /// Hands in clusters from 1, the weakest, to `count`, at most one for each: `of` has that of each hand by its
    /// number, whatever the deck; one outside, or none, is shown as a dash.
    pub fn of_clusters(deck: Deck, count: usize, of: &[usize]) -> Self {
        let count = count.min(deck.starting_hand_count());
        let cluster_of = |hand: StartingHand| of.get(hand.number()).copied().filter(|it| (1..=count).contains(it));
        let mut pairs = vec![0; count + 1];
        for hand in hands_on_paper(deck) {
            pairs[cluster_of(hand).unwrap_or(0)] += hand.combos() as u64;
        }
        let colour = |cluster| ordered(if count > 1 { (cluster - 1) as f64 / (count - 1) as f64 } else { 0.5 });
        let all = whole(deck.holdings() as u64);
        let cell = |hand| {
            let Some(cluster) = cluster_of(hand) else { return Cell::unknown() };
            let pairs = whole(pairs[cluster]);
            let told = format!(": cluster {cluster} of {count}, with {pairs} of the {all} pairs of hole cards");
            Cell::plain(colour(cluster), cluster.to_string(), told)
        };
        let entry = |cluster: usize| {
            let end = match cluster {
                _ if count == 1 => "",
                1 => ", weakest",
                _ if cluster == count => ", strongest",
                _ => "",
            };
            (colour(cluster), format!("{cluster}: {} pairs{end}", whole(pairs[cluster])))
        };
        let has_entry = |cluster: &usize| count <= MOST_ENTRIES || *cluster == 1 || *cluster == count;
        let legend = (1..=count).filter(has_entry).map(entry).collect();
        Self { deck, cells: hands_on_paper(deck).map(cell).collect(), legend, note: String::new() }
    }

    /// How often each action is taken with each hand: weights of at least zero, scaled to a sum of one. An action
    /// without a name cannot be taken. `reach` says how often the player's own earlier actions lead here with the hand,
    /// 0..=1; what is missing there or is not a share counts as always. What has no weights is shown as a dash.
    pub fn of_actions(deck: Deck, actions: &[String; ACTIONS], weights: &[[f64; ACTIONS]], reach: &[f64]) -> Self {
        let (mut sums, mut total) = ([0.0; ACTIONS], 0.0);
        let mut cell = |hand: StartingHand| {
            let Some(shares) = weights.get(hand.number()).and_then(thousandths) else { return Cell::unknown() };
            let reach = reach.get(hand.number()).filter(|share| (0.0..=1.0 + 1e-6).contains(*share)).unwrap_or(&1.0);
            // Seldom is not never.
            let reach = ((reach * 1000.0).round() as u16).clamp(u16::from(*reach > 0.0), 1000);
            let weight = hand.combos() as f64 * f64::from(reach);
            total += weight;
            sums.iter_mut().zip(shares).for_each(|(sum, share)| *sum += weight * f64::from(share));
            cell_of_actions(actions, shares, reach)
        };
        let cells: Vec<Cell> = hands_on_paper(deck).map(&mut cell).collect();
        let mean = |sum: f64| if total > 0.0 { percent((sum / total).round() / 1000.0) } else { DASH.to_owned() };
        let possible = actions.iter().zip(sums).enumerate().filter(|(_, (name, _))| !name.is_empty());
        let legend = possible.map(|(number, (name, sum))| (action(number), format!("{name} {}", mean(sum)))).collect();
        let note = if cells.iter().any(|cell| cell.is_dim) { PALE } else { "" };
        Self { deck, cells, legend, note: note.to_owned() }
    }

    /// A number for each hand, above or below zero, in a unit such as `mbb/g`; one that is missing or not finite is
    /// shown as a dash.
    pub fn of_values(deck: Deck, unit: &str, of: &[f64]) -> Self {
        let value_of = |hand: StartingHand| of.get(hand.number()).filter(|value| value.is_finite());
        let farthest = hands_on_paper(deck).filter_map(value_of).fold(0.0, |most: f64, value| most.max(value.abs()));
        let cell = |hand: StartingHand| {
            let Some(value) = value_of(hand) else { return Cell::unknown() };
            let text = format!("{value:+.0}");
            let told = format!(": {text} {unit}");
            Cell::plain(diverging(value / farthest.max(f64::MIN_POSITIVE)), text, told)
        };
        let entry = |place: f64| (diverging(place), format!("{:+.0}", place * farthest));
        Self {
            deck,
            cells: hands_on_paper(deck).map(cell).collect(),
            legend: [-1.0, -0.5, 0.0, 0.5, 1.0].map(entry).to_vec(),
            note: format!("{unit}; suited hands above the diagonal"),
        }
    }

    /// The grid as an SVG document; the description is for readers who cannot see it.
    pub fn to_svg(&self, title: &str, description: &str) -> String {
        let mut drawing = Drawing::new(WIDTH);
        let top = drawing.heading(title);
        let ranks = self.deck.ranks();
        let side = GRID / ranks as f64;
        for (place, (hand, cell)) in hands_on_paper(self.deck).zip(&self.cells).enumerate() {
            let corner = (MARGIN + (place % ranks) as f64 * side, top + (place / ranks) as f64 * side);
            cell.draw(&mut drawing, corner, side, hand);
        }
        let mut y = drawing.legend(top + GRID + 6.0, &self.legend);
        for line in wrapped(&self.note, WIDTH - 2.0 * MARGIN, TEXT) {
            drawing.text((MARGIN, y + 6.0), Anchor::Start, (TEXT, Weight::Regular), Paint::Class("eq-muted"), &line);
            y += 15.0;
        }
        drawing.finish(y + MARGIN, title, description)
    }
}

impl Cell {
    /// The colours with the hand above and a text below.
    fn draw(&self, drawing: &mut Drawing, (x, y): (f64, f64), whole_side: f64, hand: StartingHand) {
        drawing.open_group(if self.is_dim { "eq-dim" } else { "" }, &format!("{hand}{}", self.told));
        let (left, side) = (x + GAP / 2.0, whole_side - GAP);
        let ink = match self.fill {
            Fill::Plain(colour) => {
                drawing.rectangle((left, y + GAP / 2.0), (side, side), Paint::Fixed(colour));
                text_on(colour)
            }
            Fill::Mixture(shares) => {
                let mut level = y + GAP / 2.0 + side;
                for (number, share) in shares.into_iter().enumerate().filter(|(_, share)| *share > 0) {
                    let height = f64::from(share) / 1000.0 * side;
                    level -= height;
                    drawing.rectangle((left, level), (side, height), Paint::Fixed(action(number)));
                }
                // It reads on every action.
                text_on(NO_VALUE)
            }
        };
        let (middle, level, paint) = (x + whole_side / 2.0, y + whole_side / 2.0, Paint::Fixed(ink));
        drawing.text((middle, level - 3.0), Anchor::Middle, (9.5, Weight::Bold), paint, &hand.to_string());
        // Long numbers shrink rather than run into the next cell.
        let size = (10.5 * (whole_side - 4.0) / text_width(&self.below, 10.5)).clamp(6.0, 10.5);
        drawing.text((middle, level + 9.5), Anchor::Middle, (size, Weight::Regular), paint, &self.below);
        drawing.close_group();
    }
}

/// A hand that comes to a decision `reach` thousandths of the time and is played with these shares there.
fn cell_of_actions(actions: &[String; ACTIONS], shares: [u16; ACTIONS], reach: u16) -> Cell {
    let written = |thousandths: u16| percent(f64::from(thousandths) / 1000.0);
    let possible = || actions.iter().zip(shares).filter(|(name, _)| !name.is_empty());
    let parts: Vec<String> = possible().map(|(name, share)| format!("{name} {}", written(share))).collect();
    let often = match reach {
        0 => " (not reached)".to_owned(),
        1..1000 => format!(" (reached {})", written(reach)),
        _ => String::new(),
    };
    // The first of equals.
    let most = possible().rev().max_by_key(|(_, share)| *share).filter(|_| reach > 0);
    let shown = |(name, share): (&String, u16)| format!("{} {}", name.chars().next().unwrap_or('?'), (share + 5) / 10);
    let told = format!("{often}: {}", parts.join(", "));
    Cell { fill: Fill::Mixture(shares), below: most.map_or(String::new(), shown), told, is_dim: reach == 0 }
}

/// Weights as thousandths that add up to a thousand; the middle action takes what rounding leaves.
fn thousandths(weights: &[f64; ACTIONS]) -> Option<[u16; ACTIONS]> {
    let sum: f64 = weights.iter().sum();
    if !(sum.is_finite() && sum > 0.0 && weights.iter().all(|weight| *weight >= 0.0)) {
        return None;
    }
    let [passive, _, aggressive] = weights.map(|weight| (weight / sum * 1000.0).round() as u16);
    let rest = 1000 - passive;
    Some([passive, rest - aggressive.min(rest), aggressive.min(rest)])
}
