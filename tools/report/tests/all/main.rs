//! Drawings and the page. One program, linked once: each file is a module.

mod browser;
mod charts;
mod checking;
mod drawings;
mod grids;
mod numbers_and_colours;
mod page;
mod rows;
mod samples;
