//! The 13 × 13 grid of starting hands: a category in each cell, how often each action is taken, or a number.

use evaluator::card::RANKS;
use evaluator::holding::StartingHand;

use super::drawing::{Anchor, Drawing, MARGIN, Paint, TEXT, Weight, text_width};
use super::number_format::{DASH, percent, whole};
use super::palette::{
    Colour, NO_VALUE, text_on, {self},
};

const CELL: f64 = 30.0;
const GRID: f64 = CELL * RANKS as f64;
const WIDTH: f64 = GRID + 2.0 * MARGIN;
const GAP: f64 = 1.0;
/// With more categories than this, the legend is a ramp instead of one entry for each.
const MOST_ENTRIES: usize = 16;

/// Which pair stands at the upper left; suited hands are above the diagonal either way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Corner {
    /// As players draw the grid.
    #[default]
    AceUpperLeft,
    /// As papers draw it: row and column grow with the rank.
    DeuceUpperLeft,
}

/// What the cells show; all lists are indexed by [`StartingHand::number`].
#[derive(Clone, PartialEq, Debug)]
pub enum GridCells {
    /// Each hand belongs to one of `count` ordered categories.
    Categories {
        /// How many categories there are.
        count: usize,
        /// 169 numbers in 1..=`count`; a number outside, or none, is drawn as a dash.
        of: Vec<usize>,
    },
    /// Each hand mixes several actions.
    Mixtures {
        /// The actions' names. Colours go by place, so list the same actions in the same order in every grid, from the
        /// most passive (`fold`, `call`, `raise`), even where one of them cannot be taken.
        actions: Vec<String>,
        /// 169 lists of weights, one for each action, at least zero; they are scaled to a sum of one. A list that is
        /// missing, of another length, sums to zero or is not finite is drawn as a dash.
        shares: Vec<Vec<f64>>,
    },
    /// Each hand has a number, above or below zero.
    Values {
        /// What is counted, such as `mbb/g`.
        unit: String,
        /// 169 numbers; one that is missing or not finite is drawn as a dash.
        of: Vec<f64>,
    },
}

/// The grid of the 169 starting hands.
#[derive(Clone, PartialEq, Debug)]
pub struct StartingHandGrid {
    /// The heading.
    pub title: String,
    /// What a reader who cannot see the picture should know of it.
    pub description: String,
    /// Which way the grid lies.
    pub corner: Corner,
    pub cells: GridCells,
}

impl StartingHandGrid {
    /// The picture as an SVG document.
    pub fn to_svg(&self) -> String {
        let mut drawing = Drawing::new(WIDTH);
        let top = drawing.heading(&self.title);
        for hand in StartingHand::all() {
            let (row, column) = self.place_of(hand);
            let corner = (MARGIN + column as f64 * CELL, top + row as f64 * CELL);
            match &self.cells {
                GridCells::Categories { count, of } => draw_category(&mut drawing, corner, hand, *count, of),
                GridCells::Mixtures { actions, shares } => draw_mixture(&mut drawing, corner, hand, actions, shares),
                GridCells::Values { unit, of } => draw_value(&mut drawing, corner, hand, unit, of),
            }
        }
        let below = top + GRID + 6.0;
        let bottom = match &self.cells {
            GridCells::Categories { count, of } => category_legend(&mut drawing, below, *count, of),
            GridCells::Mixtures { actions, shares } => action_legend(&mut drawing, below, actions, shares),
            GridCells::Values { unit, of } => value_legend(&mut drawing, below, unit, of),
        };
        drawing.finish(bottom, &self.title, &self.description)
    }

    /// Row and column on paper, from the upper left.
    fn place_of(&self, hand: StartingHand) -> (usize, usize) {
        let (row, column) = hand.grid_cell();
        let last = RANKS - 1;
        match self.corner {
            Corner::DeuceUpperLeft => (usize::from(row), usize::from(column)),
            // Mirrored at the other diagonal, which keeps suited hands above the one of the pairs.
            Corner::AceUpperLeft => (last - usize::from(column), last - usize::from(row)),
        }
    }
}

fn category_of(hand: StartingHand, count: usize, of: &[usize]) -> Option<usize> {
    of.get(hand.number()).copied().filter(|category| (1..=count).contains(category))
}

