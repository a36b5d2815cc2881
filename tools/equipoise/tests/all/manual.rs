//! Every command explains itself: an example in its help that can be typed, a manual page, completions.

use crate::help::commands;
use crate::program::Program;

#[test]
fn the_help_of_every_command_has_an_example_of_that_command() {
    let program = Program::new();
    for command in commands() {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let help = program.run(&[&words[..], &["--help"]].concat()).out.replace(" \\\n", "");
        let example = help.lines().find_map(|line| line.strip_prefix("Example: "));
        let example = example.unwrap_or_else(|| panic!("{command:?} has no example"));
        assert!(example.starts_with(&format!("equipoise {}", command.join(" "))), "{example}");
        // What stands before --help is parsed, and nothing is done.
        let words: Vec<&str> =
            example.split_whitespace().skip(1).map(|word| word.trim_matches('"')).chain(["--help"]).collect();
        let outcome = program.run(&words);
        assert_eq!((outcome.code, outcome.err.as_str()), (0, ""), "{example}");
        let wrong: Vec<&str> = words[..words.len() - 1].iter().copied().chain(["--no-such-flag", "--help"]).collect();
        assert_eq!(program.run(&wrong).code, 2, "{example}");
    }
}

#[test]
fn manual_pages_and_completions_are_written_for_every_command() {
    let program = Program::new();
    program.json(&["manual", "--out", "manual"]);
    for command in commands() {
        let page = program.folder().join(format!("manual/man1/equipoise-{}.1", command.join("-")));
        let text = std::fs::read_to_string(&page).unwrap_or_else(|error| panic!("{}: {error}", page.display()));
        assert!(text.contains("SYNOPSIS") && text.contains("Example: "), "{}", page.display());
    }
    for file in ["equipoise.bash", "_equipoise", "equipoise.fish", "equipoise.elv", "_equipoise.ps1"] {
        let text = std::fs::read_to_string(program.folder().join("manual/completions").join(file)).unwrap();
        assert!(text.contains("opponent-clusters"), "{file}");
    }
    // Neither offers an option that would be refused, and each explains the common ones.
    let completions = program.read("manual/completions/equipoise.bash");
    let of = |command: &str| {
        let (_, rest) = completions.split_once(&format!("        equipoise__subcmd__{command})\n")).unwrap();
        rest.lines().next().unwrap().to_owned()
    };
    assert!(of("hand").contains("--seed") && !of("hand").contains("--out"), "{}", of("hand"));
    assert!(of("train").contains("--out") && !of("solve").contains("--seed"), "{}", of("solve"));
    let page = program.read("manual/man1/equipoise-hand.1");
    assert!(page.contains("Print exactly one JSON document") && !page.contains("folder to write to"), "{page}");
}

#[test]
fn help_names_every_shipped_study() {
    let program = Program::new();
    for command in ["run", "plan"] {
        let help = program.run(&["help", command]).out;
        let words: Vec<&str> = help.split(|it: char| !it.is_ascii_alphanumeric() && it != '-').collect();
        for (name, _) in study::file::study::SHIPPED {
            assert!(words.contains(&name), "{command}: {name}");
        }
    }
}
