//! Hand histories as other programs write them: optional fields, any TOML, any stakes; and what contradicts the rules
//! or the deal is refused with its line.

use crate::logs::{self, records};
use matches::acpc::log_reader::{LoggedHands, Reading};
use std::path::PathBuf;

/// What PokerKit 0.7.7 writes for four hands of its own: at 5/10 without names, at 0.25/0.5 with a number of twelve
/// digits, at 50/100 with cards dealt one by one and free text for a number, and with the blinds the other way round.
const POKERKIT: &str = include_str!("../pokerkit.phhs");

/// A text as a file of hand histories, and its folder.
fn file(text: impl AsRef<[u8]>) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = logs::write(folder.path(), "a.phhs", text);
    (folder, path)
}

fn read(text: impl AsRef<[u8]>) -> LoggedHands {
    let (_folder, path) = file(text);
    logs::read(&path)
}

fn refused(text: impl AsRef<[u8]>) -> String {
    let (_folder, path) = file(text);
    logs::refused(&path)
}

fn skipping(text: impl AsRef<[u8]>) -> LoggedHands {
    let (_folder, path) = file(text);
    LoggedHands::read_as(&[path], &Reading { game: None, skip: true }).unwrap()
}

/// The first of PokerKit's hands without its heading.
fn single() -> String {
    POKERKIT[..POKERKIT.find("\n\n[2]").unwrap() + 1].strip_prefix("[1]\n").unwrap().to_owned()
}

#[test]
fn what_pokerkit_writes_is_read_with_its_stakes_and_its_turn_order() {
    let logs = read(POKERKIT);
    assert!(!logs.hands.is_empty() && logs.cut_off.is_empty() && logs.remarks.is_empty(), "{:?}", logs.remarks);
    let found: Vec<(&str, [&str; 2], i64, usize)> = logs
        .hands
        .iter()
        .map(|hand| {
            let names = hand.record.names.each_ref().map(String::as_str);
            (hand.record.betting.as_str(), names, hand.record.chips[0], hand.game)
        })
        .collect();
    assert_eq!(
        found,
        [
            ("rc/rrc/cc/cc", ["p1", "p2"], 40, 0),
            ("rc/rrc/crc/rc", ["p1", "p2"], -80, 0),
            ("rc/rc/rf", ["Ann", "Bob"], 30, 0),
            ("rc/rc/rc/rc", ["Ann", "Bob"], -70, 1),
        ]
    );
    let turned = logs.games[1].definition();
    assert_eq!((turned.blinds().map(|chips| chips.0), turned.first_player(0)), ([5, 10], 0));
    assert_eq!(read(single()).hands[0].record, logs.hands[0].record);
}

#[test]
fn a_hands_number_is_any_text_or_number_and_every_optional_field_may_be_missing() {
    let long = "123456789012345678901234567890";
    for number in ["123456789012", long, "{ of = [1, 2] }", "-3", "1.5", "'a/b'", "\"\"", "true", "2020-01-01"] {
        let logs = read(format!("{}hand = {number}\n", single()));
        assert_eq!(logs.hands.len(), 1, "{number}");
    }
    assert_eq!(read(format!("{}hand = '17'\n", single())).hands[0].record.hand, 17);
    for line in single().lines().filter(|line| line.starts_with("ante") || line.starts_with("starting")) {
        assert_eq!(read(single().replace(&format!("{line}\n"), "")).hands.len(), 1, "{line}");
    }
    for line in single().lines().filter(|line| !line.starts_with("ante") && !line.starts_with("starting")) {
        let error = refused(single().replace(&format!("{line}\n"), ""));
        assert!(error.contains(" without '"), "{line}: {error}");
    }
    assert_eq!(read(format!("{}players = ['', 'Bob']\n", single())).names(), ["p1", "Bob"]);
    assert_eq!(read(format!("{}players = ['Bob', 'Bob']\n", single())).names(), ["Bob (1)", "Bob (2)"]);
    assert_eq!(read(single().replace("[250, 250]", "[inf, inf]")).hands.len(), 1);
}

