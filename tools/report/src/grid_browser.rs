//! Grids of starting hands of which the reader of the page chooses one.
//!
//! Without a script the page shows the first, with the numbers of each hand as its title. The script exchanges cells
//! that were made here: it knows no rule of its own.

use serde_json::{Value, json};
use std::collections::HashMap;
use std::fmt::Write;

use super::hand_grid::{Cell, Fill, HandGrid, hands_on_paper};
use super::page_parts::escape;
use super::palette::text_on;

/// Chooses what the grids show and writes out the numbers of a hand; a page needs it once.
pub(crate) const GRID_SCRIPT: &str = concat!(include_str!("grid_browser.js"), include_str!("grid_keys.js"));

/// The part of it that says where a key leads: `placeAfter(key, place, side)`.
pub const GRID_KEYS_SCRIPT: &str = include_str!("grid_keys.js");

/// What is shown before a hand is chosen.
const INVITATION: &str = "Point at a hand, tap it or move to it with the arrow keys to read its numbers.";

/// One of several to choose from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What it is called.
    pub label: String,
    /// What it is called in the page's address; empty for what need not be said there.
    pub word: String,
}

impl Choice {
    /// A choice that is called the same in the address, but for spaces.
    pub fn of(label: &str) -> Self {
        Self { label: label.to_owned(), word: label.replace(' ', "-") }
    }
}

/// Several grids, one at a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GridBrowser {
    /// Names it in the page's address: `#id=word,word`. Letters, digits and `-`.
    pub id: String,
    /// What it shows, for readers who cannot see it.
    pub name: String,
    /// What is chosen, one after the other, such as strategy and seat.
    pub groups: Vec<&'static str>,
    /// Each grid with its choice in each group; all of one deck.
    pub grids: Vec<(Vec<Choice>, HandGrid)>,
}

impl GridBrowser {
    /// The first grid as HTML, with the cells of all in an element that no browser runs; `None` without any.
    pub(crate) fn to_html(&self) -> Option<String> {
        let (choices, grid) = self.grids.first()?;
        let kind =
            if grid.cells.iter().any(|cell| matches!(cell.fill, Fill::Mixture(_))) { "strategies" } else { "clusters" };
        let labels: Vec<&str> = choices.iter().map(|choice| choice.label.as_str()).collect();
        let (id, name, shown) = (escape(&self.id), escape(&self.name), escape(&labels.join(", ")));
        let mut html = format!(r#"<div class="hands {kind}" id="{id}"><div class="chooser"></div>"#);
        let _ = write!(html, r#"<p class="shown">{shown}</p><table aria-label="{name}"><tbody>"#);
        let cells: Vec<String> = hands_on_paper(grid.deck)
            .zip(&grid.cells)
            .map(|(hand, cell)| {
                let class = if cell.is_dim { r#" class="unreached""# } else { "" };
                let (style, told, below) = (style(cell), escape(&cell.told), escape(&cell.below));
                format!(r#"<td{class} style="{style}" title="{hand}{told}"><b>{hand}</b><i>{below}</i></td>"#)
            })
            .collect();
        for row in cells.chunks(grid.deck.ranks()) {
            let _ = write!(html, "<tr>{}</tr>", row.concat());
        }
        html.push_str(r#"</tbody></table><p class="legend">"#);
        for (colour, text) in &grid.legend {
            let _ = write!(html, r#"<span><i style="background:{colour}"></i>{}</span>"#, escape(text));
        }
        let _ = write!(html, r#"</p><p class="reading">{}</p>"#, escape(&grid.note));
        let _ = write!(html, r#"<p class="told" aria-live="polite">{INVITATION}</p>"#);
        let _ = write!(html, r#"<script type="application/json">{}</script></div>"#, json_within_page(&self.data()));
        Some(html)
    }

    /// What the script shows: every distinct look of a cell once, and the grids by the numbers of their cells' looks.
    fn data(&self) -> Value {
        let mut looks: Vec<Value> = Vec::new();
        let mut numbers: HashMap<&Cell, usize> = HashMap::new();
        let mut options: Vec<Vec<&Choice>> = vec![Vec::new(); self.groups.len()];
        let mut grids = Vec::new();
        for (choices, grid) in &self.grids {
            let option = |(options, choice)| place_in(options, choice);
            let chosen: Vec<usize> = options.iter_mut().zip(choices).map(option).collect();
            let look = |cell| {
                *numbers.entry(cell).or_insert_with(|| {
                    looks.push(json!([style(cell), cell.below, cell.told, cell.is_dim]));
                    looks.len() - 1
                })
            };
            let cells: Vec<usize> = grid.cells.iter().map(look).collect();
            let legend: Vec<Value> =
                grid.legend.iter().map(|(colour, text)| json!([colour.to_string(), text])).collect();
            grids.push(json!({ "chosen": chosen, "cells": cells, "legend": legend, "note": grid.note }));
        }
        let group = |(name, options): (&&str, &Vec<&Choice>)| {
            let options: Vec<[&str; 2]> = options.iter().map(|it| [it.label.as_str(), it.word.as_str()]).collect();
            json!({ "name": name, "options": options })
        };
        let groups: Vec<Value> = self.groups.iter().zip(&options).map(group).collect();
        json!({ "groups": groups, "grids": grids, "looks": looks })
    }
}

/// The place of a choice among those known so far, of which it is one then.
fn place_in<'c>(known: &mut Vec<&'c Choice>, choice: &'c Choice) -> usize {
    known.iter().position(|it| *it == choice).unwrap_or_else(|| {
        known.push(choice);
        known.len() - 1
    })
}

/// A cell's colours, as a style attribute has them; the style sheet stacks the actions.
fn style(cell: &Cell) -> String {
    match cell.fill {
        Fill::Plain(colour) => format!("background:{colour};color:{}", text_on(colour)),
        Fill::Mixture([passive, middle, _]) => {
            // Whole percentages: what is finer cannot be seen, and cells that look alike are written once.
            format!("--a:{}%;--b:{}%", (passive + 5) / 10, (passive + middle + 5) / 10)
        }
    }
}

/// JSON in which nothing can end the element around it; legal in XML, too.
fn json_within_page(data: &Value) -> String {
    data.to_string()
        .replace('&', "\\u0026")
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('\u{7f}', "\\u007f")
        .replace('\u{fffe}', "\\ufffe")
        .replace('\u{ffff}', "\\uffff")
}
