//! Players who are slow, silent, gone, babbling or hostile: the seat is named, the log stays readable, nothing grows.

use crate::acpc_table::{Client, LOG, Listener, Table, match_of, play, terms};
use crate::observer::StopAfter;
use matches::acpc::connection::{Ended, LineConnection};
use matches::acpc::match_files::MatchTerms;
use matches::acpc::seats::OpenSeats;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};
use tables::error::Failure;
use tables::together::progress::Silent;

/// Short times: an answer may take 300 ms.
fn hurried(hands: u32) -> MatchTerms {
    let mut terms = terms("holdem", hands, 42);
    terms.limits.response = Duration::from_millis(300);
    terms.limits.start = Some(Duration::from_millis(1500));
    terms
}

/// Alice is a client who has heard that Bob called and is asked in hand 0; `misbehave` is what she does then. The
/// match must end with an error that says this of her, quickly, with a log of comments only.
fn alice_fails(terms: &MatchTerms, expected: &str, misbehave: impl FnOnce(Client) -> Option<Client>) {
    let (table, bob, mut alice) = Client::against_caller(terms);
    assert_eq!([alice.hear(), alice.hear()], ["MATCHSTATE:0:0::7d3d|\r\n", "MATCHSTATE:0:0:c:7d3d|\r\n"]);
    let begun = Instant::now();
    let kept = misbehave(alice);
    let end = table.end();
    assert!(begun.elapsed() < Duration::from_secs(10));
    drop(kept);
    let error = end.error();
    assert_eq!(error, format!("seat 1 (Alice, position 0 in hand 0): {expected}; the match ends without a score"));
    assert!(!end.result.unwrap_err().is_input_error());
    assert!(bob.join().unwrap().unwrap_err().to_string().contains("the dealer closed the connection in hand 0"));
    let log = std::fs::read_to_string(end.folder.path().join("test.log")).unwrap();
    assert!(log.ends_with("#--t_per_hand 7000\n"), "{log}");
}

#[test]
fn illegal_and_unreadable_actions_become_calls_with_a_warning() {
    let terms = terms("holdem", 1, 42);
    let (table, bob, mut alice) = Client::against_caller(&terms);
    for (state, answer) in [
        // Nothing is to be paid.
        ("MATCHSTATE:0:0:c:7d3d|", ":f"),
        ("MATCHSTATE:0:0:cc/:7d3d|/5sKs7s", ":?!"),
        ("MATCHSTATE:0:0:cc/cc/:7d3d|/5sKs7s/9s", ""),
        ("MATCHSTATE:0:0:cc/cc/cc/:7d3d|/5sKs7s/9s/6h", ":r"),
    ] {
        alice.hear_of(state);
        alice.say(format!("{state}{answer}\r\n"));
    }
    let end = table.end();
    let [one, two, three] = &end.warnings[..] else { panic!("{:?}", end.warnings) };
    assert!(one.starts_with("1: gave the action f, which is not legal here"), "{one}");
    assert!([two, three].iter().all(|warning| warning.starts_with("1: gave no action that can be read")));
    assert_eq!(end.hands(&terms)[0].betting, "cc/cc/cc/rc");
    bob.join().unwrap().unwrap();
}

#[test]
fn lines_that_answer_nothing_are_ignored_and_lines_may_come_in_pieces() {
    let terms = terms("holdem", 1, 42);
    let (table, bob, mut alice) = Client::against_caller(&terms);
    alice.say("MATCHSTATE:0:0:c:7d3d|:r\r\n# before my turn: in time all the same\r\n");
    alice.hear();
    alice.hear();
    assert_eq!(alice.hear(), "MATCHSTATE:0:0:cr:7d3d|\r\n");
    assert_eq!(alice.hear(), "MATCHSTATE:0:0:crc/:7d3d|/5sKs7s\r\n");
    alice.say(b"; a remark\nhello\n\n\xff\xfe\0\nMATCHSTATE:0:0:cr:7d3d|:f\nMATCHSTATE:0:0:crc/:7d");
    sleep(Duration::from_millis(50));
    alice.say("3d|/5sKs7s:");
    sleep(Duration::from_millis(150));
    alice.say("r\n");
    assert_eq!(alice.hear(), "MATCHSTATE:0:0:crc/r:7d3d|/5sKs7s\r\n");
    assert_eq!(alice.hear(), "MATCHSTATE:0:0:crc/rc/:7d3d|/5sKs7s/9s\r\n");
    drop(alice);
    let end = table.end();
    let ignored = |warning: &String| warning.contains("ignored");
    assert_eq!((end.warnings.len(), end.warnings.iter().all(ignored)), (4, true), "{:?}", end.warnings);
    assert!(end.warnings[3].contains("another state"));
    assert!(end.error().contains("seat 1 (Alice, position 0 in hand 0): closed the connection"));
    bob.join().unwrap().unwrap_err();
}

