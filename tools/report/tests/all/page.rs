//! The page: one well-formed document that fetches nothing, with everything in it that was put in.

use crate::checking::well_formed;
use report::page::{LabelledTable, Page};
use report::page_parts::{DataTable, Download, Facts};

use crate::samples::{HOSTILE, clusterings, cross_table, every_svg, flop_rows, strategies};

fn page(text: &str) -> Page {
    let choices = every_svg(text).into_iter().map(|svg| (text.to_string(), svg)).collect();
    let table = cross_table(text, vec![vec![0.0, 2.0], vec![-2.0, 0.0]], vec![vec![1.0; 2]; 2], vec![2.0, -2.0]);
    let files = [Download::csv(text, format!("{text},\n1 %\n")), Download::json(text, format!("{{\"{text}\": 1}}"))];
    let mut page = Page::new(text).lead(text).made(text).section(text, text).verdict(text, text, text);
    for svg in every_svg(text) {
        page = page.figure(svg, text);
    }
    page.section(text, "")
        .figure_set(choices, text)
        .text(text)
        .facts(&Facts::default().with(text, text), text)
        .table(&DataTable { columns: vec![text.into()], numbers_from: 1, rows: vec![vec![text.into()]] }, text)
        .grids(&strategies(text), text)
        .grids(&clusterings(text), text)
        .rows(&flop_rows(text), text)
        .cross_table(&table, text)
        .code(text, text)
        .downloads(&files)
        .footer(text)
}

#[test]
fn a_table_too_wide_for_a_phone_folds_there_and_stays_a_table() {
    let table = |columns: usize, numbers_from| {
        let names: Vec<String> = (0..columns).map(|column| format!("c{column}")).collect();
        DataTable { columns: names.clone(), numbers_from, rows: vec![names] }.to_folding_html()
    };
    assert!(table(5, 1).starts_with("<table class=\"data\"><thead><tr>") && !table(5, 1).contains("role"));
    let wide = table(6, 1);
    assert!(wide.starts_with("<table class=\"data fold named\" role=\"table\">"), "{wide}");
    assert!(table(6, 2).starts_with("<table class=\"data fold broad\""), "words are wider than numbers");
    for (role, count) in [("rowgroup", 2), ("row", 2), ("columnheader", 6), ("rowheader", 1), ("cell", 5)] {
        assert_eq!(wide.matches(&format!("role=\"{role}\"")).count(), count, "{role}");
    }
}

