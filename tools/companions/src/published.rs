//! The published numbers: one file per paper in `tests/published`, read by commands and tests alike and kept nowhere
//! else.
//!
//! ```toml
//! paper = "Authors"
//!
//! [tables.7]                              # the table's number in the paper
//! title = "pre-flop accuracy, %"
//! columns = ["40", "45"]
//! rows = [{ name = "accuracy", values = [56.6, 58.9] }]     # nan: not printed
//!
//! [claims.S4]
//! statement = "…"
//! expected = "…"
//! limit = 0.8                             # optional
//! ours = true                             # optional: the paper does not make this claim
//! note = "…"                              # optional: what a reader of the verdict should know
//!
//! [constants]                             # anything else, in any shape
//! ```

use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

use crate::claims::{Claim, Measured, Row, Table, Verdict};
use crate::error::{CompanionError, Result};

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    pub paper: String,
    tables: BTreeMap<String, PublishedTable>,
    claims: BTreeMap<String, PublishedClaim>,
    #[serde(default)]
    constants: toml::Table,
    #[serde(skip)]
    file: &'static str,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedTable {
    pub title: String,
    pub columns: Vec<String>,
    pub rows: Vec<PublishedRow>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedRow {
    pub name: String,
    /// One value per column; not a number where nothing was printed.
    pub values: Vec<f64>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedClaim {
    statement: String,
    expected: String,
    limit: Option<f64>,
    #[serde(default)]
    ours: bool,
    note: Option<String>,
}

impl Published {
    /// Reads one of the files; `text` is its text by `include_str!`.
    pub fn read(file: &'static str, text: &str) -> Result<Self> {
        let published: Self = toml::from_str(text)
            .map_err(|error| CompanionError::Published { file, problem: error.message().to_owned() })?;
        Ok(Self { file, ..published })
    }

    pub fn table(&self, id: &str) -> Result<&PublishedTable> {
        self.tables.get(id).ok_or_else(|| self.missing(&format!("table {id}")))
    }

    /// A table beside ours: `measured` gives the cells of the row with this number.
    pub fn beside(&self, id: &str, measured: impl Fn(usize) -> Vec<Measured>) -> Result<Table> {
        let PublishedTable { title, columns, rows } = self.table(id)?;
        let row = |(number, PublishedRow { name, values }): (usize, &PublishedRow)| {
            let paper: Vec<Option<f64>> = values.iter().copied().map(Some).collect();
            Row::new(name, &paper, &measured(number))
        };
        Ok(Table::ours(id, title, columns, rows.iter().enumerate().map(row).collect()))
    }

    pub fn limit(&self, id: &str) -> Result<f64> {
        self.claims.get(id).and_then(|claim| claim.limit).ok_or_else(|| self.missing(&format!("limit of claim {id}")))
    }

    pub fn claim(&self, id: &str, value: Option<f64>, verdict: Verdict) -> Result<Claim> {
        let claim = self.claims.get(id).ok_or_else(|| self.missing(&format!("claim {id}")))?;
        let PublishedClaim { statement, expected, limit, ours, note } = claim.clone();
        let value = value.filter(|value| value.is_finite());
        let verdict = if ours { verdict.of_ours() } else { verdict };
        Ok(Claim { id: id.to_owned(), statement, expected, value, limit, verdict, ours, note })
    }

    pub(crate) fn claim_at_least(&self, id: &str, value: f64) -> Result<Claim> {
        self.claim(id, Some(value), Verdict::holds(value >= self.limit(id)?))
    }

    pub(crate) fn claim_above(&self, id: &str, value: f64) -> Result<Claim> {
        self.claim(id, Some(value), Verdict::holds(value > self.limit(id)?))
    }

    pub fn claim_at_most(&self, id: &str, value: f64) -> Result<Claim> {
        self.claim(id, Some(value), Verdict::holds(value <= self.limit(id)?))
    }

    pub fn constant<T: DeserializeOwned>(&self, name: &str) -> Result<T> {
        let value = self.constants.get(name).ok_or_else(|| self.missing(&format!("constant {name}")))?;
        value.clone().try_into().map_err(|error: toml::de::Error| {
            let problem = format!("constant {name}: {}", error.message());
            CompanionError::Published { file: self.file, problem }
        })
    }

    pub fn claim_ids(&self) -> impl Iterator<Item = &str> {
        self.claims.keys().map(String::as_str)
    }

    fn missing(&self, what: &str) -> CompanionError {
        CompanionError::Published { file: self.file, problem: format!("no {what}") }
    }
}
