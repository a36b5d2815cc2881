//! The colours of the report and of the page, so that pictures made in Python have them, too.

use pyo3::prelude::*;
use report::palette::{Colour, NO_VALUE, action, diverging, ordered, text_on};

/// Actions from the most passive one on: more than these repeat.
const ACTIONS: usize = 7;
/// Stops of a scale; between them colours are mixed.
const STOPS: usize = 21;

/// A colour, and the one of text that can be read on it.
type OnPaper = (String, String);

fn with_text(colour: Colour) -> OnPaper {
    (colour.to_string(), text_on(colour).to_string())
}

/// The colours of actions, of the scale from dark to light, of the scale around zero, and of no value.
#[pyfunction]
pub(crate) fn palette() -> (Vec<OnPaper>, Vec<OnPaper>, Vec<OnPaper>, OnPaper) {
    let share = |stop: usize| stop as f64 / (STOPS - 1) as f64;
    let scale = |colour: &dyn Fn(f64) -> Colour| (0..STOPS).map(|stop| with_text(colour(share(stop)))).collect();
    (
        (0..ACTIONS).map(|number| with_text(action(number))).collect(),
        scale(&ordered),
        scale(&|share| diverging(2.0 * share - 1.0)),
        with_text(NO_VALUE),
    )
}
