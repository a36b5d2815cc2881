//! All flops or a few drawn ones: which are played, and what their values come to.

use super::flop_response::FlopValues;
use super::flop_sample::DrawnFlops;
use super::losses::SeatLosses;
use super::opening_round::OpeningRound;
use super::sampled_seats::SampledSeats;
use super::suit_orbits::BoardOrbit;

/// The flops of a measurement.
#[derive(Clone, Debug)]
pub struct PlayedFlops {
    all: Vec<BoardOrbit>,
    /// `None` where all are played, and results are exact.
    drawn: Option<DrawnFlops>,
}

/// What responders in both seats win, in chips a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Responses {
    /// By position; of drawn flops the middle of both bounds.
    pub by_seat: [f64; 2],
    /// By position and starting hand; of drawn flops the middle of both bounds.
    pub by_starting_hand: [Vec<f64>; 2],
    /// The bounds and their errors; `None` where all flops were played.
    pub sampled: Option<SampledSeats>,
}

impl PlayedFlops {
    /// All of a game's [flops](BoardOrbit::flops).
    pub fn all(flops: Vec<BoardOrbit>) -> Self {
        Self { all: flops, drawn: None }
    }

    /// So many of them, at least two, drawn with replacement.
    pub fn drawn(flops: Vec<BoardOrbit>, count: usize, seed: u64) -> Self {
        let drawn = DrawnFlops::new(&flops, count.max(2), seed);
        Self { all: flops, drawn: Some(drawn) }
    }

    /// Those to be played, each once.
    pub fn distinct(&self) -> Vec<&BoardOrbit> {
        self.drawn.as_ref().map_or_else(|| self.all.iter().collect(), |drawn| drawn.played(&self.all))
    }

    /// How many there are, each as often as it was drawn.
    pub fn count(&self) -> usize {
        self.drawn.as_ref().map_or(self.all.len(), DrawnFlops::count)
    }

    /// What responders in both positions win, from their values on [`Self::distinct`].
    pub fn responses(&self, openings: [&OpeningRound; 2], values: &[[FlopValues; 2]]) -> Responses {
        if let Some(drawn) = &self.drawn {
            let found = SampledSeats::new(openings, &drawn.in_order_drawn(values).collect::<Vec<_>>());
            let middle = |low: f64, high: f64| (low + high) / 2.0;
            let of_seats = found.seats.each_ref();
            return Responses {
                by_seat: of_seats.map(|seat| middle(seat.low.value, seat.high.value)),
                by_starting_hand: of_seats.map(|seat| {
                    let both = seat.low.by_starting_hand.iter().zip(&seat.high.by_starting_hand);
                    both.map(|(&low, &high)| middle(low, high)).collect()
                }),
                sampled: Some(found),
            };
        }
        let seats = [0, 1].map(|position| openings[position].exact_response(self.of_seat(values, position)));
        let by_seat = seats.each_ref().map(|seat| seat.value);
        Responses { by_seat, by_starting_hand: seats.map(|seat| seat.by_starting_hand), sampled: None }
    }

    /// Where the policy loses, by position: from the values of responders and of the policy itself on [`Self::distinct`].
    pub fn losses(
        &self,
        openings: [&OpeningRound; 2],
        best: &[[FlopValues; 2]],
        own: &[[FlopValues; 2]],
    ) -> [SeatLosses; 2] {
        [0, 1].map(|position| match &self.drawn {
            Some(drawn) => SeatLosses::sampled(openings[position], position, drawn, [best, own]),
            None => SeatLosses::exact(
                &openings[position].exact_response(self.of_seat(best, position)),
                &openings[position].exact_own_play(self.of_seat(own, position)),
            ),
        })
    }

    fn of_seat<'v>(
        &'v self,
        values: &'v [[FlopValues; 2]],
        position: usize,
    ) -> impl Iterator<Item = (&'v BoardOrbit, &'v FlopValues)> {
        self.all.iter().zip(values.iter().map(move |seats| &seats[position]))
    }
}

impl Responses {
    /// From below and from above, averaged over the seats; the same where all flops were played.
    pub fn bounds(&self) -> [f64; 2] {
        self.sampled.as_ref().map_or([(self.by_seat[0] + self.by_seat[1]) / 2.0; 2], |sampled| sampled.bounds)
    }

    /// The exploitability: the middle of both bounds.
    pub fn middle(&self) -> f64 {
        let [low, high] = self.bounds();
        (low + high) / 2.0
    }

    /// The standard errors of the bounds; 0 where all flops were played.
    pub fn bounds_errors(&self) -> [f64; 2] {
        self.sampled.as_ref().map_or([0.0; 2], |sampled| sampled.bounds_errors)
    }

    /// The standard error of the middle; 0 where all flops were played.
    pub fn middle_error(&self) -> f64 {
        self.sampled.as_ref().map_or(0.0, |sampled| sampled.middle_error)
    }

    /// How much more these win than those to another policy on the same flops, and the standard error of that.
    ///
    /// # Panics
    /// If the others were measured on another number of drawn flops.
    pub fn more_than(&self, others: &Self) -> (f64, f64) {
        let error = match (&self.sampled, &others.sampled) {
            (Some(this), Some(others)) => this.difference_error(others),
            _ => 0.0,
        };
        (self.middle() - others.middle(), error)
    }
}
