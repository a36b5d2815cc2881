//! The help: wrapped to the terminal, grouped, short with `-h` and long with `--help`, and options where they mean
//! something.

use crate::program::{Program, binary};
use std::sync::LazyLock;

const GROUPS: [&str; 8] = ["start", "make", "measure", "studies", "exchange", "files", "small games", "companions"];
const OPTIONAL: [&str; 4] = ["--threads", "--seed", "--out", "--deck"];

/// What is said on a terminal of so many columns.
fn said(words: &[&str], columns: usize) -> String {
    let output = binary().args(words).env("COLUMNS", columns.to_string()).output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{words:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Every command by its words, as the long help and those of its groups list them: asked once for all tests.
pub fn commands() -> &'static [Vec<String>] {
    static COMMANDS: LazyLock<Vec<Vec<String>>> = LazyLock::new(listed_commands);
    &COMMANDS
}

fn listed_commands() -> Vec<Vec<String>> {
    let names = |words: &[&str], from: &str| -> Vec<String> {
        let help = said(&[words, &["--help"]].concat(), 200);
        let list = help.split(from).nth(1).unwrap().split("\nOptions:").next().unwrap().to_owned();
        let names = list.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
        names.filter(|name| !name.is_empty() && *name != "help").map(str::to_owned).collect()
    };
    let mut all = Vec::new();
    for name in names(&[], "\nAll commands") {
        if said(&[&name, "--help"], 200).contains("\nCommands:") {
            all.extend(names(&[&name], "\nCommands:").into_iter().map(|inner| vec![name.clone(), inner]));
        } else {
            all.push(vec![name]);
        }
    }
    all
}

fn words(command: &[String]) -> Vec<&str> {
    command.iter().map(String::as_str).collect()
}

#[test]
fn no_line_of_any_help_is_wider_than_the_terminal() {
    let commands = commands();
    assert!(commands.len() > 35, "{commands:?}");
    let bare = [vec![], vec!["buckets".to_owned()], vec!["reproduce".to_owned()]];
    for command in commands.iter().chain(&bare) {
        for flag in ["-h", "--help"] {
            for columns in [80, 100] {
                let help = said(&[&words(command)[..], &[flag]].concat(), columns);
                let widest = help.lines().max_by_key(|line| line.chars().count()).unwrap();
                assert!(widest.chars().count() <= columns, "{command:?} {flag}: {widest}");
            }
        }
    }
}

#[test]
fn the_top_help_begins_with_eight_commands_and_lists_every_command_once_in_its_group() {
    let (short, long) = (said(&["-h"], 80), said(&["--help"], 80));
    assert_eq!((said(&[], 80), said(&["help"], 80)), (short.clone(), long.clone()));
    assert!(short.lines().count() <= 40 && long.lines().count() > 60, "{short}{long}");
    let first = short.split("To begin with:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let first: Vec<&str> = first.lines().filter(|line| !line.starts_with("   ")).collect();
    assert_eq!(first.len(), 8, "{first:?}");
    assert!(first[0].starts_with("  quickstart "), "{first:?}");
    let places: Vec<usize> = GROUPS.iter().map(|group| short.find(&format!("\n  {group}  ")).unwrap()).collect();
    assert!(places.is_sorted(), "{short}");
    let list = long.split("\nAll commands").nth(1).unwrap();
    let heading = |group: &str| format!("\n{}{}:\n", group[..1].to_uppercase(), &group[1..]);
    assert!(GROUPS.iter().map(|group| list.find(&heading(group)).unwrap()).collect::<Vec<_>>().is_sorted(), "{long}");
    // Against the reference, which goes through all commands by itself.
    let program = Program::new();
    program.json(&["manual", "--out", "manual"]);
    let pages = std::fs::read_dir(program.folder().join("manual/man1")).unwrap().count();
    let all = commands();
    let groups: std::collections::BTreeSet<&str> =
        all.iter().filter(|command| command.len() == 2).map(|command| command[0].as_str()).collect();
    assert_eq!(pages, all.len() + groups.len() + 1, "a command is in no group, or in two: {all:?}");
}

#[test]
fn the_short_help_is_shorter_than_the_long_one() {
    for command in commands() {
        let (short, long) = (
            said(&[&words(command)[..], &["-h"]].concat(), 80),
            said(&[&words(command)[..], &["--help"]].concat(), 80),
        );
        assert!(short.lines().count() < long.lines().count(), "{command:?}: {short}");
        assert!(short.contains("Example: equipoise ") && short.contains("Also: --json, --quiet"), "{short}");
        assert!(long.contains("Common options:") && !short.contains("Common options:"), "{command:?}");
    }
    let hand = said(&["hand", "-h"], 80);
    assert!(hand.lines().count() <= 28, "{hand}");
}

#[test]
fn a_common_option_is_listed_or_refused() {
    let program = Program::new();
    let examples = |help: &str| -> Vec<String> {
        let example = help.split("Example: equipoise ").nth(1).unwrap().replace("\\\n", " ");
        example.split_whitespace().map(|word| word.trim_matches('"').to_owned()).collect()
    };
    for command in commands() {
        let help = said(&[&words(command)[..], &["--help"]].concat(), 100);
        let typed = examples(&help);
        assert!(help.contains("--json") && help.contains("--quiet"), "{command:?}");
        for option in OPTIONAL {
            let is_listed = help.contains(&format!("\n      {option} <"));
            let value = if option == "--out" { "folder" } else { "24" };
            let mut line: Vec<&str> = typed.iter().map(String::as_str).collect();
            if let Some(place) = line.iter().position(|word| *word == option) {
                assert!(is_listed, "{command:?} {option}");
                line.drain(place..place + 2);
            }
            if is_listed {
                // Read with the others, and nothing is done.
                let read = [&line[..], &[option, value, "--help"]].concat();
                assert_eq!(program.run(&read).code, 0, "{read:?}");
                continue;
            }
            for line in [[&line[..], &[option, value]].concat(), [&[option, value], &line[..]].concat()] {
                let refusal = program.refusal(2, &line);
                assert!(refusal.contains(&format!("{option}: ")) && refusal.contains("leave it out"), "{refusal}");
            }
        }
    }
    let left: Vec<_> = std::fs::read_dir(program.folder()).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn what_is_not_used_says_why() {
    let program = Program::new();
    program.refuses_lines(&[
        ("stud hand AsAd|Kc --against 7h --threads 2", "--threads: stud hand works on one thread; leave it out"),
        ("--seed 3 solve --game kuhn --iterations 1", "--seed: solve draws nothing at random; leave it out"),
        ("solve --game kuhn --iterations 1 --deck 20", "--deck: solve has no deck to choose; leave it out"),
        ("inspect file --out folder", "--out: inspect writes no file there; leave it out"),
        ("buckets compare a b --seed 1", "--seed: buckets compare draws nothing"),
    ]);
}
