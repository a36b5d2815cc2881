//! A part of a study: some of its settings, some of its trainings.
//!
//! The order of the whole study is found first, then all that nobody asked for is left out. So names, shared files and
//! trainings that go on from shorter ones are those of the whole.

use evaluator::words::did_you_mean;
use serde::{Deserialize, Serialize};

use super::order::StageOrder;
use super::settings::each_once;
use super::study::Study;
use super::training::{Training, goes_on_from};
use crate::error::{StudyError, refuse};

/// Which settings and trainings of a study are made, by name; an empty list stands for all.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Selection {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trainings: Vec<String>,
}

impl Selection {
    pub fn is_all(&self) -> bool {
        self.settings.is_empty() && self.trainings.is_empty()
    }

    pub(crate) fn has_setting(&self, name: &str) -> bool {
        self.settings.is_empty() || self.settings.iter().any(|it| it == name)
    }

    fn has_training(&self, training: &Training) -> bool {
        self.trainings.is_empty() || training.name.as_ref().is_some_and(|name| self.trainings.contains(name))
    }
}

impl StageOrder {
    /// Leaves out all that the study does not select. Files that nothing is made with keep their places, but lose their
    /// stages.
    pub(super) fn select(mut self, study: &Study) -> Result<Self, StudyError> {
        let only = &study.only;
        if only.is_all() {
            return Ok(self);
        }
        check("only.settings", &only.settings, &self.settings)?;
        let names: Vec<String> = study.training.iter().filter_map(|training| training.name.clone()).collect();
        check("only.trainings", &only.trainings, &names)?;
        let whole = self.settings.clone();
        self.settings.retain(|name| only.has_setting(name));
        self.variants.retain(|variant| only.has_setting(&whole[variant.setting]));
        for variant in &mut self.variants {
            let is_its = |name: &String| *name == whole[variant.setting];
            variant.setting = self.settings.iter().position(is_its).expect("kept above");
        }
        self.plans.retain(|&plan| study.training.get(plan).is_none_or(|training| only.has_training(training)));
        self.exact_plans.retain(|plan| self.plans.contains(plan));
        if self.exact_plans.is_empty() {
            self.opponents_files.clear();
        }
        self.goes_on_from = goes_on_from(&study.training, &self.plans);
        self.list_players(study);
        self.list_stages(study);
        Ok(self)
    }
}

/// Refuses names that do not exist or are there twice.
fn check(what: &'static str, chosen: &[String], known: &[String]) -> Result<(), StudyError> {
    if let Some(unknown) = chosen.iter().find(|name| !known.contains(name)) {
        let expected = match known {
            [] => "none, as none has a name in this study".to_owned(),
            known => format!("some of {}", known.join(", ")),
        };
        let meant = did_you_mean(unknown, known.iter().map(String::as_str));
        return refuse(what, expected, format!("'{unknown}'{meant}"));
    }
    each_once(what, chosen.iter().map(String::as_str))
}
