//! `dealer` and `player` as programs: words, lines, files and exit codes.

use crate::program::{Program, send, start_in};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::Duration;

/// The two ports in a dealer's first line.
fn ports(line: &str) -> [String; 2] {
    let (first, second) = line.trim_end().split_once(' ').unwrap();
    [first.to_owned(), second.to_owned()]
}

struct Dealer {
    child: Child,
    out: BufReader<std::process::ChildStdout>,
    ports: [String; 2],
}

impl Dealer {
    fn start(folder: &Path, words: &[&str]) -> Self {
        let arguments: Vec<&str> = ["dealer"].iter().chain(words).copied().collect();
        let mut child = start_in(folder, &arguments);
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        Self { child, out, ports: ports(&line) }
    }

    /// Exit code, the rest of stdout, stderr.
    fn end(mut self) -> (i32, String, String) {
        let mut said = [String::new(), String::new()];
        self.out.read_to_string(&mut said[0]).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut said[1]).unwrap();
        let [out, err] = said;
        (self.child.wait().unwrap().code().unwrap(), out, err)
    }
}

fn players(folder: &Path, game: &str, policies: [&str; 2], ports: &[String; 2]) -> [Child; 2] {
    [0, 1].map(|seat| {
        let words =
            ["player", "--json", "--quiet", "--strategy", policies[seat], "--game", game, "127.0.0.1", &ports[seat]];
        start_in(folder, &words)
    })
}

/// Two that are connected have left in order.
fn leave(players: [Child; 2]) {
    players.into_iter().for_each(|player| assert!(player.wait_with_output().unwrap().status.success()));
}

/// A connection that begins with this.
fn connect(port: &str, sent: &str) -> TcpStream {
    let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
    stream.write_all(sent.as_bytes()).unwrap();
    stream
}

const VERSION: &str = "VERSION:2.0.0\r\n";

#[test]
fn a_match_between_three_programs_prints_ports_and_score_and_leaves_its_files() {
    let program = Program::new();
    let mut logs = Vec::new();
    for name in ["one", "two"] {
        let words = [name, "holdem", "50", "42", "Alice", "Bob", "-q", "-T", "--phh", "--out", "."];
        let dealer = Dealer::start(program.folder(), &words);
        let players = players(program.folder(), "holdem", ["call-raise", "uniform"], &dealer.ports);
        let ports = dealer.ports.clone();
        let (code, out, err) = dealer.end();
        let chips = players.map(|player| {
            let output = player.wait_with_output().unwrap();
            assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
            let document: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!(document["hands"], 50);
            // The big blind is 10 chips.
            let mbb = document["mbb_per_game"].as_f64().unwrap();
            assert!((mbb * 50.0 * 10.0 / 1000.0 - document["chips"].as_f64().unwrap()).abs() < 1e-6, "{document}");
            assert!(document["ci95"].as_f64().unwrap() > 0.0);
            document["chips"].as_i64().unwrap()
        });
        let score = format!("SCORE:{}|{}:Alice|Bob\n", chips[0], -chips[0]);
        assert_eq!((code, out.as_str(), chips[1]), (0, score.as_str(), -chips[0]), "{err}");
        // Without -q there would be a line for each message.
        assert_eq!(err.lines().count(), 6, "{err}");
        let [first, second] = &ports;
        assert!(err.starts_with(&format!("waiting for Alice on {first} and Bob on {second}\n")), "{err}");
        let read = |ending: &str| program.read(format!("{name}.{ending}"));
        let log = read("log");
        assert!(log.starts_with(&format!("# name/game/hands/seed {name} holdem 50 42\n")) && log.ends_with(&score));
        assert!(log.contains("7d3d|2hAc"));
        assert!(read("tlog").lines().count() > 50 && read("phhs").contains("[50]\n"));
        logs.push(log.replace(name, ""));
    }
    assert!(logs[0] == logs[1]);
}

#[test]
fn messages_are_shown_as_the_competition_shows_them() {
    let program = Program::new();
    let dealer = Dealer::start(program.folder(), &["m", "kuhn", "2", "1", "Alice", "Bob", "-l"]);
    let players = players(program.folder(), "kuhn", ["always-call"; 2], &dealer.ports);
    let (code, _, err) = dealer.end();
    leave(players);
    assert_eq!(code, 0);
    assert_eq!((err.matches("TO 1 at ").count(), err.matches("FROM 2 at ").count()), (6, 2), "{err}");
    assert!(!program.folder().join("m.log").exists());
}

