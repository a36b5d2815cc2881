//! The page in a browser: what it shows, by mouse and by keyboard, wide and narrow, light and dark.

use crate::browser::Page;
use crate::client::Site;
use evaluator::deck::Deck;
use serde_json::Value;

const GRID_IS_THERE: &str = "document.querySelectorAll('#grid td .spoken:not(:empty)').length === 169";

#[test]
fn a_link_leads_to_its_spot_and_a_click_goes_on() {
    let site = Site::open();
    let hash = "#strategy=second&other=first&board=Qs7h2c&betting=rc/c&hand=AhKd";
    let Some(mut page) = Page::open(&site, hash) else { return };
    page.wait_for(GRID_IS_THERE);
    // What is shown is what the server says.
    let spot = site.get("/api/spot?strategy=1&board=Qs7h2c&betting=rc/c");
    let start = site.get("/api/start");
    let place = start["classes"].as_array().unwrap().iter().position(|it| it == "AKo").unwrap();
    // A cell is the mean of its holdings by reach.
    let of_class = |number: &usize| start["class_of"][*number] == place && !spot["hands"]["reach"][*number].is_null();
    let numbers: Vec<usize> = (0..1326).filter(of_class).collect();
    assert_eq!(numbers.len(), 12);
    let number = |list: &Value, number: usize| list[number].as_f64().unwrap();
    let reach = |it: usize| number(&spot["hands"]["reach"], it);
    let bets: f64 = numbers.iter().map(|&it| reach(it) * number(&spot["hands"]["shares"][1], it)).sum();
    let share = bets / numbers.iter().map(|&it| reach(it)).sum::<f64>();
    let label = page.value(&format!("document.querySelectorAll('#grid td .spoken')[{place}].textContent"));
    let label = label.as_str().unwrap();
    assert!(label.starts_with("AKo") && label.contains(&format!("bet {:.0} %", 100.0 * share)), "{label} {share}");
    assert_eq!(
        page.value("document.getElementById('said').textContent"),
        Value::from("Flop on Q♠ 7♥ 2♣: button to act, 40 chips (4 bb) in the pot.")
    );
    // Values come without being asked for, and the other strategy stands beside.
    page.wait_for("document.getElementById('detail').textContent.includes('128 of 2,352 boards')");
    page.wait_for("document.querySelectorAll('#grid-beside td .spoken:not(:empty)').length === 169");
    page.wait_for("document.querySelectorAll('#apart tbody tr').length > 3");
    page.wait_for("document.querySelectorAll('#apart-here tbody tr').length === 12");
    let classes = "new Set([...document.querySelectorAll('#apart-here tbody th')].map((it) => it.textContent)).size";
    assert_eq!(page.value(classes), 12, "one line a starting hand");
    page.wait_for("document.querySelectorAll('.bars i').length === 50");
    assert_eq!(page.value("document.querySelectorAll('#detail tbody tr').length"), 12);
    // A bet, a call: the turn is asked for, and the address says which it is.
    page.value("document.querySelector('.action-r').click()");
    page.wait_for("location.hash.includes('betting=rc/cr&')");
    page.wait_for("document.getElementById('said').textContent.includes('big blind to act, 50 chips')");
    page.value("document.querySelector('.action-c').click()");
    page.wait_for("document.getElementById('picker').open");
    assert!(page.value("location.hash").as_str().unwrap().contains("betting=rc/cr&"), "nothing is dealt yet");
    page.value("[...document.querySelectorAll('#picker button')].find((it) => it.textContent === 'Random').click()");
    page.wait_for("location.hash.includes('betting=rc/crc/')");
    page.wait_for("document.getElementById('said').textContent.startsWith('Turn on Q♠ 7♥ 2♣')");
    page.wait_for("document.getElementById('detail').textContent.includes('Values are exact')");
    assert_eq!(page.value("document.getElementById('wrong').hidden"), true);
    // What cannot be is refused with the server's reason, and nothing is lost.
    page.value("document.getElementById('betting').value = 'rx'; document.getElementById('asked').requestSubmit()");
    page.wait_for("document.getElementById('wrong').textContent.includes(\"'x'\")");
    page.wait_for("location.hash.includes('betting=rc/crc/&hand=AhKd')");
    assert_eq!(page.value("document.getElementById('said').textContent.startsWith('Turn')"), true);
}

