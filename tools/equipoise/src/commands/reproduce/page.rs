//! The page of `reproduce`: all tables, curves and maps of the companion systems.

use companions::claims::Reproduction;
use companions::pictures::Picture;
use report::category_chart::CategoryBars;
use report::curve::{Curve, Point, Series};
use report::page::Page;
use report::plot_frame::AxisTitle;
use report::scatter::{Scatter, ScatterPoint};

use super::shown_tables::{claims, counted, heading_of, shown};

/// One section for each companion.
pub fn page(reproductions: &[Reproduction]) -> Page {
    let page = Page::new("The companion systems").lead(
        "Every published table beside ours, with standard errors (se), those that the paper's numbers must have had \
         (paper se), and z, the difference in standard errors of both. Every claim has a verdict.",
    );
    reproductions.iter().fold(page, section)
}

fn section(page: Page, reproduction: &Reproduction) -> Page {
    let intro = format!("{}. {}, seed {}.", reproduction.paper, counted(reproduction), reproduction.seed);
    let page = page.section(reproduction.companion, intro);
    let page = page.table(&claims(&reproduction.claims), "Claims and verdicts");
    let page = reproduction.pictures.iter().fold(page, |page, picture| page.figure(drawn(picture), described(picture)));
    reproduction.tables.iter().fold(page, |page, table| page.table(&shown(table), &heading_of(table)))
}

fn described(picture: &Picture) -> &str {
    match picture {
        Picture::Curve { description, .. } | Picture::Bars { description, .. } | Picture::Map { description, .. } => {
            description
        }
    }
}

fn drawn(picture: &Picture) -> String {
    match picture.clone() {
        Picture::Curve { title, description, x, y, series } => {
            let series = series.into_iter().map(|series| Series {
                name: series.name,
                points: series.points.iter().map(|it| Point { x: it.x, y: it.y, half_width: it.half_width }).collect(),
            });
            let (x, y) = (AxisTitle::linear(x), AxisTitle::linear(y));
            Curve { title, description, x, y, series: series.collect() }.to_svg()
        }
        Picture::Bars { title, description, x, y, bars } => {
            CategoryBars { title, description, x_title: x, y_title: y, bars, y_range: None }.to_svg()
        }
        Picture::Map { title, description, x, y, groups, points } => {
            let points = points.into_iter().map(|it| ScatterPoint { name: it.name, x: it.x, y: it.y, group: it.group });
            let (x, y) = (AxisTitle::linear(x), AxisTitle::linear(y));
            Scatter { title, description, x, y, groups, points: points.collect() }.to_svg()
        }
    }
}