#[test]
fn the_document_of_a_match_says_the_same() {
    let program = Program::new();
    let mut dealer = start_in(program.folder(), &["dealer", "m", "leduc", "20", "3", "Alice", "Bob", "--json", "-q"]);
    let mut err = BufReader::new(dealer.stderr.take().unwrap());
    let mut line = String::new();
    err.read_line(&mut line).unwrap();
    let players = players(program.folder(), "leduc", ["uniform", "call-raise"], &ports(&line));
    let output = dealer.wait_with_output().unwrap();
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let log = fs::read_to_string(program.folder().join(document["log"].as_str().unwrap())).unwrap();
    let chips = [0, 1].map(|seat| document["score"][seat].as_i64().unwrap());
    assert!(log.ends_with(&format!("SCORE:{}|{}:Alice|Bob\n", chips[0], chips[1])));
    leave(players);
}

#[test]
fn what_cannot_be_played_is_refused_in_one_line() {
    let program = Program::new();
    let game = "GAMEDEF\nlimit\nnumPlayers = 3\nnumRounds = 1\nblind = 1 1 1\nraiseSize = 1\nfirstPlayer = 1\n\
                maxRaises = 1\nnumSuits = 4\nnumRanks = 13\nnumHoleCards = 1\nnumBoardCards = 0\nEND GAMEDEF\n";
    program.write("three.game", game);
    program
        .write("nolimit.game", game.replace("\nlimit", "\nnolimit").replace("raiseSize", "stack = 9 9 9\nraiseSize"));
    program.refuses_lines(&[
        ("dealer m three.game 5 1 A B", "numPlayers"),
        ("dealer m nolimit.game 5 1 A B", "numPlayers"),
        ("dealer m kuhn 20 1 Alice Bob --phh --out new/matches", "hold'em"),
    ]);
    let left = ["m.log", "m.phhs"].map(|file| program.folder().join(file).exists());
    assert_eq!(left, [false, false], "files of a match that was refused");
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = listener.local_addr().unwrap().port().to_string();
    program.write("m.log", "an older match");
    let line = program.refusal(1, &["dealer", "m", "kuhn", "5", "1", "A", "B", "-p", &format!("{taken},0")]);
    assert!(line.contains("seat 1: cannot listen on 127.0.0.1"), "{line}");
    assert_eq!(program.read("m.log"), "an older match");
    drop(listener);
    let line = program.refusal(1, &["player", "--strategy", "uniform", "127.0.0.1", &taken]);
    assert!(line.contains("start the dealer first"), "{line}");
}

#[test]
fn a_failing_player_is_named_and_the_dealer_leaves_with_1() {
    let program = Program::new();
    let words = ["m", "kuhn", "5", "1", "Alice", "Bob", "--quiet", "--t_response", "300"];
    let dealer = Dealer::start(program.folder(), &words);
    let _silent = dealer.ports.each_ref().map(|port| connect(port, VERSION));
    let (code, out, err) = dealer.end();
    assert_eq!((code, out.as_str(), err.lines().count()), (1, "", 1), "{err}");
    assert!(err.starts_with("equipoise: seat 1 (Alice, position 0 in hand 0): no answer within 300 ms"), "{err}");
}

