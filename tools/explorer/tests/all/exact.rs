//! Spots that are solved on the page, and those that are opened.

use crate::browser::Page;
use crate::client::Site;
use crate::made_agents::{HashedBuckets, erratic_agent_with};
use evaluator::deck::Deck;
use explorer::Explorer;
use explorer::explorer::{OpenStrategies, Title};
use explorer::play::PlaySettings;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tables::strategy::block::ProbabilityBits;

/// The nuts or air against a bluff catcher: half of the air is bet, half of the catchers call.
fn nuts_or_air() -> Value {
    json!({
        "board": "2c2d2h3s3c", "pot": 100, "stack": 100, "oop": "AA,QQ", "ip": "KK",
        "sizes": { "all": { "bet": ["a"], "raise": [] }, "river": { "ip": { "bet": [] } } },
    })
}

fn solved(site: &Site, asked: &Value) -> Value {
    let answer = site.post("/api/exact/solve", asked);
    assert_eq!(answer.status, 200, "{answer:?}");
    serde_json::from_str(&answer.body).unwrap()
}

fn refused(site: &Site, address: &str, asked: &Value) -> String {
    let answer = site.post(address, asked);
    assert_eq!(answer.status, 400, "{asked}: {answer:?}");
    answer.reason().1
}

/// The number of a holding in the order of documents.
fn holding(site: &Site, name: &str) -> usize {
    let start = site.get("/api/start");
    start["holdings"].as_array().unwrap().iter().position(|it| it == name).unwrap()
}

fn close(found: &Value, expected: f64, tolerance: f64) {
    let number = found.as_f64().unwrap_or_else(|| panic!("{found} is no number"));
    assert!((number - expected).abs() < tolerance, "{number} {expected}");
}

#[test]
fn a_spot_is_solved_and_shown_as_strategies_are() {
    let site = Site::open();
    let found = solved(&site, &json!({ "spot": nuts_or_air(), "to": "0.001%", "page": "one" }));
    let number = found["number"].as_u64().unwrap();
    assert_eq!(number, 3, "after the strategies");
    close(&found["answer"]["values"]["oop"], 75.0, 0.01);
    let start = site.get("/api/start");
    assert_eq!(start["exact"][0], found["exact"]);
    assert_eq!(start["exact"][0]["board"], "2c2d2h3s3c");
    assert!(PathBuf::from(found["exact"]["file"].as_str().unwrap()).starts_with(site.folder.path()));

    let [aces, queens, kings] = ["AdAc", "QdQc", "KdKc"].map(|name| holding(&site, name));
    let spot = site.get(&format!("/api/spot?strategy={number}&board=2c2d2h3s3c&betting="));
    assert_eq!((&spot["seat"], &spot["pot"]), (&json!("player out of position"), &json!(100)));
    let names: Vec<&Value> = spot["actions"].as_array().unwrap().iter().map(|action| &action["name"]).collect();
    assert_eq!(names, ["check", "all-in 100"]);
    close(&spot["hands"]["shares"][1][aces], 1.0, 0.01);
    close(&spot["hands"]["shares"][1][queens], 0.5, 0.01);
    // Only the other player has kings.
    assert_eq!(spot["hands"]["shares"][1][kings], Value::Null);
    close(&spot["hands"]["other_reach"][kings], 1.0, 1e-9);
    close(&spot["mean"][1], 0.75, 0.01);

    // Chips of the pot: a bet with aces is called half of the time, one with queens gains nothing.
    let values = site.get(&format!("/api/values?strategy={number}&board=2c2d2h3s3c&betting="));
    assert_eq!((&values["unit"], &values["is_exact"]), (&json!("chips"), &json!(true)));
    close(&values["chips"][0][aces], 100.0, 0.01);
    close(&values["chips"][1][aces], 150.0, 1.0);
    close(&values["chips"][0][queens], 0.0, 0.01);
    close(&values["chips"][1][queens], 0.0, 1.0);
    assert_eq!(values["chips"][0][kings], Value::Null);

    // The same spot again is the same answer; of 16 bits it is another one, with values of its own.
    assert_eq!(solved(&site, &json!({ "spot": nuts_or_air(), "to": "0.1%", "page": "one" }))["number"], 3);
    let address = "/api/values?strategy=4&board=2c2d2h3s3c&betting=";
    solved(&site, &json!({ "spot": nuts_or_air(), "iterations": 1, "bits": 16, "page": "one" }));
    let coarse = site.get(address)["chips"].clone();
    let other = solved(&site, &json!({ "spot": nuts_or_air(), "to": "0.1%", "bits": 16, "page": "one" }));
    assert_eq!((&other["number"], &other["answer"]["bits"]), (&json!(4), &json!(16)));
    assert!(other["checkpoint_bytes"].as_u64().unwrap() > 1000, "{other}");
    // Those of the better answer, although the coarse one's were asked for before.
    let values = site.get(address)["chips"].clone();
    assert_ne!(values, coarse);
    close(&values[1][aces], 150.0, 2.0);
    let exact = site.get("/api/start")["exact"].clone();
    assert_eq!(exact.as_array().unwrap().len(), 2);
    assert!(exact[0]["exploitability_percent_of_pot"].as_f64().unwrap() <= 0.001, "{exact}");
    // Begun anew and stopped at once it is worse: the better answer stays.
    let file = PathBuf::from(exact[0]["file"].as_str().unwrap());
    std::fs::remove_file(file.with_extension("checkpoint")).unwrap();
    let worse = solved(&site, &json!({ "spot": nuts_or_air(), "iterations": 1, "page": "one" }));
    assert!(worse["answer"]["exploitability_percent_of_pot"].as_f64().unwrap() > 1.0, "{worse}");
    assert_eq!(worse["exact"], exact[0]);
}

