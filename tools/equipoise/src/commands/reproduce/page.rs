//! The page of `reproduce`: all tables, curves and maps of the companion systems.

use companions::claims::Reproduction;
use report::page::Page;

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
    let page =
        reproduction.pictures.iter().fold(page, |page, picture| page.figure(picture.to_svg(), &picture.description));
    reproduction.tables.iter().fold(page, |page, table| page.table(&shown(table), &heading_of(table)))
}
