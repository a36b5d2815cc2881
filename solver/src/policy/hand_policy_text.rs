//! The text of a small game's policy: one JSON object from information sets to probabilities, read entry by entry, so
//! that an information set that stands there twice is seen.

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::fmt::{
    Write, {self},
};
use tables::text::visible;

use crate::game::Action;

/// The probabilities of one information set as they are written.
pub(super) enum GivenRow {
    /// In the order of the legal actions.
    List(Vec<f64>),
    /// By letter.
    Letters(Vec<(String, f64)>),
}

impl GivenRow {
    /// One number for each legal action.
    pub fn in_order(&self, actions: &[Action]) -> Result<Vec<f64>, String> {
        let letters: Vec<String> = actions.iter().map(Action::to_string).collect();
        let expected = || format!("expected a probability for each of {}", letters.join(", "));
        match self {
            Self::List(numbers) if numbers.len() == actions.len() => Ok(numbers.clone()),
            Self::List(numbers) => Err(format!("{}, found {} numbers", expected(), numbers.len())),
            Self::Letters(entries) => {
                let of_letter = |letter: &String| {
                    let found: Vec<f64> = entries.iter().filter(|(it, _)| it == letter).map(|it| it.1).collect();
                    if let [only] = found[..] { Some(only) } else { None }
                };
                let numbers: Option<Vec<f64>> = letters.iter().map(of_letter).collect();
                numbers.filter(|numbers| numbers.len() == entries.len()).ok_or_else(|| {
                    let found: Vec<_> = entries.iter().map(|(letter, _)| visible(letter)).collect();
                    format!("{}, found {}", expected(), if found.is_empty() { "none".into() } else { found.join(", ") })
                })
            }
        }
    }
}

/// Reads all entries; `give` takes each, and says what is wrong with it.
pub(super) fn read_entries(text: &str, give: impl FnMut(&str, GivenRow) -> Result<(), String>) -> Result<(), String> {
    let mut reader = serde_json::Deserializer::from_str(text);
    Entries(give).deserialize(&mut reader).and_then(|()| reader.end()).map_err(|error| error.to_string())
}

/// The text of a policy, one information set a line.
pub fn policy_text<'r>(rows: impl Iterator<Item = (String, &'r [f64])>) -> String {
    let mut text = String::from("{");
    for (number, (name, row)) in rows.enumerate() {
        let numbers: Vec<String> = row.iter().map(f64::to_string).collect();
        let comma = if number == 0 { "" } else { "," };
        let _ = write!(text, "{comma}\n\"{name}\": [{}]", numbers.join(", "));
    }
    text + "\n}\n"
}

struct Entries<G>(G);

impl<'de, G: FnMut(&str, GivenRow) -> Result<(), String>> DeserializeSeed<'de> for Entries<G> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, G: FnMut(&str, GivenRow) -> Result<(), String>> Visitor<'de> for Entries<G> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a policy, {information set: [a probability for each legal action]}")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut entries: A) -> Result<(), A::Error> {
        while let Some(name) = entries.next_key::<String>()? {
            let row = entries.next_value::<GivenRow>()?;
            (self.0)(&name, row).map_err(|problem| A::Error::custom(format!("'{}': {problem}", visible(&name))))?;
        }
        Ok(())
    }
}

impl<'de> serde::Deserialize<'de> for GivenRow {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Rows)
    }
}

struct Rows;

impl<'de> Visitor<'de> for Rows {
    type Value = GivenRow;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("probabilities, such as [0.5, 0.5]")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<GivenRow, A::Error> {
        let mut row = Vec::new();
        while let Some(number) = numbers.next_element()? {
            row.push(number);
        }
        Ok(GivenRow::List(row))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut letters: A) -> Result<GivenRow, A::Error> {
        let mut row = Vec::new();
        while let Some(entry) = letters.next_entry()? {
            row.push(entry);
        }
        Ok(GivenRow::Letters(row))
    }
}
