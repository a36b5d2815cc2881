//! What it looks like: plain values drawn as SVG and one self-contained HTML page.
//!
//! Every picture is a struct of plain values that this crate defines itself, with a `to_svg` that returns a whole SVG
//! document: the same values always give the same bytes. [`page::Page`] puts them on one page that fetches nothing and
//! reads on a desktop, a phone and paper, in light and dark.
//!
//! ```
//! use report::axis::Axis;
//! use report::chart::{Chart, Marks, Point, Series};
//! use report::page::Page;
//!
//! let points = vec![Point::new(10.0, 400.0), Point::new(1e3, 40.0)];
//! let curve = Chart {
//!     title: "Exploitability".into(),
//!     description: "It falls as training goes on.".into(),
//!     x: Axis::logarithmic("iterations"),
//!     y: Axis::logarithmic("mbb/g"),
//!     marks: Marks::Lines(vec![Series { name: "cfr+".into(), points }]),
//! };
//! let html = Page::new("A study")
//!     .lead("What came of it.")
//!     .section("Training", "How fast it went.")
//!     .figure(curve.to_svg(), "Best response in the real game")
//!     .to_html();
//! assert!(html.starts_with("<!DOCTYPE html>"));
//! ```
//!
//! Not here: what the numbers mean, where they come from, and files. Nothing panics on odd values: what cannot be shown
//! is a dash.

pub mod axis;
pub mod chart;
pub mod cross_table;
mod drawing;
pub mod grid_browser;
pub mod hand_grid;
pub mod number_format;
pub mod page;
pub mod page_parts;
pub mod palette;
mod plot_frame;
pub mod row_browser;
