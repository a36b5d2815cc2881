//! One self-contained HTML page: title, verdict, contents, sections with figures, tables, text and data to download. It
//! fetches nothing.
//!
//! All of it can be read without scripts; a small script lets the reader click through grids of starting hands, another
//! one sorts and filters long tables.

use std::fmt::Write;

use super::cross_table::CrossTable;
use super::grid_browser::{GRID_SCRIPT, GridBrowser};
use super::page_parts::{DataTable, Download, Facts, escape, links};
use super::palette::{page_style, within_page};
use super::row_browser::{ROW_SCRIPT, RowBrowser};

/// A page under construction; each call adds to the section opened last, or above the first one.
///
/// Texts are escaped here. SVG is taken as it is: give only what this crate's `to_svg` returned.
#[derive(Clone, Debug, Default)]
pub struct Page {
    title: String,
    leads: Vec<String>,
    made: String,
    before: String,
    sections: Vec<Section>,
    footer: String,
    sets: usize,
    most_choices: usize,
    has_grids: bool,
    has_rows: bool,
}

/// A cross table among several.
#[derive(Clone, Debug)]
pub struct LabelledTable {
    /// By which it is chosen.
    pub label: String,
    pub table: CrossTable,
    /// What stands below it.
    pub text: String,
}

#[derive(Clone, Debug)]
struct Section {
    heading: String,
    intro: String,
    blocks: String,
}

impl Page {
    /// An empty page.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// A paragraph under the title that says what the page is about; several calls give several paragraphs.
    pub fn lead(mut self, text: impl Into<String>) -> Self {
        self.leads.push(text.into());
        self
    }

    /// A line in small letters under the title: when, by which program and on which machine it was made.
    pub fn made(mut self, text: impl Into<String>) -> Self {
        self.made = text.into();
        self
    }

    /// Opens a section; it appears in the contents. An empty `intro` is left out.
    pub fn section(mut self, heading: impl Into<String>, intro: impl Into<String>) -> Self {
        self.sections.push(Section { heading: heading.into(), intro: intro.into(), blocks: String::new() });
        self
    }

    /// A paragraph of plain text.
    pub fn text(self, text: &str) -> Self {
        self.with_block(&format!("<p class=\"text\">{}</p>", escape(text)))
    }

    /// What came out, in large letters: a sentence, the number it rests on and what that is, or what else there is to
    /// say. What is empty is left out. A small drawing that follows stands beside it.
    pub fn verdict(self, claim: &str, number: &str, meaning: &str) -> Self {
        let large = if number.is_empty() { String::new() } else { format!("<b>{}</b> ", escape(number)) };
        let key = match large + &escape(meaning) {
            empty if empty.is_empty() => empty,
            key => format!("<p class=\"key\">{key}</p>"),
        };
        self.with_block(&format!("<div class=\"verdict\"><p class=\"claim\">{}</p>{key}</div>", escape(claim)))
    }

    /// Links under which the page's own data can be saved; nothing if there are none.
    pub fn downloads(self, files: &[Download]) -> Self {
        if files.is_empty() {
            return self;
        }
        self.with_block(&format!("<p class=\"text downloads\">To download: {}</p>", links(files)))
    }

    /// A drawing with its caption. Small ones stand side by side where the window is wide enough.
    pub fn figure(self, svg: impl AsRef<str>, caption: &str) -> Self {
        self.with_block(&figure_of(&within_page(svg.as_ref()), caption))
    }

    /// Several drawings of which the reader chooses one by its label; the first is shown at the start, print shows all.
    /// An empty list adds nothing.
    pub fn figure_set(self, figures: Vec<(String, String)>, caption: &str) -> Self {
        self.choice(figures, caption)
    }

    /// The same with cross tables to read, each with a text below it; one alone needs no choice.
    pub fn cross_tables(self, tables: &[LabelledTable], caption: &str) -> Self {
        let below = |text: &str| if text.is_empty() { String::new() } else { format!("<p>{}</p>", escape(text)) };
        let markup = |it: &LabelledTable| format!("{}{}", it.table.to_html(), below(&it.text));
        match tables {
            [only] => self.with_block(&figure_of(&markup(only), caption)),
            _ => self.choice(tables.iter().map(|it| (it.label.clone(), markup(it))).collect(), caption),
        }
    }

