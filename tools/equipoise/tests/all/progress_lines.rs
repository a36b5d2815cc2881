//! Lines of progress: what matters most stands first and nothing twice, and matches say who plays whom.
//!
//! A stage must last a tenth of a second to leave a line: on one thread little work does, whatever the machine.

use crate::program::Program;
use crate::small_buckets::write_buckets;

#[test]
fn a_training_shows_the_regret_first_and_its_speed_once() {
    let program = Program::new();
    write_buckets(&program.folder().join("buckets"));
    let outcome =
        program.run(&["train", "--buckets", "buckets", "--iterations", "800", "--out", "run", "--threads", "1"]);
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let line = outcome.err.lines().rfind(|line| line.starts_with("training: 800 boards in ")).unwrap();
    let place = |words: &str| line.find(words).unwrap_or_else(|| panic!("{words}: {line}"));
    assert!(place("boards/s") < place("; regret ") && place("; regret ") < place("information sets/s"), "{line}");
    assert_eq!((line.matches("boards").count(), line.matches("/s").count()), (2, 2), "{line}");
}

#[test]
fn matches_and_leagues_say_who_plays_whom() {
    let program = Program::new();
    for (line, expected) in [
        ("match uniform call-raise --hands 1500000", "\nuniform against call-raise: 1500000 games in "),
        ("match uniform always-call --boards 200", "\nuniform against always-call: 200 boards in "),
        ("league uniform always-call call-raise --boards 40", "\nuniform, always-call, call-raise: 40 boards in "),
        (
            "league uniform always-call call-raise always-fold always-raise --hands 150000",
            "\nuniform, always-call, call-raise, always-fold and 1 more: 1500000 games in ",
        ),
    ] {
        let outcome = program.run(&line.split(' ').chain(["--threads", "1"]).collect::<Vec<_>>());
        let said = format!("\n{}", outcome.err);
        assert!(outcome.code == 0 && said.contains(expected), "{line}: {said}");
    }
}
