//! The stages of a piece of work: what each took, as a table to read and as bars.

use std::fmt::Write;

use super::drawing::{Anchor, Drawing, MARGIN, Paint, TEXT, Weight, shortened, text_width};
use super::number_format::{DASH, bytes, seconds};
use super::page_parts::escape;
use super::plot_frame::{PLOT_WIDTH, Spacing, drawable};

const ROW: f64 = 20.0;

/// One stage; what is not known is `None` and shown as a dash.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Stage {
    pub name: String,
    /// Its status, in one word or two.
    pub status: String,
    /// Seconds on the clock.
    pub wall_seconds: Option<f64>,
    /// Seconds summed over all cores.
    pub core_seconds: Option<f64>,
    /// Largest memory in use, in bytes.
    pub memory_bytes: Option<u64>,
    /// What it left on disk, in bytes.
    pub disk_bytes: Option<u64>,
    /// Anything else worth saying.
    pub note: String,
}

/// Stages in the order they run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StageTable {
    /// The heading of the picture.
    pub title: String,
    /// What a reader who cannot see the picture should know of it.
    pub description: String,
    pub stages: Vec<Stage>,
}

impl StageTable {
    /// An HTML `<table>` with a last row of totals: times and disk summed, memory the largest.
    pub fn to_html(&self) -> String {
        let mut html = String::from("<table class=\"stages\"><thead><tr>");
        for head in ["Stage", "Status", "Wall time", "Core time", "Memory", "Disk", "Note"] {
            let _ = write!(html, r#"<th scope="col">{head}</th>"#);
        }
        html.push_str("</tr></thead><tbody>");
        for stage in &self.stages {
            html.push_str("<tr>");
            write_row(&mut html, stage);
            html.push_str("</tr>");
        }
        html.push_str("</tbody>");
        if self.stages.len() > 1 {
            html.push_str("<tfoot><tr>");
            write_row(&mut html, &self.total());
            html.push_str("</tr></tfoot>");
        }
        html.push_str("</table>");
        html
    }

    /// Bars of the time on the clock, one for each stage, as an SVG document.
    pub fn to_svg(&self) -> String {
        let mut drawing = Drawing::new(PLOT_WIDTH);
        let top = drawing.heading(&self.title);
        let plain = (TEXT, Weight::Regular);
        let (ink, muted) = (Paint::Class("eq-ink"), Paint::Class("eq-muted"));
        let widest = self.stages.iter().map(|stage| text_width(&stage.name, TEXT)).fold(30.0, f64::max).min(140.0);
        let left = MARGIN + widest + 8.0;
        let room = PLOT_WIDTH - left - MARGIN - 78.0;
        let times: Vec<Option<f64>> = self.stages.iter().map(|stage| stage.wall_seconds.and_then(usable)).collect();
        let longest = times.iter().flatten().copied().fold(0.0, f64::max);
        let mut y = top;
        for (stage, time) in self.stages.iter().zip(times) {
            let text = time.map_or(DASH.to_string(), seconds);
            let base = y + ROW / 2.0 + 4.0;
            drawing.open_group("", &format!("{}: {text}", stage.name));
            drawing.text((MARGIN, base), Anchor::Start, plain, ink, &shortened(&stage.name, widest + 1.0, TEXT));
            let length = time.filter(|_| longest > 0.0).map_or(0.0, |time| time / longest * room);
            drawing.rectangle((left, y + 3.0), (length, ROW - 6.0), Paint::Class("eq-bar"));
            drawing.text((left + length + 5.0, base), Anchor::Start, plain, muted, &text);
            drawing.close_group();
            y += ROW;
        }
        if self.stages.is_empty() {
            drawing.text((PLOT_WIDTH / 2.0, y + ROW), Anchor::Middle, plain, muted, "no stages");
            y += 2.0 * ROW;
        }
        drawing.finish(y + MARGIN, &self.title, &self.description)
    }

    /// Sums over what is known; a column in which nothing is known stays unknown.
    fn total(&self) -> Stage {
        let sum = |time: fn(&Stage) -> Option<f64>| {
            self.stages.iter().filter_map(time).filter_map(usable).reduce(|a, b| a + b)
        };
        Stage {
            name: "total".to_string(),
            status: String::new(),
            wall_seconds: sum(|stage| stage.wall_seconds),
            core_seconds: sum(|stage| stage.core_seconds),
            memory_bytes: self.stages.iter().filter_map(|stage| stage.memory_bytes).max(),
            disk_bytes: self.stages.iter().filter_map(|stage| stage.disk_bytes).reduce(u64::saturating_add),
            note: "memory: the largest".to_string(),
        }
    }
}

fn usable(time: f64) -> Option<f64> {
    (drawable(time, Spacing::Linear) && time >= 0.0).then_some(time)
}

fn write_row(html: &mut String, stage: &Stage) {
    let _ = write!(html, r#"<th scope="row">{}</th><td>{}</td>"#, escape(&stage.name), escape(&stage.status));
    let times = [stage.wall_seconds, stage.core_seconds].map(|time| time.and_then(usable).map(seconds));
    let sizes = [stage.memory_bytes, stage.disk_bytes].map(|size| size.map(bytes));
    for text in times.into_iter().chain(sizes) {
        let _ = write!(html, r#"<td class="number">{}</td>"#, text.as_deref().unwrap_or(DASH));
    }
    let _ = write!(html, "<td>{}</td>", escape(&stage.note));
}
