//! Whether a study can be run at all: names, ranges, and settings that belong together.

use matches::method::Method;
use solver::train::Sampler;

use crate::error::{StudyError, refuse};
use crate::file::order::StageOrder;
use crate::file::study::{Stability, Study};
use crate::file::training_list::check_trainings;

/// Strategies of the largest study: their league alone would take weeks.
const MOST_STRATEGIES: u64 = 2_000;

impl Study {
    /// Checks every setting of the whole study; the order of what is selected is found on the way.
    pub(super) fn checked_order(&self) -> Result<StageOrder, StudyError> {
        let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
        if self.name.is_empty() || !self.name.chars().all(plain) {
            return refuse("name", "letters, digits, - and _", format!("'{}'", self.name));
        }
        let clusters = &self.opponents.clusters;
        if (1..clusters.len()).any(|place| clusters[..place].contains(&clusters[place])) {
            return refuse("opponents.clusters", "each number once", format!("{clusters:?}"));
        }
        if self.opponents.restarts == 0 {
            return refuse("opponents.restarts", "at least 1", 0);
        }
        if let Some(Stability { seeds }) = self.stability {
            // Several clusterings are compared with each other: there are no more than those.
            let others = if self.repeats.clusterings > 1 { self.repeats.clusterings - 1 } else { 100 };
            if !(1..=others).contains(&seeds) {
                return refuse("stability.seeds", format!("1 to {others}"), seeds);
            }
        }
        self.check_size()?;
        let order = StageOrder::of(self)?;
        for bucket_file in &order.bucket_files {
            // Files of clusters are counted when they are read.
            self.recipe(bucket_file, 1)?;
        }
        check_trainings(&self.training, &order.settings)?;
        self.check_remembered_flops(&order)?;
        if let Some(variant) = order.variants.iter().find(|it| it.bucket_files.contains(&None))
            && !self.training.is_empty()
        {
            let expected = "buckets of flop, turn and river for every variant";
            return refuse("training", expected, format!("a street missing in {}", variant.name));
        }
        if self.training.is_empty() && (self.league.is_some() || self.exploitability.is_some()) {
            let what = if self.league.is_some() { "league" } else { "exploitability" };
            return refuse(what, "a [training] before it", "none");
        }
        if let Some(exploitability) = &self.exploitability {
            exploitability.check(self.repeats)?;
        }
        if let Some(league) = &self.league {
            league.check(self.repeats)?;
        }
        if let Some(published) = &self.published {
            published.check(&order.settings, self.league.is_some())?;
        }
        order.of_selected(self)
    }

    /// Checks that everything that asks for buckets that depend on the flop knows the flop.
    fn check_remembered_flops(&self, order: &StageOrder) -> Result<(), StudyError> {
        // An exact opponent's buckets may be of any kind: it only ever plays on boards.
        let used = order.variants.iter().flat_map(|it| it.bucket_files).flatten();
        if used.map(|file| &order.bucket_files[file].street).all(|street| street.public_clusters.is_none()) {
            return Ok(());
        }
        if self.stability.is_some() {
            return refuse("stability", "buckets of hands, not such as remember the flop", "public_clusters");
        }
        for training in &self.training {
            if training.sampler()? != Sampler::Public {
                return refuse("training.sampler", "public, where buckets remember the flop", &training.sampler);
            }
        }
        match &self.league {
            Some(league) if !matches!(league.method()?, Method::Boards { .. }) => {
                refuse("league.method", "boards, where buckets remember the flop", &league.method)
            }
            _ => Ok(()),
        }
    }

    /// Whether the study can be planned at all.
    fn check_size(&self) -> Result<(), StudyError> {
        self.repeats.check()?;
        let settings = self.opponents.clusters.len() + self.opponents.files.len() + self.variants.len();
        let repeats = u64::from(self.repeats.clusterings) * u64::from(self.repeats.trainings);
        let strategies = settings.max(1) as u64 * repeats * self.training.len().max(1) as u64;
        if strategies <= MOST_STRATEGIES {
            return Ok(());
        }
        let expected = format!("at most {MOST_STRATEGIES} strategies in all (settings, clusterings, trainings)");
        refuse("repeats", expected, strategies)
    }
}
