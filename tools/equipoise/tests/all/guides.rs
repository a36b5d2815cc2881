//! The commands of the guides in `docs/` do what the guides say.

use crate::program::Program;

/// Runs all lines of a guide's `sh` blocks in one folder, where its `toml` block is `toy.toml`.
fn follow(guide: &str) {
    let program = Program::new();
    if let Some(study) = guide.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()) {
        program.write("toy.toml", study);
    }
    let (mut inside, mut lines) = (false, 0);
    // As in a shell, a command goes on after a backslash.
    for line in guide.replace("\\\n", " ").lines() {
        match line.trim() {
            "```sh" => inside = true,
            "```" => inside = false,
            command if inside => {
                let words: Vec<&str> = command.split_whitespace().collect();
                assert_eq!(words[0], "equipoise", "{command}");
                let arguments: Vec<&str> = words[1..].iter().copied().chain(["--quiet"]).collect();
                let outcome = program.run(&arguments);
                assert_eq!(outcome.code, 0, "{command}: {}", outcome.err);
                assert!(!outcome.out.trim().is_empty(), "{command}");
                lines += 1;
            }
            _ => {}
        }
    }
    assert!(lines > 5, "only {lines} commands");
}

#[test]
fn the_guide_to_buckets_can_be_followed() {
    follow(include_str!("../../../../docs/buckets.md"));
}

#[test]
fn the_guide_to_strategies_can_be_followed() {
    follow(include_str!("../../../../docs/strategies.md"));
}

#[test]
fn the_guide_to_comparisons_can_be_followed() {
    follow(include_str!("../../../../docs/comparisons.md"));
}