fn category_colour(category: usize, count: usize) -> Colour {
    palette::ordered(if count > 1 { (category - 1) as f64 / (count - 1) as f64 } else { 0.5 })
}

/// The number farthest from zero, at which colours are full.
fn farthest(of: &[f64]) -> f64 {
    of.iter().filter(|value| value.is_finite()).fold(0.0, |most, value| value.abs().max(most))
}

fn draw_value(drawing: &mut Drawing, corner: (f64, f64), hand: StartingHand, unit: &str, of: &[f64]) {
    let value = of.get(hand.number()).copied().filter(|value| value.is_finite());
    let colour = value.map_or(NO_VALUE, |value| palette::diverging(value / farthest(of).max(f64::MIN_POSITIVE)));
    let text = value.map_or(DASH.to_string(), |value| format!("{value:+.0}"));
    let tooltip = if value.is_some() { format!("{hand}: {text} {unit}") } else { format!("{hand}: {DASH}") };
    // Five characters fill a cell at this size.
    draw_cell(drawing, corner, &hand.to_string(), (&text, 8.5), colour, &tooltip);
}

/// A coloured cell with the hand above and a text below.
fn draw_cell(
    drawing: &mut Drawing,
    (x, y): (f64, f64),
    hand: &str,
    (text, size): (&str, f64),
    colour: Colour,
    tooltip: &str,
) {
    let ink = Paint::Fixed(text_on(colour));
    drawing.open_group("", tooltip);
    drawing.rectangle((x + GAP / 2.0, y + GAP / 2.0), (CELL - GAP, CELL - GAP), Paint::Fixed(colour));
    let middle = x + CELL / 2.0;
    drawing.text((middle, y + 12.0), Anchor::Middle, (9.5, Weight::Regular), ink, hand);
    drawing.text((middle, y + 24.5), Anchor::Middle, (size, Weight::Bold), ink, text);
    drawing.close_group();
}

fn value_legend(drawing: &mut Drawing, top: f64, unit: &str, of: &[f64]) -> f64 {
    let (small, muted) = ((TEXT, Weight::Regular), Paint::Class("eq-muted"));
    let farthest = farthest(of);
    let entries =
        [-1.0, -0.5, 0.0, 0.5, 1.0].map(|place| (palette::diverging(place), format!("{:+.0}", place * farthest)));
    let bottom = draw_entries(drawing, top, entries.into_iter());
    drawing.text(
        (MARGIN, bottom + 6.0),
        Anchor::Start,
        small,
        muted,
        &format!("{unit}; suited hands above the diagonal"),
    );
    bottom + 6.0 + MARGIN
}

fn draw_category(drawing: &mut Drawing, (x, y): (f64, f64), hand: StartingHand, count: usize, of: &[usize]) {
    let category = category_of(hand, count, of);
    let colour = category.map_or(NO_VALUE, |category| category_colour(category, count));
    let text = category.map_or(DASH.to_string(), |category| category.to_string());
    draw_cell(drawing, (x, y), &hand.to_string(), (&text, 11.5), colour, &format!("{hand}: {text}"));
}

/// The shares of the actions, scaled to a sum of one.
fn mixture_of(hand: StartingHand, actions: &[String], shares: &[Vec<f64>]) -> Option<Vec<f64>> {
    let weights = shares.get(hand.number()).filter(|weights| weights.len() == actions.len())?;
    let sum: f64 = weights.iter().sum();
    let fits = sum.is_finite() && sum > 0.0 && weights.iter().all(|weight| *weight >= 0.0);
    fits.then(|| weights.iter().map(|weight| weight / sum).collect())
}

