//! Which of a study's trainings go on where a shorter one ended.
//!
//! A batch of boards or deals never depends on when training is to end, so a longer training passes exactly through
//! what a shorter one of the same kind leaves: its regrets are taken over, and nothing is trained twice.

use solver::train::{Budget, UpdateRule};
use std::collections::BTreeSet;

use crate::error::StudyError;
use crate::file::training::Training;

/// Stands for the settings that have no iterations of their own: no setting has this name.
const OTHERS: &str = "";

impl Training {
    /// Whether it passes through what another training leaves, for every setting, and then has more to train for some.
    fn passes(&self, other: &Self) -> Result<bool, StudyError> {
        let own = self.iterations_of.keys().chain(other.iterations_of.keys()).map(String::as_str);
        let mut trains_more = false;
        for setting in own.chain([OTHERS]) {
            let budgets = (self.of_setting(setting).budget()?, other.of_setting(setting).budget()?);
            let (Budget::Iterations(own), Budget::Iterations(others)) = budgets else { return Ok(false) };
            // The last batch is always played to its end.
            let more = others.saturating_add(self.sampler()?.most_of_a_batch()) <= own;
            if !more && own != others {
                return Ok(false);
            }
            trains_more |= more;
        }
        // The schedule of hs-dcfr divides the iterations that were asked for.
        Ok(trains_more && self.rule()? != UpdateRule::ScheduledDiscounted
            && (self.sampler()?, self.rule()?, self.opponent()?) == (other.sampler()?, other.rule()?, other.opponent()?)
            // What is measured on the way must be measured from the start.
            && self.watch()? == other.watch()?)
    }
}

/// For each training the longest of those that it passes through, if any; at most one training goes on from each.
pub(crate) fn goes_on_from(trainings: &[Training]) -> Result<Vec<Option<usize>>, StudyError> {
    let settings: BTreeSet<&str> =
        trainings.iter().flat_map(|it| it.iterations_of.keys().map(String::as_str)).chain([OTHERS]).collect();
    // A training that passes through another one has at least as many iterations of each setting, and more of some.
    let length = |training: &Training| -> u64 {
        let of_setting = |setting: &&str| training.of_setting(setting).iterations.unwrap_or(0);
        settings.iter().map(of_setting).fold(0, u64::saturating_add)
    };
    let mut shortest_first: Vec<usize> = (0..trainings.len()).collect();
    shortest_first.sort_by_key(|&number| length(&trainings[number]));
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
