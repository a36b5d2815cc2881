//! What a reproduction hands back: published numbers beside ours, and a verdict for every claim.

use matches::statistics::score::Score;
use report::axis::Axis;
use report::chart::{Chart, Marks, NamedPoint, Series};
use serde::Serialize;
use serde_json::{Value, json};

use crate::named::named;
use crate::sums::share_error;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Reproduced,
    NotReproduced,
    /// It does not hold in the game that the paper describes; another reading gives the paper's numbers.
    Explained,
    /// The paper's own standard error is larger than the effect: nothing follows either way.
    Noise,
    /// No one could reach what the paper states.
    Impossible,
    /// The paper makes no such claim: it is ours, and does not hold.
    Fails,
}

named!(Verdict {
    Reproduced => "reproduced",
    NotReproduced => "not reproduced",
    Explained => "explained",
    Noise => "noise",
    Impossible => "impossible",
    Fails => "does not hold",
});

impl Verdict {
    pub fn holds(condition: bool) -> Self {
        if condition { Self::Reproduced } else { Self::NotReproduced }
    }

    /// What is said of a claim that is ours: no paper fails to be reproduced where it made none.
    pub(crate) fn of_ours(self) -> Self {
        if self == Self::NotReproduced { Self::Fails } else { self }
    }
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Claim {
    /// Unique among its paper's claims, such as `S4`; among all, [`Reproduction::full_id`] is.
    pub id: String,
    pub statement: String,
    /// When it counts as reproduced, in words.
    pub expected: String,
    /// The one number that it hangs on, where there is one.
    pub value: Option<f64>,
    pub limit: Option<f64>,
    pub verdict: Verdict,
    /// Whether it is ours, and no sentence of the paper.
    pub ours: bool,
    /// What a reader of the verdict should know, in a sentence.
    pub note: Option<String>,
}

impl Claim {
    /// A claim of ours, which stands in no published file.
    pub(crate) fn ours(
        id: &str,
        statement: &str,
        expected: &str,
        value: Option<f64>,
        limit: f64,
        verdict: Verdict,
    ) -> Self {
        let [id, statement, expected] = [id, statement, expected].map(str::to_owned);
        let (verdict, limit) = (verdict.of_ours(), Some(limit));
        Self { id, statement, expected, value, limit, verdict, ours: true, note: None }
    }
}

/// One row of a table; all lists are as long as the table has columns, `None` where there is no number.
#[derive(Clone, PartialEq, Default, Debug, Serialize)]
pub struct Row {
    pub name: String,
    pub paper: Vec<Option<f64>>,
    pub ours: Vec<Option<f64>>,
    /// The standard error of ours.
    pub se: Vec<Option<f64>>,
    /// The standard error of the published number, from the paper's number of observations.
    pub paper_se: Vec<Option<f64>>,
    /// Our number less the paper's in standard errors of that difference.
    pub z: Vec<Option<f64>>,
}

/// A number measured here with its standard error (`None` where it is exact or not known), and the standard error that
/// the paper's number must have had.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Measured {
    pub ours: Option<f64>,
    pub se: Option<f64>,
    pub paper_se: Option<f64>,
}

/// A smaller standard error, as a share of its number, is rounding.
const LEAST_ERROR: f64 = 1e-6;

impl Measured {
    pub fn exact(ours: f64) -> Self {
        Self { ours: Some(ours), ..Self::default() }
    }

    pub fn new(ours: f64, se: f64) -> Self {
        Self { ours: Some(ours), se: Some(se), paper_se: None }
    }

    pub(crate) fn of(score: &Score) -> Self {
        Self::new(score.mean, score.standard_error)
    }

    /// A share of `of` observations, in %; nothing where there are none.
    pub(crate) fn percent(share: f64, of: f64) -> Self {
        Self::new(100.0 * share, 100.0 * share_error(share, of))
    }

    #[must_use]
    pub fn with_paper_se(self, paper_se: f64) -> Self {
        Self { paper_se: Some(paper_se), ..self }
    }
}

impl Row {
    /// A row of published numbers (fewer than measured ones if some were not printed at its end) and measured ones.
    pub fn new(name: impl Into<String>, paper: &[Option<f64>], measured: &[Measured]) -> Self {
        let finite = |value: Option<f64>| value.filter(|value| value.is_finite());
        let mut row = Self { name: name.into(), ..Self::default() };
        for column in 0..paper.len().max(measured.len()) {
            let Measured { ours, se, paper_se } = measured.get(column).copied().unwrap_or_default();
            let [paper, ours, se, paper_se] = [paper.get(column).copied().flatten(), ours, se, paper_se].map(finite);
            // Where all draws were alike, what the sum of squares leaves is rounding and no error.
            let least = LEAST_ERROR * ours.unwrap_or(0.0).abs();
            let se = se.map(|se| if se < least { 0.0 } else { se });
            let spread = se.unwrap_or(0.0).hypot(paper_se.unwrap_or(0.0));
            row.z.push(finite(ours.zip(paper).map(|(ours, paper)| (ours - paper) / spread)));
            row.paper.push(paper);
            row.ours.push(ours);
            row.se.push(se);
            row.paper_se.push(paper_se);
        }
        row
    }

