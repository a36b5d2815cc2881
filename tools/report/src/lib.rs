//! What it looks like: plain values drawn as SVG and one self-contained HTML page.
//!
//! Every picture is a struct of plain values that this crate defines itself, with a `to_svg` that returns a whole SVG
//! document: the same values always give the same bytes. [`page::Page`] puts them on one page that fetches nothing and
//! reads on a desktop, a phone and paper, in light and dark.
//!
//! ```
//! use report::curve::{Curve, Point, Series};
//! use report::plot_frame::AxisTitle;
//! use report::page::Page;
//!
//! let curve = Curve {
//!     title: "Exploitability".into(),
//!     description: "It falls as training goes on.".into(),
//!     x: AxisTitle::logarithmic("iterations"),
//!     y: AxisTitle::logarithmic("mbb/g"),
//!     series: vec![Series { name: "cfr+".into(), points: vec![Point::new(10.0, 400.0), Point::new(1e3, 40.0)] }],
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

pub mod category_chart;
pub mod cross_table;
pub mod curve;
mod drawing;
pub mod hand_grid;
pub mod histogram;
pub mod number_format;
pub mod page;
pub mod page_parts;
pub mod palette;
pub mod plot_frame;
pub mod scatter;
pub mod stage_table;
pub mod starting_hand_grid;
pub mod strategy_browser;