#[test]
fn the_page_is_well_formed_and_hostile_texts_stay_text() {
    for text in ["plain", HOSTILE, ""] {
        let html = page(text).to_html();
        assert_eq!(html, page(text).to_html(), "the same page gives the same bytes");
        well_formed(&html);
        assert!(html.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
        let data = html.matches("<script type=\"application/json\">").count();
        assert_eq!((html.matches("<script").count(), data), (4, 2));
    }
}

#[test]
fn the_page_refers_to_nothing_but_its_own_sections() {
    let html = page("alone").to_html().replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    // What surrounds the script is no address.
    let html = html.replace("//<![CDATA[", "").replace("//]]>", "");
    for word in ["http", "//", "url(", "@import", "src=", "<link", "<iframe", "fetch(", "import(", "eval("] {
        assert!(!html.contains(word), "{word} in the page");
    }
    let targets = html.split("href=\"").skip(1).filter_map(|after| after.split('"').next());
    // Data that the page brings along are fetched from nowhere.
    for target in targets.filter(|target| !target.starts_with("data:text/csv;") && !target.starts_with("data:app")) {
        let id = target.strip_prefix('#').expect("a place in this page");
        assert!(html.contains(&format!("id=\"{id}\"")), "nothing is called {id}");
    }
}

#[test]
fn the_contents_list_every_section_in_order() {
    let html = Page::new("t").section("first", "").section("second", "").section("third", "").to_html();
    let contents = html.split_once("<nav").expect("contents").1.split_once("</nav>").expect("their end").0;
    let places: Vec<usize> = ["first", "second", "third"].map(|name| contents.find(name).expect("listed")).to_vec();
    assert!(places.is_sorted());
    assert_eq!(html.matches("<h2>").count(), 3);
    assert_eq!(html.matches("<h1>").count(), 1);
}

#[test]
fn identifiers_are_unique_even_with_several_sets() {
    let set = || every_svg("one").into_iter().map(|svg| ("a label".to_string(), svg)).collect::<Vec<_>>();
    let html = Page::new("t").figure_set(set(), "").section("s", "").figure_set(set(), "").to_html();
    let mut identifiers: Vec<&str> = html.split(" id=\"").skip(1).filter_map(|after| after.split('"').next()).collect();
    let all = identifiers.len();
    identifiers.sort_unstable();
    identifiers.dedup();
    assert_eq!(identifiers.len(), all);
    assert_eq!(html.matches("checked=\"checked\"").count(), 2);
}

#[test]
fn every_choice_of_a_set_has_a_button_a_label_a_panel_and_a_rule_that_shows_it() {
    let choices = (1..=21).map(|n| (format!("label {n}"), format!("<svg><title>drawing {n}</title></svg>"))).collect();
    let html = Page::new("t").figure_set(choices, "choose").to_html();
    for number in 1..=21 {
        assert!(html.contains(&format!("id=\"choice-1-{number}\"")));
        assert!(html.contains(&format!("<label for=\"choice-1-{number}\">label {number}</label>")));
        assert!(html.contains(&format!("<title>drawing {number}</title>")));
        assert!(html.contains(&format!("input:nth-of-type({number}):checked~.scroll .panel:nth-child({number})")));
    }
}

#[test]
fn an_empty_set_and_an_empty_page_are_pages_all_the_same() {
    let html = Page::new("").figure_set(Vec::new(), "nothing").to_html();
    well_formed(&html);
    assert!(!html.contains("<figure") && !html.contains("<nav"));
}

#[test]
fn a_download_holds_its_text_to_the_last_byte_in_its_address() {
    let text = "name,mbb/g\n\"<a & b>\",−1.5 ± 2 %\n";
    let html = Page::new("t").downloads(&[Download::csv("league.csv", text.to_owned())]).to_html();
    well_formed(&html);
    let address = html.split_once("<a download=\"league.csv\" href=\"data:text/csv;charset=utf-8,").expect("a link").1;
    let address = address.split_once("\">league.csv</a>").expect("its name").0;
    let mut bytes = Vec::new();
    let mut letters = address.bytes();
    while let Some(letter) = letters.next() {
        let digit = |byte: Option<u8>| char::from(byte.expect("a digit")).to_digit(16).expect("hexadecimal") as u8;
        bytes.push(if letter == b'%' { 16 * digit(letters.next()) + digit(letters.next()) } else { letter });
    }
    assert_eq!(String::from_utf8(bytes).expect("UTF-8"), text);
    assert!(!Page::new("t").downloads(&[]).to_html().contains("To download"));
}

#[test]
fn a_verdict_stands_before_all_else_with_its_number_in_letters_of_its_own() {
    let page = Page::new("t").lead("question").made("2026-11-23").section("The answer", "");
    let html = page.clone().verdict("A beats B.", "+2.0 ± 0.5", "mbb/g is what A wins from B").to_html();
    let places: Vec<usize> = ["<h1>", "question", "2026-11-23", "<h2>", "A beats B.", "<b>+2.0 ± 0.5</b> mbb/g is"]
        .map(|part| html.find(part).unwrap_or_else(|| panic!("{part} is missing")))
        .to_vec();
    assert!(places.is_sorted(), "{places:?}");
    assert!(!page.verdict("Nobody.", "", "").to_html().contains("class=\"key\""));
}

#[test]
fn code_keeps_its_lines_and_facts_their_order() {
    let facts = Facts::default().with("zebra", "1").with("ape", "2");
    let html = Page::new("t").code("[a]\nb = \"<c>\"\n\n  d = 1\n", "").facts(&facts, "").to_html();
    assert!(html.contains("<pre><code>[a]\nb = &quot;&lt;c&gt;&quot;\n\n  d = 1\n</code></pre>"));
    assert!(html.find(">zebra<").expect("a fact") < html.find(">ape<").expect("a fact"));
}

#[test]
fn what_is_folded_away_is_in_the_page_and_in_its_place() {
    let page = Page::new("t").section("s", "").text("first of all");
    let html = page.clone().folded("more of it", |page| page.text("a part")).text("after all").to_html();
    well_formed(&html);
    let parts = ["first of all", "<details><summary>more of it</summary>", "a part", "</details>", "after all"];
    let places: Vec<usize> = parts.map(|part| html.find(part).unwrap_or_else(|| panic!("no {part}"))).to_vec();
    assert!(places.is_sorted(), "{places:?}");
    // Nothing to fold, nothing to open; and sets inside are counted on.
    assert!(!page.clone().folded("nothing", |page| page).to_html().contains("<details"));
    let set = || vec![("a".to_owned(), "<svg></svg>".to_owned()), ("b".to_owned(), "<svg></svg>".to_owned())];
    let html = page.figure_set(set(), "one").folded("more", |page| page.figure_set(set(), "two")).to_html();
    assert!(html.contains("id=\"choice-1-1\"") && html.contains("id=\"choice-2-1\""));
}

#[test]
fn of_several_cross_tables_the_reader_chooses_one() {
    let table = |label: &str, value: f64| LabelledTable {
        label: label.to_owned(),
        table: cross_table("g", vec![vec![0.0, value], vec![-value, 0.0]], vec![vec![1.0; 2]; 2], Vec::new()),
        text: format!("about {label}"),
    };
    let html = Page::new("t").cross_tables(&[table("one", 4.0), table("two", 8.0)], "c").to_html();
    well_formed(&html);
    assert_eq!((html.matches("class=\"cross\"").count(), html.matches("class=\"panel\"").count()), (2, 2));
    assert!(html.contains("<label for=\"choice-1-2\">two</label>") && html.contains("<p>about two</p>"));
    let alone = Page::new("t").cross_tables(&[table("one", 4.0)], "c").to_html();
    assert!(alone.contains("about one") && !alone.contains("choice-1"));
    assert!(!Page::new("t").cross_tables(&[], "c").to_html().contains("<figure"));
}
