//! Drawings and the page. One program, linked once: each file is a module.

mod browser;
mod checking;
mod clickable;
mod drawings;
mod drawn_categories;
mod numbers_and_colours;
mod page;
mod samples;
mod scatter;
