//! What a person has won so far, and how well that is known.

use solver::game::GameDefinition;

use crate::acpc::hand_record::HandRecord;
use crate::statistics::score::{ChipTally, Score};

/// The hands of a person so far.
#[derive(Clone, Default, Debug)]
pub struct RunningResult {
    chips: i64,
    tally: ChipTally,
    /// The person's chips without luck, hand by hand.
    corrected: Vec<f64>,
}

impl RunningResult {
    /// Takes in a hand in which the person sat in that position.
    pub fn add(&mut self, person: usize, record: &HandRecord) {
        let chips = record.chips[person];
        self.chips += chips;
        self.tally.add(chips as i32);
    }

    /// Takes in what the hand added last was worth without luck (see [`crate::luck`]): the chips of position 0.
    pub fn add_corrected(&mut self, person: usize, chips: f64) {
        self.corrected.push(if person == 0 { chips } else { -chips });
    }

    /// What was won in all.
    pub fn chips(&self) -> i64 {
        self.chips
    }

    /// The person's mbb/g; [`Score::ci95`] is half the 95 % interval, over hands.
    pub fn mbb_per_game(&self) -> Score {
        self.tally.score().scaled(mbb_per_chip())
    }

    /// The same without luck; none unless every hand was corrected.
    pub fn corrected_mbb_per_game(&self) -> Option<Score> {
        let score = Score::of(self.corrected.iter().copied());
        (score.observations == self.tally.score().observations).then(|| score.scaled(mbb_per_chip()))
    }
}

fn mbb_per_chip() -> f64 {
    1000.0 / GameDefinition::holdem_limit().big_blind().as_f64()
}
