//! The page in headless Chromium: clicked through, in light and dark, as wide as a desktop and as narrow as a phone.
//!
//! Without a browser these tests say so and pass.

use crate::samples::{HOSTILE, bars, clusterings, cross_table, every_svg, flop_rows, strategies};
use report::page::Page;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// What the page is asked for when all has been drawn: how wide it is in which window, paper and ink.
const PROBE: &str = "<script>
const colours = getComputedStyle(document.body);
parent.postMessage([document.documentElement.scrollWidth, innerWidth, colours.backgroundColor, colours.color]
  .join('|'), '*');
</script>";

/// A browser, and the folder of its pages.
struct Browser {
    program: PathBuf,
    folder: TempDir,
}

#[expect(clippy::print_stderr, reason = "a test that is skipped has to say so")]
fn browser() -> Option<Browser> {
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let found =
        NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|it| it.is_file());
    if found.is_none() {
        eprintln!("skipped: none of {} is in the path", NAMES.join(", "));
    }
    Some(Browser { program: found?, folder: tempfile::tempdir().unwrap() })
}

/// A page with everything that could be too wide, its grids named by that text.
fn page(text: &str) -> String {
    let many: Vec<Vec<f64>> = (0..16).map(|row| (0..16).map(|column| f64::from(row - column)).collect()).collect();
    let wide = cross_table("A", many, vec![vec![1.0; 16]; 16], vec![0.0; 16]);
    let figures = (1..=12).map(|n| (format!("choice {n}"), bars("c", &[]).to_svg()));
    let mut page = Page::new("An example").section("Pictures", "All of them.");
    for svg in every_svg("a title that is long enough to need more than one line on a phone") {
        page = page.figure(svg, "caption");
    }
    page.section("Tables", "")
        .figure(wide.to_svg(), "wide")
        .cross_table(&wide, "wide")
        .figure_set(figures.collect(), "set")
        .code(&"a line without end ".repeat(40), "code")
        .section("Grids", "")
        .grids(&clusterings(text), "clusters")
        .grids(&strategies(text), "strategies")
        .section("Rows", "")
        .rows(&flop_rows(text), "rows")
        .to_html()
}

impl Browser {
    /// What a probe posts, in parts, in a page in a frame of that width: no window of Chromium is as narrow as a phone.
    fn framed(&self, width: u32, dark: bool, probe: &str) -> Vec<String> {
        let [file, framed] = ["framed.html", "page.html"].map(|name| self.folder.path().join(name));
        let page = page("as").replace("</body>", &format!("{probe}</body>"));
        std::fs::write(&framed, page).unwrap();
        let frame = format!(
            "<!DOCTYPE html><html><body style=\"margin:0\"><script>
            addEventListener('message', (heard) => {{ document.documentElement.dataset.heard = heard.data; }});
            </script><iframe src=\"page.html\" width=\"{width}\" height=\"900\" style=\"border:0\"></iframe>
            </body></html>"
        );
        std::fs::write(&file, frame).unwrap();
        let document = self.run(&file, "", dark);
        told(&document, "data-heard").split('|').map(str::to_owned).collect()
    }

    /// What Chromium makes of the page named by a text at an address that ends with `fragment`, after `probe` was run
    /// behind its own script.
    fn visit(&self, text: &str, fragment: &str, probe: &str) -> String {
        let file = self.folder.path().join("page.html");
        std::fs::write(&file, page(text).replace("</body>", &format!("{probe}</body>"))).unwrap();
        self.run(&file, fragment, false)
    }

    /// The document after all scripts; none of them may have complained.
    fn run(&self, file: &Path, fragment: &str, dark: bool) -> String {
        let words =
            ["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--virtual-time-budget=2000"];
        let output = Command::new(&self.program)
            .args(words)
            .arg(format!("--user-data-dir={}", self.folder.path().join("profile").display()))
            .arg("--window-size=1400,900")
            .arg(format!("--blink-settings=preferredColorScheme={}", if dark { 0 } else { 1 }))
            .arg("--dump-dom")
            .arg(format!("file://{}{fragment}", file.display()))
            .output()
            .unwrap();
        let remarks = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !remarks.contains("CONSOLE"), "{remarks}");
        String::from_utf8(output.stdout).unwrap()
    }
}

/// The value of an attribute of the document printed.
fn told<'d>(document: &'d str, attribute: &str) -> &'d str {
    document.split_once(&format!("{attribute}=\"")).expect(attribute).1.split_once('"').unwrap().0
}

#[test]
fn nothing_is_wider_than_the_window_in_light_and_dark() {
    let Some(browser) = browser() else { return };
    let mut colours = Vec::new();
    for (width, dark) in [(390, false), (390, true), (1280, false), (1280, true)] {
        let heard = browser.framed(width, dark, PROBE);
        assert_eq!(heard[1], width.to_string(), "the window that was asked for");
        let needed: u32 = heard[0].parse().unwrap();
        assert!(needed <= width, "{needed} wide in a window of {width}");
        colours.push((heard[2].clone(), heard[3].clone()));
    }
    assert_eq!((&colours[0], &colours[1]), (&colours[2], &colours[3]));
    assert_ne!(colours[0].0, colours[1].0);
    assert_ne!(colours[0].1, colours[1].1);
}

