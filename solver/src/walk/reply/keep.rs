//! The reply that keeps what every end is worth to every holding.

use super::Reply;
use crate::walk::ends::Utilities;
use crate::walk::real::{Real, Row};

/// `[end][place]`; ends that are not shown stay zero.
pub struct Keep<T>(pub Vec<Vec<Row<T>>>);

impl<T: Real> Keep<T> {
    /// Room for the ends of a round on a board with that many places.
    pub fn new(ends: usize, places: usize) -> Self {
        Self(vec![vec![Row::default(); places]; ends])
    }
}

impl<T: Real> Reply<T> for Keep<T> {
    #[inline(always)]
    fn take(&mut self, end: usize, utilities: &impl Utilities<T>) {
        for (place, value) in self.0[end].iter_mut().enumerate() {
            *value = utilities.at(place);
        }
    }
}
