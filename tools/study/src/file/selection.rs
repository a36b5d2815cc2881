//! A part of a study: some of its settings, some of its trainings.

use serde::{Deserialize, Serialize};

use crate::error::{StudyError, refuse};
use crate::file::study::Study;

/// Which settings and trainings of a study are made; an empty list stands for all.
///
/// Seeds depend neither on the settings nor on the trainings beside them, so what is made is the same to the byte as in
/// the whole study.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Selection {
    /// Names of settings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<String>,
    /// Names of trainings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trainings: Vec<String>,
}

/// A selection under its name in a study file.
#[derive(Serialize)]
struct Table<'a> {
    only: &'a Selection,
}

impl Selection {
    /// Whether it leaves nothing out.
    pub fn is_all(&self) -> bool {
        self.settings.is_empty() && self.trainings.is_empty()
    }

    /// Whether it has a setting.
    pub fn has_setting(&self, name: &str) -> bool {
        self.settings.is_empty() || self.settings.iter().any(|it| it == name)
    }

    /// Whether it has all that another one has.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        let covers = |own: &[String], others: &[String]| {
            own.is_empty() || (!others.is_empty() && others.iter().all(|name| own.contains(name)))
        };
        covers(&self.settings, &other.settings) && covers(&self.trainings, &other.trainings)
    }

    /// The `[only]` table of a study file.
    ///
    /// # Errors
    /// None: lists of names can always be written.
    pub(crate) fn to_toml(&self) -> Result<String, StudyError> {
        toml::to_string(&Table { only: self }).or_else(|error| refuse("only", "lists of names", error))
    }

    /// Leaves out of a study, whose order has been found, all but this selection: other trainings, and what is for them
    /// or for other settings alone. The other settings stay in its tables, which the remaining ones may refer to.
    ///
    /// # Errors
    /// Settings and trainings that the study does not have.
    pub(super) fn applied_to(self, study: &mut Study) -> Result<(), StudyError> {
        let settings = &study.order().settings;
        check("only.settings", &self.settings, settings)?;
        let trainings: Vec<String> = study.training.iter().filter_map(|it| it.name.clone()).collect();
        check("only.trainings", &self.trainings, &trainings)?;
        if !self.trainings.is_empty() {
            study.training.retain(|it| it.name.as_ref().is_some_and(|name| self.trainings.contains(name)));
        }
        for training in &mut study.training {
            training.iterations_of.retain(|setting, _| self.has_setting(setting));
        }
        let opponents: Vec<_> = study.training.iter().map(|it| it.opponent()).collect::<Result<_, _>>()?;
        study.exact_opponent.take_if(|_| !opponents.contains(&solver::train::Opponent::Exact));
        study.published.take_if(|table| !table.settings.iter().all(|setting| self.has_setting(setting)));
        study.only = Some(self);
        Ok(())
    }
}

fn check(what: &'static str, chosen: &[String], known: &[String]) -> Result<(), StudyError> {
    match chosen.iter().find(|name| !known.contains(name)) {
        Some(unknown) => refuse(what, format!("some of {}", known.join(", ")), format!("'{unknown}'")),
        None => Ok(()),
    }
}
