//! The settings that a study compares: one for each choice of opponents, and those with a table of their own.

use evaluator::round::Round;

use crate::error::{StudyError, refuse};
use crate::file::opponents::ClusterChoice;
use crate::file::repeats::clustering_seed;
use crate::file::street::Street;
use crate::file::study::Study;

/// The streets that have buckets.
pub(crate) const STREETS: [Round; 3] = [Round::Flop, Round::Turn, Round::River];

/// A setting with the opponents of one clustering, before its files are known.
pub(crate) struct Setting<'s> {
    /// What it is called.
    pub name: String,
    /// Its opponents, if a street asks for any.
    pub clusters: Option<ClusterChoice>,
    /// Flop, turn and river, and whether they are the setting's own.
    pub streets: [Option<(&'s Street, bool)>; 3],
}

/// All settings in order, with the opponents of a clustering counted from 1.
pub(crate) fn settings_of(study: &Study, clustering: u32) -> Result<Vec<Setting<'_>>, StudyError> {
    let seed = clustering_seed(study.seed, clustering);
    let base = STREETS.map(|round| study.street(round).map(|street| (street, false)));
    let choices = study.opponents.choices(seed, &study.folder)?;
    let mut settings: Vec<Setting<'_>> = choices
        .iter()
        .map(|choice| Setting { name: choice.variant_name(), clusters: Some(choice.clone()), streets: base })
        .collect();
    if choices.is_empty() && study.variants.is_empty() {
        settings.push(Setting { name: "base".to_owned(), clusters: None, streets: base });
    }
    for table in &study.variants {
        let own = STREETS.map(|round| table.street(round).map(|street| (street, true)));
        let streets = [0, 1, 2].map(|place: usize| own[place].or(base[place]));
        let given = table.opponents.as_ref().map(|name| study.opponents.choice(name, seed, &study.folder));
        let clusters = match given.transpose()? {
            Some(choice) => Some(choice),
            None => choices.first().filter(|_| choices.len() == 1 && uses_clusters(&streets)).cloned(),
        };
        settings.push(Setting { name: table.name.clone(), clusters, streets });
    }
    settings.iter().try_for_each(|setting| setting.check(study.repeats.clusterings))?;
    each_once("variant.name", settings.iter().map(|setting| setting.name.as_str()))?;
    Ok(settings)
}

impl Setting<'_> {
    fn check(&self, clusterings: u32) -> Result<(), StudyError> {
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        if !self.name.starts_with(|first: char| first.is_ascii_alphanumeric()) || !self.name.chars().all(plain) {
            return refuse("variant.name", "letters, digits, -, _ and .", format!("'{}'", self.name));
        }
        if self.streets.iter().all(Option::is_none) {
            let expected = "at least one of [flop], [turn] and [river], and [opponents] where a feature is ochs";
            return refuse("streets", expected, "none");
        }
        for (round, (street, _)) in STREETS.into_iter().zip(self.streets).filter_map(|(it, street)| Some((it, street?)))
        {
            // A misspelt feature should not be taken for one that needs no opponents.
            street.recipe(round, 1, 0)?;
            if let Some(seed) = street.seed.filter(|_| clusterings > 1 && street.is_drawn()) {
                let found = format!("{round}.seed = {seed} in the variant {}", self.name);
                return refuse("repeats.clusterings", "streets without a seed of their own, or 1", found);
            }
        }
        match (&self.clusters, uses_clusters(&self.streets)) {
            (None, true) => {
                let expected = "clusters or files for the feature ochs";
                refuse("opponents", expected, format!("none for the variant {}", self.name))
            }
            (Some(_), false) => {
                let expected = "a street with the feature ochs to use them";
                refuse("opponents", expected, format!("none in the variant {}", self.name))
            }
            _ => Ok(()),
        }
    }
}

fn uses_clusters(streets: &[Option<(&Street, bool)>; 3]) -> bool {
    streets.iter().flatten().any(|(street, _)| street.uses_clusters())
}

/// Refuses a name that is there twice.
pub(crate) fn each_once<'n>(what: &'static str, names: impl Iterator<Item = &'n str>) -> Result<(), StudyError> {
    let mut seen = std::collections::BTreeSet::new();
    for name in names {
        if !seen.insert(name) {
            return refuse(what, "each name once", name);
        }
    }
    Ok(())
}
