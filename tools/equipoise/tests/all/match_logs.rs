//! A match by hands can be written out: the log's money is the match's.

use crate::program::Program;

#[test]
fn a_matchs_log_has_its_games_and_its_money() {
    let program = Program::new();
    let words = ["match", "call-raise", "uniform", "--hands", "600", "--seed", "5"];
    let plain = program.json(&words);
    let logged = program.json(&[&words[..], &["--log", "match.log", "--phh", "match.phhs"]].concat());
    assert_eq!(plain, logged);
    let log = program.read("match.log");
    let hands: Vec<Vec<&str>> =
        log.lines().filter(|line| line.starts_with("STATE:")).map(|line| line.split(':').collect()).collect();
    assert_eq!(hands.len(), 600);
    let mut won = 0;
    for (number, hand) in hands.iter().enumerate() {
        let seat = number % 2;
        let names: Vec<&str> = hand[5].split('|').collect();
        assert_eq!((hand[1], names[seat]), (number.to_string().as_str(), "call-raise"));
        won += hand[4].split('|').nth(seat).unwrap().parse::<i64>().unwrap();
        // Both games of a deal have the same cards, as far as both are dealt.
        let [first, second] = [hands[number - seat][3], hands[number - seat + 1][3]];
        let least = first.len().min(second.len());
        assert_eq!(first[..least], second[..least]);
    }
    // A chip is a tenth of a big blind.
    let mbb_per_game = won as f64 * 100.0 / 600.0;
    assert!((plain["mbb_per_game"].as_f64().unwrap() - mbb_per_game).abs() < 1e-9, "{plain} {mbb_per_game}");
    assert_eq!(log.lines().last().unwrap(), format!("SCORE:{won}|{}:call-raise|uniform", -won));
    let histories = program.read("match.phhs");
    assert_eq!(histories.matches("variant = 'FT'").count(), 600);
    // Nothing is written over.
    for file in [["--log", "match.log"], ["--phh", "match.phhs"]] {
        program.refuses(&[(&[&words[..], &file].concat(), "is there already")]);
    }
    assert_eq!(program.read("match.log"), log);
}

#[test]
fn a_logged_match_is_the_measured_one_for_any_number_of_threads_and_keeps_equal_players_apart() {
    let program = Program::new();
    let words = ["match", "call-raise", "call-raise", "--hands", "10000", "--seed", "9"];
    let plain = program.json(&words);
    for threads in ["1", "3"] {
        let (log, phh) = (format!("{threads}.log"), format!("{threads}.phhs"));
        let more = ["--threads", threads, "--log", &log, "--phh", &phh];
        assert_eq!(program.json(&[&words[..], &more].concat()), plain);
    }
    let read = |name: &str| program.read(name);
    assert!(read("1.log") == read("3.log") && read("1.phhs") == read("3.phhs"));
    let first = read("1.log").lines().find(|line| line.starts_with("STATE:0:")).unwrap().to_owned();
    assert!(first.ends_with(":call-raise|call-raise-2"), "{first}");
}

#[test]
fn an_unwritable_path_is_reported_before_play() {
    let program = Program::new();
    // So much would take hours.
    let hands = ["--hands", "1000000"];
    let boards = ["--boards", "10000000"];
    for (words, amount) in [
        (["match", "uniform", "always-call", "--log", "nowhere/match.log"], hands),
        (["league", "uniform", "always-call", "--csv", "nowhere/league.csv"], boards),
        (["league", "uniform", "always-call", "--picture", "nowhere/league.svg"], boards),
    ] {
        let outcome = program.run(&[&words[..], &amount[..], &["--quiet"]].concat());
        assert_eq!((outcome.code, outcome.err.lines().count()), (1, 1), "{words:?}: {}", outcome.err);
        assert!(outcome.err.contains("nowhere"), "{}", outcome.err);
    }
}