/// The cell of a hand: its style, title and text.
fn cell<'d>(document: &'d str, grid: &str, hand: &str) -> (&'d str, &'d str) {
    let table = document.split_once(&format!("id=\"{grid}\"")).expect(grid).1;
    let cells = table.split_once("<td").unwrap().1.split("<td");
    let cell = cells.into_iter().find(|cell| cell.contains(&format!("<b>{hand}</b>"))).expect(hand);
    (told(cell, "title"), cell.split_once("<i>").unwrap().1.split_once("</i>").unwrap().0)
}

/// What the colours of a grid stand for.
fn legend(document: &str, grid: &str) -> Vec<String> {
    let after = document.split_once(&format!("id=\"{grid}\"")).unwrap().1;
    let legend = after.split_once("class=\"legend\">").unwrap().1.split_once("</p>").unwrap().0;
    legend.split("</i>").map(|part| part.split('<').next().unwrap().to_owned()).collect()
}

#[test]
fn the_script_draws_the_first_grids_as_the_page_has_them_without_it() {
    let Some(browser) = browser() else { return };
    let (before, after) = (page("as"), browser.visit("as", "", ""));
    for grid in ["preflop", "clusters"] {
        for hand in ["AA", "AKs", "AKo", "72o", "22"] {
            assert_eq!(cell(&before, grid, hand), cell(&after, grid, hand), "{hand}");
        }
        assert_eq!(legend(&before, grid), legend(&after, grid));
        assert!(legend(&before, grid).len() > 2);
    }
}

#[test]
fn the_contents_stay_in_sight_beside_the_text_and_above_it() {
    let Some(browser) = browser() else { return };
    for (width, is_beside) in [(390, false), (1280, true)] {
        let probe = "<script>
            scrollTo(0, 2000);
            const contents = document.querySelector('nav').getBoundingClientRect();
            const text = document.querySelector('main').getBoundingClientRect();
            parent.postMessage([Math.round(contents.top), contents.right <= text.left, scrollY > 500].join('|'), '*');
        </script>";
        let heard = browser.framed(width, false, probe);
        assert_eq!(heard, ["0", if is_beside { "true" } else { "false" }, "true"], "{width} wide");
    }
}

#[test]
fn the_address_chooses_strategy_seat_and_betting() {
    let Some(browser) = browser() else { return };
    let visit = |fragment: &str| browser.visit("as", fragment, "");
    let shown = |document: &str| {
        let after = document.split_once("id=\"preflop\"").unwrap().1;
        after.split_once("class=\"shown\">").unwrap().1.split_once("</p>").unwrap().0.to_owned()
    };
    let document = visit("#preflop=as-C8,button,cr");
    assert_eq!(shown(&document), "as C8, button, after call, raise");
    assert_eq!(cell(&document, "preflop", "AA"), ("AA: fold 100 %, call 0 %, raise 0 %", "f 100"));
    assert_eq!(cell(&document, "preflop", "AKs"), ("AKs (reached 50 %): fold 0 %, call 0 %, raise 100 %", "r 100"));
    assert_eq!(cell(&document, "preflop", "AKo"), ("AKo (not reached): fold 50 %, call 25 %, raise 25 %", ""));
    // 72 pairs of hole cards that fold, half of 312 that raise; 936 do not come there, 6 are unknown.
    for share in ["fold 32 %", "call 0 %", "raise 68 %"] {
        assert!(legend(&document, "preflop").iter().any(|entry| entry == share), "{:?}", legend(&document, "preflop"));
    }
    assert_eq!(document.matches("class=\"unreached\"").count(), 78);
    // The hand of number 0 is unknown.
    assert_eq!(cell(&document, "preflop", "22"), ("22: –", "–"));
    // Folding is not possible there, and not shown.
    let document = visit("#preflop=as-C6,big-blind");
    assert_eq!(shown(&document), "as C6, big blind, after a call");
    assert_eq!(cell(&document, "preflop", "AA").0, "AA: call 88 %, raise 12 %");
    for strange in ["#preflop=nobody,nowhere,never", "#preflop=", "#elsewhere=1", "#%41%42"] {
        assert_eq!(shown(&visit(strange)), "as C6, button, acts first", "{strange}");
    }
    let document = visit("#clusters=as%20C169");
    assert_eq!(
        cell(&document, "clusters", "AA"),
        ("AA: cluster 169 of 169, with 6 of the 1,326 pairs of hole cards", "169")
    );
}