#[test]
fn amounts_are_those_of_the_rules_and_shown_cards_those_that_were_dealt() {
    let line = single().lines().position(|line| line.starts_with("actions")).unwrap() + 1;
    for (from, to, said) in [
        ("'p2 cbr 20', 'p1 cc', 'd db 5", "'p2 cbr 5', 'p1 cc', 'd db 5", "a bet or raise here is to 20"),
        ("'p1 cbr 10'", "'p1 cbr 400'", "a bet or raise here is to 10"),
        ("'p1 cbr 10'", "'p1 cbr banana'", "a bet or raise here is to 10"),
        ("'p1 cbr 10'", "'p1 cbr nan'", "a bet or raise here is to 10"),
        ("'p1 cbr 10'", "'p1 cbr 30'", "a bet or raise here is to 10"),
        ("'p1 sm 7d3d'", "'p1 sm AcAd'", "'7d3d' were dealt"),
        ("'p1 sm 7d3d'", "'p1 sm 7d3c'", "'7d3d' were dealt"),
        ("'p1 sm 7d3d'", "'p1 sm 7d3d5h'", "'7d3d' were dealt"),
        ("'p2 sm'", "'p2 sm AsAh'", "'2hAc' were dealt"),
        ("'d db 9s'", "'p1 sm 7d3d', 'd db 9s'", "before the betting is over"),
        ("'d db 9s'", "'d db 9s4h'", "2 cards on a street that has 1"),
        ("'d db 9s', ", "", "cards are not dealt yet"),
        ("'d dh p2 2hAc'", "'d dh p2 2hAcAd'", "3 hole cards"),
        ("'p2 cbr 20', 'p1 cc', 'd db 5", "'p1 cbr 20', 'p2 cc', 'd db 5", "p2 is to act"),
        ("'p2 sm'", "'p2 f'", "the betting is over"),
    ] {
        assert!(single().contains(from), "{from}");
        let error = refused(single().replacen(from, to, 1));
        assert!(error.contains(&format!("on line {line}: ")) && error.contains(said), "{to}: {error}");
    }
    for (from, to) in [
        ("'p1 cbr 10'", "'p1 cbr 10.00 # bold'"),
        ("'p1 sm 7d3d'", "'p1 sm 3d7d'"),
        ("'p1 sm 7d3d'", "'p1 sm -'"),
        ("'p1 sm 7d3d'", "'p1 sm 7d??'"),
        ("'p2 sm'", "'p2 sm 2hAc'"),
        ("'d dh p1 7d3d'", "'d dh p1 7d??'"),
        ("'d dh p1 7d3d'", "'d dh p1 7d', 'd dh p1 3d'"),
        ("'d db 5sKs7s'", "'d db 5s', 'd db Ks', 'd db 7s'"),
    ] {
        assert!(single().contains(from), "{from}");
        let hand = &read(single().replacen(from, to, 1)).hands[0].record;
        assert_eq!((hand.chips[0], hand.cards.is_open()), (40, true), "{to}");
    }
}

