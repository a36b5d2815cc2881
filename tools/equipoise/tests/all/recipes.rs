//! `inspect` says how to make a file again: the command is run, and the bytes are the same.

use crate::program::Program;

/// Runs the command that `inspect` gives for a file; whatever it leaves must have the same bytes.
fn is_made_again(program: &Program, file: &str, expected: &str) {
    let command = program.json(&["inspect", file])["make_again"].as_str().unwrap().to_owned();
    assert!(command.contains(expected), "{command}");
    let shown = program.run(&["inspect", file]).out;
    let line = shown.lines().find(|line| line.starts_with("make it again with")).unwrap();
    assert!(line.ends_with(&format!("  {command}")), "{line}");
    let output = program.shell(&format!("{command} --quiet --json")).output().unwrap();
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    let made: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let [again, first] = [made["file"].as_str().unwrap(), file].map(|it| std::fs::read(program.folder().join(it)));
    assert!(again.unwrap() == first.unwrap(), "{command}");
}

#[test]
fn bucket_files_are_made_again_byte_for_byte() {
    let program = Program::new();
    let build = |line: &str| {
        let words: Vec<&str> = line.split(' ').chain(["--deck", "20", "--out", "first"]).collect();
        program.json(&words)["file"].as_str().unwrap().to_owned()
    };
    let clusters = build("opponent-clusters --clusters 3 --restarts 2 --seed 9");
    for (line, expected) in [
        ("flop --feature hsd --count 6 --seed 3", "--bins 50 --count 6 --distance emd --seed 3 --deck 20"),
        ("turn --feature hsd --bins 7 --count 5 --centre mean --max-iterations 4", "--centre mean --max-iterations 4"),
        ("river --feature ochs --clusters 2 --count 5 --weights equal", "--clusters 2 --count 5"),
        ("flop --feature ochs --opponent-clusters FILE --count 4", "--opponent-clusters first/opponent_clusters/"),
        ("river --feature ochs-strength --strength-percent 30 --clusters 2 --count 5", "--strength-percent 30"),
        ("turn --feature strength --method percentiles --count 5", "--method percentiles"),
        (
            "flop --feature hsd --count 5 --restarts 3 --sample-rows 400 --tolerance 0.01",
            "--sample-rows 400 --restarts 3",
        ),
        ("flop --feature hsd --count 5 --distance l2 --public-clusters 2 --fine 30", "--public-clusters 2 --fine 30"),
    ] {
        let file = build(&format!("buckets build {}", line.replace("FILE", &clusters)));
        is_made_again(&program, &file, expected);
    }
    is_made_again(&program, &clusters, "opponent-clusters --clusters 3 --seed 9 --restarts 2 --deck 20");
}

#[test]
fn a_recipe_is_shown_in_words_and_kept_as_json() {
    let program = Program::new();
    let made = program.cluster_file();
    let file = made.to_str().unwrap();
    let shown = program.run(&["inspect", file]).out;
    assert!(shown.contains("named johanson2013") && !shown.contains('{'), "{shown}");
    let json = program.json(&["inspect", file]);
    assert_eq!(json["recipe"]["named"], "johanson2013");
    is_made_again(&program, file, "equipoise opponent-clusters --named johanson2013");
    // Nothing is promised for what one command does not make.
    let strategy = program.trained("2");
    assert!(program.json(&["inspect", strategy])["make_again"].is_null());
    assert!(!program.run(&["inspect", strategy]).out.contains("make it again"));
}