#[test]
fn a_link_says_what_it_names_in_vain_and_the_hand_is_the_one_that_comes_most_often() {
    let site = Site::open();
    let Some(mut page) = Page::open(&site, "#strategy=C99&board=Qs7h2c&betting=rc/c") else { return };
    page.wait_for(GRID_IS_THERE);
    page.wait_for("document.getElementById('wrong').textContent.includes('“C99”')");
    page.wait_for("location.hash.startsWith('#mode=explore&strategy=first&board=Qs7h2c&betting=rc/c&hand=')");
    let (start, spot) = (site.get("/api/start"), site.get("/api/spot?board=Qs7h2c&betting=rc/c"));
    let mut often = vec![0.0; 169];
    for (number, place) in start["class_of"].as_array().unwrap().iter().enumerate() {
        often[place.as_u64().unwrap() as usize] += spot["hands"]["reach"][number].as_f64().unwrap_or(0.0);
    }
    let most = (0..169).max_by(|&one, &other| often[one].total_cmp(&often[other]).then(other.cmp(&one))).unwrap();
    let heading = page.value("document.querySelector('#detail h2').textContent");
    let expected = format!("{}, button", start["classes"][most].as_str().unwrap());
    assert_eq!(heading, Value::from(expected));
    // What cannot be played is refused before any card is asked for, and the address stays true.
    page.value("document.getElementById('betting').value = 'rc/x'; document.getElementById('asked').requestSubmit()");
    page.wait_for("document.getElementById('wrong').textContent.includes(\"'x'\")");
    page.wait_for("location.hash.includes('betting=rc/c&')");
    assert_eq!(page.value("document.getElementById('picker').open"), false);
    // A card that is on the board cannot be held.
    page.value("location.hash = '#board=Qs7h2c&betting=rc/c&hand=QsQh'");
    page.wait_for("document.getElementById('wrong').textContent.includes('“QsQh” cannot be held here')");
}

#[test]
fn panels_follow_the_view_and_the_filter() {
    let site = Site::open();
    let Some(mut page) = Page::open(&site, "#board=Qs7h2cTd3h&betting=rc/crc/cc/c&hand=AhKd") else { return };
    page.wait_for(GRID_IS_THERE);
    let press = |text: &str| {
        format!("[...document.querySelectorAll('button')].find((it) => it.textContent === '{text}').click()")
    };
    // On the river a hand has a strength, and beats some of what the other seat holds.
    let detail = "document.getElementById('detail').textContent";
    page.wait_for(&format!("/Strength 0\\.\\d{{4}} .* beats \\d+ of 990 hands/.test({detail})"));
    assert_eq!(page.value("document.querySelectorAll('.bars i').length"), 0);
    page.wait_for("document.querySelectorAll('#ranges polyline').length === 4");
    page.wait_for("document.querySelectorAll('#runouts .runout:not(.none)').length === 48");
    page.value(&press("Big blind"));
    page.wait_for("location.hash.includes('show=range')");
    page.wait_for("document.querySelector('#detail h2').textContent.endsWith('big blind')");
    page.value(&press("Equity"));
    page.wait_for("location.hash.endsWith('show=other-equity')");
    page.wait_for("document.querySelector('#grid .shown').textContent.endsWith('equity of the big blind')");
    // The filter leaves what it names, in the grid and in the table.
    page.value("document.getElementById('holdings-part').open = true");
    page.value(&press("top pair"));
    page.wait_for("[...document.querySelectorAll('#holdings tbody tr td:nth-child(3)')].length > 20");
    page.wait_for(
        "[...document.querySelectorAll('#holdings tbody tr')].every((it) => \
                   it.children[2].textContent === 'top pair')",
    );
    page.wait_for("document.querySelectorAll('#grid td')[0].textContent.includes('not possible here')");
    page.value(&press("equity"));
    page.wait_for("document.querySelector('#holdings th[aria-sort=descending]')?.textContent === 'equity ↓'");
    // A click on another river deals it.
    page.value("document.querySelector('#runouts button[aria-pressed=false]').click()");
    page.wait_for("location.hash.includes('board=Qs7h2cTdAs&')");
}

#[test]
fn the_grid_is_walked_with_the_arrow_keys() {
    let site = Site::open();
    let Some(mut page) = Page::open(&site, "") else { return };
    page.wait_for(GRID_IS_THERE);
    page.value("document.querySelector('#grid td[tabindex=\"0\"]').focus()");
    for key in ["ArrowRight", "ArrowRight", "ArrowDown", "End", "ArrowRight", "Home", "ArrowLeft"] {
        page.press(key);
    }
    assert_eq!(page.value("document.activeElement.firstChild.textContent"), "AQo");
    // One stop for Tab.
    assert_eq!(page.value("document.querySelectorAll('#grid td[tabindex=\"0\"]').length"), 1);
    assert_eq!(page.value("document.querySelector('#detail h2').textContent"), "AQo, button");
    let unnamed = "[...document.querySelectorAll('button, select, input')].filter((it) => !it.textContent.trim() && \
                   !it.getAttribute('aria-label') && !it.labels?.length).length";
    assert_eq!(page.value(unnamed), 0);
}

