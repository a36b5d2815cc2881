//! The trainings of a study file: one `[training]` table, or several `[[training]]` tables with names.

use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;

use crate::error::{StudyError, refuse};
use crate::file::training::Training;

/// Reads one table or several.
pub(crate) fn one_or_several<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Training>, D::Error> {
    struct Tables;

    impl<'de> Visitor<'de> for Tables {
        type Value = Vec<Training>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a [training] table, or [[training]] tables with names")
        }

        fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<Self::Value, A::Error> {
            Training::deserialize(MapAccessDeserializer::new(table)).map(|training| vec![training])
        }

        fn visit_seq<A: SeqAccess<'de>>(self, tables: A) -> Result<Self::Value, A::Error> {
            Vec::deserialize(SeqAccessDeserializer::new(tables))
        }
    }

    // Not `deserialize_any` of an untagged enum: errors keep their lines and name the wrong key.
    deserializer.deserialize_any(Tables)
}

/// Whether all can be run, and have different names; `settings` are those of the study.
pub(crate) fn check_trainings(trainings: &[Training], settings: &[String]) -> Result<(), StudyError> {
    let what = "training.name";
    for (number, training) in trainings.iter().enumerate() {
        training.check()?;
        if let Some(unknown) = training.iterations_of.keys().find(|name| !settings.contains(name)) {
            return refuse("training.iterations_of", format!("settings: {}", settings.join(", ")), unknown);
        }
        match &training.name {
            None if trainings.len() > 1 => return refuse(what, "a name for each of several trainings", "none"),
            Some(name) if !is_plain(name) => {
                return refuse(what, "lower-case letters, digits and -", format!("'{name}'"));
            }
            Some(name) if trainings[..number].iter().any(|other| other.name.as_ref() == Some(name)) => {
                return refuse(what, "each name once", format!("'{name}'"));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Names become the endings of file names, and must not be mistaken there for another clustering's or training's.
fn is_plain(name: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    name.len() <= 20 && name.starts_with(|first: char| first.is_ascii_lowercase()) && name.chars().all(plain)
}
