//! Whole matches through real sockets: money adds up, seats change, cut-off matches go on.

use crate::acpc_table::{Client, LOG, Table, match_of, play, terms};
use matches::acpc::hand_log::LogLine;
use matches::acpc::match_files::{FileChoice, MatchTerms};
use std::fs;
use std::io::Write;
use tables::error::Failure;

#[test]
fn a_match_of_100_hands_adds_up_in_log_score_and_both_players_accounts() {
    let terms = terms("holdem", 100, 42);
    let (end, players) = match_of(&terms, ["call-raise", "uniform"]);
    let score = end.result.as_ref().unwrap();
    let hands = end.hands(&terms);
    assert_eq!(hands.len(), 100);
    let mut chips = [0, 0];
    for (number, record) in hands.iter().enumerate() {
        let alice = number % 2;
        assert_eq!(record.hand, number as u32);
        assert_eq!((record.names[alice].as_str(), record.names[1 - alice].as_str()), ("Alice", "Bob"));
        chips[0] += record.chips[alice];
        chips[1] += record.chips[1 - alice];
    }
    assert_eq!((score.chips, chips[0] + chips[1]), (chips, 0));
    assert_ne!(chips[0], 0);
    assert_eq!(players.map(|player| (player.hands, player.tally.sum())), [(100, chips[0]), (100, chips[1])]);
    let log = end.log();
    assert!(log.starts_with(
        "# name/game/hands/seed test holdem 100 42\n#--t_response 600000\n#--t_hand 600000\n\
         #--t_per_hand 7000\nSTATE:0:"
    ));
    assert!(log.ends_with(&format!("\n{score}\n")));
    assert!(end.warnings.is_empty());
}

#[test]
fn a_duplicate_match_gives_the_same_cards_and_the_opposite_result() {
    let mut first = terms("holdem", 60, 7);
    let (once, _) = match_of(&first, ["always-call", "always-raise"]);
    first.names.reverse();
    let (again, _) = match_of(&first, ["always-raise", "always-call"]);
    for (one, other) in once.hands(&first).iter().zip(again.hands(&first)) {
        assert_eq!(one.cards, other.cards);
        // One bet in every round, by either player: 20 + 10 + 20 + 20 chips, or a split pot.
        assert_eq!((one.chips, one.chips[0].abs() % 70), (other.chips, 0));
        assert_ne!(one.names, other.names);
    }
    let (once, again) = (once.result.unwrap(), again.result.unwrap());
    // What one wins in both seats together is nothing: the better cards win the same in either seat.
    assert_eq!(once.chips[0] + again.chips[1], 0);
    assert_ne!(once.chips[0], 0);
}

#[test]
fn small_games_are_played_too() {
    for game in ["kuhn", "leduc"] {
        let terms = terms(game, 200, 3);
        let (end, players) = match_of(&terms, ["uniform", "call-raise"]);
        let hands = end.hands(&terms);
        let alice: i64 = hands.iter().map(|record| record.chips[record.hand as usize % 2]).sum();
        assert_eq!((hands.len(), end.result.unwrap().chips), (200, [alice, -alice]), "{game}");
        assert_eq!(players[0].tally.sum(), alice, "{game}");
    }
}

#[test]
fn fixed_seats_stay_where_they_are() {
    let mut terms = terms("kuhn", 10, 3);
    terms.fixed_seats = true;
    let (end, _) = match_of(&terms, ["uniform", "always-call"]);
    assert!(end.hands(&terms).iter().all(|record| record.names == ["Alice", "Bob"]));
}