#[test]
fn a_second_match_of_the_same_name_is_refused_while_the_first_one_plays() {
    let program = Program::new();
    let words = ["m", "kuhn", "5", "1", "Alice", "Bob", "-T"];
    let mut first = Dealer::start(program.folder(), &words);
    let log = || program.read("m.log");
    let before = log();
    assert!(before.contains("# name/"), "{before}");
    for more in [&[][..], &["-a"], &["-l"]] {
        let words = words.iter().chain(&["--start_timeout", "2000"]).chain(more);
        let arguments: Vec<&str> = ["dealer"].iter().chain(words).copied().collect();
        program.refuses(&[(&arguments, "another match writes this file")]);
        assert_eq!(log(), before);
    }
    first.child.kill().unwrap();
    first.child.wait().unwrap();
    // The lock dies with its process.
    let mut second = Dealer::start(program.folder(), &words);
    second.child.kill().unwrap();
    second.child.wait().unwrap();
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_leaves_with_130_and_a_readable_log() {
    let program = Program::new();
    for (players_come, signal) in [(false, "-INT"), (true, "-TERM")] {
        let dealer = Dealer::start(program.folder(), &["m", "kuhn", "5", "1", "Alice", "Bob", "--quiet"]);
        let _silent = players_come.then(|| dealer.ports.each_ref().map(|port| connect(port, VERSION)));
        sleep(Duration::from_millis(300));
        send(&dealer.child, signal);
        let (code, out, err) = dealer.end();
        assert_eq!((code, out.as_str(), err.lines().count()), (130, "", 1), "{err}");
        assert!(err.contains("interrupted in hand 0"), "{err}");
        assert!(program.read("m.log").ends_with("#--t_per_hand 7000\n"));
    }
}

#[test]
fn letters_that_cannot_be_seen_are_shown() {
    let program = Program::new();
    let words = ["m", "kuhn", "5", "1", "Alice", "Bob", "--quiet", "-l", "--start_timeout", "1000"];
    for (sent, shown) in [("VERSION:2.0.0\r\r\n", r"'VERSION:2.0.0\r'"), ("\u{feff}it's\t2\n", r"'\u{feff}it's\t2'")] {
        let dealer = Dealer::start(program.folder(), &words);
        let _connected = [connect(&dealer.ports[0], sent), connect(&dealer.ports[1], "")];
        let (code, _, err) = dealer.end();
        assert_eq!(code, 1, "{err}");
        assert!(err.contains(&format!("expected VERSION:2.0.0 as its first line, found {shown}")), "{err}");
    }
}

#[test]
fn strays_keep_no_player_from_its_seat_and_the_folder_is_made() {
    let program = Program::new();
    let words = ["m", "kuhn", "20", "1", "Alice", "Bob", "-q", "--out", "new/matches"];
    let dealer = Dealer::start(program.folder(), &words);
    let mut strays = Vec::new();
    for port in &dealer.ports {
        let lines = ["GET / HTTP/1.1\r\nHost: a\r\n\r\n", "", "SSH-2.0-scan\r\n", "VERS"];
        strays.extend(lines.map(|sent| connect(port, sent)));
        drop(connect(port, ""));
    }
    sleep(Duration::from_millis(200));
    let players = players(program.folder(), "kuhn", ["uniform"; 2], &dealer.ports);
    let (code, out, err) = dealer.end();
    assert!(code == 0 && out.starts_with("SCORE:"), "{err}");
    for said in ["found 'GET / HTTP/1.1'", "found 'SSH-2.0-scan'", "closed the connection"] {
        assert_eq!(err.lines().filter(|line| line.starts_with("WARNING: ") && line.contains(said)).count(), 2, "{err}");
    }
    leave(players);
    let log = program.read("new/matches/m.log");
    assert_eq!(log.lines().filter(|line| line.starts_with("STATE:")).count(), 20);
}

#[cfg(unix)]
#[test]
fn no_foreign_file_is_emptied_and_no_link_is_followed() {
    let program = Program::new();
    let words = ["dealer", "m", "kuhn", "20", "1", "Alice", "Bob", "-T", "--start_timeout", "200"];
    let victim = program.write("victim", "precious\n");
    for (name, is_hard) in [("m.log", false), ("m.log", true), ("m.tlog", false), ("m.tlog", true)] {
        let link = program.folder().join(name);
        if is_hard { fs::hard_link(&victim, &link) } else { std::os::unix::fs::symlink(&victim, &link) }.unwrap();
        let line = program.refusal(2, &words);
        assert!(line.contains(name) && line.contains("link"), "{line}");
        assert_eq!(fs::read_to_string(&victim).unwrap(), "precious\n", "{name}");
        fs::remove_file(link).unwrap();
    }
    // Neither is a file of something else, whose name is only the same.
    for name in ["m.log", "m.tlog"] {
        program.write(name, "my notes\n");
        let line = program.refusal(2, &words);
        assert!(line.contains(name) && line.contains("line 1") && line.contains("my notes"), "{line}");
        assert_eq!(program.read(name), "my notes\n");
        fs::remove_file(program.folder().join(name)).unwrap();
    }
    // An earlier match of the same name gives way, as ever.
    for _ in 0..2 {
        let outcome = program.run(&words);
        assert!(outcome.code == 1 && outcome.err.contains("seat 1 (Alice): no player connected"), "{}", outcome.err);
    }
}

/// The competition's game on the deck of 20 cards, at other blinds.
const SCALED: &str = "GAMEDEF\nlimit\nnumPlayers = 2\nnumRounds = 4\nblind = 100 50\nraiseSize = 100 100 200 200\n\
     firstPlayer = 2 1 1 1\nmaxRaises = 3 4 4 4\nnumSuits = 4\nnumRanks = 5\nnumHoleCards = 2\n\
     numBoardCards = 0 3 1 1\nEND GAMEDEF\n";

#[test]
fn a_strategy_plays_the_same_game_at_other_blinds() {
    let program = Program::new();
    let strategy = program.trained("2");
    program.write("scaled.game", SCALED);
    program.write("other.game", SCALED.replace("100 50", "100 25"));
    let mut won = Vec::new();
    for game in ["holdem-20", "scaled.game"] {
        let outputs = play(&program, game, [strategy, "always-call"], &[]);
        let documents = outputs.map(|it| serde_json::from_slice::<Value>(&it.stdout).unwrap());
        let number = |key: &str| documents[0][key].as_f64().unwrap();
        won.push((number("chips"), number("mbb_per_game")));
    }
    // Ten times the chips, the same share of a blind.
    let [(chips, mbb), (scaled_chips, scaled_mbb)] = won[..] else { panic!("{won:?}") };
    assert!(chips != 0.0 && scaled_chips == 10.0 * chips && (mbb - scaled_mbb).abs() < 1e-6, "{won:?}");
    let words = ["player", "--strategy", strategy, "--game", "other.game", "127.0.0.1", "1"];
    program.refuses(&[(&words, "the strategy's own game at any blinds")]);
    // Hand histories are of the full deck.
    program.write("full.game", SCALED.replace("numRanks = 5", "numRanks = 13"));
    play(&program, "full.game", ["always-raise", "always-call"], &["--phh"]);
    assert!(program.folder().join("m.phhs").exists());
    let words = ["dealer", "m", "holdem-20", "30", "7", "Alice", "Bob", "--phh"];
    program.refuses(&[(&words, "leave out --phh for other games")]);
}

/// A match of thirty hands to its end; gives what the players said.
fn play(program: &Program, game: &str, strategies: [&str; 2], more: &[&str]) -> [std::process::Output; 2] {
    let words = [&["m", game, "30", "7", "Alice", "Bob", "-q"][..], more].concat();
    let dealer = Dealer::start(program.folder(), &words);
    let players = players(program.folder(), game, strategies, &dealer.ports);
    let (code, _, err) = dealer.end();
    assert_eq!(code, 0, "{err}");
    players.map(|player| player.wait_with_output().unwrap())
}

/// The block of the guide after a heading and the start of its fence.
fn block<'g>(guide: &'g str, heading: &str, fence: &str) -> &'g str {
    let rest = guide.split(heading).nth(1).unwrap();
    rest.split(fence).nth(1).unwrap().split("```").next().unwrap()
}

