//! A part of a study: some of its settings, some of its trainings.
//!
//! The order of the whole study is found first, then all that nobody asked for is left out. So names, shared files and
//! trainings that go on from shorter ones are those of the whole.

use serde::Deserialize;
use toml::{Table, Value};

use super::order::StageOrder;
use super::settings::each_once;
use super::training::Training;
use crate::error::{StudyError, refuse};

/// Which settings and trainings of a study are made; an empty list stands for all.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Selection {
    /// Names of settings.
    pub settings: Vec<String>,
    /// Names of trainings.
    pub trainings: Vec<String>,
}

impl Selection {
    /// Whether it leaves nothing out.
    pub fn is_all(&self) -> bool {
        self.settings.is_empty() && self.trainings.is_empty()
    }

    /// Whether it has a setting.
    pub(crate) fn has_setting(&self, name: &str) -> bool {
        self.settings.is_empty() || self.settings.iter().any(|it| it == name)
    }

    /// Whether it has a training.
    fn has_training(&self, training: &Training) -> bool {
        self.trainings.is_empty() || training.name.as_ref().is_some_and(|name| self.trainings.contains(name))
    }

    /// As an `[only]` table of a study file.
    pub(super) fn to_toml(&self) -> Table {
        let lists = [("settings", &self.settings), ("trainings", &self.trainings)];
        let given = lists.into_iter().filter(|(_, names)| !names.is_empty());
        let lists = given.map(|(key, names)| (key.to_owned(), Value::from(names.clone()))).collect();
        Table::from_iter([("only".to_owned(), Value::Table(lists))])
    }

    /// The order of a whole study, which has these trainings, without all that is not selected. Its stages are yet to
    /// be listed.
    pub(super) fn part_of(&self, whole: StageOrder, trainings: &[Training]) -> Result<StageOrder, StudyError> {
        if self.is_all() {
            return Ok(whole);
        }
        check("only.settings", &self.settings, &whole.settings)?;
        let names: Vec<String> = trainings.iter().filter_map(|training| training.name.clone()).collect();
        check("only.trainings", &self.trainings, &names)?;
        let plans = |plan: &usize| self.has_training(&trainings[*plan]);
        let settings = kept(&whole.settings, |name| self.has_setting(name));
        let variants = kept(&whole.variants, |variant| settings.contains(&variant.setting));
        let players = kept(&whole.players, |it| plans(&it.plan) && variants.contains(&it.variant));
        let exact_plans: Vec<usize> = whole.exact_plans.iter().copied().filter(plans).collect();
        let opponents_files = if exact_plans.is_empty() { Vec::new() } else { whole.opponents_files.clone() };
        let of_variants: Vec<usize> =
            variants.iter().flat_map(|&it| whole.variants[it].bucket_files).flatten().collect();
        let files: Vec<usize> = (0..whole.bucket_files.len())
            .filter(|it| of_variants.contains(it) || opponents_files.contains(it))
            .collect();
        let clusters: Vec<usize> = (0..whole.clusters.len())
            .filter(|it| files.iter().any(|&file| whole.bucket_files[file].clusters == Some(*it)))
            .collect();
        // The nearest shorter training that is made, too.
        let shorter =
            |plan: usize| std::iter::successors(whole.goes_on_from[plan], |&plan| whole.goes_on_from[plan]).find(plans);
        let mut part = StageOrder {
            clusters: picked(&whole.clusters, &clusters),
            bucket_files: picked(&whole.bucket_files, &files),
            opponents_files: places(&opponents_files, &files),
            plans: whole.plans.iter().copied().filter(plans).collect(),
            goes_on_from: (0..trainings.len()).map(|plan| shorter(plan).filter(|_| plans(&plan))).collect(),
            exact_plans,
            settings: picked(&whole.settings, &settings),
            variants: picked(&whole.variants, &variants),
            players: picked(&whole.players, &players),
            stages: Vec::new(),
        };
        for file in &mut part.bucket_files {
            file.clusters = file.clusters.and_then(|it| place(it, &clusters));
        }
        for variant in &mut part.variants {
            variant.setting = places(&[variant.setting], &settings)[0];
            variant.bucket_files = variant.bucket_files.map(|file| place(file?, &files));
        }
        for player in &mut part.players {
            player.variant = places(&[player.variant], &variants)[0];
        }
        Ok(part)
    }
}

/// Refuses names that do not exist or are there twice.
fn check(what: &'static str, chosen: &[String], known: &[String]) -> Result<(), StudyError> {
    if let Some(unknown) = chosen.iter().find(|name| !known.contains(name)) {
        let expected = match known {
            [] => "none, as none has a name in this study".to_owned(),
            known => format!("some of {}", known.join(", ")),
        };
        return refuse(what, expected, format!("'{unknown}'"));
    }
    each_once(what, chosen.iter().map(String::as_str))
}

/// The places of what is kept of a list.
fn kept<T>(list: &[T], is_kept: impl Fn(&T) -> bool) -> Vec<usize> {
    (0..list.len()).filter(|&place| is_kept(&list[place])).collect()
}

/// What stands at some places of a list.
fn picked<T: Clone>(list: &[T], places: &[usize]) -> Vec<T> {
    places.iter().map(|&place| list[place].clone()).collect()
}

/// Where an old place is among those that are kept.
fn place(old: usize, kept: &[usize]) -> Option<usize> {
    kept.iter().position(|&place| place == old)
}

/// Where old places, all of them kept, are now.
fn places(old: &[usize], kept: &[usize]) -> Vec<usize> {
    old.iter().filter_map(|&it| place(it, kept)).collect()
}
