//! What a reproduction wants drawn, as plain values: how they are drawn is not known here.

use serde::Serialize;

/// A point of a curve.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct CurvePoint {
    /// Along the horizontal axis.
    pub x: f64,
    /// Along the vertical axis.
    pub y: f64,
    /// Half the length of the error bar.
    pub half_width: Option<f64>,
}

/// A named line.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CurveSeries {
    /// Its name in the legend.
    pub name: String,
    /// Its points from left to right.
    pub points: Vec<CurvePoint>,
}

/// A point of a map.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MapPoint {
    /// What it stands for, such as a player.
    pub name: String,
    /// Along the horizontal axis.
    pub x: f64,
    /// Along the vertical axis.
    pub y: f64,
    /// The number of its group.
    pub group: usize,
}

/// One picture.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Picture {
    /// Lines over linear axes.
    Curve {
        /// The heading.
        title: String,
        /// What a reader who cannot see it should know.
        description: String,
        /// What runs along the horizontal axis, with its unit.
        x: String,
        /// What runs along the vertical axis, with its unit.
        y: String,
        /// The lines.
        series: Vec<CurveSeries>,
    },
    /// One bar per named thing.
    Bars {
        /// The heading.
        title: String,
        /// What a reader who cannot see it should know.
        description: String,
        /// What the things are.
        x: String,
        /// What the values are, with their unit.
        y: String,
        /// Each thing's name and value.
        bars: Vec<(String, f64)>,
    },
    /// Named points in groups.
    Map {
        /// The heading.
        title: String,
        /// What a reader who cannot see it should know.
        description: String,
        /// What runs along the horizontal axis, with its unit.
        x: String,
        /// What runs along the vertical axis, with its unit.
        y: String,
        /// The groups' names, in the order of their numbers.
        groups: Vec<String>,
        points: Vec<MapPoint>,
    },
}