#[test]
fn the_bot_of_the_guide_plays_the_match_of_the_guide() {
    const GUIDE: &str = include_str!("../../../../docs/guides/bot.md");
    let program = Program::new();
    let bot = block(GUIDE, "## A bot in Python", "```python\n");
    program.write("bot.py", bot);
    // The ports are the guide's only words that cannot be the same everywhere.
    let commands: Vec<Vec<&str>> =
        block(GUIDE, "## A match", "```\n").lines().map(|it| it.split(' ').collect()).collect();
    let [dealer, python, player] = &commands[..] else { panic!("{commands:?}") };
    let (words, ports) = dealer[2..].split_at(dealer.len() - 4);
    assert_eq!((ports, python[..2].to_vec()), (&["-p", "5001,5002"][..], vec!["python3", "bot.py"]));
    let dealer = Dealer::start(program.folder(), words);
    let mut python = Command::new("python3")
        .args(["bot.py", "127.0.0.1", &dealer.ports[0]])
        .current_dir(program.folder())
        .spawn()
        .unwrap();
    let policy: Vec<&str> =
        player[1..player.len() - 2].iter().copied().chain(["127.0.0.1", &dealer.ports[1]]).collect();
    let player = start_in(program.folder(), &policy);
    let (code, score, err) = dealer.end();
    assert!(code == 0 && python.wait().unwrap().success() && !err.contains("WARNING"), "{err}");
    assert!(GUIDE.contains(&format!("```\n{score}```")), "the guide has another score than {score}");
    let account = String::from_utf8(player.wait_with_output().unwrap().stdout).unwrap();
    assert!(GUIDE.contains(&format!("```\n{account}```")), "the guide has another account than\n{account}");
    let log = program.read("first.log");
    assert_eq!(log.lines().filter(|line| line.starts_with("STATE:")).count(), 1_000);
}
