//! The style sheet of the page: light and dark, desktop, phone and print.

use std::fmt::Write;

use crate::drawing_style::DRAWING_STYLE;
use crate::palette;

const STYLE: &str = include_str!("page_style.css");

/// The style sheet, with that of the drawings (which do without their own in a page) and the rules that let sets of up
/// to `most_choices` figures be clicked through without a script: the n-th radio button shows the n-th panel.
pub fn page_style(most_choices: usize) -> String {
    let [passive, middle, aggressive] = [0, 1, 2].map(palette::action);
    let mut style =
        format!("{STYLE}{DRAWING_STYLE}\n.hands{{--passive:{passive};--middle:{middle};--aggressive:{aggressive}}}\n");
    for number in 1..=most_choices {
        let chosen = format!(".set>input:nth-of-type({number}):checked~");
        let focused = format!(".set>input:nth-of-type({number}):focus-visible~");
        let label = format!(".choices label:nth-child({number})");
        let _ = write!(
            style,
            "{chosen}.scroll .panel:nth-child({number}){{display:block}}\n\
             {chosen}{label}{{background:var(--chosen);border-color:var(--chosen);color:var(--on-chosen)}}\n\
             {focused}{label}{{outline:2px solid var(--link);outline-offset:2px}}\n"
        );
    }
    style
}

/// A drawing without the style sheet that it needs as a file of its own: the page has it once for all.
pub(crate) fn within_page(svg: &str) -> String {
    svg.replacen(&format!("<style>{DRAWING_STYLE}</style>"), "", 1)
}
