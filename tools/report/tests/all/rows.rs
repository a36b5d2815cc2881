//! Tables to browse: what they say without a script.

use crate::checking::{has, well_formed};
use crate::samples::flop_rows;
use report::page::Page;
use report::row_browser::RowBrowser;

#[test]
fn a_table_to_browse_can_be_read_without_a_script() {
    let html = Page::new("t").rows(&flop_rows("a"), "All of them").to_html();
    let table = html.split_once("<table").unwrap().1.split_once("</table>").unwrap().0;
    assert_eq!((table.matches("<tr").count(), table.matches("scope=\"col\"").count()), (4, 6));
    assert!(table.contains("<tr data-weight=\"1.2000e1\"><th scope=\"row\"><a href=\"#section-1\">a 1</a></th>"));
    assert!(table.contains("<th scope=\"row\">a 0</th>"), "no link to nowhere");
    assert!(html.contains("<table class=\"data fold\">"), "a phone shows each row in several lines");
    let texts = well_formed(&html);
    for text in ["1,004", "−2.5", "two-tone", "All of them"] {
        assert!(has(&texts, text), "{text}");
    }
    for data in ["data-choices=\"0,1\"", "data-sums=\"0\"", "data-map=\"1,2\""] {
        assert!(html.contains(data), "{data}");
    }
}

#[test]
fn the_script_is_there_once_and_only_where_there_are_rows() {
    let scripts = |page: Page| page.to_html().matches("div.rows").count();
    let table = flop_rows("a");
    assert_eq!(scripts(Page::new("t").rows(&RowBrowser { rows: Vec::new(), ..table.clone() }, "")), 0);
    assert_eq!(
        scripts(Page::new("t").rows(&table, "").section("s", "").rows(&RowBrowser { id: "b".into(), ..table }, "")),
        1
    );
}
