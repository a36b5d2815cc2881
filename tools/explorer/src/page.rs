//! The page's files, built in.

use report::grid_browser::GRID_KEYS_SCRIPT;
use report::palette::page_style;
use std::sync::OnceLock;

use super::server::Response;

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Address, kind and text of each file but the style sheet.
const FILES: [(&str, &str, &str); 13] = [
    ("/", "text/html; charset=utf-8", include_str!("page/index.html")),
    ("/board.js", SCRIPT, include_str!("page/board.js")),
    ("/detail.js", SCRIPT, include_str!("page/detail.js")),
    ("/element.js", SCRIPT, include_str!("page/element.js")),
    ("/explore.js", SCRIPT, include_str!("page/explore.js")),
    ("/format.js", SCRIPT, include_str!("page/format.js")),
    ("/grid.js", SCRIPT, include_str!("page/grid.js")),
    ("/lists.js", SCRIPT, include_str!("page/lists.js")),
    ("/look.js", SCRIPT, include_str!("page/look.js")),
    ("/main.js", SCRIPT, include_str!("page/main.js")),
    ("/place.js", SCRIPT, include_str!("page/place.js")),
    ("/play.js", SCRIPT, include_str!("page/play.js")),
    ("/server.js", SCRIPT, include_str!("page/server.js")),
];

/// The report's style sheet, then the page's own.
fn style() -> &'static str {
    static STYLE: OnceLock<String> = OnceLock::new();
    STYLE.get_or_init(|| page_style(0) + include_str!("page/explorer.css"))
}

/// The report's keyboard moves, as a module.
fn grid_keys() -> &'static str {
    static MODULE: OnceLock<String> = OnceLock::new();
    MODULE.get_or_init(|| GRID_KEYS_SCRIPT.to_owned() + "export { placeAfter };\n")
}

/// The file at an address.
pub fn file(path: &str) -> Option<Response> {
    match path {
        "/explorer.css" => return Some(Response::file("text/css; charset=utf-8", style())),
        "/grid_keys.js" => return Some(Response::file(SCRIPT, grid_keys())),
        _ => {}
    }
    FILES.iter().find(|(address, ..)| *address == path).map(|(_, kind, text)| Response::file(kind, text))
}