fn draw_mixture(
    drawing: &mut Drawing,
    (x, y): (f64, f64),
    hand: StartingHand,
    actions: &[String],
    shares: &[Vec<f64>],
) {
    let black = Paint::Fixed(text_on(NO_VALUE));
    let middle = (x + CELL / 2.0, y + CELL / 2.0 + 4.0);
    let side = CELL - GAP;
    let Some(mixture) = mixture_of(hand, actions, shares) else {
        drawing.open_group("", &format!("{hand}: {DASH}"));
        drawing.rectangle((x + GAP / 2.0, y + GAP / 2.0), (side, side), Paint::Fixed(NO_VALUE));
        drawing.text((middle.0, y + 12.0), Anchor::Middle, (9.5, Weight::Regular), black, &hand.to_string());
        drawing.text((middle.0, y + 24.5), Anchor::Middle, (11.5, Weight::Bold), black, DASH);
        drawing.close_group();
        return;
    };
    let parts: Vec<String> =
        actions.iter().zip(&mixture).map(|(name, share)| format!("{name} {}", percent(*share))).collect();
    drawing.open_group("", &format!("{hand}: {}", parts.join(", ")));
    // Stacked upwards, so that columns of equal height line up across a row; the last action lies on top.
    let mut level = y + GAP / 2.0 + side;
    for (number, share) in mixture.iter().enumerate().filter(|(_, share)| **share > 0.0) {
        level -= share * side;
        let size = (side, share * side);
        drawing.rectangle((x + GAP / 2.0, level), size, Paint::Fixed(palette::action(number)));
    }
    drawing.text(middle, Anchor::Middle, (10.5, Weight::Bold), black, &hand.to_string());
    drawing.close_group();
}

fn category_legend(drawing: &mut Drawing, top: f64, count: usize, of: &[usize]) -> f64 {
    let small = (TEXT, Weight::Regular);
    let muted = Paint::Class("eq-muted");
    if count == 0 {
        return top;
    }
    if count > MOST_ENTRIES {
        let steps = 60;
        let ramp = GRID - 60.0;
        for step in 0..steps {
            let colour = palette::ordered(step as f64 / (steps - 1) as f64);
            let at = (MARGIN + 30.0 + ramp * step as f64 / steps as f64, top + 4.0);
            drawing.rectangle(at, (ramp / steps as f64 + 0.5, 12.0), Paint::Fixed(colour));
        }
        drawing.text((MARGIN + 24.0, top + 14.0), Anchor::End, small, muted, "1");
        drawing.text((MARGIN + 36.0 + ramp, top + 14.0), Anchor::Start, small, muted, &count.to_string());
        return top + 16.0 + MARGIN;
    }
    let mut holdings = vec![0usize; count + 1];
    for hand in StartingHand::all() {
        if let Some(category) = category_of(hand, count, of) {
            holdings[category] += hand.combos();
        }
    }
    let entries = (1..=count).map(|category| {
        let text = format!("{category}: {}", whole(holdings[category] as u64));
        (category_colour(category, count), text)
    });
    let bottom = draw_entries(drawing, top, entries);
    drawing.text((MARGIN, bottom + 6.0), Anchor::Start, small, muted, "category: pairs of hole cards in it, of 1,326");
    bottom + 6.0 + MARGIN
}

fn action_legend(drawing: &mut Drawing, top: f64, actions: &[String], shares: &[Vec<f64>]) -> f64 {
    let mut sums = vec![0.0; actions.len()];
    let mut holdings = 0.0;
    for hand in StartingHand::all() {
        if let Some(mixture) = mixture_of(hand, actions, shares) {
            holdings += hand.combos() as f64;
            for (sum, share) in sums.iter_mut().zip(mixture) {
                *sum += share * hand.combos() as f64;
            }
        }
    }
    // Without a single mixture this divides zero by zero, which is written as the dash it should be.
    let entries = actions
        .iter()
        .enumerate()
        .map(|(number, name)| (palette::action(number), format!("{name} {}", percent(sums[number] / holdings))));
    let bottom = draw_entries(drawing, top, entries);
    let note = "shares over all pairs of hole cards, each counted once";
    drawing.text((MARGIN, bottom + 6.0), Anchor::Start, (TEXT, Weight::Regular), Paint::Class("eq-muted"), note);
    bottom + 6.0 + MARGIN
}

/// Coloured squares with a text each, in as many rows as they need; returns the y below them.
fn draw_entries(drawing: &mut Drawing, top: f64, entries: impl Iterator<Item = (Colour, String)>) -> f64 {
    let (mut x, mut y) = (MARGIN, top);
    for (colour, text) in entries {
        let width = 17.0 + text_width(&text, TEXT) + 12.0;
        if x > MARGIN && x + width - 12.0 > WIDTH - MARGIN {
            x = MARGIN;
            y += 18.0;
        }
        drawing.rectangle((x, y + 2.0), (12.0, 12.0), Paint::Fixed(colour));
        drawing.text((x + 17.0, y + 12.0), Anchor::Start, (TEXT, Weight::Regular), Paint::Class("eq-ink"), &text);
        x += width;
    }
    y + 24.0
}
