//! Which of a study's trainings go on where a shorter one ended.
//!
//! A batch of boards or deals never depends on when training is to end, so a longer training passes exactly through
//! what a shorter one of the same kind leaves: its regrets are taken over, and nothing is trained twice.

use solver::train::{Budget, UpdateRule};

use crate::error::StudyError;
use crate::file::training::Training;

impl Training {
    /// Whether it passes through what another one leaves, and has more to train then.
    fn passes(&self, other: &Self) -> Result<bool, StudyError> {
        let (Budget::Iterations(own), Budget::Iterations(others)) = (self.budget()?, other.budget()?) else {
            return Ok(false);
        };
        // The last batch is always played to its end.
        Ok(others.saturating_add(self.sampler()?.most_of_a_batch()) <= own
            // The schedule of hs-dcfr divides the iterations that were asked for.
            && self.rule()? != UpdateRule::ScheduledDiscounted
            && (self.sampler()?, self.rule()?, self.opponent()?) == (other.sampler()?, other.rule()?, other.opponent()?)
            // What is measured on the way must be measured from the start.
            && self.watch()? == other.watch()?)
    }
}

/// For each training the longest of those that it passes through, if any; each has one at most that goes on from it.
///
/// # Errors
/// Settings that do not exist.
pub(crate) fn goes_on_from(trainings: &[Training]) -> Result<Vec<Option<usize>>, StudyError> {
    let mut shortest_first: Vec<usize> = (0..trainings.len()).collect();
    shortest_first.sort_by_key(|&number| trainings[number].iterations);
    let mut found = vec![None; trainings.len()];
    for (place, &number) in shortest_first.iter().enumerate() {
        for &other in shortest_first[..place].iter().rev() {
            if !found.contains(&Some(other)) && trainings[number].passes(&trainings[other])? {
                found[number] = Some(other);
                break;
            }
        }
    }
    Ok(found)
}
