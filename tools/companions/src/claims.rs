//! What a reproduction hands back: published numbers beside ours, and a verdict for every claim.

use matches::statistics::score::Score;
use report::chart::{Chart, Marks, NamedPoint, Point, Series};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::named::Named;
use crate::sums::share_error;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Reproduced,
    NotReproduced,
    /// The paper's own standard error is larger than the effect: nothing follows either way.
    Noise,
    /// No one could reach what the paper states.
    Impossible,
}

impl Verdict {
    pub fn holds(condition: bool) -> Self {
        if condition { Self::Reproduced } else { Self::NotReproduced }
    }
}

impl Named for Verdict {
    const NAMES: &'static [(Self, &'static str)] = &[
        (Self::Reproduced, "reproduced"),
        (Self::NotReproduced, "not reproduced"),
        (Self::Noise, "noise"),
        (Self::Impossible, "impossible"),
    ];
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// A statement that can fail, and what became of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Claim {
    /// The identifier in the specification, such as `S4`.
    pub id: String,
    pub statement: String,
    /// When it counts as reproduced, in words.
    pub expected: String,
    /// The one number that it hangs on, where there is one.
    pub value: Option<f64>,
    pub limit: Option<f64>,
    pub verdict: Verdict,
}

/// One row of a table; all lists are as long as the table has columns.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    pub name: String,
    /// As published; `None` where nothing was printed.
    pub paper: Vec<Option<f64>>,
    pub ours: Vec<Option<f64>>,
    /// The standard error of ours.
    pub se: Vec<Option<f64>>,
    /// The standard error of the published number, from the paper's number of observations.
    pub paper_se: Vec<Option<f64>>,
    /// Our number less the paper's in standard errors of that difference.
    pub z: Vec<Option<f64>>,
}

/// A number measured here with its standard error, and the standard error that the paper's number must have had.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Measured {
    pub ours: Option<f64>,
    /// Its standard error; `None` where it is exact or not known.
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

    /// The same with the standard error that the published number must have had.
    #[must_use]
    pub fn with_paper_se(self, paper_se: f64) -> Self {
        Self { paper_se: Some(paper_se), ..self }
    }
}

impl Row {
    /// A row of published numbers (fewer than measured ones if some were not printed at its end) and measured ones.
    pub fn new(name: impl Into<String>, paper: &[Option<f64>], measured: &[Measured]) -> Self {
        let finite = |value: Option<f64>| value.filter(|value| value.is_finite());
        let columns = paper.len().max(measured.len());
        let at = |column: usize| measured.get(column).copied().unwrap_or_default();
        let paper: Vec<Option<f64>> = (0..columns).map(|column| finite(paper.get(column).copied()?)).collect();
        let ours: Vec<Option<f64>> = (0..columns).map(|column| finite(at(column).ours)).collect();
        // Where all draws were alike, what the sum of squares leaves is rounding and no error.
        let error = |column: usize| {
            let (se, ours) = (finite(at(column).se)?, ours[column].unwrap_or_default());
            Some(if se < LEAST_ERROR * ours.abs() { 0.0 } else { se })
        };
        let se: Vec<Option<f64>> = (0..columns).map(error).collect();
        let paper_se: Vec<Option<f64>> = (0..columns).map(|column| finite(at(column).paper_se)).collect();
        let z = (0..columns).map(|column| {
            let spread = se[column].unwrap_or(0.0).hypot(paper_se[column].unwrap_or(0.0));
            finite(Some((ours[column]? - paper[column]?) / spread))
        });
        let z = z.collect();
        Self { name: name.into(), paper, ours, se, paper_se, z }
    }

    /// A row that only we have.
    pub(crate) fn ours(name: impl Into<String>, measured: &[Measured]) -> Self {
        Self::new(name, &[], measured)
    }

    /// The largest distance between the paper's numbers and ours; `None` where no cell has both.
    pub fn largest_difference(&self) -> Option<f64> {
        let differences =
            self.paper.iter().zip(&self.ours).filter_map(|(paper, ours)| Some(((*ours)? - (*paper)?).abs()));
        differences.reduce(f64::max)
    }
}

/// One published table beside ours.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Table {
    /// Its number in the paper, such as `7`, or a name for one that only we have.
    pub id: String,
    pub title: String,
    pub columns: Vec<String>,
    pub rows: Vec<Row>,
}

impl Table {
    /// A table that only we have.
    pub(crate) fn ours(id: &str, title: impl Into<String>, columns: &[&str], rows: Vec<Row>) -> Self {
        let columns = columns.iter().map(|&column| column.to_owned()).collect();
        Self { id: id.to_owned(), title: title.into(), columns, rows }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Reproduction {
    /// The companion's name on the command line.
    pub companion: &'static str,
    pub paper: String,
    pub seed: u64,
    /// How long it took; the only thing in here that two runs with one seed do not share.
    pub seconds: f64,
    pub settings: Value,
    /// The tables in the paper's order, then ours.
    pub tables: Vec<Table>,
    pub claims: Vec<Claim>,
    /// Everything else, under the keys that scripts rely on.
    pub results: Value,
    pub pictures: Vec<Chart>,
}

impl Reproduction {
    pub fn to_json(&self) -> Value {
        json!({
            "companion": self.companion,
            "paper": self.paper,
            "seed": self.seed,
            "seconds": self.seconds,
            "settings": self.settings,
            "tables": self.tables,
            "claims": self.claims,
            "claims_reproduced": self.claims_with(Verdict::Reproduced),
            "claims_total": self.claims.len(),
            "results": self.results,
            "pictures": self.pictures.iter().map(chart_json).collect::<Vec<_>>(),
        })
    }

    pub fn claims_with(&self, verdict: Verdict) -> usize {
        self.claims.iter().filter(|claim| claim.verdict == verdict).count()
    }
}

fn chart_json(Chart { title, description, x, y, marks }: &Chart) -> Value {
    let (x, y) = (&x.text, &y.text);
    match marks {
        Marks::Lines(series) => {
            let series: Vec<Value> = series.iter().map(series_json).collect();
            json!({ "kind": "curve", "title": title, "description": description, "x": x, "y": y, "series": series })
        }
        Marks::Points { groups, points } => {
            let points: Vec<Value> = points.iter().map(map_point_json).collect();
            json!({
                "kind": "map", "title": title, "description": description, "x": x, "y": y, "groups": groups,
                "points": points,
            })
        }
        Marks::Bars { values, .. } => {
            json!({ "kind": "bars", "title": title, "description": description, "x": x, "y": y, "values": values })
        }
    }
}

fn series_json(Series { name, points }: &Series) -> Value {
    let point = |&Point { x, y, half_width }: &Point| json!({ "x": x, "y": y, "half_width": half_width });
    json!({ "name": name, "points": points.iter().map(point).collect::<Vec<_>>() })
}

fn map_point_json(NamedPoint { name, x, y, group }: &NamedPoint) -> Value {
    json!({ "name": name, "x": x, "y": y, "group": group })
}