#[test]
fn results_are_read_where_they_are_needed_and_checked_where_they_are_not() {
    // Neither hand is known: what is said of the result decides.
    let hidden = single().replace("7d3d", "????").replace("2hAc", "????").replace("'p1 sm ????', 'p2 sm'", "'p1 sm -'");
    for (result, chips) in [
        ("finishing_stacks = [290, 210]", 40),
        ("finishing_stacks = [210, 290]", -40),
        ("finishing_stacks = [250, 250]", 0),
        ("finishing_stacks = [288, 210]", 40),
        ("winnings = [80, 0]", 40),
        ("winnings = [0, 80]", -40),
        ("winnings = [40, 40]", 0),
        ("winnings = [77, 0]", 40),
        ("winnings = [-40, 40]", -40),
    ] {
        let text = format!("{hidden}{result}\n");
        assert_eq!(read(&text).hands[0].record.chips, [chips, -chips], "{result}");
        // The same with known cards: either what they give, or a contradiction.
        let known = format!("{}{result}\n", single());
        if chips == 40 {
            assert_eq!(read(&known).hands[0].record.chips[0], 40, "{result}");
        } else {
            assert!(refused(&known).contains("do not give: +40 for p1"), "{result}: {}", refused(&known));
        }
    }
    assert!(refused(&hidden).contains("without finishing stacks or winnings"));
    for wrong in [
        "finishing_stacks = [290, 220]",
        "finishing_stacks = [390, 110]",
        "finishing_stacks = [211, 210]",
        "finishing_stacks = [nan, nan]",
        "winnings = [90, 0]",
        "winnings = [80]",
        "winnings = [1, 0]",
    ] {
        refused(format!("{hidden}{wrong}\n"));
        refused(format!("{}{wrong}\n", single()));
    }
}

#[test]
fn headings_are_those_of_toml_whatever_they_look_like() {
    let with = |headings: [&str; 4]| {
        let mut text = POKERKIT.to_owned();
        for (place, heading) in headings.iter().enumerate() {
            text = text.replace(&format!("[{}]\n", place + 1), &format!("{heading}\n"));
        }
        text
    };
    let expected = read(POKERKIT);
    for headings in [
        ["[ 1 ]", "[ 2]", "[\t3 ]", "[4]  # the last"],
        ["[\"1\"]", "['2']", "[hand-3]", "[\"a.b ] [\"]"],
        ["[session.1]", "[session.2]", "[ session . 3 ]", "[other.1]"],
        ["[[hand]]", "[[hand]]", "[[hand]]", "[[hand]]"],
        ["# [9]\n[1]", "\t[2]", "[3]", "[4]"],
    ] {
        let text = with(headings);
        let marked = format!("\u{feff}{text}");
        for text in [text.clone(), marked, text.replace('\n', "\r\n"), format!("title = 'x'\n{text}")] {
            assert_eq!(records(&read(&text)), records(&expected), "{headings:?}");
        }
    }
    // What looks like a heading within a string or an array is none, and a table within a hand belongs to it.
    let text = POKERKIT
        .replace("antes = [0, 0]\n", "antes = [\n  0, # [7]\n  0,\n]\nauthor = \"\"\"\n[8]\nvariant = 'NT'\n\"\"\"\n")
        .replace("['d dh p1", "[\n'd dh p1")
        .replace("\n\n[2]", "\n[1.venue]\nseats = [\n[1],\n[2]\n]\n\n[2]");
    assert_eq!(records(&read(&text)), records(&expected));
    // The line of an action is the one where it stands.
    let wrong = text.replacen("'p2 cbr 1.0'", "\n\n'p2 cbr 1.5'", 1);
    let line = wrong.lines().position(|line| line.contains("cbr 1.5")).unwrap() + 1;
    assert!(refused(&wrong).contains(&format!("on line {line}: ")), "{}", refused(&wrong));
    let heading = refused(with(["[1]", "[2", "[3]", "[4]"]));
    assert!(heading.contains("heading '[2'"), "{heading}");
}