#[test]
fn a_silent_player_runs_out_of_time() {
    alice_fails(&hurried(1), "no answer within 300 ms for one answer (--t_response)", Some);
}

#[test]
fn a_player_who_leaves_ends_the_match_even_within_a_line() {
    alice_fails(&terms("holdem", 1, 42), "closed the connection", |_| None);
    alice_fails(&terms("holdem", 1, 42), "closed the connection", |mut alice| {
        alice.say("MATCHSTATE:0:0:c:7d3d|:c");
        None
    });
    // Half open: she still listens.
    alice_fails(&terms("holdem", 1, 42), "closed the connection", |alice| {
        alice.stream.shutdown(Shutdown::Write).unwrap();
        Some(alice)
    });
}

#[test]
fn a_line_without_end_counts_as_a_disconnect() {
    alice_fails(&hurried(1), "sent more than 65536 bytes without the end of a line", |mut alice| {
        let _ = alice.stream.write_all(&[b'x'; 100_000]);
        Some(alice)
    });
    // A part of a line does not stop the clock.
    alice_fails(&hurried(1), "no answer within 300 ms for one answer (--t_response)", |mut alice| {
        alice.say("MATCHSTATE:0:0:c:7d3d|:c");
        Some(alice)
    });
}

#[test]
fn a_flood_of_lines_is_bounded_by_the_time_limit() {
    for line in ["#\n", "nonsense\r\n", "MATCHSTATE:0:0::7d3d|:c\r\n", "\n"] {
        let flood = line.repeat(2000);
        alice_fails(&hurried(1), "no answer within 300 ms for one answer (--t_response)", |alice| {
            let mut stream = alice.stream.try_clone().unwrap();
            spawn(move || while stream.write_all(flood.as_bytes()).is_ok() {});
            Some(alice)
        });
    }
}

#[test]
fn slow_answers_add_up_over_a_hand_and_over_the_match() {
    for (in_hand, expected) in
        [(true, "700 ms for one hand (--t_hand)"), (false, "700 ms for the match (--t_per_hand times its hands)")]
    {
        let mut terms = terms("holdem", 7, 42);
        let short = if in_hand { &mut terms.limits.hand } else { &mut terms.limits.per_hand };
        *short = Duration::from_millis(if in_hand { 700 } else { 100 });
        let (table, bob, mut alice) = Client::against_caller(&terms);
        let alice = spawn(move || {
            // Each within all limits, three together as well, four no more.
            let mut answers = 0;
            for state in ["c:7d3d|", "cc/:7d3d|/5sKs7s", "cc/cc/:7d3d|/5sKs7s/9s", "cc/cc/cc/:7d3d|/5sKs7s/9s/6h"] {
                let state = format!("MATCHSTATE:0:0:{state}");
                alice.hear_of(&state);
                sleep(Duration::from_millis(200));
                answers += usize::from(alice.stream.write_all(format!("{state}:c\r\n").as_bytes()).is_ok());
            }
            answers
        });
        let end = table.end();
        assert!(end.error().contains(expected), "{}", end.error());
        assert!(alice.join().unwrap() >= 3);
        bob.join().unwrap().unwrap_err();
    }
}

#[test]
fn a_missing_player_and_one_of_another_version_are_named() {
    let mut terms = hurried(1);
    terms.limits.start = Some(Duration::from_millis(200));
    let end = Table::open(&terms, LOG).end();
    assert!(
        end.error().starts_with("seat 1 (Alice): no player connected within 200 ms (--start_timeout); start its"),
        "{}",
        end.error()
    );
    for (first_line, expected) in [
        (None, "no player connected within 200 ms (--start_timeout); start"),
        (Some(""), "no player connected within 200 ms (--start_timeout), 1 connection without a VERSION line; start"),
        (Some("VERSION:2.0.0"), "no player connected within 200 ms (--start_timeout), 1 connection without a VERSION"),
        (Some("GET / HTTP/1.1\r\n\r\n"), "no player connected within 200 ms (--start_timeout), 1 connection without"),
        (Some("VERSION:1.0.0\r\n"), "expected VERSION:2.0.0 as its first line, found 'VERSION:1.0.0'"),
        (Some("VERSION:2.1.0\r\n"), "found 'VERSION:2.1.0'"),
    ] {
        let table = Table::open(&terms, LOG);
        let _alice = Client::join(table.ports[0]);
        let _bob = first_line.map(|line| {
            let mut bob = Client::connect(table.ports[1]);
            bob.say(line);
            bob
        });
        let error = table.end().error();
        assert!(error.starts_with("seat 2 (Bob): ") && error.contains(expected), "{first_line:?}: {error}");
    }
}

const RAISE_AND_CALL: [&str; 2] = ["always-raise", "always-call"];

