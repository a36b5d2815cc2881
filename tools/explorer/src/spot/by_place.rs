//! Ranges side by side, as the places of a board's showdown ask for them.

use evaluator::lanes::Lanes;
use evaluator::showdown::Weights;

pub(crate) struct ByPlace<'a, const LANES: usize> {
    /// The holdings, place by place.
    pub ids: &'a [u16],
    /// `[lane][holding number]`
    pub reach: [&'a [f64]; LANES],
}

impl<const LANES: usize> Weights<f64, LANES> for ByPlace<'_, LANES> {
    #[inline(always)]
    fn at(&self, place: usize) -> Lanes<f64, LANES> {
        let id = usize::from(self.ids[place]);
        Lanes(std::array::from_fn(|lane| self.reach[lane][id]))
    }
}