#[test]
fn the_page_fits_a_phone_in_light_and_dark() {
    let site = Site::open();
    let Some(mut page) = Page::open(&site, "#board=Qs7h2c&betting=rc/c&other=second") else { return };
    let mut backgrounds = Vec::new();
    page.wait_for(GRID_IS_THERE);
    page.value("document.getElementById('holdings-part').open = true");
    for (width, scheme) in [(360, "light"), (360, "dark"), (1280, "dark")] {
        page.look(width, scheme);
        page.wait_for(GRID_IS_THERE);
        page.wait_for("document.querySelectorAll('#apart tbody tr').length > 3");
        // On a phone the window would grow with what is too wide for it.
        let needed = page.value("document.documentElement.scrollWidth").as_u64().unwrap();
        assert!(needed <= width.into(), "{needed} of {width}");
        page.wait_for("document.querySelectorAll('#holdings tbody tr').length === 50");
        let sideways = "[...document.querySelectorAll('.scroll, .way')]\
                        .filter((it) => it.scrollWidth > it.clientWidth + 1)\
                        .map((it) => it.getAttribute('aria-label')).join()";
        assert_eq!(page.value(sideways), "", "at {width}");
        backgrounds.push(page.value("getComputedStyle(document.body).backgroundColor"));
    }
    assert!(backgrounds[0] != backgrounds[1] && backgrounds[1] == backgrounds[2], "{backgrounds:?}");
}

#[test]
fn hands_are_played_with_the_keyboard() {
    let site = Site::open();
    let Some(mut page) = Page::open(&site, "#mode=play") else { return };
    for hand in 1..=3 {
        page.wait_for("document.querySelectorAll('#play .seat').length === 2");
        while page.value("document.querySelector('#play .row').textContent.includes('Next hand')") != true {
            let before = page.value("document.querySelectorAll('.history li').length");
            page.press("c");
            page.wait_for(&format!("document.querySelectorAll('.history li').length > {before}"));
        }
        page.wait_for(&format!("document.querySelector('.result').textContent.includes('{hand} hand')"));
        page.wait_for("/You (win|lose)|split/.test(document.querySelector('#play .said').textContent)");
        page.press("n");
        page.wait_for(
            "!document.querySelector('#play .row').textContent.includes('Next hand') || \
                       document.querySelectorAll('.history li').length < 3",
        );
    }
    let log = std::fs::read_to_string(site.folder.path().join("play/first.log")).unwrap();
    assert!(log.lines().filter(|line| line.starts_with("STATE:")).count() >= 3, "{log}");
}

#[test]
fn push_or_fold_charts_are_those_of_the_full_deck_whatever_is_shown_beside() {
    let site = Site::open_on(Deck::try_from(20).unwrap());
    let found = site.get("/api/push-fold?stack=10");
    let place = |hand: &str| found["classes"].as_array().unwrap().iter().position(|it| it == hand).unwrap();
    assert_eq!(found["classes"].as_array().unwrap().len(), 169);
    let share = |part: &str, hand: &str| found[part]["shares"][place(hand)].as_f64().unwrap();
    assert_eq!([share("jam", "AA"), share("jam", "72o"), share("call", "22")], [1.0, 0.0, 1.0]);
    assert!((share("jam", "43s") - 0.7107).abs() < 1e-3 && (share("call", "Q6s") - 0.4028).abs() < 1e-3);
    assert!((found["jam"]["share"].as_f64().unwrap() - 0.58284).abs() < 1e-4);
    assert_eq!(found["value_mbb"], -45.371);
    // What is never done loses by it, and what is always done wins.
    for (part, hand, sign) in [("jam", "AA", 1.0), ("jam", "72o", -1.0), ("call", "32o", -1.0)] {
        let advantage = found[part]["advantages_mbb"][place(hand)].as_f64().unwrap();
        assert!(advantage * sign > 0.0, "{part} {hand}: {advantage}");
    }
    assert!(found["call"]["range"].as_str().unwrap().starts_with("22+,"));
    let (status, reason) = site.refusal("/api/push-fold?stack=0.5");
    assert!(status == 400 && reason.contains("1 to 500 big blinds"), "{status} {reason}");
}

#[test]
fn the_chart_of_another_stack_is_drawn_when_it_is_typed() {
    let site = Site::open();
    let Some(mut page) = Page::open(&site, "#mode=push-fold") else { return };
    page.wait_for("document.querySelectorAll('#push-fold td .spoken:not(:empty)').length === 2 * 169");
    let said = "document.querySelector('#push-fold .said').textContent";
    page.wait_for(&format!("{said}.includes('worth −45.4 mbb')"));
    page.value(
        "(() => { const it = document.querySelector('#push-fold input'); it.value = '20'; \
                it.dispatchEvent(new Event('input')); })()",
    );
    page.wait_for(&format!("{said}.includes('With 20 big blinds') && {said}.includes('−183')"));
    page.wait_for("document.querySelector('#push-fold .shown').textContent === 'The button jams with 40 % of hands'");
}
