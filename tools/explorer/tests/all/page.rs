//! The page in a browser: what it shows, by mouse and by keyboard, wide and narrow, light and dark.

use crate::browser::Page;
use crate::client::Site;
use evaluator::deck::Deck;
use serde_json::Value;

const GRID_IS_THERE: &str = "document.querySelectorAll('#grid td[aria-label]').length === 169";

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
    let share = spot["classes"][place]["shares"][1].as_f64().unwrap();
    let label = page.value(&format!("document.querySelectorAll('#grid td')[{place}].getAttribute('aria-label')"));
    let label = label.as_str().unwrap();
    assert!(label.starts_with("AKo") && label.contains(&format!("bet {:.0} %", 100.0 * share)), "{label} {share}");
    assert_eq!(
        page.value("document.getElementById('said').textContent"),
        Value::from("Flop on Qs7h2c: button to act, 40 chips in the pot.")
    );
    // Values come without being asked for, and the other strategy stands beside.
    page.wait_for("document.getElementById('detail').textContent.includes('128 of 2,352 boards')");
    page.wait_for("document.querySelectorAll('#grid-beside td[aria-label]').length === 169");
    page.wait_for("document.querySelectorAll('#apart tbody tr').length > 3");
    page.wait_for("document.querySelectorAll('#apart-here tbody tr').length === 12");
    page.wait_for("document.querySelectorAll('.bars i').length === 50");
    assert_eq!(page.value("document.querySelectorAll('#detail tbody tr').length"), 12);
    // A bet, a call: the turn is dealt, and the address says so.
    page.value("document.querySelector('.action-r').click()");
    page.wait_for("location.hash.includes('betting=rc/cr&')");
    page.wait_for("document.getElementById('said').textContent.includes('big blind to act, 50 chips')");
    page.value("document.querySelector('.action-c').click()");
    page.wait_for("location.hash.includes('betting=rc/crc/')");
    page.wait_for("document.getElementById('said').textContent.startsWith('Turn on Qs7h2c')");
    page.wait_for("document.getElementById('detail').textContent.includes('Values are exact')");
    assert_eq!(page.value("document.getElementById('wrong').hidden"), true);
    // What cannot be is refused with the server's reason, and nothing is lost.
    page.value("document.getElementById('betting').value = 'rx'; document.getElementById('asked').requestSubmit()");
    page.wait_for("document.getElementById('wrong').textContent.includes(\"'x'\")");
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
    assert_eq!(page.value("document.activeElement.firstChild.textContent"), "AKo");
    // One stop for Tab.
    assert_eq!(page.value("document.querySelectorAll('#grid td[tabindex=\"0\"]').length"), 1);
    assert_eq!(page.value("document.querySelector('#detail h2').textContent"), "AKo");
    let unnamed = "[...document.querySelectorAll('button, select, input')].filter((it) => !it.textContent.trim() && \
                   !it.getAttribute('aria-label') && !it.labels?.length).length";
    assert_eq!(page.value(unnamed), 0);
}

#[test]
fn the_page_fits_a_phone_in_light_and_dark() {
    let site = Site::open();
    let Some(mut page) = Page::open(&site, "#board=Qs7h2c&betting=rc/c&other=second") else { return };
    let mut backgrounds = Vec::new();
    for (width, scheme) in [(360, "light"), (360, "dark"), (1280, "dark")] {
        page.look(width, scheme);
        page.wait_for(GRID_IS_THERE);
        page.wait_for("document.querySelectorAll('#apart tbody tr').length > 3");
        // On a phone the window would grow with what is too wide for it.
        let needed = page.value("document.documentElement.scrollWidth").as_u64().unwrap();
        assert!(needed <= width.into(), "{needed} of {width}");
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
    page.wait_for("document.querySelectorAll('#push-fold td[aria-label]').length === 2 * 169");
    let said = "document.querySelector('#push-fold .said').textContent";
    page.wait_for(&format!("{said}.includes('worth −45.4 mbb')"));
    page.value(
        "(() => { const it = document.querySelector('#push-fold input'); it.value = '20'; \
                it.dispatchEvent(new Event('input')); })()",
    );
    page.wait_for(&format!("{said}.includes('With 20 big blinds') && {said}.includes('−183')"));
    page.wait_for("document.querySelector('#push-fold .shown').textContent === 'The button jams with 40 % of hands'");
}
