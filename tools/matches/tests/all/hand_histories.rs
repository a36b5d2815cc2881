//! Hand histories read back: what was written comes back hand for hand, and what is none is refused where it stands.

use crate::logs::{holdem, played};
use matches::acpc::hand_log::{HandRecord, LogLine};
use matches::acpc::log_reader::LoggedHands;
use matches::acpc::phh::hand_history;
use matches::acpc::phh_reader::read_histories;

/// Hands of a match as the log has them, and the same file of hand histories.
fn hands_and_text(games: u32) -> (Vec<HandRecord>, String) {
    let ([log, phh], game) = (played(games), holdem());
    let hands = log.lines().filter_map(|line| match LogLine::parse(&game, line) {
        Some(LogLine::Hand(record)) => Some(record),
        _ => None,
    });
    (hands.collect(), phh)
}

#[test]
fn what_was_written_comes_back_hand_for_hand() {
    let (hands, text) = hands_and_text(400);
    let read = read_histories(&holdem(), &text).unwrap();
    assert_eq!((read.hands, read.is_cut_off), (hands, false));
}

#[test]
fn a_file_is_known_by_its_first_line_whatever_key_that_has() {
    let (hands, text) = hands_and_text(2);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a file");
    let read = |text: &str| {
        std::fs::write(&path, text).unwrap();
        LoggedHands::read(std::slice::from_ref(&path))
    };
    let single = text[..text.find("[2]").unwrap()].split_once('\n').unwrap().1;
    for text in [text.clone(), format!("# a remark\n\n author = 'Ann'\n{single}"), format!("time-zone='UTC'\n{single}")]
    {
        let read = read(&text).unwrap();
        assert_eq!(read.hands[0].record, hands[0], "{text}");
    }
    // Neither a remark that begins with such a word nor a heading of another kind makes a hand history.
    for other in ["variants of the game\n", "[package]\nname = 'a'\n"] {
        let error = read(other).unwrap_err().to_string();
        assert!(error.contains("line 1: '"), "{other}: {error}");
    }
}

#[test]
fn other_units_remarks_and_hidden_cards_are_read() {
    let text = "# of another program\nvariant = 'FT'\nantes = [0, 0]\nblinds_or_straddles = [0.5, 1.0]\n\
                small_bet = 1.0\nbig_bet = 2.0\nstarting_stacks = [50.0, 50.0]\nplayers = ['Ann', 'Bob']\n\
                actions = ['d dh p1 AhKh', 'd dh p2 ????', 'p2 cc', 'p1 cbr 2.0 # bold', 'p2 f']\n";
    let read = read_histories(&holdem(), text).unwrap();
    let hand = &read.hands[0];
    assert_eq!(
        (hand.chips, hand.betting.as_str(), hand.names.as_slice()),
        ([10, -10], "crf", &["Ann".into(), "Bob".into()][..])
    );
    assert_eq!((hand.cards.hole[0].len(), hand.cards.hole[1].len()), (2, 0));
    // Bob's cards stay hidden at the showdown that he loses: the stacks say who won.
    let shown = text.replace(
        "'p1 cbr 2.0 # bold', 'p2 f'",
        "'p1 cc', 'd db 2c3d4s', 'p1 cc', 'p2 cc', 'd db 5h', 'p1 cc', \
                 'p2 cc', 'd db 9c', 'p1 cc', 'p2 cc', 'p1 sm AhKh', 'p2 sm'",
    );
    assert!(read_histories(&holdem(), &shown).unwrap_err().problem.contains("finishing stacks"));
    let stacks = format!("{shown}finishing_stacks = [51.0, 49.0]\n");
    assert_eq!(read_histories(&holdem(), &stacks).unwrap().hands[0].chips, [10, -10]);
    for impossible in ["-inf", "nan", "90.0"] {
        let stacks = stacks.replace("[51.0, ", &format!("[{impossible}, "));
        assert!(read_histories(&holdem(), &stacks).unwrap_err().problem.contains("finishing stacks"));
    }
    let short = stacks.replace("[50.0, 50.0]", "[50.0, 0.5]");
    assert!(read_histories(&holdem(), &short).unwrap_err().problem.contains("all in"));
    // Five cards lie on the board, and a hand has two.
    for (from, to) in [("'p1 sm AhKh'", "'d db Jd', 'p1 sm AhKh'"), ("'d dh p1 AhKh'", "'d dh p1 AhKhQhJh'")] {
        let error = read_histories(&holdem(), &stacks.replace(from, to)).unwrap_err();
        assert!(error.problem.contains("action 'd d"), "{}", error.problem);
    }
}

#[test]
fn what_is_no_hand_of_limit_holdem_is_refused_where_it_stands() {
    let (hands, text) = hands_and_text(3);
    let game = holdem();
    let second_line = text.lines().position(|line| line == "[2]").unwrap() + 1;
    let one = hand_history(&game, &hands[0]);
    for (from, to, said) in [
        ("'FT'", "'NT'", "without 'min_bet'"),
        ("'FT'", "'PO'", "variant PO"),
        ("small_bet = 10", "small_bet = 5", "other blinds or bets"),
        ("big_bet = 20", "big_bet = 10", "other blinds or bets"),
        ("antes = [0, 0]", "antes = [1, 1]", "with antes"),
        ("'d dh p1 ", "'d dh p3 ", "action 'd dh p3"),
    ] {
        assert!(one.contains(from), "{from}");
        let error = read_histories(&game, &one.replacen(from, to, 1)).unwrap_err();
        assert!(error.problem.contains(said), "{from}: {}", error.problem);
    }
    let three = text.replacen("players = [", "players = ['Cid', ", 2);
    let error = read_histories(&game, &three).unwrap_err();
    assert!(error.problem.contains("3 players"), "{}", error.problem);
    // In the middle of a file even a hand without its end is an error, with its line.
    let broken = text.replacen("'FT'", "'FT", 2).replacen("'FT\n", "'FT'\n", 1);
    assert_eq!(read_histories(&game, &broken).unwrap_err().line, second_line);
}