    pub(crate) fn ours(name: impl Into<String>, measured: &[Measured]) -> Self {
        Self::new(name, &[], measured)
    }

    /// The largest distance between the paper's numbers and ours; `None` where no cell has both.
    pub fn largest_difference(&self) -> Option<f64> {
        let cells = self.paper.iter().zip(&self.ours);
        cells.filter_map(|(paper, ours)| Some(((*ours)? - (*paper)?).abs())).reduce(f64::max)
    }
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Table {
    /// Its number in the paper, such as `7`, or a name for one that only we have.
    pub id: String,
    pub title: String,
    pub columns: Vec<String>,
    pub rows: Vec<Row>,
}

impl Table {
    pub(crate) fn ours(id: &str, title: impl Into<String>, columns: &[impl ToString], rows: Vec<Row>) -> Self {
        let columns = columns.iter().map(ToString::to_string).collect();
        Self { id: id.to_owned(), title: title.into(), columns, rows }
    }
}

#[derive(Clone, PartialEq, Default, Debug)]
pub struct Reproduction {
    pub companion: &'static str,
    pub paper: String,
    pub seed: u64,
    /// How long it took, as the caller measures it.
    pub seconds: f64,
    pub settings: Value,
    pub tables: Vec<Table>,
    pub claims: Vec<Claim>,
    /// Everything else, under the keys that scripts rely on.
    pub results: Value,
    pub pictures: Vec<Chart>,
}

impl Reproduction {
    /// One that has found nothing yet.
    pub(crate) fn of(companion: &'static str, paper: &str, seed: u64, settings: &impl Serialize) -> Self {
        Self { companion, paper: paper.to_owned(), seed, settings: json!(settings), ..Self::default() }
    }

    pub fn to_json(&self) -> Value {
        json!({
            "companion": self.companion,
            "paper": self.paper,
            "seed": self.seed,
            "seconds": self.seconds,
            "settings": self.settings,
            "tables": self.with_full_ids(&self.tables),
            "claims": self.with_full_ids(&self.claims),
            "claims_reproduced": self.claims_reproduced(),
            "claims_of_ours": self.claims_of_ours().count(),
            "claims_total": self.claims.len(),
            "results": self.results,
            "pictures": self.pictures.iter().map(chart_json).collect::<Vec<_>>(),
        })
    }

    /// An identifier that no other companion's table or claim has: two papers have a table 1, two a claim P1.
    pub fn full_id(&self, id: &str) -> String {
        format!("{} {id}", self.companion)
    }

    fn with_full_ids(&self, items: &[impl Serialize]) -> Value {
        let with_full_id = |item| {
            let mut item = json!(item);
            item["full_id"] = json!(item["id"].as_str().map(|id| self.full_id(id)));
            item
        };
        items.iter().map(with_full_id).collect()
    }

    /// Those that hold, ours among them.
    pub fn claims_reproduced(&self) -> usize {
        self.claims.iter().filter(|claim| claim.verdict == Verdict::Reproduced).count()
    }

    pub fn claims_of_ours(&self) -> impl Iterator<Item = &Claim> {
        self.claims.iter().filter(|claim| claim.ours)
    }
}

pub(crate) fn chart(title: &str, description: &str, axes: [&str; 2], marks: Marks) -> Chart {
    let ([x, y], [title, description]) = (axes.map(Axis::linear), [title, description].map(str::to_owned));
    Chart { title, description, x, y, marks }
}

fn chart_json(Chart { title, description, x, y, marks }: &Chart) -> Value {
    let mut json = json!({ "title": title, "description": description, "x": x.text, "y": y.text });
    match marks {
        Marks::Lines(series) | Marks::Values(series) => {
            let series = series.iter().map(|Series { name, points }| {
                let points = points.iter().map(|it| json!({ "x": it.x, "y": it.y, "half_width": it.half_width }));
                json!({ "name": name, "points": points.collect::<Vec<_>>() })
            });
            json["kind"] = json!("curve");
            json["series"] = series.collect();
        }
        Marks::Points { groups, points } => {
            let point = |it: &NamedPoint| json!({ "name": it.name, "x": it.x, "y": it.y, "group": it.group });
            json["kind"] = json!("map");
            json["groups"] = json!(groups);
            json["points"] = points.iter().map(point).collect();
        }
        Marks::Bars { values, .. } => {
            json["kind"] = json!("bars");
            json["values"] = json!(values);
        }
    }
    json
}