#[test]
fn a_match_that_was_cut_off_goes_on_from_its_transactions_to_the_same_end() {
    let terms = terms("leduc", 40, 9);
    let choice = FileChoice { log: true, transactions: true, phh: false, append: false };
    let whole = Table::open(&terms, choice);
    // Players' dice depend on hand and betting, so that they answer alike the second time; port parity would change
    // the seed.
    let policies = ["always-raise", "always-call"];
    let (whole, _) = whole.play_out(policies);

    let cut = Table::open(&terms, choice);
    let honest = play("leduc", policies[1], cut.ports[1]);
    let mut leaving = Client::join(cut.ports[0]);
    loop {
        // Alice raises wherever she is to act; the cap turns that into a call. In hand 17 she goes.
        let state = leaving.hear();
        let state = state.trim_end();
        if state.starts_with("MATCHSTATE:1:17:") || state.starts_with("MATCHSTATE:0:17:") {
            break;
        }
        leaving.say(format!("{state}:r\r\n"));
    }
    drop(leaving);
    let cut = cut.end();
    assert!(honest.join().unwrap().is_err());
    assert!(cut.error().contains("seat 1 (Alice, position 1 in hand 17): closed the connection"), "{}", cut.error());
    assert_eq!(cut.hands(&terms).len(), 17);
    assert!(!cut.log().contains("SCORE"));
    // The machine went down while both files were being written.
    for (file, half) in [("test.tlog", "c 17 17952"), ("test.log", "STATE:17:cr")] {
        let mut file = fs::OpenOptions::new().append(true).open(cut.folder.path().join(file)).unwrap();
        file.write_all(half.as_bytes()).unwrap();
    }

    let rest = Table::open_in(cut.folder.clone(), &terms, FileChoice { append: true, ..choice });
    let (rest, heard) = rest.play_out(policies);
    assert_eq!(heard.map(|played| played.hands), [23, 23]);
    assert_eq!(rest.result.as_ref().unwrap(), whole.result.as_ref().unwrap());
    assert_eq!(rest.hands(&terms), whole.hands(&terms));
    let log = rest.log();
    assert!(log.lines().all(|line| LogLine::parse(&terms.game, line).is_some()), "{log}");
}

#[test]
fn files_of_another_match_are_refused() {
    let first = terms("kuhn", 5, 1);
    let choice = FileChoice { log: true, transactions: true, phh: false, append: false };
    let (end, _) = Table::open(&first, choice).play_out(["uniform"; 2]);
    let appended = FileChoice { append: true, ..choice };
    let other = Table::open_in(end.folder.clone(), &terms("kuhn", 5, 2), appended).end();
    let said = "test.log: line 1: expected # name/game/hands/seed test kuhn 5 2";
    assert!(other.error().contains(said), "{}", other.error());
    assert!(other.result.unwrap_err().is_input_error());
    let over = Table::open_in(end.folder.clone(), &first, appended).end();
    assert!(over.error().contains("expected a match that is not over"), "{}", over.error());
    // From here on it is not.
    let log = end.folder.path().join("test.log");
    let text = fs::read_to_string(&log).unwrap();
    fs::write(&log, &text[..text.find("SCORE").unwrap()]).unwrap();
    let strangers = MatchTerms { names: ["Carl", "Dora"].map(str::to_owned), ..first.clone() };
    let other_seats = MatchTerms { fixed_seats: true, ..first.clone() };
    for (wrong, expected) in
        [(strangers, "expected a hand of Carl|Dora"), (other_seats, "expected a hand of Alice|Bob")]
    {
        let other = Table::open_in(end.folder.clone(), &wrong, appended).end();
        assert!(other.error().contains(expected), "{}", other.error());
    }
    fs::write(end.folder.path().join("test.tlog"), "c 0 1.000000 2.000000\nf 0 1.000000 2.000000\n").unwrap();
    let table = Table::open_in(end.folder.clone(), &first, appended);
    let clients = table.ports.map(Client::join);
    let other = table.end();
    drop(clients);
    assert!(other.error().contains("test.tlog: line 2: expected a legal action of hand 0"), "{}", other.error());
}

#[test]
fn a_written_hand_history_has_one_table_for_each_hand() {
    let terms = terms("holdem", 20, 5);
    let (end, _) = Table::open(&terms, FileChoice { phh: true, ..LOG }).play_out(["uniform"; 2]);
    let written = fs::read_to_string(end.folder.path().join("test.phhs")).unwrap();
    assert_eq!(written.matches("variant = 'FT'").count(), 20);
    for (number, record) in end.hands(&terms).iter().enumerate() {
        assert!(written.contains(&format!("[{}]\n", number + 1)));
        assert!(written.contains(&format!("hand = {number}\nplayers = [\"{}\"", record.names[0])));
    }
}
