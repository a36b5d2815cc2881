//! What a reproduction wants drawn.

use report::curve::{Curve, Point, Series};
use report::scatter::{Scatter, ScatterPoint};
use serde_json::{Value, json};

#[derive(Clone, PartialEq, Debug)]
pub enum Picture {
    /// Lines over linear axes.
    Curve(Curve),
    /// Named points in groups.
    Map(Scatter),
}

impl Picture {
    pub fn to_svg(&self) -> String {
        match self {
            Self::Curve(curve) => curve.to_svg(),
            Self::Map(map) => map.to_svg(),
        }
    }

    /// What a reader who cannot see it should know.
    pub fn description(&self) -> &str {
        match self {
            Self::Curve(Curve { description, .. }) | Self::Map(Scatter { description, .. }) => description,
        }
    }

    pub(crate) fn to_json(&self) -> Value {
        match self {
            Self::Curve(Curve { title, description, x, y, series }) => {
                let point = |&Point { x, y, half_width }: &Point| json!({ "x": x, "y": y, "half_width": half_width });
                let of_series = |Series { name, points }: &Series| json!({ "name": name, "points": points.iter().map(point).collect::<Vec<_>>() });
                let series: Vec<Value> = series.iter().map(of_series).collect();
                let (x, y) = (&x.text, &y.text);
                json!({ "kind": "curve", "title": title, "description": description, "x": x, "y": y, "series": series })
            }
            Self::Map(Scatter { title, description, x, y, groups, points }) => {
                let point = |ScatterPoint { name, x, y, group }: &ScatterPoint| json!({ "name": name, "x": x, "y": y, "group": group });
                let points: Vec<Value> = points.iter().map(point).collect();
                let (x, y) = (&x.text, &y.text);
                json!({
                    "kind": "map", "title": title, "description": description, "x": x, "y": y, "groups": groups,
                    "points": points,
                })
            }
        }
    }
}