    fn choice(mut self, figures: Vec<(String, String)>, caption: &str) -> Self {
        if figures.is_empty() {
            return self;
        }
        self.sets += 1;
        self.most_choices = self.most_choices.max(figures.len());
        let set = self.sets;
        let (mut inputs, mut labels, mut panels) = (String::new(), String::new(), String::new());
        for (number, (label, svg)) in figures.iter().enumerate() {
            let checked = if number == 0 { r#" checked="checked""# } else { "" };
            let (id, label) = (format!("choice-{set}-{}", number + 1), escape(label));
            let _ = write!(inputs, r#"<input type="radio" name="choice-{set}" id="{id}"{checked} />"#);
            let _ = write!(labels, r#"<label for="{id}">{label}</label>"#);
            let _ = write!(panels, r#"<div class="panel"><p class="panel-name">{label}</p>{}</div>"#, within_page(svg));
        }
        let block = format!(
            r#"<figure class="set">{inputs}<div class="choices">{labels}</div>{}{}</figure>"#,
            scrolling(caption, &format!(r#"<div class="panels">{panels}</div>"#)),
            captioned(caption)
        );
        self.with_block(&block)
    }

    /// A table of names and values.
    pub fn facts(self, facts: &Facts, caption: &str) -> Self {
        self.with_table(&facts.to_html(), caption)
    }

    /// A table of rows and columns.
    pub fn table(self, table: &DataTable, caption: &str) -> Self {
        self.with_table(&table.to_html(), caption)
    }

    /// A table that folds its rows on a phone.
    pub fn folding_table(self, table: &DataTable, caption: &str) -> Self {
        self.with_table(&table.to_folding_html(), caption)
    }

    /// A table of few columns that shares its row with a neighbour where the window is wide enough.
    pub fn table_beside(self, table: &DataTable, caption: &str) -> Self {
        self.with_block(&figure_of(&table.to_html(), caption))
    }

    /// What most readers can do without: it opens where its summary is clicked, and in print.
    pub fn folded(mut self, summary: &str, contents: impl FnOnce(Self) -> Self) -> Self {
        let before = std::mem::take(self.blocks());
        self = contents(self);
        let inside = std::mem::replace(self.blocks(), before);
        if inside.is_empty() {
            return self;
        }
        let summary = escape(summary);
        self.with_block(&format!(
            "<details><summary>{summary}</summary>\n<div class=\"blocks\">\n{inside}</div></details>"
        ))
    }

    /// Grids of starting hands to click through; nothing if there are none.
    pub fn grids(mut self, browser: &GridBrowser, caption: &str) -> Self {
        let Some(markup) = browser.to_html() else { return self };
        self.has_grids = true;
        self.with_block(&format!("<figure>{markup}{}</figure>", captioned(caption)))
    }

    /// A long table to sort and filter, with a map of its rows; nothing if it has none.
    pub fn rows(mut self, browser: &RowBrowser, caption: &str) -> Self {
        let Some(markup) = browser.to_html() else { return self };
        self.has_rows = true;
        self.with_block(&format!("<figure class=\"table\">{markup}{}</figure>", captioned(caption)))
    }

    /// The cross table as a table to read.
    pub fn cross_table(self, table: &CrossTable, caption: &str) -> Self {
        self.with_block(&figure_of(&table.to_html(), caption))
    }

    /// Text set letter for letter, lines kept.
    pub fn code(self, text: &str, caption: &str) -> Self {
        self.with_table(&format!("<pre><code>{}</code></pre>", escape(text)), caption)
    }

    /// The last line of the page.
    pub fn footer(mut self, text: impl Into<String>) -> Self {
        self.footer = text.into();
        self
    }

    /// The finished HTML5 document, also well-formed as XML.
    pub fn to_html(&self) -> String {
        let title = escape(&self.title);
        let mut html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n\
             <title>{title}</title>\n<style>\n{}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n",
            page_style(self.most_choices)
        );
        for lead in &self.leads {
            let _ = writeln!(html, "<p class=\"lead\">{}</p>", escape(lead));
        }
        if !self.made.is_empty() {
            let _ = writeln!(html, "<p class=\"made\">{}</p>", escape(&self.made));
        }
        html.push_str("</header>\n<div class=\"columns\">\n");
        if self.sections.len() > 1 {
            html.push_str("<nav aria-label=\"Contents\"><ol>\n");
            for (number, section) in self.sections.iter().enumerate() {
                let _ = writeln!(html, "<li><a href=\"#section-{}\">{}</a></li>", number + 1, escape(&section.heading));
            }
            html.push_str("</ol></nav>\n");
        }
        html.push_str("<main>\n");
        write_blocks(&mut html, &self.before);
        for (number, section) in self.sections.iter().enumerate() {
            let heading = escape(&section.heading);
            let _ = writeln!(html, "<section id=\"section-{}\">\n<h2>{heading}</h2>", number + 1);
            if !section.intro.is_empty() {
                let _ = writeln!(html, "<p>{}</p>", escape(&section.intro));
            }
            write_blocks(&mut html, &section.blocks);
            html.push_str("</section>\n");
        }
        html.push_str("</main>\n</div>\n");
        if !self.footer.is_empty() {
            let _ = writeln!(html, "<footer>{}</footer>", escape(&self.footer));
        }
        for (_, script) in [(self.has_grids, GRID_SCRIPT), (self.has_rows, ROW_SCRIPT)].iter().filter(|it| it.0) {
            // Browsers read a script letter for letter, XML readers need a mark.
            let lines = script.lines().map(str::trim_start).filter(|line| !line.starts_with("//"));
            let script: String = lines.flat_map(|line| [line, "\n"]).collect();
            let _ = writeln!(html, "<script>//<![CDATA[\n{script}//]]></script>");
        }
        html.push_str("</body>\n</html>\n");
        html
    }

    fn with_table(self, markup: &str, caption: &str) -> Self {
        let block = format!("<figure class=\"table\">{}{}</figure>", scrolling(caption, markup), captioned(caption));
        self.with_block(&block)
    }

    fn with_block(mut self, markup: &str) -> Self {
        let blocks = self.blocks();
        blocks.push_str(markup);
        blocks.push('\n');
        self
    }

    /// Those of the section opened last, or above the first one.
    fn blocks(&mut self) -> &mut String {
        self.sections.last_mut().map_or(&mut self.before, |section| &mut section.blocks)
    }
}

fn figure_of(markup: &str, caption: &str) -> String {
    format!("<figure>{}{}</figure>", scrolling(caption, markup), captioned(caption))
}

fn write_blocks(html: &mut String, blocks: &str) {
    if !blocks.is_empty() {
        let _ = writeln!(html, "<div class=\"blocks\">\n{blocks}</div>");
    }
}

/// A box that scrolls by itself where its content is wider than the window; the keyboard reaches it too.
fn scrolling(name: &str, markup: &str) -> String {
    let name = if name.is_empty() { "figure" } else { name };
    format!(r#"<div class="scroll" role="region" tabindex="0" aria-label="{}">{markup}</div>"#, escape(name))
}

fn captioned(caption: &str) -> String {
    if caption.is_empty() { String::new() } else { format!("<figcaption>{}</figcaption>", escape(caption)) }
}