#[test]
fn a_seat_belongs_to_the_first_that_names_the_version_whatever_else_connects() {
    let terms = terms("holdem", 20, 11);
    let (quiet, _) = match_of(&terms, RAISE_AND_CALL);
    let table = Table::open(&terms, LOG);
    let mut strays = Vec::new();
    for port in table.ports {
        for line in ["GET / HTTP/1.1\r\nHost: a\r\n\r\n", "\u{1b}[31m\r\n", "", "VERS", "\r\n"] {
            let mut stray = Client::connect(port);
            stray.say(line);
            strays.push(stray);
        }
        // A port scan comes and goes; others stay for ever and say nothing.
        drop(Client::connect(port));
        let mut endless = Client::connect(port);
        let _ = endless.stream.write_all(&[b'x'; 5000]);
        strays.push(endless);
        strays.extend((0..300).map(|_| Client::connect(port)));
    }
    sleep(Duration::from_millis(100));
    let begun = Instant::now();
    let (end, _) = table.play_out(RAISE_AND_CALL);
    end.result.as_ref().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    assert_eq!(end.log(), quiet.log());
    let said = |text: &str| end.warnings.iter().filter(|warning| warning.contains(text)).count();
    assert_eq!(said("stray expected VERSION:2.0.0 as its first line, found 'GET / HTTP/1.1'"), 2, "{:?}", end.warnings);
    assert_eq!(said("found '\\u{1b}[31m'"), 2, "{:?}", end.warnings);
    // A flood of strays is no flood of warnings.
    assert!(end.warnings.len() <= 40 && end.warnings.iter().all(|warning| warning.contains("stray")));
}

#[test]
fn a_thousand_connections_change_nothing_for_those_who_sit() {
    let terms = terms("holdem", 300, 11);
    let (quiet, _) = match_of(&terms, RAISE_AND_CALL);
    let table = Table::open(&terms, LOG);
    let ports = table.ports;
    let mut strangers: Vec<TcpStream> = Vec::new();
    let mut refused = 0;
    let mut knock = |port: u16| match TcpStream::connect(("127.0.0.1", port)) {
        Ok(stream) => strangers.push(stream),
        Err(_) => refused += 1,
    };
    // Bob sits: his port is closed, a later caller is refused or reset.
    let bob = play("holdem", "always-call", ports[1]);
    (0..1000).for_each(|_| knock(ports[1]));
    let alice = play("holdem", "always-raise", ports[0]);
    (0..1000).for_each(|number| knock(ports[number % 2]));
    let end = table.end();
    end.result.as_ref().unwrap();
    assert!(end.log() == quiet.log());
    assert!(refused > 1000, "{refused}");
    // Nobody ever talks to a stranger.
    for mut stranger in strangers {
        stranger.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
        assert!(!matches!(stranger.read(&mut [0; 1]), Ok(1)));
    }
    bob.join().unwrap().unwrap();
    alice.join().unwrap().unwrap();
}

#[test]
fn a_client_that_reads_nothing_does_not_hold_a_sender_for_ever() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let deaf = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let mut connection = LineConnection::new(listener.accept().unwrap().0).unwrap();
    let begun = Instant::now();
    let sent = connection.send(&vec![b'x'; 64 << 20], Some(begun + Duration::from_millis(300)), &Silent);
    assert!(matches!(sent, Err(Ended::Late)), "{sent:?}");
    assert!(begun.elapsed() < Duration::from_secs(5));
    drop(deaf);
}

#[test]
fn the_wish_to_stop_is_heard_while_nobody_says_anything() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let _silent = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let mut connection = LineConnection::new(listener.accept().unwrap().0).unwrap();
    let (begun, stop) = (Instant::now(), Arc::new(StopAfter::never()));
    let asker = stop.clone();
    spawn(move || {
        sleep(Duration::from_millis(200));
        asker.stop();
    });
    assert!(matches!(connection.read_line(None, &*stop), Err(Ended::Cancelled)));
    assert!(begun.elapsed() >= Duration::from_millis(200));
    let seats = OpenSeats::listen("127.0.0.1", [0, 0]).unwrap();
    let nobody = seats.seat_players(&terms("kuhn", 1, 1), &Listener::default(), &*stop);
    assert!(nobody.unwrap_err().to_string().starts_with("interrupted"));
    assert!(begun.elapsed() < Duration::from_secs(2));
}

#[test]
fn names_that_a_log_cannot_carry_or_tell_apart_are_refused() {
    for name in ["", "A|B", "A:B", "A\nB", "A\u{2028}B", "A\u{200b}", "\u{202e}A", "A\tB", "Alice"] {
        let mut terms = terms("kuhn", 1, 1);
        terms.names[1] = name.to_owned();
        assert!(terms.check().unwrap_err().is_input_error(), "{name:?}");
    }
    let mut none = terms("kuhn", 1, 1);
    none.hands = 0;
    assert!(none.check().unwrap_err().to_string().contains("hands: expected at least one, found 0"));
}