#[test]
fn hands_are_told_to_pointer_and_keyboard_and_buttons_change_the_grid() {
    let Some(browser) = browser() else { return };
    let probe = "<script>
        const box = document.getElementById('preflop');
        const seen = [];
        const look = () => seen.push(box.querySelector('.told').textContent);
        const press = (key) => box.querySelector('td:focus')
            .dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        const button = (text) => [...box.querySelectorAll('button')].find((it) => it.textContent === text);
        look();
        box.querySelectorAll('td')[1].click(); look();
        box.querySelectorAll('td')[0].focus(); look();
        press('ArrowDown'); look();
        press('ArrowLeft'); press('ArrowRight'); look();
        button('as C8').click(); button('big blind').click(); button('button').click();
        button('after call, raise').click(); look();
        press('End'); look();
        document.documentElement.dataset.seen = seen.join('|');
        document.documentElement.dataset.hash = decodeURIComponent(location.hash);
        document.documentElement.dataset.stops = box.querySelectorAll('td[tabindex=\"0\"]').length;
        document.documentElement.dataset.pressed =
            [...box.querySelectorAll('button[aria-pressed=true]')].map((it) => it.textContent).join('|');
        document.documentElement.dataset.offered =
            [...box.querySelectorAll('button')].filter((it) => !it.hidden).map((it) => it.textContent).join('|');
    </script>";
    let document = browser.visit("as", "", probe);
    let seen: Vec<&str> = told(&document, "data-seen").split('|').collect();
    assert!(seen[0].starts_with("Point at a hand"), "{seen:?}");
    assert_eq!(seen[1], "AKs: fold 0 %, call 88 %, raise 12 %");
    assert_eq!(seen[2].split(':').next(), Some("AA"));
    assert_eq!(seen[3].split(':').next(), Some("AKo"));
    assert_eq!(seen[4].split(':').next(), Some("KK"));
    assert_eq!(seen[5], "KK: fold 100 %, call 0 %, raise 0 %");
    assert_eq!(seen[6], "K2s (reached 50 %): fold 0 %, call 0 %, raise 100 %");
    assert_eq!(told(&document, "data-hash"), "#preflop=as-C8,button,cr");
    assert_eq!(told(&document, "data-stops"), "1");
    assert_eq!(told(&document, "data-pressed"), "as C8|button|after call, raise");
    assert_eq!(told(&document, "data-offered"), "as C6|as C8|button|big blind|acts first|after call, raise");
}

#[test]
fn hostile_names_stay_text_when_the_script_draws_them() {
    let Some(browser) = browser() else { return };
    let probe = "<script>
        const boxes = [...document.querySelectorAll('.hands')];
        boxes.forEach((box) => box.querySelectorAll('button')[1].click());
        document.documentElement.dataset.shown = boxes.map((box) => box.querySelector('.shown').textContent).join('|');
        document.documentElement.dataset.scripts = document.scripts.length;
    </script>";
    let document = browser.visit(HOSTILE, "", probe);
    assert!(
        told(&document, "data-shown").matches("alert(&quot;1&quot;)").count() == 2,
        "{}",
        told(&document, "data-shown")
    );
    // Two of data, the page's own two and the probe.
    assert_eq!(told(&document, "data-scripts"), "5");
}

#[test]
fn rows_are_sorted_filtered_and_added_up() {
    let Some(browser) = browser() else { return };
    let probe = "<script>
        const box = document.querySelector('.rows');
        const seen = [];
        const look = () => seen.push([...box.querySelectorAll('tbody tr')].filter((it) => !it.hidden)
            .map((it) => it.cells[0].textContent.slice(-1)).join(''));
        const head = (column) => box.querySelectorAll('thead button')[column].click();
        const texts = (cells) => [...box.querySelectorAll(cells)].map((it) => it.textContent);
        const foot = () => seen.push(texts('tfoot td').join(' ').trim());
        const enter = (label, value) => {
          const field = [...box.querySelectorAll('label')].find((it) => it.firstChild.textContent === label).lastChild;
          field.value = value;
          field.dispatchEvent(new Event('input', { bubbles: true }));
        };
        look(); foot();
        head(4); look(); head(4); look();
        head(5); look(); head(5); look();
        enter('as', 'two-tone'); look(); foot(); seen.push(box.querySelector('.count').textContent);
        enter('search', 'RAIN 0'); look(); enter('as', ''); look();
        enter('search', ''); enter('column', '4'); enter('from', '0'); look(); enter('to', '50'); look();
        [...box.querySelectorAll('button')].find((it) => it.textContent === 'show all').click(); look();
        seen.push(box.querySelectorAll('circle').length);
        seen.push(box.querySelector('[aria-sort]').getAttribute('aria-sort'));
        document.documentElement.dataset.seen = seen.join('|');
    </script>";
    let document = browser.visit("as", "", probe);
    let seen: Vec<&str> = told(&document, "data-seen").split('|').collect();
    // The sum of what is counted, and means by weight; rows without a number come last either way.
    assert_eq!(seen[..6], ["012", "1,040 48.5 2.71", "201", "102", "201", "021"]);
    assert_eq!(seen[6..9], ["21", "36 52.5 3.00", "2 of 3 as, 90.0 % of their weight"]);
    assert_eq!(seen[9..], ["", "0", "02", "0", "021", "2", "ascending"]);
}