#[test]
fn a_strategys_spot_is_solved_with_its_own_ranges() {
    let site = Site::open_on(Deck::try_from(24).unwrap());
    let (board, before) = ("QsTh9cTdKh", "rc/crc/cc/");
    // Somewhere in the round: the spot is that of its beginning.
    let asked = json!({ "strategy": 0, "board": board, "betting": format!("{before}c"), "page": "one" });
    let found = solved(&site, &asked);
    assert_eq!(found["exact"]["betting"], before);
    assert_eq!(found["exact"]["name"], format!("exact {before} {board} of first"));
    assert!(found["answer"]["exploitability_percent_of_pot"].as_f64().unwrap() <= 0.5, "{found}");
    let number = found["number"].as_u64().unwrap();
    let at = |strategy: u64, betting: &str| {
        site.get(&format!("/api/spot?strategy={strategy}&board={board}&betting={betting}"))
    };
    let [blueprint, exact] = [0, number].map(|strategy| at(strategy, before));
    for key in ["seat", "other_seat", "pot", "to_call", "street", "board", "betting", "actions"] {
        assert_eq!(blueprint[key], exact[key], "{key}");
    }
    for key in ["reach", "other_reach"] {
        let lists = [&blueprint, &exact].map(|it| it["hands"][key].as_array().unwrap().clone());
        for (one, other) in lists[0].iter().zip(&lists[1]) {
            assert_eq!(one.is_null(), other.is_null());
            assert!((one.as_f64().unwrap_or(0.0) - other.as_f64().unwrap_or(0.0)).abs() < 3e-6, "{key}: {one} {other}");
        }
    }
    // Folding loses what was put in, as everywhere on the page.
    let bet = format!("{before}r");
    let values = site.get(&format!("/api/values?strategy={number}&board={board}&betting={bet}"));
    let blueprint = site.get(&format!("/api/values?strategy=0&board={board}&betting={bet}"));
    assert_eq!(values["unit"], "mbb");
    let numbers = |values: &Value| values["mbb"][0].as_array().unwrap().clone();
    let mut compared = 0;
    for (exact, sampled) in numbers(&values).iter().zip(numbers(&blueprint)) {
        if let (Some(exact), Some(sampled)) = (exact.as_f64(), sampled.as_f64()) {
            assert!((exact - sampled).abs() < 0.2 && exact == -3000.0, "{exact} {sampled}");
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
    let way = at(number, &bet)["way"].clone();
    assert_eq!(way, json!([{ "betting": before, "street": "river", "seat": "big blind", "action": "bet" }]));
}

#[test]
fn the_tree_is_shown_before_it_is_solved() {
    let site = Site::open();
    let answer = site.post("/api/exact/preview", &json!({ "spot": nuts_or_air() }));
    let found: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!((&found["tree"]["decisions"], &found["tree"]["boards"]), (&json!(3), &json!(1)));
    assert_eq!(found["tree"]["rounds"][0]["street"], "river");
    assert_eq!(found["combos"], json!([12, 6]));
    let [full, half] = [0, 1].map(|bits| found["table_bytes"][bits].as_u64().unwrap());
    assert!(half < full && found["memory_bytes"][0].as_u64().unwrap() > full, "{found}");
    let size = json!({
        "street": "river", "seat": "oop", "kind": "bet", "size": "a", "chips": [100, 100],
        "decisions": 1, "missing": {},
    });
    assert_eq!(found["sizes"], json!([size]));
}

#[test]
fn what_is_no_spot_is_refused() {
    let site = Site::open();
    let preview = |spot: Value| refused(&site, "/api/exact/preview", &json!({ "spot": spot }));
    let with = |key: &str, value: Value| {
        let mut spot = nuts_or_air();
        spot[key] = value;
        spot
    };
    assert!(preview(with("board", json!("2c2d"))).contains("'board': 2 cards"));
    assert!(preview(with("oop", json!("AQx"))).contains("'AQx' at character 1"));
    assert!(preview(with("pot", json!(0))).contains("'pot'"));
    assert!(preview(with("deck", json!(20))).contains("20 cards"), "of another deck than the page");
    assert!(preview(with("colour", json!("red"))).contains("colour"));
    assert!(refused(&site, "/api/exact/range", &json!({ "text": "" })).contains("no holding"));
    let of_first = |board: &str, betting: &str| json!({ "strategy": 0, "board": board, "betting": betting });
    for (asked, reason) in [
        (of_first("", ""), "begins on the flop"),
        (of_first("Qs7h2c", "rx"), "'x'"),
        (json!({ "strategy": 3, "board": "Qs7h2c", "betting": "rc/" }), "3 strategies"),
        (json!({}), "expected a spot"),
        (json!({ "spot": nuts_or_air(), "to": "-1" }), "to: "),
        (json!({ "spot": nuts_or_air(), "bits": 8 }), "bits: "),
    ] {
        let found = refused(&site, "/api/exact/solve", &asked);
        assert!(found.contains(reason), "{found}");
    }
    solved(&site, &json!({ "spot": nuts_or_air(), "page": "one" }));
    for (words, reason) in [
        ("board=2c2d2h3s4c&betting=", "begin with these cards"),
        ("board=2c2d2h&betting=", "begin with these cards"),
        ("board=2c2d2h3s3c&betting=r50", "r50"),
    ] {
        for address in ["/api/spot", "/api/values"] {
            let (status, found) = site.refusal(&format!("{address}?strategy=3&{words}"));
            assert!(status == 400 && found.contains(reason), "{address} {words}: {status} {found}");
        }
    }
    assert_eq!(site.refusal("/api/exact/solve").0, 405);
    assert_eq!(site.post("/api/exact/progress", &json!({})).status, 405);
}

#[test]
fn what_a_page_leaves_goes_on() {
    let site = Site::open();
    let spot = json!({
        "board": "Qs7h2cTd", "pot": 100, "stack": 300, "oop": "random", "ip": "random",
        "sizes": { "cap": [3, 3, 3, 3], "all": { "bet": ["50%", "a"], "raise": ["a"] } },
    });
    let body = json!({ "spot": spot, "to": "0.000001%", "page": "one" }).to_string();
    let mut stream = site.connect();
    let (port, length) = (site.port(), body.len());
    let head = format!("Host: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n");
    write!(stream, "POST /api/exact/solve HTTP/1.1\r\n{head}\r\n{body}").unwrap();
    let begun = Instant::now();
    let mut iterations = 0;
    while iterations < 3 {
        assert!(begun.elapsed() < Duration::from_secs(60), "no progress");
        std::thread::sleep(Duration::from_millis(50));
        iterations = site.get("/api/exact/progress?page=one")["iterations"].as_u64().unwrap_or(0);
    }
    assert_eq!(site.get("/api/exact/progress?page=two"), Value::Null);
    // Another page's spot waits, and says so.
    let waiting = json!({ "spot": nuts_or_air(), "page": "two" });
    std::thread::scope(|scope| {
        let waiter = scope.spawn(|| solved(&site, &waiting));
        while site.get("/api/exact/progress?page=two") != json!({ "waits": true }) {
            assert!(begun.elapsed() < Duration::from_secs(60), "nobody waits");
            std::thread::sleep(Duration::from_millis(20));
        }
        drop(stream);
        assert_eq!(waiter.join().unwrap()["answer"]["bits"], 32);
    });
    // The same spot: what was learned is kept, and is the answer where no more is asked for.
    let found = solved(&site, &json!({ "spot": spot, "iterations": 1, "page": "one" }));
    assert!(found["answer"]["iterations"].as_u64().unwrap() >= iterations, "{found}");
    assert_eq!(site.get("/api/exact/progress?page=one"), Value::Null);
}

/// A page of one spot's file, without strategies.
fn opened(file: &Path, strategies: OpenStrategies, folder: &Path) -> Result<Explorer, String> {
    let title = Title { name: "mine".to_owned(), source: file.to_owned() };
    let play = PlaySettings { folder: folder.join("play"), person: "you".to_owned(), seed: Some(7) };
    Explorer::new(strategies, &[title], play).map_err(|error| error.to_string())
}

#[test]
fn a_kept_spot_is_opened_alone_or_beside_strategies_of_its_deck() {
    let site = Site::open();
    let file = PathBuf::from(solved(&site, &json!({ "spot": nuts_or_air() }))["exact"]["file"].as_str().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let alone = opened(&file, OpenStrategies::none(Deck::FULL), folder.path()).unwrap();
    let other = Site::of_handler(tempfile::tempdir().unwrap(), alone);
    let start = other.get("/api/start");
    assert_eq!((&start["strategies"], &start["exact"][0]["name"]), (&json!([]), &json!("mine")));
    let [one, same] = [(&site, 3), (&other, 0)]
        .map(|(site, number)| site.get(&format!("/api/spot?strategy={number}&board=2c2d2h3s3c&betting=r100")));
    assert_eq!(one, same);
    let buckets = Arc::new(HashedBuckets { deck: Deck::try_from(20).unwrap(), count: 5 });
    let small = OpenStrategies::of_agents(vec![erratic_agent_with("small", buckets, 1, ProbabilityBits::Eight)]);
    let reason = opened(&file, small, folder.path()).err().unwrap();
    assert!(reason.contains("a spot of 52 cards beside others of 20"), "{reason}");
}

#[test]
fn a_spot_is_given_and_solved_in_the_browser() {
    let site = Site::open();
    let Some(mut page) = Page::open(&site, "#mode=spots") else { return };
    page.wait_for("document.querySelectorAll('.range-editor td .spoken:not(:empty)').length === 338");
    page.wait_for("document.querySelector('#spots').textContent.includes('Choose a board')");
    let open = |place: usize| format!("document.querySelectorAll('#spots .cards button')[{place}].click()");
    let pick = |card: &str| {
        let named = format!("(it) => it.querySelector('.spoken')?.textContent === '{card}'");
        format!("[...document.querySelectorAll('#picker button')].find({named}).click()")
    };
    // The flop is asked for card by card.
    for (place, card) in [
        (Some(0), "queen of spades"),
        (None, "7 of hearts"),
        (None, "2 of clubs"),
        (Some(3), "ten of diamonds"),
        (Some(4), "3 of hearts"),
    ] {
        if let Some(place) = place {
            page.value(&open(place));
        }
        page.value(&pick(card));
        page.wait_for("true");
    }
    page.wait_for("document.querySelector('#spots').textContent.includes('1 board, ')");
    // Painting with the keyboard adds to the text.
    page.value("document.querySelector('.range-editor td[tabindex=\"0\"]').focus()");
    for key in ["End", "Enter"] {
        page.press(key);
    }
    page.wait_for("document.querySelector('.range-editor textarea').value.endsWith(',A2s')");
    // A finger that is put down may be about to scroll: a tap paints.
    let finger = "document.querySelectorAll('.range-editor td')[168].dispatchEvent(\
                  new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }))";
    page.value(finger);
    page.wait_for("document.querySelector('.range-editor textarea').value.endsWith(',A2s')");
    page.value("document.querySelectorAll('.range-editor td')[168].click()");
    page.wait_for("document.querySelector('.range-editor textarea').value.endsWith(',22')");
    // What is wrong is said beside it, and mended by what follows.
    let type_in = |text: &str| {
        format!(
            "{{ const it = document.querySelector('.range-editor textarea'); it.value = '{text}'; \
             it.dispatchEvent(new Event('input')); }}"
        )
    };
    page.value(&type_in("AA,QQx"));
    page.wait_for("document.querySelector('.range-editor textarea').ariaInvalid === 'true'");
    page.wait_for("document.querySelector('#spots .wrong')?.textContent.includes('QQx')");
    page.value(&type_in("AA,QQ,77,T9s"));
    page.wait_for("document.querySelector('.range-editor').textContent.includes('22 combinations')");
    page.wait_for("!document.querySelector('#spots .wrong')");
    let press = |text: &str| {
        format!("[...document.querySelectorAll('#spots button')].find((it) => it.textContent === '{text}').click()")
    };
    page.value(&press("Solve"));
    page.wait_for("document.querySelector('#spots .said').textContent.startsWith('A best response gains')");
    page.value(&press("Explore the answer"));
    page.wait_for("document.getElementById('said').textContent.startsWith('River on Q♠ 7♥ 2♣ 10♦ 3♥: player out of')");
    page.wait_for("document.getElementById('detail').textContent.includes('Values are exact')");
    page.wait_for("document.querySelectorAll('#grid td .spoken')[14].textContent === 'KK: not in the range'");
    page.value("document.querySelector('.action-r').click()");
    page.wait_for("document.getElementById('said').textContent.includes('player in position to act')");
    // In a strategy's spot the exact answer stands beside it.
    page.value("location.hash = '#strategy=first&board=Qs7h2cTd3h&betting=rc/crc/cc/c'");
    page.wait_for("document.getElementById('said').textContent.includes('button to act')");
    page.value("document.getElementById('solve-exactly').click()");
    page.wait_for("document.querySelectorAll('#grid-beside td .spoken:not(:empty)').length === 169");
    page.wait_for("document.getElementById('grid-beside').textContent.startsWith('exact rc/crc/cc/ Qs7h2cTd3h')");
    page.wait_for("document.getElementById('grid-beside').textContent.includes('% of the pot')");
    assert_eq!(page.value("document.getElementById('wrong').hidden"), true);
    // A spot by itself is no decision of the strategy's game.
    page.value("{ const it = document.getElementById('other'); it.value = 3; it.dispatchEvent(new Event('change')); }");
    page.wait_for("document.getElementById('wrong').textContent.includes('has no such decision')");
    page.wait_for("document.getElementById('grid-beside').hidden && document.getElementById('other').value === ''");
    // On a phone the long names fit.
    page.look(360, "light");
    page.wait_for("document.documentElement.scrollWidth <= 360");
    page.value("document.getElementById('to-play').click()");
    page.wait_for("document.querySelectorAll('#play .seat').length === 2");
    page.value("history.back()");
    page.wait_for("document.getElementById('said').textContent.includes('button to act')");
}

#[test]
fn the_editor_fits_a_phone_and_its_controls_have_names() {
    let site = Site::open();
    let Some(mut page) = Page::open(&site, "#mode=spots") else { return };
    for (width, scheme) in [(360, "light"), (360, "dark"), (1280, "dark")] {
        page.look(width, scheme);
        page.wait_for("document.querySelectorAll('.range-editor td .spoken:not(:empty)').length === 338");
        page.value("document.querySelector('#spots details').open = true");
        let needed = page.value("document.documentElement.scrollWidth").as_u64().unwrap();
        assert!(needed <= width.into(), "{needed} of {width}");
    }
    let unnamed = "[...document.querySelectorAll('#spots :is(button, select, input, textarea)')].filter((it) => \
                   !it.textContent.trim() && !it.ariaLabel && !it.labels?.length).length";
    assert_eq!(page.value(unnamed), 0);
}
