//! The page's files, built in.

use report::grid_browser::GRID_KEYS_SCRIPT;
use report::palette::page_style;

use super::server::Response;

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Address, kind and text of each file but the style sheet.
const FILES: [(&str, &str, &str); 24] = [
    ("/", "text/html; charset=utf-8", include_str!("page/index.html")),
    ("/board.js", SCRIPT, include_str!("page/board.js")),
    ("/by_class.js", SCRIPT, include_str!("page/by_class.js")),
    ("/curves.js", SCRIPT, include_str!("page/curves.js")),
    ("/detail.js", SCRIPT, include_str!("page/detail.js")),
    ("/element.js", SCRIPT, include_str!("page/element.js")),
    ("/explore.js", SCRIPT, include_str!("page/explore.js")),
    ("/filter.js", SCRIPT, include_str!("page/filter.js")),
    ("/format.js", SCRIPT, include_str!("page/format.js")),
    ("/grid.js", SCRIPT, include_str!("page/grid.js")),
    ("/holdings.js", SCRIPT, include_str!("page/holdings.js")),
    ("/lists.js", SCRIPT, include_str!("page/lists.js")),
    ("/look.js", SCRIPT, include_str!("page/look.js")),
    ("/main.js", SCRIPT, include_str!("page/main.js")),
    ("/panels.js", SCRIPT, include_str!("page/panels.js")),
    ("/place.js", SCRIPT, include_str!("page/place.js")),
    ("/play.js", SCRIPT, include_str!("page/play.js")),
    ("/push_fold.js", SCRIPT, include_str!("page/push_fold.js")),
    ("/range.js", SCRIPT, include_str!("page/range.js")),
    ("/runouts.js", SCRIPT, include_str!("page/runouts.js")),
    ("/server.js", SCRIPT, include_str!("page/server.js")),
    ("/session.js", SCRIPT, include_str!("page/session.js")),
    ("/solving.js", SCRIPT, include_str!("page/solving.js")),
    ("/spots.js", SCRIPT, include_str!("page/spots.js")),
];

/// The file at an address. The report's style sheet comes before the page's own; its keyboard moves are a module here.
pub fn file(path: &str) -> Option<Response> {
    match path {
        "/explorer.css" => {
            let style = page_style(0) + include_str!("page/explorer.css");
            return Some(Response::file("text/css; charset=utf-8", &style));
        }
        "/grid_keys.js" => {
            return Some(Response::file(SCRIPT, &format!("{GRID_KEYS_SCRIPT}export {{ placeAfter }};\n")));
        }
        _ => {}
    }
    FILES.iter().find(|(address, ..)| *address == path).map(|(_, kind, text)| Response::file(kind, text))
}