#[test]
fn one_hand_with_a_fault_does_not_cost_the_others() {
    let expected = read(POKERKIT);
    let second = POKERKIT.lines().position(|line| line == "[2]").unwrap() + 1;
    for (from, to) in [
        ("'p2 cbr 1.0'", "'p2 cbr 7.0'"),
        ("small_bet = 0.5", "small_bet = "),
        ("small_bet = 0.5", "small_bet = [0.5"),
        ("small_bet = 0.5", "small_bet = \"\"\"0.5"),
        ("'p1 sm 9h6s'", "'p1 sm 9h6s"),
        ("hand = 123456789012", "hand = 'Andr\u{e9}\u{1}'"),
        ("blinds_or_straddles = [0.25, 0.5]", "blinds_or_straddles = [0.25, 0.5, 0.0]"),
        ("[2]\nvariant = 'FT'", "[2]\nvariant = 'NT'"),
        ("[2]\n", "[2\n"),
    ] {
        assert!(POKERKIT.contains(from), "{from}");
        let wrong = POKERKIT.replacen(from, to, 1);
        let error = refused(&wrong);
        assert!(error.contains(&format!("a.phhs: line {second}: ")), "{to}: {error}");
        let logs = skipping(&wrong);
        assert_eq!((logs.hands.len(), logs.skipped.len()), (3, 1), "{to}: {:?}", logs.skipped);
        assert_eq!(logs.skipped[0].line, second, "{to}");
        let chips = |logs: &LoggedHands| records(logs).iter().map(|record| record.chips).collect::<Vec<_>>();
        let all = chips(&expected);
        assert_eq!(chips(&logs), [all[0], all[2], all[3]], "{to}");
    }
    // Bytes that are not text.
    let latin: Vec<u8> = POKERKIT.replacen("hand = 123456789012", "hand = 'Andr#'", 1).bytes().collect();
    let latin: Vec<u8> = latin.into_iter().map(|byte| if byte == b'#' { 0xe9 } else { byte }).collect();
    assert_eq!((skipping(&latin).hands.len(), skipping(&latin).skipped[0].line), (3, second));
    // A file of one hand that cannot be read is left out like a line.
    let folder = tempfile::tempdir().unwrap();
    let (good, bad) = (folder.path().join("good.phh"), folder.path().join("bad.phh"));
    std::fs::write(&good, single()).unwrap();
    std::fs::write(&bad, single().replace("cbr 10", "cbr 11")).unwrap();
    let logs = LoggedHands::read_as(&[bad.clone(), good], &Reading { game: None, skip: true }).unwrap();
    assert_eq!((logs.hands.len(), &logs.skipped[0].file), (1, &bad));
}

#[test]
fn no_change_of_a_text_brings_the_reader_down() {
    let folder = tempfile::tempdir().unwrap();
    let log = "# name/game/hands/seed m holdem 2 1\nSTATE:0:rc/rrc/cc/cc:7d3d|2hAc/5sKs7s/9s/6h:40|-40:A|B\n\
               STATE:1:f:4h7s|9s7d:5|-5:B|A\nSCORE:35|-35:A|B\n";
    let mut read = 0;
    for text in [POKERKIT, log] {
        for place in 0..text.len() {
            let mut changed = text.as_bytes().to_vec();
            changed[place] ^= 1 << (place % 8);
            for (name, bytes) in [("cut", &text.as_bytes()[..place]), ("changed", &changed)] {
                let path = folder.path().join(name);
                std::fs::write(&path, bytes).unwrap();
                let reading = Reading { game: None, skip: place % 2 == 0 };
                read += LoggedHands::read_as(&[path], &reading).map_or(0, |logs| logs.hands.len());
            }
        }
    }
    assert!(read > 1_000, "{read}");
}

#[test]
fn a_last_hand_without_the_fields_of_the_others_was_cut_off() {
    let named =
        POKERKIT.replace("\n\n[", "\nplayers = ['A', 'B']\n\n[").replacen("players = ['Ann', 'Bob']\n\n", "\n", 1);
    let named = named.replacen("players = ['Ann', 'Bob']\nplayers", "players", 1);
    let whole = named.trim_end().to_owned() + "\n";
    assert_eq!(read(&whole).hands.len(), 4);
    for end in ["players", "actions", "\n[4]"] {
        let cut = &whole[..whole.rfind(end).unwrap()];
        let logs = read(if end == "\n[4]" { format!("{cut}\n[4]\n") } else { cut.to_owned() });
        assert_eq!((logs.hands.len(), logs.cut_off.len()), (3, 1), "{end}");
    }
}
